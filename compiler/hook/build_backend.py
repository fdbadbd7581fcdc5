"""The build backend: setuptools, after it has made what a wheel holds and the tree does not.

That is: the compiled decks, forms and arenas (`cards/_compiled/`), the parser's table
(`dsl/_table*`), and the hand-written pages with their `mkdocs.yml` (`compiler/_site/`).
All of it is left out of version control and made anew by each build, so that a card or
module that was renamed does not come back from an older one.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[2]
# build/__editable__* stays: an editable install lives there
MADE = ("build/lib*", "build/bdist*", "cards/_compiled", "dsl/_table*", "compiler/_site")

Settings = dict[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """PEP 517: make what is missing, then the wheel; gives its file name."""
    make()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """PEP 660: the same for an install that points at this tree."""
    make()
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)


def make() -> None:
    """Empty what an earlier build left, make everything that the packages hold beside the tree's own files."""
    for pattern in MADE:
        for path in ROOT.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    with _tree_as_package():
        from kalarite.compiler.compile import write_built_in
        from kalarite.dsl.parse import write_table

        write_table()
        write_built_in(ROOT / "cards" / "_compiled")
    site = ROOT / "compiler" / "_site"
    shutil.copytree(ROOT / "docs", site / "docs")
    shutil.copy(ROOT / "mkdocs.yml", site)


@contextmanager
def _tree_as_package() -> Iterator[None]:
    """Let `import kalarite.x` mean folder x of this tree, whatever else is installed."""
    package = ModuleType("kalarite")
    package.__path__ = [str(ROOT)]
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "kalarite"}
    write_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.modules["kalarite"] = package
    try:
        yield
    finally:
        sys.dont_write_bytecode = write_bytecode
        for name in [x for x in sys.modules if x.split(".")[0] == "kalarite"]:
            del sys.modules[name]
        sys.modules.update(before)
