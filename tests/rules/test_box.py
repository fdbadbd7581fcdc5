"""What is in the box, as the built-in files have it: arena, pieces, cards, decks, hands (R1 to R3)."""

from __future__ import annotations

from collections import Counter

import pytest
from duels import at, begun, in_effect, new, play, texts
from kalarite.runtime import Board, CardError, Game, load_cards
from kalarite.runtime.forms import form_for
from rules.tables import names

CARDS = load_cards()
ARENA = CARDS.arena()


def test_the_arena_row_by_row() -> None:
    """R1.1, R1.2, R1.3."""
    rows = {1: "cdefg", 2: "bcdefgh", **dict.fromkeys(range(3, 8), "abcdefghi"), 8: "bcdefgh", 9: "cdefg"}
    squares = [f"{column}{row}" for row, columns in rows.items() for column in columns]
    assert list(ARENA.names_of(ARENA.mask)) == squares
    assert len(squares) == 69


def test_the_colored_and_the_central_squares() -> None:
    """R1.4, R1.5, R6.27."""
    assert names(ARENA, ARENA.red) == "c2 d8 e5 h4"
    assert names(ARENA, ARENA.green) == "a5 c7 f2 g7 i6"
    assert names(ARENA, ARENA.central) == "d4 d5 d6 e4 e5 e6 f4 f5 f6"


def test_one_arena_with_both_lists_of_start_squares_serves_all_forms() -> None:
    """R1.6, R1.7, R1.8, R1.9, D40."""
    assert {CARDS.form(x)["arena"] for x in CARDS.forms} == {"standard"}
    places = {x: [names(ARENA, place) for place in masks] for x, masks in ARENA.starts.items()}
    assert places == {"sides": ["c5", "g5"], "symbols": ["f8 g8", "g3 g4", "b3 c3"]}
    used = {x: CARDS.form(x).get("start", {}).get("places") for x in CARDS.forms}
    assert used == {"first": None, "high": None, "high-team": None} | dict.fromkeys(("duel", "duel-team"), "sides") | {
        "melee": "symbols"
    }


def test_lines_diagonals_sides_and_corners() -> None:
    """R1.10, R1.11, R1.12, R1.13."""
    lines = [f"a{y} b{y} c{y} d{y} e{y} f{y} g{y} h{y} i{y}" for y in "456"]
    lines += [" ".join(f"{x}{y}" for y in range(1, 10)) for x in "def"]
    assert {names(ARENA, a) for a, _ in ARENA.lines} == set(lines)
    diagonals = {"b2 c3 d4 e5 f6 g7 h8", "b8 c7 d6 e5 f4 g3 h2"}
    assert {names(ARENA, a) for a, _ in ARENA.diagonals} == diagonals
    left, right, bottom, top = "a3 a4 a5 a6 a7", "i3 i4 i5 i6 i7", "c1 d1 e1 f1 g1", "c9 d9 e9 f9 g9"
    opposite = {(left, right), (right, left), (bottom, top), (top, bottom)}
    assert {(names(ARENA, a), names(ARENA, b)) for a, b in ARENA.sides} == opposite
    corners = [("a7 b8 c9", "g1 h2 i3"), ("g9 h8 i7", "a3 b2 c1")]
    opposite = {*corners, *((b, a) for a, b in corners)}
    assert {(names(ARENA, a), names(ARENA, b)) for a, b in ARENA.corners} == opposite


def test_the_decks_of_the_game() -> None:
    """R1.15, R1.16, R3.4: two playable decks have the Imperial beings; legends and flares are there once."""
    schools = {facts["deck"] for facts in CARDS.index["playable"].values()}
    assert {x: len(CARDS.cards_of(x)) for x in schools} == dict.fromkeys(schools, 18)
    assert [len(CARDS.cards_of(x)) for x in ("legends", "flares", "tasks")] == [12, 12, 24]
    assert CARDS.index["playable"]["northern"]["deck"] == CARDS.index["playable"]["southern"]["deck"] == "imperial"
    game = begun()
    assert Counter(CARDS[x].kind for seat in (0, 1) for x in game.hand(seat))["legend"] == 4
    assert len({x for seat in (0, 1) for x in game.hand(seat) if CARDS[x].kind in ("legend", "flare")}) == 6


@pytest.mark.parametrize(
    ("form", "players", "pieces"),
    [
        ("first", 2, (17, 0)),
        ("high", 2, (17, 3)),
        ("high-team", 4, (17, 3)),
        ("duel", 2, (16, 3)),
        ("duel-team", 4, (16, 3)),
        ("melee", 3, (15, 3)),
        ("melee", 4, (14, 3)),
    ],
)
def test_pieces_of_a_color_at_the_start(form: str, players: int, pieces: tuple[int, int]) -> None:
    """R2.2, R2.5, R2.6, R2.7, R10.3: two numbers; what marks a score in deathmatches is left out."""
    supply = form_for(CARDS.form(form), players)["supply"]
    assert (supply["two-sided"], supply["legendary"]) == pieces


def test_start_pieces_come_out_of_the_supply() -> None:
    """R2.8."""
    assert [new().supply(color) for color in (0, 1)] == [(16, 3), (16, 3)]
    assert [begun().supply(color) for color in (0, 1)] == [(15, 3), (15, 3)]


