"""The command line. `main` is the entry point; each command is a module of its own, imported when it is asked for.

Exit status: 0 all is well, 1 findings (mistakes in cards, failed examples), 2 the command cannot be carried out.
"""

from __future__ import annotations

import atexit
import importlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

NEEDS = "the command line needs the compiler's packages: python -m pip install kalarite without --no-deps"

try:
    import click
except ModuleNotFoundError as error:  # installed for the engine alone
    print(f"kalarite: there is no package {error.name!r}; {NEEDS}", file=sys.stderr)
    raise SystemExit(2) from None
except KeyboardInterrupt:
    raise SystemExit(130) from None

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
    "print": "Lay out cards for printing, as PDF, PNG or SVG.",
    "export": "Write all cards as JSON.",
}
INTERRUPTED = 130  # what shells give for a command ended by control-C
PIPE_CLOSED = 141


class _PipeClosed(Exception):
    """Nobody reads on. (Of a BrokenPipeError click would make status 1, which says that there are findings.)"""


@contextmanager
def _telling_a_closed_pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise _PipeClosed from error


class _Commands(click.Group):
    @_telling_a_closed_pipe()
    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        return super().make_context(*args, **kwargs)

    @_telling_a_closed_pipe()
    def invoke(self, ctx: click.Context) -> Any:
        return super().invoke(ctx)

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
    status = 0
    with _ending_by_signals():
        _prepare_streams()
        try:
            status = _run(arguments)
            sys.stdout.flush()
        except (
            OSError,
            _PipeClosed,
        ) as error:  # standard output takes no more: what is left goes nowhere, also at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = PIPE_CLOSED if isinstance(error, (BrokenPipeError, _PipeClosed)) else 2
    sys.exit(status)


@contextmanager
def _ending_by_signals() -> Iterator[None]:
    """While a command runs, signals end it by an exception, so that what was begun is cleared away."""
    numbers = [getattr(signal, x) for x in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, x)]
    heeded = [x for x in numbers if signal.getsignal(x) is not signal.SIG_IGN]  # nohup and & want it ignored
    atexit.register(_end_at_once)
    before = {x: signal.signal(x, _terminated) for x in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end_at_once() -> None:
    """When nothing is left to be done, control-C needs no words either."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _prepare_streams() -> None:
    """A closed stream swallows all; one of few letters writes the others as escapes."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _terminated(number: int, _frame: object) -> NoReturn:
    """End by an exception; a second signal does not disturb the clearing away."""
    signal.signal(number, signal.SIG_IGN)
    if number == signal.SIGINT:
        with suppress(OSError):
            os.write(2, b"kalarite: interrupted\n")  # printing could meet itself
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
    except (BrokenPipeError, _PipeClosed):
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
