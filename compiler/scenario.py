"""Takes an example block (docs/design/0002-scenarios.md) and compiled cards, plays it, gives what did not come true.

A block is a position (of any form of play), answers, and what must hold in between. Every
line counts: an unknown word, an answer that is not offered, a board that differs is a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..dsl.diagnostic import Diagnostic
from ..dsl.parse import parse_card, parse_scenarios
from ..dsl.source import Source, Span
from ..dsl.suggest import suggest
from ..dsl.tree import RANKS, Example, Step
from ..runtime import Arena, Board, CardError, CardSet, Game, IllegalMove, KalariteError, Result
from ..runtime.forms import form_for
from ..runtime.forms.sides import Sides
from ..runtime.modules import SHIPPED
from ..runtime.move import Move
from ..runtime.state import DECK
from .compile import CompiledDeck, compile_cards, compile_deck, index_of, set_of, with_form
from .deck import CARDS, Deck, Kind, deck_of_file
from .drawing import side_by_side
from .files import read_source
from .manifest import read_manifest
from .sources import Sources

FORM = "duel"  # if nothing else is said
OWN, ENEMY = 0, 1  # the two sides of an example about a card; seat and color are one in a duel
SIDES = {"own": OWN, "enemy": ENEMY, "0": 0, "1": 1, "2": 2, "3": 3}
_DECK_KINDS: dict[str, Kind] = {"being": "beings", "legend": "legends", "flare": "flares", "task": "tasks"}


@dataclass(frozen=True)
class Failure:
    """Where an example did not come true (a span of its file) and why, in sentences."""

    span: Span
    message: str


class _Wrong(Exception):
    """A line did not come true."""


def run_example(example: Example, cards: CardSet, card: str = "", form: str = FORM) -> Failure | None:
    """Play an example; None if all of it comes true.

    `card`: whose example it is (in hand if nothing else is said); `form`: the one that is played if none is named.
    """
    run = _Run(cards, card, form)
    for step in example.steps:
        action = _STEPS.get(step.word)
        try:
            if action is None:
                raise _Wrong(f"there is no line '{step.word}'{_hint(step.word, _STEPS)}")
            action(run, step)
        except (_Wrong, KalariteError) as error:
            return Failure(step.span, str(error))
    if not run.looked:
        return Failure(example.span, "the example shows nothing: it needs a board and something that must hold")
    return None


def seats_for(cards: CardSet, deck: str, players: int = 2, allowed: Iterable[str] = ()) -> tuple[str, ...]:
    """The playable decks of an example on a card of `deck`: one that holds it acts, others are the enemies."""
    playable: Mapping[str, Mapping[str, str]] = cards.index["playable"]
    names = list(allowed) or list(playable)
    acting = sorted(names, key=lambda name: playable[name]["deck"] != deck)[0]  # stable: else the first
    return (acting, *[x for x in names if x != acting][: players - 1])


class _Run:
    """An example in play: what its first lines say, then the game that they begin."""

    def __init__(self, cards: CardSet, card: str, form: str) -> None:
        self.cards = cards
        self.card = cards[card] if card else None
        self.form, self.arena_name = form, ""
        self.decks: tuple[str, ...] = ()
        self.said: dict[str, Any] = {}  # arguments of Game.from_position, as they are
        self.to_move, self.first_turn, self.seed = OWN, False, 0
        self.board: Board | None = None
        self.supply: dict[int, tuple[int, int]] = {}
        self.hands: dict[int, list[str]] = {}
        self.draws: dict[int, list[str]] = {}
        self.discards: dict[int, list[str]] = {}
        self.claimed: dict[int, list[str]] = {}
        self.improvised: dict[int, list[int]] = {}
        self.pending: dict[int, str] = {}
        self.destroyed: tuple[int, ...] = (0, 0, 0)
        self.summoned: list[tuple[str, str]] = []
        self.game: Game | None = None
        self.looked = False  # whether something was held against the game

    # What the first lines settle for the others: they are asked only when those are read.

    @cached_property
    def arena(self) -> Arena:
        return self.cards.arena(self.arena_name or str(self.cards.form(self.form)["arena"]))

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The decks in play, by seat."""
        data = self.cards.form(self.form)
        deck = self.card.deck if self.card else ""
        return self.decks or seats_for(self.cards, deck, min(data["players"]), data.get("decks", ()))

    @cached_property
    def rules(self) -> Mapping[str, Any]:
        """The form for so many players."""
        return form_for(self.cards.form(self.form), len(self.seats))

    @cached_property
    def sides(self) -> Sides:
        return Sides(self.seats, self.rules["teams"])

    def playing(self) -> Game:
        """The game, begun now if this is the first line that needs it."""
        if self.game is None:
            self.game = self.beginning() if self.first_turn else self.standing()
        return self.game

    def beginning(self) -> Game:
        """A game from its first decision."""
        if self.board is not None or self.said:
            raise _Wrong("'first-turn' begins a game anew: no board and no other line of a position goes with it")
        form, seed, first = self.form, self.seed, self.to_move
        return Game.new(form, self.seats, seed, first=first, cards=self.cards, arena=self.arena_name or None)

    def standing(self) -> Game:
        """A game from the position that is said."""
        if self.board is None:
            raise _Wrong("the example has no board yet: 'before' comes first")
        seats, colors = range(len(self.seats)), range(self.sides.colors)
        if self.card is not None and self.card.task is None:
            self.hands.setdefault(self.to_move, [self.card.key])
        position: dict[str, Any] = {
            "hands": [self.hands.get(seat, []) for seat in seats],
            "draws": [self.draws.get(seat, []) for seat in seats],
            "discards": [self.discards.get(seat, []) for seat in seats],
            "actions": self.rules["turn"]["actions"],
            **self.said,
        }
        if self.supply:
            position["supply"] = [self.supply.get(color) or self.rest(color) for color in colors]
        if self.pending:
            kept = position.get("modules", {})
            position["modules"] = {**kept, "warp.pending": [self.pending.get(seat) for seat in seats]}
        if self.claimed:
            position["claimed"] = [self.claimed.get(color, []) for color in colors]
        if self.improvised:
            names = self.sides.color_names
            position["improvised"] = [[self.named(x, names) for x in self.improvised.get(c, [])] for c in colors]
        return Game.from_position(
            self.board,
            form=self.form,
            decks=self.seats,
            cards=self.cards,
            arena=self.arena_name or None,
            to_move=self.to_move,
            seed=self.seed,
            **position,
        )

    def named(self, number: int, names: Sequence[str]) -> str:
        """The deck that stands for a seat or a color."""
        if number >= len(names):
            raise _Wrong(f"there is no number {number} here: numbers go from 0 to {len(names) - 1}")
        return names[number]

    def claimable(self) -> bool:
        """Whether the task whose example this is can be claimed on the board."""
        self.looked = True
        if self.card is None or self.card.task is None:
            raise _Wrong("only the example of a task says whether it can be claimed")
        if self.board is None:
            raise _Wrong("the example has no board yet: 'before' comes first")
        return self.card.claimable(self.board, OWN, self.destroyed, self.summoned)

    def rest(self, color: int) -> tuple[int, int]:
        """What the form gives a color, less what is on the board."""
        assert self.board is not None
        given = self.rules["supply"]
        ranks = [rank for owner, rank in self.board.pieces.values() if owner == color]
        legendary = ranks.count(2)
        return given["two-sided"] - (len(ranks) - legendary), given["legendary"] - legendary

    def marker_field(self, word: str) -> str:
        """How positions call a marker of one of the decks in play."""
        index = self.cards.index
        decks = [index["decks"][index["playable"][x]["deck"]] for x in self.seats]
        modules = [x["module"] for x in decks if word in x.get("markers", ())]
        if not modules:
            raise _Wrong(f"no deck in play has a marker '{word}'")
        return f"{modules[0]}.{word}"

    def setting_up(self, word: str) -> None:
        if self.game is not None:
            raise _Wrong(f"'{word}' belongs before the first answer")

    def opening(self, word: str) -> None:
        if self.game is not None or self.board is not None:
            raise _Wrong(f"'{word}' belongs before the board")


