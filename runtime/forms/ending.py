"""The end of a game: triggers, final turns, winners (R9)."""

from __future__ import annotations

from ..state import EVENTS, FINAL, LAST, LOSER, SCORE, UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..offers import State
    from ..rules import Rules

NEVER = 1 << 31  # so many points nobody has


class Ending:
    """The part of the turn that ends the game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.enough: int = rules.form["end"].get("points", NEVER)

    def test_end(self, s: State, seat: int, drew_last: bool) -> None:
        """The triggers (R9.1 to R9.5, R12.10). The end once triggered stays (R9.4)."""
        if max(s[SCORE]) >= self.enough or drew_last:
            s[LAST] = seat
            s[FINAL] = self.rules.seats + 1  # this turn, the others', and one more of the last player
            s[EVENTS] = (s[EVENTS], "end_triggered", seat)

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that share the first place: points, then upgraded pieces, then pieces (R9.9, R9.10)."""
        if s[LOSER] >= 0:
            return tuple(x for x in range(self.rules.seats) if x != s[LOSER])

        def worth(seat: int) -> tuple[int, int, int]:
            own = s[self.rules.color_of[seat]]
            return s[SCORE][seat], (own & s[UP]).bit_count(), own.bit_count()

        best = max(map(worth, range(self.rules.seats)))
        return tuple(seat for seat in range(self.rules.seats) if worth(seat) == best)
