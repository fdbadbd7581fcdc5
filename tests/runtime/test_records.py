"""Records: what they look like, that they replay, and that damaged ones are `SaveError` with the place."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from duels import at, begun, finished, in_effect, new, play, texts, walk
from hypothesis import given, settings
from kalarite.runtime import CardSet, Game, SaveError, replay
from kalarite.runtime.playout import Dice, at_random, play_out

LINE = re.compile(r"\d+ [a-z]+: .+")


def seven() -> Game:
    """A short game with everything in it that a record writes."""
    game = play(begun(7), "place d4", "end", "place e5")
    discard = next(x for x in texts(game) if x.startswith("discard"))
    returned = next(x for x in texts(play(game.copy(), discard)) if x.startswith("return"))
    return play(game, discard, returned, "stop", "end")


def refused(text: Any, message: str, cards: CardSet | None = None) -> None:
    with pytest.raises(SaveError) as caught:
        replay(text, cards)
    assert message in str(caught.value)


# ---------------------------------------------------------------- as they should be


def test_records_know_the_form_and_the_arena() -> None:
    """Those made before did not: they replay all the same, and so do saves."""
    game = seven()
    known = {f"{x} {game.rules.digests()[x]}" for x in ("form:duel", "arena:standard")}
    assert known <= set(game.record.splitlines()[2].split("   "))
    older = game.record
    for digest in known:
        refused(older.replace(digest, digest[:-1] + "x"), f"{digest.partition(':')[0]} '")
        older = older.replace(f"   {digest}", "")
    assert replay(older) == game
    save = game.to_json()
    for digest in known:
        save = save.replace(f"   {digest}", "")
    assert "form:duel" not in save
    assert Game.from_json(save) == game


def test_a_record_reads_as_published() -> None:
    lines = seven().record.splitlines()
    digests = seven().rules.digests()
    assert lines[:6] == [
        "kalarite-record 1",
        "form duel   arena standard   decks northern southern   seed 7   first 0   language 1",
        "cards " + "   ".join(f"{deck} {digests[deck]}" for deck in digests),
        "0 southern: start northern c5: (start southern g5)",
        "1 northern: place d4; end",
        lines[5],
    ]
    assert re.fullmatch(r"2 southern: place e5; discard [^:;]+: return [^,;]+, stop; end", lines[5])
    assert seven().record.endswith("\n")


@pytest.mark.parametrize("seed", range(4))
def test_a_record_replays_at_every_turn_and_in_the_middle_of_it(seed: int) -> None:
    random, game = Random(seed), new(seed, first=seed % 2)
    for walked in walk(game, seed):
        if random.random() < 0.08:
            again = replay(walked.record)
            assert again == walked
            assert again.record == walked.record
            assert list(again.events) == list(walked.events)
    assert replay(game.record).result == game.result
    assert all(LINE.fullmatch(x) for x in game.record.splitlines()[3:])


def test_options_of_a_game_are_in_the_head() -> None:
    for options, fact in [
        ({"turn_limit": 12}, "turn-limit 12"),
        ({"take_back": False}, "take-back off"),
        ({"first": 1}, "first 1"),
    ]:
        game = finished(new(6, **options), 1)
        assert fact in game.record.splitlines()[1]
        assert replay(game.record) == game


def test_a_drawn_first_player_is_written_as_who_it_was() -> None:
    seeds = [seed for seed in range(20) if new(seed, first="random").to_move == 0]
    assert 0 < len(seeds) < 20
    assert "first 1" in new(seeds[0], first="random").record
    assert replay(new(seeds[0], first="random").record) == new(seeds[0], first="random")


def test_a_game_from_a_position_carries_it_in_its_head() -> None:
    game = at("c.C", "d4", hands=[["Bomb"]], final_turns=2, scores=[3, 4], supply=[[2, 1], [5, 0]], seed=2**100)
    head = game.record.splitlines()[3]
    assert head.startswith("position {")
    assert json.loads(head.removeprefix("position "))["scores"] == [3, 4]
    assert replay(game.record) == game
    play_out(game, Dice(1), at_random)
    assert replay(game.record) == game
    assert replay(game.record).record == game.record


def test_comments_blank_lines_and_line_ends_do_not_matter() -> None:
    game = seven()
    text = game.record.replace("\n", "  \r\n").replace("1 northern", "# a remark\r\n\r\n1 northern")
    assert replay("\ufeff" + text) == game
    assert replay(game.record.rstrip("\n")) == game
    assert replay(game.record).record == game.record


def test_answers_taken_without_asking_are_checked_not_asked() -> None:
    """An engine that asks more, or less, plays old records all the same: parentheses do not count."""
    record = begun(7).record
    assert "(start southern g5)" in record
    bare = replay(record.replace("(start southern g5)", "start southern g5"))
    assert bare == begun(7)
    left_out = replay(record.replace(": (start southern g5)", ""))
    assert left_out == begun(7)
    asked = play(begun(7), "place d4")
    assert replay(asked.record.replace("place d4", "(place d4)")) == asked
    refused(record.replace("(start southern g5)", "(start southern h5)"), "cannot be replayed")


def test_the_end_by_hand_is_a_line_of_its_turn() -> None:
    game = play(begun(7), "place d4")
    game.resign(1)
    assert game.record.splitlines()[-1] == "1 northern: place d4; resign southern"
    cut = play(at("..c\nc.c\nc.C", "d4", hands=[["Hypnotist"]]), "summon Hypnotist e5")
    assert in_effect(cut)
    cut.abandon(0)
    assert cut.record.splitlines()[-1] == "3 northern: summon Hypnotist e5; abandon northern"
    agreed = at("c.C", "d4", final_turns=1)
    agreed.agree_end()
    assert agreed.record.splitlines()[-1] == "3 northern: agree end"
    for ended in (game, cut, agreed):
        assert replay(ended.record) == ended


def test_records_with_other_decks_need_their_cards(own: CardSet) -> None:
    game = finished(Game.new("blitz", ["twins", "northern"], 3, cards=own), 3)
    assert replay(game.record, own) == game
    refused(game.record, "there is no form called 'blitz'")


def test_a_record_of_changed_cards_is_refused(changed: CardSet) -> None:
    record = finished(new(3), 3).record
    refused(record, "the record was made with other cards: deck 'imperial' has changed since", changed)
    assert finished(Game.new(seed=3, cards=changed), 3).record != record


# ---------------------------------------------------------------- as they should not be

GOOD = seven().record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "a record is a text"),
        (b"kalarite-record 1", "a record is a text"),
        ("", "line 1: a record begins with 'kalarite-record 1', not an empty text"),
        ("hello", "line 1: a record begins with 'kalarite-record 1', not 'hello'"),
        ("kalarite-record 2\n", "line 1"),
        ("kalarite-record 1", "lines 2 and 3"),
        ("kalarite-record 1\nform duel", "lines 2 and 3"),
        ("x" * 25_000_000, "at most 20 million"),
    ],
)
def test_what_is_no_record(text: Any, message: str) -> None:
    refused(text, message)


@pytest.mark.parametrize(
    ("old", "new_", "message"),
    [
        ("form duel", "form chess", "there is no form called 'chess'"),
        ("arena standard", "arena moon", "there is no arena called 'moon'"),
        ("decks northern southern", "decks northern", "is played with 2 decks"),
        ("decks northern southern", "decks northern northern", "no two players"),
        ("   decks northern southern", "", "line 2 of the record lacks 'decks'"),
        ("   seed 7", "", "line 2 of the record lacks 'seed'"),
        ("   first 0", "", "line 2 of the record lacks 'first'"),
        ("seed 7", "seed seven", "the record cannot be begun"),
        ("seed 7", "seed -7", "seed is a whole number"),
        ("seed 7", "seed " + "9" * 6000, "the record cannot be begun"),
        ("seed 7", "seed 8", "cannot be replayed"),
        ("first 0", "first 5", "first is a whole number"),
        ("language 1", "language 1   turn-limit soon", "the record cannot be begun"),
        ("imperial ", "imperial 0", "deck 'imperial' has changed since"),
        ("place d4", "place z4", "'place z4' is no move"),
        ("place d4", "place c5", "place c5 is not among the legal moves"),
        ("place d4", "place d4; place d5", "cannot be replayed at '1 northern: place d4; place d5; end'"),
        ("1 northern: place d4; end", "1 northern place d4", "'1 northern place d4' is no line of a record"),
        ("1 northern: place d4; end", "1 northern: ", "'1 northern:' is no line of a record"),
        ("1 northern", "2 northern", "it is turn 1 northern"),
        ("1 northern", "1 southern", "it is turn 1 northern"),
        ("1 northern", "x", "it is turn 1 northern"),
        ("1 northern: place d4; end", "1 northern: ; ; ,", "cannot be replayed"),
        ("1 northern: place d4; end", "1 northern: resign highland", "no seat plays that deck"),
        ("1 northern: place d4; end", "1 northern: agree end", "cannot be replayed at 'agree end'"),
        ("1 northern: place d4; end", "1 northern: resign southern; place d4", "the game is over"),
        ("1 northern: place d4; end\n", "", "cannot be replayed"),
    ],
)
def test_a_damaged_record(old: str, new_: str, message: str) -> None:
    assert old in GOOD
    refused(GOOD.replace(old, new_, 1), message)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("nonsense", "the position of the record is no JSON"),
        ("[]", "the position of the record is no JSON object"),
        ('{"boards": ""}', "unknown entry 'boards'"),
        ('{"cards": 1}', "unknown entry 'cards'"),
        ("{}", "the record cannot be begun"),
        ('{"board": 5}', "the record cannot be begun"),
        ('{"board": "c"}', "the record cannot be begun"),
        ("[" * 100_000, "no JSON"),
        ("1" * 5000, "no JSON"),
    ],
)
def test_a_damaged_position(entry: str, message: str) -> None:
    head = at("c", "d4").record.splitlines()[:3]
    refused("\n".join([*head, f"position {entry}"]), message)


WORDS = [
    "place e5",
    "end",
    "stop",
    ": ",
    "; ",
    ", ",
    "(",
    ")",
    "   ",
    "resign northern",
    "0",
    "\n",
    "position {}",
    "e5",
]


@given(st.data())
@settings(max_examples=250, deadline=None, derandomize=True)
def test_any_damage_is_refused_or_a_game(data: Any) -> None:
    """Cut anywhere, anything put in, lines lost or doubled: a record of some game, or `SaveError`."""
    text = data.draw(st.sampled_from([GOOD, at("c", "d4", hands=[["Bomb"]]).record + "3 northern: place e5; end\n"]))
    i = data.draw(st.integers(0, len(text)))
    j = data.draw(st.integers(i, min(i + 40, len(text))))
    put = data.draw(st.one_of(st.just(""), st.sampled_from(WORDS), st.text(max_size=4), st.just(text[i:j] * 2)))
    try:
        game = replay(text[:i] + put + text[j:])
    except SaveError:
        return
    assert replay(game.record) == game
    assert game.is_over or game.legal_moves()
