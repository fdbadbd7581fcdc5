"""Each statement: what it asks, what it takes without asking, what it passes over, what it does."""

from __future__ import annotations

import pytest
from reference.stage import being, offered, pieces, summoned, world

# ---------------------------------------------------------------- how a decision is made


def test_a_mandatory_step_with_one_target_is_taken_without_asking() -> None:
    run = summoned(being("destroy 1 enemy piece"), world("C", "c5"), "e5")
    assert run.offer is None
    assert run.world.forced == ["c5"]


def test_a_mandatory_step_must_be_done_and_may_hit_an_own_piece() -> None:
    # R6.8, D1
    run = summoned(being("destroy 1 common piece"), world("cC", "c5"), "f5")
    assert run.offer == offered("c5, d5")


def test_a_step_without_target_is_passed_over() -> None:
    # R6.7
    run = summoned(
        being("destroy 1 enemy piece\nif you do\n  gain 2 actions\notherwise\n  gain 1 action"), world(), "e5"
    )
    assert run.offer is None
    assert run.world.forced == []
    assert run.world.events[1:] == [("gain", "action", 1)]


def test_an_optional_step_is_asked_even_with_one_target() -> None:
    run = summoned(being("may destroy 1 enemy piece"), world("C", "c5"), "e5")
    assert run.offer == offered("c5, stop")
    run.take("stop")
    assert run.offer is None
    assert "c5" in run.squares


def test_an_optional_step_without_target_asks_nothing() -> None:
    assert summoned(being("may destroy 1 enemy piece"), world("c", "c5"), "e5").offer is None


def test_an_answer_that_is_not_offered_is_refused() -> None:
    run = summoned(being("may destroy 1 enemy piece"), world("C", "c5"), "e5")
    with pytest.raises(ValueError, match="not offered"):
        run._asking.send("d5")


# ---------------------------------------------------------------- destroy


def test_destroy_picks_one_by_one_and_destroys_each_at_once() -> None:
    # the second pick sees the board after the first
    run = summoned(being("destroy 2 pieces first in an arrow direction", arrows="E"), world("CcC", "f5"), "e5")
    assert run.offer is None
    assert run.world.forced == ["f5", "g5"]
    assert set(run.squares) == {"e5", "h5"}
    assert run.world.destroyed == {(1, 0): 1}


def test_a_mandatory_count_is_done_as_far_as_possible() -> None:
    # R6.9
    run = summoned(being("destroy 3 enemy pieces"), world("CC", "c5"), "e5")
    assert run.offer == offered("c5, d5")
    run.take("d5")
    assert run.offer is None
    assert run.world.forced == ["c5"]


def test_up_to_may_stop_at_any_time() -> None:
    # R6.4
    run = summoned(being("destroy up to 2 enemy pieces"), world("CCC", "b5"), "e5")
    assert run.offer == offered("b5, c5, d5, stop")
    assert run.take("c5").offer == offered("b5, d5, stop")
    assert run.take("b5").offer is None


def test_may_makes_only_the_first_of_several_picks_optional() -> None:
    run = summoned(being("may destroy 2 enemy pieces"), world("CCC", "b5"), "e5")
    assert run.offer == offered("b5, c5, d5, stop")
    assert run.take("c5").offer == offered("b5, d5")


def test_all_is_a_snapshot_done_at_once_without_asking() -> None:
    # R6.14: g5 is adjacent only to pieces that fall with it
    run = summoned(being("destroy all enemy pieces adjacent to enemy pieces"), world("CC.C", "f5"), "e5")
    assert run.offer is None
    assert run.world.forced == []
    assert set(run.squares) == {"e5", "i5"}
    assert run.world.events[1:] == [("destroy", 1, 0, "f5", 1), ("destroy", 1, 0, "g5", 1)]


def test_what_happens_at_once_is_told_bottom_row_first() -> None:
    run = summoned(being("destroy all enemy pieces adjacent"), world("CC.\n...\n.CC", "d4"), "e5")
    assert [event[3] for event in run.world.events[1:]] == ["e4", "f4", "d6", "e6"]


