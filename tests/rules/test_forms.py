"""How each form begins, plays and ends, where a scenario cannot show it (R10 to R15)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from duels import play, texts
from kalarite.runtime import Board, CardSet, Game, IllegalMove
from rules.tables import FOUR, table

CROSS = dict.fromkeys(("e4", "d5", "e5", "f5", "e6"), (0, 0))  # fulfills Center Cross
KINDS = {"being": 3, "legend": 2, "flare": 1}


def kinds(game: Game, seat: int) -> dict[str, int]:
    return dict(Counter(game.rules.cards[x].kind for x in game.hand(seat)))


def task(game: Game, key: str | None) -> dict[str, Any]:
    assert key is not None
    facts = game.rules.cards[key].task
    assert facts is not None
    return dict(facts)


def started(cards: CardSet, form: str, players: int, seed: int = 1) -> Game:
    """A new game behind its set-up."""
    game = Game.new(form, FOUR[:players], seed, cards=cards)
    while game.turn == 0:
        play(game, texts(game)[0])
    return game


def placed(game: Game) -> Game:
    """The turn ended, its actions used up by places and nothing claimed."""
    turn = game.turn
    while game.turn == turn and not game.is_over:
        answers = texts(game)
        play(game, next((x for x in answers if x.startswith("place") or x in ("end", "stop")), answers[0]))
    return game


# ---------------------------------------------------------------- tasks on the table (R10, R11)


@pytest.mark.parametrize("seed", range(30))
def test_the_first_tasks_of_a_first_game(four: CardSet, seed: int) -> None:
    """R10.2: three types, none worth three points, none advanced, nor the next one."""
    game = Game.new("first", FOUR[:2], seed, cards=four)
    shown = [task(game, x) for x in game.tasks]
    assert len({x["type"] for x in shown}) == 3
    assert max(x["points"] for x in shown) <= 2
    assert not [x for x in (*shown, task(game, game.next_task)) if x["advanced"]]
    assert game.observation(0)["task_deck"] == 24 - 8 - 4


def test_the_first_tasks_of_a_high_form(four: CardSet) -> None:
    """R11.2 to R11.8: not advanced, not of one type, nor the next of a type that two share; advanced ones come back."""
    advanced = 0
    for seed in range(60):
        game = Game.new("high", FOUR[:2], seed, cards=four)
        shown = [task(game, x) for x in game.tasks]
        types = Counter(x["type"] for x in shown)
        assert not [x for x in shown if x["advanced"]]
        assert max(types.values()) <= 2
        after = task(game, game.next_task)
        assert types[after["type"]] < 2
        advanced += after["advanced"]
        assert game.observation(0)["task_deck"] == 20
    assert advanced > 5


def test_a_next_task_that_does_not_fit_goes_under_the_deck(four: CardSet) -> None:
    """R11.6: it is shown, put away, and another one is shown."""
    sunk = 0
    for seed in range(60):
        events = list(Game.new("high", FOUR[:2], seed, cards=four).events)
        names = [x["event"] for x in events]
        for i, name in enumerate(names):
            if name == "task_sunk":
                sunk += 1
                assert names[i - 1] == names[i + 1] == "task_shown"
                assert events[i - 1]["card"] == events[i]["card"] != events[i + 1]["card"]
    assert sunk > 3


@pytest.mark.parametrize("form", ["first", "high"])
def test_a_claim_ends_the_turn_and_the_next_task_moves_up(four: CardSet, form: str) -> None:
    """R10.7, R10.8, R11.9, R11.11, R11.15, R11.16, R8.2: it comes behind all actions; then neither flare nor action."""
    shown = ["Imprisonment", "Center Cross", "Red Summoning"]
    game = table(four, form, 2, CROSS, tasks=shown, next_task="Side Chain", hands=[["flare-01"], []], actions=1)
    assert not [x for x in texts(game) if x.startswith("claim")]
    play(game, "place a5", "end")
    assert texts(game) == ["stop", "claim Center Cross"]
    play(game, "claim Center Cross")
    assert (game.turn_seat, game.to_move) == (1, 1)
    assert game.claimed == {"northern": ("Center Cross",), "southern": ()}
    assert game.scores == (2, 0)
    assert game.tasks == ("Imprisonment", "Side Chain", "Red Summoning")
    assert game.next_task not in (None, *game.tasks, "Center Cross")
    assert not game.can_take_back


def test_the_triggers_of_the_high_form_look_at_all(four: CardSet) -> None:
    """R11.20, R11.21, D5, D24, D32: nine of the other's points end the game too, once, and all are told."""
    game = table(four, "high", 2, {"e5": (1, 2), "a5": (1, 2)}, scores=[9, 7], actions=0)
    play(game, "end")
    for seat in (0, 1):
        assert [x["seat"] for x in game.events_for(seat) if x["event"] == "end_triggered"] == [0]
    assert game.final_turns == 2


