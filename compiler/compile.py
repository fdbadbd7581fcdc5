"""Takes folders of cards, gives compiled cards: the whole pipeline in reading order.

`sources.gather` finds decks, forms and arenas; `compile_deck` takes one deck from text to
Python; `compile_cards` makes a `CardSet` of it in memory; `write_compiled` writes
the modules into a folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from pprint import pformat
from tempfile import TemporaryDirectory
from typing import Any

from ..dsl import tree as t
from ..dsl.diagnostic import Diagnostic
from ..dsl.source import Source
from ..runtime.cards import ABI, CardSet, load_cards, module_name
from ..runtime.errors import CardError
from ..runtime.modules import Module
from ..runtime.modules.collected import check_there, checked_modules
from .check import check_card, check_deck
from .deck import CARDS, CardFile, Deck
from .emit import Emitted, emit_deck
from .files import read_source
from .lowering import lower
from .program import Program
from .sources import Folder, Sources, add_files, files_of, gather

_SEAL = "whole"  # a file in an entry of the cache: the digest of its modules
_OURS = (".py", ".lark", ".json", ".toml")  # endings of the files that this compiler is made of
LANGUAGE = 1  # version of the card language, in records and saves


@dataclass(frozen=True)
class CompiledCard:
    """One card at every stage: its source, tree, meaning and program."""

    source: Source
    tree: t.Card
    meaning: t.Card
    program: Program
    copies: int = 1


@dataclass(frozen=True)
class CompiledDeck:
    """A deck with its cards in order and the text of its Python module."""

    deck: Deck
    cards: tuple[CompiledCard, ...]
    digest: str
    python: str


def compile_card(source: Source, copies: int = 1) -> tuple[CompiledCard | None, list[Diagnostic]]:
    """One card from text to program; None when it has mistakes."""
    from ..dsl.parse import parse_card

    tree, mistakes = parse_card(source)
    if tree is None:
        return None, mistakes
    meaning, found = check_card(tree, source)
    mistakes = sorted([*mistakes, *found], key=lambda x: x.span)
    if mistakes or meaning is None:
        return None, mistakes
    return CompiledCard(source, tree, meaning, lower(meaning), copies), mistakes


def compile_file(file: CardFile) -> tuple[CompiledCard | None, list[Diagnostic]]:
    """The same for the file of a card; one that cannot be read is a mistake like others."""
    source, unread = read_source(file.path)
    return (None, unread) if unread else compile_card(source, file.copies)


def compile_deck(
    deck: Deck, progress: Callable[[str], None] = lambda _: None
) -> tuple[CompiledDeck | None, list[Diagnostic]]:
    """All cards of a deck; None when some card has mistakes, all of which are reported."""
    cards: list[CompiledCard] = []
    mistakes: list[Diagnostic] = []
    for file in deck.cards:
        card, found = compile_file(file)
        mistakes += found
        if card is not None:
            cards.append(card)
        progress(file.path.name)
    mistakes += check_deck([(x.tree, x.source) for x in cards], deck.parts, deck.module, deck.markers)
    if mistakes:
        return None, mistakes
    digest = deck_digest(cards)
    python = emit_deck(deck.name, [Emitted(x.meaning, x.program) for x in cards], digest)
    return CompiledDeck(deck, tuple(cards), digest, python), []


def deck_digest(cards: Iterable[CompiledCard]) -> str:
    """Changes when a card is added, renamed, or does something else; not with comments, rulings or layout."""
    facts = [
        (
            x.tree.name,
            x.tree.rank,
            x.tree.pattern and x.tree.pattern.rows,
            x.tree.arrows,
            x.program.digest(),
            x.copies,
            *(() if (site := x.tree.summoning) is None else (site.adjectives,)),
            *(() if (task := x.tree.task) is None else (task.sort, task.advanced, task.points)),
        )
        for x in cards
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def index_of(decks: Iterable[CompiledDeck], sources: Sources) -> dict[str, Any]:
    """The data beside the cards that a `CardSet` needs: decks, forms, arenas."""
    decks = list(decks)
    return {
        "abi": ABI,
        "language": LANGUAGE,
        "decks": {
            x.deck.name: {
                "title": x.deck.title,
                "kind": x.deck.kind,
                "cards": [card.tree.name for card in x.cards],
                "copies": {card.tree.name: card.copies for card in x.cards if card.copies != 1},
                **({"module": x.deck.module, "markers": list(x.deck.markers)} if x.deck.module else {}),
            }
            for x in decks
        },
        "playable": {  # those of expansions behind the others
            p.name: {"deck": x.deck.name, "title": p.title, "color": p.color}
            for x in sorted(decks, key=lambda x: bool(x.deck.module))
            for p in x.deck.playable
        },
        "forms": {name: _digested(x) for name, x in sources.forms.items()},
        "arenas": {name: _digested(x) for name, x in sources.arenas.items()},
    }


def _digested(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a form or an arena with a digest of them, of which the title is no part."""
    facts = {key: x for key, x in data.items() if key not in ("title", "digest")}
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return {**data, "digest": hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}


