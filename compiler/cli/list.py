"""`kalarite list`: what there is to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from .common import gathered, json_option, print_json, print_mistakes, print_table

if TYPE_CHECKING:
    from ...dsl.diagnostic import Diagnostic
    from ..sources import Sources


@click.command("list", epilog="Example: kalarite list cards mydeck")
@click.argument("what", metavar="[decks|cards|forms]", type=click.Choice(["decks", "cards", "forms"]), default="decks")
@click.argument("folders", metavar="[FOLDER...]", nargs=-1, type=click.Path(path_type=Path))
@json_option
def command(what: str, folders: tuple[Path, ...], as_json: bool) -> int:
    """List decks, cards or forms of play.

    FOLDERs hold decks of your own beside the built-in ones. In a pipe each row is a line.
    """
    sources = gathered(folders)
    if sources is None:
        return 1
    mistakes: list[Diagnostic] = []
    rows = list(_ROWS[what](sources, mistakes))
    print_mistakes(mistakes)
    if as_json:
        print_json({"version": 1, what: rows})
    elif rows:
        print_table([x.replace("_", " ") for x in rows[0]], [[_cell(x) for x in row.values()] for row in rows])
    return 1 if mistakes else 0


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _decks(sources: Sources, _mistakes: list[Diagnostic]) -> Iterator[dict[str, Any]]:
    for deck in sources.decks:
        number = sum(x.copies for x in deck.cards)
        played = [x.name for x in deck.playable]
        yield {"name": deck.name, "kind": deck.kind, "cards": number, "played_as": played, "title": deck.title}


def _cards(sources: Sources, mistakes: list[Diagnostic]) -> Iterator[dict[str, Any]]:
    from ...dsl.parse import parse_card
    from ...dsl.tree import RANKS
    from ..files import read_source

    for deck in sources.decks:
        for file in deck.cards:
            source, unread = read_source(file.path)
            card, found = (None, unread) if unread else parse_card(source)
            mistakes += found
            if card is not None:
                rank = None if card.rank is None else RANKS[card.rank]
                yield {"name": card.name, "deck": deck.name, "kind": card.kind, "rank": rank, "copies": file.copies}


def _forms(sources: Sources, _mistakes: list[Diagnostic]) -> Iterator[dict[str, Any]]:
    from ..forms import ending

    for form in sources.forms.values():
        yield {
            "name": form["name"],
            "players": form["players"],
            "teams": form.get("teams", False),
            "arena": form["arena"],
            "ends": ending(form, form["players"][0]),
            "title": form["title"],
        }


_Rows: TypeAlias = "Callable[[Sources, list[Diagnostic]], Iterator[dict[str, Any]]]"
_ROWS: dict[str, _Rows] = {"decks": _decks, "cards": _cards, "forms": _forms}
