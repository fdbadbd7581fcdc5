"""Matches in all orientations, summoning with and without a shortage, the criteria of flares."""

from __future__ import annotations

import pytest
from kalarite.compiler.reference import criteria, matches, pick_ups, summon
from reference.stage import built_in, pieces, world


def orientations(card: str) -> list[str]:
    """The orientations of a card with the pieces of its pattern planted everywhere."""
    full = world("\n".join(["..lllll..", ".lllllll.", *["lllllllll"] * 5, ".lllllll.", "..lllll.."]))
    assert len(full.squares) == 69
    for square in ("e5",):
        del full.squares[square]
        full.squares |= {square: (0, 0)}
    return [match.orientation for match in matches(built_in()[card], full) if match.square == "e5"]


def test_the_knight_matches_in_the_ways_it_can_be_turned_and_mirrored() -> None:
    # .@. over ccc over c.. ; the pieces planted as drawn
    position = world("...\nccc\nc..", "d3")
    found = matches(built_in()["knight"], position)
    assert [(match.square, match.orientation) for match in found] == [("e5", "n")]
    assert found[0].used == {"d4", "e4", "f4", "d3"}


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("knight", ["n", "e", "s", "w", "n'", "e'", "s'", "w'"]),
        ("swordmaster", ["n", "e"]),  # a line: up and down are one
        ("herald", ["n", "e", "s", "w"]),  # symmetric about a diagonal
        ("chronicler", ["n", "e", "s", "w"]),
        ("master-of-intrigue", ["n"]),
        ("hypnotist", ["n", "e", "n'", "e'"]),  # a half turn is the same
        ("time-elemental", ["n", "e", "s", "w"]),
        ("gun-tower", ["n", "e", "s", "w", "n'", "e'", "s'", "w'"]),
        ("hell-bull", ["n", "e", "s", "w"]),
    ],
)
def test_only_distinct_orientations_count(card: str, names: list[str]) -> None:
    assert orientations(card) == names


def test_orientations_are_named_by_where_the_drawings_top_points() -> None:
    # the Messenger: @.. over .c. over ..c ; drawn as it is the pieces lie to the south-east
    card = built_in()["messenger"]
    for name, squares in {
        "n": ["f4", "g3"],  # south-east
        "e": ["d4", "c3"],  # a quarter turn clockwise: south-west
        "s": ["d6", "c7"],
        "w": ["f6", "g7"],
    }.items():
        position = world()
        position.squares = dict.fromkeys(squares, (0, 0))
        assert [m.orientation for m in matches(card, position) if m.square == "e5"] == [name]


def test_a_mirror_image_is_mirrored_left_to_right_before_it_is_turned() -> None:
    # ccc under the square and one more piece under the left one; mirrored: under the right one
    assert [m.orientation for m in matches(built_in()["knight"], world("...\nccc\n..c", "d3"))] == ["n'"]
    # mirrored, then a quarter turn clockwise: the column of three lies to the west, the odd one at its lower end
    assert [m.orientation for m in matches(built_in()["knight"], world(".c.\n.c.\ncc.", "c4")) if m.square == "e5"] == [
        "e'"
    ]


def test_marks_turn_with_the_pattern_and_end_with_the_arena() -> None:
    # R6.25; Summoner: rays of two to N, NE, E, NW, W; the pieces to the south
    card = built_in()["summoner"]
    match = matches(card, world("ccc", "d7"))[-1]
    assert (match.square, match.orientation) == ("e8", "n")
    assert match.marks == {"e9", "d9", "f9", "d8", "c8", "f8", "g8"}
    turned = [x for x in matches(card, world("c\nc\nc", "d4")) if x.square == "e5"]
    assert [x.orientation for x in turned] == ["e"]  # the pieces to the west
    assert turned[0].marks == {"f5", "g5", "f6", "g7", "f4", "g3", "e6", "e7", "e4", "e3"}


def test_arrows_turn_with_the_pattern() -> None:
    # R6.26; Gun Tower: @. over cc over cc with arrows W and E
    found = matches(built_in()["gun-tower"], world("cc\ncc", "e3"))
    assert {(x.square, x.orientation): set(x.arrows) for x in found} == {
        ("e5", "n"): {"W", "E"},
        ("f5", "n'"): {"W", "E"},
        ("f2", "s"): {"W", "E"},
        ("e2", "s'"): {"W", "E"},
        ("g3", "e'"): {"N", "S"},
        ("g4", "e"): {"N", "S"},
        ("d3", "w"): {"N", "S"},
        ("d4", "w'"): {"N", "S"},
    }


def test_higher_ranks_satisfy_a_pattern_and_lower_ones_do_not() -> None:
    # R5.3; Fire Elemental ..@.. / .h.c. / h.c.c
    card = built_in()["fire-elemental"]
    assert [m.square for m in matches(card, world(".h.c.\nl.h.c", "c3"))] == ["e5"]
    assert matches(card, world(".c.c.\nh.c.c", "c3")) == []
    assert matches(card, world(".H.c.\nh.c.c", "c3")) == []


@pytest.mark.parametrize(("there", "allowed"), [(".", True), ("c", True), ("H", True), ("h", True), ("L", False)])
def test_the_summoning_square_holds_the_beings_rank_or_lower(there: str, allowed: bool) -> None:
    # R5.7, with a heroic being
    found = matches(built_in()["knight"], world(f".{there}.\nccc\nc..", "d3"))
    assert ("e5" in {m.square for m in found}) is allowed


