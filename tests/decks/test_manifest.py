"""Manifests of decks: what is loaded, and that each mistake is found at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.compiler.compile import compile_card, deck_digest
from kalarite.compiler.deck import CARDS, find_decks, load_deck, load_decks
from kalarite.dsl.source import Source

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
    assert {x.name: len(x.cards) for x in decks} == {
        "etherweave": 18,
        "highland": 18,
        "imperial": 18,
        "nethervoid": 18,
        "sylvan": 18,
        "everfrost": 18,
        "legends": 12,
        "flares": 12,
        "tasks": 24,
    }
    playable = ["highland", "northern", "southern", "sylvan", "etherweave", "everfrost", "nethervoid"]
    assert [p.name for x in decks for p in x.playable] == playable
    assert all(x.name == x.folder.name for x in decks)


def test_schools_of_the_base_game_and_of_the_expansions_have_18_beings() -> None:
    """R1.16, R1.17."""
    decks, _ = load_decks([CARDS])
    assert {len(x.cards) for x in decks if x.kind == "beings"} == {18}
    assert {"everfrost", "nethervoid", "etherweave"} <= {x.name for x in decks}


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
    ("toad = 2", '"to.ad" = 2', "K096", 7, "copies of 'to.ad'"),
    ('"#00aa11"', '"#00aa11', "K090", 11, "this is not TOML"),
    ("toad = 2", "toad = 2.0", "K093", 7, "'toad' must be a whole number"),
    ("toad = 2", "toad = 1" + "0" * 5000, "K093", 7, "this number is too large"),
    ("toad = 2", "toad = 0x" + "f" * 5000, "K093", 7, "this number is too large"),
    ("toad = 2", "toad = -9223372036854775809", "K093", 7, "this number is too large"),
    ("toad = 2", "toad = " + "[" * 2000 + "]" * 2000, "K090", 7, "this is nested too deeply"),
    ("toad = 2", "toad = " + "{a = " * 2000 + "1" + "}" * 2000, "K090", 7, "this is nested too deeply"),
    ("toad = 2", "toad" + ".a" * 2000 + " = 1", "K093", 7, "this is nested too deeply"),
    ("toad = 2", "toad" + ".a" * 5 + " = 1", "K093", 7, "must be a whole number"),
    ('"moor"', '"moor\\n"', "K093", 1, "'moor\\n' will not do here: a name is small letters"),
    ("#00aa11", "#00aa11\\n", "K093", 11, "a color is # and six of 0-9 a-f"),
    ("playable.fen", 'playable."fen\\n"', "K093", 9, "a name is small letters"),
    ('"heron"]', '"heron\\n"]', "K093", 4, "a card file of this folder"),
    *(
        ('title = "Moor"', f'title = "{title}"', "K093", 2, "a title is one line of text")
        for title in (r"Mo\u001b[31mor", r"Mo\nor", r"Moor\n", r"\tMoor", "  ", " Moor", r"Mo\u2028or", r"Mo\u202eor")
    ),
    ('"The Fen"', r'"The\u0007 Fen"', "K093", 10, "a title is one line of text"),
    ('title = "Moor"', f'title = "{"M" * 81}"', "K093", 2, "the maxLength is 80"),
    ('"heron"]', '".heron"]', "K093", 4, "not hidden, and not called index or readme"),
    ('"heron"]', '"index"]', "K093", 4, "not hidden, and not called index or readme"),
    ('"heron"]', '"Index"]', "K093", 4, "not hidden, and not called index or readme"),
    ("[copies]", 'parts = ["warp"]\n[copies]', "K092", 6, "'parts' needs the key 'module', which is missing"),
    ("[copies]", 'markers = ["flag"]\n[copies]', "K092", 6, "'markers' needs the key 'module', which is missing"),
    ('"heron"]', '"README"]', "K093", 4, "not hidden, and not called index or readme"),
]


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "message"), WRONG, ids=[f"{i} {x[4]}" for i, x in enumerate(WRONG)]
)
def test_a_mistake_is_found_at_its_place(
    tmp_path: Path, old: str, new: str, code: str, line: int, message: str
) -> None:
    text = GOOD.replace('kind = "beings"\n', "") if old == "kind" else GOOD.replace(old, new)
    assert text != GOOD
    _, mistakes = load_deck(write(tmp_path / "moor", text))
    assert (code, line) in [(x.code, x.line) for x in mistakes], mistakes
    assert [x for x in mistakes if message in x.message], mistakes
    assert all(len(x.message) < 250 for x in mistakes)


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


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        (b'name = "moor"\r\n# caf\xe9\r\n', 2, 6),
        (b"\xff", 1, 1),
        (b"\xef\xbb\xbf\xe9", 1, 1),
        ("# \ufffd\n".encode() + b"\r\n\r\n  \x80", 4, 3),
        ('name = "moor"'.encode("utf-16"), 1, 1),
    ],
)
def test_what_is_not_utf_8_is_shown_where_it_stands(tmp_path: Path, content: bytes, line: int, column: int) -> None:
    (write(tmp_path / "moor", GOOD) / "deck.toml").write_bytes(content)
    deck, (mistake,) = load_deck(tmp_path / "moor")
    assert deck is None
    assert (mistake.code, mistake.line, mistake.column) == ("K090", line, column)
    assert "is no UTF-8" in mistake.message


def test_titles_of_many_letters(tmp_path: Path) -> None:
    for title in ("Fire & Ice <3", "蛙", "Élan d'été", "x", "A  B", "👩‍🚀"):
        deck, mistakes = load_deck(write(tmp_path / "moor", GOOD.replace('"Moor"', f'"{title}"')))
        assert not mistakes
        assert deck is not None
        assert deck.title == title


def test_copies_of_nothing_are_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    """In any process: sets of texts have another order in each."""
    names = [f"x{i}" for i in (5, 3, 9, 1, 7, 2)]
    text = GOOD.replace("toad = 2", "\n".join(f"{x} = 2" for x in names))
    _, mistakes = load_deck(write(tmp_path / "moor", text))
    assert [x.message for x in mistakes] == [f"copies of '{x}', which 'cards' does not name" for x in names]


def test_hidden_files_are_no_cards(tmp_path: Path) -> None:
    """Such as the ones that some systems put beside each file."""
    deck, mistakes = load_deck(write(tmp_path / "moor", GOOD, ("heron", "toad", "._toad", ".hidden")))
    assert not mistakes
    assert deck is not None
    assert [x.path.name for x in deck.cards] == ["toad.card", "heron.card"]


def test_the_digest_of_a_deck_changes_with_where_a_being_is_summoned() -> None:
    text = "common being Wanderer\n\npattern\n  cc\n\nsummoned on {} squares\n\neffect\n  gain 1 action\n"
    digests: set[str] = set()
    for field in ("empty", "red", "empty red"):
        card, mistakes = compile_card(Source.of(text.format(field)))
        assert card is not None, mistakes
        digests.add(deck_digest([card]))
    assert len(digests) == 3
