"""`kalarite export`: all cards as JSON for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from .common import as_json_text, cleanly_compiled, lang_option, plural, write_whole


@click.command("export", epilog="Example: kalarite export --json cards.json")
@click.argument("folders", metavar="[FOLDER...]", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "file", metavar="FILE", required=True, help="The file to write; - prints instead.")
@lang_option
def command(folders: tuple[Path, ...], file: str, language: str) -> int:
    """Write all cards as JSON.

    FOLDERs hold decks of your own beside the built-in ones. What each field means is said
    by card.schema.json among the package's schemas.
    """
    from ..build import sheets_of
    from ..export import export
    from ..lowering import lower

    decks = cleanly_compiled(folders)
    if decks is None:
        return 1
    data = export(sheets_of(decks), lambda meaning: lower(meaning).as_data(), language)
    text = as_json_text(data) + "\n"
    if file == "-":
        click.echo(text, nl=False)
    else:
        write_whole(Path(file), text)
        click.echo(f"{plural(len(data['cards']), 'card')} written to {file}")
    return 0
