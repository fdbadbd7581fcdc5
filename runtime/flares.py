"""Flares: their criteria, and their two effects one after the other (R7)."""

from __future__ import annotations

from .blocks import AFTER_FLARE, LOWER_EFFECT, WAITING
from .drawing import without
from .move import Move
from .state import (
    BLANK_REGISTERS,
    BLOCK,
    CARD,
    EVENTS,
    FOLLOWED,
    HAND,
    ME,
    OCC,
    PART,
    PLAYED,
    REGISTERS,
    SEAT,
    STACK,
    UP,
    VERDICT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .offers import State
    from .rules import Entry
    from .turn import Turn


class Flares:
    """The part of the turn that invokes flares."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.rules = turn, turn.rules
        self.entries, self.flares = turn.rules.entries, turn.rules.flare_entries
        self.points: int = turn.rules.form["points"]["flare-invoked"]

    def flare_of(self, hand: tuple[int, ...]) -> Entry | None:
        """The flare of a hand, None if it has none."""
        flares = self.flares
        for number in hand:
            if flares[number] is not None:
                return flares[number]
        return None

    def verdict(self, s: State, flare: Entry) -> int:
        """Which criteria of a flare are met now: 1 upper, 2 lower, 0 none (R7.2, R7.3)."""
        own, up = s[s[ME]], s[UP]
        lower = 2 if s[OCC].bit_count() - 2 * own.bit_count() >= flare.lower else 0
        return lower | (up.bit_count() - 2 * (own & up).bit_count() >= flare.upper) if up else lower

    def invoke_flare(self, s: State, move: Move) -> None:
        """Criteria are tested once (R7.4), the upper effect comes first (R7.5)."""
        seat = s[SEAT]
        entry = self.flare_of(s[HAND + seat])
        assert entry is not None
        s[VERDICT] = self.verdict(s, entry)
        s[PLAYED] = entry.number
        s[HAND + seat] = without(s[HAND + seat], entry.number)
        s[EVENTS] = (s[EVENTS], "flare", seat, entry.number, s[VERDICT])
        self.turn.scoring.add_points(s, self.turn.after(seat), self.points)
        s[STACK] = (*s[STACK], WAITING[LOWER_EFFECT])
        self.flare_part(s, entry, "upper", 1)

    def flare_part(self, s: State, entry: Entry, name: str, bit: int) -> None:
        part = entry.part(name)
        s[REGISTERS] = BLANK_REGISTERS
        s[CARD] = entry.number
        s[PART] = max(part, 0)
        s[FOLLOWED] = 0
        if part >= 0 and s[VERDICT] & bit:
            entry.enter[part][0](s)
        else:
            s[BLOCK] = -1

    def lower_effect(self, s: State) -> None:
        s[STACK] = (*s[STACK], WAITING[AFTER_FLARE])
        self.flare_part(s, self.entries[s[PLAYED]], "lower", 2)

    def after_flare(self, s: State) -> None:
        self.turn.put_away(s)
        self.turn.forget_play(s)
