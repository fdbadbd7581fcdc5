"""Warp effects between decks: a pending being is of a seat, a copy runs the card of whoever it is, saves hold it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.compiler import compile_cards
from kalarite.runtime import Board, CardSet, Game, IllegalMove, Move
from kalarite.runtime.conformance import check
from kalarite.runtime.playout import Dice, summons_first

FOLDERS = [Path(__file__).with_name("decks") / name for name in ("echo", "choir")]


@pytest.fixture(scope="module")
def cards() -> CardSet:
    return compile_cards(*FOLDERS)


def alone(square: str, rank: int = 0) -> Board:
    """A board with one own piece."""
    return Board(Game.new("duel", ["northern", "southern"], 0).board.arena, {square: (0, rank)})


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game.play(Move.parse(text))
    return game


def test_each_seat_copies_its_own_pending_card(cards: CardSet) -> None:
    """W4.1, W4.4: another deck of the module is pending for the other seat, and is not meant."""
    game = Game.from_position(
        alone("d4"),
        decks=["echo", "etherweave"],
        cards=cards,
        hands=[["Ripple"], []],
        modules={"warp.pending": ["Ripple", "Translocationist"]},
    )
    play(game, "summon Ripple c4")
    assert game.actions == 3  # 2, one for the summoning, two gained by Ripple's own warp effect
    assert game.kept["warp.pending"] == ["Ripple", "Translocationist"]


def test_a_legend_copies_the_pending_card_of_the_one_who_summons_it(cards: CardSet) -> None:
    """W4.1, W4.3: the legend's deck knows nothing of the card; copying needs no time and no place of its own."""
    game = Game.from_position(
        alone("d4"),
        decks=["etherweave", "echo"],
        cards=cards,
        hands=[["Voice"], []],
        modules={"warp.pending": ["Translocationist", None]},
    )
    play(game, "summon Voice c4")
    assert game.actions == 2
    assert game.kept["warp.pending"] == ["Translocationist", None]
    assert game.kept["warp.played"] == []  # a copy is not played


def test_in_a_game_without_the_module_nothing_is_pending(cards: CardSet) -> None:
    game = Game.from_position(alone("d4"), decks=["northern", "southern"], cards=cards, hands=[["Voice"], []])
    play(game, "summon Voice c4")
    assert game.card_in_play is None
    assert game.actions == 1


def test_a_save_in_the_middle_of_a_copied_effect_goes_on(cards: CardSet) -> None:
    game = Game.from_position(
        alone("d4"),
        decks=["etherweave", "echo"],
        cards=cards,
        hands=[["Voice"], []],
        modules={"warp.pending": ["Greater Shadow Twin", None]},
    )
    play(game, "summon Voice c4")
    again = Game.from_json(game.to_json(), cards=cards)
    assert again == game


def test_no_warp_effect_in_the_first_turn_of_a_seat() -> None:
    """W2.2: in the first turn of each seat none is offered, later they are."""
    later = False
    for seed in range(4):
        game, dice = Game.new("duel", ["etherweave", "northern"], seed), Dice(seed)
        while not game.is_over and game.turn < 8:
            offered = any(move.verb == "warp" for move in game.legal_moves())
            assert not (offered and game.turn <= 2)
            later |= offered
            game.play(summons_first(dice, game.legal_moves()))
    assert later


@pytest.mark.parametrize("decks", [("etherweave", "echo"), ("echo", "everfrost")], ids="-".join)
def test_games_with_copies_keep_every_promise(cards: CardSet, decks: tuple[str, ...]) -> None:
    assert check("duel", decks, games=2, seed=7, cards=cards, save_every=5, refuse_every=60).games == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_an_extra_turn_behind_the_first_one_is_not_the_first(seat: int) -> None:
    """W2.2, R15.6: and those that come later still have their first turn before them."""
    decks, hands = [["etherweave", "northern"], [["Translocationist"], []]]
    if seat:
        decks, hands = decks[::-1], hands[::-1]
    game = Game.from_position(alone("d4"), decks=decks, hands=hands, to_move=seat, turn=1 + seat, extra_turns=1)
    assert "warp Translocationist" not in map(str, game.legal_moves())
    play(game, "place a5", "place a6", "end")
    assert game.turn_seat == seat
    assert "warp Translocationist" in map(str, game.legal_moves())


def test_the_extra_turn_of_another_seat_takes_nobodys_first_turn_away() -> None:
    """W2.2"""
    game = Game.from_position(
        alone("d4"), decks=["northern", "etherweave"], hands=[[], ["Translocationist"]], turn=1, extra_turns=2
    )
    for squares in ("a5 a6", "b5 b6", "c5 c6"):
        play(game, *(f"place {x}" for x in squares.split()), "end")
    assert (game.turn_seat, game.turn) == (1, 4)
    assert not any(move.verb == "warp" for move in game.legal_moves())


def test_why_a_pending_being_is_not_summoned_or_discarded() -> None:
    """W3.6, W3.8: it is refused for its pattern, not for lying elsewhere; a discard is refused for that."""
    game = Game.from_position(
        alone("d4"),
        decks=["etherweave", "northern"],
        hands=[["Singularity"], []],
        modules={"warp.pending": ["Paradox Worm", None]},
    )
    with pytest.raises(IllegalMove, match="Paradox Worm cannot be summoned now: its pattern fits nowhere"):
        game.parse("summon Paradox Worm e5")
    with pytest.raises(IllegalMove, match="Paradox Worm is not in the hand"):
        game.parse("discard Paradox Worm")


def test_a_sample_while_a_pending_being_waits_for_a_piece_to_be_picked_up() -> None:
    """W3.6, R5.16: the card that was declared lies openly, it is not one of the hand besides."""
    board = Board(alone("d4").arena, dict.fromkeys(("d4", "e4", "f4", "i5", "i6"), (0, 0)))
    game = Game.from_position(
        board,
        decks=["etherweave", "northern"],
        hands=[["Singularity"], []],
        supply=[(0, 3), (16, 3)],
        modules={"warp.pending": ["Greater Shadow Twin", None]},
    )
    play(game, "summon Greater Shadow Twin c4")
    assert {move.verb for move in game.legal_moves()} == {"pick up"}
    sample = game.observation(1).sample(3)
    assert sample.kept == game.kept and len(sample.hand(0)) == len(game.hand(0))
    assert str(sample.board) == str(game.board)
