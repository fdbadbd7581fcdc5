"""The English of cards: said for every construct, never the same for two meanings, found again by label."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from kalarite.compiler.language import Language, LanguageError, languages, load_language
from kalarite.compiler.resolve import resolve
from kalarite.compiler.words import plain_text, words
from kalarite.dsl import tree as t
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source

CARDS = sorted((Path(__file__).resolve().parents[2] / "cards").glob("*/*.card"))


def meaning(text: str | bytes) -> t.Card:
    card, found = parse_card(Source.of(text))
    assert card is not None
    assert not found
    mistakes: list[object] = []
    resolved = resolve(card, lambda *x: mistakes.append(x))
    assert not mistakes
    return resolved


def being(effect: str, pattern: str = "c@c", extra: str = "") -> t.Card:
    lines = "".join(f"  {x}\n" for x in effect.strip("\n").split("\n"))
    return meaning(f"heroic being Probe\n\npattern\n  {pattern}\n{extra}\neffect\n{lines}")


def said(effect: str, pattern: str = "c@c", extra: str = "") -> str:
    return plain_text(being(effect, pattern, extra))


def nodes(value: Any) -> Iterator[Any]:
    """Every node of a tree, itself included."""
    if isinstance(value, tuple):
        for x in value:
            yield from nodes(x)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from nodes(getattr(value, field.name))


# Constructs that no card of the folder needs yet: each line is an effect, and how it reads.
SAID = {
    "convert 1 enemy piece into common": "Convert 1 enemy piece into a common piece of your color.",
    "convert up to 2 enemy common pieces": (
        "Convert up to 2 enemy common pieces into pieces of your color and the same rank."
    ),
    "destroy any number of pieces on red squares, counted twice": (
        "Destroy any number of pieces on red squares (each counts as 2 destroyed pieces)."
    ),
    "destroy 1 piece orthogonally adjacent to own pieces, counted twice": (
        "Destroy 1 piece orthogonally adjacent to one of your pieces (it counts as 2 destroyed pieces)."
    ),
    "destroy 1 piece, not counted": "Destroy 1 piece; it does not count as destroyed by you.",
    "destroy 1 piece diagonally adjacent to enemy upgraded pieces": (
        "Destroy 1 piece diagonally adjacent to an enemy upgraded piece."
    ),
    "destroy all pieces at distance 2": "Destroy all pieces at distance 2.",
    "destroy all connected pieces": "Destroy all connected pieces.",
    "destroy all connected own pieces": "Destroy all your connected pieces.",
    "destroy 2 connected pieces": "Destroy a connected group of 2 pieces.",
    "destroy 2 connected own pieces": "Destroy a connected group of 2 of your pieces.",
    "destroy up to 2 connected own pieces": "Destroy a connected group of up to 2 of your pieces.",
    "destroy any number of connected pieces": "Destroy a connected group of any number of pieces.",
    "destroy any number of connected own pieces": "Destroy a connected group of any number of your pieces.",
    "upgrade all own common pieces": "Upgrade all your common pieces.",
    "upgrade any number of own common pieces": "Upgrade any number of your common pieces.",
    "upgrade up to 2 own common pieces": "Upgrade up to 2 of your common pieces.",
    "place up to 2 common pieces on or adjacent to central squares": (
        "Place up to 2 common pieces of your color on empty squares on or adjacent to central squares."
    ),
    "place 1 enemy common piece on colorless squares": "Place 1 enemy common piece on an empty colorless square.",
    "standard move all": "The Probe does as many standard moves as possible.",
    "combat leap 2": "The Probe does 2 combat leaps.",
    "standard leap up to 2": "The Probe may do up to 2 standard leaps.",
    "standard move with each of all own pieces": "Do 1 standard move with each of your pieces.",
    "standard move with each of all enemy pieces": "Do 1 standard move with each enemy piece.",
    "with each of all enemy pieces\n  destroy it": "For each enemy piece, one after another, destroy it.",
    "with each of all own pieces\n  may upgrade it": "For each of your pieces, one after another, you may upgrade it.",
    "destroy 1 enemy piece\nif you do not\n  gain 1 action\notherwise\n  gain 2 actions": (
        "Destroy 1 enemy piece. If you do not, gain 1 action; otherwise, gain 2 actions."
    ),
    "may standard move\nif you do not\n  gain 1 turn": (
        "The Probe may do 1 standard move. If it does not, take 1 extra turn after this one."
    ),
    "upgrade 1 own common piece\nif you do and you have at least 2 actions left\n  gain 1 action": (
        "Upgrade 1 of your common pieces. If you do and you have at least 2 actions left, gain 1 action."
    ),
    "if your deck is empty\n  upgrade self\n  if you do\n    gain 1 action\n    if your pile is empty\n"
    "      gain 1 turn": (
        "If your deck is empty, do this in order: (1) upgrade the Probe; (2) if you do, do this in order: "
        "(a) gain 1 action; (b) if your discard pile is empty, take 1 extra turn after this one."
    ),
    "with each of up to 1 own piece\n  upgrade it": "For up to 1 of your pieces, upgrade it.",
    "destroy 1 piece\ndestroy the gateway": "Destroy 1 piece. Destroy your Gateway.",
    "combat leap, only onto the gateway": "The Probe does 1 combat leap onto your Gateway.",
    "destroy 1 piece as a\ndestroy 1 piece other than self other than a": (
        "Destroy 1 piece. Destroy 1 piece other than the Probe and it."
    ),
    "choose 1 own heroic piece\ndowngrade it": "Choose 1 of your heroic pieces. Downgrade it.",
    "choose 1 own piece as a\nchoose 1 own piece as b\ndestroy a": (
        "Choose 1 of your pieces. Do the same again. Destroy the first chosen piece."
    ),
    "may\n  destroy 1 piece\n  if it was common\n    gain 1 action": (
        "You may do this in order: (1) destroy 1 piece; (2) if it was common, gain 1 action."
    ),
    "either\n  destroy 1 piece\n  gain 1 action\nor\n  upgrade self": (
        "Either destroy 1 piece, then gain 1 action; or upgrade the Probe."
    ),
    "destroy 1 enemy piece, counted twice, out of the game": (
        "Destroy 1 enemy piece (it counts as 2 destroyed pieces) and remove it from the game."
    ),
    "convert self into enemy common": "Convert the Probe into a common piece of an enemy color of your choice.",
    "each opponent loses 2 actions": "Each opponent has 2 actions less in the next turn.",
    "repeat\n  standard move with 1 own piece": (
        "Repeat this until it has no effect: do 1 standard move with 1 of your pieces."
    ),
    "repeat while some enemy piece adjacent\n  destroy 1 piece\n  if you do\n    gain 1 action": (
        "As long as there is an adjacent enemy piece, repeat this until it has no effect: "
        "do this in order: (1) destroy 1 piece; (2) if you do, gain 1 action."
    ),
    "for each enemy color\n  destroy 2 of their pieces": "For each enemy color, destroy 2 pieces of that color.",
    "if the summoning destroyed enemy heroic pieces\n  gain 1 action": (
        "If an enemy heroic piece was destroyed by the summoning, gain 1 action."
    ),
    "if the summoning destroyed no pieces\n  gain 1 action": (
        "If no pieces were destroyed by the summoning, gain 1 action."
    ),
    "combat move up to 1": "The Probe may do 1 combat move.",
    "combat move up to 1 with own pieces": "You may do 1 combat move with 1 of your pieces.",
    "either\n  combat move\nor\n  upgrade self": "Either do 1 combat move with the Probe, or upgrade the Probe.",
    "choose 1 own piece as a\nwith each of up to 2 squares adjacent to a\n  destroy a and all pieces on it": (
        "Choose 1 of your pieces. For each of up to 2 squares adjacent to it, one after another, "
        "destroy the chosen piece and all pieces on it."
    ),
}

# What an earlier statement handled, spoken of when something else is "it".
HANDLERS = {
    "choose 1 own piece": "the chosen piece",
    "choose 1 empty square": "the chosen square",
    "destroy 1 piece": "the destroyed piece",
    "place 1 common piece": "the placed piece",
    "upgrade 1 common piece": "the upgraded piece",
    "downgrade 1 heroic piece": "the downgraded piece",
    "convert 1 enemy piece": "the converted piece",
}

ARROWS = {
    "standard move up to 2, in an arrow direction": (
        "The Probe may do up to 2 standard moves, each in an indicated direction."
    ),
    "choose 1 arrow\nstandard move 2, in that direction": (
        "Choose 1 of the indicated directions. The Probe does 2 standard moves, all in that direction."
    ),
    "combat move, in an arrow direction\nmay combat move 2, within 45 degrees of that direction": (
        "The Probe does 1 combat move in an indicated direction. The Probe may do 2 combat moves, "
        "each in that direction or in one at most 45 degrees from it."
    ),
    "standard move, within 45 degrees of an arrow direction": (
        "The Probe does 1 standard move in an indicated direction or in one at most 45 degrees from it."
    ),
    "destroy all pieces within 45 degrees of an arrow direction": (
        "Destroy all pieces in an indicated direction or in one at most 45 degrees from it."
    ),
    "destroy 1 piece first in an arrow direction": "Destroy 1 piece nearest in an indicated direction.",
    "choose 1 arrow\ndestroy 1 piece first in that direction": (
        "Choose 1 of the indicated directions. Destroy the nearest piece in that direction."
    ),
    "choose 1 arrow\ndestroy up to 1 piece first in that direction": (
        "Choose 1 of the indicated directions. Destroy up to 1 piece nearest in that direction."
    ),
    "choose 1 arrow\ndestroy 1 enemy piece first in that direction": (
        "Choose 1 of the indicated directions. Destroy the nearest piece in that direction if it is an enemy piece."
    ),
}


# Conditions of tasks that no card of the folder has.
CLAIMS = {
    "some piece on red squares and no own pieces": "There is a piece on a red square and you have no pieces.",
    "no enemy pieces on central squares": "There are no enemy pieces on central squares.",
    "at least 2 more enemy than own heroic pieces": "The enemy has at least 2 heroic pieces more than you.",
    "more enemy than own pieces adjacent to red squares": (
        "The enemy has more pieces adjacent to a red square than you."
    ),
    "some own piece orthogonally adjacent to at least 1 enemy piece": (
        "You have a piece orthogonally adjacent to at least 1 enemy piece."
    ),
    "some piece diagonally adjacent to at least 3 own pieces": (
        "There is a piece diagonally adjacent to at least 3 of your pieces."
    ),
    "some enemy piece reaching own pieces through empty red squares": (
        "There is an enemy piece, one that could come next to another piece of your color through empty red squares."
    ),
    "on every side, no own pieces reaching the opposite side in 9 steps through own pieces": (
        "On every side of the board you have no pieces that are joined in at most 9 steps "
        "to the opposite side of the board through your pieces."
    ),
    "on some corner, some own piece reaching the opposite corner through pieces": (
        "On some corner of the board you have a piece that is joined to the opposite corner of the board "
        "through pieces."
    ),
    "no upgraded beings summoned this turn or no enemy pieces destroyed this turn": (
        "You summoned no upgraded beings this turn, or you destroyed no enemy pieces this turn."
    ),
}


def task(condition: str) -> str:
    return f"colored task Probe\n\npoints 1\n\nclaim if {condition}\n"


@pytest.mark.parametrize("condition", CLAIMS)
def test_conditions_read_as_written_here(condition: str) -> None:
    assert plain_text(meaning(task(condition))) == CLAIMS[condition]


@pytest.mark.parametrize("effect", SAID)
def test_reads_as_written_here(effect: str) -> None:
    assert said(effect) == SAID[effect]


@pytest.mark.parametrize("effect", ARROWS)
def test_directions_read_as_written_here(effect: str) -> None:
    assert said(effect, extra="\narrows N NE\n") == ARROWS[effect]


@pytest.mark.parametrize("first", HANDLERS)
def test_what_is_no_longer_it_is_called_by_what_was_done(first: str) -> None:
    text = said(f"{first} as a\nupgrade 1 own common piece as b\ndestroy all pieces adjacent to a")
    name = HANDLERS[first] if not first.startswith("upgrade") else "the first upgraded piece"
    assert text.endswith(f"Destroy all pieces adjacent to {name}.")


def test_moves_in_any_order_share_a_limit_and_a_mover() -> None:
    text = said("in any order with own pieces, up to 3\n  standard move any number\n  combat leap up to 1")
    assert text == "Do up to 3 moves in all, in any order, with your pieces: standard moves and at most 1 combat leap."


PARTS = """common being Probe

