"""`kalarite explain`: what a code of a mistake means."""

from __future__ import annotations

import click

from .common import unknown


@click.command("explain", epilog="Example: kalarite explain K042")
@click.argument("code")
def command(code: str) -> int:
    """Explain the code of a mistake.

    CODE stands in brackets behind "error". What it means and why it is a mistake, with an
    example that has it and the same put right.
    """
    from ...dsl.codes import CODES, explain

    if code.upper() not in CODES:
        raise unknown("code", code.upper(), CODES)
    click.echo(explain(code), nl=False)
    return 0
