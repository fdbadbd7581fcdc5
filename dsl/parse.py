"""Takes a `Source`, gives the tree of its card and the diagnostics of its mistakes."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

from lark import Token, Tree

from .build import TreeBuilder
from .diagnostic import Diagnostic, Findings, TooManyMistakes
from .example import check_examples
from .language import language, load_parser, make_parser, span_of, write_table
from .lines import split_lines
from .recover import Reader
from .source import Source, Span
from .tree import Card, Example

__all__ = ["load_parser", "make_parser", "parse_card", "parse_raw", "parse_scenarios", "write_table"]

LONGEST = 200_000  # code points of a file; a card has some hundred
MOST_LINES = 5_000
DEEPEST = 20  # blocks in one another
GREATEST = 99  # number in a card
NO_NAME = "/:;,()"  # what no name of a card may hold; `deck/name` is a card of a deck
_LIMITS = {
    "ONLY": "only onto",
    "NEVER": "never onto",
    "STOPPING": "stopping",
    "TOWARD": "toward",
    "IN": "in ... direction",
}


def parse_card(source: Source) -> tuple[Card | None, list[Diagnostic]]:
    """Parse one card: its tree and every mistake that the grammar finds, in the order of the text.

    Places that could not be understood are stand-ins, named in the tree's `holes`. The
    tree is None only when the text is no card at all, or when it has more mistakes
    than are told. No text makes this raise.
    """
    findings = Findings(source)
    try:
        card, holes = _parse(source, findings, "start")
        if card is not None:
            card = replace(card, holes=holes)
            check_examples(card.examples, card.rulings, holes, findings)
    except TooManyMistakes:
        card = None
    return card, findings.sorted()


def parse_scenarios(source: Source) -> tuple[tuple[Example, ...], list[Diagnostic]]:
    """Parse a file of examples; as `parse_card`, and an empty file is none."""
    findings = Findings(source)
    try:
        examples, holes = _parse(source, findings, "scenarios")
        check_examples(examples or (), (), holes, findings)
    except TooManyMistakes:
        examples = ()
    return examples or (), findings.sorted()


def parse_raw(source: Source) -> Tree[Token]:
    """Lark's own tree of a sound card: the rules and words of the grammar that it is made of."""
    findings = Findings(source)
    tokens = Reader(language(), source, findings, "start").read(split_lines(source, findings))
    return _tree(tokens, "start")


def _parse(source: Source, findings: Findings, start: str) -> tuple[Any, tuple[Span, ...]]:
    if not _is_text(source, findings):
        return None, ()
    lines = split_lines(source, findings)
    if not lines and start == "start":
        help_ = "begin with a line such as 'common being NAME'"
        findings.report("K005", Span(0, 0), "there is no card in this file", help_)
        return None, ()
    deep = next((x for x in lines if x.depth > DEEPEST), None)
    if deep is not None:
        message = f"more than {DEEPEST} blocks stand in one another here"
        findings.report("K007", deep.span, message, "split the statement into several")
        return None, ()
    reader = Reader(language(), source, findings, start)
    tokens = reader.read(lines)
    tokens = [_number(x, reader.holes, findings) for x in tokens]
    for token in tokens:
        _name(token, findings)
    _limits(tokens, findings)
    return TreeBuilder().transform(_tree(tokens, start)), tuple(reader.holes)


def _is_text(source: Source, findings: Findings) -> bool:
    """Whether the file is worth reading line by line."""
    if len(source.text) > LONGEST or source.line_count > MOST_LINES:
        message = f"the file is too long: {LONGEST} characters and {MOST_LINES} lines are the most"
        findings.report("K006", Span(0, 0), message, "put each card into a file of its own")
        return False
    unreadable = source.text.count("\0") + source.text.count("\ufffd")
    if unreadable > 20 and unreadable > len(source.text) // 10:
        help_ = "save the file as UTF-8 (it may be UTF-16)"
        findings.report("K001", Span(0, 1), "this is no text in UTF-8", help_)
        return False
    return True


def _tree(tokens: list[Token], start: str) -> Tree[Token]:
    parser = language().parser.parse_interactive(start=start)
    for token in tokens:
        parser.feed_token(token)
    return parser.feed_eof(tokens[-1] if tokens else None)


# ---------------------------------------------------------------- what the grammar cannot say


def _number(token: Token, holes: list[Span], findings: Findings) -> Token:
    """A number too great for the game is reported and read as 1."""
    if token.type != "INT" or len(token.lstrip("0")) <= len(str(GREATEST)):
        return token
    place = span_of(token)
    findings.report("K008", place, "this number is too great for the game", f"{GREATEST} is the greatest")
    holes.append(place)
    return Token("INT", "1", token.start_pos, end_pos=token.end_pos)


def _name(token: Token, findings: Findings) -> None:
    """Records and commands tell a name from what stands around it by the characters that it may not hold."""
    if token.type != "NAME":
        return
    place = next((n for n, char in enumerate(token) if char in NO_NAME), None)
    if place is not None:
        start = (token.start_pos or 0) + place
        message = f"'{token[place]}' cannot stand in the name of a card"
        help_ = f"a name may hold letters, digits, blanks and any sign but {' '.join(NO_NAME)} and #"
        findings.report("K009", Span(start, start + 1), message, help_)


def _limits(tokens: list[Token], findings: Findings) -> None:
    """Each limit of a move may be given once; the tree keeps only one."""
    for ends, line in groupby(tokens, lambda x: x.type == "_NL"):
        seen: dict[str, Token] = {}
        before = ""
        for token in () if ends else line:
            if before == "COMMA" and token.type in seen:
                first = span_of(seen[token.type])
                message = f"a second '{_LIMITS[token.type]}' for one move"
                findings.report("K017", span_of(token), message, "leave one out", ((first, "the first one"),))
            elif before == "COMMA" and token.type in _LIMITS:
                seen[token.type] = token
            before = token.type
