"""What phrases mean, asked through `choose` and `destroy` of beings made for the purpose."""

from __future__ import annotations

import pytest
from kalarite.compiler.reference import matches, summon
from reference.stage import Run, being, offered, summoned, world

# Around the being on e5: own c4 common, e4 heroic, f6 legendary; enemy d6 common, e6 heroic, g5 legendary; far away b8.
AROUND = """
.C.......
.........
...CHl...
......L..
..c.h....
.........
"""


def chosen(phrase: str, position: str = AROUND, at: str = "a3", square: str = "e5") -> set[str]:
    """The squares among which `choose 2 PHRASE` lets choose; one that is forced stands alone."""
    run = summoned(being(f"choose 2 {phrase}"), world(position, at), square)
    return set(run.offer or run.world.forced)


@pytest.mark.parametrize(
    ("phrase", "squares"),
    [
        # owner and rank (R6.18, R6.19, R6.69); the being is a heroic own piece on e5
        ("pieces", "c4 e4 f6 e5 d6 e6 g5 b8"),
        ("own pieces", "c4 e4 f6 e5"),
        ("own pieces other than self", "c4 e4 f6"),
        ("enemy pieces", "d6 e6 g5 b8"),
        ("common pieces", "c4 d6 b8"),
        ("heroic pieces", "e4 e5 e6"),
        ("legendary pieces", "f6 g5"),
        ("upgraded pieces", "e4 e5 e6 f6 g5"),
        ("enemy non-legendary pieces", "d6 e6 b8"),
        # places (R6.29 to R6.34)
        ("pieces adjacent", "e4 f6 d6 e6"),
        ("pieces orthogonally adjacent", "e4 e6"),
        ("pieces diagonally adjacent", "d6 f6"),
        ("pieces within 2", "c4 e4 f6 d6 e6 g5"),
        ("pieces at distance 2", "c4 g5"),
        ("enemy pieces adjacent to own pieces", "d6 e6 g5"),
        ("own pieces adjacent to own pieces", "e4 f6 e5"),
        ("enemy pieces adjacent to common pieces", "e6"),
        ("enemy pieces adjacent to own heroic pieces", "d6 e6"),
        ("pieces within 1 from legendary pieces", "e5 e6 f6 g5"),
        ("pieces adjacent within 1 from legendary pieces", "e6 f6"),
        ("squares adjacent", "d4 e4 f4 d5 f5 d6 e6 f6"),
        ("empty squares adjacent", "d4 f4 d5 f5"),
        ("empty squares orthogonally adjacent to legendary pieces", "g4 h5 f5 g6 f7"),
        # fields (R1.4, R1.5, R6.27)
        ("red squares", "c2 d8 e5 h4"),
        ("green squares", "a5 c7 f2 g7 i6"),
        ("colored squares within 4", "d8 h4 c2 a5 c7 f2 g7 i6"),
        ("empty central squares", "d4 f4 d5 f5"),
        ("colorless central squares adjacent", "d4 e4 f4 d5 f5 d6 e6 f6"),
        ("pieces on red squares", "e5"),
        ("pieces on central squares", "e4 d6 e6 f6 e5"),
        ("pieces on or adjacent to red squares", "e4 f6 e5 d6 e6 g5"),
        ("common pieces on or adjacent to green squares", "d6 b8"),
    ],
)
def test_a_phrase_means_these_squares(phrase: str, squares: str) -> None:
    assert chosen(phrase) == set(squares.split())


def test_a_square_is_not_its_own_neighbor() -> None:
    # a set as anchor: some member, but not the piece itself
    assert chosen("own pieces adjacent to own pieces", "c.c.\n....", "a6", "g3") == set()
    assert chosen("own common pieces adjacent to own common pieces", "cc.c\n....", "a6", "g3") == {"a7", "b7"}


def test_arrows_turn_with_the_match() -> None:
    # the piece below the square in the drawing lies to the west here: the arrow N points E
    card = being("choose 2 pieces in an arrow direction", arrows="N", pattern="@/c")
    run = summoned(card, world(".C...\n.....\n.....\ncc..C", "d5"), "f5", "e")
    assert run.world.forced == ["h5"]


@pytest.mark.parametrize(
    ("phrase", "squares"),
    [
        ("pieces in an arrow direction", "a5 c5 d5 h5"),
        ("common pieces in an arrow direction", "a5 c5 h5"),
        ("pieces first in an arrow direction", "d5 h5"),
        ("common pieces first in an arrow direction", "h5"),
    ],
)
def test_a_line_is_blocked_by_nothing_and_its_first_piece_is_the_nearest(phrase: str, squares: str) -> None:
    card = being(f"choose 4 {phrase}", arrows="E W")
    run = summoned(card, world("C.ch...C", "a5"), "f5")
    assert set(run.offer or run.world.forced) == set(squares.split())


def test_a_first_piece_of_another_rank_hides_those_behind_it() -> None:
    card = being("choose 2 non-legendary pieces first in an arrow direction", arrows="E W")
    run = summoned(card, world("cL..C..", "a5"), "d5")
    assert run.offer is None
    assert run.world.forced == ["e5"]


def test_three_lines_within_45_degrees() -> None:
    card = being("choose 1 arrow\ndestroy all pieces within 45 degrees of that direction", arrows="N E")
    run = summoned(card, world("C.C.C\n.....\nC...C\n.....\nC.C.C", "c3"), "e5")
    assert run.offer == {"N", "E"}
    run.take("N")
    assert set(run.squares) == {"e5", "c5", "g5", "c3", "e3", "g3"}


