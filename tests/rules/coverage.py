"""Which tests show which rule: named in `coverage.toml`, or found because they cite its number.

A scenario cites in the brackets of its title, a test in its docstring or in a comment inside it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

from kalarite.compiler.grounds import anchor, chapters
from kalarite.compiler.page import markdown_text
from kalarite.dsl.parse import parse_card, parse_scenarios
from kalarite.dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("coverage.toml")
PAGE = ROOT / "docs" / "rules-coverage.md"
SCENARIOS = ("tests/rules/*.scenarios", "tests/golden/*/*.scenarios", "cards/*/*.card")
# Tests of the engine and of what cards mean; elsewhere numbers are examples of texts.
FOLDERS = (
    "agreement",
    "decks",
    "golden",
    "matching",
    "modules",
    "perft",
    "reference",
    "rules",
    "runtime",
    "steps",
    "tasks",
)
NUMBER = re.compile(r"\b(?:[REWN]\d+\.\d+|D\d+)\b")
_RANGE = re.compile(r"\b([REWN]\d+)\.(\d+) to \1\.(\d+)\b")
_HEAD = """\
# What shows each rule

Each number is a rule, or a decision of ours where the rules are silent ([Rules cited](rules.md) has them in a row).
Below it stand the tests that show it: scenarios by file and title, others by file and name. A rule that no test can
show says why. This page is made from `tests/rules/coverage.toml` and from what tests and scenarios cite.
"""


def numbers(text: str) -> frozenset[str]:
    """The numbers that a text cites, those of `R1.1 to R1.3` as well."""
    runs = {f"{x[1]}.{n}" for x in _RANGE.finditer(text) for n in range(int(x[2]), int(x[3]) + 1)}
    return frozenset({*NUMBER.findall(text), *runs})


@cache
def listed() -> dict[str, list[str] | str]:
    """By number: names of tests (besides those that cite it), or the reason why there can be none."""
    return tomllib.loads(LIST.read_text("utf-8"))


@cache
def titles_in(file: str) -> dict[str, frozenset[str]]:
    """The scenarios of a file: title without its ground, and the numbers in that."""
    source = Source.of((ROOT / file).read_bytes(), file)
    if file.endswith(".card"):
        card, _ = parse_card(source)
        examples = () if card is None else card.examples
    else:
        examples, _ = parse_scenarios(source)
    parts = (re.fullmatch(r"(.*?)(?: \[([^]]*)\])?", x.title, re.S) for x in examples)
    return {x[1]: numbers(x[2] or "") for x in parts if x}


@cache
def functions_in(file: str) -> dict[str, frozenset[str]]:
    """The tests of a Python file, and the numbers that each cites."""
    text = (ROOT / file).read_text("utf-8")
    comments = [
        (x.start[0], x.string)
        for x in tokenize.generate_tokens(io.StringIO(text).readline)
        if x.type == tokenize.COMMENT
    ]
    found: dict[str, frozenset[str]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            said = [ast.get_docstring(node) or ""]
            said += [x for line, x in comments if node.lineno <= line <= (node.end_lineno or 0)]
            found[node.name] = numbers(" ".join(said))
    return found


def exists(name: str) -> bool:
    """Whether there is a test `FILE::NAME` or a scenario `FILE: TITLE`."""
    file, divider, rest = name.partition("::" if "::" in name else ": ")
    if not divider or not (ROOT / file).is_file():
        return False
    return rest in (functions_in(file) if divider == "::" else titles_in(file))


@cache
def citing() -> dict[str, list[str]]:
    """By number: the scenarios and tests that cite it, in the order of their files."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    paths = [x for pattern in SCENARIOS for x in sorted(ROOT.glob(pattern))]
    paths += [x for folder in FOLDERS for x in sorted((ROOT / "tests" / folder).glob("test_*.py"))]
    for path in paths:
        file = path.relative_to(ROOT).as_posix()
        names, divider = (functions_in(file), "::") if path.suffix == ".py" else (titles_in(file), ": ")
        for name, cited in names.items():
            for number in cited:
                found[number].append(f"{file}{divider}{name}")
    return found


def shown_by(number: str) -> list[str]:
    """The tests of a rule, those first that the list names."""
    names = listed().get(number, [])
    return list(dict.fromkeys([*([] if isinstance(names, str) else names), *citing().get(number, [])]))


def page() -> str:
    """The page of all rules with their tests."""
    out = [_HEAD]
    for chapter in chapters():
        out.append(f"\n## {chapter.title}\n")
        for rule in chapter.rules:
            out.append(f"\n**[{rule.number}](rules.md#{anchor(rule.number)})** {markdown_text(rule.text)}\n\n")
            reason = listed().get(rule.number)
            out += [f"- No test: {markdown_text(reason)}\n"] if isinstance(reason, str) else _items(rule.number)
    return "".join(out)


def _items(number: str) -> list[str]:
    """The lines of a rule's tests, a line a file."""
    files: defaultdict[str, list[str]] = defaultdict(list)
    for name in shown_by(number):
        file, divider, rest = name.partition("::" if "::" in name else ": ")
        files[file].append(f"`{rest}`" if divider == "::" else markdown_text(rest))
    return [f"- `{file}`: {'; '.join(names)}\n" for file, names in files.items()]
