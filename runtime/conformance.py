"""The promises of the engine, checked on any decks and form: also on your own.

```python
from kalarite.runtime.conformance import check
print(check("duel", ["northern", "southern"], games=20, seed=1))
```

Games are played by a chooser that prefers summonings. At every decision the answers
must be there, distinct and accepted, all other conceivable ones refused without a
trace; pieces and cards must add up (R2.9); a copy, a pickle and a save must go on as
the game does; taking back must restore; the record must replay to the same game.
"""

from __future__ import annotations

import pickle

from .cards import is_built_in
from .errors import IllegalMove, KalariteError
from .forms.fields import tasks_add_up
from .game import Game
from .mix import mix
from .move import COMPASS, IMPROVISE, ORIENTATIONS, RANKS, SUMMON, Move, square_name
from .playout import Dice, summons_first
from .primitives import followed_of
from .record import replay
from .state import (
    DECK,
    FLARE_DECK,
    FLARE_PILE,
    FOLLOWED,
    HAND,
    LANES,
    LEG,
    LEG_LANES,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    OCC,
    PILE,
    SUPPLY,
    UP,
    UP_LANES,
    lasting,
)
from .turn import is_out_of_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from .cards import CardSet


OPTIONS = (  # verbs of `option`
    *("destroy", "place", "upgrade", "downgrade", "convert", "move", "leap"),
    *("gain", "lose", "make", "choose", "count", "put", "discard", "draw"),
)


class ConformanceError(AssertionError):
    """A promise is broken; the message names it and holds the record that leads there."""


class Report:
    """What was checked: games, decisions, summonings by card."""

    def __init__(self) -> None:
        self.games = self.decisions = self.saves = 0
        self.summoned: dict[str, int] = {}

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.decisions} decisions, {self.saves} saves, {len(self.summoned)} cards summoned"
        )


def check(
    form: str,
    decks: Sequence[str],
    *,
    games: int = 10,
    seed: int = 0,
    cards: CardSet | None = None,
    save_every: int = 10,
    refuse_every: int = 25,
    **options: Any,
) -> Report:
    """Play `games` games and hold every promise; raises `ConformanceError`.

    A save, a pickle and a take back at every `save_every`-th decision, all conceivable
    answers tried at every `refuse_every`-th. `options` go to `Game.new`.
    """
    report = Report()
    for k in range(games):
        game_seed = mix(seed, 18, k)
        game = Game.new(form, decks, game_seed, cards=cards, **options)
        check_game(game, Dice(game_seed), report, save_every=save_every, refuse_every=refuse_every)
    return report


def check_game(
    game: Game, dice: Dice, report: Report | None = None, *, save_every: int = 1, refuse_every: int = 1
) -> Report:
    """Play `game` to its end and hold every promise on the way."""
    report = report or Report()
    owned = [pieces_of(game, color) for color in range(game.rules.colors)]
    while not game.is_over:
        check_state(game, owned)
        moves = check_moves(game)
        if report.decisions % refuse_every == 0:
            check_refusals(game, moves)
        move = summons_first(dice, moves)
        if report.decisions % save_every == 0:
            check_copies(game, move)
            report.saves += 1
        if move.kind in (SUMMON, IMPROVISE):
            report.summoned[move.name] = report.summoned.get(move.name, 0) + 1
        game.play(move)
        report.decisions += 1
    check_state(game, owned)
    promise(game.legal_moves() == [], game, "after the end there are no moves")
    promise(game.result is not None, game, "after the end there is a result")
    again = replay(game.record, game.rules.cards)
    promise(again == game and again.record == game.record, game, "the record replays to the same game")
    report.games += 1
    return report


def promise(kept: object, game: Game, what: str) -> None:
    """Raise `ConformanceError` unless `kept`."""
    if not kept:
        raise ConformanceError(f"broken: {what}\n{game!r}\n{game.board}\n{game.record}")


def pieces_of(game: Game, color: int) -> tuple[int, int]:
    """The two-sided and the legendary pieces of a color, on the board, in supply, and out of play."""
    s, own = game._s, game._s[color]
    two_sided, legendary = game.rules.modules.away(s, color)
    two_sided += (own & ~s[LEG]).bit_count() + s[SUPPLY + color]
    return two_sided, legendary + (own & s[LEG]).bit_count() + s[LEGENDS + color]


