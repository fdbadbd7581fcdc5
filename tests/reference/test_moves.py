"""Moves and leaps: who moves, where to, how often, what stops them, and allowances in any order."""

from __future__ import annotations

import pytest
from reference.stage import being, offered, pieces, summoned, world

# ---------------------------------------------------------------- where to


@pytest.mark.parametrize(
    ("strength", "rank", "targets"),
    [
        # c4 d4 e4 common heroic legendary, own or enemy alike (R6.37 to R6.39); the other neighbors are empty
        ("standard", "common", ""),
        ("standard", "heroic", "d4"),
        ("standard", "legendary", "d4 e4"),
        ("combat", "common", "d4"),
        ("combat", "heroic", "d4 e4"),
        ("combat", "legendary", "d4 e4 f4"),
    ],
)
@pytest.mark.parametrize("drawing", ["chl", "CHL"])
def test_ranks_decide_where_a_move_may_go(strength: str, rank: str, targets: str, drawing: str) -> None:
    run = summoned(being(f"{strength} move", rank), world(drawing, "d4"), "e5")
    empty = {"d5", "f5", "d6", "e6", "f6"}
    assert run.offer == {f"e5-{square}" for square in empty | set(targets.split())}


def test_a_move_destroys_what_stands_there() -> None:
    # R6.40, R6.61
    run = summoned(being("combat move up to 2"), world("H.c", "d5"), "e5").take("e5-d5", "stop")
    assert run.squares == pieces("h.c", "d5")
    assert run.world.destroyed == {(1, 1): 1}
    assert run.world.events[1:] == [("destroy", 1, 1, "d5", 1), ("move", "e5", "d5")]
    run = summoned(being("combat move up to 2"), world("H.c", "d5"), "e5").take("e5-f5", "stop")
    assert run.world.destroyed == {}


def test_a_leap_goes_to_any_other_square() -> None:
    # R6.42 to R6.44
    run = summoned(being("standard leap"), world("CHL", "c4"), "e5")
    assert run.offer is not None
    assert len(run.offer) == 69 - 1 - 2
    assert "e5~c4" in run.offer
    assert not {"e5~d4", "e5~e4", "e5~e5"} & run.offer
    run.take("e5~c4")
    assert run.world.events[1:] == [("destroy", 1, 0, "c4", 1), ("leap", "e5", "c4")]


def test_only_onto_and_never_onto_are_seen_before_each_move() -> None:
    run = summoned(being("combat move up to 2, only onto squares adjacent to enemy pieces"), world("C", "g5"), "e5")
    assert run.offer == offered("e5-f4, e5-f5, e5-f6, stop")
    assert run.take("e5-f5").offer == offered("f5-f4, f5-f6, f5-g4, f5-g6, stop")
    run = summoned(being("combat move up to 2, never onto own pieces"), world("ccC\nccc", "d4"), "e5")
    assert run.offer == offered("e5-f5, e5-d6, e5-e6, e5-f6, stop")


def test_only_onto_a_remembered_piece() -> None:
    card = being("choose 1 enemy piece\ncombat leap, only onto it", "legendary")
    run = summoned(card, world("CL", "a5"), "e5").take("b5")
    assert run.world.forced == ["e5~b5"]
    assert run.world.destroyed == {(1, 2): 1}


# ---------------------------------------------------------------- how often


def test_a_plain_move_is_mandatory() -> None:
    run = summoned(being("standard move, only onto red squares"), world(), "d4")
    assert run.offer is None
    assert run.world.forced == ["d4-e5"]


def test_a_number_of_moves_is_done_as_far_as_possible() -> None:
    # the third move would have to enter a fourth red square
    run = summoned(being("standard move 3, only onto squares on red squares"), world(), "d4")
    assert run.world.forced == ["d4-e5"]


def test_may_makes_only_the_first_move_optional() -> None:
    run = summoned(being("may standard move 2, only onto squares orthogonally adjacent"), world(), "c9")
    assert run.offer == offered("c9-c8, c9-d9, stop")
    assert run.take("c9-d9").offer == offered("d9-c9, d9-d8, d9-e9")
    assert run.take("d9-c9").offer is None


def test_up_to_and_any_number_may_stop_at_any_time() -> None:
    run = summoned(
        being("standard move any number, only onto squares adjacent to enemy pieces"), world("L", "e6"), "e5"
    )
    for answer in ("e5-d5", "d5-d6", "d6-d7"):
        run.take(answer)
        assert run.offer is not None
        assert "stop" in run.offer
    assert run.take("stop").offer is None


# ---------------------------------------------------------------- in what direction


