"""Saved games: what is damaged, hostile or of other cards is `SaveError` naming the place, and nothing else."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import hypothesis.strategies as st
import kalarite.runtime
import pytest
from duels import BEINGS, FLARES, at, begun, finished, in_card, in_effect, new, play, texts, walk
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from kalarite.runtime import CardSet, Game, SaveError
from kalarite.runtime.conformance import check_moves, check_state, pieces_of
from kalarite.runtime.forms.fields import FIELDS
from kalarite.runtime.playout import Dice, summons_first

SCHEMA = json.loads((Path(kalarite.runtime.__path__[0]) / "save.schema.json").read_text("utf-8"))


def mid_effect() -> Game:
    """In the middle of the Knight's moves, after a place and something taken back."""
    game = play(at("c....\nccc..\nc..C.", "c4", hands=[["Knight", "Titan"]], seed=5), "place a5")
    game.take_back()
    return play(game, "place a5", "summon Knight d6", "d6-e7")


@cache
def saves() -> list[str]:
    """Saves at every kind of point."""
    random = Random("saves")
    games = [new(3), begun(3), play(begun(3), "place d4"), play(begun(3), "place d4", "end"), finished(new(3), 3)]
    games += [game.copy() for i, game in enumerate(walk(new(4), 4)) if i % 25 == 24]
    games += [mid_effect(), play(at("c", "d4", hands=[["Bomb", "Knight"]]), "discard Bomb")]
    games += [game for stem in [*BEINGS, *FLARES] for game in in_card(stem, random, 1)[-1:]]
    ended = begun(9)
    ended.resign(1)
    cut = mid_effect()
    cut.abandon(0)
    agreed = at("cC", "d4", final_turns=2)
    agreed.agree_end()
    games += [ended, cut, agreed, at("c.C", "d4", final_turns=3, turn_limit=9, take_back=False)]
    return [game.to_json() for game in games]


def refused(text: Any, *place: str) -> str:
    """The message with which a save is refused; it names every one of `place`."""
    with pytest.raises(SaveError) as caught:
        Game.from_json(text)
    message = str(caught.value)
    for name in place:
        assert name in message
    assert "\n" not in message
    return message


# ---------------------------------------------------------------- good ones


def test_saves_are_many_and_all_load() -> None:
    assert len(saves()) > 45
    for text in saves():
        game = Game.from_json(text)
        assert game.to_json() == text


def test_saves_keep_to_the_published_schema() -> None:
    validator = Draft202012Validator(SCHEMA)
    Draft202012Validator.check_schema(SCHEMA)
    for text in saves():
        assert not [f"{x.json_path}: {x.message}" for x in validator.iter_errors(json.loads(text))]


def test_the_schema_knows_every_field() -> None:
    """It is closed: a field that is new in saves and not in the schema fails above, one only in the schema here."""
    data = json.loads(mid_effect().to_json())
    assert set(SCHEMA["properties"]) == set(SCHEMA["required"]) == set(data)
    state = SCHEMA["$defs"]["state"]
    assert set(state["required"]) == set(data["state"])
    assert set(state["properties"]) == set(data["state"]) | {x.name for x in FIELDS}  # those of other forms
    assert state["additionalProperties"] is SCHEMA["additionalProperties"] is False


def numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for x in value:
            yield from numbers(x)
    elif isinstance(value, int):
        yield value


def test_a_save_is_portable() -> None:
    """Everything by name, no number that other languages cannot hold (2^53), a seed of any size as text."""
    for text in [*saves(), new(2**127 + 1).to_json()]:
        data = json.loads(text)
        assert all(abs(x) <= 2**53 for x in numbers(data))
        assert re.fullmatch(r"\d+", data["state"]["seed"])
    assert Game.from_json(new(2**127 + 1).to_json()) == new(2**127 + 1)


def test_the_offer_is_not_saved() -> None:
    state = json.loads(mid_effect().to_json())["state"]
    assert not {"offer", "stop", "forced", "followed", "events", "lanes"} & set(state)


