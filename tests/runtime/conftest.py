"""Card sets of the tests' own: made once a session."""

from __future__ import annotations

from pathlib import Path

import pytest
from allforms import four_decks
from kalarite.compiler.compile import compile_all, compile_cards, write_compiled
from kalarite.compiler.deck import CARDS
from kalarite.runtime import CardSet, load_cards

OWN = Path(__file__).parent / "decks"


@pytest.fixture(scope="session")
def own() -> CardSet:
    """The built-in cards and those of `decks/`: a deck with equal cards, two arenas, a short form."""
    return compile_cards(OWN)


@pytest.fixture(scope="session")
def four(tmp_path_factory: pytest.TempPathFactory) -> CardSet:
    """Cards for four players, and the form `crowd`."""
    return four_decks(tmp_path_factory.mktemp("four"))


@pytest.fixture(scope="session")
def changed(tmp_path_factory: pytest.TempPathFactory) -> CardSet:
    """The built-in cards as they are after somebody changed what the Knight does; loaded from a folder."""
    folder = tmp_path_factory.mktemp("changed")
    for file in CARDS.rglob("*"):
        if file.suffix in (".card", ".toml"):
            to = folder / "cards" / file.relative_to(CARDS)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(file.read_bytes())
    knight = folder / "cards" / "imperial" / "knight.card"
    head = knight.read_text("utf-8").partition("effect")[0]
    knight.write_text(head + "effect\n  combat move up to 2, never onto common pieces\n", "utf-8")
    decks, sources, mistakes = compile_all([folder / "cards"], built_in=False)
    assert not mistakes, [x.message for x in mistakes]
    write_compiled(folder / "compiled", decks, sources)
    return load_cards(folder / "compiled")
