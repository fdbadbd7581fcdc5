"""The arena: squares, colors, neighbors and the eight lanes, as tables made once.

A board is an int with bit `16 * row + column` for each square (bitboard). Its
*lanes* are one int of eight times 256 bits: lane k holds the board as seen when it
is turned so that a pattern drawn upright matches where the real pattern lies in
orientation k. One shift a pattern cell then tests every square and orientation.
Index -1 (a piece that is gone) reads 0 from every table.
"""

from __future__ import annotations

from .errors import CardError, shown
from .move import square_name, square_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Self

STEP = (16, 17, 1, -15, -16, -17, -1, 15)  # by direction N NE E SE S SW W NW, in square numbers
DELTA = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
LANE_BITS = 256
REGIONS = {"line": "lines", "diagonal": "diagonals", "side": "sides", "corner": "corners"}  # kind: key, attribute
MAX_SIZE = 9  # a pattern of 8 squares and an arena of 9 cannot meet around the edge of 16 columns


def turned(orientation: int, x: int, y: int) -> tuple[int, int]:
    """Where the vector (x, y) of the drawing points in an orientation (R5.2).

    Orientations are numbered n e s w n' e' s' w': where the drawing's top points,
    mirrored left to right first from 4 on.
    """
    if orientation >= 4:
        x = -x
    quarter = orientation & 3
    if quarter == 1:
        return y, -x
    if quarter == 2:
        return -x, -y
    if quarter == 3:
        return -y, x
    return x, y


def turned_direction(orientation: int, direction: int) -> int:
    """The board direction (0 N to 7 NW) of a drawn direction."""
    return DELTA.index(turned(orientation, *DELTA[direction]))


