"""Start pieces, put by the last player before the first turn (R12.3, R14.5 to R14.7)."""

from __future__ import annotations

from ..blocks import START_PIECE
from ..move import START, Move, make
from ..state import PLACED, SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..offers import State
    from ..turn import Turn


class StartPieces:
    """The part of the turn that puts start pieces: one at each place of a list in the arena."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.rules = turn, turn.rules
        squares = turn.rules.arena.squares
        self.places = [[x for x in squares if place >> x & 1] for place in turn.rules.starts]
        self.without = tuple(position - 1 for position in turn.rules.form["start"]["without"])
        self.blocks = {START_PIECE: (self.start_answers, self.take_start)}

    def colors(self, s: State) -> list[int]:
        """The colors of which a piece is still to be put; `without` are places in the order of turns (R14.7)."""
        rules = self.rules
        starter = self.turn.after(s[SEAT])  # it is the last player who puts them
        out = {rules.color_of[(starter + x) % rules.seats] for x in self.without}
        return [c for c in range(rules.colors) if not s[c] and c not in out]

    def start_answers(self, s: State) -> list[Move]:
        names, squares = self.rules.color_names, self.places[s[PLACED]]
        return [make(START, x, name=names[c]) for c in self.colors(s) for x in squares]

    def take_start(self, s: State, move: Move) -> None:
        color = self.rules.color_names.index(move.name)
        self.rules.toolkit.put(s, color, 0, move.a)
        s[PLACED] += 1
        if s[PLACED] < len(self.places):
            self.turn.stand(s, START_PIECE)
        else:
            self.turn.first_turn(s, self.turn.after(s[SEAT]))
