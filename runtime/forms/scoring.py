"""Points: for what was destroyed in a turn, for legends, for flares (R12, R14.9 to R14.19).

Points belong to a color. A melee keeps them apart by the opponent's color in which they
were made: `SCORE` holds a row of colors for each color then, and every gain names one.
"""

from __future__ import annotations

from ..blocks import LEFTOVER, LEGEND_COLOR
from ..move import Move
from ..state import DESTROYED, EVENTS, ME, PLAYED, SCORE, SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..offers import State
    from ..turn import Turn


class Scoring:
    """The part of the turn that gives points."""

    def __init__(self, turn: Turn) -> None:
        rules = turn.rules
        points: dict[str, Any] = rules.form["points"]
        blocks = rules.form["blocks"]
        self.turn = turn
        self.colors, self.color_of, self.opponents = rules.colors, rules.color_of, rules.sides.opponents
        self.color_moves, self.color_called = rules.color_moves, rules.color_called
        self.by_color = rules.by_color
        self.worth, self.pair, self.leftover = points["destroyed"], points["common-pair"], points["leftover"]
        self.legend: int = points["legend-summoned"] if "legend" in blocks["summoned"] else 0
        self.flare: int = points["flare-invoked"]
        self.counts_destroyed = blocks["score"] == "destroyed"
        self.blocks = {}
        if self.by_color:
            self.blocks = {
                LEGEND_COLOR: (self.legend_answers, self.take_legend),
                LEFTOVER: (self.leftover_answers, self.take_leftover),
            }

    def add_points(self, s: State, seat: int, points: int) -> None:
        """Points for the color of a seat."""
        if points:
            color, score = self.color_of[seat], s[SCORE]
            s[SCORE] = (*score[:color], score[color] + points, *score[color + 1 :])
            s[EVENTS] = (s[EVENTS], "score", seat, points)

    def add_points_in(self, s: State, color: int, other: int, points: int) -> None:
        """Points for a color in an opponent's color (R14.2)."""
        if points:
            score, i = s[SCORE], color * self.colors + other
            s[SCORE] = (*score[:i], score[i] + points, *score[i + 1 :])
            s[EVENTS] = (s[EVENTS], "score_in", color, other, points)

    # ------------------------------------------------------------ legends and flares

    def legend_summoned(self, s: State) -> bool:
        """Points for a legend, at once (R12.6); whether it must be asked in which color (R14.14)."""
        if not self.legend:
            return False
        if self.by_color:
            self.turn.stand(s, LEGEND_COLOR)
            return True
        self.legend_counts(s, -1)
        return False

    def creditors(self, s: State) -> int:
        """The colors, as bits, of which one is chosen for the points of a legend (R14.14)."""
        return sum(1 << o for o in self.opponents[s[ME]]) if self.legend and self.by_color else 0

    def legend_counts(self, s: State, color: int) -> None:
        """Points for a legend; `color`: where they are kept apart the opponent's color chosen, else -1."""
        if color >= 0:
            self.add_points_in(s, s[ME], color, self.legend)
        else:
            self.add_points(s, s[SEAT], self.legend)

    def legend_answers(self, s: State) -> list[Move]:
        return [self.color_moves[o] for o in self.opponents[s[ME]]]

    def take_legend(self, s: State, move: Move) -> None:
        self.legend_counts(s, self.color_called[move.name])
        self.turn.summoning.begin_effect(s, self.turn.rules.entry(s[PLAYED]))

    def flare_invoked(self, s: State, opponent: int) -> None:
        """The opponent compared with scores (R12.8, R14.19)."""
        if self.by_color:
            self.add_points_in(s, opponent, s[ME], self.flare)
        elif self.colors == 2:  # in teams it is the next seat that is told
            self.add_points(s, self.turn.after(s[SEAT]), self.flare)
        else:
            self.add_points(s, opponent, self.flare)

    # ------------------------------------------------------------ the end of the turn

    def value(self, counts: Iterable[int]) -> int:
        """What destroyed pieces are worth, by rank: each its points, and pairs of common ones (R12.4)."""
        common, heroic, legendary = counts
        return common * self.worth[0] + heroic * self.worth[1] + legendary * self.worth[2] + common // 2 * self.pair

    def score_destroyed(self, s: State) -> bool:
        """Points for the enemy pieces destroyed this turn; whether there is something to ask."""
        counts = s[DESTROYED]
        if not self.by_color:
            self.add_points(s, s[SEAT], self.value([sum(counts[rank::3]) for rank in range(3)]))
            return False
        for other in self.opponents[s[ME]]:  # pairs are made within a color (R14.10)
            self.add_points_in(s, s[ME], other, self.value(counts[3 * other : 3 * other + 3]))
        if self.leftover and len(self.leftovers(s)) > 1:
            self.turn.stand(s, LEFTOVER)
            return True
        return False

    def leftovers(self, s: State) -> list[int]:
        """The colors of which a common piece was left without a pair (R14.11, R14.12)."""
        return [o for o in self.opponents[s[ME]] if s[DESTROYED][3 * o] & 1]

    def leftover_answers(self, s: State) -> list[Move]:
        return [self.color_moves[o] for o in self.leftovers(s)]

    def take_leftover(self, s: State, move: Move) -> None:
        self.add_points_in(s, s[ME], self.color_called[move.name], self.leftover)
        self.turn.close(s, LEFTOVER)
