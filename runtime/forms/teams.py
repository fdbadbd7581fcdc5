"""Team play: passing control to the teammate, legends that the team shares (R13).

Passing is no question of its own: it is one more answer to most questions of a turn, and
the very question in progress is then the teammate's. Frames, stack and color stay.
"""

from __future__ import annotations

from ..blocks import ACTION
from ..drawing import Drawing
from ..move import END_MOVE, PASS_MOVE, PICKS, PLACES, Move
from ..state import (
    ACTIONS,
    ASKED,
    BLOCK,
    CARD,
    CONTROL,
    EVENTS,
    EXTRA_TURNS,
    HAND,
    LEG,
    ME,
    OCC,
    OFFER,
    OFFER_ACTION,
    OFFER_HAND,
    OVER,
    SEAT,
    SUPPLY,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..offers import State
    from ..rules import Rules

PASSED, RETURNED = 1, 2  # values of CONTROL


class Control:
    """Passing control, once a turn (R13.8 to R13.13)."""

    def __init__(self, rules: Rules) -> None:
        self.mate, self.mask = rules.sides.mate, rules.arena.mask
        self.kind_of = rules.kind_of

    # ------------------------------------------------------------ what is offered

    def listing(self, kind: int, lister: Callable[[State], list[Move]]) -> Callable[[State], list[Move]]:
        """The lister of a kind of offer, with passing control among the answers where that is open."""

        def answers(s: State) -> list[Move]:
            if kind == OFFER_ACTION and s[CONTROL]:
                return self.passed_answers(s)
            moves = lister(s)
            if self.may_pass(s):
                moves.insert(0, PASS_MOVE)
            return moves

        return answers

    def may_pass(self, s: State) -> bool:
        """In a card's effect, or before an action with a piece to place (R13.8, D48)."""
        if s[CONTROL] or s[OVER] or s[OFFER] == OFFER_HAND:  # a question about the hand stays with who holds it
            return False
        return bool(s[CARD]) or (s[BLOCK] == ACTION and s[ACTIONS] > 0 and bool(self.places(s)))

    def places(self, s: State) -> list[Move]:
        """Places, or in a shortage the pieces to pick up for them (R4.9, R4.10)."""
        return PLACES.of(self.mask & ~s[OCC]) if s[SUPPLY + s[ME]] else PICKS.of(s[s[ME]] & ~s[LEG])

    def passed_answers(self, s: State) -> list[Move]:
        """After passing: places alone, no flare, no summoning, no discard (R13.10, R13.12); then the end."""
        return self.places(s) if s[CONTROL] == PASSED else [END_MOVE]

    # ------------------------------------------------------------ passing and giving back

    def taking(self, take: Callable[[State, Move], None]) -> Callable[[State, Move], None]:
        """What takes the answers of a block, passing control among them."""

        def taken(s: State, move: Move) -> None:
            if move is PASS_MOVE:
                self.hand_on(s)
            else:
                take(s, move)

        return taken

    def hand_on(self, s: State, move: Move = PASS_MOVE) -> None:
        """Control goes to the teammate, and the legends with it (R13.8)."""
        seat = s[SEAT]
        mate = self.mate[seat]
        s[EVENTS] = (s[EVENTS], "control", seat, mate)
        give_legends(s, seat, mate, self.kind_of)
        s[CONTROL] = PASSED
        s[ASKED] = mate

    def watch(self, s: State) -> tuple[Move, ...]:
        """After every answer: control returns when nothing is left to resolve and to place (R13.13).

        Cards of a hand are shown to nobody but who holds it, so he is asked about them also meanwhile (R3.8).
        """
        if s[CONTROL] == PASSED:
            s[ASKED] = s[SEAT] if s[OFFER] == OFFER_HAND else self.mate[s[SEAT]]
        if s[CONTROL] == PASSED and s[BLOCK] == ACTION and not s[CARD] and not (s[ACTIONS] > 0 and self.places(s)):
            s[CONTROL] = RETURNED
            s[ASKED] = s[SEAT]
            s[EVENTS] = (s[EVENTS], "control", self.mate[s[SEAT]], s[SEAT])
        return ()


class TeamDrawing(Drawing):
    """Drawing where a team shares its legends (R13.4, R13.14)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.mate, self.seats = rules.sides.mate, rules.seats

    def first_hands(self, s: State, starter: int) -> None:
        """Beings and a flare for each, the legends for the teammate who plays earlier (R13.4)."""
        for seat in range(self.seats):
            self.draw_flare(s, seat)
            if (seat - starter) % self.seats < 2:
                self.draw_legends(s, seat)
            self.fill_beings(s, seat)

    def draw(self, s: State, seat: int) -> bool:
        """The flare, the legends of whoever acts next for the team, the beings (R13.14, R15.5, D28)."""
        holder = self.holder(s, seat)
        self.draw_flare(s, seat)
        give_legends(s, self.mate[holder], holder, self.kind_of)
        self.draw_legends(s, holder)
        return self.fill_beings(s, seat)

    def holder(self, s: State, seat: int) -> int:
        """The teammate, unless the seat has another turn now (R15.5, D28)."""
        return seat if s[EXTRA_TURNS] else self.mate[seat]


def give_legends(s: State, giver: int, taker: int, kind_of: tuple[str, ...]) -> None:
    """All legends in a hand go to another hand, in their order."""
    legends = tuple(n for n in s[HAND + giver] if kind_of[n] == "legend")
    if legends:
        s[HAND + giver] = tuple(n for n in s[HAND + giver] if kind_of[n] != "legend")
        s[HAND + taker] += legends
        for number in legends:
            s[EVENTS] = (s[EVENTS], "hand_over", giver, taker, number)
