"""Which files commands look at: one that is of no use is told as such and hides nothing of the others."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from kalarite.compiler import compile_cards
from kalarite.compiler.files import GREATEST, read_source
from kalarite.runtime import CardError

from .conftest import HERON, MANIFEST, TOAD, Done

Run = Callable[..., Done]
WRONG = TOAD.replace("standard move", "standard mvoe")


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _astray(path: Path) -> None:
    path.symlink_to("nowhere.card")


def _locked(path: Path) -> None:
    path.write_text(TOAD)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")


def _huge(path: Path) -> None:
    path.write_bytes(b"\n" * (GREATEST + 1))


USELESS: dict[str, tuple[Callable[[Path], None], str]] = {
    "folder": (_folder, "K097] this is a folder, not a file"),
    "pipe": (_pipe, "K097] this is a pipe, not a file"),
    "loop": (_loop, "K097] the file cannot be read"),
    "astray": (_astray, "K097] the file cannot be read"),
    "locked": (_locked, "K097] the file cannot be read"),
    "huge": (_huge, "K006] the file is too long: it has 1,000,001 bytes"),
}
pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and links")


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A folder of card files without a manifest: one good, one with a mistake."""
    (tmp_path / "a.card").write_text(HERON)
    (tmp_path / "z.card").write_text(WRONG)
    return tmp_path


@pytest.mark.parametrize(("make", "says"), USELESS.values(), ids=USELESS)
def test_the_other_files_are_looked_at_all_the_same(
    run: Run, cards: Path, make: Callable[[Path], None], says: str
) -> None:
    make(cards / "b.card")
    for command in (("check",), ("test",), ("fmt", "--check")):
        done = run(*command, cards)
        assert done.status == 1
        assert f"b.card:1:1: error[{says}" in done.out + done.err
        assert "z.card:7:12: error[K010]" in done.out + done.err
    assert run("check", cards).out.endswith("\n3 cards, 2 mistakes\n")


@pytest.mark.parametrize(("make", "says"), USELESS.values(), ids=USELESS)
def test_a_file_that_is_named_is_told_in_the_same_words(
    run: Run, cards: Path, make: Callable[[Path], None], says: str
) -> None:
    path = cards / "b.card"
    make(path)
    done = run("show", path)
    assert done.status == 1
    assert f"error[{says}" in done.err
    if not path.is_dir():  # a folder stands for the cards in it
        done = run("check", cards / "z.card", path)
        assert f"error[{says}" in done.out
        assert "z.card:7:12: error[K010]" in done.out


@pytest.mark.parametrize(("make", "says"), USELESS.values(), ids=USELESS)
def test_one_useless_file_in_a_deck(run: Run, moor: Path, make: Callable[[Path], None], says: str) -> None:
    (moor / "deck.toml").write_text(MANIFEST.replace('"heron"', '"heron", "bog"'))
    (moor / "heron.card").write_text(WRONG)
    make(moor / "bog.card")
    done = run("check", moor)
    assert done.status == 1
    assert "heron.card:7:12: error[K010]" in done.out
    assert f"bog.card:1:1: error[{says}" in done.out
    with pytest.raises(CardError) as error:
        compile_cards(moor)
    assert len(error.value.diagnostics) == 2
    with pytest.raises(CardError):
        compile_cards(moor, cache=moor / "cache")


def test_a_manifest_that_is_of_no_use(run: Run, moor: Path) -> None:
    (moor / "deck.toml").write_bytes(b"\n" * (GREATEST + 1))
    assert "deck.toml:1:1: error[K006]" in run("check", moor).out
    (moor / "deck.toml").write_text(MANIFEST)
    (moor / "forms").mkdir()
    for make, name in ((_pipe, "pipe"), (_loop, "loop"), (_folder, "folder")):
        make(moor / "forms" / f"{name}.toml")
    assert run("check", moor).out.count("error[K097]") == 3


def test_a_file_as_long_as_may_be_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.card"
    path.write_bytes(b"\n" * GREATEST)
    source, unread = read_source(path)
    assert unread == []
    assert source.line_count == GREATEST


def test_what_a_build_made_and_what_is_hidden_is_passed_over(run: Run, cards: Path) -> None:
    for name in ("out/deep", ".git", "sub/.cache", "sub/deep"):
        (cards / name).mkdir(parents=True)
        (cards / name / "x.card").write_text(WRONG)
    (cards / "out" / ".kalarite-build").touch()
    (cards / ".y.card").write_text(WRONG)
    for command in (("check",), ("test",), ("fmt", "--check")):
        done = run(*command, cards)
        said = done.out + done.err
        assert "sub/deep/x.card" in said
        assert all(x not in said for x in ("out/deep", ".git", ".cache", ".y.card"))
    (cards / ".git" / "deck.toml").write_text(MANIFEST)
    assert "3 cards, 2 mistakes" in run("check", cards).out


def test_a_taken_name_is_told_before_the_build(run: Run, moor: Path) -> None:
    (moor / "deck.toml").write_text(MANIFEST.replace('name = "moor"', 'name = "imperial"'))
    done = run("check", moor)
    assert done.status == 1
    assert "deck.toml:1:1: error[K082] the deck name 'imperial' is taken" in done.out
    (moor / "deck.toml").write_text(MANIFEST.replace("playable.moor", "playable.northern"))
    assert "deck.toml:6:1: error[K082] the deck name 'northern' is taken" in run("check", moor).out
    (moor / "deck.toml").write_text(MANIFEST.replace('name = "moor"', 'name = "legends"'))
    assert "moor/deck.toml:1:1: error[K082]" in run("check", moor).out
    assert run("build", moor, "--out", moor.parent / "out").status == 1


def test_a_deck_that_is_named_twice_does_not_take_its_own_name(run: Run, moor: Path) -> None:
    assert run("check", moor, moor / "deck.toml", f"{moor}/").out == "2 cards, no mistakes\n"
    assert run("check", moor, moor.parent).out == "2 cards, no mistakes\n"


def test_a_card_behind_its_deck(run: Run, moor: Path) -> None:
    done = run("show", "moor/Toad")
    assert "there is no deck 'moor'" in done.err
    assert "--cards" in done.err
    assert run("show", "moor/Toad", "--cards", moor).status == 0
    done = run("show", "moor/Tood", "--cards", moor)
    assert done.err == "kalarite: there is no card in deck 'moor' called 'Tood'; did you mean 'Toad'?\n"
