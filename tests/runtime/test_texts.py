"""Boards and moves as text: read and written alike, junk refused with the documented error."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from duels import at, begun
from hypothesis import given, settings
from kalarite.runtime import Board, CardSet, IllegalMove, Move, PositionError, load_cards
from kalarite.runtime.move import COMPASS, ORIENTATIONS, RANKS, square_name, square_number
from steps.world import SQUARES

ARENA = load_cards().arena()
SLOW = settings(max_examples=150, deadline=None, derandomize=True)
PIECES = st.tuples(st.integers(0, 3), st.integers(0, 2))
TWO_COLORS = st.tuples(st.integers(0, 1), st.integers(0, 2))


def test_the_arena_has_69_squares_named_from_the_lower_left() -> None:
    assert {square_name(x) for x in ARENA.squares} == SQUARES
    assert len(SQUARES) == 69
    assert all(square_number(square_name(x)) == x for x in range(256))
    for wrong in ("", "e", "5", "e0", "e17", "q5", "E5", "e05", "e5 ", "e-1", "e²", "ee5", "e1111"):
        assert square_number(wrong) == -1


# ---------------------------------------------------------------- boards


@given(st.dictionaries(st.sampled_from(sorted(SQUARES)), st.one_of(PIECES, TWO_COLORS), max_size=69))
@SLOW
def test_a_board_is_read_as_it_is_written(pieces: dict[str, tuple[int, int]]) -> None:
    board = Board(ARENA, pieces)
    text = str(board)
    assert Board.parse(text) == board
    assert Board.parse(text).pieces == pieces
    assert str(Board.parse(text)) == text
    assert "0" <= max("0", *(x for x in text if x.isdigit())) <= "3"
    rows = text.split("\n")
    assert len(rows) == 9
    assert {len(row) for row in rows} == {18 if any(c > 1 for c, _ in pieces.values()) else 9}


@given(
    st.dictionaries(st.sampled_from(sorted(SQUARES)), TWO_COLORS, max_size=20),
    st.integers(0, 6),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.booleans(),
)
@SLOW
def test_what_must_not_matter_in_a_drawing(
    pieces: dict[str, tuple[int, int]], indent: int, newline: str, blanks: bool, around: bool
) -> None:
    board = Board(ARENA, pieces)
    rows = [" " * indent + row for row in str(board).split("\n")]
    if blanks:
        rows = [row.rstrip("_") + "  " for row in rows]
    text = newline.join(["", "  ", *rows, "", ""] if around else rows)
    assert Board.parse(text) == board


@given(st.dictionaries(st.sampled_from(sorted(SQUARES)), st.one_of(PIECES, TWO_COLORS), min_size=1, max_size=12))
@SLOW
def test_a_window_draws_its_part(pieces: dict[str, tuple[int, int]]) -> None:
    """Any window around all pieces, drawn out of the whole, gives the whole board."""
    rows = str(Board(ARENA, pieces)).split("\n")[::-1]
    wide = len(rows[0]) == 18
    columns = [ord(s[0]) - 97 for s in pieces]
    heights = [int(s[1]) - 1 for s in pieces]
    left, right, bottom, top = min(columns), max(columns), min(heights), max(heights)
    cut = slice(2 * left, 2 * right + 2) if wide else slice(left, right + 1)
    window = [row[cut].rstrip("_") for row in rows[bottom : top + 1]]
    corner = f"{chr(97 + left)}{bottom + 1}"
    if all(row and not row.startswith("_") for row in window):
        assert Board.parse("\n".join(window[::-1]), at=corner).pieces == pieces


def test_no_square_may_be_written_or_left_out() -> None:
    full = Board.parse("__cc...__", at="a1")
    assert full.pieces == {"c1": (0, 0), "d1": (0, 0)}
    assert Board.parse("  cc...\n__C", at="a1", arena=ARENA).pieces == {"c2": (0, 0), "d2": (0, 0), "c1": (1, 0)}


BAD_DRAWINGS = [
    ("", "", "has no rows"),
    ("\n \n", "", "has no rows"),
    ("c", "", "has 1 row, arena standard has 9"),
    ("c", "z9", "'z9' is no name of a square"),
    ("c", "a1", "row 1, column 1 of the drawing: there is no square of arena standard for 'c'"),
    (".", "a1", "there is no square of arena standard for '.'"),
    ("..c", "h5", "row 1, column 3 of the drawing: there is no square"),
    ("c\nc", "d9", "row 1, column 1 of the drawing: there is no square"),
    ("x", "d4", "'x' is no piece"),
    ("c?h", "d4", "row 1, column 2 of the drawing: '?' is no piece"),
    ("_", "d4", "'_' means no square, but d4 is one"),
    ("__", "d4", "'_' means no square"),
    ("4c", "d4", "'4c' is no piece"),
    ("2C", "d4", "'2C' is no piece"),
    ("2c.", "d4", "is no piece"),
    ("2cx.", "d4", "is no piece"),
    ("c\u200b", "d4", "is no piece"),
    ("\u0441", "d4", "is no piece"),
    ("²h", "d4", "is no piece"),
]


@pytest.mark.parametrize(("drawing", "corner", "message"), BAD_DRAWINGS)
def test_a_drawing_that_is_none(drawing: str, corner: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        Board.parse(drawing, at=corner)
    assert message in str(caught.value)


@given(st.text(alphabet="chlCHL._ 0123x\n\r\té", max_size=60), st.sampled_from(["", "a1", "d4", "i9", "p16", "c", "1"]))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_text_is_a_board_or_a_documented_error(text: str, corner: str) -> None:
    try:
        board = Board.parse(text, at=corner)
    except PositionError:
        return
    assert Board.parse(str(board)) == board


@pytest.mark.parametrize("wrong", [None, 5, b"c", ["c"]])
def test_what_is_no_drawing(wrong: Any) -> None:
    with pytest.raises(PositionError):
        Board.parse(wrong)
    with pytest.raises(PositionError):
        Board.parse("c", at=wrong)


@pytest.mark.parametrize(
    "pieces",
    [{"a1": (0, 0)}, {"z9": (0, 0)}, {"": (0, 0)}, {"d4": (4, 0)}, {"d4": (0, 3)}, {"d4": (-1, 0)}, {"d4": (0, -1)}],
)
def test_pieces_that_cannot_be(pieces: dict[str, tuple[int, int]]) -> None:
    with pytest.raises(PositionError):
        Board(ARENA, pieces)


def test_boards_are_values() -> None:
    board = Board.parse("cC", at="d4")
    assert board == Board(ARENA, {"e4": (1, 0), "d4": (0, 0)})
    assert board != Board.parse("cc", at="d4")
    assert board != "cC"
    assert eval(repr(board), {"Board": Board}) == board
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_a_board_of_another_arena(own: CardSet) -> None:
    tiny = own.arena("tiny")
    board = Board.parse("c...\n....\n....\n...C", tiny)
    assert board.pieces == {"a4": (0, 0), "d1": (1, 0)}
    assert str(board) == "c...\n....\n....\n...C"
    assert board != Board.parse("c", at="a4")
    with pytest.raises(PositionError, match="has 9 rows, arena tiny has 4"):
        Board.parse(str(Board(ARENA, {})), tiny)
    ring = own.arena("ring")
    assert str(Board(ring, {})).split("\n")[2] == "..___.."


# ---------------------------------------------------------------- moves

SQUARE = st.integers(0, 255).map(square_name)
NAME = st.text(st.characters(categories=["L", "N"], include_characters="-'/"), min_size=1, max_size=12).map(str.strip)
CANONICAL = st.one_of(
    st.sampled_from(["stop", "flare", "end", *COMPASS]),
    SQUARE,
    st.builds("{}-{}".format, SQUARE, SQUARE),
    st.builds("{}~{}".format, SQUARE, SQUARE),
    st.builds("{} {}".format, st.sampled_from(RANKS), SQUARE),
    st.builds("match {}".format, st.sampled_from(ORIENTATIONS)),
    st.builds("{} {}".format, st.sampled_from(["place", "pick up"]), SQUARE),
    st.builds("{} {}".format, st.sampled_from(["option", "color", "discard", "return"]), NAME.filter(bool)),
    st.builds("{} {} {}".format, st.sampled_from(["summon", "start"]), NAME.filter(bool), SQUARE),
)


@given(CANONICAL)
@SLOW
def test_a_move_is_read_as_it_is_written(text: str) -> None:
    move = Move.parse(text)
    assert str(move) == text
    assert Move.parse(str(move)) is move
    assert eval(repr(move), {"Move": Move}) is move
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.copy(move) is copy.deepcopy(move) is move
    assert {move: 1}[Move.parse(text)] == 1


def test_names_may_hold_blanks() -> None:
    move = Move.parse("summon The Eldest Tree e5")
    assert (move.name, square_name(move.a)) == ("The Eldest Tree", "e5")
    assert Move.parse("discard Master of Intrigue").name == "Master of Intrigue"
    assert Move.parse("summon 騎士 d4").name == "騎士"


JUNK = [
    "",
    " ",
    "e",
    "E5",
    "e5 ",
    " e5",
    "e05",
    "e5-",
    "-e5",
    "e5-e6-e7",
    "e5–e6",
    "e5 ~ e6",
    "place",
    "place ",
    "place  e5",
    "Place e5",
    "place z9",
    "pick e5",
    "pick up",
    "match",
    "match x",
    "match n''",
    "ne",
    "option",
    "option ",
    "option  move",
    "discard Bomb; end",
    "discard Bomb, end",
    "discard (Bomb)",
    "discard a: b",
    "return",
    "summon Knight",
    "summon e5",
    "summon  e5",
    "summon Knight  e5",
    "summon Kni;ght e5",
    "start c5",
    "common e99",
    "resign northern",
    "agree end",
    "flare 1",
    "end\n",
    "stop.",
    "discard " + "x" * 1001,
]


@pytest.mark.parametrize("text", JUNK)
def test_junk_is_no_move(text: str) -> None:
    with pytest.raises(IllegalMove, match="is no move"):
        Move.parse(text)


@pytest.mark.parametrize("wrong", [None, 5, b"end", ["end"], Move.parse("end")])
def test_a_move_is_written_as_text(wrong: Any) -> None:
    with pytest.raises(IllegalMove, match="written as text"):
        Move.parse(wrong)


@given(st.one_of(st.text(max_size=30), st.text(alphabet="ce59-~ placeumonickstrdg'", max_size=20)))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_text_is_a_canonical_move_or_an_error(text: str) -> None:
    try:
        move = Move.parse(text)
    except IllegalMove:
        return
    assert str(move) == text


def test_moves_never_hold_what_a_record_divides_by() -> None:
    """A text with `;`, `,`, `:` or parentheses cannot be read back out of a record."""
    for text in ("discard a;b", "return a,b", "option a:b", "color (a)", "summon a(b e5"):
        with pytest.raises(IllegalMove):
            Move.parse(text)


def test_legal_moves_are_interned() -> None:
    game = begun()
    assert all(Move.parse(str(x)) is x for x in game.legal_moves())
    assert begun().legal_moves()[0] is game.legal_moves()[0]
    assert at("c", "d4").legal_moves()[0] is game.legal_moves()[0]


def test_a_move_tells_what_it_is() -> None:
    told = {
        "place e5": ("place", None, "e5", ""),
        "d4-d5": ("step", "d4", "d5", ""),
        "c3~g7": ("leap", "c3", "g7", ""),
        "summon Gun Tower e5": ("summon", None, "e5", "Gun Tower"),
        "heroic b2": ("place ranked", None, "b2", ""),
        "match n'": ("match", None, None, ""),
        "NE": ("direction", None, None, ""),
        "stop": ("stop", None, None, ""),
    }
    for text, (verb, origin, square, name) in told.items():
        move = Move.parse(text)
        assert (move.verb, move.origin, move.square, move.name) == (verb, origin, square, name)


def test_texts_without_end_leave_nothing_behind() -> None:
    from kalarite.runtime import move as moves

    for k in range(2000):
        Move.parse(f"discard Nobody {k}")
    assert not any(text.startswith("discard Nobody") for text in [*moves._interned, *moves._parsed])
    held = Move.parse("discard Nobody 1")
    assert Move.parse("discard Nobody 1") is held
