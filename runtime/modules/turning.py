"""The turn of a game with modules: the functions of the turn that call hooks, in the places of those that do not.

Each is put there only if some module of the game overrides its hook. A hook that asks waits
for the answer: the turn goes on behind it, with the modules that come later.
"""

from __future__ import annotations

from ..blocks import AFTER_SUMMONING
from ..drawing import Drawing
from ..errors import CardError
from ..forms.ending import Ending
from ..state import BLANK_REGISTERS, BLOCK, CARD, FOLLOWED, HAND, PLAYED, REGISTERS, SEAT, STACK
from . import AFTER_PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..move import Move
    from ..offers import State
    from ..rules import Entry, Rules
    from ..turn import Turn
    from . import Module, Question
    from .collected import Modules

_WAITING = (0, 0, AFTER_PART, *BLANK_REGISTERS)


def _unsaid(module: Module, word: str) -> Callable[[State, Move], None]:
    """What an answer does at the next action if the module has not said it."""

    def take(s: State, move: Move) -> None:
        raise CardError(
            f"module {module.name!r} offers {move.text!r} as an action: say what it does, verb({word!r}, TAKE)"
        )

    return take


class Hooked:
    """What modules put into the tables of a turn."""

    def __init__(self, turn: Turn, modules: Modules) -> None:
        self.turn, self.rules, self.modules = turn, turn.rules, modules
        self.asking = {hook: modules.having(hook) for hook in ("summoned", "done")}
        self.acting = {
            kind: take or _unsaid(module, word) for module in modules for word, (kind, take) in module.verbs.items()
        }
        self.blocks = {x.block: (x.answers, self._taking(x)) for x in modules.questions}
        self.running: dict[int, Callable[[State], None]] = {AFTER_PART: self.after_part}
        if self.asking["done"]:
            self.running[AFTER_SUMMONING] = self.after_summoning
        self.closing = tuple(
            (tuple(x.block for x in modules.questions if x.hook == "end" and x.module is module), self.ending(module))
            for module in modules.having("end")
        )

    def replace(self) -> None:
        """Put the functions that call hooks in their places."""
        turn, hooks = self.turn, self.modules.hooks
        if self.asking["summoned"]:
            self.begin_effect = turn.summoning.begin_effect
            turn.summoning.begin_effect = lambda s, entry: self.go_on(s, "summoned")
        if barring := hooks("barred"):
            turn.summoning.free = self.barring(turn.summoning.free, barring)
            turn.listing.is_usual = False  # `free` is asked
        if any(hooks("hand")):
            turn.listing.more = self.summonings
            turn.summoning.put_being = self.putting(turn.summoning.put_being)
            turn.summonable = lambda s: (*s[HAND + s[SEAT]], *self.more(s))
        if beginning := hooks("begin"):
            turn.begin_turn = self.beginning(turn.begin_turn, beginning)
        if holding := hooks("held"):
            count_held(turn.drawing, holding)
            turn.draw = turn.drawing.draw
        if drawing := hooks("draw"):
            turn.draw = self.drawing(turn.draw, drawing)
        if adding := hooks("total"):
            turn.ending, turn.standing = Adding(self.rules, adding), 1

    # ------------------------------------------------------------ hooks that may ask

    def go_on(self, s: State, hook: str, behind: Module | None = None) -> None:
        """Call a hook of all modules, or of those behind one; then what comes next, unless one asks."""
        asking = self.asking[hook]
        for module in asking[asking.index(behind) + 1 if behind else 0 :]:
            if s[PLAYED] and getattr(module, hook)(s, self.rules.entry(s[PLAYED])):
                self.check_asked(s, module, hook)
                return
        if hook == "summoned":
            self.begin_effect(s, self.rules.entry(s[PLAYED]))
        else:
            self.put_away(s)

    def ending(self, module: Module) -> Callable[[State], bool]:
        """The end of a turn, for a module that may ask then."""

        def end(s: State) -> bool:
            if not module.end(s):
                return False
            self.check_asked(s, module, "end")
            return True

        return end

    def check_asked(self, s: State, module: Module, hook: str) -> None:
        """`CardError` if a hook says that it asks and nothing was begun: the game would stand where it stood."""
        if not s[CARD] and not s[STACK] and all(s[BLOCK] != x.block for x in module.questions):
            raise CardError(
                f"module {module.name!r}: {hook!r} gives True and asks nothing: return self.ask(s, QUESTION)"
            )

    def _taking(self, question: Question) -> Callable[[State, Move], None]:
        def take(s: State, move: Move) -> None:
            if question.take(s, move):  # it asks once more
                return
            if question.hook == "end":
                self.turn.close(s, question.block)
            else:
                self.go_on(s, question.hook, question.module)

        return take

    def after_summoning(self, s: State) -> None:
        """The effect is done: its registers are blank while modules ask."""
        s[CARD] = s[FOLLOWED] = 0
        s[REGISTERS] = BLANK_REGISTERS
        self.go_on(s, "done")

    def put_away(self, s: State) -> None:
        """The card in play goes to its pile, if none has taken it."""
        if s[PLAYED]:
            self.turn.put_away(s)
        self.turn.forget_play(s)

    # ------------------------------------------------------------ parts outside a summoning

    def begin_part(self, s: State, number: int, part: str) -> None:
        entry = self.rules.entry(number)
        s[STACK] = (*s[STACK], _WAITING)
        self.turn.begin_part(s, entry, entry.part(part))

    def after_part(self, s: State) -> None:
        self.put_away(s)

    # ------------------------------------------------------------ what is offered

    def answering(self, answers: Callable[[State], list[Move]]) -> Callable[[State], list[Move]]:
        """The answers at the next action."""
        acting = self.modules.having("act")
        if not acting:
            return answers

        def hooked(s: State) -> list[Move]:
            moves = answers(s)
            for module in acting:
                module.act(s, moves)
                module.not_empty(moves, "takes away all answers at the next action")
            return moves

        return hooked

    def barring(self, free: Callable[[State, int], int], hooks: tuple[Callable[..., int], ...]) -> Callable[..., int]:
        lanes_of = self.rules.arena.lanes_of

        def hooked(s: State, rank: int) -> int:
            mask = 0
            for hook in hooks:
                mask |= hook(s)
            return free(s, rank) & ~lanes_of(mask)

        return hooked

    def more(self, s: State) -> tuple[int, ...]:
        """The cards that can be summoned as from the hand."""
        return tuple(n for hook in self.modules.hooks("hand") for n in hook(s))

    def summonings(self, s: State) -> list[Move]:
        """The summonings of those cards; one that is in the hand as well is listed there."""
        hand, entry = s[HAND + s[SEAT]], self.rules.entry
        more = [n for n in dict.fromkeys(self.more(s)) if n not in hand]
        return [x for n in more for x in self.turn.summoning.summonings(s, entry(n))]

    def putting(self, put_being: Callable[[State, Entry], None]) -> Callable[..., None]:
        def hooked(s: State, entry: Entry) -> None:
            """A card that lies with a module goes through the hand; a card of the hand comes first."""
            hand, number = HAND + s[SEAT], entry.number
            if number not in s[hand]:
                module = next(x for x in self.modules if number in x.hand(s))
                module.taken(s, number)
                s[hand] = (*s[hand], number)
            put_being(s, entry)

        return hooked

    # ------------------------------------------------------------ turns

    def beginning(self, begin: Callable[[State, int, int], None], hooks: tuple[Any, ...]) -> Callable[..., None]:
        def hooked(s: State, seat: int, actions: int) -> None:
            for hook in hooks:
                actions = hook(s, seat, actions)
            begin(s, seat, actions)

        return hooked

    def drawing(self, draw: Callable[..., bool], hooks: tuple[Any, ...]) -> Callable[..., bool]:
        def hooked(s: State, seat: int) -> bool:
            for hook in hooks:
                hook(s, seat)
            return draw(s, seat)

        return hooked


