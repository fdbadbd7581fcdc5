"""Takes a card and an arena, gives how often its pattern fits there at most, and a picture of it.

A placement is a square of summoning with an orientation in which every piece of the pattern
lies on the arena; orientations that look the same count once, marks and arrows looked at, too.
Of a pattern without a square of summoning it is a set of squares on which its pieces lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..dsl import tree as t
from ..runtime.arena import turned
from ..runtime.move import square_name
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
    there = _squares(rows)
    shape = drawn(card)
    turns = [[turned(k, x, y) for x, y, _ in shape.cells] for k in range(8) if shape.lanes >> k & 1]
    return {
        square_name(y << 4 | x): sum(all((x + dx, y + dy) in there for dx, dy in cells) for cells in turns)
        for x, y in sorted(there)
    }


def free_placements(card: t.Card, rows: Sequence[str]) -> tuple[int, dict[str, int]]:
    """Of a pattern without a square of summoning: its placements, and of each square in how many a piece lies there.

    `rows`: those of the arena, as in `placements`.
    """
    there, shape, found = _squares(rows), drawn(card), set[frozenset[tuple[int, int, int]]]()
    for k in range(8):
        cells = [(*turned(k, x, y), rank) for x, y, rank in shape.cells]
        for x, y in there:
            pieces = frozenset((x + dx, y + dy, rank) for dx, dy, rank in cells)
            if all(piece[:2] in there for piece in pieces):
                found.add(pieces)
    counts = Counter(piece[:2] for pieces in found for piece in pieces)
    return len(found), {square_name(y << 4 | x): counts[x, y] for x, y in sorted(there)}


def _squares(rows: Sequence[str]) -> set[tuple[int, int]]:
    """Column and row of each square, from the lower left."""
    return {(x, len(rows) - 1 - i) for i, row in enumerate(rows) for x, char in enumerate(row) if char != " "}


def heat_svg(name: str, counts: Mapping[str, int], language: str = "en") -> str:
    """The arena with the number of placements on each square, the darker the more; empty without `counts`."""
    if not counts:
        return ""
    return numbers_svg(counts, load_language(language).say("site.heat_title", name=name), language)
