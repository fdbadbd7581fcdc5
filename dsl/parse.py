"""Takes a `Source`, gives the tree of its card and the diagnostics of its mistakes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark
from lark.indenter import Indenter

from .build import TreeBuilder
from .diagnostic import Diagnostic
from .source import Source
from .tree import Card

GRAMMAR = Path(__file__).with_name("grammar.lark")


class Indentation(Indenter):
    """Turns deeper and shallower lines into `_INDENT` and `_DEDENT`."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 1

    @property
    def always_accept(self) -> tuple[str, ...]:
        return (self.NL_type, "WORD")  # WORD: a misspelt word comes as one token


def make_parser(strict: bool = False) -> Lark:
    """Build the parser from the grammar (a second); `strict` refuses any conflict."""
    return Lark(
        GRAMMAR.read_text("utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=Indentation(),
        start=["start", "scenarios"],
        propagate_positions=True,
        maybe_placeholders=False,
        strict=strict,
    )


@cache
def _parser() -> Lark:
    return make_parser()


def parse_card(source: Source) -> tuple[Card | None, list[Diagnostic]]:
    """Parse one card. The tree is None when nothing of the card could be made out."""
    return TreeBuilder().transform(_parser().parse(source.text, start="start")), []
