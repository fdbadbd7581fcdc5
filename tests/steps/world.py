"""A board as plain sets and pieces as objects: what the table of steps is read against. Knows nothing of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

COMPASS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
TURNED = {  # where a drawn vector points when the drawing's top points there; ': mirrored left to right first
    "n": lambda x, y: (x, y),
    "e": lambda x, y: (y, -x),
    "s": lambda x, y: (-x, -y),
    "w": lambda x, y: (-y, x),
    "n'": lambda x, y: (-x, y),
    "e'": lambda x, y: (y, x),
    "s'": lambda x, y: (x, -y),
    "w'": lambda x, y: (-y, -x),
}
CUT = {"a1", "b1", "a2", "h1", "i1", "i2", "a8", "a9", "b9", "h9", "i9", "i8"}  # R1.2
SQUARES = {column + row for column in "abcdefghi" for row in "123456789"} - CUT
RED = {"c2", "d8", "e5", "h4"}  # R1.4
GREEN = {"a5", "c7", "f2", "g7", "i6"}


def point(square: str) -> tuple[int, int]:
    return ord(square[0]) - ord("a"), int(square[1]) - 1


def beside(square: str, dx: int, dy: int) -> str | None:
    """The square so many columns to the right and rows up; None outside the arena."""
    x, y = point(square)
    name = chr(ord("a") + x + dx) + str(y + dy + 1)
    return name if name in SQUARES else None


def distance(a: str, b: str) -> int:
    """R6.31."""
    (ax, ay), (bx, by) = point(a), point(b)
    return max(abs(ax - bx), abs(ay - by))


def adjacent(a: str, b: str) -> bool:
    """R6.29."""
    return distance(a, b) == 1


def share_edge(a: str, b: str) -> bool:
    (ax, ay), (bx, by) = point(a), point(b)
    return abs(ax - bx) + abs(ay - by) == 1


def ray(square: str, direction: str) -> list[str]:
    """The squares from a square to the edge, nearest first, without the start (R6.33)."""
    dx, dy = COMPASS[direction]
    found: list[str] = []
    at = beside(square, dx, dy)
    while at is not None:
        found.append(at)
        at = beside(at, dx, dy)
    return found


def fan(direction: str) -> list[str]:
    """A direction and those 45 degrees to either side of it."""
    names = list(COMPASS)
    i = names.index(direction)
    return [names[i - 1], direction, names[(i + 1) % 8]]


def direction_of(a: str, b: str) -> str:
    """The compass name of the step between neighbors."""
    (ax, ay), (bx, by) = point(a), point(b)
    return next(name for name, vector in COMPASS.items() if vector == (bx - ax, by - ay))


@dataclass(eq=False)
class Piece:
    """A piece on the board: compared by identity, so that it can be followed wherever it goes."""

    color: int
    rank: int
    square: str | None


@dataclass
class Match:
    """What the drawn pattern says about a summoning, by brute force from its rows."""

    used: set[str]
    marks: set[str]
    arrows: set[str]
    opposite: dict[str, str] = field(default_factory=dict)  # marked square to its mirror image, as Everfrost draws it
    crosses: set[str] = field(default_factory=set)


def match_of(rows: Iterable[str], directions: Iterable[str], square: str, orientation: str) -> Match:
    """The pattern `rows` laid on the board with its summoning square on `square`."""
    turn = TURNED[orientation]
    cells = {(x, -y): char for y, row in enumerate(rows) for x, char in enumerate(row)}
    cx, cy = next((at for at, char in cells.items() if char in "@CHL"), (0, 0))  # none: the upper left cell
    placed = {beside(square, *turn(x - cx, y - cy)): char for (x, y), char in cells.items()}
    marked = [(x - cx, y - cy) for (x, y), char in cells.items() if char == "*"]
    sides = [(beside(square, *turn(x, y)), beside(square, *turn(-x, y))) for x, y in marked]
    vectors = {vector: name for name, vector in COMPASS.items()}
    return Match(
        {at for at, char in placed.items() if at and char in "chl"},
        {at for at, char in placed.items() if at and char == "*"},
        {vectors[turn(*COMPASS[name])] for name in directions},
        {a: b for a, b in sides if a and b},
        {at for at, char in placed.items() if at and char == "+"},
    )


@dataclass
class World:
    """A position of two colors; color 0 acts."""

    board: dict[str, Piece]
    supply: dict[int, list[int]]  # by color: two-sided, legendary
    actions: int
    turns: int = 0
    stand_ins: int = 0
    lost: int = 0  # actions of the enemy's next turn
    pile: list[str] = field(default_factory=list)  # the own discard pile
    extra: Counter[str] = field(default_factory=Counter)  # cards to be drawn beyond the full hand, by kind
    gateway: Piece | None = None  # the own piece with that marker; perhaps it is gone
    hand: list[str] = field(default_factory=list)  # the own one
    pending: str | None = None  # the own pending being (W3.1)
    warped: list[str] = field(default_factory=list)  # cards whose warp effect was played in this turn
    laid: list[tuple[str, Piece]] = field(default_factory=list)  # cards and the pieces on them (W6.4)
    twice: int = 0  # so many times more counts each piece destroyed
    deck: int = 0  # cards of the own deck
    voids: int = 0  # empty squares that count for the next pattern
    shared: dict[str, list[str]] = field(default_factory=lambda: {"legends": [], "flares": []})  # their piles
    frozen: str | None = None  # the card in play whose frozen effect can be thawed (E1.3)
    done: set[str] = field(default_factory=set)  # what happened to the card, its summoning, the next pattern
    destroyed: list[int] = field(default_factory=lambda: [0, 0, 0])  # enemy pieces that count, by rank

    @staticmethod
    def of(squares: Mapping[str, tuple[int, int]], supply: Mapping[int, Iterable[int]], actions: int) -> World:
        board = {square: Piece(color, rank, square) for square, (color, rank) in squares.items()}
        return World(board, {color: list(row) for color, row in supply.items()}, actions)

    def pieces(self) -> dict[str, tuple[int, int]]:
        return {square: (piece.color, piece.rank) for square, piece in self.board.items()}

    def has(self, color: int, rank: int) -> bool:
        """Whether a color has a piece for that rank in supply (R2.2)."""
        return self.supply[color][rank // 2] > 0

    def gate(self) -> Piece | None:
        """The Gateway, if there is one still (N3.1, N3.4)."""
        return self.gateway if self.gateway and self.gateway.square else None

    def piles(self) -> dict[str, list[str]]:
        return {"own": self.pile, **self.shared}

    def rest(self, card: str, kind: str) -> None:
        """A card that was played goes where its kind belongs, unless it went under its deck."""
        if kind == "frozen":
            self.frozen = card
        elif "under" in self.done:
            self.deck += 1
        else:
            self.piles()[kind].append(card)

    def empty(self) -> set[str]:
        return SQUARES - self.board.keys()

    # ------------------------------------------------------------ changes

    def put(self, color: int, rank: int, square: str) -> Piece:
        assert square not in self.board
        self.supply[color][rank // 2] -= 1
        self.board[square] = Piece(color, rank, square)
        return self.board[square]

    def remove(self, piece: Piece) -> None:
        assert piece.square is not None
        del self.board[piece.square]
        piece.square = None
        self.supply[piece.color][piece.rank // 2] += 1

    def destroy(self, piece: Piece, counts: int = 1, out: bool = False) -> None:
        if piece.color != 0:
            self.destroyed[piece.rank] += counts * (1 + self.twice)
        self.remove(piece)
        self.supply[piece.color][piece.rank // 2] -= out

    def move(self, piece: Piece, to: str) -> Piece | None:
        """Go there and destroy what stands there; that piece."""
        hit = self.board.get(to)
        if hit is not None:
            self.destroy(hit)
        assert piece.square is not None
        del self.board[piece.square]
        self.board[to] = piece
        piece.square = to
        return hit

    def swap(self, a: Piece, b: Piece) -> None:
        """Two pieces exchange their squares (W6.1)."""
        assert a.square is not None and b.square is not None
        a.square, b.square = b.square, a.square
        self.board[a.square], self.board[b.square] = a, b

    def take(self, piece: Piece, card: str) -> None:
        """A piece goes onto a card: neither on the board nor in supply (W6.4)."""
        assert piece.square is not None
        del self.board[piece.square]
        piece.square = None
        self.laid.append((card, piece))

    def movable(self) -> str | None:
        """The pending being, if it may be discarded, returned or copied (W3.14, W4.5)."""
        return None if self.pending == "Merchant of Time" else self.pending

    def can_turn(self, piece: Piece, by: int, taken: Iterable[Piece] = ()) -> bool:
        """Whether the supply lets a piece rise or fall by one rank, after those `taken` have (R6.51, R6.52)."""
        new = piece.rank + by
        if not 0 <= new <= 2:
            return False
        if new // 2 == piece.rank // 2:
            return True
        before = sum(x.color == piece.color and x.rank == piece.rank for x in taken)
        return self.supply[piece.color][new // 2] > before

    def turn(self, piece: Piece, by: int) -> None:
        new = piece.rank + by
        self.supply[piece.color][piece.rank // 2] += 1
        self.supply[piece.color][new // 2] -= 1
        piece.rank = new
        if new == 2 and piece is self.gateway:  # N3.2
            self.gateway = None

    def convert(self, piece: Piece, rank: int) -> Piece:
        square = piece.square
        assert square is not None
        self.destroy(piece)
        return self.put(0, rank, square)


def touching(pieces: Iterable[Piece], piece: Piece) -> bool:
    """Whether a piece stands next to one of `pieces`."""
    return any(x.square and piece.square and adjacent(x.square, piece.square) for x in pieces)
