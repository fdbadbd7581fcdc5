"""The codes: each is given by its wrong example and not by its right one, and the page of errors is made of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kalarite.compiler.check import check_deck
from kalarite.compiler.deck import load_deck
from kalarite.compiler.scenario import Shelf
from kalarite.compiler.sources import gather
from kalarite.dsl.codes import BETWEEN, CODES, Code, errors_page, explain, whole
from kalarite.dsl.diagnostic import Diagnostic
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source
from shipped import mistakes_of

ROOT = Path(__file__).resolve().parents[2]
TOAD = "common being Toad\n\npattern\n  @c\n"


def found(code: Code, text: str, folder: Path) -> list[Diagnostic]:
    """What is reported about an example of some kind."""
    match code.kind:
        case "deck":
            cards = [(parse_card(source)[0], source) for source in map(Source.of, text.split(BETWEEN))]
            return check_deck([(card, source) for card, source in cards if card is not None])
        case "manifest":
            (folder / "deck.toml").write_text(text, "utf-8")
            (folder / "toad.card").write_text(TOAD, "utf-8")
            return load_deck(folder)[1]
        case "arena" | "form":
            (folder / f"{code.kind}s").mkdir(exist_ok=True)
            (folder / f"{code.kind}s" / "own.toml").write_text(text, "utf-8")
            return gather([folder])[1]
        case "files":
            return [x for path in files_of(text, folder) for x in Shelf().suite(path)[1]]
        case _:
            return mistakes_of(whole(text, code.kind))


def files_of(text: str, folder: Path) -> list[Path]:
    """Make the files that an example names, in a folder of their own."""
    paths = [folder / str(len(text)) / x for x in text.split()]
    for name, path in zip(text.split(), paths, strict=True):
        path.parent.mkdir(exist_ok=True)
        if name.endswith("/"):
            path.mkdir()
        else:
            path.write_text(TOAD if path.suffix == ".card" else "", "utf-8")
    return paths


@pytest.mark.parametrize("code", CODES.values(), ids=CODES.keys())
def test_the_wrong_example_gives_the_code_and_the_right_one_nothing(code: Code, tmp_path: Path) -> None:
    wrong = {x.code for x in found(code, code.wrong, tmp_path)}
    others = {"K010", "K011"} if code.code == "K006" else {"K095"} if code.code in ("K094", "K095") else set()
    assert code.code in wrong
    assert wrong - others - {code.code} <= ({"K094"} if code.code == "K095" else set())
    assert found(code, code.right, tmp_path) == []


def test_no_code_is_used_that_is_not_listed() -> None:
    files = [*ROOT.glob("dsl/*.py"), *ROOT.glob("compiler/**/*.py")]
    used = {
        x for file in files if file.name != "codes.py" for x in re.findall(r"\"(K\d{3})\"", file.read_text("utf-8"))
    }
    assert used == set(CODES)


def test_codes_are_in_order_and_their_names_differ() -> None:
    assert list(CODES) == sorted(CODES)
    assert len({x.name for x in CODES.values()}) == len(CODES)
    for code in CODES.values():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
        assert code.sentence.endswith(".")
        assert code.why.endswith((".", ")"))


def test_the_page_of_errors_is_made_of_the_codes() -> None:
    page = (ROOT / "docs" / "errors.md").read_text("utf-8")
    assert page == errors_page(), "python -m kalarite.dsl.codes > docs/errors.md"


def test_a_code_is_explained_as_plain_text() -> None:
    assert explain("K042") == (
        "K042 does-nothing\n\n"
        "A line can never do anything because of an earlier one.\n\n"
        "A piece that was destroyed cannot move, what is chosen must be used.\n\n"
        "Wrong:\n\n  destroy self\n  combat move\n\n"
        "Right:\n\n  combat move\n  destroy self\n"
    )
    assert explain("k042") == explain("K042")
    with pytest.raises(KeyError):
        explain("K999")


@pytest.mark.parametrize("code", CODES)
def test_every_explanation_can_be_read_in_a_terminal(code: str) -> None:
    text = explain(code)
    assert all(x.isprintable() and len(x) <= 120 and x == x.rstrip() for x in text.split("\n")), text
    assert "`" not in text
    assert text.count("\nWrong:\n") == text.count("\nRight:\n") == 1
