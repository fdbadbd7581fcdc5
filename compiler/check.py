"""Takes a card's tree, gives its meaning and everything that is wrong with it; compares the cards of a deck."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from ..dsl import tree as t
from ..dsl.diagnostic import Diagnostic, Findings, TooManyMistakes
from ..dsl.source import Source, Span
from .checks.alone import check_copies, check_extra
from .checks.conditions import check_places
from .checks.drawing import check_drawing
from .checks.flare import check_flare
from .checks.flow import check_flow
from .checks.markers import check_markers
from .checks.names import check_names
from .checks.reporter import Reporter
from .checks.statements import check_statements
from .checks.task import check_task
from .checks.zones import check_zones
from .deck import EXTRA_PARTS
from .lowering import TooMuch, lower
from .resolve import resolve

MOST_STATEMENTS = 200  # of a card; all checks that compare statements stay fast with so many

_SHIFTS = {word: n for n, word in enumerate(t.COMPASS)}


def check_card(card: t.Card, source: Source) -> tuple[t.Card | None, list[Diagnostic]]:
    """Check all that the grammar cannot: the meaning of a card, and its mistakes in the order of the text.

    The meaning is None where there are mistakes, or where the parser reported some
    (`card.holes`). What is a mere consequence of those is not reported again.
    """
    findings = Findings(source)
    try:
        meaning = _check(card, Reporter(card, findings))
    except TooManyMistakes:
        meaning = None
    return (None if card.holes or len(findings) else meaning), findings.sorted()


def _check(card: t.Card, report: Reporter) -> t.Card | None:
    """The meaning of a card as far as it has one; everything that is wrong goes to `report`."""
    statements = [x for x in t.walk(card.parts) if hasattr(x, "label")]
    if len(statements) > MOST_STATEMENTS:
        message = f"the card has {len(statements)} statements, {MOST_STATEMENTS} are the most"
        report("K006", report.line_of(statements[MOST_STATEMENTS]), message, "leave some out")
        return None
    if report.guessed(card.span):
        card = replace(card, rank=None)
    check_drawing(card, report)
    if card.kind == "flare":
        check_flare(card, report)
    if card.task is not None:
        check_task(card.task, report)
    check_places(card, report)
    check_copies(card, report)
    for part in card.parts:
        if part.name in EXTRA_PARTS:
            check_extra(part, report)
        check_names(part, report)
        check_statements(part.body, report)
    meaning = resolve(card, report)
    check_flow(meaning, report)
    if not card.holes and not len(report.findings) and not _fits(meaning):
        help_ = "split the card, or speak of fewer things"
        report("K053", card.span, "the effect remembers more things than a game can hold", help_)
    return meaning


def _fits(meaning: t.Card) -> bool:
    """Whether a frame of the engine has room for all that the effect remembers."""
    try:
        lower(meaning)
    except TooMuch:
        return False
    return True


# ---------------------------------------------------------------- the cards of a deck


def check_deck(
    cards: Iterable[tuple[t.Card, Source]],
    parts: Collection[str] = (),
    module: str = "",
    markers: Collection[str] = (),
) -> list[Diagnostic]:
    """Cards of one deck differ in their names, and beings in their patterns however these are turned (R5.2).

    `parts`: those beside `effect` that its rules know. `module`: the name of its module of rules, if it has one;
    `markers`: the words of the markers that this brings.
    """
    cards = list(cards)
    names: dict[str, t.Card] = {}
    patterns: dict[frozenset[object], t.Card] = {}
    found: list[Diagnostic] = []
    known = [card.name for card, _ in cards]
    for card, source in cards:
        if card.name.casefold() in names:
            message = f"another card of this deck is called '{names[card.name.casefold()].name}'"
            found.append(Diagnostic("K071", card.span, message, source, "give one of them another name"))
        names.setdefault(card.name.casefold(), card)
        for part in card.parts:
            if not module and (wrong := next(filter(_needs_module, t.walk(part.body)), None)):
                message = "this line needs a module of rules, and the deck names none"
                found.append(Diagnostic("K074", wrong.span, message, source, "write 'module = ...' in its deck.toml"))
            if part.name in EXTRA_PARTS and part.name not in parts:
                message = f"the rules of this deck know no '{part.name}' effects"
                help_ = f"write 'parts = [\"{part.name}\"]' in its deck.toml, or leave this part out"
                found.append(Diagnostic("K072", part.span, message, source, help_))
        found += check_zones(card, source, known, parts)
        found += check_markers(card, source, markers)
        if card.pattern is None:
            continue
        form = frozenset(_orientations(card))
        if form in patterns:
            message = f"'{patterns[form].name}' in this deck has the same pattern"
            help_ = "patterns that differ only in how they are turned are the same"
            found.append(Diagnostic("K070", _first_row(card.pattern), message, source, help_))
        patterns.setdefault(form, card)
    return found


def _needs_module(node: object) -> bool:
    """Whether a statement speaks of what only modules of rules keep."""
    match node:
        case t.Destroy():
            return node.out
        case t.Lose():
            return node.opponents
        case _:
            return False


def _first_row(pattern: t.Pattern) -> Span:
    return pattern.row_spans[0] if pattern.row_spans else pattern.span


def _orientations(card: t.Card) -> Iterable[object]:
    """The pattern with its arrows in the eight ways to turn and mirror it, each from its summoning square."""
    assert card.pattern is not None
    cells = [(x, y, char) for y, row in enumerate(card.pattern.rows) for x, char in enumerate(row) if char != "."]
    arrows = [_SHIFTS[x] for x in card.arrows]
    for mirrored in (False, True):
        for quarter in range(4):
            turned = [(*_turned(x, y, quarter, mirrored), char) for x, y, char in cells]
            left, top = min(x for x, _, _ in turned), min(y for _, y, _ in turned)
            points = frozenset((x - left, y - top, char) for x, y, char in turned)
            yield points, frozenset(((-n if mirrored else n) + 2 * quarter) % 8 for n in arrows)


def _turned(x: int, y: int, quarter: int, mirrored: bool) -> tuple[int, int]:
    """A place of a drawing (down is greater) mirrored left to right, then turned clockwise by quarters."""
    x = -x if mirrored else x
    for _ in range(quarter):
        x, y = -y, x
    return x, y
