"""`kalarite playout`: games between random players, and their figures."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import Refusal, card_set, decks_and_cards, json_option, plural, print_json, write_whole

if TYPE_CHECKING:
    from ...runtime.cards import CardSet
    from ...runtime.game import Game


LONG = 1000  # turns
_FIRST = ("northern", "southern")  # who learns the game begins with them (R10.1)


@click.command("playout", epilog="Example: kalarite playout --decks northern,mydeck --games 20 --seed 7")
@click.option(
    "--form", metavar="NAME|FILE", default="duel", show_default=True, help="The form of play, or a file of your own."
)
@click.option(
    "--decks",
    metavar="NAMES",
    default=None,
    show_default="the first ones that the form may be played with",
    help="By name, or folders of your own.",
)
@click.option(
    "--games", "number", metavar="N", type=click.IntRange(min=1), default=100, show_default=True, help="How many games."
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(0, 2**53), default=0, show_default=True, help="Same seed, same games."
)
@click.option(
    "--chooser",
    type=click.Choice(["random", "summons-first"]),
    default="random",
    show_default=True,
    help="How answers are chosen; summons-first prefers to play cards.",
)
@click.option(
    "--turn-limit",
    "limit",
    metavar="N",
    type=click.IntRange(min=1),
    default=None,
    show_default=f"{LONG} where only points end a game, which random players may never make",
    help="Games end after so many turns.",
)
@click.option(
    "--record", "records", metavar="FOLDER", type=click.Path(path_type=Path), help="Write each game's record there."
)
@json_option
def command(
    form: str,
    decks: str | None,
    number: int,
    seed: int,
    chooser: str,
    limit: int | None,
    records: Path | None,
    as_json: bool,
) -> int:
    """Play games between random players.

    Prints who won how often, the scores, and how many decisions a second were taken.
    """
    from ...runtime.game import Game
    from ...runtime.playout import CHOOSERS, games

    form, names, cards = _meant(form, decks)
    if limit is None and "cards" not in cards.form(form)["blocks"]["trigger"]:
        limit = LONG
    Game.new(form, names, seed, cards=cards)  # what cannot be played is refused before anything is written
    if records is not None:
        _prepare(records, number)
    figures = _Figures()
    begin = time.perf_counter()
    options: dict[str, Any] = {"cards": cards, "choose": CHOOSERS[chooser], "turn_limit": limit}
    for game, decisions in _watched(games(form, names, number, seed, **options), number):
        figures.add(game, decisions)
        if records is not None:
            write_whole(records / _file_name(len(figures.lengths)), game.record)
    seconds = time.perf_counter() - begin
    facts = {"version": 1, "form": form, "decks": names, "seed": seed, "chooser": chooser, **figures.facts(seconds)}
    if as_json:
        print_json(facts)
    else:
        _print(facts, records)
    return 0


def _meant(form: str, decks: str | None) -> tuple[str, list[str], CardSet]:
    """The name of the form, the decks and their cards; without `decks` the fewest and first that the form takes."""
    names, cards = ([], card_set(())) if decks is None else decks_and_cards(decks)
    if form.endswith(".toml") or Path(form).name != form:
        from ..compile import with_form
        from ..manifest import read_manifest

        cards = with_form(cards, form)
        form = read_manifest(Path(form), "form")[0]["name"]
    if decks is None:
        data = cards.form(form)
        free = sorted(data.get("decks", cards.decks), key=lambda name: name not in _FIRST)
        names = free[: min(data["players"])]
    return form, names, cards


class _Figures:
    """What is counted over the games."""

    def __init__(self) -> None:
        self.sides: tuple[str, ...] = ()  # colors; a team is called by the deck of its first seat
        self.wins: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.lengths: list[int] = []
        self.turns = 0

    def add(self, game: Game, decisions: int) -> None:
        result = game.result
        assert result is not None
        self.sides = game.rules.color_names
        winners = {game.color_of(seat) for seat in result.winners}
        self.wins[winners.pop() if len(winners) == 1 else "tie"] += 1
        self.reasons[result.reason] += 1
        self.points.update({game.color_of(seats[0]): result.scores[seats[0]] for seats in game.teams})
        self.lengths.append(decisions)
        self.turns += game.turn

    def facts(self, seconds: float) -> dict[str, Any]:
        games = len(self.lengths)
        return {
            "games": games,
            "wins": {name: self.wins[name] for name in (*self.sides, "tie")},
            "mean_points": {name: round(self.points[name] / games, 2) for name in self.sides},
            "ended_by": dict(self.reasons.most_common()),
            "mean_turns": round(self.turns / games, 1),
            "decisions": sum(self.lengths),
            "seconds": round(seconds, 2),
            "decisions_a_second": round(sum(self.lengths) / seconds),
        }


def _print(facts: dict[str, Any], records: Path | None) -> None:
    games = facts["games"]
    click.echo(f"{plural(games, 'game')} of {facts['form']}, seed {facts['seed']}, {facts['chooser']} players")
    for name, wins in facts["wins"].items():
        points = f"  {facts['mean_points'][name]:5.1f} points a game" if name != "tie" else ""
        click.echo(f"  {name:12} {wins:6,} ({100 * wins / games:.0f} %){points}")
    click.echo("ended by: " + ", ".join(f"{reason} {count:,}" for reason, count in facts["ended_by"].items()))
    click.echo(f"{facts['mean_turns']:.1f} turns and {facts['decisions'] / games:.0f} decisions a game")
    click.echo(
        f"{facts['decisions']:,} decisions in {facts['seconds']:.1f} s: {facts['decisions_a_second']:,} a second"
    )
    if records is not None:
        click.echo(f"records: {records / _file_name(1)} ...")


def _watched(played: Iterable[tuple[Game, int]], number: int) -> Iterator[tuple[Game, int]]:
    """The same games, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from played
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(played, "playing", number, console=Console(stderr=True), transient=True)


def _file_name(number: int) -> str:
    return f"game-{number:05}.txt"


def _prepare(folder: Path, number: int) -> None:
    """Make the folder of records; a record that is there already is refused, not overwritten."""
    folder.mkdir(exist_ok=True)
    taken = [name for i in range(1, number + 1) if os.path.lexists(folder / (name := _file_name(i)))]
    if taken:
        raise Refusal(f"'{folder / taken[0]}' exists already; choose another folder")
