"""What a seat may not know shows nowhere, in any form: also a teammate's hand, the order of tasks (R3.8, D42)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from allforms import FOUR, every_form, walked
from kalarite.runtime import CardSet, Game, Move
from kalarite.runtime.events import EVENTS, PRIVATE
from kalarite.runtime.move import FLARE, RETURN
from kalarite.runtime.playout import Dice, summons_first


def swapped(game: Game, seat: int, random: Random) -> Game:
    """The same game at the beginning of a turn, but some of the cards that `seat` cannot see lie elsewhere."""
    data = json.loads(game.to_json())
    state, cards = data["start"], game.rules.cards
    others = [x for x in range(game.rules.seats) if x != seat]

    def exchange(kind: str, hands: list[list[str]], deck: list[str]) -> None:
        """Some cards of a kind for others of their deck, which is shuffled."""
        for hand in hands:
            for i, key in enumerate(hand):
                if cards[key].kind == kind and deck and random.random() < 0.5:
                    j = random.randrange(len(deck))
                    hand[i], deck[j] = deck[j], key
        random.shuffle(deck)

    for x in range(game.rules.seats):
        exchange("being", [state["hands"][x]] if x != seat else [], state["decks"][x])
    for kind in ("legend", "flare"):
        exchange(kind, [state["hands"][x] for x in others], state[f"{kind}_deck"])
    random.shuffle(state.get("task_deck", []))
    state["seed"] = str(random.randrange(1000))
    data["state"] = state
    return Game.from_json(json.dumps(data), cards)


def look_alike(one: Game, two: Game, seat: int) -> None:
    """Nothing that `seat` gets tells the games apart."""
    assert one.observation(seat) == two.observation(seat)
    assert list(one.events_for(seat)) == list(two.events_for(seat))
    assert one.public_record == two.public_record
    assert one.to_move == two.to_move
    assert (one.observation(seat)["moves"] is None) == (one.to_move != seat)


def flare_of(game: Game) -> str:
    return next((x for x in game.hand(game.turn_seat) if x.startswith("flare-")), "")


def answers_of_both(one: Game, two: Game, seat: int, dice: Dice) -> tuple[Move, Move] | None:
    """An answer for each game that looks the same to `seat`; None if the player could not give one in both."""
    if one.to_move == seat:
        assert one.legal_moves() == two.legal_moves()
        move = summons_first(dice, one.legal_moves())
        return move, move
    theirs = two.legal_moves()
    common = [x for x in one.legal_moves() if x in theirs]
    if flare_of(one) != flare_of(two):
        common = [x for x in common if x.kind != FLARE]
    hidden = [(x, y) for x in one.legal_moves() for y in theirs if x.kind == y.kind == RETURN and alike(one, x, y)]
    if hidden and dice.random() < 0.5:
        return hidden[int(dice.random() * len(hidden))]
    if not common:
        return None
    move = summons_first(dice, common)
    return move, move


def alike(game: Game, one: Move, two: Move) -> bool:
    return game.rules.cards[one.name].kind == game.rules.cards[two.name].kind


def learned(game: Game, seat: int, before: int) -> bool:
    """Whether `seat` saw a card since that was hidden before: drawn, handed over, or a task turned up."""
    shows = ("draw", "hand_over", "task_shown")
    return any(x["event"] in shows and x["card"] for x in list(game.events_for(seat))[before:])


def side_by_side(one: Game, two: Game, seat: int, dice: Dice, most: int) -> Iterator[None]:
    """Give both games answers that look alike to a seat, at most so many, until it learns what only one game has."""
    for _ in range(most):
        before = len(one.events)
        answers = None if one.is_over else answers_of_both(one, two, seat, dice)
        if answers is None:
            return
        one.play(answers[0])
        two.play(answers[1])
        if learned(one, seat, before):
            return
        yield


@every_form
def test_games_that_differ_in_hidden_cards_go_on_alike(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """Through the turns of the others and one's own, until the seat draws."""
    random, compared, differing = Random(form), Counter[bool](), 0
    seats = range(len(decks))
    for number, game in enumerate(walked(form, decks, 8, four)):
        if game.turn == 0 or game._line is not None or game.turn % 3:
            continue
        seat = random.choice(seats)
        one, two = Game.from_json(game.to_json(), four), swapped(game, seat, random)
        look_alike(one, two, seat)
        differing += [one.hand(x) for x in seats] != [two.hand(x) for x in seats]
        for _ in side_by_side(one, two, seat, Dice(number), 40):
            look_alike(one, two, seat)
            compared[one.to_move == seat] += 1
    assert differing > 5
    assert min(compared[True], compared[False]) > 20, compared