class Unchanging:
    """What is never changed once it is made: a copy of it is the thing itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def squares_between(run: str) -> tuple[str, ...]:
    """The names of the squares from one to another, as `a7-c9` says it; none if they lie on no straight line."""
    start, end = (square_number(x) for x in (*run.split("-", 1), "")[:2])
    right, up = (end & 15) - (start & 15), (end >> 4) - (start >> 4)
    length = max(abs(right), abs(up))
    if start < 0 or end < 0 or {abs(right), abs(up)} - {0, length}:
        return ()
    step = ((up > 0) - (up < 0)) * 16 + (right > 0) - (right < 0)
    return tuple(square_name(start + n * step) for n in range(length + 1))


class Arena(Unchanging):
    """Tables of one arena, by square number. Made by `arena_of`; a value that is never changed."""

    __slots__ = (
        "bit",
        "central",
        "colored",
        "corner",
        "corners",
        "diagonals",
        "edge",
        "green",
        "image",
        "lane",
        "lines",
        "mask",
        "name",
        "near",
        "others",
        "red",
        "rows",
        "sides",
        "size",
        "squares",
        "starts",
        "_directed",
        "_rays",
        "_regions",
        "_within",
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        """`data`: `name` and `rows`, perhaps `central`, `starts` and regions; `CardError` if that is no arena.

        Regions are straight rows of squares, `a3-a7`: lists of `lines` and `diagonals`, and lists of pairs that
        lie opposite to each other, `sides` and `corners`.
        """
        _check_description(data)
        self.name: str = data["name"]
        self.rows: tuple[str, ...] = tuple(data["rows"])
        height, width = len(self.rows), max(map(len, self.rows))
        if max(height, width) > MAX_SIZE:
            raise CardError(f"arena {self.name!r} is {width} by {height} squares; {MAX_SIZE} by {MAX_SIZE} is the most")
        self.size = max(height, width)
        kinds: dict[int, str] = {}
        for i, row in enumerate(self.rows):
            for column, char in enumerate(row):
                if char != " ":
                    kinds[(height - 1 - i) << 4 | column] = char
        self.squares: tuple[int, ...] = tuple(sorted(kinds))
        self.bit: tuple[int, ...] = tuple(1 << i if i in kinds else 0 for i in range(256))
        self.mask: int = sum(self.bit)
        self.red: int = sum(1 << i for i in kinds if kinds[i] == "r")
        self.green: int = sum(1 << i for i in kinds if kinds[i] == "g")
        self.colored: int = self.red | self.green
        self.central: int = self.mask_of(data.get("central", ()))
        self._regions = {key: data[key] for key in REGIONS.values() if key in data}  # as described
        # of each region its squares and those of the opposite one (R1.10 to R1.13)
        self.lines, self.diagonals = (self._runs(data.get(x, ())) for x in ("lines", "diagonals"))
        self.sides, self.corners = (self._opposites(data.get(x, ())) for x in ("sides", "corners"))
        self.starts: dict[str, tuple[int, ...]] = {  # by name: places, each the mask of squares of which one is taken
            name: self._places(name, places) for name, places in data.get("starts", {}).items()
        }
        self.edge: tuple[int, ...] = self._neighbors((0, 2, 4, 6))
        self.corner: tuple[int, ...] = self._neighbors((1, 3, 5, 7))
        self.near: tuple[int, ...] = tuple(a | b for a, b in zip(self.edge, self.corner, strict=True))
        self.lane, self.image = self._lanes()
        every = sum(self.lane)
        self.others: tuple[int, ...] = tuple(every ^ x for x in self.lane)  # lanes without a square's images
        self._directed: dict[int, tuple[int, ...]] = {255: self.near}
        self._rays: dict[int, tuple[int, ...]] = {}
        self._within: dict[tuple[int, int], tuple[int, ...]] = {}

    @property
    def _content(self) -> tuple[Any, ...]:
        """All that tells arenas apart."""
        return self.name, self.rows, self.central, self.starts, self.lines, self.diagonals, self.sides, self.corners

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Arena) and other._content == self._content)

    def __hash__(self) -> int:
        return hash((self.name, self.rows))

    def __reduce__(self) -> Any:
        starts = {name: [self.names_of(x) for x in places] for name, places in self.starts.items()}
        return arena_of, (
            {
                "name": self.name,
                "rows": self.rows,
                "central": self.names_of(self.central),
                "starts": starts,
                **self._regions,
            },
        )

    def __repr__(self) -> str:
        return f"<Arena {self.name}, {len(self.squares)} squares>"

    def mask_of(self, names: Iterable[str]) -> int:
        """The bitboard of squares given by name."""
        return sum({self.bit[square_number(x)] for x in names})

    def names_of(self, mask: int) -> tuple[str, ...]:
        """The names of the squares of a bitboard, in rising order."""
        return tuple(square_name(i) for i in self.squares if mask >> i & 1)

    def _places(self, name: str, places: Any) -> tuple[int, ...]:
        """The masks of places of a list; `CardError` if one lies nowhere, or two lie on a square."""
        masks = tuple(map(self.mask_of, places))
        if 0 in masks or sum(masks).bit_count() < sum(map(len, places)):
            raise CardError(f"arena {self.name!r}: the places of 'starts.{name}' are squares of it, each in one place")
        return masks

    def _runs(self, runs: Any) -> tuple[tuple[int, int], ...]:
        return tuple((self.mask_of(squares_between(x)), 0) for x in runs)

    def _opposites(self, pairs: Any) -> tuple[tuple[int, int], ...]:
        found: list[tuple[int, int]] = []
        for pair in pairs:
            a, b = (self.mask_of(squares_between(x)) for x in pair)
            found += [(a, b), (b, a)]
        return tuple(found)

    def _neighbors(self, directions: tuple[int, ...]) -> tuple[int, ...]:
        table = [0] * 256
        for square in self.squares:
            for direction in directions:
                table[square] |= self.bit[square + STEP[direction]] if self._inside(square, direction) else 0
        return tuple(table)

    def _inside(self, square: int, direction: int) -> bool:
        dx, dy = DELTA[direction]
        return 0 <= (square & 15) + dx <= 15 and 0 <= (square >> 4) + dy <= 15

    def _lanes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Two tables: square to the bits of its eight images; lane bit to its square (-1: none)."""
        lane = [0] * 256
        image = [-1] * (8 * LANE_BITS)
        last = self.size - 1
        for y in range(self.size):
            for x in range(self.size):
                for k in range(8):
                    dx, dy = turned(k, 2 * x - last, 2 * y - last)
                    square = (dy + last) // 2 << 4 | (dx + last) // 2
                    if self.bit[square]:
                        index = k * LANE_BITS + (y << 4 | x)
                        image[index] = square
                        lane[square] |= 1 << index
        return tuple(lane), tuple(image)

    def lanes_of(self, mask: int) -> int:
        """The lanes of a bitboard, from scratch."""
        return sum(self.lane[i] for i in self.squares if mask >> i & 1)

    def directed(self, directions: int) -> tuple[int, ...]:
        """By square: its neighbors in the directions of an 8-bit set (bit 0: N, clockwise)."""
        table = self._directed.get(directions)
        if table is None:
            chosen = tuple(d for d in range(8) if directions >> d & 1)
            table = self._directed[directions] = self._neighbors(chosen)
        return table

    def rays(self, direction: int) -> tuple[int, ...]:
        """By square: the squares on the ray in a direction up to the edge, without the start (R6.33)."""
        table = self._rays.get(direction)
        if table is None:
            rays = [0] * 256
            step = self.directed(1 << direction)
            for square in self.squares:
                at = square
                while step[at]:
                    rays[square] |= step[at]
                    at = step[at].bit_length() - 1
            table = self._rays[direction] = tuple(rays)
        return table

    def within(self, least: int, most: int) -> tuple[int, ...]:
        """By square: the squares at a distance of `least` to `most` moves, by flood (R6.31, R6.32)."""
        table = self._within.get((least, most))
        if table is None:
            rings = [0] * 256
            for square in self.squares:
                reached = frontier = 1 << square
                for distance in range(1, most + 1):
                    frontier = self._around(frontier) & ~reached
                    reached |= frontier
                    if distance >= least:
                        rings[square] |= frontier
                    if not frontier:
                        break
            table = self._within[least, most] = tuple(rings)
        return table

    def _around(self, mask: int) -> int:
        around = 0
        while mask:
            low = mask & -mask
            around |= self.near[low.bit_length() - 1]
            mask ^= low
        return around


