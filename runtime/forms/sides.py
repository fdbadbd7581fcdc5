"""Who plays which color: without teams a color a seat; in teams the seats opposite each other share one (R13.1)."""

from __future__ import annotations


class Sides:
    """Seats and colors of a game, as tables."""

    __slots__ = ("color_names", "color_of", "colors", "mate", "opponents", "seats", "seats_of", "teams")

    def __init__(self, decks: tuple[str, ...], teams: bool) -> None:
        """`decks`: the playable deck of each seat; a color is called by that of its first seat."""
        self.teams = teams
        self.seats = len(decks)
        self.colors = 2 if teams else self.seats
        self.color_of = tuple(seat % self.colors for seat in range(self.seats))
        self.color_names = decks[: self.colors]
        colors, seats = range(self.colors), range(self.seats)
        self.seats_of = tuple(tuple(x for x in seats if self.color_of[x] == c) for c in colors)
        self.mate = tuple((x + 2) % 4 if teams else -1 for x in seats)  # the teammate, -1: none
        self.opponents = tuple(tuple(o for o in colors if o != c) for c in colors)
