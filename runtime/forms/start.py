"""Start pieces, put by the last player before the first turn (R12.3)."""

from __future__ import annotations

from ..blocks import START_PIECE
from ..move import START, Move, make
from ..state import PLACED, SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..offers import State
    from ..turn import Turn


class StartPieces:
    """The part of the turn that puts start pieces."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.rules, self.arena = turn, turn.rules, turn.rules.arena
        self.put = turn.rules.toolkit.put
        self.blocks = {START_PIECE: (self.start_answers, self.take_start)}

    def start_answers(self, s: State) -> list[Move]:
        squares = [x for x in self.arena.squares if self.rules.starts[s[PLACED]] >> x & 1]
        return [
            make(START, square, name=self.rules.color_names[color])
            for color in range(self.rules.colors)
            if not s[color]
            for square in squares
        ]

    def take_start(self, s: State, move: Move) -> None:
        color = self.rules.color_names.index(move.name)
        self.put(s, color, 0, move.a)
        s[PLACED] += 1
        if s[PLACED] < len(self.rules.starts):
            self.turn.stand(s, START_PIECE)
        else:
            self.turn.forget_play(s)
            self.turn.begin_turn(s, self.turn.after(s[SEAT]), self.rules.form["turn"]["first-actions"])
