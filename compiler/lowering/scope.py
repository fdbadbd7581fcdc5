"""What the words of a part speak of: its card, what is remembered, and the square or color that is being looked at.

All that turns words into expressions takes a scope and neither a block nor a register,
so a phrase or a test can be asked for as often as it is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...dsl import tree as t
from ..program import Expr
from .memory import Memory

_NOTHING = Memory()


@dataclass(frozen=True)
class Scope:
    """Where words are read; `dataclasses.replace` narrows it for a part of them.

    `card`: None for a task's claim, whose words need no drawing. `local`: by the label of
    an enclosing `with each` in a test, the local square. `begun`: of these, those that took
    stock of their members already. `placing`: label of a `place` of enemy pieces, and the
    color that is placed. `shapes`: of a task, the drawings that may fit. `region`: within a
    test of regions, the squares looked at.
    """

    card: t.Card | None
    memory: Mapping[str, Memory]
    local: Mapping[str, Expr] = field(default_factory=dict)
    begun: frozenset[str] = frozenset()
    placing: tuple[str, Expr] | None = None
    shapes: tuple[Any, ...] = ()
    region: Expr | None = None

    def mem(self, label: str) -> Memory:
        """What is remembered of a statement."""
        return self.memory.get(label, _NOTHING)
