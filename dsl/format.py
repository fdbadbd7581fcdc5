"""Takes a card and its source, gives the one canonical text of it, comments kept.

Canonical: every line as `dsl.write` prints it, two blanks for each step of depth, one
empty line between sections, no empty border around the pattern. A line of the source
stays a line (only `may` with one action below it becomes one), so comments find
theirs again: one at the end of a line stays there, others stand above the next line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import tree as t
from .diagnostic import Findings
from .lines import split_lines
from .source import Source
from .write import STEP, print_block, print_claim, print_phrase, print_statement

__all__ = ["format_card", "print_statement"]


@dataclass(frozen=True)
class _Line:
    """A line to be written; text None: it is left out, its comment is not. `gap`: an empty line stands above."""

    text: str | None
    gap: bool = False


def format_card(card: t.Card, source: Source) -> str:
    """The canonical text of a card that was parsed from `source` without mistakes.

    The text means the same and formats to itself. Comments stay, empty lines do not.
    """
    numbers = [x.number for x in split_lines(source, Findings(source))]
    comments = _comments(source)
    written: list[str] = []
    at = 0
    waiting: list[str] = []  # comments of lines that are left out
    for line in _lines(card):
        taken = 2 if _is_may_alone(source, numbers[at], line) else 1
        last = numbers[at + taken - 1]
        above = [comments.pop(n) for n in list(comments) if n <= last and n not in numbers]
        ends = [comments.pop(n) for n in numbers[at : at + taken] if n in comments]
        at += taken
        waiting += above
        if line.text is None:
            waiting += ends
            continue
        indent = line.text[: len(line.text) - len(line.text.lstrip())]
        written += [""] if line.gap and written else []
        written += [indent + x for x in [*waiting, *ends[1:]]]
        written.append(line.text + "".join(f"  {x}" for x in ends[:1]))
        waiting = []
    written += [*waiting, *comments.values()]
    return "\n".join(written) + "\n"


def _comments(source: Source) -> dict[int, str]:
    """The comments of a text by their line, in order."""
    found: dict[int, str] = {}
    for number in range(1, source.line_count + 1):
        _, sign, comment = source.line(number).partition("#")
        if sign:
            found[number] = f"#{comment.rstrip()}"
    return found


def _is_may_alone(source: Source, number: int, line: _Line) -> bool:
    """Whether the source has `may` on a line of its own where the action follows it now."""
    said = source.line(number).partition("#")[0].strip()
    return said == "may" and line.text is not None and line.text.strip() != "may"


# ---------------------------------------------------------------- the lines of a card


def _lines(card: t.Card) -> Iterator[_Line]:
    yield _Line(_head(card))
    if card.task is not None:
        yield _Line(f"points {card.task.points}", gap=True)
    for pattern in (card.pattern,) if card.task is None else card.task.patterns:
        if pattern is not None:
            yield _Line("pattern", gap=True)
            yield from (_Line(row and STEP + row) for row in _trimmed(pattern.rows))
    if card.task is not None:
        yield _Line(print_claim(card.task.claim), gap=True)
    if card.summoning is not None:
        yield _Line(f"summoned on {print_phrase(card.summoning)}", gap=True)
    if card.arrows:
        yield _Line(f"arrows {' '.join(card.arrows)}", gap=True)
    for part in card.parts:
        yield _Line(_part(part), gap=True)
        yield from (_Line(x) for x in print_block(part.body))
    for n, ruling in enumerate(card.rulings):
        yield _Line(f"ruling {ruling.text}", gap=n == 0)
    for example in card.examples:
        yield _Line(f"example {example.title}", gap=True)
        for step in example.steps:
            yield from (_Line(STEP + x) for x in _step(step))


def _head(card: t.Card) -> str:
    if card.kind == "being":
        assert card.rank is not None
        return f"{t.RANKS[card.rank]} being {card.name}"
    if card.task is not None:
        return f"{'advanced ' if card.task.advanced else ''}{card.task.sort} task {card.name}"
    return f"{card.kind} {card.name}"


def _part(part: t.Part) -> str:
    if part.margin is None:
        return f"{part.name} before summoning" if part.early else part.name
    upgraded = "upgraded " if part.name == "upper" else ""
    return f"when opponent has {part.margin} more {upgraded}{'piece' if part.margin == 1 else 'pieces'}"


def _step(step: t.Step) -> Iterator[str]:
    window = f" at {step.window}" if step.window else ""
    yield f"{step.word}{window} {step.text}".rstrip()
    yield from (STEP + row for row in step.rows)


def _trimmed(rows: tuple[str, ...]) -> list[str | None]:
    """A drawing without empty borders; None for a row that is left out."""
    full = [n for n, row in enumerate(rows) if row.strip(".")]
    columns = [n for row in rows for n, char in enumerate(row) if char != "."]
    if not full or len({len(x) for x in rows}) > 1:
        return list(rows)
    left, right = min(columns), max(columns) + 1
    return [row[left:right] if full[0] <= n <= full[-1] else None for n, row in enumerate(rows)]
