"""Which operations a program has, for tests that ask whether some cards show them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kalarite.compiler.program import OPERATIONS, Program


def operations(program: Program) -> set[str]:
    """The words of `OPERATIONS` in a program; labels of options are no words of it."""
    blocks = [block for part in program.parts for block in part.blocks.values()]
    spoken = [program.claim, *(x for block in blocks for x in (*block.code, block.end))]
    return {word for x in spoken for word in _words(x)} & set(OPERATIONS)


def _words(x: Any) -> Iterator[str]:
    if not isinstance(x, tuple) or not x:
        return
    if isinstance(x[0], str):
        yield x[0]
    for part in (*x[2][:1], *x[3:]) if x[:2] == ("offer", "options") else x:
        yield from _words(part)
