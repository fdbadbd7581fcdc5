"""Chance is a function of seed, purpose and counter: the same everywhere, and nothing else is random."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from duels import DECKS, at, begun, finished, new
from kalarite.runtime import Game, replay
from kalarite.runtime.mix import below, mix, shuffled
from kalarite.runtime.playout import Dice, games

GAMMA = 0x9E3779B97F4A7C15
PRINT_RECORDS = """
from kalarite.runtime import Board, Game
from kalarite.runtime.playout import Dice, games, play_out

def show(game):
    print(game.record, game.to_json(), game.position_key(), game.public_record, list(game.events), sep="\\n")
    print(game.observation(0).data, game.legal_moves())

for game, _ in games("duel", ["northern", "southern"], 3, seed=11):
    show(game)
game = Game.from_position(Board.parse("..c\\nc.c\\nc.C", at="d4"), hands=[["Hypnotist", "Titan"], ["flare-03"]], seed=9)
for move in ("summon Hypnotist e5", "option move 1"):
    game.play(game.parse(move))
    show(game)
"""


def split_mix(state: int) -> int:
    """The output of SplitMix64 for a state, as its authors publish it."""
    z = state % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def test_the_finalizer_is_the_published_one() -> None:
    assert split_mix(1234567 + GAMMA) == 6457827717110365317  # first output of SplitMix64 seeded with 1234567


@pytest.mark.parametrize("numbers", [(0, 0, 0), (1, 2, 3), (2**64 - 1, 15, 2**40), (2**100 + 7, 5, 1)])
def test_mix_is_four_rounds_of_it(numbers: tuple[int, int, int]) -> None:
    seed, purpose, counter = numbers
    x = 0
    for word in (seed, seed >> 64, purpose, counter):
        x = split_mix(x + word * GAMMA + GAMMA)
    assert mix(*numbers) == x


VECTORS = {
    (0, 0, 0): 2391539541053276776,
    (7, 0, 0): 8585400256167245584,
    (7, 4, 1): 9258062037187876217,
    (2**64, 0, 0): 7542512935913773580,
    (2**128 - 1, 17, 123456789): 552399282114266281,
}


@pytest.mark.parametrize("numbers", VECTORS)
def test_vectors_stay(numbers: tuple[int, int, int]) -> None:
    """Frozen: another value would change what every seed plays."""
    assert mix(*numbers) == VECTORS[numbers]


def test_below_and_shuffled_are_fair_enough() -> None:
    counts = Counter(below(6, 5, 1, n) for n in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < n < 1150 for n in counts.values())
    orders = Counter(shuffled((1, 2, 3), 5, 2, n) for n in range(6000))
    assert len(orders) == 6
    assert all(850 < n < 1150 for n in orders.values())
    assert shuffled((), 1, 1, 1) == ()
    assert sorted(shuffled((4, 4, 5), 1, 1, 1)) == [4, 4, 5]


def test_purposes_and_counters_give_different_orders() -> None:
    cards = tuple(range(18))
    orders = {shuffled(cards, seed, purpose, n) for seed in range(5) for purpose in range(6) for n in range(5)}
    assert len(orders) == 150


def test_dice_are_the_same_everywhere() -> None:
    dice = Dice(3)
    assert [dice.next() for _ in range(3)] == [mix(3, 16, n) for n in (1, 2, 3)]
    assert all(0 <= Dice(n).random() < 1 for n in range(50))


@pytest.fixture(scope="module")
def printed() -> bytes:
    return run_fresh("0")


def run_fresh(hash_seed: str) -> bytes:
    path = os.pathsep.join(x for x in sys.path if x)
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", PRINT_RECORDS], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_records_are_the_same_bytes_under_every_hash_seed(printed: bytes, hash_seed: str) -> None:
    assert len(printed) > 10_000
    assert run_fresh(hash_seed) == printed


def test_records_are_the_same_in_this_process(printed: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    exec(PRINT_RECORDS, {})
    assert capfd.readouterr().out.encode() == printed.replace(b"\r\n", b"\n")


def test_the_global_random_is_neither_used_nor_touched() -> None:
    random.seed(5)
    state = random.getstate()
    first = finished(new(4), 4).record
    replay(Game.from_json(begun(4, first="random").to_json()).record)
    finished(at("c", "d4", hands=[["Bomb"]]), 2)
    assert random.getstate() == state
    random.seed(99)
    assert finished(new(4), 4).record == first


def test_seeds_make_different_games() -> None:
    assert len({tuple(new(seed).hand(0)) for seed in range(20)}) == 20
    assert new(2**64).hand(0) != new(0).hand(0), "all bits of a seed count"
    one, two = ([x.record for x, _ in games("duel", DECKS, 2, seed=seed)] for seed in (1, 1))
    assert one == two
    assert one[0] != one[1]


def test_the_first_player_is_drawn_from_the_seed() -> None:
    starters = [begun(seed, first="random").turn_seat for seed in range(40)]
    assert starters == [begun(seed, first="random").turn_seat for seed in range(40)]
    assert 10 < sum(starters) < 30
