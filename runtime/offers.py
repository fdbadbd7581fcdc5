"""Offers: the points at which somebody decides. Making one, listing its answers.

An offer is a kind and masks in the derived slots of the state; it becomes a list of
moves only when somebody looks (`answers`). Makers return whether there is anything
to ask: an offer without answers is passed over (R6.7).
"""

from __future__ import annotations

from operator import itemgetter

from .move import ARROW, CARD, COLOR, LEAPS, NUMBERS_OF, OPTION, RANKEDS, SQUARE, SQUARES, STEPS, STOP_MOVE, Move, make
from .state import (
    BLOCK,
    FORCED,
    LEG,
    OA,
    OB,
    OCC,
    OFFER,
    OFFER_ARROWS,
    OFFER_CARDS,
    OFFER_COLORS,
    OFFER_HAND,
    OFFER_LEAPS,
    OFFER_OPTIONS,
    OFFER_RANKED,
    OFFER_SQUARES,
    OFFER_STEPS,
    STOP,
    UP,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from .arena import Arena

    State: TypeAlias = list[Any]
    Group: TypeAlias = tuple[int, int, int, int]  # combat 0 or 1, movers, allowed targets, directions

SQUARE_MOVES = tuple(make(SQUARE, a) for a in range(256))
ARROW_MOVES = tuple(make(ARROW, a) for a in range(8))


def squares(s: State, block: int, mask: int, stop: object) -> bool:
    """Ask for one square of `mask`."""
    if not mask:
        return False
    s[BLOCK] = block
    s[OFFER] = OFFER_SQUARES
    s[OA] = mask
    s[STOP] = stop
    s[FORCED] = None if stop or mask & (mask - 1) else SQUARE_MOVES[mask.bit_length() - 1]
    return True


def ranked(s: State, block: int, mask: int, ranks: tuple[int, ...], stop: object) -> bool:
    """Ask for one square of `mask` and one of `ranks`."""
    if not mask or not ranks:
        return False
    s[BLOCK] = block
    s[OFFER] = OFFER_RANKED
    s[OA] = mask
    s[OB] = ranks
    s[STOP] = stop
    s[FORCED] = None if stop else _only(answers_ranked(s))
    return True


def options(s: State, block: int, bits: int, labels: tuple[str, ...], stop: object) -> bool:
    """Ask for one of the labels whose bit is set."""
    if not bits:
        return False
    s[BLOCK] = block
    s[OFFER] = OFFER_OPTIONS
    s[OA] = bits
    s[OB] = labels
    s[STOP] = stop
    s[FORCED] = None if stop else _only(answers_options(s))
    return True


def arrows(s: State, block: int, directions: int, stop: object) -> bool:
    """Ask for one direction of an 8-bit set."""
    if not directions:
        return False
    s[BLOCK] = block
    s[OFFER] = OFFER_ARROWS
    s[OA] = directions
    s[STOP] = stop
    s[FORCED] = None if stop or directions & (directions - 1) else ARROW_MOVES[directions.bit_length() - 1]
    return True


def colors(s: State, block: int, bits: int, names: tuple[str, ...], stop: object) -> bool:
    """Ask for one color; `names` by color."""
    if not bits:
        return False
    s[BLOCK] = block
    s[OFFER] = OFFER_COLORS
    s[OA] = bits
    s[OB] = names
    s[STOP] = stop
    s[FORCED] = None if stop else _only(answers_colors(s))
    return True


def cards(s: State, block: int, numbers: tuple[int, ...], names: tuple[str, ...], stop: object) -> bool:
    """Ask for one of some cards, equal ones once; `names` by number."""
    if not numbers:
        return False
    s[BLOCK] = block
    s[OFFER] = OFFER_CARDS
    s[OA] = tuple(dict.fromkeys(numbers))
    s[OB] = names
    s[STOP] = stop
    s[FORCED] = None if stop else _only(answers_cards(s))
    return True


def hand_cards(s: State, block: int, numbers: tuple[int, ...], names: tuple[str, ...], stop: object) -> bool:
    """Ask for one of some cards in the hand of the seat whose turn it is: nobody else may see the answers (R3.8)."""
    asked = cards(s, block, numbers, names, stop)
    if asked:
        s[OFFER] = OFFER_HAND
    return asked


def _only(moves: list[Move]) -> Move | None:
    return moves[0] if len(moves) == 1 else None


# ---------------------------------------------------------------- listing


def _or_stop(s: State, moves: list[Move]) -> list[Move]:
    if s[STOP]:
        moves.append(STOP_MOVE)
    return moves


def answers_squares(s: State) -> list[Move]:
    return _or_stop(s, SQUARES.of(s[OA]))


def answers_ranked(s: State) -> list[Move]:
    return _or_stop(s, [move for rank in s[OB] for move in RANKEDS[rank].of(s[OA])])


def answers_options(s: State) -> list[Move]:
    return _or_stop(s, [make(OPTION, name=label) for i, label in enumerate(s[OB]) if s[OA] >> i & 1])


def answers_arrows(s: State) -> list[Move]:
    return _or_stop(s, [ARROW_MOVES[d] for d in range(8) if s[OA] >> d & 1])


def answers_colors(s: State) -> list[Move]:
    return _or_stop(s, [make(COLOR, name=name) for i, name in enumerate(s[OB]) if s[OA] >> i & 1])


def answers_cards(s: State) -> list[Move]:
    return _or_stop(s, [make(CARD, name=s[OB][number]) for number in s[OA]])


def targets(arena: Arena, s: State, groups: tuple[Group, ...], leap: bool) -> Iterator[tuple[int, int]]:
    """By group and mover: the mover and where it may go, if anywhere (R6.37, R6.38, R6.42)."""
    thresholds = (s[OCC], s[UP], s[LEG], 0)
    for combat, movers, onto, directions in groups:
        table = arena.near if directions == 255 else arena.directed(directions)
        while movers:
            low = movers & -movers
            movers ^= low
            a = low.bit_length() - 1
            rank = 0 if not s[UP] & low else 2 if s[LEG] & low else 1
            mask = onto & ~thresholds[rank + combat] & (~low if leap else table[a])
            if mask:
                yield a, mask


def targets_of(arena: Arena, s: State, groups: tuple[Group, ...], leap: bool) -> dict[int, int]:
    """By mover: where it may go, over all groups."""
    found: dict[int, int] = {}
    for a, mask in targets(arena, s, groups, leap):
        found[a] = found.get(a, 0) | mask
    return found


def answer_table(arena: Arena) -> tuple[Callable[[State], list[Move]], ...]:
    """By kind of offer from `OFFER_SQUARES` on: what lists its answers."""

    def answers_steps(s: State) -> list[Move]:
        moves: list[Move] = []
        if len(s[OA]) == 1:  # nearly always: the same as below, without the table in between
            ((combat, movers, onto, directions),) = s[OA]
            near = arena.near if directions == 255 else arena.directed(directions)
            up, leg = s[UP] & movers, s[LEG]
            common = onto & ~(s[UP] if combat else s[OCC])
            for a in NUMBERS_OF.of(movers):
                free = common
                if up and up >> a & 1:
                    free = onto & ~(s[OCC], s[UP], leg, 0)[combat + 1 + (leg >> a & 1)]
                if mask := near[a] & free:
                    moves += STEPS[a][mask]
        else:
            for a, mask in targets_of(arena, s, s[OA], False).items():
                moves += STEPS[a][mask]
        if s[STOP]:
            moves.append(STOP_MOVE)
        return moves

    def answers_leaps(s: State) -> list[Move]:
        moves: list[Move] = []
        picks: dict[int, Callable[[list[Move]], tuple[Move, ...]]] = {}  # by targets, nearly always the same for all
        for a, mask in targets_of(arena, s, s[OA], True).items():
            if mask & (mask - 1):
                if mask not in picks:
                    picks[mask] = itemgetter(*NUMBERS_OF.of(mask))
                moves += picks[mask](LEAPS[a])
            else:
                moves.append(LEAPS[a][mask.bit_length() - 1])
        return _or_stop(s, moves)

    return (
        answers_squares,
        answers_ranked,
        answers_steps,
        answers_leaps,
        answers_options,
        answers_arrows,
        answers_colors,
        answers_cards,
        answers_cards,
        lambda s: list(s[OA]),
    )


def steps_maker(arena: Arena) -> tuple[Callable[..., bool], Callable[..., bool], Callable[..., bool]]:
    """The makers of move offers and the test behind them: `steps`, `leaps`, `can_go`."""
    full = arena.mask

    def can_go(s: State, leap: int, combat: int, movers: int, onto: int, directions: int) -> bool:
        """Whether any of the movers has a legal move of that kind, without listing."""
        if not movers:
            return False
        up, leg = s[UP], s[LEG]
        onto &= full
        if not movers & (movers - 1):  # one mover, mostly the being
            rank = 0 if not movers & up else 2 if movers & leg else 1
            free = onto & ~(s[OCC], up, leg, 0)[rank + combat]
            if leap:
                return free & ~movers != 0
            near = arena.near if directions == 255 else arena.directed(directions)
            return near[movers.bit_length() - 1] & free != 0
        thresholds = (s[OCC], up, leg, 0)
        for rank, group in enumerate((movers & ~up, movers & up & ~leg, movers & leg)):
            if not group:
                continue
            free = onto & ~thresholds[rank + combat]
            if leap:
                if free and (free & (free - 1) or group & (group - 1) or free != group):
                    return True
            elif _around(group, directions) & free:
                return True
        return False

    def steps(s: State, block: int, groups: tuple[Group, ...], stop: object) -> bool:
        for group in groups:
            if can_go(s, 0, *group):
                break
        else:
            return False
        s[BLOCK] = block
        s[OFFER] = OFFER_STEPS
        s[OA] = groups
        s[STOP] = stop
        s[FORCED] = None if stop else _forced_move(targets(arena, s, groups, False), False)
        return True

    def leaps(s: State, block: int, groups: tuple[Group, ...], stop: object) -> bool:
        if not any(can_go(s, 1, *group) for group in groups):
            return False
        s[BLOCK] = block
        s[OFFER] = OFFER_LEAPS
        s[OA] = groups
        s[STOP] = stop
        s[FORCED] = None if stop else _forced_move(targets(arena, s, groups, True), True)
        return True

    return steps, leaps, can_go


def _around(mask: int, directions: int) -> int:
    """The neighbors of all squares of `mask`; bits outside the arena are the caller's to clear."""
    if directions == 255:
        row = mask | mask << 1 | mask >> 1
        return mask << 1 | mask >> 1 | row << 16 | row >> 16
    found = 0
    for d, shift in enumerate((16, 17, 1, -15, -16, -17, -1, 15)):
        if directions >> d & 1:
            found |= mask << shift if shift > 0 else mask >> -shift
    return found


def _forced_move(found: Iterator[tuple[int, int]], leap: bool) -> Move | None:
    """The only move there is, None if there are more."""
    only = next(found)
    a, mask = only
    if mask & (mask - 1) or any(other != only for other in found):
        return None
    return LEAPS[a][mask.bit_length() - 1] if leap else STEPS[a][mask][0]


__all__ = [
    "STOP_MOVE",
    "answer_table",
    "arrows",
    "cards",
    "colors",
    "hand_cards",
    "options",
    "ranked",
    "squares",
    "steps_maker",
]
