"""The hand-written scenarios and the worked examples of the cards, played by the reference interpreter.

It knows effects, not turns: steps that speak of the turn (placing, ending, scores,
discards) are left to the engine; a scenario is taken up to its first such `play`. Of the
rules of expansions it knows what effects look at: who is the Gateway, which card is
pending. When a warp or frozen effect may be played is the turn's matter; what it does is not.
"""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from pathlib import Path

import kalarite.cards
import pytest
from kalarite.compiler.reference import Match, World, claimable, criteria, matches, pick_ups, summon
from kalarite.dsl import tree as t
from kalarite.dsl.parse import parse_scenarios
from kalarite.dsl.source import Source
from reference.stage import ARENA, LETTERS, STOCK, Run, shipped

GOLDEN = Path(__file__).parents[1] / "golden"
TURN = ("place ", "end", "discard", "return", "warp ", "thaw ", "keep ")  # answers of the turn itself
PARTS = {"warp": "warp", "thaw": "frozen"}  # the turn's answers that begin a part of the card
SILENT = {"hand", "final", "kept", "tasks"}  # set-up that no effect looks at, or that is read elsewhere


@cache
def scenarios() -> dict[str, tuple[t.Card, t.Example]]:
    """Every scenario with its card, by `card::title`."""
    found: dict[str, tuple[t.Card, t.Example]] = {}
    for name, card in shipped().items():
        examples = list(card.examples)
        for path in GOLDEN.glob(f"*/{name}.scenarios"):
            read, diagnostics = parse_scenarios(Source.of(path.read_bytes(), str(path)))
            assert not diagnostics, [x.message for x in diagnostics]
            examples += read
        found |= {f"{name}::{example.title}": (card, example) for example in examples}
    return found


@cache
def traits() -> dict[str, tuple[str, ...]]:
    """Of every card its kind and the parts that it has."""
    return {card.name: (card.kind, *(part.name for part in card.parts)) for card in shipped().values()}


@cache
def warps() -> dict[str, t.Part]:
    """The warp effects, by the name of their card."""
    return {card.name: part for card in shipped().values() for part in card.parts if part.name == "warp"}


@cache
def gateways() -> set[str]:
    """The names of the beings that can become the Gateway when they are summoned (N2.1, N2.7)."""
    deck = {path.stem for path in Path(kalarite.cards.__path__[0]).glob("nethervoid/*.card")}
    return {card.name for name, card in shipped().items() if name in deck and card.kind == "being"}


