"""The blocks of tests/diagnostics: a text each, with the codes that its comments announce."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from kalarite.dsl.codes import Kind

PAGE = Path(__file__).parents[1] / "docs" / "language.md"
FOLDER = Path(__file__).parent / "diagnostics"
FENCE = re.compile(r"^```(card|effect|output)\n(.*?)^```$", re.M | re.S)
ANNOUNCED = re.compile(r"# error: ((?:\[K\d+\] ?)+)$")


@dataclass(frozen=True)
class Case:
    """A block of a file: its text, and the output that a block below it shows."""

    name: str
    kind: Kind
    text: str
    output: str = ""


def cases(*paths: Path) -> list[Case]:
    """All blocks of some files."""
    found: list[Case] = []
    for path in paths:
        text = path.read_text("utf-8")
        for match in FENCE.finditer(text):
            kind, body = match[1], match[2]
            line = text.count("\n", 0, match.start()) + 1
            if kind == "output":
                last = found.pop()
                found.append(Case(last.name, last.kind, last.text, body))
            else:
                found.append(Case(f"{path.name}:{line}", "card" if kind == "card" else "effect", body))
    return found


def announced(text: str) -> Counter[tuple[int, str]]:
    expected: Counter[tuple[int, str]] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        if match := ANNOUNCED.search(line):
            expected.update((number, code) for code in re.findall(r"K\d+", match[1]))
    return expected


CASES = cases(*sorted(FOLDER.glob("*.md")))
SAMPLES = cases(PAGE)  # of the language reference
