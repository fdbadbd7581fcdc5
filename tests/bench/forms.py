"""Decisions a second of each form of play, as a ratio to the duel's.

    python tests/bench/forms.py [--rounds 25] [--seconds 0.1]

Each form plays in short alternations with the duel in the same process, with the same
chooser and the whole contract on; the line of a form is the median over its rounds.
"""

from __future__ import annotations

import statistics

from playout import Games, run_by_hand

DECKS = ("northern", "southern", "highland", "sylvan")
FORMS = (("first", 2), ("high", 2), ("high-team", 4), ("duel-team", 4), ("melee", 3), ("melee", 4))


def compare(rounds: int, seconds: float) -> None:
    """Alternate each form with the duel, print the medians."""
    duel = Games("duel", DECKS[:2], 1)
    for form, players in FORMS:
        other = Games(form, DECKS[:players], 1)
        for _ in range(10):  # tables of moves fill as they are needed
            duel.run(seconds)
            other.run(seconds)
        pairs = [(duel.run(seconds)[0], other.run(seconds)[0]) for _ in range(rounds)]
        ratio = statistics.median(b / a for a, b in pairs)
        speed = statistics.median(b for _, b in pairs)
        print(f"{form:10} {players} players: {speed:9,.0f} decisions/s, ratio: {ratio:.2f}")


if __name__ == "__main__":
    run_by_hand(__doc__, compare)
