"""Takes cards, gives what they can be filtered by and the keywords that they use; all of it is read off the cards.

A facet is a question with options (`rank`: common, heroic ...); a card has any number of a facet's options.
Decks come from the cards, verbs and keywords from the grammar.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..dsl import tree as t
from ..dsl.constructs import Construct, constructs, used
from ..dsl.source import Source, Span
from .language import Language, load_language
from .sheet import Sheet


@dataclass(frozen=True)
class Option:
    """One answer to a facet's question: its value in the page, its words, how many cards have it."""

    value: str
    words: str
    cards: int


@dataclass(frozen=True)
class Facet:
    """A question by which cards are filtered."""

    name: str
    title: str
    options: tuple[Option, ...]


@lru_cache(maxsize=1024)
def constructs_of(source: str) -> Mapping[Construct, Sequence[Span]]:
    """The constructs that the text of a sound card uses, with their places."""
    return used(Source.of(source))


def values_of(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The options that a card has, by facet."""
    card = sheet.card
    drawn = "".join(x for pattern in _patterns(card) for x in pattern.rows)
    ranks = [x for i, x in enumerate(t.RANKS) if {"chl"[i], "CHL"[i]} & set(drawn)]
    pieces = sum(drawn.count(x) for x in "chlCHL")
    return {
        "deck": (sheet.deck.name,),
        "kind": (card.kind,),
        "rank": () if card.rank is None else (t.RANKS[card.rank],),
        "holds": (*ranks, *(["marks"] if set(drawn) & set("*+") else []), *(["arrows"] if card.arrows else [])),
        "pieces": (str(pieces),) if pieces and card.task is None else (),
        "does": tuple(x.slug for x in constructs_of(sheet.source) if x.is_action),
    }


def facets(sheets: Sequence[Sheet], language: str = "en") -> tuple[Facet, ...]:
    """The facets of all `sheets`; of each the options that at least one card has, in their natural order."""
    say = load_language(language)
    had = [values_of(x) for x in sheets]
    words: dict[str, dict[str, str]] = {
        "deck": {x.deck.name: say.translated(x.deck.title) for x in sheets},
        "kind": {x: say.say(f"site.kind_{x}") for x in ("being", "legend", "flare", "task")},
        "rank": _rank_words(say),
        "holds": {**_rank_words(say), **{x: say.say(f"site.holds_{x}") for x in ("marks", "arrows")}},
        "pieces": {x: x for x in sorted({x for values in had for x in values["pieces"]}, key=int)},
        "does": {x.slug: verb_of(x, say) for x in constructs() if x.is_action},
    }
    return tuple(
        Facet(name, say.say(f"site.facet_{name}"), _options(known, [x[name] for x in had]))
        for name, known in words.items()
    )


def _options(known: Mapping[str, str], had: Iterable[Sequence[str]]) -> tuple[Option, ...]:
    cards = list(had)
    counted = ((x, words, sum(x in values for values in cards)) for x, words in known.items())
    return tuple(Option(*x) for x in counted if x[2])


def verb_of(construct: Construct, language: Language) -> str:
    """What an action is called; a language that has no word for it says it as cards do."""
    key = f"does.{construct.slug}"
    return language.say(key) if key in language.patterns else construct.phrase


def _rank_words(language: Language) -> dict[str, str]:
    return {x: language.say(f"rank.{x}") for x in t.RANKS}


def _patterns(card: t.Card) -> tuple[t.Pattern, ...]:
    if card.task is not None:
        return card.task.patterns
    return () if card.pattern is None else (card.pattern,)
