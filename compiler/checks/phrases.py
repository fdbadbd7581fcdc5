"""Checks phrases: what can never be met, what says nothing, what has no meaning in its place."""

from __future__ import annotations

from itertools import combinations
from typing import Literal, TypeAlias

from ...dsl import tree as t
from ...dsl.source import Span
from ...dsl.write import print_phrase, print_where
from .reporter import Reporter

# What a phrase is for: decides which conditions make sense.
Role: TypeAlias = Literal["destroy", "place", "turn", "convert", "choose", "members", "movers", "target"]

_ONE_COLOR_ROLES = ("destroy", "turn", "convert", "movers")
_CONNECTED_ROLES = ("destroy", "turn")
_APART = (("red", "green"), ("red", "colorless"), ("green", "colorless"), ("colored", "colorless"))
_NEITHER = "say which it is"


def check_count(count: t.Count, report: Reporter) -> None:
    """A number of things is at least 1."""
    if count.most == 0:
        report("K040", count.span, "none at all is no number of things", "write 1 or more, or leave the statement out")


def check_counted(node: t.Counted, role: Role, report: Reporter) -> None:
    """So many of a phrase, with the conditions on the set that is picked."""
    check_count(node.count, report)
    one_color = next((x for x in node.what.where if isinstance(x, t.OneColor)), None)
    their = isinstance(node.what, t.Pieces) and node.what.noun.owner == "their"
    several = node.count.most != 1 and not node.count.every
    if their and several and (node.connected or role not in ("destroy", "turn", "convert")):
        report("K051", node.span, "it is open how several of 'their' pieces share the colors", "take 1, or 'all'")
    if node.connected:
        _set_condition(node, "connected", role in _CONNECTED_ROLES, node.span, report)
    if one_color is not None:
        _set_condition(node, "of one color", role in _ONE_COLOR_ROLES, one_color.span, report)
        if node.connected:
            report("K051", one_color.span, "'connected' and 'of one color' cannot be said of one set")
        if isinstance(node.what, t.Squares):
            report("K044", one_color.span, "'of one color' is said of pieces", "choose squares by 'red' or 'green'")
        elif node.what.noun.owner == "own" and role in _ONE_COLOR_ROLES:
            report("K043", one_color.span, "own pieces always have one color", "leave 'of one color' out")
    for few in (x for x in node.what.where if isinstance(x, t.FewOfEachColor)):
        word = f"at most {few.most} of each color"
        _set_condition(node, word, role in _ONE_COLOR_ROLES, few.span, report)
        if few.most < 1:
            report("K040", few.span, "then none could be picked", "write 1 or more")
        if node.connected or one_color is not None:
            report("K051", few.span, f"'{word}' is not said together with another condition on the set")
        if isinstance(node.what, t.Squares):
            report("K044", few.span, f"'{word}' is said of pieces", "leave it out")
    check_phrase(node.what, role, report)


def _set_condition(node: t.Counted, word: str, allowed: bool, span: Span, report: Reporter) -> None:
    """`connected` and `of one color` speak of several things that are picked."""
    if not allowed:
        report("K051", span, f"'{word}' has no meaning in this statement", f"leave '{word}' out")
    elif node.count.every:
        report("K051", span, f"'{word}' needs a number: with 'all' nothing is picked", "write 'up to' and a number")
    elif node.count.most == 1:
        report("K043", span, f"one thing is always {word}", f"leave '{word}' out")


def check_phrase(node: t.Pieces | t.Squares, role: Role, report: Reporter) -> None:
    """Pieces or squares with their conditions."""
    if isinstance(node, t.Squares):
        check_field(node.field, report)
    for where in node.where:
        _where(where, node, role, report)
    for a, b in combinations(node.where, 2):
        _pair(a, b, report)


def check_field(node: t.Field, report: Reporter) -> None:
    """Adjectives of squares: none twice, none that exclude each other."""
    for word in sorted({x for x in node.adjectives if node.adjectives.count(x) > 1}):
        report("K017", node.span, f"'{word}' is said twice", "leave one out")
    for a, b in _APART:
        if a in node.adjectives and b in node.adjectives:
            report("K041", node.span, f"no square is both {a} and {b}", _NEITHER)