def test_several_objects_are_one_set_seen_before_anything_falls() -> None:
    # R6.15, D19
    run = summoned(
        being("may choose 1 piece\nif you do\n  destroy it and all common pieces adjacent to it"),
        world(".C.\nCHc\n...", "b4"),
        "f5",
    )
    run.take("c5")
    assert run.offer is None
    assert set(run.squares) == {"f5"}
    assert run.world.destroyed == {(1, 0): 2, (1, 1): 1}


def test_several_phrases_may_speak_of_the_same_piece() -> None:
    run = summoned(
        being("destroy self and all pieces within 1 and all common pieces within 2"), world("CC.H", "f5"), "e5"
    )
    assert set(run.squares) == {"i5"}
    assert len(run.world.events) == 4


def test_a_pick_among_several_objects_is_asked_before_anything_falls() -> None:
    run = summoned(
        being("destroy 1 own common piece and all enemy pieces adjacent to own common pieces"),
        world("cC.cC", "a5"),
        "g5",
    )
    assert run.offer == offered("a5, d5")
    run.take("a5")
    assert set(run.squares) == {"d5", "g5"}


def test_connected_pieces_are_picked_first_and_fall_together() -> None:
    run = summoned(being("destroy up to 3 connected common pieces"), world("CC.C\n..C.", "b4"), "g5")
    assert run.offer == offered("b5, c5, e5, d4, stop")
    assert run.take("b5").offer == offered("c5, stop")
    assert len(run.squares) == 5
    assert run.take("c5").offer == offered("d4, stop")
    assert run.take("stop").offer is None
    assert set(run.squares) == {"e5", "d4", "g5"}


@pytest.mark.parametrize(("tally", "count"), [("", 1), (", counted twice", 2), (", not counted", 0)])
def test_destroyed_enemy_pieces_count_as_told(tally: str, count: int) -> None:
    # R6.61, R6.63
    run = summoned(being(f"destroy all pieces adjacent{tally}"), world("H.c", "d5"), "e5")
    assert run.world.destroyed == ({(1, 1): count} if count else {})
    assert run.world.events[1:] == [("destroy", 1, 1, "d5", count), ("destroy", 0, 0, "f5", count)]
    assert run.world.supply == {0: [15, 3], 1: [16, 3]}


# ---------------------------------------------------------------- place


def test_place_needs_an_empty_square_and_a_piece() -> None:
    # R6.49, R6.50
    card = being("place 2 common pieces orthogonally adjacent")
    run = summoned(card, world("C", "e6"), "e5")
    assert run.offer == offered("e4, d5, f5")
    run.take("e4")
    assert run.offer == offered("d5, f5")
    run.take("d5")
    assert run.squares == pieces(".C.\nch.\n.c.", "d4")
    assert run.world.events[1:] == [("put", 0, 0, "e4"), ("put", 0, 0, "d5")]
    assert summoned(card, world(supply={0: (2, 3)}), "e5").take("e4").offer is None
    assert summoned(card, world(supply={0: (1, 3)}), "e5").offer is None


def test_a_piece_of_any_rank_is_answered_with_its_rank() -> None:
    card = being("may place 1 piece of any rank orthogonally adjacent", pattern="@")
    run = summoned(card, world("c.C", "d5"), "e5")
    assert run.offer == offered("common e4, common e6, heroic e4, heroic e6, legendary e4, legendary e6, stop")
    assert run.take("heroic e4").squares["e4"] == (0, 1)
    # a rank is named also where the supply leaves one
    run = summoned(card, world("c.C", "d5", supply={0: (1, 1)}), "e5")
    assert run.offer == offered("legendary e4, legendary e6, stop")
    run = summoned(card, world("c.C", "d5", supply={0: (2, 0)}), "e5")
    assert run.offer == offered("common e4, common e6, heroic e4, heroic e6, stop")


def test_an_enemy_piece_is_placed_from_its_own_supply() -> None:
    run = summoned(being("place 1 enemy heroic piece on central squares"), world("c", "d4"), "e5")
    assert run.world.forced == ["color 1"]
    assert run.offer == offered("e4, f4, d5, f5, d6, e6, f6")
    run.take("d5")
    assert run.squares["d5"] == (1, 1)
    assert run.world.supply[1] == [15, 3]