def check_state(game: Game, owned: Sequence[tuple[int, int]] | None = None) -> None:
    """Pieces and cards add up, boards agree with each other, followed pieces are known.

    `owned`: the pieces a color has, if a position began with fewer than the form gives.
    """
    s, rules = game._s, game.rules
    arena = rules.arena
    own = [s[c] for c in range(rules.colors)]
    promise(sum(own) == s[OCC] and not s[OCC] & ~arena.mask, game, "one piece a square, all in the arena (R1.14)")
    promise(not s[UP] & ~s[OCC] and not s[LEG] & ~s[UP], game, "ranks belong to pieces")
    lanes = [(s[LANES + c], own[c]) for c in range(rules.colors)] + [(s[UP_LANES], s[UP]), (s[LEG_LANES], s[LEG])]
    promise(all(a == arena.lanes_of(b) for a, b in lanes), game, "the lanes show the boards")
    promise(not followed_of(s) & ~s[FOLLOWED], game, "what registers follow is watched")
    full = rules.form["supply"]["two-sided"], rules.form["supply"]["legendary"]
    for c in range(rules.colors):
        promise(pieces_of(game, c) == (owned[c] if owned else full), game, "pieces add up (R2.9)")
        promise(min(s[SUPPLY + c], s[LEGENDS + c]) >= 0, game, "no supply is below zero")
    total = sum(len(s[slot + seat]) for slot in (HAND, DECK, PILE) for seat in range(rules.seats))
    total += sum(len(s[slot]) for slot in (LEGEND_DECK, LEGEND_PILE, FLARE_DECK, FLARE_PILE))
    total += sum(len(rules.modules.cards(s, seat)) for seat in range(rules.seats))
    every = sum(map(len, rules.deck_cards)) + len(rules.legends) + len(rules.flares)
    promise(total == every - is_out_of_hand(s), game, "no card is lost or doubled")
    promise(tasks_add_up(rules, s), game, "no task is lost or doubled")
    promise(not (wrong := rules.modules.wrong(s)), game, wrong)


def check_moves(game: Game) -> list[Move]:
    """The legal moves: there are some, distinct, interned, written and read alike."""
    moves = game.legal_moves()
    promise(moves, game, "while the game runs there is a legal move")
    promise(len(set(moves)) == len(moves), game, "legal moves are distinct")
    promise(all(Move.parse(str(x)) is x for x in moves), game, "a move's text is read as that move")
    promise(game.legal_moves() == moves, game, "listing changes nothing")
    return moves


def check_refusals(game: Game, moves: list[Move]) -> None:
    """Every other conceivable answer is refused and changes nothing; every offered one is accepted."""
    before, key = game._s[:], game.record
    legal = set(moves)
    for text in conceivable(game):
        move = Move.parse(text)
        if move in legal:
            continue
        try:
            game.play(move)
        except IllegalMove:
            continue
        promise(False, game, f"{text} is not offered and yet accepted")
    promise(game._s == before and game.record == key, game, "a refused move changes nothing")
    for move in moves:
        try:
            game.copy().play(move)
        except KalariteError as error:
            promise(False, game, f"{move} is offered and yet refused: {error}")


def conceivable(game: Game) -> Iterator[str]:
    """Texts of all moves that name squares of the arena, cards and colors of the game."""
    names = [square_name(x) for x in game.rules.arena.squares]
    yield from ("stop", "end", "flare", "pass control", *COMPASS)
    yield from (f"match {x}" for x in ORIENTATIONS)
    yield from (f"color {x}" for x in game.rules.color_names)
    for name in names:
        yield name
        yield f"place {name}"
        yield f"pick up {name}"
        yield from (f"{rank} {name}" for rank in RANKS)
        yield from (f"start {color} {name}" for color in game.rules.color_names)
    for word in OPTIONS:
        yield from (f"option {word}{number}" for number in ("", " 1", " 2", " 3"))
    for card in game.rules.number:
        yield f"discard {card}"
        yield f"return {card}"
        yield f"card {card}"
        yield f"claim {card}"
        yield from (f"{word} {card} {name}" for word in ("summon", "improvise") for name in names)
        yield from (f"{verb} {card}" for module in game.rules.modules for verb in module.verbs)
    for i, a in enumerate(names):
        for b in names[i % 7 :: 7]:  # a seventh of all pairs, another one from each square
            if a != b:
                yield f"{a}-{b}"
                yield f"{a}~{b}"


def check_copies(game: Game, move: Move) -> None:
    """Copy, pickle, save and take back: each goes on, or comes back, as the game itself."""
    before = game._s[:]
    text = game.to_json()
    copies = {
        "copy": game.copy(),
        "save": Game.from_json(text, game.rules.cards),
    }
    if is_built_in(game.rules.cards):
        copies["pickle"] = pickle.loads(pickle.dumps(game))
    after = game.copy()
    after.play(move)
    for name, other in copies.items():
        promise(other == game and other.record == game.record, game, f"a {name} is the same game")
        promise(other.legal_moves() == game.legal_moves(), game, f"a {name} stands at the same decision")
        promise(other.to_json() == text, game, f"a {name} is saved alike")
        other.play(move)
        promise(other == after and other.record == after.record, game, f"a {name} goes on as the game does")
        if other.can_take_back:
            other.take_back()
            promise(lasting(other._s) == lasting(before), game, f"taking back in a {name} restores the state")
            promise(other.legal_moves() == game.legal_moves(), game, f"taking back in a {name} restores the moves")
    promise(game._s == before, game, "copies share nothing that changes")
