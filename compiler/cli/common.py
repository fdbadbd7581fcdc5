"""What several commands share: refusals, tables, JSON, the card files that are meant."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ...dsl.diagnostic import Diagnostic
    from ...runtime.cards import CardSet
    from ..compile import CompiledDeck
    from ..sources import Sources


_JSON_WIDTH = 100  # columns of a list on one line
_STEP = "  "
_WRITABLE = 0o222  # for anybody
_STYLES: dict[str, dict[str, Any]] = {  # of the parts of a diagnostic
    "error": {"fg": "red", "bold": True},
    "place": {"bold": True},
    "bar": {"fg": "blue"},
    "caret": {"fg": "red", "bold": True},
    "note": {"fg": "cyan"},
    "help": {"fg": "green"},
}


class Refusal(click.ClickException):
    """One clear sentence on why a command cannot be carried out; status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the sentence; the usage would only bury it."""
        click.echo(f"kalarite: {self.message}", file=file or sys.stderr)


def unknown(kind: str, word: str, known: Iterable[str], advice: str = "") -> Refusal:
    """The refusal of a name that does not exist, with the nearest one that does, and advice for other cases."""
    from ...dsl.suggest import suggest

    names = sorted(set(known))
    close = suggest(word, names)
    if close:
        hint = f"; did you mean '{close[0]}'?"
    else:
        hint = f"; there are {', '.join(names)}" if 0 < len(names) <= 12 else ""
    return Refusal(f"there is no {kind} '{word}'{hint}" + (f" ({advice})" if advice else ""))


def print_json(value: Any) -> None:
    """Print `value` as JSON, keys in the order given."""
    click.echo(as_json_text(value))


def as_json_text(value: Any, depth: int = 0) -> str:
    """JSON for people: an entry a line, but a list that holds no objects stays on one line if it fits."""
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False)
    whole = None if _holds_objects(value) else json.dumps(value, ensure_ascii=False)
    if whole is not None and len(whole) + len(_STEP) * depth <= _JSON_WIDTH:
        return whole
    inner, outer = "\n" + _STEP * (depth + 1), "\n" + _STEP * depth
    if isinstance(value, dict):
        entries = [f"{json.dumps(key, ensure_ascii=False)}: {as_json_text(x, depth + 1)}" for key, x in value.items()]
        return "{" + inner + ("," + inner).join(entries) + outer + "}"
    return "[" + inner + ("," + inner).join(as_json_text(x, depth + 1) for x in value) + outer + "]"


def _holds_objects(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_holds_objects, value)))


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


def print_mistakes(mistakes: Sequence[Diagnostic], err: bool = True) -> None:
    """Each mistake with its line and what to do, an empty line behind it; in color on a terminal."""
    if not mistakes:
        return
    from ...dsl.render import render

    style = _dress if _colors(sys.stderr if err else sys.stdout) else None
    for mistake in mistakes:
        click.echo(render(mistake, style) + "\n", err=err)


def print_failed(rows: Iterable[dict[str, Any]]) -> None:
    """Examples that did not come true, as `Suite.results` gives them: where, which and why."""
    for x in rows:
        message = x["message"].replace("\n", "\n  ")
        click.echo(f"{x['file']}:{x['line']}: {x['title']}\n  {message}\n")


def _colors(stream: Any) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _dress(text: str, kind: str) -> str:
    return click.style(text, **_STYLES[kind])


def plural(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


@contextmanager
def progress_line() -> Iterator[tuple[Callable[[str], None], Callable[[str], None]]]:
    """Two functions that tell the stage and the card: on a terminal a line shows them, elsewhere nothing does."""
    if not sys.stderr.isatty():
        yield (lambda _: None), (lambda _: None)
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[card]}", style="dim", markup=False),
    )
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, card="")
        yield (
            lambda name: progress.update(task, description=name, card=""),
            lambda name: progress.update(task, card=name),
        )


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file as a whole or not at all; a file that was there keeps its mode, a link stays a link.

    OSError, with the name that the user knows: it cannot be written, or is protected against it.
    """
    path = path.resolve()
    data = content if isinstance(content, bytes) else content.encode()
    if path.exists() and not path.is_file():  # a device, say: to be written to, not to be replaced
        path.write_bytes(data)
        return
    if path.exists() and not (path.stat().st_mode & _WRITABLE and os.access(path, os.W_OK)):  # a rename would not ask
        raise PermissionError(errno.EACCES, "the file is protected against writing", str(path))
    beside = path.with_name(f".kalarite-{os.getpid()}.new")
    try:
        beside.write_bytes(data)
        if path.exists():
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error  # the name that the user knows
    finally:
        with suppress(OSError):
            beside.unlink()


