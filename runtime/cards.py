"""Compiled cards as a value: `CardSet`, `Card`, and where they are loaded from.

A set knows its decks, forms and arenas. There is no registry: two games with
different sets in one process do not meet.
"""

from __future__ import annotations

from .arena import LANE_BITS, Arena, Unchanging, arena_of, turned, turned_direction
from .board import Board
from .errors import CardError, PositionError, shown
from .move import COMPASS, ORIENTATIONS, square_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Any, TypeAlias

    from .modules import Module
    from .toolkit import Toolkit

    Lanes: TypeAlias = tuple[int, int, int]  # pieces in lanes: all, heroic or more, legendary
    Search: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]

NOBODY = (0, 0, 0)
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


class Card(Unchanging):
    """One compiled card. `key` is its name, or `deck/name` where two decks of the set share it."""

    __slots__ = ("_claims", "_module", "deck", "facts", "key", "kind", "name", "rank")

    def __init__(
        self, key: str, name: str, deck: str, facts: Mapping[str, Any], module: Mapping[str, Any] | None = None
    ) -> None:
        self.key = key
        self.name = name
        self.deck = deck
        self.facts = facts
        self._module = module
        self._claims: dict[Arena, tuple[Callable[[list[Any]], bool], Toolkit]] = {}  # by arena, made when asked for
        self.kind: str = facts["kind"]
        self.rank: int | None = facts["rank"]

    def __repr__(self) -> str:
        return f"<Card {self.key}>"

    @property
    def digest(self) -> str:
        """Changes when what the card does changes."""
        return self.facts["digest"]

    @property
    def task(self) -> Mapping[str, Any] | None:
        """Of a task: its `type`, whether it is `advanced`, its `points`; None for any other card."""
        return self.facts.get("task")

    def claimable(
        self,
        board: Board | str,
        color: int = 0,
        destroyed: Sequence[int] = (0, 0, 0),
        summoned: Iterable[tuple[str, str]] = (),
    ) -> bool:
        """Whether the side `color` could claim this task on a board, at the end of its turn (R11.12, R11.13).

        `board`: a board, or the drawing of one in the built-in arena. `destroyed`: how many common, heroic and
        legendary enemy pieces count as destroyed by that side this turn. `summoned`: rank and square of each being
        that it summoned this turn, such as `("heroic", "e5")`, whatever became of it.

        Within a running game `runtime.rules.Entry.claim(s, color)` asks the same of a state. Raises `CardError`
        if the card is no task, `PositionError` for what is no board or no history of a turn.
        """
        from .claims import claimable

        return claimable(self, board, color, destroyed, summoned)

    def orientations(self) -> tuple[str, ...]:
        """The names of the orientations that differ (R5.2), none for a card without a pattern."""
        return tuple(ORIENTATIONS[k] for k in range(8) if self.facts.get("lanes", 0) >> k & 1)

    def placements(self, board: Board | str, color: int = 0) -> list[Placement]:
        """Every legal summoning by the board alone, one for each distinct orientation (R5.2 to R5.7).

        `board`: a board, or the drawing of one in the built-in arena. Raises `PositionError`.
        """
        if isinstance(board, str):
            board = Board.parse(board)
        if not isinstance(board, Board):
            raise PositionError(f"the board is a Board or a drawing, not {type(board).__name__}")
        own = board.own(color)
        if "cells" not in self.facts:
            return []
        arena = board.arena
        hits = sorted(hits_of(arena, find(self, arena, own, board.upgraded, board.legendary)))
        if "sites" in self.facts:
            occupied = arena.mask_of(tuple(board.pieces))
            free = (~board.upgraded, ~board.legendary, -1)[self.rank or 0]
            names = arena.names_of(sites_of(arena, self.facts["sites"], occupied) & free)
            found = [self._placement(arena, lane, square, name) for lane, square in hits for name in names]
        else:
            found = [self._placement(arena, lane, square) for lane, square in hits]
        return sorted(found, key=lambda x: (x.square[0], int(x.square[1:]), ORIENTATIONS.index(x.orientation)))

    def _placement(self, arena: Arena, lane: int, square: int, site: str = "") -> Placement:
        marks = {
            char: arena.names_of(vectors_at(arena, lane, square, self.facts[key]))
            for char, key in (("*", "marks"), ("+", "second_marks"))
            if self.facts[key]
        }
        used = vectors_at(arena, lane, square, [cell[:2] for cell in self.facts["cells"]])
        directions = tuple(COMPASS[turned_direction(lane, d)] for d in self.facts["directions"])
        return Placement(site or square_name(square), ORIENTATIONS[lane], arena.names_of(used), marks, directions)


