"""Where cards lie on a sheet of paper: how many fit, their places, those of their backs, crop marks and the ruler.

Pure arithmetic. All lengths are millimeters; x goes right and y down from the upper left corner of the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

Size: TypeAlias = tuple[float, float]  # width, height
Turn: TypeAlias = Literal["long-edge", "short-edge"]  # the edge of the paper over which the printer turns it
Line: TypeAlias = tuple[float, float, float, float]  # from x, y to x, y

PAPERS: dict[str, Size] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 4.0  # what printers leave white at the edge of the paper
USUAL = 9  # cards that people expect on a sheet
RULER = 50.0  # its length
_RULER_DEPTH = 2.2  # how far its ticks reach
_RULER_ROOM = 6.5  # of the strip beside the cards that holds it: its depth, a gap and a white edge
_MARK_GAP, _MARK = 0.5, 3.0  # between the bleed and a crop mark, and the length of that
_EPSILON = 1e-6  # sums of decimals are not exact


@dataclass(frozen=True)
class Place:
    """The upper left corner of a card (without bleed); `turned`: it stands on its head."""

    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True)
class Ruler:
    """The corner of the ruler at its zero, nearest to the cards; it goes right, or down if `vertical`."""

    x: float
    y: float
    vertical: bool


@dataclass(frozen=True)
class Grid:
    """A page filled with cards in rows and columns, in its middle. `card` without, `pitch` with bleed on all sides."""

    page: Size
    card: Size
    bleed: float
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """How many cards a page holds."""
        return self.columns * self.rows

    @property
    def landscape(self) -> bool:
        """Whether the page lies on its long side."""
        return self.page[0] > self.page[1]

    @property
    def pitch(self) -> Size:
        """From one card to the next."""
        return self.card[0] + 2 * self.bleed, self.card[1] + 2 * self.bleed

    @property
    def strips(self) -> Size:
        """What stays free left and right, and above and below of the cards with their bleed."""
        return (self.page[0] - self.columns * self.pitch[0]) / 2, (self.page[1] - self.rows * self.pitch[1]) / 2

    def places(self) -> tuple[Place, ...]:
        """The cards of a page, row by row."""
        (left, top), (dx, dy) = self.strips, self.pitch
        corners = product(range(self.rows), range(self.columns))
        return tuple(Place(left + self.bleed + x * dx, top + self.bleed + y * dy) for y, x in corners)

    def behind(self, turn: Turn, offset: Size = (0.0, 0.0)) -> tuple[Place, ...]:
        """The backs, each behind the card of the same index when the printer turns the paper over that edge.

        `offset` moves them all right and down, for a printer that does not meet the same spot. Over a level edge
        (above or below) paper comes out head down, so the backs are turned to stand as their fronts.
        """
        level = (turn == "long-edge") == self.landscape
        width, height = self.page
        dx, dy = offset

        def mirrored(front: Place) -> Place:
            if level:
                return Place(front.x + dx, height - front.y - self.card[1] + dy, turned=True)
            return Place(width - front.x - self.card[0] + dx, front.y + dy)

        return tuple(map(mirrored, self.places()))

    def crop_marks(self) -> tuple[Line, ...]:
        """Short lines in the free strips, in line with every cut: above, below, left and right of the cards."""
        (left, top), (width, height) = self.strips, self.page
        places = self.places()
        xs = sorted({round(x, 6) for p in places for x in (p.x, p.x + self.card[0])})
        ys = sorted({round(y, 6) for p in places for y in (p.y, p.y + self.card[1])})
        near, far = _MARK_GAP, _MARK_GAP + _MARK
        lines: list[Line] = []
        for x in xs:
            lines.append((x, max(top - far, 0.0), x, top - near))
            lines.append((x, height - top + near, x, min(height - top + far, height)))
        for y in ys:
            lines.append((max(left - far, 0.0), y, left - near, y))
            lines.append((width - left + near, y, min(width - left + far, width), y))
        return tuple(x for x in lines if x[0] < x[2] or x[1] < x[3])

    def ruler(self) -> Ruler:
        """In the wider strip, below or right of the cards; clear of the crop marks where there is room."""
        (left, top), (width, height) = self.strips, self.page
        vertical = left > top
        strip = max(left, top)
        clear = _MARK_GAP + _MARK + 1.0
        away = clear if strip >= clear + _RULER_ROOM else 1.0
        along = 1 if vertical else 0
        first, number = self.strips[along] + self.bleed, self.rows if vertical else self.columns
        between = self.card[along] > RULER + 1.0  # it fits between the marks of one card
        middle = first + number // 2 * self.pitch[along] + self.card[along] / 2 if between else self.page[along] / 2
        start = middle - RULER / 2
        return Ruler(width - left + away, start, True) if vertical else Ruler(start, height - top + away, False)


def fill_page(paper: Size, card: Size, bleed: float = 0.0, margin: float = MARGIN) -> Grid | None:
    """The page, upright or lying, that holds the most such cards; None if it holds none.

    `margin` stays free on every side, and one strip beside the cards has room for the ruler.
    """
    pages = (paper, (paper[1], paper[0]))
    grids = [x for page in pages if (x := _fill(page, card, bleed, margin)).capacity]
    return max(grids, key=lambda x: x.capacity, default=None)  # the first of equals: upright


def _fill(page: Size, card: Size, bleed: float, margin: float) -> Grid:
    columns, rows = (
        max(0, int((side - 2 * margin + _EPSILON) // (length + 2 * bleed)))
        for side, length in zip(page, card, strict=True)
    )
    whole = Grid(page, card, bleed, columns, rows)
    if not whole.capacity or max(whole.strips) + _EPSILON >= _RULER_ROOM:
        return whole
    fewer = (Grid(page, card, bleed, columns - 1, rows), Grid(page, card, bleed, columns, rows - 1))
    return max(fewer, key=lambda x: x.capacity)


def poster_grid(page: Size, number: int, ratio: float = 1.5) -> tuple[int, int]:
    """Columns and rows for `number` cells on a page, the cells as near as can be to `ratio` times as wide as high."""

    def strain(columns: int) -> float:
        rows = -(-number // columns)
        shape = (page[0] / columns) / (page[1] / rows)
        wasted = columns * rows / number
        return max(shape / ratio, ratio / shape) * wasted

    columns = min(range(1, number + 1), key=strain)
    return columns, -(-number // columns)
