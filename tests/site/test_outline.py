"""The outline of a tree: every node has its line, what is said is there, places are not."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from kalarite.compiler.outline import outline
from kalarite.compiler.sheet import Sheet
from kalarite.dsl import tree as t


def count(value: Any) -> int:
    if isinstance(value, tuple):
        return sum(map(count, value))
    if not is_dataclass(value):
        return 0
    said = ((x, getattr(value, x.name)) for x in fields(value) if x.repr)
    return 1 + sum(count(inner) for x, inner in said if inner != x.default)  # what is not said has no line


def test_a_line_for_each_node(sheets: list[Sheet]) -> None:
    for sheet in sheets:
        lines = [x for x in outline(sheet.card).split("\n") if x.strip() != "branches:"]
        assert len(lines) == count(sheet.card)
    assert len({outline(x.card) for x in sheets}) == len(sheets)


def test_it_reads_like_this() -> None:
    target = t.Counted(t.Count(1, 1), t.Pieces(t.Noun("enemy", ranks=(0,))))
    block = (t.May((t.Destroy((target,)),)), t.Either(((t.Gain(1, "action"),), (t.Gain(2, "turn"),))))
    assert outline(t.Part("effect", block)).split("\n") == [
        "Part name='effect'",
        "  body: May",
        "    body: Destroy",
        "      objects: Counted",
        "        count: Count least=1 most=1",
        "        what: Pieces",
        "          noun: Noun owner='enemy' ranks=(0,)",
        "  body: Either",
        "    branches:",
        "      Gain amount=1 what='action'",
        "    branches:",
        "      Gain amount=2 what='turn'",
    ]
