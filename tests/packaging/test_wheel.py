"""What the wheel holds, compared with the tree, and that it works wherever it is unpacked."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from .conftest import copy_tree, run_backend

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("dsl", "cards", "compiler", "runtime")
pytestmark = pytest.mark.xdist_group("wheel")  # in one process: the wheel is built once


def files_of(wheel: Path) -> set[str]:
    """The packages' files in the wheel, named as in the tree."""
    with zipfile.ZipFile(wheel) as file:
        return {x.removeprefix("kalarite/") for x in file.namelist() if x.startswith("kalarite/")}


def own_files(tree: Path) -> set[str]:
    """Every file of the package folders; the build hook is no part of a package."""
    paths = (p.relative_to(tree) for folder in PACKAGES for p in (tree / folder).rglob("*") if p.is_file())
    unwanted = {"__pycache__", "hook", "_compiled", "_site"}
    return {p.as_posix() for p in paths if not unwanted & set(p.parts) and not p.name.startswith("_table")}


def made_files(tree: Path) -> set[str]:
    """What the build adds: compiled decks, forms and arenas, the parser's table, the hand-written pages."""
    compiled = {p.relative_to(tree).as_posix() for p in (tree / "cards" / "_compiled").iterdir() if p.is_file()}
    table = {p.relative_to(tree).as_posix() for p in (tree / "dsl").glob("_table*")}
    pages = {p.relative_to(tree) for p in (tree / "docs").rglob("*") if p.is_file()}
    site = {f"compiler/_site/{p.as_posix()}" for p in pages} | {"compiler/_site/mkdocs.yml"}
    assert compiled
    assert table
    return compiled | table | site


def test_the_wheel_holds_every_file_of_the_tree_and_no_other(tree: Path, wheel: Path) -> None:
    assert files_of(wheel) == own_files(tree) | made_files(tree)


def test_nothing_of_an_older_build_comes_back(wheel: Path) -> None:
    assert not [x for x in files_of(wheel) if "renamed" in x or "old" in Path(x).name]


def test_each_card_is_in_a_compiled_deck(installed: Path) -> None:
    compiled = "".join(p.read_text("utf-8") for p in (installed / "kalarite/cards/_compiled").glob("*.py"))
    heads = {p.read_text("utf-8").split("\n")[0] for p in (ROOT / "cards").glob("*/*.card")}
    names = {re.sub(r"^.*?\b(being|legend|flare|task) ", "", x) for x in heads}
    assert len(names) >= 66
    assert not {x for x in names if repr(x) not in compiled and f'"{x}"' not in compiled}


def test_metadata(installed: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (info,) = installed.glob("*.dist-info")
    metadata = email.message_from_string((info / "METADATA").read_text("utf-8"))
    assert metadata["License-Expression"] == "MIT"
    assert {p.name for p in (info / "licenses").iterdir()} == {"LICENSE", "NOTICE"}
    assert metadata["Requires-Python"] == ">=3.11"
    needs = metadata.get_all("Requires-Dist") or []
    at_build = [x for x in project["build-system"]["requires"] if x.startswith("lark")]
    assert at_build == [x for x in needs if x.startswith("lark")]  # the table belongs to one series of Lark
    assert "kalarite = kalarite.compiler.cli:main" in (info / "entry_points.txt").read_text()


def test_the_source_archive_builds_the_same_wheel(tree: Path, wheel: Path, tmp_path: Path) -> None:
    archive = run_backend(tree, "build_sdist", tmp_path / "sdist")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")
    (unpacked,) = (p for p in tmp_path.iterdir() if p.name.startswith("kalarite-"))
    again = run_backend(unpacked, "build_wheel", tmp_path / "wheel")
    assert files_of(again) == files_of(wheel)


def test_an_editable_install_points_at_the_tree(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "project")
    wheel = run_backend(tree, "build_editable", tmp_path / "wheel")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site)
    assert (tree / "cards" / "_compiled").is_dir()
    code = (
        f"import site; site.addsitedir({str(site)!r})\n"
        "import kalarite.compiler.deck, kalarite.cards, kalarite.runtime, importlib.resources\n"
        "print(kalarite.compiler.deck.CARDS)\n"
        "print(importlib.resources.files('kalarite.cards'))\n"
        "print(kalarite.runtime.load_cards()['Knight'].name)\n"
    )
    # -I -S: neither the current folder nor an install that the tests themselves run with
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.split("\n")[:3] == [str(tree / "cards")] * 2 + ["Knight"], done.stderr


def test_the_engine_plays_with_the_standard_library_alone(installed: Path, tmp_path: Path) -> None:
    """After the install alone, no site folder in reach: no Lark, no Click, no compiler."""
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r})\n"
        "from kalarite.runtime import Game\n"
        "game = Game.new(form='duel', decks=['northern', 'southern'], seed=1)\n"
        "while not game.is_over:\n"
        "    game.play(game.legal_moves()[-1])\n"
        "print(game.result)\n"
        "print([x for x in sys.modules if x.startswith(('kalarite.dsl', 'kalarite.compiler', 'lark'))])\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("[]\n")
