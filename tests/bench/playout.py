"""Decisions a second of random duels, as a ratio to the plies a second of random chess.

    python tests/bench/playout.py [--rounds 25] [--seconds 0.1]

Both run in the same process in short alternations, so the machine's moods fall on
both. Ours: northern against southern with the whole contract on (illegal moves
refused, record, take back), the full list of legal moves each time, a chooser that
takes summonings first with 0.8. Theirs: `list(board.legal_moves)`, choose, `push`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator

import chess
from kalarite.runtime import Game, load_cards
from kalarite.runtime.playout import summons_first

_TURN_ENDS = ("start", "place", "summon", "discard", "flare", "pick")


def duel(rng: random.Random) -> Iterator[tuple[int, int]]:
    """Play duels for ever; yields (decisions, whole actions) of one step each."""
    cards = load_cards()
    while True:
        game = Game.new("duel", ["northern", "southern"], rng.getrandbits(32), cards=cards)
        while not game.is_over:
            move = summons_first(rng, game.legal_moves())
            game.play(move)
            yield 1, move.text.startswith(_TURN_ENDS)


def plies(rng: random.Random) -> Iterator[tuple[int, int]]:
    """Play chess for ever; yields one ply a step."""
    board = chess.Board()
    while True:
        moves = list(board.legal_moves)
        if not moves or board.ply() >= 300:
            board = chess.Board()
            continue
        board.push(rng.choice(moves))
        yield 1, 1


def rate(run: Iterator[tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Steps and actions a second over about `seconds`."""
    steps = actions = 0
    begin = time.perf_counter()
    while (now := time.perf_counter()) - begin < seconds:
        for _ in range(20):
            step, action = next(run)
            steps += step
            actions += action
    return steps / (now - begin), actions / (now - begin)


def alternate(ours: Iterator[tuple[int, int]], theirs: Iterator[tuple[int, int]], rounds: int, seconds: float) -> None:
    rate(ours, seconds), rate(theirs, seconds)  # warm up
    pairs = [(rate(ours, seconds), rate(theirs, seconds)) for _ in range(rounds)]
    figures: list[tuple[str, Callable[[tuple[tuple[float, float], tuple[float, float]]], float]]] = [
        ("decisions/s", lambda p: p[0][0]),
        ("whole actions/s", lambda p: p[0][1]),
        ("chess plies/s", lambda p: p[1][0]),
    ]
    for name, value in figures:
        print(f"{name}: {statistics.median(map(value, pairs)):,.0f}")
    actions = [ours[1] / theirs[0] for ours, theirs in pairs]
    decisions = [ours[0] / theirs[0] for ours, theirs in pairs]
    low, _, high = statistics.quantiles(decisions, n=4)
    print(f"actions ratio: {statistics.median(actions):.2f}")
    print(f"quartiles of the ratio: {low:.2f} {high:.2f}")
    print(f"ratio: {statistics.median(decisions):.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25, help="alternations (default 25)")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of each (default 0.1)")
    arguments = parser.parse_args()
    alternate(duel(random.Random(1)), plies(random.Random(1)), arguments.rounds, arguments.seconds)
