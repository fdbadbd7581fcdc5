"""Runs a part of a card on emitted code, on a position of the reference interpreter, and tells what it did.

Below `Game`: a bare state and the toolkit, so that any number of colors can be tried.
`Coverage` counts which lines of the emitted functions were executed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType, SimpleNamespace
from typing import Any

from kalarite.compiler.emit import Emitted, emit_deck
from kalarite.compiler.lowering import lower
from kalarite.compiler.reference import Match, World
from kalarite.dsl import tree as t
from kalarite.runtime.arena import Arena
from kalarite.runtime.modules import FIRST
from kalarite.runtime.modules.collected import Modules
from kalarite.runtime.move import COMPASS, ORIENTATIONS, Move, square_name, square_number
from kalarite.runtime.offers import answer_table
from kalarite.runtime.state import (
    ACTIONS,
    ARROWS,
    AS_OWN,
    BLANK_REGISTERS,
    BLOCK,
    CARD,
    DECK,
    DESTROYED,
    EVENTS,
    EXTRA_CARDS,
    EXTRA_TURNS,
    FLARE_PILE,
    FOLLOWED,
    FORCED,
    FRAME,
    HAND,
    LEGEND_PILE,
    LEGENDS,
    MARKS,
    ME,
    OCC,
    OFFER,
    ORIENTATION,
    PART,
    PILE,
    PLAYED,
    REGISTERS,
    SELF,
    SITE,
    SIZE,
    STACK,
    STAND_INS,
    SUMMONED,
    SUPPLY,
    USED,
    VERDICT,
    VOIDS,
    blank_state,
)
from kalarite.runtime.toolkit import KINDS, Toolkit
from reference.planted import TRAITS
from reference.stage import CENTRAL, ELM, MAP, REGIONS

ELM_EMITTED = Emitted(ELM, lower(ELM))
ARENA = Arena({"name": "standard", "rows": MAP, "central": CENTRAL, **REGIONS})
TWINS = ("Lesser Shadow Twin", "Greater Shadow Twin")  # cards that others look for in the pile
CARD_NAMES = ("", "Self", "Ash", "Birch", "Elm", "Oak", "Ember", "Spark", *TWINS)  # by number
NAMES = ("0", "1", "2", "3")  # of colors, as the reference calls them


class Machine:
    """One card, compiled and bound for games with `colors` colors."""

    def __init__(self, card: t.Card, colors: int) -> None:
        self.file = f"<emitted {card.name}>"
        self.text = emit_deck("tried", [Emitted(card, lower(card)), *([ELM_EMITTED] if card.name != "Elm" else [])], "")
        namespace: dict[str, Any] = {}
        exec(compile(self.text, self.file, "exec"), namespace)
        self.words = tuple(sorted({x.marker for x in t.walk(card.parts) if getattr(x, "marker", "")}))
        self.toolkit = Toolkit(ARENA, colors, NAMES, OutOfPlay(colors, self.words))
        self.toolkit.lose_next = told_only  # type: ignore[method-assign]
        self.toolkit.coming["play"] = lambda s, number, way: None
        self.toolkit.card_names = self.toolkit.called = CARD_NAMES
        self.toolkit.traits = tuple(TRAITS.get(x, ()) for x in CARD_NAMES)
        self.toolkit.warp = Warp(self.toolkit)
        bound = namespace["bind"](self.toolkit, ARENA)
        self.match, self.parts = bound[card.name]
        cards = {1: self.parts, CARD_NAMES.index("Elm"): bound["Elm"][1]}
        tables = [cards.get(n, ()) for n in range(len(CARD_NAMES))]
        self.toolkit.enters = [tuple(enter for enter, _ in parts) for parts in tables]
        self.toolkit.takes = [tuple(take for _, take in parts) for parts in tables]
        own = ("being", *(x.name for x in card.parts))
        copied = ("copied",) if "warp" in own and not any(isinstance(x, t.Take) for x in t.walk(card.parts)) else ()
        self.toolkit.traits = ((), (*own, *copied), *self.toolkit.traits[2:])
        self.names = [part.name for part in card.parts]
        self.answers = answer_table(ARENA)


class OutOfPlay(Modules):
    """No module, but what a game with modules has beside them: markers, and pieces can be out of play."""

    def __init__(self, colors: int, words: tuple[str, ...]) -> None:
        self.rules: Any = SimpleNamespace(colors=colors)
        self.all, self.marker_slots = (), {word: FIRST + i for i, word in enumerate(words)}

    def __bool__(self) -> bool:
        return True


def told_only(s: list[Any], amount: int) -> None:
    """Actions that opponents lose are a module's: here they are told and no more."""
    s[EVENTS] = (s[EVENTS], "lose_next", amount)


