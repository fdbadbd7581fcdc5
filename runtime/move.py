"""A move: one answer to one decision, as an interned value with a canonical text.

Equal moves are the same object, so a list of legal moves is searched by identity.
Squares are numbers `16 * row + column` from the lower left; their names (`e5`) and
so the texts of moves do not depend on the arena.
"""

from __future__ import annotations

from struct import Struct

from .errors import CardError, IllegalMove

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

RANKS = ("common", "heroic", "legendary")
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
ORIENTATIONS = ("n", "e", "s", "w", "n'", "e'", "s'", "w'")

# Kinds, with what `a`, `b` and `name` hold.
SQUARE = 0  # a: square                       e5
STEP = 1  # a, b: from, to                    d4-d5
LEAP = 2  # a, b: from, to                    c3~g7
RANKED = 3  # a: square, b: rank              heroic e5
ARROW = 4  # a: direction                     NE
OPTION = 5  # name: label                     option upgrade
STOP = 6  #                                   stop
COLOR = 7  # name: deck                       color northern
START = 8  # name: deck, a: square            start northern c5
PLACE = 9  # a: square                        place e5
PICK = 10  # a: square                        pick up c3
SUMMON = 11  # name: card, a: square          summon Knight e5
MATCH = 12  # a: orientation                  match n'
DISCARD = 13  # name: card                    discard Bomb
RETURN = 14  # name: card                     return Bomb
FLARE = 15  #                                 flare
END = 16  #                                   end
CLAIM = 17  # name: task                      claim Center Cross
IMPROVISE = 18  # name: card, a: square       improvise Knight e5
PASS = 19  #                                  pass control
LEAVE = 20  # name: deck                      abandon northern (in the log, never offered)
CARD = 21  # name: card                       card Knight

_WORDS = {"stop": STOP, "flare": FLARE, "end": END, "pass control": PASS}
_NAMED = {
    "option": OPTION,
    "color": COLOR,
    "discard": DISCARD,
    "return": RETURN,
    "claim": CLAIM,
    "abandon": LEAVE,
    "card": CARD,
}
_NAMED_SQUARE = {"summon": SUMMON, "start": START, "improvise": IMPROVISE}
_LEAD = {kind: word for word, kind in (*_NAMED.items(), *_NAMED_SQUARE.items())}


_SQUARE_NAMES = tuple(f"{chr(97 + (square & 15))}{(square >> 4) + 1}" for square in range(256))
_SQUARE_NUMBERS = {name: square for square, name in enumerate(_SQUARE_NAMES)}


def square_name(square: int) -> str:
    """The name of a square: `e5` for column 4, row 4."""
    return _SQUARE_NAMES[square]


def square_number(name: str) -> int:
    """The number of the square called `name`; -1 if that is no square's name."""
    return _SQUARE_NUMBERS.get(name, -1)


VERBS = (
    "square",
    "step",
    "leap",
    "place ranked",
    "direction",
    "option",
    "stop",
    "color",
    "start",
    "place",
    "pick up",
    "summon",
    "match",
    "discard",
    "return",
    "flare",
    "end",
    "claim",
    "improvise",
    "pass control",
    "abandon",
    "card",
)  # by kind, for programs that look at moves; behind them come the verbs of modules (`learn`)
_RESERVED = {word for verb in (*VERBS, *_LEAD.values(), *RANKS) for word in verb.split()}
_learnt: list[str] = []


def learn(verb: str) -> int:
    """The kind of the answers with a verb of a module, such as `thaw Ice Queen` (name: card, a: square).

    `CardError` for what can be no verb: it is a small word that no other answer begins with.
    """
    if verb not in _learnt:
        if (
            not isinstance(verb, str)
            or not verb.isascii()
            or not verb.isalpha()
            or not verb.islower()
            or len(verb) < 2
            or verb in _RESERVED
        ):
            raise CardError(f"{verb!r} can be no verb of a module: a word in small letters that no other answer has")
        _learnt.append(verb)
    return len(VERBS) + _learnt.index(verb)


def kinds() -> int:
    """How many kinds of moves there are, those of modules included."""
    return len(VERBS) + len(_learnt)


