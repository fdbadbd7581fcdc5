"""What the command line does with a deck whose module of rules is its own: it compiles, and never runs foreign code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kalarite.compiler.cli import main
from kalarite.compiler.compile import compile_all, write_compiled
from kalarite.compiler.deck import load_deck
from kalarite.compiler.scenario import suites_of
from kalarite.runtime import CardError, Game, load_cards

from .toy import MODULES

DECKS = Path(__file__).with_name("decks")


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return int(end.value.code or 0)


def test_check_needs_the_manifest_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", str(DECKS / "toys")) == 0
    assert "no mistakes" in capsys.readouterr().out


def test_playout_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("playout", "--decks", f"{DECKS / 'toys'},northern", "--games", "1") == 2
    assert re.search(r"module of rules 'toy' is not there: .*modules=", capsys.readouterr().err)


def test_a_build_leaves_the_examples_of_such_a_deck_out() -> None:
    decks, sources, mistakes = compile_all([DECKS])
    assert not mistakes
    played = {suite.card for suite in suites_of(decks, sources)}
    assert "Knight" in played and not played & {"Sapper", "Ram"}


def test_compiled_cards_are_loaded_with_their_modules(tmp_path: Path) -> None:
    decks, sources, _ = compile_all([DECKS])
    write_compiled(tmp_path, decks, sources)
    with pytest.raises(CardError, match="is not there"):
        load_cards(tmp_path)
    game = Game.new(decks=["toys", "others"], cards=load_cards(tmp_path, MODULES))
    assert game.kept["toy.kept"] == [None, None]


def test_markers_without_a_module_are_a_mistake(tmp_path: Path) -> None:
    manifest = (DECKS / "toys" / "deck.toml").read_text("utf-8").replace('module = "toy"\n', "")
    for file in (DECKS / "toys").glob("*.card"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "deck.toml").write_text(manifest, "utf-8")
    assert [x.code for x in load_deck(tmp_path)[1]] == ["K092"]
