"""Self-play: choosers and whole games, for tests, figures and a first opponent."""

from __future__ import annotations

from math import floor

from .game import Game
from .mix import mix
from .move import CLAIM, FLARE, IMPROVISE, SUMMON, VERBS, Move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Protocol, TypeAlias

    from .cards import CardSet

    class Rng(Protocol):
        """What choosers need of `random.Random`."""

        def random(self) -> float: ...

    Chooser: TypeAlias = Callable[[Any, Sequence[Move]], Move]

# kinds of moves that play no card; those of modules, which come behind, all do
_PLAIN = frozenset(range(len(VERBS))) - {SUMMON, FLARE, IMPROVISE, CLAIM}
EAGERNESS = 0.8  # how often `summons_first` prefers cards over pieces


class Dice:
    """A small deterministic source for choosers: the same numbers in every process and version of Python."""

    __slots__ = ("_count", "_purpose", "_seed")

    def __init__(self, seed: int, purpose: int = 16) -> None:
        self._seed = seed
        self._purpose = purpose
        self._count = 0

    def next(self) -> int:
        """The next number of 64 bits."""
        self._count += 1
        return mix(self._seed, self._purpose, self._count)

    def random(self) -> float:
        """From 0 up to, not including, 1."""
        return (self.next() >> 11) / (1 << 53)


def at_random(rng: Rng, moves: Sequence[Move]) -> Move:
    """Any legal move with equal chance."""
    return moves[floor(rng.random() * len(moves))]


def summons_first(rng: Rng, moves: Sequence[Move]) -> Move:
    """Prefers summonings, flares and claims with 0.8; plain random play hardly ever reaches a legend."""
    count = len(moves)
    first = count - 1
    if moves[first].kind not in _PLAIN and rng.random() < EAGERNESS:
        while first and moves[first - 1].kind not in _PLAIN:  # a turn lists them last
            first -= 1
        return moves[first + floor(rng.random() * (count - first))]
    return moves[floor(rng.random() * count)]


CHOOSERS: dict[str, Chooser] = {"random": at_random, "summons-first": summons_first}


def play_out(game: Game, rng: Rng, choose: Chooser = summons_first) -> int:
    """Play a game to its end; the number of decisions taken."""
    decisions = 0
    while not game.is_over:
        game.play(choose(rng, game.legal_moves()))
        decisions += 1
    return decisions


def games(
    form: str,
    decks: Sequence[str],
    number: int,
    seed: int = 0,
    *,
    cards: CardSet | None = None,
    choose: Chooser = summons_first,
    **options: Any,
) -> Iterator[tuple[Game, int]]:
    """Play `number` games, the k-th with seed `mix(seed, 17, k)`; yields each at its end and its decisions."""
    for k in range(number):
        game_seed = mix(seed, 17, k)
        game = Game.new(form, decks, game_seed, cards=cards, **options)
        yield game, play_out(game, Dice(game_seed), choose)