def test_one_direction_is_that_of_the_first_move() -> None:
    run = summoned(being("combat move up to 4, in one direction"), world("..C..L", "d5"), "e5")
    assert run.offer is not None
    assert len(run.offer) == 9
    assert run.take("e5-f5").offer == offered("f5-g5, stop")
    assert run.take("f5-g5").offer == offered("g5-h5, stop")
    assert run.take("g5-h5").offer is None  # a legendary piece is next


def test_one_direction_ends_at_the_edge() -> None:
    run = summoned(being("standard move 3, in one direction"), world(), "e7")
    assert run.take("e7-e8").offer is None
    assert run.world.forced == ["e8-e9"]


def test_that_direction_is_settled_by_the_last_move() -> None:
    card = being("standard move up to 2\nstandard move 2 with own common pieces, in that direction")
    run = summoned(card, world("c", "b4"), "e5").take("e5-e6", "e6-f7")
    assert run.world.forced == ["b4-c5", "c5-d6"]


def test_that_direction_is_no_direction_if_nothing_moved() -> None:
    card = being("may standard move\nstandard move with own common pieces, in that direction")
    run = summoned(card, world("c", "b4"), "e5").take("stop")
    assert run.offer is None
    assert run.world.forced == []


def test_arrow_directions_turn_with_the_match() -> None:
    card = being("combat move up to 2, in an arrow direction", arrows="N E", pattern="@/c")
    run = summoned(card, world("c", "d5"), "e5", "e")  # turned clockwise: N is E, E is S
    assert run.offer == offered("e5-f5, e5-e4, stop")
    assert run.take("e5-f5").offer == offered("f5-g5, f5-f4, stop")


def test_stopping_after_destroying() -> None:
    # the piece is seen before the move; own ones count too
    card = being("combat move any number, in one direction, stopping after destroying upgraded pieces", "legendary")
    run = summoned(card, world("CcHC", "f5"), "e5").take("e5-f5", "f5-g5")
    assert run.offer == offered("g5-h5, stop")
    assert run.take("g5-h5").offer is None


# ---------------------------------------------------------------- who


def test_with_a_noun_any_piece_moves_each_time() -> None:
    # R6.45
    card = being("standard move up to 2 with own common pieces, only onto squares orthogonally adjacent")
    run = summoned(card, world("c...c", "c5"), "e5")
    assert run.offer == offered("c5-d5, g5-f5, stop")
    assert run.take("c5-d5").offer == offered("d5-e4, d5-e6, g5-f5, stop")
    assert run.take("d5-e4").offer is None


def test_with_one_the_piece_of_the_first_move_makes_all() -> None:
    run = summoned(being("standard move up to 2 with 1 own common piece, in one direction"), world("c.c", "a5"), "g5")
    assert run.offer is not None
    assert {"a5-b5", "c5-b5", "stop"} <= run.offer
    assert run.take("a5-b4").offer == offered("b4-c3, stop")


def test_with_one_keeps_a_piece_that_no_longer_fits_the_phrase() -> None:
    # the condition is tested when the piece is picked (R6.16)
    run = summoned(being("standard move 2 with 1 own piece on red squares"), world("c", "c2"), "h8")
    run.take("c2-c3")
    assert run.offer is not None
    assert all(answer.startswith("c3-") for answer in run.offer)


def test_with_each_of_moves_every_member_once_from_the_start() -> None:
    # D46
    card = being("combat move with each of up to 2 own common pieces, only onto own common pieces")
    run = summoned(card, world("ccc", "c1"), "e5")
    assert run.offer == offered("c1-d1, d1-c1, d1-e1, e1-d1, stop")
    assert run.take("c1-d1").offer == offered("e1-d1, stop")
    run = summoned(card, world("ccc", "c1"), "e5").take("d1-e1")
    assert run.offer is None  # c1 has no neighbor left, and the one that moved is done


def test_with_each_of_a_bare_number_is_mandatory() -> None:
    card = being("standard move with each of 2 own common pieces, only onto red squares")
    run = summoned(card, world("c.c", "b3"), "h8")
    assert run.offer == offered("b3-c2, d3-c2")
    run.take("b3-c2")
    assert run.offer is None  # the other one has no red square left


def test_with_each_of_one_color() -> None:
    card = being("combat move with each of up to 2 enemy common pieces of one color, only onto green squares")
    run = summoned(card, world("C.x\n...\nC..", "b6", colors=3), "h2")
    assert run.offer == offered("b6-a5, b6-c7, b8-c7, d8-c7, stop")
    assert run.take("d8-c7").offer is None
    run = summoned(card, world("C.x\n...\nC..", "b6", colors=3), "h2").take("b6-c7")
    assert run.offer == offered("b8-c7, stop")


