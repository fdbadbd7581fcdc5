"""What is never changed is a value: copies, pickles and slices of it are worth as much as itself."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from typing import Any

import pytest
from duels import begun, new
from kalarite.runtime import Arena, Board, CardSet, Game, load_cards
from kalarite.runtime.arena import arena_of

CARDS = load_cards()
STANDARD = CARDS.index["arenas"]["standard"]
VALUES: dict[str, Any] = {
    "arena": CARDS.arena(),
    "board": Board(CARDS.arena(), {"e5": (0, 1), "d4": (1, 0)}),
    "observation": begun().observation(0),
    "events": begun().events,
    "move": begun().legal_moves()[0],
    "placement": CARDS["Knight"].placements(
        "..ccc....\n..c......".join(["__.....__\n_......._\n" + ".........\n" * 3, "\n_......._\n__.....__"])
    ),
    "game": begun(),
}


@pytest.mark.parametrize("name", VALUES)
def test_copies_and_pickles_are_equal(name: str) -> None:
    value = VALUES[name]
    assert value
    for other in (copy(value), deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert value == other


@pytest.mark.parametrize("value", [CARDS, CARDS["Knight"], begun().rules], ids=["set", "card", "rules"])
def test_what_is_code_is_its_own_copy(value: Any) -> None:
    assert copy(value) is value
    assert deepcopy({"it": value})["it"] is value


def test_arenas_are_told_apart_by_what_is_in_them() -> None:
    again = Arena(STANDARD)
    assert again == CARDS.arena()
    assert hash(again) == hash(CARDS.arena())
    for change in (
        {"name": "other"},
        {"rows": [*STANDARD["rows"][:-1], "  ....r  "]},
        {"central": ["e5"]},
        {"starts": {"sides": [["c5"], ["g4", "g5"]]}},
    ):
        assert Arena({**STANDARD, **change}) != again
    assert arena_of({**STANDARD, "rows": tuple(STANDARD["rows"]), "title": "Another one"}) is CARDS.arena()
    assert CARDS.arena() != "standard"


def test_a_board_on_an_arena_of_the_same_content_begins_a_game() -> None:
    board = Board(Arena(STANDARD), {"e5": (0, 1)})
    assert Game.from_position(board) == Game.from_position(deepcopy(board)) == Game.from_position(str(board))


def test_events_are_read_like_a_list() -> None:
    events = begun().events
    listed = list(events)
    assert len(listed) > 2
    for piece in (slice(0, 2), slice(1, None), slice(None, None, -1), slice(9, 5), slice(-2, None)):
        assert events[piece] == listed[piece]
    assert events[-1] == listed[-1]
    assert events == listed
    with pytest.raises(IndexError):
        events[len(listed)]


def test_pickled_events_keep_what_is_hidden() -> None:
    game = new(3)
    for seat in (0, 1):
        assert pickle.loads(pickle.dumps(game.events_for(seat))) == list(game.events_for(seat))


def test_events_of_cards_of_ones_own_pickle_too(own: CardSet) -> None:
    game = Game.new(decks=["twins", "northern"], cards=own)
    assert pickle.loads(pickle.dumps(game.events)) == game.events