# ---------------------------------------------------------------- duel


def test_points_go_on_beyond_any_track(four: CardSet) -> None:
    """R12.9, D26, R14.16: points of final turns are counted as well."""
    pieces = {"d4": (0, 0), "e4": (0, 0), "f4": (0, 0), "d3": (0, 0), "e5": (1, 1)}
    game = table(four, "duel", 2, pieces, scores=[40, 0], hands=[["Knight"], []], actions=1, final_turns=3)
    play(game, "summon Knight e5", "stop", "end")
    assert game.scores == (41, 0)


@pytest.mark.parametrize(("score", "final"), [(17, 0), (18, 2), (19, 2)])
def test_more_than_seventeen_are_at_least_eighteen(four: CardSet, score: int, final: int) -> None:
    """R12.10, R12.11."""
    game = table(four, "duel", 2, {"c5": (0, 0)}, scores=[score, 0], actions=0)
    play(game, "end")
    assert game.final_turns == final


def test_two_triggers_of_one_turn_are_one(four: CardSet) -> None:
    """D5, R9.4, R9.5: points and the last card; a later one changes nothing."""
    beings = [x.key for x in four.cards_of("imperial")]
    cards: dict[str, Any] = {"hands": [beings[:2], beings[:3]], "discards": [beings[3:], beings[3:]]}
    game = table(four, "duel", 2, {"c5": (0, 0)}, scores=[18, 0], actions=0, **cards)
    assert game.deck_size(0) == 1
    play(game, "end")
    assert game.deck_size(0) == 0
    placed(game)
    assert [x["seat"] for x in game.events if x["event"] == "end_triggered"] == [0]
    assert (game.turn_seat, game.final_turns) == (0, 1)


# ---------------------------------------------------------------- teams (R13)


def test_teams_take_turns(four: CardSet) -> None:
    """R13.1, R13.2, R13.6, R4.1: four decks, two colors; only the first turn of all has one action."""
    game = started(four, "high-team", 4)
    assert game.teams == ((0, 2), (1, 3))
    assert [game.color_of(seat) for seat in range(4)] == ["northern", "southern", "northern", "southern"]
    seen = []
    for _ in range(5):
        seen.append((game.turn_seat, game.actions))
        placed(game)
    assert seen == [(0, 1), (1, 2), (2, 2), (3, 2), (0, 2)]


def test_hands_of_teams(four: CardSet) -> None:
    """R13.3, R13.4, R13.17, R13.21, R3.8: the earlier teammate holds the legends; six cards of a deck are sideways."""
    game = started(four, "duel-team", 4)
    assert [kinds(game, seat) for seat in (0, 1)] == [KINDS, KINDS]
    assert [kinds(game, seat) for seat in (2, 3)] == [{"being": 3, "flare": 1}] * 2
    data = game.observation(0)
    assert data["upright"] == [9, 9, 9, 9]
    assert "Knight" not in str(data["hands"][2])


def test_the_fourth_player_puts_the_start_pieces(four: CardSet) -> None:
    """R13.5."""
    for first in range(4):
        game = Game.new("duel-team", FOUR, 3, first=first, cards=four)
        assert game.to_move == (first + 3) % 4
        assert texts(game) == ["start northern c5", "start southern c5"]


HELD = [["Titan", "Bomb", "flare-01"], [], ["Knight"], []]


