"""The duel around the cards: set-up, actions, drawing and shuffling, the end of a turn and of the game."""

from __future__ import annotations

from typing import Any

import pytest
from duels import at, begun, in_effect, new, play, texts
from kalarite.runtime import Board, CardSet, Game, Result, load_cards
from kalarite.runtime.mix import shuffled

CARDS = load_cards()
BEINGS = [card.name for card in CARDS.cards_of("imperial")]
LEGENDS = [card.name for card in CARDS.cards_of("legends")]
FLARES = [card.name for card in CARDS.cards_of("flares")]


def kinds(game: Game, seat: int) -> list[str]:
    return [CARDS[key].kind for key in game.hand(seat)]


def names(events: Any) -> list[str]:
    return [x["event"] for x in events]


def end(game: Game) -> list[dict[str, Any]]:
    """End the turn, with its actions used up by places; the events of the end."""
    while texts(game)[0] != "end":
        play(game, next(x for x in texts(game) if x.startswith("place")))
    return list(game.play(game.parse("end")))


# ---------------------------------------------------------------- set-up (R12.1 to R12.3, R3.7)


def test_the_other_player_places_one_piece_of_each_color() -> None:
    for first in (0, 1):
        game = new(5, first=first)
        assert game.to_move == game.turn_seat == 1 - first
        assert (game.turn, game.actions) == (0, 0)
        assert texts(game) == ["start northern c5", "start southern c5"]
        assert game.board.pieces == {}
        play(game, "start southern c5")
        assert game.board.pieces == {"c5": (1, 0), "g5": (0, 0)}
        assert [game.supply(color) for color in (0, 1)] == [(15, 3), (15, 3)]
        assert (game.to_move, game.turn, game.actions) == (first, 1, 1)
        assert game.scores == (0, 0)


def test_the_first_hand_is_drawn_in_order() -> None:
    """Flare, legends, beings (D8); 3-2-1 (R3.6)."""
    game = new(5)
    for seat in (0, 1):
        assert kinds(game, seat) == ["flare", "legend", "legend", "being", "being", "being"]
        assert game.deck_size(seat) == 15
        assert game.discards(seat) == ()
    assert game.shared_discards == {"legends": (), "flares": ()}
    assert [x["seat"] for x in game.events] == [0] * 6 + [1] * 6


def test_decks_are_shuffled_apart() -> None:
    data = new(5).observation(0)
    assert data["decks"] == [15, 15]
    assert (data["legend_deck"], data["flare_deck"]) == (8, 10)
    hands = {tuple(new(seed).hand(seat)[3:]) for seed in range(10) for seat in (0, 1)}
    assert len(hands) == 20


# ---------------------------------------------------------------- actions (R4)


def test_the_first_turn_has_one_action_and_the_others_two() -> None:
    game = begun()
    assert game.actions == 1
    end(game)
    assert game.actions == 2
    end(game)
    assert (game.actions, game.turn) == (2, 3)


def test_all_actions_must_be_used_and_the_end_is_asked() -> None:
    game = at("c", "d4", hands=[["Bomb"]])
    assert "end" not in texts(game)
    play(game, "place d5")
    assert "end" not in texts(game)
    play(game, "place d6")
    assert texts(game) == ["end"]
    assert game.turn_seat == 0


def test_one_discard_a_turn_with_any_cards_returned() -> None:
    game = at("c", "d4", hands=[["Bomb", "Knight", "Titan", "flare-01", "Herald"]], actions=3)
    assert {x for x in texts(game) if x.startswith("discard")} == {"discard Bomb", "discard Knight", "discard Herald"}
    play(game, "discard Knight")
    assert game.actions == 2
    assert sorted(texts(game)) == ["return Bomb", "return Herald", "return Titan", "return flare-01", "stop"]
    play(game, "return flare-01", "return Titan", "stop")
    assert game.hand(0) == ("Bomb", "Herald")
    assert game.discards(0) == ("Knight",)
    assert not [x for x in texts(game) if x.startswith("discard")]


def test_returned_cards_lie_at_the_bottom_in_the_order_chosen() -> None:
    """R4.12: the first returned is drawn before the later ones, but after what was in the deck."""
    rest = [x for x in BEINGS if x not in ("Bomb", "Knight", "Herald", "Champion", "Cannon")]
    game = at("c.C", "d4", hands=[["Bomb", "Knight", "Herald", "Champion"]], discards=[rest])
    play(game, "discard Bomb", "return Knight", "return Herald", "stop")
    assert game.deck_size(0) == 3
    end(game)
    assert [key for key in game.hand(0) if key in BEINGS] == ["Champion", "Cannon", "Knight"]
    assert game.deck_size(0) == 1


