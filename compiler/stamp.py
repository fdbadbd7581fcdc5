"""Takes what a build is made from and what it made, gives a stamp: the next build sees that nothing has changed.

The stamp lies in the output: a digest of the inputs (cards, manifests, pages, this program and the packages that it
uses), one of all that was made, and how many cards it holds.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .deck import CARDS
from .files import files_in
from .output import MARKER
from .site import CONFIG, site_home

STAMP = ".kalarite-stamp"
_PARTS = ("compiler", "dsl", "runtime")
_MADE = ("__pycache__", "_site", "_compiled")  # folders of the program that hold what was made from others
_CARDS = (".card", ".toml", ".py")
_PACKAGES = ("griffelib", "jinja2", "lark", "markdown", "mkdocs", "mkdocs-material", "pygments", "pymdown-extensions")


def inputs_of(folders: Iterable[Path], languages: Sequence[str]) -> str:
    """A digest of all that a build of these folders and languages depends on. OSError: a file cannot be read."""
    total = hashlib.sha256(repr((sys.version, *map(_version, _PACKAGES), *languages)).encode())
    package = Path(__file__).resolve().parents[1]
    for part in _PARTS:
        _add(total, package / part, _own(package / part))
    home = site_home()
    _add(total, home, [home / CONFIG, *(x for x in sorted((home / "docs").rglob("*")) if x.is_file())])
    for folder in (CARDS, *folders):
        _add(total, folder.resolve(), files_in(folder.resolve(), _CARDS))
    return total.hexdigest()


def leave_stamp(made: Path, inputs: str, counts: Mapping[str, int]) -> None:
    """Put the stamp into a folder in which all else is made. `counts`: what was in it, by name."""
    data = {"inputs": inputs, "made": _outputs(made), "counts": dict(counts)}
    (made / STAMP).write_text(json.dumps(data, indent=1) + "\n", "utf-8", newline="\n")


def counts_if_same(made: Path, inputs: str) -> dict[str, int]:
    """What was in it, if a folder was made from the same inputs and is as it was made; else nothing."""
    try:
        data = json.loads((made / STAMP).read_text("utf-8"))
        return dict(data["counts"]) if data["inputs"] == inputs and data["made"] == _outputs(made) else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _own(folder: Path) -> Iterator[Path]:
    """The files of the program itself in a folder of it."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not set(_MADE) & set(path.relative_to(folder).parts):
            yield path


def _outputs(made: Path) -> str:
    total = hashlib.sha256()
    _add(total, made, (x for x in sorted(made.rglob("*")) if x.is_file() and x.name not in (STAMP, MARKER)))
    return total.hexdigest()


def _add(total: hashlib._Hash, root: Path, files: Iterable[Path]) -> None:
    """Add names and contents of files below `root`, wherever that is."""
    for path in files:
        content = path.read_bytes()
        total.update(f"\0{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        total.update(content)