def test_the_color_of_an_enemy_piece_is_asked_before_each() -> None:
    card = being("may place 2 enemy common pieces orthogonally adjacent\nif you do\n  gain 1 action")
    run = summoned(card, world("c", "e4", supply={2: (1, 0)}, colors=3), "e5")
    assert run.offer == offered("color 1, color 2, stop")
    assert run.take("color 2").offer == offered("d5, f5, e6")
    run.take("e6")
    assert run.world.forced == ["color 1"]
    assert run.take("d5").squares == pieces(".x.\nCh.\n.c.", "d4")
    assert run.world.actions == 2
    assert summoned(card, world(supply={1: (0, 3)}), "e5").offer is None
    assert summoned(card, world(), "e5").take("stop").world.actions == 1


# ---------------------------------------------------------------- upgrade, downgrade, convert


def test_upgrades_are_ruled_by_the_owners_supply() -> None:
    # R6.51, R6.57: the enemy has no legendary piece left, a common piece needs none
    card = being("upgrade 1 piece other than self")
    run = summoned(card, world("cChH", "a5", supply={1: (10, 0)}), "e5")
    assert run.offer == offered("a5, b5, c5")
    run.take("c5")
    assert run.squares["c5"] == (0, 2)
    assert run.world.supply[0] == [14, 2]
    assert run.world.events[-1] == ("turn", 0, 1, 2, "c5")


def test_a_legendary_piece_cannot_be_upgraded_nor_a_common_one_downgraded() -> None:
    assert summoned(being("upgrade 1 enemy piece"), world("L", "a5"), "e5").world.forced == []
    assert summoned(being("downgrade 1 enemy piece"), world("C", "a5"), "e5").world.forced == []


def test_a_legendary_piece_is_downgraded_out_of_the_two_sided_supply() -> None:
    # R6.52
    card = being("downgrade 1 enemy piece")
    run = summoned(card, world("LH", "a5", supply={1: (0, 2)}), "e5")
    assert run.world.forced == ["b5"]
    run = summoned(card, world("LH", "a5", supply={1: (1, 2)}), "e5").take("a5")
    assert run.squares["a5"] == (1, 1)
    assert run.world.supply[1] == [0, 3]


def test_one_statement_turns_different_pieces() -> None:
    run = summoned(being("upgrade up to 3 own pieces other than self"), world("cc", "a5"), "e5")
    assert run.take("a5").offer == offered("b5, stop")
    assert run.take("b5").offer is None
    assert run.squares == pieces("hh..h", "a5")


def test_a_connected_pick_counts_what_earlier_picks_use() -> None:
    # Leviathan's fault of old: two legendary pieces, one two-sided piece in supply
    card = being("downgrade up to 3 connected enemy upgraded pieces")
    run = summoned(card, world("LLH", "a5", supply={1: (1, 1)}), "e5")
    assert run.offer == offered("a5, b5, c5, stop")
    assert run.take("b5").offer == offered("c5, stop")
    assert run.take("c5").offer is None
    assert run.squares == pieces("LHC.h", "a5")
    assert run.world.supply[1] == [0, 2]
    assert run.world.events[1:] == [("turn", 1, 2, 1, "b5"), ("turn", 1, 1, 0, "c5")]


def test_upgrade_all_asks_for_an_order_where_the_supply_does_not_reach() -> None:
    # D21: one legendary piece for two own heroic pieces
    card = being("upgrade all pieces other than self")
    run = summoned(card, world("chhH", "a5", supply={0: (9, 1), 1: (9, 1)}), "f5")
    assert run.offer == offered("a5, b5, c5, d5")
    assert run.take("c5").offer == offered("a5, d5")
    run.take("d5")
    assert run.world.forced == ["a5"]
    assert run.squares == pieces("hhlL.h", "a5")


