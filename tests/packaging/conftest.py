"""A copy of the tree, built once with the project's own backend, without network or isolation."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STALE = (  # what an older build may have left, from cards and modules that have other names now
    "build/lib/kalarite/dsl/renamed.py",
    "build/bdist.any/wheel/kalarite/dsl/renamed.py",
    "cards/_compiled/renamed.py",
    "dsl/_table-of-old",
    "compiler/_site/docs/renamed.md",
)


def copy_tree(to: Path) -> Path:
    """The project's own files, without what builds and tools have made."""
    unwanted = shutil.ignore_patterns(
        ".*", "__pycache__", "build", "dist", "*.egg-info", "_compiled", "_site", "_table*", "kalarite-out"
    )
    return Path(shutil.copytree(ROOT, to, ignore=unwanted))


def run_backend(tree: Path, hook: str, out: Path) -> Path:
    """Call one hook of the backend as an installer does, in a process of its own."""
    code = f"import sys; sys.path.insert(0, 'compiler/hook'); import build_backend; build_backend.{hook}({str(out)!r})"
    out.mkdir(exist_ok=True)
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    (made,) = out.iterdir()
    return made


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with remains of an older build in it."""
    folder = copy_tree(tmp_path_factory.mktemp("tree") / "project")
    for name in STALE:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("raise SystemExit('a stale file came back')\n")
    return folder


@pytest.fixture(scope="session")
def wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of that copy."""
    return run_backend(tree, "build_wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's files as an install lays them out."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder
