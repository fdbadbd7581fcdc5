"""Random positions made for a card: its pattern planted in any orientation, neighbors and supplies random."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

from kalarite.compiler.reference import Match, World, matches, pick_ups
from kalarite.dsl import tree as t
from reference.stage import ARENA, ELM, STOCK

CARDS = ["Ash", "Birch", "Elm"]
HAND = ["Ember", "Oak", "Spark", "Oak", "Ember"]
TRAITS = {
    **dict.fromkeys(("Self", "Ash", "Oak"), ("being",)),
    "Birch": ("being", "frozen"),
    "Elm": ("being", "warp", "copied"),
    "Ember": ("legend",),
    "Spark": ("flare",),
}
Pieces = dict[str, tuple[int, int]]


def planted(card: t.Card, random: Random, colors: int = 0) -> tuple[World, Match, str | None] | None:
    """A position in which `card` can be summoned with the match given, and the piece to pick up.

    `colors`: how many there are, 0 for 2 or 3. None when the drawn shortage forbids the
    summoning (R5.18), or the pattern got pieces that do not serve it.
    """
    match = random.choice(_anywhere(card))
    if _asks_for_the_square(card) and random.random() < 0.5:
        match = random.choice([x for x in _anywhere(card) if x.square in ARENA.red | ARENA.green])
    squares = _pattern_pieces(card, match, random)
    colors = colors or random.choice([2, 2, 3])
    _scatter(squares, match, card, colors, random)
    position = world_of(squares, colors, random)
    for node in t.walk(card.parts):
        if isinstance(node, t.ZoneHolds) and len(squares) % 2:
            position.pile.insert(0, node.name)
    for part in card.parts:
        if part.name == "warp":
            position.book["Self"] = part
    if card.summoning is None:
        again = [x for x in matches(card, position) if (x.square, x.orientation) == (match.square, match.orientation)]
    else:  # the square is not in the pattern: any of its kind
        again = [x for x in matches(card, position) if (x.used, x.orientation) == (match.used, match.orientation)]
        random.shuffle(again)
    if not again:
        return None
    choices = pick_ups(card, position, again[0])
    if choices is None:
        return position, again[0], None
    return (position, again[0], random.choice(sorted(choices))) if choices else None


def world_of(squares: Pieces, colors: int, random: Random) -> World:
    """A world with those pieces; supplies are what is left, in a third of the cases nearly or quite exhausted."""
    supply = {color: list(_left(squares, color)) for color in range(colors)}
    for color in supply:
        for kind in (0, 1):
            if random.random() < 0.3:
                supply[color][kind] = min(supply[color][kind], random.choice([0, 0, 1, 2]))
    position = World(ARENA, squares, supply, colors=colors, actions=random.choice([1, 2, 3]))
    # cards of the acting player, drawn without a step of `random`: most cards look at none
    chance = sum(map(ord, "".join(squares)))
    position.pile, position.hand, position.deck = CARDS[: chance % 4], HAND[chance % 7 :], ["Elm"] * (chance % 3)
    position.traits, position.played, position.book = TRAITS, "Self", {"Elm": ELM.parts[0]}
    position.pending, position.warped = ["", "Elm"][chance % 2], chance % 5 == 0
    position.laid = [[], [(1, 0)], [(0, 2)]][chance % 3]
    return position


def carried(card: t.Card, world: World, match: Match, random: Random) -> None:
    """The being or another own piece carries the marker that the card speaks of, or none does."""
    for word in sorted({x.marker for x in t.walk(card.parts) if getattr(x, "marker", "")}):
        able = sorted(x for x, piece in world.squares.items() if piece in ((world.me, 0), (world.me, 1)))
        near = [x for x in able if x in world.arena.red | world.arena.green] or able
        place = random.choice([match.square, random.choice(near or [""]), random.choice(able or [""]), ""])
        if place in able:
            world.markers[word, world.me] = world.follow(place)


def scattered(colors: int, random: Random, count: int = 30, own: float = 0.5) -> Pieces:
    """Pieces of all ranks on random squares, within what each color owns; `own`: the share of color 0."""
    squares: Pieces = {}
    for square in random.sample(sorted(ARENA.squares), count):
        color = 0 if random.random() < own else random.randrange(1, colors)
        piece = color, random.choice([0, 0, 0, 1, 1, 2])
        if _left(squares, piece[0])[piece[1] // 2] > 0:
            squares[square] = piece
    return squares


@cache
def _asks_for_the_square(card: t.Card) -> bool:
    """Whether it matters on which square the being is summoned."""
    return any(isinstance(x, t.SummonedOn) for x in t.walk(card.parts))


@cache
def _anywhere(card: t.Card) -> list[Match]:
    """All matches that the arena has room for: on a board full of own pieces of the being's rank."""
    assert card.rank is not None
    full = World(ARENA, dict.fromkeys(ARENA.squares, (0, card.rank)), {0: [0, 0]}, colors=1)
    return matches(replace(card, summoning=None), full)


def _pattern_pieces(card: t.Card, match: Match, random: Random) -> Pieces:
    assert card.pattern is not None
    drawn = "".join(card.pattern.rows)
    least = 1 if "h" in drawn else 0
    ranks = [0, 0, 0, 1] if not least else [1, 1, 1, 1, 2, 0]
    squares: Pieces = {}
    for square in sorted(match.used):
        rank = random.choice(ranks)
        squares[square] = (0, rank if rank < 2 or _left(squares, 0)[1] else 1)
    for needed, char in ((0, "C"), (1, "H")):
        if char in drawn:
            squares[match.square] = (0, needed)
    return squares


def _scatter(squares: Pieces, match: Match, card: t.Card, colors: int, random: Random) -> None:
    assert card.rank is not None
    more = scattered(colors, random, random.randrange(5, 45))
    if more.get(match.square, (0, 0))[1] > card.rank:
        del more[match.square]
    for square, piece in more.items():
        if square not in squares and _left(squares, piece[0])[piece[1] // 2] > 0:
            squares[square] = piece


def _left(squares: Mapping[str, tuple[int, int]], color: int) -> tuple[int, int]:
    owned = [rank // 2 for owner, rank in squares.values() if owner == color]
    return STOCK[0] - owned.count(0), STOCK[1] - owned.count(1)
