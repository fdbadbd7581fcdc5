"""What stands on cards, and how decks are told apart."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from kalarite.compiler.compile import CompiledDeck
from kalarite.compiler.language import languages, load_language
from kalarite.compiler.printing.choose import NotFound, choose_cards, choose_decks
from kalarite.compiler.printing.faces import Face, mark_of, printables


def test_decks_are_told_apart_without_color(faces: list[Face]) -> None:
    marks = [mark_of(x) for x in dict.fromkeys(x.deck for x in faces)]
    assert len({x.letters for x in marks}) == len(marks)
    assert len({x.title for x in marks}) == len(marks)
    assert max(Counter(x.shape for x in marks).values()) <= 2
    for mark in marks:
        assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in mark.shape)


def test_a_mark_does_not_depend_on_other_decks(compiled: list[CompiledDeck]) -> None:
    there = printables([x.deck for x in compiled])
    alone = printables([compiled[0].deck])
    assert mark_of(alone[0]) == mark_of(there[0])


def test_pictures_need_no_page_around_them(faces: list[Face]) -> None:
    for face in faces:
        for svg in filter(None, (face.picture, face.icon)):
            ElementTree.fromstring(svg)
            assert "var(" not in svg
            assert "@media" not in svg
            used = set(" ".join(re.findall(r'class="([^"]*)"', svg)).split()) - {"k-pic"}
            assert used <= set(re.findall(r"\.([\w-]+) \{", svg))


def test_a_piece_is_dark_and_a_square_light(faces: list[Face]) -> None:
    style = next(x.picture for x in faces if x.picture)
    own, square = (re.search(rf"\.{x} {{ fill: #(\w\w)", style) for x in ("k-own", "k-square"))
    assert own
    assert square
    assert int(own[1], 16) < 0x40
    assert int(square[1], 16) > 0xE0


def test_decks_are_chosen_by_the_names_of_players_or_their_own(compiled: list[CompiledDeck]) -> None:
    decks = [x.deck for x in compiled]
    everything = choose_decks(decks, (), (), True)
    assert [x.name for x in everything] == [y.name for x in decks for y in (x.playable or (x,))]
    for deck in decks:
        assert choose_decks(decks, [deck.name], (), False) == [x for x in everything if x.deck == deck]
        for name in (x.name for x in deck.playable):
            assert [x.name for x in choose_decks(decks, [name, name], (), False) if x.name == name] == [name]
        assert choose_decks(decks, (), [deck.folder], False) == [x for x in everything if x.deck == deck]
    assert len(choose_decks(decks, (), (), False, single=True)) == len(decks)
    with pytest.raises(NotFound):
        choose_decks(decks, ["norhtern"], (), False)


def test_cards_are_chosen_by_name_or_file(faces: list[Face]) -> None:
    face = faces[0]
    slug = face.id.partition("/")[2]
    for word in (face.name, face.name.upper(), slug, face.id, f"{face.deck.name}/{face.name}"):
        assert face in choose_cards(faces, [word])
    assert choose_cards(faces, ()) == faces
    with pytest.raises(NotFound):
        choose_cards(faces, ["No Such Card"])


def test_every_language_has_the_words_of_paper() -> None:
    for language in languages():
        assert not [x for x in load_language(language).missing(load_language()) if x.startswith("print.")], language
