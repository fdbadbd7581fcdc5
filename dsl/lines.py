"""Takes a source, gives its lines that say something, each with its depth.

Comments and empty lines are passed over. What is wrong with characters and with
indentation is reported here, so that the parser meets neither.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from .diagnostic import Findings
from .source import Source, Span

_PLAIN = re.compile(r"[\t\x20-\x7e]*")
LONGEST_LINE = 1_000  # code points
_JOINERS = "\u200c\u200d"  # names in some scripts need them


@dataclass
class Line:
    """A line with content: the offsets of its first and behind its last character, comment left out.

    `depth` counts the blocks that it stands in; `broken`: it is reported already, only its place
    counts; `uneven`: its depth is reported already and a guess.
    """

    number: int
    start: int
    end: int
    depth: int
    broken: bool = False
    uneven: bool = False

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


def split_lines(source: Source, findings: Findings) -> list[Line]:
    """The lines of a text that say something; depths follow the indentation (a tab is one column)."""
    depths = _Depths(findings)
    lines: list[Line] = []
    start = 0
    for number, text in enumerate(source.text.split("\n")[:-1], 1):
        content = text.partition("#")[0].rstrip()
        first = len(content) - len(content.lstrip())
        broken = _unreadable(text, start, len(content), findings)
        if content:
            line = Line(number, start + first, start + len(content), 0, broken)
            line.depth = depths.of(content[:first], line)
            line.broken |= _too_long(line, findings)
            lines.append(line)
        start += len(text) + 1
    return lines


def _too_long(line: Line, findings: Findings) -> bool:
    if line.end - line.start <= LONGEST_LINE:
        return False
    message = f"this line is too long: {LONGEST_LINE} characters are the most"
    findings.report("K007", line.span, message, "split it into several")
    return True


# ---------------------------------------------------------------- characters


def _unreadable(text: str, start: int, content: int, findings: Findings) -> bool:
    """Report the first character of a line that no card may hold; true if it is not in a comment."""
    if _PLAIN.fullmatch(text):
        return False
    place = next((i for i, char in enumerate(text) if _forbidden(char)), None)
    if place is None:
        return False
    char = text[place]
    span = Span(start + place, start + place + 1)
    if char == "\ufffd":
        findings.report("K001", span, "this is not readable as UTF-8", "save the file as UTF-8")
    else:
        name = f"U+{ord(char):04X}"
        findings.report("K002", span, f"a character that cannot be seen ({name}) stands here", "delete it")
    return place < content


def _forbidden(char: str) -> bool:
    if char == "\t" or char in _JOINERS:
        return False
    return char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


# ---------------------------------------------------------------- indentation


class _Depths:
    """The blocks that are open, each with the indentation of its lines."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.open: list[str] = []

    def of(self, lead: str, line: Line) -> int:
        if not self.open:
            self.open = [lead]
            if lead:
                self.report("K004", line, "the first line stands at the left edge", "take the blanks before it away")
        self.blanks(lead, line)
        if len(lead) > len(self.open[-1]):
            self.open.append(lead)
            return len(self.open) - 1
        closed = self.open[-1]
        while len(self.open) > 1 and len(self.open[-1]) > len(lead):
            closed = self.open.pop()
        if len(self.open) == 1 and len(lead) < len(self.open[0]):
            self.open = [lead]
        if len(self.open[-1]) != len(lead):
            self.uneven(closed, lead, line)
        return len(self.open) - 1

    def uneven(self, closed: str, lead: str, line: Line) -> None:
        """Between two depths: take the nearer one, the deeper one if they are equally near."""
        above = self.open[-1]
        help_ = f"indent it by {len(closed)} or by {len(above)} blanks, or write the line that is missing above"
        self.report("K004", line, "no line above is indented like this one", help_)
        line.uneven = True
        if len(closed) - len(lead) <= len(lead) - len(above):
            self.open.append(closed)

    def blanks(self, lead: str, line: Line) -> None:
        unusual = next((x for x in lead if x not in " \t"), "")
        if unusual and not _forbidden(unusual):
            message = f"the indentation holds an unusual blank (U+{ord(unusual):04X})"
            self.report("K003", line, message, "use ordinary blanks")
        elif not lead.startswith(self.open[-1]) and not self.open[-1].startswith(lead):
            self.report(
                "K003", line, "tabs and blanks are mixed in the indentation", "use blanks only, two for each step"
            )

    def report(self, code: str, line: Line, message: str, help_: str) -> None:
        self.findings.report(code, Span(line.start, line.end), message, help_)
