"""What bounds a statement that picks again and again: how often, and pieces of which colors."""

from __future__ import annotations

from ...dsl import tree as t
from ..program import Expr, Instr
from .expressions import NO, YES, A, both
from .frame import Frame


class Budget:
    """How often something may be done: a counter where one is needed, when stopping is allowed, where to go on.

    `counted`: keep a counter also for once (several lines share a loop); `first`: the
    holder must know whether nothing was spent yet.
    """

    def __init__(self, f: Frame, count: t.Count, may: bool, counted: bool = False, first: bool = False) -> None:
        self._frame, self.count = f, count
        endless = count.most is None
        self.once = count.most == 1 and not counted
        self.left = None if self.once or endless else f.register("N")
        owed = count.least > 0 or count.every
        self.fresh = f.register("N") if endless and (first or (may and owed)) else None
        self.open: Expr = YES if self.left is None else ("above", self.left, 0)
        self.stop: Expr = NO if owed and not may else self.untouched if owed else YES

    @property
    def untouched(self) -> Expr:
        """Whether nothing was spent yet."""
        if self.fresh:
            return ("above", self.fresh, 0)
        return ("is", self.left, self.count.most) if self.left else YES

    def start(self) -> list[Instr]:
        """Before the first use."""
        code: list[Instr] = [("set", self.left, ("const", self.count.most))] if self.left else []
        return code + ([("set", self.fresh, ("const", 1))] if self.fresh else [])

    def spend(self) -> list[Instr]:
        """One use."""
        code: list[Instr] = [("set", self.left, ("less", self.left))] if self.left else []
        return code + ([("set", self.fresh, ("const", 0))] if self.fresh else [])

    def again(self, offer: int, nxt: int) -> int:
        """The block behind one use: the offer again while something is left."""
        if self.once:
            return nxt
        return offer if self.left is None else self._frame.new([], ("branch", self.open, offer, nxt))


class Colors:
    """Of pieces that are picked one after another, what their colors must be: one for all, or none too often.

    `one`: the register of that color ("of one color"). `full`: registers of the colors that
    were taken once, twice ..., up to so often as a color may be taken.
    """

    def __init__(self, f: Frame, counted: t.Counted) -> None:
        several, where = counted.count.most != 1, counted.what.where
        few = next((x.most for x in where if isinstance(x, t.FewOfEachColor)), 0)
        self.one = f.register("N") if several and any(isinstance(x, t.OneColor) for x in where) else None
        self.full = tuple(f.register("N") for _ in range(few)) if several else ()

    def taken(self) -> list[Instr]:
        """The piece on the answered square was picked."""
        code: list[Instr] = [("set", self.one, ("color_at", A))] if self.one else []
        return code + ([("enlist", self.full, A)] if self.full else [])

    def narrowed(self, mask: Expr) -> Expr:
        """Those of a set that may be picked next."""
        mask = ("same", mask, self.one) if self.one else mask
        return both(mask, ("not", ("theirs", self.full[-1]))) if self.full else mask