def test_control_goes_to_the_teammate_who_only_places(four: CardSet) -> None:
    """R13.7, R13.8, R13.10, R13.12, R13.13, R8.4, D48, D49: the legends go along; then the turn comes back."""
    game = table(four, "high-team", 4, dict.fromkeys(["c4", "c5", "c6", "d4", "d5", "d6", "e4"], (1, 0)), hands=HELD)
    assert {"pass control", "flare", "discard Bomb"} <= set(texts(game))
    assert "discard Knight" not in texts(game)
    play(game, "pass control")
    assert (game.to_move, game.turn_seat, game.acting_seat) == (2, 0, 2)
    assert game.hand(0) == ("Bomb", "flare-01")
    assert game.hand(2) == ("Knight", "Titan")
    assert {x.split()[0] for x in texts(game)} == {"place"}
    assert not game.can_take_back
    play(game, "place a5", "place a4")
    assert (game.to_move, texts(game)) == (0, ["end"])
    assert game.board.pieces["a5"] == (0, 0)


def test_after_a_turn_the_teammate_has_the_legends(four: CardSet) -> None:
    """R13.14: beings and flare for the player, the legends for the teammate."""
    game = table(four, "duel-team", 4, {"c5": (0, 0)}, hands=HELD, actions=0)
    play(game, "end")
    assert kinds(game, 0) == {"being": 3, "flare": 1}
    assert kinds(game, 2) == {"being": 1, "legend": 2}
    assert "Titan" in game.hand(2)


def test_the_teammate_finishes_an_effect(four: CardSet) -> None:
    """R13.8, R13.9, R13.11: with the choices that were left, and the actions behind it."""
    pieces = dict.fromkeys(("d4", "e4", "f4", "d3"), (0, 0))
    game = table(four, "duel-team", 4, pieces, hands=[["Knight"], [], [], []])
    play(game, "summon Knight e5", "e5-e6")
    assert "pass control" in texts(game)
    play(game, "pass control")
    assert game.to_move == 2
    assert "pass control" not in texts(game)
    play(game, "e6-e7", "stop")
    assert game.board.pieces["e7"] == (0, 1)
    assert {x.split()[0] for x in texts(game)} == {"place"}


def test_points_belong_to_the_team(four: CardSet) -> None:
    """R13.15, R13.20, D39: also the point of a flare, and that of a legend."""
    pieces = dict.fromkeys(["c4", "c5", "c6", "d4", "d5", "d6", "e4"], (1, 0))
    game = table(four, "duel-team", 4, pieces, hands=[["flare-01"], [], [], []], scores=[3, 4])
    assert game.scores == (3, 4, 3, 4)
    play(game, "flare")
    assert game.scores == (3, 5, 3, 5)
    pieces = dict.fromkeys(("e5", "e4"), (0, 1)) | dict.fromkeys(("d3", "e3", "f3"), (0, 0))
    game = table(four, "duel-team", 4, pieces, hands=[[], [], ["Titan"], []], to_move=2)
    play(game, "summon Titan e6")
    assert game.scores == (1, 0, 1, 0)


def test_flares_compare_the_colors_of_teams(four: CardSet) -> None:
    """R7.13: it does not matter which teammate it is."""
    pieces = dict.fromkeys(["c4", "c5", "c6", "d4", "d5", "d6"], (1, 0))
    for seat in (0, 2):
        hands = [["flare-01"] if x == seat else [] for x in range(4)]
        assert "flare" in texts(table(four, "high-team", 4, pieces, hands=hands, to_move=seat))
        assert "flare" not in texts(table(four, "high-team", 4, pieces | {"a5": (0, 0)}, hands=hands, to_move=seat))


@pytest.mark.parametrize(("left", "final"), [(8, 0), (7, 4)])
def test_the_last_upright_card_triggers(four: CardSet, left: int, final: int) -> None:
    """R13.16 to R13.19: six sideways cards are left, and each of the four has one more turn."""
    beings = [x.key for x in four.cards_of("imperial")]
    hand, rest = beings[:2], beings[2:]
    game = table(four, "duel-team", 4, {"c5": (0, 0)}, hands=[hand, [], [], []], discards=[rest[left:]], actions=0)
    assert game.deck_size(0) == left
    play(game, "end")
    assert game.deck_size(0) == left - 1
    assert game.final_turns == final


def test_a_returned_card_is_a_sideways_one(four: CardSet) -> None:
    """R13.16: so one more stands upright."""
    game = table(four, "duel-team", 4, {"c5": (0, 0)}, hands=[["Bomb", "Knight"], [], [], []])
    before = game.observation(0)["upright"][0]
    play(game, "discard Bomb", "return Knight")
    assert game.observation(0)["upright"][0] == before + 1


# ---------------------------------------------------------------- melee (R14)