def test_an_enemy_mover_destroys_for_the_acting_side() -> None:
    # R6.47
    run = summoned(being("combat move with 1 enemy heroic piece, only onto pieces"), world("CHc", "a5"), "e5")
    assert run.offer == offered("b5-a5, b5-c5")
    run.take("b5-a5")
    assert run.world.destroyed == {(1, 0): 1}


def test_a_piece_that_runs_over_the_being_ends_its_moves() -> None:
    # R6.22, D20: the later statement of the being is skipped, the rest goes on
    card = being("combat move with own heroic pieces other than self\nstandard move\ngain 1 action")
    run = summoned(card, world("h", "d5"), "e5")
    assert run.offer is not None
    assert "e5-d5" not in run.offer
    run.take("d5-e5")
    assert run.offer is None
    assert run.world.actions == 2


def test_a_remembered_mover_that_is_gone_makes_no_move() -> None:
    card = being("choose 1 own common piece as scout\ncombat move with 1 own heroic piece\nstandard move with scout")
    run = summoned(card, world("c", "d5"), "e5")
    run.take("e5-d5")
    assert run.offer is None


# ---------------------------------------------------------------- in any order


def test_a_move_is_booked_to_the_narrowest_line() -> None:
    card = being("in any order\n  combat move up to 1\n  standard move up to 2")
    run = summoned(card, world("HHH", "f5"), "e5")
    assert run.offer is not None
    assert "e5-f5" in run.offer
    run.take("e5-e6", "e6-f6")  # both standard moves
    assert run.offer is not None
    assert {"f6-f5", "f6-g5", "f6-e5"} <= run.offer  # the combat move is left, for any square
    assert run.take("f6-f5").offer is None


def test_a_combat_move_that_takes_an_equal_is_the_only_one() -> None:
    card = being("in any order\n  combat move up to 1\n  standard move up to 2")
    run = summoned(card, world("HHH", "f5"), "e5").take("e5-f5")
    assert run.offer is not None
    assert "f5-g5" not in run.offer
    assert "f5-g6" in run.offer


def test_a_limit_counts_over_all_lines() -> None:
    card = being(
        "in any order, up to 2\n  standard move any number\n  combat move any number with used pieces", pattern="@c"
    )
    run = summoned(card, world("c", "f5"), "e5", "n").take("e5-e6", "f5-e5")
    assert run.offer is None


def test_in_any_order_with_one_piece_for_all_lines() -> None:
    card = being("in any order with 1 own piece other than self\n  combat move up to 1\n  standard move up to 1")
    run = summoned(card, world("c..c", "a5"), "g5")
    assert run.offer is not None
    assert {"a5-b5", "d5-e5", "stop"} <= run.offer
    run.take("a5-b5")
    assert run.offer is not None
    assert all(answer.startswith("b5-") or answer == "stop" for answer in run.offer)
    assert run.take("b5-c5").offer is None


def test_the_beings_own_line_comes_before_that_of_own_pieces() -> None:
    # "three combat moves, at most one of them by the being", said as two lines
    card = being("in any order\n  combat move up to 2 with own pieces\n  combat move up to 1")
    run = summoned(card, world("c", "a5"), "e5")
    run.take("e5-e6", "a5-b5")
    assert run.offer is not None
    assert "e6-e7" in run.offer  # one of the two for own pieces is left, and the being is one
    assert run.take("e6-e7").offer is None


def test_lines_without_number_are_owed() -> None:
    card = being("may\n  in any order with own common pieces\n    standard move\n    combat move")
    run = summoned(card, world("cC", "a5"), "e5")
    assert run.offer is not None
    assert "stop" in run.offer
    run.take("a5-b5")  # takes an equal: the combat move
    assert run.offer is not None
    assert "stop" not in run.offer
    assert run.take("b5-b6").offer is None


def test_a_line_that_cannot_be_served_owes_nothing() -> None:
    card = being("in any order with own common pieces\n  standard move\n  combat move\nif you do\n  gain 1 action")
    run = summoned(card, world(), "e5")
    assert run.offer is None
    assert run.world.actions == 1


def test_a_line_that_stops_after_destroying_stops_for_itself() -> None:
    card = being(
        """
        in any order
          combat move any number, stopping after destroying pieces
          standard move up to 1 with own common pieces
        """
    )
    run = summoned(card, world("c..C", "c5"), "e5")
    run.take("e5-f5")
    assert run.offer is not None
    assert all(answer.startswith("c5-") or answer == "stop" for answer in run.offer)
