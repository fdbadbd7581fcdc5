"""Modules of rules: what an expansion adds to the game, together in one place.

A deck's manifest names its module (`module = "shield"`). The module is a class below
`Module`; of each module that a game's decks name `runtime.rules` makes one object, for
all seats that play such a deck. It declares what it keeps (slots, markers), what it asks
(questions, verbs) and overrides the hooks at which it has something to do. Hooks are
looked up once, when the rules of a game are made: what no module of the game overrides
is not called, and a game without modules runs the very functions that it ran before
there were modules. `docs/modules.md` writes one step by step.
"""

from __future__ import annotations

from ..blocks import BLOCKS
from ..errors import CardError, shown
from ..forms.fields import Field
from ..move import learn, make, square_number
from ..state import SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..move import Move
    from ..offers import State
    from ..rules import Entry, Rules

# The modules in this folder, by name: each `NAME.py` holds its class as MODULE.
SHIPPED: tuple[str, ...] = ("frozen", "gateway", "warp")

AWAY = SIZE  # behind a game's slots: two-sided and legendary pieces of each color that are out of play
FIRST = SIZE + 1  # the first slot of a module
AFTER_PART = len(BLOCKS)  # the block behind a part that began outside a summoning
ASKING_HOOKS = ("summoned", "done", "end")  # those that may ask


