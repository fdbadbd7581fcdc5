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
import timeit
from collections.abc import Callable, Sequence

import chess
from kalarite.runtime import Game, load_cards
from kalarite.runtime.move import DISCARD, FLARE, PLACE, SUMMON, VERBS
from kalarite.runtime.playout import summons_first

IS_ACTION = tuple(kind in (PLACE, SUMMON, DISCARD, FLARE) for kind in range(len(VERBS)))  # by kind of move
WARM_UP = 20  # rounds before the first that counts: tables of moves fill as they are needed


class Games:
    """Plays random games of a form, one after the other."""

    def __init__(self, form: str, decks: Sequence[str], seed: int) -> None:
        self.form, self.decks = form, decks
        self.rng = random.Random(seed)
        self.cards = load_cards()
        self.game = self.new()

    def new(self) -> Game:
        return Game.new(self.form, self.decks, self.rng.getrandbits(32), cards=self.cards)

    def run(self, seconds: float) -> tuple[float, float]:
        """Decisions and whole actions a second, over about `seconds`."""
        rng, game = self.rng, self.game
        decisions = actions = 0
        begin = now = time.perf_counter()
        while now - begin < seconds:
            for _ in range(20):
                moves = game.legal_moves()
                if not moves:
                    game = self.new()
                    continue
                move = summons_first(rng, moves)
                game.play(move)
                decisions += 1
                actions += IS_ACTION[move.kind]
            now = time.perf_counter()
        self.game = game
        return decisions / (now - begin), actions / (now - begin)


class Chess:
    """Plays random chess, one game after the other."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.board = chess.Board()

    def run(self, seconds: float) -> float:
        """Plies a second, over about `seconds`."""
        rng, board = self.rng, self.board
        plies = 0
        begin = now = time.perf_counter()
        while now - begin < seconds:
            for _ in range(20):
                moves = list(board.legal_moves)
                if not moves or board.ply() >= 300:
                    board = chess.Board()
                    continue
                board.push(moves[int(rng.random() * len(moves))])
                plies += 1
            now = time.perf_counter()
        self.board = board
        return plies / (now - begin)


def copies(game: Game, board: chess.Board) -> tuple[float, float]:
    """Seconds of one `game.copy()` and one `board.copy(stack=False)`, the medians of short alternations."""
    number = 2000
    pairs = [
        (timeit.timeit(game.copy, number=number), timeit.timeit(lambda: board.copy(stack=False), number=number))
        for _ in range(21)
    ]
    return statistics.median(x[0] for x in pairs) / number, statistics.median(x[1] for x in pairs) / number


def compare(rounds: int, seconds: float) -> None:
    """Alternate, and print the medians."""
    ours, theirs = Games("duel", ("northern", "southern"), 1), Chess(1)
    for _ in range(WARM_UP):
        ours.run(seconds)
        theirs.run(seconds)
    pairs = [(*ours.run(seconds), theirs.run(seconds)) for _ in range(rounds)]
    for i, name in enumerate(("decisions/s", "whole actions/s", "chess plies/s")):
        print(f"{name}: {statistics.median(pair[i] for pair in pairs):,.0f}")
    ours_copy, theirs_copy = copies(ours.game, theirs.board)
    print(f"copy: {ours_copy * 1e6:.2f} us, chess {theirs_copy * 1e6:.2f} us, ratio {ours_copy / theirs_copy:.2f}")
    decisions = [decisions / plies for decisions, _, plies in pairs]
    low, _, high = statistics.quantiles(decisions, n=4)
    print(f"actions ratio: {statistics.median(actions / plies for _, actions, plies in pairs):.2f}")
    print(f"quartiles of the ratio: {low:.2f} {high:.2f}")
    print(f"ratio: {statistics.median(decisions):.2f}")


def run_by_hand(description: str | None, compare: Callable[[int, float], None]) -> None:
    """Alternate as often and as long as the command line says."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25, help="alternations (default 25)")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of each (default 0.1)")
    arguments = parser.parse_args()
    compare(arguments.rounds, arguments.seconds)


if __name__ == "__main__":
    run_by_hand(__doc__, compare)
