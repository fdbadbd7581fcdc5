"""The modules of a game, together: their slots and fields, blocks, events, and which hooks there are."""

from __future__ import annotations

from ..blocks import BLOCKS
from ..errors import CardError
from ..events import EVENTS
from ..forms.fields import Field
from . import AFTER_PART, AWAY, FIRST, SHIPPED, Module, Question, is_module, overrides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from ..arena import Arena
    from ..offers import State
    from ..rules import Rules
    from ..turn import Turn
    from .turning import Hooked
    from .watching import Markers, Watch


class Modules:
    """Those that the decks of a game name, in the order of the seats; false if there are none."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.all: tuple[Module, ...] = ()
        self.block_names = BLOCKS
        self.questions: list[Question] = []
        self.events: Mapping[str, tuple[str, ...]] = EVENTS
        self.marker_slots: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self.all)

    def __iter__(self) -> Iterator[Module]:
        return iter(self.all)

    def collect(self) -> None:
        """Make the modules, before cards are numbered. `CardError` for one that is not there."""
        seats: dict[str, list[int]] = {}
        words: dict[str, list[str]] = {}
        index = self.rules.cards.index
        for seat, deck in enumerate(self.rules.decks):
            data = index["decks"][index["playable"][deck]["deck"]]
            if name := data.get("module"):
                seats.setdefault(name, []).append(seat)
                words.setdefault(name, []).extend(data.get("markers", ()))
        if not seats:
            return
        self.block_names = (*BLOCKS, "after-part")
        events: dict[str, Any] = dict(EVENTS)
        verbs: dict[str, Any] = {}
        first = FIRST
        for name, those in seats.items():
            module = class_of(name, self.rules.cards.rule_modules)(self.rules, name, tuple(those), first)
            first += len(module.initial)
            self.all += (module,)
            new: Mapping[str, Any]
            for kind, table, new in (
                ("event", events, module.events),
                ("marker", self.marker_slots, module.marker_slots),
                ("verb", verbs, module.verbs),
            ):
                if twice := next((x for x in new if x in table), None):
                    raise CardError(
                        f"module {name!r} has the {kind} {twice!r}, and so has another module or every game"
                    )
                table |= new
            if lacking := next((x for x in words[name] if x not in module.markers), None):
                raise CardError(f"module {name!r} has no marker {lacking!r}, which the manifest of its deck lists")
        self.events = events

    def number_of(self, question: Question) -> int:
        """The block of a new question."""
        self.questions.append(question)
        return AFTER_PART + len(self.questions)

    def names(self) -> tuple[str, ...]:
        """The names of all blocks, by number."""
        return (*self.block_names, *(x.name for x in self.questions))

    def initial(self) -> list[Any]:
        """What a state has behind `SIZE` at the beginning of a game: nothing without modules."""
        if not self.all:
            return []
        return [(0,) * (2 * self.rules.colors), *(value for module in self.all for value in module.initial)]

    def fields(self) -> tuple[Field, ...]:
        """The fields of saves, observations and positions."""
        return (_away_field(), *(x for module in self.all for x in module.fields)) if self.all else ()

    def having(self, hook: str) -> tuple[Module, ...]:
        """The modules that have something to do at a hook."""
        return tuple(x for x in self.all if overrides(x, hook))

    def hooks(self, name: str) -> tuple[Callable[..., Any], ...]:
        """The hooks of that name that there are."""
        return tuple(getattr(x, name) for x in self.having(name))

    def watch(self, arena: Arena) -> Watch:
        """What wraps the primitives of the board."""
        from .watching import Watch

        return Watch(self, arena)

    def markers(self) -> Markers:
        """What cards do with markers."""
        from .watching import Markers

        return Markers(self)

    def hooked(self, turn: Turn) -> Hooked | None:
        """What modules put into the tables of the turn; None without modules."""
        if not self.all:
            return None
        from .turning import Hooked

        return Hooked(turn, self)

    def cards(self, s: State, seat: int) -> tuple[int, ...]:
        """The cards of a seat's deck that lie with modules."""
        return tuple(n for module in self.all for n in module.cards(s, seat))

    def away(self, s: State, color: int) -> tuple[int, int]:
        """Two-sided and legendary pieces of a color that are out of play."""
        return s[AWAY][2 * color : 2 * color + 2] if self.all else (0, 0)

    def wrong(self, s: State) -> str:
        """What cannot be in the slots of modules, as a sentence; empty if all is well."""
        for word, slot in self.marker_slots.items():
            colors = [s[slot] & s[c] for c in range(self.rules.colors)]
            if sum(colors) != s[slot] or any(x & (x - 1) for x in colors):
                return f"the marker {word!r} lies on a piece, of each color on one at most"
        return next(filter(None, (module.wrong(s) for module in self.all)), "")


def class_of(name: str, handed: Mapping[str, type[Module]]) -> type[Module]:
    """The class of a module, handed over or shipped; `CardError` with what to do if it is neither."""
    if name in handed:
        return handed[name]
    if name in SHIPPED:
        from importlib import import_module

        return import_module(f"{__package__}.{name}").MODULE
    raise CardError(missing(name))


def missing(name: str) -> str:
    """The sentence about a module that is not there."""
    return (
        f"the module of rules {name!r} is not there: hand its class over, "
        f"compile_cards(FOLDER, modules={{{name!r}: ...}}) or load_cards(FOLDER, modules={{{name!r}: ...}})"
    )


def checked_modules(modules: object) -> dict[str, type[Module]]:
    """What somebody hands over as modules: names to classes; `CardError` for anything else."""
    if modules is None:
        return {}
    if not isinstance(modules, dict) or not all(isinstance(x, str) for x in modules):
        raise CardError("modules are given by name: modules={'shield': Shield}")
    for name, value in modules.items():
        if not is_module(value):
            raise CardError(f"module {name!r} is a class below kalarite.runtime.modules.Module, not {value!r:.80}")
        if name in SHIPPED:
            raise CardError(f"there is a module {name!r} already, which comes with the library: take another name")
    return modules


def check_there(index: Mapping[str, Any], modules: Mapping[str, Any]) -> None:
    """`CardError` if some deck names a module that is neither shipped nor handed over."""
    for deck, data in index["decks"].items():
        name = data.get("module")
        if name and name not in SHIPPED and name not in modules:
            raise CardError(f"deck {deck!r}: {missing(name)}")


def _away_field() -> Field:
    def read(rules: Rules, rows: Any) -> tuple[int, ...]:
        wanted = f"is a list of {rules.colors} pairs of whole numbers"
        if not isinstance(rows, (list, tuple)) or len(rows) != rules.colors:
            raise ValueError(wanted)
        for row in rows:
            if not isinstance(row, (list, tuple)) or len(row) != 2 or not all(type(x) is int and x >= 0 for x in row):
                raise ValueError(wanted)
        return tuple(x for row in rows for x in row)

    return Field(
        "away",
        AWAY,
        lambda rules: bool(rules.modules),
        lambda rules, x: [list(x[2 * c : 2 * c + 2]) for c in range(rules.colors)],
        read,
    )


__all__ = ["Modules", "check_there", "checked_modules", "class_of", "missing"]