def test_upgrade_all_asks_nothing_where_the_supply_reaches_or_gives_nothing() -> None:
    card = being("upgrade all pieces other than self")
    run = summoned(card, world("chH", "a5", supply={0: (9, 1), 1: (9, 0)}), "f5")
    assert run.offer is None
    assert run.squares == pieces("hlH..h", "a5")
    assert [event[0] for event in run.world.events] == ["put", "turn", "turn"]


def test_convert_takes_enemy_pieces_and_own_supply() -> None:
    # R6.55, R6.56, R6.59
    card = being("convert 1 piece")
    run = summoned(card, world("cCL", "a5", supply={0: (5, 0)}), "e5")
    assert run.world.forced == ["b5"]
    assert run.squares["b5"] == (0, 0)
    assert run.world.destroyed == {(1, 0): 1}
    assert run.world.supply == {0: [3, 0], 1: [16, 2]}
    assert run.world.events[1:] == [("convert", 1, 0, 0, "b5")]


def test_convert_into_a_rank() -> None:
    run = summoned(being("convert 1 enemy piece into common"), world("L", "a5", supply={0: (2, 0)}), "e5")
    assert run.squares["a5"] == (0, 0)
    assert run.world.destroyed == {(1, 2): 1}
    assert run.world.supply == {0: [0, 0], 1: [16, 3]}


def test_an_own_piece_is_not_converted_by_its_name() -> None:
    run = summoned(being("choose 1 piece other than self\nconvert it"), world("c", "a5"), "e5")
    assert run.world.events[1:] == []


# ---------------------------------------------------------------- gain, choose


def test_gain() -> None:
    run = summoned(being("gain 2 actions\ngain 1 turn"), world(actions=1), "e5")
    assert (run.world.actions, run.world.turns) == (2, 1)


def test_may_gain_is_asked_by_its_verb() -> None:
    run = summoned(being("may gain 1 action"), world(), "e5")
    assert run.offer == offered("option gain, stop")
    assert run.take("stop").world.actions == 1


def test_an_arrow_that_leaves_the_board_may_be_chosen() -> None:
    card = being("choose 1 arrow\ndestroy all pieces in that direction", arrows="N E")
    run = summoned(card, world("C", "i3"), "g1", "n")
    assert run.offer == offered("N, E")
    assert run.take("E").offer is None
    assert "i3" in run.squares


def test_a_declined_arrow_settles_nothing() -> None:
    run = summoned(
        being("may choose 1 arrow\ndestroy all pieces in that direction", arrows="N"), world("C", "e7"), "e5", "n"
    )
    assert run.offer == offered("N, stop")
    assert len(run.take("stop").squares) == 2


def test_choose_changes_nothing_and_happened() -> None:
    run = summoned(
        being("choose 1 empty central square as goal\nif you do\n  place 1 common piece on goal"), world(), "e5"
    )
    assert run.offer == offered("d4, e4, f4, d5, f5, d6, e6, f6")
    assert run.take("d4").squares == pieces(".h\nc.", "d4")


# ---------------------------------------------------------------- may


def test_may_over_a_fixed_thing_is_asked_by_its_verb() -> None:
    run = summoned(being("may upgrade self\nif you do\n  gain 1 action"), world(), "e5")
    assert run.offer == offered("option upgrade, stop")
    assert run.take("option upgrade").squares == {"e5": (0, 2)}
    assert run.world.actions == 2


def test_may_over_a_fixed_thing_that_cannot_be_done_is_passed_over() -> None:
    run = summoned(being("may upgrade self"), world(supply={0: (9, 0)}), "e5")
    assert run.offer is None


def test_may_over_all_is_asked_by_its_verb() -> None:
    run = summoned(being("may destroy all enemy pieces"), world("C", "a5"), "e5")
    assert run.offer == offered("option destroy, stop")
    assert len(run.take("option destroy").squares) == 1
    assert summoned(being("may destroy all enemy pieces"), world("c", "a5"), "e5").offer is None


