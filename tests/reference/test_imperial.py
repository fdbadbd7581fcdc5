"""The beings of the Imperial decks, as their facts say: at least one full run each, and the edges of the rulings."""

from __future__ import annotations

from kalarite.compiler.reference import matches
from reference.stage import built_in, offered, pieces, summoned, world


def test_swordmaster_destroys_at_a_corner_and_rises() -> None:
    run = summoned("swordmaster", world("CcH\nC..\n.cc", "d4"), "e5")
    assert run.offer == offered("d6, stop")
    run.take("d6")
    assert run.offer is None
    assert run.squares == pieces(".cH\nCh.\n.cc", "d4")
    assert run.world.destroyed == {(1, 0): 1}


def test_swordmaster_stays_common_without_a_victim() -> None:
    declined = summoned("swordmaster", world("Cc.\n...\n.c.", "d4"), "e5").take("stop")
    assert declined.squares["e5"] == (0, 0)
    # the piece that the summoning itself destroys is not the one asked about
    run = summoned("swordmaster", world(".c.\n.C.\n.c.", "d4"), "e5")
    assert run.offer is None
    assert run.squares["e5"] == (0, 0)


def test_messenger_sends_a_piece_along_a_line() -> None:
    # the heroic piece on f4 runs north over the common one on f6; the legendary one stays
    run = summoned("messenger", world("....C..\nl......\n....h..\n.....c.", "b3"), "e5")
    assert run.offer is not None
    assert {"f4-f5", "e5-e6", "g3-g4", "stop"} <= run.offer
    assert not {x for x in run.offer if x.startswith("b5-")}
    assert "g3-f4" not in run.offer
    assert run.take("f4-f5").offer == offered("f5-f6, stop")
    assert run.take("f5-f6").offer == offered("f6-f7, stop")
    run.take("stop")
    assert run.squares == pieces("....h..\nl..c...\n.......\n.....c.", "b3")


def test_herald_moves_own_pieces_to_empty_squares() -> None:
    run = summoned("herald", world(".CH\n.lc\n.c.", "e3"), "e5")
    assert run.offer is not None
    assert {"f4-e4", "g4-h4", "e5-d5", "e5-e6", "stop"} <= run.offer
    assert not {"f4-f5", "f4-g5", "f4-g4", "e5-f5"} & run.offer
    run.take("g4-g3")
    assert run.offer is not None
    assert "f4-g4" in run.offer  # the square that the first move has left
    assert run.take("f4-g4").offer is None
    assert run.squares == pieces("cCH\n..l\n.cc", "e3")


def test_bomb_takes_its_common_neighbors_along() -> None:
    run = summoned("bomb", world("Hc.\nC..\n..c\n..c", "d3"), "e5")
    assert run.offer is None
    assert run.squares == pieces("H..\n...\n...\n..c", "d3")
    assert run.world.destroyed == {(1, 0): 1}


def test_bomb_does_nothing_as_the_last_action() -> None:
    run = summoned("bomb", world("C..\n..c\n..c", "d3", actions=1), "e5")
    assert run.offer is None
    assert run.squares == pieces("Cc.\n..c\n..c", "d3")


def test_chronicler_upgrades_a_piece_that_may_move_at_its_new_rank() -> None:
    run = summoned("chronicler", world("....C\n....c\n...c.h\nc.....", "a4"), "e5")
    assert run.offer == offered("e6, d5, a4")
    assert run.take("e6").offer == offered("e6-d5, e6-e5, e6-d6, e6-f6, e6-d7, e6-e7, e6-f7, stop")
    run.take("e6-e7")
    assert run.offer is None
    assert run.squares == pieces("....h\n.....\n...cch\nc.....", "a4")


def test_chronicler_without_another_common_piece_does_nothing() -> None:
    assert summoned("chronicler", world(".h.\nh.h", "d5"), "e5").offer is None


