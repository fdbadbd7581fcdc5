"""Takes boards, gives them as text for people: with letters and numbers at the edges, and what differs between two."""

from __future__ import annotations

from ..runtime import Board
from ..runtime.move import square_number

_LETTERS = "chl"


def framed(board: Board) -> list[str]:
    """The rows of a board, each behind its number; the letters of the columns below."""
    rows = str(board).split("\n")
    width = max(map(len, board.arena.rows))
    letters = "".join(chr(ord("a") + x).ljust(len(rows[0]) // width) for x in range(width))
    numbered = [f"{number} {row}" for number, row in zip(range(len(rows), 0, -1), rows, strict=True)]
    return [*numbered, f"  {letters}".rstrip()]


def differences(wanted: Board, found: Board) -> list[str]:
    """`d8: expected empty, found C` for each square on which two boards of one arena differ, top row first."""
    squares = wanted.pieces.keys() | found.pieces.keys()
    different = [x for x in squares if wanted.pieces.get(x) != found.pieces.get(x)]
    return [
        f"{x}: expected {_piece(wanted, x)}, found {_piece(found, x)}"
        for x in sorted(different, key=lambda name: (-(square_number(name) >> 4), square_number(name)))
    ]


def side_by_side(wanted: Board, found: Board) -> str:
    """Both boards in full, rows that differ marked, and the squares that differ."""
    left, right = framed(wanted), framed(found)
    width = max(map(len, left))
    rows = [f"  {a:{width}}   {b:{width}}{'' if a == b else '  <'}".rstrip() for a, b in zip(left, right, strict=True)]
    return "\n".join([f"  {'expected':{width}}   found", *rows, *(f"  {x}" for x in differences(wanted, found))])


def _piece(board: Board, square: str) -> str:
    """As boards of two colors draw it."""
    piece = board.pieces.get(square)
    if piece is None:
        return "empty"
    color, rank = piece
    return _LETTERS[rank].upper() if color else _LETTERS[rank]