def test_may_over_several_is_taken_or_declined_as_one() -> None:
    # R6.12: inside, what is not itself optional is mandatory
    card = being("may\n  downgrade self\n  place 1 common piece adjacent")
    run = summoned(card, world("c.\nCC", "d6"), "e5")
    assert run.offer == offered("option downgrade, stop")
    assert run.take("option downgrade").offer == offered("d4, e4, f4, d5, f5, f6")
    assert run.take("d4").squares["e5"] == (0, 0)
    assert summoned(card, world(), "e5").take("stop").squares == {"e5": (0, 1)}


def test_may_over_several_goes_on_where_part_of_it_is_possible() -> None:
    card = being("may\n  destroy 1 enemy piece\n  gain 1 action")
    run = summoned(card, world(), "e5")
    assert run.offer == offered("option destroy, stop")
    assert run.take("option destroy").world.actions == 2


def test_may_over_several_is_passed_over_where_nothing_can_be_done() -> None:
    # the second speaks of the first, so it counts for nothing
    card = being("may\n  destroy 1 enemy piece\n  place 1 common piece on it")
    assert summoned(card, world(), "e5").offer is None


def test_may_over_one_statement_in_a_block_is_may_before_it() -> None:
    card = being("may\n  destroy 1 enemy piece")
    assert summoned(card, world("CC", "a5"), "e5").offer == offered("a5, b5, stop")


def test_you_do_asks_what_happened_under_may_and_past_other_ifs() -> None:
    card = being("may destroy 1 enemy piece\nif it was heroic\n  gain 1 action\nif you do\n  gain 1 turn")
    run = summoned(card, world("CH", "a5"), "e5").take("a5")
    assert (run.world.actions, run.world.turns) == (1, 1)
    run = summoned(card, world("CH", "a5"), "e5").take("stop")
    assert (run.world.actions, run.world.turns) == (1, 0)


# ---------------------------------------------------------------- if


def test_was_asks_for_the_rank_before_the_change() -> None:
    card = being(
        "upgrade 1 own piece other than self\nif it was common\n  gain 1 action\nif it was heroic\n  gain 1 turn"
    )
    run = summoned(card, world("c", "a5"), "e5")
    assert (run.world.actions, run.world.turns) == (2, 0)
    run = summoned(card, world("h", "a5"), "e5")
    assert (run.world.actions, run.world.turns) == (1, 1)


def test_was_is_false_if_nothing_was_handled() -> None:
    card = being("destroy 1 enemy piece\nif it was common\n  gain 1 action\notherwise\n  gain 1 turn")
    run = summoned(card, world(), "e5")
    assert (run.world.actions, run.world.turns) == (1, 1)


@pytest.mark.parametrize(("actions", "gained"), [(1, 0), (2, 1), (3, 1)])
def test_actions_left_are_those_after_the_summoning(actions: int, gained: int) -> None:
    # R15.14
    run = summoned(being("if you have at least 1 action left\n  gain 1 turn"), world(actions=actions), "e5")
    assert run.world.turns == gained


def test_both_tests_must_hold() -> None:
    card = being("destroy 1 enemy piece\nif it was common and you have at least 1 action left\n  gain 1 turn")
    assert summoned(card, world("C", "a5"), "e5").world.turns == 1
    assert summoned(card, world("C", "a5", actions=1), "e5").world.turns == 0
    assert summoned(card, world("H", "a5"), "e5").world.turns == 0


# ---------------------------------------------------------------- either


BRANCHES = "either\n  destroy 1 enemy piece\nor\n  upgrade 1 own common piece\nor\n  destroy 1 own common piece"


def test_either_offers_what_can_be_done_by_verb_and_number() -> None:
    run = summoned(being(BRANCHES), world("cC", "a5"), "e5")
    assert run.offer == offered("option destroy 1, option upgrade, option destroy 2")
    assert run.take("option destroy 2").offer is None
    assert set(run.squares) == {"b5", "e5"}


def test_either_takes_the_only_branch_without_asking() -> None:
    # R6.13; the number stays that of the text
    card = being("either\n  destroy 1 enemy piece\nor\n  destroy 1 own common piece")
    run = summoned(card, world("c", "a5"), "e5")
    assert run.offer is None
    assert run.world.forced == ["option destroy 2", "a5"]


