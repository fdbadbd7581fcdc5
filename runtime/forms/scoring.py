"""Points: for what was destroyed in a turn, for legends, for flares (R12)."""

from __future__ import annotations

from ..state import DESTROYED, EVENTS, SCORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..offers import State
    from ..rules import Rules


class Scoring:
    """The part of the turn that gives points."""

    def __init__(self, rules: Rules) -> None:
        self.points: dict[str, Any] = rules.form["points"]

    def add_points(self, s: State, seat: int, points: int) -> None:
        if points:
            score = s[SCORE]
            s[SCORE] = (*score[:seat], score[seat] + points, *score[seat + 1 :])
            s[EVENTS] = (s[EVENTS], "score", seat, points)

    def score_destroyed(self, s: State, seat: int) -> None:
        """Points for the enemy pieces destroyed this turn: R12.4."""
        worth, pair = self.points["destroyed"], self.points["common-pair"]
        counts = s[DESTROYED]
        by_rank = [sum(counts[rank::3]) for rank in range(3)]
        points = sum(n * w for n, w in zip(by_rank, worth, strict=True)) + by_rank[0] // 2 * pair
        self.add_points(s, seat, points)
