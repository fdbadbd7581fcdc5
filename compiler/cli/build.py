"""`kalarite build`: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import Refusal, existing_folders, plural, print_failed, print_mistakes, progress_line, unknown

if TYPE_CHECKING:
    from ..build import Built


def _known(_ctx: click.Context, _param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The languages that are wanted, each once."""
    from ..language import languages

    for name in names:
        if name not in languages():
            raise unknown("language", name, languages())
    return tuple(dict.fromkeys(names))


@click.command("build", epilog="Example: kalarite build mydeck --out reference")
@click.argument("folders", metavar="[FOLDER...]", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=Path("kalarite-out"),
    show_default=True,
    help="Where to put the compiled modules and the site.",
)
@click.option(
    "--lang",
    "languages",
    metavar="LANG",
    multiple=True,
    callback=_known,
    help="A language of the site; may be given several times, the site opens in the first. Default: all, in English.",
)
def command(folders: tuple[Path, ...], out: Path, languages: tuple[str, ...]) -> int:
    """Check and compile the cards, make the card reference.

    The worked examples are played; if one does not come true, nothing is written. If nothing has changed
    since the last build, it is left as it is.
    The built-in cards are always in it; FOLDERs hold decks of your own beside them. An
    earlier build in the output folder is replaced, unless something was put into it; any other
    folder is refused.
    """
    from ..build import build
    from ..language import LanguageError
    from ..output import OutputRefused
    from ..site import SiteError

    existing_folders(folders)
    try:
        with progress_line() as (on_stage, on_card):
            built = build(folders, out, on_stage, on_card, languages)
    except (LanguageError, OutputRefused, SiteError) as error:
        raise Refusal(str(error)) from error
    if built.mistakes:
        print_mistakes(built.mistakes)
        click.echo(f"{plural(len(built.mistakes), 'mistake')}; nothing was written")
        return 1
    if built.failed:
        print_failed(built.failed)
        click.echo(f"{plural(len(built.examples), 'example')}, {len(built.failed)} failed; nothing was written")
        return 1
    _print_summary(built)
    return 0


def _print_summary(built: Built) -> None:
    from ..build import COMPILED, SITE

    cards, decks, examples = (plural(built.counts[x], x[:-1]) for x in ("cards", "decks", "examples"))
    click.echo(f"{cards} in {decks}, no errors")
    click.echo(f"{examples.replace('example', 'worked example')}, all true")
    click.echo(f"compiled modules: {built.out / COMPILED}")
    click.echo(f"site: {built.out / SITE / 'index.html'}")
    for reason in built.left_out:
        click.echo(f"left out: {reason}")
    if built.unchanged:
        click.echo("nothing has changed since the last build")
    else:
        click.echo(f"sources of pages written: {built.written}")
    click.echo("time: " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in built.seconds.items()))
