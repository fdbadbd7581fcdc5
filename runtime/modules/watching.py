"""The primitives of a board that modules watch: markers follow their pieces, hooks are called.

`runtime.primitives` makes them; in a game with modules they are wrapped here, before
they call each other by these names. So emitted code need not know.
"""

from __future__ import annotations

from ..primitives import convertible, rank_at
from ..state import DESTROYED, EVENTS, LEGENDS, ME, OCC, SUPPLY
from . import AWAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ..arena import Arena
    from ..offers import State
    from .collected import Modules

    Primitive: TypeAlias = Callable[..., Any]


class Watch:
    """Wraps the primitives of one game."""

    def __init__(self, modules: Modules, arena: Arena) -> None:
        self.modules, self.arena = modules, arena
        self.markers = tuple(modules.marker_slots.values())
        hooks = modules.hooks
        self.on_put, self.on_leave, self.on_moved, self.on_flipped = map(hooks, ("put", "leave", "moved", "flipped"))
        self.on_returned = hooks("returned")
        self.refusing, self.tallying = hooks("refused"), hooks("tally")

    def refused(self, s: State, square: int, how: str) -> bool:
        """Whether some module keeps the piece on a square from being destroyed."""
        return any(hook(s, square, how) for hook in self.refusing)

    def putting(self, put: Primitive, put_common: Primitive) -> tuple[Primitive, Primitive]:
        hooks = self.on_put
        if not hooks:
            return put, put_common

        def watched(s: State, color: int, rank: int, square: int) -> None:
            put(s, color, rank, square)
            for hook in hooks:
                hook(s, color, rank, square)

        def watched_common(s: State, color: int, square: int) -> None:
            watched(s, color, 0, square)

        return watched, watched_common

    def removing(self, remove: Primitive) -> Primitive:
        hooks, markers, bit = self.on_leave, self.markers, self.arena.bit
        if not hooks and not markers:
            return remove

        def watched(s: State, square: int, how: str) -> tuple[int, int]:
            color, rank = remove(s, square, how)
            for hook in hooks:
                hook(s, color, rank, square, how)
            b = bit[square]
            for slot in markers:
                if s[slot] & b:
                    s[slot] ^= b
            return color, rank

        return watched

    def felling(self, destroy: Primitive) -> Primitive:
        """Destroying that nothing refuses."""
        hooks = self.tallying
        if not hooks:
            return destroy

        def watched(s: State, square: int, tally: int = 1) -> int:
            for hook in hooks:
                tally = hook(s, tally)
            return destroy(s, square, tally)

        return watched

    def destroying(self, fell: Primitive) -> Primitive:
        bit, refused = self.arena.bit, self.refused
        if not self.refusing:
            return fell

        def watched(s: State, square: int, tally: int = 1) -> int:
            if s[OCC] & bit[square] and refused(s, square, "destroy"):
                return -1
            return fell(s, square, tally)

        return watched

    def moving(self, move: Primitive) -> Primitive:
        bit, refused, refusing, markers, hooks = (
            self.arena.bit,
            self.refused,
            self.refusing,
            self.markers,
            self.on_moved,
        )
        if not (refusing or markers or hooks):
            return move

        def watched(s: State, a: int, b: int, leap: int = 0) -> int:
            if refusing and s[OCC] & bit[b] and refused(s, b, "leap" if leap else "move"):
                return -1
            hit = move(s, a, b, leap)
            for slot in markers:
                if s[slot] & bit[a]:
                    s[slot] ^= bit[a] | bit[b]
            for hook in hooks:
                hook(s, a, b)
            return hit

        return watched

    def swapping(self, swap: Primitive) -> Primitive:
        bit, markers, hooks = self.arena.bit, self.markers, self.on_moved
        if not (markers or hooks):
            return swap

        def watched(s: State, a: int, b: int) -> bool:
            if not swap(s, a, b):
                return False
            both = bit[a] | bit[b]
            for slot in markers:
                if s[slot] & both and s[slot] & both != both:
                    s[slot] ^= both
            for hook in hooks:
                hook(s, a, b)
                hook(s, b, a)
            return True

        return watched

    def giving(self, give: Primitive) -> Primitive:
        hooks = self.on_put
        if not hooks:
            return give

        def watched(s: State, square: int, rank: int, color: int) -> None:
            give(s, square, rank, color)
            for hook in hooks:
                hook(s, color, rank, square)

        return watched

    def turning(self, turn: Primitive) -> Primitive:
        hooks = self.on_flipped
        if not hooks:
            return turn

        def watched(s: State, square: int, up: int) -> bool:
            if not turn(s, square, up):
                return False
            new = rank_at(s, square)
            for hook in hooks:
                hook(s, square, new - 1 if up else new + 1, new)
            return True

        return watched

    def converting(self, convert: Primitive) -> Primitive:
        refusing, tallying, refused, bit = self.refusing, self.tallying, self.refused, self.arena.bit
        if not (refusing or tallying or self.on_put):
            return convert

        def watched(s: State, square: int, rank: int = -1) -> bool:
            if square < 0 or not convertible(s, rank) & bit[square] or refused(s, square, "convert"):
                return False
            before = s[DESTROYED]
            if not convert(s, square, rank):
                return False
            tally = 1
            for hook in tallying:
                tally = hook(s, tally)
            if tally != 1:
                s[DESTROYED] = tuple(x + (x - y) * (tally - 1) for x, y in zip(s[DESTROYED], before, strict=True))
            for hook in self.on_put:
                hook(s, s[ME], rank_at(s, square), square)
            return True

        return watched

    def out_of_play(self, toggle: Primitive, remove: Primitive, destroy: Primitive) -> tuple[Primitive, ...]:
        return _out_of_play(self.arena, toggle, remove, destroy, (*self.on_put, *self.on_returned))