def find(card: Card, arena: Arena, own: int, up: int, leg: int) -> int:
    """The lanes of squares where a card matches, from plain bitboards (R5.3 to R5.7).

    Games use the compiled match function on lanes that they keep; this is the same
    from the drawn cells, for anybody's board.
    """
    lanes = (arena.lanes_of(own), arena.lanes_of(own & up), arena.lanes_of(own & leg))
    allowed = -1 if "sites" in card.facts else (~up, ~leg, -1)[card.rank or 0]
    return fitting(search_of(card.facts), arena.lanes_of(arena.mask & allowed), lanes)


def search_of(facts: Mapping[str, Any]) -> Search:
    """What `fitting` looks for: the lanes of the orientations that differ, and (shift, least rank) of each piece."""
    mask = sum(((1 << LANE_BITS) - 1) << LANE_BITS * k for k in range(8) if facts["lanes"] >> k & 1)
    base = () if facts["base"] is None else ((0, facts["base"]),)
    return mask, (*base, *((16 * dy + dx, rank) for dx, dy, rank in facts["cells"]))


def sites_of(arena: Arena, words: Iterable[str], occupied: int) -> int:
    """The squares of a kind on which a being is summoned whose pattern does not show it."""
    kinds = {"red": arena.red, "green": arena.green, "colored": arena.colored, "central": arena.central}
    kinds |= {"empty": ~occupied, "colorless": ~arena.colored}
    mask = arena.mask
    for word in words:
        mask &= kinds[word]
    return mask


def fitting(
    search: Search,
    free: int,
    own: Lanes,
    others: Lanes = NOBODY,
    most: int = 0,
    one: Lanes | None = None,
    empty: int = 0,
    voids: int = 0,
) -> int:
    """The lanes of `free` squares where a pattern fits, from pieces in lanes by least rank.

    Up to `most` of its pieces, also the one on the summoning square, may be among `others` (R6.66). With `one`,
    exactly one piece more is among those (R14.21). Up to `voids` common ones may be `empty` squares, in lanes.
    All the rest are `own`.
    """
    if voids:
        return _fitting_with_voids(search, free, own, (others, most), one, (empty, voids))
    mask, shifts = search
    # by pieces of `others`: those with no piece of `one` so far, those with one
    without, with_one = [free & mask] + [0] * most, [0] * (most + 1)
    for shift, rank in shifts:
        mine, theirs = _shifted(own[rank], shift), _shifted(others[rank], shift)
        if one is not None:
            single = _shifted(one[rank], shift)
            for j in range(most, -1, -1):
                with_one[j] = with_one[j] & mine | without[j] & single | (with_one[j - 1] & theirs if j else 0)
        for j in range(most, 0, -1):
            without[j] = without[j] & mine | without[j - 1] & theirs
        without[0] &= mine
    hits = 0
    for x in without if one is None else with_one:
        hits |= x
    return hits


def _fitting_with_voids(
    search: Search, free: int, own: Lanes, others: tuple[Lanes, int], one: Lanes | None, empty: tuple[int, int]
) -> int:
    """The same, kept apart by how many stand in: one of `one`, so many of `others`, so many empty squares."""
    mask, shifts = search
    rows = {(0, 0, 0): free & mask}
    for shift, rank in shifts:
        mine, theirs = _shifted(own[rank], shift), _shifted(others[0][rank], shift)
        single = 0 if one is None else _shifted(one[rank], shift)
        void = 0 if rank else _shifted(empty[0], shift)
        found: dict[tuple[int, int, int], int] = {}
        for (i, j, k), lanes in rows.items():
            ways = [((i, j, k), mine)]
            ways += [((1, j, k), single)] if not i else []
            ways += [((i, j + 1, k), theirs)] if j < others[1] else []
            ways += [((i, j, k + 1), void)] if k < empty[1] else []
            for key, there in ways:
                found[key] = found.get(key, 0) | lanes & there
        rows = found
    hits = 0
    for (i, _, _), lanes in rows.items():
        hits |= lanes if i == (one is not None) else 0
    return hits


def _shifted(lanes: int, shift: int) -> int:
    return lanes >> shift if shift > 0 else lanes << -shift


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


