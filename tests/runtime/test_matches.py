"""Orientations and matches against brute force, and when a match is asked for (R5.2 to R5.7, R5.21, D13)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from duels import BEINGS, at, decks_for, key_of, play, texts
from hypothesis import example, given, settings
from kalarite.compiler.patterns import Drawn, drawn
from kalarite.runtime import Board, Card, Game, load_cards
from kalarite.runtime.arena import DELTA
from reference.stage import being
from steps.world import COMPASS, SQUARES, TURNED, Match, match_of

TESTS = Path(__file__).parents[1]
FACTS = {x["name"]: x for x in json.loads((TESTS / "facts" / "patterns.json").read_text("utf-8"))["beings"]}
TABLE: dict[str, Any] = tomllib.loads((TESTS / "steps.toml").read_text("utf-8"))
CARDS = load_cards()
OUTSIDE = "time-traveler"  # summoned outside his pattern: tests/agreement and tests/steps hold his matches
RANKS = ("common", "heroic", "legendary")


def images(rows: Iterable[str], directions: Iterable[str]) -> list[frozenset[tuple[int, int, str]]]:
    """The eight images of a drawing, in the order of the orientations' names, seen from the summoning square."""
    cells = {(x, -y): char for y, row in enumerate(rows) for x, char in enumerate(row) if char != "."}
    cx, cy = next((place for place, char in cells.items() if char in "@CHL"), (0, 0))
    around = {(x - cx, y - cy, char) for (x, y), char in cells.items()}
    around |= {(*COMPASS[name], "arrow") for name in directions}
    return [frozenset((*turn(x, y), char) for x, y, char in around) for turn in TURNED.values()]


def distinct(rows: Iterable[str], directions: Iterable[str]) -> tuple[str, ...]:
    """The names of the orientations that differ, of equal ones the first."""
    seen = images(rows, directions)
    return tuple(name for i, name in enumerate(TURNED) if seen[i] not in seen[:i])


@pytest.mark.parametrize("name", FACTS)
def test_orientations_of_the_built_in_patterns(name: str) -> None:
    if name not in CARDS:
        pytest.skip("no card of a built-in deck")
    facts = FACTS[name]
    found = CARDS[name].orientations()
    assert found == distinct(facts["pattern"], facts["directions"])
    assert len(found) in (1, 2, 4, 8)


def test_a_card_without_a_pattern_has_no_orientation() -> None:
    assert CARDS["flare-01"].orientations() == ()
    assert CARDS["flare-01"].placements(Board.parse("c", at="d4")) == []


