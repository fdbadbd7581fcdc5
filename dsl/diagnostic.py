"""A diagnostic: what is wrong in a card, where, why, and what to write instead."""

from __future__ import annotations

from dataclasses import dataclass

from .source import Source, Span


@dataclass(frozen=True)
class Diagnostic:
    """One mistake. `code` is stable (`K0xx`, listed in `dsl.codes`).

    `notes` point at further places with a sentence each; `help` says the way out.
    """

    code: str
    span: Span
    message: str
    source: Source
    help: str = ""
    notes: tuple[tuple[Span, str], ...] = ()

    @property
    def line(self) -> int:
        return self.source.position(self.span.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.span.start)[1]


class Findings:
    """Collects the diagnostics of one source: no two at one place for one reason."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._found: dict[tuple[str, Span], Diagnostic] = {}

    def report(
        self, code: str, span: Span, message: str, help: str = "", notes: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        """Note a mistake; the same code at the same place once more is one cause told twice."""
        self._found.setdefault((code, span), Diagnostic(code, span, message, self.source, help, notes))

    def sorted(self) -> list[Diagnostic]:
        """All that was found, in the order of the text."""
        return sorted(self._found.values(), key=lambda x: (x.span.start, x.span.end, x.code))

    def __len__(self) -> int:
        return len(self._found)