def test_a_melee_begins(four: CardSet) -> None:
    """R14.1 to R14.4: no tasks, no points in any color, nothing improvised; one action."""
    game = started(four, "melee", 3)
    assert game.tasks == ()
    assert game.color_scores == {x: dict.fromkeys([y for y in FOUR[:3] if y != x], 0) for x in FOUR[:3]}
    assert not any(game.improvised.values())
    assert [kinds(game, seat) for seat in range(3)] == [KINDS] * 3
    assert game.actions == 1


@pytest.mark.parametrize(("players", "first"), [(3, 0), (3, 1), (4, 0), (4, 2)])
def test_start_pieces_of_a_melee(four: CardSet, players: int, first: int) -> None:
    """R14.5 to R14.8: the last player puts one at each symbol, of any color but that of the second of four."""
    game = Game.new("melee", FOUR[:players], 2, first=first, cards=four)
    second = (first + 1) % players
    colors = [x for x in range(players) if players == 3 or x != second]
    used: list[int] = []
    for symbol in (("f8", "g8"), ("g3", "g4"), ("b3", "c3")):
        assert game.to_move == (first - 1) % players
        left = [x for x in colors if x not in used]
        assert set(texts(game)) == {f"start {FOUR[c]} {square}" for c in left for square in symbol}
        used.append(left[-1])
        play(game, f"start {FOUR[left[-1]]} {symbol[1]}")
    assert game.board.pieces == {x: (c, 0) for x, c in zip(("g8", "g4", "c3"), used, strict=True)}
    assert (game.to_move, game.turn) == (first, 1)


def bomb(four: CardSet, victims: dict[str, tuple[int, int]], **position: Any) -> Game:
    """A melee whose first player fells `victims` around d6 with a Bomb; stands at the end of that turn."""
    own = {"e5": (0, 0), "e4": (0, 0)}
    game = table(four, "melee", 3, own | victims, hands=[["Bomb"], [], []], **position)
    return play(game, "summon Bomb d6", "place a5", "end")


def test_leftovers_of_two_colors_give_a_point_in_one(four: CardSet) -> None:
    """R14.9 to R14.13, R14.15, D33: pairs within a color first; one point in all, in a color chosen at the end."""
    game = bomb(four, {"c5": (1, 0), "c6": (1, 0), "c7": (1, 0), "d7": (2, 0)})
    assert texts(game) == ["color southern", "color eastern"]
    play(game, "color eastern")
    assert game.color_scores["northern"] == {"southern": 1, "eastern": 1}


def test_a_leftover_of_one_color_gives_nothing(four: CardSet) -> None:
    """R14.12: nor does it pair with an own piece."""
    game = bomb(four, {"c5": (1, 0), "c6": (1, 0), "c7": (1, 0)})
    assert game.turn_seat == 1
    assert game.color_scores["northern"] == {"southern": 1, "eastern": 0}


def test_a_legend_gives_a_point_in_a_color_that_is_chosen(four: CardSet) -> None:
    """R14.14: at once, before the effect."""
    pieces = dict.fromkeys(("e5", "e4"), (0, 1)) | dict.fromkeys(("d3", "e3", "f3"), (0, 0)) | {"d6": (1, 0)}
    game = table(four, "melee", 3, pieces, hands=[["Titan"], [], []])
    play(game, "summon Titan e6")
    assert texts(game) == ["color southern", "color eastern"]
    assert game.board.pieces["d6"] == (1, 0)
    play(game, "color eastern")
    assert game.color_scores["northern"] == {"southern": 0, "eastern": 1}
    assert "d6" not in game.board.pieces


def test_a_flare_is_against_one_opponent(four: CardSet) -> None:
    """R14.17 to R14.20, R7.10, D34: who has the lead can be named, and scores in the color of the player."""
    south = dict.fromkeys(["c4", "c5", "c6", "d4", "d5", "d6", "e4"], (1, 0))
    east = dict.fromkeys(["f4", "f5", "f6"], (2, 1))
    game = table(four, "melee", 3, south | east | {"a5": (0, 0)}, hands=[["flare-01"], [], []])
    play(game, "flare")
    assert texts(game) == ["color southern", "color eastern"]
    play(game, "color eastern")
    assert game.color_scores["eastern"] == {"northern": 1, "southern": 0}
    assert game.color_scores["southern"] == {"northern": 0, "eastern": 0}
    game = table(four, "melee", 3, south | {"a5": (0, 0), "f4": (2, 1)}, hands=[["flare-01"], [], []])
    play(game, "flare")  # only one has the lead
    assert game.color_scores["southern"] == {"northern": 1, "eastern": 0}


