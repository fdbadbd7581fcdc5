"""Takes the text of a card or of scenarios, gives tokens for Pygments, which highlights it in pages and elsewhere.

The words and their kinds come from the grammar. Any text is lexed: what is no card comes out plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace, _TokenType

from ..dsl.constructs import constructs, openers
from ..dsl.example import STEPS
from ..dsl.language import language

Token: TypeAlias = "tuple[int, _TokenType, str]"

_PIECE = re.compile(r"[ \t]+|\d+|[^\W\d_][\w'-]*|.", re.S)
_DRAWING = re.compile(r"[.chlCHL@*+_0-9]+")
_HEADS = ("being", "legend", "flare", "task")
_TEXTS = {"ruling": String, "example": String.Doc}  # lines that end in free text


class CardLexer(Lexer):
    """The language of cards (`.card`) and of worked examples (`.scenarios`)."""

    name = "Kalarite card"
    aliases = ["card", "kalarite"]
    filenames = ["*.card", "*.scenarios"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[Token]:
        """The tokens of `text`, each with its place; together they are the text."""
        start = 0
        drawn = False  # whether a drawing may follow
        inside = ""  # what the last line at the edge began with
        for line in text.splitlines(keepends=True):
            content = line.partition("#")[0].rstrip()
            said = content.lstrip()
            lead = len(content) - len(said)
            drawn = drawn and (not said or _DRAWING.fullmatch(said) is not None)
            inside = said.split()[0] if said and not lead else inside
            steps = bool(lead) and inside in ("", "example")
            tokens = [(0, String.Symbol, said)] if drawn and said else list(_line(said, lead == 0, steps))
            if not drawn and said:
                drawn = said.split()[0] in ("pattern", "before", "after")
            if lead:
                yield start, Whitespace, line[:lead]
            yield from ((start + lead + at, kind, word) for at, kind, word in tokens)
            yield from _rest(start, line, len(content))
            start += len(line)


def _rest(start: int, line: str, end: int) -> Iterator[Token]:
    """What stands behind the content of a line: blanks, a comment, the end of the line."""
    before, sharp, comment = line[end:].partition("#")
    body = comment.rstrip("\r\n")
    for kind, word in ((Whitespace, before), (Comment.Single, sharp + body), (Whitespace, comment[len(body) :])):
        if word:
            yield start + end, kind, word
            end += len(word)


def _line(said: str, at_edge: bool, steps: bool) -> Iterator[Token]:
    """The tokens of a line without its indentation and comment; `steps`: it may be a step of an example."""
    first, blank, rest = _parts(said)
    name = _name_at(said) if at_edge else 0
    if name:
        yield from _words(said[:name], Keyword.Declaration)
        yield name, Name.Class, said[name:]
    elif at_edge and first in _TEXTS:
        yield from _present(Keyword.Namespace, first, blank, _TEXTS[first], rest)
    elif first in STEPS and steps:
        yield from _present(Keyword.Pseudo, first, blank, Text, rest)
    elif first in openers():
        yield 0, Keyword.Reserved if openers()[first] else Keyword.Namespace, first
        yield from ((at + len(first), kind, word) for at, kind, word in _words(said[len(first) :]))
    else:
        yield from _words(said)


def _present(kind: _TokenType, first: str, blank: str, kind_of_rest: _TokenType, rest: str) -> Iterator[Token]:
    """A word and free text behind it."""
    yield 0, kind, first
    if rest:
        yield len(first), Whitespace, blank
        yield len(first) + len(blank), kind_of_rest, rest


def _parts(said: str) -> tuple[str, str, str]:
    """The first word of a line, the blanks behind it, the rest."""
    match = re.match(r"(\S*)(\s*)(.*)", said, re.S)
    assert match is not None
    return match[1], match[2], match[3]


def _name_at(said: str) -> int:
    """Where the name begins in the head line of a card; 0 for another line."""
    words = list(re.finditer(r"\S+", said))
    at = next((i for i, x in enumerate(words[:3]) if x[0] in _HEADS), None)
    if at is None or at + 1 == len(words) or not all(x[0] in _kinds() for x in words[:at]):
        return 0
    return words[at + 1].start()


def _words(said: str, known: _TokenType | None = None) -> Iterator[Token]:
    """Word by word; `known`: the kind of every word of the grammar, else each has its own."""
    for match in _PIECE.finditer(said):
        word = match[0]
        if word.isspace():
            kind = Whitespace
        elif word.isdigit():
            kind = Number.Integer
        elif word in _kinds():
            kind = known or _kinds()[word]
        else:
            kind = Name.Variable if word[0].isalpha() else Punctuation
        yield match.start(), kind, word


@cache
def _kinds() -> dict[str, _TokenType]:
    """Every word of the grammar with its kind: what acts, what is listed, what is spoken of, what joins."""
    kinds: dict[str, _TokenType] = {}
    for name, words in language().words.items():
        kind = Name.Builtin if name.startswith("_") else Keyword.Type if len(words) > 1 else Operator.Word
        kinds |= dict.fromkeys((x for x in words if x[0].isalpha()), kind)
    for construct in constructs():
        if construct.is_action:
            kinds |= dict.fromkeys({construct.phrase.split()[0], f"{construct.phrase}s"} & kinds.keys(), Keyword)
    return kinds
