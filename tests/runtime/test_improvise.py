"""Improvised summonings against a count by hand: every orientation and square, piece by piece (R14.21 to R14.29)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from kalarite.runtime import Board, Game, load_cards
from kalarite.runtime.arena import turned
from kalarite.runtime.move import Move, square_name
from kalarite.runtime.rules import Entry
from kalarite.runtime.state import STAND_INS

CARDS = load_cards()
ARENA = CARDS.arena("standard")
DECKS = ("northern", "southern", "highland")
BEINGS = [x.key for x in CARDS.cards_of("imperial")]
TRAVELING = ("etherweave", "southern", "highland")  # one of its beings is summoned outside its pattern
LEGENDS = [x.key for x in CARDS.cards_of("legends")]


def random_game(seed: int, decks: tuple[str, ...] = DECKS) -> Game:
    """A crowded board, often without pieces in supply; some colors used, sometimes a permission by a card."""
    rng = random.Random(seed)
    squares = [square_name(x) for x in ARENA.squares]
    pieces: dict[str, tuple[int, int]] = {}
    given = {color: [15, 3] for color in range(3)}
    for square in rng.sample(squares, rng.randint(12, 45)):
        color, rank = rng.choices([0, 1, 2], [3, 2, 2])[0], rng.choices([0, 1, 2], [5, 4, 1])[0]
        if given[color][rank // 2]:
            given[color][rank // 2] -= 1
            pieces[square] = (color, rank)
    if rng.random() < 0.5:
        given[0][0] = 0
    if rng.random() < 0.5:
        given[0][1] = 0
    game = Game.from_position(
        Board(ARENA, pieces),
        form="melee",
        decks=decks,
        cards=CARDS,
        hands=[["Time Traveler"] if decks is TRAVELING else [*rng.sample(BEINGS, 3), *rng.sample(LEGENDS, 2)]],
        supply=[given[color] for color in range(3)],
        improvised=[[x for x in decks[1:] if rng.random() < 0.3], [], []],
        discarded=True,
    )
    game._s[STAND_INS] = rng.choice([0, 0, 1])
    return game


def matches(game: Game, entry: Entry) -> Iterator[tuple[int, list[int]]]:
    """Square and the owners of the enemy pieces used, of every match that leaves a piece for the being."""
    board = {x: game.board.pieces.get(square_name(x)) for x in game.rules.arena.squares}
    legendary = entry.rank == 2
    kind = {x for x, piece in board.items() if piece and piece[0] == 0 and (piece[1] == 2) == legendary}
    outside = entry.sites is not None
    sites = [x for x in board if board[x] is None and not (ARENA.red | ARENA.green) >> x & 1]
    for site, there in board.items():
        if there and there[1] > entry.rank and not outside:
            continue
        for lane in range(8):
            cells = [(site, entry.base)] if entry.base is not None else []
            for dx, dy, rank in entry.card.facts["cells"]:
                x, y = turned(lane, dx, dy)
                cells.append((site + 16 * y + x, rank))
            used = [board.get(square) for square, _ in cells]
            if any(piece is None or piece[1] < rank for piece, (_, rank) in zip(used, cells, strict=True)):
                continue
            in_supply = game.supply(0)[1 if legendary else 0] > 0
            if in_supply or (site in kind and not outside) or kind - {square for square, _ in cells}:
                for square in sites if outside else [site]:
                    yield square, [piece[0] for piece in used if piece and piece[0]]


@pytest.mark.parametrize("decks", [DECKS, TRAVELING])
@pytest.mark.parametrize("seed", range(60))
def test_what_is_offered_is_what_fits(seed: int, decks: tuple[str, ...]) -> None:
    game = random_game(seed, decks)
    permitted = game._s[STAND_INS]
    unused = [color for color in (1, 2) if decks[color] not in game.improvised[decks[0]]]
    plain: set[str] = set()
    improvised: dict[str, set[str]] = {}
    for key in game.hand(0):
        entry = game.rules.entry(game.rules.number[key])
        for site, borrowed in matches(game, entry):
            if len(borrowed) <= permitted:
                plain.add(f"summon {key} {square_name(site)}")
            if 1 <= len(borrowed) <= permitted + 1:
                colors = {decks[x] for x in borrowed if x in unused}
                improvised.setdefault(f"improvise {key} {square_name(site)}", set()).update(colors)
    improvised = {text: colors for text, colors in improvised.items() if colors}
    offered = [str(x) for x in game.legal_moves()]
    assert {x for x in offered if x.startswith("summon")} == plain
    assert {x for x in offered if x.startswith("improvise")} == set(improvised)
    assert len(offered) == len(set(offered))
    for text, colors in sorted(improvised.items())[:: max(1, len(improvised) // 12)]:
        again = game.copy()
        again.play(Move.parse(text))
        answers = {x.name for x in again.legal_moves() if x.verb == "color"}
        if len(colors) > 1:
            assert answers == colors
        else:  # not asked
            assert f"(color {min(colors)})" in again.record


def test_the_boards_show_improvisations_of_all_sorts() -> None:
    """Without them the test above would say nothing."""
    for decks in (DECKS, TRAVELING):
        found = [str(x).split()[0] for seed in range(60) for x in random_game(seed, decks).legal_moves()]
        assert found.count("improvise") > 300
        assert found.count("summon") > 300
