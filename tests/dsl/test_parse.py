"""Parsing: what must not matter does not, and no text whatever makes it raise."""

from __future__ import annotations

import random
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kalarite.compiler.check import MOST_STATEMENTS
from kalarite.dsl.diagnostic import MOST
from kalarite.dsl.language import language
from kalarite.dsl.parse import DEEPEST, LONGEST, parse_card, parse_scenarios
from kalarite.dsl.render import as_data, render_all
from kalarite.dsl.source import Source
from kalarite.dsl.tree import NOWHERE, Count, Example, walk
from shipped import CARDS, mistakes_of, parsed

WORDS = sorted({word for words in language().words.values() for word in words})
TOKENS = [
    *WORDS,
    "x",
    "7",
    "99999999999999999999",
    "\n",
    "\n  ",
    "\n    ",
    "\n\t",
    "#",
    ".c@",
    "  ",
    "ö",
    "漢",
    "\u202e",
]
cards = st.sampled_from(sorted(CARDS.values()))


def read(text: str | bytes) -> None:
    """Read, check and render a text; nothing may be raised."""
    found = mistakes_of(text)
    render_all(found)
    assert all(as_data(x)["line"] >= 1 for x in found)
    parse_scenarios(Source.of(text))


# ---------------------------------------------------------------- what must not matter

LINE_ENDS = ("\n", "\r\n", "\r")