# ---------------------------------------------------------------- setting up


def _before(run: _Run, step: Step) -> None:
    run.setting_up("before")
    if run.board is not None:
        raise _Wrong("an example begins with one board; this is its second 'before'")
    run.board = _drawn(run, step)


def _form(run: _Run, step: Step) -> None:
    run.opening("form")
    run.form = step.text
    run.cards.form(run.form)


def _arena(run: _Run, step: Step) -> None:
    run.opening("arena")
    run.arena_name = step.text


def _decks(run: _Run, step: Step) -> None:
    run.opening("decks")
    run.decks = tuple(_listed(step.text))


def _turn(run: _Run, step: Step) -> None:
    run.setting_up("turn")
    run.to_move = _seat(run, step.text.removeprefix("of "), "turn of")


def _first_turn(run: _Run, step: Step) -> None:
    run.opening("first-turn")
    run.first_turn = True
    run.seed = _number(step.text) if step.text else 0


def _actions(run: _Run, step: Step) -> None:
    run.setting_up("actions")
    run.said["actions"] = _number(step.text)


def _supply(run: _Run, step: Step) -> None:
    run.setting_up("supply")
    color, numbers = _side(step.text)
    run.supply[color] = numbers


def _hand(run: _Run, step: Step) -> None:
    run.setting_up("hand")
    if step.text.startswith("of "):
        seat, names = _of(run, step.text, "hand")
        run.hands[seat] = names
    else:
        run.hands[run.to_move] = _listed(step.text)