class Table:
    """A position on which color 0 acts, one scenario long."""

    def __init__(self, card: t.Card) -> None:
        self.card = card
        self.world = World(ARENA, {}, {}, traits=traits(), book=warps())
        self.warped: set[str] = set()  # cards of which the warp effect was played
        self.run: Run | None = None
        self.parts: list[str] = []  # of a flare, still to be run
        self.open: list[Match] = []  # matches of the summoning that is being declared

    # ------------------------------------------------------------ set-up

    def before(self, squares: dict[str, tuple[int, int]]) -> None:
        self.world.squares = squares
        self.world.supply = {color: [*STOCK] for color in (0, 1)}
        for color, rank in squares.values():
            self.world.supply[color][rank // 2] -= 1

    def supply(self, text: str) -> None:
        whose, two_sided, legendary = text.split()
        self.world.supply[0 if whose == "own" else 1] = [int(two_sided), int(legendary)]

    def marker(self, text: str) -> None:
        word, *squares = text.split()
        for square in squares:
            self.world.markers[word, self.world.color(square)] = self.world.follow(square)

    # ------------------------------------------------------------ decisions

    def offer(self) -> set[str]:
        """The answers now; of the turn's own question only the summonings or the flare of the card."""
        if self.run:
            return set(self.run.offer or ())
        if self.open:
            return self.match_texts() or {f"pick up {square}" for square in self.pick_ups()}
        if self.card.kind == "flare":
            return {"flare"} if criteria(self.world, self.card, 1) else set()
        return {f"summon {self.card.name} {match.square}" for match in self.possible()}

    def play(self, answer: str) -> None:
        word, last = answer.split()[0], answer.split()[-1]
        if word in PARTS:
            self.begin_alone(PARTS[word])
            return
        assert answer in self.offer(), (answer, sorted(self.offer()))
        if self.run:
            self.run.take(answer)
        elif answer == "flare":
            self.parts = criteria(self.world, self.card, 1)
        elif answer.startswith("pick up"):
            self.begin(last)
        else:
            among = self.open or self.possible()
            self.open = [match for match in among if last in (match.square, match.orientation)]
            if not self.match_texts() and len(self.pick_ups()) < 2:
                self.begin(*self.pick_ups())
        self.go_on()

    def go_on(self) -> None:
        """Leave a part that is done and begin the next one of a flare."""
        legendary = [
            x for x, piece in self.world.markers.items() if piece.square and self.world.rank(piece.square) == 2
        ]
        for marker in legendary:  # N3.2
            del self.world.markers[marker]
        if self.run and self.run.offer is None:
            self.run = None
        while self.parts and not self.run:
            run = Run(self.card, self.parts.pop(0), self.world)
            self.run = run if run.offer is not None else None

    # ------------------------------------------------------------ summoning

    def possible(self) -> list[Match]:
        """Matches with which the card can be summoned, shortage included (R5.18)."""
        found = matches(self.card, self.world) if self.world.actions else []
        return [match for match in found if pick_ups(self.card, self.world, match) != frozenset()]

    def match_texts(self) -> set[str]:
        """The question for the match, asked if the open ones differ in what the card's text speaks of (D13)."""
        text = repr(self.card.parts)
        words = {"marks": ["'marked'"], "arrows": ["'arrow'", "ChooseArrow"], "used": ["used=True"]}
        spoken_of = [part for part, found in words.items() if any(word in text for word in found)]
        meanings = {tuple(getattr(match, part) for part in spoken_of) for match in self.open}
        return {f"match {match.orientation}" for match in self.open} if len(meanings) > 1 else set()

    def pick_ups(self) -> set[str]:
        return {square for match in self.open for square in pick_ups(self.card, self.world, match) or ()}

    def begin(self, pick_up: str | None = None) -> None:
        match = next(x for x in self.open if pick_up in (pick_ups(self.card, self.world, x) or {None}))
        self.open = []
        world, name = self.world, self.card.name
        summon(world, self.card, match, pick_up)
        if name in gateways():
            self.pass_gateway(match.square)
        world.pending = "" if world.pending == name else world.pending
        world.hand = [x for x in world.hand if x != name]
        world.played, world.warped = name, name in self.warped
        if any(part.name == "effect" for part in self.card.parts):
            self.run = Run(self.card, "effect", world, match)

    def pass_gateway(self, square: str) -> None:
        """The being on its square becomes the Gateway where there is none or, being heroic, instead of a common one."""
        there = self.world.marked("gateway")  # N2.1 to N2.4
        old = self.world.rank(there.square) if there and there.square else None
        if old is None or (old == 0 and self.card.rank == 1):
            self.world.mark("gateway", square)

    def begin_alone(self, part: str) -> None:
        """A part that is carried out without the being; the card of a warp effect is pending then (W2.4, W3.1)."""
        assert self.run is None
        if part == "warp":
            self.warped.add(self.card.name)
            self.world.pending = self.card.name
        self.run = Run(self.card, part, self.world)
        self.go_on()


# ---------------------------------------------------------------- the lines of a scenario


def squares_of(step: t.Step) -> dict[str, tuple[int, int]]:
    """A drawn board; without a window it is the whole arena."""
    column, row = (ord(step.window[0]) - ord("a"), int(step.window[1])) if step.window else (0, 1)
    return {
        chr(ord("a") + column + x) + str(row + y): LETTERS[char]
        for y, text in enumerate(reversed(step.rows))
        for x, char in enumerate(text)
        if char in LETTERS
    }


def names(text: str) -> list[str]:
    return [x.strip() for x in text.split(",")]


def expect(world: World, text: str) -> None:
    match text.split():
        case ["actions", number]:
            assert world.actions == int(number)
        case ["turns", number]:
            assert world.turns == int(number)
        case ["supply", whose, two_sided, legendary]:
            assert world.supply[0 if whose == "own" else 1] == [int(two_sided), int(legendary)]
        case ["destroyed", *numbers]:
            assert [world.destroyed.get((1, rank), 0) for rank in range(3)] == [int(x) for x in numbers]
        case ["marker", word, *squares]:
            carriers = {x.square for (marker, _), x in world.markers.items() if marker == word and x.square}
            assert carriers == set(squares) - {"-"}
        case ["pending", *_]:
            assert (world.pending or "-") == names(text.removeprefix("pending"))[0]
        case ["score" | "discards" | "hand" | "holds" | "kept" | "under" | "turn" | "improvised" | "winners", *_]:
            pass  # the turn's matter
        case _:
            raise AssertionError(text)


def check(table: Table, step: t.Step) -> None:
    """Carry out one line of a scenario; what the turn itself offers is not looked at."""
    answers = set(names(step.text))
    other = tuple(x for x in answers if x.startswith("summon ") and not x.startswith(f"summon {table.card.name} "))
    of_turn = {x for x in answers if x.startswith((*TURN, *other))}
    match step.word:
        case "before":
            table.before(squares_of(step))
        case "after":
            assert table.world.squares == squares_of(step)
        case "actions":
            table.world.actions = int(step.text)
        case "supply":
            table.supply(step.text)
        case "pile":
            table.world.pile = names(step.text)
        case "hand" if not step.text.startswith("of "):
            table.world.hand = names(step.text)
        case "marker":
            table.marker(step.text)
        case "pending":
            table.world.pending = names(step.text)[0].replace("-", "")
        case "play":
            for answer in step.text.split(","):
                table.play(answer.strip())
        case "offers" if not of_turn:
            assert table.offer() == answers
        case "allows":
            assert answers - of_turn <= table.offer()
        case "refuses":
            assert not (answers - of_turn) & table.offer()
        case "done":
            assert table.run is None
            assert not table.open
        case "expect":
            expect(table.world, step.text)
        case "offers":
            pass
        case "destroyed":
            table.world.destroyed = {(1, rank): int(n) for rank, n in enumerate(step.text.split())}
        case "summoned":
            said = [x.split() for x in step.text.split(",")]
            table.world.summoned = [(t.RANKS.index(rank), square) for rank, square in said]
        case "claimable" | "not":
            assert claimable(table.card, table.world) == (step.word == "claimable")
        case word:
            assert word in SILENT, word


def speaks_of_the_turn(step: t.Step, card: t.Card) -> bool:
    """Whether a `play` goes beyond the card: another action, another card."""
    if step.word != "play":
        return False
    begins = {f"{word} {card.name}" for word, part in PARTS.items() if part in traits()[card.name]}
    answers = [x for x in names(step.text) if x not in begins]
    others = [x for x in answers if x.startswith("summon ") and not x.startswith(f"summon {card.name} ")]
    return bool(others) or any(x.startswith(TURN) for x in answers)


def taken(card: t.Card, example: t.Example) -> list[t.Step]:
    """The steps that are about the card alone; none in another form, where answers name decks and colors."""
    if any(step.word == "form" for step in example.steps):
        return []
    return list(takewhile(lambda step: not speaks_of_the_turn(step, card), example.steps))


@pytest.mark.parametrize("title", scenarios())
def test_a_scenario_holds(title: str) -> None:
    card, example = scenarios()[title]
    table = Table(card)
    for step in taken(card, example):
        check(table, step)


def test_most_scenarios_are_played_to_their_end() -> None:
    whole = [len(taken(card, x)) == len(x.steps) for card, x in scenarios().values()]
    assert sum(whole) >= 0.9 * len(whole)
    deeds = {"play", "claimable", "not"}
    done = {card.name for card, x in scenarios().values() if deeds & {step.word for step in taken(card, x)}}
    assert done == {card.name for card in shipped().values()}
