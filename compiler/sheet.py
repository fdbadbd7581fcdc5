"""What the pages of a card are made from."""

from __future__ import annotations

from dataclasses import dataclass

from ..dsl import tree as t
from .deck import CardFile, Deck


@dataclass(frozen=True)
class Sheet:
    """What a page is made from: a card's deck and file, its meaning, and the text of the file."""

    deck: Deck
    file: CardFile
    card: t.Card
    source: str

    @property
    def slug(self) -> str:
        """The name of the page's file, without ending."""
        return self.file.path.stem