def test_an_improvised_summoning(four: CardSet) -> None:
    """R14.21 to R14.25: one piece of a color not used yet, with its own rank; it stays, and the color is used up."""
    pieces = {"d4": (0, 0), "d6": (1, 1)}
    game = table(four, "melee", 3, pieces, hands=[["Swordmaster", "Herald"], [], []])
    assert "improvise Swordmaster d5" in texts(game)
    assert "summon Swordmaster d5" not in texts(game)
    play(game, "improvise Swordmaster d5")
    assert game.improvised == {"northern": ("southern",), "southern": (), "eastern": ()}
    assert game.board.pieces == {"d4": (0, 0), "d5": (0, 0), "d6": (1, 1)}
    assert game.color_scores["northern"] == {"southern": 0, "eastern": 0}
    used = [["southern"], [], []]
    game = table(four, "melee", 3, pieces, hands=[["Swordmaster"], [], []], improvised=used)
    assert "improvise Swordmaster d5" not in texts(game)
    other = {"d4": (0, 0), "d6": (2, 0)}
    game = table(four, "melee", 3, other, hands=[["Swordmaster"], [], []], improvised=used)
    assert "improvise Swordmaster d5" in texts(game)


def test_two_pieces_of_opponents_are_too_many(four: CardSet) -> None:
    """R14.23: also of different colors."""
    game = table(four, "melee", 3, {"d4": (1, 0), "d6": (2, 0)}, hands=[["Swordmaster"], [], []])
    assert "improvise Swordmaster d5" not in texts(game)


def test_an_enemy_piece_on_the_square_of_the_summoning(four: CardSet) -> None:
    """R14.26, D38: it stands in where the pattern shows a piece, and falls, and counts; else it is replaced."""
    cannon = {"d5": (1, 0), "c5": (0, 0), "b4": (0, 0)}
    game = table(four, "melee", 3, cannon, hands=[["Cannon"], [], []], actions=1)
    assert "summon Cannon d5" not in texts(game)
    play(game, "improvise Cannon d5")
    assert game.board.pieces["d5"] == (0, 1)
    assert game.destroyed["southern"]["common"] == 1
    plain = {"d4": (0, 0), "d6": (0, 0), "d5": (1, 0)}
    game = table(four, "melee", 3, plain, hands=[["Swordmaster"], [], []])
    assert "summon Swordmaster d5" in texts(game)
    assert "improvise Swordmaster d5" not in texts(game)


def test_improvising_where_own_pieces_would_do(four: CardSet) -> None:
    """R14.28: another way of fitting uses the enemy piece."""
    pieces = {"d4": (0, 0), "d6": (0, 0), "c5": (0, 0), "e5": (1, 0)}
    answers = texts(table(four, "melee", 3, pieces, hands=[["Swordmaster"], [], []]))
    assert {"summon Swordmaster d5", "improvise Swordmaster d5"} <= set(answers)


def test_in_a_shortage_the_piece_that_is_replaced_is_free(four: CardSet) -> None:
    """R14.29, R5.16: the own piece outside the match is picked up, the enemy one never."""
    pieces = {"d4": (0, 0), "d6": (1, 0), "h5": (0, 0)}
    position: dict[str, Any] = {"supply": [(0, 3), (10, 3), (10, 3)], "hands": [["Swordmaster"], [], []]}
    game = table(four, "melee", 3, pieces, **position)
    play(game, "improvise Swordmaster d5")
    assert game.board.pieces == {"d4": (0, 0), "d6": (1, 0), "d5": (0, 0)}
    game = table(four, "melee", 3, {"d4": (0, 0), "d6": (1, 0)}, **position)
    assert "improvise Swordmaster d5" not in texts(game)


def test_a_legend_by_improvisation(four: CardSet) -> None:
    """R14.24: the heroic place of its pattern is filled by a heroic piece of an opponent, not by a common one."""
    own = dict.fromkeys(("d3", "e3", "f3"), (0, 0)) | {"e4": (0, 1)}
    for rank, offered in ((1, True), (0, False)):
        game = table(four, "melee", 3, {**own, "e5": (2, rank)}, hands=[["Titan"], [], []])
        assert ("improvise Titan e6" in texts(game)) is offered