def test_without_a_being_of_the_own_deck_there_is_no_discard() -> None:
    """R4.13, D44."""
    game = at("c", "d4", hands=[["Titan", "flare-01"]])
    assert not [x for x in texts(game) if x.startswith(("discard", "return"))]


def test_place_with_shortage() -> None:
    """R4.10, R4.11, D14: any own two-sided piece, then any empty square, the vacated one too."""
    game = at("c.h\n.l.\n..C", "d4", supply=[[0, 1], [9, 3]])
    assert texts(game) == ["pick up d6", "pick up f6"]
    play(game, "pick up f6")
    assert game.supply(0) == (1, 1)
    assert len(texts(game)) == 69 - 3
    assert all(x.startswith("place ") for x in texts(game))
    assert "place f6" in texts(game)
    play(game, "place f6")
    assert game.board.pieces["f6"] == (0, 0)
    assert game.destroyed["northern"] == {"common": 0, "heroic": 0, "legendary": 0}
    assert game.actions == 1
    assert not [x for x in texts(at("c", "d4", supply=[[1, 0], [0, 0]])) if x.startswith("pick up")]


def full_board(cards: CardSet, drawing: str, **position: Any) -> Game:
    board = Board.parse(drawing, cards.arena("tiny"))
    return Game.from_position(board, cards=cards, arena="tiny", decks=["twins", "northern"], **position)


def test_on_a_full_board_actions_that_are_impossible_lapse(own: CardSet) -> None:
    """D3, D4: with pieces in supply and no empty square nothing can be placed."""
    game = full_board(own, "cccc\ncCCC\nCCCC\nCCCC", hands=[["Ram"]])
    assert not [x for x in texts(game) if x.startswith(("place", "pick up")) or x == "end"]
    play(game, "discard Ram")
    assert game.actions == 1
    assert texts(game) == ["end"]
    play(game, "end")
    assert game.turn_seat == 1


def test_on_a_full_board_the_only_vacated_square_is_taken_without_asking(own: CardSet) -> None:
    game = full_board(own, "cccc\ncCCC\nCCCC\nCCCC", supply=[[0, 0], [1, 0]])
    play(game, "pick up a4")
    assert game.board.pieces["a4"] == (0, 0)
    assert game.actions == 1
    assert "pick up a4: (place a4)" in game.record


def test_without_any_two_sided_piece_actions_lapse() -> None:
    game = at("l.C", "d4", supply=[[0, 0], [9, 3]])
    assert texts(game) == ["end"]


# ---------------------------------------------------------------- flares (R7)


def behind(**position: Any) -> Game:
    """Four enemy pieces more: flare-02 may be invoked by both its criteria, or by the lower alone."""
    return at("cCC\nCCC", "d4", hands=[["flare-02", "Bomb"]], **position)


def test_a_flare_may_be_invoked_before_between_and_after_the_actions() -> None:
    game = behind()
    assert texts(game)[-1] == "flare"
    play(game, "place a5")
    assert "flare" not in texts(game), "three pieces more only"
    game = at("cCC\nCCC\nCCC", "d4", hands=[["flare-02"]])
    play(game, "place a5")
    assert "flare" in texts(game)
    play(game, "place a6")
    assert texts(game) == ["end", "flare"]
    play(game, "flare", "a7")
    assert game.shared_discards["flares"] == ("flare-02",)
    assert texts(game) == ["end"], "one flare a turn"
    assert game.scores == (0, 1)


def test_the_opponent_scores_at_once() -> None:
    game = play(behind(), "flare")
    assert in_effect(game)
    assert game.scores == (0, 1)
    event = next(x for x in game.events if x["event"] == "flare")
    assert event == {"event": "flare", "seat": 0, "card": "flare-02", "criteria": ["lower"]}


def test_an_action_gained_after_the_last_one_can_be_used() -> None:
    """R7.12: the end of the turn was near, the flare opens it again."""
    game = at("c.C\nCCC\nCCC\nCCC", "d4", hands=[["flare-03"]])
    play(game, "place a5", "place a6", "flare")
    assert game.actions == 1
    assert "end" not in texts(game)
    play(game, "place a7")
    assert texts(game) == ["end"]


