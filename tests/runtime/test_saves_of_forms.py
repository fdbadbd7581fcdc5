"""Saves of every form: what cannot be is `SaveError` naming the place, never a crash nor an impossible game."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import hypothesis.strategies as st
import pytest
from allforms import FORMS, FOUR, every_form, walked
from hypothesis import HealthCheck, given, settings
from kalarite.runtime import Board, CardSet, Game, PositionError, SaveError
from kalarite.runtime.conformance import check_moves, check_state, pieces_of
from kalarite.runtime.forms.fields import FIELDS
from kalarite.runtime.playout import Dice, summons_first

FIELD_NAMES = [field.name for field in FIELDS]


@cache
def games(form: str, players: int, cards: CardSet) -> list[Game]:
    """Games at the beginnings of turns and in their middle, and one that is over."""
    walk = [game.copy() for game in walked(form, FOUR[:players], 3, cards)]
    last = walk[-1].copy()
    while not last.is_over:
        last.play(last.legal_moves()[0])
    special = [x for x in walk if x.card_in_play or x.acting_seat != x.turn_seat or x.legal_moves()[0].text == "stop"]
    return [*walk[::25], *special[::8], last]


def edited(game: Game, edits: dict[str, Any]) -> str:
    """The save with entries replaced, by places with dots; `both.` stands for `start.` and `state.`."""
    data = json.loads(game.to_json())
    for place, value in edits.items():
        first, _, rest = place.partition(".")
        for tree in (data["start"], data["state"]) if first == "both" else (data[first],):
            *path, key = rest.split(".")
            inner = tree
            for step in path:
                inner = inner[int(step)] if isinstance(inner, list) else inner[step]
            inner[int(key) if isinstance(inner, list) else key] = value
    return json.dumps(data)


def turn_begins(form: str, players: int, cards: CardSet, turn: int = 12) -> Game:
    return next(x for x in walked(form, FOUR[:players], 3, cards) if x.turn == turn)


@pytest.mark.parametrize(
    ("form", "players", "edits", "message"),
    [
        ("high", 2, {"both.tasks": ["Nobody", None, None]}, "start.tasks names no task of this game: 'Nobody'"),
        ("high", 2, {"both.tasks": ["Knight", None, None]}, "start.tasks names no task of this game: 'Knight'"),
        ("high", 2, {"both.tasks": [[], {}, 5]}, "start.tasks names no task"),
        ("high", 2, {"both.tasks": []}, "start.tasks is a list of 3"),
        ("high", 2, {"both.tasks": None}, "start.tasks is a list of 3"),
        ("high", 2, {"both.tasks": [None, None, None]}, "start: the tasks do not add up"),
        ("high", 2, {"both.next_task": None}, "start: the tasks do not add up"),
        ("high", 2, {"both.next_task": 7}, "start.next_task names no task"),
        ("high", 2, {"both.task_deck": []}, "start: the tasks do not add up"),
        ("high", 2, {"both.task_deck": [None]}, "start.task_deck is a list of tasks"),
        ("high", 2, {"both.task_deck": "x"}, "start.task_deck is a list"),
        ("high", 2, {"both.claimed": [[]]}, "start.claimed is a list of 2"),
        ("high", 2, {"both.claimed": [[None], []]}, "start.claimed is a list of tasks"),
        ("high", 2, {"both.claimed": [5, []]}, "start.claimed is a list"),
        ("high", 2, {"start.frame": {"turn": "start-piece"}, "start.turn": 0}, "start.frame.turn: there is no block"),
        ("high", 2, {"both.frame": {"turn": "leftover"}}, "start.frame.turn: there is no block"),
        ("duel", 2, {"both.frame": {"turn": "claim"}}, "start.frame.turn: there is no block"),
        ("duel", 2, {"both.final_turns": 2}, "start.final_turns: the last player has some left"),
        ("duel", 2, {"both.last_player": "northern"}, "start.final_turns: the last player has some left"),
        ("duel", 2, {"both.over": "agreed"}, "start: this is not the beginning of a turn"),
        ("duel", 2, {"both.over": "abandoned"}, "start: this is not the beginning of a turn"),
        ("duel", 2, {"both.over": "played out"}, "start: this is not the beginning of a turn"),
        ("duel", 2, {"both.over": "turn limit"}, "start: this is not the beginning of a turn"),
        ("duel", 2, {"state.over": "agreed"}, "state: this end does not follow"),
        ("duel", 2, {"both.asked": "other"}, "start.asked: another seat has control"),
        ("high-team", 4, {"both.control": 3}, "start.control is 0, 1 or 2"),
        ("high-team", 4, {"both.control": True}, "start.control is 0, 1 or 2"),
        ("high-team", 4, {"both.control": 2}, "start: this is not the beginning of a turn"),
        ("high-team", 4, {"both.control": 1}, "start: this is not the beginning of a turn"),
        ("high-team", 4, {"both.control": 2, "both.asked": "mate"}, "start.asked: another seat has control"),
        ("high-team", 4, {"both.control": 1, "both.asked": "mate"}, "start: this is not the beginning of a turn"),
        ("high-team", 4, {"state.control": 1, "state.asked": "mate"}, "state: playing the turn again"),
        ("duel-team", 4, {"state.control": 2}, "state: playing the turn again"),
        (
            "melee",
            3,
            {"both.improvised": [["northern"], [], []]},
            "start.improvised names a color that cannot be meant",
        ),
        ("melee", 3, {"both.improvised": [["western"], [], []]}, "start.improvised names no color"),
        ("melee", 3, {"both.improvised": [[], []]}, "start.improvised is a list of 3"),
        ("melee", 3, {"both.improvised": 7}, "start.improvised is a list of 3"),
        ("melee", 3, {"both.improvised": [[["northern"]], [], []]}, "start.improvised names no color"),
        ("melee", 3, {"both.borrow": "nobody"}, "start.borrow names no color"),
        ("melee", 3, {"both.borrow": "southern"}, "start: this is not the beginning of a turn"),
        ("melee", 3, {"state.borrow": "southern"}, "state: playing the turn again"),
        ("melee", 3, {"both.gone": ["western"]}, "start.gone names decks of this game"),
        ("melee", 3, {"both.gone": [5]}, "start.gone names decks of this game"),
        ("melee", 3, {"both.gone": list(FOUR[:3])}, "start.gone: when all are gone the game is over"),
        ("melee", 3, {"both.gone": ["turn"]}, "start: this is not the beginning of a turn"),
        ("melee", 3, {"both.over": "resigned", "both.loser": "northern"}, "start: this is not the beginning of a turn"),
        ("melee", 3, {"state.over": "resigned", "state.loser": "northern"}, "state: this end does not follow"),
        ("melee", 3, {"both.over": "abandoned"}, "start: this is not the beginning of a turn"),
        ("melee", 3, {"both.over": "agreed", "both.gone": list(FOUR[:3])}, "start: this is not the beginning"),
        ("melee", 3, {"both.scores": [[1, 0, 0], [0, 0, 0], [0, 0, 0]]}, "nobody has points in the own color"),
        ("melee", 3, {"both.scores": [0, 0, 0]}, "start.scores"),
    ],
)
def test_what_cannot_be_is_refused(form: str, players: int, edits: dict[str, Any], message: str, four: CardSet) -> None:
    game = turn_begins(form, players, four)
    seat = game.turn_seat
    names = {"mate": FOUR[(seat + 2) % 4], "turn": FOUR[seat], "other": FOUR[(seat + 1) % players]}
    text = edited(game, edits)
    for name, deck in names.items():
        text = text.replace(f'"asked": "{name}"', f'"asked": "{deck}"').replace(
            f'"gone": ["{name}"]', f'"gone": ["{deck}"]'
        )
    with pytest.raises(SaveError) as caught:
        Game.from_json(text, four)
    assert message in str(caught.value)


def test_a_task_in_two_places(four: CardSet) -> None:
    game = turn_begins("high", 2, four)
    deck = json.loads(game.to_json())["state"]["task_deck"]
    for edits in (
        {"both.tasks.0": game.tasks[1]},
        {"both.next_task": game.tasks[0]},
        {"both.task_deck": [*deck, deck[0]]},
        {"both.claimed": [[game.tasks[0]], []]},
    ):
        with pytest.raises(SaveError, match="the tasks do not add up to their deck"):
            Game.from_json(edited(game, edits), four)


def test_a_next_task_that_could_not_have_been_turned_up(four: CardSet) -> None:
    """Two current tasks of a type, and the next one of the same (R11.6)."""
    game = turn_begins("first", 2, four, turn=2)
    cards = game.rules.cards
    types = {
        game.rules.entry(n).key: str((cards[game.rules.entry(n).key].task or {})["type"]) for n in game.rules.tasks
    }
    kind = next(x for x in types.values() if list(types.values()).count(x) > 2)
    alike = [key for key, x in types.items() if x == kind]
    rest = [key for key in types if key not in alike[:3]]
    edits = {
        "both.tasks": [*alike[:2], rest[0]],
        "both.next_task": alike[2],
        "both.task_deck": rest[1:],
        "both.claimed": [[], []],
    }
    with pytest.raises(SaveError, match=r"start\.next_task: two current tasks are of its type"):
        Game.from_json(edited(game, edits), four)


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_no_field_may_be_left_out(field: str, four: CardSet) -> None:
    with_it = 0
    for form, decks in FORMS:
        data = json.loads(turn_begins(form, len(decks), four).to_json())
        for part in ("start", "state"):
            if field in data[part]:
                with_it += 1
                less = copy.deepcopy(data)
                del less[part][field]
                with pytest.raises(SaveError, match=f"{part}.{field} is missing"):
                    Game.from_json(json.dumps(less), four)
    assert with_it


def test_a_game_that_all_have_left_is_saved(four: CardSet) -> None:
    """Also when the last one leaves while a summoning is being settled."""
    ways = 0
    for game in walked("melee", FOUR[:3], 2, four):
        if not game.card_in_play or game.card_in_play not in game.hand(game.turn_seat):
            continue
        for ending in ("leave", "agree"):
            left = game.copy()
            if ending == "leave":
                for seat in sorted(range(3), key=lambda seat, last=game.turn_seat: seat == last):
                    left.abandon(seat)
                assert left.result is not None
                assert left.result.reason == "abandoned"
            elif left.final_turns:
                left.agree_end()
            again = Game.from_json(left.to_json(), four)
            assert again == left
            assert again.to_json() == left.to_json()
            ways += 1
    assert ways > 3


def test_whoever_is_to_move_is_not_gone(four: CardSet) -> None:
    empty = str(Board(four.arena(), {}))
    position: dict[str, Any] = {"form": "melee", "decks": FOUR[:3], "cards": four, "to_move": 1}
    assert Game.from_position(empty, gone=["northern"], **position).gone == (0,)
    with pytest.raises(PositionError, match="gone: southern is to move and cannot be gone"):
        Game.from_position(empty, gone=["southern"], **position)


# ---------------------------------------------------------------- any edit

NAMES = ["northern", "southern", "eastern", "western", "Knight", "Titan", "flare-01", "Hand", "e5", ""]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.sampled_from(NAMES),
    st.sampled_from(["action", "claim", "leftover", "borrow-color", "flare-opponent", "legend-color", "start-piece"]),
    st.sampled_from(["resigned", "agreed", "abandoned", "played out", "turn limit"]),
    st.lists(st.one_of(st.sampled_from(NAMES), st.none(), st.lists(st.sampled_from(NAMES), max_size=2)), max_size=4),
)


def edit(data: dict[str, Any], draw: Any) -> None:
    """One edit of a state: a value of one of the forms' fields, of what goes with them, or of any other."""
    near = [x for x in (*FIELD_NAMES, "asked", "seat", "final_turns", "last_player", "over", "loser") if x in data]
    key = draw(st.sampled_from(near if draw(st.booleans()) else list(data)))
    inner: Any = data
    while isinstance(inner[key], (list, dict)) and inner[key] and draw(st.booleans()):
        inner = inner[key]
        key = draw(st.sampled_from(list(inner) if isinstance(inner, dict) else list(range(len(inner)))))
    how = draw(st.sampled_from(["replace", "drop", "double", "nudge", "swap"]))
    if how == "double" and isinstance(inner, list):
        inner.append(copy.deepcopy(inner[key]))
    elif how == "drop" and isinstance(inner, list):
        del inner[key]
    elif how == "swap" and isinstance(inner, list):
        other = draw(st.integers(0, len(inner) - 1))
        inner[key], inner[other] = inner[other], inner[key]
    elif how == "nudge" and type(inner[key]) is int:
        inner[key] += draw(st.sampled_from([-1, 1]))
    else:
        inner[key] = draw(JUNK)