@pytest.mark.parametrize(("there", "allowed"), [(".", False), ("c", True), ("h", True), ("C", False), ("l", False)])
def test_a_piece_that_the_pattern_shows_on_the_summoning_square_is_an_own_one(there: str, allowed: bool) -> None:
    # R5.6 with R5.7; High Priestess .C. / ... / c.c
    found = matches(built_in()["high-priestess"], world(f".{there}.\n...\nc.c", "d3"))
    assert ("e5" in {m.square for m in found}) is allowed


def test_the_piece_on_the_summoning_square_is_not_used() -> None:
    # R6.24
    (match,) = [m for m in matches(built_in()["cannon"], world(".cc\nc..", "c4")) if m.square == "e5"]
    assert match.used == {"d5", "c4"}
    assert match.arrows == {"NW", "N", "NE", "E", "SE", "S", "SW"}


def test_summoning_spends_the_action_and_destroys_what_stood_there() -> None:
    # R5.8, R5.9
    position = world(".H.\nccc\nc..", "d3")
    card = built_in()["knight"]
    summon(position, card, matches(card, position)[-1])
    assert position.actions == 1
    assert position.squares == pieces(".h.\nccc\nc..", "d3")
    assert position.destroyed == {(1, 1): 1}
    assert position.events == [("destroy", 1, 1, "e5", 1), ("put", 0, 1, "e5")]
    assert position.supply == {0: [11, 3], 1: [16, 3]}


def test_an_own_piece_there_becomes_the_being_in_a_shortage() -> None:
    # R5.14, R5.15: no choice, and never an enemy piece
    position = world(".c.\nccc\nc..", "d3", supply={0: (0, 3)})
    card = built_in()["knight"]
    match = matches(card, position)[-1]
    assert pick_ups(card, position, match) is None
    summon(position, card, match)
    assert position.squares["e5"] == (0, 1)
    assert position.supply[0] == [0, 3]
    assert position.destroyed == {}


def test_in_a_shortage_another_piece_is_picked_up() -> None:
    # R5.16, R5.17, R5.19, R5.24: heroic for heroic or common, never legendary, none of the match
    position = world("..C..l.\n.ccc..h\n.c....c", "c3", supply={0: (0, 1), 1: (15, 3)})
    card = built_in()["knight"]
    (match,) = [m for m in matches(card, position) if m.square == "e5"]
    assert pick_ups(card, position, match) == {"i3", "i4"}
    with pytest.raises(ValueError, match="cannot pick up"):
        summon(position, card, match)
    summon(position, card, match, "i4")
    assert position.squares == pieces("..h..l.\n.ccc...\n.c....c", "c3")
    assert position.destroyed == {(1, 0): 1}
    assert position.events == [("remove", 0, 1, "i4"), ("destroy", 1, 0, "e5", 1), ("put", 0, 1, "e5")]


def test_without_a_free_piece_a_shortage_forbids_the_summoning() -> None:
    # R5.18: a legendary piece does not help a heroic being
    position = world("...l\nccc.\nc...", "d3", supply={0: (0, 1)})
    card = built_in()["knight"]
    assert pick_ups(card, position, matches(card, position)[-1]) == frozenset()


def test_a_legend_in_a_shortage_takes_a_legendary_piece() -> None:
    # R5.19: the heroic piece on the summoning square is of the other kind
    position = world("l.c.c.\n.c.h.c\n...c..", "b4", supply={0: (5, 0)})
    card = built_in()["angel-of-death"]
    (match,) = [m for m in matches(card, position) if m.square == "e5"]
    assert pick_ups(card, position, match) == {"b6"}
    summon(position, card, match, "b6")
    assert position.squares["e5"] == (0, 2)
    assert "b6" not in position.squares
    assert position.supply[0] == [6, 0]


def test_without_a_shortage_nothing_is_picked_up() -> None:
    # R5.20
    position = world("...c\nccc.\nc...", "d3")
    card = built_in()["knight"]
    with pytest.raises(ValueError, match="cannot pick up"):
        summon(position, card, matches(card, position)[-1], "g5")


def test_a_flares_criteria_are_leads_of_the_opponent() -> None:
    # R7.2, R7.3; flare-11: 3 upgraded, 4 pieces
    card = built_in()["flare-11"]
    assert criteria(world("HHL", "c5"), card, 1) == ["upper"]
    assert criteria(world("HHC", "c5"), card, 1) == []
    assert criteria(world("CCCC", "c5"), card, 1) == ["lower"]
    assert criteria(world("HHHC", "c5"), card, 1) == ["upper", "lower"]
    assert criteria(world("HHHCh\n....h", "c5"), card, 1) == []


def test_a_flares_opponent_is_the_one_named() -> None:
    # R14.19 compares with one opponent alone
    position = world("HHHyyC", "c5", colors=3)
    assert criteria(position, built_in()["flare-11"], 1) == ["upper", "lower"]
    assert criteria(position, built_in()["flare-11"], 2) == []


def test_squares_that_a_pattern_leaves_open_may_lie_outside_the_arena() -> None:
    # R5.4: Champion c@ / cc / .c on c3, its open corner would be b1
    assert "c3" in {m.square for m in matches(built_in()["champion"], world("c.\ncc\n.c", "b1"))}
