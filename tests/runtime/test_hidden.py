"""What a seat may not know shows nowhere: not in its observation, its events, the public record (R3.8, D10, D42)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from duels import at, begun, finished, in_effect, new, play, texts, walk
from kalarite.runtime import CardError, Game
from kalarite.runtime.events import EVENTS, PRIVATE
from kalarite.runtime.playout import Dice, summons_first

DOCS = Path(__file__).parents[2] / "docs"
HAND = ["Bomb", "Knight", "Herald", "Titan", "Leviathan", "flare-01"]
OTHERS = (
    ["Champion", "Cannon", "Messenger", "Hell Bull", "Fire Dragon", "flare-02"],
    ["flare-03", "Assassin", "Fire Elemental", "Storm Elemental", "Hypnotist", "Gun Tower"],
)


def pair(**position: object) -> list[Game]:
    """Two games that differ in the second seat's hand and deck and in the seed; what the first seat draws agrees."""
    draws = [["Swordmaster", "Time Mage", "Summoner"]]
    return [
        at("c..C\n.cC.", "d4", hands=[HAND, other], draws=draws, seed=i, **position) for i, other in enumerate(OTHERS)
    ]


def look_alike(games: list[Game], seat: int) -> None:
    """Nothing that `seat` gets tells the games apart."""
    one, two = games
    assert one.observation(seat) == two.observation(seat)
    assert list(one.events_for(seat)) == list(two.events_for(seat))
    assert one.public_record == two.public_record


def test_the_other_hand_does_not_show() -> None:
    games = pair()
    look_alike(games, 0)
    assert games[0].observation(1) != games[1].observation(1)
    for answers in (["place d6"], ["discard Bomb", "return Knight", "stop"], ["end"]):
        for game in games:
            play(game, *answers)
        look_alike(games, 0)
    assert games[0].hand(0) == games[1].hand(0)
    for answers in (["place e8"], ["place a5"], ["end"]):
        for game in games:
            play(game, *answers)
        look_alike(games, 0)
    for game in games:
        play(game, "place a6", "place a7", "end")
    look_alike(games, 0)


def test_the_answers_of_the_other_seat_do_not_show() -> None:
    games = pair(to_move=1)
    for game in games:
        assert game.observation(0)["moves"] is None
        assert game.observation(1)["moves"] == texts(game)
    look_alike(games, 0)


def returned(card: str) -> Game:
    return play(at("c", "d4", hands=[["Bomb", "Knight", "Herald"]], seed=3), "discard Bomb", f"return {card}")


def test_which_card_was_returned_does_not_show() -> None:
    games = [returned("Knight"), returned("Herald")]
    assert games[0].observation(0) != games[1].observation(0)
    assert games[0].record != games[1].record
    look_alike(games, 1)
    for game in games:
        play(game, "stop")
    look_alike(games, 1)
    for game in games:
        play(game, "place e5")
    look_alike(games, 1)
    event = next(x for x in games[0].events_for(1) if x["event"] == "return")
    assert event == {"event": "return", "seat": 0, "card": None, "deck": "being"}
    own = next(x for x in games[0].events_for(0) if x["event"] == "return")
    assert own["card"] == "Knight"
    assert "return ?" in games[0].public_record
    assert "return Knight" in games[0].record


def test_the_order_of_returned_cards_does_not_show() -> None:
    games = [
        play(at("c", "d4", hands=[["Bomb", "Knight", "Herald"]]), "discard Bomb", *(f"return {x}" for x in order))
        for order in (("Knight", "Herald"), ("Herald", "Knight"))
    ]
    look_alike(games, 1)


def test_the_seed_does_not_show() -> None:
    """New games from different seeds: the other seat's cards and every deck differ, what is public does not."""
    games = [play(new(seed), "start northern c5", "place d4") for seed in (1, 2)]
    assert games[0].public_record == games[1].public_record
    assert "seed" not in games[0].public_record
    views = [game.observation(0).data for game in games]
    for view in views:
        view["moves"] = view["hand"] = view["turn_began"]["hand"] = []
    assert views[0] == views[1]


def test_a_position_does_not_show_in_the_public_record() -> None:
    public = at("c", "d4", hands=[["Bomb"], ["Titan"]], seed=770_177_077).public_record
    assert "Titan" not in public
    assert "Bomb" not in public
    assert "770177077" not in public


def swapped(game: Game, seat: int, random: Random) -> Game:
    """The same game with other hidden cards: some of the seat's hand changed for cards of its deck, decks reordered."""
    data = json.loads(game.to_json())
    for state in (data["start"], data["state"]):
        hand, deck = state["hands"][seat], state["decks"][seat]
        beings = [i for i, key in enumerate(hand) if key in game.rules.cards and game.rules.cards[key].kind == "being"]
        for i in beings if deck else []:
            j = random.randrange(len(deck))
            hand[i], deck[j] = deck[j], hand[i]
        random.shuffle(deck)
        state["seed"] = str(random.randrange(1000))
    data["state"] = data["start"]
    return Game.from_json(json.dumps(data))


