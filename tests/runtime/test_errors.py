"""Bad input: the documented exception, one clear sentence, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from duels import at, begun, finished, in_effect, new, play, texts
from hypothesis import given, settings
from kalarite.runtime import (
    Arena,
    Board,
    CardError,
    CardSet,
    Game,
    IllegalMove,
    KalariteError,
    Move,
    PositionError,
    Result,
    SaveError,
    load_cards,
    replay,
)
from kalarite.runtime.arena import arena_of
from kalarite.runtime.forms import check_fit, form_for


def test_all_errors_are_one_family_of_value_errors() -> None:
    assert issubclass(KalariteError, ValueError)
    for error in (CardError, IllegalMove, PositionError, SaveError):
        assert issubclass(error, KalariteError)
    assert CardError("x").diagnostics == ()


# ---------------------------------------------------------------- beginning a game

BEGINNINGS: list[tuple[dict[str, Any], str]] = [
    ({"form": "duell"}, "there is no form called 'duell'; did you mean 'duel'?"),
    ({"form": "Deathmatch"}, "there is no form called 'Deathmatch'; there are duel, duel-team, first, "),
    ({"form": None}, "a form is named by text, not by NoneType"),
    ({"form": ["duel"]}, "a form is named by text, not by list"),
    ({"decks": ["northen", "southern"]}, "there is no playable deck called 'northen'; did you mean 'northern'?"),
    ({"decks": ["imperial", "southern"]}, "there is no playable deck called 'imperial'"),
    ({"decks": ["northern", "northern"]}, "no two players use the same deck"),
    ({"decks": ["northern"]}, "is played with 2 decks, not 1"),
    ({"decks": []}, "decks are given as a list of names"),
    ({"decks": "northern"}, "decks are given as a list of names"),
    ({"decks": [1, 2]}, "decks are given as a list of names"),
    ({"decks": ["northern", None]}, "decks are given as a list of names"),
    ({"decks": 5}, "decks are given as a list of names"),
    ({"seed": -1}, "seed is a whole number from 0"),
    ({"seed": 2**128}, "seed is a whole number from 0"),
    ({"seed": "7"}, "seed is a whole number from 0"),
    ({"seed": 1.0}, "seed is a whole number from 0"),
    ({"seed": True}, "seed is a whole number from 0"),
    ({"seed": None}, "seed is a whole number from 0"),
    ({"first": 2}, "first is a whole number from 0 to 1"),
    ({"first": -1}, "first is a whole number from 0 to 1"),
    ({"first": "northern"}, "first is a whole number from 0 to 1"),
    ({"turn_limit": 0}, "turn_limit is a whole number from 1"),
    ({"turn_limit": "many"}, "turn_limit is a whole number from 1"),
    ({"arena": "hexagon"}, "there is no arena called 'hexagon'"),
    ({"arena": 9}, "arena is named by text, not by int"),
    ({"arena": load_cards().arena()}, "arena is named by text, not by Arena"),
    ({"take_back": "no"}, "take_back is True or False, not 'no'"),
    ({"take_back": None}, "take_back is True or False, not None"),
    ({"take_back": 1}, "take_back is True or False, not 1"),
    ({"cards": True}, "cards is a CardSet, from load_cards or compile_cards, not True"),
    ({"cards": "mydeck"}, "cards is a CardSet, from load_cards or compile_cards, not 'mydeck'"),
    ({"seed": 10**5000}, "seed is a whole number from 0"),
    ({"turn_limit": -(10**5000)}, "turn_limit is a whole number from 1"),
]


@pytest.mark.parametrize(("wrong", "message"), BEGINNINGS)
def test_a_game_that_cannot_begin(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(CardError) as caught:
        Game.new(**{"form": "duel", "decks": ["northern", "southern"], "seed": 1, **wrong})
    assert message in str(caught.value)


def test_the_largest_numbers_are_taken() -> None:
    assert new(2**128 - 1).legal_moves()
    assert new(0, turn_limit=2**31).legal_moves()


def test_a_game_and_a_move_are_not_made_by_their_classes() -> None:
    with pytest.raises(TypeError, match=r"Game\.new"):
        Game()
    with pytest.raises(TypeError, match=r"Move\.parse"):
        Move()


# ---------------------------------------------------------------- cards

CARDS = load_cards()


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("Knigth", "there is no card called 'Knigth'; did you mean 'Knight'?"),
        ("knight", "there is no card called 'knight'; did you mean 'Knight'?"),
        ("imperial/Knight", "there is no card called 'imperial/Knight'"),
        (7, "a card is named by text, not by int"),
        ("", "there is no card called ''"),
    ],
)
def test_an_unknown_card(key: Any, message: str) -> None:
    with pytest.raises(CardError) as caught:
        CARDS[key]
    assert str(caught.value).startswith(message)
    assert key not in CARDS


def test_unknown_decks_forms_arenas_of_a_set() -> None:
    asks: list[Callable[[Any], object]] = [CARDS.cards_of, CARDS.form, CARDS.arena, CARDS.digest]
    for ask in asks:
        with pytest.raises(CardError, match="there is no"):
            ask("nothing like it")
        with pytest.raises(CardError, match="named by text, not by int"):
            ask(7)
    assert [card.name for card in CARDS.cards_of("legends")][:2] == ["Fire Dragon", "Hell Bull"]
    assert CARDS.decks == ("highland", "northern", "southern", "sylvan", "etherweave", "everfrost", "nethervoid")
    assert set(CARDS.forms) == {"first", "high", "duel", "high-team", "duel-team", "melee"}


@pytest.mark.parametrize("cards", [True, 0, "imperial", ["imperial"], CARDS.index])
def test_what_is_no_card_set(cards: Any) -> None:
    game = begun()
    whole = str(game.board)
    asks: list[Callable[[], object]] = [
        lambda: Game.from_position(whole, cards=cards),
        lambda: Game.from_json(game.to_json(), cards),
        lambda: replay(game.record, cards),
    ]
    for ask in asks:
        with pytest.raises(CardError, match="cards is a CardSet"):
            ask()


# ---------------------------------------------------------------- looking at a game


@pytest.mark.parametrize("wrong", [2, 4, -1, -5, None, True, "northern", 1.0, [0], pytest.param(10**5000, id="huge")])
def test_seats_and_colors_that_a_game_does_not_have(wrong: Any) -> None:
    game = begun()
    for ask in (game.hand, game.discards, game.deck_size, game.observation, game.events_for, game.resign):
        with pytest.raises(CardError, match="seat is a whole number from 0 to 1, not"):
            ask(wrong)
    with pytest.raises(CardError, match="color is a whole number from 0 to 1, not"):
        game.supply(wrong)
    assert game == begun()


# ---------------------------------------------------------------- arenas and boards


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (5, "an arena is described by a mapping"),
        ({}, "an arena is described by a mapping"),
        ({"name": 3, "rows": ["."]}, "an arena is described by a mapping"),
        ({"name": "x"}, "arena 'x' has no squares"),
        ({"name": "x", "rows": []}, "arena 'x' has no squares"),
        ({"name": "x", "rows": ["  ", ""]}, "arena 'x' has no squares"),
        ({"name": "x", "rows": "..."}, "'rows' is a list of texts"),
        ({"name": "x", "rows": [1]}, "'rows' is a list of texts"),
        ({"name": "x", "rows": ["."], "starts": ["a1"]}, "'starts' names lists of places"),
        ({"name": "x", "rows": ["."], "starts": {"all": ["a1"]}}, "'starts' names lists of places"),
        ({"name": "x", "rows": ["."], "starts": {"all": [["a1"], []]}}, "the places of 'starts.all' are squares of it"),
        ({"name": "x", "rows": ["."], "starts": {"all": [["a1", "a1"]]}}, "each in one place"),
        ({"name": "x", "rows": [".."], "starts": {"all": [["a1"], ["b1", "a1"]]}}, "each in one place"),
        ({"name": "x", "rows": ["."], "starts": {"all": [["a1", "i9"]]}}, "the places of 'starts.all' are squares"),
        ({"name": "x", "rows": ["."], "starts": {"all": [["nowhere"]]}}, "the places of 'starts.all' are squares"),
        ({"name": "x", "rows": ["."], "central": "a1"}, "'central' is a list of texts"),
        ({"name": "x", "rows": ["."] * 10}, "9 by 9 is the most"),
    ],
)
def test_what_is_no_arena(data: Any, message: str) -> None:
    with pytest.raises(CardError, match=message):
        Arena(data)
    with pytest.raises(CardError, match=message):
        arena_of(data)


@pytest.mark.parametrize("starts", [None, {}, {"sides": [["a1"]]}, {"other": [["a1"], ["b1"]]}])
def test_an_arena_without_squares_for_the_start_pieces(starts: dict[str, Any] | None) -> None:
    """No game begins there; a position may stand there all the same."""
    arena = {"name": "bare", "rows": ["...", "...", "..."], **({} if starts is None else {"starts": starts})}
    cards = CardSet({**CARDS.index, "arenas": {**CARDS.index["arenas"], "bare": arena}}, CARDS.modules)
    with pytest.raises(
        CardError, match=r"form 'duel' cannot begin in arena 'bare': it needs 2 places of 'starts\.sides'"
    ):
        Game.new(cards=cards, arena="bare")
    game = Game.from_position("...\n.c.\n...", cards=cards, arena="bare")
    assert Game.from_json(game.to_json(), cards) == game
    assert replay(game.record, cards) == game


@pytest.mark.parametrize(
    ("form", "decks", "message"),
    [
        ("high", ["northern", "southern"], "form 'high' needs a deck of tasks with at least 3 cards"),
        ("first", ["southern", "northern"], "form 'first' needs a deck of tasks with at least 3 cards"),
        ("melee", ["northern", "southern"], "form 'melee' is played with 3 or 4 decks, not 2"),
        ("duel-team", ["northern", "southern"], "form 'duel-team' is played with 4 decks, not 2"),
        ("one", ["northern", "southern"], r"form 'one' is played with northern only \(R10.1\), not with southern"),
    ],
)
def test_forms_that_these_cards_cannot_play(form: str, decks: list[str], message: str) -> None:
    """A set without tasks."""
    known = {x: data for x, data in CARDS.index["decks"].items() if data["kind"] != "tasks"}
    one = {**CARDS.form("duel"), "name": "one", "decks": ["northern"]}
    forms = {**CARDS.index["forms"], "one": one}
    cards = CardSet({**CARDS.index, "decks": known, "forms": forms}, CARDS.modules)
    with pytest.raises(CardError, match=message):
        Game.new(form, decks, cards=cards)


@pytest.mark.parametrize("form", ["first", "high"])
def test_too_few_tasks(form: str) -> None:
    whole = form_for(CARDS.form(form), 2)
    check_fit(whole, ["northern", "southern"], 3)
    with pytest.raises(CardError, match="needs a deck of tasks with at least 3 cards"):
        check_fit(whole, ["northern", "southern"], 2)


def test_decks_that_the_first_hands_use_up() -> None:
    """Where nothing but the last card of a deck ends a game, there must be one to be drawn later."""
    duel = CARDS.index["forms"]["duel"]
    for beings, ends in ((17, True), (18, False)):
        form = {**duel, "hand": {**duel["hand"], "beings": beings}, "end": {"cards-left": 0}}
        cards = CardSet({**CARDS.index, "forms": {"duel": form}}, CARDS.modules)
        if ends:
            assert finished(Game.new(seed=1, cards=cards), 1).is_over
        else:
            with pytest.raises(CardError, match="decks of more than 18 cards are needed"):
                Game.new(cards=cards)


def test_an_arena_with_many_start_squares() -> None:
    """Each color uses one, in their order; the rest stay empty, and what stands there is saved and loaded."""
    starts = {"sides": [["a1"], ["c3"], ["a3"], ["c1"], ["b2"]]}
    arena = {"name": "star", "rows": ["...", "...", "..."], "starts": starts}
    cards = CardSet({**CARDS.index, "arenas": {**CARDS.index["arenas"], "star": arena}}, CARDS.modules)
    game = play(Game.new(cards=cards, arena="star"), "start northern a1")
    assert game.board.pieces == {"a1": (0, 0), "c3": (1, 0)}
    for begun_there in (game, Game.from_position("...\n.c.\n...", cards=cards, arena="star")):
        assert Game.from_json(begun_there.to_json(), cards) == begun_there
        assert replay(begun_there.record, cards) == begun_there


@pytest.mark.parametrize("arena", ["standard", 5, True, {"name": "x"}, Arena])
def test_a_board_lies_on_an_arena(arena: Any) -> None:
    with pytest.raises(PositionError, match="a board lies on an Arena"):
        Board(arena, {})
    with pytest.raises(PositionError, match="a board lies on an Arena"):
        Board.parse("c", arena, at="d4")


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        (None, "are a mapping"),
        ([("e5", (0, 0))], "are a mapping"),
        ("e5", "are a mapping"),
        ({5: (0, 0)}, "are a mapping"),
        ({"z9": (0, 0)}, "'z9' is no square of arena standard"),
        ({"e5": None}, "e5: a piece is its color and rank"),
        ({"e5": (0,)}, "e5: a piece is its color and rank"),
        ({"e5": "ch"}, "e5: a piece is its color and rank"),
        ({"e5": (0, 1.0)}, "e5: a piece is its color and rank"),
        ({"e5": (0, True)}, "e5: a piece is its color and rank"),
        ({"e5": (4, 0)}, "e5: color 4, rank 0 is no piece"),
    ],
)
def test_pieces_of_a_board_that_are_none(pieces: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Board(CARDS.arena(), pieces)


@pytest.mark.parametrize("color", [4, -1, None, "northern", 0.0])
def test_the_pieces_of_a_color_that_is_none(color: Any) -> None:
    board = Board(CARDS.arena(), {"e5": (0, 0)})
    with pytest.raises(PositionError, match="a color is a whole number from 0 to 3"):
        board.own(color)
    with pytest.raises(PositionError, match="a color is a whole number from 0 to 3"):
        CARDS["Knight"].placements(board, color)
    with pytest.raises(PositionError, match="the board is a Board or a drawing"):
        CARDS["Knight"].placements([color])  # type: ignore[arg-type]


# ---------------------------------------------------------------- moves

POSITIONS: dict[str, Callable[[], Game]] = {
    "set-up": new,
    "action": begun,
    "effect": lambda: play(at("..c\nc.c\nc.C", "d4", hands=[["Hypnotist"]]), "summon Hypnotist e5"),
    "return": lambda: play(at("c", "d4", hands=[["Bomb", "Knight"]]), "discard Bomb"),
    "over": lambda: finished(new(2), 2),
}
NO_MOVES = ["place e5", 5, None, ("place", "e5"), b"stop", object(), [], Board.parse("c", at="d4")]


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_no_move_is_refused_and_changes_nothing(name: str) -> None:
    game = POSITIONS[name]()
    before, save, record = game.copy(), game.to_json(), game.record
    for wrong in NO_MOVES:
        with pytest.raises(IllegalMove):
            game.play(wrong)  # type: ignore[arg-type]
    for text in ("stop", "end", "flare", "place a1", "e5-e6", "match n", "NE", "summon Titan e5", "return Titan"):
        move = Move.parse(text)
        if move not in game.legal_moves():
            with pytest.raises(IllegalMove):
                game.play(move)
    assert game == before
    assert (game.to_json(), game.record) == (save, record)
    assert game.legal_moves() == before.legal_moves()


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_an_error_inside_leaves_the_game_as_it_was(answered: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play(begun(), "place e5", "end")
    for _ in range(answered):
        game.play(game.legal_moves()[0])
    before, save, last = game.copy(), game.to_json(), game.legal_moves()[-1]

    def failing(act: Callable[..., None]) -> Callable[..., None]:
        def fail(s: list[Any], move: Move) -> None:
            act(s, move)
            if move is last:
                raise RuntimeError

        return fail

    with monkeypatch.context() as patch:
        patch.setattr(game.rules, "acts", tuple(map(failing, game.rules.acts)))
        with pytest.raises(RuntimeError):
            game.play(last)
    assert game == before
    assert (game.to_json(), game.legal_moves()) == (save, before.legal_moves())
    game.play(last)
    assert game != before


def test_a_refusal_says_what_is_legal() -> None:
    with pytest.raises(IllegalMove, match="end is not among the legal moves: start northern c5, start southern c5"):
        new().play(Move.parse("end"))
    with pytest.raises(IllegalMove, match=r"place c1, place d1, .* and \d+ more$"):
        begun().play(Move.parse("end"))
    with pytest.raises(IllegalMove, match=r"'end' is no Move: use Move\.parse"):
        begun().play("end")  # type: ignore[arg-type]


def test_a_text_that_is_nearly_a_legal_move() -> None:
    game = begun()
    with pytest.raises(IllegalMove, match="did you mean place e5"):
        game.parse("plase e5")
    for junk in ("", "xyzzy", "e5", 7, None):
        with pytest.raises(IllegalMove, match=r"is not among the|is written as text"):
            game.parse(junk)  # type: ignore[arg-type]
    assert game.parse(" place e5 ") is Move.parse("place e5")
    assert game == begun()


def test_after_the_end() -> None:
    game = finished(new(3), 3)
    before = game.to_json()
    assert game.legal_moves() == []
    assert game.to_move == -1
    assert isinstance(game.result, Result)
    for move in ("end", "place e5"):
        with pytest.raises(IllegalMove, match="the game is over"):
            game.play(Move.parse(move))
        with pytest.raises(IllegalMove, match="the game is over"):
            game.parse(move)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        game.take_back()
    for stop in (lambda: game.resign(0), lambda: game.abandon(1), game.agree_end):
        with pytest.raises(IllegalMove):
            stop()
    assert game.to_json() == before


# ---------------------------------------------------------------- ending otherwise


@pytest.mark.parametrize("way", ["resign", "abandon"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["set-up", "action", "effect", "return"])
def test_giving_up(way: str, seat: int, name: str) -> None:
    """The other side wins, whatever the score (R9.8, D41); the record and a save keep it."""
    game = POSITIONS[name]()
    getattr(game, way)(seat)
    assert game.is_over
    assert game.result == Result((1 - seat,), game.scores, "resigned", (2, 1) if seat == 0 else (1, 2))
    assert game.legal_moves() == []
    assert [x["event"] for x in game.events][-2:] == [way, "game_over"]
    assert not in_effect(game) or name == "effect"
    for again in (replay(game.record), Game.from_json(game.to_json())):
        assert again == game
        assert again.result == game.result
        assert again.record == game.record
    assert f"{way} {game.rules.decks[seat]}" in game.record


@pytest.mark.parametrize("seat", [2, -1, "northern", None, True])
def test_giving_up_for_nobody(seat: Any) -> None:
    game = begun()
    for stop in (game.resign, game.abandon):
        with pytest.raises(CardError, match="seat is a whole number from 0 to 1"):
            stop(seat)
    assert game == begun()


def test_the_end_is_agreed_on_only_in_the_final_turns() -> None:
    game = begun()
    with pytest.raises(IllegalMove, match="not triggered yet"):
        game.agree_end()
    assert game == begun()
    final = at("c.C\nh", "d4", final_turns=2, scores=[5, 4])
    final.agree_end()
    assert final.result == Result((0,), (5, 4), "agreed", (1, 2))
    assert replay(final.record) == final
    assert Game.from_json(final.to_json()) == final


def test_giving_up_leaves_copies_alone() -> None:
    game = begun()
    other = game.copy()
    game.resign(0)
    assert not other.is_over
    assert other == begun()


# ---------------------------------------------------------------- positions

LOOP: list[Any] = []
LOOP.append(LOOP)
WRONG_POSITIONS: list[tuple[str, str, dict[str, Any], str]] = [
    ("c", "d4", {"actions": -1}, "actions is a whole number"),
    ("c", "d4", {"actions": 100}, "actions is a whole number"),
    ("c", "d4", {"actions": "2"}, "actions is a whole number"),
    ("c", "d4", {"actions": True}, "actions is a whole number"),
    ("c", "d4", {"to_move": 2}, "to_move is a whole number from 0 to 1"),
    ("c", "d4", {"turn": -1}, "turn is a whole number from 0"),
    ("c", "d4", {"turn": 0}, "turn 0 is before the start pieces: the form must have some, and the board is empty"),
    (".", "d4", {"turn": 0, "form": "high"}, "turn 0 is before the start pieces"),
    ("c", "d4", {"extra_turns": -1}, "extra_turns is a whole number"),
    ("c", "d4", {"seed": -3}, "seed is a whole number"),
    ("c", "d4", {"final_turns": 4}, "final_turns is a whole number from 0 to 3"),
    ("c", "d4", {"turn_limit": 0}, "turn_limit is a whole number"),
    ("c", "d4", {"scores": [1]}, "scores has 2 numbers"),
    ("c", "d4", {"scores": [1, -2]}, "scores is a whole number"),
    ("c", "d4", {"scores": "12"}, "scores has 2 numbers"),
    ("c", "d4", {"supply": [[16, 3], [16, 3]]}, "there are too many pieces"),
    ("c", "d4", {"supply": [[15, 4], [16, 3]]}, "there are too many pieces"),
    ("c", "d4", {"supply": [[15, 3]]}, "supply has 2 rows"),
    ("c", "d4", {"supply": [[15], [16]]}, "supply has 2 numbers"),
    ("c", "d4", {"supply": [[-1, 3], [16, 3]]}, "supply is a whole number"),
    ("llll", "d4", {}, "has no more legendary pieces"),
    ("cccccccc\ncccccccc\nh.......", "a4", {}, "has no more two-sided pieces"),
    ("2c", "d4", {}, "color 2 is not in this game"),
    ("c", "d4", {"hands": [["Knight", "Knight"]]}, "Knight is not in its deck, or is used already"),
    ("c", "d4", {"hands": [["Titan"], ["Titan"]]}, "Titan is not in its deck, or is used already"),
    ("c", "d4", {"hands": [["Knight"]], "discards": [["Knight"]]}, "Knight is not in its deck, or is used already"),
    ("c", "d4", {"hands": [[], [], []]}, "at most 2"),
    ("c", "d4", {"hands": ["Knight"]}, "hands is a list of cards for each seat"),
    ("c", "d4", {"discards": [["Titan"]]}, "discard pile holds beings only"),
    ("c", "d4", {"shared_discards": {"legends": ["Knight"]}}, "the discard pile of legends holds legends only"),
    ("c", "d4", {"shared_discards": {"flares": ["Titan"]}}, "the discard pile of flares holds flares only"),
    ("c", "d4", {"draws": [["Knight", "Knight"]]}, "Knight is not in its deck"),
    ("c", "d4", {"take_back": "no"}, "take_back is True or False, not 'no'"),
    ("c", "d4", {"discarded": 2}, "discarded is True or False, not 2"),
    ("c", "d4", {"seed": 10**5000}, "seed is a whole number"),
    ("c", "d4", {"shared_discards": {"legends": "Titan"}}, "shared_discards is a dict of lists of cards"),
    ("c", "d4", {"shared_discards": {"tasks": []}}, "shared_discards is a dict of lists of cards"),
    ("c", "d4", {"hands": LOOP}, "is no part of a position"),
]


@pytest.mark.parametrize(("drawing", "corner", "wrong", "message"), WRONG_POSITIONS)
def test_a_position_that_cannot_be(drawing: str, corner: str, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        at(drawing, corner, **wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"hands": [["Nobody"]]}, "there is no card in this game called 'Nobody'"),
        ({"hands": [[5]]}, "named by text, not by int"),
        ({"form": "chess"}, "there is no form"),
        ({"decks": ["northern", "nothern"]}, "there is no playable deck"),
        ({"arena": "moon"}, "there is no arena"),
    ],
)
def test_unknown_names_in_a_position(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(CardError, match=message):
        at("c", "d4", **wrong)


AWKWARD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 2**130),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.one_of(st.none(), st.integers(-1, 3), st.text(max_size=8), st.lists(st.integers(-1, 17))), max_size=3),
    st.dictionaries(st.sampled_from(["legends", "flares", "x"]), st.lists(st.text(max_size=8), max_size=2), max_size=2),
)
ARGUMENTS = [
    "hands",
    "discards",
    "draws",
    "shared_discards",
    "supply",
    "scores",
    "actions",
    "to_move",
    "turn",
    "discarded",
    "extra_turns",
    "final_turns",
    "seed",
    "take_back",
    "turn_limit",
    "decks",
    "form",
    "arena",
]


@given(st.dictionaries(st.sampled_from(ARGUMENTS), AWKWARD, min_size=1, max_size=2))
@settings(max_examples=250, deadline=None, derandomize=True)
def test_any_arguments_give_a_playable_game_or_a_documented_error(wrong: dict[str, Any]) -> None:
    try:
        game = at("c.C", "d4", **wrong)
    except (PositionError, CardError):
        return
    assert game.legal_moves()
    assert replay(game.record) == game
    assert Game.from_json(game.to_json()) == game


def test_a_board_of_another_arena(own: CardSet) -> None:
    board = Board.parse("c", own.arena("tiny"), at="a1")
    with pytest.raises(PositionError, match="the board is of arena tiny, the game of standard"):
        Game.from_position(board)


def test_a_drawing_may_stand_for_a_board() -> None:
    drawing = "\n".join(["..c.."] + ["....."] * 7 + ["....."])
    with pytest.raises(PositionError):
        Game.from_position(drawing)
    whole = str(at("c", "d4").board)
    assert Game.from_position(whole, hands=[["Bomb"]]) == at("c", "d4", hands=[["Bomb"]])
    assert texts(Game.from_position(whole))


@pytest.mark.parametrize("wrong", [None, 5, ["c"], b"c", {"d4": (0, 0)}])
def test_what_is_no_board(wrong: Any) -> None:
    with pytest.raises(PositionError):
        Game.from_position(wrong)


def test_why_a_card_cannot_be_played() -> None:
    game = Game.from_position(EMPTY, hands=[["Knight"]])
    with pytest.raises(IllegalMove, match="Bomb is not in the hand"):
        game.parse("summon Bomb e5")
    with pytest.raises(IllegalMove, match="its pattern fits nowhere"):
        game.parse("summon Knight e5")
    assert game.parse("  Place   E5 ") is Move.parse("place e5")


EMPTY = "\n".join(["__.....__", "_......._", *["........."] * 5, "_......._", "__.....__"])
