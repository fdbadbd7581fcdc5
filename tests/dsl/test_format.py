"""The formatter: the same card in its one canonical form, comments kept, nothing left to do the second time."""

from __future__ import annotations

import random
from dataclasses import is_dataclass, replace
from typing import Any

import pytest
from fixtures import SAMPLES
from hypothesis import given, settings
from hypothesis import strategies as st
from kalarite.compiler.resolve import resolve
from kalarite.dsl import tree as t
from kalarite.dsl.codes import whole
from kalarite.dsl.format import format_card, print_statement
from kalarite.dsl.source import Source
from shipped import CARDS, parsed

HEAD = "heroic being Example\n\npattern\n  @*\n  cc\n\neffect\n"


def formatted(text: str | bytes) -> str:
    return format_card(parsed(text), Source.of(text))


def comments(text: str) -> list[str]:
    return sorted("#" + x.partition("#")[2].strip() for x in text.splitlines() if "#" in x)


def meaning(card: t.Card) -> t.Card:
    """What a card means, with conditions and adjectives in one order and the pattern without empty borders."""
    card = resolve(card, lambda *_: pytest.fail("no mistake is planted"))
    return replace(card, parts=_sorted(card.parts), pattern=None)


def _sorted(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(_sorted(x) for x in node)
    if not is_dataclass(node):
        return node
    changed = {k: _sorted(v) for k, v in vars(node).items() if k not in ("span", "or_spans", "row_spans")}
    for name in ("where", "adjectives"):
        if name in changed:
            changed[name] = tuple(sorted(changed[name], key=repr))
    return replace(node, **changed)  # type: ignore[type-var]


@pytest.mark.parametrize("name", CARDS)
def test_the_shipped_cards_are_canonical(name: str) -> None:
    assert formatted(CARDS[name]) == CARDS[name].decode()


@pytest.mark.parametrize("case", SAMPLES, ids=[x.name for x in SAMPLES])
def test_the_samples_of_the_reference_are_canonical(case: Any) -> None:
    text = whole(case.text, case.kind)
    assert formatted(text) == text


@st.composite
def untidy(draw: st.DrawFn) -> tuple[bytes, str]:
    """A shipped card, and the same with comments, empty lines, odd blanks, wider blocks, synonyms of number."""
    data = draw(st.sampled_from(sorted(CARDS.values())))
    step = draw(st.integers(1, 4))
    text = ""
    for line in data.decode().splitlines():
        for _ in range(draw(st.integers(0, 1))):
            text += " " * draw(st.integers(0, 6)) + draw(st.sampled_from(["", "# one", "#two", "# drei # vier"])) + "\n"
        depth = (len(line) - len(line.lstrip())) // 2
        body = line.strip()
        if body and not body.startswith(("ruling", "example", "play", "offers", "allows", "refuses", "expect", "hand")):
            for word, other in (("pieces", "piece"), ("move", "moves"), ("squares", "square"), ("action", "actions")):
                body = " ".join(other if x == word and draw(st.booleans()) else x for x in body.split())
            body = body.replace(" ", " " * draw(st.integers(1, 3)))
        end = draw(st.sampled_from(["", "  # end", " #"])) if body else ""
        text += " " * step * depth + body + end + "\n"
    return data, text


@given(untidy())
@settings(max_examples=150, deadline=None)
def test_any_dress_gives_the_same_text_but_for_comments(pair: tuple[bytes, str]) -> None:
    data, text = pair
    once = formatted(text)
    assert parsed(once) == parsed(data)
    assert formatted(once) == once
    assert comments(once) == comments(text)
    bare = [x.partition("#")[0].rstrip() for x in once.splitlines() if x.partition("#")[0].strip()]
    assert bare == [x for x in data.decode().splitlines() if x.strip()]


def canonical(effect: str) -> str:
    text = HEAD + "".join(f"  {x}\n" for x in effect.splitlines())
    once = formatted(text)
    assert formatted(once) == once
    assert meaning(parsed(once)) == meaning(parsed(text))
    return "\n".join(x.removeprefix("  ") for x in once.removeprefix(HEAD).splitlines())


REWRITTEN = [
    ("may\n  destroy 1 pieces", "may destroy 1 piece"),
    (
        "may\n  either\n    gain 1 action\n  or\n    gain 2 action",
        "may\n  either\n    gain 1 action\n  or\n    gain 2 actions",
    ),
    ("destroy up to 1 pieces adjacent to self", "destroy up to 1 piece adjacent"),
    ("destroy any number piece", "destroy any number of pieces"),
    ("combat moves 1 with self", "combat move"),
    ("combat move any number of with own piece", "combat move any number with own pieces"),
    ("place 2 piece adjacent", "place 2 common pieces adjacent"),
    ("place 1 own heroic piece", "place 1 heroic piece"),
    ("place 1 piece within 2 of any rank", "place 1 piece of any rank within 2"),
    (
        "destroy 1 piece within 2 adjacent to it on marked red square",
        "destroy 1 piece on red marked squares within 2 adjacent to it",
    ),
    ("destroy 1 piece at distance 1", "destroy 1 piece within 1"),
    ("choose 1 square adjacent\nplace 1 common piece on it", "choose 1 square adjacent\nplace 1 common piece on it"),
    (
        "standard move, never onto red square, only onto empty square",
        "standard move, only onto empty squares, never onto red squares",
    ),
]


@pytest.mark.parametrize(("written", "wanted"), REWRITTEN, ids=[x[1] for x in REWRITTEN])
def test_one_form_for_what_means_the_same(written: str, wanted: str) -> None:
    if " it" in wanted and not wanted.startswith("choose"):
        written, wanted = f"choose 1 piece\n{written}", f"choose 1 piece\n{wanted}"
    assert canonical(written) == wanted


def test_comments_stay_where_they_stand() -> None:
    text = """# above the card
common  being Toad # head

pattern
  ....
  .@c. # row
  .... # empty row
# before the effect
effect # sign
  # first
  may # lone
      # below may
      destroy 1 pieces # action

  if you do
      # only this
      gain 1 actions
      # end of block
ruling No  doubt. [card] # ruled
# last
"""
    assert (
        formatted(text)
        == """# above the card
common being Toad  # head

pattern
  @c  # row

# empty row
# before the effect
effect  # sign
  # first
  # below may
  # action
  may destroy 1 piece  # lone
  if you do
    # only this
    gain 1 action

# end of block
ruling No doubt. [card]  # ruled
# last
"""
    )


def test_rows_that_do_not_fit_are_left_as_they_are() -> None:
    assert "  .@\n  .c.\n" in formatted("common being Toad\n\npattern\n  .@\n  .c.\n")


@pytest.mark.parametrize("name", CARDS)
def test_a_meaning_prints_like_its_tree(name: str) -> None:
    card = parsed(CARDS[name])
    told = resolve(card, lambda *_: pytest.fail("no mistake is planted"))
    for part, meant in zip(card.parts, told.parts, strict=True):
        assert [print_statement(x) for x in part.body] == [print_statement(x) for x in meant.body]


def test_random_lines_left_out_format_or_have_mistakes() -> None:
    from kalarite.dsl.parse import parse_card

    rng = random.Random(1)
    for data in CARDS.values():
        lines = data.decode().splitlines()
        del lines[rng.randrange(len(lines))]
        source = Source.of("\n".join(lines))
        card, mistakes = parse_card(source)
        if card is not None and not mistakes:
            assert parsed(format_card(card, source)).parts == card.parts
