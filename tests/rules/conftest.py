"""Four playable decks."""

from __future__ import annotations

import pytest
from kalarite.runtime import CardSet
from rules.tables import four_decks


@pytest.fixture(scope="session")
def four() -> CardSet:
    """The built-in cards, and `eastern` and `western` with the Imperial beings."""
    return four_decks()