def test_either_with_nothing_to_do_does_nothing() -> None:
    # D17
    run = summoned(being(BRANCHES + "\nif you do\n  gain 1 action"), world(), "e5")
    assert run.offer is None
    assert run.world.actions == 1


def test_either_offers_a_branch_that_allows_zero() -> None:
    card = being("either\n  destroy up to 2 enemy pieces\nor\n  may gain 1 action\nor\n  destroy 1 own common piece")
    run = summoned(card, world(), "e5")
    assert run.offer == offered("option destroy 1, option gain")
    assert run.take("option destroy 1").offer is None


def test_all_of_nothing_does_not_count_as_zero() -> None:
    card = being("either\n  destroy all enemy common pieces\nor\n  destroy all enemy heroic pieces")
    run = summoned(card, world("C", "a5"), "e5")
    assert run.world.forced == ["option destroy 1"]
    assert set(run.squares) == {"e5"}


def test_either_under_may_can_be_declined_even_with_one_branch() -> None:
    card = being("may\n  either\n    destroy 1 enemy piece\n  or\n    upgrade 1 own common piece")
    assert summoned(card, world("cC", "a5"), "e5").offer == offered("option destroy, option upgrade, stop")
    assert summoned(card, world("c", "a5"), "e5").offer == offered("option upgrade, stop")
    assert summoned(card, world(), "e5").offer is None


def test_a_branch_is_judged_by_its_statements_that_stand_alone() -> None:
    # the first cannot be done, the second speaks of it, the third can
    card = being(
        """
        either
          destroy 1 enemy piece
          place 1 common piece on it
          upgrade 1 own common piece
        or
          destroy 1 enemy piece
          gain 1 action
        or
          destroy 1 enemy piece
          if you do
            gain 1 action
        """
    )
    assert summoned(card, world("c", "a5"), "e5").offer == offered("option destroy 1, option destroy 2")
    run = summoned(card, world(), "e5")
    assert run.world.forced == ["option destroy 2"]


# ---------------------------------------------------------------- with each


def test_with_each_takes_members_of_the_start_none_twice() -> None:
    # D46: the piece placed in between is no member
    card = being("with each of up to 3 own common pieces\n  place 1 common piece adjacent to it")
    run = summoned(card, world("c.c", "c1"), "e5")
    assert run.offer == offered("c1, e1, stop")
    assert run.take("c1", "c2").offer == offered("e1, stop")
    assert run.take("stop").offer is None


def test_with_each_offers_only_members_that_serve() -> None:
    card = being("with each of 2 own pieces\n  destroy 1 enemy piece adjacent to it")
    run = summoned(card, world("cCc.c", "b3"), "h5")
    assert run.offer == offered("b3, d3")
    run.take("d3")  # its only neighbor falls, so b3 is of no use any more
    assert run.offer is None
    assert run.world.forced == ["c3"]


def test_with_each_member_that_is_gone_is_skipped() -> None:
    card = being("with each of 3 own common pieces\n  combat move with it")
    run = summoned(card, world("cc", "c1"), "e5")
    run.take("c1", "c1-d1")
    assert run.offer is None
    assert run.squares == pieces("c", "d1") | {"e5": (0, 1)}


def test_with_each_follows_a_member_that_moved() -> None:
    card = being("with each of 2 own common pieces\n  standard move with 1 own common piece")
    run = summoned(card, world("c....c", "b2"), "e5")
    assert run.offer == offered("b2, g2")
    run.take("b2", "g2-g3")
    assert run.world.forced == ["g3"]


def test_with_all_members_is_mandatory() -> None:
    card = being("with each of all own common pieces\n  upgrade it")
    run = summoned(card, world("ccc", "c1"), "e5")
    assert run.offer == offered("c1, d1, e1")
    run.take("d1", "c1")
    assert run.offer is None
    assert run.world.forced == ["e1"]


