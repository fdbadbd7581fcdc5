"""Games that begin at a set-up position: for scenarios, puzzles and tests."""

from __future__ import annotations

from .blocks import ACTION, START_PIECE
from .board import Board
from .cards import unknown
from .drawing import shuffle
from .errors import CardError, PositionError, shown
from .forms.display import PURPOSE
from .forms.fields import fields_of
from .rules import Rules
from .state import (
    ACTIONS,
    ASKED,
    CLAIMED,
    DECK,
    DISCARDED,
    EVENTS,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    GONE,
    HAND,
    LAST,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    LIMIT,
    ME,
    NEXT_TASK,
    PILE,
    PLACED,
    SCORE,
    SEAT,
    SUPPLY,
    TASK_DECK,
    TASKS,
    TURN,
)

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
    "extra_turns",
    "final_turns",
    "tasks",
    "next_task",
    "claimed",
    "improvised",
    "gone",
    "modules",
    "seed",
    "take_back",
    "turn_limit",
)


def make(game_class: type[Game], rules: Rules, board: Board | str, position: dict[str, Any]) -> Game:
    """The game of a position; `position` holds the arguments of `Game.from_position`, all of them."""
    from .game import fresh_state
    from .record import head_of_position

    if isinstance(board, str):
        board = Board.parse(board, rules.arena)
    if not isinstance(board, Board):
        raise PositionError(f"the board is a Board or a drawing, not {type(board).__name__}")
    if board.arena != rules.arena:
        raise PositionError(f"the board is of arena {board.arena.name}, the game of {rules.arena.name}")
    if position["turn"] is None:
        position["turn"] = rules.seats + 1
    written = {"board": str(board), **{name: _plain(position[name]) for name in ARGUMENTS if name != "board"}}
    if not written["modules"]:
        del written["modules"]
    s = fresh_state(rules, _number("seed", position["seed"], 0, (1 << 128) - 1))
    s[SEAT] = s[ASKED] = _number("to_move", position["to_move"], 0, rules.seats - 1)
    s[ME] = rules.color_of[s[SEAT]]
    s[ACTIONS] = _number("actions", position["actions"], 0, 99)
    s[TURN] = _number("turn", position["turn"], 0, 1 << 31)
    s[EXTRA_TURNS] = _number("extra_turns", position["extra_turns"], 0, 99)
    s[DISCARDED] = int(_truth("discarded", position["discarded"]))
    s[PLACED] = len(rules.starts) if s[TURN] else 0
    limit, final, scores = position["turn_limit"], position["final_turns"], position["scores"]
    s[LIMIT] = 0 if limit is None else _number("turn_limit", limit, 1, 1 << 31)
    s[FINAL] = _number("final_turns", final, 0, rules.seats + 1)
    s[LAST] = s[SEAT] if final else -1
    if scores is not None:
        s[SCORE] = _scores(rules, scores)
    if not s[TURN] and (board.pieces or not rules.starts):
        raise PositionError("turn 0 is before the start pieces: the form must have some, and the board is empty")
    _lay_modules(rules, s, position["modules"])
    _put_pieces(rules, s, board, position["supply"])
    _deal(rules, s, position["hands"], position["discards"], position["draws"], _shared(written["shared_discards"]))
    _lay_tasks(rules, s, position)
    if wrong := rules.modules.wrong(s):
        raise PositionError(f"modules: {wrong}")
    for name in ("improvised", "gone"):
        _read_field(rules, s, name, position[name])
    if s[GONE] >> s[SEAT] & 1:
        raise PositionError(f"gone: {rules.decks[s[SEAT]]} is to move and cannot be gone")
    game = game_class._standing(rules, s, _truth("take_back", position["take_back"]))
    rules.turn.enter[ACTION if s[TURN] else START_PIECE](s)
    game._base = head_of_position(game, written)
    return game


def _plain(value: Any) -> Any:
    """The same as JSON-able data: what is iterable as a list, a mapping as a dict."""
    if isinstance(value, (str, int)) or value is None:
        return value
    if hasattr(value, "items"):
        return {str(k): _plain(v) for k, v in value.items()}
    try:
        return [_plain(x) for x in value]
    except (TypeError, RecursionError):
        raise PositionError(f"{shown(value)} is no part of a position") from None