class Module:
    """What an expansion adds. Override hooks, declare in `declare`; every hook here does nothing.

    `s` is the state, a list that hooks may change by their own slots and by `self.tools`, the toolkit with the
    primitives. Squares, colors, seats and card numbers are numbers, as everywhere in the runtime. A hook
    keeps nothing outside the state: one object serves all games with the same rules.
    """

    markers: tuple[str, ...] = ()  # words of markers, those that the manifest of the deck lists
    events: Mapping[str, tuple[str, ...]] = {}  # further events: name to fields, as `runtime.events.EVENTS`
    showing: tuple[str, ...] = ()  # those of them by which a card openly leaves the hand of `seat`
    opening: tuple[str, ...] = ()  # those after which `card` lies openly in the hand or with the module

    def __init__(self, rules: Rules, name: str, seats: tuple[int, ...], first: int) -> None:
        """Made by the rules of a game; `seats`: who plays a deck of this module; `first`: its first slot."""
        self.rules, self.name, self.seats, self.first = rules, name, seats, first
        self.colors = tuple(dict.fromkeys(rules.color_of[x] for x in seats))
        self.initial: list[Any] = []  # of its slots
        self.fields: list[Field] = []
        self.card_slots: list[int] = []
        self.card_fields: list[str] = []
        if not isinstance(self.markers, tuple) or not all(isinstance(x, str) for x in self.markers):
            raise CardError(f"module {name!r}: markers is a tuple of words, not {shown(self.markers)}")
        self.marker_slots = {word: self._marker(word) for word in self.markers}
        self.verbs: dict[str, tuple[int, Callable[[State, Move], None] | None]] = {}
        self.questions: list[Question] = []
        self.declare()

    # ------------------------------------------------------------ declaring

    def declare(self) -> None:
        """Declare slots, verbs and questions: `self.slot`, `self.card_slot`, `self.verb`, `self.question`."""

    def ready(self) -> None:
        """The rules are whole (cards numbered, the turn made): make tables, if any."""

    def slot(
        self,
        name: str,
        value: Any,
        write: Callable[[Rules, Any], Any] | None = None,
        read: Callable[[Rules, Any], Any] | None = None,
        hidden: bool = False,
    ) -> int:
        """Keep a value from the beginning of the game on; gives the index in the state. Immutable: an int or a tuple.

        It is saved, observed and set in positions as `MODULE.NAME`; `write` makes it plain data, `read` takes them
        back (ValueError with what is wrong), without these it is a whole number or a tuple of such, of the same
        shape. `hidden`: the data are a list by seat, of which each seat sees its own entry.
        """
        if any(x.name == f"{self.name}.{name}" for x in self.fields):
            raise CardError(f"module {self.name!r} keeps {name!r} twice, as a slot or a marker: take another name")
        if write is None and read is None and not _is_plain(value):
            raise CardError(f"module {self.name!r}: {name!r} begins as {shown(value)}, which is {_PLAIN}")
        index = self.first + len(self.initial)
        self.initial.append(value)
        write = write or (lambda _, x: list(x) if isinstance(x, tuple) else x)
        read = read or (lambda _, x: _like(value, x))
        self.fields.append(Field(f"{self.name}.{name}", index, lambda _: True, write, read, hidden))
        return index

    def card_slot(self, name: str) -> int:
        """Keep a card or none for each seat: a tuple of numbers, 0 for none. Open to all; such cards count as there."""

        def read(rules: Rules, rows: Any) -> tuple[int, ...]:
            if not isinstance(rows, (list, tuple)) or len(rows) != rules.seats:
                raise ValueError(f"is a list of {rules.seats}: a card or null for each seat")
            numbers = tuple(0 if key is None else rules.number.get(str(key), -1) for key in rows)
            for seat, number in enumerate(numbers):
                if number and (seat not in self.seats or number not in rules.deck_cards[seat]):
                    raise ValueError(f"holds what is no card of {rules.decks[seat]}: {shown(rows[seat])}")
            return numbers

        index = self.slot(
            name, (0,) * self.rules.seats, lambda rules, x: [rules.entry(n).key if n else None for n in x], read
        )
        self.card_slots.append(index)
        self.card_fields.append(self.fields[-1].name)
        return index

    def _marker(self, word: str) -> int:
        """The slot of a marker: the pieces that carry it, as a bitboard."""

        def write(rules: Rules, mask: int) -> list[str]:
            return list(rules.arena.names_of(mask))

        def read(rules: Rules, names: Any) -> int:
            squares = names if isinstance(names, (list, tuple)) else ("",)
            numbers = {square_number(x) if isinstance(x, str) else -1 for x in squares}
            if not all(x >= 0 and rules.arena.bit[x] for x in numbers):
                raise ValueError("is a list of squares")
            return sum(1 << x for x in numbers)

        return self.slot(word, 0, write, read)

    def verb(self, word: str, take: Callable[[State, Move], None] | None = None) -> Callable[..., Move]:
        """A kind of answer of the module's own, written `WORD`, `WORD CARD`, `WORD SQUARE` or `WORD CARD SQUARE`.

        `take`: what such an answer does at the next action, where `act` offers it. Gives the maker of the answers:
        `thaw(number)`, `thaw(number, square)`, `thaw(square=square)`.
        """
        kind = learn(word)
        if word in self.verbs:
            raise CardError(f"module {self.name!r} has the verb {word!r} twice: take another word")
        self.verbs[word] = (kind, take)

        def answer(number: int = 0, square: int = -1) -> Move:
            return make(kind, square, name=self.rules.entry(number).key if number else "")

        return answer

    def question(
        self,
        name: str,
        hook: str,
        answers: Callable[[State], list[Move]],
        take: Callable[[State, Move], object],
    ) -> int:
        """Something that the module asks out of one of the hooks `summoned`, `done` and `end`; gives its block.

        The hook calls `self.ask(s, block)` and returns True. `take` does what the answer says; then the turn goes
        on behind the hook, unless `take` returns True because it asks once more. A question with one answer is
        not asked, its answer is taken.
        """
        if hook not in ASKING_HOOKS:
            raise CardError(f"module {self.name!r}: only the hooks {', '.join(ASKING_HOOKS)} may ask, not {hook!r}")
        if any(x.name == f"{self.name}.{name}" for x in self.questions):
            raise CardError(f"module {self.name!r} has the question {name!r} twice: take another name")

        def some(s: State) -> list[Move]:
            return self.not_empty(answers(s), f"asks {name!r} and offers nothing")

        question = Question(self, name, hook, some, take)
        self.questions.append(question)
        question.block = self.rules.modules.number_of(question)
        return question.block

    # ------------------------------------------------------------ what hooks use

    @property
    def tools(self) -> Any:
        """The primitives that change the board, and questions about it (`runtime.toolkit`)."""
        return self.rules.toolkit

    def ask(self, s: State, block: int) -> bool:
        """Stand at a question of the module."""
        self.rules.turn.stand(s, block)
        return True

    def not_empty(self, moves: list[Move], what: str) -> list[Move]:
        """The answers, of which there must be some: a game in which nobody can answer would stand still."""
        if not moves:
            raise CardError(f"module {self.name!r} {what}: without an answer the game cannot go on")
        return moves

    def begin_part(self, s: State, number: int, part: str) -> None:
        """Begin a part of a card outside a summoning, as the parts of flares begin; behind it the turn goes on.

        If `PLAYED` is the card's number it is in play meanwhile and goes to its pile behind the part.
        """
        hooked = self.rules.turn.hooked
        assert hooked
        hooked.begin_part(s, number, part)

    def marked(self, s: State, word: str, color: int) -> int:
        """The square of a color's piece with the marker, -1: none."""
        return (s[self.marker_slots[word]] & s[color]).bit_length() - 1

    # ------------------------------------------------------------ hooks: the board

    def put(self, s: State, color: int, rank: int, square: int) -> None:
        """A piece came onto the board: placed, summoned, put back."""

    def leave(self, s: State, color: int, rank: int, square: int, how: str) -> None:
        """A piece left: `how` is "destroy", "lift", "convert" or "take". Its markers still lie on the square."""

    def returned(self, s: State, color: int, rank: int, square: int) -> None:
        """A piece that had been taken came back onto the board; behind `put`."""

    def refused(self, s: State, square: int, how: str) -> bool:
        """Whether the piece on a square is not destroyed now: `how` is "destroy", "move", "leap" or "convert".

        It may use something up. The piece stays, a mover or leaper stays where it was. Not asked when a being is
        summoned onto the square: see `barred`.
        """
        return False

    def barred(self, s: State) -> int:
        """The squares on which nothing can be summoned, as a bitboard. Changes nothing."""
        return 0

    def moved(self, s: State, a: int, b: int) -> None:
        """A piece went from `a` to `b`, by a move, a leap or a swap (then once for each of the two)."""

    def flipped(self, s: State, square: int, old: int, new: int) -> None:
        """A piece was upgraded or downgraded: its ranks."""

    def may_carry(self, s: State, word: str, square: int) -> bool:
        """Whether the piece on a square can get the marker."""
        return True

    def carried(self, s: State, word: str, color: int) -> None:
        """Another piece of a color has the marker now."""

    def tally(self, s: State, tally: int) -> int:
        """As how many destroyed pieces one counts that would count as `tally`."""
        return tally

    # ------------------------------------------------------------ hooks: the turn

    def begin(self, s: State, seat: int, actions: int) -> int:
        """A turn begins with so many actions; gives how many it really has. The state is that of the turn before."""
        return actions

    def act(self, s: State, moves: list[Move]) -> None:
        """The answers at the next action: append or take away, in place. It must not become empty."""

    def hand(self, s: State) -> tuple[int, ...]:
        """Further cards that the seat of the turn can summon as from its hand."""
        return ()

    def taken(self, s: State, number: int) -> None:
        """A card of `hand` is being summoned: the module has it no more."""

    def summoned(self, s: State, entry: Entry) -> bool:
        """A being stands on `SITE`, its effect comes next; True: the module asks."""
        return False

    def done(self, s: State, entry: Entry) -> bool:
        """The effect of a summoned being is done. Its card goes to the pile, unless the module has taken it and set
        `PLAYED` to 0 (then later modules are not called). True: the module asks."""
        return False

    def end(self, s: State) -> bool:
        """The turn ends: nothing is scored yet. True: the module asks."""
        return False

    def draw(self, s: State, seat: int) -> None:
        """The hand is filled up next."""

    def held(self, s: State, seat: int) -> int:
        """So many beings more count as held when the hand is filled up."""
        return 0

    def total(self, s: State, color: int) -> int:
        """Points more (less than 0: fewer) in what a color has reached; where points go by color in each of them."""
        return 0

    # ------------------------------------------------------------ hooks: keeping count

    def cards(self, s: State, seat: int) -> tuple[int, ...]:
        """The cards of a seat's deck that lie with the module, open to all: those of its card slots."""
        return tuple(s[x][seat] for x in self.card_slots if s[x][seat])

    def wrong(self, s: State) -> str:
        """What cannot be in the module's slots, as a sentence; empty if all is well. For saves, positions, tests."""
        return ""


