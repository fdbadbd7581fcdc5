"""`kalarite build`: what it makes, and what it leaves alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from kalarite.compiler import build as building
from kalarite.compiler.site import SiteError
from kalarite.runtime import Game, load_cards

from .conftest import TOAD, Done

Run = Callable[..., Done]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_build_with_a_deck_of_ones_own(run: Run, here: Path, moor: Path) -> None:
    done = run("build", moor, "--out", "out", "--lang", "en")
    assert done.status == 0, done
    first, examples, compiled, site, *_, written, seconds = done.out.splitlines()
    assert first == f"{len(load_cards()) + 2} cards in {len(load_cards().index['decks']) + 1} decks, no errors"
    assert re.fullmatch(r"\d+ worked examples, all true", examples)
    assert compiled == f"compiled modules: {Path('out/compiled')}"
    assert site == f"site: {Path('out/site/index.html')}"
    assert re.fullmatch(r"sources of pages written: \d{3,}", written)
    stages = ("look for changes", "check and compile", "play examples", "write modules", "make the site")
    assert re.fullmatch("time: " + ", ".join(rf"{x} \d+\.\d s" for x in stages), seconds)
    assert "Toad" in (here / "out/site/cards/moor/toad.html").read_text("utf-8")
    game = Game.new(decks=["moor", "southern"], seed=1, cards=load_cards("out/compiled"))
    assert game.legal_moves()
    assert [x.name for x in here.iterdir()] == ["out"]


@pytest.fixture
def builder_runs(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders for which the builder was started; it is not, there is an empty page instead."""
    runs: list[Path] = []

    def run(folder: Path, *_: object) -> None:
        runs.append(folder)
        (folder / "site").mkdir()
        (folder / "site" / "index.html").write_text("made")

    monkeypatch.setattr("kalarite.compiler.site.run_builder", run)
    return runs


def test_nothing_has_changed(run: Run, here: Path, moor: Path, builder_runs: list[Path]) -> None:
    first = run("build", moor, "--out", "out", "--lang", "en").out.splitlines()
    before = {x: x.stat().st_mtime_ns for x in here.rglob("*")}
    begin = time.process_time()  # of our own: others may be busy
    done = run("build", moor, "--out", "out", "--lang", "en")
    assert time.process_time() - begin < 2
    *same, note, seconds = done.out.splitlines()
    assert same == first[:4]
    assert note == "nothing has changed since the last build"
    assert re.fullmatch(r"time: look for changes \d+\.\d s", seconds)
    assert {x: x.stat().st_mtime_ns for x in here.rglob("*")} == before
    assert len(builder_runs) == 1


@pytest.mark.parametrize("damage", ["out/site/index.html", "out/compiled/index.py", "out/pages/en/mkdocs.yml"])
def test_what_was_damaged_is_made_anew(run: Run, here: Path, moor: Path, builder_runs: list[Path], damage: str) -> None:
    run("build", moor, "--out", "out", "--lang", "en")
    good = (here / damage).read_bytes()
    for change in (lambda path: path.unlink(), lambda path: path.write_text("other")):
        change(here / damage)
        assert "nothing has changed" not in run("build", moor, "--out", "out", "--lang", "en").out
        assert (here / damage).read_bytes() == good
    assert len(builder_runs) == 3


def test_one_card_has_changed(run: Run, here: Path, moor: Path, builder_runs: list[Path]) -> None:
    """Only the pages that show it are written; all others are the same files as before."""
    run("build", moor, "--out", "out", "--lang", "en")
    pages = here / "out/pages/en/docs"
    before = {x.relative_to(pages): x.stat().st_ino for x in pages.rglob("*") if x.is_file()}
    (moor / "toad.card").write_text(TOAD.replace("\nexample", "\nruling It is slow. [card]\n\nexample"))
    assert "sources of pages written: 1\n" in run("build", moor, "--out", "out", "--lang", "en").out
    after = {x.relative_to(pages): x.stat().st_ino for x in pages.rglob("*") if x.is_file()}
    assert [x.as_posix() for x in after if after[x] != before[x]] == ["cards/moor/toad.md"]
    assert "It is slow." in (pages / "cards/moor/toad.md").read_text("utf-8")
    assert len(builder_runs) == 2


def test_an_unknown_language(run: Run, here: Path) -> None:
    done = run("build", "--lang", "xx")
    assert (done.status, done.out) == (2, "")
    assert "there is no language 'xx'" in done.err
    assert list(here.iterdir()) == []


def test_mistakes_are_told_and_nothing_is_written(run: Run, here: Path, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("standard", "standart"))
    done = run("build", moor)
    assert done.status == 1
    assert "toad.card:7:3: error" in done.err
    assert done.out == "1 mistake; nothing was written\n"
    assert list(here.iterdir()) == []


def test_an_example_that_is_not_true_is_not_published(run: Run, here: Path, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("    ..c\n", "    .c.\n"))
    told = run("test", moor).out
    done = run("build", moor)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith(told[: told.index("1 example of")])
    assert "toad.card:14: the Toad may hop once [card]\n" in done.out
    assert re.search(r"\d+ examples, 1 failed; nothing was written\n$", done.out)
    assert list(here.iterdir()) == []


def test_a_card_of_ones_own_with_the_name_of_a_built_in_one(run: Run, here: Path, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("Toad", "Knight"))
    assert run("test", moor).status == 0
    assert "all true" in run("build", moor, "--lang", "en").out


def test_a_failing_builder_leaves_the_former_build(
    run: Run, here: Path, moor: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise SiteError("mkdocs could not build the site:\n  no disk")

    def make(_: object, out: Path, **__: object) -> int:
        out.mkdir()
        return (out / "mark").write_text("former")

    monkeypatch.setattr(building, "build_site", make)
    assert run("build").status == 0
    monkeypatch.setattr(building, "build_site", fail)
    done = run("build", moor)
    assert (done.status, done.out) == (2, "")
    assert done.err == "kalarite: mkdocs could not build the site:\n  no disk\n"
    assert (here / "kalarite-out/site/mark").read_text() == "former"
    assert [x.name for x in here.iterdir()] == ["kalarite-out"]


def test_a_full_disk(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "out/compiled/index.py")

    monkeypatch.setattr(building, "write_compiled", full)
    done = run("build", "--out", "out")
    assert done == Done(2, "", "kalarite: 'out/compiled/index.py': no space left on device\n")
    assert list(here.iterdir()) == []


def test_a_page_of_somebody_is_not_deleted(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "build_site", lambda _, out, **__: out.mkdir() or 0)
    assert run("build").status == 0
    assert run("build").status == 0
    (here / "kalarite-out/site/mine.html").write_text("mine")
    done = run("build")
    assert (done.status, done.out) == (2, "")
    assert "holds 'site/mine.html', which no build made; it stays as it is" in done.err
    assert (here / "kalarite-out/site/mine.html").read_text() == "mine"


def test_here_is_no_place_for_a_build(run: Run, here: Path) -> None:
    done = run("build", "--out", ".")
    assert (done.status, done.out) == (2, "")
    assert "is the folder that you are in, or holds it: name one inside, such as kalarite-out" in done.err
    assert list(here.iterdir()) == []


def test_a_foreign_folder_is_refused_at_once(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "compile_all", lambda *_, **__: pytest.fail("it began"))
    (here / "out").mkdir()
    (here / "out" / "thesis.txt").write_text("mine")
    done = run("build", "--out", "out")
    assert (done.status, done.out) == (2, "")
    assert "was not made by a build" in done.err
    assert (here / "out" / "thesis.txt").read_text() == "mine"
