"""What some forms keep beside the state of a duel: one table for saves, observations and positions.

A game whose form has no use for a field has no key for it, so the save of a duel holds
nothing of tasks. All these fields are open to all (R11.5, R11.15, D42), but for the task
deck: of it only the number of cards is known, also of those that were put to its bottom.
"""

from __future__ import annotations

from ..errors import shown
from ..state import BORROW, CLAIMED, CONTROL, GONE, IMPROVISED, NEXT_TASK, TASK_DECK, TASKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..offers import State
    from ..rules import Rules


class Field:
    """A slot with a name outside: whether a game has it, how it is written, how it is read.

    `read` raises ValueError, with what is wrong behind the field's name, for data that the field cannot hold.
    `hidden`: the data are a list by seat, of which each seat sees its own entry only.
    """

    __slots__ = ("hidden", "name", "read", "slot", "used", "write")

    def __init__(
        self,
        name: str,
        slot: int,
        used: Callable[[Rules], bool],
        write: Callable[[Rules, Any], Any],
        read: Callable[[Rules, Any], Any],
        hidden: bool = False,
    ) -> None:
        self.name, self.slot, self.used, self.write, self.read = name, slot, used, write, read
        self.hidden = hidden


def fields_of(rules: Rules) -> tuple[Field, ...]:
    """The fields that games of these rules have: those of the form, then those of modules."""
    return (*(field for field in FIELDS if field.used(rules)), *rules.modules.fields())


def write_fields(rules: Rules, s: State) -> dict[str, Any]:
    """The fields of a state as JSON-able data."""
    return {field.name: field.write(rules, s[field.slot]) for field in fields_of(rules)}


def observed_fields(rules: Rules, s: State, seat: int) -> dict[str, Any]:
    """The same as a seat may know it."""
    data = write_fields(rules, s)
    for field in fields_of(rules):
        if field.hidden:
            data[field.name] = [x if i == seat else None for i, x in enumerate(data[field.name])]
    if "task_deck" in data:
        data["task_deck"] = len(data["task_deck"])
    return data


def tasks_add_up(rules: Rules, s: State) -> bool:
    """Whether every task of the game lies in exactly one place."""
    claimed = [n for row in s[CLAIMED] for n in row]
    found = [*(n for n in (*s[TASKS], s[NEXT_TASK]) if n), *s[TASK_DECK], *claimed]
    return sorted(found) == sorted(rules.tasks)


# ---------------------------------------------------------------- values


def _key(rules: Rules, number: int) -> str | None:
    return rules.entry(number).key if number else None


def _keys(rules: Rules, numbers: Any) -> list[Any]:
    return [_key(rules, n) for n in numbers]


def _task(rules: Rules, key: Any) -> int:
    if key is None:
        return 0
    number = rules.number.get(key) if isinstance(key, str) else None
    if number not in rules.tasks:
        raise ValueError(f"names no task of this game: {shown(key)}")
    return number


def _list(value: Any, length: int | None = None) -> list[Any]:
    if not isinstance(value, (list, tuple)) or (length is not None and len(value) != length):
        raise ValueError("is a list" if length is None else f"is a list of {length}")
    return list(value)


def _tasks(rules: Rules, value: Any) -> tuple[int, ...]:
    """Task cards, none left out."""
    numbers = tuple(_task(rules, x) for x in _list(value))
    if 0 in numbers:
        raise ValueError("is a list of tasks")
    return numbers


def _color(rules: Rules, name: Any) -> int:
    if not isinstance(name, str) or name not in rules.color_called:
        raise ValueError(f"names no color of this game: {shown(name)}")
    return rules.color_called[name]


def _colors(rules: Rules, bits: int) -> list[str]:
    return [name for i, name in enumerate(rules.color_names) if bits >> i & 1]


def _bits(rules: Rules, names: Any, allowed: Any) -> int:
    bits = 0
    for name in _list(names):
        color = _color(rules, name)
        if color not in allowed:
            raise ValueError(f"names a color that cannot be meant: {shown(name)}")
        bits |= 1 << color
    return bits


def _improvised(rules: Rules, value: Any) -> tuple[int, ...]:
    rows = _list(value, rules.colors)
    return tuple(_bits(rules, row, rules.sides.opponents[color]) for color, row in enumerate(rows))


def _gone(rules: Rules, value: Any) -> int:
    seats = _list(value)
    if not all(isinstance(x, str) and x in rules.decks for x in seats):
        raise ValueError("names decks of this game")
    return sum(1 << rules.decks.index(x) for x in set(seats))


def _step(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 2:
        raise ValueError("is 0, 1 or 2")
    return value


def _has_tasks(rules: Rules) -> bool:
    return bool(rules.form["tasks"]["places"])


def _improvises(rules: Rules) -> bool:
    return rules.form["turn"]["improvise"]


FIELDS = (
    Field(
        "tasks",
        TASKS,
        _has_tasks,
        _keys,
        lambda rules, x: tuple(_task(rules, y) for y in _list(x, rules.form["tasks"]["places"])),
    ),
    Field("next_task", NEXT_TASK, _has_tasks, _key, _task),
    Field("task_deck", TASK_DECK, _has_tasks, _keys, _tasks),
    Field(
        "claimed",
        CLAIMED,
        _has_tasks,
        lambda rules, rows: [_keys(rules, row) for row in rows],
        lambda rules, x: tuple(_tasks(rules, row) for row in _list(x, rules.colors)),
    ),
    Field(
        "control",
        CONTROL,
        lambda rules: rules.form["turn"]["pass-control"],
        lambda _, x: x,
        lambda _, x: _step(x),
    ),
    Field(
        "improvised",
        IMPROVISED,
        _improvises,
        lambda rules, rows: [_colors(rules, bits) for bits in rows],
        _improvised,
    ),
    Field(
        "borrow",
        BORROW,
        _improvises,
        lambda rules, x: rules.color_names[x - 1] if x else None,
        lambda rules, x: 0 if x is None else 1 + _color(rules, x),
    ),
    Field(
        "gone",
        GONE,
        lambda rules: rules.colors > 2,
        lambda rules, bits: [deck for seat, deck in enumerate(rules.decks) if bits >> seat & 1],
        _gone,
    ),
)
