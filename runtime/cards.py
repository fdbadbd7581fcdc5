"""Compiled cards as a value: `CardSet`, `Card`, and where they are loaded from.

A set knows its decks, forms and arenas. There is no registry: two games with
different sets in one process do not meet.
"""

from __future__ import annotations

from .arena import LANE_BITS, Arena, arena_of, turned, turned_direction
from .board import Board
from .errors import CardError
from .move import COMPASS, ORIENTATIONS, square_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike
    from typing import Any

ABI = 1  # of compiled modules that this engine runs
BUILT_IN = ("cards", "_compiled")


class Placement:
    """One legal summoning on a board: where, in which orientation, with which pieces (R5.10).

    `used` leaves out the summoning square (R6.24); `marks` by character; `directions`
    as on the board. Squares by name.
    """

    __slots__ = ("directions", "marks", "orientation", "square", "used")

    def __init__(
        self,
        square: str,
        orientation: str,
        used: tuple[str, ...],
        marks: dict[str, tuple[str, ...]],
        directions: tuple[str, ...],
    ) -> None:
        self.square = square
        self.orientation = orientation
        self.used = used
        self.marks = marks
        self.directions = directions

    def __repr__(self) -> str:
        return f"<Placement {self.square} {self.orientation}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return all(getattr(self, x) == getattr(other, x) for x in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


class Card:
    """One compiled card. `key` is its name, or `deck/name` where two decks of the set share it."""

    __slots__ = ("deck", "facts", "key", "kind", "name", "rank")

    def __init__(self, key: str, name: str, deck: str, facts: Mapping[str, Any]) -> None:
        self.key = key
        self.name = name
        self.deck = deck
        self.facts = facts
        self.kind: str = facts["kind"]
        self.rank: int | None = facts["rank"]

    def __repr__(self) -> str:
        return f"<Card {self.key}>"

    @property
    def digest(self) -> str:
        """Changes when what the card does changes."""
        return self.facts["digest"]

    def orientations(self) -> tuple[str, ...]:
        """The names of the orientations that differ (R5.2), none for a card without a pattern."""
        return tuple(ORIENTATIONS[k] for k in range(8) if self.facts.get("lanes", 0) >> k & 1)

    def placements(self, board: Board | str, color: int = 0) -> list[Placement]:
        """Every legal summoning by the board alone, one for each distinct orientation (R5.2 to R5.7).

        `board`: a board, or the drawing of one in the built-in arena. Raises `PositionError`.
        """
        if isinstance(board, str):
            board = Board.parse(board)
        if "cells" not in self.facts:
            return []
        arena = board.arena
        hits = find(self, arena, board.own(color), board.upgraded, board.legendary)
        found = [self._placement(arena, lane, square) for lane, square in sorted(hits_of(arena, hits))]
        return sorted(found, key=lambda x: (x.square[0], int(x.square[1:]), ORIENTATIONS.index(x.orientation)))

    def _placement(self, arena: Arena, lane: int, square: int) -> Placement:
        marks = {
            char: arena.names_of(vectors_at(arena, lane, square, self.facts[key]))
            for char, key in (("*", "marks"), ("+", "second_marks"))
            if self.facts[key]
        }
        used = vectors_at(arena, lane, square, [cell[:2] for cell in self.facts["cells"]])
        directions = tuple(COMPASS[turned_direction(lane, d)] for d in self.facts["directions"])
        return Placement(square_name(square), ORIENTATIONS[lane], arena.names_of(used), marks, directions)


def find(card: Card, arena: Arena, own: int, up: int, leg: int) -> int:
    """The lanes of squares where a card matches, from plain bitboards (R5.3 to R5.7).

    Games use the compiled match function on lanes that they keep; this is the same
    from the drawn cells, for anybody's board.
    """
    lanes = [arena.lanes_of(own & x) for x in (-1, up, leg)]
    allowed = (~up, ~leg, -1)[card.rank or 0]
    hits = arena.lanes_of(arena.mask & allowed)
    base = card.facts["base"]
    if base is not None:
        hits &= lanes[base]
    for dx, dy, rank in card.facts["cells"]:
        shift = 16 * dy + dx
        hits &= lanes[rank] >> shift if shift > 0 else lanes[rank] << -shift
    mask = sum(((1 << LANE_BITS) - 1) << LANE_BITS * k for k in range(8) if card.facts["lanes"] >> k & 1)
    return hits & mask


def hits_of(arena: Arena, hits: int) -> Iterator[tuple[int, int]]:
    """Lane and real square of every bit of a match, lanes rising."""
    while hits:
        low = hits & -hits
        hits ^= low
        index = low.bit_length() - 1
        yield index >> 8, arena.image[index]


def vectors_at(arena: Arena, lane: int, square: int, vectors: Any) -> int:
    """The squares that drawn vectors reach from a square in an orientation; those outside do not exist (R6.25)."""
    mask = 0
    for x, y in vectors:
        dx, dy = turned(lane, x, y)
        column, row = (square & 15) + dx, (square >> 4) + dy
        if 0 <= column <= 15 and 0 <= row <= 15:
            mask |= arena.bit[row << 4 | column]
    return mask


