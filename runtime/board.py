"""Boards as text: `Board.parse` reads a drawing, `str` writes it, both ways the same."""

from __future__ import annotations

from .arena import Arena
from .errors import PositionError, shown
from .move import square_name, square_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_RANKS = "chl"


class Board:
    """What stands on an arena: squares to (color, rank). A value: it has `==` and is never changed.

    Text form: rows top first, nothing between squares; `c h l` are pieces of color 0,
    `C H L` of color 1, `.` is empty, `_` (or a blank) no square. Where more than two
    colors may stand a square takes two characters: `2h`, `..`, `__`.
    """

    __slots__ = ("arena", "legendary", "pieces", "upgraded", "_own")

    def __init__(self, arena: Arena, pieces: Mapping[str, tuple[int, int]]) -> None:
        """`pieces`: square name to (color, rank). Raises `PositionError`."""
        _check_arena(arena)
        if not hasattr(pieces, "keys") or not all(isinstance(x, str) for x in pieces):
            raise PositionError("the pieces of a board are a mapping: {'e5': (0, 1)}, square to color and rank")
        self.arena = arena
        self.pieces: dict[str, tuple[int, int]] = {}
        self._own: dict[int, int] = {}
        self.upgraded = self.legendary = 0
        for name in sorted(pieces, key=square_number):
            color, rank = _pair(name, pieces[name])
            bit = arena.bit[square_number(name)] if square_number(name) >= 0 else 0
            if not bit:
                raise PositionError(f"{name!r} is no square of arena {arena.name}")
            if not (0 <= color <= 3 and 0 <= rank <= 2):
                raise PositionError(f"{name}: color {color}, rank {rank} is no piece")
            self.pieces[name] = (color, rank)
            self._own[color] = self._own.get(color, 0) | bit
            self.upgraded |= bit if rank else 0
            self.legendary |= bit if rank == 2 else 0

    def own(self, color: int) -> int:
        """The bitboard of a color's pieces. Raises `PositionError` for a color that no board has."""
        if not isinstance(color, int) or not 0 <= color <= 3:
            raise PositionError(f"a color is a whole number from 0 to 3, not {color!r}")
        return self._own.get(color, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and other.arena == self.arena and other.pieces == self.pieces

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    def parse(text: str, arena: Arena | None = None, at: str = "") -> Board:
        """The board that `text` draws; `at` names the square of its lower left corner if it is a window.

        Without `at` the drawing has as many rows as the arena. Raises `PositionError`.
        """
        if not isinstance(text, str) or not isinstance(at, str):
            raise PositionError("a board is drawn as text, and the square of its corner is named")
        if arena is None:
            from .cards import load_cards

            arena = load_cards().arena()
        _check_arena(arena)
        rows = _rows(text)
        if not rows:
            raise PositionError("the drawing of a board has no rows")
        corner = _corner(rows, arena, at)
        wide = any(c.isdigit() for row in rows for c in row)
        pieces: dict[str, tuple[int, int]] = {}
        for i, row in enumerate(rows):
            cells = _pairs(row) if wide else list(row)
            for column, cell in enumerate(cells):
                square = ((corner >> 4) + len(rows) - 1 - i, (corner & 15) + column)
                piece = _read(cell, i + 1, column + 1, square, arena)
                if piece is not None:
                    pieces[square_name(square[0] << 4 | square[1])] = piece
        return Board(arena, pieces)

    def __str__(self) -> str:
        wide = any(color > 1 for color, _ in self.pieces.values())
        height = len(self.arena.rows)
        lines: list[str] = []
        for y in reversed(range(height)):
            cells = [self._cell(y << 4 | x, wide) for x in range(max(map(len, self.arena.rows)))]
            lines.append("".join(cells))
        return "\n".join(lines)

    def _cell(self, square: int, wide: bool) -> str:
        if not self.arena.bit[square]:
            return "__" if wide else "_"
        piece = self.pieces.get(square_name(square))
        if piece is None:
            return ".." if wide else "."
        color, rank = piece
        if wide:
            return f"{color}{_RANKS[rank]}"
        return _RANKS[rank].upper() if color else _RANKS[rank]

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"


def _check_arena(arena: object) -> None:
    if not isinstance(arena, Arena):
        raise PositionError(f"a board lies on an Arena, such as load_cards().arena('standard'), not {shown(arena)}")


def _pair(name: str, piece: object) -> tuple[int, int]:
    """Color and rank of a piece that somebody names."""
    if isinstance(piece, (tuple, list)) and len(piece) == 2 and all(type(x) is int for x in piece):
        return piece[0], piece[1]
    raise PositionError(f"{name}: a piece is its color and rank, such as (0, 1), not {shown(piece)}")


def _rows(text: str) -> list[str]:
    """The lines of a drawing without empty ones around it, its common indentation and trailing blanks."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\t", " ").split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    filled = [line for line in lines if line]
    indent = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    return [line[indent:] for line in lines]


def _corner(rows: list[str], arena: Arena, at: str) -> int:
    if at:
        corner = square_number(at)
        if corner < 0:
            raise PositionError(f"{at!r} is no name of a square")
        return corner
    height = len(arena.rows)
    if len(rows) != height:
        drawn = f"{len(rows)} row" + ("" if len(rows) == 1 else "s")
        raise PositionError(f"the drawing has {drawn}, arena {arena.name} has {height}")
    return 0


def _pairs(row: str) -> list[str]:
    return [row[i : i + 2].ljust(2) for i in range(0, len(row), 2)]


def _read(cell: str, row: int, column: int, square: tuple[int, int], arena: Arena) -> tuple[int, int] | None:
    """Color and rank of what a cell draws, None for nothing."""
    place = f"row {row}, column {column} of the drawing"
    inside = 0 <= square[0] <= 15 and 0 <= square[1] <= 15 and arena.bit[square[0] << 4 | square[1]]
    if cell.strip(" _") == "":
        if "_" in cell and inside:
            raise PositionError(f"{place}: '_' means no square, but {square_name(square[0] << 4 | square[1])} is one")
        return None
    if not inside:
        raise PositionError(f"{place}: there is no square of arena {arena.name} for {cell!r}")
    if cell.strip(".") == "":
        return None
    letter = cell[-1]
    if letter.lower() not in _RANKS or (len(cell) == 2 and not ("0" <= cell[0] <= "3" and letter.islower())):
        raise PositionError(
            f"{place}: {cell!r} is no piece; write c h l (color 0), C H L (color 1), or 2h with more colors"
        )
    color = int(cell[0]) if len(cell) == 2 else int(letter.isupper())
    return color, _RANKS.index(letter.lower())