def test_a_permission_adds_a_piece_of_any_color(four: CardSet) -> None:
    """R14.27, R6.66: one by a card and one improvised, of which only that one's color is marked."""
    own = dict.fromkeys(("d6", "f6", "e5", "e4"), (0, 0))
    pieces = {**own, "a5": (1, 0), "c5": (2, 0)}
    board = Board(four.arena(), pieces)
    game = Game.from_position(
        board,
        form="melee",
        decks=["highland", "southern", "eastern"],
        cards=four,
        hands=[["War Summoner", "Wild Eagle"], [], []],
        improvised=[["southern"], [], []],
    )
    assert "improvise Wild Eagle b6" not in texts(game)
    play(game, "summon War Summoner e6")
    assert "summon Wild Eagle b6" not in texts(game)
    play(game, "improvise Wild Eagle b6")
    assert game.improvised["highland"] == ("southern", "eastern")


@pytest.mark.parametrize("form", ["duel", "high", "duel-team", "high-team", "first"])
def test_nobody_improvises_elsewhere(four: CardSet, form: str) -> None:
    """R14.30."""
    players = 4 if form.endswith("team") else 2
    hands = [["Swordmaster"], *[[]] * (players - 1)]
    game = table(four, form, players, {"d4": (0, 0), "d6": (1, 0)}, hands=hands)
    assert not [x for x in texts(game) if x.startswith(("improvise", "summon"))]


@pytest.mark.parametrize(("players", "score", "final"), [(3, 11, 0), (3, 12, 3), (4, 9, 0), (4, 10, 4)])
def test_points_in_one_color_trigger_the_end_of_a_melee(four: CardSet, players: int, score: int, final: int) -> None:
    """R14.31, R14.32, R9.3."""
    scores = [[0] * players for _ in range(players)]
    scores[1][2] = score
    game = table(four, "melee", players, {"c5": (0, 0)}, scores=scores, actions=0)
    play(game, "end")
    assert game.final_turns == final


def last_turn(four: CardSet, scores: list[list[int]], pieces: dict[str, tuple[int, int]]) -> tuple[int, ...]:
    """The places after a melee whose last turn ends with these points and pieces."""
    game = table(four, "melee", len(scores), pieces, scores=scores, actions=0, final_turns=1)
    play(game, "end")
    assert game.result is not None
    assert game.result.scores == tuple(sorted(row)[1] for row in scores)  # without the own color, which has none
    return game.result.places


def test_the_lowest_color_decides_a_melee(four: CardSet) -> None:
    """R14.33, R14.34: then the next one, with four players the last, then upgraded pieces, then pieces."""
    board = {"c5": (0, 0), "d5": (1, 0), "e5": (2, 0)}
    assert last_turn(four, [[0, 2, 9], [3, 0, 3], [1, 11, 0]], board) == (2, 1, 3)
    assert last_turn(four, [[0, 3, 5], [4, 0, 3], [3, 3, 0]], board) == (1, 2, 3)
    assert last_turn(four, [[0, 3, 5], [3, 0, 5], [3, 3, 0]], board) == (1, 1, 3)
    assert last_turn(four, [[0, 3, 5], [3, 0, 5], [3, 3, 0]], {**board, "d5": (1, 1)}) == (2, 1, 3)
    rows = [[0, 1, 2, 3], [1, 0, 2, 4], [1, 2, 0, 2], [0, 9, 9, 0]]
    assert last_turn(four, rows, board) == (2, 1, 3, 4)


def test_nobody_resigns_in_a_melee(four: CardSet) -> None:
    """R14.35, R9.8, D41."""
    game = started(four, "melee", 3)
    with pytest.raises(IllegalMove, match=r"R14\.35"):
        game.resign(0)


def test_an_enemy_piece_that_runs_over_another_color(four: CardSet) -> None:
    """D36, R6.47: it counts for whoever moved it, in the color of the one that fell."""
    own = dict.fromkeys(("e6", "c5", "e5", "c4"), (0, 0))
    game = table(four, "melee", 3, {**own, "f4": (1, 1), "f5": (2, 0)}, hands=[["Hypnotist"], [], []])
    play(game, "summon Hypnotist d5", "option move 2", "f4-f5")
    assert game.destroyed["eastern"] == {"common": 1, "heroic": 0, "legendary": 0}
    assert game.destroyed["southern"] == {"common": 0, "heroic": 0, "legendary": 0}


