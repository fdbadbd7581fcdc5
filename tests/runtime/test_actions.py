"""The answers at the next action: the quick list is the list, and of several flares one can be invoked."""

from __future__ import annotations

import pytest
from allforms import seated, walked
from kalarite.runtime import Board, Game, load_cards
from kalarite.runtime.actions import quick
from kalarite.runtime.state import ACTIONS, OFFER, OFFER_ACTION

BASE = seated(("northern", "southern", "highland", "sylvan"))
EXPANSIONS = [
    ("duel", ("everfrost", "northern")),
    ("high", ("nethervoid", "sylvan")),
    ("melee", ("sylvan", "everfrost", "nethervoid")),
]
TABLES = BASE + EXPANSIONS


@pytest.mark.parametrize(("form", "decks"), TABLES, ids=[f"{form}-{'-'.join(decks)}" for form, decks in TABLES])
def test_the_quick_list_is_the_list(form: str, decks: tuple[str, ...]) -> None:
    asked = {"some": 0, "no actions": 0, "flare": 0, "summonings": 0}
    for seed in range(6):
        for game in walked(form, decks, seed, load_cards()):
            listing, s = game.rules.turn.listing, game._s
            assert listing.is_usual
            if s[OFFER] != OFFER_ACTION:
                continue
            moves = listing.answers(s)
            assert quick(listing)(s) == moves, game
            asked["some" if s[ACTIONS] else "no actions"] += 1
            asked["flare"] += moves[-1].verb == "flare"
            asked["summonings"] += any(x.verb == "summon" for x in moves)
    assert all(asked.values()), asked


# With `draw 1 more flare card` a hand may hold two. The first of these asks for 6 pieces more, the second for 4.
TWO = ["flare-01", "flare-02"]


def invoked(game: Game) -> list[str]:
    return [x["card"] for x in game.events if x["event"] == "flare"]


@pytest.mark.parametrize("actions", [2, 0])
def test_of_two_flares_the_one_whose_criterion_is_met_is_invoked(actions: int) -> None:
    none = Game.from_position(Board.parse("CCC", at="b5"), hands=[TWO], actions=actions)
    assert "flare" not in map(str, none.legal_moves())
    game = Game.from_position(Board.parse("CCCC", at="b5"), hands=[TWO], actions=actions)
    game.play(game.parse("flare"))
    assert invoked(game) == ["flare-02"]


@pytest.mark.parametrize("actions", [2, 0])
@pytest.mark.parametrize("which", TWO)
def test_of_two_flares_that_can_be_invoked_the_player_chooses(which: str, actions: int) -> None:
    game = Game.from_position(Board.parse("CCCCCC", at="b5"), hands=[TWO], actions=actions)
    game.play(game.parse("flare"))
    assert list(map(str, game.legal_moves())) == [f"card {x}" for x in TWO]
    assert Game.from_json(game.to_json()) == game
    game.play(game.parse(f"card {which}"))
    assert invoked(game) == [which]


@pytest.mark.parametrize("which", TWO)
def test_of_two_flares_against_several_opponents(which: str) -> None:
    decks = ["northern", "highland", "sylvan"]
    game = Game.from_position(Board.parse("1c1c1c1c1c1c2c2c", at="b5"), form="melee", decks=decks, hands=[TWO])
    game.play(game.parse("flare"))
    game.play(game.parse(f"card {which}"))
    assert invoked(game) == [which]
    assert [x["other"] for x in game.events if x["event"] == "flare_against"] == ["highland"]
