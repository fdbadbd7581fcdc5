"""Pictures: everything in the drawing is in the picture, told by shape; well-formed; the same each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from kalarite.compiler.picture import Piece, arena_fields, board_cells, board_svg, pattern_svg
from kalarite.dsl import tree as t
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source

CARDS = {x.stem: x for x in sorted((Path(__file__).resolve().parents[2] / "cards").glob("*/*.card"))}
SVG = "{http://www.w3.org/2000/svg}"


def card(stem: str) -> t.Card:
    found, _ = parse_card(Source.of(CARDS[stem].read_bytes()))
    assert found is not None
    return found


def shapes(svg: str) -> Counter[str]:
    """How often each class occurs, pieces told apart by their outline."""
    out: Counter[str] = Counter()
    for element in ElementTree.fromstring(svg):
        style = element.get("class", "")
        points = len(element.get("points", "").split())
        out[f"{style} {element.tag.removeprefix(SVG)}{points or ''}" if style in ("k-own", "k-enemy") else style] += 1
    return out


COMMON, HEROIC, LEGENDARY = "k-own circle", "k-own polygon11", "k-own polygon10"


@pytest.mark.parametrize("stem", CARDS)
def test_a_pattern_shows_all_that_is_drawn(stem: str) -> None:
    drawn = card(stem)
    svg = pattern_svg(drawn)
    if drawn.task is not None:
        patterns = "".join(row for pattern in drawn.task.patterns for row in pattern.rows)
        seen = shapes(svg)
        assert (seen["k-frame"], seen["k-inner"]) == (1, drawn.task.advanced)
        assert (seen[COMMON], seen["k-any"]) == (patterns.count("c"), patterns.count("."))
        assert f">{drawn.task.points}</text>" in svg
        assert drawn.task.sort in svg.lower()
        return
    if drawn.pattern is None:
        assert svg == ""
        return
    signs = Counter("".join(drawn.pattern.rows))
    seen = shapes(svg)
    assert seen[COMMON] == signs["c"] + signs["C"]
    assert seen[HEROIC] == signs["h"] + signs["H"]
    assert seen[LEGENDARY] == signs["l"] + signs["L"]
    summoned_there = any(x in "@CHL" for x in signs)  # elsewhere, where the card says so
    assert seen["k-frame"] == seen["k-inner"] == summoned_there
    assert seen["k-mark"] == signs["*"] + signs["+"]
    assert seen["k-arrow"] == len(drawn.arrows)
    assert seen["k-any"] == signs["."]


SNAPSHOTS = [
    *("knight", "summoner", "cannon", "fire-dragon", "high-priestess", "angel-of-death"),
    *("destruction", "diagonals", "center-cross"),
]


@pytest.mark.parametrize("stem", SNAPSHOTS)
def test_snapshot(stem: str, golden: Callable[[str, str], None]) -> None:
    """One card of each kind of drawing: plain, marks, arrows, arrows at an edge, a piece in the frame (two ranks);
    a task, an advanced one, one with patterns."""
    golden(f"{CARDS[stem].parent.name}/{stem}.svg", pattern_svg(card(stem), alone=True))


def test_words_stand_for_the_picture() -> None:
    svg = ElementTree.fromstring(pattern_svg(card("gun-tower")))
    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title") == "Pattern of Gun Tower"
    assert svg.findtext(f"{SVG}desc") == (
        "Rows from the top, squares from the left: summoning square, any; common, common; common, common. "
        "Directions marked: W, E."
    )


def test_arrows_point_away_from_the_summoning_square() -> None:
    svg = ElementTree.fromstring(pattern_svg(card("cannon")))
    frame = next(x for x in svg if x.get("class") == "k-frame")
    center = [float(frame.get(k, "")) + float(frame.get("width", "")) / 2 for k in ("x", "y")]
    tips = [x.get("points", "").split()[0].split(",") for x in svg if x.get("class") == "k-arrow"]
    signs = {tuple((float(a) > c) - (float(a) < c) for a, c in zip(tip, center, strict=True)) for tip in tips}
    assert signs == {(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)}  # all but west


def test_a_name_cannot_break_the_picture() -> None:
    drawn = t.Card("being", 'A <b> & "c"', 0, t.Pattern(("c@",)), (), ())
    assert ElementTree.fromstring(pattern_svg(drawn)).findtext(f"{SVG}title") == 'Pattern of A <b> & "c"'


def test_a_picture_is_one_block_in_markdown_and_the_same_each_time() -> None:
    first = pattern_svg(card("knight"))
    assert "\n\n" not in first
    assert first == pattern_svg(card("knight"))
    assert "<style>" not in first
    assert "prefers-color-scheme: dark" in pattern_svg(card("knight"), alone=True)


# ---------------------------------------------------------------- boards

ROWS = (".C._", "h.L.", "..l.")


def test_a_board_shows_every_piece_and_square() -> None:
    seen = shapes(board_svg(ROWS, "c4"))
    assert seen["k-square"] == 11
    assert seen["k-enemy circle"] == 1
    assert seen["k-enemy polygon10"] == 1
    assert seen[HEROIC] == seen[LEGENDARY] == 1
    assert seen[COMMON] == 0


def test_the_words_of_a_board_name_each_piece_by_its_square() -> None:
    svg = ElementTree.fromstring(board_svg(ROWS, "c4", title="Before"))
    assert svg.findtext(f"{SVG}title") == "Before"
    assert svg.findtext(f"{SVG}desc") == (
        "Squares c4 to f6. own heroic on c5; own legendary on e4; enemy common on d6; enemy legendary on e5."
    )
    assert "No pieces" in board_svg(("..", ".."))


def test_labels_are_those_of_the_window() -> None:
    svg = ElementTree.fromstring(board_svg(ROWS, "c4"))
    assert [x.text for x in svg if x.get("class") == "k-label"] == ["c", "d", "e", "f", "6", "5", "4"]


def test_answers_are_shown_where_they_point() -> None:
    answers = ["summon Knight d4", "e4", "c5-d5", "c5~f4", "heroic e6", "stop", "NE", "option move 1", "a1", "a1-a2"]
    svg = board_svg(ROWS, "c4", chosen=answers)
    seen = shapes(svg)
    assert seen["k-choice"] == 1 + 1 + 2 + 1 + 1  # a frame, a ring, shaft and head, the leap's head, a ring
    assert seen["k-choice k-leap"] == 1
    assert seen["k-refused"] == 0
    assert numbers(svg) == ["1", "2", "3", "4", "5"]  # of those that point into the picture
    ring = next(x for x in ElementTree.fromstring(svg) if x.tag == f"{SVG}circle" and x.get("class") == "k-choice")
    square = [x for x in ElementTree.fromstring(svg) if x.get("class") == "k-square"][9]  # e4, in reading order
    middle = [float(square.get(k, "")) + 20 for k in ("x", "y")]
    assert [float(ring.get(k, "")) for k in ("cx", "cy")] == middle


def numbers(svg: str) -> list[str | None]:
    return [x.text for x in ElementTree.fromstring(svg) if x.get("class") == "k-number"]


def test_one_answer_has_no_number_and_several_never_share_a_place() -> None:
    assert numbers(board_svg(ROWS, "c4", chosen=["e4", "stop"])) == []
    svg = board_svg(ROWS, "c4", chosen=["summon Knight e4", "d4-e4", "e4", "d5-e4"])
    places = [(x.get("x"), x.get("y")) for x in ElementTree.fromstring(svg) if x.get("class") == "k-number"]
    assert len(set(places)) == len(places) == 4


def test_what_is_refused_is_crossed_out_once_and_only_at_its_target() -> None:
    svg = board_svg(ROWS, "c4", refused=["c4-d4", "e4", "c5~e4", "stop"])
    circles = [x for x in ElementTree.fromstring(svg) if x.get("class") == "k-refused" and x.tag == f"{SVG}circle"]
    assert len(circles) == 2
    assert shapes(svg)["k-refused"] == 4  # a stroke each
    assert shapes(svg)["k-choice"] == 0


def test_a_square_is_not_both_chosen_and_crossed_out() -> None:
    seen = shapes(board_svg(ROWS, "c4", chosen=["d4-e4"], refused=["f4-e4", "c4-c5"]))
    assert seen["k-refused"] == 2


def test_an_arrow_ends_at_the_edge_of_its_square() -> None:
    svg = ElementTree.fromstring(board_svg(("...", "...", "..."), chosen=["a1-b1"]))
    square = [x for x in svg if x.get("class") == "k-square"][7]  # b1
    shaft = next(x for x in svg if x.get("class") == "k-choice")
    tip = float(shaft.get("d", "").rpartition("L")[2].split()[0])
    assert 0 <= tip - float(square.get("x", "")) <= 4


def test_colored_squares_of_the_arena_are_told_by_shape() -> None:
    fields = arena_fields(["..r", "g..", "..."])
    assert fields == {"c3": "red", "a2": "green"}
    svg = ElementTree.fromstring(board_svg(("...", "...", "..."), fields=fields))
    assert [x.tag for x in svg if x.get("class") == "k-red"] == [f"{SVG}path"]
    assert [x.tag for x in svg if x.get("class") == "k-green"] == [f"{SVG}circle"]


def test_a_board_of_more_than_two_colors() -> None:
    assert board_cells(("0c..", "2l__")) == [[Piece(0, 0), "."], [Piece(2, 2), "_"]]
    svg = ElementTree.fromstring(board_svg(("0c..", "2l3h")))
    assert [x.text for x in svg if x.get("class") == "k-digit"] == ["3", "4"]


def test_a_window_must_name_a_square() -> None:
    with pytest.raises(ValueError, match="'x' names no square"):
        board_svg(ROWS, "x")


def test_a_piece_with_a_marker_has_a_diamond_above_it() -> None:
    svg = ElementTree.fromstring(board_svg(("c.", ".H"), "d4", carried=["d5", "i9"]))
    (diamond,) = [x for x in svg if x.get("class") == "k-carried"]
    assert diamond.get("d", "").startswith("M40 3")
    assert "A piece with a marker: d5" in "".join(x.text or "" for x in svg)