def count_held(drawing: Drawing, hooks: tuple[Callable[[State, int], int], ...]) -> None:
    """Let the cards that modules hold count when hands are filled up."""
    plain = drawing.held

    def held(s: State, seat: int) -> int:
        return plain(s, seat) + sum(hook(s, seat) for hook in hooks)

    def draw(s: State, seat: int) -> bool:
        drawing.draw_flare(s, seat)
        drawing.draw_legends(s, seat)
        return drawing.fill_beings(s, seat)

    drawing.held = held
    if type(drawing) is Drawing:
        drawing.draw = draw


class Adding(Ending):
    """The end of a game where modules change what a color has reached."""

    def __init__(self, rules: Rules, hooks: tuple[Callable[[State, int], int], ...]) -> None:
        super().__init__(rules)
        self.hooks = hooks

    def added(self, s: State, color: int) -> int:
        return sum(hook(s, color) for hook in self.hooks)

    def row(self, s: State, color: int) -> dict[int, int]:
        added = self.added(s, color)
        return {other: points + added for other, points in super().row(s, color).items()}

    def total(self, s: State, color: int) -> int:
        total = super().total(s, color)
        return total if self.by_color else total + self.added(s, color)  # there it is in every number of the row

    def reached(self, s: State) -> bool:
        colors = range(self.rules.colors)
        if self.by_color:
            return max(max(self.row(s, color).values()) for color in colors) >= self.enough
        return max(self.total(s, color) for color in colors) >= self.enough
