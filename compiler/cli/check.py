"""`kalarite check`: what is wrong with cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import card_files, json_option, plural, print_json, print_mistakes

if TYPE_CHECKING:
    from ...dsl.diagnostic import Diagnostic
    from ..compile import CompiledCard


@click.command("check", epilog="Example: kalarite check mydeck")
@click.argument("paths", metavar="[PATH...]", nargs=-1, type=click.Path(path_type=Path))
@click.option("--debug", is_flag=True, help="Also look for faults of the compiler in the programs of sound cards.")
@json_option
def command(paths: tuple[Path, ...], debug: bool, as_json: bool) -> int:
    """Check cards and say what is wrong with them.

    PATHs are card files, and folders: of a deck (then its deck.toml is checked, too), of
    several decks, or of card files. Without any, the built-in cards are meant. What
    is hidden and folders that a build made are passed over.
    """
    from ..deck import CARDS

    number, cards, mistakes = _check(paths or (CARDS,))
    faults = _faults(cards) if debug else []
    if as_json:
        from ...dsl.render import as_data

        data = {"version": 1, "cards": number, "mistakes": [as_data(x) for x in mistakes]}
        print_json({**data, "faults": faults} if debug else data)
    else:
        print_mistakes(mistakes, err=False)
        for x in faults:
            click.echo(f"{x['path']}: {x['message']}")
        counts = [f"{plural(number, 'card')}", plural(len(mistakes), "mistake") if mistakes else "no mistakes"]
        if debug:
            counts.append(plural(len(faults), "fault") if faults else "no faults")
        click.echo(", ".join(counts))
    return 1 if mistakes or faults else 0


def _faults(cards: list[CompiledCard]) -> list[dict[str, str]]:
    """The invariants that programs break: never the author's mistake, always the compiler's."""
    from ..invariants import broken

    return [{"path": x.source.path, "message": message} for x in cards for message in broken(x.program)]


def _check(paths: tuple[Path, ...]) -> tuple[int, list[CompiledCard], list[Diagnostic]]:
    """The number of cards that PATHs hold, those of decks and files without a mistake compiled, and the mistakes."""
    from ..compile import compile_deck, compile_file
    from ..deck import MANIFEST, CardFile, find_decks
    from ..sources import gather

    number = 0
    cards: list[CompiledCard] = []
    mistakes: list[Diagnostic] = []
    paths = tuple(x.parent if x.name == MANIFEST and x.is_file() else x for x in paths)
    folders = [x for x in paths if x.is_dir() and find_decks(x)]
    meant = {x.resolve() for folder in folders for x in find_decks(folder)}
    if folders:  # beside the built-in ones, as they will be used: their names are taken
        sources, mistakes = gather(folders)
        for deck in sources.decks:
            if deck.folder.resolve() in meant:
                compiled, found = compile_deck(deck)
                cards += compiled.cards if compiled is not None else ()
                mistakes += found
                number += len(deck.cards)
    rest = [x for x in paths if x not in folders]
    for file in card_files(rest):
        card, found = compile_file(CardFile(file))
        cards += [card] if card is not None else []
        mistakes += found
        number += 1
    return number, cards, mistakes
