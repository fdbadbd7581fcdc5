"""What several commands share: refusals, tables, JSON, the card files that are meant."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

import click


class Refusal(click.ClickException):
    """One clear sentence on why a command cannot be carried out; status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the sentence; the usage would only bury it."""
        click.echo(f"kalarite: {self.message}", file=file or sys.stderr)


def unknown(kind: str, word: str, known: Iterable[str]) -> Refusal:
    """The refusal of a name that does not exist, with the nearest one that does."""
    names = sorted(set(known))
    by_folded = {x.casefold(): x for x in names}
    close = get_close_matches(word.casefold(), list(by_folded), 1, 0.5)
    if close:
        return Refusal(f"there is no {kind} '{word}'; did you mean '{by_folded[close[0]]}'?")
    hint = f"; there are {', '.join(names)}" if 0 < len(names) <= 12 else ""
    return Refusal(f"there is no {kind} '{word}'{hint}")


def print_json(value: Any) -> None:
    """Print `value` as JSON, keys in the order given."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table: drawn on a terminal; in a pipe the cells in columns, without the head."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(*head, box=None, header_style="bold", pad_edge=False)
        for row in rows:
            table.add_row(*(Text(str(x)) for x in row))
        Console().print(table)
        return
    widths = [max((len(str(row[i])) for row in rows), default=0) for i in range(len(head))]
    for row in rows:
        click.echo("  ".join(str(x).ljust(w) for x, w in zip(row, widths, strict=True)).rstrip())


def plural(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
