"""Conditions beyond those of the shipped tasks, and cards made of conditions."""

from __future__ import annotations

from kalarite.compiler.compile import CompiledCard, compile_card
from kalarite.dsl.source import Source

# Together with the shipped tasks these have every test, amount, region, side and way that the language has.
CONDITIONS = (
    "no enemy pieces on red squares",
    "some own piece on red squares or no common pieces",
    "at least 2 own non-legendary pieces on colorless squares and no own legendary pieces",
    "some own piece orthogonally adjacent to at least 2 enemy pieces",
    "some enemy heroic piece diagonally adjacent to at least 2 pieces",
    "at least 3 own pieces adjacent to enemy upgraded pieces",
    "at least 2 pieces within 2 from central squares",
    "some own common piece on or adjacent to green squares",
    "more enemy than own pieces",
    "at least 2 more enemy than own common pieces on colored squares",
    "on every line, more own than enemy pieces or no pieces",
    "on every side, some piece",
    "on some corner, no own pieces and some enemy piece",
    "on some line, at least 2 own upgraded pieces adjacent to at least 2 own pieces",
    "on every corner, some own piece reaching no enemy pieces through empty squares",
    "on some side, some enemy piece reaching the opposite side in 8 steps through enemy pieces",
    "on every side, some piece reaching the opposite side through pieces",
    "some own piece reaching own pieces in 2 steps through empty squares",
    "some own piece reaching own legendary pieces through common pieces",
    "some enemy common piece reaching no own pieces in 1 step through empty colorless squares",
    "at least 2 enemy pieces reaching enemy upgraded pieces in 2 steps through squares",
    "no enemy legendary pieces destroyed this turn",
    "at least 2 enemy non-legendary pieces destroyed this turn or some own legendary piece",
    "some upgraded being summoned on central squares this turn",
    "no beings summoned this turn or at least 2 common beings summoned on colorless squares this turn",
)
PATTERNS = ("hc", "l", "c..\n  .hc", "c.c\n  .l.")


def task(condition: str, *patterns: str) -> str:
    """A task's text."""
    drawn = "".join(f"\npattern\n  {x}\n" for x in patterns)
    return f"configuration task Example\n\npoints 1\n{drawn}\nclaim if {condition}\n"


TEXTS = [task(x) for x in CONDITIONS]
TEXTS += [task("some pattern fits on squares", x) for x in PATTERNS]
TEXTS += [task("some pattern fits on colorless squares or some enemy legendary piece", *PATTERNS[2:])]


def compiled(text: str) -> CompiledCard:
    card, mistakes = compile_card(Source.of(text))
    assert card is not None and not mistakes, [x.message for x in mistakes]
    return card
