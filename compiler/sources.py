"""Takes folders, gives what lies in them: decks, forms of play and arenas, each held against its schema."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from ..dsl.diagnostic import Diagnostic
from ..dsl.source import Source
from ..runtime.arena import Arena, squares_between
from .deck import CARDS, MANIFEST, Deck, distinct, load_decks
from .files import read_source
from .forms import check_forms
from .manifest import place_of, read_manifest

_TWICE = "'{}' stands in two places of '{}': a piece could not tell which"

Folder: TypeAlias = "str | PathLike[str]"


@dataclass
class Sources:
    """What folders hold: decks, and the data of forms and arenas by name."""

    decks: list[Deck] = field(default_factory=list)
    forms: dict[str, dict[str, Any]] = field(default_factory=dict)
    arenas: dict[str, dict[str, Any]] = field(default_factory=dict)


def gather(folders: Iterable[Folder], built_in: bool = True) -> tuple[Sources, list[Diagnostic]]:
    """Find decks, forms and arenas: the built-in ones (unless told not to) and those of the folders.

    Raises OSError for a folder that cannot be read.
    """
    paths = [*([CARDS] if built_in else []), *map(Path, folders)]
    for path in paths:
        if not path.is_dir():
            raise NotADirectoryError(f"{path} is no folder")
    decks, mistakes = load_decks(paths)
    sources = Sources(decks)
    files = {kind: [x for path in paths for x in files_of(path, kind)] for kind in ("arenas", "forms")}
    mistakes += add_files(sources, **files)
    mistakes += _check_names(decks)
    return sources, mistakes


def files_of(folder: Path, kind: str) -> list[Path]:
    """The files of the forms or the arenas (`kind`: "forms", "arenas") that a folder holds."""
    return sorted((folder / kind).glob("*.toml"))


def add_files(sources: Sources, arenas: Iterable[Path], forms: Iterable[Path]) -> list[Diagnostic]:
    """Read files of arenas and of forms, which may name any arena of `sources`; those without a mistake are added."""
    mistakes: list[Diagnostic] = []
    added: list[tuple[dict[str, Any], Source]] = []
    broken: set[str] = set()  # what cannot be read has been told: no form is blamed for it
    for kind, files, into in (("arena", arenas, sources.arenas), ("form", forms, sources.forms)):
        for file in distinct(files):
            data, source, found = read_manifest(file, kind)
            found = found or _check_squares(source, data) or _check_new(source, kind, data, into)
            mistakes += found
            if not found:
                into[data["name"]] = data
                added += [(data, source)] if kind == "form" else []
            elif kind == "arena":
                broken.add(str(data.get("name", file.stem)))
    return mistakes + check_forms([x for x in added if x[0]["arena"] not in broken], sources.arenas)


def _check_squares(source: Source, data: dict[str, Any]) -> list[Diagnostic]:
    """The squares that an arena names must be squares of it."""
    if "rows" not in data:
        return []
    arena = Arena({"name": data["name"], "rows": data["rows"]})
    found: list[Diagnostic] = []
    places = data.get("starts", {}).items()
    lists = {("starts", name): [x for place in of_it for x in place] for name, of_it in places}
    for keys, squares in {("central",): data.get("central", ()), **lists}.items():
        where = place_of(source, keys)
        wrong = [x for x in squares if not arena.mask_of((x,))]
        found += [Diagnostic("K081", where, f"'{x}' is no square of this arena", source) for x in wrong]
        twice = dict.fromkeys(x for i, x in enumerate(squares) if x in squares[:i])
        found += [Diagnostic("K081", where, _TWICE.format(x, ".".join(keys)), source) for x in twice]
    runs = [(key, x) for key in ("lines", "diagonals") for x in data.get(key, ())]
    runs += [(key, x) for key in ("sides", "corners") for pair in data.get(key, ()) for x in pair]
    for key, run in runs:
        if not squares_between(run) or not all(arena.mask_of((x,)) for x in squares_between(run)):
            message = f"'{run}' is no straight row of squares of this arena"
            found.append(Diagnostic("K081", place_of(source, (key,)), message, source))
    return found


def _check_new(source: Source, kind: str, data: dict[str, Any], known: dict[str, Any]) -> list[Diagnostic]:
    if known.get(data["name"], data) == data:  # not there, or there in the same words
        return []
    message = f"there is another {kind} called '{data['name']}'"
    return [Diagnostic("K082", place_of(source, ("name",)), message, source, "choose another name")]


def _check_names(decks: list[Deck]) -> list[Diagnostic]:
    """Deck names and the names under which decks are played are given once; the built-in ones were there first."""
    found: list[Diagnostic] = []
    seen: dict[str, Deck] = {}
    for deck in sorted(decks, key=lambda x: not x.folder.resolve().is_relative_to(CARDS)):
        names = {deck.name: ("name",), **{x.name: ("playable", x.name) for x in deck.playable if x.name != deck.name}}
        for name, keys in names.items():
            if name in seen:
                source, _ = read_source(deck.folder / MANIFEST)
                message = f"the deck name '{name}' is taken by {seen[name].folder}"
                found.append(Diagnostic("K082", place_of(source, keys), message, source, "choose another name"))
            seen.setdefault(name, deck)
    return found
