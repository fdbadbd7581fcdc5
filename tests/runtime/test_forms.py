"""Every form and number of players, to the end: the promises of the engine, and that each part is reached."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from allforms import seated
from jsonschema import Draft202012Validator
from kalarite.runtime import CardSet, Game, load_cards, replay
from kalarite.runtime.conformance import check
from kalarite.runtime.forms import fields
from kalarite.runtime.playout import Dice, games, summons_first

FOUR = ("northern", "southern", "highland", "sylvan")
ALL = load_cards().decks
FORMS = seated(FOUR)
every_form = pytest.mark.parametrize(("form", "decks"), FORMS, ids=[f"{form}-{len(decks)}" for form, decks in FORMS])


@every_form
def test_every_promise_is_kept(form: str, decks: tuple[str, ...]) -> None:
    report = check(form, decks, games=20, seed=3, save_every=40, refuse_every=400)
    assert report.games == 20


@pytest.mark.parametrize("form", ["duel", "high"])
@pytest.mark.parametrize("decks", [*combinations(ALL, 2)], ids="-".join)
def test_every_pairing_of_decks(form: str, decks: tuple[str, str]) -> None:
    report = check(form, decks, games=5, seed=8, save_every=10, refuse_every=400)
    assert (report.games, report.saves) >= (5, report.decisions // 10)


@pytest.mark.parametrize(("form", "players"), [("melee", 3), ("melee", 4), ("high-team", 4), ("duel-team", 4)])
@pytest.mark.parametrize("first", ALL)
def test_all_decks_in_melee_and_team(form: str, players: int, first: str) -> None:
    """Each deck with those that follow it in the list: every expansion beside others and beside base decks."""
    start = ALL.index(first)
    decks = (ALL + ALL)[start : start + players]
    assert check(form, decks, games=1, seed=9, save_every=10, refuse_every=400).games == 1


SMALL = {"crowd": FOUR[:2], "three": FOUR[:3]}  # forms of `decks/`: 5 by 5 squares, 7 by 7 squares


@pytest.mark.parametrize("form", SMALL)
def test_the_same_cards_on_small_arenas(form: str, own: CardSet) -> None:
    """Distances by flood, full boards, actions that lapse (D3, D4)."""
    report = check(form, SMALL[form], games=6, seed=2, cards=own, save_every=40, refuse_every=200, turn_limit=200)
    assert report.games == 6


def test_actions_lapse_on_a_full_board(own: CardSet) -> None:
    """D3: nothing to place on, to summon, to discard: the end of the turn with actions left."""
    board = "\n".join(["cCcCc", "CcCcC", "cCcCc", "CcCcC", "cCcCc"])
    game = Game.from_position(board, form="crowd", decks=FOUR[:2], cards=own)
    assert game.actions == 2
    assert [str(x) for x in game.legal_moves()] == ["end"]
    game.play(game.legal_moves()[0])
    assert (game.to_move, game.actions) == (1, 2)
    assert not [x for x in game.legal_moves() if x.verb in ("place", "pick up")]  # no empty square (D4)


@every_form
def test_games_end_and_all_places_are_taken(form: str, decks: tuple[str, ...]) -> None:
    for game, _ in games(form, decks, 5, seed=11):
        assert game.result is not None
        assert game.result.reason == "played out"
        assert 1 in game.result.places
        assert set(game.result.winners) == {seat for seat, place in enumerate(game.result.places) if place == 1}
        assert len(game.scores) == len(decks)


@every_form
def test_saves_keep_to_the_published_schema(form: str, decks: tuple[str, ...]) -> None:
    validator = Draft202012Validator(
        json.loads((Path(fields.__file__).parents[1] / "save.schema.json").read_text("utf-8"))
    )
    dice, game = Dice(1), Game.new(form, decks, 1)
    while not game.is_over:
        game.play(summons_first(dice, game.legal_moves()))
        if dice.next() % 12 == 0 or game.is_over:
            assert not [f"{x.json_path}: {x.message}" for x in validator.iter_errors(json.loads(game.to_json()))]


REACHED = {  # events that games of a form must show
    "first": {"task_shown", "claim"},
    "high": {"task_shown", "claim"},
    "high-team": {"claim", "control", "hand_over"},
    "duel-team": {"score", "control", "hand_over"},
    "melee": {"score_in", "flare_against", "improvise"},
}


@pytest.mark.parametrize("form", REACHED)
def test_what_is_special_happens(form: str) -> None:
    decks = next(decks for name, decks in FORMS if name == form)
    seen: Counter[str] = Counter()
    for game, _ in games(form, decks, 12, seed=5):
        seen.update(event["event"] for event in game.events)
    assert not REACHED[form] - set(seen), seen


def test_what_is_special_happens_nowhere_else() -> None:
    special = set().union(*REACHED.values()) - {"score"}
    for game, _ in games("duel", FOUR[:2], 6, seed=5):
        assert not special & {event["event"] for event in game.events}
        assert "tasks" not in game.to_json()


@pytest.mark.parametrize("leaver", range(3))
def test_whoever_leaves_a_melee_is_never_asked_again(leaver: int) -> None:
    """D41: at any decision, the one who is asked or another; the others go on to the end."""
    for moment in range(0, 60, 7):
        dice = Dice(moment)
        game = Game.new("melee", FOUR[:3], seed=moment)
        for _ in range(moment):
            game.play(summons_first(dice, game.legal_moves()))
        game.abandon(leaver)
        assert game.gone == (leaver,)
        again = Game.from_json(game.to_json())
        assert again == game and again.record == game.record
        while not game.is_over:
            assert game.to_move != leaver
            game.play(summons_first(dice, game.legal_moves()))
        again = replay(game.record)
        assert again == game and again.record == game.record