def test_a_flare_that_can_do_nothing_may_be_invoked() -> None:
    """R7.7: no piece in supply to place."""
    game = play(behind(supply=[[0, 3], [3, 3]]), "flare")
    assert not in_effect(game)
    assert game.scores == (0, 1)


# ---------------------------------------------------------------- the end of a turn (R4.14)


def test_the_end_of_a_turn_goes_in_order() -> None:
    game = at(
        "cC\n..\nc.",
        "d4",
        hands=[["Swordmaster"]],
        scores=[18, 0],
        discards=[[x for x in BEINGS if x not in ("Swordmaster", "Bomb", "Knight", "Herald")]],
        actions=1,
    )
    play(game, "summon Swordmaster d5", "stop")
    events = end(game)
    assert names(events) == ["turn_ends", *["draw"] * 6, "end_triggered", "turn_begins"]
    assert [x["deck"] for x in events if x["event"] == "draw"] == ["flare", "legend", "legend", *["being"] * 3]


def test_points_come_before_the_cards() -> None:
    game = at("cH\ncc\n.c", "d3", hands=[["Champion"]], actions=1)
    play(game, "summon Champion e5")
    events = end(game)
    assert names(events)[:3] == ["turn_ends", "score", "draw"]
    assert game.scores == (1, 0)


def test_whoever_holds_more_draws_none_of_that_kind() -> None:
    """R4.15."""
    hand = ["Bomb", "Knight", "Herald", "Champion", "Titan", "Leviathan", "Hell Bull"]
    game = at("c", "d4", hands=[hand])
    end(game)
    assert sorted(game.hand(0)) == sorted([*hand, game.hand(0)[-1]])
    assert kinds(game, 0).count("flare") == 1


def test_a_hand_is_filled_up_to_its_limits() -> None:
    game = at("c", "d4", hands=[["Bomb", "Titan"]])
    end(game)
    assert kinds(game, 0) == ["being", "legend", "flare", "legend", "being", "being"]


def test_the_next_cards_can_be_given() -> None:
    game = at("c", "d4", draws=[["Bomb", "Knight", "Herald"]])
    end(game)
    assert game.hand(0)[-3:] == ("Bomb", "Knight", "Herald")


def test_a_player_deck_is_never_reshuffled() -> None:
    """R3.14: what is there is drawn, the hand may stay short."""
    game = at("c", "d4", discards=[[x for x in BEINGS if x != "Bomb"]])
    end(game)
    assert [key for key in game.hand(0) if key in BEINGS] == ["Bomb"]
    assert len(game.discards(0)) == 17
    assert game.deck_size(0) == 0


def shared(legends_left: list[str], **position: Any) -> Game:
    """A game in which but these legends lie in the discard pile."""
    pile = [x for x in LEGENDS if x not in legends_left and x not in str(position.get("hands", ""))]
    return at("c", "d4", shared_discards={"legends": pile}, **position)


def test_a_shared_deck_is_renewed_as_soon_as_its_last_card_is_drawn() -> None:
    """D7."""
    game = shared(["Titan", "Leviathan"], seed=9)
    pile = game.shared_discards["legends"]
    events = end(game)
    drawn = [x["card"] for x in events if x["event"] == "draw" and x["deck"] == "legend"]
    assert sorted(drawn) == ["Leviathan", "Titan"]
    assert names(events).index("reshuffle") == names(events).index("draw") + 3, "before any being is drawn"
    assert next(x for x in events if x["event"] == "reshuffle") == {"event": "reshuffle", "deck": "legend"}
    assert game.shared_discards["legends"] == ()
    assert game.observation(0)["legend_deck"] == len(pile) == 10


def test_a_renewed_deck_is_used_in_the_same_draw() -> None:
    game = shared(["Titan"], seed=9)
    drawn = [x["card"] for x in end(game) if x["event"] == "draw" and x["deck"] == "legend"]
    assert drawn[0] == "Titan"
    assert len(drawn) == 2
    assert drawn[1] != "Titan"


def test_with_no_pile_the_hand_stays_short() -> None:
    """D6, D7: an empty deck is renewed from what the pile holds at the next draw that needs it; that may be little."""
    game = at("h.h\n.h.\nc.c", "d4", hands=[["Time Elemental"], [x for x in LEGENDS if x != "Time Elemental"]])
    assert game.observation(0)["legend_deck"] == 0
    summon_time(game)
    assert game.shared_discards["legends"] == ("Time Elemental",)
    events = end(game)
    assert [x["card"] for x in events if x["event"] == "draw" and x["deck"] == "legend"] == ["Time Elemental"]
    assert names(events).index("reshuffle") < names(events).index("draw") + 2
    assert kinds(game, 0).count("legend") == 1
    end(game)
    assert kinds(game, 0).count("legend") == 1, "nothing was left to draw"