def test_a_converted_piece_of_a_melee(four: CardSet) -> None:
    """D37, R12.5: it counts in the color that it had, whoever the flare was against."""
    south = dict.fromkeys(["c4", "c5", "c6", "d4", "d5"], (1, 0))
    game = table(four, "melee", 3, {**south, "g5": (2, 0)}, hands=[["flare-04"], [], []])
    play(game, "flare", "option convert", "g5")
    assert game.board.pieces["g5"] == (0, 0)
    assert game.destroyed["eastern"]["common"] == 1


# ---------------------------------------------------------------- extra turns (R15)

TIME = dict.fromkeys(("d5", "f5", "e4"), (0, 1)) | dict.fromkeys(("d3", "f3"), (0, 0))


def test_an_extra_turn_in_a_melee(four: CardSet) -> None:
    """D30, R15.6: the same player, then the next one."""
    game = table(four, "melee", 3, TIME, hands=[["Time Elemental"], [], []], actions=1)
    play(game, "summon Time Elemental e6", "color southern", "end")
    assert (game.turn_seat, game.actions) == (0, 2)
    placed(game)
    assert game.turn_seat == 1


def test_two_extra_turns_are_two(four: CardSet) -> None:
    """D29, R15.6: one is gained while another is still to come."""
    game = table(four, "duel", 2, TIME, hands=[["Time Elemental"], []], actions=1, extra_turns=1)
    play(game, "summon Time Elemental e6", "end")
    seats = [game.turn_seat]
    for _ in range(2):
        seats.append(placed(game).turn_seat)
    assert seats == [0, 0, 1]


def test_an_extra_turn_in_a_team(four: CardSet) -> None:
    """D28: the legends stay for it, and are handed over at its end."""
    game = table(four, "duel-team", 4, TIME, hands=[["Time Elemental"], [], [], []], actions=1)
    play(game, "summon Time Elemental e6", "end")
    assert (game.turn_seat, game.actions) == (0, 2)
    assert kinds(game, 0) == KINDS
    placed(game)
    assert game.turn_seat == 1
    assert "legend" not in kinds(game, 0)
    assert kinds(game, 2)["legend"] == 2


# ---------------------------------------------------------------- first game and High Form (R10, R11)


def test_a_first_game_begins(four: CardSet) -> None:
    """R10.3, R10.4, R10.6, R10.8: an empty arena, one action, neither legends nor discarding."""
    game = Game.new("first", FOUR[:2], 1, cards=four)
    assert game.board.pieces == {}
    assert (game.turn, game.actions, game.scores) == (1, 1, (0, 0))
    assert [kinds(game, seat) for seat in (0, 1)] == [{"being": 3, "flare": 1}] * 2
    assert {x.split()[0] for x in texts(game)} == {"place"}


def test_a_high_form_begins(four: CardSet) -> None:
    """R11.1, R11.5: an empty arena, full hands, four tasks in the open."""
    game = Game.new("high", FOUR[:2], 1, cards=four)
    assert game.board.pieces == {}
    assert [kinds(game, seat) for seat in (0, 1)] == [KINDS] * 2
    assert None not in (*game.tasks, game.next_task)


def test_flares_of_a_first_game_compare_heroic_pieces(four: CardSet) -> None:
    """R10.5."""
    for rank, offered in ((1, True), (0, False)):
        pieces = dict.fromkeys(("c4", "c5", "c6"), (1, rank))
        assert ("flare" in texts(table(four, "first", 2, pieces, hands=[["flare-01"], []]))) is offered


@pytest.mark.parametrize(("score", "reason"), [(3, None), (4, "played out")])
def test_six_points_end_a_first_game_at_once(four: CardSet, score: int, reason: str | None) -> None:
    """R10.9, R10.10: the claim brings two more; nobody has another turn."""
    position: dict[str, Any] = {"tasks": ["Center Cross", "Imprisonment", "Red Summoning"], "scores": [score, 5]}
    game = table(four, "first", 2, CROSS, actions=0, **position)
    play(game, "end", "claim Center Cross")
    assert game.is_over is (reason is not None)
    if game.result:
        assert (game.result.reason, game.result.winners) == (reason, (0,))