def _where(node: t.Where, phrase: t.Pieces | t.Squares, role: Role, report: Reporter) -> None:
    match node:
        case t.AnyRank():
            _any_rank(node, phrase, role, report)
        case t.OfRival():
            if isinstance(phrase, t.Squares) or role == "place":
                report("K051", node.span, "'of an opponent' is said of pieces on the board", "leave it out")
            elif phrase.noun.owner == "own":
                report("K041", node.span, "no own piece is an opponent's", "leave 'own' out")
        case t.OneColor() | t.FewOfEachColor():
            if role == "target":
                report("K051", node.span, f"'{print_where(node)}' has no meaning here", "leave it out")
        case t.Distance():
            if node.least == 0 or node.most == 0:
                report("K040", node.span, "a distance is at least 1", "to mean the square itself write 'on'")
            _anchor(node.to, report)
        case t.Adjacent():
            _anchor(node.to, report)
        case t.On(place=t.Field() as place):
            check_field(place, report)
            pieces = isinstance(phrase, t.Pieces) and role != "place"
            if pieces and "empty" in place.adjectives and not node.beside:
                report("K041", node.span, "no piece stands on an empty square")
        case t.On() | t.Mirrored():
            pass
        case t.InLine():
            _line(node, role, report)
        case t.AdjacentToMany():
            _many(node, report)
        case t.Reaching():
            if node.steps == 0:
                report("K040", node.span, "a walk of 0 steps is none", "write 1 or more, or leave 'in 0 steps' out")
            if isinstance(node.through, t.Field):
                check_field(node.through, report)


def _many(node: t.AdjacentToMany, report: Reporter) -> None:
    most = 8 if node.how == "any" else 4
    if node.least == 0:
        report("K040", node.span, "every square is adjacent to at least 0 pieces", "write 1 or more")
    elif node.least > most:
        word = "" if node.how == "any" else "such "
        report("K041", node.span, f"no square has more than {most} {word}neighbors", f"write {most} or less")


def _anchor(node: t.Anchor | None, report: Reporter) -> None:
    if isinstance(node, t.Field):
        check_field(node, report)


def _any_rank(node: t.AnyRank, phrase: t.Pieces | t.Squares, role: Role, report: Reporter) -> None:
    if role != "place":
        report("K051", node.span, "'of any rank' belongs to 'place'", "a piece without a rank word has any rank")
    elif isinstance(phrase, t.Pieces) and len(phrase.noun.ranks) == 1:
        word = t.RANKS[phrase.noun.ranks[0]]
        report("K041", node.span, f"'{word}' and 'of any rank' exclude each other", "leave one out")


def _line(node: t.InLine, role: Role, report: Reporter) -> None:
    if node.direction.kind == "one":
        help_ = "write ', in one direction' behind a move, or name 'that direction'"
        report("K051", node.span, "it is open which direction is meant", help_)
    if node.degrees not in (0, 45):
        report("K051", node.span, f"'within {node.degrees} degrees' has no meaning", "directions are 45 degrees apart")
    if node.first and role == "place":
        report("K041", node.span, "'first in' means a piece, and pieces are placed on empty squares")


def _pair(a: t.Where, b: t.Where, report: Reporter) -> None:
    """Two conditions that say the same or exclude each other."""
    if a == b:
        report("K017", b.span, f"'{print_where(b)}' is said twice", "leave one out", ((a.span, "the first time"),))
    elif _apart(a, b):
        message = f"nothing is both '{print_where(a)}' and '{print_where(b)}'"
        report("K041", b.span, message, _NEITHER, ((a.span, "this excludes it"),))


def _apart(a: t.Where, b: t.Where) -> bool:
    if isinstance(a, t.Adjacent) and isinstance(b, t.Adjacent) and _same_place(a.to, b.to):
        return {a.how, b.how} == {"edge", "corner"}
    near, far = _range(a), _range(b)
    if near is None or far is None or not _same_place(near[2], far[2]):
        return False
    return near[1] < far[0] or far[1] < near[0]


def _same_place(a: t.Anchor | None, b: t.Anchor | None) -> bool:
    """Whether two anchors are one square for certain: several pieces may each meet one condition."""
    single = a is None or isinstance(a, t.Ref)
    return single and a == b


def _range(node: t.Where) -> tuple[int, int, t.Anchor | None] | None:
    match node:
        case t.Adjacent():
            return 1, 1, node.to
        case t.Distance():
            return node.least, node.most, node.to
        case _:
            return None


def name_of(node: t.Object | t.Pieces | t.Squares) -> str:
    """A phrase as messages quote it."""
    return f"'{print_phrase(node)}'"