def _deck(run: _Run, step: Step) -> None:
    run.setting_up("deck")
    seat, names = _of(run, step.text, "deck")
    run.draws[seat] = names


def _discards(run: _Run, step: Step) -> None:
    run.setting_up("discards")
    seat, names = _of(run, step.text, "discards")
    run.discards[seat] = names


def _tasks(run: _Run, step: Step) -> None:
    run.setting_up("tasks")
    run.said["tasks"] = [None if x == "-" else x for x in _listed(step.text)]


def _next(run: _Run, step: Step) -> None:
    run.setting_up("next")
    run.said["next_task"] = step.text


def _claimed(run: _Run, step: Step) -> None:
    run.setting_up("claimed")
    color, names = _numbered(step.text)
    run.claimed[color] = names


def _scores(run: _Run, step: Step) -> None:
    run.setting_up("scores")
    rows = _score_rows(step.text)
    run.said["scores"] = rows if len(rows) > 1 else rows[0]


def _improvised(run: _Run, step: Step) -> None:
    run.setting_up("improvised")
    color, used = _numbered(step.text)
    run.improvised[color] = [_number(x) for x in used]


def _kept(run: _Run, step: Step) -> None:
    run.setting_up("kept")
    name, values = _field(step.text)
    run.said.setdefault("modules", {})[name] = values


def _final(run: _Run, step: Step) -> None:
    run.setting_up("final")
    run.said["final_turns"] = _number(step.text)


def _discarded(run: _Run, step: Step) -> None:
    run.setting_up("discarded")
    if step.text:
        raise _Wrong("nothing stands behind 'discarded'")
    run.said["discarded"] = True


def _gone(run: _Run, step: Step) -> None:
    run.setting_up("gone")
    run.said["gone"] = [run.named(_number(x), run.seats) for x in _listed(step.text)]


def _marker(run: _Run, step: Step) -> None:
    """A word, and the squares of the pieces that carry that marker."""
    run.setting_up("marker")
    word, _, squares = step.text.partition(" ")
    run.said.setdefault("modules", {})[run.marker_field(word)] = [] if squares == "-" else _listed(squares)


def _pile(run: _Run, step: Step) -> None:
    run.setting_up("pile")
    run.discards[run.to_move] = _listed(step.text)


def _pending(run: _Run, step: Step) -> None:
    """The pending being of a seat (runtime.modules.warp)."""
    run.setting_up("pending")
    seat, names = _of(run, step.text, "pending") if step.text.startswith("of ") else (run.to_move, _listed(step.text))
    run.pending[seat] = names[0]


def _destroyed(run: _Run, step: Step) -> None:
    run.setting_up("destroyed")
    run.destroyed = _numbers(step.text, 3)


def _summoned(run: _Run, step: Step) -> None:
    run.setting_up("summoned")
    for text in _listed(step.text):
        rank, _, square = text.partition(" ")
        run.summoned.append((rank, square.strip()))


