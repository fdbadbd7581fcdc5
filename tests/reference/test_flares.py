"""The flares, part by part: margins, what is asked, what cannot be declined."""

from __future__ import annotations

import pytest
from kalarite.compiler.reference import criteria
from reference.stage import ARENA, built_in, flare, offered, pieces, world

MARGINS = {
    "flare-01": (3, 6),
    "flare-02": (4, 4),
    "flare-03": (3, 5),
    "flare-04": (4, 5),
    "flare-05": (3, 6),
    "flare-06": (4, 4),
    "flare-07": (4, 6),
    "flare-08": (4, 5),
    "flare-09": (5, 4),
    "flare-10": (5, 5),
    "flare-11": (3, 4),
    "flare-12": (2, 5),
}


@pytest.mark.parametrize("name", MARGINS)
def test_margins_are_reached_exactly(name: str) -> None:
    card = built_in()[name]
    upper, lower = MARGINS[name]
    assert criteria(world("H" * (upper - 1), "a5"), card, 1) == (["lower"] if upper - 1 >= lower else [])
    assert "upper" in criteria(world("H" * upper, "a5"), card, 1)
    assert criteria(world("C" * (lower - 1), "a5"), card, 1) == []
    assert criteria(world("C" * lower, "a5"), card, 1) == ["lower"]


PLACES = [
    ("flare-01", "upper", 0, 1),
    ("flare-01", "lower", 1, 1),
    ("flare-02", "upper", 0, 1),
    ("flare-02", "lower", 0, 1),
    ("flare-04", "upper", 0, 1),
    ("flare-05", "lower", 0, 2),
    ("flare-07", "upper", 0, 1),
    ("flare-08", "lower", 0, 1),
    ("flare-09", "upper", 1, 1),
    ("flare-10", "upper", 0, 2),
    ("flare-10", "lower", 0, 1),
    ("flare-11", "upper", 0, 1),
]


@pytest.mark.parametrize(("name", "part", "rank", "count"), PLACES)
def test_placing_is_mandatory_on_any_empty_square(name: str, part: str, rank: int, count: int) -> None:
    run = flare(name, part, world("C", "e5"))
    empty = ARENA.squares - {"e5"}
    for square in ["a5", "i5"][:count]:
        assert run.offer == empty
        empty -= {square}
        run.take(square)
        assert run.squares[square] == (0, rank)
    assert run.offer is None


@pytest.mark.parametrize(("name", "part", "rank", "count"), PLACES)
def test_placing_goes_as_far_as_the_two_sided_supply(name: str, part: str, rank: int, count: int) -> None:
    assert flare(name, part, world("C", "e5", supply={0: (0, 3)})).offer is None
    run = flare(name, part, world("C", "e5", supply={0: (1, 0)}))
    assert run.take("a5").offer is None


@pytest.mark.parametrize(("name", "part"), [("flare-03", "lower"), ("flare-08", "upper"), ("flare-12", "lower")])
def test_gaining_an_action_asks_nothing(name: str, part: str) -> None:
    run = flare(name, part, world("C", "e5"))
    assert run.offer is None
    assert run.world.actions == 3


def test_flare_03_moves_common_pieces_onto_empty_squares() -> None:
    run = flare("flare-03", "upper", world("cCh.c", "c1"))
    assert run.offer == offered("c1-b2, c1-c2, c1-d2, g1-f1, g1-f2, g1-g2, g1-h2, stop")
    run.take("c1-c2", "c2-c1")
    assert run.offer is not None
    assert "c1-c2" in run.offer
    assert run.take("g1-f1").offer is None


def test_flare_04_places_or_converts() -> None:
    run = flare("flare-04", "lower", world("cCHz", "a5", colors=3))
    assert run.offer == offered("option place, option convert")
    run.take("option convert")
    assert run.offer is None
    assert run.world.forced == ["b5"]
    assert run.squares == pieces("ccHz", "a5")
    assert run.world.destroyed == {(1, 0): 1}
    assert flare("flare-04", "lower", world("cHL", "a5")).offer == ARENA.squares - {"a5", "b5", "c5"}
    assert flare("flare-04", "lower", world("cC", "a5", supply={0: (0, 3)})).offer is None


