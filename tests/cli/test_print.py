"""`kalarite print` as people use it, and what it answers to what cannot be meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from kalarite.compiler.language import load_language
from kalarite.compiler.printing import fonts, typeset
from pdf import read

from .conftest import TOAD, Done

Run = Callable[..., Done]


def test_a_deck(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "northern.pdf"
    done = run("print", "--deck", "northern", "--crop-marks", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"18 cards on 2 sheets of A4, 9 a sheet: {out}\n")
    assert "the ruler on the margin then measures 50 mm" in done.out
    assert len(read(out.read_bytes())) == 2
    assert [x.name for x in tmp_path.iterdir()] == ["northern.pdf"]


def test_fewer_cards_than_usual_are_told(run: Run, tmp_path: Path) -> None:
    done = run("print", "--deck", "flares", "--bleed", "3", "--duplex", "--out", tmp_path / "x.pdf")
    assert "only 8 cards of 63 x 88 mm with 3 mm bleed fit on A4, lying across; without bleed 9 would" in done.out
    assert "turned over the long edge" in done.out
    assert len(read((tmp_path / "x.pdf").read_bytes())) == 4


def test_own_decks(run: Run, moor: Path, tmp_path: Path) -> None:
    out = tmp_path / "moor.pdf"
    text = (moor / "deck.toml").read_text()
    (moor / "deck.toml").write_text(text.replace("[playable.moor]", "[copies]\ntoad = 3\n\n[playable.moor]"))
    done = run("print", moor, "--out", out)
    assert done.out.startswith("4 cards on 1 sheet of A4")
    (page,) = read(out.read_bytes())
    assert page.text.count("moor/toad") == 3
    assert page.text.count("The Moor") == 4
    assert run("print", moor, "--deck", "moor", "--deck", "flares", "--out", out).out.startswith("16 cards")
    assert run("print", moor, "--card", "toad", "--out", out).out.startswith("3 cards")


def test_posters_and_pictures(run: Run, tmp_path: Path) -> None:
    assert (
        "36 cards in 2 pages"
        in run("print", "--deck", "tasks", "--deck", "flares", "--poster", "--out", tmp_path / "p.pdf").out
    )
    assert "1 card in 1 svg file" in run("print", "--card", "knight", "--out", tmp_path / "knight.svg").out
    done = run("print", "--deck", "flares", "--format", "png", "--out", tmp_path / "flares")
    assert "12 cards in 12 png files" in done.out
    assert sorted(x.name for x in (tmp_path / "flares").iterdir())[0] == "flares-flare-01.png"


DECK = ["--deck", "flares", "--out", "x.pdf"]
REFUSED = [
    (["--out", "x.pdf"], "say what to print: --deck NAME, --all, --card NAME, or folders"),
    (["--deck", "norhtern", "--out", "x.pdf"], "there is no deck 'norhtern'; did you mean 'northern'?"),
    (["--card", "Knigt", "--out", "x.pdf"], "there is no card 'Knigt'; did you mean 'Knight'?"),
    ([*DECK, "--all"], "--deck chooses decks, --all takes every one: leave one of them out"),
    ([*DECK, "--lang", "xx"], "there is no language 'xx'; there are "),
    ([*DECK, "--size", "0x88"], "'0x88' is no size: width and height from 20 to 500 mm, as 63x88"),
    ([*DECK, "--size", "-63x88"], "'-63x88' is no size"),
    ([*DECK, "--size", "63"], "'63' is no size"),
    ([*DECK, "--size", "nanxinf"], "'nanxinf' is no size"),
    ([*DECK, "--size", "300x400"], "no card of 300 x 400 mm fits on A4 (210 x 297 mm) with a margin of 4 mm"),
    ([*DECK, "--bleed", "-1"], "'-1' is no length from 0 to 20 mm, such as 3 or 2.5"),
    ([*DECK, "--bleed", "1000"], "'1000' is no length from 0 to 20 mm"),
    ([*DECK, "--bleed", "20", "--size", "200x200"], "no card of 200 x 200 mm with 20 mm bleed fits on A4"),
    ([*DECK, "--margin", "wide"], "'wide' is no length from 0 to 50 mm"),
    ([*DECK, "--offset", "3"], "'3' is no offset: two lengths of at most 20 mm, as 0.5,-1"),
    ([*DECK, "--offset", "0,99", "--duplex"], "'0,99' is no offset"),
    ([*DECK, "--copies", "0"], "0 is not in the range 1<=x<=99"),
    (["--all", "--copies", "99", "--out", "x.pdf"], "cards are too many for one file; it takes 3,000"),
    ([*DECK, "--turn", "short-edge"], "--turn means nothing for a sheet without --duplex: leave it out"),
    ([*DECK, "--poster", "--bleed", "3"], "--bleed means nothing for a poster: leave it out"),
    ([*DECK, "--paper", "a5"], "'a5' is not one of"),
    (["--deck", "flares", "--out", "x.docx"], "'x.docx' ends with none of .pdf, .png and .svg"),
    (["--deck", "flares", "--out", "x.png"], "'x.png' is one file, and these are 12 cards"),
    (["--card", "knight", "--out", "x.png", "--crop-marks"], "--crop-marks means nothing for a picture (png)"),
    (["missing", "--out", "x.pdf"], "there is no folder 'missing'"),
    (["--deck", "flares", "--out", "missing/x.pdf"], "no such file or directory"),
    (["--deck", "flares"], "Missing option '--out'"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_what_cannot_be_meant(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("print", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert not [*tmp_path.iterdir()]


def test_a_folder_is_no_file(run: Run, tmp_path: Path) -> None:
    done = run("print", "--deck", "flares", "--out", tmp_path, "--format", "pdf")
    assert (done.status, done.err) == (2, f"kalarite: '{tmp_path}': is a directory\n")


def test_a_protected_file_stays(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.pdf"
    out.write_text("mine")
    out.chmod(0o444)
    assert run("print", "--deck", "flares", "--out", out).status == 2
    assert out.read_text() == "mine"


def test_mistakes_in_cards(run: Run, moor: Path, tmp_path: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("standard", "standart"))
    done = run("print", moor, "--out", tmp_path / "x.pdf")
    assert done.status == 1
    assert "standart" in done.err
    assert not (tmp_path / "x.pdf").exists()
    assert run("print", moor, "--deck", "flares", "--out", tmp_path / "x.pdf").status == 0  # another deck


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "being Toad",
            "being Toad 🐸",
            "card 'Toad 🐸' (moor/toad): no font has the character '🐸' (U+1F438) in its name",
        ),
        ("being Toad", f"being {'Great ' * 30}Toad", "(moor/toad): its name is too long for 63 x 88 mm"),
    ],
)
def test_what_cannot_be_printed(run: Run, moor: Path, tmp_path: Path, old: str, new: str, message: str) -> None:
    text = TOAD[: TOAD.index("example")].replace(old, new)
    (moor / "toad.card").write_text(text, "utf-8")
    out = tmp_path / "x.pdf"
    out.write_text("mine")
    done = run("print", moor, "--out", out)
    assert done.status == 1
    assert message in done.err
    assert done.out == "1 problem; nothing was written\n"
    assert out.read_text() == "mine"


def test_without_typst_it_says_what_to_install(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "find_spec", lambda _: None)
    done = run("print", "--deck", "flares", "--out", tmp_path / "x.pdf")
    assert done.status == 2
    assert done.err == (f"kalarite: printing needs the package 'typst': {fonts.install('print')}\n")


def test_a_term_that_a_language_lacks(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(load_language("it").patterns, "kind.flare")
    done = run("print", "--deck", "flares", "--lang", "it", "--out", tmp_path / "x.pdf")
    assert done.status == 2
    assert "language 'it' has no pattern 'kind.flare'" in done.err
    monkeypatch.undo()
    assert run("print", "--deck", "flares", "--lang", "it", "--out", tmp_path / "x.pdf").status == 0