# ---------------------------------------------------------------- claiming


def _claimable(run: _Run, step: Step) -> None:
    if not run.claimable():
        raise _Wrong("the task cannot be claimed here")


def _not_claimable(run: _Run, step: Step) -> None:
    if step.text != "claimable":
        raise _Wrong(f"'not claimable' is expected here, not 'not {step.text}'")
    if run.claimable():
        raise _Wrong("the task can be claimed here")


# ---------------------------------------------------------------- playing


def _play(run: _Run, step: Step) -> None:
    game = run.playing()
    for text in _listed(step.text):
        game.play(game.parse(text))


def _offers(run: _Run, step: Step) -> None:
    run.looked = True
    offered = {str(x) for x in run.playing().legal_moves()}
    wanted = set(_moves(step.text))
    missing, extra = sorted(wanted - offered), sorted(offered - wanted)
    if missing or extra:
        parts = [
            f"{word} {', '.join(found)}"
            for word, found in (("not offered:", missing), ("also offered:", extra))
            if found
        ]
        raise _Wrong("; ".join(parts))


def _allows(run: _Run, step: Step) -> None:
    run.looked = True
    offered = [str(x) for x in run.playing().legal_moves()]
    missing = [x for x in _moves(step.text) if x not in offered]
    if missing:
        raise _Wrong(f"not offered: {', '.join(missing)}; offered: {_short(offered)}")


def _refuses(run: _Run, step: Step) -> None:
    run.looked = True
    texts = _listed(step.text)
    deeds = [x for x in texts if x.split()[0] in _DEEDS]
    offered = {str(x) for x in run.playing().legal_moves()}
    found = [str(x) for x in map(Move.parse, (x for x in texts if x not in deeds)) if str(x) in offered]
    found += [x for x in deeds if _is_allowed(run.playing().copy(), x)]
    if found:
        raise _Wrong(f"offered, but should be refused: {', '.join(found)}")


def _is_allowed(game: Game, deed: str) -> bool:
    word, _, text = deed.partition(" ")
    try:
        _DEEDS[word](game, text)
    except IllegalMove:
        return False
    return True


def _deed(run: _Run, step: Step) -> None:
    """Something that a player does and that answers no question."""
    _DEEDS[step.word](run.playing(), step.text)


def _take_back(game: Game, text: str) -> None:
    if text != "back":
        raise _Wrong(f"'take back' is expected here, not 'take {text}'")
    game.take_back()


def _done(run: _Run, step: Step) -> None:
    run.looked = True
    if step.text:
        raise _Wrong("nothing stands behind 'done'")
    game = run.playing()
    if game.card_in_play is not None:
        raise _Wrong(f"the effect goes on, it asks for: {_short(map(str, game.legal_moves()))}")


def _after(run: _Run, step: Step) -> None:
    run.looked = True
    wanted, found = _drawn(run, step), run.playing().board
    if wanted != found:
        raise _Wrong(f"the board differs\n{side_by_side(wanted, found)}")


# ---------------------------------------------------------------- expecting


def _expect(run: _Run, step: Step) -> None:
    run.looked = True
    what, _, text = step.text.partition(" ")
    expectation = _EXPECTATIONS.get(what)
    if expectation is None:
        raise _Wrong(f"nothing called '{what}' can be expected{_hint(what, _EXPECTATIONS)}")
    expectation(run.playing(), text.strip())


def _same(what: str, wanted: object, found: object) -> None:
    if wanted != found:
        shown = [" ".join(map(str, x)) if isinstance(x, tuple) else x for x in (found, wanted)]
        raise _Wrong(f"{what}: {shown[0]}, expected {shown[1]}")


def _expect_actions(game: Game, text: str) -> None:
    _same("actions left", _number(text), game.actions)


def _expect_turns(game: Game, text: str) -> None:
    _same("extra turns", _number(text), game.extra_turns)


def _expect_score(game: Game, text: str) -> None:
    rows = _score_rows(text)
    if len(rows) == 1:
        _same("score", rows[0], game.scores)
        return
    names = game.rules.color_names
    found = tuple(tuple(row.get(name, 0) for name in names) for row in game.color_scores.values())
    shown = [" / ".join(" ".join(map(str, row)) for row in x) for x in (rows, found)]
    _same("score", *shown)


