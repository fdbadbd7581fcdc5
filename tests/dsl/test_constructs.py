"""Constructs come from the grammar: each has words, is found where a card uses it, and has a name for its page."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.dsl.constructs import Construct, constructs, openers, used
from kalarite.dsl.source import Source

CARDS = Path(__file__).resolve().parents[2] / "cards"


def of(name: str) -> dict[str, list[str]]:
    """What a card uses: phrase to the stretches of its text."""
    source = Source.of((CARDS / f"{name}.card").read_bytes())
    return {x.phrase: [source.text[y.start : y.end].strip() for y in spans] for x, spans in used(source).items()}


def test_each_has_words_a_name_and_a_rule() -> None:
    slugs = [x.slug for x in constructs()]
    assert len(slugs) == len(set(slugs)) > 60
    assert all(x.phrase and x.slug.replace("-", "").isalnum() and x.rules for x in constructs())


def test_what_is_done_is_what_the_rule_of_actions_lists() -> None:
    doing = {x.phrase for x in constructs() if x.is_action}
    assert doing >= {"destroy", "place", "upgrade", "convert", "gain … actions", "choose", "move", "leap"}
    assert doing.isdisjoint({"may", "if", "combat", "up to", "adjacent"})


def test_several_rules_with_the_same_words_are_one() -> None:
    assert next(x for x in constructs() if x.phrase == "may").rules == ("may", "may_block")
    assert next(x for x in constructs() if x.phrase == "leap").rules == ("move",)


@pytest.mark.parametrize(
    ("card", "phrase", "places"),
    [
        ("imperial/swordmaster", "destroy", ["destroy 1 enemy common piece diagonally adjacent"]),
        ("imperial/swordmaster", "diagonally adjacent", ["diagonally adjacent"]),
        ("imperial/swordmaster", "common", ["common"]),
        ("imperial/swordmaster", "self", ["self"]),
        ("imperial/knight", "never onto", ["never onto common pieces"]),
        ("imperial/knight", "move", ["move"]),
        (
            "flares/flare-11",
            "either",
            ["either\n      combat move with own non-legendary pieces\n    or\n"],
        ),
    ],
)
def test_it_is_found_where_it_stands(card: str, phrase: str, places: list[str]) -> None:
    found = of(card)[phrase]
    assert len(found) == len(places)
    assert all(x.startswith(y) for x, y in zip(found, places, strict=True))


def test_what_stands_outside_of_the_body_does_not_count() -> None:
    assert "heroic" not in of("imperial/knight")  # its head line has it
    assert "at" not in of("imperial/knight")  # its example does


def test_a_part_beyond_the_first_is_one() -> None:
    source = Source.of("common being X\n\npattern\n  c@\n\neffect\n  gain 1 action\n\nfrozen\n  gain 1 action\n")
    found = [x.phrase for x in used(source)]
    assert "frozen" in found
    assert "effect" not in found
    assert "when opponent has … more pieces" not in of("flares/flare-11")
    assert "frozen" in of("everfrost/winter-whisperer")  # also where it is the only one
    assert "warp" in of("etherweave/antimatter-spirit")


def test_every_card_uses_only_what_there_is() -> None:
    known = set(constructs())
    for path in CARDS.glob("*/*.card"):
        found = used(Source.of(path.read_bytes()))
        assert set(found) <= known
        assert all(found.values())


def test_words_that_begin_a_line() -> None:
    assert {x: openers()[x] for x in ("may", "if", "or", "otherwise")} == dict.fromkeys(
        ("may", "if", "or", "otherwise"), True
    )
    assert {openers()[x] for x in ("pattern", "effect", "ruling", "example")} == {False}
    assert "destroy" not in openers()


def test_a_name_for_a_file() -> None:
    assert Construct("within … degrees of", ()).slug == "within-degrees-of"
