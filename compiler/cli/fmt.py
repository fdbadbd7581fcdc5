"""`kalarite fmt`: card files in their canonical form."""

from __future__ import annotations

from pathlib import Path

import click

from .common import Refusal, built_in_files, card_files, plural, print_mistakes, write_whole


@click.command("fmt", epilog="Example: kalarite fmt --check mydeck")
@click.argument("paths", metavar="[PATH...]", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; say which files are not in canonical form.")
def command(paths: tuple[Path, ...], check: bool) -> int:
    """Bring card files into the canonical form.

    PATHs are card files and folders of them. Without any, the built-in cards are meant,
    and then only with --check. A file with mistakes stays as it is.
    """
    from ...dsl.format import format_card
    from ...dsl.parse import parse_card
    from ..files import read_source

    if not paths and not check:
        raise Refusal("which files? The built-in cards can only be looked at: name a PATH, or add --check")
    files = card_files(paths) if paths else built_in_files()
    changed, broken = 0, 0
    for path in files:
        source, unread = read_source(path)
        card, mistakes = (None, unread) if unread else parse_card(source)
        if mistakes or card is None:
            broken += 1
            print_mistakes(mistakes)
            continue
        text = format_card(card, source)
        if text.encode() != path.read_bytes():
            changed += 1
            if not check:
                write_whole(path, text)
            click.echo(f"{'not in canonical form' if check else 'formatted'}: {path}")
    click.echo(f"{plural(len(files), 'file')}, {changed} {'to be ' if check else ''}formatted, {broken} with mistakes")
    return 1 if broken or (check and changed) else 0