def compile_all(
    folders: Iterable[Folder] = (), built_in: bool = True, progress: Callable[[str], None] = lambda _: None
) -> tuple[list[CompiledDeck], Sources, list[Diagnostic]]:
    """Everything that the folders hold, compiled, and every mistake found on the way."""
    sources, mistakes = gather(folders, built_in)
    decks: list[CompiledDeck] = []
    for deck in sources.decks:
        compiled, found = compile_deck(deck, progress)
        mistakes += found
        if compiled is not None:
            decks.append(compiled)
    return decks, sources, mistakes


def modules_of(decks: Iterable[CompiledDeck], sources: Sources) -> dict[str, str]:
    """File name to text of the compiled modules: one a deck, and `index.py`."""
    decks = list(decks)
    index = pformat(index_of(decks, sources), width=120, sort_dicts=False)
    texts = {f"{module_name(x.deck.name)}.py": x.python for x in decks}
    texts["index.py"] = f'"""Decks, forms and arenas, compiled from their manifests."""\n\nINDEX = {index}\n'
    texts["__init__.py"] = ""
    return texts


def write_compiled(folder: Path, decks: Iterable[CompiledDeck], sources: Sources) -> None:
    """Write the compiled modules into `folder`, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules_of(decks, sources).items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def write_built_in(folder: Path) -> None:
    """Compile the built-in cards into `folder`; `CardError` if one has a mistake (the build hook calls it)."""
    decks, sources, mistakes = compile_all()
    if mistakes:
        raise CardError(_summary(mistakes), tuple(mistakes))
    write_compiled(folder, decks, sources)


def compile_cards(
    *folders: Folder, cache: Folder | None = None, modules: Mapping[str, type[Module]] | None = None
) -> CardSet:
    """A `CardSet` of the built-in cards and those of the folders, compiled in memory.

    `cache`: a folder of yours in which compiled modules are kept from one call to the
    next. `modules`: by name, the classes of modules of rules that decks of your own have
    (docs/modules.md). Raises `CardError` with `.diagnostics` if a card or a manifest has a
    mistake, and for a folder that is none.
    """
    wrong = next((x for x in folders if not isinstance(x, (str, PathLike))), None)
    if wrong is not None:
        raise CardError(f"folders are given one by one, as text or paths: compile_cards('a', 'b'), not {wrong!r}")
    if cache is not None and not isinstance(cache, (str, PathLike)):
        raise CardError(f"the cache is a folder, as text or a path, not {cache!r}")
    rule_modules = checked_modules(modules)
    try:
        if cache is not None:
            return _cached(folders, Path(cache), rule_modules)
        cards = set_of(*_compile_clean(folders), rule_modules)
        check_there(cards.index, rule_modules)
        return cards
    except OSError as error:
        raise CardError(f"cannot read the cards: {error}") from error


def with_form(cards: CardSet, file: Folder) -> CardSet:
    """A set with one more form of play: that of `file`, with the arenas of the folder above if it lies in `forms/`.

    Raises `CardError` with `.diagnostics` if the form or such an arena has a mistake, or
    the name of another one of the set, and for a file that cannot be read.
    """
    path = Path(file).absolute()
    if not path.is_file():
        raise CardError(f"there is no file '{file}'")
    beside = files_of(path.parent.parent, "arenas") if path.parent.name == "forms" else []
    sources = Sources(forms=_undigested(cards.index["forms"]), arenas=_undigested(cards.index["arenas"]))
    try:
        mistakes = add_files(sources, beside, [Path(file)])
    except OSError as error:
        raise CardError(f"cannot read the form: {error}") from error
    if mistakes:
        raise CardError(_summary(mistakes), tuple(mistakes))
    index = {kind: {name: _digested(x) for name, x in getattr(sources, kind).items()} for kind in ("forms", "arenas")}
    return CardSet({**cards.index, **index}, cards.modules, cards.rule_modules)


def _undigested(table: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: {key: x for key, x in data.items() if key != "digest"} for name, data in table.items()}


def _compile_clean(folders: Iterable[Folder]) -> tuple[list[CompiledDeck], Sources]:
    decks, sources, mistakes = compile_all(folders)
    if mistakes:
        raise CardError(_summary(mistakes), tuple(mistakes))
    return decks, sources


def _summary(mistakes: list[Diagnostic]) -> str:
    first = mistakes[0]
    more = f" (and {len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
    return f"{first.source.path}:{first.line}:{first.column}: {first.message}{more}"


def set_of(
    decks: list[CompiledDeck], sources: Sources, rule_modules: Mapping[str, type[Module]] | None = None
) -> CardSet:
    """A `CardSet` of compiled decks, in memory. Without its module of rules a deck is not played."""
    modules: dict[str, dict[str, Any]] = {}
    for x in decks:
        namespace: dict[str, Any] = {}
        exec(compile(x.python, f"<{x.deck.name}, compiled>", "exec"), namespace)
        modules[x.deck.name] = namespace
    return CardSet(index_of(decks, sources), modules, rule_modules)


def _cached(folders: tuple[Folder, ...], cache: Path, rule_modules: Mapping[str, type[Module]]) -> CardSet:
    """Compile only if no earlier call had the same inputs; an entry that is not as it was written is made anew."""
    home = cache / inputs_digest(folders)
    if not _is_whole(home):
        decks, sources = _compile_clean(folders)
        try:
            _keep(home, decks, sources)
        except (OSError, ValueError) as error:
            raise CardError(f"the cache '{cache}' cannot be used: {error}") from error
    return load_cards(home, rule_modules)


def _keep(home: Path, decks: list[CompiledDeck], sources: Sources) -> None:
    """Make an entry of the cache beside its place and rename it, so that it is whole or not there."""
    home.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".making-", dir=home.parent) as name:
        beside = Path(name)
        write_compiled(beside / "new", decks, sources)
        (beside / "new" / _SEAL).write_text(_seal(beside / "new"), "utf-8")
        with suppress(FileNotFoundError):
            home.rename(beside / "old")  # damaged, or left by an earlier version
        try:
            (beside / "new").rename(home)
        except OSError:
            if not _is_whole(home):  # else another process was faster
                raise


def _is_whole(home: Path) -> bool:
    """Whether an entry of the cache is as it was written."""
    try:
        return (home / _SEAL).read_text("utf-8") == _seal(home)
    except (OSError, ValueError):
        return False


def _seal(folder: Path) -> str:
    """A digest of the modules in a folder."""
    return _digest_of(sorted(folder.glob("*.py")), folder)


def inputs_digest(folders: Iterable[Folder]) -> str:
    """A digest of everything that compiled modules depend on: cards, manifests, and this compiler."""
    package = Path(__file__).resolve().parents[1]
    own = [x for part in ("compiler", "dsl", "runtime") for x in (package / part).rglob("*") if x.suffix in _OURS]
    for root in (CARDS, *map(Path, folders)):
        own += [x for x in root.rglob("*") if x.suffix in (".card", ".toml") and x.is_file()]
    return _digest_of(sorted(own))


def _digest_of(files: Iterable[Path], root: Path = Path()) -> str:
    """A digest of the names of files, below `root`, and of what is in them."""
    total = hashlib.sha256()
    for file in files:
        total.update(str(file.relative_to(root) if file.is_relative_to(root) else file).encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:32]
