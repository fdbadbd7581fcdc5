"""What stands on the built-in cards, and a short way to print."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from kalarite.compiler.build import sheets_of
from kalarite.compiler.compile import CompiledDeck, compile_all
from kalarite.compiler.language import languages
from kalarite.compiler.printing.faces import Face, face_of, printables
from kalarite.compiler.printing.fonts import missing_font


@pytest.fixture(scope="session")
def compiled() -> list[CompiledDeck]:
    decks, _, mistakes = compile_all()
    assert not mistakes
    return decks


def faces_of(decks: Sequence[CompiledDeck], language: str = "en") -> list[Face]:
    """The faces of all decks."""
    sheets = sheets_of(decks)
    there = printables([x.deck for x in decks])
    return [face_of(sheet, deck, language) for deck in there for sheet in sheets if sheet.deck == deck.deck]


@pytest.fixture(scope="session")
def faces(compiled: list[CompiledDeck]) -> list[Face]:
    return faces_of(compiled)


@pytest.fixture(params=languages())
def language(request: pytest.FixtureRequest) -> str:
    """Each language that can be printed here."""
    if missing_font(request.param):
        pytest.skip("its font is not installed")
    return request.param
