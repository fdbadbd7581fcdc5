"""Takes the grammar, gives its constructs as people call them; takes a card's text, gives those that it uses.

A construct is what a card can say: a rule with words of its own (`in any order`), or one of
the words that a terminal lists (`combat`, `upgraded`). Several rules with the same words are one
construct. Nothing here names a construct: a new rule of the grammar is one at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Token, Tree
from lark.grammar import Rule

from .language import language, span_of
from .parse import parse_raw
from .source import Source, Span

_SAID = ("block", "test")  # what a card does, and what it asks
_GAP = "…"
_NAME = re.compile(r"[^\w]+")
_REPEATED = re.compile(r"^__(\w+)_(?:star|plus)_\d+$")  # what Lark calls a part of a rule that may come again


@dataclass(frozen=True)
class Construct:
    """What a card can say. `phrase`: its words, `…` for what stands between; `rules`: its names in the grammar,
    for a listed word those of the rules that it stands in; `is_action`: it is something that an effect does."""

    phrase: str
    rules: tuple[str, ...]
    is_action: bool = False

    @property
    def slug(self) -> str:
        """The phrase as the name of a file."""
        return _NAME.sub("-", self.phrase).strip("-")


@cache
def constructs() -> tuple[Construct, ...]:
    """All constructs in the order of the grammar: rules first, then listed words."""
    rules: dict[str, list[str]] = {}
    for name, phrase in _phrases().items():
        rules.setdefault(phrase, []).append(name)
    for terminal, words in _lists().items():
        for word in dict.fromkeys(words.values()):
            rules.setdefault(word, []).extend(_rules_with(terminal))
    doing = _actions()
    return tuple(Construct(x, tuple(dict.fromkeys(names)), x in doing) for x, names in rules.items())


def used(source: Source) -> dict[Construct, list[Span]]:
    """What a sound card's effect or claim is made of, in the order of the grammar, each with its places in the text."""
    found: dict[str, list[Span]] = {}
    tree = parse_raw(source)
    for phrase, span in (*_further_bodies(tree), *_spoken(tree, False)):
        found.setdefault(phrase, []).append(span)
    return {x: sorted(found[x.phrase]) for x in constructs() if x.phrase in found}


def _further_bodies(tree: Tree[Token]) -> Iterator[tuple[str, Span]]:
    """The bodies that a card may have beside the first kind of them, or instead of it."""
    for body in tree.iter_subtrees_topdown():
        if body.data in _further():
            yield _phrases()[body.data], Span(body.meta.start_pos, body.meta.end_pos)


def _spoken(node: Tree[Token] | Token, inside: bool) -> Iterator[tuple[str, Span]]:
    if isinstance(node, Token):
        word = _lists().get(node.type, {}).get(node)
        if inside and word:
            yield word, span_of(node)
        return
    phrase = _phrases().get(node.data)
    if inside and phrase and not node.meta.empty:
        yield phrase, Span(node.meta.start_pos, node.meta.end_pos)
    for child in node.children:
        yield from _spoken(child, inside or node.data in _bodies())


@cache
def openers() -> dict[str, bool]:
    """The words with which a line can begin, and whether it then stands in a body (`may`) or outside (`pattern`)."""
    inside = {id(x) for x in _reachable()}
    found: dict[str, bool] = {}
    for rule in language().parser.rules:
        first = rule.expansion[0].name if rule.expansion else ""
        if first in _literals() and any(x.name == "_NL" for x in rule.expansion):
            found[language().words[first][0]] = id(rule) in inside
    return found


# ---------------------------------------------------------------- out of the grammar


@cache
def _phrases() -> dict[str, str]:
    """Of each rule that has words of its own: its name to its words, as its shortest form has them."""
    rules = [x for x in (*_reachable(), *_around()) if not x.options.keep_all_tokens and not _name(x).startswith("__")]
    found: dict[str, str] = {}
    for name in dict.fromkeys(map(_name, rules)):
        shortest = min((x.expansion for x in rules if _name(x) == name), key=len)
        if any(x.name in _literals() for x in shortest):
            words = " ".join(map(_word, shortest))
            found[name] = re.sub(rf"(?:{_GAP} )+", f"{_GAP} ", words).strip(f"{_GAP}, ")
    return found


