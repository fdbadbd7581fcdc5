"""PDFs read back: pages, cards, marks, words, fonts; and the pages as a printer would show them."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from kalarite.compiler.compile import CompiledDeck
from kalarite.compiler.printing import fonts
from kalarite.compiler.printing.faces import Face
from kalarite.compiler.printing.sheet import PAPERS, Grid, Size, Turn, fill_page
from kalarite.compiler.printing.typeset import Job, add_posters, add_sheets, add_singles, typeset
from pdf import Page, plain, read

from .conftest import faces_of

EXACT = 0.05  # millimeters
CARD = (63.0, 88.0)


def laid_out(
    faces: list[Face],
    paper: str = "a4",
    size: Size = CARD,
    bleed: float = 0.0,
    copies: int = 1,
    crop_marks: bool = False,
    turn: Turn | None = None,
    offset: Size = (0.0, 0.0),
    language: str = "en",
) -> tuple[Grid, list[Page]]:
    """Sheets of the faces, read back."""
    grid = fill_page(PAPERS[paper], size, bleed)
    assert grid is not None
    job = Job(faces, language, "cards", size, bleed)
    add_sheets(job, grid, copies=copies, crop_marks=crop_marks, turn=turn, offset=offset)
    files, problems = typeset(job)
    assert not problems
    return grid, read(files[0])


def of_deck(faces: list[Face], name: str) -> list[Face]:
    return [x for x in faces if x.deck.name == name]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_cards_have_their_size_and_place(faces: list[Face], paper: str, bleed: float) -> None:
    some = of_deck(faces, faces[0].deck.name)
    grid, pages = laid_out(some, paper, bleed=bleed)
    assert len(pages) == -(-len(some) // grid.capacity)
    number = 0
    for page in pages:
        assert page.size == pytest.approx(grid.page, abs=EXACT)
        assert sorted(page.size) == pytest.approx(sorted(PAPERS[paper]), abs=EXACT)
        boxes = page.filled(some[0].deck.color)
        number += len(boxes)
        for (left, top, right, bottom), place in zip(boxes, grid.places(), strict=False):
            assert (left, top) == pytest.approx((place.x - bleed, place.y - bleed), abs=EXACT)
            assert (right - left, bottom - top) == pytest.approx(grid.pitch, abs=EXACT)
    assert number == len(some)


def test_every_card_once_with_all_its_words_in_fonts_that_are_inside(
    compiled: list[CompiledDeck], language: str
) -> None:
    faces = faces_of(compiled, language)
    _, pages = laid_out(faces, language=language)
    text = " ".join(x.text for x in pages)
    for face in faces:
        assert text.count(f"· {face.id} ") + text.endswith(f"· {face.id}") == face.copies, face.id
        for said in (face.name, face.kind, face.deck.title, *(x for part in face.parts for x in part)):
            assert squeezed(said) in squeezed(text), face.id
    runs = [x for page in pages for x in page.runs]
    assert all(x.embedded for x in runs)
    assert len({x.font for x in runs}) > 2


def squeezed(text: str) -> str:
    """Without blanks: lines may break anywhere in some scripts."""
    return plain(text).replace(" ", "")


def test_no_word_leaves_its_card(compiled: list[CompiledDeck], language: str) -> None:
    faces = faces_of(compiled, language)
    grid, pages = laid_out(faces, language=language)
    for page in pages:
        for run in page.runs:
            inside = (
                p.x + 2.4 <= run.box[0]
                and run.box[2] <= p.x + 60.6
                and p.y + 2.4 <= run.box[1]
                and run.box[3] <= p.y + 85.6
                for p in grid.places()
            )
            if run.box[1] < grid.page[1] - grid.strips[1]:  # the ruler has letters, too
                assert any(inside), run


def test_nothing_is_a_raster(faces: list[Face]) -> None:
    _, pages = laid_out(faces[:9])
    assert pages[0].kinds == {1, 2}  # text and outlines


def test_copies(faces: list[Face]) -> None:
    twice = replace(faces[0], copies=2)
    grid, pages = laid_out([twice, faces[1]], copies=4)
    ids = Counter(word for page in pages for word in page.text.split() if "/" in word)
    assert ids == {faces[0].id: 8, faces[1].id: 4}
    assert len(pages) == -(-12 // grid.capacity)


@pytest.mark.parametrize("bleed", [0.0, 2.5])
def test_crop_marks_and_the_ruler(faces: list[Face], bleed: float) -> None:
    grid, (page, *_) = laid_out(faces[:4], bleed=bleed, crop_marks=True)
    lines = [tuple(round(x, 2) for x in line) for line in page.lines()]
    for mark in grid.crop_marks():
        assert any(line == pytest.approx(mark, abs=EXACT) for line in lines), mark
    ruler = grid.ruler()
    length = [x for x in lines if x[:2] == pytest.approx((ruler.x, ruler.y), abs=EXACT)]
    assert max(abs(x[2] - x[0]) + abs(x[3] - x[1]) for x in length) == pytest.approx(50, abs=EXACT)
    assert "50 mm" in page.text


@pytest.mark.parametrize("bleed", [0.0, 3.0])  # a page that stands, one that lies
@pytest.mark.parametrize("turn", ["long-edge", "short-edge"])
@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.5, -1.0)])
def test_backs_lie_behind_their_fronts(faces: list[Face], bleed: float, turn: Turn, offset: Size) -> None:
    decks = list(dict.fromkeys(x.deck for x in faces))[:2]
    some = [of_deck(faces, decks[0].name)[0], *of_deck(faces, decks[1].name)[:2]]
    grid, (front, back) = laid_out(some, bleed=bleed, turn=turn, offset=offset)
    width, height = grid.page
    for deck in decks:
        fronts, backs = front.filled(deck.color), back.filled(deck.color)
        assert len(fronts) == len(backs) == len(of_deck(some, deck.name))
        for (left, top, right, bottom), found in zip(fronts, backs, strict=True):
            seen = (width - right, top, width - left, bottom)
            if (turn == "long-edge") == grid.landscape:
                seen = (left, height - bottom, right, height - top)
            moved = [x + offset[i % 2] for i, x in enumerate(seen)]
            assert found == pytest.approx(moved, abs=EXACT)
        assert back.text.count(deck.title) == 2 * len(of_deck(some, deck.name))
    assert not [x for x in back.text.split() if "/" in x]


def test_a_page_as_a_printer_shows_it(faces: list[Face]) -> None:
    grid, (page, *_) = laid_out(faces[:9], crop_marks=True)
    picture, dots = page.picture(3.0), 3.0 / (25.4 / 72)

    def dark(left: float, top: float, right: float, bottom: float) -> float:
        """The share of dots that are dark."""
        rows = [row[int(left * dots) : int(right * dots)] for row in picture[int(top * dots) : int(bottom * dots)]]
        return sum(value < 140 for row in rows for value in row) / sum(map(len, rows))

    for place in grid.places():
        assert dark(place.x + 5, place.y + 5, place.x + 58, place.y + 14) > 0.03  # name
        assert 0.01 < dark(place.x + 5, place.y + 18, place.x + 58, place.y + 45) < 0.6  # picture
        assert 0.01 < dark(place.x + 5, place.y + 40, place.x + 58, place.y + 78) < 0.5  # text
    assert dark(0, 0, 6, grid.page[1]) == 0  # the edge stays white


def test_a_poster_has_all_cards_of_a_deck_on_a_page(compiled: list[CompiledDeck], language: str) -> None:
    faces = faces_of(compiled, language)
    job = Job(faces, language, "posters")
    add_posters(job, PAPERS["a4"])
    files, problems = typeset(job)
    assert not problems
    pages = read(files[0])
    decks = list(dict.fromkeys(x.deck for x in faces))
    assert len(pages) == len(decks)
    for page, deck in zip(pages, decks, strict=True):
        assert page.size == pytest.approx(PAPERS["a4"], abs=EXACT)
        text = squeezed(page.text)
        for face in of_deck(faces, deck.name):
            assert all(squeezed(x) in text for x in (face.name, *(x for part in face.parts for x in part)))
        assert all(0 < x.box[0] < x.box[2] < page.size[0] and x.box[3] < page.size[1] for x in page.runs)
    assert job.cards == len(faces)


def test_pictures_of_single_cards(faces: list[Face]) -> None:
    job = Job(faces[:2], "en", "cards", CARD, 1.0)
    add_singles(job)
    (first, second), _ = typeset(job, "png")
    assert first != second
    assert first.startswith(b"\x89PNG")
    width, height = (int.from_bytes(first[i : i + 4]) for i in (16, 20))
    assert (width, height) == pytest.approx((65 / 25.4 * 300, 90 / 25.4 * 300), abs=1.5)
    (svg, _), _ = typeset(job, "svg")
    assert set(re.findall(rb"data:[^,]*", svg)) == {b"data:image/svg+xml;base64"}  # no raster
    assert b"<text" not in svg  # letters are outlines: no font is needed


def test_the_same_cards_give_the_same_file(faces: list[Face]) -> None:
    first, second = (Job(faces[:9], "en", "cards") for _ in range(2))
    for job in (first, second):
        grid = fill_page(PAPERS["a4"], CARD)
        assert grid is not None
        add_sheets(job, grid)
    assert typeset(first) == typeset(second)


def test_a_deck_takes_less_than_five_seconds(faces: list[Face]) -> None:
    begin = time.perf_counter()
    laid_out(of_deck(faces, faces[0].deck.name), crop_marks=True, turn="long-edge")
    assert time.perf_counter() - begin < 5


# ---------------------------------------------------------------- what cannot be printed


def problems_of(face: Face, size: Size = CARD) -> list[str]:
    job = Job([face], "en", "card", size)
    add_singles(job)
    files, problems = typeset(job)
    assert bool(files) != bool(problems)
    assert all(x.card == face.id for x in problems)
    return [x.message for x in problems]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"parts": (("", "Destroy a piece, then another one. " * 60),)}, "its text is too long"),
        ({"parts": (("", "W" * 90),)}, "its text is too long"),
        ({"name": "W" * 40}, "its name is too long"),
        ({"name": "The Old One of the Woods " * 6}, "its name is too long"),
        ({"kind": "W" * 60}, "the words for what it is are too long"),
    ],
)
def test_what_does_not_fit_is_told(faces: list[Face], change: dict[str, str], message: str) -> None:
    (found,) = problems_of(replace(faces[0], **change))
    assert found.startswith(f"card '{change.get('name', faces[0].name)}' ({faces[0].id}): {message}")
    assert "--size" in found


def test_a_long_text_shrinks(faces: list[Face]) -> None:
    longer = replace(faces[0], parts=(("", "Destroy a piece, then another one. " * 12),))
    _, (page,) = laid_out([longer])
    assert page.text.count("then another one") == 12


def test_a_small_card_is_told_to_be_too_small(faces: list[Face]) -> None:
    longest = max(faces, key=lambda x: len(x.texts["its text"]))
    (message, *_) = problems_of(longest, (30.0, 40.0))
    assert "for 30 x 40 mm" in message


def test_a_character_without_a_glyph_is_told(faces: list[Face], monkeypatch: pytest.MonkeyPatch) -> None:
    odd = replace(faces[0], name="Toad \U0001f438", parts=(("", "Destroy 龘 pieces."),))
    monkeypatch.setattr(fonts.PackagedFont, "path", None)
    first, second = problems_of(odd)
    assert "no font has the character '\U0001f438' (U+1F438) in its name" in first
    assert "no font has the character '龘' (U+9F98) in its text" in second
    assert "kalarite[print-zh]" in second


def test_words_are_never_taken_for_markup(faces: list[Face]) -> None:
    odd = replace(faces[0], name='#panic("x") $a$ */_', parts=(("", r'"] #let \u{41} @ref <label> // no comment'),))
    _, (page,) = laid_out([odd])
    assert '#panic("x") $a$ */_' in page.text
    assert r'"] #let \u{41} @ref <label> // no comment' in page.text


def test_chinese_is_set_in_a_font_that_has_it(faces: list[Face]) -> None:
    if fonts.missing_font("zh"):
        pytest.skip("its font is not installed")
    chinese = replace(faces[0], name="剑术大师", parts=(("", "你可以破坏一个斜向相邻的敌方普通棋子。" * 3),))
    _, (page,) = laid_out([chinese])
    assert "剑术大师" in page.text
    assert any("NotoSansSC" in x.font for x in page.runs)
    assert all(x.embedded for x in page.runs)


def test_a_language_without_its_font_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts.PackagedFont, "path", None)
    missing = fonts.missing_font("zh")
    assert missing is not None
    assert fonts.install(missing.extra) == 'python -m pip install "kalarite[print-zh]"'
    assert fonts.missing_font("en") is None
    assert Path(*fonts.font_folders()) == Path()
