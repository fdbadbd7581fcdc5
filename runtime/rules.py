"""What does not change during a game: form, arena, decks, the numbered cards and their bound code."""

from __future__ import annotations

from .arena import Arena, Unchanging, turned, turned_direction
from .blocks import ACTION
from .cards import Card, CardSet, known, search_of
from .errors import CardError, shown
from .forms import check_fit, form_for
from .forms.sides import Sides
from .modules.collected import Modules
from .move import COLOR, DISCARD, RANKS, RETURN, SUMMON, Move, SquareMoves, make, square_name
from .offers import answer_table
from .state import BLOCK, ME, OA, SUMMONED
from .toolkit import Toolkit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from .cards import Search
    from .offers import State

    Functions = tuple[Callable[..., Any], ...]


NEVER = 1000  # a margin that no board reaches


# The turn in the place of a card: it has no pattern and is in no hand.
TURN = Card("", "", "", {"kind": "", "rank": None, "matters": 0, "parts": (), "digest": ""})


class Entry:
    """A card under its number in this game: what the turn needs of it; of a task, `claim` tests its condition."""

    __slots__ = (
        "_claim",
        "base",
        "card",
        "cells",
        "directions",
        "discard",
        "early",
        "effect",
        "enter",
        "heroes",
        "key",
        "kind",
        "lower",
        "marks",
        "match",
        "matters",
        "needed",
        "number",
        "rank",
        "search",
        "return_",
        "second_marks",
        "shapes",
        "sites",
        "struck",
        "summons",
        "take",
        "upper",
    )

    def __init__(self, number: int, card: Card, match: Any, parts: Any, claim: Any = None) -> None:
        self.number = number
        self.card = card
        self.key = card.key
        self.kind = card.kind
        self.rank = card.rank or 0
        self.match = match
        self._claim: Callable[[State], bool] | None = claim
        facts = card.facts
        self.cells: tuple[tuple[int, int], ...] = tuple(x[:2] for x in facts.get("cells", ()))
        self.base: int | None = facts.get("base")
        self.sites: tuple[str, ...] | None = facts.get("sites")  # the kind of squares where it is summoned
        ranks = [x[2] for x in facts.get("cells", ())] + ([self.base] if self.base is not None else [])
        self.needed = len(ranks)  # so many pieces its pattern needs, so many of them upgraded
        self.heroes = sum(rank > 0 for rank in ranks)
        self.marks: tuple[tuple[int, int], ...] = facts.get("marks", ())
        self.second_marks: tuple[tuple[int, int], ...] = facts.get("second_marks", ())
        self.early: int = facts.get(
            "early", 0
        )  # so many stand-ins a part allows that is carried out before a summoning
        self.struck: bool = facts.get("struck", False)  # its effect asks what the summoning destroyed
        self.directions: tuple[int, ...] = facts.get("directions", ())
        self.search: Search = search_of(facts) if "cells" in facts else (0, ())  # without a pattern nothing is found
        self.matters: int = facts["matters"]
        margins = {name: margin for name, margin, _ in facts["parts"] if margin is not None}
        self.upper: int = margins.get("upper", NEVER)
        self.lower: int = margins.get("lower", NEVER)
        self.enter: tuple[Functions, ...] = tuple(x[0] for x in parts)
        has_effect = self.enter and facts["parts"][0][0] == "effect"  # it comes first
        self.effect: Callable[[State], None] | None = self.enter[0][0] if has_effect else None
        self.take: tuple[Functions, ...] = tuple(x[1] for x in parts)
        self.shapes: list[tuple[tuple[int, ...], tuple[int, ...], int] | None] = [None] * 8
        self.summons = SquareMoves(SUMMON, card.key)
        self.discard = make(DISCARD, name=card.key) if card.kind == "being" else None
        self.return_ = make(RETURN, name=card.key)

    def claim(self, s: State, color: int) -> bool:
        """Whether the side `color` may claim this task in the state `s`; false for a card that is no task.

        What was destroyed and summoned is that of the turn in `s`, so at the end of a turn `color` is the side
        whose turn it is (R11.9). Changes nothing.
        """
        if self._claim is None:
            return False
        if s[ME] != color:
            s = s[:]
            s[ME] = color
        return self._claim(s)

    def shape(self, lane: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """In an orientation: offsets of the pattern's pieces and of its marks, directions of its arrows (8-bit set)."""
        shape = self.shapes[lane]
        if shape is None:
            cells, marks = (
                tuple(16 * dy + dx for dx, dy in (turned(lane, *vector) for vector in vectors))
                for vectors in (self.cells, self.marks)
            )
            arrows = sum(1 << turned_direction(lane, d) for d in self.directions)
            shape = self.shapes[lane] = (cells, marks, arrows)
        return shape

    def crosses(self, lane: int) -> tuple[int, ...]:
        """Offsets of the pattern's crossed squares in an orientation."""
        return tuple(16 * dy + dx for dx, dy in (turned(lane, *vector) for vector in self.second_marks))

    def part(self, name: str) -> int:
        """The index of a part, -1 if the card has none of that name."""
        for i, (part, _, _) in enumerate(self.card.facts["parts"]):
            if part == name:
                return i
        return -1


class Rules(Unchanging):
    """Form, arena, decks and cards of a game, immutable and shared by its copies."""

    def __init__(self, cards: CardSet, form: Mapping[str, Any], decks: tuple[str, ...], arena: Arena) -> None:
        self.cards = cards
        self.form = form
        self.form_name: str = form["name"]
        self.decks = decks
        self.arena = arena
        self.sides = sides = Sides(decks, form["teams"])
        self.seats, self.colors, self.color_of, self.color_names = (
            sides.seats,
            sides.colors,
            sides.color_of,
            sides.color_names,
        )
        self.color_moves = tuple(make(COLOR, name=name) for name in self.color_names)
        self.color_called = {name: color for color, name in enumerate(self.color_names)}
        self.by_color: bool = form["blocks"]["total"] == "by-color"  # points are kept apart by opponent's color
        places = self.colors - len(form["start"]["without"]) if form["start"]["places"] else 0
        self.starts = arena.starts.get(form["start"]["places"], ())[:places]  # masks of places
        self.modules = Modules(self)
        self.modules.collect()
        self.block_names = self.modules.names()
        self.toolkit = Toolkit(arena, self.colors, self.color_names, self.modules)
        self.entries: list[Entry] = [Entry(0, TURN, None, ())]  # number 0 is the turn itself
        self.number: dict[str, int] = {}
        self.deck_cards: list[tuple[int, ...]] = []
        index = cards.index
        bound = {}
        for deck in decks:
            self.deck_cards.append(self._numbered(index["playable"][deck]["deck"], bound))
        self.shared = _shared_decks(index, form)
        self.legends, self.flares, tasks = (
            tuple(n for deck in self.shared[kind] for n in self._numbered(deck, bound)) for kind in _SHARED
        )
        simple = form["tasks"]["advanced"] == "never"
        self.tasks = tuple(n for n in tasks if not (simple and self.entries[n].card.facts["task"]["advanced"]))  # R10.2
        self.toolkit.card_names = tuple(x.key for x in self.entries)
        weights = {"being": 1, "legend": 1 << 8, "flare": 1 << 16}  # hands are counted a byte a kind
        self.weights = tuple(weights.get(x.kind, 0) for x in self.entries)
        self.kind_of = tuple(x.kind for x in self.entries)
        self.toolkit.called = tuple(x.card.name for x in self.entries)
        self.toolkit.lays = tuple("lays" in x.card.facts for x in self.entries)
        self.toolkit.traits = tuple(_traits(x.card) for x in self.entries)
        from .turn import Turn, answer_for_the_gone

        piles = (*self.deck_cards, self.legends, self.flares)
        self.copies = any(len(set(pile)) < len(pile) for pile in piles)  # some hand may hold equal cards
        self.turn = turn = Turn(self)
        self.toolkit.scoring = turn.scoring
        self.listers: tuple[Callable[[State], list[Move]], ...] = (  # by kind of offer
            lambda s: [*s[OA]] or turn.answers[s[BLOCK]](s),
            *answer_table(arena),
            turn.answers[ACTION],
            lambda _: [],
        )
        self.acts = turn.acts
        self.enter: list[tuple[Functions, ...]] = [(turn.enter,), *(x.enter for x in self.entries[1:])]
        self.take: list[tuple[Functions, ...]] = [(turn.take,), *(x.take for x in self.entries[1:])]
        self.toolkit.takes, self.toolkit.enters = self.take, self.enter
        if control := turn.control:  # one more answer to nearly every question
            self.listers = tuple(control.listing(kind, lister) for kind, lister in enumerate(self.listers))
            self.take = [tuple(tuple(map(control.taking, part)) for part in parts) for parts in self.take]
        # what is done after every answer, before the next is asked; gives the answers taken for those who are gone
        self.watch: Callable[[State], tuple[Move, ...]] | None = control.watch if control else None
        if self.colors > 2:
            self.watch = lambda s: answer_for_the_gone(self, s)
        for module in self.modules:
            module.ready()

    def _numbered(self, deck: str, bound: dict[str, Any]) -> tuple[int, ...]:
        """The numbers of a card deck's cards, each as often as the deck holds it."""
        if deck not in bound:
            bound[deck] = self._bound(deck)
        numbers: list[int] = []
        data = self.cards.index["decks"][deck]
        for card in self.cards.cards_of(deck):
            if card.key not in self.number:
                number = self.number[card.key] = len(self.entries)
                self.entries.append(Entry(number, card, *bound[deck][card.name]))
            numbers += [self.number[card.key]] * data["copies"].get(card.name, 1)
        return tuple(numbers)

    def _bound(self, deck: str) -> dict[str, Any]:
        """The functions of a deck's cards; `CardError` if its compiled module does not give them."""
        try:
            functions = self.cards.modules[deck]["bind"](self.toolkit, self.arena)
            return {card.name: functions[card.name] for card in self.cards.cards_of(deck)}
        except Exception as error:
            raise CardError(f"deck {deck!r} is not whole ({shown(error)}); compile it again") from error

    def entry(self, number: int) -> Entry:
        return self.entries[number]

    def summonings(self, s: State) -> list[list[str]]:
        """Card and square of this turn's summonings; behind them the rank that one counts as, if not its card's."""
        found = [(self.entries[card], square_name(square), rank) for card, square, rank in s[SUMMONED]]
        return [[x.key, square, *([] if rank == x.rank else [RANKS[rank]])] for x, square, rank in found]

    def digests(self) -> dict[str, str]:
        """By card deck in use its digest; those of form and arena under `form:NAME` and `arena:NAME`."""
        used = dict.fromkeys(self.cards.index["playable"][deck]["deck"] for deck in self.decks)
        shared = [deck for kind in _SHARED for deck in self.shared[kind]]
        found = {deck: self.cards.digest(deck) for deck in (*used, *shared)}
        for kind, name in (("form", self.form_name), ("arena", self.arena.name)):
            data = self.cards.index[f"{kind}s"][name]
            found |= {f"{kind}:{name}": data["digest"]} if "digest" in data else {}
        return found

    def __reduce__(self) -> Any:
        raise TypeError("rules are code; a game pickles by its JSON")


def _traits(card: Card) -> tuple[str, ...]:
    """What cards are told apart by: kind, parts in their order, and whether the warp effect can be copied (W4.5)."""
    parts = tuple(part[0] for part in card.facts["parts"])
    return (card.kind, *parts, *(("copied",) if "warp" in parts and "lays" not in card.facts else ()))


_SHARED = ("legends", "flares", "tasks")  # kinds of decks that all players share


def _shared_decks(index: Mapping[str, Any], form: Mapping[str, Any]) -> dict[str, list[str]]:
    """The shared decks that a form uses, by kind: one without legends in hand needs none (R10.3)."""
    wanted = {"legends": form["hand"]["legends"], "flares": form["hand"]["flares"], "tasks": form["tasks"]["places"]}
    return {kind: [d for d, x in index["decks"].items() if x["kind"] == kind and wanted[kind]] for kind in _SHARED}


def _number_of_tasks(cards: CardSet, advanced: bool) -> int:
    """How many task cards a set has, copies counted; with the advanced ones or without."""
    decks = {name: data["copies"] for name, data in cards.index["decks"].items() if data["kind"] == "tasks"}
    found = [(card, copies) for deck, copies in decks.items() for card in cards.cards_of(deck)]
    return sum(copies.get(x.name, 1) for x, copies in found if x.task and (advanced or not x.task["advanced"]))


def rules_for(cards: CardSet, form: str, decks: Any, arena: str | None) -> Rules:
    """The rules of a game, made once for each combination; `CardError` if it cannot be played."""
    names = () if isinstance(decks, str) or not hasattr(decks, "__iter__") else tuple(decks)
    if not names or not all(isinstance(x, str) for x in names):
        raise CardError("decks are given as a list of names, such as ['northern', 'southern']")
    data = cards.form(form)
    for deck in names:
        known("playable deck", deck, cards.index["playable"])
    if len(set(names)) != len(names):
        raise CardError(f"no two players use the same deck (R3.9): {', '.join(names)}")
    if len(names) not in data["players"]:
        wanted = " or ".join(map(str, data["players"]))
        raise CardError(f"form {form!r} is played with {wanted} decks, not {len(names)}")
    place = cards.arena(data["arena"] if arena is None else arena)
    key = (form, names, place)
    rules = cards.rules_cache.get(key)
    if rules is None:
        whole = form_for(data, len(names))
        check_fit(whole, names, _number_of_tasks(cards, whole["tasks"]["advanced"] != "never"))
        rules = cards.rules_cache[key] = Rules(cards, whole, names, place)
    return rules