def test_with_each_square_treats_a_square_once() -> None:
    card = being(
        "with each of up to 2 squares orthogonally adjacent\n"
        "  either\n    destroy 1 enemy piece on it\n  or\n    place 1 common piece on it"
    )
    run = summoned(card, world("C", "e6"), "e5")
    assert run.offer == offered("e4, d5, f5, e6, stop")
    run.take("e6")
    assert run.offer == offered("e4, d5, f5, stop")
    assert run.world.forced == ["option destroy", "e6"]


def test_with_each_under_may_and_its_did() -> None:
    card = being("may\n  with each of 2 enemy pieces\n    destroy it\nif you do\n  gain 1 action")
    run = summoned(card, world("CCC", "a5"), "e5")
    assert run.offer == offered("a5, b5, c5, stop")
    assert run.take("a5").offer == offered("b5, c5")
    assert run.take("b5").world.actions == 2
    assert summoned(card, world("CCC", "a5"), "e5").take("stop").world.actions == 1


def test_with_each_connected_and_of_one_color() -> None:
    card = being("with each of up to 3 connected enemy pieces of one color\n  destroy it")
    run = summoned(card, world("CCxC", "a3", colors=3), "e5")
    assert run.offer == offered("a3, b3, c3, d3, stop")
    assert run.take("a3").offer == offered("b3, stop")
    assert run.take("b3").offer is None


def test_what_a_round_handled_is_forgotten_in_the_next() -> None:
    card = being(
        """
        with each of 2 own common pieces
          may destroy 1 enemy piece adjacent to it
          if you do
            gain 1 action
        """
    )
    run = summoned(card, world("cC..cC", "b2"), "e5")
    run.take("b2", "c2", "stop")
    assert run.world.actions == 2


# ---------------------------------------------------------------- which branches are offered

FALLBACK = "\nor\n  gain 1 action"


@pytest.mark.parametrize(
    ("branch", "offer"),
    [
        # the position: own common a5, enemy common b5, the being on e5; a branch that can do nothing is not offered
        ("choose 1 arrow", "option choose, option gain"),
        ("choose 1 enemy piece", "option choose, option gain"),
        ("choose 1 enemy heroic piece", ""),
        ("standard leap with own common pieces, only onto red squares", "option leap, option gain"),
        ("standard move with own common pieces, only onto red squares", ""),
        ("standard move up to 2 with own common pieces, only onto red squares", "option move, option gain"),
        ("combat move with each of 1 enemy common piece", "option move, option gain"),
        ("combat move with each of 1 enemy heroic piece", ""),
        ("combat move with each of up to 1 enemy heroic piece", "option move, option gain"),
        ("combat move with each of all enemy heroic pieces", ""),
        ("in any order\n  combat move, only onto green squares\n  standard move, only onto red squares", ""),
        ("in any order\n  combat move\n  standard move up to 1", "option move, option gain"),
        ("in any order\n  combat move up to 1, only onto red squares", "option move, option gain"),
        ("with each of 1 enemy piece\n  destroy 1 own piece adjacent to it", "option destroy, option gain"),
        ("with each of 1 enemy piece\n  destroy 1 enemy piece adjacent to it", ""),
        ("with each of up to 1 enemy piece\n  destroy 1 enemy piece adjacent to it", "option destroy, option gain"),
        ("either\n  destroy 1 enemy heroic piece\nor\n  convert 1 enemy piece", "option destroy, option gain"),
        ("either\n  destroy 1 enemy heroic piece\nor\n  convert 1 enemy heroic piece", ""),
        ("either\n  destroy 1 enemy heroic piece\nor\n  place up to 1 common piece", "option destroy, option gain"),
        ("if you have at least 1 action left\n  destroy 1 enemy piece", "option destroy, option gain"),
        ("if you have at least 2 actions left\n  destroy 1 enemy piece", ""),
        (
            "if you have at least 2 actions left\n  destroy 1 enemy piece\notherwise\n  gain 1 turn",
            "option destroy, option gain",
        ),
        ("if you have at least 1 action left\n  may destroy 1 enemy heroic piece", "option destroy, option gain"),
        ("may\n  destroy 1 enemy heroic piece\n  upgrade it", "option destroy, option gain"),
        ("downgrade self", "option downgrade, option gain"),
        ("downgrade 1 own common piece", ""),
        ("place 1 enemy common piece", "option place, option gain"),
        ("place 1 enemy common piece on red squares on green squares", ""),
        ("place 1 common piece on red squares", "option place, option gain"),
        ("destroy up to 1 enemy heroic piece and up to 1 own heroic piece adjacent", "option destroy, option gain"),
        ("destroy up to 1 enemy heroic piece and all enemy heroic pieces", ""),
    ],
)
def test_a_branch_is_offered_if_it_can_do_something_or_allows_zero(branch: str, offer: str) -> None:
    body = "".join(f"  {line}\n" for line in branch.splitlines())
    run = summoned(being("either\n" + body + FALLBACK.removeprefix("\n"), arrows="N"), world("cC", "a5"), "e5", "n")
    assert (run.offer or frozenset()) == offered(offer)
    assert run.world.forced == ([] if offer else ["option gain"])