def test_what_leaves_the_board_is_in_supply_at_once() -> None:
    """R2.10, R2.11: in the turn itself, while it is counted for the score as well."""
    game = at(".....\n..C..\n.ccc.\n.c...", "c3", hands=[["Knight"]])
    before = game.supply(1)
    play(game, "summon Knight e5")
    assert game.supply(1) == (before[0] + 1, before[1])
    assert game.destroyed["southern"] == {"common": 1, "heroic": 0, "legendary": 0}


def test_what_cards_tell() -> None:
    """R3.1, R3.2, R3.3: beings a rank, a pattern, perhaps marks and arrows; flares two margins; tasks points."""
    knight, cannon, summoner = (CARDS[x].facts for x in ("Knight", "Cannon", "Summoner"))
    assert (knight["kind"], knight["rank"], len(knight["cells"]), knight["base"]) == ("being", 1, 4, None)
    assert cannon["base"] == 0
    assert cannon["directions"]
    assert summoner["marks"]
    flare = CARDS["flare-01"].facts
    assert [(name, margin) for name, margin, _ in flare["parts"]] == [("upper", 3), ("lower", 6)]
    assert CARDS["Center Cross"].task == {"type": "configuration", "advanced": False, "points": 2}


def test_each_deck_has_its_own_pile() -> None:
    """R3.5, D9: a used card lies in its pile in the same turn."""
    game = at("C.C\n.CC\nCCC", "c4", hands=[["Bomb", "flare-01"]], actions=1, discards=[["Knight"], ["Knight"]])
    play(game, "flare")
    while in_effect(game):
        play(game, texts(game)[0])
    assert game.shared_discards == {"legends": (), "flares": ("flare-01",)}
    play(game, "discard Bomb")
    assert game.discards(0) == ("Knight", "Bomb")
    assert game.discards(1) == ("Knight",)


def test_no_two_players_take_the_same_deck() -> None:
    """R3.9: but the two Imperial decks are two."""
    with pytest.raises(CardError):
        Game.new("duel", ["northern", "northern"], 1)
    assert new().rules.decks == ("northern", "southern")


def test_chance_names_the_starting_player_if_nobody_does() -> None:
    """R3.11."""
    assert {new(seed, first="random").turn_seat for seed in range(12)} == {0, 1}
    assert {new(seed, first=0).turn_seat for seed in range(12)} == {1}  # the other one puts the start pieces


def test_cards_are_drawn_at_the_end_of_the_own_turn_only() -> None:
    """R3.12, D11: without being asked, up to the limits."""
    game = at("c.C", "d4", hands=[["Bomb", "Knight", "Herald"], ["Bomb"]])
    play(game, "discard Bomb", "stop", "place e5")
    assert len(game.hand(0)) == 2
    play(game, "end")
    assert Counter(CARDS[x].kind for x in game.hand(0)) == {"being": 3, "legend": 2, "flare": 1}
    assert game.hand(1) == ("Bomb",)


def test_a_square_holds_one_piece() -> None:
    """R1.14: what comes onto a square takes the place of what stood there."""
    game = at(".....\n..C..\n.ccc.\n.c...", "c3", hands=[["Knight"]])
    assert not [x for x in texts(game) if x in ("place e5", "place e4")]
    play(game, "summon Knight e5")
    assert game.board.pieces["e5"] == (0, 1)
    assert Board(ARENA, {"e5": (0, 1)}).pieces == {"e5": (0, 1)}


# ---------------------------------------------------------------- the turn and its cards (R4 to R6)


def test_nothing_moves_by_an_action() -> None:
    """R4.6: between effects one can place, summon, discard, invoke a flare or end the turn."""
    game = at("C.C.C\n.CC.C\nCCC.C\n..h.l", "c3", hands=[["Bomb", "Titan", "flare-01"]])
    assert {x.split()[0] for x in texts(game)} == {"place", "discard", "flare"}
    play(game, "place a5", "place a4")
    assert {x.split()[0] for x in texts(game)} <= {"flare", "end"}


def test_a_being_needs_its_square_in_the_arena() -> None:
    """R5.5: below the lowest row there is none, above it there is."""
    game = at("cc.cc", "c1", hands=[["Infantry Captain"]])
    assert [x for x in texts(game) if x.startswith("summon")] == ["summon Infantry Captain e2"]


def test_whoever_plays_the_card_decides_about_pieces_of_others() -> None:
    """R6.1."""
    game = at("..c..\nc.cC.\nc..H.", "c4", hands=[["Hypnotist"]])
    play(game, "summon Hypnotist d5", "option move 2")
    assert game.to_move == 0
    assert "f4-f5" in texts(game)


def test_a_pile_that_a_card_names_is_the_own_one() -> None:
    """R6.70, R3.5: cards in the other player's pile, and in those of legends and flares, are not meant."""
    for own, answers in (([], {"end"}), (["Sapling"], {"stop", "card Sapling"})):
        game = at(
            "c...\nc.c.",
            "c4",
            decks=["sylvan", "northern"],
            hands=[["Kiskin Spirit"], []],
            discards=[own, ["Bomb"]],
            shared_discards={"legends": ["Titan"], "flares": ["flare-01"]},
            actions=1,
        )
        play(game, "summon Kiskin Spirit e5")
        assert set(texts(game)) == answers
