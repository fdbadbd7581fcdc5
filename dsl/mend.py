"""Finds what a line with a wrong word was meant to say: one word exchanged, moved, added or left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token

from .diagnostic import Findings
from .language import Stack, span_of
from .lines import Line
from .read import Attempt, LineReader
from .source import Span
from .suggest import suggest

_MOST = 4  # mistakes in one line that are mended
_SHOWN = 5  # words named at most where many may stand
_GIVEN_NAME = re.compile(r"\bas[ \t]+([^\W\d_][\w'-]*)")
_NEXT_WORD = re.compile(r"[ \t]*([\w'-]+)")
_LINKS = (";", ",", ".", "and", "then", "&")  # what people put between two statements
_FILLERS = ("the", "a", "an", "of", "then", "please", "is", "are", "that", "to", "and", ",", ".", ";", ":")

# The words to name first where many may stand, by terminal.
# fmt: off
_LIKELY = (
    "OR", "PATTERN_ROW", "BOARD_ROW", "INT", "RANK", "BEING", "LEGEND", "FLARE", "PATTERN", "EFFECT", "WHEN",
    "DESTROY", "MAY", "PLACE", "STRENGTH", "IF", "UPGRADE", "_PIECES", "MOVE", "LEAP", "SELF", "IT", "ALL", "UP",
    "DIRECTION", "ONE", "THAT", "YOU", "OWNER", "_SQUARES", "_ARROWS", "ADJACENT", "ON", "WITHIN", "TO", "OF",
    "ONTO", "WITH", "COMMA", "RULING", "EXAMPLE",
)
# fmt: on
_NAMED = {
    "INT": "a number",
    "NAME": "the card's name",
    "TEXT": "a text",
    "WORD": "a name given by 'as'",
    "PATTERN_ROW": "a row of the pattern",
    "BOARD_ROW": "a row of the board",
    "_NL": "the end of the line",
}
_NUMBERS = ("1", "2", "3", "4", "5", "6")
_TRIED = {"INT": "1", "NAME": "?", "TEXT": "?"}  # stands in where a token that has no words of its own is missing


@dataclass(frozen=True)
class Fix:
    """A way to read on behind a mistake, and what to say about the mistake."""

    attempt: Attempt
    code: str
    place: Span
    message: str
    help: str
    sure: bool = False  # good enough to go on with even if the rest of the line holds another mistake

    @property
    def progress(self) -> int:
        """The offset at which reading ended."""
        problem = self.attempt.problem
        token = None if problem is None else problem.token
        return 10**9 if token is None else token.start_pos or 0


class Mender:
    """Mends lines; what it mends it reports."""

    def __init__(self, reader: LineReader, findings: Findings) -> None:
        self.reader = reader
        self.language = reader.language
        self.findings = findings
        self.known = {word for words in self.language.words.values() for word in words}
        self.names_given = set(_GIVEN_NAME.findall(reader.source.text))

    def mend(self, line: Line, attempt: Attempt, below: Line | None) -> Attempt:
        """Read on behind the mistakes of a line as long as it is clear what was meant; `below`: the next line."""
        for _ in range(_MOST):
            fix = None if attempt.problem is None else self.best(line, attempt, below)
            if fix is None:
                return attempt
            self.findings.report(fix.code, fix.place, fix.message, fix.help)
            attempt = fix.attempt
        return attempt

    def best(self, line: Line, attempt: Attempt, below: Line | None) -> Fix | None:
        """The first way that makes the whole line readable, else the one that leads furthest."""
        assert attempt.problem is not None
        token = attempt.problem.token
        place = line.end if token is None else token.start_pos or 0
        partial: list[Fix] = []
        for fix in self.fixes(line, attempt):
            if fix.attempt.problem is None and self.fits(fix.attempt, below):
                return fix
            if fix.sure and fix.progress > place:
                partial.append(fix)
        return max(partial, key=lambda x: x.progress, default=None)

    def fits(self, attempt: Attempt, below: Line | None) -> bool:
        """Whether the next line may stand below a line so read."""
        ahead = attempt.copy()
        self.reader.settle(ahead, below.depth if below else 0)
        return ahead.problem is None or ahead.problem.kind == "close"

    def fixes(self, line: Line, attempt: Attempt) -> Iterator[Fix]:
        """All ways to read on, the likeliest first."""
        assert attempt.problem is not None
        token = attempt.problem.token
        if token is not None:
            yield from self.exchange(line, attempt, token)
        unknown = self.unknown(attempt)
        if unknown is not None:
            yield from self.exchange(line, attempt.cut(unknown), unknown)
            if unknown in self.known:
                yield from self.added(line, attempt.cut(unknown), unknown)
            if unknown.lower() in _FILLERS:
                yield from self.left_out(line, attempt.cut(unknown), unknown)
            return  # what follows it is not to blame
        if token is not None:
            yield from self.joined(line, attempt, token)
            yield from self.swapped(line, attempt, token)
            yield from self.two_lines(line, attempt, token)
        yield from self.added(line, attempt, token)
        if token is not None:
            yield from self.left_out(line, attempt, token)

    def unknown(self, attempt: Attempt) -> Token | None:
        """The last word that was taken for a name and is none."""
        words = [x for x, _ in attempt.words() if x.type == "WORD" and x not in self.names_given]
        return words[-1] if words else None

    def exchange(self, line: Line, attempt: Attempt, token: Token) -> Iterator[Fix]:
        """Another word for this one."""
        for word in suggest(token, self.possible(attempt.stack))[:3]:
            help_ = f"did you mean '{word}'?"
            if word.casefold() == token.casefold():
                help_ = f"write it '{word}'"
            yield self.fix(line, attempt, word, token, self.reject(token), help_, sure=True)

    def joined(self, line: Line, attempt: Attempt, token: Token) -> Iterator[Fix]:
        """This word and the next one written as one."""
        after = _NEXT_WORD.match(self.reader.source.text, token.end_pos or 0, line.end)
        if after is None:
            return
        for glue in ("-", ""):
            word = f"{token}{glue}{after[1]}"
            if word in self.possible(attempt.stack):
                whole = Token("", word, token.start_pos, end_pos=after.end())
                yield self.fix(line, attempt, word, whole, self.reject(token), f"write '{word}' as one word", sure=True)

    def swapped(self, line: Line, attempt: Attempt, token: Token) -> Iterator[Fix]:
        """This word and the one before it, or the one after it, in the other order."""
        words = attempt.words()
        if words:
            before, _ = words[-1]
            pair = Token("", "", before.start_pos, end_pos=token.end_pos)
            code, message = "K011", f"'{token}' cannot stand behind '{before}'"
            order = f"{token} {before}"
            yield self.fix(line, attempt.cut(before), order, pair, (code, message), f"write '{order}'", sure=True)
        after = _NEXT_WORD.match(self.reader.source.text, token.end_pos or 0, line.end)
        if after is not None:
            pair = Token("", "", token.start_pos, end_pos=after.end())
            code, message = "K011", f"'{token}' cannot stand before '{after[1]}'"
            order = f"{after[1]} {token}"
            yield self.fix(line, attempt, order, pair, (code, message), f"write '{order}'")

    def two_lines(self, line: Line, attempt: Attempt, token: Token) -> Iterator[Fix]:
        """Two statements that stand on one line."""
        links = token.lower() in _LINKS
        tried = attempt.copy()
        self.reader.end_line(tried, token.start_pos or 0)
        self.reader.go_on(tried, (token.end_pos if links else token.start_pos) or 0, line.end)
        message = "a second statement begins here"
        yield Fix(tried, "K011", span_of(token), message, "a statement is a line of its own")

    def added(self, line: Line, attempt: Attempt, token: Token | None) -> Iterator[Fix]:
        """A word that is missing before this one, or at the end of the line."""
        at = line.end if token is None else token.start_pos or 0
        gap = Token("", "", at, end_pos=at)
        good: list[tuple[str, Attempt]] = []
        for terminal in self.likely(attempt.stack):
            word = next(iter(self.language.words[terminal]), _TRIED.get(terminal, ""))
            tried = self.replaced(line, attempt, word, gap)
            if word and tried.problem is None and self.unknown(tried) is None and self.keeps(tried, token):
                good.append((terminal, tried))
        if not good:
            return
        missing = self.named([x for x, _ in good])
        if token is None:
            place, message = Span(line.end, line.end), "the line ends too early"
            yield Fix(good[0][1], "K012", place, message, f"at its end belongs {missing}")
        else:
            message = f"something is missing before '{token}'"
            yield Fix(good[0][1], "K012", span_of(token), message, f"here belongs {missing}")

    def keeps(self, tried: Attempt, token: Token | None) -> bool:
        """Whether a word is still a word by itself, not swallowed by a name or a text."""
        return token is None or any(x.start_pos == token.start_pos and x.end_pos == token.end_pos for x in tried.tokens)

    def left_out(self, line: Line, attempt: Attempt, token: Token) -> Iterator[Fix]:
        """The line without this word."""
        help_ = "write an ordinary blank" if token.isspace() else "leave it out"
        sure = token.isspace() or token.lower() in _FILLERS
        fix = self.fix(line, attempt, "", token, self.reject(token), help_, sure)
        if self.unknown(fix.attempt) not in self.known:  # else a word of the language would be read as a name
            yield fix

    # ------------------------------------------------------------ parts

    def fix(
        self,
        line: Line,
        attempt: Attempt,
        text: str,
        place: Token,
        why: tuple[str, str],
        help_: str,
        sure: bool = False,
    ) -> Fix:
        code, message = why
        return Fix(self.replaced(line, attempt, text, place), code, span_of(place), message, help_, sure)

    def replaced(self, line: Line, attempt: Attempt, text: str, place: Token) -> Attempt:
        """Read on with `text` in place of what stands at `place`, then the rest of the line."""
        tried = attempt.copy()
        self.reader.say(tried, text, span_of(place))
        self.reader.go_on(tried, place.end_pos or 0, line.end)
        return tried

    def possible(self, stack: Stack) -> list[str]:
        """The words of the language that may come next."""
        words = [word for terminal in self.likely(stack) for word in self.language.words[terminal]]
        return words + list(_NUMBERS) if "INT" in self.language.accepts(stack) else words

    def likely(self, stack: Stack) -> list[str]:
        """The terminals that may come next and that a line is written with, the likeliest first."""
        accepted = self.language.accepts(stack) - {"_INDENT", "_DEDENT", "_NL", "$END"}
        return sorted(accepted, key=lambda x: (_LIKELY.index(x) if x in _LIKELY else len(_LIKELY), x))

    def reject(self, token: Token) -> tuple[str, str]:
        """Code and sentence about a word that may not stand where it stands."""
        if token.isspace():
            return "K010", f"an unusual blank (U+{ord(token[0]):04X}) stands here"
        if token in self.known or token.isdecimal() or token.type not in ("WORD", ""):
            return "K011", f"'{token.rstrip()}' cannot stand here"
        if token.type == "WORD":
            return "K010", f"unknown word '{token}'"
        return "K010", f"'{token}' is no word of the language"

    def way_out(self, line: Line, token: Token | None, stack: Stack) -> str:
        """What to write instead of a word that nothing could be made of."""
        after = None if token is None else _NEXT_WORD.match(self.reader.source.text, token.end_pos or 0, line.end)
        if after is not None and f"{token}-{after[1]}" in self.known:
            return f"write '{token}-{after[1]}' as one word"
        if token == "or" and "and" in self.reader.said(line).split():
            return "conditions are joined by 'and' or by 'or', not by both; split it, or leave one part out"
        return f"here may stand {self.expected(stack)}"

    def expected(self, stack: Stack) -> str:
        """What may come next, in the language's words."""
        terminals = self.likely(stack)
        if "_NL" in self.language.accepts(stack):
            terminals.append("_NL")
        return self.named(terminals)

    def named(self, terminals: list[str]) -> str:
        names = [name for x in terminals for name in self.names(x)]
        names = list(dict.fromkeys(names))
        if len(names) > _SHOWN:
            return ", ".join(names[:_SHOWN]) + " or others"
        return " or ".join([x for x in (", ".join(names[:-1]), names[-1] if names else "") if x])

    def names(self, terminal: str) -> list[str]:
        if terminal in _NAMED:
            return [_NAMED[terminal]]
        words = self.language.words.get(terminal, ())
        if len(words) == 2 and words[0].rstrip("s") == words[1].rstrip("s"):
            words = words[1:]  # one of `pieces` and `piece` is enough
        return [f"'{x}'" for x in words]
