"""Reads a line of a text against the grammar without committing to it: what was accepted, and where it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from lark import Token

from .language import Language, Stack, mark
from .lines import Line
from .source import Source, Span

Depths: TypeAlias = "tuple[int, ...]"  # of the blocks that are open, from outside

_AHEAD = 8  # so many lines further a way out of a mistake may prove itself


@dataclass(frozen=True)
class Problem:
    """Where reading ended. `words`: at `token` (None: at the end of the line); `nested`: the line is
    deeper than it may be; `block`: the line before wants lines below it; `close`: a block is not complete."""

    kind: Literal["words", "nested", "block", "close"]
    stack: Stack
    token: Token | None = None


@dataclass
class Attempt:
    """A line as far as it was accepted, with the stack before each token."""

    stack: Stack
    depths: Depths
    tokens: list[Token] = field(default_factory=list)
    before: list[Stack] = field(default_factory=list)
    problem: Problem | None = None

    def words(self) -> list[tuple[Token, Stack]]:
        """The accepted tokens of the line itself, each with the stack before it."""
        return [(t, s) for t, s in zip(self.tokens, self.before, strict=True) if t]

    def cut(self, token: Token) -> Attempt:
        """The attempt as it was before `token`."""
        n = next(i for i, x in enumerate(self.tokens) if x is token)
        return Attempt(self.before[n], self.depths, self.tokens[:n], self.before[:n])

    def copy(self) -> Attempt:
        """The same, to be read on another way."""
        return Attempt(self.stack, self.depths, self.tokens[:], self.before[:])


class LineReader:
    """Reads lines of one source; every attempt is a value of its own."""

    def __init__(self, language: Language, source: Source) -> None:
        self.language = language
        self.source = source
        self.place = 0  # behind what was read: where blocks open and close

    def said(self, line: Line) -> str:
        """What a line says, without comment."""
        return self.source.text[line.start : line.end]

    def attempt(self, stack: Stack, depths: Depths, line: Line, text: str = "") -> Attempt:
        """Read a line; `text`: read this instead of what it says."""
        attempt = Attempt(stack, depths)
        self.settle(attempt, line.depth)
        if text:
            self.say(attempt, text, line.span)
            self.end_line(attempt, line.end)
        else:
            self.go_on(attempt, line.start, line.end)
        return attempt

    def settle(self, attempt: Attempt, depth: int) -> None:
        """Close and open blocks until a line at `depth` may begin."""
        if attempt.depths[-1] >= depth and self.language.feed(attempt.stack, "_INDENT") is not None:
            attempt.problem = Problem("block", attempt.stack)
            return
        while attempt.depths[-1] > depth:
            if not self.push(attempt, mark("_DEDENT", self.place)):
                attempt.problem = Problem("close", attempt.stack)
                return
            attempt.depths = attempt.depths[:-1]
        if attempt.depths[-1] < depth:
            if not self.push(attempt, mark("_INDENT", self.place)):
                attempt.problem = Problem("nested", attempt.stack)
                return
            attempt.depths = (*attempt.depths, depth)

    def go_on(self, attempt: Attempt, start: int, end: int) -> None:
        """Read the source from `start` to `end`, the end of a line."""
        while attempt.problem is None and (token := self.token(attempt, start, end)):
            start = token.end_pos or end
            self.accept(attempt, token)
        self.end_line(attempt, end)

    def token(self, attempt: Attempt, start: int, end: int) -> Token | None:
        """The token that comes next in the source."""
        return self.language.token(attempt.stack, self.source.text, start, end)

    def say(self, attempt: Attempt, text: str, place: Span) -> None:
        """Read words that the source does not hold, as if they stood at `place`."""
        start = 0
        while attempt.problem is None and (token := self.language.token(attempt.stack, text, start, len(text))):
            start = token.end_pos or len(text)
            self.accept(attempt, Token(token.type, str(token), place.start, end_pos=place.end))

    def block(self, attempt: Attempt, text: str, place: Span) -> None:
        """Read a whole block of one line that the source does not hold."""
        if attempt.problem is None and not self.push(attempt, mark("_INDENT", place.end)):
            attempt.problem = Problem("nested", attempt.stack)
        self.say(attempt, text, place)
        self.end_line(attempt, place.end)
        if attempt.problem is None and not self.push(attempt, mark("_DEDENT", place.end)):
            attempt.problem = Problem("close", attempt.stack)

    def end_line(self, attempt: Attempt, end: int) -> None:
        """Accept the end of a line."""
        if attempt.problem is None and not self.push(attempt, mark("_NL", end)):
            attempt.problem = Problem("words", attempt.stack)

    def accept(self, attempt: Attempt, token: Token) -> None:
        """Take a token or note that it may not stand there."""
        if not self.push(attempt, token):
            attempt.problem = Problem("words", attempt.stack, token)

    def push(self, attempt: Attempt, token: Token) -> bool:
        """Take a token; false if it may not stand there."""
        stack = self.language.feed(attempt.stack, token.type)
        if stack is None:
            return False
        attempt.tokens.append(token)
        attempt.before.append(attempt.stack)
        attempt.stack = stack
        return True

    def reach(self, stack: Stack, depths: Depths, lines: list[Line]) -> int:
        """How many of the next lines can be read; a good end of the text counts as one."""
        good = 0
        for line in lines[:_AHEAD]:
            attempt = self.attempt(stack, depths, line)
            if attempt.problem is not None:
                return good
            stack, depths = attempt.stack, attempt.depths
            good += 1
        return good + (len(lines) <= _AHEAD and self.ends(stack, depths))

    def ends(self, stack: Stack, depths: Depths) -> bool:
        """Whether the text may end here."""
        end = Attempt(stack, depths)
        self.settle(end, 0)
        return end.problem is None and self.language.feed(end.stack, "$END") is not None
