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
