"""Takes moves and leaps, gives their blocks: one line of them, several in any order, a piece that comes from a card.

Each statement gets the frame, the number of the next block and whether its first decision
may be declined, and gives the number of the block where it begins.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...dsl import tree as t
from ..program import Expr, Instr
from .budget import Budget, Colors
from .expressions import NOTHING, YES, A, B
from .frame import Frame
from .groups import group, heading, landings, movers


def move(f: Frame, node: t.Move, nxt: int, may: bool) -> int:
    """One line of moves: by a piece, by one piece again and again, or by each of some."""
    if node.who is not None and node.who.kind == "laid":
        return _landing(f, node, nxt, may)
    walk = _Walk(f, node, may)
    offer = f.reserve()
    again = walk.budget.again(offer, nxt)
    if node.stopping is not None:
        hit = ("hit", node.stopping.noun.owner or "any", node.stopping.noun.ranks)
        again = f.new([], ("branch", hit, nxt, again))
    taken = f.new(walk.taken(), ("jump", again))
    kind = "leaps" if node.leap else "steps"
    f.fill(offer, ("offer", kind, (walk.group(),), walk.budget.stop, taken, nxt, nxt), node.label)
    return f.begin(node.label, walk.start(), offer)


def _landing(f: Frame, node: t.Move, nxt: int, may: bool) -> int:
    """The piece on this card leaps from nowhere: its answer is a square."""
    code: list[Instr] = [*f.felling(node.label, ("bit", A)), ("land", A), *f.happened(node.label)]
    return f.ask(node, "squares", landings(f.scope, node), f.new(code, ("jump", nxt)), nxt, may)


def any_order(f: Frame, node: t.AnyOrder, nxt: int, may: bool) -> int:
    """One offer over all lines that have moves left; a move is booked to the narrowest that admits it."""
    moves = sorted(node.moves, key=lambda x: x.combat)
    moves.sort(key=lambda x: not (x.who is not None and x.who.kind == "ref"))
    shared = _Shared(f.register("P"), f.register("N")) if node.who and node.who.kind == "one" else None
    walks = [_Walk(f, x, False, shared, counted=True, block=node.label) for x in moves]
    total = f.register("N") if node.limit is not None else None
    debts = [w for w in walks if w.budget.count.least]
    first = f.register("N") if may and debts else None
    offer = f.reserve()
    loop = f.new([], ("branch", ("above", total, 0), offer, nxt)) if total else offer
    less: list[Instr] = [("set", total, ("less", total))] if total else []
    bookings = [f.new([*w.taken(), *less], ("jump", loop)) for w in walks]
    chain = bookings[-1]
    for w, booking in reversed(list(zip(walks[:-1], bookings[:-1], strict=True))):
        chain = f.new([], ("branch", ("admits", w.open_group()), booking, chain))
    code: list[Instr] = [("set", first, ("const", 0))] if first else []
    taken = f.new([*code, *f.happened(node.label)], ("jump", chain))
    owed = [("each", w.budget.open, ("can", int(w.node.leap), w.group())) for w in debts]
    stop: Expr = ("no", ("any", *owed)) if owed else YES
    if first:
        stop = ("any", ("above", first, 0), stop)
    what = tuple(w.open_group() for w in walks)
    f.fill(offer, ("offer", "steps", what, stop, taken, nxt, nxt), node.label)
    start = [x for w in walks for x in w.start()]
    start += [("set", total, ("const", node.limit))] if total else []
    start += [("set", first, ("const", 1))] if first else []
    start += [("set", shared.piece, ("const", -1)), ("set", shared.fresh, ("const", 1))] if shared else []
    return f.begin(node.label, start, offer)


@dataclass
class _Shared:
    """The one piece of an `any order` block: its register, and whether it is still to be picked."""

    piece: Expr
    fresh: Expr


class _Walk:
    """The registers and expressions of one `Move`: who may go where, and what a step changes.

    In an `any order` block: `shared` is the piece of all lines, if it is one; `counted`, the
    lines share a loop; `block` is the label of the block.
    """

    def __init__(
        self,
        f: Frame,
        node: t.Move,
        may: bool,
        shared: _Shared | None = None,
        counted: bool = False,
        block: str = "",
    ) -> None:
        assert node.who is not None
        self._frame, self.node, self._shared, self._block = f, node, shared, block
        kind, who = node.who.kind, node.who.who
        each = who if kind == "each" and isinstance(who, t.Counted) else None
        count = each.count if each else node.count
        looped = counted or count.most != 1
        one = kind == "one" and looped and shared is None
        self.budget = Budget(f, count, may, counted or (each is not None and count.most == 1), first=one)
        straight = node.direction is not None and node.direction.kind == "one" and looped
        self._straight = f.register("N") if straight else None
        self._mover = f.register("P") if one else None
        self._members = f.register("M") if kind == "each" else None
        self._colors = Colors(f, each) if each else None

    def start(self) -> list[Instr]:
        """Before the first step."""
        one, full = (self._colors.one, self._colors.full) if self._colors else (None, ())
        code = self.budget.start()
        code += [("set", r, ("const", -1)) for r in (self._straight, one, self._mover) if r]
        code += [("follow", self._members, movers(self._frame.scope, self.node))] if self._members else []
        return code + [("set", r, ("const", 0)) for r in full]

    def group(self) -> Expr:
        """Who may go where next."""
        return self._group(self._movers())

    def open_group(self) -> Expr:
        """The group while the line has moves left, else nobody."""
        if self.budget.open == YES:
            return self.group()
        return self._group(("pick", self.budget.open, self._movers(), NOTHING))

    def _group(self, who: Expr) -> Expr:
        towards = heading(self._frame.scope, self.node)
        if self._straight:
            towards = ("pick", ("above", self._straight, -1), ("toward", self._straight), ("anywhere",))
        return group(self._frame.scope, self.node, who, towards)

    def _movers(self) -> Expr:
        if self._members:
            members: Expr = ("mask", self._members)
            return self._colors.narrowed(members) if self._colors else members
        mask = movers(self._frame.scope, self.node)
        if self._shared:
            return ("pick", ("above", self._shared.fresh, 0), mask, ("bit", self._shared.piece))
        if self._mover:
            return ("pick", self.budget.untouched, mask, ("bit", self._mover))
        return mask

    def taken(self) -> list[Instr]:
        """One step, as answered."""
        m = self._frame.mem(self.node.label)
        code = self._colors.taken() if self._colors else []
        code += self._frame.felling(self._block or self.node.label, ("bit", B))
        # remembered where it is before it moves: a piece that is spared can make it stay there
        code += [("drop", self._members, A)] if self._members else []
        code += [("follow", self._mover, A)] if self._mover else []
        if self._shared:
            code += [("follow", self._shared.piece, A), ("set", self._shared.fresh, ("const", 0))]
        code.append(("move", int(self.node.leap)))
        code += [("set", self._straight, ("bearing",))] if self._straight else []
        code += [("set", m.direction, ("bearing",))] if m.direction else []
        return [*code, *self._frame.happened(self.node.label), *self.budget.spend()]
