"""The Gateway (N1 to N4): against a second account that is kept from the events alone, and where no card leads."""

from __future__ import annotations

from typing import Any

import pytest
from kalarite.compiler.reference.gateway import Account
from kalarite.runtime import Board, CardError, Game, PositionError, load_cards
from kalarite.runtime.move import square_name, square_number
from kalarite.runtime.playout import Dice, summons_first

DECKS = ("nethervoid", "northern")
SOME = [
    ("duel", ("nethervoid", "northern")),
    ("duel", ("nethervoid", "etherweave")),
    ("high", ("sylvan", "nethervoid")),
    ("melee", ("highland", *DECKS)),
]


def on(drawing: str, carrier: str, **position: Any) -> Game:
    board = Board.parse(drawing, at="d4")
    return Game.from_position(board, decks=DECKS, modules={"gateway.gateway": [carrier]}, **position)


def gateway(game: Game) -> list[str]:
    return game.kept["gateway.gateway"]


@pytest.mark.parametrize(("form", "decks"), SOME, ids=lambda x: x if isinstance(x, str) else "-".join(x))
def test_the_marker_is_where_the_rules_say(form: str, decks: tuple[str, ...]) -> None:
    beings = {x.name: x.rank for x in load_cards().cards_of("nethervoid") if x.rank is not None}
    for seed in range(6):
        game, dice, account = Game.new(form, decks, seed), Dice(seed), Account(beings)
        while not game.is_over:
            for event in game.play(summons_first(dice, game.legal_moves())):
                account.tell(event)
            assert set(gateway(game)) == set(account.squares()), f"{game.record}\n{game.board}"


def test_a_gateway_that_was_taken_comes_back_as_what_it_was() -> None:
    game = on("hc.\n...", "d5")
    s, tools = game._s, game.rules.toolkit
    d5, e5, f4 = map(square_number, ("d5", "e5", "f4"))
    tools.take(s, d5)
    assert gateway(game) == []
    tools.put(s, 0, 1, d5)  # another piece of that rank
    assert gateway(game) == []
    tools.put_back(s, 0, 1, f4)
    assert gateway(game) == ["f4"]
    tools.take(s, f4)
    tools.mark(s, game.rules.modules.marker_slots["gateway"], e5)
    away = game.copy()
    tools.put_back(s, 0, 1, f4)
    assert gateway(game) == ["e5"]  # there is another by now
    tools.destroy(away._s, e5)
    tools.put_back(away._s, 0, 1, f4)
    assert gateway(away) == []  # there was another meanwhile: it is the Gateway no more (N1.2, N2.5)


def test_a_swap_takes_the_marker_along() -> None:
    game = on("h.C\n...", "d5")
    game.rules.toolkit.swap(game._s, square_number("d5"), square_number("f5"))
    assert gateway(game) == ["f5"]


@pytest.mark.parametrize(
    ("drawing", "kept"),
    [
        ("l..\n...", {"gateway.gateway": ["d5"]}),
        ("C..\n...", {"gateway.gateway": ["d5"]}),
        ("cc.\n...", {"gateway.gateway": ["d5", "e5"]}),
        ("c..\n...", {"gateway.gateway": ["e5"]}),
        ("c..\n...", {"gateway.away": [3, 0]}),
        ("c..\n...", {"gateway.away": [1, 0], "gateway.gateway": ["d5"]}),
        ("c..\n...", {"gateway.away": [1, 0]}),  # nothing is out of play
        ("c..\n...", {"gateway.away": [0, 1], "away": [[0, 0], [1, 0]]}),  # its deck knows no Gateway
    ],
)
def test_a_position_keeps_to_the_rules_of_the_gateway(drawing: str, kept: dict[str, Any]) -> None:
    with pytest.raises((PositionError, CardError)):
        Game.from_position(Board.parse(drawing, at="d4"), decks=DECKS, modules=kept)


def test_saves_and_observations_show_it() -> None:
    game = on("hc.\n...", "d5", hands=[["Shadow Imp"], []])
    assert game.observation(1).data["gateway.gateway"] == ["d5"]
    again = Game.from_json(game.to_json())
    assert again == game
    assert gateway(again) == ["d5"]
    assert square_name(square_number("d5")) == "d5"
