"""Every form and number of players, to the end: the promises of the engine, and that each part is reached."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from allforms import FORMS, FOUR, every_form
from jsonschema import Draft202012Validator
from kalarite.runtime import CardSet, Game, replay
from kalarite.runtime.conformance import check
from kalarite.runtime.forms import fields
from kalarite.runtime.playout import Dice, games, summons_first


@every_form
def test_every_promise_is_kept(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    report = check(form, decks, games=4, seed=3, cards=four, save_every=9, refuse_every=90)
    assert report.games == 4


@every_form
def test_games_end_and_all_places_are_taken(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    for game, _ in games(form, decks, 5, seed=11, cards=four):
        assert game.result is not None
        assert game.result.reason == "played out"
        assert 1 in game.result.places
        assert set(game.result.winners) == {seat for seat, place in enumerate(game.result.places) if place == 1}
        assert len(game.scores) == len(decks)


@every_form
def test_saves_keep_to_the_published_schema(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    validator = Draft202012Validator(
        json.loads((Path(fields.__file__).parents[1] / "save.schema.json").read_text("utf-8"))
    )
    dice, game = Dice(1), Game.new(form, decks, 1, cards=four)
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
def test_what_is_special_happens(form: str, four: CardSet) -> None:
    decks = next(decks for name, decks in FORMS if name == form)
    seen: Counter[str] = Counter()
    for game, _ in games(form, decks, 12, seed=5, cards=four):
        seen.update(event["event"] for event in game.events)
    assert not REACHED[form] - set(seen), seen


def test_what_is_special_happens_nowhere_else(four: CardSet) -> None:
    special = set().union(*REACHED.values()) - {"score"}
    for game, _ in games("duel", FOUR[:2], 6, seed=5, cards=four):
        assert not special & {event["event"] for event in game.events}
        assert "tasks" not in game.to_json()


@pytest.mark.parametrize("leaver", range(3))
def test_whoever_leaves_a_melee_is_never_asked_again(leaver: int, four: CardSet) -> None:
    """D41: at any decision, the one who is asked or another; the others go on to the end."""
    for moment in range(0, 60, 7):
        dice = Dice(moment)
        game = Game.new("melee", FOUR[:3], seed=moment, cards=four)
        for _ in range(moment):
            game.play(summons_first(dice, game.legal_moves()))
        game.abandon(leaver)
        assert game.gone == (leaver,)
        again = Game.from_json(game.to_json(), four)
        assert again == game and again.record == game.record
        while not game.is_over:
            assert game.to_move != leaver
            game.play(summons_first(dice, game.legal_moves()))
        again = replay(game.record, four)
        assert again == game and again.record == game.record
