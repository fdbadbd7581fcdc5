"""Emitted code and reference agree on every construct, also where no built-in card uses it."""

from __future__ import annotations

from random import Random

import pytest
from agreement.emitted import EmittedRun
from kalarite.compiler.reference import Match, World, summon
from kalarite.dsl import tree as t
from reference.planted import planted
from reference.stage import Run, being

POSITIONS = 40  # an effect
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
upgrade up to 3 pieces
upgrade 2 connected pieces
upgrade up to 4 connected own upgraded pieces
upgrade 2 own pieces of one color
convert 1 enemy piece into common | if it was heroic |   gain 1 action
choose 1 enemy piece | convert it | upgrade it
choose 1 enemy piece | may convert it | upgrade it
choose 1 enemy piece as guest | convert guest into heroic | if you do |   combat move with it
destroy 1 enemy piece | either |   if it was common |     gain 1 action |   otherwise |     gain 1 turn | or |   destroy 1 piece
choose 1 piece | either |   if it was upgraded |     gain 1 action | or |   upgrade self
with each of 2 pieces |   if it was heroic |     destroy it
with each of up to 3 own pieces |   if it was common |     upgrade it |   otherwise |     may standard move with it
with each of all used pieces |   upgrade up to 3 own used common pieces |   if you have at least 1 action left and it was common |     standard leap
either |   destroy 1 enemy piece adjacent | or |   if you have at least 1 action left |     destroy up to 2 enemy pieces within 2
choose 1 own piece as first | upgrade first as second | destroy second
upgrade self as hero | destroy hero
may gain 1 action
may upgrade self | if you do |   gain 1 action
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
with each of 2 own common pieces |   standard move with it, only onto central squares
with each of all own common pieces |   upgrade it
with each of 2 own common pieces |   may destroy 1 enemy piece adjacent to it |   if you do |     gain 1 action
with each of up to 2 squares adjacent |   either |     destroy 1 piece on it |   or |     place 1 common piece on it
with each of up to 3 squares adjacent |   either |     destroy up to 2 enemy pieces on it |   or |     place 1 common piece on it
with each of all squares adjacent |   either |     destroy up to 2 enemy pieces on it |   or |     destroy up to 2 own pieces on it
may |   either |     destroy up to 2 enemy pieces adjacent |   or |     upgrade up to 2 own common pieces adjacent |   gain 1 action
destroy 1 piece | either |   either |     destroy up to 2 pieces within 1 |   or |     upgrade 1 own common piece adjacent | or |   gain 1 action
destroy 1 piece | either |   either |     if it was common |       destroy up to 2 pieces within 1 |   or |     upgrade 1 own common piece adjacent | or |   gain 1 action
with each of 2 pieces |   if it was common |     upgrade 1 own common piece
with each of all own pieces |   if it was common |     upgrade 1 own common piece |   otherwise |     downgrade 1 own upgraded piece |   may destroy it
with each of 3 pieces |   upgrade it |   if it was upgraded |     gain 1 action |   otherwise |     upgrade 1 own piece
with each of 3 own pieces |   if it was common |     combat move with it |   if it was heroic |     downgrade 1 own heroic piece
may |   with each of 2 enemy pieces |     destroy it | if you do |   gain 1 action
standard move 3 with own pieces
standard move 2 with 1 own piece on central squares
combat move up to 4, in one direction
may combat move 3 with 1 own piece, in one direction
standard move up to 2 | standard move 2 with own common pieces, in that direction
may standard move | standard move with own common pieces, in that direction
combat move any number, in one direction, stopping after destroying upgraded pieces
combat move up to 5, stopping after destroying common pieces
combat move up to 5, stopping after destroying enemy pieces
destroy all pieces adjacent, not counted
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
in any order |   standard move 2 |   combat move 3
in any order, up to 4 |   standard move any number |   combat move 2 with own pieces
in any order |   combat move any number with own pieces |   standard move 2
in any order |   combat move with own pieces |   standard move up to 2 with own pieces
may |   in any order with own common pieces |     standard move |     combat move | if you do |   gain 1 action
in any order with own common pieces |   standard move 2 |   combat move
for each color |   upgrade 1 of their common pieces
for each color |   destroy up to 2 of their pieces within 2 |   if you do |     gain 1 action
for each color |   may destroy all of their common pieces adjacent to own pieces
for each color |   either |     destroy 1 of their pieces adjacent |   or |     upgrade 1 of their common pieces
for each color |   choose 1 piece adjacent to their pieces |   destroy it
place 2 enemy common pieces within 2 | destroy 2 of their common pieces within 3
place up to 3 enemy common pieces | destroy 3 of their pieces | upgrade 1 of their common pieces
may place 1 enemy heroic piece adjacent | if you do |   destroy all of their common pieces within 2
place 2 enemy common pieces | downgrade 2 of their upgraded pieces | convert 2 of their pieces
place 2 enemy pieces of any rank within 2 | may destroy 1 piece adjacent to their pieces
destroy 1 common piece of an opponent with more common pieces
destroy up to 2 pieces of an opponent with more upgraded pieces within 3
combat move with own pieces, only onto pieces of an opponent with more pieces
draw 1 more card | draw 2 more legend cards
may draw 1 more flare card | if you do |   draw 1 more flare card
may put 1 card from your pile onto your deck | if you do |   draw 1 more card
put 2 cards from your pile onto your deck | if you do |   gain 1 action
put up to 2 cards from your pile onto your deck | if your deck is empty |   gain 1 action
put any number cards from your pile onto your deck
if your pile is empty |   gain 1 action | otherwise |   destroy 1 piece
either |   put 1 card from your pile onto your deck | or |   destroy 1 enemy piece adjacent
may |   put 1 card from your pile onto your deck |   draw 1 more card
swap 1 own common piece and 1 enemy common piece | if you do |   upgrade it
may swap 1 own heroic piece and 1 own common piece as moved | if you do |   may swap 1 own heroic piece other than it and 1 own common piece |   destroy all enemy pieces adjacent to moved
may |   either |     swap 1 own common piece within 3 and 1 enemy common piece |   or |     swap 1 own heroic piece and 1 enemy heroic piece
swap 1 own piece and 1 enemy upgraded piece | combat move | if it was heroic |   gain 1 action
take 1 piece on colorless squares onto this card | standard leap with the piece on this card, only onto colorless squares
standard leap with the piece on this card | if you do |   gain 1 action
may combat leap with the piece on this card, never onto own pieces | if that destroyed enemy pieces |   gain 1 turn
take up to 2 enemy pieces adjacent onto this card | if you do |   gain 1 action | may standard leap with the piece on this card
either |   standard leap with the piece on this card | or |   take 1 enemy piece onto this card | or |   gain 1 action
copy the warp of the pending card | if you do |   gain 1 turn
may copy the warp of the pending card | combat move
copy the warp of 1 warp card from your pile | if you do |   gain 1 turn | standard move
may |   either |     copy the warp of 1 warp card from your pile |   or |     combat move up to 3, in one direction
choose 1 own piece | copy the warp of the pending card | destroy it
with each of up to 2 own pieces |   copy the warp of the pending card |   may standard move with it
may discard the pending card | may put the pending card into your hand | if you do |   gain 1 action
put the pending card under your deck | copy the warp of the pending card
if this card was not warped this turn |   gain 1 action | if this card was warped this turn |   gain 1 turn
count up to 2 empty squares as own common pieces in the next pattern | if you do |   gain 1 action
may count up to 1 empty square as own common pieces in the next pattern
may count destroyed pieces twice this turn | count destroyed pieces twice this turn
linked |   choose 1 own common piece as lead |   combat move with lead |   combat move with own pieces other than lead, in the opposite direction
linked |   choose 1 empty square within 2 as spot |   place 1 enemy common piece on spot |   combat move with it |   destroy 1 own piece adjacent to spot
linked |   choose 1 own piece |   upgrade 1 own heroic piece |   combat move with it | if you do |   gain 1 action
linked |   choose 1 enemy heroic piece |   convert 1 enemy common piece adjacent to it |   destroy 1 piece on central squares | if you do not |   gain 1 turn
linked |   choose 1 empty colorless square as spot |   place 1 common piece on spot |   combat move with it |   place 1 enemy common piece on spot |   combat move with it, in the opposite direction
combat move | destroy all pieces in the opposite direction
destroy up to 3 pieces at most 1 of each color
destroy 4 pieces at most 2 of each color | upgrade up to 2 common pieces at most 1 of each color
combat move with each of up to 3 non-legendary pieces at most 2 of each color, only onto squares at distance 2
may standard move with each of 2 pieces at most 1 of each color within 3
combat move with own pieces other than self other than self
choose 1 own piece as lead | combat move with own common pieces other than self other than lead
discard 1 card | if you do |   gain 1 action
may discard 1 flare card | if you do |   gain 1 turn
discard up to 2 legend cards | discard any number cards
discard 2 cards | discard all legend cards | if you do |   gain 1 action
may discard all cards | if you do |   gain 1 action
either |   discard all flare cards | or |   discard 1 legend card | or |   put 1 warp card from your pile into your hand
may put the top card from your pile onto your deck | if you do |   put the top card from your pile under your deck
put the top card from your pile into your hand | put 2 cards from your pile under your deck
may put this card under your deck | if you do |   gain 1 action
put this card into your hand | put this card onto your deck | if you do |   gain 1 action
if your deck is not empty |   put this card under your deck | otherwise |   gain 1 action
if your pile holds Birch |   gain 1 action | if your pile is not empty |   gain 1 turn
put up to 1 card from your pile into your hand | discard 1 card
if summoned on green squares |   gain 2 actions | if not summoned on colored squares |   destroy 1 piece
if summoned on red squares and you have at least 1 action left |   may standard move | otherwise |   gain 1 turn
destroy 1 piece | if it was on red squares |   gain 1 action
destroy 1 enemy piece as victim | place 1 common piece adjacent | if victim was on colorless squares |   gain 1 action
choose 1 own piece | upgrade it | combat move with it | if it was on central squares |   gain 1 action
upgrade self as hero | if hero was on colored squares |   gain 1 turn
upgrade self as hero | if hero was heroic |   gain 1 turn
choose 1 own piece as prey | combat move with own pieces | destroy prey as victim | if victim was common |   gain 1 turn
place 1 common piece within 2 | if it was on red squares |   upgrade it
convert 1 enemy piece | if it was on green squares and it was common |   upgrade it
with each of up to 2 own pieces |   if it was on colored squares |     upgrade it |   otherwise |     may standard move with it
destroy all pieces adjacent | if that destroyed at least 2 enemy pieces |   gain 1 action | if that destroyed own pieces |   gain 1 turn
may destroy 1 piece | if that destroyed no enemy pieces |   gain 1 action
destroy up to 3 pieces | if that destroyed at least 2 common pieces |   gain 1 action
destroy up to 3 connected pieces | if that destroyed at least 2 pieces |   gain 1 action
may destroy self | if that destroyed pieces |   gain 2 actions
may combat move | if that destroyed pieces |   may combat move |   if that destroyed enemy upgraded pieces |     gain 1 action
combat move up to 3 with own pieces | if that destroyed at least 2 pieces |   gain 1 turn
may combat leap | if that destroyed own common pieces |   gain 1 action
in any order |   combat move up to 2 with own pieces |   combat move up to 1 | if that destroyed at least 2 pieces |   gain 1 turn
count up to 1 enemy piece as own in the next pattern
may count up to 2 enemy pieces as own in the next pattern | if you do |   gain 1 action
destroy 2 pieces first in an arrow direction
may choose 1 arrow | if you do |   destroy 1 non-legendary piece first in that direction
choose 1 arrow | destroy all common pieces in that direction
choose 1 arrow | upgrade 1 piece within 3 within 45 degrees of that direction
combat move up to 3, in an arrow direction
""".strip().splitlines()  # noqa: E501


def made(effect: str) -> t.Card:
    """A heroic being of one line of `EFFECTS`; where that speaks of arrows, some in lines and on diagonals."""
    lines = "\n".join(line.removeprefix(" ").rstrip() for line in effect.split("|"))
    return being(lines, pattern="c@", arrows="N E SE NW" if "arrow" in effect else "")


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_plays_as_the_reference_says(effect: str) -> None:
    card = made(effect)
    random = Random(effect)
    compared = 0
    for _ in range(POSITIONS):
        found = planted(card, random)
        if found:
            position, match, pick_up = found
            summon(position, card, match, pick_up)
            position.events.clear()
            position.destroyed.clear()
            compare(card, position, match, random)
            compared += 1
    assert compared > POSITIONS // 2


def compare(card: t.Card, position: World, match: Match, random: Random) -> None:
    """Answer both alike, at random, to the end."""
    emitted = EmittedRun(card, "effect", position, match)
    run = Run(card, "effect", position, match)
    answers: list[str] = []
    while run.offer is not None:
        assert emitted.offer() == run.offer, answers
        stop = "stop" in run.offer and random.random() < 0.12
        answers.append("stop" if stop else random.choice(sorted(run.offer - {"stop"})))
        emitted.answer(answers[-1])
        run.take(answers[-1])
    assert emitted.offer() is None, answers
    emitted.ends_as(position, answers)