def test_each_renewal_shuffles_anew() -> None:
    pile = tuple(range(10))
    assert shuffled(pile, 9, 4, 1) != shuffled(pile, 9, 4, 2)


def test_flares_come_back_out_of_their_pile() -> None:
    game = at("c", "d4", shared_discards={"flares": FLARES[:11]}, hands=[["Bomb"], ["flare-12"]])
    events = end(game)
    assert names(events)[1:3] == ["reshuffle", "draw"]
    assert game.shared_discards["flares"] == ()


# ---------------------------------------------------------------- triggers and final turns (R9, R12.10)


def triggered(game: Game) -> bool:
    return "end_triggered" in names(game.events)


@pytest.mark.parametrize(("scores", "expected"), [((17, 0), False), ((18, 0), True), ((0, 18), True), ((25, 3), True)])
def test_eighteen_points_trigger_the_end(scores: tuple[int, int], expected: bool) -> None:
    game = at("c.C", "d4", scores=list(scores))
    assert game.final_turns == 0
    end(game)
    assert triggered(game) is expected
    assert game.final_turns == (2 if expected else 0)


def test_the_last_player_is_whose_turn_it_was() -> None:
    """R9.2, R9.3, D32: this turn, then one of the other, then one of the last player."""
    game = at("cCC\nCCC", "d4", hands=[["flare-02"]], scores=[0, 17])
    play(game, "flare", "a5")
    assert game.scores == (0, 18)
    assert not triggered(game), "tested at the end of the turn (R9.5)"
    end(game)
    event = next(x for x in game.events if x["event"] == "end_triggered")
    assert event["seat"] == 0
    assert (game.turn_seat, game.final_turns) == (1, 2)
    end(game)
    assert (game.turn_seat, game.final_turns) == (0, 1)
    assert not game.is_over
    end(game)
    assert game.is_over
    assert game.result == Result((1,), (0, 18), "played out", (2, 1))


def test_a_trigger_happens_once_and_stays() -> None:
    """R9.4."""
    game = at("c.C", "d4", scores=[18, 18])
    for _ in range(3):
        end(game)
    assert names(game.events).count("end_triggered") == 1
    assert game.is_over


def few(left: int, hand: list[str]) -> Game:
    """A game in which the acting player's deck has so many cards left."""
    rest = [x for x in BEINGS if x not in hand]
    return at("c.C", "d4", hands=[hand], discards=[rest[left:]])


@pytest.mark.parametrize(
    ("left", "hand", "expected"),
    [
        (3, [], True),
        (2, [], True),
        (4, [], False),
        (1, ["Bomb", "Knight"], True),
        (1, ["Bomb", "Knight", "Herald"], False),
        (0, [], False),
        (0, ["Bomb", "Knight", "Herald"], False),
    ],
)
def test_the_last_card_triggers_only_when_it_is_drawn(left: int, hand: list[str], expected: bool) -> None:
    """D31: the deck is empty after a drawing in which at least one card was drawn."""
    game = few(left, hand)
    assert game.deck_size(0) == left
    end(game)
    assert triggered(game) is expected


def test_the_last_shared_card_triggers_nothing() -> None:
    game = at("c.C", "d4", hands=[LEGENDS[:1], LEGENDS[1:11]])
    end(game)
    assert game.observation(0)["legend_deck"] == 0
    assert not triggered(game)


def test_cards_returned_under_an_empty_deck_are_drawn_again() -> None:
    """D12, D31."""
    game = few(0, ["Bomb", "Knight", "Herald"])
    play(game, "discard Bomb", "return Knight", "stop")
    assert game.deck_size(0) == 1
    end(game)
    assert "Knight" in game.hand(0)
    assert triggered(game)


def test_final_turns_are_complete_turns() -> None:
    """R9.6: with points and drawing."""
    game = at("cH\ncc\n.c", "d3", hands=[["Champion"]], final_turns=1, scores=[0, 0], actions=1)
    play(game, "summon Champion e5")
    events = end(game)
    assert "draw" in names(events)
    assert game.result == Result((0,), (1, 0), "played out", (1, 2))
    assert names(events)[-1] == "game_over"


# ---------------------------------------------------------------- extra turns (R15)