def test_flare_05_moves_or_upgrades() -> None:
    run = flare("flare-05", "upper", world("cC", "c9"))
    assert run.offer == offered("option move, option upgrade")
    assert run.take("option move").offer == offered("c9-b8, c9-c8, c9-d8")
    run = flare("flare-05", "upper", world("cC", "c9")).take("option upgrade")
    assert run.squares["c9"] == (0, 1)
    # no common piece can move: it has to be upgraded
    assert flare("flare-05", "upper", world(".cC\nCCC", "b8")).world.forced == [
        "option upgrade",
        "c9",
    ]
    assert flare("flare-05", "upper", world("hC", "c9")).offer is None


def test_flare_06_places_or_upgrades_and_leaps() -> None:
    run = flare("flare-06", "upper", world("ch", "a5"))
    assert run.offer == offered("option place, option upgrade")
    assert run.take("option upgrade").world.forced == ["a5"]
    assert flare("flare-06", "upper", world("ch", "a5", supply={0: (0, 3)})).world.forced == ["option upgrade", "a5"]
    run = flare("flare-06", "lower", world("cChHc", "a5"))
    assert run.offer is not None
    assert {"a5~b5", "a5~e5", "a5~i3", "e5~a5", "stop"} <= run.offer
    assert not {"a5~c5", "a5~d5", "c5~b5"} & run.offer
    assert run.take("a5~b5").offer is None
    assert run.world.destroyed == {(1, 0): 1}


def test_flare_07_upgrades_and_gains() -> None:
    run = flare("flare-07", "lower", world("cch", "a5"))
    assert run.offer == offered("a5, b5")
    assert run.take("b5").world.actions == 3
    run = flare("flare-07", "lower", world("h", "a5"))
    assert run.offer is None
    assert run.world.actions == 3


def test_flare_09_is_one_whole() -> None:
    run = flare("flare-09", "lower", world("cC.h", "c9"))
    assert run.offer == offered("c9-b8, c9-c8, c9-d8, c9-d9, stop")
    assert flare("flare-09", "lower", world("cC.h", "c9")).take("stop").squares == pieces("cC.h", "c9")
    # a standard move first: then a combat move, not by choice
    run.take("c9-c8")
    assert run.offer == offered("c8-c9, c8-b8, c8-d8, c8-d9, c8-b7, c8-c7, c8-d7")
    assert run.take("c8-d9").offer is None
    # a combat move first: then a standard one
    run = flare("flare-09", "lower", world("cC.h", "c9")).take("c9-d9")
    assert run.offer == offered("d9-c9, d9-e9, d9-c8, d9-d8, d9-e8")
    assert run.take("d9-e9").offer is None


def test_flare_09_may_use_two_pieces_or_end_early() -> None:
    # c9 is shut in by enemy common pieces; it takes one, and the piece that was hit moves no more
    run = flare("flare-09", "lower", world(".cc\nCCC\n...", "b7"))
    assert run.offer is not None
    assert {"c9-d9", "d9-c9", "c9-b8", "d9-e9"} <= run.offer
    run.take("c9-d9")
    assert run.offer is not None
    assert all(answer.startswith("d9-") for answer in run.offer)


def test_flare_11_moves_once_hard_or_twice_lightly() -> None:
    run = flare("flare-11", "lower", world("hHl", "c9"))
    assert run.offer == offered("option move 1, option move 2, stop")
    run = flare("flare-11", "lower", world("hHl", "c9")).take("option move 1")
    assert run.offer == offered("c9-b8, c9-c8, c9-d8, c9-d9")
    assert run.take("c9-d9").offer is None
    run = flare("flare-11", "lower", world("hHl", "c9")).take("option move 2")
    assert run.offer == offered("c9-b8, c9-c8, c9-d8")
    assert run.take("c9-c8").offer == offered("c8-b8, c8-d8, c8-c9, c8-b7, c8-c7, c8-d7")
    assert run.take("c8-c9").offer is None
    assert flare("flare-11", "lower", world("l", "c9")).offer is None


def test_flare_12_leaps_onto_an_empty_square() -> None:
    run = flare("flare-12", "upper", world("chC", "a5"))
    assert run.offer == {f"a5~{square}" for square in ARENA.squares - {"a5", "b5", "c5"}} | {"stop"}
    assert run.take("a5~i3").offer is None
    assert run.squares == pieces("hC", "b5") | {"i3": (0, 0)}
