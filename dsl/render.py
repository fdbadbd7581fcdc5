"""Takes diagnostics, gives them as text for people and as plain data for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, TypeAlias

from .codes import CODES
from .diagnostic import Diagnostic
from .source import Source, Span

Style: TypeAlias = "Callable[[str, str], str]"  # text and what it is: error, place, bar, caret, note, help

_WIDE = ("W", "F")  # East Asian widths that fill two columns of a terminal
_LONGEST_LINE = 160  # of the source, as shown


def render(diagnostic: Diagnostic, style: Style | None = None) -> str:
    """One diagnostic as text: place, code and sentence, the line with the span marked, notes and help.

    Columns count code points from 1. `style` may dress each part (with colors, say); plain without.
    """
    dress = style or _plain
    source, span = diagnostic.source, diagnostic.span
    place = dress(f"{source.path}:{diagnostic.line}:{diagnostic.column}:", "place")
    code = dress(f"error[{diagnostic.code}]", "error")
    parts = [f"{place} {code} {clean(diagnostic.message)}", *_excerpt(source, span, dress)]
    for where, text in diagnostic.notes:
        line, column = source.position(where.start)
        note = dress("note:", "note")
        parts += [f"{dress(f'{source.path}:{line}:{column}:', 'place')} {note} {clean(text)}"]
        parts += _excerpt(source, where, dress)
    if diagnostic.help:
        parts.append(f"  {dress('help:', 'help')} {clean(diagnostic.help)}")
    return "\n".join(parts)


def render_all(diagnostics: list[Diagnostic], style: Style | None = None) -> str:
    """Several diagnostics, an empty line between them."""
    return "\n\n".join(render(x, style) for x in diagnostics)


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """One diagnostic as plain data; lines and columns from 1, `end` behind the last character."""
    source = diagnostic.source
    return {
        "code": diagnostic.code,
        "name": CODES[diagnostic.code].name,
        "severity": "error",
        "path": source.path,
        **_range(source, diagnostic.span),
        "message": clean(diagnostic.message),
        "help": clean(diagnostic.help) or None,
        "notes": [{**_range(source, span), "message": clean(text)} for span, text in diagnostic.notes],
    }


def _range(source: Source, span: Span) -> dict[str, int]:
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.end)
    return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}


# ---------------------------------------------------------------- the line and its caret


def _excerpt(source: Source, span: Span, dress: Style) -> list[str]:
    """The source line of a span and a line of carets below it."""
    number, column = source.position(span.start)
    text = source.line(number)
    if not text.strip():
        return []
    start = column - 1
    length = max(1, min(span.end - span.start, len(text) - start))
    text, start, length = _window(text, start, length)
    bar = dress("|", "bar")
    label = dress(str(number).rjust(4), "bar")
    text = clean(text)  # as shown: what cannot be seen is a box, however wide it was
    carets = dress("^" * max(1, sum(_width(x) for x in text[start : start + length])), "caret")
    gap = " " * sum(_width(x) for x in text[:start])
    return [f"{label} {bar} {text}", f"     {bar} {gap}{carets}"]


def _window(text: str, start: int, length: int) -> tuple[str, int, int]:
    """The part of a very long line that holds the span."""
    if len(text) <= _LONGEST_LINE:
        return text, start, length
    first = max(0, start - _LONGEST_LINE // 4)
    part = text[first : first + _LONGEST_LINE]
    start -= first
    return part, start, min(length, len(part) - start)


def clean(text: str) -> str:
    """Text that any terminal shows as it stands: tabs as one blank, what cannot be seen as a box."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if x == "\t" else x if x.isprintable() or x == " " else "\ufffd" for x in text)


def _width(char: str) -> int:
    """Columns that a character fills on a terminal."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


def _plain(text: str, kind: str) -> str:
    return text