class Move:
    """An interned answer; make one with `Move.parse` or take it from `game.legal_moves()`.

    `verb` says what it is; `name` the card, deck or option; `origin` and `square` the squares;
    `str(move)` is its text. (`kind`, `a`, `b` are the numbers behind them.)
    """

    __slots__ = ("__weakref__", "a", "b", "kind", "name", "text")

    kind: int
    a: int
    b: int
    name: str
    text: str

    def __init__(self) -> None:
        raise TypeError("use Move.parse(text), or take a move from game.legal_moves()")

    @staticmethod
    def parse(text: str) -> Move:
        """The move that `text` writes in canonical form; `IllegalMove` if it writes none."""
        if not isinstance(text, str):
            raise IllegalMove(f"a move is written as text such as 'place e5', not {type(text).__name__}")
        move = _interned.get(text) or _read(text)
        if move is None:
            raise IllegalMove(f"{text[:60]!r} is no move; moves look like 'place e5', 'd4-d5', 'summon Knight e5'")
        return move

    @property
    def verb(self) -> str:
        """One of `VERBS`: "place", "summon", "step" (a move from square to square), "square" (a piece or square) ...

        In games with modules also a verb of theirs, such as "thaw".
        """
        return VERBS[self.kind] if self.kind < len(VERBS) else _learnt[self.kind - len(VERBS)]

    @property
    def origin(self) -> str | None:
        """The square where a step or leap begins."""
        return square_name(self.a) if self.kind in (STEP, LEAP) else None

    @property
    def square(self) -> str | None:
        """The square that the move names: the target of a step or leap, else the only one; None if it names none."""
        if self.kind in (STEP, LEAP):
            return square_name(self.b)
        return None if self.a < 0 or self.kind in (ARROW, MATCH) else square_name(self.a)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Move.parse, (self.text,)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


_interned: dict[str, Move] = {}
_made: dict[tuple[int, int, int, str], Move] = {}
_parsed: Any = {}  # by text: moves that were read and no game made; held weakly, so that texts without end cost nothing


def make(kind: int, a: int = -1, b: int = -1, name: str = "") -> Move:
    """The interned move of that kind; the caller answers for the numbers."""
    key = kind, a, b, name
    move = _made.get(key)
    if move is None:
        move = _made[key] = _intern(_write(kind, a, b, name), kind, a, b, name)
    return move


def _intern(text: str, kind: int, a: int, b: int, name: str) -> Move:
    move = _interned.get(text)
    if move is None:
        move = _interned[text] = _parsed.pop(text, None) or _new(text, kind, a, b, name)
    return move


def _new(text: str, kind: int, a: int, b: int, name: str) -> Move:
    move = object.__new__(Move)
    move.kind, move.a, move.b, move.name, move.text = kind, a, b, name, text
    return move


def _parsed_move(kind: int, a: int = -1, b: int = -1, name: str = "") -> Move:
    """The move that a text writes; one that no game has made yet lives as long as somebody holds it."""
    global _parsed
    if not _parsed:
        from weakref import WeakValueDictionary  # costs an import: only for those who read moves

        _parsed = _parsed if isinstance(_parsed, WeakValueDictionary) else WeakValueDictionary()
    text = _write(kind, a, b, name)
    move = _interned.get(text) or _parsed.get(text)
    if move is None:
        move = _parsed[text] = _new(text, kind, a, b, name)
    return move


def _write(kind: int, a: int, b: int, name: str) -> str:
    if kind == SQUARE:
        return square_name(a)
    if kind == STEP:
        return f"{square_name(a)}-{square_name(b)}"
    if kind == LEAP:
        return f"{square_name(a)}~{square_name(b)}"
    if kind == RANKED:
        return f"{RANKS[b]} {square_name(a)}"
    if kind == ARROW:
        return COMPASS[a]
    if kind == MATCH:
        return f"match {ORIENTATIONS[a]}"
    if kind == PLACE:
        return f"place {square_name(a)}"
    if kind == PICK:
        return f"pick up {square_name(a)}"
    if kind in (SUMMON, START, IMPROVISE):
        return f"{_LEAD[kind]} {name} {square_name(a)}"
    if kind in _LEAD:
        return f"{_LEAD[kind]} {name}"
    if kind >= len(VERBS):
        return " ".join(x for x in (_learnt[kind - len(VERBS)], name, square_name(a) if a >= 0 else "") if x)
    return next(word for word, k in _WORDS.items() if k == kind)


def _read(text: str) -> Move | None:
    """The move that a text writes in exactly the canonical way, else None."""
    if text in _WORDS:
        return _parsed_move(_WORDS[text])
    if text in COMPASS:
        return _parsed_move(ARROW, COMPASS.index(text))
    if square_number(text) >= 0:
        return _parsed_move(SQUARE, square_number(text))
    for sign, kind in (("-", STEP), ("~", LEAP)):
        left, _, right = text.partition(sign)
        a, b = square_number(left), square_number(right)
        if a >= 0 and b >= 0:
            return _parsed_move(kind, a, b)
    word, _, rest = text.partition(" ")
    head, _, last = text.rpartition(" ")
    square = square_number(last)
    if word == "match" and rest in ORIENTATIONS:
        return _parsed_move(MATCH, ORIENTATIONS.index(rest))
    if square >= 0 and head in RANKS:
        return _parsed_move(RANKED, square, RANKS.index(head))
    if square >= 0 and head in ("place", "pick up"):
        return _parsed_move(PLACE if head == "place" else PICK, square)
    if word in _NAMED and _is_name(rest):
        return _parsed_move(_NAMED[word], name=rest)
    name = head[len(word) + 1 :]
    if word in _NAMED_SQUARE and square >= 0 and _is_name(name):
        return _parsed_move(_NAMED_SQUARE[word], square, name=name)
    if word in _learnt:
        return _read_learnt(len(VERBS) + _learnt.index(word), rest, square, name)
    return None


