"""Takes cards, gives a page for each keyword: the cards that use it, with the line in which they do.

A keyword is a construct of the grammar (`dsl.constructs`) that some card uses. Where the page of the language
explains it is read off that page: each of its sections ends with the names of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from ..dsl.constructs import Construct, constructs
from ..dsl.source import Span
from .facets import constructs_of
from .listing import listing
from .page import render
from .sheet import Sheet

_HEADING = re.compile(r"^#+ +(.+?) *$", re.M)
_RULES = re.compile(r"^\*Grammar: (.*?)\*$", re.M | re.S)
_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)


@dataclass(frozen=True)
class Use:
    """A card that uses a keyword: name, place of its page below `cards/`, and the lines in which it does, as HTML."""

    name: str
    page: str
    deck: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A section of the page of the language: its heading and its place there."""

    title: str
    anchor: str


def uses(sheets: Sequence[Sheet]) -> dict[Construct, list[Sheet]]:
    """The keywords, in the order of the grammar, each with the cards that use it in the order of `sheets`."""
    found: dict[Construct, list[Sheet]] = {}
    for sheet in sheets:
        for construct in constructs_of(sheet.source):
            found.setdefault(construct, []).append(sheet)
    return {x: found[x] for x in constructs() if x in found}


def keywords_page(found: Mapping[Construct, Sequence[Sheet]], language: str = "en") -> str:
    """The page of all keywords."""
    groups = [("site.keyword_actions", [x for x in found if x.is_action])]
    groups.append(("site.keyword_others", [x for x in found if not x.is_action]))
    return render("keywords.md", language, groups=groups, cards={x: len(found[x]) for x in found})


def keyword_page(
    construct: Construct, sheets: Sequence[Sheet], sections: Mapping[str, Section], language: str = "en"
) -> str:
    """The page of one keyword. `sections`: where the rules of the grammar are explained."""
    explained = dict.fromkeys(sections[x] for x in construct.rules if x in sections)
    return render(
        "keyword.md", language, keyword=construct, cards=[_use(x, construct) for x in sheets], explained=explained
    )


def sections(page: str) -> dict[str, Section]:
    """Of each rule of the grammar that the page of the language explains: where. A listed word goes by its terminal."""
    text = _FENCED.sub("", page)
    headings = [(x.start(), x[1]) for x in _HEADING.finditer(text)]
    found: dict[str, Section] = {}
    for match in _RULES.finditer(text):
        title = [x for start, x in headings if start < match.start()][-1]
        section = Section(title.replace("`", ""), _anchor(title))
        found |= dict.fromkeys(re.findall(r"`(\w+)`", match[1]), section)
    return found


def _anchor(title: str) -> str:
    """The anchor that builders give to a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())


def _use(sheet: Sheet, construct: Construct) -> Use:
    spans = constructs_of(sheet.source)[construct]
    lines = dict.fromkeys(_line(sheet.source, x) for x in spans)
    shown = tuple(listing(sheet.card, sheet.source, x) for x in lines)
    return Use(sheet.card.name, f"{sheet.deck.name}/{quote(sheet.slug)}", sheet.deck.title, shown)


def _line(source: str, span: Span) -> Span:
    """The line in which a span begins, without its indentation."""
    start = source.rfind("\n", 0, span.start) + 1
    end = source.find("\n", span.start)
    text = source[start : len(source) if end < 0 else end]
    return Span(start + len(text) - len(text.lstrip()), start + len(text.partition("#")[0].rstrip()))