class Question:
    """A block of a module that asks."""

    __slots__ = ("answers", "block", "hook", "module", "name", "take")

    def __init__(self, module: Module, name: str, hook: str, answers: Any, take: Any) -> None:
        self.module, self.name, self.hook = module, f"{module.name}.{name}", hook
        self.answers, self.take = answers, take
        self.block = -1


_PLAIN = "neither a whole number from 0 nor a tuple of such: give write and read for anything else"


def _is_plain(value: Any) -> bool:
    """Whether a value can be kept, saved and read back without functions of the module's own."""
    return all(map(_is_plain, value)) if isinstance(value, tuple) else type(value) is int and value >= 0


def _like(value: Any, data: Any) -> Any:
    """Data of the shape of `value`: a whole number, or a list of so many of them."""
    if isinstance(value, tuple):
        if not isinstance(data, (list, tuple)) or len(data) != len(value):
            raise ValueError(f"is a list of {len(value)}")
        return tuple(_like(x, y) for x, y in zip(value, data, strict=True))
    if type(data) is not int or not 0 <= data < 1 << 53:
        raise ValueError("is a whole number")
    return data


def is_module(value: object) -> bool:
    """Whether something is a class of modules."""
    return isinstance(value, type) and issubclass(value, Module)


def overrides(module: Module, hook: str) -> bool:
    """Whether a module has something to do at a hook."""
    return getattr(type(module), hook) is not getattr(Module, hook)