class CardSet:
    """Cards by key, with the decks, forms and arenas they are played in. Never changed once made."""

    def __init__(self, index: Mapping[str, Any], modules: Mapping[str, Mapping[str, Any]]) -> None:
        """`index`: the data of `index.py` of a compiled folder; `modules`: namespace by deck."""
        self.index = index
        self.modules = modules
        for deck, module in modules.items():
            if module.get("ABI") != ABI:
                raise CardError(f"deck {deck!r} was compiled for another version of the engine; compile it again")
        self._cards: dict[str, Card] = {}
        names = [(deck, name) for deck in index["decks"] for name in index["decks"][deck]["cards"]]
        shared = {name for i, (_, name) in enumerate(names) if any(name == other for _, other in names[:i])}
        for deck, name in names:
            key = f"{deck}/{name}" if name in shared else name
            self._cards[key] = Card(key, name, deck, modules[deck]["CARDS"][name])
        self.rules_cache: dict[Any, Any] = {}  # filled by `runtime.rules`; every entry can be made anew

    def __getitem__(self, key: str) -> Card:
        return known("card", key, self._cards)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._cards

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __reduce__(self) -> Any:
        raise TypeError("a card set is code: pickle the game's JSON, or load the set again")

    def cards_of(self, deck: str) -> list[Card]:
        """The cards of a card deck, in its order."""
        known("deck", deck, self.index["decks"])
        return [card for card in self._cards.values() if card.deck == deck]

    @property
    def decks(self) -> tuple[str, ...]:
        """The playable decks (`northern` ...), in their order."""
        return tuple(self.index["playable"])

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(self.index["forms"])

    def form(self, name: str) -> Mapping[str, Any]:
        return known("form", name, self.index["forms"])

    def arena(self, name: str = "standard") -> Arena:
        return arena_of(known("arena", name, self.index["arenas"]))

    def digest(self, deck: str) -> str:
        """Changes when some card of the card deck does something else."""
        return self.modules[deck]["DIGEST"]


def known(kind: str, name: object, table: Mapping[str, Any]) -> Any:
    """The entry of `table` called `name`; `CardError` if there is none."""
    if not isinstance(name, str) or name not in table:
        raise CardError(unknown(kind, name, table))
    return table[name]


def unknown(kind: str, name: object, known: Any) -> str:
    """A sentence about a name that is not known, with what may have been meant."""
    from difflib import get_close_matches

    if not isinstance(name, str):
        return f"a {kind} is named by text, not by {type(name).__name__}"
    by_lower = {str(x).lower(): str(x) for x in known}
    close = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    hint = f"; did you mean {by_lower[close[0]]!r}?" if close else ""
    return f"there is no {kind} called {name[:60]!r}{hint}"


def own_deck_hint(decks: Iterable[str], cards: CardSet) -> str:
    """What to do when a saved game names a deck that `cards` lacks; nothing if it has them all."""
    if all(x in cards.decks for x in decks):
        return ""
    return " (for decks of your own hand over their cards: cards=compile_cards(FOLDER))"


_loaded: list[CardSet] = []


def load_cards(folder: str | PathLike[str] | None = None) -> CardSet:
    """The built-in compiled cards, or exactly those that `kalarite build` compiled into `folder`.

    Runs the Python code of that folder: load only what you compiled or trust. Raises
    `CardError` if there are no compiled cards.
    """
    if folder is not None:
        return _from_folder(folder)
    if not _loaded:  # the built-in set is immutable: one for the process
        _loaded.append(_built_in())
    return _loaded[0]


def is_built_in(cards: CardSet) -> bool:
    """Whether a set is the one that comes with the library, which every process has."""
    return cards in _loaded


def _built_in() -> CardSet:
    from importlib import import_module

    root = __package__.rpartition(".")[0] if __package__ else ""
    package = ".".join(x for x in (root, *BUILT_IN) if x)
    try:
        index = import_module(f"{package}.index").INDEX
    except ImportError as error:
        raise CardError(
            "the built-in cards are not compiled: install the package (pip install .), "
            "or hand in a set with cards=load_cards(folder)"
        ) from error
    return CardSet(index, {deck: vars(import_module(f"{package}.{module_name(deck)}")) for deck in index["decks"]})


def _from_folder(folder: str | PathLike[str]) -> CardSet:
    from pathlib import Path

    path = Path(folder)

    def run(name: str) -> dict[str, Any]:
        file = path / f"{name}.py"
        try:
            text = file.read_text("utf-8")
        except OSError as error:
            raise CardError(f"{path} holds no compiled cards: {file.name} cannot be read") from error
        namespace: dict[str, Any] = {}
        try:
            exec(compile(text, str(file), "exec"), namespace)
        except Exception as error:
            raise CardError(f"{file} is no compiled deck: {error}") from error
        return namespace

    index = run("index").get("INDEX")
    if not isinstance(index, dict) or "decks" not in index:
        raise CardError(f"{path} holds no compiled cards: its index.py is not one")
    return CardSet(index, {deck: run(module_name(deck)) for deck in index["decks"]})


def module_name(deck: str) -> str:
    """The file name of a deck's compiled module, without ending."""
    return "deck_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in deck)
