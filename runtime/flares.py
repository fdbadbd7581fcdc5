"""Flares: their criteria, and their two effects one after the other (R7)."""

from __future__ import annotations

from .blocks import AFTER_FLARE, FLARE_OPPONENT, LOWER_EFFECT, WAITING, WHICH_FLARE
from .drawing import without
from .move import CARD, Move, make
from .state import (
    EVENTS,
    HAND,
    ME,
    OCC,
    PLAYED,
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
        self.entries = turn.rules.entries
        rules = turn.rules
        self.opponents = rules.sides.opponents
        self.color_moves, self.color_called = rules.color_moves, rules.color_called
        self.blocks = {WHICH_FLARE: (self.which_answers, self.take_which)}
        if rules.colors > 2:  # one of them is compared with (R14.17)
            self.verdict, self.invoke = self.any_verdict, self.ask_opponent
            self.blocks[FLARE_OPPONENT] = (self.opponent_answers, self.take_opponent)
        else:
            self.verdict, self.invoke = self.the_verdict, self.begin_against_the_other

    def open(self, s: State) -> list[Entry]:
        """The flares in hand that can be invoked now: one at most, but for what cards let draw (R15.1)."""
        hand = [self.entries[number] for number in dict.fromkeys(s[HAND + s[SEAT]])]
        return [x for x in hand if x.kind == "flare" and self.verdict(s, x)]

    def act(self, s: State, move: Move) -> None:
        """Invoke the flare; which one is asked where there are several."""
        flares = self.open(s)
        if len(flares) > 1:
            self.turn.stand(s, WHICH_FLARE)
        else:
            self.invoke(s, flares[0])

    def which_answers(self, s: State) -> list[Move]:
        return [make(CARD, name=x.key) for x in self.open(s)]

    def take_which(self, s: State, move: Move) -> None:
        self.invoke(s, self.entries[self.rules.number[move.name]])

    def the_verdict(self, s: State, flare: Entry) -> int:
        """Which criteria of a flare are met now: 1 upper, 2 lower, 0 none (R7.2, R7.3)."""
        own, up = s[s[ME]], s[UP]
        lower = 2 if s[OCC].bit_count() - 2 * own.bit_count() >= flare.lower else 0
        return lower | (up.bit_count() - 2 * (own & up).bit_count() >= flare.upper) if up else lower

    def begin_against_the_other(self, s: State, flare: Entry) -> None:
        """With two colors the opponent is the other."""
        self.begin(s, flare, self.the_verdict(s, flare), 1 - s[ME])

    def begin(self, s: State, entry: Entry, verdict: int, opponent: int) -> None:
        """Criteria are tested once (R7.4), the upper effect comes first (R7.5)."""
        seat = s[SEAT]
        s[VERDICT] = verdict
        s[PLAYED] = entry.number
        s[HAND + seat] = without(s[HAND + seat], entry.number)
        s[EVENTS] = (s[EVENTS], "flare", seat, entry.number, s[VERDICT])
        self.turn.scoring.flare_invoked(s, opponent)
        s[STACK] = (*s[STACK], WAITING[LOWER_EFFECT])
        self.flare_part(s, entry, "upper", 1)

    # ------------------------------------------------------------ against one of several opponents (R14.17, R14.18)

    def verdict_against(self, s: State, flare: Entry, opponent: int) -> int:
        """The criteria met against one color."""
        own, other, up = s[s[ME]], s[opponent], s[UP]
        lower = 2 if other.bit_count() - own.bit_count() >= flare.lower else 0
        return lower | ((other & up).bit_count() - (own & up).bit_count() >= flare.upper)

    def met(self, s: State, flare: Entry) -> list[int]:
        """The opponents against whom at least one criterion is met."""
        return [o for o in self.opponents[s[ME]] if self.verdict_against(s, flare, o)]

    def any_verdict(self, s: State, flare: Entry) -> bool:
        return bool(self.met(s, flare))

    def ask_opponent(self, s: State, flare: Entry) -> None:
        """The flare is laid open, then the opponent is chosen: what may be chosen would tell which it is."""
        s[PLAYED] = flare.number
        self.turn.stand(s, FLARE_OPPONENT)

    def opponent_answers(self, s: State) -> list[Move]:
        return [self.color_moves[o] for o in self.met(s, self.entries[s[PLAYED]])]

    def take_opponent(self, s: State, move: Move) -> None:
        opponent, flare = self.color_called[move.name], self.entries[s[PLAYED]]
        s[EVENTS] = (s[EVENTS], "flare_against", s[SEAT], opponent)
        self.begin(s, flare, self.verdict_against(s, flare, opponent), opponent)

    # ------------------------------------------------------------ its effects

    def flare_part(self, s: State, entry: Entry, name: str, bit: int) -> None:
        self.turn.begin_part(s, entry, entry.part(name) if s[VERDICT] & bit else -1)

    def lower_effect(self, s: State) -> None:
        s[STACK] = (*s[STACK], WAITING[AFTER_FLARE])
        self.flare_part(s, self.entries[s[PLAYED]], "lower", 2)

    def after_flare(self, s: State) -> None:
        self.turn.put_away(s)
        self.turn.forget_play(s)
