"""Emitted code and reference agree on every construct, also where no built-in card uses it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from kalarite.compiler.compile import CompiledCard, CompiledDeck, compile_all, compile_card, deck_digest, write_compiled
from kalarite.compiler.deck import Playable
from kalarite.compiler.emit import Emitted, emit_deck
from kalarite.dsl.source import Source
from kalarite.runtime import CardSet, load_cards
from reference.agreement import Duel
from reference.planted import planted

POSITIONS = 20  # an effect
EFFECTS = """
destroy 2 enemy pieces
may destroy 2 pieces
destroy up to 3 connected common pieces
may destroy up to 3 connected common pieces
destroy all enemy pieces adjacent to enemy pieces
may destroy all enemy pieces adjacent
destroy self and all pieces within 1 and all common pieces within 2
destroy 1 enemy piece as victim | place 1 common piece on victim
destroy all pieces at distance 2 from red squares, counted twice
place 2 common pieces orthogonally adjacent
place up to 3 pieces of any rank within 2
place 1 non-legendary piece adjacent
downgrade up to 3 connected upgraded pieces
downgrade 3 connected enemy upgraded pieces
upgrade all own pieces
upgrade all pieces within 2
downgrade all pieces
convert 2 enemy pieces
convert all enemy pieces within 2
convert up to 2 enemy pieces of one color
choose 1 piece | upgrade it | destroy it
choose 1 piece on or adjacent to red squares | destroy it and all common pieces adjacent to it
choose 1 empty square within 2 as goal | standard leap with own pieces, only onto goal | if you do |   gain 1 turn
may gain 1 action
may upgrade self | if you do |   gain 1 action
destroy self | standard move | upgrade self | destroy all pieces adjacent | destroy all pieces adjacent to own pieces
may |   downgrade self |   place 1 common piece adjacent
may |   destroy 1 enemy piece |   gain 1 action
may |   destroy 1 enemy piece |   place 1 common piece on it
if you have at least 1 action left |   gain 1 turn | otherwise |   upgrade self
may destroy 1 enemy piece | if it was heroic |   gain 1 action | if you do |   gain 1 turn
destroy 1 enemy piece | if it was common and you do |   gain 1 turn | otherwise |   upgrade self
either |   destroy 1 enemy piece adjacent | or |   upgrade 1 own piece adjacent | or |   destroy 1 own piece adjacent
either |   destroy up to 2 enemy pieces adjacent | or |   gain 1 turn
may |   either |     destroy 1 enemy piece adjacent |   or |     upgrade 1 own common piece adjacent
with each of up to 3 own common pieces |   place 1 common piece adjacent to it
with each of 2 own pieces |   destroy 1 enemy piece adjacent to it
with each of 3 own common pieces |   combat move with it
with each of 2 own common pieces |   standard move with 1 own common piece
with each of all own common pieces |   upgrade it
with each of 2 own common pieces |   may destroy 1 enemy piece adjacent to it |   if you do |     gain 1 action
with each of up to 2 squares adjacent |   either |     destroy 1 piece on it |   or |     place 1 common piece on it
may |   with each of 2 enemy pieces |     destroy it | if you do |   gain 1 action
standard move 3 with own pieces
standard move 2 with 1 own piece on central squares
combat move up to 4, in one direction
may combat move 3 with 1 own piece, in one direction
standard move up to 2 | standard move 2 with own common pieces, in that direction
may standard move | standard move with own common pieces, in that direction
combat move any number, in one direction, stopping after destroying upgraded pieces
combat move up to 5, stopping after destroying common pieces
combat move up to 3, only onto squares adjacent to enemy pieces
combat move up to 2, never onto own pieces
combat leap up to 2 with own pieces, only onto pieces
combat leap, only onto squares orthogonally adjacent to enemy pieces
combat move with each of up to 2 own common pieces, only onto common pieces
combat move with each of 3 own pieces
standard move with each of all own common pieces, never onto central squares
combat move with each of 2 enemy pieces of one color
combat move 2 with enemy pieces
combat move with 1 own heroic piece | standard move | destroy all pieces adjacent
choose 1 own common piece as scout | combat move with 1 own heroic piece | standard move 2 with scout
in any order |   combat move up to 1 |   standard move up to 2
in any order with 1 own piece other than self |   combat move up to 1 |   standard move up to 2
in any order, up to 3 |   standard move any number |   combat move any number with own pieces other than self
in any order |   combat move up to 2 with own pieces |   combat move up to 1
in any order |   combat move with own pieces |   standard move up to 2 with own pieces
may |   in any order with own common pieces |     standard move |     combat move | if you do |   gain 1 action
in any order with own common pieces |   standard move 2 |   combat move
""".strip().splitlines()


def source_of(number: int) -> Source:
    lines = "".join(f"  {line.removeprefix(' ').rstrip()}\n" for line in EFFECTS[number].split("|"))
    return Source.of(
        f"heroic being Example {chr(97 + number // 26)}{chr(97 + number % 26)}\npattern\n  c@\neffect\n{lines}"
    )


@pytest.fixture(scope="module")
def compiled() -> list[CompiledCard]:
    made: list[CompiledCard] = []
    for number in range(len(EFFECTS)):
        card, mistakes = compile_card(source_of(number))
        assert card is not None and not mistakes, (EFFECTS[number], [x.message for x in mistakes])
        made.append(card)
    return made


@pytest.fixture(scope="module")
def cards(compiled: list[CompiledCard], tmp_path_factory: pytest.TempPathFactory) -> CardSet:
    """The built-in decks and one more of the cards made up here, which one player takes as `examples`."""
    decks, sources, mistakes = compile_all()
    assert not mistakes
    deck = replace(
        decks[0].deck, name="examples", playable=(Playable("examples", "Examples", "#123456"),), folder=Path()
    )
    digest = deck_digest(compiled)
    python = emit_deck("examples", [Emitted(x.meaning, x.program) for x in compiled], digest)
    folder = tmp_path_factory.mktemp("compiled")
    write_compiled(folder, [*decks, CompiledDeck(deck, tuple(compiled), digest, python)], sources)
    return load_cards(folder)


@pytest.mark.parametrize("number", range(len(EFFECTS)), ids=EFFECTS)
def test_an_effect_plays_as_the_reference_says(number: int, compiled: list[CompiledCard], cards: CardSet) -> None:
    card = compiled[number].meaning
    random = Random(EFFECTS[number])
    compared = 0
    for _ in range(POSITIONS):
        found = planted(card, random, colors=2)
        if found:
            position, match, pick_up = found
            Duel(position, card, cards, "examples").summon(match, pick_up, random)
            compared += 1
    assert compared > POSITIONS // 2
