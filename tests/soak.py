"""Long runs of random games, with the promises of the engine held at every decision.

    python tests/soak.py [--games 1000] [--form NAME] [--seed 1] [--save-every 0]
    python tests/soak.py --pairings --games 500 --save-every 1 --jobs 2

Without `--pairings`: games of every form, the decks of a game drawn in turn from all that there are.
With it: so many games of each pairing of decks, in each form for two that takes any deck.

Games are played by a chooser that prefers cards over pieces. The state is checked at every
decision. `--save-every N` plays a second game beside each: at every N-th decision it is
written, read and goes on as what was read; the two have to stay equal. Prints a line for
each form and pairing, as soon as it is done; stops at the first promise that is broken.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from kalarite.runtime import CardSet, Game, load_cards
from kalarite.runtime.conformance import check_state, promise
from kalarite.runtime.mix import mix
from kalarite.runtime.playout import Dice, summons_first


@dataclass(frozen=True)
class Job:
    """So many games of a form; each table is the decks of one game, taken in turn."""

    form: str
    tables: tuple[tuple[str, ...], ...]
    games: int
    seed: int
    save_every: int

    @property
    def name(self) -> str:
        decks = " ".join(self.tables[0]) if len(self.tables) == 1 else f"{len(self.tables[0])} players"
        return f"{self.form:10} {decks}"


def play(game: Game, dice: Dice, save_every: int) -> tuple[int, int]:
    """One game to its end, beside it one that is saved and read; decisions and saves."""
    twin = game.copy() if save_every else None
    decisions = saves = 0
    while not game.is_over:
        check_state(game)
        moves = game.legal_moves()
        if twin is not None and decisions % save_every == 0:
            twin = Game.from_json(twin.to_json(), game.rules.cards)
            promise(twin == game, game, "a save is the same game")
            promise(twin.legal_moves() == moves, game, "a save stands at the same decision")
            saves += 1
        move = summons_first(dice, moves)
        game.play(move)
        if twin is not None:
            twin.play(move)
        decisions += 1
    check_state(game)
    promise(twin is None or (twin == game and twin.record == game.record), game, "a saved game ends as the game does")
    return decisions, saves


def soak(job: Job) -> str:
    """The games of a job; what happened in them, in a line."""
    cards = load_cards()
    turns = decisions = saves = 0
    wins: Counter[str] = Counter()
    begin = time.perf_counter()
    for k in range(job.games):
        game = Game.new(job.form, job.tables[k % len(job.tables)], mix(job.seed, 18, k), cards=cards)
        played, saved = play(game, Dice(mix(job.seed, 19, k)), job.save_every)
        decisions, saves = decisions + played, saves + saved
        assert game.result is not None
        wins["alone" if len({game.color_of(x) for x in game.result.winners}) == 1 else "shared"] += 1
        turns += game.turn
    return (
        f"{job.name:34} {job.games} games, {turns / job.games:.1f} turns and {decisions / job.games:.0f} decisions "
        f"a game, {saves} saves, won alone {wins['alone']}, {time.perf_counter() - begin:.0f} s"
    )


def forms(cards: CardSet, options: argparse.Namespace) -> Iterator[Job]:
    """Every form and number of players."""
    for form in cards.forms:
        data = cards.form(form)
        decks = tuple(data.get("decks") or cards.decks)
        for players in data["players"]:
            tables = tuple(tuple((decks * 2)[k : k + players]) for k in range(len(decks)))
            yield Job(form, tables, options.games, options.seed, options.save_every)


def pairings(cards: CardSet, options: argparse.Namespace) -> Iterator[Job]:
    """Every pairing of decks in every form for two that takes any."""
    for form in cards.forms:
        data = cards.form(form)
        if data["players"] == [2] and not data.get("decks"):
            for pair in itertools.combinations(cards.decks, 2):
                yield Job(form, (pair,), options.games, options.seed, options.save_every)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games of each form or pairing (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same games (default 1)")
    parser.add_argument("--form", help="one form alone")
    parser.add_argument("--pairings", action="store_true", help="every pairing of decks in the forms for two")
    parser.add_argument("--save-every", type=int, default=0, help="save at every N-th decision (default never)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    options = parser.parse_args()
    every = (pairings if options.pairings else forms)(load_cards(), options)
    jobs = [job for job in every if options.form in (None, job.form)]
    if not jobs:
        sys.exit("no form is called that; `kalarite list forms` names them")
    with ProcessPoolExecutor(options.jobs) as pool:
        for done in as_completed([pool.submit(soak, job) for job in jobs]):
            print(done.result(), flush=True)


if __name__ == "__main__":
    main()