def _expect_supply(game: Game, text: str) -> None:
    color, numbers = _side(text)
    _same(f"supply of color {color}", numbers, game.supply(color))


def _expect_destroyed(game: Game, text: str) -> None:
    color, numbers = ENEMY, text
    if len(text.split()) > len(RANKS):
        first, _, numbers = text.partition(" ")
        color = _number(first)
    counts = game.destroyed[game.rules.color_names[color]]
    _same(f"destroyed pieces of color {color}", _numbers(numbers, 3), tuple(counts[x] for x in RANKS))


def _expect_asked(game: Game, text: str) -> None:
    _same("asked", _number(text), game.to_move)


def _expect_turn(game: Game, text: str) -> None:
    _same("turn of", _number(text.removeprefix("of ")), game.turn_seat)


def _expect_control(game: Game, text: str) -> None:
    _same("control", _number(text), game.acting_seat)


def _expect_final(game: Game, text: str) -> None:
    _same("final turns", _number(text), game.final_turns)


def _expect_tasks(game: Game, text: str) -> None:
    _same("tasks", ", ".join(_listed(text)), ", ".join(x or "-" for x in game.tasks))


def _expect_next(game: Game, text: str) -> None:
    _same("next task", text, game.next_task or "-")


def _expect_claimed(game: Game, text: str) -> None:
    color, names = _numbered(text)
    _same("claimed", names, list(game.claimed[game.rules.color_names[color]]))


def _expect_improvised(game: Game, text: str) -> None:
    color, used = _numbered(text)
    names = game.rules.color_names
    _same("improvised", [_number(x) for x in used], [names.index(x) for x in game.improvised[names[color]]])


def _expect_kept(game: Game, text: str) -> None:
    name, values = _field(text)
    kept = game.kept
    if name not in kept:
        raise _Wrong(f"the rules of this game keep no '{name}'{_hint(name, kept)}")
    _same(name, *(", ".join("-" if x is None else str(x) for x in row) for row in (values, kept[name])))


def _expect_hand(game: Game, text: str) -> None:
    """`of N: A, B, 2 beings`: cards by name, and so many others of a kind."""
    seat, parts = _numbered(text.removeprefix("of "))
    hand = list(game.hand(seat))
    counts = [x.split() for x in parts if x[0].isdigit()]
    for name in (x for x in parts if not x[0].isdigit()):
        if name not in hand:
            raise _Wrong(f"{name} is not in the hand of {seat}; there: {', '.join(hand) or 'nothing'}")
        hand.remove(name)
    kinds = sorted(game.rules.entry(game.rules.number[x]).kind for x in hand)
    wanted = sorted(kind.removesuffix("s") for number, kind in counts for _ in range(_number(number)))
    if kinds != wanted:
        raise _Wrong(f"other cards in the hand of {seat}: {', '.join(hand) or 'none'}")


def _expect_gone(game: Game, text: str) -> None:
    _same("gone", tuple(_number(x) for x in _listed(text)), game.gone)


def _expect_marker(game: Game, text: str) -> None:
    word, _, squares = text.partition(" ")
    found = [x for name, x in game.kept.items() if name.endswith(f".{word}")]
    if not found:
        raise _Wrong(f"no deck in play has a marker '{word}'")
    _same(word, sorted([] if squares == "-" else _listed(squares)), sorted(found[0]))


def _expect_winners(game: Game, text: str) -> None:
    _same("winners", tuple(_number(x) for x in _listed(text)), _result(game).winners)


def _expect_places(game: Game, text: str) -> None:
    _same("places", _numbers(text, game.rules.seats), _result(game).places)


def _result(game: Game) -> Result:
    if game.result is None:
        raise _Wrong("the game is not over yet")
    return game.result


def _expect_discards(game: Game, text: str) -> None:
    own = (x for seat in range(game.rules.seats) for x in game.discards(seat))
    piles = [*own, *(x for pile in game.shared_discards.values() for x in pile)]
    missing = [x for x in _listed(text) if x not in piles]
    if missing:
        raise _Wrong(f"in no discard pile: {', '.join(missing)}; there: {', '.join(piles) or 'nothing'}")