def test_assassin_destroys_what_stands_on_the_mark() -> None:
    for victim, counted in (("L", {(1, 2): 1}), ("c", {})):
        run = summoned("assassin", world(f"..c.\n.c..\nc.{victim}.\n....", "c4"), "f4")
        assert run.offer is None
        assert run.world.forced == ["e5"]
        assert run.squares == pieces("..c.\n.c..\nc...\n...h", "c4")
        assert run.world.destroyed == counted


def test_assassin_may_step_onto_an_empty_mark() -> None:
    run = summoned("assassin", world("..c.\n.c..\nc...\n....", "c4"), "f4")
    assert run.offer == offered("f4-e5, stop")
    assert run.take("f4-e5").squares == pieces("..c.\n.c..\nc.h.\n....", "c4")


def test_time_mage_gains_an_action_and_takes_the_enemy_on_the_mark() -> None:
    run = summoned("time-mage", world(".c.\ncLc\n.c.", "d4"), "f6")
    assert run.offer is None
    assert run.world.actions == 2
    assert run.squares == pieces(".ch\nc.c\n.c.", "d4")
    assert run.world.destroyed == {(1, 2): 1}


def test_time_mage_leaves_an_own_piece_on_the_mark() -> None:
    run = summoned("time-mage", world(".c.\nccc\n.c.", "d4"), "f6")
    assert run.world.actions == 2
    assert len(run.squares) == 6


def test_time_mage_fits_at_four_corners_of_one_ring() -> None:
    found = matches(built_in()["time-mage"], world(".c.\nc.c\n.c.", "d4"))
    assert {match.square: match.marks for match in found} == dict.fromkeys(["d4", "f4", "d6", "f6"], frozenset({"e5"}))


def test_summoner_places_on_marked_squares() -> None:
    run = summoned("summoner", world(".C.\n..c\nccc", "d4"), "e5")
    marks = "e7, f6, g7, g5, d6, c7, d5, c5"
    assert run.offer == offered(marks + ", stop")
    assert run.take("e7").offer == offered(marks.replace("e7, ", "") + ", stop")
    assert run.take("c7").offer is None
    assert run.squares["e7"] == run.squares["c7"] == (0, 0)


def test_summoner_is_limited_by_the_supply() -> None:
    assert summoned("summoner", world("ccc", "d4", supply={0: (1, 3)}), "e5").offer is None
    assert summoned("summoner", world("ccc", "d4", supply={0: (2, 3)}), "e5").take("e6").offer is None


def test_summoner_between_two_rows_uses_the_marks_of_one() -> None:
    position = world("ccc\n...\nccc", "d4")
    marks = {x.orientation: x.marks for x in matches(built_in()["summoner"], position) if x.square == "e5"}
    assert marks["n"] == {"e6", "e7", "f6", "g7", "f5", "g5", "d6", "c7", "d5", "c5"}
    assert marks["s"] == {"e4", "e3", "f4", "g3", "f5", "g5", "d4", "c3", "d5", "c5"}


def test_hypnotist_moves_enemy_common_pieces_once_each() -> None:
    run = summoned("hypnotist", world("....C....\n.........\n....Cc...\n...c.c...\n...c...H.", "a4"), "e5")
    assert run.offer == offered("option move 1, option move 2")
    run.take("option move 1")
    assert run.offer == offered(
        "e6-d5, e6-f5, e6-d6, e6-f6, e6-d7, e6-e7, e6-f7, e8-d7, e8-e7, e8-f7, e8-d8, e8-f8, e8-d9, e8-e9, e8-f9, stop"
    )
    assert run.take("e6-f6").offer == offered("e8-d7, e8-e7, e8-f7, e8-d8, e8-f8, e8-d9, e8-e9, e8-f9, stop")
    run.take("e8-e7")
    assert run.offer is None
    assert run.squares == pieces("....C....\n.....C...\n...chc...\n...c...H.", "a4")
    assert run.world.destroyed == {}


