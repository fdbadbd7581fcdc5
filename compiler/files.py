"""Takes a path, gives the `Source` of the file or the diagnostic that says why not; finds files in folders."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..dsl.diagnostic import Diagnostic
from ..dsl.source import Source, Span
from .output import MARKER

GREATEST = 1_000_000  # bytes of a file; a card has some thousand

_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def read_source(path: Path) -> tuple[Source, list[Diagnostic]]:
    """The text of a file; empty, with a diagnostic, for what is no file, cannot be read or is far too long."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # reading a pipe would wait for whoever writes to it
            what = _KINDS.get(stat.S_IFMT(found.st_mode), "a device")
            return _refused(path, "K097", f"this is {what}, not a file", "move it elsewhere")
        if found.st_size > GREATEST:
            message = f"the file is too long: it has {found.st_size:,} bytes, {GREATEST:,} are the most"
            return _refused(path, "K006", message, "put each card into a file of its own")
        return Source.of(path.read_bytes(), str(path)), []
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return _refused(path, "K097", f"the file cannot be read: {reason}", "mend or remove it")


def _refused(path: Path, code: str, message: str, help_: str) -> tuple[Source, list[Diagnostic]]:
    source = Source.of("", str(path))
    return source, [Diagnostic(code, Span(0, 0), message, source, help_)]


def files_in(folder: Path, endings: Sequence[str]) -> list[Path]:
    """What a folder and the folders in it hold under names with one of `endings`, sorted; it need not be readable.

    What is hidden is no card, and folders that a build made are passed over.
    """
    return sorted(_walked(folder, endings))


def _walked(folder: Path, endings: Sequence[str]) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        here = Path(place)
        named = [x for x in folders if Path(x).suffix in endings]
        folders[:] = [x for x in folders if x not in named and not _passed_over(here / x)]
        yield from (here / x for x in [*named, *files] if Path(x).suffix in endings and not is_hidden(Path(x)))


def _passed_over(folder: Path) -> bool:
    return is_hidden(folder) or (folder / MARKER).exists()


def is_hidden(path: Path) -> bool:
    """Whether a name begins with a dot."""
    return path.name.startswith(".")
