"""`kalarite check`: what is wrong with cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import card_files, json_option, plural, print_json, print_mistakes

if TYPE_CHECKING:
    from ...dsl.diagnostic import Diagnostic


@click.command("check", epilog="Example: kalarite check mydeck")
@click.argument("paths", metavar="[PATH...]", nargs=-1, type=click.Path(path_type=Path))
@json_option
def command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Check cards and say what is wrong with them.

    PATHs are card files, and folders: of a deck (then its deck.toml is checked, too), of
    several decks, or of card files. Without any, the built-in cards are meant.
    """
    from ..deck import CARDS

    number, mistakes = _check(paths or (CARDS,))
    if as_json:
        from ...dsl.render import as_data

        print_json({"version": 1, "cards": number, "mistakes": [as_data(x) for x in mistakes]})
    else:
        print_mistakes(mistakes, err=False)
        click.echo(f"{plural(number, 'card')}, {plural(len(mistakes), 'mistake') if mistakes else 'no mistakes'}")
    return 1 if mistakes else 0


def _check(paths: tuple[Path, ...]) -> tuple[int, list[Diagnostic]]:
    """The number of cards that PATHs hold, and their mistakes."""
    from ...dsl.source import Source
    from ..compile import compile_card, compile_deck
    from ..deck import MANIFEST, find_decks
    from ..sources import gather

    number = 0
    mistakes: list[Diagnostic] = []
    for path in paths:
        if path.name == MANIFEST and path.is_file():
            path = path.parent
        if path.is_dir() and find_decks(path):
            sources, found = gather([path], built_in=False)
            mistakes += found
            for deck in sources.decks:
                mistakes += compile_deck(deck)[1]
                number += len(deck.cards)
            continue
        for file in card_files([path]):
            mistakes += compile_card(Source.of(file.read_bytes(), str(file)))[1]
            number += 1
    return number, mistakes
