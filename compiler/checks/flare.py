"""Checks the halves of a flare: their margins, their order, and that they speak of no being."""

from __future__ import annotations

from ...dsl import tree as t
from ...dsl.source import Span
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
        nodes = list(t.walk(part.body))
        led = {id(x) for block in nodes if isinstance(block, t.AnyOrder) and block.who for x in block.moves}
        for node in nodes:
            check_being(node, report, _NO_BEING)
            if isinstance(node, t.Move) and node.who is None and id(node) not in led:
                report("K039", node.span, "without 'with' the being moves", _NO_BEING)


def _head(part: t.Part, report: Reporter) -> Span:
    """The line `when opponent has ...`."""
    number, _ = report.source.position(part.span.start)
    return report.source.line_span(number)


def check_being(node: object, report: Reporter, why: str) -> None:
    """Report a node that needs the being, its square or its match; `why` there is none."""
    message, span = "", t.NOWHERE
    match node:
        case t.Ref(name="self"):
            message, span = "'self' is the being", node.span
        case t.Adjacent(to=None):
            message, span = "without 'to' this is adjacent to the being", node.span
        case t.Distance(to=None):
            message, span = "without 'from' the distance is counted from the being", node.span
        case t.Noun(used=True):
            message, span = "'used' pieces are those of the pattern", node.span
        case t.Field() if "marked" in node.adjectives:
            message, span = "'marked' squares are those of the pattern", node.span
        case t.InLine():
            message, span = "a direction is counted from the being", node.span
        case t.SummonedOn():
            message, span = "nothing is summoned by a flare", node.span
        case t.ChooseArrow() | t.Direction(kind="arrow"):
            message, span = "arrows are those of the pattern", node.span
        case _:
            pass
    if message:
        report("K039", span, message, why)
