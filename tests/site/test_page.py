"""Pages as Markdown: any name and any source shows as it is; examples are told in words."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import markdown
import pytest
from kalarite.compiler.grounds import grounded
from kalarite.compiler.page import alternatives, answer_words, card_page, deck_page
from kalarite.compiler.sheet import Sheet
from kalarite.compiler.site import write_pages
from kalarite.dsl import tree as t
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source


def html(text: str) -> str:
    """A page as the site's builder shows it, without its front matter."""
    _, _, body = text.removeprefix("---\n").partition("\n---\n")
    return markdown.markdown(body, extensions=["md_in_html", "attr_list", "tables", "pymdownx.superfences"])


@pytest.fixture
def knight(sheets: list[Sheet]) -> Sheet:
    return next(x for x in sheets if x.slug == "knight")


NAMES = [
    "- x",
    "+ x",
    "12. x",
    "---",
    "A*b*c",
    "_x_ `y`",
    "<b>bold</b>",
    "[link](there)",
    "# x",
    "! | ~",
    "&amp; & é 騎士",
    "1. x",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_shows_as_it_is(name: str, knight: Sheet) -> None:
    sheet = replace(knight, card=replace(knight.card, name=name))
    escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"<h1>{escaped}</h1>" in html(card_page(sheet))
    assert f'<h2><a href="knight.md">{escaped}</a></h2>' in html(deck_page(sheet.deck, [sheet]))


@pytest.mark.parametrize("text", [*NAMES, "- - x", "1) x", "-x", "3.5 x", "==="])
def test_a_ruling_shows_as_it_is(text: str, knight: Sheet) -> None:
    ruling = replace(knight.card.rulings[0], text=f"{text} [card]")
    page = html(card_page(replace(knight, card=replace(knight.card, rulings=(ruling,)))))
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"<li>{escaped} <small" in page


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"),
        ("Fire & Ice", "Fire & Ice"),
        ("&amp; &lt &#60;", "&amp;amp; &amp;lt &amp;#60;"),
        ('x "y" *z*', 'x \\"y\\" *z*'),
    ],
)
def test_titles_are_no_markup_to_a_theme(title: str, shown: str, knight: Sheet, tmp_path: Path) -> None:
    """Themes put them into the head of the page and the navigation as they are."""
    sheet = replace(knight, card=replace(knight.card, name=title), deck=replace(knight.deck, title=title))
    assert f'title: "{shown}"\n' in card_page(sheet)
    assert f'title: "{shown}"\n' in deck_page(sheet.deck, [sheet])
    write_pages([sheet], tmp_path)
    assert (tmp_path / "mkdocs.yml").read_text("utf-8").count(f'"{shown}": ') == 2


def test_a_source_shows_as_it_is(knight: Sheet) -> None:
    source = "heroic being X\n\n# a note with ``` and <b> & {{ braces }}\npattern\n  c@c\n"
    plain = replace(knight, source=source, card=replace(knight.card, parts=()))
    code = re.findall(r"<code>(.*?)</code>", html(card_page(plain)), re.S)[0]
    assert unescape(re.sub(r"<.*?>", "", code)) == source.rstrip()


def test_a_file_name_with_blanks_is_linked(knight: Sheet) -> None:
    sheet = replace(knight, file=replace(knight.file, path=knight.file.path.with_name("old knight.card")))
    assert 'href="old%20knight.md"' in html(deck_page(sheet.deck, [sheet]))


EXAMPLE = """heroic being Probe

pattern
  c@

example Everything is said [R1.2]
  actions 1
  supply own 5 2
  hand Probe, Bomb
  before at c4
    .C
    c.
  play summon Probe d4, d4-d5
  offers c3~g7, NE, stop
  allows heroic e5
  refuses d4-d6
  done
  after at c4
    .h
    c.
  expect actions 2
  expect supply enemy 4 3
  expect score 1 0
  expect turns 1
  expect destroyed 2 0 1
  expect discards Probe
"""