def _expect_under(game: Game, text: str) -> None:
    s, turn = game._s, game.turn_seat
    deck = s[DECK + turn]
    _same("under the deck", text, game.rules.entry(deck[0]).key if deck else "nothing")


def _expect_pending(game: Game, text: str) -> None:
    pending = [key or "-" for key in game.kept["warp.pending"]]
    _same("pending", [x.strip() for x in text.split(",")], pending)


def _expect_held(game: Game, text: str) -> None:
    kinds = [game.rules.cards[key].kind for key in game.hand(OWN)]
    _same("hand", _numbers(text, 3), tuple(map(kinds.count, ("being", "legend", "flare"))))


def _expect_holds(game: Game, text: str) -> None:
    held = game.hand(OWN)
    missing = [x for x in _listed(text) if x not in held]
    if missing:
        raise _Wrong(f"not in the hand: {', '.join(missing)}; there: {', '.join(held) or 'nothing'}")


_DEEDS: dict[str, Callable[[Game, str], None]] = {
    "leave": lambda game, text: game.abandon(_number(text)),
    "resign": lambda game, text: game.resign(_number(text)),
    "take": _take_back,
}
_STEPS: dict[str, Callable[[_Run, Step], None]] = {
    "form": _form,
    "arena": _arena,
    "decks": _decks,
    "turn": _turn,
    "first-turn": _first_turn,
    "before": _before,
    "actions": _actions,
    "supply": _supply,
    "hand": _hand,
    "pile": _pile,
    "pending": _pending,
    "deck": _deck,
    "discards": _discards,
    "tasks": _tasks,
    "next": _next,
    "claimed": _claimed,
    "scores": _scores,
    "improvised": _improvised,
    "kept": _kept,
    "final": _final,
    "discarded": _discarded,
    "gone": _gone,
    "marker": _marker,
    **dict.fromkeys(_DEEDS, _deed),
    "play": _play,
    "offers": _offers,
    "allows": _allows,
    "refuses": _refuses,
    "done": _done,
    "after": _after,
    "expect": _expect,
    "destroyed": _destroyed,
    "summoned": _summoned,
    "claimable": _claimable,
    "not": _not_claimable,
}
_EXPECTATIONS: dict[str, Callable[[Game, str], None]] = {
    "actions": _expect_actions,
    "turns": _expect_turns,
    "score": _expect_score,
    "supply": _expect_supply,
    "destroyed": _expect_destroyed,
    "discards": _expect_discards,
    "asked": _expect_asked,
    "turn": _expect_turn,
    "control": _expect_control,
    "final": _expect_final,
    "tasks": _expect_tasks,
    "next": _expect_next,
    "claimed": _expect_claimed,
    "improvised": _expect_improvised,
    "kept": _expect_kept,
    "hand": _expect_hand,
    "gone": _expect_gone,
    "marker": _expect_marker,
    "winners": _expect_winners,
    "places": _expect_places,
    "held": _expect_held,
    "pending": _expect_pending,
    "holds": _expect_holds,
    "under": _expect_under,
}

# ---------------------------------------------------------------- reading a line


def _drawn(run: _Run, step: Step) -> Board:
    if not step.rows:
        raise _Wrong(f"'{step.word}' needs a board below it")
    return Board.parse("\n".join(step.rows), run.arena, at=step.window)


def _listed(text: str) -> list[str]:
    """The parts of a list with commas; a line without any is a mistake."""
    parts = [x.strip() for x in text.split(",")]
    if not all(parts):
        raise _Wrong("something is missing here: answers or names, with commas between them")
    return parts


def _moves(text: str) -> list[str]:
    """Answers in canonical text; what could be none at all is a mistake, not merely refused."""
    return [str(Move.parse(x)) for x in _listed(text)]


def _numbers(text: str, count: int) -> tuple[int, ...]:
    words = text.split()
    if len(words) != count or not all(x.isascii() and x.isdigit() and len(x) < 5 for x in words):
        raise _Wrong(f"{count} whole numbers are expected here, not '{text}'")
    return tuple(map(int, words))


def _number(text: str) -> int:
    return _numbers(text, 1)[0]


