"""Every form with its players, the cards for four of them, and a form that fills its arena."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import kalarite.cards
import pytest
from kalarite.compiler import compile_cards
from kalarite.runtime import CardSet, Game
from kalarite.runtime.playout import Dice, summons_first

FOUR = ("northern", "southern", "eastern", "western")
PLAYERS = (("first", 2), ("high", 2), ("duel", 2), ("high-team", 4), ("duel-team", 4), ("melee", 3), ("melee", 4))


def seated(decks: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Every form and number of players, with the first of some decks."""
    return [(form, decks[:players]) for form, players in PLAYERS]


FORMS = seated(FOUR)
CROWD = ("crowd", FOUR[:2])
every_form = pytest.mark.parametrize(("form", "decks"), FORMS, ids=[f"{form}-{len(decks)}" for form, decks in FORMS])
TINY = 'name = "tiny"\nrows = ["..r.", "....", "g...", "...."]\ncentral = ["b2", "c2", "b3", "c3"]\n'


def four_decks(folder: Path) -> CardSet:
    """The built-in cards, two more decks of the Imperial beings, and `crowd`: the High Form on 16 squares."""
    cards = Path(kalarite.cards.__file__).parent
    shutil.copytree(cards / "imperial", folder / "two")
    manifest = (folder / "two" / "deck.toml").read_text("utf-8").replace('name = "imperial"', 'name = "two"')
    manifest = manifest.replace("northern", "eastern").replace("southern", "western")
    (folder / "two" / "deck.toml").write_text(manifest, "utf-8")
    form = (cards / "forms" / "high.toml").read_text("utf-8")
    form = (
        form.replace('"high"', '"crowd"').replace('"standard"', '"tiny"').replace("discard = true", "discard = false")
    )
    for name, text in (("forms/crowd.toml", form), ("arenas/tiny.toml", TINY)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, "utf-8")
    return compile_cards(folder)


def walked(form: str, decks: tuple[str, ...], seed: int, cards: CardSet, most: int = 1000) -> Iterator[Game]:
    """Play a game, summonings first, the first player by the seed; yields it at every decision."""
    game, dice = Game.new(form, decks, seed, first=seed % len(decks), cards=cards), Dice(seed)
    for _ in range(most):
        if game.is_over:
            return
        yield game
        game.play(summons_first(dice, game.legal_moves()))
