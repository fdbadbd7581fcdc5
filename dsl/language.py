"""The parser's tables: loaded or built from the grammar, and read as a machine that says what may come next."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters
from lark.lark import PostLex
from lark.lexer import LexerState, LineCounter
from lark.parsers.lalr_analysis import Shift
from lark.utils import TextSlice

from .source import Span

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLE = Path(__file__).with_name("_table.bin")

Stack: TypeAlias = "tuple[int, ...]"  # the states of the parser, the present one last

_ALTERNATIVES = re.compile(r"\(([\w|-]+)\)\(\?!")  # a terminal that lists its words
_STRANGE = re.compile(r"[\w'-]+|.")


class WholeWords(PostLex):
    """Has the lexer offer WORD everywhere, so that a misspelt word comes as one token."""

    always_accept = ("WORD",)

    def process(self, stream: Any) -> Any:
        return stream


def make_parser(strict: bool = False) -> Lark:
    """Build the parser from the grammar; `strict` refuses any conflict (and needs `interegular`)."""
    return Lark(
        GRAMMAR.read_text("utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=WholeWords(),
        start=["start", "scenarios"],
        propagate_positions=True,
        maybe_placeholders=False,
        strict=strict,
    )


# ---------------------------------------------------------------- the saved table


def write_table(path: Path = TABLE) -> None:
    """Save the parser's table, so that later starts need not build it. Called when the package is built."""
    buffer = BytesIO()
    make_parser().save(buffer)
    path.write_bytes(_digest(buffer.getvalue()) + buffer.getvalue())


def _digest(table: bytes) -> bytes:
    """Names what a table was made from, and its own bytes: with anything else it is not used."""
    made_from = f"{lark.__version__} {__name__} {WholeWords.__qualname__}".encode()
    return hashlib.sha256(made_from + GRAMMAR.read_bytes() + table).digest()


def load_parser(path: Path = TABLE) -> Lark:
    """The parser from its saved table if that fits the grammar, else built."""
    size = hashlib.sha256().digest_size
    saved = path.read_bytes() if path.exists() else b""
    if saved and saved[:size] == _digest(saved[size:]):
        return Lark.load(BytesIO(saved[size:]))
    return make_parser()


# ---------------------------------------------------------------- the machine


class Language:
    """What may come next after what: Lark's tables without building anything.

    A stack is a value, so a way to read on can be tried and dropped.
    """

    def __init__(self, parser: Lark) -> None:
        self.parser = parser
        table = parser.parser.parser._parse_table  # type: ignore[union-attr]
        self._states = table.states
        self._start_states = table.start_states
        self._end_states = frozenset(table.end_states.values())
        self._lexers = parser.parser.lexer.lexer.lexers  # type: ignore[union-attr]
        self.words = {x.name: _words(x.pattern) for x in parser.terminals}

    def begin(self, start: str) -> Stack:
        """The stack before the first token of start symbol `start`."""
        return (self._start_states[start],)

    def feed(self, stack: Stack, terminal: str) -> Stack | None:
        """The stack behind one more token, or None if it may not come here."""
        while True:
            step = self._states[stack[-1]].get(terminal)
            if step is None:
                return None
            action, arg = step
            if action is Shift:
                return (*stack, arg)
            size = len(arg.expansion)
            rest = stack[:-size] if size else stack
            stack = (*rest, self._states[rest[-1]][arg.origin.name][1])
            if terminal == "$END" and stack[-1] in self._end_states:
                return stack

    def accepts(self, stack: Stack) -> set[str]:
        """The terminals that may come next."""
        row = self._states[stack[-1]]
        return {x for x in row if (x.isupper() or x == "$END") and self.feed(stack, x) is not None}

    def token(self, stack: Stack, text: str, start: int, end: int) -> Token | None:
        """The next token of `text` from `start`; None at `end`; of type "" where no token begins."""
        counter = LineCounter("\n")
        counter.char_pos = start
        lexer = self._lexers[stack[-1]]
        try:
            return lexer.next_token(LexerState(TextSlice(text, start, end), counter))
        except EOFError:
            return None
        except UnexpectedCharacters as error:
            at = error.pos_in_stream
            match = _STRANGE.match(text, at, end)
            assert match is not None
            return Token("", match[0], at, end_pos=match.end())


def _words(pattern: Any) -> tuple[str, ...]:
    """The words of a terminal in the language; a terminal that is no list of words has none."""
    if pattern.type == "str":
        return (pattern.value,)
    listed = _ALTERNATIVES.match(pattern.value)
    return tuple(listed[1].split("|")) if listed else ()


@cache
def language() -> Language:
    """The language as shipped: loaded once."""
    return Language(load_parser())


def mark(terminal: str, place: int) -> Token:
    """A token without text: the end of a line, the begin or end of a block."""
    return Token(terminal, "", place, end_pos=place)


def span_of(token: Token) -> Span:
    """Where a token stands, blanks at its end left out."""
    start, end = token.start_pos or 0, token.end_pos or 0
    return Span(start, max(start, end - (len(token) - len(token.rstrip()))))
