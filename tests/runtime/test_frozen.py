"""Frozen effects in whole games: when they are offered, what is kept of them, who may know it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from kalarite.compiler import compile_cards
from kalarite.runtime import Board, Game, Observation, PositionError, SaveError, load_cards, replay
from kalarite.runtime.conformance import check
from kalarite.runtime.playout import Dice, summons_first

DECKS = ["everfrost", "northern"]
PRINCESS = "thaw Ice Princess"


def at(
    drawing: str, corner: str, in_play: str = "Ice Princess", decks: list[str] | None = None, **position: Any
) -> Game:
    decks = decks or DECKS
    kept = [in_play or None, *[None] * (len(decks) - 1)]
    board = Board.parse("\n".join(drawing.split()), at=corner)
    modules = {"frozen.card": kept, **position.pop("modules", {})}
    return Game.from_position(board, decks=decks, modules=modules, **position)


def play(game: Game, *answers: str) -> Game:
    for answer in answers:
        game.play(game.parse(answer))
    return game


def texts(game: Game) -> list[str]:
    return [str(x) for x in game.legal_moves()]


def in_play(game: Game) -> str | None:
    return game.kept["frozen.card"][game.turn_seat]


def test_parts_of_the_cards() -> None:
    """E1.1: seven cards have a frozen effect, two of them no other."""
    cards = load_cards().cards_of("everfrost")
    parts = {x.name: [part[0] for part in x.facts["parts"]] for x in cards}
    frozen = {name for name, found in parts.items() if "frozen" in found}
    assert len(cards) == 18 and len(frozen) == 7
    assert {name for name in frozen if "effect" not in parts[name]} == {"Frostweave Summoner", "Winter Whisperer"}


def test_a_summoning_does_not_carry_it_out_and_lays_it_open() -> None:
    """E1.2, E1.3: the Whisperer could destroy a piece, and does not; its card is in no pile."""
    game = play(at(". .c.. cccc", "c4", "", hands=[["Winter Whisperer"], []], actions=1), "summon Winter Whisperer d5")
    assert game.card_in_play is None and in_play(game) == "Winter Whisperer" and game.discards(0) == ()
    assert texts(game) == ["end", "thaw Winter Whisperer"]


def test_the_second_one_is_asked_for_behind_the_effect_and_the_first_cannot_be_thawed_then() -> None:
    """E1.4, E1.5: with a save at the question."""
    game = at("... .c. c.c", "d4", "Crystal Grower", hands=[["Ice Princess"], []])
    play(game, "summon Ice Princess e6")
    assert "thaw Crystal Grower" not in texts(game), "within an effect (E2.2)"
    play(game, "stop")
    assert texts(game) == ["keep Crystal Grower", "keep Ice Princess"]
    assert Game.from_json(game.to_json()).legal_moves() == game.legal_moves()
    other = play(game.copy(), "keep Crystal Grower")
    assert in_play(other) == "Crystal Grower" and other.discards(0) == ("Ice Princess",)
    play(game, "keep Ice Princess")
    assert in_play(game) == "Ice Princess" and game.discards(0) == ("Crystal Grower",)
    assert other.board == game.board, "the other one is not carried out"


def test_it_waits_through_turns_and_is_no_card_of_the_hand() -> None:
    """E1.6: drawn to three beings, not offered to be discarded, not offered to the enemy."""
    game = at("c", "e5", hands=[["Snow Fox"], []])
    assert "discard Ice Princess" not in texts(game)
    play(game, "place a5", "place a6", "end")
    assert PRINCESS not in texts(game)
    play(game, "place i5", "place i6", "end")
    assert sum(load_cards()[x].kind == "being" for x in game.hand(0)) == 3
    assert PRINCESS in texts(game)
    assert game.observation(1)["frozen.card"] == ["Ice Princess", None]


def test_the_piece_of_the_being_is_not_needed() -> None:
    """E1.7: there is no Princess on the board."""
    game = play(at("c", "e5", hands=[[], []]), PRINCESS, "e5-e6")
    assert in_play(game) is None and "e6" in game.board.pieces


def test_it_is_offered_at_every_action_of_the_own_turn() -> None:
    """E2.1, E2.5: before the first, between, behind the last; no action is spent."""
    game = at("c", "e5", hands=[[], []])
    for answer in ("place a5", "place a6"):
        assert PRINCESS in texts(game)
        play(game, answer)
    assert game.actions == 0 and texts(game) == ["end", PRINCESS]
    play(game, PRINCESS, "e5-e6")
    assert game.actions == 0 and texts(game) == ["end"]


def test_it_is_not_offered_within_an_action() -> None:
    """E2.2: where a piece is picked up, and where one of two moves is asked for."""
    game = play(at("cc ..", "d4", hands=[["Snow Fox"], []], supply=[(0, 3), (15, 3)]), "pick up d5")
    assert PRINCESS not in texts(game)
    game = play(at(".c. ..c", "d4", hands=[["Snow Fox"], []]), "summon Snow Fox d5")
    assert PRINCESS not in texts(game)


def test_around_a_flare() -> None:
    """E2.3: before it and behind it, also where the action is spent."""
    pieces = "CCCCCC CCCCCC c....."
    for order in (("flare", PRINCESS), (PRINCESS, "flare")):
        game = at(pieces, "b5", hands=[["flare-01"], []], actions=0)
        for answer in order:
            assert answer in texts(game)
            play(game, answer)
            while game.card_in_play:
                game.play(game.legal_moves()[0])
        assert in_play(game) is None


def test_several_in_one_turn_and_room_for_the_next() -> None:
    """E2.6, E2.8, E2.10: thawed, discarded, and the next one comes into play without a question."""
    game = at("... .c. c.c", "d4", "Crystal Grower", hands=[["Ice Princess"], []])
    play(game, "thaw Crystal Grower", "e5")
    assert game.discards(0) == ("Crystal Grower",)
    play(game, "summon Ice Princess e6", "stop")
    assert in_play(game) == "Ice Princess" and game.discards(0) == ("Crystal Grower",)
    play(game, PRINCESS, "d4-d5")
    assert game.discards(0) == ("Crystal Grower", "Ice Princess") and in_play(game) is None


def test_it_may_be_thawed_for_nothing() -> None:
    """E2.7: no common piece can move."""
    game = play(at("h", "e5", hands=[[], []]), PRINCESS)
    assert game.card_in_play is None and game.discards(0) == ("Ice Princess",)


def test_what_it_destroys_counts_in_its_turn() -> None:
    """E2.9: behind the last action, and it scores."""
    game = at("C.c", "e5", "Frostweave Illusionist", hands=[[], []], actions=0)
    play(game, "thaw Frostweave Illusionist")
    assert game.destroyed["northern"]["common"] == 1 and game.board.pieces["e5"] == (0, 0)


def test_in_play_at_the_end_it_counts_for_nothing() -> None:
    """E2.12"""
    with_card = play(at("c", "e5", hands=[[], []], actions=0, final_turns=1), "end")
    without = play(at("c", "e5", "", hands=[[], []], actions=0, final_turns=1), "end")
    assert with_card.result == without.result and with_card.is_over


def test_the_chest_brings_a_card_into_play_and_nothing_of_it_happens() -> None:
    """E3.1: the Illusionist would turn into an enemy piece."""
    game = at("ccc", "d5", "", hands=[["Frozen Chest"], []], discards=[["Frostweave Illusionist"], []])
    play(game, "summon Frozen Chest e5", "card Frostweave Illusionist")
    assert in_play(game) == "Frostweave Illusionist" and game.discards(0) == ("Frozen Chest",)
    assert set(game.board.pieces.values()) == {(0, 0), (0, 1)}


# ---------------------------------------------------------------- with a summoning behind it


def test_after_the_summoner_taking_back_and_saving_keep_that_a_summoning_is_due() -> None:
    """E2.11"""
    game = at(".C. ..c", "d4", "Frostweave Summoner", hands=[["Snow Fox"], []])
    play(game, "thaw Frostweave Summoner")
    assert {x.verb for x in game.legal_moves()} == {"summon"}
    assert Game.from_json(game.to_json()).legal_moves() == game.legal_moves()
    game.take_back()
    assert in_play(game) == "Frostweave Summoner" and "place a5" in texts(game)
    play(game, "thaw Frostweave Summoner", "summon Snow Fox d5", "stop")
    assert "place a5" in texts(game) and game.observation(0)["stand_ins"] == 0


# ---------------------------------------------------------------- teams


TEAMS = ["everfrost", "northern", "highland", "southern"]


def test_whoever_passed_control_thaws_no_more() -> None:
    """R13.12, E2.1: no time for flares is no time for thawing; the mate has it no more than the enemy."""
    game = at("c", "e5", decks=TEAMS, form="duel-team", hands=[[], [], [], []])
    assert {"pass control", PRINCESS} <= set(texts(game))
    play(game, "pass control")
    assert PRINCESS not in texts(game)
    play(game, "place a5", "place a6")
    assert texts(game) == ["end"]


def test_control_passed_while_it_is_carried_out() -> None:
    """R13.9, R13.11: the mate makes its choice."""
    game = play(at("c", "e5", decks=TEAMS, form="duel-team", hands=[[], [], [], []]), PRINCESS, "pass control")
    assert game.to_move == 2
    play(game, "e5-e6")
    assert in_play(game) is None and game.discards(0) == ("Ice Princess",)


def test_the_holder_of_a_hand_is_asked_about_it_also_behind_a_pass_and_after_loading() -> None:
    """R3.8, R13.11"""
    game = at("c", "e5", "Winter Whisperer", decks=TEAMS, form="duel-team", hands=[["flare-01"], [], [], []])
    play(game, "thaw Winter Whisperer", "pass control")
    assert game.to_move == 2 and Game.from_json(game.to_json()) == game
    play(game, "e5")
    assert game.to_move == 0 and texts(game) == ["card flare-01", "stop"]
    again = Game.from_json(game.to_json())
    assert again == game and again.to_move == 0
    play(again, "card flare-01")
    assert again.to_move == 2 and again.actions == 3
    wrong = json.loads(game.to_json())
    wrong["state"]["asked"] = "highland"
    with pytest.raises(SaveError):
        Game.from_json(json.dumps(wrong))


# ---------------------------------------------------------------- saves, samples, records


def test_positions_that_cannot_be_are_refused() -> None:
    for modules in (
        {"frozen.card": ["Snow Fox", None]},
        {"frozen.card": [None, None], "frozen.second": ["Ice Queen", None]},
        {"frozen.card": [None, "Ice Queen"]},
        {"frozen.due": 2},
    ):
        with pytest.raises(PositionError):
            at("c", "e5", "", hands=[[], []], modules=modules)


def test_a_sample_has_the_same_cards_in_play() -> None:
    game, dice, met = Game.new("duel", DECKS, 4), Dice(4), 0
    for n in range(160):
        if game.is_over:
            break
        if n % 8 == 0:
            for seat in (0, 1):
                again = Observation(json.loads(json.dumps(game.observation(seat).data)))
                sample = again.sample(n)
                assert sample.kept == game.kept
                met += any(game.kept["frozen.card"])
        game.play(summons_first(dice, game.legal_moves()))
    assert met
    assert replay(game.record) == game


@pytest.mark.parametrize("decks", [("northern", "everfrost"), ("everfrost", "sylvan", "southern")])
def test_games_keep_every_promise(decks: tuple[str, ...]) -> None:
    form = "duel" if len(decks) == 2 else "melee"
    assert check(form, decks, games=1, seed=2, save_every=10, refuse_every=60).games == 1


def test_the_events_tell_what_happens() -> None:
    game = at("C. c. cc .c", "d4", "Crystal Grower", hands=[["Everfrost Sentinel", "Ice Princess"], []])
    play(game, "thaw Crystal Grower", "e4", "summon Everfrost Sentinel d7", "option downgrade")
    names = [x["event"] for x in game.events]
    assert names[-2:] == ["flip", "actions_lost"] and "freeze" not in names
    assert {"event": "thaw", "seat": 0, "card": "Crystal Grower"} in list(game.events)
    assert list(game.events)[-1] == {"event": "actions_lost", "color": "northern", "amount": 1}


def test_who_leaves_at_the_question_keeps_the_first_card() -> None:
    """E1.4, D41: at most one is in play, also of one who is gone."""
    decks = ["everfrost", "northern", "highland"]
    game = at("... .c. c.c", "d4", "Crystal Grower", decks=decks, form="melee", hands=[["Ice Princess"], [], []])
    play(game, "summon Ice Princess e6", "stop")
    game.abandon(0)
    assert game.kept["frozen.card"][0] == "Crystal Grower" and game.kept["frozen.second"] == [None, None, None]
    assert game.discards(0) == ("Ice Princess",)


def test_permissions_of_two_cards_add_up(tmp_path: Path) -> None:
    """R6.66, E2.11: of a deck that has both kinds, a card that permits a piece and one that is thawed."""
    permits = "  count up to 1 enemy piece as own in the next pattern\n"
    cards = {
        "caller": f"common being Caller\n\npattern\n  c@\n\neffect\n{permits}",
        "helper": f"common being Helper\n\npattern\n  c.@\n\nfrozen before summoning\n{permits}",
        "row": "common being Row\n\npattern\n  cc@cc\n\neffect\n  standard move up to 1\n",
    }
    for name, text in cards.items():
        (tmp_path / f"{name}.card").write_text(text, "utf-8")
    listed = ", ".join(f'"{x}"' for x in cards)
    (tmp_path / "deck.toml").write_text(
        f'name = "callers"\ntitle = "Callers"\nkind = "beings"\nmodule = "frozen"\nparts = ["frozen"]\n'
        f'cards = [{listed}]\n\n[playable.callers]\ntitle = "Callers"\ncolor = "#4fa3c7"\n',
        "utf-8",
    )
    decks, compiled = ["callers", "northern"], compile_cards(tmp_path)
    game = at("c..CC", "d5", "Helper", decks=decks, cards=compiled, hands=[["Caller", "Row"], []], actions=3)
    assert "thaw Helper" in texts(game), "Caller could be summoned"
    play(game, "summon Caller e5")
    assert not any(x.startswith("summon Row") for x in texts(game)), "one piece is too few"
    play(game, "thaw Helper")
    assert game.observation(0)["stand_ins"] == 2
    play(game, "summon Row f5", "stop")
    assert game.observation(0)["stand_ins"] == 0