_arenas: dict[str, Arena] = {}  # by description
_same: dict[Arena, Arena] = {}  # those of one content, however it was written


def arena_of(data: Mapping[str, Any]) -> Arena:
    """The arena of a description (`name`, `rows`, `central`, `starts`), made once for each content."""
    _check_description(data)
    key = repr((data["name"], list(data["rows"]), list(data.get("central", ())), data.get("starts")))
    arena = _arenas.get(key)
    if arena is None:
        arena = Arena(data)
        arena = _arenas[key] = _same.setdefault(arena, arena)
    return arena


def _check_description(data: Any) -> None:
    """`CardError` if `data` does not describe an arena."""
    name = data.get("name") if hasattr(data, "get") else None
    if not isinstance(name, str):
        raise CardError("an arena is described by a mapping: its 'name', its 'rows', 'central' and 'starts'")
    for key in ("rows", "central"):
        if not _are_texts(texts := data.get(key, ())):
            raise CardError(f"arena {name!r}: '{key}' is a list of texts, not {shown(texts)}")
    starts = data.get("starts", {})
    lists = starts.values() if isinstance(starts, dict) else (None,)
    if not all(isinstance(x, (list, tuple)) and all(map(_are_texts, x)) for x in lists):
        raise CardError(f"arena {name!r}: 'starts' names lists of places, each a list of texts, not {shown(starts)}")
    for key in REGIONS.values():
        runs = data.get(key, ())
        if key in ("sides", "corners") and isinstance(runs, (list, tuple)):
            paired = all(isinstance(x, (list, tuple)) and len(x) == 2 for x in runs)
            runs = [run for pair in runs for run in pair] if paired else None
        fine = isinstance(runs, (list, tuple)) and all(isinstance(x, str) and squares_between(x) for x in runs)
        if not fine:
            form = "pairs of rows of squares" if key in ("sides", "corners") else "rows of squares"
            raise CardError(f"arena {name!r}: '{key}' is a list of {form}, each as 'a3-a7', not {shown(data[key])}")
    if not any(row.strip(" ") for row in data.get("rows", ())):
        raise CardError(f"arena {name!r} has no squares")


def _are_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(x, str) for x in value)
