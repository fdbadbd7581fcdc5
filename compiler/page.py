"""Takes a card with its deck and source, gives its page as Markdown; also the pages of a deck and of all cards.

The Markdown is plain: headings, links, source and pictures as inline HTML and SVG. The templates
are in `templates/pages`; what they are given is made here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..dsl import tree as t
from ..dsl.constructs import Construct
from .deck import Deck
from .facets import Facet, constructs_of, facets, values_of
from .grounds import Grounded, anchor, cited, translated
from .heat import free_placements, heat_svg, placements
from .language import Key, Language, load_language
from .listing import body_span, listing, spoken
from .lowering import labels_of, lower
from .picture import board_svg, pattern_svg, piece_svg
from .program import Program, print_program
from .sheet import Sheet
from .words import PartText, kind_of, words

TEMPLATES = Path(__file__).with_name("templates") / "pages"
_MARKUP = re.compile(r"([\\`*_{}\[\]#!])")
_LIST = re.compile(r"^(\s*\d*)([-+]|(?<=\d)\.)")  # what makes a line an entry of a list, or a rule across the page
_TAGS = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_FORMS = (
    ("summon", re.compile(r"summon (?P<name>.+) (?P<square>[a-z]\d+)")),
    ("match", re.compile(r"match (?P<where>[nesw]'?)")),
    ("pick_up", re.compile(r"pick up (?P<square>[a-z]\d+)")),
    ("place", re.compile(r"place (?P<square>[a-z]\d+)")),
    ("move", re.compile(r"(?P<start>[a-z]\d+)-(?P<end>[a-z]\d+)")),
    ("leap", re.compile(r"(?P<start>[a-z]\d+)~(?P<end>[a-z]\d+)")),
    ("ranked", re.compile(r"(?P<rank>common|heroic|legendary) (?P<square>[a-z]\d+)")),
    ("square", re.compile(r"(?P<square>[a-z]\d+)")),
    ("direction", re.compile(r"(?P<direction>[NESW]{1,2})")),
    ("card", re.compile(r"card (?P<name>.+)")),
    ("color", re.compile(r"color (?P<name>.+)")),
    ("option", re.compile(r"option (?P<verb>.+)")),
    ("stop", re.compile(r"stop")),
    ("flare", re.compile(r"flare")),
    ("end", re.compile(r"end")),
)


@dataclass(frozen=True)
class Scene:
    """A board of an example and what is said of it until the next one."""

    word: str
    picture: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Worked:
    """A worked example, ready to be shown."""

    title: Grounded
    scenes: tuple[Scene, ...]


@dataclass(frozen=True)
class Placed:
    """Where a pattern fits: how many placements in all and at most on a square, on how many squares; a picture.

    `free`: the pattern shows no square of summoning, and squares count for the pieces on them.
    """

    number: int
    most: int
    squares: int
    picture: str
    free: bool


@dataclass(frozen=True)
class Shown:
    """A card, ready to be shown."""

    name: str
    file: str
    kind: str
    icon: str
    picture: str
    parts: tuple[PartText, ...]
    values: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Whole(Shown):
    """A card with all that its own page tells of it. `lines`, `source`: HTML, see `listing`."""

    rulings: tuple[Grounded, ...]
    examples: tuple[Worked, ...]
    keywords: tuple[Construct, ...]
    placed: Placed | None
    lines: str
    source: str
    brief: str
    program: str


def card_page(
    sheet: Sheet, arena: Sequence[str] = (), fields: Mapping[str, str] | None = None, language: str = "en"
) -> str:
    """The page of one card. `arena`: its rows, top row first; `fields`: the colors of its squares."""
    return render("card.md", language, deck=sheet.deck, card=_whole(sheet, arena, fields or {}, language))


def deck_page(deck: Deck, sheets: Sequence[Sheet], language: str = "en") -> str:
    """The page of a deck: each card with its picture and text. `sheets`: its cards, in the order of the deck."""
    return render("deck.md", language, deck=deck, cards=[_shown(x, language) for x in sheets])


def index_page(sheets: Sequence[Sheet], language: str = "en") -> str:
    """The page of all cards, deck by deck, with filters. `sheets` in the order of the decks."""
    decks = dict.fromkeys(x.deck for x in sheets)
    groups = [(deck, [_shown(x, language) for x in sheets if x.deck == deck]) for deck in decks]
    shown: tuple[Facet, ...] = facets(sheets, language)
    return render("cards.md", language, groups=groups, facets=[x for x in shown if len(x.options) > 1])


def answer_words(answer: str, language: str = "en", options: Mapping[str, str] | None = None) -> str:
    """An answer of a player (`d4-d5`, `option upgrade`) as words; one of no known form as it is.

    `options`: what the alternatives of the card are called in its text (`alternatives`).
    """
    for name, form in _FORMS:
        if match := form.fullmatch(answer):
            slots: dict[str, Any] = match.groupdict()
            if options and slots.get("verb") in options:
                slots["verb"] = options[slots["verb"]]
            slots |= {x: Key(f"{x}.{slots[x]}") for x in ("rank", "direction") if x in slots}
            return load_language(language).say(f"answer.{name}", **slots)
    return answer


def alternatives(card: t.Card, language: str = "en") -> dict[str, str]:
    """Of each alternative of an `either`, by the name of its answer: its words in the card's text.

    Names that two alternatives share, in different parts of the card, are left out.
    """
    said: dict[str, set[str]] = {}
    for part, text in zip(card.parts, words(card, language), strict=card.task is None):
        for node in t.walk(part):
            if isinstance(node, t.Either):
                for name, branch in zip(labels_of(node), node.branches, strict=True):
                    spans = {label: (start, end) for label, start, end in text.spans}
                    start, end = spans[branch[0].label][0], spans[branch[-1].label][1]
                    said.setdefault(name, set()).add(text.text[start:end])
    return {name: min(found) for name, found in said.items() if len(found) == 1}


# ---------------------------------------------------------------- what is shown


def _shown(sheet: Sheet, language: str) -> Shown:
    return Shown(**_common(sheet, language))


def _common(sheet: Sheet, language: str) -> dict[str, Any]:
    card = sheet.card
    return {
        "name": card.name,
        "file": quote(sheet.slug),
        "kind": kind_of(card, language),
        "icon": "" if card.rank is None else piece_svg(card.rank),
        "picture": pattern_svg(card, language),
        "parts": words(card, language),
        "values": values_of(sheet),
    }


def _whole(sheet: Sheet, arena: Sequence[str], fields: Mapping[str, str], language: str) -> Whole:
    card = sheet.card
    body = body_span(card, sheet.source)
    program = lower(card)
    options = alternatives(card, language)
    return Whole(
        **_common(sheet, language),
        rulings=tuple(translated(x.text, load_language(language)) for x in card.rulings),
        examples=tuple(_worked(x, fields, options, language) for x in card.examples),
        keywords=tuple(constructs_of(sheet.source)),
        placed=_placed(card, arena, language),
        lines="" if body is None else _code(listing(card, sheet.source, body)),
        source=_code(listing(card, sheet.source)),
        brief=_brief(program, load_language(language)),
        program=print_program(program),
    )


def _code(html: str) -> str:
    """Without an empty line, at which Markdown might end a block of HTML."""
    return re.sub(r"(?<=\n)\n", "&#10;", html)


def _placed(card: t.Card, arena: Sequence[str], language: str) -> Placed | None:
    if card.pattern is None or not arena:
        return None
    counts = placements(card, arena)
    free = not counts
    number, counts = free_placements(card, arena) if free else (sum(counts.values()), counts)
    return Placed(number, max(counts.values()), len(counts), heat_svg(card.name, counts, language), free)


def _brief(program: Program, language: Language) -> str:
    """How many blocks a program has, and what it asks for."""
    blocks = [x for part in program.parts for x in part.blocks.values()]
    asked = [x.end[1] for x in blocks if x.end[0] == "offer"]
    if not blocks:
        return language.say("site.program_claim")
    kinds = ", ".join(dict.fromkeys(asked))
    say = language.say
    questions = say("site.program_asks", n=len(asked), kinds=kinds) if asked else say("site.program_none")
    return say("site.program_text", n=len(blocks), blocks=len(blocks), questions=questions)


def _worked(example: t.Example, fields: Mapping[str, str], options: Mapping[str, str], language: str) -> Worked:
    """Each board with the lines that follow it; lines before the first board stand with that one."""
    steps = example.steps
    starts = [i for i, x in enumerate(steps) if x.rows]
    said = [steps[start + 1 : end] for start, end in zip(starts, [*starts[1:], len(steps)], strict=True)]
    if said:
        said[0] = steps[: starts[0]] + said[0]
    say = load_language(language)
    scenes = (_scene(steps[start], lines, fields, options, say) for start, lines in zip(starts, said, strict=True))
    return Worked(translated(example.title, say), tuple(scenes))


def _scene(
    board: t.Step, steps: Sequence[t.Step], fields: Mapping[str, str], options: Mapping[str, str], language: Language
) -> Scene:
    word = language.say(f"site.{board.word}")
    picture = board_svg(
        board.rows,
        board.window,
        chosen=[x for step in steps if step.word == "play" for x in _answers(step.text)],
        refused=[x for step in steps if step.word == "refuses" for x in _answers(step.text)],
        carried=_carried(steps, "marker " if board.word == "before" else "expect marker "),
        fields=fields,
        title=word,
        language=language.name,
    )
    return Scene(word, picture, tuple(_line(x, language, options) for x in steps))


def _carried(steps: Sequence[t.Step], line: str) -> list[str]:
    """The squares of pieces with a marker, as the lines beside a board say."""
    said = [f"{x.word} {x.text}".removeprefix(line) for x in steps if f"{x.word} {x.text}".startswith(line)]
    return [square for text in said for square in _answers(text.partition(" ")[2]) if square != "-"]


def _answers(text: str) -> list[str]:
    return [x.strip() for x in text.split(",") if x.strip()]


def _line(step: t.Step, language: Language, options: Mapping[str, str]) -> str:
    """One line of an example in words; its text is read as `docs/design/0002-scenarios.md` says."""
    word, rest = step.word, step.text
    if word == "expect":
        what, _, rest = step.text.partition(" ")
        word = f"expect_{what}"
    items = rest.split()
    slots: dict[str, Any] = {"text": rest}
    match word.removeprefix("expect_"):
        case "play" | "offers" | "allows" | "refuses":
            between = language.say("step.answers" if word == "play" else "step.choices")
            slots["answers"] = between.join(answer_words(x, language.name, options) for x in _answers(rest))
        case "kept":
            field, _, text = rest.partition(":")
            known = f"kept.{field}" in language.patterns  # a module of one's own has no words here
            slots |= {"field": language.say(f"kept.{field}") if known else field, "text": text.strip()}
        case "supply":
            side, two, legendary = items
            slots |= {"side": language.say(f"step.{side}"), "two": two, "legendary": legendary}
        case "score":
            slots |= dict(zip(("own", "enemy"), items, strict=True))
        case "held" if step.word == "expect":
            slots |= dict(zip(("beings", "legends", "flares"), items, strict=True))
        case "destroyed":
            slots["pieces"] = _destroyed(items, language)
        case "summoned":
            slots["beings"] = language.say("step.choices").join(answer_words(x, language.name) for x in _answers(rest))
        case "actions" | "turns":
            slots["n"] = int(rest)
        case "marker":
            marker, _, where = rest.partition(" ")
            slots |= {"marker": marker, "where": language.say("step.nowhere") if where == "-" else where}
        case _:
            pass
    return language.finish(language.say(f"step.{word}", **slots))[0]


def _destroyed(numbers: Sequence[str], language: Language) -> str:
    listed = (
        language.say("step.pieces", n=int(number), rank=Key(f"rank.{rank}"))
        for rank, number in zip(t.RANKS, numbers, strict=True)
        if int(number)
    )
    return language.say("step.choices").join(listed) or language.say("step.none")


# ---------------------------------------------------------------- templates


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown, not HTML: the filter below does it
    )
    environment.filters["md"] = markdown_text
    environment.filters["sentence"] = lambda text: text[:1].upper() + text[1:]
    environment.filters["title"] = lambda text: json.dumps(title_text(text), ensure_ascii=False)
    environment.filters["fence"] = _fence
    environment.filters["cited"] = cited
    environment.filters["anchor"] = anchor
    environment.filters["quote"] = quote
    environment.filters["spoken"] = lambda part: spoken(part, markdown_text)
    return environment


def markdown_text(text: str) -> str:
    """`text` with the characters escaped that Markdown would take as markup."""
    return escape(_LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", text)), quote=False)


def title_text(text: str) -> str:
    """A title for the navigation and the head of a page, which themes take for HTML; a lone `&` stays."""
    return re.sub(r"[<>]|&(?=[#\w])", lambda match: _TAGS[match[0]], text)


def _fence(text: str) -> str:
    """A fence longer than any run of backticks in `text`."""
    longest = max((len(x) for x in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def render(template: str, language: str, **values: object) -> str:
    """The page that `template` makes of `values`; what it says itself it says in a language."""
    own = load_language(language)
    said = {"say": own.say, "named": own.translated, "language": language}
    return _environment().get_template(f"{template}.jinja").render(**said, **values)