@every_form
def test_a_sample_goes_on_alike_from_the_middle_of_a_turn(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """The same from every decision, in effects too: a sample differs in all that is hidden."""
    random, compared = Random(form), 0
    for number, game in enumerate(walked(form, decks, 9, four)):
        if number % 6:
            continue
        seat = random.choice(range(len(decks)))
        one, two = Game.from_json(game.to_json(), four), game.observation(seat).sample(number)
        for _ in side_by_side(one, two, seat, Dice(number), 6):
            assert one.observation(seat) == two.observation(seat)
            compared += 1
    assert compared > 60


@every_form
def test_no_hidden_card_is_named(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """Legends, flares and tasks are there once: their names must not occur where they are not known."""
    for number, game in enumerate(walked(form, decks, 10, four)):
        if number % 6:
            continue
        state = json.loads(game.to_json())["state"]
        for seat in range(len(decks)):
            view = game.observation(seat)
            hands = [key for x, hand in enumerate(state["hands"]) if x != seat for key in hand]
            hidden = {*hands, *state["legend_deck"], *state["flare_deck"], *state.get("task_deck", ())}
            hidden = {key for key in hidden if game.rules.cards[key].kind != "being"}
            known = {state["played"], *view["turn_began"]["hand"], *view["turn_began"]["shown"]}
            shown = json.dumps(view.data)
            assert not [key for key in hidden - known if f'"{key}"' in shown or f" {key} " in shown]


@every_form
def test_only_those_who_may_see_a_field(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """Each event as each seat gets it: as it is, but for what only other seats may see."""
    hidden: Counter[str] = Counter()
    *_, game = walked(form, decks, 11, four)
    for seat in range(len(decks)):
        for whole, seen in zip(game.events, game.events_for(seat), strict=True):
            assert set(seen) == {"event", *EVENTS[whole["event"]]}
            for field, value in whole.items():
                seers = PRIVATE.get((whole["event"], field))
                if seers and seat not in [list(whole.values())[i] for i in seers]:
                    assert seen[field] is None
                    hidden[whole["event"]] += 1
                else:
                    assert seen[field] == value
    assert hidden["draw"]
    assert ("team" in form) == bool(hidden["hand_over"])


def test_a_legend_that_is_handed_over_is_seen_by_both_seats(four: CardSet) -> None:
    """And by nobody else; also when it goes on at the end of the turn (R13.14)."""
    *_, game = walked("duel-team", FOUR, 11, four)
    views = [list(game.events_for(seat)) for seat in range(4)]
    handed = [i for i, x in enumerate(game.events) if x["event"] == "hand_over"]
    assert handed
    for i in handed:
        event: dict[str, Any] = game.events[i]
        assert event["to"] == (event["seat"] + 2) % 4
        assert game.rules.cards[event["card"]].kind == "legend"
        for seat, view in enumerate(views):
            assert view[i]["card"] == (event["card"] if seat in (event["seat"], event["to"]) else None)


@pytest.mark.parametrize("form", ["high-team", "duel-team"])
def test_the_teammate_is_told_no_more_than_an_opponent(form: str, four: CardSet) -> None:
    for game in walked(form, FOUR, 12, four, most=200):
        for seat in range(4):
            view, mate = game.observation(seat), (seat + 2) % 4
            assert view["hand"] == list(game.hand(seat))
            assert view["hands"][mate] == {
                kind: [game.rules.cards[x].kind for x in game.hand(mate)].count(kind)
                for kind in ("being", "legend", "flare")
            }


def test_what_a_flare_may_be_compared_with_tells_nothing_that_is_hidden(four: CardSet) -> None:
    """In a melee the flare is laid open before the opponent is chosen: all see which it is."""
    asked = 0
    for seed in range(4):
        for game in walked("melee", FOUR[:3], seed, four):
            if json.loads(game.to_json())["state"]["frame"].get("turn") == "flare-opponent":
                flare = flare_of(game)
                assert [game.observation(seat)["played"] for seat in range(3)] == [flare] * 3
                asked += 1
    assert asked