class CardSet(Unchanging):
    """Cards by key, with the decks, forms and arenas they are played in. Never changed once made."""

    def __init__(
        self,
        index: Mapping[str, Any],
        modules: Mapping[str, Mapping[str, Any]],
        rule_modules: Mapping[str, type[Module]] | None = None,
    ) -> None:
        """`index`: the data of `index.py` of a compiled folder; `modules`: namespace by deck.

        `rule_modules`: classes of modules of rules, by the names that manifests of own decks have for them.

        Raises `CardError` for what is not whole, or was compiled for another version of the engine.
        """
        check_index(index)
        for deck, data in index["decks"].items():
            _check_module(deck, data["cards"], modules.get(deck))
        self.index = index
        self.modules = modules
        self.rule_modules: Mapping[str, type[Module]] = rule_modules or {}
        self._cards: dict[str, Card] = {}
        names = [(deck, name) for deck in index["decks"] for name in index["decks"][deck]["cards"]]
        shared = {name for i, (_, name) in enumerate(names) if any(name == other for _, other in names[:i])}
        for deck, name in names:
            key = f"{deck}/{name}" if name in shared else name
            self._cards[key] = Card(key, name, deck, modules[deck]["CARDS"][name], modules[deck])
        self._arenas: dict[str, Arena] = {}  # those asked for
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
        arena = self._arenas.get(name) if isinstance(name, str) else None
        if arena is None:
            arena = self._arenas[name] = arena_of(known("arena", name, self.index["arenas"]))
        return arena

    def digest(self, deck: str) -> str:
        """Changes when some card of the card deck does something else."""
        known("deck", deck, self.index["decks"])
        return self.modules[deck]["DIGEST"]


_FACTS = {"kind": str, "rank": object, "parts": tuple, "matters": int, "digest": str}
_PATTERN = {"cells": tuple, "base": object, "marks": tuple, "second_marks": tuple, "directions": tuple, "lanes": int}
_FORM = {
    "name": str,
    "digest?": str,
    "players": [int],
    "arena": str,
    "decks?": [str],
    "hand": {"beings": int, "legends": int, "flares": int},
    "supply": {"two-sided": int, "legendary": int},
    "turn": {"actions": int, "first-actions": int, "discard": bool},
    "start?": {"places": str, "without?": [int]},
    "tasks?": {"places": int, "advanced": str},
    "points?": {"destroyed?": [int]},
    "end": {},
    "for?": {"*": {}},
    "blocks": {
        **{x: [str] for x in ("set-up", "summoned", "turn-end", "trigger")},
        **dict.fromkeys(("score", "total", "draw", "after-trigger", "winner"), str),
    },
}
_INDEX = {  # what must be there; "*" stands for every name, a key with "?" may be missing
    "abi": int,
    "language": int,
    "decks": {"*": {"kind": str, "cards": [str], "copies": {"*": int}, "module?": str, "markers?": [str]}},
    "playable": {"*": {"deck": str}},
    "forms": {"*": _FORM},
    "arenas": {"*": {"name": str, "rows": [str], "digest?": str, "starts?": {"*": [[str]]}}},
}
_MODULE = {"ABI": int, "DIGEST": str, "CARDS": {"*": _FACTS}, "bind": object}


_NONE = "these are no compiled cards: {}; compile them again"


def check_index(index: Any) -> None:
    """`CardError` unless the index of compiled cards is whole and of this version of the engine."""
    _check_version("the index", index)
    wrong = _misfit(index, _INDEX, "the index") or next(
        (f"{x!r} is a deck that is not there" for x in index["playable"] if not _has_deck(index, x)), ""
    )
    if wrong:
        raise CardError(_NONE.format(wrong))


def _has_deck(index: Any, playable: str) -> bool:
    return index["playable"][playable]["deck"] in index["decks"]


def _check_version(what: str, data: Any) -> None:
    """The first look: what another version compiled may be of any shape."""
    if isinstance(data, dict) and data.get("abi", data.get("ABI", ABI)) != ABI:
        raise CardError(f"{what} was compiled for another version of the engine; compile it again")


def _check_module(deck: str, cards: list[str], module: Any) -> None:
    """`CardError` unless a deck's compiled module is whole and of this version of the engine."""
    _check_version(f"deck {deck!r}", module)
    wrong = _misfit(module, _MODULE, f"deck {deck!r}")
    wrong = wrong or next((f"deck {deck!r} lacks {x!r}" for x in cards if x not in module["CARDS"]), "")
    if not wrong:
        drawn = {name: facts for name, facts in module["CARDS"].items() if "cells" in facts}
        wrong = _misfit(drawn, {"*": _PATTERN}, f"deck {deck!r}")
    if wrong:
        raise CardError(_NONE.format(wrong))