@st.composite
def disguised(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A card, and the same card in another dress: BOM, line ends, blanks at ends of lines, comments, empty lines."""
    data = draw(cards)
    lines = data.decode().removesuffix("\n").split("\n")
    text = ""
    for line in lines:
        for _ in range(draw(st.integers(0, 1))):
            text += draw(st.sampled_from(["", "# a remark", "      # a remark", "\t", "#"])) + "\n"
        end = draw(st.sampled_from(["", " ", "\t ", "  # a remark", " #"])) if line else ""
        text += line + end + draw(st.sampled_from(LINE_ENDS))
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return data, (b"\xef\xbb\xbf" if draw(st.booleans()) else b"") + text.encode()


@given(disguised())
@settings(max_examples=150, deadline=None)
def test_dress_does_not_matter(pair: tuple[bytes, bytes]) -> None:
    plain, dressed = pair
    assert parsed(dressed) == parsed(plain)


@pytest.mark.parametrize("name", CARDS)
def test_spans_point_into_the_text(name: str) -> None:
    source = Source.of(CARDS[name])
    card = parsed(CARDS[name])
    for node in walk(card.parts):
        if node == Count(1, 1) and node.span == NOWHERE:
            continue  # "combat move" says no number
        said = source.text[node.span.start : node.span.end]
        assert said == said.strip()
        assert said


# ---------------------------------------------------------------- what must never raise


@pytest.mark.parametrize("name", CARDS)
def test_cut_after_any_byte(name: str) -> None:
    data = CARDS[name]
    rng = random.Random(name)
    for size in sorted(rng.sample(range(len(data)), 40)):
        card, found = parse_card(Source.of(data[:size]))
        assert card is not None or found


@given(st.lists(st.sampled_from(TOKENS), max_size=60))
@settings(max_examples=200, deadline=None)
def test_soup_of_words(words: list[str]) -> None:
    read(" ".join(words))


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text(text: str) -> None:
    read(text)


@given(st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_bytes(data: bytes) -> None:
    read(data)


@given(cards, st.data())
@settings(max_examples=150, deadline=None)
def test_cards_with_words_thrown_in(data: bytes, choice: st.DataObject) -> None:
    words = data.decode().split(" ")
    for _ in range(choice.draw(st.integers(1, 4))):
        words[choice.draw(st.integers(0, len(words) - 1))] = choice.draw(st.sampled_from(TOKENS))
    read(" ".join(words))


HEAD = "heroic being X\n\npattern\n  @c\n\neffect\n"
HOSTILE = {
    "nothing": "",
    "only comments": "# a\n# b\n",
    "UTF-16": "heroic being X\n".encode("utf-16"),
    "a picture": bytes(range(256)) * 100,
    "lone surrogate": "heroic being \ud800\n",
    "deep": HEAD + "".join("  " * n + "may\n" for n in range(1, 300)),
    "long line": HEAD + "  if " + "you do and " * 9000 + "you do\n    gain 1 action\n",
    "long phrase": HEAD + "  destroy it" + " and it" * 130,
    "many mistakes": HEAD + "  foo bar\n" * 3000,
    "many lines": "a\n" * 100_000,
    "huge": "x" * (LONGEST + 1),
    "huge number": HEAD + f"  gain {'9' * 900} actions\n",
    "headers": "effect\n  may\n" * 1000,
    "dedents": HEAD + "".join(" " * (30 - n) + "may\n" for n in range(28)),
    "choices": HEAD + "  either\n    gain 1 action\n" + "  or\n    gain 2 actions\n" * 2400,
    "orders": HEAD + "  in any order\n" + "    combat move with own pieces\n" * 4900,
    "statements": HEAD + "  destroy 1 piece\n" * 4900,
    "names": HEAD + "".join(f"  choose 1 piece as p{n}\n" for n in range(4900)),
    "uneven": HEAD + "    may\n   may\n" * 2400,
    "rulings": HEAD + "  gain 1 action\n" + "ruling abc\n" * 4900,
    "adjectives": HEAD + ("  destroy all pieces on " + "red " * 220 + "squares\n") * 150,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    found = mistakes_of(HOSTILE[name])
    if name != "long phrase":
        assert found
    assert len(found) <= 2 * (MOST + 1)  # of the parser, of the checks
    assert len(render_all(found)) < 1_000_000


def test_behind_many_mistakes_stands_that_there_are_more() -> None:
    card, found = parse_card(Source.of(HEAD + "  foo bar\n" * 3000))
    assert card is None
    assert len(found) == MOST + 1
    assert found == sorted(found, key=lambda x: x.span)
    assert (found[-1].code, found[-1].message) == ("K006", f"there are more mistakes than these {MOST}")


def test_a_card_with_just_so_many_mistakes_says_nothing_of_more() -> None:
    _, found = parse_card(Source.of(HEAD + "  destroy 1 pice\n" * MOST))
    assert [x.code for x in found] == ["K010"] * MOST


def test_a_card_of_too_many_statements_gives_one_mistake() -> None:
    assert [x.code for x in mistakes_of(HEAD + "  destroy 1 piece\n" * (MOST_STATEMENTS + 1))] == ["K006"]
    assert mistakes_of(HEAD + "  destroy 1 piece\n" * MOST_STATEMENTS) == []


@pytest.mark.parametrize("line", ["  destroy 1 pice\n", "  may\n", "  if you do\n  gain 1 action\n", "  foo bar\n"])
def test_time_does_not_grow_faster_than_the_text(line: str) -> None:
    """Thousands of mistakes cost about as much as the hundred that are told; generous, as machines differ."""

    def seconds(lines: int) -> float:
        begin = perf_counter()
        mistakes_of(HEAD + line * lines)
        return perf_counter() - begin

    assert seconds(2400) < 20 * seconds(240) + 1


def test_blocks_may_be_nested_deeply_enough() -> None:
    body = "".join("  " * n + "may\n" for n in range(1, DEEPEST - 1))
    card = HEAD + body + "  " * (DEEPEST - 1) + "gain 1 action\n"
    assert {x.code for x in parse_card(Source.of(card))[1]} == set()


# ---------------------------------------------------------------- scenarios


def test_scenarios_are_a_file_of_examples() -> None:
    text = "example one [card]\n  before at a1\n    .c\n    c.\n  done\n\nexample two [R6.9]\n  before\n    c\n"
    examples, found = parse_scenarios(Source.of(text))
    assert not found
    assert [x.title for x in examples] == ["one [card]", "two [R6.9]"]
    assert isinstance(examples[0], Example)
    assert examples[0].steps[0].rows == (".c", "c.")
    assert examples[0].steps[0].window == "a1"


def test_an_empty_file_holds_no_scenario() -> None:
    assert parse_scenarios(Source.of("# none yet\n")) == ((), [])


def test_a_scenario_with_mistakes_keeps_the_others() -> None:
    text = "example one [card]\n  before\n    c\n  dnoe\n\nexmaple two [card]\n  before\n    c\n  done\n"
    examples, found = parse_scenarios(Source.of(text))
    assert len(examples) == 2
    assert [(x.line, x.code) for x in found] == [(4, "K062"), (6, "K010")]