def _numbered(text: str) -> tuple[int, list[str]]:
    """`N: A, B`: a color or seat, and a list, which may be empty."""
    number, colon, rest = text.partition(":")
    if not colon:
        raise _Wrong(f"a number, a colon and a list are expected here, not '{text}'")
    return _number(number), _listed(rest) if rest.strip() else []


def _field(text: str) -> tuple[str, list[Any]]:
    """`MODULE.FIELD: A, -, 2`: a field of a module of rules and what is in it, a stroke for nothing."""
    name, colon, rest = text.partition(":")
    if not colon:
        raise _Wrong(f"a field of a module, a colon and a list are expected here, not '{text}'")
    return name.strip(), [None if x == "-" else int(x) if x.isdecimal() else x for x in _listed(rest)]


def _of(run: _Run, text: str, what: str) -> tuple[int, list[str]]:
    """`of N: A, B`: a seat and a list."""
    seat, names = _numbered(text.removeprefix("of "))
    return _seat(run, str(seat), f"{what} of"), names


def _seat(run: _Run, text: str, what: str) -> int:
    seat = _number(text)
    if seat >= len(run.seats):
        raise _Wrong(f"'{what} {seat}': seats go from 0 to {len(run.seats) - 1} here")
    return seat


def _score_rows(text: str) -> list[tuple[int, ...]]:
    """Numbers by color or seat; with strokes between them rows of them."""
    return [_numbers(row, len(row.split())) for row in text.split("/")]


def _side(text: str) -> tuple[int, tuple[int, int]]:
    """`own N M`, `enemy N M`, `2 N M`: the color, two-sided and legendary pieces."""
    side, _, rest = text.partition(" ")
    if side not in SIDES:
        raise _Wrong(f"'own', 'enemy' or the number of a color is expected here, not '{side}'")
    first, second = _numbers(rest, 2)
    return SIDES[side], (first, second)


def _hint(word: str, known: Iterable[str]) -> str:
    close = suggest(word, known)
    return f"; did you mean '{close[0]}'?" if close else f"; there are {', '.join(known)}"


def _short(texts: Iterable[str], most: int = 12) -> str:
    texts = list(texts)
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more" if len(texts) > most else "")


# ---------------------------------------------------------------- files


@dataclass(frozen=True)
class Suite:
    """The examples of one file: of a card's own, or of scenarios about it, or about a form of play (no card)."""

    source: Source
    examples: tuple[Example, ...]
    card: str
    cards: CardSet
    form: str = FORM

    def play(self, example: Example) -> Failure | None:
        """Play one of them; None if all of it comes true."""
        return run_example(example, self.cards, self.card, self.form)

    def run(self) -> list[tuple[Example, Failure | None]]:
        """Play all of them."""
        return [(x, self.play(x)) for x in self.examples]

    def results(self) -> list[dict[str, Any]]:
        """Play all of them; a row of plain data each, with the line that did not come true or of the example."""
        return [self._row(example, failure) for example, failure in self.run()]

    def _row(self, example: Example, failure: Failure | None) -> dict[str, Any]:
        span = example.span if failure is None else failure.span
        return {
            "card": self.card,
            "title": example.title,
            "file": self.source.path,
            "line": self.source.position(span.start)[0],
            "passed": failure is None,
            "message": None if failure is None else failure.message,
        }


