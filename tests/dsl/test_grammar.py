"""The grammar: no conflicts, not too long, every rule of use; its saved table gives the same parser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fixtures import CASES, SAMPLES
from kalarite.dsl import language as loading
from kalarite.dsl.build import TreeBuilder
from kalarite.dsl.codes import whole
from kalarite.dsl.language import GRAMMAR, language, load_parser, make_parser, write_table
from shipped import CARDS, mistakes_of


def nodes() -> set[str]:
    """The rules and aliases of the grammar that make nodes."""
    found: set[str] = set()
    for rule in language().parser.rules:
        name = str(rule.origin.name)
        if rule.alias:
            found.add(str(rule.alias))
        elif not name.startswith("_") and not rule.options.expand1:
            found.add(name)
    return found


def test_the_grammar_has_no_conflict_and_is_short() -> None:
    make_parser(strict=True)
    assert len(GRAMMAR.read_text("utf-8").splitlines()) <= 300


def test_every_node_is_built() -> None:
    assert {x for x in nodes() if not hasattr(TreeBuilder, x)} == set()


def test_every_rule_is_used_by_a_card_or_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    used = {"scenarios"}  # tests/golden
    builder: Any = TreeBuilder  # Lark's decorator hides its type
    original = builder._call_userfunc

    def spy(self: Any, tree: Any, new_children: Any = None) -> Any:
        used.add(str(tree.data))
        return original(self, tree, new_children)

    monkeypatch.setattr(builder, "_call_userfunc", spy)
    for text in [*CARDS.values(), *(whole(x.text, x.kind) for x in [*CASES, *SAMPLES])]:
        mistakes_of(text)
    assert nodes() - used == set()


def test_every_card_of_the_facts_is_read() -> None:
    assert len(CARDS) == 156


# ---------------------------------------------------------------- the saved table


def test_a_saved_table_gives_the_same_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table"
    write_table(path)
    monkeypatch.setattr(loading, "make_parser", lambda: pytest.fail("built although a table is there"))
    loaded = loading.Language(load_parser(path))
    assert loaded.words == language().words
    assert loaded._states.keys() == language()._states.keys()


@pytest.mark.parametrize("damage", [b"", b"x", b"changed", b"cut"])
def test_a_table_that_does_not_fit_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    path = tmp_path / "table"
    write_table(path)
    data = path.read_bytes()
    if damage == b"changed":
        data = data[:-10] + bytes([data[-10] ^ 1]) + data[-9:]
    elif damage == b"cut":
        data = data[:-100]
    else:
        data = damage
    path.write_bytes(data)
    built: list[str] = []
    monkeypatch.setattr(loading, "make_parser", lambda: built.append("built"))
    load_parser(path)
    assert built == ["built"]


def test_a_table_of_another_grammar_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, other = tmp_path / "table", tmp_path / "grammar.lark"
    write_table(path)
    other.write_bytes(GRAMMAR.read_bytes() + b"// another\n")
    monkeypatch.setattr(loading, "GRAMMAR", other)
    built: list[str] = []
    monkeypatch.setattr(loading, "make_parser", lambda: built.append("built"))
    load_parser(path)
    assert built == ["built"]
