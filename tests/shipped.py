"""The shipped cards as texts, for tests that take every one of them."""

from __future__ import annotations

from pathlib import Path

from kalarite.compiler.check import check_card
from kalarite.dsl.diagnostic import Diagnostic
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source
from kalarite.dsl.tree import Card

FOLDER = Path(__file__).resolve().parents[1] / "cards"
CARDS: dict[str, bytes] = {f"{x.parent.name}/{x.stem}": x.read_bytes() for x in sorted(FOLDER.glob("*/*.card"))}


def parsed(text: str | bytes) -> Card:
    """The tree of a text that must have no mistakes."""
    card, mistakes = parse_card(Source.of(text))
    assert card is not None
    assert not mistakes, mistakes
    return card


def mistakes_of(text: str | bytes) -> list[Diagnostic]:
    """All mistakes of a text, as `kalarite check` finds them."""
    source = Source.of(text)
    card, found = parse_card(source)
    return found if card is None else [*found, *check_card(card, source)[1]]