def test_taking_back_works_in_a_loaded_game() -> None:
    game, again = mid_effect(), Game.from_json(mid_effect().to_json())
    while game.turn_seat == 0:
        assert game == again
        assert game.legal_moves() == again.legal_moves()
        if texts(game)[0].startswith("place") and not in_effect(game) and game.actions == 2:
            break
        game.take_back()
        again.take_back()
    assert json.loads(again.to_json())["moves"] == []


def test_a_save_between_versions_of_a_card(changed: CardSet) -> None:
    """In the middle of a card whose rule has changed it is refused by the program's digest, elsewhere it is read."""
    text = mid_effect().to_json()
    with pytest.raises(SaveError, match=r"state\.frame: Knight does something else now"):
        Game.from_json(text, changed)
    other = at("..c\nc.c\nc.C", "d4", hands=[["Hypnotist"]])
    play(other, "summon Hypnotist e5")
    assert in_effect(Game.from_json(other.to_json(), changed))
    game = begun(5)
    assert Game.from_json(game.to_json(), changed).record == game.record
    with pytest.raises(SaveError, match="Knight does something else now"):
        Game.from_json(text.replace(json.loads(text)["state"]["frame"]["digest"], "0" * 16))


def test_a_turn_that_goes_another_way_with_changed_cards_is_refused(changed: CardSet) -> None:
    """The card is finished, but with the changed card its moves would not have been possible."""
    game = play(mid_effect(), "e7-e8", "e8-e9")
    assert not in_effect(game)
    with pytest.raises(SaveError, match="were the cards changed since"):
        Game.from_json(game.to_json(), changed)


def test_a_save_of_other_decks_needs_their_cards(own: CardSet) -> None:
    text = Game.new("blitz", ["twins", "northern"], 1, cards=own).to_json()
    assert Game.from_json(text, own).to_json() == text
    refused(text, "there is no form called 'blitz'")
    refused(text.replace('"blitz"', '"duel"'), "there is no playable deck called 'twins'")


# ---------------------------------------------------------------- bad ones


@pytest.mark.parametrize("text", [None, 5, b"{}", [], {}, Path("x")])
def test_no_text(text: Any) -> None:
    refused(text, "a saved game is a text")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no JSON"),
        ("{", "is no JSON"),
        ("nonsense", "is no JSON"),
        ("[]", "is no JSON object"),
        ("3", "is no JSON object"),
        ("null", "is no JSON object"),
        ("{}", "kalarite-save: version 1 is read here, this is no version"),
        ('{"kalarite-save": 2}', "this is '2'"),
        ('{"kalarite-save": true}', "this is 'True'"),
        ('{"kalarite-save": "1"}', "version 1 is read here"),
        ('{"kalarite-save": 1}', "form is missing"),
        ('{"kalarite-save": 1' + "0" * 5000 + "}", ""),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 50_000, "nested too deeply"),
        ("[" * 900 + "]" * 900, ""),
        ("\ufeff{}", "is no JSON"),
        ('{"kalarite-save": 1e400}', "version 1 is read here"),
        ('{"kalarite-save": NaN}', "version 1 is read here"),
    ],
)
def test_what_is_no_save(text: str, message: str) -> None:
    refused(text, message)


def test_a_text_that_is_too_long() -> None:
    refused("[" + " " * 25_000_000 + "]", "longer than")


def edited(text: str, place: str, value: Any) -> str:
    """The save with the entry at `place` (keys with dots) replaced."""
    data = json.loads(text)
    *path, last = place.split(".")
    inner = data
    for key in path:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[int(last) if isinstance(inner, list) else last] = value
    return json.dumps(data)


