"""The legends, as their facts say: at least one full run each, and the edges of the rulings."""

from __future__ import annotations

import pytest
from kalarite.compiler.reference import matches
from reference.stage import built_in, offered, pieces, summoned, world


def test_fire_dragon_burns_three_lines_two_squares_deep() -> None:
    # lines of E: f5 g5, NE: f6 g7, SE: f4 g3; h5 is the third square, g5 legendary
    run = summoned("fire-dragon", world("..h.h..\n...c.H.\n...hc..\n....CLC\n......C\n....CC.", "b3"), "e5")
    assert run.offer == offered("W, SW, S, SE, E")
    run.take("E")
    assert run.offer is None
    assert run.squares == pieces("..h.h..\n...c...\n...h...\n...l.LC\n......C\n....C..", "b3")
    assert run.world.destroyed == {(1, 0): 2, (1, 1): 1}


def test_fire_dragon_at_the_edge_may_point_outside_and_spare_a_line() -> None:
    position = ".h.h.\n..c..\n..h..\nCc.cC"
    run = summoned("fire-dragon", world(position, "c1"), "e1")
    assert run.offer == offered("W, SW, S, SE, E")
    run.take("S")
    assert run.squares == pieces(".h.h.\n..c..\n..h..\nCclcC", "c1")
    run = summoned("fire-dragon", world(position, "c1"), "e1").take("SW")
    assert run.squares == pieces(".h.h.\n..c..\n..h..\n..lcC", "c1")


def test_hell_bull_tramples_along_a_line_until_a_legendary_piece_falls() -> None:
    run = summoned("hell-bull", world("..C\n.L.\n.H.\nc.c\nhch\n.c.", "d4"), "e5")
    assert run.offer == offered("e5-d4, e5-e4, e5-f4, e5-d5, e5-f5, e5-d6, e5-e6, e5-f6, stop")
    run = summoned("hell-bull", world(".C.\n.L.\ncHc\nhch\n.c.", "d4"), "e5")
    assert run.take("e5-e6").offer == offered("e6-e7, stop")
    assert run.take("e6-e7").offer is None
    assert run.squares == pieces(".C.\n.l.\nc.c\nh.h\n.c.", "d4")
    assert run.world.destroyed == {(1, 1): 1, (1, 2): 1}


def test_hell_bull_may_stand_still() -> None:
    run = summoned("hell-bull", world("c.c\nhlh\n.c.", "d4"), "e5").take("stop")
    assert run.offer is None
    assert run.squares["e5"] == (0, 2)


@pytest.mark.parametrize(
    ("victim", "legends", "fallen"),
    [("C", 3, {(1, 1): 1}), ("H", 1, {(1, 2): 1}), ("H", 0, {(1, 1): 1}), ("L", 2, {(1, 2): 1}), ("c", 3, {})],
)
def test_angel_of_death_raises_her_victim_and_falls_upon_it(
    victim: str, legends: int, fallen: dict[object, int]
) -> None:
    position = world(f"{victim}.c.c.\n.c.h.c\n...c..", "b4", supply={1: (9, legends)})
    run = summoned("angel-of-death", position, "e5")
    assert run.offer == offered("b6, d6, f6, c5, g5, e4, stop")
    run.take("b6")
    assert run.offer is None
    assert run.world.forced == ["e5~b6"]
    assert run.squares == pieces("l.c.c.\n.c...c\n...c..", "b4")
    assert run.world.destroyed == fallen


def test_angel_of_death_may_spare_all() -> None:
    run = summoned("angel-of-death", world(".c.c.\nc.h.c\n..c..", "c4"), "e5")
    assert run.take("stop").squares["e5"] == (0, 2)


def test_the_eldest_tree_treats_three_squares_by_what_stands_there() -> None:
    run = summoned("the-eldest-tree", world("..Hh.\ncL..c\n.hCc.", "c4"), "e5")
    assert run.offer == offered("e4, f4, f5, d6, e6, stop")
    assert run.take("e4").offer == offered("f4, f5, d6, e6, stop")
    assert run.take("f4").offer == offered("f5, d6, e6, stop")
    assert run.take("d6").offer is None
    assert run.squares == pieces(".cHh.\ncLl.c\n.h.h.", "c4")
    assert run.world.destroyed == {(1, 0): 1}


def test_the_eldest_tree_places_only_out_of_the_supply() -> None:
    run = summoned("the-eldest-tree", world("..Hh.\ncL..c\n.hCc.", "c4", supply={0: (0, 1)}), "e5")
    assert run.offer == offered("e4, f4, e6, stop")
    assert run.take("stop").offer is None


