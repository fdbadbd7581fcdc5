"""Takes the packages that others import, gives a page of Markdown for each: what they export, told by its docstrings.

Nothing is imported or run for it: griffe reads the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import griffe

from .grounds import anchor, chapters
from .page import render

PACKAGE = Path(__file__).resolve().parents[1]
MODULES = ("runtime", "runtime.conformance", "compiler")  # what others may import
_WIDEST = 88  # columns of a signature on one line
_NUMBER = re.compile(r"\b(?:R\d+\.\d+|D\d+)\b")
_CODE = re.compile(r"(`+[^`]+`+)")
_MARKUP = re.compile(r"([\\*\[\]<])")
_SPECIAL = ("__getitem__", "__contains__", "__len__", "__iter__")  # operators that a reader would not find otherwise


@dataclass(frozen=True)
class Entry:
    """What is told of a name: its full name, how it is written, its docstring as Markdown, what is in it."""

    name: str
    signature: str
    text: str
    members: tuple[Entry, ...] = ()


def api_pages() -> Iterator[tuple[str, str]]:
    """The name and the text of each page."""
    pages = [(f"kalarite.{x}", f"{x.replace('.', '-')}.md", list(_entries(x)), _text(_module(x))) for x in MODULES]
    yield "index.md", render("api.md", "en", pages=pages)
    for name, file, entries, text in pages:
        yield file, render("module.md", "en", name=name, entries=entries, text=text)


@cache
def _module(name: str) -> griffe.Module:
    """The source of a module, read."""
    path = PACKAGE.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return griffe.visit(f"kalarite.{name}", filepath=path, code=path.read_text("utf-8"))


def _entries(module: str) -> Iterator[Entry]:
    """What a module exports, in the order of its list; without a list its own public functions and classes."""
    read = _module(module)
    names = [str(x) for x in read.exports or ()] or [x for x in read.members if _is_public(read.members[x], x)]
    for name in names:
        found: griffe.Object | griffe.Alias = read.members[name]
        if isinstance(found, griffe.Alias):
            place, _, inner = found.target_path.removeprefix("kalarite.").rpartition(".")
            found = _module(place).members[inner]
        if isinstance(found, griffe.Function | griffe.Class):
            yield _entry(found, "")


def _is_public(found: griffe.Object | griffe.Alias, name: str) -> bool:
    return not name.startswith("_") and isinstance(found, griffe.Function | griffe.Class)


def _entry(found: griffe.Object, owner: str) -> Entry:
    name = f"{owner}{found.name}"
    if isinstance(found, griffe.Class):
        bases = ", ".join(str(x) for x in found.bases)
        members = tuple(_entry(x, f"{found.name}.") for x in _members(found))
        return Entry(name, f"class {found.name}({bases})" if bases else f"class {found.name}", _text(found), members)
    if isinstance(found, griffe.Function):
        kind = "classmethod " if "classmethod" in found.labels else ""
        return Entry(name, f"{kind}{_call(found)}", _text(found))
    assert isinstance(found, griffe.Attribute)
    return Entry(name, f"{found.name}: {found.annotation}" if found.annotation else found.name, _text(found))


def _members(found: griffe.Class) -> Iterator[griffe.Object]:
    """What a reader may use of a class: what is told of, by itself or by the class, and fields of plain data."""
    is_data = any("dataclass" in str(x.value) for x in found.decorators)
    named = set(re.findall(r"`(\w+)`", found.docstring.value if found.docstring else ""))
    for name, member in found.members.items():
        shown = name in _SPECIAL if name.startswith("__") else not name.startswith("_")
        field = is_data and isinstance(member, griffe.Attribute) and "property" not in member.labels
        told = member.docstring is not None or "property" in member.labels or name in named
        if shown and not isinstance(member, griffe.Alias) and (told or field):
            yield member


def _call(found: griffe.Function) -> str:
    """A function as it is called, over several lines if it is long."""
    given = [*_parameters(found.parameters)]
    if given and given[0] in ("self", "cls"):
        del given[0]
    result = f" -> {found.returns}" if found.returns else ""
    line = f"{found.name}({', '.join(given)}){result}"
    if len(line) <= _WIDEST:
        return line
    return "\n".join([f"{found.name}(", *(f"    {x}," for x in given), f"){result}"])


def _parameters(parameters: Iterable[griffe.Parameter]) -> Iterator[str]:
    starred = False
    for x in parameters:
        kind = x.kind.value if x.kind else ""
        stars = {"variadic positional": "*", "variadic keyword": "**"}.get(kind, "")
        if kind == "keyword-only" and not starred:
            yield "*"
        starred = starred or kind in ("keyword-only", "variadic positional")
        text = f"{stars}{x.name}" + (f": {x.annotation}" if x.annotation else "")
        yield text if x.default is None or stars else f"{text} = {x.default}" if x.annotation else f"{text}={x.default}"


def _text(found: griffe.Object) -> str:
    """A docstring as Markdown: code in backticks stays, numbers of rules become links."""
    if found.docstring is None:
        return ""
    parts = _CODE.split(found.docstring.value)
    return "".join(x if i % 2 else _linked(_MARKUP.sub(r"\\\1", x)) for i, x in enumerate(parts))


def _linked(text: str) -> str:
    known = {x.number for chapter in chapters() for x in chapter.rules}
    return _NUMBER.sub(lambda x: f"[{x[0]}](../rules.md#{anchor(x[0])})" if x[0] in known else x[0], text)
