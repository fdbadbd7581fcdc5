"""Games sampled from an observation: they agree with all that the seat knows, and the rest is drawn evenly."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from allforms import CROWD, FOUR, every_form, walked
from duels import at, begun, finished, new, play, texts
from kalarite.compiler import compile_cards
from kalarite.runtime import Board, CardSet, Game, Observation, PositionError
from kalarite.runtime.conformance import check_game
from kalarite.runtime.playout import Dice


@every_form
def test_a_sample_is_observed_alike_at_every_decision(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """For every seat: also in the middle of effects, and while another is asked."""
    asked_another = in_effect = 0
    for seed in range(1 if len(decks) > 2 else 2):
        for number, game in enumerate(walked(form, decks, seed, four, most=240)):
            for seat in range(len(decks)):
                view = game.observation(seat)
                sampled = view.sample(number)
                assert sampled.observation(seat) == view
                assert sampled.to_move == game.to_move
                assert game.to_move != seat or sampled.legal_moves() == game.legal_moves()
                asked_another += game.to_move != seat and game.card_in_play is not None
            in_effect += game.card_in_play is not None
    assert in_effect > 40
    assert asked_another > 40


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_may_have_lapsed_for_want_of_cards(seed: int, four: CardSet) -> None:
    """On a full board `end` with actions left tells that nothing could be summoned: then draws are tried."""
    lapsed = 0
    for number, game in enumerate(walked(*CROWD, seed, four, most=250)):
        lapsed += texts(game)[0] == "end" and game.actions > 0
        for seat in (0, 1):
            view = game.observation(seat)
            assert view.sample(number).observation(seat) == view
    assert lapsed


@every_form
def test_a_sample_is_a_game_that_keeps_every_promise(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    """Saved, copied, taken back and replayed on the way, to the end."""
    for number, game in enumerate(walked(form, decks, 5, four)):
        if number % 100 == 7 or number == 0:
            sampled = game.observation(number % len(decks)).sample(number)
            report = check_game(sampled, Dice(number), save_every=12, refuse_every=10_000)
            assert report.decisions > 0
            assert sampled.is_over


@every_form
def test_a_sample_is_taken_back_to_the_beginning_of_the_turn(form: str, decks: tuple[str, ...], four: CardSet) -> None:
    for number, game in enumerate(walked(form, decks, 3, four, most=150)):
        sampled = game.observation(number % len(decks)).sample(number)
        while sampled.can_take_back:
            sampled.take_back()
        again = Game.from_json(sampled.to_json(), four)
        assert again == sampled
        assert again.to_json() == sampled.to_json()


# ---------------------------------------------------------------- the same, and nothing of the game


def test_a_sample_depends_on_data_and_seed_alone(four: CardSet) -> None:
    for number, game in enumerate(walked("duel-team", FOUR, 4, four, most=120)):
        view = game.observation(1)
        again = Observation(json.loads(json.dumps(view.data)), four)
        assert again == view
        assert again.sample(number) == view.sample(number)
        assert again.sample(number).record == view.sample(number).record


def test_games_that_differ_in_hidden_cards_give_the_same_samples() -> None:
    hands = (["Champion", "Cannon", "Titan", "flare-02"], ["Assassin", "Hypnotist", "Hell Bull", "flare-03"])
    views = [at("c..C", "d4", hands=[["Bomb"], hand], seed=k).observation(0) for k, hand in enumerate(hands)]
    assert views[0] == views[1]
    assert views[0].sample(7) == views[1].sample(7)
    assert views[0].sample(7) != views[0].sample(8)


def test_looking_changes_nothing() -> None:
    game = begun()
    view = game.observation(1)
    before = json.dumps(view.data), game.to_json()
    finished(view.sample(3), 3)
    assert (json.dumps(view.data), game.to_json()) == before


# ---------------------------------------------------------------- evenness

DRAWS = 1200


def even(counts: Counter[Any], values: list[Any], share: float) -> None:
    """Each value was found in its share of all draws, as far as chance allows: one at a time, and all together."""
    assert set(counts) <= set(values)
    expected = DRAWS * share
    squares = [(counts[x] - expected) ** 2 / (expected * (1 - share)) for x in values]
    assert max(squares) < 14, max(squares)  # p about 0.0002 for a single one
    mean = sum(squares) / len(values)
    assert 0.2 < mean < 2.2, mean


def seen_in(view: Observation, *looks: Any) -> list[Counter[Any]]:
    """What each look finds in many samples."""
    counts: list[Counter[Any]] = [Counter() for _ in looks]
    for seed in range(DRAWS):
        state = json.loads(view.sample(seed).to_json())["state"]
        for count, look in zip(counts, looks, strict=True):
            count.update(look(state))
    return counts


def test_unknown_cards_are_drawn_evenly(four: CardSet) -> None:
    """Beings of each opponent, legends and flares of all, the order of every deck and of the tasks."""
    game = next(x for k, x in enumerate(walked("high-team", FOUR, 6, four)) if k > 150 and x.card_in_play is None)
    seat, cards = game.turn_seat, game.rules.cards
    other = (seat + 1) % 4
    view = game.observation(seat)
    kinds = ("being", "legend", "flare")
    held, top, own_top, legends, legend_top, flares, task_top = seen_in(
        view,
        lambda s: [x for x in s["hands"][other] if cards[x].kind == "being"],
        lambda s: s["decks"][other][-1:],
        lambda s: s["decks"][seat][-1:],
        lambda s: [x for k in range(4) if k != seat for x in s["hands"][k] if cards[x].kind == "legend"],
        lambda s: s["legend_deck"][-1:],
        lambda s: [x for x in s["hands"][other] if cards[x].kind == "flare"],
        lambda s: s["task_deck"][-1:],
    )
    state = json.loads(game.to_json())["state"]
    hidden = [x for k in range(4) if k != seat for x in state["hands"][k]]
    unknown = {
        "being": [x for x in state["hands"][other] if cards[x].kind == "being"] + state["decks"][other],
        **{
            kind: [x for x in hidden if cards[x].kind == kind] + state[f"{kind}_deck"]
            for kind in kinds
            if kind != "being"
        },
    }
    even(held, unknown["being"], view["hands"][other]["being"] / len(unknown["being"]))
    even(top, unknown["being"], 1 / len(unknown["being"]))
    even(own_top, state["decks"][seat], 1 / len(state["decks"][seat]))
    shared = len(unknown["legend"]) - len(state["legend_deck"])
    assert shared > 0
    even(legends, unknown["legend"], shared / len(unknown["legend"]))
    even(legend_top, unknown["legend"], 1 / len(unknown["legend"]))
    even(flares, unknown["flare"], 1 / len(unknown["flare"]))
    even(task_top, state["task_deck"], 1 / len(state["task_deck"]))


def test_what_an_opponent_returned_is_drawn_evenly() -> None:
    """Which card was returned is unknown: it may be any of those that were neither discarded nor summoned."""
    game = at("c....\nccc..\nc..C.", "c4", hands=[["Knight", "Bomb", "Herald", "Ritual"][:3]], actions=3)
    play(game, "discard Bomb", "return Herald", "stop", "summon Knight d6")
    view = game.observation(1)
    assert view["answers"] == ["discard Bomb", "return ? being", "stop", "summon Knight d6"]
    assert view["turn_began"]["shown"] == ["Bomb", "Knight"]
    (bottom,) = seen_in(view, lambda s: s["decks"][0][:1])
    unknown = [
        x.key for x in game.rules.entries if x.kind == "being" and x.rank < 2 and x.key not in ("Bomb", "Knight")
    ]
    unknown = [x for x in unknown if x in json.loads(game.to_json())["state"]["decks"][0]]
    even(bottom, unknown, 1 / len(unknown))


# ---------------------------------------------------------------- what stays where it is known to be


def test_what_was_returned_in_this_turn_stays_at_the_bottom() -> None:
    game = play(at("c", "d4", hands=[["Bomb", "Knight", "Herald", "Titan"]]), "discard Bomb", "return Knight")
    view = play(game, "return Titan").observation(0)
    for seed in range(20):
        state = json.loads(view.sample(seed).to_json())["state"]
        assert state["decks"][0][0] == "Knight"
        assert state["legend_deck"][0] == "Titan"
        assert state["hands"][0] == ["Herald"]


def test_a_legend_that_was_handed_over_stays_with_the_teammate(four: CardSet) -> None:
    """Both see it, also in the middle of an effect; the opponents do not."""
    found = 0
    for game in walked("high-team", FOUR, 2, four):
        if game.acting_seat == game.turn_seat:
            continue
        giver, taker = game.turn_seat, game.acting_seat
        legends = [x for x in game.hand(taker) if game.rules.cards[x].kind == "legend"]
        for seed in range(3):
            assert [x for x in game.observation(giver).sample(seed).hand(taker) if x in legends] == legends
        drawn = [game.observation((giver + 1) % 4).sample(seed).hand(taker) for seed in range(8)]
        assert any(set(legends) - set(hand) for hand in drawn)
        found += 1
    assert found > 3


def test_a_declared_card_is_in_the_hand(four: CardSet) -> None:
    """While match, piece, color or opponent are being settled the card is still held, and known."""
    found: Counter[str] = Counter()
    for seed in range(4):
        for game in walked("melee", FOUR[:3], seed, four):
            card = game.card_in_play
            if card is None or card not in game.hand(game.turn_seat):
                continue
            for seat in range(3):
                sampled = game.observation(seat).sample(seed)
                assert sampled.card_in_play == card
                assert card in sampled.hand(game.turn_seat)
            found[game.rules.cards[card].kind] += 1
    assert found["being"] > 3
    assert found["flare"] > 1


def test_extra_turns_and_final_turns_are_kept() -> None:
    view = at("c.C", "d4", extra_turns=2, final_turns=2, discarded=True, scores=[3, 4], turn_limit=40).observation(1)
    sampled = view.sample(1)
    assert (sampled.extra_turns, sampled.final_turns, sampled.scores) == (2, 2, (3, 4))
    assert sampled.observation(1) == view


# ---------------------------------------------------------------- where there is nothing to sample


def test_after_the_end_there_is_nothing_to_sample() -> None:
    with pytest.raises(PositionError, match="the game is over: there is nothing to play on"):
        finished(new(2), 2).observation(0).sample(1)


@pytest.mark.parametrize("seed", [-1, 1 << 128, True, "1", None, 1.0])
def test_a_seed_that_is_none(seed: Any) -> None:
    with pytest.raises(PositionError, match="seed is a whole number"):
        begun().observation(0).sample(seed)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("answers", 5),
        ("answers", [None]),
        ("turn_began", None),
        ("seat", 7),
        ("seat", "northern"),
        ("turn_began.hand", ["Nobody"]),
        ("turn_began.hand", ["Titan", "Titan"]),
        ("turn_began.hands", []),
        ("turn_began.hands.1.being", 99),
        ("turn_began.supply", [1, 2]),
        ("turn_began.discards", [["Titan"], []]),
        ("turn_began.turn_seat", 9),
        ("turn_began.board", "nonsense"),
        ("turn_began.points", [1]),
        ("answers", ["place e5", "place e5"]),
        ("answers", ["return ? being"]),
    ],
)
def test_data_that_are_no_observation(place: str, value: Any) -> None:
    data = json.loads(json.dumps(begun().observation(0).data))
    *path, last = place.split(".")
    inner = data
    for key in path:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[last] = value
    with pytest.raises(PositionError):
        Observation(data).sample(1)


def test_a_sample_with_cards_of_ones_own(own: CardSet) -> None:
    """Equal cards in a deck, a small arena, another hand."""
    game, dice = Game.new("blitz", ["twins", "northern"], 4, cards=own), Dice(4)
    while not game.is_over:
        for seat in (0, 1):
            view = game.observation(seat)
            assert view.sample(1).observation(seat) == view
        moves = game.legal_moves()
        game.play(moves[int(dice.random() * len(moves))])


@pytest.mark.parametrize("answers", [["flare"], ["flare", "card flare-02"]])
def test_samples_of_a_hand_of_two_flares_stand_at_the_same_question(answers: list[str]) -> None:
    """That it is asked which one tells that both can be invoked; that it is not, that only one can."""
    for more in (4, 6):
        game = at("C" * more, "b5", hands=[["flare-01", "flare-02"]])
        for answer in answers[: 2 if more == 6 else 1]:
            game.play(game.parse(answer))
        view = game.observation(1)
        for seed in range(20):
            assert view.sample(seed).observation(1) == view


def test_a_sample_whose_flare_is_done_already_does_not_stand_at_the_question(tmp_path: Path) -> None:
    """A flare that takes a card into the hand without asking leaves as many cards there as before."""
    (tmp_path / "deck.toml").write_text(
        'name = "xf"\ntitle = "XF"\nkind = "flares"\ncards = ["xf-1", "xf-9"]\n', "utf-8"
    )
    for margin in (1, 9):
        effect = f"when opponent has {margin} more pieces\n  put 1 card from your pile into your hand\n"
        (tmp_path / f"xf-{margin}.card").write_text(f"flare xf-{margin}\n\n{effect}", "utf-8")
    game = Game.from_position(
        Board.parse("CCCCCC", at="b5"),
        cards=compile_cards(tmp_path),
        hands=[["xf-1", "flare-01"], []],
        discards=[["Knight"], []],
    )
    game.play(game.parse("flare"))
    view = game.observation(1)
    for seed in range(200):
        assert view.sample(seed).observation(1) == view
