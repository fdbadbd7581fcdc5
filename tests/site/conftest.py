"""The built-in cards as sheets, and the site of them, built once."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.compiler.deck import CARDS, load_decks
from kalarite.compiler.resolve import resolve
from kalarite.compiler.sheet import Sheet
from kalarite.compiler.site import build_site, site_languages
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source


@pytest.fixture(scope="session")
def sheets() -> list[Sheet]:
    out: list[Sheet] = []
    decks, mistakes = load_decks([CARDS])
    assert not mistakes
    for deck in decks:
        for file in deck.cards:
            source = Source.of(file.path.read_bytes(), file.path.name)
            card, found = parse_card(source)
            assert card is not None
            assert not found
            out.append(Sheet(deck, file, resolve(card, lambda *x: pytest.fail(str(x))), source.text))
    return out


@pytest.fixture(scope="session")
def site(sheets: list[Sheet], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built") / "site"
    build_site(sheets, out, languages=site_languages(sheets)[0])
    return out
