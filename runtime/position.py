"""Games that begin at a set-up position: for scenarios, puzzles and tests."""

from __future__ import annotations

from .board import Board
from .cards import CardSet, load_cards, unknown
from .errors import CardError, PositionError
from .rules import Rules, rules_for
from .state import (
    ACTIONS,
    ASKED,
    DECK,
    DESTROYED,
    DISCARDED,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    HAND,
    LAST,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    LIMIT,
    ME,
    PILE,
    PLACED,
    SCORE,
    SEAT,
    SUPPLY,
    TURN,
)
from .turn import ACTION, shuffle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .game import Game
    from .offers import State

ARGUMENTS = (  # what a record writes down of a position
    "board",
    "hands",
    "discards",
    "draws",
    "shared_discards",
    "supply",
    "scores",
    "actions",
    "to_move",
    "turn",
    "discarded",
    "final_turns",
    "seed",
    "take_back",
    "turn_limit",
)


def make(
    game_class: type[Game],
    board: Board | str,
    *,
    form: str = "duel",
    decks: Sequence[str] = ("northern", "southern"),
    cards: CardSet | None = None,
    arena: str | None = None,
    hands: Sequence[Sequence[str]] = (),
    discards: Sequence[Sequence[str]] = (),
    draws: Sequence[Sequence[str]] = (),
    shared_discards: Mapping[str, Sequence[str]] | None = None,
    supply: Sequence[Sequence[int]] | None = None,
    scores: Sequence[int] | None = None,
    actions: int = 2,
    to_move: int = 0,
    turn: int = 3,
    discarded: bool = False,
    final_turns: int = 0,
    seed: int = 0,
    take_back: bool = True,
    turn_limit: int | None = None,
) -> Game:
    """A game in which seat `to_move` stands before an action, with `actions` left.

    `hands`, `discards` (latest last), `draws` (the next cards of the own deck, next one
    first): a list of cards a seat, empty where left out; `shared_discards`: by `legends`
    and `flares`. All other cards lie in their decks in an order that `seed` decides.
    `supply`: (two-sided, legendary) a color, by default what the form gives less what is
    on the board. `final_turns`: turns left after a triggered end. Raises `PositionError`
    for what cannot be, `CardError` for unknown names.
    """
    from .game import fresh_state
    from .record import head_of_position

    rules = rules_for(cards if cards is not None else load_cards(), form, decks, arena)
    if isinstance(board, str):
        board = Board.parse(board, rules.arena)
    if not isinstance(board, Board):
        raise PositionError(f"a board is a Board or its drawing, not {type(board).__name__}")
    if board.arena is not rules.arena:
        raise PositionError(f"the board is of arena {board.arena.name}, the game of {rules.arena.name}")
    s = fresh_state(rules, _number("seed", seed, 0, (1 << 128) - 1))
    s[SEAT] = s[ASKED] = _number("to_move", to_move, 0, rules.seats - 1)
    s[ME] = rules.color_of[s[SEAT]]
    s[ACTIONS] = _number("actions", actions, 0, 99)
    s[TURN] = _number("turn", turn, 1, 1 << 31)
    s[DISCARDED] = int(_truth("discarded", discarded))
    s[PLACED] = len(rules.arena.starts)
    s[LIMIT] = 0 if turn_limit is None else _number("turn_limit", turn_limit, 1, 1 << 31)
    s[FINAL] = _number("final_turns", final_turns, 0, rules.seats + 1)
    s[LAST] = (s[SEAT] + final_turns - 1) % rules.seats if final_turns else -1
    s[SCORE] = _row("scores", scores if scores is not None else (0,) * rules.seats, rules.seats)
    s[DESTROYED] = (0,) * (3 * rules.colors)
    _put_pieces(rules, s, board, supply)
    shared = _shared(shared_discards)
    _deal(rules, s, hands, discards, draws, shared)
    game = game_class._standing(rules, s, _truth("take_back", take_back))
    rules.turn.enter[ACTION](s)
    position: dict[str, Any] = {
        "board": str(board),
        "hands": [list(x) for x in hands],
        "discards": [list(x) for x in discards],
        "draws": [list(x) for x in draws],
        "shared_discards": {k: list(v) for k, v in shared.items()},
        "supply": None if supply is None else [list(x) for x in supply],
        "scores": list(s[SCORE]),
        "actions": actions,
        "to_move": to_move,
        "turn": turn,
        "discarded": discarded,
        "final_turns": final_turns,
        "seed": seed,
        "take_back": take_back,
        "turn_limit": turn_limit,
    }
    game._base = head_of_position(game, position)
    return game


