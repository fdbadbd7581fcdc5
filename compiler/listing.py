"""Takes a card with its source, gives both its text and its source as HTML in which each statement is marked.

A stretch that belongs to a statement carries its label (`data-say="s1"`), the same in the text and in the source,
so that a page can show which words come from which line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import TypeAlias

from pygments.token import STANDARD_TYPES

from ..dsl import tree as t
from ..dsl.source import Span
from .lexer import CardLexer
from .words import PartText

Marks: TypeAlias = "Sequence[tuple[str, int, int]]"  # label, start, end; one inside another follows it


def spoken(part: PartText, show: Callable[[str], str] = escape) -> str:
    """The text of a part with its statements marked; `show` makes plain text fit for the page."""
    cuts = {x for _, start, end in part.spans for x in (start, end)}
    return _woven(len(part.text), part.spans, cuts, lambda start, end: show(part.text[start:end]))


def listing(card: t.Card, source: str, span: Span | None = None) -> str:
    """The source, or a stretch of it, highlighted and with its statements marked: the inside of a `code` element."""
    first, last = (0, len(source.rstrip("\n"))) if span is None else (span.start, span.end)
    tokens: list[tuple[int, int, str]] = []
    for start, kind, word in CardLexer().get_tokens_unprocessed(source):
        left, right = max(start, first) - first, min(start + len(word), last) - first
        if left < right:
            tokens.append((left, right, STANDARD_TYPES.get(kind, "")))
    style = {start: name for start, _, name in tokens}
    ends = sorted(start for start, _, _ in tokens)
    shown = source[first:last]

    def show(start: int, end: int) -> str:
        begin = max(x for x in ends if x <= start)
        text = escape(shown[start:end])
        return f'<span class="{style[begin]}">{text}</span>' if style[begin] not in ("", "w") else text

    marks = [(label, a - first, b - first) for label, a, b in _statements(card) if first <= a and b <= last]
    cuts = {*ends, *(x for _, a, b in marks for x in (a, b))}
    return _woven(len(shown), marks, cuts, show)


def body_span(card: t.Card, source: str) -> Span | None:
    """Where a card says what it does: whole lines, from the first part or the claim to the last; None without any."""
    spans = [x.span for x in card.parts] + ([card.task.span] if card.task else [])
    if not spans:
        return None
    start = source.rfind("\n", 0, min(x.start for x in spans)) + 1
    return Span(start, start + len(source[start : max(x.end for x in spans)].rstrip()))


def _statements(card: t.Card) -> list[tuple[str, int, int]]:
    nodes = (x for x in t.walk(card.parts) if getattr(x, "label", ""))
    return [(x.label, x.span.start, x.span.end) for x in nodes]


def _woven(length: int, marks: Marks, cuts: Iterable[int], show: Callable[[int, int], str]) -> str:
    """The stretches between the cuts, each as `show` gives it, inside the elements of the marks around it."""
    out: list[str] = []
    opened: list[int] = []  # where the elements end
    waiting = sorted((x for x in marks if x[1] < x[2]), key=lambda x: (x[1], -x[2]))
    for start, end in pairwise(sorted({0, length, *cuts})):
        while opened and opened[-1] <= start:
            opened.pop()
            out.append("</span>")
        while waiting and waiting[0][1] <= start:
            label, _, stop = waiting.pop(0)
            opened.append(stop)
            out.append(f'<span class="k-say" data-say="{escape(label)}">')
        out.append(show(start, end))
    return "".join(out) + "</span>" * len(opened)
