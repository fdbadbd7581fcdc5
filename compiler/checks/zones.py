"""Checks what cards say of other cards of their deck: names, and zones that only some rules know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...dsl import tree as t
from ...dsl.diagnostic import Diagnostic
from ...dsl.source import Source
from ...dsl.suggest import suggest


def check_zones(card: t.Card, source: Source, names: Sequence[str], parts: Collection[str]) -> Iterator[Diagnostic]:
    """`names`: of all cards of the deck. `parts`: those beside `effect` that its rules know."""
    for node in t.walk(card.parts):
        if isinstance(node, t.ZoneHolds) and node.name not in names:
            near = suggest(node.name, names)
            help_ = f"did you mean '{near[0]}'?" if near else "your pile holds cards of the own deck only"
            yield Diagnostic("K073", node.span, f"no card of this deck is called '{node.name}'", source, help_)
        part, what = _needed(node)
        if part and part not in parts:
            help_ = f"write 'parts = [\"{part}\"]' in its deck.toml, or leave it out"
            yield Diagnostic("K072", node.span, f"the rules of this deck know no {what}", source, help_)


def _needed(node: object) -> tuple[str, str]:
    """The part without which nothing is there that a node speaks of; what that is."""
    match node:
        case t.Cards(which="pending"):
            return "warp", "pending card"
        case t.Cards(kind="frozen" | "warp" as kind):
            return kind, f"cards with a {kind} effect"
        case t.Copy() | t.Warped():
            return "warp", "warp effects"
        case t.Take() | t.With(kind="laid"):
            return "warp", "pieces on cards"
        case t.TellDestroyed():
            return "warp", "way to count destroyed pieces twice for a turn"
        case t.Put(target="play"):
            return "frozen", "cards in play"
        case _:
            return "", ""
