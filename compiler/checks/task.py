"""Checks a task: its points, its patterns, and that its condition asks nothing that only an effect can tell."""

from __future__ import annotations

from ...dsl import tree as t
from .alone import check_being
from .conditions import check_test
from .drawing import check_shape, squares
from .reporter import Reporter

_NO_BEING = "a task has no being, no square and no effect: it is asked once, at the end of a turn"


def check_task(task: t.Task, report: Reporter) -> None:
    """Everything about the lines between the head of a task and its rulings."""
    if task.points < 1:
        report("K040", task.points_span, "nobody would claim a task worth nothing", "write 1 or more")
    _patterns(task, report)
    check_test(task.claim, report)
    for node in t.walk(task.claim):
        check_being(node, report, _NO_BEING)
        _effect(node, report)


def _effect(node: object, report: Reporter) -> None:
    """Report a test about what a card is doing."""
    if isinstance(node, t.Did | t.Was | t.ActionsLeft):
        report("K055", node.span, "a task cannot ask this: no effect is being carried out", _NO_BEING)


def _patterns(task: t.Task, report: Reporter) -> None:
    """Drawings of own pieces, each of which `some pattern fits` speaks of."""
    asked = [x for x in t.walk(task.claim) if isinstance(x, t.Fits)]
    if asked and not task.patterns:
        report("K056", asked[0].span, "the task has no pattern", "draw one above this line, own pieces as c, h or l")
    for pattern in task.patterns:
        if not asked:
            help_ = "write 'some pattern fits on squares', or leave the drawing out"
            report("K056", pattern.span, "the condition does not speak of a pattern", help_)
        if all(report.knows(x) for x in pattern.row_spans):
            check_shape(pattern, report)
            for place in squares(pattern, "@CHL*+"):
                report("K056", place, "nothing is summoned or marked in the pattern of a task", "draw c, h, l or '.'")
    for n, pattern in enumerate(task.patterns):
        first = next((x for x in task.patterns[:n] if x.rows == pattern.rows), None)
        if first is not None:
            report("K017", pattern.span, "this pattern is drawn twice", "leave one out", ((first.span, "the first"),))