EDITS: list[tuple[str, Any, str]] = [
    ("form", "chess", "there is no form called 'chess'"),
    ("form", 5, "form is not a text"),
    ("arena", "moon", "there is no arena called 'moon'"),
    ("playable", "northern", "playable is not a list"),
    ("playable", ["northern", 5], "playable is not a list of texts"),
    ("playable", ["northern", "northern"], "no two players use the same deck"),
    ("playable", [], "decks"),
    ("take_back", 1, "take_back is not true or false"),
    ("head", 5, "head is not a text"),
    ("head", "anything", "head"),
    ("turns", {}, "turns is not a list"),
    ("turns", [5], "turns[0] is not"),
    ("turns", [[0, 1, [], ""], [0, 1]], "turns[1] is not"),
    ("turns", [[2, 1, [], ""]], "turns[0] is not"),
    ("turns", [[0, 1, [[1, "nonsense"]], ""]], "turns[0] is not"),
    ("turns", [[0, 1, [[1]], ""]], "turns[0] is not"),
    ("turns", [[0, 1, [], "resign\nnobody"]], "turns[0] is not"),
    ("moves", "place a5", "moves is not a list"),
    ("moves", ["place a5", None], "moves is not a list of texts"),
    ("moves", ["place a5"], "state: playing the turn again"),
    ("moves", ["place z0"], "moves: 'place z0' is no move"),
    ("moves", ["place c4"], "moves: place c4 is not among the legal moves"),
    ("moves", ["end"] * 20_000, "moves"),
    ("start", [], "start is not an object"),
    ("state", None, "state is not an object"),
    ("start.turn", -1, "start.turn is out of range"),
    ("start.turn", True, "start.turn is not a whole number"),
    ("start.turn", 2.0, "start.turn is not a whole number"),
    ("start.actions", 2**60, "start.actions is out of range"),
    ("start.seat", "highland", "start.seat: nobody plays 'highland'"),
    ("start.seat", None, "start.seat"),
    ("start.asked", "southern", "start"),
    ("start.asked", ["southern"], "start.asked: nobody plays"),
    ("start.seed", 7, "start.seed is not a text"),
    ("start.seed", "-7", "start.seed is not a whole number written as text"),
    ("start.seed", "9" * 40, "start.seed is not a whole number written as text"),
    ("start.seed", "²", "start.seed is not a whole number written as text"),
    ("start.over", "bored", "start.over is no reason"),
    ("start.over", ["resigned"], "start.over is no reason"),
    ("start.over", "resigned", "start"),
    ("start.over", "played out", "start: this is not the beginning of a turn"),
    ("start.pieces", [], "start.pieces is not an object"),
    ("start.pieces.a1", "northern common", "'a1' is no square of arena standard"),
    ("start.pieces.d9", "northern", "start.pieces.d9"),
    ("start.pieces.d9", "highland common", "start.pieces.d9"),
    ("start.pieces.d9", "northern mythic", "start.pieces.d9"),
    ("start.pieces.d9", None, "start.pieces.d9"),
    ("start.pieces.d9", "northern common", "start.supply"),
    ("start.supply", [[1, 1]], "start.supply"),
    ("start.supply", [[99, 3], [15, 3]], "start.supply"),
    ("start.supply.0", [12, 3, 1], "start.supply is not a list of 2 whole numbers"),
    ("start.supply.0", [-1, 3], "start.supply is not a list of 2 whole numbers"),
    ("start.scores", [0], "start.scores is not a list of 2 whole numbers"),
    ("start.scores", [0, None], "start.scores is not a list of 2 whole numbers"),
    ("start.scores", [0, 2**54], "start.scores is not a list of 2 whole numbers"),
    ("start.shuffles", [0] * 5, "start.shuffles"),
    ("start.destroyed", [[0, 0, 0]], "start.destroyed"),
    ("start.destroyed", [0, 0, 0, 0, 0, 0], "start.destroyed"),
    ("start.summoned", [["Knight"]], "start.summoned"),
    ("start.summoned", [["Nobody", "e5"]], "start.summoned: no card of this game is called 'Nobody'"),
    ("start.hands", [["Knight", "Titan"]], "start.hands is not one list a seat"),
    ("start.hands.0", "Knight", "start.hands[0] is not a list of cards"),
    ("start.hands.0", ["Knight", "Knight"], "start: the cards of northern do not add up"),
    ("start.hands.0", ["Knight"], "do not add up"),
    ("start.hands.1", ["Titan"], "the legends do not add up"),
    ("start.hands.1", [["Titan"]], "start.hands[1]"),
    ("start.decks.0.0", "Nobody", "start.decks[0]: no card of this game"),
    ("start.flare_deck", [], "the flares do not add up"),
    ("start.legend_deck.0", 5, "start.legend_deck"),
    ("start.played", "Knight", "start"),
    ("start.orientation", "north", "start.orientation"),
    ("start.site", "z5", "start.site"),
    ("start.frame", {"turn": "lunch"}, "start.frame.turn: there is no block"),
    ("start.frame", {}, "start.frame"),
    ("start.frame", {"turn": ["action"]}, "start.frame.turn"),
    ("start.stack", [{"turn": "action"}], "start"),
    ("start.stack", [5], "start.stack is not an object"),
    ("state.frame.card", "Titan", "state.frame"),
    ("state.frame.card", None, "state.frame.card"),
    ("state.frame.part", "upper", "state.frame: Knight has no such part"),
    ("state.frame.block", 99, "state.frame: Knight has no such part or block"),
    ("state.frame.block", 0, "state.frame: Knight has no such part or block"),
    ("state.frame.digest", "00", "state.frame: Knight does something else now"),
    ("state.frame.pieces", ["e5"], "state.frame.pieces is not a list of 8"),
    ("state.frame.pieces.0", "k1", "state.frame.pieces"),
    ("state.frame.pieces.3", "e5", "state: playing the turn again"),
    ("state.frame.sets.1", ["e5", "zz"], "state.frame.sets"),
    ("state.frame.sets.1", "e5", "state.frame.sets is not a list of squares"),
    ("state.frame.numbers.5", 5000, "state.frame.numbers is not a whole number"),
    ("state.frame.numbers.5", "x", "state.frame.numbers is not a whole number"),
    ("state.frame.numbers.9", 3, "state: playing the turn again"),
    ("state.stack", [], "state"),
    ("state.scores", [1, 0], "state: playing the turn again"),
    ("state.over", "resigned", "state: this end does not follow"),
    ("state.over", "played out", "state: this end does not follow"),
    ("state.site", None, "state: playing the turn again"),
    ("state.orientation", "s'", "state: playing the turn again"),
]


