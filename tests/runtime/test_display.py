"""The task display over many seeds and games: what may lie there (R10.2, R11.2 to R11.7, R11.16)."""

from __future__ import annotations

import pytest
from kalarite.runtime import Game, load_cards
from kalarite.runtime.playout import Dice, summons_first

CARDS = load_cards()
TASKS = {x.key: x.task for x in CARDS.cards_of("tasks") if x.task is not None}


def types(*names: str | None) -> list[str]:
    return [TASKS[x]["type"] for x in names if x is not None]


def is_advanced(name: str | None) -> bool:
    return name is not None and TASKS[name]["advanced"]


def points(name: str | None) -> int:
    return TASKS[name]["points"] if name is not None else 0


def barred(game: Game) -> set[str]:
    """The types that two current tasks share (R11.7)."""
    found = types(*game.tasks)
    return {x for x in found if found.count(x) > 1}


def shown(game: Game) -> list[str]:
    return [x for x in (*game.tasks, game.next_task) if x is not None]


@pytest.mark.parametrize("seed", range(60))
def test_the_first_tasks_of_the_first_game(seed: int) -> None:
    """Worth 1 or 2, of three types, no advanced one anywhere (R10.2)."""
    game = Game.new("first", ("northern", "southern"), seed)
    assert all(1 <= points(x) <= 2 for x in game.tasks)
    assert len(set(types(*game.tasks))) == 3
    assert not any(map(is_advanced, shown(game)))


@pytest.mark.parametrize("seed", range(60))
def test_the_first_tasks_of_the_high_form(seed: int) -> None:
    """None advanced, not all of one type; the next one of no type that two share (R11.2, R11.3, R11.6)."""
    game = Game.new("high", ("northern", "southern"), seed)
    assert not any(map(is_advanced, game.tasks))
    assert len(set(types(*game.tasks))) >= 2
    assert len(shown(game)) == 4
    assert barred(game).isdisjoint(types(game.next_task))


def test_the_next_task_may_be_advanced_or_worth_more() -> None:
    """What was set aside is shuffled back (R11.4, R11.5, R10.2)."""
    high = [Game.new("high", ("northern", "southern"), seed).next_task for seed in range(60)]
    assert 10 < sum(map(is_advanced, high)) < 40  # 8 of 24, one chance in three and more
    first = [Game.new("first", ("northern", "southern"), seed).next_task for seed in range(60)]
    assert 3 in map(points, first)


@pytest.mark.parametrize(("form", "seed"), [(form, seed) for form in ("first", "high") for seed in range(8)])
def test_the_rules_of_the_display_hold_to_the_end(form: str, seed: int) -> None:
    dice, game = Dice(seed), Game.new(form, ("northern", "southern"), seed)
    while not game.is_over:
        before = game.copy()
        move = summons_first(dice, game.legal_moves())
        game.play(move)
        if move.verb != "claim":
            assert (game.tasks, game.next_task) == (before.tasks, before.next_task)
            continue
        place = before.tasks.index(move.name)
        wanted = [before.next_task if i == place else x for i, x in enumerate(before.tasks)]
        assert list(game.tasks) == wanted  # the next one takes the place (R11.16)
        assert barred(game).isdisjoint(types(game.next_task))
        color = game.color_of(before.turn_seat)
        assert game.claimed[color] == (*before.claimed[color], move.name)
