"""The end of a game: triggers, final turns, who is in which place (R9)."""

from __future__ import annotations

from ..state import EVENTS, FINAL, LAST, LEG, LOSER, SCORE, UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..offers import State
    from ..rules import Rules

NEVER = 1 << 31  # so many points nobody has


class Ending:
    """The part of the turn that ends the game."""

    def __init__(self, rules: Rules) -> None:
        form = rules.form
        blocks = form["blocks"]
        self.rules, self.sides, self.by_color = rules, rules.sides, rules.by_color
        self.enough: int = form["end"].get("points", NEVER) if "points" in blocks["trigger"] else NEVER
        self.standing: int = form["points"]["legend-standing"] if blocks["total"] == "points-and-legends" else 0
        self.final = 1 if blocks["after-trigger"] == "at-once" else rules.seats + 1

    def reached(self, s: State) -> bool:
        """Whether some color has enough points: all are tested at the end of any turn (C6)."""
        if self.standing:
            return max(self.total(s, color) for color in range(self.rules.colors)) >= self.enough
        return max(s[SCORE]) >= self.enough

    def trigger(self, s: State, seat: int) -> None:
        """The end is triggered, and that stays (R9.1 to R9.5): final turns follow (R9.3), or none (R10.9)."""
        s[LAST] = seat
        s[FINAL] = self.final  # this turn, the others', and one more of the last player
        s[EVENTS] = (s[EVENTS], "end_triggered", seat)

    def row(self, s: State, color: int) -> dict[int, int]:
        """Points of a color by opponent's color, in forms that keep them apart."""
        return {o: s[SCORE][color * self.rules.colors + o] for o in self.sides.opponents[color]}

    def total(self, s: State, color: int) -> int:
        """What a color has reached: its points, with legends that stand (R11.18), or in its lowest color (R14.33)."""
        if self.by_color:
            return min(self.row(s, color).values())
        if self.standing:
            return s[SCORE][color] + self.standing * (s[color] & s[LEG]).bit_count()
        return s[SCORE][color]

    def scores(self, s: State) -> tuple[int, ...]:
        """By seat: what its color has reached."""
        return tuple(self.total(s, color) for color in self.sides.color_of)

    def worth(self, s: State, color: int) -> tuple[int, ...]:
        """What places are decided by, first to last: points, then upgraded pieces, then pieces (R9.10, R14.34)."""
        points = sorted(self.row(s, color).values()) if self.by_color else [self.total(s, color)]
        return *points, (s[color] & s[UP]).bit_count(), s[color].bit_count()

    def places(self, s: State) -> tuple[int, ...]:
        """By seat: 1 for the best, the same for those who are tied (R9.9, R9.10)."""
        if s[LOSER] >= 0:  # two sides: one gave up (R9.8)
            lost = self.sides.color_of[s[LOSER]]
            return tuple(2 if color == lost else 1 for color in self.sides.color_of)
        worths = [self.worth(s, color) for color in range(self.rules.colors)]
        return tuple(1 + sum(worth > worths[color] for worth in worths) for color in self.sides.color_of)

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, place in enumerate(self.places(s)) if place == 1)