PENDING, LAID, WARPED, TWICE = range(SIZE + 10, SIZE + 14)  # what the module of warp effects keeps


class Warp:
    """Stands for the module of warp effects: what it does for compiled cards, on a bare state."""

    def __init__(self, tools: Toolkit) -> None:
        self.tools = tools
        tools.leaving["pending"] = self.give_up

    def give_up(self, s: list[Any], number: int) -> None:
        s[PENDING] = 0

    def movable(self, s: list[Any]) -> int:
        return s[PENDING]

    def was_played(self, s: list[Any], number: int) -> bool:
        return s[WARPED]

    def count_twice(self, s: list[Any]) -> None:
        s[TWICE] += 1
        s[EVENTS] = (s[EVENTS], "count_twice")

    def take_onto(self, s: list[Any], square: int) -> None:
        color, rank = self.tools.color_at(s, square), self.tools.rank_at(s, square)
        self.tools.lift(s, square)
        s[(LEGENDS if rank == 2 else SUPPLY) + color] -= 1
        s[LAID] += ((color, rank),)
        s[EVENTS] = (s[EVENTS][0], "take", color, rank, square)

    def landing(self, s: list[Any], combat: int, mask: int) -> int:
        if not s[LAID]:
            return 0
        low = [x for x in ARENA.squares if self.tools.rank_at(s, x) < s[LAID][0][1] + combat or not s[OCC] >> x & 1]
        return mask & sum(1 << x for x in low)

    def land(self, s: list[Any], square: int) -> None:
        self.tools.destroy(s, square)
        color, rank = s[LAID][0]
        s[(LEGENDS if rank == 2 else SUPPLY) + color] += 1
        self.tools.lay(s, color, rank, square)
        s[LAID] = s[LAID][1:]
        s[EVENTS] = (s[EVENTS][0], "put_back", color, rank, square)


@cache
def machine(card: t.Card, colors: int) -> Machine:
    """The card's machine, made once."""
    return Machine(card, colors)