def test_bone_catapult_hits_any_piece_of_a_line_and_common_ones_around_it() -> None:
    run = summoned("bone-catapult", world("..c.H....\n....C....\n...c.....\nc......H.\n...hhh...", "a4"), "e5", "n")
    # lines: W to a5, N over e7 to e8, NE f6 g7, E to h5
    assert run.offer == offered("a5, e7, e8, h5, stop")
    run.take("e8")
    assert run.offer is None
    assert run.squares == pieces("..c......\n.........\n...c.....\nc...l..H.\n...hhh...", "a4")
    assert run.world.destroyed == {(1, 0): 1, (1, 1): 1}


def test_bone_catapult_burns_own_common_pieces_beside_its_target() -> None:
    run = summoned("bone-catapult", world("cL.\n...\nhhh", "d4"), "e5", "n")
    assert run.offer == offered("e6, stop")
    assert run.take("e6").squares == pieces(".l.\nhhh", "d4")
    assert run.world.destroyed == {(1, 2): 1}


def test_fire_elemental_burns_near_or_far() -> None:
    run = summoned("fire-elemental", world("..HH.\n.L.CC\n.h.c.\nh.c.c", "c3"), "e5")
    assert run.offer == offered("option destroy 1, option destroy 2")
    run.take("option destroy 1")
    assert run.offer is None
    assert run.squares == pieces(".Ll.C\n.h.c.\nh.c.c", "c3")
    run = summoned("fire-elemental", world("..HH.\n.L.CC\n.h.c.\nh.c.c", "c3"), "e5").take("option destroy 2")
    assert run.squares == pieces("..HH.\n.Ll..\n.h.c.\nh.c.c", "c3")


def test_fire_elemental_cannot_take_an_option_that_hits_nothing() -> None:
    run = summoned("fire-elemental", world("....C\n.h.c.\nh.c.c", "c3"), "e5")
    assert run.world.forced == ["option destroy 2"]
    run = summoned("fire-elemental", world("....H\n.h.c.\nh.c.c", "c3"), "e5")
    assert run.offer is None
    assert run.world.forced == []


def test_leviathan_pulls_down_a_connected_group() -> None:
    # on g6: h e5, h f5, h c4, c d4; enemies H g7, L h8, H a7
    run = summoned("leviathan", world(".......L\nH.....H.\n........\n....hh..\n..hc....", "a4"), "g6", "n")
    assert run.offer == offered("option downgrade, option destroy")
    run.take("option downgrade")
    assert run.offer == offered("g6, e5, f5, c4, g7, h8, a7, stop")
    assert run.take("h8").offer == offered("g7, stop")
    assert run.take("g7").offer == offered("g6, stop")
    assert run.take("g6").offer is None
    assert run.squares == pieces(".......H\nH.....C.\n......h.\n....hh..\n..hc....", "a4")
    assert run.world.destroyed == {}


def test_leviathan_drowns_connected_common_pieces() -> None:
    run = summoned("leviathan", world("C.......\nCCC.....\n....hh..\n..hc....", "a4"), "g6", "n").take("option destroy")
    assert run.offer == offered("d4, a7, a6, b6, c6, stop")
    run.take("a7")
    assert run.offer == offered("a6, b6, stop")
    run.take("b6", "c6")
    assert run.offer == offered("a6, stop")
    assert len(run.squares) == 9
    run.take("a6")
    assert run.offer is None
    assert run.world.destroyed == {(1, 0): 4}


def test_leviathan_may_rest() -> None:
    run = summoned("leviathan", world("....hh..\n..hc....", "a4"), "g6", "n").take("option destroy", "stop")
    assert run.offer is None
    assert len(run.squares) == 5


TWO_HEADED = "....h....\n...h.H...\n..h.c....\n....Cc..."  # under a dragon on c7


def test_two_headed_dragon_raises_a_head_that_bites() -> None:
    run = summoned("two-headed-dragon", world(TWO_HEADED, "a4"), "c7")
    assert run.offer == offered("e7, d6, c5, e5, f4, stop")
    assert run.take("e5").offer == offered("d6, f6, stop")
    run.take("f6")
    assert run.offer is None
    assert run.squares == pieces("..l.h....\n...h.....\n..h.h....\n....Cc...", "a4")