def _number(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(f"{name} is a whole number from {least} to {most}, not {shown(value)}")
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{name} is True or False, not {shown(value)}")
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
        rules.toolkit.lay(s, color, rank, square_number(name))
    s[EVENTS] = None  # setting up is no event
    for color in range(rules.colors):
        two_sided, legendary = rules.modules.away(s, color)
        if two_sided > s[SUPPLY + color] or legendary > s[LEGENDS + color]:
            raise PositionError(f"away: color {color} has not so many pieces")
        s[SUPPLY + color], s[LEGENDS + color] = s[SUPPLY + color] - two_sided, s[LEGENDS + color] - legendary
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
    for seat in range(rules.seats):
        for number in rules.modules.cards(s, seat):
            take(seat, rules.entry(number).key, "modules")
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


def _scores(rules: Rules, scores: Any) -> tuple[int, ...]:
    """Points by color, in rows where they are kept apart by opponent's color."""
    colors = rules.colors
    if not rules.by_color:
        return _row("scores", scores, colors)
    if not _is_list(scores) or len(scores) != colors:
        raise PositionError(f"scores are {colors} rows of {colors} numbers, one row a color")
    flat = tuple(x for row in scores for x in _row("scores", row, colors))
    if any(flat[:: colors + 1]):
        raise PositionError("scores: nobody has points in the own color")
    return flat


def _read_field(rules: Rules, s: State, name: str, value: Any) -> None:
    """A field that only some forms have; left out (None or empty) it is as at the beginning of a game."""
    field = next((x for x in fields_of(rules) if x.name == name), None)
    if not value:
        return
    if field is None:
        raise PositionError(f"{name}: games of form {rules.form_name!r} have none")
    try:
        s[field.slot] = field.read(rules, value)
    except ValueError as error:
        raise PositionError(f"{name} {error}") from None


def _lay_modules(rules: Rules, s: State, given: Any) -> None:
    """What modules keep, by field."""
    if not isinstance(given, dict):
        raise PositionError("modules is a dict: what modules keep, by the names of their fields")
    fields = {field.name: field for field in rules.modules.fields()}
    for name, value in given.items():
        if name not in fields:
            raise PositionError(unknown("field of a module in this game", name, fields))
        try:
            s[fields[name].slot] = fields[name].read(rules, value)
        except ValueError as error:
            raise PositionError(f"{name} {error}") from None


def _lay_tasks(rules: Rules, s: State, position: dict[str, Any]) -> None:
    """Tasks where the position says that they lie, the others in their deck; else as at the beginning of a game."""
    for name in ("tasks", "next_task", "claimed"):
        _read_field(rules, s, name, position[name])
    if not (display := rules.turn.display):
        return
    named = [*(n for n in (*s[TASKS], s[NEXT_TASK]) if n), *(n for row in s[CLAIMED] for n in row)]
    rest = list(rules.tasks)
    for number in named:
        if number not in rest:
            raise PositionError(f"tasks: {rules.entry(number).key} lies in two places")
        rest.remove(number)
    if s[TASKS]:
        s[TASK_DECK] = shuffle(s, PURPOSE, tuple(rest))
        if position["next_task"] is None:
            display.next_task(s)
    elif named:
        raise PositionError("tasks: say which are the current ones, where the next or claimed ones are said")
    else:
        display.lay_out(s)
    s[EVENTS] = None  # setting up is no event


def _rows(what: str, rows: Any, seats: int) -> list[Any]:
    if not _is_list(rows) or len(rows) > seats or not all(map(_is_list, rows)):
        raise PositionError(f"{what} is a list of cards for each seat, at most {seats}")
    return [*rows, *[()] * (seats - len(rows))]


def _shared(piles: Any) -> dict[str, Sequence[str]]:
    fine = isinstance(piles, dict) and all(map(_is_list, piles.values()))
    if not fine or not set(piles) <= {"legends", "flares"}:
        raise PositionError("shared_discards is a dict of lists of cards, by 'legends' and 'flares'")
    return piles
