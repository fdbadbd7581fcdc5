"""docs/commands.md holds what the help of every command says; `--update-golden` writes it anew."""

from __future__ import annotations

import re
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent

import click
import pytest
from kalarite.compiler.cli import COMMANDS, kalarite

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
HEAD = """\
# Commands

Every command ends with status 0 if all is well, 1 if it found something (mistakes in cards, examples that do not come
true), 2 if it cannot be carried out. Output is plain when it does not go to a terminal, and without colors when
`NO_COLOR` is set. `kalarite --version` shows the version, `kalarite COMMAND --help` what stands here.
"""


def command_of(name: str) -> click.Command:
    command = kalarite.get_command(click.Context(kalarite), name)
    assert command is not None
    return command


def section(name: str) -> str:
    """A command as Markdown, from what Click is told of it (its layout of the help may change)."""
    command = command_of(name)
    options = [x for x in command.params if isinstance(x, click.Option)]
    arguments = [x.metavar or str(x.name).upper() for x in command.params if isinstance(x, click.Argument)]
    usage = [spelled(x) if x.required else f"[{spelled(x)}]" for x in options]
    described = [f"- `{spelled(x)}`: {x.help}{default(x)}" for x in options]
    parts = [
        f"## {name}",
        f"`{' '.join(['kalarite', name, *arguments, *usage])}`",
        prose(command.help or ""),
        "\n".join(described),
        f"{command.epilog}`".replace("Example: ", "Example: `"),
    ]
    return "\n\n".join(parts) + "\n"


def prose(text: str) -> str:
    """A help text; lines that Click must leave alone (behind a backspace) are a block."""
    return re.sub(
        r"\x08\n(.+)\n((?:  .+\n?)+)", lambda x: f"{x[1]}\n\n```sh\n{dedent(x[2]).rstrip()}\n```", cleandoc(text)
    )


def spelled(option: click.Option) -> str:
    if option.is_flag:
        return option.opts[0]
    choices = "|".join(option.type.choices) if isinstance(option.type, click.Choice) else None
    return f"{option.opts[0]} {option.metavar or choices}"


def default(option: click.Option) -> str:
    if isinstance(option.show_default, str):
        return f" Default: {option.show_default}."
    return f" Default: `{option.default}`." if option.show_default else ""


def page() -> str:
    return "\n".join([HEAD, *map(section, COMMANDS)])


def test_the_page_of_commands_is_as_they_are(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        PAGE.write_text(page(), "utf-8", newline="\n")
    assert PAGE.read_text("utf-8") == page()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_the_list_of_commands_says(name: str) -> None:
    assert (command_of(name).help or "").split("\n")[0] == COMMANDS[name]
