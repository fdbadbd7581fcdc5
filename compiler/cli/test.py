"""`kalarite test`: worked examples and scenarios, played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import built_in_files, card_files, json_option, plural, print_failed, print_json, print_mistakes

if TYPE_CHECKING:
    from ...dsl.diagnostic import Diagnostic


@click.command("test", epilog="Example: kalarite test mydeck/toad.card")
@click.argument("paths", metavar="[PATH...]", nargs=-1, type=click.Path(path_type=Path))
@json_option
def command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Run the worked examples of cards, and scenario files.

    PATHs are .card and .scenarios files and folders of them. Without any, the examples of
    the built-in cards are run.
    """
    from ..scenario import Shelf

    files = card_files(paths, (".card", ".scenarios")) if paths else built_in_files()
    shelf = Shelf()
    results: list[dict[str, Any]] = []
    mistakes: list[Diagnostic] = []
    for path in files:
        suite, found = shelf.suite(path)
        mistakes += [x for x in found if x not in mistakes]
        if suite is not None:
            results += suite.results()
    failed = [x for x in results if not x["passed"]]
    if as_json:
        from ...dsl.render import as_data

        print_json({"version": 1, "examples": results, "mistakes": [as_data(x) for x in mistakes]})
    else:
        print_mistakes(mistakes, err=False)
        print_failed(failed)
        ending = f", {plural(len(mistakes), 'mistake')}" if mistakes else ""
        click.echo(f"{plural(len(results), 'example')} of {plural(len(files), 'file')}, {len(failed)} failed{ending}")
    return 1 if failed or mistakes else 0