def _number(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{name} is True or False, not {value!r}")
    return value


def _is_list(values: Any) -> bool:
    return isinstance(values, (list, tuple))


def _row(name: str, values: Sequence[int], length: int) -> tuple[int, ...]:
    if not _is_list(values) or len(values) != length:
        raise PositionError(f"{name} has {length} numbers")
    return tuple(_number(name, x, 0, 1 << 31) for x in values)


def _put_pieces(rules: Rules, s: State, board: Board, supply: Sequence[Sequence[int]] | None) -> None:
    from .move import square_number

    for name, (color, rank) in board.pieces.items():
        if color >= rules.colors:
            raise PositionError(f"{name}: color {color} is not in this game, it has {rules.colors}")
        if not s[(LEGENDS if rank == 2 else SUPPLY) + color]:
            raise PositionError(f"{name}: color {color} has no more {'legendary' if rank == 2 else 'two-sided'} pieces")
        rules.toolkit.put(s, color, rank, square_number(name))
    s[-1] = None  # setting up is no event
    if supply is None:
        return
    if not _is_list(supply) or len(supply) != rules.colors:
        raise PositionError(f"supply has {rules.colors} rows, one a color")
    for color, row in enumerate(supply):
        two_sided, legendary = _row("supply", row, 2)
        if two_sided > s[SUPPLY + color] or legendary > s[LEGENDS + color]:
            raise PositionError(f"supply of color {color}: with those on the board there are too many pieces (R2.9)")
        s[SUPPLY + color], s[LEGENDS + color] = two_sided, legendary


def _deal(rules: Rules, s: State, hands: Any, discards: Any, draws: Any, shared: Mapping[str, Any]) -> None:
    """Put the named cards where they are said to be, the rest into their decks."""
    own = [list(x) for x in rules.deck_cards]
    legends, flares = list(rules.legends), list(rules.flares)
    piles = {"being": own, "legend": legends, "flare": flares}

    def take(seat: int, key: Any, what: str) -> int:
        """The number of a card, which is taken out of its deck."""
        number = rules.number.get(key) if isinstance(key, str) else None
        if number is None:
            raise CardError(unknown("card in this game", key, rules.number))
        kind = rules.kind_of[number]
        left = piles["being"][seat] if kind == "being" else piles[kind]
        if number not in left:
            raise PositionError(f"{what} of seat {seat}: {key} is not in its deck, or is used already")
        left.remove(number)
        return number

    for what, rows, slot in (("hands", hands, HAND), ("discards", discards, PILE)):
        for seat, row in enumerate(_rows(what, rows, rules.seats)):
            s[slot + seat] = tuple(take(seat, key, what) for key in row)
            if slot == PILE and any(rules.kind_of[n] != "being" for n in s[slot + seat]):
                raise PositionError("a player's discard pile holds beings only; see shared_discards")
            if slot == HAND and sum(rules.kind_of[n] == "flare" for n in s[slot + seat]) > 1:
                raise PositionError(f"seat {seat} holds more than one flare")
    tops = [
        tuple(take(seat, key, "draws") for key in row) for seat, row in enumerate(_rows("draws", draws, rules.seats))
    ]
    for name, slot, kind in (("legends", LEGEND_PILE, "legend"), ("flares", FLARE_PILE, "flare")):
        s[slot] = tuple(take(0, key, name) for key in shared.get(name, ()))
        if any(rules.kind_of[n] != kind for n in s[slot]):
            raise PositionError(f"the discard pile of {name} holds {name} only")
    for seat in range(rules.seats):
        s[DECK + seat] = shuffle(s, seat, tuple(own[seat])) + tops[seat][::-1]
    s[LEGEND_DECK] = shuffle(s, 4, tuple(legends))
    s[FLARE_DECK] = shuffle(s, 5, tuple(flares))


def _rows(what: str, rows: Any, seats: int) -> list[Any]:
    if not _is_list(rows) or len(rows) > seats or not all(map(_is_list, rows)):
        raise PositionError(f"{what} is a list of cards for each seat, at most {seats}")
    return [*rows, *[()] * (seats - len(rows))]


def _shared(piles: Any) -> dict[str, Sequence[str]]:
    piles = {} if piles is None else piles
    fine = isinstance(piles, dict) and all(map(_is_list, piles.values()))
    if not fine or not set(piles) <= {"legends", "flares"}:
        raise PositionError("shared_discards is a dict of lists of cards, by 'legends' and 'flares'")
    return piles
