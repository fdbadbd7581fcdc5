"""Takes the pattern of a card, gives its match function as Python (R5.3 to R5.7): lanes in, squares found in lanes out.

A board in lanes is one long int, and every shift or `&` of it costs by its length. So a
symmetric pattern looks at the lanes of its distinct orientations alone, and where pairs
of pieces stand at the same distance the pair is found once and shifted as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl import tree as t
from . import patterns

_RANKS = "chl"  # the boards handed in: own pieces, own heroic or more, own legendary


def emit_match(card: t.Card, name: str) -> list[str]:
    """The lines of the function `name` for a card with a pattern."""
    drawn = patterns.drawn(card)
    shifts: dict[str, list[int]] = {rank: [] for rank in _RANKS}
    for dx, dy, rank in drawn.cells:
        shifts[_RANKS[rank]].append(-16 * dy - dx)
    if drawn.base is not None:
        shifts[_RANKS[drawn.base]].append(0)
    lines: list[str] = []
    factors = ["free"]
    for board in (x for x in _RANKS if shifts[x]):
        if drawn.lanes != 255:  # only orientations that differ
            lines.append(f"{board} &= lanes_{drawn.lanes}")
        rest = shifts[board]
        for number, (distance, starts) in enumerate(_repeated(rest)):
            pair = f"{board}{number or ''}_pair"
            lines.append(f"{pair} = {board} & {_shifted(board, distance)}")
            factors += [_shifted(pair, start) for start in starts]
            rest = [x for x in rest if x not in starts and x - distance not in starts]
        factors += [_shifted(board, shift) for shift in rest]
    rows = " / ".join(card.pattern.rows if card.pattern else ())
    body = [*lines, f"return {' & '.join(factors)}"]
    return [f"    def {name}(c, h, l, free):  # {rows}", *(f"        {line}" for line in body)]


def _shifted(board: str, shift: int) -> str:
    return f"{board} {'<<' if shift > 0 else '>>'} {abs(shift)}" if shift else board


def _repeated(shifts: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Distances at which two or more pairs stand, with the lower shift of each pair; no shift is in two pairs."""
    rest = sorted(shifts)
    while True:
        found = {d: _pairs(rest, d) for d in sorted({b - a for a in rest for b in rest if b > a})}
        distance = max(found, key=lambda d: len(found[d]), default=0)
        if not distance or len(found[distance]) < 2:
            return
        yield distance, found[distance]
        rest = [x for x in rest if x not in found[distance] and x - distance not in found[distance]]


def _pairs(shifts: list[int], distance: int) -> list[int]:
    """The lower shifts of disjoint pairs at a distance; `shifts` rise."""
    starts: list[int] = []
    taken: set[int] = set()
    for shift in shifts:
        if shift not in taken and shift + distance in shifts:
            starts.append(shift)
            taken |= {shift, shift + distance}
    return starts
