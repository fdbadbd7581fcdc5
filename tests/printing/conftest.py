"""What stands on the built-in cards, and a short way to print."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest
from kalarite.compiler.build import sheets_of
from kalarite.compiler.compile import CompiledDeck, compile_all
from kalarite.compiler.language import LanguageError, languages
from kalarite.compiler.printing.faces import Face, face_of, printables
from kalarite.compiler.printing.fonts import missing_font


@pytest.fixture(scope="session")
def compiled() -> list[CompiledDeck]:
    decks, _, mistakes = compile_all()
    assert not mistakes
    return decks


def faces_of(decks: Sequence[CompiledDeck], language: str = "en") -> list[Face]:
    """The faces of all decks: of all cards for which the language has every term."""
    found: list[Face] = []
    sheets = sheets_of(decks)
    for deck in printables([x.deck for x in decks]):
        for sheet in (x for x in sheets if x.deck == deck.deck):
            with suppress(LanguageError):
                found.append(face_of(sheet, deck, language))
    return found


@pytest.fixture(scope="session")
def faces(compiled: list[CompiledDeck]) -> list[Face]:
    return faces_of(compiled)


@pytest.fixture(params=languages())
def language(request: pytest.FixtureRequest) -> str:
    """Each language that can be printed here."""
    if missing_font(request.param):
        pytest.skip("its font is not installed")
    return request.param
