"""Takes the bytes or text of a file, gives a `Source`: normal lines and places in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of a source text: code point offsets, `end` exclusive."""

    start: int
    end: int


@dataclass(frozen=True)
class Source:
    """The text of one file with line ends made `\\n`, no byte order mark, a final line end.

    `path` is what messages call the file; offsets count code points of `text`.
    """

    text: str
    path: str = "<text>"

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins, and behind them the end of the text."""
        return [0, *accumulate(len(x) + 1 for x in self.text.split("\n")[:-1])]

    @classmethod
    def of(cls, text: str | bytes, path: str = "<text>") -> Source:
        """Normalise `text`: BOM, CRLF, CR and a missing last line end must not matter.

        Bytes that are no UTF-8 become U+FFFD; the parser reports them where they stand.
        """
        if isinstance(text, bytes):
            text = text.decode("utf-8", errors="replace")
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if not text.endswith("\n"):
            text += "\n"
        return cls(text, path)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1; a tab is one column."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its end; empty beyond the file."""
        if not 1 <= number < len(self._starts):
            return ""
        return self.text[self._starts[number - 1] : self._starts[number] - 1]

    def line_span(self, number: int) -> Span:
        """The span of line `number` without its end and its indentation."""
        text = self.line(number)
        start = self._starts[number - 1]
        return Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))

    @property
    def line_count(self) -> int:
        return len(self._starts) - 1
