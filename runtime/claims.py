"""Whether a task could be claimed on somebody's board, without a game: what `Card.claimable` does."""

from __future__ import annotations

from .board import Board
from .errors import CardError, PositionError
from .move import RANKS, square_number
from .state import DESTROYED, EVENTS, LEGENDS, MAX_COLORS, ME, SUMMONED, SUPPLY, blank_state
from .toolkit import Toolkit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .arena import Arena
    from .cards import Card

    Bound = tuple[Callable[[list[Any]], bool], Toolkit]

_PLENTY = 256  # pieces in supply: a board may hold as many as it has squares


def claimable(card: Card, board: Any, color: Any, destroyed: Any, summoned: Any) -> bool:
    """See `Card.claimable`."""
    if card.task is None:
        raise CardError(f"{card.key} is no task: nothing can be claimed with it")
    if isinstance(board, str):
        board = Board.parse(board)
    if not isinstance(board, Board):
        raise PositionError(f"the board is a Board or a drawing, not {type(board).__name__}")
    if color not in range(MAX_COLORS):
        raise PositionError(f"a color is a number from 0 to {MAX_COLORS - 1}, not {color!r}")
    claim, toolkit = _bound(card, board.arena)
    s: list[Any] = blank_state()
    s[SUPPLY : SUPPLY + MAX_COLORS] = s[LEGENDS : LEGENDS + MAX_COLORS] = [_PLENTY] * MAX_COLORS
    for name, (owner, rank) in board.pieces.items():
        toolkit.put(s, owner, rank, square_number(name))
    s[EVENTS] = None
    s[ME] = color
    enemy = 0 if color else 1  # some other color: the condition asks for all of them together
    s[DESTROYED] = tuple(n for c in range(MAX_COLORS) for n in (_counts(destroyed) if c == enemy else (0, 0, 0)))
    s[SUMMONED] = tuple(_summoned(x, board.arena) for x in summoned)
    return claim(s)


def _bound(card: Card, arena: Arena) -> Bound:
    """The compiled condition with the tables of an arena."""
    found = card._claims.get(arena)
    if found is None:
        if card._module is None:
            raise CardError(f"{card.key} belongs to no set of cards")
        toolkit = Toolkit(arena, MAX_COLORS)
        found = card._claims[arena] = card._module["bind"](toolkit, arena)[card.name][2], toolkit
    return found


def _counts(destroyed: Any) -> tuple[int, ...]:
    fine = isinstance(destroyed, (list, tuple)) and len(destroyed) == len(RANKS)
    if not fine or not all(type(x) is int and x >= 0 for x in destroyed):
        raise PositionError(f"destroyed is three numbers, of common, heroic and legendary pieces, not {destroyed!r}")
    return tuple(destroyed)


def _summoned(being: Any, arena: Arena) -> tuple[int, int, int]:
    """As in a state; which card it was is of no account."""
    fine = isinstance(being, (list, tuple)) and len(being) == 2 and all(isinstance(x, str) for x in being)
    if not fine or being[0] not in RANKS or square_number(being[1]) < 0 or not arena.bit[square_number(being[1])]:
        raise PositionError(f"a being summoned is its rank and its square, such as ('heroic', 'e5'), not {being!r}")
    return 0, square_number(being[1]), RANKS.index(being[0])