def _misfit(data: Any, shape: Any, place: str) -> str:
    """What of `data` is not as `shape` says: a type, a list of one, or the keys of a dict; empty if all is."""
    if isinstance(shape, list):
        fits = isinstance(data, (list, tuple))
        return next(filter(None, (_misfit(x, shape[0], place) for x in data)), "") if fits else f"{place} is no list"
    if not isinstance(shape, dict):
        return "" if isinstance(data, shape) else f"{place} is no {shape.__name__}"
    if not isinstance(data, dict):
        return f"{place} is no dict"
    if "*" in shape:
        rows = [(x, shape["*"]) for x in data]
    else:
        rows = [(x.removesuffix("?"), inner) for x, inner in shape.items() if not x.endswith("?") or x[:-1] in data]
    missing = next((f"{place} lacks {x!r}" for x, _ in rows if x not in data), "")
    return missing or next(filter(None, (_misfit(data[x], inner, f"{place}.{x}") for x, inner in rows)), "")


def given_or_built_in(cards: object) -> CardSet:
    """The set that somebody hands in, the built-in one for None; `CardError` for what is none."""
    if cards is None:
        return load_cards()
    if not isinstance(cards, CardSet):
        raise CardError(f"cards is a CardSet, from load_cards or compile_cards, not {shown(cards)}")
    return cards


def known(kind: str, name: object, table: Mapping[str, Any]) -> Any:
    """The entry of `table` called `name`; `CardError` if there is none."""
    if not isinstance(name, str) or name not in table:
        raise CardError(unknown(kind, name, table))
    return table[name]


def unknown(kind: str, name: object, known: Any) -> str:
    """A sentence about a name that is not known, with what may have been meant, or all names where they are few."""
    from difflib import get_close_matches

    if not isinstance(name, str):
        return f"a {kind} is named by text, not by {type(name).__name__}"
    by_lower = {str(x).lower(): str(x) for x in known}
    close = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    few = f"; there are {', '.join(sorted(by_lower.values()))}" if 1 < len(by_lower) <= 8 else ""
    hint = f"; did you mean {by_lower[close[0]]!r}?" if close else few
    return f"there is no {kind} called {name[:60]!r}{hint}"


def own_deck_hint(decks: Iterable[str], cards: CardSet) -> str:
    """What to do when a saved game names a deck that `cards` lacks; nothing if it has them all."""
    if all(x in cards.decks for x in decks):
        return ""
    return " (for decks of your own hand over their cards: cards=compile_cards(FOLDER))"


_loaded: list[CardSet] = []


def load_cards(folder: str | PathLike[str] | None = None, modules: Mapping[str, type[Module]] | None = None) -> CardSet:
    """The built-in compiled cards, or exactly those that `kalarite build` compiled into `folder`.

    `modules`: by name, the classes of modules of rules that decks of your own have (docs/modules.md).
    Runs the Python code of that folder: load only what you compiled or trust. Raises
    `CardError` if there are no compiled cards.
    """
    if folder is not None:
        return _from_folder(folder, modules)
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
        index: Any = getattr(import_module(f"{package}.index"), "INDEX", None)
    except ImportError as error:
        raise CardError(
            "the built-in cards are not compiled: install the package (pip install .), "
            "or hand in a set with cards=load_cards(folder)"
        ) from error
    check_index(index)
    return CardSet(index, {deck: vars(import_module(f"{package}.{module_name(deck)}")) for deck in index["decks"]})


def _from_folder(folder: str | PathLike[str], given: Mapping[str, type[Module]] | None) -> CardSet:
    from pathlib import Path

    from .modules.collected import check_there, checked_modules

    rule_modules = checked_modules(given)
    try:
        path = Path(folder)
    except TypeError:
        raise CardError(f"a folder is named by text or a path, not by {shown(folder)}") from None

    def run(name: str) -> dict[str, Any]:
        file = path / f"{name}.py"
        try:
            text = file.read_text("utf-8")
        except (OSError, ValueError) as error:  # not there, or no text
            raise CardError(f"{path} holds no compiled cards: {file.name} cannot be read") from error
        namespace: dict[str, Any] = {}
        try:
            exec(compile(text, str(file), "exec"), namespace)
        except (Exception, SystemExit) as error:
            raise CardError(f"{file} is no compiled deck: {str(error) or type(error).__name__}") from error
        return namespace

    index = run("index").get("INDEX")
    if not isinstance(index, dict) or "decks" not in index:
        raise CardError(f"{path} holds no compiled cards: its index.py is not one")
    try:
        check_index(index)
        modules = {deck: run(module_name(deck)) for deck in index["decks"]}
        check_there(index, rule_modules)
        return CardSet(index, modules, rule_modules)
    except CardError as error:
        raise error if str(path) in str(error) else CardError(f"{path}: {error}") from error


def module_name(deck: str) -> str:
    """The file name of a deck's compiled module, without ending."""
    return "deck_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in deck)
