"""Takes cards, gives them as plain data for other programs: `schemas/card.schema.json` says what each field means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..dsl import tree as t
from ..dsl.write import print_test
from .grounds import translated
from .language import MODEL, Language, load_language
from .sheet import Sheet
from .words import PartText, plain_text, words

VERSION = 1  # of the form of the data, not of the package


def export(
    sheets: Iterable[Sheet], program: Callable[[t.Card], Any] | None = None, language: str = MODEL
) -> dict[str, Any]:
    """All cards as JSON-able data, in the order given (decks as `load_decks` gives them, cards as in the deck).

    `program` gives a meaning's program as JSON-able data; without it the programs are null.
    """
    return {"version": VERSION, "cards": [_card(x, program, load_language(language)) for x in sheets]}


def _card(sheet: Sheet, program: Callable[[t.Card], Any] | None, language: Language) -> dict[str, Any]:
    card = sheet.card
    parts = words(card, language.name)
    rulings = (translated(x.text, language) for x in card.rulings)
    return {
        "name": card.name,
        "deck": sheet.deck.name,
        "id": sheet.slug,
        "copies": sheet.file.copies,
        "kind": card.kind,
        "rank": None if card.rank is None else t.RANKS[card.rank],
        "pattern": None if card.pattern is None else list(card.pattern.rows),
        "directions": list(card.arrows),
        "summoned_on": None if card.summoning is None else list(card.summoning.adjectives),
        "task": None if card.task is None else _task(card.task),
        "text": plain_text(card, language.name),
        "parts": [_part(x, y) for x, y in zip(card.parts, parts, strict=card.task is None)],
        "rulings": [{"text": x.text, "ground": x.ground or None} for x in rulings],
        "program": None if program is None else program(card),
    }


def _task(task: t.Task) -> dict[str, Any]:
    return {
        "type": task.sort,
        "advanced": task.advanced,
        "points": task.points,
        "patterns": [list(x.rows) for x in task.patterns],
        "condition": print_test(task.claim),
    }


def _part(part: t.Part, text: PartText) -> dict[str, Any]:
    sentences = [{"statement": label, "text": said} for label, said in text.sentences]
    return {
        "name": part.name,
        "margin": part.margin,
        "heading": text.heading or None,
        "text": text.text,
        "statements": sentences,
    }
