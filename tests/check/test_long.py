"""Cards as long and as deep as they may be: every stage goes through them, and none needs a deep stack for it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest
from kalarite.compiler.check import MOST_STATEMENTS
from kalarite.compiler.compile import compile_card
from kalarite.compiler.emit import Emitted, emit_deck
from kalarite.compiler.outline import outline
from kalarite.compiler.program import print_program
from kalarite.compiler.words import words
from kalarite.dsl.format import format_card
from kalarite.dsl.source import Source

STACK = 350  # calls in one another: what the deepest card needs, not a call for each statement
DEEPEST = 17  # of the blocks below: within 20 with the deepest of them inside

STATEMENTS = """
destroy 1 piece
destroy all pieces
destroy all enemy pieces adjacent to own pieces
destroy all pieces and all pieces within 2
place 1 common piece
upgrade 1 own piece
upgrade self
downgrade self
convert 1 enemy piece
gain 1 action
gain 1 turn
combat move
combat move any number with own pieces
standard leap
may destroy all pieces
may upgrade self
may gain 1 action
may combat move with 1 own piece
if you have at least 1 action left |   destroy all pieces
if you have at least 1 action left |   destroy all pieces | otherwise |   gain 1 action
either |   destroy all pieces | or |   gain 1 turn
may |   destroy all pieces |   gain 1 action
""".strip().splitlines()
WIDE = {
    "if": "if you have at least 1 action left",
    "may": "may",
    "with each": "with each of 2 pieces\n  destroy it",
}
BLOCKS: dict[str, Callable[[list[str]], list[str]]] = {
    "may": lambda x: ["may", *x, "  gain 1 action"],
    "if": lambda x: ["if you have at least 1 action left", *x],
    "otherwise": lambda x: ["if you have at least 1 action left", "  gain 1 action", "otherwise", *x],
    "either": lambda x: ["either", *x, "or", "  gain 1 action"],
    "or": lambda x: ["either", "  gain 1 action", "or", *x],
    "with each": lambda x: ["with each of 1 piece", *x, "  destroy it"],
    "you do": lambda x: ["may destroy all pieces", "if you do", *x],
}


def compiled(lines: list[str]) -> list[str]:
    """The codes of the mistakes of an effect; without any, it went through every stage."""
    text = "heroic being Long\n\npattern\n  c@\n\neffect\n" + "".join(f"  {x}\n" for x in lines)
    source = Source.of(text)
    with _low_stack():
        card, mistakes = compile_card(source)
        if card is not None:
            outline(card.meaning)
            print_program(card.program)
            words(card.meaning)
            format_card(card.tree, source)
            compile(emit_deck("own", [Emitted(card.meaning, card.program)], ""), "long", "exec")
    return [x.code for x in mistakes]


@contextmanager
def _low_stack() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + STACK)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def indented(lines: list[str]) -> list[str]:
    return [f"  {x}" for x in lines]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_as_many_statements_as_there_may_be(statement: str) -> None:
    lines = [x.removeprefix(" ").rstrip() for x in statement.split("|")]
    number = sum(1 + x.strip().startswith("may ") for x in lines if x not in ("or", "otherwise"))
    assert compiled(lines * (MOST_STATEMENTS // number)) == []


@pytest.mark.parametrize("head", WIDE)
def test_a_block_with_as_many_statements_as_there_may_be(head: str) -> None:
    assert compiled([*WIDE[head].split("\n"), *["  destroy all pieces"] * (MOST_STATEMENTS - 2)]) == []


def test_as_many_branches_as_there_may_be() -> None:
    branches = [f"  destroy all {rank} pieces within {n}" for rank in ("common", "heroic") for n in range(1, 96)]
    assert compiled(["either", *"\nor\n".join(branches).split("\n")]) == []


@pytest.mark.parametrize("kinds", [*((x,) for x in BLOCKS), *combinations(BLOCKS, 2)], ids="-".join)
def test_blocks_in_one_another_as_deep_as_they_may_be(kinds: tuple[str, ...]) -> None:
    lines = ["destroy all pieces"]
    for n in range(DEEPEST):
        lines = BLOCKS[kinds[n % len(kinds)]](indented(lines))
    assert compiled(lines) in ([], ["K053"])  # too many things to remember, and told as that
