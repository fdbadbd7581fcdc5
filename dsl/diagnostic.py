"""A diagnostic: what is wrong in a card, where, why, and what to write instead."""

from __future__ import annotations

from dataclasses import dataclass

from .source import Source, Span

MOST = 100  # mistakes that are told of one file; one with more is hardly a card


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


class TooManyMistakes(Exception):
    """There are more mistakes than are told: whoever looks for them may stop (`Findings.sorted` says so)."""


class Findings:
    """Collects the diagnostics of one source: no two at one place for one reason, and not more than `MOST`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._found: dict[tuple[str, Span], Diagnostic] = {}
        self._more = False

    def report(
        self, code: str, span: Span, message: str, help: str = "", notes: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        """Note a mistake; the same code at the same place once more is one cause told twice.

        Raises `TooManyMistakes` for the first one that is not told.
        """
        if (code, span) in self._found:
            return
        if len(self._found) == MOST:
            self._more = True
            raise TooManyMistakes
        self._found[code, span] = Diagnostic(code, span, message, self.source, help, notes)

    def within(self, span: Span) -> bool:
        """Whether something is reported already that begins in a stretch of the text."""
        return any(span.start <= x.start < span.end for _, x in self._found)

    def sorted(self) -> list[Diagnostic]:
        """All that was found, in the order of the text; behind them a last one that says if there are more."""
        found = sorted(self._found.values(), key=lambda x: (x.span.start, x.span.end, x.code))
        if self._more:
            place = Span(found[-1].span.end, found[-1].span.end)
            message = f"there are more mistakes than these {MOST}"
            found.append(Diagnostic("K006", place, message, self.source, "mend these first"))
        return found

    def __len__(self) -> int:
        return len(self._found)
