"""Takes an example block (docs/design/0002-scenarios.md) and compiled cards, plays it, gives what did not come true.

A block is a position, answers, and what must hold in between. Every line counts: an
unknown word, an answer that is not offered, a board that differs is a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..dsl.diagnostic import Diagnostic
from ..dsl.parse import parse_card, parse_scenarios
from ..dsl.source import Source, Span
from ..dsl.suggest import suggest
from ..dsl.tree import RANKS, Example, Step
from ..runtime import Board, CardSet, Game, KalariteError
from ..runtime.move import Move
from .compile import CompiledDeck, compile_cards, compile_deck, index_of, set_of
from .deck import CARDS, Deck, Kind, deck_of_file
from .drawing import side_by_side
from .files import read_source
from .sources import Sources

FORM = "duel"
OWN, ENEMY = 0, 1  # the two sides of an example; seat and color are one in a duel
SIDES = {"own": OWN, "enemy": ENEMY}
ACTIONS = 2
_DECK_KINDS: dict[str, Kind] = {"being": "beings", "legend": "legends", "flare": "flares", "task": "tasks"}


@dataclass(frozen=True)
class Failure:
    """Where an example did not come true (a span of its file) and why, in sentences."""

    span: Span
    message: str


class _Wrong(Exception):
    """A line did not come true."""


def run_example(example: Example, cards: CardSet, card: str = "") -> Failure | None:
    """Play an example; None if all of it comes true. `card`: whose example it is (in hand if nothing else is said)."""
    run = _Run(cards, card)
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


def seats_for(cards: CardSet, deck: str) -> tuple[str, str]:
    """The playable decks of an example on a card of `deck`: one that holds it acts, another is the enemy."""
    playable: Mapping[str, Mapping[str, str]] = cards.index["playable"]
    acting = sorted(playable, key=lambda name: playable[name]["deck"] != deck)[0]  # stable: else the first
    enemy = next(name for name in playable if name != acting)
    return acting, enemy


class _Run:
    """An example in play: what its first lines say, then the game that they begin."""

    def __init__(self, cards: CardSet, card: str) -> None:
        self.cards = cards
        self.decks = seats_for(cards, cards[card].deck if card else "")
        self.arena = cards.arena(str(cards.form(FORM)["arena"]))
        self.board: Board | None = None
        self.actions = ACTIONS
        self.supply: dict[int, tuple[int, int]] = {}
        self.card = cards[card] if card else None
        self.hand = [card] if self.card is not None and self.card.task is None else []
        self.destroyed: tuple[int, ...] = (0, 0, 0)
        self.summoned: list[tuple[str, str]] = []
        self.game: Game | None = None
        self.looked = False  # whether something was held against the game

    def playing(self) -> Game:
        """The game, begun now if this is the first line that needs it."""
        if self.game is None:
            if self.board is None:
                raise _Wrong("the example has no board yet: 'before' comes first")
            said = [self.supply.get(color) or self.rest(color) for color in (OWN, ENEMY)] if self.supply else None
            self.game = Game.from_position(
                self.board,
                form=FORM,
                decks=list(self.decks),
                hands=[self.hand, []],
                supply=said,
                actions=self.actions,
                to_move=OWN,
                cards=self.cards,
            )
        return self.game

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
        given = self.cards.form(FORM)["supply"]
        ranks = [rank for owner, rank in self.board.pieces.values() if owner == color]
        legendary = ranks.count(2)
        return given["two-sided"] - (len(ranks) - legendary), given["legendary"] - legendary

    def setting_up(self, word: str) -> None:
        if self.game is not None:
            raise _Wrong(f"'{word}' belongs before the first answer")


# ---------------------------------------------------------------- setting up


def _before(run: _Run, step: Step) -> None:
    run.setting_up("before")
    if run.board is not None:
        raise _Wrong("an example begins with one board; this is its second 'before'")
    run.board = _drawn(run, step)


def _actions(run: _Run, step: Step) -> None:
    run.setting_up("actions")
    run.actions = _number(step.text)


def _supply(run: _Run, step: Step) -> None:
    run.setting_up("supply")
    color, numbers = _side(step.text)
    run.supply[color] = numbers


def _hand(run: _Run, step: Step) -> None:
    run.setting_up("hand")
    run.hand = _listed(step.text)


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
    offered = {str(x) for x in run.playing().legal_moves()}
    found = [x for x in _moves(step.text) if x in offered]
    if found:
        raise _Wrong(f"offered, but should be refused: {', '.join(found)}")


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
    _same("score", _numbers(text, 2), game.scores)


def _expect_supply(game: Game, text: str) -> None:
    color, numbers = _side(text)
    _same(f"supply of color {color}", numbers, game.supply(color))


def _expect_destroyed(game: Game, text: str) -> None:
    counts = game.destroyed[game.rules.decks[ENEMY]]
    _same("destroyed enemy pieces", _numbers(text, 3), tuple(counts[x] for x in RANKS))


def _expect_discards(game: Game, text: str) -> None:
    piles = [*game.discards(OWN), *(x for pile in game.shared_discards.values() for x in pile)]
    missing = [x for x in _listed(text) if x not in piles]
    if missing:
        raise _Wrong(f"in no discard pile: {', '.join(missing)}; there: {', '.join(piles) or 'nothing'}")


_STEPS: dict[str, Callable[[_Run, Step], None]] = {
    "before": _before,
    "actions": _actions,
    "supply": _supply,
    "hand": _hand,
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


def _side(text: str) -> tuple[int, tuple[int, int]]:
    """`own N M` or `enemy N M`: the color, two-sided and legendary pieces."""
    side, _, rest = text.partition(" ")
    if side not in SIDES:
        raise _Wrong(f"'own' or 'enemy' is expected here, not '{side}'")
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
    """The examples of one file: of a card's own, or of scenarios about it."""

    source: Source
    examples: tuple[Example, ...]
    card: str
    cards: CardSet

    def run(self) -> list[tuple[Example, Failure | None]]:
        """Play all of them."""
        return [(x, run_example(x, self.cards, self.card)) for x in self.examples]

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

    def _of(self, deck: Deck) -> CardSet | list[Diagnostic]:
        if deck not in self._sets:
            compiled, mistakes = compile_deck(deck)
            self._sets[deck] = mistakes if compiled is None else _set_around(compiled, self.built_in)
        return self._sets[deck]


def suites_of(decks: Iterable[CompiledDeck], sources: Sources) -> list[Suite]:
    """The worked examples of cards that are compiled already, the built-in ones among them: a suite a card."""
    decks = list(decks)
    built_in = set_of([x for x in decks if x.deck.folder.resolve().is_relative_to(CARDS)], sources)
    suites: list[Suite] = []
    for deck in decks:
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
    return CardSet({**others.index, "decks": decks, "playable": playable}, modules)


def card_of_scenarios(path: Path) -> Path | None:
    """The card that a file of scenarios is about: beside it, or a built-in one of the same deck and file name."""
    name = f"{path.stem}.card"
    folders = (path.absolute().parent, CARDS / path.absolute().parent.name)
    return next((folder / name for folder in folders if (folder / name).is_file()), None)