class Shelf:
    """Loads suites. Each deck is compiled once, beside the built-in cards or in the place of one of the same name."""

    def __init__(self) -> None:
        self._sets: dict[Deck, CardSet | list[Diagnostic]] = {}

    @cached_property
    def built_in(self) -> CardSet:
        """The built-in cards, from their source: what is compiled may be older."""
        return compile_cards()

    def suite(self, path: Path) -> tuple[Suite | None, list[Diagnostic]]:
        """The examples of a `.card` or `.scenarios` file; None and the mistakes if they cannot be run.

        A file that cannot be read, or of which nothing tells whose scenarios it holds, is a mistake like others.
        """
        if form := form_of_scenarios(path):
            return self._about_form(path, form)
        source, mistakes = read_source(path)
        card_path = path if path.suffix == ".card" else card_of_scenarios(path)
        if card_path is None:
            message = f"whose scenarios are these? There is no '{path.stem}.card' beside this file"
            mistakes = mistakes or [Diagnostic("K098", Span(0, 0), message, source, "call it as its card is called")]
        if mistakes or card_path is None:
            return None, mistakes
        written, mistakes = (source, []) if card_path == path else read_source(card_path)
        tree, found = parse_card(written)
        mistakes = mistakes or found
        if tree is None or mistakes:
            return None, mistakes
        deck, file = deck_of_file(card_path, _DECK_KINDS[tree.kind])
        found = self._of(deck)
        if isinstance(found, list):  # mistakes, perhaps of other cards: this one alone, then
            found = self._of(replace(deck, cards=(file,)))
        if isinstance(found, list):
            return None, found
        examples = tree.examples
        if path != card_path:
            examples, mistakes = parse_scenarios(source)
        return (None, mistakes) if mistakes else (Suite(source, examples, tree.name, found), [])

    def _about_form(self, path: Path, form: Path) -> tuple[Suite | None, list[Diagnostic]]:
        """The scenarios about a form of play: with the built-in cards, and this form if it is none of theirs."""
        source, mistakes = read_source(path)
        if mistakes:
            return None, mistakes
        examples, mistakes = parse_scenarios(source)
        if mistakes:
            return None, mistakes
        try:
            cards = self.built_in if form.parent == CARDS / "forms" else with_form(self.built_in, form)
        except CardError as error:
            return None, [x for x in error.diagnostics if isinstance(x, Diagnostic)]
        name = read_manifest(form, "form")[0]["name"]
        return Suite(source, examples, "", cards, name), []

    def _of(self, deck: Deck) -> CardSet | list[Diagnostic]:
        if deck not in self._sets:
            compiled, mistakes = compile_deck(deck)
            self._sets[deck] = mistakes if compiled is None else _set_around(compiled, self.built_in)
        return self._sets[deck]


def suites_of(decks: Iterable[CompiledDeck], sources: Sources) -> list[Suite]:
    """The worked examples of cards that are compiled already, the built-in ones among them: a suite a card.

    Those of a deck with a module of its own are left out: nothing here runs foreign code.
    """
    decks = list(decks)
    built_in = set_of([x for x in decks if x.deck.folder.resolve().is_relative_to(CARDS)], sources)
    suites: list[Suite] = []
    for deck in (x for x in decks if not x.deck.module or x.deck.module in SHIPPED):
        cards = _set_around(deck, built_in)
        suites += [Suite(x.source, x.tree.examples, x.tree.name, cards) for x in deck.cards]
    return suites


def _set_around(deck: CompiledDeck, others: CardSet) -> CardSet:
    """A set in which the deck's cards go by their bare names: with those other decks that share none of them.

    Where no deck is left for the enemy, it plays this one, too.
    """
    namespace: dict[str, Any] = {}
    exec(compile(deck.python, f"<{deck.deck.name}, compiled>", "exec"), namespace)
    own = index_of([deck], Sources())
    names = set(own["decks"][deck.deck.name]["cards"])
    kept = [
        x for x, facts in others.index["decks"].items() if x not in own["decks"] and not names & set(facts["cards"])
    ]
    decks = {x: others.index["decks"][x] for x in kept} | own["decks"]
    playable = {x: facts for x, facts in others.index["playable"].items() if facts["deck"] in kept} | own["playable"]
    while len(playable) < 2:
        playable[f"enemy-{len(playable)}"] = {"deck": deck.deck.name, "title": "Enemy", "color": "#000000"}
    modules = {x: others.modules[x] for x in kept} | {deck.deck.name: namespace}
    return CardSet({**others.index, "decks": decks, "playable": playable}, modules, others.rule_modules)


def card_of_scenarios(path: Path) -> Path | None:
    """The card that a file of scenarios is about: beside it, or a built-in one of the same deck and file name."""
    name = f"{path.stem}.card"
    folders = (path.absolute().parent, CARDS / path.absolute().parent.name)
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def form_of_scenarios(path: Path) -> Path | None:
    """The form of play that a file of scenarios in a folder `forms` is about: beside it, or a built-in one."""
    folder = path.absolute().parent
    if path.suffix == ".card" or folder.name != "forms":
        return None
    files = (x / f"{path.stem}.toml" for x in (folder, CARDS / "forms"))
    return next((x for x in files if x.is_file()), None)
