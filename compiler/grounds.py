"""Takes rulings and titles with grounds in brackets, gives what a ground stands for and where its sentence is found."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from .language import Language

RULES = Path(__file__).with_name("templates") / "rules.toml"
WORDS = ("card", "ruling")  # grounds that are no number; the page explains them by hand

_GROUND = re.compile(r"\s*\[([^\[\]]+)\]\s*$")


@dataclass(frozen=True)
class Rule:
    """A numbered statement, in a sentence of ours."""

    number: str
    text: str


@dataclass(frozen=True)
class Chapter:
    """Rules about one subject. `note` may be empty."""

    title: str
    note: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Cited:
    """One ground. `anchor`: its place on the page of rules, empty for a ground that is not there."""

    text: str
    anchor: str


@dataclass(frozen=True)
class Grounded:
    """A sentence and what it rests on: a rule's number, `ruling` or `card`; empty if not said."""

    text: str
    ground: str


@cache
def chapters() -> tuple[Chapter, ...]:
    """All rules that are cited, in the order of the page."""
    found = tomllib.loads(RULES.read_text("utf-8"))["chapter"]
    return tuple(
        Chapter(x["title"], x.get("note", ""), tuple(Rule(n, text) for n, text in x["rules"].items())) for x in found
    )


def cited(ground: str) -> tuple[Cited, ...]:
    """The grounds that a bracket names (`R6.9, D1`), each with its anchor."""
    known = {x.number for chapter in chapters() for x in chapter.rules} | set(WORDS)
    names = (x for x in re.split(r",\s*", ground) if x)
    return tuple(Cited(x, anchor(x) if x in known else "") for x in names)


def anchor(ground: str) -> str:
    """The name of a ground's place on the page (`r6-9`)."""
    return ground.lower().replace(".", "-")


def grounded(text: str) -> Grounded:
    """A ruling or title, parted from the ground in brackets at its end."""
    match = _GROUND.search(text)
    return Grounded(text, "") if match is None else Grounded(text[: match.start()], match[1])


def translated(text: str, language: Language) -> Grounded:
    """A ruling or title in a language; its ground is said in all of them alike."""
    said = grounded(text)
    return replace(said, text=language.translated(said.text))
