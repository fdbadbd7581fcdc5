"""Checks the pattern and the arrows of a card, and whether the effect speaks of what is drawn."""

from __future__ import annotations

from collections import Counter

from ...dsl import tree as t
from ...dsl.source import Span
from ..patterns import mirrored
from .phrases import check_field
from .reporter import Reporter

GREATEST = 8  # squares a pattern may measure in a direction

_SUMMONING = "@CHL"
_PIECES = "chl"


def check_drawing(card: t.Card, report: Reporter) -> None:
    """Everything about a pattern that can be seen on the drawing, and marks and arrows on both sides."""
    if card.rank == 2 and card.kind == "being":
        report("K052", card.span, f"'{card.name}' is a legendary being", f"write 'legend {card.name}'")
    if card.pattern is not None and all(report.knows(x) for x in card.pattern.row_spans):
        check_shape(card.pattern, report)
        _summoning_square(card, card.pattern, report)
        _marks(card, card.pattern, report)
        _used(card, card.pattern, report)
    if card.kind not in ("flare", "task"):
        _arrows(card, report)


def squares(pattern: t.Pattern, chars: str) -> list[Span]:
    """The places in the text of all squares of a pattern that show one of `chars`."""
    return [
        Span(span.start + n, span.start + n + 1)
        for row, span in zip(pattern.rows, pattern.row_spans, strict=True)
        for n, char in enumerate(row)
        if char in chars
    ]


def check_shape(pattern: t.Pattern, report: Reporter) -> None:
    """Rows of one width, not too large, with a piece among them."""
    width = Counter(len(x) for x in pattern.rows).most_common(1)[0][0]
    for row, span in zip(pattern.rows, pattern.row_spans, strict=True):
        if len(row) != width:
            message = f"this row is {len(row)} squares wide, the others are {width}"
            report("K021", span, message, "write '.' for a square that does not matter")
    rows = [n for n, row in enumerate(pattern.rows) if row.strip(".")]
    columns = [n for row in pattern.rows for n, char in enumerate(row) if char != "."]
    for what, places in (("high", rows), ("wide", columns)):
        size = max(places, default=0) - min(places, default=0) + 1
        if size > GREATEST:
            report("K024", pattern.row_spans[0], f"the pattern is {size} squares {what}, {GREATEST} is the most")
    if not squares(pattern, _PIECES + "CHL"):
        report("K025", pattern.row_spans[0], "the pattern shows no piece", "draw own pieces as c, h or l")


def _summoning_square(card: t.Card, pattern: t.Pattern, report: Reporter) -> None:
    found = squares(pattern, _SUMMONING)
    if card.summoning is not None:
        _elsewhere(card, card.summoning, pattern, report)
        return
    if not found:
        help_ = "draw it as '@', or as C, H or L where it must hold an own piece"
        report("K022", pattern.row_spans[0], "the pattern has no summoning square", help_)
    for second in found[1:]:
        report("K023", second, "a second summoning square", "a pattern has one", ((found[0], "the first one"),))
    for place in found:
        base = "CHL".find(report.source.text[place.start])
        if card.rank is not None and base > card.rank:
            message = f"no {t.RANKS[card.rank]} being can be summoned onto a {t.RANKS[base]} piece"
            report("K026", place, message, "a being replaces a piece of its own rank or a lower one (R5.7)")


def _elsewhere(card: t.Card, field: t.Field, pattern: t.Pattern, report: Reporter) -> None:
    """A being that is summoned on squares of a kind, wherever its pattern lies."""
    check_field(field, report)
    for place in squares(pattern, _SUMMONING):
        help_ = "draw '.' or a piece there, or leave the line 'summoned on' out"
        report("K023", place, "the pattern shows a summoning square, and the card names others", help_)
    for place in squares(pattern, "*+"):
        report("K027", place, "marked squares are seen from the summoning square, which may be anywhere", "draw '.'")
    if "marked" in field.adjectives or "crossed" in field.adjectives:
        report("K051", field.span, "the being is not summoned on a square that its pattern marks", "leave the word out")
    for noun in t.walk(card.parts):
        if isinstance(noun, t.Noun) and noun.used:
            report("K051", noun.span, "which pieces are used is not settled where the pattern may lie anywhere")


def _marks(card: t.Card, pattern: t.Pattern, report: Reporter) -> None:
    drawn = squares(pattern, "*")
    spoken = [x for x in t.walk(card.parts) if isinstance(x, t.Field) and "marked" in x.adjectives]
    if drawn and not spoken:
        report("K027", drawn[0], "the effect does not speak of marked squares", "draw '.' instead")
    if spoken and not drawn:
        report("K028", spoken[0].span, "the pattern has no marked square", "draw marked squares as '*'")
    crossed = squares(pattern, "+")
    opposite = [x for x in t.walk(card.parts) if isinstance(x, t.Mirrored)]
    also = [x for x in t.walk(card.parts) if isinstance(x, t.Field) and "crossed" in x.adjectives] + opposite
    if crossed and not also:
        report("K027", crossed[0], "the effect does not speak of crossed squares", "draw '.' instead")
    if also and not crossed:
        report("K028", also[0].span, "the pattern has no crossed square", "draw crossed squares as '+'")
    elif opposite and mirrored(pattern) is None:
        message = "the marks do not tell which square is opposite"
        help_ = "draw '*' and '+' as mirror images of each other, in one way only"
        report("K028", opposite[0].span, message, help_)


def _used(card: t.Card, pattern: t.Pattern, report: Reporter) -> None:
    if squares(pattern, _PIECES):
        return
    for noun in t.walk(card.parts):
        if isinstance(noun, t.Noun) and noun.used:
            report("K041", noun.span, "the pattern uses no piece beside the summoning square")


def _arrows(card: t.Card, report: Reporter) -> None:
    seen: dict[str, Span] = {}
    for word, span in zip(card.arrows, card.arrow_spans, strict=True):
        if word in seen:
            report("K017", span, f"the arrow {word} is given twice", "leave one out", ((seen[word], "the first one"),))
        seen.setdefault(word, span)
    spoken = [x for x in t.walk(card.parts) if _speaks_of_arrows(x)]
    if card.arrows and not spoken:
        report("K029", card.arrows_span, "the effect does not speak of arrows", "leave the line out")
    if spoken and not card.arrows:
        help_ = "write a line such as 'arrows N E' below the pattern"
        report("K038", spoken[0].span, "the card has no arrows", help_)


def _speaks_of_arrows(node: object) -> bool:
    return isinstance(node, t.ChooseArrow) or (isinstance(node, t.Direction) and node.kind == "arrow")
