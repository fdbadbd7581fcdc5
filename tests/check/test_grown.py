"""Effects grown from the grammar at random: what the checker accepts compiles, and formatting changes no meaning."""

from __future__ import annotations

import random

from kalarite.compiler.check import check_card
from kalarite.compiler.emit import Emitted, emit_deck
from kalarite.compiler.lowering import lower
from kalarite.dsl.format import format_card, print_statement
from kalarite.dsl.language import language
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source
from kalarite.dsl.tree import Card

HEAD = "heroic being Grown\n\npattern\n  .@*\n  cc.\n\narrows N E\n\neffect\n"
OPENING = "RANK BEING NAME _NL PATTERN _NL _INDENT PATTERN_ROW _NL _DEDENT ARROWS COMPASS _NL EFFECT _NL _INDENT"
NUMBERS, NAMES, CARDS = ("1", "1", "1", "2", "3", "45"), ("a", "b"), ("Toad",)
UNUSED = {"K027": ("*", "."), "K029": ("arrows N E\n\n", "")}  # marks and arrows that the effect does not speak of
TEXTS = 900


def grown(rng: random.Random) -> str:
    """A card with an effect that the grammar accepts: at every place any word that may stand there."""
    machine = language()
    stack = machine.begin("start")
    for terminal in OPENING.split():
        stack = machine.feed(stack, terminal) or ()
    depth, lines, line = 1, [], ""
    while depth:
        accepted = sorted(machine.accepts(stack) - {"$END", "RULING", "EXAMPLE"})
        if not line and "_DEDENT" in accepted:
            if len(lines) > rng.choice([2, 4, 6]) or depth > 3 or rng.random() < 0.35:
                stack, depth = machine.feed(stack, "_DEDENT") or (), depth - 1
                continue
            accepted.remove("_DEDENT")
        end = "_NL" in accepted and rng.random() < 0.6
        terminal = "_NL" if end else rng.choice(accepted)
        stack = machine.feed(stack, terminal) or ()
        if terminal == "_INDENT":
            depth += 1
        elif terminal == "_NL":
            lines.append("  " * depth + line.rstrip())
            line = ""
        else:
            words = {"INT": NUMBERS, "WORD": NAMES, "NAME": CARDS}.get(terminal) or machine.words[terminal]
            line += rng.choice(words) + " "
    return HEAD + "".join(f"{x}\n" for x in lines)


def meaning_of(text: str) -> Card | None:
    """The meaning of a text, or of the text without the marks and arrows that it does not use."""
    source = Source.of(text)
    card, mistakes = parse_card(source)
    assert card is not None
    assert {x.code for x in mistakes} <= {"K007", "K017"}, (text, mistakes)
    meaning, found = check_card(card, source)
    codes = {x.code for x in [*mistakes, *found]}
    if codes and codes <= set(UNUSED):
        for code in codes:
            text = text.replace(*UNUSED[code])
        return meaning_of(text)
    return None if mistakes else meaning


def test_what_the_checker_accepts_compiles() -> None:
    rng = random.Random(2)
    compiled = 0
    for _ in range(TEXTS):
        meaning = meaning_of(grown(rng))
        if meaning is not None:
            compiled += 1
            text = emit_deck("grown", [Emitted(meaning, lower(meaning))], "")
            compile(text, "<grown>", "exec")
    assert compiled > TEXTS / 20


def test_formatting_changes_no_meaning() -> None:
    rng = random.Random(3)
    for _ in range(TEXTS // 3):
        source = Source.of(grown(rng))
        card, mistakes = parse_card(source)
        assert card is not None
        if mistakes:
            continue
        once = Source.of(format_card(card, source))
        again, found = parse_card(once)
        assert again is not None
        assert not found
        assert format_card(again, once) == once.text
        lines = [[print_statement(x) for x in part.body] for part in card.parts]
        assert [[print_statement(x) for x in part.body] for part in again.parts] == lines
        assert {x.code for x in check_card(again, once)[1]} == {x.code for x in check_card(card, source)[1]}, once.text
