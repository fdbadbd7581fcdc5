"""Takes what the checks find, lets through what is no consequence of a mistake reported before."""

from __future__ import annotations

from typing import Any

from ...dsl import tree as t
from ...dsl.diagnostic import Findings
from ...dsl.source import Span

# What cannot be told while a line is not understood: whether something is not used, wherever that line is ...
_NOT_USED = frozenset({"K027", "K029", "K036", "K043"})
# ... and what earlier lines did, if that line is one of them.
_OF_EARLIER = frozenset({"K031", "K034", "K035", "K042", "K058"})

Notes = tuple[tuple[Span, str], ...]


class Reporter:
    """Reports about one card; keeps still about the places that the parser could not read."""

    def __init__(self, card: t.Card, findings: Findings) -> None:
        self.findings = findings
        self.source = findings.source
        self.holes = card.holes
        self.unread = [x for x in card.holes if _says_more(self.source.text[x.start : x.end])]

    def __call__(self, code: str, span: Span, message: str, help: str = "", notes: Notes = ()) -> None:
        if span in self.holes or any(x.start < span.end and span.start < x.end for x in self.holes):
            return
        if self.unread and code in _NOT_USED:
            return
        if code in _OF_EARLIER and any(x.start < span.start for x in self.unread):
            return
        self.findings.report(code, span, message, help, notes)

    def knows(self, span: Span) -> bool:
        """Whether what stands at `span` was read and not guessed."""
        return span not in self.holes and not any(x.start <= span.start < x.end for x in self.holes)

    def guessed(self, span: Span) -> bool:
        """Whether what begins at `span` begins with a line that the parser put there."""
        return any(x.start == span.start for x in self.holes)

    def line_of(self, node: Any) -> Span:
        """The first line of a node: what is meant by "this statement"."""
        number, _ = self.source.position(node.span.start)
        return Span(node.span.start, min(node.span.end, self.content_end(number)))

    def content_end(self, number: int) -> int:
        """Where the content of a line ends, its comment left out."""
        text = self.source.line(number)
        start = self.source.line_span(number).start - (len(text) - len(text.lstrip()))
        return start + len(text.partition("#")[0].rstrip())


def _says_more(text: str) -> bool:
    """Whether a place that could not be read is more than a number or a line that is missing."""
    return bool(text) and not text.isdecimal()
