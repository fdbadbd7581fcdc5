"""The command line. `main` is the entry point; each command is a module of its own, imported when it is asked for.

Exit status: 0 all is well, 1 findings (mistakes in cards, failed examples), 2 the command cannot be carried out.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import NoReturn

NEEDS = "the command line needs the compiler's packages: python -m pip install kalarite without --no-deps"

try:
    import click
except ModuleNotFoundError as error:  # installed for the engine alone
    print(f"kalarite: there is no package {error.name!r}; {NEEDS}", file=sys.stderr)
    raise SystemExit(2) from None

# command: what it does, in the order of the help. The text stands here so that the help imports no command.
COMMANDS = {
    "build": "Check and compile the cards, make the card reference.",
    "list": "List decks, cards or forms of play.",
    "check": "Check cards and say what is wrong with them.",
    "explain": "Explain the code of a mistake.",
    "fmt": "Bring card files into the canonical form.",
    "show": "Show a card: pattern, text, rulings, or a stage of its compilation.",
    "test": "Run the worked examples of cards, and scenario files.",
    "playout": "Play games between random players.",
    "record": "Replay the record of a game and print its boards.",
    "export": "Write all cards as JSON.",
}
INTERRUPTED = 130  # what shells give for a command ended by control-C
PIPE_CLOSED = 141


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]  # `list` is the command of that name once it was imported

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return importlib.import_module(f".{cmd_name}", __name__).command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in COMMANDS and not word.startswith("-"):
            from ...dsl.suggest import suggest

            close = suggest(word, COMMANDS)
            ctx.fail(f"there is no command '{word}'." + (f" Did you mean '{close[0]}'?" if close else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            click.echo(f"kalarite {version('kalarite')}")
        except PackageNotFoundError:
            click.echo("kalarite, run from its folders without an install")
        ctx.exit()


@click.group(
    cls=_Commands,
    name="kalarite",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: kalarite build",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def kalarite() -> None:
    """The cards of a board game as data: check, compile, play and print them."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit status. No mistake of a user ends in a traceback."""
    _prepare_streams()
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _terminated)
    status = 0
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except OSError as error:  # standard output takes no more: what is left goes nowhere, also at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = PIPE_CLOSED if isinstance(error, BrokenPipeError) else 2
    sys.exit(status)


def _prepare_streams() -> None:
    """A closed stream swallows all; one of few letters writes the others as escapes."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _terminated(number: int, _frame: object) -> NoReturn:
    """End by an exception, so that what was begun is cleared away."""
    raise SystemExit(128 + number)


def _run(arguments: list[str] | None) -> int:
    try:
        result = kalarite.main(arguments, prog_name="kalarite", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("kalarite: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as error:
        click.echo(f"kalarite: {reason(error)}", err=True)
        return 2
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("", __name__.partition(".")[0]):  # one of ours
            raise
        click.echo(f"kalarite: there is no package '{error.name}'; {NEEDS}", err=True)
        return 2
    except Exception as error:
        from ...runtime.errors import CardError, KalariteError

        if isinstance(error, CardError) and error.diagnostics:
            from .common import print_mistakes

            print_mistakes(error.diagnostics)  # type: ignore[arg-type]
            return 1
        if isinstance(error, KalariteError):  # an unknown name, a broken save: one sentence
            click.echo(f"kalarite: {error}", err=True)
            return 2
        if os.environ.get("KALARITE_TRACEBACK"):
            raise
        click.echo(f"kalarite: internal error, please report it: {type(error).__name__}: {error}", err=True)
        click.echo("(with KALARITE_TRACEBACK=1 in the environment it shows where)", err=True)
        return 2
    return result if isinstance(result, int) else 0


def reason(error: OSError) -> str:
    """What an OSError says, as a sentence for a person."""
    name = f"'{error.filename}': " if error.filename else ""
    return f"{name}{(error.strerror or str(error)).lower()}"