@pytest.mark.parametrize("seed", range(6))
def test_two_games_that_differ_in_hidden_cards_go_on_alike(seed: int) -> None:
    random, compared = Random(seed), 0
    for game in walk(new(seed), seed, 150):
        at_start = game.to_move == 0 and game.turn > 1 and json.loads(game.to_json())["moves"] == []
        if not at_start or random.random() < 0.5:
            continue
        one, two = Game.from_json(game.to_json()), swapped(game, 1, random)
        turn, dice = one.turn, Dice(seed)
        while one.turn == turn and not one.is_over:
            assert one.observation(0) == two.observation(0)
            assert list(one.events_for(0)) == list(two.events_for(0))
            assert one.legal_moves() == two.legal_moves()
            move = summons_first(dice, one.legal_moves())
            if str(move) == "end":
                break  # what is drawn from now on may depend on the seed, if a shared deck is shuffled
            one.play(move)
            two.play(move)
            compared += 1
        assert one.observation(0) == two.observation(0)
    assert compared


@pytest.mark.parametrize("seed", range(4))
def test_no_hidden_card_is_named(seed: int) -> None:
    """Legends and flares are there once: their names must not occur where they are not known."""
    for game in walk(new(seed), seed, 120):
        for seat in (0, 1):
            state = json.loads(game.to_json())["state"]
            hidden = [*state["hands"][1 - seat], *state["legend_deck"], *state["flare_deck"]]
            view = game.observation(seat)
            known = {state["played"], *view["turn_began"]["hand"]}  # own cards that were returned in this turn
            shared = {key for key in hidden if game.rules.cards[key].kind != "being"} - known
            shown = json.dumps(view.data)
            assert not [name for name in shared if f'"{name}"' in shown or f" {name} " in shown]
            events = json.dumps(list(game.events_for(seat))[-30:])
            never_seen = shared - {x["card"] for x in game.events_for(seat) if x.get("card")}
            assert not [name for name in never_seen if f'"{name}"' in events]


def test_an_observation_is_plain_data_with_equality() -> None:
    game = begun()
    view = game.observation(0)
    again = json.loads(json.dumps(view.data))
    assert again == view.data
    assert view == game.copy().observation(0)
    assert view != game.observation(1)
    assert view != view.data
    assert view["hand"] == list(game.hand(0))
    with pytest.raises(TypeError, match="unhashable"):
        hash(view)
    view.data["hand"].clear()
    assert game.hand(0)
    assert "Observation(" in repr(view)


def test_an_observation_tells_all_that_is_open() -> None:
    game = play(pair(scores=[3, 4], final_turns=2)[0], "discard Bomb", "stop", "place d6")
    view = game.observation(1)
    assert view["discards"] == [["Bomb"], []]
    assert view["hands"] == [{"being": 2, "legend": 2, "flare": 1}, {"being": 3, "legend": 2, "flare": 1}]
    assert view["scores"] == [3, 4]
    assert view["final_turns"] == 2
    assert view["board"] == str(game.board)
    assert view["decks"] == [game.deck_size(0), game.deck_size(1)]
    assert (view["actions"], view["discarded"], view["turn_seat"], view["to_move"]) == (0, True, 0, 0)
    assert view["supply"] == [dict(zip(("two-sided", "legendary"), game.supply(c), strict=True)) for c in (0, 1)]
    assert set(view.data) >= {"form", "arena", "playable", "turn", "extra_turns", "over", "destroyed", "summoned"}


def test_the_card_in_play_shows_to_both() -> None:
    game = play(at("..c\nc.c\nc..", "d4", hands=[["Hypnotist"]]), "summon Hypnotist e5")
    assert in_effect(game)
    for seat in (0, 1):
        assert game.observation(seat)["played"] == "Hypnotist"
        assert game.observation(seat)["site"] == "e5"


@pytest.mark.parametrize("seat", [2, -1, "0", None, True, 0.0])
def test_a_seat_that_is_none(seat: object) -> None:
    with pytest.raises(CardError, match="seat"):
        new().observation(seat)  # type: ignore[arg-type]
    with pytest.raises(CardError, match="seat"):
        new().events_for(seat)  # type: ignore[arg-type]


# ---------------------------------------------------------------- events as published


@pytest.mark.parametrize("seed", range(3))
def test_events_have_exactly_the_published_fields(seed: int) -> None:
    game = finished(new(seed), seed)
    for seat in (None, 0, 1):
        for event in game.events if seat is None else game.events_for(seat):
            assert set(event) == {"event", *EVENTS[event["event"]]}
            for field, value in event.items():
                seers = PRIVATE.get((event["event"], field))
                private = seers is not None and seat is not None and event["seat"] != seat
                assert (value is None) == private, event
    assert json.loads(json.dumps(list(game.events))) == list(game.events)


def test_the_page_of_events_lists_them_all_with_their_fields() -> None:
    rows = re.findall(r"(?m)^\| (`[a-z_`, ]+`) \| ([^|]*)\|", (DOCS / "events.md").read_text("utf-8"))
    fields = {name: re.findall(r"`(\w+)`(\*?)", listed) for names, listed in rows for name in re.findall(r"\w+", names)}
    assert {name: tuple(field for field, _ in row) for name, row in fields.items()} == EVENTS
    assert {(name, field) for name, row in fields.items() for field, star in row if star} == set(PRIVATE)


def test_playing_gives_the_events_that_followed() -> None:
    game = begun()
    before = len(game.events)
    events = game.play(game.parse("place d4"))
    assert list(events) == [{"event": "put", "color": "northern", "rank": "common", "square": "d4"}]
    assert events[0]["square"] == "d4"
    assert len(events) == 1
    assert list(game.events)[before:] == list(events)
    names = [x["event"] for x in game.play(game.parse("end"))]
    assert names == ["turn_ends", "turn_begins"]
