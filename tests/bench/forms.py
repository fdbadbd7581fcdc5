"""Decisions a second of each form of play, as a ratio to the duel's.

    python tests/bench/forms.py [--rounds 25] [--seconds 0.1]

Each form plays in short alternations with the duel in the same process, with the same
chooser and the whole contract on; the line of a form is the median over its rounds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from kalarite.runtime import Game, load_cards
from kalarite.runtime.playout import summons_first

DECKS = ("northern", "southern", "highland", "sylvan")
FORMS = (("first", 2), ("high", 2), ("high-team", 4), ("duel-team", 4), ("melee", 3), ("melee", 4))


class Games:
    """Plays games of a form, one after the other."""

    def __init__(self, form: str, players: int) -> None:
        self.form, self.decks = form, DECKS[:players]
        self.rng = random.Random(1)
        self.cards = load_cards()
        self.game = self.new()

    def new(self) -> Game:
        return Game.new(self.form, self.decks, self.rng.getrandbits(32), cards=self.cards)

    def run(self, seconds: float) -> float:
        """Decisions a second, over about `seconds`."""
        rng, game, decisions = self.rng, self.game, 0
        begin = now = time.perf_counter()
        while now - begin < seconds:
            for _ in range(20):
                moves = game.legal_moves()
                if not moves:
                    game = self.new()
                    continue
                game.play(summons_first(rng, moves))
                decisions += 1
            now = time.perf_counter()
        self.game = game
        return decisions / (now - begin)


def compare(rounds: int, seconds: float) -> None:
    """Alternate each form with the duel, print the medians."""
    duel = Games("duel", 2)
    for form, players in FORMS:
        other = Games(form, players)
        for _ in range(10):  # tables of moves fill as they are needed
            duel.run(seconds)
            other.run(seconds)
        pairs = [(duel.run(seconds), other.run(seconds)) for _ in range(rounds)]
        ratio = statistics.median(b / a for a, b in pairs)
        speed = statistics.median(b for _, b in pairs)
        print(f"{form:10} {players} players: {speed:9,.0f} decisions/s, ratio: {ratio:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25, help="alternations (default 25)")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of each (default 0.1)")
    arguments = parser.parse_args()
    compare(arguments.rounds, arguments.seconds)
