"""The API pages: every name that is exported is told, as it is called and with its docstring; links hold."""

from __future__ import annotations

import inspect
import re

import kalarite.compiler
import kalarite.runtime
import kalarite.runtime.conformance
import pytest
from kalarite.compiler.api import api_pages

PAGES = dict(api_pages())


@pytest.mark.parametrize(("file", "module"), [("runtime.md", kalarite.runtime), ("compiler.md", kalarite.compiler)])
def test_every_exported_name_has_its_section(file: str, module: object) -> None:
    exported = module.__all__  # type: ignore[attr-defined]
    assert re.findall(r"^## (.*)$", PAGES[file], re.M) == exported


def test_a_class_tells_what_can_be_used_of_it() -> None:
    told = set(re.findall(r"^### Game\.(.*)$", PAGES["runtime.md"].replace("\\", ""), re.M))
    there = {x for x, value in vars(kalarite.runtime.Game).items() if not x.startswith("_") and callable(value)}
    assert there - told == set()
    assert told >= {"new", "legal_moves", "is_over", "result"}
    assert "### Result.winners" in PAGES["runtime.md"]  # a field of plain data


def test_it_is_told_in_the_words_of_the_source() -> None:
    first = (inspect.getdoc(kalarite.runtime.Game.legal_moves) or "").split("(")[0].split("\n")[0]
    assert first
    assert first in PAGES["runtime.md"]
    assert "legal_moves() -> list[Move]" in PAGES["runtime.md"]


def test_numbers_of_rules_are_links() -> None:
    assert "(../rules.md#r5-2)" in PAGES["runtime.md"]
    assert not re.search(r"(?<!\[)\bR\d+\.\d+\b(?!\])", PAGES["runtime.md"])


def test_a_long_signature_is_broken() -> None:
    lines = [x for page in PAGES.values() for x in re.findall(r"```python\n(.*?)```", page, re.S)]
    assert lines
    assert max(len(x) for signature in lines for x in signature.split("\n")) <= 100
    assert any("\n    *,\n" in x for x in lines)
    assert not re.search(r"\((self|cls)\b", "".join(lines))


def test_the_index_names_every_page() -> None:
    assert set(PAGES) - {"index.md"} == set(re.findall(r"\]\((.*?\.md)\) \|", PAGES["index.md"]))