def test_ties_and_shortages_of_a_first_game(four: CardSet) -> None:
    """D35, R10.10: upgraded pieces break a tie; without a piece in supply one is picked up first."""
    pieces = {"c5": (0, 0), "d5": (0, 0), "e5": (1, 1)}
    game = table(four, "first", 2, pieces, scores=[6, 6], actions=0)
    play(game, "end")
    assert game.result is not None
    assert game.result.winners == (1,)
    game = table(four, "first", 2, pieces, supply=[(0, 0), (16, 0)])
    assert texts(game) == ["pick up c5", "pick up d5"]


def test_only_current_tasks_can_be_claimed(four: CardSet) -> None:
    """R11.10: the next one is fulfilled as well."""
    pieces = CROSS | {"d4": (0, 1), "f4": (0, 1)}
    shown = ["Center Cross", "Imprisonment", "Red Summoning"]
    game = table(four, "high", 2, pieces, tasks=shown, next_task="Central Dominance", actions=0)
    play(game, "end")
    assert texts(game) == ["stop", "claim Center Cross"]


def test_what_the_other_side_destroyed_does_not_count_for_a_task(four: CardSet) -> None:
    """R11.14: three pieces fall by a Bomb; only in that turn it makes the task."""
    pieces = {"e5": (0, 0), "e4": (0, 0)} | dict.fromkeys(("c5", "c6", "c7"), (1, 0))
    shown = ["Destruction", "Imprisonment", "Red Summoning"]
    game = table(four, "high", 2, pieces, tasks=shown, hands=[["Bomb"], []])
    play(game, "summon Bomb d6", "place a5", "end")
    assert texts(game) == ["stop", "claim Destruction"]
    play(game, "stop", "place b5", "place b6", "end")
    assert game.turn_seat == 0


def test_no_next_task_of_a_barred_type(four: CardSet) -> None:
    """D25, R11.17: only such ones are left, so there is none, and the place of a claimed one stays empty."""
    of_type: dict[str, list[str]] = {}
    for card in four.cards_of("tasks"):
        assert card.task is not None
        of_type.setdefault(card.task["type"], []).append(card.key)
    first, second, *rest = of_type.pop("destruction")
    claimed = [x for keys in of_type.values() for x in keys if x != "Center Cross"]
    shown = [first, second, "Center Cross"]
    game = table(four, "high", 2, CROSS, tasks=shown, claimed=[[], claimed], actions=0)
    assert (game.next_task, game.observation(0)["task_deck"]) == (None, len(rest))
    play(game, "end", "claim Center Cross")
    assert game.tasks == (first, second, None)
    assert (game.next_task, game.observation(0)["task_deck"]) == (None, len(rest))


def test_legendary_pieces_on_the_board_are_points(four: CardSet) -> None:
    """R11.18, R11.19, R11.22, R11.23: however they came; what falls takes its point along; the end stays triggered."""
    pieces = {"d4": (0, 2), "e4": (0, 0), "f4": (0, 0), "d3": (0, 0), "h5": (1, 2)}
    game = table(four, "high", 2, pieces, scores=[4, 8], actions=0)
    assert game.scores == (5, 9)
    play(game, "end")
    assert game.final_turns == 2
    titan = dict.fromkeys(("e5", "e4"), (0, 1)) | dict.fromkeys(("d3", "e3", "f3"), (0, 0)) | {"e7": (1, 2)}
    game = table(four, "high", 2, titan, scores=[8, 8], hands=[["Titan"], []], actions=1, final_turns=1)
    assert game.scores == (8, 9)
    play(game, "summon Titan e6")
    assert game.scores == (9, 8)
    play(game, "end")
    assert game.result is not None
    assert game.result.winners == (0,)


def test_a_whole_action_goes_back_to_the_pass_in_it(four: CardSet) -> None:
    """R8.4: what the teammate chose can be taken back, what was chosen before control was passed stands."""
    pieces = dict.fromkeys(["d5", "f5", "d4", "f4"], (0, 0))
    game = table(four, "duel-team", 4, pieces, hands=[["Cavalry Captain"], [], [], []])
    play(game, "summon Cavalry Captain e6", "pass control")
    passed = game.copy()
    play(game, texts(game)[0])
    assert game != passed
    game.take_back(whole_action=True)
    assert game == passed
    with pytest.raises(IllegalMove, match="pass control"):
        game.take_back(whole_action=True)
