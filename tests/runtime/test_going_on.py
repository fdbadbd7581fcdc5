"""A game goes on the same from a copy, a pickle, a save and its record; taking back restores; games do not meet."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest
from allforms import every_form
from allforms import walked as walk_form
from duels import BEINGS, FLARES, SILENT, at, begun, finished, in_card, in_effect, new, play, texts, walk
from kalarite.runtime import CardSet, Game, IllegalMove, replay
from kalarite.runtime.conformance import check
from kalarite.runtime.playout import Dice, summons_first

WAYS: dict[str, Callable[[Game], Game]] = {
    "copy": Game.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "save": lambda game: Game.from_json(game.to_json()),
    "record": lambda game: replay(game.record),
}


def same(a: Game, b: Game) -> bool:
    """Equal in everything that can be seen."""
    return (
        a == b
        and a.legal_moves() == b.legal_moves()
        and a.record == b.record
        and a.position_key() == b.position_key()
        and a.to_json() == b.to_json()
        and [a.observation(x) for x in (0, 1)] == [b.observation(x) for x in (0, 1)]
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_way_goes_on_to_the_same_end(way: str, seed: int) -> None:
    """The other game is taken up at each twelfth decision and then played beside the first, chance included."""
    game = new(seed)
    other, dice = game, Dice(seed)
    for i, walked in enumerate(walk(game, seed)):
        if i % 12 == 0:
            other = WAYS[way](walked)
            assert same(walked, other)
        assert other == walked
        other.play(summons_first(dice, other.legal_moves()))
    assert same(game, other)
    assert game.is_over
    assert game.result == other.result


@pytest.mark.parametrize("stem", [x for x in [*BEINGS, *FLARES] if x not in SILENT])
def test_from_inside_each_card_the_game_goes_on_alike(stem: str) -> None:
    random = Random(f"going on from {stem}")
    for game in in_card(stem, random, 2):
        assert in_effect(game)
        others = [way(game) for way in WAYS.values()]
        assert all(same(game, x) for x in others)
        seed = random.randrange(100)
        for walked in zip(*(walk(x, seed, 5) for x in (game, *others)), strict=True):
            assert all(x == walked[0] for x in walked[1:])
        assert all(same(game, x) for x in others)


def test_a_copy_is_independent() -> None:
    game = begun()
    before = game.to_json(), list(game.events)
    other = game.copy()
    finished(other, 3)
    assert (game.to_json(), list(game.events)) == before
    assert other != game


def test_the_list_of_legal_moves_belongs_to_the_caller() -> None:
    game = begun()
    game.legal_moves().clear()
    assert game.legal_moves()
    game.copy().legal_moves().clear()
    assert game.legal_moves()


def test_equal_games_are_those_with_the_same_rules_and_state() -> None:
    assert new(1) == new(1)
    assert new(1) != new(2)
    assert new(1) != new(1, take_back=False)
    assert new(1) != new(1, first=1)
    assert new(1) != new(1, turn_limit=50)
    assert new(1) != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(new(1))
    one, two = play(begun(), "place d4", "end"), play(begun(), "place d4", "end")
    assert one == two


def test_the_key_leaves_out_seed_log_and_the_order_of_hands() -> None:
    def position(seed: int, hand: list[str]) -> Game:
        return at("c", "d4", hands=[hand], seed=seed)

    one = position(1, ["Bomb", "Knight"])
    assert one.position_key() == position(2, ["Knight", "Bomb"]).position_key()
    assert one.position_key() != position(1, ["Bomb", "Herald"]).position_key()
    assert one.position_key() != at("h", "d4", hands=[["Bomb", "Knight"]], seed=1).position_key()
    assert one.position_key() != at("c", "d4", hands=[["Bomb", "Knight"]], seed=1, actions=1).position_key()
    a = play(position(1, ["Bomb", "Knight"]), "place e5", "place f6")
    b = play(position(1, ["Bomb", "Knight"]), "place f6", "place e5")
    assert a.position_key() == b.position_key()
    assert a.record != b.record


# ---------------------------------------------------------------- taking back (R8)


@pytest.mark.parametrize("seed", range(3))
def test_taking_back_goes_through_all_states_of_the_turn(seed: int) -> None:
    """One by one, and by whole actions, back to the beginning of the turn; then the turn is played again."""
    game = new(seed)
    states: list[Game] = []
    for walked in walk(game, seed, 80):
        states = [*states, walked.copy()] if states and states[-1].turn == walked.turn else [walked.copy()]
        back = walked.copy()
        for state in reversed(states[:-1]):
            back.take_back()
            assert same(back, state)
        with pytest.raises(IllegalMove, match="nothing to take back"):
            back.take_back()
        assert same(back, states[0])


@pytest.mark.parametrize("stem", [x for x in BEINGS if x not in SILENT])
def test_a_whole_action_is_taken_back_from_inside_its_effect(stem: str) -> None:
    for game in in_card(stem, Random(f"taking back {stem}"), 2):
        start = replay(game.record.rpartition(f"\n{game.turn} ")[0] + "\n")
        game.take_back(whole_action=True)
        assert same(game, start)


def test_a_whole_action_goes_back_to_its_beginning_only() -> None:
    game = at("c..c", "c4", hands=[["Knight", "Bomb", "Titan"]], actions=3)
    states = [game.copy()]
    for answers in (["place d4"], ["discard Bomb", "return Knight", "stop"], ["place e5"]):
        states.append(play(game, *answers).copy())
    for state in reversed(states[:-1]):
        game.take_back(whole_action=True)
        assert same(game, state)
    play(game, "place d4", "discard Bomb", "return Knight")
    game.take_back()
    assert texts(game) == ["return Knight", "return Titan", "stop"]
    game.take_back(whole_action=True)
    assert same(game, states[1])


def test_nothing_is_taken_back_past_the_end_of_a_turn() -> None:
    game = play(begun(), "place d4", "end")
    with pytest.raises(IllegalMove, match="nothing to take back in this turn"):
        game.take_back()
    with pytest.raises(IllegalMove, match="nothing to take back in this turn"):
        game.take_back(whole_action=True)
    assert game.turn == 2


def test_a_table_may_play_without_taking_back() -> None:
    game = play(begun(take_back=False), "place d4")
    with pytest.raises(IllegalMove, match="without taking back"):
        game.take_back()
    assert same(replay(game.record), game)


def test_the_record_forgets_what_is_taken_back() -> None:
    game = begun()
    before = game.record
    play(game, "place d4")
    game.take_back()
    assert game.record == before
    assert [x["event"] for x in game.events][-1] == "turn_begins"


def test_what_is_drawn_does_not_depend_on_what_was_taken_back() -> None:
    game = begun(7)
    other = play(begun(7), "place d4")
    other.take_back()
    assert play(game, "place e5", "end").hand(0) == play(other, "place e5", "end").hand(0)


def test_a_players_choices_do_not_change_what_the_other_draws() -> None:
    a = play(begun(5), "place d4", "end")
    b = play(begun(5), "place e5", "end")
    for game in (a, b):
        discarded = next(x for x in texts(game) if x.startswith("discard"))
        play(game, discarded, "stop", "place c3", "end")
    assert a.hand(1) == b.hand(1)


# ---------------------------------------------------------------- games that do not meet


def alone(cards: CardSet | None, seed: int, decks: tuple[str, str] = ("northern", "southern")) -> str:
    return finished(Game.new("duel", decks, seed, cards=cards), seed).record


def test_games_with_different_cards_in_one_process_do_not_meet(own: CardSet, changed: CardSet) -> None:
    sets = {"built-in": None, "own": own, "changed": changed}
    expected = {name: alone(cards, 8) for name, cards in sets.items()}
    walks = {name: walk(Game.new("duel", ["northern", "southern"], 8, cards=cards), 8) for name, cards in sets.items()}
    games: dict[str, Game] = {}
    while walks:
        for name in list(walks):
            game = next(walks[name], None)
            if game is None:
                del walks[name]
            else:
                games[name] = game
    assert {name: game.record for name, game in games.items()} == expected


def test_the_same_card_may_do_different_things_in_two_games(changed: CardSet) -> None:
    drawing, hands = "ccc\nc..", [["Knight"]]
    now = at(drawing, "c4", hands=hands)
    then = at(drawing, "c4", hands=hands, cards=changed)
    for game in (now, then):
        play(game, "summon Knight d6", "d6-d7", "d7-d8")
    assert in_effect(now)
    assert not in_effect(then)
    assert now != then


def test_a_game_with_cards_of_its_own_does_not_pickle(changed: CardSet) -> None:
    """Another process would quietly take its built-in cards for these; a save is loaded with the set it is given."""
    game = at("ccc\nc..", "c4", hands=[["Knight"]], cards=changed)
    with pytest.raises(TypeError, match="does not pickle: to_json, then"):
        pickle.dumps(game)
    assert copy.deepcopy(game) == Game.from_json(game.to_json(), changed) == game
    for code in (changed, game.rules):
        with pytest.raises(TypeError, match="code"):
            pickle.dumps(code)


def test_the_numbers_of_cards_are_not_shared(own: CardSet) -> None:
    """The same deck numbered after another one: games are compared by name, not by number."""
    game = Game.new("duel", ["northern", "twins"], 3, cards=own)
    again = Game.from_json(game.to_json(), own)
    assert again == game
    assert finished(game, 1) == finished(again, 1)
    assert replay(game.record, own) == game


# ---------------------------------------------------------------- every form


@every_form
def test_every_form_goes_on_from_every_decision(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """A copy and a save at every decision, the answer taken back in each, the record at the end."""
    report = check(form, decks, games=1, seed=9, cards=four, save_every=1, refuse_every=10_000, turn_limit=24)
    assert report.saves == report.decisions > 50


@every_form
def test_taking_back_goes_through_the_states_of_a_turn(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """Back to the beginning of the turn, or to what cannot be taken back: control passed, the turn ended (R8.4)."""
    states: list[Game] = []
    stood: set[str] = set()
    for walked in walk_form(form, decks, 4, four, most=150):
        states = [*states, walked.copy()] if states and states[-1].turn == walked.turn else [walked.copy()]
        back = walked.copy()
        earlier = states[:-1]
        while back.can_take_back:
            back.take_back()
            state = earlier.pop()
            assert back == state
            assert back.legal_moves() == state.legal_moves()
            assert back.to_json() == state.to_json()
        if earlier:
            with pytest.raises(IllegalMove, match=r"what was done before '(pass control|end)' stands") as caught:
                back.take_back()
            stood.add(str(caught.value).split("'")[1])
    assert ("pass control" in stood) == ("team" in form)


@every_form
def test_records_replay_from_every_decision(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    for number, game in enumerate(walk_form(form, decks, 5, four)):
        if number % 15 == 0 or number < 8:
            again = replay(game.record, four)
            assert again == game
            assert again.record == game.record
            assert again.to_json() == game.to_json()
            assert list(again.events) == list(game.events)