def test_two_headed_dragon_takes_the_last_legendary_piece_itself() -> None:
    run = summoned("two-headed-dragon", world(TWO_HEADED, "a4", supply={0: (9, 1)}), "c7")
    assert run.offer == offered("e5, f4, stop")
    assert run.take("stop").offer is None


def test_earth_elemental_works_beside_colors() -> None:
    # on d7: c e7, c d6, c e6, h c5, h f5
    run = summoned("earth-elemental", world("....c\n...cc\n..h..h", "a5"), "d7", "n")
    assert run.offer == offered("e7, d6, e6, f5")
    run.take("e7")
    assert run.world.forced == ["d6"]
    assert run.offer == offered("d7-c7, d7-d8, stop")
    run.take("d7-d8")
    assert run.offer is None
    assert run.squares == pieces("...l.\n.....\n...hc\n..h..h", "a5")


def test_earth_elemental_does_what_it_can() -> None:
    # turned, on c6: far from red nothing falls; enemy pieces may be raised as well
    run = summoned("earth-elemental", world("h.......C\n.c.......\n.cc......\nh........", "a4"), "c6", "e")
    assert run.offer == offered("b5, b6, i7")
    run.take("i7")
    assert run.squares["i7"] == (1, 1)
    assert run.offer == offered("c6-c7, stop")


def test_time_elemental_gains_a_turn() -> None:
    run = summoned("time-elemental", world("h.h\n.h.\nc.c", "d4"), "e7")
    assert run.offer is None
    assert (run.world.turns, run.world.actions) == (1, 1)


STORM = "h..\nh.h\n.c."  # d7, d6, f6 heroic; e5 the square


def test_storm_elemental_sends_a_piece_that_vanishes() -> None:
    run = summoned("storm-elemental", world("h..\nh.h\n.c.\n...\n...\n.H.", "d2"), "e5", "n")
    assert run.offer is not None
    assert {"common e4", "heroic h8", "legendary b3", "stop"} <= run.offer
    assert not {"common e2", "heroic d6", "common e5", "common e1", "e4"} & run.offer
    run.take("heroic e3")
    assert run.offer is not None
    assert {"e3-e2", "e3-d3", "stop"} <= run.offer
    assert run.take("e3-e2").offer == offered("e2-e1, stop")
    run.take("stop")
    assert run.offer is None
    assert run.squares == pieces("h..\nh.h\n.l.", "d5")
    assert run.world.destroyed == {(1, 1): 1}
    assert run.world.events[-1] == ("destroy", 0, 1, "e2", 1)


@pytest.mark.parametrize(("rank", "moves"), [("common", 5), ("heroic", 3), ("legendary", 1)])
def test_storm_elementals_piece_moves_by_its_rank(rank: str, moves: int) -> None:
    run = summoned("storm-elemental", world(STORM, "d5"), "e5", "n").take(f"{rank} b4")
    path = [f"{a}4-{b}4" for a, b in zip("bcdef", "cdefg", strict=True)][:moves]
    run.take(*path)
    assert run.offer is None
    assert run.squares == pieces("h..\nh.h\n.l.", "d5")


def test_storm_elementals_piece_vanishes_without_a_move() -> None:
    run = summoned("storm-elemental", world(STORM, "d5"), "e5", "n").take("common e4", "stop")
    assert run.squares == pieces("h..\nh.h\n.l.", "d5")
    assert summoned("storm-elemental", world(STORM, "d5"), "e5", "n").take("stop").offer is None


def test_a_legendary_bolt_may_strike_the_storm_elemental() -> None:
    run = summoned("storm-elemental", world(STORM, "d5"), "e5", "n").take("legendary e4", "e4-e5")
    assert run.squares == pieces("h..\nh.h\n...", "d5")


def test_titan_crushes_what_is_around_him_and_counts_nothing() -> None:
    position = world(".....\n.LlC.\n.L.C.\n.chH.\n..h..\n.ccc.", "c2")
    run = summoned("titan", position, "e5")
    assert run.offer is None
    # by an edge all fall: e4 h, d5 L, f5 C, e6 l; by a corner legendary ones stay: d6 L
    assert run.squares == pieces(".L...\n..l..\n.....\n..h..\n.ccc.", "c2")
    assert run.world.destroyed == {}
    assert {event[-1] for event in run.world.events if event[0] == "destroy"} == {0}


def test_titan_counts_what_he_was_summoned_onto() -> None:
    run = summoned("titan", world(".HC\n.h.\n.h.\nccc", "d2"), "e5")
    assert run.world.destroyed == {(1, 1): 1}
    assert len(matches(built_in()["titan"], run.world)) == 0
