"""Takes a tree or a meaning, gives it as an outline: a node a line, only what differs from saying nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any


def outline(node: Any) -> str:
    """The node and all below it, two blanks deeper for each level; places in the source are left out."""
    return "\n".join(_lines(node, ""))


def _lines(node: Any, role: str) -> Iterator[str]:
    said = [x for x in fields(node) if x.repr and not _is_default(x, getattr(node, x.name))]
    plain = [f" {x.name}={getattr(node, x.name)!r}" for x in said if not _holds_nodes(getattr(node, x.name))]
    yield f"{role}{type(node).__name__}{''.join(plain)}"
    for x in said:
        value = getattr(node, x.name)
        if _holds_nodes(value):
            yield from (f"  {line}" for line in _below(value, f"{x.name}: "))


def _below(value: Any, role: str) -> Iterator[str]:
    """The lines of a field: a node, nodes one after another, or blocks of them."""
    if is_dataclass(value):
        yield from _lines(value, role)
    elif is_dataclass(value[0]):
        for node in value:
            yield from _lines(node, role)
    else:
        for block in value:
            yield role.rstrip()
            yield from (f"  {line}" for line in _below(block, ""))


def _holds_nodes(value: Any) -> bool:
    if isinstance(value, tuple):
        return bool(value) and _holds_nodes(value[0])
    return is_dataclass(value)


def _is_default(field: Field[Any], value: Any) -> bool:
    return value == () or (field.default is not MISSING and value == field.default)
