"""The arena as facts: adjacency, rays, distances, how a drawing is read."""

from __future__ import annotations

from kalarite.compiler.reference import ArenaFacts
from reference.stage import ARENA


def test_the_standard_arena_has_its_squares_and_colors() -> None:
    assert len(ARENA.squares) == 69
    assert not ARENA.squares & {"a1", "b1", "a2", "h1", "i1", "i2", "a8", "a9", "b9", "h9", "i8", "i9"}
    assert ARENA.red == {"c2", "d8", "e5", "h4"}
    assert ARENA.green == {"a5", "c7", "f2", "g7", "i6"}


def test_adjacent_squares_share_a_side_or_a_corner() -> None:
    assert ARENA.neighbors("e5") == {"d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"}
    assert ARENA.neighbors("e5", "edge") == {"e4", "d5", "f5", "e6"}
    assert ARENA.neighbors("e5", "corner") == {"d4", "f4", "d6", "f6"}
    assert ARENA.neighbors("a3") == {"a4", "b3", "b4", "b2"}


def test_a_ray_ends_at_the_edge() -> None:
    assert ARENA.ray("b4", "NW") == ("a5",)
    assert ARENA.ray("e7", "N") == ("e8", "e9")
    assert ARENA.ray("c9", "W") == ()


def test_distance_on_the_standard_arena_is_the_larger_difference() -> None:
    # R6.31
    for start in ARENA.squares:
        for target, moves in ARENA.distances(start).items():
            columns = abs(ord(start[0]) - ord(target[0]))
            assert moves == max(columns, abs(int(start[1]) - int(target[1])))


def test_distance_goes_around_a_hole() -> None:
    ring = ArenaFacts.from_rows(["...", ". .", "..."])
    assert ring.distances("a2") == {"a2": 0, "a1": 1, "a3": 1, "b1": 1, "b3": 1, "c1": 2, "c3": 2, "c2": 2}
    assert ring.ray("a2", "E") == ()


def test_a_drawing_is_read_from_the_bottom_and_the_left() -> None:
    arena = ArenaFacts.from_rows([" .", "rg"], ["b2"])
    assert arena.squares == {"a1", "b1", "b2"}
    assert (arena.red, arena.green, arena.central) == ({"a1"}, {"b1"}, {"b2"})