def goes_on(game: Game) -> None:
    """A game that was let in is a game: looked at, saved, sampled, played on."""
    owned = [pieces_of(game, color) for color in range(game.rules.colors)]
    check_state(game, owned)
    assert Game.from_json(game.to_json(), game.rules.cards) == game
    assert game.record
    dice = Dice(1)
    for _ in range(12):
        assert [game.observation(seat).data for seat in range(game.rules.seats)]
        if game.is_over:
            assert game.result is not None
            return
        assert game.to_move == game.acting_seat
        assert game.to_move not in game.gone
        game.play(summons_first(dice, check_moves(game)))
        check_state(game, owned)


@every_form
@given(data=st.data())
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_edit_is_refused_or_does_not_matter(form: str, decks: tuple[str, ...], four: CardSet, data: Any) -> None:
    """In the state now, or in the beginning of the turn too: then nothing contradicts it."""
    game = data.draw(st.sampled_from(games(form, len(decks), four)))
    tree = json.loads(game.to_json())
    forged = tree["moves"] == [] and data.draw(st.booleans())
    part = "start" if forged else data.draw(st.sampled_from(["start", "state"]))
    for _ in range(data.draw(st.integers(1, 3))):
        edit(tree[part], data.draw)
    if forged:
        tree["state"] = tree["start"]
    try:
        changed = Game.from_json(json.dumps(tree), four)
    except SaveError:
        return
    goes_on(changed)
