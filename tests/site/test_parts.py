"""What a card's page is made of: highlighted source, marked statements, placements, filters, keywords."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from pathlib import Path

from kalarite.compiler.compile import compile_card
from kalarite.compiler.deck import CARDS
from kalarite.compiler.facets import facets, values_of
from kalarite.compiler.heat import free_placements, heat_svg, placements
from kalarite.compiler.keywords import keyword_page, sections, uses
from kalarite.compiler.language import load_language
from kalarite.compiler.lexer import CardLexer
from kalarite.compiler.listing import body_span, listing, spoken
from kalarite.compiler.sheet import Sheet
from kalarite.compiler.words import words
from kalarite.dsl import tree as t
from kalarite.dsl.constructs import constructs
from kalarite.dsl.source import Source
from kalarite.runtime import Board, load_cards
from pygments.token import Comment, Keyword, Name, Number, Operator, String

ROOT = Path(__file__).resolve().parents[2]
ARENA: list[str] = tomllib.loads((CARDS / "arenas" / "standard.toml").read_text("utf-8"))["rows"]


def tokens(text: str) -> list[tuple[object, str]]:
    return [(kind, word) for _, kind, word in CardLexer().get_tokens_unprocessed(text) if word.strip()]


def meaning(text: str) -> tuple[t.Card, str]:
    source = Source.of(text)
    card, mistakes = compile_card(source)
    assert card is not None, mistakes
    return card.meaning, source.text


# ---------------------------------------------------------------- highlighting


def test_any_text_is_lexed_without_loss() -> None:
    paths = [*ROOT.glob("cards/*/*.card"), *ROOT.glob("tests/golden/*/*.scenarios"), Path(__file__)]
    for text in [x.read_text("utf-8") for x in paths] + ["", "\n\n", "a", "騎士\t#", "pattern\r\n  c@c\r\n", "ruling"]:
        place = 0
        for at, _, word in CardLexer().get_tokens_unprocessed(text):
            assert at == place
            assert word
            place += len(word)
        assert place == len(text)


def test_words_have_their_kinds() -> None:
    found = tokens("heroic being Old Owl  # who\n\npattern\n  c@c\n\neffect\n  may destroy up to 2 enemy pieces\n")
    assert found == [
        (Keyword.Declaration, "heroic"),
        (Keyword.Declaration, "being"),
        (Name.Class, "Old Owl"),
        (Comment.Single, "# who"),
        (Keyword.Namespace, "pattern"),
        (String.Symbol, "c@c"),
        (Keyword.Namespace, "effect"),
        (Keyword.Reserved, "may"),
        (Keyword, "destroy"),
        (Operator.Word, "up"),
        (Operator.Word, "to"),
        (Number.Integer, "2"),
        (Keyword.Type, "enemy"),
        (Name.Builtin, "pieces"),
    ]


def test_free_text_is_text() -> None:
    found = tokens("ruling It may destroy. [card]\n\nexample it may [card]\n  play summon X c3\n  after\n    c.\n")
    assert found[1] == (String, "It may destroy. [card]")
    assert found[3] == (String.Doc, "it may [card]")
    assert (Keyword.Pseudo, "play") in found
    assert found[-1] == (String.Symbol, "c.")


def test_a_step_of_an_example_is_none_in_an_effect() -> None:
    found = tokens("effect\n  take 1 piece onto this card\n\nexample one\n  take back 1\n")
    assert found[1:3] == [(Keyword, "take"), (Number.Integer, "1")]
    assert (Keyword.Pseudo, "take") in found


def test_pygments_finds_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (place,) = project["entry-points"]["pygments.lexers"].values()
    assert place == f"{CardLexer.__module__}:{CardLexer.__name__}"
    assert "card" in CardLexer.aliases


# ---------------------------------------------------------------- statements


def inside(html: str, label: str) -> str:
    """The text of the element of a statement."""
    depth, begin = 0, html.index(f'<span class="k-say" data-say="{label}">')
    for match in re.finditer(r"<(/?)span[^>]*>", html[begin:]):
        depth += -1 if match[1] else 1
        if not depth:
            return unescape(re.sub(r"<.*?>", "", html[begin : begin + match.start()]))
    raise AssertionError("not closed")


def test_a_statement_has_the_same_label_in_text_and_source(sheets: list[Sheet]) -> None:
    for sheet in sheets:
        source = listing(sheet.card, sheet.source)
        assert unescape(re.sub(r"<.*?>", "", source)) == sheet.source.rstrip("\n")
        for part, text in zip(sheet.card.parts, words(sheet.card), strict=sheet.card.task is None):
            for node in (x for x in t.walk(part) if getattr(x, "label", "")):
                written = inside(source, node.label)
                assert written == sheet.source[node.span.start : node.span.end]
                assert inside(spoken(text), node.label) == text.of(node.label)


def test_one_inside_another_and_across_lines() -> None:
    card, source = meaning(
        "common being X\n\npattern\n  c@\n\neffect\n"
        "  may destroy 1 piece\n  if you do\n    upgrade self\n    gain 1 action\n"
    )
    html = listing(card, source)
    assert inside(html, "s1") == "may destroy 1 piece"
    assert inside(html, "s2") == "destroy 1 piece"
    assert inside(html, "s3") == "if you do\n    upgrade self\n    gain 1 action"
    body = body_span(card, source)
    assert body is not None
    assert source[body.start : body.end].startswith("effect\n  may")
    assert inside(listing(card, source, body), "s4") == "upgrade self"


# ---------------------------------------------------------------- placements


def test_the_engine_finds_each_placement_and_no_other(sheets: list[Sheet]) -> None:
    """A board full of the strongest pieces but for the square of summoning fits wherever a pattern can lie."""
    cards = load_cards()
    squares = placements(next(x.card for x in sheets if x.card.pattern), ARENA)
    assert len(squares) == 69
    for sheet in (x for x in sheets if x.card.pattern):
        assert sheet.card.pattern is not None
        base = next((x.lower() for x in "".join(sheet.card.pattern.rows) if x in "CHL"), ".")
        for square, number in placements(sheet.card, ARENA).items():
            column, row = ord(square[0]) - ord("a"), 9 - int(square[1:])
            rows = ["".join("_" if y == " " else "l" for y in x) for x in ARENA]
            rows[row] = rows[row][:column] + base + rows[row][column + 1 :]
            found = [x for x in cards[sheet.card.name].placements(Board.parse("\n".join(rows))) if x.square == square]
            assert len(found) == number, f"{sheet.card.name} on {square}"


def test_a_picture_of_them() -> None:
    card, _ = meaning("common being X\n\npattern\n  c@\n")
    counts = placements(card, ARENA)
    assert counts["e5"] == 4
    assert counts["c1"] == 2
    assert sum(counts.values()) == 2 * 120  # pairs of neighbors, either square may be that of the being
    picture = heat_svg("X", counts)
    assert "<title>Placements of X</title>" in picture
    assert picture.count('class="k-count"') == 69
    assert "4, 4, 4" in picture
    assert heat_svg("X", {}) == ""


def test_a_pattern_without_a_square_of_summoning_is_counted_by_its_pieces() -> None:
    pair, _ = meaning("common being X\n\npattern\n  cc\n\nsummoned on empty red squares\n")
    number, counts = free_placements(pair, ARENA)
    assert number == 120  # pairs of neighbors
    assert (counts["e5"], counts["c1"]) == (4, 2)
    unlike, _ = meaning("heroic being X\n\npattern\n  ch\n\nsummoned on empty red squares\n")
    assert free_placements(unlike, ARENA)[0] == 240  # which of the two is the hero matters
    assert placements(pair, ARENA) == {}


# ---------------------------------------------------------------- filters and keywords


def test_what_a_card_can_be_filtered_by(sheets: list[Sheet]) -> None:
    gun_tower = values_of(next(x for x in sheets if x.slug == "gun-tower"))
    assert gun_tower == {
        "deck": ("imperial",),
        "kind": ("being",),
        "rank": ("heroic",),
        "holds": ("common", "arrows"),
        "pieces": ("4",),
        "does": ("destroy", "choose-arrows"),
    }
    flare = values_of(next(x for x in sheets if x.card.kind == "flare"))
    assert not flare["rank"] + flare["holds"] + flare["pieces"]


def test_every_option_has_cards_and_every_value_an_option(sheets: list[Sheet]) -> None:
    found = {x.name: {y.value: y.cards for y in x.options} for x in facets(sheets)}
    for name, options in found.items():
        assert options == {v: sum(v in values_of(x)[name] for x in sheets) for v in options}
        assert {v for x in sheets for v in values_of(x)[name]} == set(options)


def test_every_action_of_the_language_has_a_name_as_a_filter() -> None:
    """In languages/*/site.toml under [does]; one without is shown in the words of card files."""
    named = {x.removeprefix("does.") for x in load_language().patterns if x.startswith("does.")}
    assert named == {x.slug for x in constructs() if x.is_action}


def test_a_keyword_lists_its_cards_with_their_lines(sheets: list[Sheet]) -> None:
    found = uses(sheets)
    leap = next(x for x in found if x.phrase == "leap")
    assert {x.card.name for x in found[leap]} == {
        x.card.name for x in sheets if re.search(r"^ .*\bleap", x.source, re.M)
    }
    page = keyword_page(leap, found[leap], sections((ROOT / "docs" / "language.md").read_text("utf-8")))
    for sheet in found[leap]:
        assert f"[{sheet.card.name}](../cards/{sheet.deck.name}/{sheet.slug}.md)" in page
    assert "(../language.md#move-and-leap)" in page


def test_the_language_explains_every_keyword(sheets: list[Sheet]) -> None:
    explained = sections((ROOT / "docs" / "language.md").read_text("utf-8"))
    assert [x.phrase for x in uses(sheets) if not set(x.rules) & set(explained)] == []
