"""Checks what a card says of markers: the rules of its deck must know them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...dsl import tree as t
from ...dsl.diagnostic import Diagnostic
from ...dsl.source import Source
from ...dsl.suggest import suggest


def check_markers(card: t.Card, source: Source, markers: Collection[str]) -> Iterator[Diagnostic]:
    """Every word of a marker that the manifest of the deck does not list."""
    for node in t.walk(card.parts):
        word = node.marker if isinstance(node, t.Ref | t.Mark) else ""
        if word and word not in markers:
            close = suggest(word, markers)
            help_ = "list it in deck.toml, where the deck names its module: markers = ['...']"
            help_ = f"did you mean 'the {close[0]}'?" if close else help_
            yield Diagnostic("K075", node.span, f"the rules of this deck know no marker '{word}'", source, help_)