@cache
def _lists() -> dict[str, dict[str, str]]:
    """Of each terminal that stays in Lark's tree: its words, each with the one that names it."""
    listed = {x for x in language().words if not x.startswith("_")} - _literals()
    kept = {x.name for rule in _reachable() if rule.options.keep_all_tokens for x in rule.expansion} & _literals()
    reached = dict.fromkeys(x.name for rule in _reachable() for x in rule.expansion if x.name in listed | kept)
    return {x: _singular(language().words[x]) for x in reached}


@cache
def _literals() -> frozenset[str]:
    """Terminals that are one word, written in a rule as it is."""
    return frozenset(x.name for x in language().parser.terminals if x.pattern.type == "str")


def _singular(words: tuple[str, ...]) -> dict[str, str]:
    """Each word with its singular, if that is listed, too."""
    return {x: x.removesuffix("s") if x.removesuffix("s") in words else x for x in words}


def _word(symbol: Any) -> str:
    """What a symbol of a rule adds to a phrase; words that stay in the tree are constructs of their own."""
    words = language().words.get(symbol.name, ())
    return words[0] if words and (symbol.name in _literals() or symbol.name.startswith("_")) else _GAP


def _name(rule: Rule) -> str:
    return rule.alias or rule.origin.name


@cache
def _bodies() -> frozenset[str]:
    """The rules in which a card says what it does: those around blocks and tests that are in none of them."""
    inside = _below(_SAID)
    around = (x.origin.name for x in language().parser.rules if any(y.name in _SAID for y in x.expansion))
    return frozenset(around) - inside


@cache
def _further() -> frozenset[str]:
    """Of the bodies those that stand behind another one where all are there."""
    rows = ([y.name for y in x.expansion if y.name in _bodies()] for x in language().parser.rules)
    return frozenset(name for row in rows for name in row[1:])


@cache
def _reachable() -> tuple[Rule, ...]:
    """The rules that stand below the bodies of cards."""
    rules: list[Rule] = language().parser.rules
    below = _below(x.name for rule in rules if rule.origin.name in _bodies() for x in rule.expansion if not x.is_term)
    return tuple(x for x in rules if x.origin.name in below)


@cache
def _around() -> tuple[Rule, ...]:
    """The rules of the bodies themselves."""
    return tuple(x for x in language().parser.rules if x.origin.name in _bodies())


def _below(names: Iterable[str]) -> frozenset[str]:
    """Rules with all that they are made of."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += (x.name for rule in _rules_of()[name] for x in rule.expansion if not x.is_term)
    return frozenset(seen)


@cache
def _rules_of() -> dict[str, list[Rule]]:
    """The rules of each name, one for each form that it has."""
    found: dict[str, list[Rule]] = {}
    for rule in language().parser.rules:
        found.setdefault(rule.origin.name, []).append(rule)
    return found


@cache
def _actions() -> frozenset[str]:
    """The phrases of actions: what `action` can be; one without words of its own goes by what its second word lists."""
    rules = language().parser.rules
    kinds = {x.expansion[0].name for x in rules if x.origin.name == "action"}
    found: set[str] = set()
    for rule in (x for x in rules if x.origin.name in kinds):
        phrase = _phrases().get(_name(rule))
        found |= {phrase} if phrase else set(_lists()[rule.expansion[1].name].values())
    return frozenset(found)


def _rules_with(terminal: str) -> list[str]:
    """The rules in which a terminal stands, under the names that the grammar gives them."""
    return [_REPEATED.sub(r"\1", _name(x)) for x in _reachable() if any(y.name == terminal for y in x.expansion)]
