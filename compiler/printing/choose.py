"""Takes the names that a person gives, says which decks and which cards of them are printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..deck import Deck
from .faces import Face, Printable, printables


class NotFound(Exception):
    """Nothing is called so: what was looked for (`deck`, `card`), the word, and the names that there are."""

    def __init__(self, kind: str, word: str, known: Iterable[str]) -> None:
        super().__init__(f"there is no {kind} '{word}'")
        self.kind, self.word, self.known = kind, word, tuple(known)


def choose_decks(
    decks: Sequence[Deck], names: Sequence[str], folders: Sequence[Path], everything: bool, single: bool = False
) -> list[Printable]:
    """The decks of those names, in their order; without names those that lie in the folders, or all.

    A deck's own name stands for every deck that players take of its cards. `single`: cards will be named singly, so
    that without names each folder of cards counts once. NotFound: an unknown name.
    """
    there = printables(decks)
    if names:
        known = [x for deck in there for x in (deck.name, deck.deck.name)]
        if unknown := next((x for x in names if x not in known), None):
            raise NotFound("deck", unknown, known)
        return list(dict.fromkeys(x for name in names for x in there if name in (x.name, x.deck.name)))
    if folders and not everything and not single:
        roots = [x.resolve() for x in folders]
        return [x for x in there if any(x.deck.folder.resolve().is_relative_to(root) for root in roots)]
    if everything or not single:
        return there
    first = {x.deck.name: x for x in reversed(there)}
    return [x for x in there if first[x.deck.name] is x]


def choose_cards(faces: Sequence[Face], words: Sequence[str]) -> list[Face]:
    """The cards that the words name, in the order of the words; all without words. NotFound: an unknown name."""
    if not words:
        return [*faces]
    chosen: dict[Face, None] = {}
    for word in words:
        found = [x for x in faces if word.casefold() in x.names]
        if not found:
            raise NotFound("card", word, [x.name for x in faces])
        chosen.update(dict.fromkeys(found))
    return list(chosen)
