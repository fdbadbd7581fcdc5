"""The Gateway of the Nethervoid deck: one marked piece of a color, of which its beings speak (N1 to N4).

The marker follows its piece and falls when this leaves the board (`watching`). Here is who
gets it by being summoned, and what becomes of it when the piece turns legendary or is taken.
"""

from __future__ import annotations

from ..state import EVENTS, LEG, ME, SITE, UP
from . import AWAY, Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..offers import State
    from ..rules import Entry

GATEWAY = "gateway"


class Gateway(Module):
    """Who carries the marker, by the rules of the deck."""

    markers = (GATEWAY,)

    def declare(self) -> None:
        colors = range(self.rules.colors)
        # by color: 0, or 1 + the rank of the piece that was the Gateway when it was taken off the board (N3.5)
        self.taken_away = self.slot("away", tuple(0 for _ in colors))
        self.place = self.marker_slots[GATEWAY]

    def may_carry(self, s: State, word: str, square: int) -> bool:
        """A common or heroic piece (N1.3), of a color that plays this deck."""
        return word != GATEWAY or (not s[LEG] >> square & 1 and s[ME] in self.colors)

    def summoned(self, s: State, entry: Entry) -> bool:
        """A being of the deck becomes the Gateway: if there is none, or, being heroic, from a common one (N2.1, N2.3).

        Who is summoned onto the Gateway's square finds none, for that piece was destroyed: so N2.2 follows. A
        Gateway that is one of the pattern's pieces is not meant by it; to mean it too, mark here if
        `tools.squares_at` of the match holds the Gateway.
        """
        if entry.kind != "being" or entry.card.deck not in self.decks:  # N2.7
            return False
        carrier = s[self.place] & s[s[ME]]
        if not carrier or (entry.rank == 1 and not s[UP] & carrier):
            self.tools.mark(s, self.place, s[SITE])
        return False

    def ready(self) -> None:
        playable = self.rules.cards.index["playable"]
        self.decks = {playable[self.rules.decks[seat]]["deck"] for seat in self.seats}

    def flipped(self, s: State, square: int, old: int, new: int) -> None:
        """A legendary piece is no Gateway (N3.2); other changes of rank keep it (N3.3)."""
        if new == 2 and s[self.place] >> square & 1:
            self.tools.unmark(s, self.place, self.tools.color_at(s, square))

    def leave(self, s: State, color: int, rank: int, square: int, how: str) -> None:
        """Taken off the board it may come back as what it was (N3.5)."""
        if how == "take" and s[self.place] >> square & 1:
            self.note(s, color, 1 + rank)

    def carried(self, s: State, word: str, color: int) -> None:
        """What was taken is an ordinary piece as soon as there is another Gateway, also if that one is lost (N3.5)."""
        if word == GATEWAY and s[self.taken_away][color]:
            self.note(s, color, 0)

    def returned(self, s: State, color: int, rank: int, square: int) -> None:
        """The piece that was taken is back: it is the Gateway again if there was none meanwhile (N3.5)."""
        if s[self.taken_away][color] != 1 + rank:
            return
        self.note(s, color, 0)
        s[self.place] |= 1 << square
        s[EVENTS] = (s[EVENTS], "mark", GATEWAY, color, square)

    def note(self, s: State, color: int, value: int) -> None:
        away = s[self.taken_away]
        s[self.taken_away] = (*away[:color], value, *away[color + 1 :])

    def wrong(self, s: State) -> str:
        """What a save or position may not say."""
        carriers = s[self.place]
        for color in range(self.rules.colors):
            own = carriers & s[color]
            if own and (color not in self.colors or own & (own - 1) or own & s[LEG]):
                return "a color of this deck has one Gateway at most, and no legendary piece is one (N1.2, N1.3)"
            if own and s[self.taken_away][color]:
                return "a Gateway that was taken is none any more where the color has another (N3.5)"
            carriers ^= own
        if any(not 0 <= x <= 2 for x in s[self.taken_away]):
            return "what was taken was a common or heroic piece, or none"
        if any(x and (c not in self.colors or not s[AWAY][2 * c]) for c, x in enumerate(s[self.taken_away])):
            return "a Gateway that was taken is out of play, of a color that plays this deck"
        return "there is no piece under the Gateway's marker" if carriers else ""


MODULE = Gateway
