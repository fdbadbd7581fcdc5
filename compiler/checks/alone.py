"""Checks parts that are carried out without a being: halves of flares, frozen and warp effects, tasks."""

from __future__ import annotations

from ...dsl import tree as t
from .reporter import Reporter

_NO_BEING = "a {} effect is carried out without its being: there is no piece of it, no square and no pattern"


def check_extra(part: t.Part, report: Reporter) -> None:
    """A frozen or warp effect."""
    check_alone(part, report, _NO_BEING.format(part.name))
    for node in t.walk(part.body):
        if isinstance(node, t.Copy):
            report("K051", node.span, "no warp or frozen effect copies another", "do it in the effect of the summoning")
    if part.early and not all(isinstance(x, t.Permit) for x in part.body):
        help_ = "write a line such as 'count up to 1 enemy piece as own in the next pattern', or leave the words out"
        wrong = next(x for x in part.body if not isinstance(x, t.Permit))
        message = "what comes before a summoning can only say what counts in its pattern"
        report("K051", report.line_of(wrong), message, help_)


def check_alone(part: t.Part, report: Reporter, why: str) -> None:
    """Everything in a part that needs a being; `why` there is none."""
    nodes = list(t.walk(part.body))
    led = {id(x) for block in nodes if isinstance(block, t.AnyOrder) and block.who for x in block.moves}
    for node in nodes:
        check_being(node, report, why)
        if isinstance(node, t.Move) and node.who is None and id(node) not in led:
            report("K039", node.span, "without 'with' the being moves", why)


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
        case t.Field() if "crossed" in node.adjectives:
            message, span = "'crossed' squares are those of the pattern", node.span
        case t.Mirrored():
            message, span = "what lies opposite is told by the marks of the pattern", node.span
        case t.InLine():
            message, span = "a direction is counted from the being", node.span
        case t.SummonedOn() | t.StepDestroyed(summoning=True):
            message, span = "no being is summoned here", node.span
        case t.TellSummoning():
            message, span = "there is no summoning here that could count", node.span
        case t.ChooseArrow() | t.Direction(kind="arrow"):
            message, span = "arrows are those of the pattern", node.span
        case _:
            pass
    if message:
        report("K039", span, message, why)


def check_copies(card: t.Card, report: Reporter) -> None:
    """A card that copies its own warp effect has one, and one that can be copied (W4.5)."""
    warp = next((part for part in card.parts if part.name == "warp"), None)
    lays = warp is not None and any(isinstance(x, t.Take) for x in t.walk(warp.body))
    for node in t.walk(card.parts):
        if isinstance(node, t.Copy) and node.cards.which == "this" and (warp is None or lays):
            why = "this card has no warp effect" if warp is None else "what lays a piece on its card is not copied"
            report("K041", node.span, why, "leave the line out")