def test_examples_are_told_line_by_line(knight: Sheet) -> None:
    card, found = parse_card(Source.of(EXAMPLE))
    assert card is not None
    assert not found
    page = html(card_page(replace(knight, card=card)))
    assert re.findall(r"<li>(.*?)</li>", page) == [
        "Actions at the start of the turn: 1.",
        "In supply: own, 5 two-sided and 2 legendary.",
        "In hand: Probe, Bomb.",
        "Played: summon Probe on d4, then move d4 to d5.",
        "Offered, and nothing else: leap from c3 to g7, direction NE, stop.",
        "Among the choices: heroic on e5.",
        "Not among the choices: move d4 to d6.",
        "The effect is finished.",
        "Actions left: 2.",
        "In supply now: enemy, 4 two-sided and 3 legendary.",
        "Scores: 1 to 0.",
        "Extra turns gained: 1.",
        "Enemy pieces destroyed this turn: 2 common, 1 legendary.",
        "Discarded: Probe.",
    ]
    assert re.findall(r"<figcaption>(.*?)</figcaption>", page) == ["Before", "After"]
    assert "<h3>Everything is said</h3>" in page
    assert "R1.2" in page


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("match n'", "take the match whose top points n'"),
        ("pick up c3", "pick up c3"),
        ("place e5", "place a piece on e5"),
        ("e5", "e5"),
        ("option move 1", "choose “move 1”"),
        ("flare", "invoke the flare"),
        ("end", "end the turn"),
        ("something new", "something new"),
    ],
)
def test_answers_as_words(answer: str, said: str) -> None:
    assert answer_words(answer) == said


def test_an_alternative_is_told_in_its_words(sheets: list[Sheet]) -> None:
    sheet = next(x for x in sheets if x.slug == "flare-11")
    assert "option move 2" in sheet.source
    lines = re.findall(r"<li>((?:Played|Offered).*?)</li>", html(card_page(sheet)))
    assert lines[1].startswith(
        "Offered, and nothing else: choose “do 1 combat move with 1 of your non-legendary pieces”, "
        "choose “do 2 standard moves with your non-legendary pieces”"
    )
    assert alternatives(sheet.card).keys() == {"move 1", "move 2"}


def test_a_card_names_its_deck(knight: Sheet) -> None:
    assert '<a href="index.md">Imperial</a>' in html(card_page(knight)).partition("<h2>")[0]


def test_a_ruling_is_parted_from_its_ground() -> None:
    assert grounded("It stays. [R6.9, D1]") == grounded("It stays.  [R6.9, D1] ")
    assert grounded("It stays. [R6.9, D1]").ground == "R6.9, D1"
    assert grounded("No [x] ground") == grounded("No [x] ground")
    assert grounded("No [x] ground").ground == ""


def test_every_ruling_and_example_of_the_cards_has_a_ground(sheets: list[Sheet]) -> None:
    form = re.compile(r"card|ruling|[RDCEWN]\d+(\.\d+)?(, [RDEWN]\d+(\.\d+)?)*")
    texts = [x.text for s in sheets for x in s.card.rulings] + [x.title for s in sheets for x in s.card.examples]
    assert [x for x in texts if not form.fullmatch(grounded(x).ground)] == []
    assert all(s.card.rulings for s in sheets)


def test_boards_of_examples_are_rectangles(sheets: list[Sheet]) -> None:
    boards = [step.rows for s in sheets for example in s.card.examples for step in example.steps if step.rows]
    assert boards
    assert [x for x in boards if len(set(map(len, x))) > 1] == []
    steps: list[t.Step] = [step for s in sheets for example in s.card.examples for step in example.steps]
    assert {x.word for x in steps} >= {"before", "play", "offers", "refuses", "done", "after", "expect"}


def test_each_card_has_a_worked_example(sheets: list[Sheet]) -> None:
    assert [x.slug for x in sheets if not x.card.examples] == []


def test_what_is_played_in_an_example_lies_in_its_picture(sheets: list[Sheet]) -> None:
    """Or else the picture would say less than the words beside it."""
    for sheet in sheets:
        page = html(card_page(sheet))
        pictures = re.findall(r"<title>Before</title>.*?</figcaption>(.*?)</ul>", page, re.S)
        drawn = [x.count('class="k-number"') for x in re.findall(r"<title>Before</title>.*?</svg>", page, re.S)]
        assert len(pictures) == len(drawn) > 0
        for said, numbers in zip(pictures, drawn, strict=True):
            played = ", ".join(re.findall(r"Played: (.*?)\.</li>", said)).replace(", then ", ", ")
            pointing = [x for x in played.split(", ") if re.search(r"\b[a-i][1-9]$", x)]
            assert numbers == (len(pointing) if len(pointing) > 1 else 0), f"{sheet.slug}: {pointing}"