class EmittedRun:
    """A part in progress: `offer()` is what is asked now, `answer(text)` goes on."""

    def __init__(self, card: t.Card, part: str, world: World, match: Match | None) -> None:
        self.machine = machine(card, world.colors)
        self.forced: list[str] = []
        self.s = s = state_of(world, self.machine.toolkit, self.machine.words)
        index = self.machine.names.index(part)
        self.enter, self.take = self.machine.parts[index]
        s[REGISTERS] = BLANK_REGISTERS
        s[CARD], s[PART], s[BLOCK] = 1, index, 0
        if match is not None:
            s[ORIENTATION] = ORIENTATIONS.index(match.orientation)
            s[VERDICT] = 0 if world.struck is None else 1 + 3 * world.struck[0] + world.struck[1]
            s[SELF] = s[SITE] = square_number(match.square)
            s[USED] = ARENA.mask_of(tuple(match.used))
            s[MARKS] = ARENA.mask_of(tuple(match.marks))
            s[ARROWS] = sum(1 << COMPASS.index(x) for x in match.arrows)
            s[FOLLOWED] = s[USED] | 1 << s[SELF]
        self.enter[0](s)
        self._settle()

    def _settle(self) -> None:
        s, tools = self.s, self.machine.toolkit
        while True:
            if s[BLOCK] < 0 and s[STACK]:  # a copied part is done
                s[FRAME], s[STACK] = s[STACK][-1], s[STACK][:-1]
                tools.enters[s[CARD]][s[PART]][s[BLOCK]](s)
            elif s[BLOCK] >= 0 and s[FORCED] is not None:
                move, s[FORCED] = s[FORCED], None
                self.forced.append(move.text)
                tools.takes[s[CARD]][s[PART]][s[BLOCK]](s, move)
            else:
                break

    def offer(self) -> frozenset[str] | None:
        """The answers now, None when the part is done. Asking again must give the same and change nothing."""
        s = self.s
        if s[BLOCK] < 0:
            return None
        texts = self._texts()
        before = s[:OFFER]
        self.machine.toolkit.enters[s[CARD]][s[PART]][s[BLOCK]](s)
        assert s[:OFFER] == before, "an offer's block changed the state"
        assert self._texts() == texts, "asked again, the offer differs"
        assert len(set(texts)) == len(texts), f"doubled answers: {texts}"
        return frozenset(texts)

    def _texts(self) -> list[str]:
        lister = self.machine.answers[self.s[OFFER] - 1]
        return [x.text for x in lister(self.s)]

    def answer(self, text: str) -> None:
        s = self.s
        self.machine.toolkit.takes[s[CARD]][s[PART]][s[BLOCK]](s, Move.parse(text))
        self._settle()

    def ends_as(self, world: World, said: object) -> None:
        """Board, supplies, counters and events are those that the reference left in `world`."""
        outcome = self.outcome()
        counters = (
            "actions",
            "turns",
            "stand_ins",
            "as_own",
            "pile",
            "deck",
            "hand",
            "shared",
            "played",
            "pending",
            "laid",
            "more",
            "voids",
            "extra_cards",
            "summoned",
            "forced",
        )
        for name in ("squares", "supply", *counters, "events"):
            assert outcome[name] == getattr(world, name), (name, said)
        for word in self.machine.words:
            carriers = {x.square for (y, _), x in world.markers.items() if y == word and x.square}
            assert set(ARENA.names_of(self.s[self.machine.toolkit.marker(word)])) == carriers, (word, said)
        assert outcome["destroyed"] == {k: n for k, n in world.destroyed.items() if n}, ("destroyed", said)

    def outcome(self) -> dict[str, Any]:
        """Everything that the part may have changed, in the words of the reference."""
        s, colors = self.s, self.machine.toolkit.color_count
        counts = s[DESTROYED]
        return {
            "squares": squares_of(s, self.machine.toolkit),
            "supply": {c: [s[SUPPLY + c], s[LEGENDS + c]] for c in range(colors)},
            "destroyed": {divmod(i, 3): n for i, n in enumerate(counts) if n},
            "actions": s[ACTIONS],
            "turns": s[EXTRA_TURNS],
            "stand_ins": s[STAND_INS],
            "as_own": {c for c in range(colors) if s[AS_OWN] >> c & 1},
            "pile": [CARD_NAMES[x] for x in s[PILE]],
            "deck": [CARD_NAMES[x] for x in s[DECK]],
            "hand": [CARD_NAMES[x] for x in s[HAND]],
            "shared": {k: [CARD_NAMES[x] for x in s[y]] for k, y in (("legend", LEGEND_PILE), ("flare", FLARE_PILE))},
            "played": CARD_NAMES[s[PLAYED]],
            "pending": CARD_NAMES[s[PENDING]],
            "laid": list(s[LAID]),
            "more": s[TWICE],
            "voids": s[VOIDS],
            "extra_cards": {kind: n for kind, n in zip(KINDS, s[EXTRA_CARDS], strict=True) if n},
            "summoned": [(rank, square_name(square)) for _, square, rank in s[SUMMONED]],
            "forced": self.forced,
            "events": list(events_of(s)),
        }


def state_of(world: World, toolkit: Toolkit, words: tuple[str, ...] = ()) -> list[Any]:
    """A bare state with the world's pieces, markers, supplies and actions."""
    s: list[Any] = [*blank_state(), (0,) * (2 * world.colors), *(0 for _ in words)]
    s += [0] * (PENDING - len(s))
    s += [CARD_NAMES.index(world.pending), tuple(world.laid), world.warped, 0]
    for c in range(world.colors):
        s[SUPPLY + c], s[LEGENDS + c] = 99, 99
    for square, (color, rank) in world.squares.items():
        toolkit.put(s, color, rank, square_number(square))
    for c in range(world.colors):
        s[SUPPLY + c], s[LEGENDS + c] = world.supply[c]
    for (word, _), piece in world.markers.items():
        assert piece.square
        s[toolkit.marker(word)] |= 1 << square_number(piece.square)
    zones = (world.pile, world.deck, world.hand)
    s[PILE], s[DECK], s[HAND] = (tuple(map(CARD_NAMES.index, x)) for x in zones)
    s[PLAYED] = CARD_NAMES.index(world.played)
    s[ME], s[ACTIONS] = world.me, world.actions
    s[DESTROYED] = (0,) * (3 * world.colors)
    s[SUMMONED] = tuple((0, square_number(square), rank) for rank, square in world.summoned)
    s[EVENTS] = None
    return s


