"""`kalarite show`: one card, at any stage of its life."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING

import click

from .common import Refusal, cards_option, existing_folders, lang_option, print_json, print_mistakes, unknown

if TYPE_CHECKING:
    from ...dsl.tree import Card
    from ..deck import CardFile, Deck

STAGES = ("tree", "meaning", "program", "python", "json")
_NARROWEST = 20  # columns; on a narrower terminal a line goes over the edge


@click.command("show", epilog="Example: kalarite show Knight --stage program")
@click.argument("card")
@click.option(
    "--stage", type=click.Choice(STAGES), help="A stage of the compiler instead of the card as people see it."
)
@lang_option
@cards_option
def command(card: str, stage: str | None, language: str, folders: tuple[Path, ...]) -> int:
    """Show a card: pattern, text, rulings, or a stage of its compilation.

    CARD is a name ("Cavalry Captain", flare-01), deck/name where two decks share one, or a card file.
    """
    from ...dsl.parse import parse_card
    from ..compile import compile_card
    from ..files import read_source
    from ..outline import outline

    deck, file = _find(card, folders)
    source, unread = read_source(file.path)
    if unread:
        print_mistakes(unread)
        return 1
    if stage == "tree":
        tree, mistakes = parse_card(source)
        if tree is not None and not mistakes:
            click.echo(outline(tree))
        print_mistakes(mistakes)
        return 1 if mistakes else 0
    compiled, mistakes = compile_card(source, file.copies)
    if compiled is None:
        print_mistakes(mistakes)
        return 1
    if stage is None:
        _print_card(compiled.meaning, deck, language)
    elif stage == "meaning":
        click.echo(outline(compiled.meaning))
    elif stage == "program":
        from ..program import print_program

        click.echo(print_program(compiled.program))
    elif stage == "python":
        from ..emit import Emitted, emit_deck

        click.echo(
            emit_deck(deck.name, [Emitted(compiled.meaning, compiled.program)], compiled.program.digest()), nl=False
        )
    else:
        from ..export import export
        from ..sheet import Sheet

        sheet = Sheet(deck, file, compiled.meaning, source.text)
        data = export([sheet], lambda _: compiled.program.as_data(), language)["cards"][0]
        print_json(data)
    return 0


def _find(word: str, folders: tuple[Path, ...]) -> tuple[Deck, CardFile]:
    """The card that `word` names: a file, a name in any case, the name of a file, each also behind `deck/`."""
    from ..deck import CARDS, deck_of_file, load_decks

    path = Path(word)
    if path.suffix == ".card":
        if not os.path.lexists(path):
            raise Refusal(f"there is no file '{path}'")
        return deck_of_file(path)
    existing_folders(folders)
    decks, _ = load_decks([CARDS, *folders])
    found: dict[Path, tuple[Deck, CardFile]] = {}
    names: list[str] = []
    for deck in decks:
        for file in deck.cards:
            name = _name(file.path)
            names.append(name)
            called = {name.casefold(), file.path.stem.casefold()}
            if {word.casefold(), word.casefold().removeprefix(f"{deck.name}/")} & called:
                found[file.path] = deck, file
    if not found:
        advice = "for a card of your own add --cards FOLDER, or name its file"
        name, _, card = word.rpartition("/")
        if not name:
            raise unknown("card", word, names, advice)
        own = [_name(file.path) for deck in decks if deck.name == name for file in deck.cards]
        if own:
            raise unknown(f"card in deck '{name}' called", card, own)
        raise unknown("deck", name, [x.name for x in decks], advice)
    if len(found) > 1:
        raise Refusal(f"'{word}' is in several decks; say {' or '.join(f'{x.name}/{word}' for x, _ in found.values())}")
    return next(iter(found.values()))


def _name(path: Path) -> str:
    """The name of the card in a file; the file's own if the card cannot be read."""
    from ...dsl.parse import parse_card
    from ..files import read_source

    source, unread = read_source(path)
    card = None if unread else parse_card(source)[0]
    return path.stem if card is None else card.name


def _print_card(card: Card, deck: Deck, language: str) -> None:
    from ..grounds import translated
    from ..language import load_language
    from ..words import kind_of, words

    own = load_language(language)

    patterns = (card.pattern,) if card.task is None else card.task.patterns
    click.echo(own.say("kind.shown", name=card.name, kind=kind_of(card, language), deck=deck.name))
    for pattern in patterns:
        if pattern is not None:
            click.echo("\n" + "\n".join("  " + " ".join(row) for row in pattern.rows))
    if card.arrows:
        click.echo(f"\n  arrows {' '.join(card.arrows)}")
    for part in words(card, language):
        heading = own.say("print.heading", heading=part.heading) + "\n" if part.heading else ""
        click.echo("\n" + heading + _wrapped(part.text))
    if card.rulings:
        click.echo("\n" + own.say("site.rulings"))
        for ruling in card.rulings:
            said = translated(ruling.text, own)
            click.echo(_wrapped(f"- {said.text}" + (f" [{said.ground}]" if said.ground else ""), "  "))


def _wrapped(text: str, indent: str = "") -> str:
    """Text in lines as wide as the terminal, each but the first behind `indent`; elsewhere as it is."""
    if not sys.stdout.isatty():
        return text
    width = max(get_terminal_size().columns, _NARROWEST)
    folded = (
        fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join(folded)
