"""Every card on random positions, answered at random to the end: what must hold whatever is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest
from kalarite.compiler.reference import Match, World, matches, summon
from kalarite.dsl import tree as t
from reference.planted import planted, scattered, world_of
from reference.stage import Run, built_in

BEINGS = sorted(name for name, card in built_in().items() if card.kind != "flare")
FLARES = sorted(name for name, card in built_in().items() if card.kind == "flare")
POSITIONS = 24  # a card; raise it for a long soak


def runs(card: t.Card, seed: str) -> Iterator[tuple[World, str, Match | None]]:
    """Positions just before a part of the card is run."""
    random = Random(seed)
    for _ in range(POSITIONS):
        if card.kind == "flare":
            for part in card.parts:
                colors = random.choice([2, 3])
                yield world_of(scattered(colors, random), colors, random), part.name, None
            continue
        found = planted(card, random)
        if found:
            position, match, pick_up = found
            before = owned(position)
            summon(position, card, match, pick_up)
            assert owned(position) == before
            position.events.clear()
            position.destroyed.clear()
            yield position, "effect", match


def owned(position: World) -> dict[tuple[int, int], int]:
    """Pieces by color and kind, on the board and in the supply (R2.9)."""
    total = {(color, kind): numbers[kind] for color, numbers in position.supply.items() for kind in (0, 1)}
    for color, rank in (*position.squares.values(), *position.laid):
        total[color, rank // 2] += 1
    return total


def told(position: World, squares: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """The board that the events make out of `squares`."""
    squares = dict(squares)
    for event in position.events:
        match event:
            case ("put", int(color), int(rank), str(square)):
                assert square not in squares
                squares[square] = (color, rank)
            case ("destroy", int(color), int(rank), str(square), _):
                assert squares.pop(square) == (color, rank)
            case ("move" | "leap", str(start), str(target)):
                assert target not in squares
                squares[target] = squares.pop(start)
            case ("swap", str(one), str(other)):
                squares[one], squares[other] = squares[other], squares[one]
            case ("take", int(color), int(rank), str(square)):
                assert squares.pop(square) == (color, rank)
            case ("put_back", int(color), int(rank), str(square)):
                assert square not in squares
                squares[square] = (color, rank)
            case ("turn", int(color), int(old), int(new), str(square)):
                assert squares[square] == (color, old)
                assert abs(old - new) == 1
                squares[square] = (color, new)
            case ("convert", int(color), int(old), int(new), str(square)):
                assert squares[square] == (color, old)
                squares[square] = (position.me, new)
            case _:
                assert event[0] in ("gain", "permit", "put_card", "draw_more", "permit_squares", "count_twice")
    return squares


def counted(position: World) -> dict[tuple[int, int], int]:
    """What counts as destroyed, summed up from the events (R6.59 to R6.63)."""
    total: dict[tuple[int, int], int] = {}
    for event in position.events:
        match event:
            case ("destroy", int(color), int(rank), _, int(tally)) if color != position.me and tally:
                total[color, rank] = total.get((color, rank), 0) + tally
            case ("convert", int(color), int(rank), _, _):
                total[color, rank] = total.get((color, rank), 0) + 1
            case _:
                pass
    return total


@pytest.mark.parametrize("name", [*BEINGS, *FLARES])
def test_whatever_is_answered(name: str) -> None:
    card = built_in()[name]
    random = Random(name)
    changed = 0
    for position, part, match in runs(card, name):
        before, board, actions = owned(position), dict(position.squares), position.actions
        copy = deepcopy(position)
        run = Run(card, part, position, match)
        answers: list[str] = []
        while run.offer is not None:
            assert run.offer - {"stop"}
            assert len(run.offer) > 1  # what is forced is not asked
            stop = "stop" in run.offer and random.random() < 0.15
            answers.append("stop" if stop else random.choice(sorted(run.offer - {"stop"})))
            run.take(answers[-1])
            assert owned(position) == before
            assert min(min(numbers) for numbers in position.supply.values()) >= 0
        assert told(position, board) == position.squares
        assert counted(position) == position.destroyed
        assert position.actions - actions == sum(int(x[2]) for x in position.events if x[:2] == ("gain", "action"))
        changed += bool(position.events)
        assert Run(card, part, copy, match).take(*answers).offer is None
        assert copy == position  # nothing but the answers decides
    assert changed


@pytest.mark.parametrize("name", [*BEINGS, *FLARES])
def test_each_answer_that_is_offered_is_accepted(name: str) -> None:
    card = built_in()[name]
    random = Random(name + " again")
    for position, part, match in list(runs(card, name + " again"))[:4]:
        answers: list[str] = []
        while True:
            offer = Run(card, part, deepcopy(position), match).take(*answers).offer
            if offer is None:
                break
            for answer in random.sample(sorted(offer), min(len(offer), 12)):
                Run(card, part, deepcopy(position), match).take(*answers, answer)
            answers.append(random.choice(sorted(offer)))


@pytest.mark.parametrize("name", BEINGS)
def test_matches_turn_and_mirror_with_the_board(name: str) -> None:
    # the arena's outline has all symmetries of a square
    card = built_in()[name]
    for position, _, _ in list(runs(card, name))[:6]:
        found = {(m.square, m.used, m.marks) for m in matches(card, position)}
        for image in (_turned, _mirrored):
            other = deepcopy(position)
            other.squares = {image(square): piece for square, piece in position.squares.items()}
            expected = {
                (image(s), frozenset(map(image, used)), frozenset(map(image, marks))) for s, used, marks in found
            }
            assert {(m.square, m.used, m.marks) for m in matches(card, other)} == expected


def _turned(square: str) -> str:
    """A quarter turn of the board."""
    column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
    return chr(ord("a") + row) + str(9 - column)


def _mirrored(square: str) -> str:
    return chr(ord("a") + ord("i") - ord(square[0])) + square[1]
