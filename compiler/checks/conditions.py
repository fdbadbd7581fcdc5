"""Checks tests: what always or never holds, what has no meaning, what is said twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from ...dsl import tree as t
from ...dsl.source import Span
from .phrases import check_field, check_phrase
from .reporter import Reporter

_OPPOSED = ("side", "corner")  # regions with one that lies across
_REWORD = "write 'at least' and a number, 'some' or 'no'"


def check_test(node: t.Test, report: Reporter) -> None:
    """A test, whether an effect or a task asks it."""
    match node:
        case t.ActionsLeft():
            if node.least < 1:
                report("K040", node.span, "at least 0 actions are always left", "write 1 or more")
        case t.Both() | t.AnyOf():
            check_test(node.left, report)
            check_test(node.right, report)
            _joined(node, report)
        case t.ThereAre():
            _amount(node.count, report)
            check_phrase(node.what, "target", report)
        case t.TurnDestroyed():
            _amount(node.count, report)
            _destroyed(node.what, report)
        case t.TurnSummoned():
            _amount(node.count, report)
            if node.place is not None:
                _lasting(node.place, report)
        case t.MoreThan():
            _more(node, report)
        case t.Fits():
            check_field(node.place, report)
            if "empty" in node.place.adjectives:
                report("K041", node.place.span, "no piece of a pattern lies on an empty square")
        case t.InRegion():
            check_test(node.test, report)
        case t.StepDestroyed():
            _amount(node.count, report)
            if node.noun.used or node.noun.others:
                help_ = "write for example 'that destroyed enemy pieces'"
                report("K051", node.noun.span, "'destroyed' knows only owner and rank", help_)
            if node.summoning and node.noun.owner == "their":
                report("K051", node.noun.span, "what a summoning destroyed is 'own' or 'enemy'", "write one of these")
            if node.summoning and node.count.most is None and node.count.least > 1:
                report("K041", node.span, "a summoning destroys one piece at most", "leave the number out")
        case t.WasOn() | t.StandsOn():
            _stood(node.place, ("empty",), report)
        case t.SummonedOn():
            _stood(node.place, ("empty", "marked", "crossed"), report)
        case t.ZoneEmpty() | t.ZoneHolds():
            _zone(node, report)
        case t.IsOne():
            if node.ref == node.other:
                report("K041", node.span, "it asks whether something is itself", "leave the condition out")
        case t.Did() | t.Was() | t.IsRank() | t.Rival() | t.Warped():
            pass


def _zone(node: t.ZoneEmpty | t.ZoneHolds, report: Reporter) -> None:
    """A zone that a condition looks into."""
    asked = ("pile",) if isinstance(node, t.ZoneHolds) else ("pile", "deck")
    if node.zone not in asked:
        verb = "holds" if isinstance(node, t.ZoneHolds) else "is empty"
        report("K051", node.span, f"'{node.zone}' is no zone that is asked this", f"write 'your pile {verb} ...'")


def _stood(place: t.Field, never: tuple[str, ...], report: Reporter) -> None:
    """The squares of a test about where something stood."""
    check_field(place, report)
    for word in never:
        if word in place.adjectives:
            report("K041", place.span, f"a piece never stands on {word} squares here", "leave the condition out")


def _amount(count: t.Count, report: Reporter) -> None:
    if count.most is None and count.least == 0:
        report("K040", count.span, "at least 0 there are always", _REWORD)


def _destroyed(what: t.Pieces, report: Reporter) -> None:
    """Of destroyed pieces only the rank is kept, and only enemy ones count."""
    if what.noun.owner != "enemy":
        report("K057", what.span, "only enemy pieces count as destroyed (R6.61)", "write 'enemy' before the rank")
    unknown: list[Span] = [x.span for x in what.where]
    unknown += [what.noun.span] if what.noun.used or what.noun.others else []
    for span in unknown:
        report("K057", span, "of destroyed pieces only the number and the ranks are kept", "leave this out")


def _lasting(place: t.Field, report: Reporter) -> None:
    """The square of a summoning is kept, not what stood there or what was marked."""
    check_field(place, report)
    for word in place.adjectives:
        if word in ("empty", "marked", "crossed"):
            help_ = "name a color, 'colored', 'colorless' or 'central'"
            report("K057", place.span, f"of a summoning the square is kept, not whether it was {word}", help_)


def _more(node: t.MoreThan, report: Reporter) -> None:
    check_phrase(node.what, "target", report)
    if node.count.most == 0:
        report("K051", node.count.span, "'no more' compares nothing", "leave 'no' out, or exchange the two sides")
    elif node.count.least == 0:
        report("K040", node.count.span, "at least 0 more are no more", "write 1 or more, or leave it out")
    other = "enemy" if node.owner == "own" else "own"
    if node.what.noun.owner != other:
        message = f"'{node.owner}' pieces are compared with '{other}' ones of the same kind"
        report("K051", node.what.noun.span, message, f"write 'more {node.owner} than {other} pieces'")


def _joined(node: t.Both | t.AnyOf, report: Reporter) -> None:
    for a, b in combinations(_clauses(node), 2):
        if a == b:
            report("K017", b.span, "this condition is said twice", "leave one out", ((a.span, "the first time"),))
        elif isinstance(node, t.Both) and _opposed(a, b):
            report("K041", b.span, "both cannot hold", "leave one out", ((a.span, "this excludes it"),))


def _opposed(a: t.Test, b: t.Test) -> bool:
    """Whether one clause denies just what the other says."""
    denied = (
        isinstance(a, t.Did | t.Was | t.IsRank | t.IsOne | t.ZoneEmpty) and isinstance(b, type(a)) and a.yes != b.yes
    )
    return denied and replace(a, yes=True) == replace(b, yes=True)


def _clauses(node: t.Test) -> Iterator[t.Test]:
    if isinstance(node, t.Both | t.AnyOf):
        yield from _clauses(node.left)
        yield from _clauses(node.right)
    else:
        yield node


def check_places(card: t.Card, report: Reporter) -> None:
    """What only a certain place can tell: a pattern that fits, the region opposite to the one looked at."""
    claim = None if card.task is None else card.task.claim
    region = claim.region if isinstance(claim, t.InRegion) else ""
    for node in t.walk((card.parts, claim)):
        if isinstance(node, t.Fits) and claim is None:
            report("K055", node.span, "only a task has patterns that may fit", "leave this condition out")
        elif isinstance(node, t.Opposite) and not (node.region == region and region in _OPPOSED):
            kind = node.region if node.region in _OPPOSED else "side"
            help_ = f"only a task can ask this; it begins with 'on some {kind},' and says 'the opposite {kind}'"
            report("K055", node.span, f"nothing tells which {node.region} is meant", help_)
