"""Frozen effects: cards that lie face up before their player until their second effect is thawed (E1 to E3).

After the effect of its being a card with a `frozen` part comes into play instead of going to
its pile. Its player may thaw it at any later question for an action of an own turn: the part
is carried out, then the card goes to the pile. A part that says `before summoning` is
thawed only where a summoning can follow, and then nothing else is offered.

What the sources leave open is decided here, and nowhere else:

- Whoever passed control has no time for flares any more, and none for thawing (R13.12, E2.1).
- Passing control remains open between such an early part and its summoning; it ends the permission.
- "Some summoning is possible" counts improvised ones in a melee (E2.11).
"""

from __future__ import annotations

from ..blocks import ACTION
from ..move import IMPROVISE, SUMMON
from ..state import ACTIONS, CONTROL, EVENTS, ME, PILE, PLAYED, SEAT, STAND_INS
from . import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..move import Move
    from ..offers import State
    from ..rules import Entry

PART = "frozen"
_SUMMONINGS = (SUMMON, IMPROVISE)


class Frozen(Module):
    """A card in play for each seat, and the actions that others have lost."""

    events = {
        "freeze": ("seat", "card"),
        "thaw": ("seat", "card"),
        "drop": ("seat", "card"),
        "actions_lost": ("color", "amount"),
    }

    def declare(self) -> None:
        self.card = self.card_slot("card")  # in play
        self.second = self.card_slot("second")  # came into play beside it; which stays is asked soon (E1.5)
        self.due = self.slot("due", 0)  # 1: nothing but a summoning comes next (E2.11)
        self.lost = self.slot("lost", (0,) * self.rules.colors)  # by color: actions of its next turn (R15.12)
        self.thaw, self.keep = self.verb("thaw", self.take_thaw), self.verb("keep")
        self.which = self.question("which", "done", self.which_answers, self.take_which)

    def ready(self) -> None:
        self.tools.coming["play"] = self.come
        self.tools.losing = self.lose_next

    # ------------------------------------------------------------ coming into play (E1, E3)

    def done(self, s: State, entry: Entry) -> bool:
        """The summoning is carried out: its card comes into play if it can be thawed later (E1.3)."""
        seat = s[SEAT]
        if seat not in self.seats:
            return False
        if entry.part(PART) >= 0:
            s[PLAYED] = 0
            self.come(s, entry.number)
        return bool(s[self.second][seat]) and self.ask(s, self.which)

    def come(self, s: State, number: int, way: str = "into") -> None:
        """A card comes into play: also out of a pile (E3.1). A third one takes the place of the second."""
        seat = s[SEAT]
        if s[self.card][seat] and s[self.second][seat]:
            self.drop(s, self.second)
        slot = self.second if s[self.card][seat] else self.card
        s[slot] = _with(s[slot], seat, number)
        s[EVENTS] = (s[EVENTS], "freeze", seat, number)

    def which_answers(self, s: State) -> list[Move]:
        seat = s[SEAT]
        return [self.keep(n) for n in dict.fromkeys((s[self.card][seat], s[self.second][seat]))]

    def take_which(self, s: State, move: Move) -> None:
        """One stays, the other goes to the pile without being carried out (E1.5)."""
        seat, kept = s[SEAT], self.rules.number[move.name]
        if s[self.card][seat] != kept:
            s[self.card], s[self.second] = (
                _with(s[self.card], seat, kept),
                _with(s[self.second], seat, s[self.card][seat]),
            )
        self.drop(s, self.second)

    def drop(self, s: State, slot: int) -> None:
        seat = s[SEAT]
        number = s[slot][seat]
        s[slot] = _with(s[slot], seat, 0)
        s[PILE + seat] = (*s[PILE + seat], number)
        s[EVENTS] = (s[EVENTS], "drop", seat, number)

    # ------------------------------------------------------------ thawing (E2)

    def act(self, s: State, moves: list[Move]) -> None:
        """Thawing is open whenever an action is asked for, also behind the last one (E2.1, E2.4)."""
        if s[self.due]:
            summonings = [x for x in moves if x.kind in _SUMMONINGS]
            moves[:] = summonings or moves
            return
        number = s[self.card][s[SEAT]]
        if number and self.is_time(s, number):
            moves.append(self.thaw(number))

    def is_time(self, s: State, number: int) -> bool:
        """Whether a card may be thawed: an early one only where a summoning is possible with or without it (E2.11)."""
        helpers = self.rules.entry(number).early
        if not helpers:
            return True
        if s[ACTIONS] <= 0:
            return False
        helped = s[:]
        helped[self.card] = _with(s[self.card], s[SEAT], 0)
        helped[STAND_INS] += helpers
        return any(x.kind in _SUMMONINGS for x in self.rules.turn.answers[ACTION](helped))

    def take_thaw(self, s: State, move: Move) -> None:
        """The part is carried out; behind it the card goes to its pile (E2.7, E2.8)."""
        seat, number = s[SEAT], self.rules.number[move.name]
        s[self.card] = _with(s[self.card], seat, 0)
        s[PLAYED] = number
        if self.rules.entry(number).early:
            s[self.due] = 1
        s[EVENTS] = (s[EVENTS], "thaw", seat, number)
        self.begin_part(s, number, PART)

    def summoned(self, s: State, entry: Entry) -> bool:
        s[self.due] = 0
        return False

    # ------------------------------------------------------------ actions that opponents lose (R15.12, R15.13)

    def lose_next(self, s: State, amount: int) -> None:
        """Each opponent, in team play the opposing team, has so many actions less in the next turn; they add up."""
        for color in range(self.rules.colors):
            if color != s[ME]:
                s[self.lost] = _with(s[self.lost], color, s[self.lost][color] + amount)
                s[EVENTS] = (s[EVENTS], "actions_lost", color, amount)

    def begin(self, s: State, seat: int, actions: int) -> int:
        s[self.due] = 0
        if s[self.second][s[SEAT]]:  # its player left instead of saying which stays (E1.4, D41)
            self.drop(s, self.second)
        color = self.rules.color_of[seat]
        lost = s[self.lost][color]
        if lost:
            s[self.lost] = _with(s[self.lost], color, 0)
        return max(0, actions - lost)

    # ------------------------------------------------------------ keeping count

    def wrong(self, s: State) -> str:
        """A second card lies there only beside a first one; both can be thawed."""
        cards = [n for slot in (self.card, self.second) for n in s[slot] if n]
        if any(self.rules.entry(n).part(PART) < 0 for n in cards):
            return "a card in play has a frozen effect"
        if any(b and not a for a, b in zip(s[self.card], s[self.second], strict=True)):
            return "a second card in play lies beside a first one"
        if s[self.due] > 1 or (s[self.due] and (s[CONTROL] == 0 and s[ACTIONS] <= 0)):
            return "a summoning is due only while there is an action for it"
        return ""


def _with(row: tuple[int, ...], i: int, value: int) -> tuple[int, ...]:
    return (*row[:i], value, *row[i + 1 :])


MODULE = Frozen