def with_time(**position: Any) -> Game:
    """A position in which the Time Elemental can be summoned on e7."""
    return at("h.h\n.h.\nc.c", "d4", hands=[["Time Elemental"]], **position)


def summon_time(game: Game) -> Game:
    return play(game, "summon Time Elemental e7")


def test_an_extra_turn_follows_at_once_with_two_actions() -> None:
    """R15.6, R15.10."""
    game = summon_time(with_time())
    assert game.extra_turns == 1
    assert game.scores == (1, 0), "a point for the legend (R12.6), at once"
    end(game)
    assert (game.turn_seat, game.turn, game.actions, game.extra_turns) == (0, 4, 2, 0)
    end(game)
    assert game.turn_seat == 1


def test_an_extra_turn_is_taken_after_the_very_last_turn_too() -> None:
    """R15.7."""
    game = summon_time(with_time(final_turns=1))
    end(game)
    assert not game.is_over
    assert (game.turn_seat, game.final_turns) == (0, 1)
    end(game)
    assert game.is_over


def test_an_extra_turn_is_nobodys_final_turn() -> None:
    """R15.8: the turns that were left are all still there."""
    game = summon_time(with_time(final_turns=3))
    end(game)
    assert (game.turn_seat, game.final_turns) == (0, 3)
    end(game)
    assert (game.turn_seat, game.final_turns) == (1, 2)


def test_a_trigger_before_an_extra_turn_counts() -> None:
    """R15.9: the last player is the same; the other still has a turn, then the last player."""
    game = summon_time(with_time(scores=[17, 0]))
    assert game.scores == (18, 0)
    end(game)
    assert triggered(game)
    seats = []
    while not game.is_over:
        seats.append(game.turn_seat)
        end(game)
    assert seats == [0, 1, 0]


# ---------------------------------------------------------------- the outcome


@pytest.mark.parametrize(
    ("drawing", "scores", "winners"),
    [
        ("c.C", (3, 2), (0,)),
        ("c.C", (2, 3), (1,)),
        ("h.C", (2, 2), (0,)),
        ("c.L", (2, 2), (1,)),
        ("hh.L", (2, 2), (0,)),
        ("h.CCC", (2, 2), (0,)),
        ("lcc.CHC", (2, 2), (0, 1)),
        ("lcc.HCCC", (2, 2), (1,)),
        ("cc.CCC", (2, 2), (1,)),
        ("c.C", (0, 0), (0, 1)),
    ],
)
def test_the_winner_and_ties(drawing: str, scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    """R12.12, R9.10: points, then upgraded pieces, then pieces; a legendary piece counts as a heroic one."""
    game = at(drawing, "a5", scores=list(scores), final_turns=1)
    game.agree_end()
    assert game.result is not None
    assert game.result.winners == winners
    assert game.result.scores == scores


def test_a_turn_limit_ends_the_game() -> None:
    """D50."""
    game = begun(2, turn_limit=3)
    for _ in range(3):
        assert not game.is_over
        end(game)
    assert game.is_over
    assert game.result is not None
    assert game.result.reason == "turn limit"
    assert repr(game.result) == f"Result(winners={game.result.winners}, scores={game.scores}, reason='turn limit')"


def test_a_game_shows_itself() -> None:
    assert repr(begun()) == "<Game duel northern southern: turn 1, seat 0 to move>"
    game = at("c.C", "d4", scores=[1, 0], final_turns=1)
    game.agree_end()
    assert repr(game) == "<Game duel northern southern: over, (1, 0)>"


def test_a_card_is_in_no_pile_while_it_is_in_play() -> None:
    """R3.15: in neither hand nor pile, then in the pile of its owner."""
    game = play(at("..c\nc.c\nc.C", "d4", hands=[["Hypnotist"]]), "summon Hypnotist e5")
    assert game.card_in_play == "Hypnotist"
    assert game.hand(0) == game.discards(0) == ()
    play(game, "option move 1", "stop")
    assert game.card_in_play is None
    assert game.discards(0) == ("Hypnotist",)


def test_counts_start_anew_with_each_turn() -> None:
    game = at("cH\ncc\n.c", "d3", hands=[["Champion", "Bomb"]])
    play(game, "summon Champion e5", "discard Bomb")
    assert game.destroyed["southern"]["heroic"] == 1
    assert game.observation(0)["summoned"] == [["Champion", "e5"]]
    assert game.observation(0)["discarded"] is True
    end(game)
    assert game.destroyed["southern"]["heroic"] == 0
    assert game.observation(0)["summoned"] == []
    assert game.observation(0)["discarded"] is False
