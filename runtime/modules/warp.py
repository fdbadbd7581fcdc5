"""Warp effects and the pending being (W1 to W4, W6).

A seat of such a deck may play the warp effect of a card out of its hand at the times of a
flare. The card is its pending being from then on: it can be summoned as from the hand and
costs points as long as it is pending. What a warp effect lays on its card lies here, too.
"""

from __future__ import annotations

from ..drawing import without
from ..errors import shown
from ..state import CARD, EVENTS, HAND, LEG, OCC, SEAT, TURN, UP
from . import AWAY, Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..move import Move
    from ..offers import State
    from ..rules import Rules

PENALTY = 2  # points that a pending being costs (W3.10, W3.11)
RANKS = ("common", "heroic", "legendary")


class Warp(Module):
    """The rules of decks with warp effects."""

    events = {"warp": ("seat", "card"), "count_twice": ()}
    showing = ("warp",)
    opening = ("warp",)

    def declare(self) -> None:
        self.pending = self.card_slot("pending")
        self.played = self.slot("played", (), _keys, _numbers)  # cards whose warp effect was played this turn
        self.twice = self.slot("twice", 0)  # as so many more counts each destroyed piece for the rest of this turn
        self.laid = self.slot("laid", (), _laid_data, _laid)  # pieces on cards: number of the card, color, rank
        self.extra = self.slot("extra", 0)  # extra turns so far, as long as it matters who has had his first one
        self.again = self.slot("again", 0)  # 1: this turn is one of these
        self.play = self.verb("warp", self.take_warp)

    def ready(self) -> None:
        tools = self.tools
        tools.warp = self
        tools.leaving["pending"] = self.give_up
        self.warps = tuple("warp" in x for x in tools.traits)
        self.lays: tuple[bool, ...] = tools.lays

    # ------------------------------------------------------------ playing a warp effect (W2)

    def act(self, s: State, moves: list[Move]) -> None:
        """Every card of the hand with a warp effect, while there is no pending being (W2.1, W2.5)."""
        if self.may_play(s):
            cards = dict.fromkeys(n for n in s[HAND + s[SEAT]] if self.warps[n])
            moves += [self.play(n) for n in cards if self.is_open(s, n)]

    def may_play(self, s: State) -> bool:
        """Not with a pending being, not in the first turn of the seat (W2.2, W2.5)."""
        seat = s[SEAT]
        if seat not in self.seats or s[self.pending][seat]:
            return False
        return s[self.again] > 0 or s[TURN] - s[self.extra] > self.rules.seats

    def is_open(self, s: State, number: int) -> bool:
        """A warp effect may be played also if no part of it can be done; the card is pending all the same (W2.7).

        The sources leave this open. Whoever reads them otherwise has it here in one place.
        """
        return True

    def take_warp(self, s: State, move: Move) -> None:
        """The card is pending from now on, then its warp effect is carried out (W2.4, W3.1)."""
        seat, number = s[SEAT], self.rules.number[move.name]
        s[HAND + seat] = without(s[HAND + seat], number)
        s[self.pending] = _with(s[self.pending], seat, number)
        s[self.played] = (*s[self.played], number)
        s[EVENTS] = (s[EVENTS], "warp", seat, number)
        self.begin_part(s, number, "warp")

    def begin(self, s: State, seat: int, actions: int) -> int:
        """What holds for a turn is over; a turn of the seat that had the last one is an extra one."""
        s[self.played], s[self.twice] = (), 0
        early = s[TURN] - s[self.extra] <= self.rules.seats
        s[self.again] = int(early and s[TURN] > 0 and seat == s[SEAT])
        s[self.extra] += s[self.again]
        return actions

    def was_played(self, s: State, number: int) -> bool:
        """Whether the warp effect of a card was played, not copied, this turn (W4.3)."""
        return number in s[self.played]

    # ------------------------------------------------------------ the pending being (W3)

    def hand(self, s: State) -> tuple[int, ...]:
        number = s[self.pending][s[SEAT]]
        return (number,) if number else ()

    def taken(self, s: State, number: int) -> None:
        self.give_up(s, number)

    def give_up(self, s: State, number: int) -> None:
        """It is pending no more: summoned, discarded, returned (W3.7, W3.12, W3.13)."""
        s[self.pending] = _with(s[self.pending], s[SEAT], 0)

    def held(self, s: State, seat: int) -> int:
        return int(s[self.pending][seat] > 0)  # W3.5

    def total(self, s: State, color: int) -> int:
        """In a melee this is taken off the points in each color (W3.10)."""
        return -PENALTY * sum(s[self.pending][seat] > 0 for seat in self.rules.sides.seats_of[color])

    def movable(self, s: State) -> int:
        """The pending card that effects may discard, return or copy: not one that may hold a piece (W3.14, W4.5)."""
        number = s[self.pending][s[SEAT]]
        return 0 if self.lays[number] else number

    # ------------------------------------------------------------ lasting effects and pieces on cards (W4.6, W6.4)

    def count_twice(self, s: State) -> None:
        s[self.twice] += 1
        s[EVENTS] = (s[EVENTS], "count_twice")

    def tally(self, s: State, tally: int) -> int:
        return tally + s[self.twice] if tally else 0

    def take_onto(self, s: State, square: int) -> None:
        """The piece on a square goes onto the card whose warp effect runs."""
        code = self.tools.take(s, square)
        if code >= 0:
            s[self.laid] = (*s[self.laid], (s[CARD], code // 3, code % 3))

    def lying(self, s: State) -> tuple[int, int, int] | None:
        """What was laid first on the card whose effect runs."""
        return next((x for x in s[self.laid] if x[0] == s[CARD]), None)

    def landing(self, s: State, combat: int, mask: int) -> int:
        """Where that piece may leap (R6.42)."""
        row = self.lying(s)
        if row is None:
            return 0
        return mask & ~(s[OCC], s[UP], s[LEG], 0)[row[2] + combat]

    def land(self, s: State, square: int) -> None:
        """That piece comes onto a square; what stands there is destroyed by the acting side."""
        row = self.lying(s)
        assert row is not None
        if s[OCC] >> square & 1 and self.tools.destroy(s, square) < 0:
            return  # spared: the piece stays where it is
        i = s[self.laid].index(row)
        s[self.laid] = s[self.laid][:i] + s[self.laid][i + 1 :]
        self.tools.put_back(s, row[1], row[2], square)

    # ------------------------------------------------------------ what cannot be

    def wrong(self, s: State) -> str:
        lying = [(color, rank == 2) for _, color, rank in s[self.laid]]
        for color in range(self.rules.colors):
            if any(lying.count((color, kind)) > s[AWAY][2 * color + kind] for kind in (False, True)):
                return "more pieces lie on cards than are out of play"
        if any(n and not self.warps[n] for n in s[self.pending]):
            return "a pending being has a warp effect"
        return ""


def _with(row: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


# ---------------------------------------------------------------- as plain data


def _keys(rules: Rules, numbers: Any) -> list[str]:
    return [rules.entry(n).key for n in numbers]


def _number(rules: Rules, key: Any) -> int:
    if not isinstance(key, str) or key not in rules.number:
        raise ValueError(f"names no card of this game: {shown(key)}")
    return rules.number[key]


def _numbers(rules: Rules, keys: Any) -> tuple[int, ...]:
    if not isinstance(keys, (list, tuple)):
        raise ValueError("is a list of cards")
    return tuple(_number(rules, key) for key in keys)


def _laid_data(rules: Rules, rows: Any) -> list[list[str]]:
    return [[rules.entry(n).key, rules.color_names[color], RANKS[rank]] for n, color, rank in rows]


def _laid(rules: Rules, rows: Any) -> tuple[tuple[int, int, int], ...]:
    wanted = "is a list of a card, a color and a rank for each piece"
    found: list[tuple[int, int, int]] = []
    for row in rows if isinstance(rows, (list, tuple)) else [None]:
        if (
            not isinstance(row, (list, tuple))
            or len(row) != 3
            or row[1] not in rules.color_called
            or row[2] not in RANKS
        ):
            raise ValueError(wanted)
        found.append((_number(rules, row[0]), rules.color_called[row[1]], RANKS.index(row[2])))
    return tuple(found)


MODULE = Warp