def test_hypnotist_hit_by_a_heroic_piece_goes_on() -> None:
    run = summoned("hypnotist", world("H...Hc...\n...c.c...\n...c...L.", "a4"), "e5").take("option move 2", "e6-e5")
    assert run.squares["e5"] == (1, 1)
    assert run.offer == offered("a6-a5, a6-a7, a6-b5, a6-b6, a6-b7, stop")
    assert run.take("a6-a7").offer is None


def test_hypnotist_keeps_to_the_color_of_the_first() -> None:
    run = summoned("hypnotist", world("C.C..c..x\n...c.c...\n...c.....", "a4", colors=3), "e5")
    run.take("option move 1", "i6-i5")
    assert run.offer is None  # the third color has no other common piece


def test_hypnotist_may_be_passed_up() -> None:
    run = summoned("hypnotist", world("..c\nc.c\nc..", "d4"), "e5")
    assert run.offer == offered("option move 1, option move 2")
    assert run.take("option move 2").offer is None


def test_cannon_fires_along_an_arrow() -> None:
    run = summoned("cannon", world(".ccCHc\nc.....", "c4"), "e5", "n")
    assert run.offer == offered("NW, N, NE, E, SE, S, SW, stop")
    run.take("E")
    assert run.offer is None
    assert run.squares == pieces(".ch.H.\nc.....", "c4")
    assert run.world.destroyed == {(1, 0): 1}


def test_cannon_may_hold_its_fire() -> None:
    run = summoned("cannon", world(".ccC\nc...", "c4"), "e5", "n").take("stop")
    assert run.squares["f5"] == (1, 0)


def test_champion_destroys_an_adjacent_enemy() -> None:
    run = summoned("champion", world(".L..\nc.CH\ncc..\n.c..", "d3"), "e5")
    assert run.offer == offered("e6, f5, stop")
    run.take("f5")
    assert run.offer is None
    assert run.world.actions == 1
    assert run.squares["e5"] == (0, 1)


def test_champion_falls_with_a_legendary_piece_and_gains_an_action() -> None:
    run = summoned("champion", world(".L..\nc.CH\ncc..\n.c..", "d3"), "e5").take("e6")
    assert run.offer is None
    assert run.world.actions == 2
    assert run.squares == pieces("....\nc.CH\ncc..\n.c..", "d3")
    assert run.world.destroyed == {(1, 2): 1}


def test_infantry_captain_sends_others() -> None:
    run = summoned("infantry-captain", world("......C\n.......\ncc.hc.H", "c4"), "e5")
    assert run.offer is not None
    assert not {x for x in run.offer if x.startswith("e5-")}
    assert {"f4-e5", "f4-g4", "c4-c5", "c4-d4", "stop"} <= run.offer
    assert "d4-e5" not in run.offer
    run.take("f4-e5")  # over the Captain
    assert run.offer is not None
    assert {"e5-e6", "d4-e4"} <= run.offer
    assert run.take("e5-e6").offer is None


def test_cavalry_captain_rides_with_one_piece() -> None:
    run = summoned("cavalry-captain", world(".c.c\nCc.c", "c3"), "e5")
    assert run.offer is not None
    assert not {x for x in run.offer if x.startswith("e5-")}
    assert {"d3-c3", "d3-d4", "d4-c3", "f4-f5", "stop"} <= run.offer
    run.take("d3-c3")  # onto an equal: the combat move
    assert run.offer == offered("c3-b2, c3-c2, c3-d2, c3-b3, c3-d3, c3-b4, c3-c4, stop")
    assert run.take("c3-c4").offer == offered("c4-b3, c4-c3, c4-d3, c4-b4, c4-b5, c4-c5, c4-d5, stop")
    assert run.take("c4-c5").offer is None
    assert run.squares == pieces("c.h.\n.c.c\n...c", "c3")


