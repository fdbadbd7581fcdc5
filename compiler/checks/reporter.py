"""Takes what the checks find, lets through what is no consequence of a mistake reported before."""

from __future__ import annotations

from typing import Any

from ...dsl import tree as t
from ...dsl.diagnostic import Findings
from ...dsl.source import Span

# What cannot be told while a line is not understood: whether something is missing or not used.
_UNSURE = frozenset({"K027", "K029", "K031", "K034", "K035", "K036", "K042", "K043"})

Notes = tuple[tuple[Span, str], ...]


class Reporter:
    """Reports about one card; keeps still about the places that the parser could not read."""

    def __init__(self, card: t.Card, findings: Findings) -> None:
        self.findings = findings
        self.source = findings.source
        self.holes = card.holes
        texts = [self.source.text[x.start : x.end] for x in card.holes]
        self.unread = " ".join(x for x in texts if not x.isdecimal())

    def __call__(self, code: str, span: Span, message: str, help: str = "", notes: Notes = ()) -> None:
        if span in self.holes or any(x.start < span.end and span.start < x.end for x in self.holes):
            return
        if self.unread and code in _UNSURE:
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