def _read_learnt(kind: int, rest: str, square: int, name: str) -> Move | None:
    """An answer of a module: `rest` stands behind its verb, `name` between that and the `square`, if there is one."""
    if square >= 0 and (not name or _is_name(name)):
        return _parsed_move(kind, square, name=name)
    return _parsed_move(kind, name=rest) if not rest or _is_name(rest) else None


def _is_name(text: str) -> bool:
    return 0 < len(text) <= 1000 and text == " ".join(text.split()) and not any(c in text for c in ";:,()")


STOP_MOVE = make(STOP)
END_MOVE = make(END)
FLARE_MOVE = make(FLARE)
PASS_MOVE = make(PASS)


def _row(of: Callable[[int], Any], low: int) -> list[tuple[Any, ...]]:
    """Set of squares of one row (9 bits) to the tuple of their moves: a smaller set and its highest square."""
    table: list[tuple[Any, ...]] = [()]
    for i in range(9):
        last = (of(low + i),)
        table += [moves + last for moves in table]
    return table


_rows_of = Struct("<9H").unpack  # the nine rows of a bitboard, 16 columns each


class Expansion:
    """Sets of squares to lists of interned moves, row by row from tables made at the first use (a millisecond).

    `of(mask)` gives the moves for the squares of a mask, in rising order.
    """

    __slots__ = ("_move_of", "of")

    def __init__(self, move_of: Callable[[int], Any]) -> None:
        self._move_of: Callable[[int], Any] | None = move_of
        self.of: Callable[[int], list[Any]] = lambda mask: self.ready()(mask)

    def ready(self) -> Callable[[int], list[Any]]:
        """The function `of` with its tables made, for who keeps it."""
        if self._move_of is not None:
            move_of, self._move_of = self._move_of, None
            self.of = _expander(*(_row(move_of, row << 4) for row in range(9)))
        return self.of


def _expander(*rows: list[tuple[Any, ...]]) -> Callable[[int], list[Any]]:
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = rows

    def of(mask: int) -> list[Any]:
        m0, m1, m2, m3, m4, m5, m6, m7, m8 = _rows_of(mask.to_bytes(18, "little"))
        return [*r0[m0], *r1[m1], *r2[m2], *r3[m3], *r4[m4], *r5[m5], *r6[m6], *r7[m7], *r8[m8]]

    return of


class _Steps(dict[int, "tuple[Move, ...]"]):
    """Set of targets next to one square to the tuple of steps there: all 256 sets at the first use."""

    __slots__ = ("_from",)

    def __init__(self, a: int) -> None:
        super().__init__()
        self._from = a

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        self[0] = ()
        for b in (self._from + d for d in (-17, -16, -15, -1, 1, 15, 16, 17)):
            if b >= 0:
                last = (make(STEP, self._from, b),)
                self.update([(known | 1 << b, moves + last) for known, moves in self.items()])
        return self[mask]


PLACES = Expansion(lambda a: make(PLACE, a))
SQUARES = Expansion(lambda a: make(SQUARE, a))
PICKS = Expansion(lambda a: make(PICK, a))
RANKEDS = tuple(Expansion(lambda a, rank=rank: make(RANKED, a, rank)) for rank in range(len(RANKS)))
NUMBERS_OF = Expansion(lambda a: a)  # the squares themselves
STEPS = tuple(_Steps(a) for a in range(256))  # by mover


class SquareMoves(dict[int, Move]):
    """Square to the move of a kind that names a card and that square, made when first needed."""

    __slots__ = ("_kind", "_name")

    def __init__(self, kind: int, name: str) -> None:
        super().__init__()
        self._kind, self._name = kind, name

    def __missing__(self, square: int) -> Move:
        move = self[square] = make(self._kind, square, name=self._name)
        return move


class _Leaps(dict[int, "list[Move]"]):
    """Square to the leaps from there, by target square, made at the first use."""

    __slots__ = ()

    def __missing__(self, a: int) -> list[Move]:
        moves = self[a] = [make(LEAP, a, b) for b in range(9 << 4)]
        return moves


LEAPS = _Leaps()