# ---------------------------------------------------------------- which cards are meant


def card_files(paths: Sequence[Path], endings: Sequence[str] = (".card",)) -> list[Path]:
    """The files that PATHs name, folders opened; refuses what is missing, empty or something else.

    Whether a file can be read is seen when it is: one that cannot is a finding, not a refusal.
    """
    from ..files import files_in

    files: dict[Path, None] = {}  # a file that is named twice is looked at once
    for path in paths:
        if path.is_dir():
            found = files_in(path, endings)
            if not found:
                raise Refusal(f"there is no {' or '.join(endings)} file in '{path}'")
            files.update(dict.fromkeys(found))
        elif not os.path.lexists(path):
            raise Refusal(f"there is no file or folder '{path}'")
        elif path.suffix not in endings:
            raise Refusal(f"'{path}' is no {' or '.join(endings)} file")
        else:
            files[path] = None
    return list(files)


def built_in_files() -> list[Path]:
    """The files of the built-in cards, in the order of their decks."""
    from ..deck import CARDS, load_decks

    decks, _ = load_decks([CARDS])
    return [card.path for deck in decks for card in deck.cards]


def existing_folders(folders: Iterable[Path]) -> None:
    """Refuse a folder that does not exist or holds neither a deck nor a form or an arena."""
    from ..deck import MANIFEST, find_decks
    from ..sources import files_of

    for folder in folders:
        if not folder.is_dir():
            raise Refusal(f"there is no folder '{folder}'")
        if not find_decks(folder) and not files_of(folder, "forms") and not files_of(folder, "arenas"):
            raise Refusal(f"there is no {MANIFEST} in '{folder}' or in a folder of it: a deck needs one")


def card_set(folders: Sequence[Path]) -> CardSet:
    """The built-in cards, with the decks of `folders` beside them."""
    from ...runtime.cards import load_cards

    if not folders:
        return load_cards()
    from ..compile import compile_cards

    existing_folders(folders)
    return compile_cards(*folders)


def cleanly_compiled(folders: Sequence[Path]) -> list[CompiledDeck] | None:
    """The built-in decks and those of `folders`, compiled; None when there are mistakes, which are then printed."""
    from ..compile import compile_all

    existing_folders(folders)
    decks, _, mistakes = compile_all(folders)
    print_mistakes(mistakes)
    return None if mistakes else decks


def gathered(folders: Sequence[Path]) -> Sources | None:
    """The decks and forms, built-in and of `folders`, not yet compiled; None when there are mistakes, then printed."""
    from ..sources import gather

    existing_folders(folders)
    sources, mistakes = gather(folders)
    print_mistakes(mistakes)
    return None if mistakes else sources


def decks_and_cards(text: str) -> tuple[list[str], CardSet]:
    """Playable decks from a list with commas, in which a folder stands for the deck that it holds."""
    from ..deck import load_decks

    words = [x.strip() for x in text.split(",")]
    folders = {x: Path(x) for x in words if x and x not in card_set(()).decks and _looks_like_a_folder(x)}
    cards = card_set(list(folders.values()))
    names: list[str] = []
    for word in words:
        if word not in folders:
            if word not in cards.decks:
                raise unknown("deck", word, cards.decks, "for a deck of your own name its folder")
            names.append(word)
            continue
        decks, _ = load_decks([folders[word]])
        free = [p.name for deck in decks for p in deck.playable if p.name not in names]
        if not free:
            raise Refusal(f"'{word}' holds no deck that a player can take (again)")
        names.append(free[0])
    return names, cards


def _looks_like_a_folder(word: str) -> bool:
    return "/" in word or "\\" in word or Path(word).is_dir()


# ---------------------------------------------------------------- options

cards_option = click.option(
    "--cards",
    "folders",
    metavar="FOLDER",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Decks of your own beside the built-in ones; may be given several times.",
)


def _language(_ctx: click.Context, _param: click.Parameter, name: str) -> str:
    from ..language import languages

    if name not in languages():
        raise unknown("language", name, languages())
    return name


lang_option = click.option(
    "--lang",
    "language",
    metavar="LANG",
    default="en",
    show_default=True,
    callback=_language,
    help="The language of the texts.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, as cli.schema.json among the package's schemas says."
)