@pytest.mark.parametrize(("place", "value", "message"), EDITS)
def test_an_edited_save(place: str, value: Any, message: str) -> None:
    refused(edited(mid_effect().to_json(), place, value), message)


def test_an_answer_after_the_end() -> None:
    text = edited(finished(new(3), 3).to_json(), "moves", ["end"])
    refused(text, "moves[0]: the game is over before it")


@pytest.mark.parametrize("part", ["start", "state"])
def test_every_field_is_needed(part: str) -> None:
    data = json.loads(mid_effect().to_json())
    for name in list(data[part]):
        less = copy.deepcopy(data)
        del less[part][name]
        refused(json.dumps(less), part)
    for name in data:
        if name != "language":
            refused(json.dumps({key: value for key, value in data.items() if key != name}), name)


# ---------------------------------------------------------------- any edit

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 25),
    st.sampled_from([2**31, 2**53, 2**53 + 1, 2**64, 10**300, -(2**70), 0.5, 1e300, -0.0]),
    st.sampled_from(
        ["", "e5", "a1", "northern", "southern", "northern heroic", "Knight", "Titan", "flare-01", "7", "-1"]
    ),
    st.sampled_from(["action", "start-piece", "place", "return", "effect", "upper", "n'", "resigned", "played out"]),
    st.sampled_from(["x" * 500, "\ud800", "\x00"]),
    st.lists(st.sampled_from(["e5", "Knight", 0, 1, None, [], {}]), max_size=4),
    st.dictionaries(st.sampled_from(["turn", "card", "e5", "x"]), st.sampled_from(["action", "Knight", 1]), max_size=2),
)


