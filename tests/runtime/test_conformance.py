"""Every promise of the engine: in games of all pairings, in each card's effect, with equal cards, on other arenas."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from duels import BEINGS, FLARES, SILENT, at, in_card, new, play, texts
from kalarite.runtime import CardSet, Game, Move, load_cards
from kalarite.runtime.conformance import (
    ConformanceError,
    check,
    check_copies,
    check_game,
    check_moves,
    check_refusals,
    check_state,
    conceivable,
    pieces_of,
)
from kalarite.runtime.move import LEAVE, VERBS
from kalarite.runtime.playout import Dice

KEPT = [Move.parse(text) for text in conceivable(new())]  # moves are interned while somebody holds them: saves time
PAIRINGS = [(a, b) for a in load_cards().decks for b in load_cards().decks if a != b]


@pytest.mark.parametrize("decks", PAIRINGS)
@pytest.mark.parametrize("first", [None, 1, "random"])
def test_duels_of_every_pairing(decks: tuple[str, str], first: int | str | None) -> None:
    seed = PAIRINGS.index(decks) * 3 + len(str(first))
    report = check("duel", decks, games=1, seed=seed, save_every=12, refuse_every=50, first=first)
    assert report.games == 1
    assert report.summoned


@pytest.mark.parametrize(
    ("form", "decks", "options"),
    [
        ("duel", ("northern", "twins"), {}),
        ("duel", ("twins", "southern"), {"arena": "tiny"}),
        ("duel", ("northern", "southern"), {"arena": "ring"}),
        ("blitz", ("twins", "northern"), {"take_back": False}),
        ("blitz", ("southern", "twins"), {"turn_limit": 9}),
    ],
)
def test_own_decks_arenas_and_forms(own: CardSet, form: str, decks: tuple[str, str], options: dict[str, Any]) -> None:
    report = check(form, decks, games=2, seed=5, cards=own, save_every=12, refuse_every=50, **options)
    assert report.games == 2
    assert report.summoned


@pytest.mark.parametrize("stem", [x for x in [*BEINGS, *FLARES] if x not in SILENT])
def test_in_the_effect_of_every_card(stem: str) -> None:
    random = Random(f"promises of {stem}")
    for i, game in enumerate(in_card(stem, random, 8)):
        check_state(game, [pieces_of(game, color) for color in (0, 1)])
        moves = check_moves(game)
        check_copies(game, random.choice(moves))
        if i == 0:
            check_refusals(game, moves)


def test_equal_cards_in_hand_are_one_answer_each(own: CardSet) -> None:
    game = at("c c c", "c4", decks=["twins", "northern"], cards=own, hands=[["Twin", "Guard", "Twin", "Guard"]])
    moves = check_moves(game)
    assert texts(game).count("discard Twin") == 1
    assert texts(game).count("summon Twin d4") == 1
    check_refusals(game, moves)
    play(game, "discard Twin")
    assert sorted(texts(game)) == ["return Guard", "return Twin", "stop"]
    check_copies(game, Move.parse("return Twin"))
    play(game, "return Guard", "return Guard")
    assert texts(game) == ["return Twin", "stop"]
    assert game.hand(0) == ("Twin",)


def test_a_name_that_two_decks_share_is_told_apart_by_deck(own: CardSet) -> None:
    assert "Knight" not in own
    assert own["twins/Knight"].rank == 0
    assert own["imperial/Knight"].rank == 1
    game = at("c.c", "d6", decks=["twins", "northern"], cards=own, hands=[["twins/Knight"], ["imperial/Knight"]])
    assert "summon twins/Knight e5" in texts(game)
    check_copies(game, Move.parse("summon twins/Knight e5"))
    check_refusals(game, check_moves(game))


def test_games_from_positions_keep_the_promises() -> None:
    hands = [["Hypnotist", "Summoner", "Leviathan"], ["Knight", "Titan", "flare-09"]]
    board = "..c.. c.ccC .ccHC cCHlC .chLC"
    for to_move in (0, 1):
        game = at(board.replace(" ", "\n"), "c3", hands=hands, to_move=to_move, seed=4, final_turns=3)
        report = check_game(game, Dice(to_move), save_every=3, refuse_every=11)
        assert report.games == 1


def test_a_broken_promise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, listed = new(), Game.legal_moves
    monkeypatch.setattr(Game, "legal_moves", lambda self: listed(self) * 2)
    with pytest.raises(ConformanceError, match="distinct"):
        check_game(game, Dice(1))


def test_a_move_that_is_not_offered_and_yet_accepted_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new()
    monkeypatch.setattr(Game, "play", lambda self, move: [])
    with pytest.raises(ConformanceError, match="not offered and yet accepted"):
        check_refusals(game, game.legal_moves())


def test_conceivable_answers_are_many_and_of_every_kind() -> None:
    assert {x.kind for x in KEPT} == set(range(len(VERBS))) - {LEAVE}
    assert len(KEPT) == len(set(KEPT)) > 4000
