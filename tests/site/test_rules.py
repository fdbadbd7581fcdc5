"""Rules cited: whatever a card or a page cites is explained, every ground is a link, every rule knows its cards."""

from __future__ import annotations

import re
from pathlib import Path

from kalarite.compiler.grounds import anchor, chapters, cited, grounded
from kalarite.compiler.guide import rules_page
from kalarite.compiler.page import card_page
from kalarite.compiler.sheet import Sheet

HOME = Path(__file__).resolve().parents[2]
NUMBERS = [x.number for chapter in chapters() for x in chapter.rules]
_NUMBER = re.compile(r"\b(?:R\d+\.\d+|D\d+)\b")


def test_every_number_that_is_cited_is_on_the_page() -> None:
    paths = [*HOME.glob("cards/*/*.card"), *HOME.glob("docs/**/*.md")]
    assert len(paths) > 50
    found = {number for path in paths for number in _NUMBER.findall(path.read_text("utf-8"))}
    assert sorted(found - set(NUMBERS)) == []
    assert len(set(NUMBERS)) == len(NUMBERS)


def test_every_ground_on_a_page_of_a_card_is_a_link(sheets: list[Sheet]) -> None:
    for sheet in sheets:
        page = card_page(sheet)
        said = [x.text for x in sheet.card.rulings] + [x.title for x in sheet.card.examples]
        for ground in {x.text for text in said for x in cited(grounded(text).ground)}:
            assert f"[{ground}](../../rules.md#{anchor(ground)})" in page


def test_every_rule_names_its_cards(sheets: list[Sheet]) -> None:
    page = rules_page(sheets)
    for number, slug in (("R6.38", "knight"), ("D46", "hypnotist"), ("R6.22", "master-of-intrigue")):
        _, _, after = page.partition(f'id="{anchor(number)}"')
        assert f"cards/imperial/{slug}.md" in after.partition("</p>")[0]
    assert "[card]" in page
    assert "[ruling]" in page


def test_several_grounds_are_parted_and_unknown_ones_stay_words() -> None:
    assert [(x.text, x.anchor) for x in cited("R6.9, D1")] == [("R6.9", "r6-9"), ("D1", "d1")]
    assert [(x.text, x.anchor) for x in cited("R99.1")] == [("R99.1", "")]
    assert cited("") == ()
