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
    anchor = next((char for char in _ANCHORS if char in found), "")
    # without a summoning square of its own it is seen from its first piece
    x0, y0 = found[anchor][0] if anchor else next(found[char][0] for char in "chl" if char in found)

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
    return Drawn(cells, None if anchor in ("@", "") else "CHL".index(anchor), marks, second, directions, lanes)


def mirrored(pattern: t.Pattern) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...] | None:
    """Each marked square of a drawing with the crossed one that mirrors it, both as (column, row from the top).

    None if no line maps all marks on all crosses, or lines do so in different ways.
    """
    places = {(x, y): char for y, row in enumerate(pattern.rows) for x, char in enumerate(row)}
    marks, crosses = ([place for place in places if places[place] == char] for char in "*+")
    found: set[tuple[tuple[Vector, Vector], ...]] = set()
    size = len(pattern.rows) + max(map(len, pattern.rows))
    for c in range(-size, size):  # upright and level lines, and both diagonals
        for image in (
            [(c - x, y) for x, y in marks],
            [(x, c - y) for x, y in marks],
            [(y + c, x - c) for x, y in marks],
            [(c - y, c - x) for x, y in marks],
        ):
            if marks and set(image) == set(crosses):
                found.add(tuple(zip(marks, image, strict=True)))
    return found.pop() if len(found) == 1 else None


def pairs(card: t.Card) -> tuple[tuple[Vector, Vector], ...]:
    """The marked squares with the crossed ones opposite to them, as vectors (right, up) from the summoning square."""
    assert card.pattern is not None
    found = mirrored(card.pattern)
    assert found is not None
    (x0, y0), *_ = ((x, y) for y, row in enumerate(card.pattern.rows) for x, char in enumerate(row) if char in _ANCHORS)
    return tuple(((x - x0, y0 - y), (x2 - x0, y0 - y2)) for (x, y), (x2, y2) in found)


def shape(pattern: t.Pattern) -> tuple[tuple[int, int, int], ...]:
    """A task's drawing as (right, up, least rank) of its pieces, seen from the first of them."""
    rows = pattern.rows
    cells = [(x, -y, "chl".index(char)) for y, row in enumerate(rows) for x, char in enumerate(row) if char in "chl"]
    x0, y0, _ = cells[0]
    return tuple((x - x0, y - y0, rank) for x, y, rank in cells)