def test_gryphon_rider_leaps_and_dismounts() -> None:
    run = summoned("gryphon-rider", world("....L..\n.......\n.c...H.\nc.c....\n...c...", "c3"), "e5")
    assert run.offer is not None
    assert len(run.offer) == 69 - 1 - 1 + 1  # all but her own and the legendary piece's square, and stop
    assert not {"e5~g7", "e5~e5"} & run.offer
    assert run.take("e5~h5").offer == offered("option downgrade, stop")
    assert run.take("option downgrade").offer == offered("g4, h4, i4, g5, i5, g6, h6, i6")
    assert run.take("h4").offer is None
    assert run.squares["h5"] == run.squares["h4"] == (0, 0)
    assert run.world.destroyed == {(1, 1): 1}


def test_gryphon_rider_dismounts_alone_without_supply() -> None:
    run = summoned("gryphon-rider", world(".c..\nc.c.\n...c", "c3", supply={0: (1, 3)}), "e5")
    run.take("e5~h5", "option downgrade")
    assert run.offer is None
    assert run.squares["h5"] == (0, 0)


def test_gryphon_rider_stays_mounted_if_she_stays() -> None:
    assert summoned("gryphon-rider", world(".c..\nc.c.\n...c", "c3"), "e5").take("stop").offer is None


def test_knight_never_enters_a_square_with_a_common_piece() -> None:
    run = summoned("knight", world("hH.\nL.C\nccc\nc..", "d3"), "e5")
    assert run.offer == offered("e5-d6, e5-e6, e5-f6, stop")
    run.take("e5-e6")
    assert run.offer == offered("e6-d6, e6-f6, e6-e5, e6-d7, e6-e7, e6-f7, stop")
    assert run.take("e6-d6").offer is not None
    assert run.take("d6-d7").offer is None
    assert run.world.destroyed == {(1, 1): 1}
    assert run.squares == pieces("h..\n...\nL.C\nccc\nc..", "d3")


def test_high_priestess_upgrades_beside_the_place_where_she_is() -> None:
    drawing = ".C.\ncc.\n...\nc.c"
    run = summoned("high-priestess", world(drawing, "d3"), "e5")
    assert run.offer is not None
    assert {"e5-d5", "e5-e6", "e5-f6", "stop"} <= run.offer
    assert run.take("stop").offer == offered("d5, e6, stop")
    run.take("e6")
    assert run.squares == pieces(".H.\nch.\n...\nc.c", "d3")
    run = summoned("high-priestess", world(drawing, "d3"), "e5").take("e5-f6")
    assert run.offer == offered("e6, stop")


def test_master_of_intrigue_moves_himself_and_the_pieces_used() -> None:
    run = summoned("master-of-intrigue", world("h.l\n...\nc.c\n...\nc.C", "d2"), "e5")
    assert run.offer is not None
    assert {"e5-e6", "e5-d4", "d6-e5", "d4-c4", "f4-f5", "stop"} <= run.offer
    assert not {x for x in run.offer if x.startswith(("f6-", "d2-"))}
    assert "e5-d6" not in run.offer  # his own moves are standard ones
    run.take("d6-e5")  # a used piece takes the Master; the others' moves remain
    assert run.offer is not None
    assert {"e5-e6", "d4-d5", "e5-d4"} <= run.offer
    run.take("e5-e6", "e6-e7")
    assert run.offer is None


def test_gun_tower_destroys_the_first_two_pieces_of_a_line() -> None:
    run = summoned("gun-tower", world("L...cCC\n..cc...\n..cc...", "c3"), "e5", "n")
    assert run.offer == offered("W, E, stop")
    run.take("E")
    assert run.offer is None
    assert run.world.forced == ["g5", "h5"]
    assert run.squares == pieces("L.h...C\n..cc...\n..cc...", "c3")


def test_gun_tower_is_stopped_by_a_legendary_piece() -> None:
    run = summoned("gun-tower", world("CL..cLC\n..cc...\n..cc...", "c3"), "e5", "n").take("W")
    assert run.world.forced == []
    run = summoned("gun-tower", world("CL..cLC\n..cc...\n..cc...", "c3"), "e5", "n").take("E")
    assert run.world.forced == ["g5"]
    assert {"h5", "i5"} <= set(run.squares)