def test_a_branch_without_arrows_to_choose_is_not_offered() -> None:
    run = summoned(being("either\n  choose 1 arrow" + FALLBACK), world(), "e5")
    assert run.world.forced == ["option gain"]


def test_an_empty_block_of_an_if_does_nothing() -> None:
    card = being("either\n  if you have at least 9 actions left\n    gain 1 turn" + FALLBACK)
    assert summoned(card, world(), "e5").world.forced == ["option gain 2"]


# ---------------------------------------------------------------- more about may


def test_may_over_an_if_is_may_over_what_it_selects() -> None:
    card = being(
        """
        may
          if you have at least 1 action left
            destroy 1 enemy piece
          otherwise
            gain 1 turn
            gain 1 action
        """
    )
    assert summoned(card, world("CC", "a5"), "e5").offer == offered("a5, b5, stop")
    assert summoned(card, world("CC", "a5", actions=1), "e5").offer == offered("option gain, stop")


def test_may_over_may_is_may() -> None:
    assert summoned(being("may\n  may destroy 1 enemy piece"), world("C", "a5"), "e5").offer == offered("a5, stop")


def test_may_over_moves_of_members_and_in_any_order() -> None:
    each = being("may combat move with each of 2 enemy common pieces, only onto enemy pieces")
    run = summoned(each, world("CC", "a5"), "e5")
    assert run.offer == offered("a5-b5, b5-a5, stop")
    assert run.take("stop").offer is None


def test_may_over_several_objects() -> None:
    card = being("may destroy 1 own common piece and all enemy pieces")
    run = summoned(card, world("cC", "a5"), "e5")
    assert run.offer == offered("a5, stop")
    assert len(run.take("stop").squares) == 3
    run = summoned(card, world("cC", "a5"), "e5").take("a5")
    assert run.squares == {"e5": (0, 1)}
    run = summoned(card, world("C", "a5"), "e5")
    assert run.offer == offered("option destroy, stop")
    assert len(run.take("stop").squares) == 2


def test_did_of_statements_with_bodies() -> None:
    choice = being("either\n  destroy up to 1 enemy piece\nor\n  gain 1 turn\nif you do\n  gain 1 action")
    run = summoned(choice, world("C", "a5"), "e5").take("option destroy", "stop")
    assert run.world.actions == 1
    run = summoned(choice, world("C", "a5"), "e5").take("option destroy", "a5")
    assert run.world.actions == 2
    several = being("may\n  destroy up to 1 enemy piece\n  upgrade 1 own common piece\nif you do\n  gain 1 action")
    run = summoned(several, world("C", "a5"), "e5").take("option destroy", "stop")
    assert run.world.actions == 1  # accepted, and yet nothing happened (R6.11)


def test_choose_all_remembers_a_set() -> None:
    card = being("choose all enemy pieces as foes\ndestroy all own common pieces adjacent to foes\nupgrade foes")
    run = summoned(card, world("cCc..\nc...H", "a5"), "e3")
    assert run.offer is None
    assert run.squares == pieces(".H...\n....L", "a5") | {"e3": (0, 1)}
