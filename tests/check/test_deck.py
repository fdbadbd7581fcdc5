"""A deck: no two cards of one name, no two beings of one pattern, however it is turned."""

from __future__ import annotations

import pytest
from kalarite.compiler.check import check_card, check_deck
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source
from kalarite.dsl.tree import Card
from shipped import CARDS


def card(name: str, rows: str, arrows: str = "") -> tuple[Card, Source]:
    drawn = "".join(f"  {x}\n" for x in rows.split())
    source = Source.of(
        f"heroic being {name}\n\npattern\n{drawn}" + (f"\narrows {arrows}\n" if arrows else ""), f"{name}.card"
    )
    tree, found = parse_card(source)
    assert tree is not None
    assert not found
    return tree, source


SAME = [
    ("@c. ..c", "@c. ..c"),
    ("@c. ..c", ".@c. ...c ...."),  # empty borders
    ("@c. ..c", ".c@ c.."),  # mirrored
    ("@c. ..c", "@. c. .c"),  # mirrored and turned
    ("@c. ..c", "c.. .c@"),  # upside down
    ("@*c", "c*@"),
]
DIFFERENT = [
    ("@c. ..c", "@c. ..h"),
    ("@c. ..c", "@c. .c."),
    ("@*c", "@.c"),
    ("@c", "Cc"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same_pattern(a: str, b: str) -> None:
    found = check_deck([card("A", a), card("B", b)])
    assert [(x.code, x.source.path, x.line) for x in found] == [("K070", "B.card", 4)]
    assert "'A'" in found[0].message


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different_patterns(a: str, b: str) -> None:
    assert check_deck([card("A", a), card("B", b)]) == []


def test_arrows_belong_to_the_pattern_and_turn_with_it() -> None:
    assert check_deck([card("A", "@c", "N"), card("B", "@c", "S")]) != []  # mirrored upside down
    assert check_deck([card("A", "@c", "N"), card("B", "c@", "N")]) != []
    assert check_deck([card("A", "@c", "E"), card("B", "c@", "W")]) != []
    assert check_deck([card("A", "@c", "E"), card("B", "@c", "W")]) == []
    assert check_deck([card("A", "@c", "E"), card("B", "@c")]) == []


def test_extra_parts_are_those_of_the_deck() -> None:
    source = Source.of("heroic being A\n\npattern\n  @c\n\nwarp\n  gain 1 action\n", "A.card")
    tree, _ = parse_card(source)
    assert tree is not None
    assert [(x.code, x.line) for x in check_deck([(tree, source)])] == [("K072", 6)]
    assert [x.code for x in check_deck([(tree, source)], ["frozen"])] == ["K072"]
    assert check_deck([(tree, source)], ["frozen", "warp"]) == []


def test_zones_and_names_are_those_of_the_deck() -> None:
    """A pending card, cards in play, and the cards that a pile may hold (K072, K073)."""
    lines = ("discard the pending card", "put 1 frozen card from your pile into play", "if your pile holds Toad")
    text = "heroic being A\n\npattern\n  @c\n\neffect\n" + "".join(f"  {x}\n" for x in lines) + "    gain 1 action\n"
    source = Source.of(text, "A.card")
    tree, _ = parse_card(source)
    assert tree is not None
    found = check_deck([(tree, source)])
    assert {(x.code, x.line) for x in found} == {("K072", 7), ("K072", 8), ("K073", 9)}
    assert [x.code for x in check_deck([(tree, source), card("Toad", "@h")], ["frozen", "warp"])] == []


@pytest.mark.parametrize("line", ["destroy 1 piece, out of the game", "each opponent loses 1 action"])
def test_what_only_a_module_keeps_needs_one(line: str) -> None:
    source = Source.of(f"heroic being A\n\npattern\n  @c\n\neffect\n  may {line}\n", "A.card")
    tree, _ = parse_card(source)
    assert tree is not None
    assert [(x.code, x.line) for x in check_deck([(tree, source)])] == [("K074", 7)]
    assert check_deck([(tree, source)], module="frozen") == []


def test_markers_are_those_of_the_deck() -> None:
    text = (
        "heroic being A\n\npattern\n  @c\n\neffect\n  make self the crown\n  if self is the crwn\n    gain 1 action\n"
    )
    source = Source.of(text, "A.card")
    tree, _ = parse_card(source)
    assert tree is not None
    assert [(x.code, x.line) for x in check_deck([(tree, source)])] == [("K075", 7), ("K075", 8)]
    (found,) = check_deck([(tree, source)], markers=["crown"])
    assert found.line == 8 and "'the crown'" in str(found.help)
    assert check_deck([(tree, source)], markers=["crown", "crwn"]) == []


def test_names_differ_in_more_than_capitals() -> None:
    found = check_deck([card("Toad", "@c"), card("toad", "@h")])
    assert [x.code for x in found] == ["K071"]


@pytest.mark.parametrize("deck", ["imperial", "legends", "flares"])
def test_the_shipped_decks(deck: str) -> None:
    cards: list[tuple[Card, Source]] = []
    for name, data in CARDS.items():
        if name.startswith(deck):
            source = Source.of(data, name)
            tree, _ = parse_card(source)
            assert tree is not None
            cards.append((tree, source))
    assert check_deck(cards) == []


@pytest.mark.parametrize("name", CARDS)
def test_the_shipped_cards_have_a_meaning(name: str) -> None:
    source = Source.of(CARDS[name])
    tree, _ = parse_card(source)
    assert tree is not None
    meaning, found = check_card(tree, source)
    assert found == []
    assert meaning is not None
    assert meaning.name == tree.name


def test_no_meaning_where_the_parser_found_a_mistake() -> None:
    source = Source.of("heroic being X\n\npattern\n  @c\n\neffect\n  foo bar\n")
    tree, found = parse_card(source)
    assert found
    assert tree is not None
    assert check_card(tree, source) == (None, [])
