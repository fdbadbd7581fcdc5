"""Every card on random positions, answered at random to the end: what must hold whatever is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest
from kalarite.compiler.reference import Match, World, matches, summon
from kalarite.dsl import tree as t
from reference.planted import carried, planted, scattered, world_of
from reference.stage import ARENA, Run, built_in

BEINGS = sorted(name for name, card in built_in().items() if card.kind != "flare")
FLARES = sorted(name for name, card in built_in().items() if card.kind == "flare")
# events that leave the board as it is
ELSEWHERE = {"gain", "lose_next", "permit", "permit_squares", "as_own", "put_card", "draw_more"}
ELSEWHERE |= {"count_twice", "tell", "out"}
POSITIONS = 24  # a card; raise it for a long soak


def runs(card: t.Card, seed: str) -> Iterator[tuple[World, str, Match | None]]:
    """Positions just before a part of the card is run."""
    random = Random(seed)
    slow = any(isinstance(x, t.Linked) for x in t.walk(card.parts))  # every way on is tried anew at each question
    for _ in range(POSITIONS // 4 if slow else POSITIONS):
        for part in card.parts:
            if part.name != "effect":  # those of flares, and what is carried out without the being
                colors = random.choice([2, 3])
                yield world_of(scattered(colors, random), colors, random), part.name, None
        if all(part.name != "effect" for part in card.parts):
            continue
        found = planted(card, random)
        if found:
            position, match, pick_up = found
            before = owned(position)
            summon(position, card, match, pick_up)
            assert owned(position) == before
            carried(card, position, match, random)
            position.events.clear()
            position.destroyed.clear()
            yield position, "effect", match


def owned(position: World) -> dict[tuple[int, int], int]:
    """Pieces by color and kind, on the board, in the supply (R2.9) and on the card, and those out of the game."""
    total = {(color, kind): numbers[kind] for color, numbers in position.supply.items() for kind in (0, 1)}
    for color, rank in (*position.squares.values(), *position.laid):
        total[color, rank // 2] += 1
    for event in position.events:
        if event[0] == "out":
            total[int(event[1]), int(event[2]) // 2] += 1
    return total


def carriers(position: World) -> dict[tuple[str, int], str | None]:
    """Where the piece with each marker is."""
    return {marker: piece.square for marker, piece in position.markers.items()}


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
                # the event does not say which enemy gets an own piece
                given = color == position.me
                assert not given or position.color(square) != position.me
                squares[square] = (position.color(square) if given else position.me, new)
            case ("mark", str(), int(color), str(square)):
                assert squares[square][0] == color == position.me
            case _:
                assert event[0] in ELSEWHERE
    return squares


def counted(position: World) -> dict[tuple[int, int], int]:
    """What counts as destroyed, summed up from the events (R6.59 to R6.63)."""
    total: dict[tuple[int, int], int] = {}
    for event in position.events:
        match event:
            case ("destroy", int(color), int(rank), _, int(tally)) if color != position.me and tally:
                total[color, rank] = total.get((color, rank), 0) + tally
            case ("convert", int(color), int(rank), _, _) if color != position.me:
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
        # nothing but the answers decides; a remembered piece equals only itself, so markers are compared by square
        assert carriers(copy) == carriers(position)
        copy.markers = position.markers
        assert copy == position
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
    # the arena's outline has all symmetries of a square; its colored squares are turned along
    card = built_in()[name]
    random = Random(name)
    positions = [found[0] for _ in range(12) if (found := planted(card, random))]
    assert positions
    for position in positions[:6]:
        found = {(m.square, m.used, m.marks) for m in matches(card, position)}
        assert found
        for image in (_turned, _mirrored):
            other = deepcopy(position)
            fields = {kind: frozenset(map(image, getattr(ARENA, kind))) for kind in ("red", "green", "central")}
            other.arena = replace(ARENA, **fields)
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