class Editor:
    """Edits a tree of JSON data at places that Hypothesis draws."""

    def __init__(self, data: Any, draw: Any) -> None:
        self.data, self.draw = data, draw

    def places(self) -> list[tuple[Any, Any]]:
        """Every (container, key) of the tree, or only those of its first two levels."""
        found: list[tuple[Any, Any]] = []
        if self.draw(st.booleans()):
            inner = [x for x in self.data.values() if isinstance(x, dict)]
            return [(tree, key) for tree in (self.data, *inner) for key in tree]
        waiting = [self.data]
        while waiting:
            inner = waiting.pop()
            keys = list(inner) if isinstance(inner, dict) else range(len(inner))
            for key in keys:
                found.append((inner, key))
                if isinstance(inner[key], (dict, list)):
                    waiting.append(inner[key])
        return found

    def edit(self) -> None:
        places = self.places()
        inner, key = self.draw(st.sampled_from(places))
        how = self.draw(st.sampled_from(["replace", "drop", "double", "swap", "nudge", "reverse"]))
        if how == "drop":
            del inner[key]
        elif how == "double" and isinstance(inner, list):
            inner.insert(key, copy.deepcopy(inner[key]))
        elif how == "swap":
            other, place = self.draw(st.sampled_from(places))
            inner[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(inner[key])
        elif how == "nudge" and type(inner[key]) is int:
            inner[key] += self.draw(st.sampled_from([-1, 1]))
        elif how == "reverse" and isinstance(inner[key], list):
            inner[key].reverse()
        else:
            inner[key] = self.draw(JUNK)


@given(st.data())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_edit_is_refused_or_does_not_matter(data: Any) -> None:
    text = data.draw(st.sampled_from(saves()))
    editor = Editor(json.loads(text), data.draw)
    for _ in range(data.draw(st.integers(1, 2))):
        editor.edit()
    try:
        changed = json.dumps(editor.data)
        game = Game.from_json(changed)
    except SaveError:
        return
    goes_on(game)


def goes_on(game: Game) -> None:
    """A game that was let in is a game: it can be looked at, saved, played on."""
    check_state(game, [pieces_of(game, color) for color in (0, 1)])
    assert Game.from_json(game.to_json()) == game
    assert game.record
    assert [game.observation(seat).data for seat in (0, 1)]
    dice = Dice(1)
    for _ in range(25):
        if game.is_over:
            assert game.result is not None
            return
        game.play(summons_first(dice, check_moves(game)))
        check_state(game, [pieces_of(game, color) for color in (0, 1)])


@given(st.data())
@settings(max_examples=250, deadline=None, derandomize=True)
def test_a_forged_beginning_of_a_turn_is_refused_or_a_game(data: Any) -> None:
    """The same edit in the state at the turn's beginning and in the state now: then nothing contradicts it."""
    text = data.draw(st.sampled_from([x for x in saves() if json.loads(x)["moves"] == []]))
    tree = json.loads(text)
    editor = Editor(tree["start"], data.draw)
    for _ in range(data.draw(st.integers(1, 3))):
        editor.edit()
    tree["state"] = tree["start"]
    try:
        game = Game.from_json(json.dumps(tree))
    except SaveError:
        return
    goes_on(game)


@given(st.data())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_cut_or_changed_byte_is_refused_or_does_not_matter(data: Any) -> None:
    text = data.draw(st.sampled_from(saves()))
    at_ = data.draw(st.integers(0, len(text) - 1))
    how = data.draw(st.sampled_from(["cut", "drop", "change"]))
    if how == "cut":
        changed = text[:at_]
    else:
        changed = text[:at_] + (data.draw(st.characters()) if how == "change" else "") + text[at_ + 1 :]
    try:
        game = Game.from_json(changed)
    except SaveError:
        return
    goes_on(game)


def test_what_a_save_does_not_have_is_not_looked_at() -> None:
    text = mid_effect().to_json()
    assert Game.from_json(text.replace("{", '{"__class__": "os.system", "__reduce__": [1],', 1)) == mid_effect()
