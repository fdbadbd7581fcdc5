"""Takes a card and an arena, gives how often its pattern fits there at most, and a picture of it.

A placement is a square of summoning with an orientation in which every piece of the pattern
lies on the arena; orientations that look the same count once, marks and arrows looked at, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..dsl import tree as t
from ..runtime.arena import turned
from .language import load_language
from .patterns import drawn
from .picture import numbers_svg


def placements(card: t.Card, rows: Sequence[str]) -> dict[str, int]:
    """Of each square of an arena: in how many orientations the card's pattern fits around it.

    Nothing for a card without a pattern, or whose pattern shows no square of summoning.

    `rows`: those of the arena, top row first, a blank where there is no square.
    """
    if card.pattern is None or not set("@CHL") & set("".join(card.pattern.rows)):
        return {}
    there = {(x, len(rows) - 1 - i) for i, row in enumerate(rows) for x, char in enumerate(row) if char != " "}
    shape = drawn(card)
    turns = [[turned(k, x, y) for x, y, _ in shape.cells] for k in range(8) if shape.lanes >> k & 1]
    return {
        f"{chr(ord('a') + x)}{y + 1}": sum(all((x + dx, y + dy) in there for dx, dy in cells) for cells in turns)
        for x, y in sorted(there)
    }


def heat_svg(name: str, counts: Mapping[str, int], language: str = "en") -> str:
    """The arena with the number of placements on each square, the darker the more; empty without `counts`."""
    if not counts:
        return ""
    return numbers_svg(counts, load_language(language).say("site.heat_title", name=name), language)