def squares_of(s: list[Any], toolkit: Toolkit) -> dict[str, tuple[int, int]]:
    """The board of a state as a dict."""
    found: dict[str, tuple[int, int]] = {}
    for square in ARENA.squares:
        color = toolkit.color_at(s, square)
        if color >= 0:
            found[square_name(square)] = (color, toolkit.rank_at(s, square))
    return found


def events_of(s: list[Any]) -> Iterator[tuple[Any, ...]]:
    """The events of a state in the form of the reference."""
    raw: list[tuple[Any, ...]] = []
    tail = s[EVENTS]
    while tail is not None:
        tail, *event = tail
        raw.append(tuple(event))
    for name, *fields in reversed(raw):
        match name, fields:
            case "put", [color, rank, square]:
                yield "put", color, rank, square_name(square)
            case "destroy", [color, rank, square, tally]:
                yield "destroy", color, rank, square_name(square), tally
            case "move" | "leap", [_, _, a, b]:
                yield name, square_name(a), square_name(b)
            case "flip", [color, old, new, square]:
                yield "turn", color, old, new, square_name(square)
            case "convert", [old_color, old, _, new, square]:
                yield "convert", old_color, old, new, square_name(square)
            case "out", [color, rank, _]:
                yield "out", color, rank
            case "lose_next", [n]:
                yield "lose_next", n
            case "mark", [word, color, square]:
                yield "mark", word, color, square_name(square)
            case "actions", [n]:
                yield "gain", "action", n
            case "put_card", [_, number, source, zone]:
                target = zone.removeprefix("under ")
                way = "under" if target != zone else "into" if zone in ("hand", "play") else "onto"
                yield "put_card", CARD_NAMES[number], source, way, target
            case "discard", [_, number]:
                yield "put_card", CARD_NAMES[number], "hand", "onto", "pile"
            case "extra_cards", [kind, n]:
                yield "draw_more", kind, n
            case "as_own", [color]:
                yield "as_own", color
            case "counts_as", [rank]:
                yield "tell", rank
            case "stand_ins", [n]:
                yield "permit", n
            case "stand_in_squares", [n]:
                yield "permit_squares", n
            case "swap", [a, b]:
                yield "swap", square_name(a), square_name(b)
            case "take" | "put_back", [color, rank, square]:
                yield name, color, rank, square_name(square)
            case "count_twice", []:
                yield ("count_twice",)
            case "extra_turns", [n]:
                yield "gain", "turn", n
            case _:
                raise AssertionError(f"event {name} in an effect")


class Coverage:
    """Which lines of a machine's functions ran; lines are numbers in its text, from 1."""

    def __init__(self) -> None:
        self.seen: dict[str, set[int]] = {}

    @contextmanager
    def watch(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith("<emitted "):
            return None
        lines = self.seen.setdefault(name, set())

        def line(inner: FrameType, what: str, _: object) -> Any:
            if what == "line":
                lines.add(inner.f_lineno)
            return line

        return line

    def missing(self, machine_: Machine) -> list[str]:
        """The lines of part functions (not of the match) that never ran, as `function: line`."""
        texts = machine_.text.split("\n")
        lines = self.seen.get(machine_.file, set())
        return [f"{_function(texts, n)}: {texts[n - 1].strip()}" for n in sorted(_code_lines(machine_) - lines)]


def _function(texts: list[str], line: int) -> str:
    """The name of the function around a line, without the card's name in front."""
    head = next(x for x in reversed(texts[:line]) if x.startswith("    def "))
    return head.split("(")[0].removeprefix("    def ")


def _code_lines(machine_: Machine) -> set[int]:
    found: set[int] = set()
    for enter, take in machine_.parts:
        for function in (*enter, *take):
            if function is not None:
                found |= _lines(function.__code__)
                for cell in function.__closure__ or ():
                    inner = cell.cell_contents
                    code = getattr(inner, "__code__", None)
                    if code is not None and code.co_filename == machine_.file:
                        found |= _lines(code)
    return found


def _lines(code: Any) -> set[int]:
    return {line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno}
