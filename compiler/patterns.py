"""Takes the pattern of a card, gives its geometry: cells around the summoning square, and its symmetry."""

from __future__ import annotations

from dataclasses import dataclass

from ..dsl import tree as t
from ..runtime.arena import DELTA, turned

_ANCHORS = "@CHL"

Vector = tuple[int, int]


@dataclass(frozen=True)
class Drawn:
    """A pattern as vectors (right, up) from its summoning square.

    `cells`: (right, up, least rank) of the squares that hold own pieces, without the
    summoning square; `base`: the least rank of the own piece there, or None; `lanes`:
    bit k set if orientation k differs from all before it (marks and arrows counted in).
    """

    cells: tuple[tuple[int, int, int], ...]
    base: int | None
    marks: tuple[Vector, ...]
    second_marks: tuple[Vector, ...]
    directions: tuple[int, ...]
    lanes: int


def drawn(card: t.Card) -> Drawn:
    """The geometry of a checked card's pattern."""
    assert card.pattern is not None
    found: dict[str, list[Vector]] = {}
    rows = card.pattern.rows
    for i, row in enumerate(rows):
        for x, char in enumerate(row):
            found.setdefault(char, []).append((x, len(rows) - 1 - i))
    anchor = next(char for char in _ANCHORS if char in found)
    x0, y0 = found[anchor][0]

    def around(char: str) -> tuple[Vector, ...]:
        return tuple((x - x0, y - y0) for x, y in found.get(char, ()))

    cells = tuple((x, y, rank) for rank, char in enumerate("chl") for x, y in around(char))
    directions = tuple(t.COMPASS.index(x) for x in card.arrows)
    marks, second = around("*"), around("+")
    arrows = tuple(DELTA[d] for d in directions)
    lanes, seen = 0, []
    for k in range(8):
        image = (
            frozenset((*turned(k, x, y), rank) for x, y, rank in cells),
            frozenset(turned(k, *v) for v in marks),
            frozenset(turned(k, *v) for v in second),
            frozenset(turned(k, *v) for v in arrows),
        )
        if image not in seen:
            seen.append(image)
            lanes |= 1 << k
    return Drawn(cells, None if anchor == "@" else "CHL".index(anchor), marks, second, directions, lanes)


def shape(pattern: t.Pattern) -> tuple[tuple[int, int, int], ...]:
    """A task's drawing as (right, up, least rank) of its pieces, seen from the first of them."""
    rows = pattern.rows
    cells = [(x, -y, "chl".index(char)) for y, row in enumerate(rows) for x, char in enumerate(row) if char in "chl"]
    x0, y0, _ = cells[0]
    return tuple((x - x0, y - y0, rank) for x, y, rank in cells)
