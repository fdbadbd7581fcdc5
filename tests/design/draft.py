"""The draft grammar of the cards on paper, read with the machinery of the real one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kalarite.dsl.diagnostic import Findings
from kalarite.dsl.language import Language, WholeWords, language, mark
from kalarite.dsl.lines import split_lines
from kalarite.dsl.source import Source
from lark import Lark, Token, Tree

PAPER = Path(__file__).resolve().parents[2] / "docs" / "design" / "paper"
DRAFT = PAPER / "draft.lark"


@cache
def draft() -> Language:
    """The language as it would be; strict, so that a conflict is an error."""
    parser = Lark(
        DRAFT.read_text("utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=WholeWords(),
        start=["start", "scenarios"],
        propagate_positions=True,
        maybe_placeholders=False,
        strict=True,
    )
    return Language(parser)


def read(text: str, language_: Language) -> Tree[Any]:
    """The parse of a card; fails with the token that may not stand where it stands."""
    parser = language_.parser.parse_interactive(start="start")
    for token in _tokens(text, language_):
        parser.feed_token(token)
    return parser.feed_eof()


def _tokens(text: str, language_: Language) -> Iterator[Token]:
    source = Source.of(text)
    findings = Findings(source)
    stack, depth = language_.begin("start"), 0
    lines = split_lines(source, findings)
    assert not findings.sorted()
    for line in lines:
        tokens = [mark("_INDENT" if line.depth > depth else "_DEDENT", line.start)] * abs(line.depth - depth)
        depth = line.depth
        for token in tokens:
            stack = _fed(language_, stack, token)
            yield token
        at = line.start
        while (token := language_.token(stack, source.text, at, line.end)) is not None:
            stack, at = _fed(language_, stack, token), token.end_pos or line.end
            yield token
        end = mark("_NL", line.end)
        stack = _fed(language_, stack, end)
        yield end
    yield from [mark("_DEDENT", len(text))] * depth


def _fed(language_: Language, stack: Any, token: Token) -> Any:
    after = language_.feed(stack, token.type)
    assert after is not None, f"{token!r} may not come here, only {sorted(language_.accepts(stack))}"
    return after


def nodes(language_: Language) -> set[str]:
    """The rules and aliases of a grammar that make nodes."""
    found: set[str] = set()
    for rule in language_.parser.rules:
        name = str(rule.origin.name)
        if rule.alias:
            found.add(str(rule.alias))
        elif not name.startswith("_") and not rule.options.expand1:
            found.add(name)
    return found


def new_nodes() -> set[str]:
    """What the draft adds to today's grammar."""
    return nodes(draft()) - nodes(language())


def used_nodes(tree: Tree[Any]) -> set[str]:
    """The nodes of a parse, and the words that are new without a node of their own."""
    names = {str(x.data) for x in tree.iter_subtrees()}
    tokens = {(x.type, str(x)) for x in tree.scan_values(lambda x: isinstance(x, Token))}
    names |= {"their"} if any(kind == "THEIR" for kind, _ in tokens) else set()
    return names | ({"crossed"} if ("FIELD", "crossed") in tokens else set())
