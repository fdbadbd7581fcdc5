"""Games of every form for the tests of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from kalarite.compiler.compile import compile_cards
from kalarite.runtime import Arena, Board, CardSet, Game

FOUR = ("northern", "southern", "eastern", "western")


@cache
def four_decks() -> CardSet:
    """The built-in cards; four decks of Imperial beings are the first that can be played, then the others."""
    cards = compile_cards()
    playable = cards.index["playable"]
    order = {x: {**playable.get(x, playable["northern"]), "title": x.capitalize()} for x in (*FOUR, *playable)}
    return CardSet({**cards.index, "playable": order}, cards.modules)


def names(arena: Arena, mask: int) -> str:
    """Squares in words, by name."""
    return " ".join(sorted(arena.names_of(mask)))


def table(
    cards: CardSet, form: str, players: int = 4, pieces: Mapping[Any, tuple[int, int]] | None = None, **position: Any
) -> Game:
    """A game of a form in the middle; `pieces`: square to (color, rank)."""
    board = Board(cards.arena(), pieces or {})
    return Game.from_position(board, form=form, decks=FOUR[:players], cards=cards, **position)
