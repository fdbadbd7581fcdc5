"""Who may import whom: dsl <- compiler -> runtime, and the runtime needs the standard library only."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAY_IMPORT = {
    "dsl": {"dsl"},
    "cards": set(),
    "compiler": {"compiler", "dsl", "runtime"},
    "runtime": {"runtime"},
}
# import names of distributions that are called otherwise
IMPORT_NAMES = {"mkdocs-material": "material", "griffelib": "griffe"}


def modules() -> list[Path]:
    """Every module that is part of a package; the build hook stands outside of them."""
    paths = (p for folder in MAY_IMPORT for p in (ROOT / folder).rglob("*.py"))
    return sorted(p for p in paths if not {"hook", "_compiled"} & set(p.relative_to(ROOT).parts))


def imports(path: Path, source: str) -> Iterator[tuple[int, str]]:
    """The absolute name of all that the module at `path` imports, also inside functions and for types only."""
    package = ("kalarite", *path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, x.name) for x in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            name = ".".join((*base, *filter(None, [node.module])))
            if name == "kalarite":
                yield from ((node.lineno, f"kalarite.{x.name}") for x in node.names)
            else:
                yield node.lineno, name


def dependencies() -> set[str]:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = data["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["print"]]
    names = {re.split(r"[^\w-]", x)[0] for x in needed}
    return {IMPORT_NAMES.get(x, x) for x in names}


def allowed_from_outside(folder: str) -> set[str]:
    return {"dsl": {"lark"}, "compiler": dependencies()}.get(folder, set())


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_arrows(path: Path) -> None:
    folder = path.relative_to(ROOT).parts[0]
    wrong = []
    for line, name in imports(path, path.read_text("utf-8")):
        top, *rest = name.split(".")
        if top == "kalarite":
            fine = rest[0] in MAY_IMPORT[folder]
        else:
            fine = top in sys.stdlib_module_names or top in allowed_from_outside(folder)
        if not fine:
            wrong.append(f"line {line} imports {name}")
    assert not wrong


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_packages_import_each_other_relatively(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    names = [x.name for node in ast.walk(tree) if isinstance(node, ast.Import) for x in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    assert not [x for x in names if x.split(".")[0] == "kalarite"]


def test_the_check_sees_each_kind_of_import() -> None:
    source = "import lark\nfrom ..dsl import tree\nfrom .. import compiler\ndef f():\n    from .x import y\n"
    found = [name for _, name in imports(ROOT / "runtime" / "imagined.py", source)]
    assert found == ["lark", "kalarite.dsl", "kalarite.compiler", "kalarite.runtime.x"]
