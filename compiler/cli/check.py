"""`kalarite check`: what is wrong with cards."""

from __future__ import annotations

from collections import Counter
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
    several decks, of forms/ and arenas/, or of card files. Without any, the built-in cards are meant. What
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
        data = Counter(
            x.parent.name[:-1] for path in map(_folder_of, paths) if path.is_dir() for x in _data_files(path)
        )
        counts = [
            plural(number, "card"),
            *(plural(data[x], x) for x in sorted(data)),
            plural(len(mistakes), "mistake") if mistakes else "no mistakes",
        ]
        if debug:
            counts.append(plural(len(faults), "fault") if faults else "no faults")
        click.echo(", ".join(counts))
    return 1 if mistakes or faults else 0


def _faults(cards: list[CompiledCard]) -> list[dict[str, str]]:
    """The invariants that programs break: never the author's mistake, always the compiler's."""
    from ..invariants import broken

    return [{"path": x.source.path, "message": message} for x in cards for message in broken(x.program)]


def _folder_of(path: Path) -> Path:
    """The folder that a manifest speaks of: of a deck, or the one that holds forms/ and arenas/."""
    from ..deck import MANIFEST

    if path.is_file() and path.suffix == ".toml":
        if path.name == MANIFEST:
            return path.parent
        if path.absolute().parent.name in ("forms", "arenas"):
            return path.parent.parent if len(path.parts) > 1 else path.absolute().parent.parent
    return path


def _data_files(folder: Path) -> list[Path]:
    from ..sources import files_of

    return [*files_of(folder, "forms"), *files_of(folder, "arenas")]


def _check(paths: tuple[Path, ...]) -> tuple[int, list[CompiledCard], list[Diagnostic]]:
    """The number of cards that PATHs hold, those of decks and files without a mistake compiled, and the mistakes."""
    from ..compile import compile_deck, compile_file
    from ..deck import CardFile, find_decks
    from ..sources import gather

    number = 0
    cards: list[CompiledCard] = []
    mistakes: list[Diagnostic] = []
    paths = tuple(map(_folder_of, paths))
    folders = [x for x in paths if x.is_dir() and (find_decks(x) or _data_files(x))]
    meant = {x.resolve() for folder in folders for x in find_decks(folder)}
    if folders:  # beside the built-in ones, as they will be used: their names are taken
        sources, mistakes = gather(folders)
        for deck in sources.decks:
            if deck.folder.resolve() in meant:
                compiled, found = compile_deck(deck)
                cards += compiled.cards if compiled is not None else ()
                mistakes += found
                number += len(deck.cards)
    rest = [x for x in paths if x not in folders or (not find_decks(x) and any(x.rglob("*.card")))]
    for file in card_files(rest):
        card, found = compile_file(CardFile(file))
        cards += [card] if card is not None else []
        mistakes += found
        number += 1
    return number, cards, mistakes
