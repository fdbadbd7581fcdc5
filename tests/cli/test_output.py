"""The output folder of a build: complete or not there, and never somebody else's."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from kalarite.compiler.output import MARKER, OutputRefused, _stem, fresh_folder


def fill(out: Path, text: str) -> None:
    with fresh_folder(out) as folder:
        (folder / "site").mkdir()
        (folder / "site" / "index.html").write_text(text)


def test_made_and_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "out"
    fill(out, "one")
    (out / "site" / "__pycache__").mkdir()
    (out / "site" / "__pycache__" / "x.pyc").write_text("")
    (out / "site" / "empty").mkdir()
    fill(out, "two")
    assert sorted(x.name for x in (out / "site").iterdir()) == ["index.html"]
    assert (out / "site" / "index.html").read_text() == "two"
    assert [x.name for x in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_what_was_there(tmp_path: Path, error: type[BaseException]) -> None:
    out = tmp_path / "out"
    fill(out, "one")
    with pytest.raises(error), fresh_folder(out) as folder:
        (folder / "site").mkdir()
        raise error
    assert (out / "site" / "index.html").read_text() == "one"
    assert [x.name for x in tmp_path.iterdir()] == ["out"]


def test_a_failure_of_the_first_build_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), fresh_folder(tmp_path / "out"):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def foreign(out: Path) -> None:
    out.mkdir()
    (out / "thesis.txt").write_text("mine")


def with_notes(out: Path) -> None:
    fill(out, "one")
    (out / "notes.txt").write_text("mine")


def with_a_page(out: Path) -> None:
    fill(out, "one")
    (out / "site" / "mine.html").write_text("mine")


def with_a_folder(out: Path) -> None:
    fill(out, "one")
    (out / "site" / "mine").mkdir()
    (out / "site" / "mine" / "deep.html").write_text("mine")


def with_links(out: Path) -> None:
    fill(out, "one")
    (out / "site" / "folder").symlink_to(out.parent)
    (out / "site" / "nowhere").symlink_to("nowhere")


def of_another_kind(out: Path) -> None:
    fill(out, "one")
    (out / MARKER).write_text("")


def a_file(out: Path) -> None:
    out.write_text("mine")


def a_link_to_itself(out: Path) -> None:
    out.symlink_to(out)


def a_link(out: Path) -> None:
    fill(out.with_name("elsewhere"), "one")
    out.symlink_to("elsewhere")


@pytest.mark.parametrize(
    "make",
    [
        Path.mkdir,
        foreign,
        with_notes,
        with_a_page,
        with_a_folder,
        with_links,
        of_another_kind,
        a_file,
        a_link,
        a_link_to_itself,
    ],
)
def test_what_it_did_not_make_is_refused_and_kept(tmp_path: Path, make: object) -> None:
    out = tmp_path / "out"
    make(out)  # type: ignore[operator]
    before = {x: x.read_bytes() if x.is_file() else None for x in tmp_path.rglob("*")}
    with pytest.raises(OutputRefused, match="out"), fresh_folder(out):
        pytest.fail("it began")
    assert {x: x.read_bytes() if x.is_file() else None for x in tmp_path.rglob("*")} == before


def test_it_says_what_it_did_not_make(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with_a_page(out)
    with pytest.raises(OutputRefused, match=r"holds 'site/mine\.html', which no build made"):
        fill(out, "two")
    with_notes_too = out / "compiled" / "notes.txt"
    with_notes_too.parent.mkdir()
    with_notes_too.write_text("mine")
    with pytest.raises(OutputRefused, match=r"holds 'compiled/notes\.txt' and 1 more, which no build made"):
        fill(out, "two")


@pytest.mark.parametrize("name", [".", "..", "inner/..", ""])
def test_the_folder_that_one_is_in_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Also when a build made it: whoever stands in it would stand nowhere."""
    here = tmp_path / "here"
    (here / "inner").mkdir(parents=True) if name == "inner/.." else fill(here, "one")
    monkeypatch.chdir(here)
    with pytest.raises(OutputRefused, match="is the folder that you are in, or holds it"):
        fill(Path(name), "two")
    fill(Path("inside"), "one")


def test_names_as_long_as_they_can_be(tmp_path: Path) -> None:
    out = tmp_path / ("é" * 125)
    fill(out, "one")
    fill(out, "two")
    assert (out / "site" / "index.html").read_text() == "two"
    out.rename(tmp_path / f".{_stem(out)}.old-4")
    with pytest.raises(RuntimeError), fresh_folder(out):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == [out]


def test_something_put_there_during_the_build_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(OutputRefused), fresh_folder(out):
        foreign(out)
    assert [x.name for x in tmp_path.iterdir()] == ["out"]
    assert (out / "thesis.txt").read_text() == "mine"


def test_no_folder_to_make_it_in(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "missing" / "out", tmp_path / "file" / "out"):
        with pytest.raises(OutputRefused, match="there is no folder"), fresh_folder(out):
            pytest.fail("it began")


BUILD = """
import os, sys, time
from pathlib import Path
from kalarite.compiler.output import fresh_folder
with fresh_folder(Path("out")) as folder:
    (folder / "site").mkdir()
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def builder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A build of `out` in another process, in the middle of its work."""
    process = subprocess.Popen([sys.executable, "-c", BUILD], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline()
    yield process
    process.kill()
    process.communicate()


@pytest.mark.skipif(os.name != "posix", reason="a folder can be held on POSIX only")
def test_the_next_build_clears_what_a_killed_one_left(tmp_path: Path, builder: subprocess.Popen[str]) -> None:
    unfinished = f".out.new-{builder.pid}"
    fill(tmp_path / "out", "one")
    assert sorted(x.name for x in tmp_path.iterdir()) == [unfinished, "out"]  # a running build is left in peace
    builder.kill()  # not waited for: the process may still be listed
    deadline = time.monotonic() + 10
    while (tmp_path / unfinished).exists() and time.monotonic() < deadline:
        fill(tmp_path / "out", "two")
    assert [x.name for x in tmp_path.iterdir()] == ["out"]


@pytest.mark.skipif(os.name != "posix", reason="a folder can be held on POSIX only")
def test_leftovers_of_each_kind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    fill(out, "one")
    (tmp_path / ".out.new-1").mkdir()  # killed before it had a marker
    (tmp_path / ".out.new-2" / "compiled").mkdir(parents=True)  # not ours: no marker
    (tmp_path / ".out.new-3").write_text("")
    (tmp_path / ".out.news").mkdir()
    out.rename(tmp_path / ".out.old-4")  # killed between the two renames
    with pytest.raises(RuntimeError), fresh_folder(out):
        raise RuntimeError
    assert sorted(x.name for x in tmp_path.iterdir()) == [".out.new-2", ".out.new-3", ".out.news", "out"]
    assert (out / "site" / "index.html").read_text() == "one"