def _out_of_play(
    arena: Arena, toggle: Primitive, remove: Primitive, destroy: Primitive, on_put: tuple[Primitive, ...]
) -> tuple[Primitive, Primitive, Primitive]:
    """The primitives that take pieces out of play, and bring them back: `AWAY` counts those that are."""

    def gone(s: State, color: int, rank: int, number: int) -> None:
        """The supply has so many pieces fewer, and so many more are out of play."""
        s[(LEGENDS if rank == 2 else SUPPLY) + color] -= number
        i, counts = 2 * color + (rank == 2), s[AWAY]
        s[AWAY] = (*counts[:i], counts[i] + number, *counts[i + 1 :])

    def take(s: State, square: int) -> int:
        """Take the piece on a square off the board: not destroyed, not into the supply. 3 * color + rank; -1: none."""
        if square < 0 or not s[OCC] & arena.bit[square]:
            return -1
        color, rank = remove(s, square, "take")
        gone(s, color, rank, 1)
        s[EVENTS] = (s[EVENTS], "take", color, rank, square)
        return 3 * color + rank

    def put_back(s: State, color: int, rank: int, square: int) -> None:
        """A piece that was out of play comes onto an empty square."""
        gone(s, color, rank, -1)
        s[(LEGENDS if rank == 2 else SUPPLY) + color] -= 1
        toggle(s, color, rank, square)
        s[EVENTS] = (s[EVENTS], "put_back", color, rank, square)
        for hook in on_put:
            hook(s, color, rank, square)

    def destroy_out(s: State, square: int, tally: int = 1) -> int:
        """Destroy what stands on a square; the piece leaves the game. Gives what `destroy` gives."""
        code = destroy(s, square, tally)
        if code >= 0:
            gone(s, code // 3, code % 3, 1)
            s[EVENTS] = (s[EVENTS], "out", code // 3, code % 3, square)
        return code

    return take, put_back, destroy_out


class Markers:
    """What emitted code and modules do with markers. A marker is a slot: the pieces that carry it."""

    def __init__(self, modules: Modules) -> None:
        self.slots = modules.marker_slots
        self.words = {slot: word for word, slot in self.slots.items()}
        self.allowing, self.telling = modules.hooks("may_carry"), modules.hooks("carried")

    def marker(self, word: str) -> int:
        """The slot of a marker; KeyError if the game has none of that name."""
        return self.slots[word]

    @staticmethod
    def marked(s: State, slot: int) -> int:
        """The square of the acting color's piece with the marker, -1: none."""
        return (s[slot] & s[s[ME]]).bit_length() - 1

    def mark(self, s: State, slot: int, square: int) -> bool:
        """The own piece on a square gets the marker, which leaves the piece that had it; whether it has it now."""
        word, b, me = self.words[slot], 1 << square if square >= 0 else 0, s[ME]
        if not s[me] & b or not all(hook(s, word, square) for hook in self.allowing):
            return False
        if not s[slot] & b:
            s[slot] = s[slot] & ~s[me] | b
            s[EVENTS] = (s[EVENTS], "mark", word, me, square)
            for hook in self.telling:
                hook(s, word, me)
        return True

    def unmark(self, s: State, slot: int, color: int) -> None:
        """No piece of a color has the marker any more."""
        if lost := s[slot] & s[color]:
            s[slot] ^= lost
            s[EVENTS] = (s[EVENTS], "unmark", self.words[slot], color, lost.bit_length() - 1)