def test_marked_squares_are_those_of_the_match() -> None:
    card = being("place up to 2 common pieces on marked squares", pattern="*@*/.c.")
    run = summoned(card, world("c", "e4"), "e5")
    assert run.offer == offered("d5, f5, stop")


def test_used_pieces_are_followed_where_they_go_and_lost_when_they_leave() -> None:
    # R6.24: e4 and e3 were used; e3 moves away and still counts, e4 is destroyed
    card = being(
        """
        standard move with 1 own common piece
        destroy 1 own piece
        choose 2 used pieces
        """,
        pattern="@/c/c",
    )
    run = summoned(card, world("c\nc.c", "e3"), "e5", "n")
    run.take("e3-d2", "e4")
    assert run.world.forced == ["d2"]


def test_a_used_piece_counts_with_its_present_rank() -> None:
    card = being("upgrade 1 used piece\nchoose 2 used heroic pieces", pattern="c@c")
    run = summoned(card, world("c.c", "d5"), "e5")
    run.take("d5")
    assert run.world.forced == ["d5"]


def test_a_piece_on_the_summoning_square_was_not_used() -> None:
    run = summoned(being("choose 2 used pieces", pattern="cC"), world("cc", "d5"), "e5")
    assert run.world.forced == ["d5"]


def test_adjacent_is_judged_where_the_being_is_now() -> None:
    # R6.30
    run = summoned(being("combat move\nchoose 2 pieces adjacent"), world("C...C.C\n.......", "c4"), "e5")
    run.take("e5-f5")
    assert run.offer is None
    assert run.world.forced == ["g5"]


def test_what_speaks_of_the_being_is_empty_when_it_is_gone() -> None:
    # R6.22: mover, object, anchor; the rest goes on
    card = being(
        """
        destroy self
        standard move
        upgrade self
        destroy all pieces adjacent
        destroy all pieces adjacent to own pieces
        gain 1 action
        """
    )
    run = summoned(card, world("CC..Cc", "c5"), "e5")
    assert run.offer is None
    assert set(run.squares) == {"c5", "d5", "h5"}
    assert run.world.events[1:] == [("destroy", 0, 1, "e5", 1), ("destroy", 1, 0, "g5", 1), ("gain", "action", 1)]


def test_other_than_excludes_nothing_when_that_piece_is_gone() -> None:
    run = summoned(being("destroy self\nchoose 2 own pieces other than self"), world("cc", "c5"), "e5")
    assert run.offer == {"c5", "d5"}


def test_a_name_follows_a_piece_and_ends_with_it() -> None:
    card = being(
        """
        choose 1 own common piece as runner
        combat move with runner
        choose 1 piece adjacent to runner
        destroy runner
        choose 1 piece adjacent to runner
        gain 1 action
        """
    )
    run = summoned(card, world("c.C.c", "b5"), "g5")
    run.take("b5", "b5-c5")
    assert run.world.forced == ["d5"]
    assert run.offer is None
    assert set(run.squares) == {"d5", "f5", "g5"}


def test_a_name_of_a_destroyed_piece_is_its_square() -> None:
    # the place where it was; no piece, even when one stands there again
    card = being(
        """
        destroy 1 enemy piece as victim
        place 1 common piece on victim
        upgrade victim
        destroy all enemy pieces adjacent to victim
        """
    )
    run = summoned(card, world("CC.C", "b5"), "f5")
    run.take("c5")
    assert run.world.forced == ["c5"]
    assert run.squares == {"c5": (0, 0), "e5": (1, 0), "f5": (0, 1)}


def test_a_converted_piece_is_another_one() -> None:
    # the former piece is lost to the name that it had; `it` is the new one
    card = being(
        """
        choose 1 enemy piece as foe
        convert foe
        upgrade it
        destroy foe
        """
    )
    run = summoned(card, world("CH", "c5"), "f5").take("c5")
    assert run.squares["c5"] == (0, 1)
    assert run.offer is None


def test_it_outlives_an_upgrade_that_cannot_be_made() -> None:
    run = summoned(being("choose 1 enemy piece\nupgrade it\ndestroy it"), world("L", "c5"), "f5")
    assert set(run.squares) == {"f5"}


def test_of_one_color_follows_the_first_pick() -> None:
    card = being("destroy up to 3 enemy pieces of one color")
    run = summoned(card, world("CyCz", "c5", colors=3), "h5")
    assert run.offer == offered("c5, d5, e5, f5, stop")
    run.take("d5")
    assert run.offer == offered("f5, stop")
    run.take("f5")
    assert run.offer is None
    assert run.world.destroyed == {(2, 1): 1, (2, 2): 1}


def test_a_flare_has_no_being_and_no_match() -> None:
    card = being("destroy all pieces adjacent\nchoose 1 arrow\ndestroy self\ndestroy all used pieces", arrows="N")
    position = world("CCC", "d5")
    run = Run(card, "effect", position)
    assert run.offer is None
    assert len(position.squares) == 3


def test_several_orientations_give_their_own_marks() -> None:
    card = being("place 1 common piece on marked squares", pattern="c@*")
    position = world("c.c", "d5")
    found = {x.orientation: x for x in matches(card, position) if x.square == "e5"}
    assert found["n"].marks == {"f5"}
    assert found["s"].marks == {"d5"}
    summon(position, card, found["n"])
    assert Run(card, "effect", position, found["n"]).offer is None
    assert position.forced == []  # the mark is occupied: nothing is placed
