"""The language reference: its samples are cards, its grammar is the grammar, the cards that it names exist."""

from __future__ import annotations

import re

import pytest
from fixtures import PAGE, SAMPLES, Case
from kalarite.dsl.codes import whole
from kalarite.dsl.example import STEPS
from kalarite.dsl.language import GRAMMAR, language
from shipped import CARDS, mistakes_of, parsed

TEXT = PAGE.read_text("utf-8")
RULE = re.compile(r"^[?!]*([a-z][a-z_]*):|-> ([a-z_]+)", re.M)


@pytest.mark.parametrize("case", SAMPLES, ids=[x.name for x in SAMPLES])
def test_a_sample_is_a_card(case: Case) -> None:
    assert mistakes_of(whole(case.text, case.kind)) == []


@pytest.mark.parametrize("case", SAMPLES, ids=[x.name for x in SAMPLES])
def test_a_sample_with_the_name_of_a_card_is_that_card(case: Case) -> None:
    if case.kind == "effect":
        return
    card = parsed(case.text)
    shipped = {x.name: x for x in map(parsed, CARDS.values())}
    if card.name in shipped:
        assert (card.pattern, card.arrows, card.parts) == (
            shipped[card.name].pattern,
            shipped[card.name].arrows,
            shipped[card.name].parts,
        )


def test_the_page_names_every_rule_and_no_other() -> None:
    rules = {a or b for a, b in RULE.findall(GRAMMAR.read_text("utf-8"))}
    named = {x for line in re.findall(r"\*Grammar: (.*?)\*", TEXT, re.S) for x in re.findall(r"`([a-z_]+)`", line)}
    assert named == rules


def test_the_page_shows_every_word() -> None:
    words = {word for words in language().words.values() for word in words}
    missing = {x for x in words if not re.search(rf"(?<![\w-]){re.escape(x)}(?![\w-])", TEXT)}
    assert missing <= {"moves", "leaps"}  # the plural, which `fmt` does not write


def test_the_page_shows_every_step_of_an_example() -> None:
    assert {x for x in STEPS if f"`{x}" not in TEXT} == set()


def test_the_cards_that_it_names_exist() -> None:
    names = {parsed(x).name for x in CARDS.values()}
    spoken = set(re.findall(r"\(((?:[A-Z][\w-]+ ?(?:of )?)+)\)", TEXT))
    assert spoken
    assert spoken <= names
