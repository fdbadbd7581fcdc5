"""Takes a folder with a `deck.toml`, gives a `Deck`: its card files in order, the decks that players take."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..dsl.diagnostic import Diagnostic
from ..dsl.suggest import suggest
from .files import is_hidden
from .manifest import place_of, place_of_item, read_manifest

CARDS = Path(__file__).resolve().parents[1] / "cards"  # the built-in ones: beside this package, installed or not
MANIFEST = "deck.toml"
EXTRA_PARTS = ("frozen", "warp")  # of cards of beings, beside `effect`, in decks whose manifest lists them
KINDS = ("beings", "legends", "flares", "tasks")
Kind: TypeAlias = Literal["beings", "legends", "flares", "tasks"]


@dataclass(frozen=True)
class Playable:
    """A deck that a player takes: name in commands and records, title on pages, color of its pieces (`#rrggbb`)."""

    name: str
    title: str
    color: str


@dataclass(frozen=True)
class CardFile:
    """A card of a deck: the file that it is written in and how many copies the deck holds."""

    path: Path
    copies: int = 1


@dataclass(frozen=True)
class Deck:
    """A folder of cards. `cards` in the order of the deck; `playable` is empty for decks that all share.

    `parts`: those beside `effect` that cards of the deck may have.
    `module`: the name of the module of rules that the cards need, empty for none; `markers`: the words of its markers.
    """

    name: str
    title: str
    kind: Kind
    cards: tuple[CardFile, ...]
    playable: tuple[Playable, ...]
    folder: Path
    parts: tuple[str, ...] = ()
    module: str = ""
    markers: tuple[str, ...] = ()


def find_decks(folder: Path) -> list[Path]:
    """The folders with a manifest: `folder` itself, else those directly in it, sorted by name."""
    if (folder / MANIFEST).is_file():
        return [folder]
    return sorted(x.parent for x in folder.glob(f"*/{MANIFEST}") if not is_hidden(x.parent))


def load_decks(folders: Iterable[Path]) -> tuple[list[Deck], list[Diagnostic]]:
    """The decks of all `folders`, each once, beings first, then what is shared; the mistakes of their manifests.

    Decks that bring rules of their own come behind those of the same kind that do not.
    """
    decks: list[Deck] = []
    mistakes: list[Diagnostic] = []
    for path in distinct(path for folder in folders for path in find_decks(folder)):
        deck, found = load_deck(path)
        mistakes += found
        if deck is not None:
            decks.append(deck)
    decks.sort(key=lambda x: (KINDS.index(x.kind), bool(x.module)))  # stable: the order of the folders stays
    return decks, mistakes


def distinct(paths: Iterable[Path]) -> list[Path]:
    """Each place once, under the name that was given last: the one that the user knows."""
    return list({os.path.realpath(path): path for path in paths}.values())


def load_deck(folder: Path) -> tuple[Deck | None, list[Diagnostic]]:
    """The deck of one folder, None where its manifest is of no use."""
    data, source, mistakes = read_manifest(folder / MANIFEST, "deck")
    if mistakes:
        return None, mistakes
    there = {x.stem: x for x in sorted(folder.glob("*.card")) if not is_hidden(x)}
    copies: dict[str, int] = data.get("copies", {})
    for stem in data["cards"]:
        if stem not in there:
            span = place_of_item(source, "cards", stem)
            message = f"there is no file '{stem}.card' in this folder"
            mistakes.append(Diagnostic("K094", span, message, source, _meant(stem, there)))
    for stem in sorted(there.keys() - set(data["cards"])):
        help_ = "add it to 'cards', or move the file elsewhere"
        message = f"'{stem}.card' lies in this folder, but 'cards' does not name it"
        mistakes.append(Diagnostic("K095", place_of(source, ["cards"]), message, source, help_))
    for stem in (x for x in copies if x not in data["cards"]):
        message = f"copies of '{stem}', which 'cards' does not name"
        mistakes.append(
            Diagnostic("K096", place_of(source, ["copies", stem]), message, source, _meant(stem, data["cards"]))
        )
    cards = tuple(CardFile(there[x], copies.get(x, 1)) for x in data["cards"] if x in there)
    playable = tuple(Playable(name, x["title"], x["color"]) for name, x in data.get("playable", {}).items())
    markers = tuple(data.get("markers", ()))
    if markers and "module" not in data:
        message = "markers belong to a module of rules, and the deck names none"
        mistakes.append(Diagnostic("K093", place_of(source, ["markers"]), message, source, "add module = 'NAME'"))
    return Deck(
        data["name"],
        data["title"],
        data["kind"],
        cards,
        playable,
        folder,
        tuple(data.get("parts", ())),
        data.get("module", ""),
        markers,
    ), mistakes


def deck_of_file(path: Path, kind: Kind = "beings") -> tuple[Deck, CardFile]:
    """The deck that a card file belongs to: that of its folder, else one of `kind` made up for this card alone."""
    if (path.parent / MANIFEST).is_file():
        deck, _ = load_deck(path.parent)
        if deck is not None and (file := next((x for x in deck.cards if x.path.name == path.name), None)):
            return deck, file
    file = CardFile(path)
    playable = (Playable("own", "Own cards", "#6b4fa0"),) if kind == "beings" else ()
    return Deck("own", "Own cards", kind, (file,), playable, path.parent, EXTRA_PARTS), file


def _meant(word: str, known: Iterable[str]) -> str:
    close = suggest(word, known)
    return f"did you mean '{close[0]}'?" if close else ""
