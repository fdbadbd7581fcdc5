"""An output folder that is either complete or not there: made beside its place, then renamed.

A folder of ours carries a marker file that names all that was made. A folder without it, or
with a file in it that is not named there, is refused and never emptied.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # no POSIX
    fcntl = None

MARKER = ".kalarite-build"
_NOTE = "This folder was made by 'kalarite build', which replaces it as a whole. It made:"
_OF_OTHERS = ("__pycache__", ".DS_Store")  # what other programs put into any folder; nobody misses it
_LONGEST = 200  # bytes of a name to which something is added; file systems take 255


class OutputRefused(Exception):
    """The output folder cannot be made or must not be replaced; the message is one sentence."""


@contextmanager
def fresh_folder(out: Path) -> Iterator[Path]:
    """An empty folder to fill; it takes the place of `out` when the block ends well.

    After an error, `out` is as it was and nothing is left beside it. What a killed build
    left behind is cleared away by the next one. OutputRefused: see there.
    """
    out = Path(os.path.abspath(out))
    check_replaceable(out)
    made = _beside(out, "new")
    with ExitStack() as held:
        try:
            _clear_leftovers(out)
            made.mkdir()
            held.callback(shutil.rmtree, made, ignore_errors=True)  # gone by then if all went well
            held.enter_context(_lock(made))
            _mark(made)
        except OSError as error:
            raise OutputRefused(f"'{out}' cannot be made: {(error.strerror or str(error)).lower()}") from error
        yield made
        _mark(made)
        check_replaceable(out)  # once more: it took a while
        _replace(out, made)


def check_replaceable(out: Path) -> None:
    """Refuse `out` if it exists and is not a folder that a build made, with nothing else in it."""
    if Path.cwd().is_relative_to(os.path.realpath(out)):
        raise OutputRefused(
            f"'{out}' is the folder that you are in, or holds it: name one inside, such as kalarite-out"
        )
    if not out.exists() and not out.is_symlink():
        if not out.parent.is_dir():
            raise OutputRefused(f"'{out}' cannot be made: there is no folder '{out.parent}'")
        return
    if out.is_symlink() or not out.is_dir():
        raise OutputRefused(f"'{out}' is not a folder; it stays as it is")
    try:
        inside = set(_files(out))
        made = _marked(out)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise OutputRefused(f"'{out}' cannot be read: {why.lower()}") from error
    if made is None:
        raise OutputRefused(f"'{out}' was not made by a build; it stays as it is: choose another folder")
    strange = sorted(inside - made)
    if strange:
        more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
        raise OutputRefused(
            f"'{out}' holds '{strange[0]}'{more}, which no build made; it stays as it is: move that away"
        )


def _files(folder: Path) -> Iterator[str]:
    """What lies in a folder and below it, but folders only if they are links."""

    def fail(error: OSError) -> None:
        raise error

    for place, folders, names in os.walk(folder, onerror=fail):
        links = [x for x in folders if os.path.islink(os.path.join(place, x))]
        folders[:] = [x for x in folders if x not in _OF_OTHERS]
        yield from (Path(place, x).relative_to(folder).as_posix() for x in (*names, *links) if x not in _OF_OTHERS)


def _mark(folder: Path) -> None:
    """Write down what a folder holds now."""
    names = sorted({MARKER, *_files(folder)})
    (folder / MARKER).write_text("\n".join([_NOTE, *names, ""]), "utf-8", "surrogateescape", newline="\n")


def _marked(folder: Path) -> set[str] | None:
    """What a build made there; None if none did."""
    if not (folder / MARKER).is_file():
        return None
    note, *names = (folder / MARKER).read_text("utf-8", "surrogateescape").split("\n")
    return set(names) if note == _NOTE else None


def _beside(out: Path, what: str) -> Path:
    return out.with_name(f".{_stem(out)}.{what}-{os.getpid()}")


def _stem(out: Path) -> str:
    """The name of `out`, or what stands for one that is too long for anything to be added."""
    name = os.fsencode(out.name)
    return out.name if len(name) <= _LONGEST else hashlib.sha256(name).hexdigest()[:16]


def _replace(out: Path, made: Path) -> None:
    if not out.exists():
        made.rename(out)
        return
    old = _beside(out, "old")
    with _lock(out):
        out.rename(old)
        try:
            made.rename(out)
        except BaseException:
            old.rename(out)
            raise
        shutil.rmtree(old, ignore_errors=True)


def _clear_leftovers(out: Path) -> None:
    """Undo what a killed build left beside `out`: its unfinished folder, or the former one put aside."""
    names = re.compile(re.escape(f".{_stem(out)}.") + r"(new|old)-\d+")
    for path in sorted(out.parent.iterdir()):
        match = names.fullmatch(path.name)
        if match is None or path.is_symlink() or not path.is_dir() or not _is_left(path):
            continue
        if match[1] == "old" and not out.exists():
            path.rename(out)
        else:
            shutil.rmtree(path, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    """Whether a folder is ours (or was begun and got no marker) and no running build holds it."""
    if not (folder / MARKER).is_file() and any(folder.iterdir()):
        return False
    try:
        with _lock(folder, wait=False):
            return fcntl is not None  # without locks nobody can tell: leave it alone
    except OSError:
        return False


@contextmanager
def _lock(folder: Path, wait: bool = True) -> Iterator[None]:
    """Hold a folder: the system lets go of it when the process ends, however it ends. OSError: another holds it."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)