pattern
  @c

effect
  gain 2 actions

frozen{}
  count up to 1 enemy piece as own in the next pattern

warp
  gain 1 action
"""


def test_frozen_and_warp_effects_are_called_so() -> None:
    effect, frozen, warp = plain_text(meaning(PARTS.format(""))).splitlines()
    assert (effect, warp) == ("Gain 2 actions.", "Warp effect: Gain 1 action.")
    assert frozen.startswith("Frozen effect: In the pattern of the next being")
    early = plain_text(meaning(PARTS.format(" before summoning"))).splitlines()[1]
    assert early.startswith("Frozen effect, thawed directly before you summon a being: In the pattern of")


def test_one_marked_square_is_the_marked_square() -> None:
    assert said("destroy 1 enemy piece on marked squares", "c@*") == "Destroy the enemy piece on the marked square."
    assert said("destroy 1 enemy piece on marked squares", "*@*") == "Destroy 1 enemy piece on a marked square."
    assert said("standard move, never onto marked squares", "c@*").endswith("never onto the marked square.")


OPPOSITE = """destroy 1 piece on crossed squares
with each of up to 2 pieces on marked squares
  place 1 common piece opposite it"""


def test_what_lies_opposite_is_said_of_the_square() -> None:
    assert said(OPPOSITE, "*c@c+") == (
        "Destroy 1 piece on a square marked with a cross. For each of up to 2 pieces on the marked square, "
        "one after another, place 1 common piece of your color on the empty square opposite it."
    )


def test_a_name_with_an_article_gets_no_second_one() -> None:
    card = replace(being("upgrade self"), name="The Probe")
    assert plain_text(card) == "Upgrade The Probe."


@pytest.mark.parametrize("path", CARDS, ids=lambda x: x.stem)
def test_snapshot(path: Path, golden: Callable[[str, str], None]) -> None:
    card = meaning(path.read_bytes())
    golden(f"{path.parent.name}/{path.stem}.txt", plain_text(card) + "\n")


@pytest.mark.parametrize("path", CARDS, ids=lambda x: x.stem)
def test_every_statement_has_words(path: Path) -> None:
    card = meaning(path.read_bytes())
    parts = words(card)
    bodies = card.parts if card.task is None else (t.Part("claim", ()),)  # type: ignore[arg-type]
    assert [x.name for x in parts] == [x.name for x in bodies]
    for part, text in zip(bodies, parts, strict=True):
        labels = [x.label for x in nodes(part) if getattr(x, "label", "")]
        assert sorted(x[0] for x in text.spans) == sorted(labels)
        assert all(text.of(label) for label in labels)
        assert text.text[0].isupper()
        assert text.text.endswith(".")
        assert "a(n)" not in text.text
        for _, start, end in text.spans:  # one inside the other, or apart
            assert all(not start < a < end < b for _, a, b in text.spans)


def test_same_text_only_for_the_same_meaning() -> None:
    seen: dict[str, t.Card] = {}
    for path in CARDS:
        card = meaning(path.read_bytes())
        claim = card.task and replace(card.task, sort="", advanced=False, points=1)
        bare = replace(
            card, name="X", rank=1, pattern=None, arrows=(), rulings=(), examples=(), kind="being", task=claim
        )
        text = plain_text(replace(bare, pattern=card.pattern))
        assert seen.setdefault(text, bare) == bare, f"{card.name}: {text}"
    assert len(seen) > 30


def phrases() -> list[str]:
    """All phrases of a certain size: owner, use, rank, exception, count, up to one place."""
    counts = ["1", "2", "up to 1", "up to 2", "any number of", "all", "1 connected", "2 connected"]
    nouns = [
        " ".join(x for x in (*parts, "pieces", other) if x)
        for parts in product(
            ["", "own", "enemy"], ["", "used"], ["", "common", "heroic", "legendary", "upgraded", "non-legendary"]
        )
        for other in ("", "other than self")
    ]
    places = [
        "", "adjacent", "orthogonally adjacent", "diagonally adjacent", "within 2", "at distance 2", "of one color",
        "adjacent to own pieces", "within 2 from pieces", "on red squares", "on or adjacent to red squares",
        "on green squares", "on colored squares", "on marked squares", "in an arrow direction",
        "first in an arrow direction", "within 45 degrees of an arrow direction",
    ]  # fmt: skip
    effects = [f"destroy {count} {noun} {place}" for count in counts for noun in nouns[:8] for place in places]
    effects += [f"destroy 1 {noun} {place}" for noun in nouns for place in places[:4]]
    return [*dict.fromkeys(effects)]


def test_phrases_that_differ_read_differently() -> None:
    seen: dict[str, str] = {}
    for effect in phrases():
        text = said(effect, "*@*", "\narrows N\n")
        assert seen.setdefault(text, effect) == effect, text


def test_every_construct_and_every_pattern_of_the_language_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    say = Language._say

    def record(self: Language, key: str, *rest: Any) -> str:
        used.add(key)
        return say(self, key, *rest)

    monkeypatch.setattr(Language, "_say", record)
    cards = [meaning(x.read_bytes()) for x in CARDS]
    cards += [being(x) for x in SAID] + [being(x, extra="\narrows N NE\n") for x in ARROWS]
    cards += [being(f"{x} as a\nupgrade 1 own common piece as b\ndestroy a") for x in HANDLERS]
    cards += [being(OPPOSITE, "*c@c+")] + [being(x, "c@*") for x in REST] + [meaning(task(x)) for x in CLAIMS]
    cards += [meaning(PARTS.format(x)) for x in ("", " before summoning")]
    for card in cards:
        plain_text(card)
    kinds = {type(x) for card in cards for x in nodes((card.parts, card.task))}
    wanted = {
        kind
        for union in (t.Statement, t.Where, t.Test, t.Anchor, t.Object)
        for member in get_args(union)
        for kind in (get_args(member) or (member,))
        if isinstance(kind, type)
    }
    assert wanted <= kinds
    tables = (
        "answer",
        "direction",
        "does",
        "event",
        "kind",
        "nav",
        "picture",
        "print",
        "site",
        "sort",
        "step",
        "kept",
    )  # said elsewhere
    own = {x for x in load_language().patterns if x.split(".")[0] not in tables}
    assert {x for x in own if not x.startswith(("ref.ordinals", "join.letters"))} - used == set()


# For the patterns that nothing above says.
REST = [
    "in any order, up to 2\n  standard move with each of all own pieces\n  combat move with each of up to 2 own pieces",
    "for each color\n  upgrade 1 of their common pieces",
    "place 1 enemy common piece\ndestroy 1 of their pieces of an opponent with more pieces",
    "put 1 card from your pile onto your deck\nput up to 2 cards from your pile onto your deck",
    "put any number cards from your pile onto your deck\nif your deck is empty\n  draw 1 more flare card",
    "if your pile is empty\n  draw 1 more card\n  draw 1 more legend card",
    "swap 1 own common piece and 1 enemy piece\ngain 1 action\nupgrade it",
    "swap 1 own common piece and 1 enemy piece as one\nchoose 1 own piece\nupgrade one\ndestroy it",
    "take 1 piece on colorless squares onto this card\nstandard leap with the piece on this card",
    "copy the warp of the pending card\ncopy the warp of 1 warp card from your pile\ncopy the warp of this card",
    "count up to 2 empty squares as own common pieces in the next pattern\ncount destroyed pieces twice this turn",
    "if this card was not warped this turn\n  gain 1 action\nif this card was warped this turn\n  gain 1 action",
    "linked\n  choose 1 own piece\n  combat move with it\n  combat move with own pieces, in the opposite direction",
    "combat move\ndestroy up to 3 pieces at most 2 of each color in the opposite direction",
    "combat move\ndestroy 1 piece first in the opposite direction",
    "combat move\ndestroy 1 piece within 45 degrees of the opposite direction",
    "combat move\ncombat move up to 2, within 45 degrees of the opposite direction",
    "discard 1 flare card\ndiscard all legend cards\nput this card under your deck\ndiscard the pending card",
    "put the top card from your pile into your hand\nput 1 warp card from your pile onto your deck",
    "put 1 frozen card from your pile into play",
    "if your pile is not empty\n  gain 1 action\nif your deck is not empty\n  gain 1 action",
    "if your pile holds Knight\n  gain 1 action",
    "in any order with own pieces, up to 3\n  standard move any number\n  combat leap up to 1",
    "destroy 1 piece\nif that destroyed no enemy pieces\n  gain 1 action",
    "in any order\n  standard move\n  combat move with own pieces",
    "destroy 1 piece\nif it was not heroic\n  lose 1 action\n"
    "if self is legendary or self is not upgraded\n  gain 1 action",
    "if your pile is not empty and your deck is not empty\n  gain 1 action\n"
    "if an opponent has more pieces\n  gain 1 action",
    "count this summoning as legendary",
    "place 2 enemy common pieces adjacent to their pieces\ncount only their pieces as own in the next pattern",
    "choose 1 piece\nstandard move up to 2 with own pieces, toward it",
    "make self the crown\nif the crown is on red squares and self is not the crown\n  make 1 own piece the crown",
    "may make up to 1 own common piece the crown\nupgrade it\nif it is on red squares\n  destroy the crown\n"
    "if self is the crown\n  gain 1 action",
    "choose 1 piece\ndestroy all pieces within 2 from it\ndestroy all pieces at distance 2 from it",
]


def test_an_unknown_language_is_refused() -> None:
    assert "en" in languages()
    with pytest.raises(LanguageError, match="there is no language 'xx'; there are en"):
        load_language("xx")