@st.composite
def drawings(draw: st.DrawFn) -> list[str]:
    """Patterns up to 4 by 4, symmetric ones not rare."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    chars = draw(st.sampled_from(["c.", "cc.h", "ch.*", "c.*+", "."]))
    rows = [draw(st.lists(st.sampled_from(chars), min_size=width, max_size=width)) for _ in range(height)]
    if draw(st.booleans()):
        rows = [[*row, *row[-2::-1]] for row in rows]
    if draw(st.booleans()):
        rows = [*rows, *([*row] for row in rows[-2::-1])]
    y = draw(st.integers(0, len(rows) - 1))
    x = draw(st.integers(0, len(rows[0]) - 1))
    rows[y][x] = draw(st.sampled_from("@@@CH"))
    return ["".join(row) for row in rows]


@given(drawings(), st.sets(st.sampled_from(sorted(COMPASS))))
@example(["@"], set())
@example(["@"], {"N", "E", "S", "W"})
@example(["c@c"], {"N"})
@settings(max_examples=100, deadline=None, derandomize=True)
def test_orientations_of_any_pattern(rows: list[str], directions: set[str]) -> None:
    shape = drawn_of(rows, directions)
    names = tuple(name for i, name in enumerate(TURNED) if shape.lanes >> i & 1)
    assert names == distinct(rows, directions)
    assert len(names) in (1, 2, 4, 8)


def drawn_of(rows: list[str], directions: Iterable[str]) -> Drawn:
    order = [name for name in COMPASS if name in set(directions)]
    return drawn(being("gain 1 action", arrows=" ".join(order), pattern="/".join(rows)))


# ---------------------------------------------------------------- matches on a board


def brute(rows: list[str], directions: list[str], rank: int, board: Board) -> list[tuple[str, str, Match]]:
    """Every match of color 0, square by square, orientation by orientation."""
    found: list[tuple[str, str, Match]] = []
    least = {"c": 0, "h": 1, "l": 2}
    char = next(c for row in rows for c in row if c in "@CHL")
    for square in sorted(SQUARES):
        there = board.pieces.get(square)
        if there is not None and there[1] > rank:
            continue
        if char != "@" and (there is None or there[0] != 0 or there[1] < least[char.lower()]):
            continue
        for name in distinct(rows, directions):
            if all(fits(board, *cell, square, TURNED[name]) for cell in needed(rows)):
                found.append((square, name, match_of(rows, directions, square, name)))
    return found


def needed(rows: list[str]) -> list[tuple[int, int, int]]:
    """Column, row and least rank of the pieces that a drawing shows around the summoning square."""
    cells = {(x, -y): char for y, row in enumerate(rows) for x, char in enumerate(row)}
    cx, cy = next((place for place, char in cells.items() if char in "@CHL"), (0, 0))
    return [(x - cx, y - cy, "chl".index(char)) for (x, y), char in cells.items() if char in "chl"]


def fits(board: Board, x: int, y: int, rank: int, square: str, turn: Any) -> bool:
    dx, dy = turn(x, y)
    name = f"{chr(ord(square[0]) + dx)}{int(square[1]) + dy}"
    piece = board.pieces.get(name) if name in SQUARES else None
    return piece is not None and piece[0] == 0 and piece[1] >= rank


def crowded(random: Random, own: int = 16) -> Board:
    """A board with own pieces close together, so that patterns match in several ways."""
    left, bottom = random.randrange(0, 6), random.randrange(0, 6)
    block = [s for s in SQUARES if 0 <= ord(s[0]) - 97 - left < 5 and 0 <= int(s[1]) - 1 - bottom < 5]
    squares = random.sample(sorted(block), min(own, len(block)))
    ranks = [0, 0, 0, 0, 1, 1]
    pieces = {s: (0, random.choice(ranks)) for s in squares}
    for s in random.sample(sorted(SQUARES - set(squares)), random.randrange(8)):
        pieces[s] = (1, random.choice(ranks))
    for s in random.sample(squares, random.randrange(3)):
        pieces[s] = (0, 2)
    return Board(CARDS.arena(), pieces)


@pytest.mark.parametrize("stem", [x for x in BEINGS if x != OUTSIDE])
def test_placements_are_those_of_brute_force(stem: str) -> None:
    card, random = CARDS[key_of(stem)], Random(f"placements of {stem}")
    facts = FACTS[card.name]
    for _ in range(12):
        board = crowded(random)
        found = [(x.square, x.orientation, set(x.used), marks_of(x), set(x.directions)) for x in card.placements(board)]
        expected = brute(facts["pattern"], facts["directions"], RANKS.index(facts["rank"]), board)
        wanted = [(square, name, m.used, m.marks, m.arrows) for square, name, m in expected]
        assert sorted(found, key=lambda x: x[:2]) == sorted(wanted, key=lambda x: x[:2])


def marks_of(placement: Any, char: str = "*") -> set[str]:
    return set(placement.marks.get(char, ()))


def test_placements_of_the_other_color_are_seen_by_its_pieces() -> None:
    board = Board.parse("c\n.\nc", at="d4")
    other = Board.parse("C\n.\nC", at="d4")
    card = CARDS["Swordmaster"]
    assert [x.square for x in card.placements(board)] == ["d5"]
    assert card.placements(other) == []
    assert card.placements(other, color=1) == card.placements(board)
    assert card.placements(board)[0] != card.placements(Board.parse("c.c", at="d4"))[0]
    assert repr(card.placements(board)) == "[<Placement d5 n>]"


@given(drawings(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_placements_of_any_pattern_are_those_of_brute_force(rows: list[str], random: Random) -> None:
    board, shape = crowded(random), drawn_of(rows, [])
    card = Card("X", "X", "own", {"kind": "being", "rank": 1, **vars(shape)})
    found = [(x.square, x.orientation, set(x.used), marks_of(x), marks_of(x, "+")) for x in card.placements(board)]
    expected = [(square, name, m.used, m.marks) for square, name, m in brute(rows, [], 1, board)]
    second = ["".join({"*": ".", "+": "*"}.get(char, char) for char in row) for row in rows]
    marked = [(*x, match_of(second, [], x[0], x[1]).marks) for x in expected]
    assert sorted(found, key=lambda x: x[:2]) == sorted(marked, key=lambda x: x[:2])


def test_vectors_of_directions_are_those_of_the_compass() -> None:
    assert tuple(COMPASS.values()) == DELTA


# ---------------------------------------------------------------- when a match is asked for


def speaks_of(name: str) -> set[str]:
    """What of the match the effect speaks of, by the table of steps."""
    rows = TABLE[name] if isinstance(TABLE[name], list) else TABLE[name]["effect"]
    words = {row.get(key) for row in rows for key in ("place", "onto", "who", "direction")}
    said = {"marks": {"marked", "mirror"}, "crosses": {"crossed"}, "arrows": {"arrows", "arrow-lines", "arrow"}}
    said |= {"used": {"used"}}
    return {of_match for of_match, of_table in said.items() if of_table & words}


def key_of_match(match: Match, words: set[str]) -> tuple[Any, ...]:
    return tuple(frozenset(getattr(match, word)) for word in sorted(words))


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("stem", [x for x in BEINGS if x != OUTSIDE])
def test_a_match_is_asked_for_only_where_it_makes_a_difference(stem: str, short: bool) -> None:
    card, random = CARDS[key_of(stem)], Random(f"matches of {stem} {short}")
    facts, words = FACTS[card.name], speaks_of(card.name)
    rank = RANKS.index(facts["rank"])
    for _ in range(12):
        board = crowded(random, own=14)
        supply = [[0, 0], [1, 1]] if short else [[2, 1], [1, 1]]
        game = Game.from_position(board, decks=decks_for(card.name), hands=[[card.name]], supply=supply)
        matches = brute(facts["pattern"], facts["directions"], rank, board)
        of_type = {s for s, (color, r) in board.pieces.items() if color == 0 and (r == 2) == (rank == 2)}
        by_square: dict[str, list[tuple[str, Match, set[str]]]] = {}
        for square, name, match in matches:
            free = of_type - match.used - {square}
            if not short or square in of_type or free:
                by_square.setdefault(square, []).append((name, match, free))
        assert {x for x in texts(game) if x.startswith("summon")} == {f"summon {card.name} {s}" for s in by_square}
        for square in random.sample(sorted(by_square), min(4, len(by_square))):
            summoned = play(game.copy(), f"summon {card.name} {square}")
            check_questions(summoned, by_square[square], words, short and square not in of_type)


def check_questions(game: Game, found: list[tuple[str, Match, set[str]]], words: set[str], lifting: bool) -> None:
    """The match where the matches differ in what counts; then, in a shortage, the pieces that it leaves free."""
    kinds: dict[tuple[Any, ...], str] = {}
    for name, match, free in found if words else []:
        kinds.setdefault((key_of_match(match, words), frozenset(free) if lifting else None), name)
    asked = sorted(x for x in texts(game) if x.startswith("match "))
    assert asked == (sorted(f"match {name}" for name in kinds.values()) if len(kinds) > 1 else [])
    if not lifting:
        return
    for answer in asked or [""]:
        after = play(game.copy(), answer) if answer else game
        name = answer.removeprefix("match ") or (found[0][0] if words else "")
        free = {s for n, _, pieces in found for s in pieces if name in ("", n)}
        lifted = {x["square"] for x in after.events if x["event"] == "lift"}  # the only one, without asking
        offered = lifted or {x.removeprefix("pick up ") for x in texts(after)}
        assert offered == free


def test_the_match_is_shown_to_all() -> None:
    """D43: the event of a summoning tells square and orientation."""
    game = play(at("c\n.\nc", "d4", hands=[["Swordmaster"]]), "summon Swordmaster d5")
    event = next(x for x in game.events_for(1) if x["event"] == "summon")
    assert event == {"event": "summon", "seat": 0, "card": "Swordmaster", "square": "d5", "orientation": "n"}
