"""Where cards lie on paper, held against what paper, size and bleed allow."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kalarite.compiler.printing.sheet import MARGIN, PAPERS, RULER, Grid, Place, Size, Turn, fill_page, poster_grid

CARD = (63.0, 88.0)
papers = st.sampled_from([*PAPERS.values()])
sides = st.decimals(20, 200, places=1).map(float)
sizes = st.tuples(sides, sides)
bleeds = st.decimals(0, 10, places=1).map(float)
margins = st.decimals(0, 15, places=1).map(float)
grids = st.builds(fill_page, papers, sizes, bleeds, margins).filter(lambda x: x is not None)
turns = st.sampled_from(["long-edge", "short-edge"])
NEAR = 1e-6


@pytest.mark.parametrize(
    ("paper", "size", "bleed", "columns", "rows", "landscape"),
    [
        ("a4", CARD, 0.0, 3, 3, False),
        ("letter", CARD, 0.0, 3, 3, False),
        ("a4", CARD, 3.0, 4, 2, True),
        ("letter", CARD, 3.0, 3, 2, False),
        ("a4", CARD, 2.0, 3, 3, False),
        ("a4", (44.0, 68.0), 0.0, 4, 4, False),
        ("a4", (70.0, 120.0), 0.0, 2, 2, False),
        ("a4", (200.0, 280.0), 0.0, 1, 1, False),
    ],
)
def test_how_many_fit(paper: str, size: Size, bleed: float, columns: int, rows: int, landscape: bool) -> None:
    grid = fill_page(PAPERS[paper], size, bleed)
    assert grid is not None
    assert (grid.columns, grid.rows, grid.landscape) == (columns, rows, landscape)


@pytest.mark.parametrize("size", [(300.0, 400.0), (63.0, 290.0), (205.0, 205.0)])
def test_what_does_not_fit_is_not_laid_out(size: Size) -> None:
    assert fill_page(PAPERS["a4"], size, 0.0, 6.0) is None


@given(papers, sizes, bleeds, margins)
def test_cards_lie_within_the_margins_and_not_on_each_other(
    paper: Size, size: Size, bleed: float, margin: float
) -> None:
    grid = fill_page(paper, size, bleed, margin)
    if grid is None:
        return
    places = grid.places()
    assert len(places) == grid.capacity == len(set(places))
    for p in places:
        assert margin - NEAR <= p.x - bleed
        assert p.x + size[0] + bleed <= grid.page[0] - margin + NEAR
        assert margin - NEAR <= p.y - bleed
        assert p.y + size[1] + bleed <= grid.page[1] - margin + NEAR
    for a, b in combinations(places, 2):
        apart = (abs(a.x - b.x), abs(a.y - b.y))
        assert apart[0] + NEAR >= size[0] + 2 * bleed or apart[1] + NEAR >= size[1] + 2 * bleed


@given(papers, sizes, bleeds)
def test_no_more_would_fit(paper: Size, size: Size, bleed: float) -> None:
    grid = fill_page(paper, size, bleed)
    for width, height in (paper, paper[::-1]):
        across = int((width - 2 * MARGIN + NEAR) // (size[0] + 2 * bleed))
        down = int((height - 2 * MARGIN + NEAR) // (size[1] + 2 * bleed))
        room = max(width - across * (size[0] + 2 * bleed), height - down * (size[1] + 2 * bleed)) / 2
        if room >= 6.5:  # the ruler has its strip
            assert across * down <= (grid.capacity if grid else 0)


def turned_over(grid: Grid, place: Place, edge: Turn) -> tuple[float, float, bool]:
    """Where a back lies, seen through the paper from the front: x, y, and whether its head points down there."""
    width, height = grid.page
    upright_edge = "short-edge" if grid.landscape else "long-edge"  # the edge at the side of the page
    if edge == upright_edge:
        return width - place.x - grid.card[0], place.y, place.turned
    return place.x, height - place.y - grid.card[1], not place.turned


@given(grids, turns)
def test_a_back_lies_behind_its_front_with_the_same_head(grid: Grid, turn: Turn) -> None:
    for front, back in zip(grid.places(), grid.behind(turn), strict=True):
        x, y, head_down = turned_over(grid, back, turn)
        assert (x, y) == pytest.approx((front.x, front.y))
        assert not head_down


@given(grids, turns, st.tuples(st.floats(-5, 5), st.floats(-5, 5)))
def test_an_offset_moves_all_backs_alike(grid: Grid, turn: Turn, offset: Size) -> None:
    for still, moved in zip(grid.behind(turn), grid.behind(turn, offset), strict=True):
        assert (moved.x - still.x, moved.y - still.y) == pytest.approx(offset)
        assert moved.turned == still.turned


@given(grids)
def test_crop_marks_are_in_line_with_cuts_and_touch_no_card(grid: Grid) -> None:
    (left, top), (width, height) = grid.strips, grid.page
    xs = {round(v, 4) for p in grid.places() for v in (p.x, p.x + grid.card[0])}
    ys = {round(v, 4) for p in grid.places() for v in (p.y, p.y + grid.card[1])}
    upright = [x for x in grid.crop_marks() if x[0] == x[2]]
    level = [x for x in grid.crop_marks() if x[1] == x[3]]
    assert len(upright) + len(level) == len(grid.crop_marks())
    assert {round(x[0], 4) for x in upright} == (xs if top > 0.5 else set())
    assert {round(x[1], 4) for x in level} == (ys if left > 0.5 else set())
    for x1, y1, x2, y2 in grid.crop_marks():
        assert -NEAR <= x1 <= x2 <= width + NEAR
        assert -NEAR <= y1 <= y2 <= height + NEAR
        assert y2 < top or y1 > height - top or x2 < left or x1 > width - left


@given(grids)
def test_the_ruler_lies_in_a_free_strip_of_the_page(grid: Grid) -> None:
    ruler = grid.ruler()
    (left, top), (width, height) = grid.strips, grid.page
    along, across = (ruler.y, ruler.x) if ruler.vertical else (ruler.x, ruler.y)
    length, depth = (height, width) if ruler.vertical else (width, height)
    strip = left if ruler.vertical else top
    assert 0 <= along <= along + RULER <= length
    assert depth - strip < across < across + 2.2 <= depth - 3


@given(papers, st.integers(1, 200))
def test_a_poster_has_a_cell_for_each_card_and_no_empty_row(page: Size, number: int) -> None:
    columns, rows = poster_grid(page, number)
    assert columns * (rows - 1) < number <= columns * rows
