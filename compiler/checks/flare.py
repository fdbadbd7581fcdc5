"""Checks the halves of a flare: their margins, their order, and that they speak of no being."""

from __future__ import annotations

from ...dsl import tree as t
from ...dsl.source import Span
from .alone import check_alone
from .reporter import Reporter

_NO_BEING = "a flare has no being, no square and no pattern (R7.9)"


def check_flare(card: t.Card, report: Reporter) -> None:
    """Everything that only flares can do wrong."""
    seen: dict[str, t.Part] = {}
    for part in card.parts:
        if report.guessed(part.span):
            continue
        line = _head(part, report)
        if part.name in seen:
            notes = ((_head(seen[part.name], report), "the first one"),)
            report("K050", line, f"a second {part.name} half", "a flare has one for pieces, one for upgraded", notes)
        elif part.name == "upper" and "lower" in seen:
            notes = ((_head(seen["lower"], report), "it belongs above this"),)
            report("K050", line, "the half about upgraded pieces stands first", "exchange the two", notes)
        seen.setdefault(part.name, part)
        if part.margin is not None and part.margin < 1:
            report("K049", line, "with this number the flare could always be used", "write 1 or more")
        check_alone(part, report, _NO_BEING)


def _head(part: t.Part, report: Reporter) -> Span:
    """The line `when opponent has ...`."""
    number, _ = report.source.position(part.span.start)
    return report.source.line_span(number)
