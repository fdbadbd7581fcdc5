"""Emitted code and reference ask, do and tell the same: every built-in card, on positions made for it."""

from __future__ import annotations

from random import Random

import pytest
from kalarite.compiler.compile import compile_cards
from kalarite.compiler.reference import criteria
from kalarite.runtime import CardSet
from reference.agreement import Duel
from reference.planted import planted, scattered, world_of
from reference.stage import built_in

POSITIONS = 30  # a card; raise it for a long soak
BEINGS = sorted(name for name, card in built_in().items() if card.kind != "flare")
FLARES = sorted(name for name, card in built_in().items() if card.kind == "flare")


@pytest.fixture(scope="module")
def cards() -> CardSet:
    return compile_cards()


@pytest.mark.parametrize("name", BEINGS)
def test_a_being_plays_as_the_reference_says(name: str, cards: CardSet) -> None:
    random = Random(name)
    compared = 0
    for _ in range(POSITIONS):
        found = planted(built_in()[name], random, colors=2)
        if found:
            position, match, pick_up = found
            Duel(position, built_in()[name], cards).summon(match, pick_up, random)
            compared += 1
    assert compared > POSITIONS // 3


@pytest.mark.parametrize("name", FLARES)
def test_a_flare_plays_as_the_reference_says(name: str, cards: CardSet) -> None:
    random = Random(name)
    parts_seen: set[str] = set()
    for _ in range(POSITIONS):
        position = world_of(scattered(2, random, 34, own=0.25), 2, random)
        parts = criteria(position, built_in()[name], 1)
        if parts:
            Duel(position, built_in()[name], cards).flare(parts, random)
            parts_seen |= set(parts)
    assert parts_seen == {"upper", "lower"}
