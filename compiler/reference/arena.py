"""The arena as plain facts: which squares there are, what color they have, what lies where.

Squares are named by column letter and row number (`e5`), directions by the board's
compass (`N` is up). Nothing is computed ahead; everything is read off the names, distances once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

STEPS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
COMPASS = tuple(STEPS)  # clockwise
_SIDES = {"any": COMPASS, "edge": COMPASS[0::2], "corner": COMPASS[1::2]}

Side = Literal["any", "edge", "corner"]


def square_at(column: int, row: int) -> str:
    """The name of the square in `column` and `row`, both from 0; there need not be such a square."""
    return f"{chr(ord('a') + column)}{row + 1}"


def place_of(square: str) -> tuple[int, int]:
    """Column and row of a square's name, both from 0."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def row_first(square: str) -> tuple[int, int]:
    """A key that sorts squares bottom row first, in a row from left to right."""
    column, row = place_of(square)
    return row, column


@dataclass(frozen=True)
class Region:
    """Squares that a task may speak of: a `line`, `diagonal`, `side` or `corner`, and what lies opposite to it."""

    kind: str
    squares: frozenset[str]
    opposite: frozenset[str]


def _run(text: str) -> frozenset[str]:
    """The squares from one to another, as `a7-c9` says it."""
    (x, y), (last_x, last_y) = (place_of(square) for square in text.split("-"))
    found = [square_at(x, y)]
    while (x, y) != (last_x, last_y):
        x += (last_x > x) - (last_x < x)
        y += (last_y > y) - (last_y < y)
        found.append(square_at(x, y))
    return frozenset(found)


@dataclass(frozen=True)
class ArenaFacts:
    """The squares of an arena, which of them are red, green, central (R1.1 to R1.5), its regions (R1.10 to R1.13)."""

    squares: frozenset[str]
    red: frozenset[str] = frozenset()
    green: frozenset[str] = frozenset()
    central: frozenset[str] = frozenset()
    regions: tuple[Region, ...] = ()

    @classmethod
    def from_rows(cls, rows: Iterable[str], central: Iterable[str] = (), regions: Iterable[Region] = ()) -> ArenaFacts:
        """Read a drawing, top row first: `.` plain, `r` red, `g` green, a blank is no square."""
        drawn: dict[str, str] = {}
        for row, text in enumerate(reversed(list(rows))):
            drawn |= {square_at(column, row): char for column, char in enumerate(text) if char != " "}
        red = frozenset(square for square, char in drawn.items() if char == "r")
        green = frozenset(square for square, char in drawn.items() if char == "g")
        return cls(frozenset(drawn), red, green, frozenset(central), tuple(regions))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ArenaFacts:
        """Read the data of an arena's file."""
        regions: list[Region] = []
        for kind in ("line", "diagonal"):
            regions += [Region(kind, _run(x), frozenset()) for x in data.get(f"{kind}s", ())]
        for kind in ("side", "corner"):
            for one, other in data.get(f"{kind}s", ()):
                regions += [Region(kind, _run(one), _run(other)), Region(kind, _run(other), _run(one))]
        return cls.from_rows(data["rows"], data.get("central", ()), regions)

    def offset(self, square: str, right: int, up: int) -> str | None:
        """The square so many columns to the right and rows up, None outside the arena."""
        column, row = place_of(square)
        if column + right < 0 or row + up < 0:
            return None
        target = square_at(column + right, row + up)
        return target if target in self.squares else None

    def step(self, square: str, direction: str) -> str | None:
        """The next square in a direction, None where the arena ends."""
        return self.offset(square, *STEPS[direction])

    def neighbors(self, square: str, side: Side = "any") -> frozenset[str]:
        """The adjacent squares (R6.29): by any side, by an edge, only by a corner."""
        found = (self.step(square, direction) for direction in _SIDES[side])
        return frozenset(target for target in found if target)

    def ray(self, square: str, direction: str) -> tuple[str, ...]:
        """The squares in a direction up to the edge, nearest first, without the start (R6.33)."""
        found: list[str] = []
        target = self.step(square, direction)
        while target:
            found.append(target)
            target = self.step(target, direction)
        return tuple(found)

    def distances(self, square: str) -> Mapping[str, int]:
        """For each square that can be reached, the least number of moves to it, as if the arena were empty (R6.31)."""
        known = self._distances.get(square)
        if known is None:
            known = self._distances[square] = {square: 0}
            edge = [square]
            while edge:
                found = {near: known[far] + 1 for far in edge for near in self.neighbors(far) if near not in known}
                known |= found
                edge = list(found)
        return known

    @cached_property
    def _distances(self) -> dict[str, dict[str, int]]:
        """Distances asked for, by square: conditions on them ask for the same ones for every piece."""
        return {}

    def ordered(self, squares: Iterable[str]) -> list[str]:
        """Squares in the order in which things that happen at once are told."""
        return sorted(squares, key=row_first)
