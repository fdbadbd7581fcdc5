"""Takes the statements of a part, gives their blocks: each kind has a function, those that hold others are here.

Statements are lowered from the last to the first, so that each knows the block that
follows it. A function gets the frame, the statement, the number of the next block and
whether its first decision may be declined, and gives the number of the block where it
begins. An offer stands in a block of its own that changes nothing before the answer, so a
saved game can ask again.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl import tree as t
from ..program import LINKED_DONE, LINKED_FAILED, LINKED_TRIED, Expr, Instr
from .ability import can, can_with, eligible
from .beside import choose_arrow, copy, draw, lose, permit, permit_only, plain, put, tell_summoning
from .budget import Budget
from .conditions import test
from .expressions import NO, RANK_MASKS, YES, A, both, holds
from .frame import Frame
from .memory import doers
from .moves import any_order, move
from .phrases import phrase
from .pieces import choose, convert, destroy, mark, place, swap, take, turn
from .verbs import labels_of


def block(f: Frame, body: t.Block, nxt: int) -> int:
    """Statements one after another; the last goes on at block `nxt`."""
    for node in reversed(body):
        nxt = statement(f, node, nxt, False)
    return nxt


def statement(f: Frame, node: t.Statement, nxt: int, may: bool) -> int:
    """One statement; the checker lets those that take no `may` stand under none."""
    match node:
        case t.May():
            return _may(f, node, nxt)
        case t.If():
            return _if(f, node, nxt)
        case t.Either():
            return _either(f, node, nxt, may)
        case t.WithEach():
            return _with_each(f, node, nxt, may)
        case t.EachColor():
            return _each_color(f, node, nxt)
        case t.Repeat():
            return _repeat(f, node, nxt)
        case t.Linked():
            return _linked(f, node, nxt)
        case t.AnyOrder():
            return any_order(f, node, nxt, may)
        case t.Move():
            return move(f, node, nxt, may)
        case t.Destroy():
            return destroy(f, node, nxt, may)
        case t.Place():
            return place(f, node, nxt, may)
        case t.Turn():
            return turn(f, node, nxt, may)
        case t.Convert():
            return convert(f, node, nxt, may)
        case t.Mark():
            return mark(f, node, nxt, may)
        case t.Choose():
            return choose(f, node, nxt, may)
        case t.Take():
            return take(f, node, nxt, may)
        case t.Swap():
            return swap(f, node, nxt, may)
        case t.ChooseArrow():
            return choose_arrow(f, node, nxt, may)
        case t.Gain():
            return plain(f, node, ("gain", node.what, node.amount), nxt, may)
        case t.Lose():
            return lose(f, node, nxt, may)
        case t.Permit():
            return permit(f, node, nxt, may)
        case t.PermitOnly():
            return permit_only(f, node, nxt, may)
        case t.TellSummoning():
            return tell_summoning(f, node, nxt, may)
        case t.TellDestroyed():
            return plain(f, node, ("count_twice",), nxt, may)
        case t.Put():
            return put(f, node, nxt, may)
        case t.Draw():
            return draw(f, node, nxt, may)
        case t.Copy():
            return copy(f, node, nxt, may)


def _may(f: Frame, node: t.May, nxt: int) -> int:
    """Of one statement its first decision may be declined; of several it is asked first."""
    if len(node.body) == 1:
        return statement(f, node.body[0], nxt, True)
    taken = f.new(f.happened(node.label), ("jump", block(f, node.body, nxt)))
    return f.option(node, can(f.scope, node), taken, nxt)


def _if(f: Frame, node: t.If, nxt: int) -> int:
    then, other = block(f, node.then, nxt), block(f, node.otherwise, nxt)
    return f.new([], ("branch", test(f.scope, node.test), then, other))


def _either(f: Frame, node: t.Either, nxt: int, may: bool) -> int:
    starts = [block(f, x, nxt) for x in node.branches]
    chain = starts[-1]
    for i in range(len(starts) - 2, -1, -1):
        chain = f.new([], ("branch", ("is", A, i), starts[i], chain))
    bits = (("pick", eligible(f.scope, x), ("const", 1 << i), ("const", 0)) for i, x in enumerate(node.branches))
    what = (("or", *bits), labels_of(node))
    return f.offer(node.label, ("offer", "options", what, YES if may else NO, chain, nxt if may else None, nxt))


def _with_each(f: Frame, node: t.WithEach, nxt: int, may: bool) -> int:
    """A loop over members: which are left is followed, who is picked may be used by the body."""
    pieces = isinstance(node.members.what, t.Pieces)
    members = f.register("M" if pieces else "N")
    budget = Budget(f, node.members.count, may, counted=True)
    ranked = f.mem(node.label).ranked
    offer = f.reserve()
    body = block(f, node.body, budget.again(offer, nxt))
    code: list[Instr] = [("drop", members, A), *budget.spend(), *f.happened(node.label), *f.remember_answer(node.label)]
    code += [("set", had, ("pick", holds(those, A), ("const", 1), ("const", 0))) for those, had in ranked.values()]
    taken = f.new(code, ("jump", body))
    begun = replace(f.scope, begun=frozenset({node.label}))
    what = ("keep", ("mask", members), can_with(begun, node))
    f.fill(offer, ("offer", "squares", (what,), budget.stop, taken, nxt, nxt), node.label)
    all_ = phrase(f.scope, node.members.what)
    start: list[Instr] = [("follow" if pieces else "set", members, all_), *budget.start()]
    start += [("follow", those, both(all_, *RANK_MASKS[ranks])) for ranks, (those, _) in ranked.items()]
    return f.begin(node.label, start, offer)


def _each_color(f: Frame, node: t.EachColor, nxt: int) -> int:
    """A round for each color, in the order of their numbers."""
    left, colors = f.register("N"), f.mem(node.label).colors
    less: Instr = ("set", left, ("less", left))
    loop = f.reserve()
    body = block(f, node.body, loop)
    settle: list[Instr] = [("set", colors, ("color_of", left))] if colors else []
    turn_ = f.new([*settle, less], ("jump", body))
    if node.owner:
        turn_ = f.new([], ("branch", ("mine", left), f.new([less], ("jump", loop)), turn_))
    f.fill(loop, ("branch", ("above", left, 0), turn_, nxt))
    return f.begin(node.label, [("set", left, ("colors",))], loop)


def _repeat(f: Frame, node: t.Repeat, nxt: int) -> int:
    """Rounds while something happens in them, as many as the arena has squares at most."""
    left, done = f.register("N"), [did for x in doers(node.body) if (did := f.mem(x).did)]
    loop = f.reserve()
    happened: Expr = ("any", *(("did", did) for did in done))
    again = f.new([], ("branch", ("each", ("above", left, 0), happened), loop, nxt))
    begin: list[Instr] = [("set", left, ("less", left)), *(("set", did, ("const", 0)) for did in done)]
    round_ = f.new(begin, ("jump", block(f, node.body, again)))
    asked = YES if node.test is None else test(f.scope, node.test)
    f.fill(loop, ("jump", round_) if asked == YES else ("branch", asked, round_, nxt))
    return f.new([("set", left, ("size", ("arena",)))], ("jump", loop))


def _linked(f: Frame, node: t.Linked, nxt: int) -> int:
    """All or nothing: while it is tried whether the rest can be done, a register says so, and then what came out.

    Every question in it offers only what a trial brings to the end; where there is nothing to ask, a trial fails.
    """
    trial = f.register("N")
    over = f.new([("set", trial, ("const", LINKED_DONE))], ("done",))
    going_on = f.new(f.happened(node.label), ("jump", nxt))
    whole = f.new([], ("branch", ("is", trial, LINKED_TRIED), over, going_on))
    lost = f.new([("set", trial, ("const", LINKED_FAILED))], ("done",))
    failed = f.new([], ("branch", ("is", trial, LINKED_TRIED), lost, nxt))
    before = len(f.blocks)
    body = block(f, node.body, whole)
    for number in range(before, len(f.blocks)):
        inner = f.blocks[number]
        if inner.end[0] == "offer":
            inner.linked, inner.end = trial, (*inner.end[:-1], failed)
    return f.begin(node.label, [("set", trial, ("const", 0))], body)
