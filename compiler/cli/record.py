"""`kalarite record`: a game from its record, board by board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import card_set, cards_option, lang_option, unknown

if TYPE_CHECKING:
    from ...runtime.game import Game


@click.command("record", epilog="Example: kalarite record games/game-00001.txt")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--tell", is_flag=True, help="Tell what happened, too: a sentence for each event.")
@lang_option
@cards_option
def command(file: Path, tell: bool, language: str, folders: tuple[Path, ...]) -> int:
    """Replay the record of a game and print its boards.

    The board stands below each line of the record, as it is after it.
    """
    from ...runtime.record import Record, begin, play_line

    record = Record(file.read_bytes().decode("utf-8", errors="replace"))
    cards = card_set(folders)
    strange = [x for x in record.facts.get("decks", "").split() if x not in cards.decks]
    if strange:
        raise unknown("deck", strange[0], cards.decks, "for a deck of your own add --cards FOLDER")
    game = begin(record, cards)
    told = _tell(game, 0, language) if tell else ""
    click.echo(told + _state(game))
    for line, moves in record.turns:
        before = len(game.events)
        play_line(game, line, moves)
        told = _tell(game, before, language) if tell else ""
        click.echo(f"\n{line}\n\n{told}{_state(game)}")
    click.echo(f"\n{_outcome(game)}")
    return 0


def _tell(game: Game, first: int, language: str) -> str:
    from ..tell import tell

    return "".join(f"  {x}\n" for x in tell(game, game.events[first:], language)) + "\n"


def _state(game: Game) -> str:
    from ..drawing import framed

    board = "\n".join(f"  {row}" for row in framed(game.board))
    scores = ", ".join(f"{name} {points}" for name, points in zip(game.rules.decks, game.scores, strict=True))
    return f"{board}\n  {scores}"


def _outcome(game: Game) -> str:
    if game.result is None:
        return f"the record ends here; {game.rules.decks[game.to_move]} is to move"
    winners = " and ".join(game.rules.decks[x] for x in game.result.winners)
    verb = "wins" if len(game.result.winners) == 1 else "share the win"
    return f"{winners} {verb} ({game.result.reason})"
