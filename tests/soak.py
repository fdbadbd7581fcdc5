"""Games of every form by a chooser that prefers cards, with the state checked at every decision.

    python tests/soak.py [--games 1000] [--seed 1] [--form NAME] [--save-every 0]

Prints, for each form and number of players, what happened in them; stops at the first
promise that is broken. `--save-every N` also saves, copies, pickles and takes back at
every N-th decision, which costs most of the time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from kalarite.runtime import Game, load_cards
from kalarite.runtime.conformance import Report, check_copies, check_state
from kalarite.runtime.mix import mix
from kalarite.runtime.playout import Dice, summons_first

DECKS = ("northern", "southern", "highland", "sylvan")


def play(game: Game, dice: Dice, report: Report, save_every: int) -> None:
    """One game to its end."""
    while not game.is_over:
        check_state(game)
        move = summons_first(dice, game.legal_moves())
        if save_every and report.decisions % save_every == 0:
            check_copies(game, move)
            report.saves += 1
        game.play(move)
        report.decisions += 1
    check_state(game)
    report.games += 1


def soak(form: str, players: int, number: int, seed: int, save_every: int) -> str:
    """So many games of a form; what happened in them, in a line."""
    cards, report, turns = load_cards(), Report(), 0
    wins: Counter[str] = Counter()
    begin = time.perf_counter()
    for k in range(number):
        dice = Dice(mix(seed, 19, k))
        first = cards.form(form).get("decks") or [DECKS[(k + i) % 4] for i in range(players)]
        game = Game.new(form, first, mix(seed, 18, k), cards=cards)
        play(game, dice, report, save_every)
        assert game.result is not None
        wins["alone" if len({game.color_of(x) for x in game.result.winners}) == 1 else "shared"] += 1
        turns += game.turn
    seconds = time.perf_counter() - begin
    return (
        f"{form:10} {players} players: {report.games} games, {turns / number:.1f} turns and "
        f"{report.decisions / number:.0f} decisions a game, {report.saves} saves, won {dict(wins)}, {seconds:.0f} s"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games of each form (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same games (default 1)")
    parser.add_argument("--form", help="one form alone")
    parser.add_argument("--save-every", type=int, default=0, help="save at every N-th decision (default never)")
    arguments = parser.parse_args()
    for name in load_cards().forms:
        for players in load_cards().form(name)["players"]:
            if arguments.form in (None, name):
                print(soak(name, players, arguments.games, arguments.seed, arguments.save_every), flush=True)
