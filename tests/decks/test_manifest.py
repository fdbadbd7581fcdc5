"""Manifests of decks: what is loaded, and that each mistake is found at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.compiler.deck import CARDS, find_decks, load_deck, load_decks

GOOD = """\
name = "moor"
title = "Moor"
kind = "beings"
cards = ["toad", "heron"]

[copies]
toad = 2

[playable.fen]
title = "The Fen"
color = "#00aa11"
"""


def write(folder: Path, text: str, cards: tuple[str, ...] = ("heron", "toad")) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "deck.toml").write_text(text, "utf-8")
    for card in cards:
        (folder / f"{card}.card").write_text("")
    return folder


def test_built_in_decks() -> None:
    decks, mistakes = load_decks([CARDS])
    assert not mistakes
    assert {x.name: len(x.cards) for x in decks} == {"imperial": 18, "legends": 12, "flares": 12}
    assert [p.name for x in decks for p in x.playable] == ["northern", "southern"]
    assert all(x.name == x.folder.name for x in decks)


def test_a_deck_in_its_order(tmp_path: Path) -> None:
    deck, mistakes = load_deck(write(tmp_path / "moor", GOOD))
    assert not mistakes
    assert deck is not None
    assert (deck.name, deck.title, deck.kind, deck.folder) == ("moor", "Moor", "beings", tmp_path / "moor")
    assert [(x.path.name, x.copies) for x in deck.cards] == [("toad.card", 2), ("heron.card", 1)]
    assert [(x.name, x.title, x.color) for x in deck.playable] == [("fen", "The Fen", "#00aa11")]


@pytest.mark.parametrize("text", [GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD], ids=["CRLF", "BOM"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path: Path, text: str) -> None:
    assert load_deck(write(tmp_path / "moor", text))[1] == []


def test_a_folder_of_decks_and_a_deck(tmp_path: Path) -> None:
    first, second = write(tmp_path / "b", GOOD), write(tmp_path / "a", GOOD)
    (tmp_path / "other").mkdir()
    assert find_decks(tmp_path) == [second, first]
    assert find_decks(first) == [first]


WRONG = [
    ("kind", "", "K092", 1, "the key 'kind' is missing"),
    ('title = "Moor"', 'tilte = "Moor"', "K091", 2, "unknown key 'tilte'"),
    ('title = "Moor"', "title = 3", "K093", 2, "'title' must be text"),
    ('title = "Moor"', 'title = ""', "K093", 2, "'title' is empty"),
    ('"moor"', '"The Moor"', "K093", 1, "small letters"),
    ('"beings"', '"being"', "K093", 3, "one of beings, legends, flares, tasks"),
    ('"beings"', '"legends"', "K093", 1, "only a deck of beings has [playable.NAME]"),
    ('"heron"]', '"heron", "toad"]', "K093", 4, "'cards' names 'toad' twice"),
    ('["toad", "heron"]', "[]", "K093", 4, "'cards' is empty"),
    ('"heron"]', '"herron"]', "K094", 4, "there is no file 'herron.card'"),
    ('"heron"]', '"../heron"]', "K093", 4, "a card file of this folder"),
    (', "heron"', "", "K095", 4, "'heron.card' lies in this folder"),
    ("toad = 2", "toads = 2", "K096", 7, "copies of 'toads'"),
    ("toad = 2", "toad = 0", "K093", 7, "the minimum is 1"),
    ("toad = 2", "toad = true", "K093", 7, "a whole number"),
    ("#00aa11", "green", "K093", 11, "a color is # and six of 0-9 a-f"),
    ("playable.fen", "playable.Fen", "K093", 9, "small letters"),
    ('title = "The Fen"', "", "K092", 9, "the key 'title' is missing in [playable.fen]"),
    ('title = "The Fen"', 'title = "The Fen"\nhue = 1', "K091", 11, "unknown key 'hue'"),
    ('title = "Moor"', "title = Moor", "K090", 2, "this is not TOML"),
    ('"#00aa11"', '"#00aa11', "K090", 11, "this is not TOML"),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "message"), WRONG, ids=[x[4] for x in WRONG])
def test_a_mistake_is_found_at_its_place(
    tmp_path: Path, old: str, new: str, code: str, line: int, message: str
) -> None:
    text = GOOD.replace('kind = "beings"\n', "") if old == "kind" else GOOD.replace(old, new)
    assert text != GOOD
    _, mistakes = load_deck(write(tmp_path / "moor", text))
    assert (code, line) in [(x.code, x.line) for x in mistakes], mistakes
    assert [x for x in mistakes if message in x.message]


def test_several_mistakes_come_together_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = GOOD.replace("title", "tilte").replace('"moor"', '"Moor"')
    deck, mistakes = load_deck(write(tmp_path / "moor", text))
    assert deck is None
    assert [x.line for x in mistakes] == sorted(x.line for x in mistakes)
    assert [x.help for x in mistakes if x.code == "K091"] == ["did you mean 'title'?"] * 2


def test_cut_anywhere_it_gives_diagnostics_or_a_deck(tmp_path: Path) -> None:
    for end in range(len(GOOD)):
        deck, mistakes = load_deck(write(tmp_path / "moor", GOOD[:end]))
        assert (deck is None) <= bool(mistakes), GOOD[:end]
        assert all(1 <= x.line <= GOOD.count("\n") for x in mistakes)
