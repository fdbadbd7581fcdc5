"""Takes what a statement does with pieces or squares, gives the blocks that pick them and do it.

They are picked one by one, or are a connected group, all of a phrase, or the one thing that is spoken of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...dsl import tree as t
from ..program import End, Expr, Instr
from .ability import can
from .budget import Budget, Colors
from .expressions import NO, NOTHING, A, both
from .frame import Frame
from .phrases import ref

Picking: TypeAlias = "t.Destroy | t.Turn | t.Convert | t.Mark | t.Choose | t.Take"


def picks(
    f: Frame,
    node: Picking,
    counted: t.Counted,
    mask: Expr,
    apply: list[Instr],
    nxt: int,
    may: bool,
    keeps: bool = True,
) -> int:
    """Pick pieces of `mask` one by one and do `apply` with each at once.

    `keeps`: what is picked stays the piece it was (else the piece is remembered after
    `apply`). What one statement picks are different pieces.
    """
    m = f.mem(node.label)
    colors = Colors(f, counted)
    budget = Budget(f, counted.count, may)
    their = _shared_colors(f, counted)
    due = f.register("N") if their else None
    turns = counted.count.most != 1 and isinstance(node, t.Turn)
    done = f.register("M") if turns else None  # what is picked otherwise leaves the phrase by itself
    code = [*f.remember_answer(node.label, keeps), *colors.taken()]
    code += [("set", due, ("due", due, A, their))] if due else []
    code += apply
    code += [("gather", done, A)] if done else []
    code += [("follow", m.piece, A)] if m.piece and not keeps else []
    code += f.happened(node.label)
    offered = colors.narrowed(_due(mask, their, due) if due else mask)
    offered = both(offered, ("not", ("mask", done))) if done else offered
    offer = f.reserve()
    taken = f.new([*code, *budget.spend()], ("jump", budget.again(offer, nxt)))
    f.fill(offer, ("offer", "squares", (offered,), budget.stop, taken, nxt, nxt), node.label)
    start = budget.start()
    start += [("set", colors.one, ("const", -1))] if colors.one else []
    start += [("set", r, ("const", 0)) for r in colors.full]
    start += [("set", done, ("const", 0))] if done else []
    start += [("set", due, ("reg", their))] if due else []
    return f.begin(node.label, start, offer)


def _shared_colors(f: Frame, counted: t.Counted) -> Expr | None:
    """The register of the colors that several picks share: none twice while another is missing."""
    what = counted.what
    if isinstance(what, t.Squares) or what.noun.owner != "their" or counted.count.most == 1:
        return None
    return f.mem(what.noun.of).colors


def _due(mask: Expr, colors: Expr | None, due: Expr) -> Expr:
    """A set of pieces of settled colors, narrowed to the colors that are due."""
    if mask == ("theirs", colors):
        return ("theirs", due)
    return ("and", *(_due(x, colors, due) for x in mask[1:])) if mask[0] == "and" else mask


def group_picks(
    f: Frame,
    node: Picking,
    counted: t.Counted,
    mask: Callable[[Expr], Expr],
    apply: Callable[[Expr], list[Instr]],
    nxt: int,
    may: bool,
) -> int:
    """Pick a connected group piece by piece, then do `apply` with all of it at once.

    Both are given the set that is picked.
    """
    picked, budget = f.register("N"), Budget(f, counted.count, may, counted=True)
    those: Expr = ("mask", picked)
    act = f.new(apply(those), ("jump", nxt))
    offer = f.reserve()
    taken = f.new([("join", picked, A), *budget.spend()], ("jump", budget.again(offer, act)))
    touching = ("pick", ("some", those), ("around", 0, those), ("arena",))
    what = ("and", mask(those), touching, ("not", those))
    f.fill(offer, ("offer", "squares", (what,), budget.stop, taken, act, act), node.label)
    return f.begin(node.label, [("set", picked, NOTHING), *budget.start()], offer)


def every(
    f: Frame, node: t.Turn | t.Convert, phrase: Expr, able: Expr, one: Instr, all_: Instr, nxt: int, may: bool
) -> int:
    """Change all of a phrase: at once if the supply reaches, else one by one in the player's order (D21)."""
    members = f.register("M")
    those: Expr = ("mask", members)
    offer = f.reserve()
    taken = f.new([("drop", members, A), one, *f.happened(node.label)], ("jump", offer))
    f.fill(offer, ("offer", "squares", (("and", those, able),), NO, taken, None, nxt), node.label)
    at_once = f.new([(all_[0], those, *all_[1:])], ("jump", nxt))
    enough = ("enough", those, *all_[1:-1], 1 if all_[0] == "convert_all" else 0)
    fitting: Expr = ("and", phrase, able)
    split = f.new([("follow", members, fitting)], ("branch", enough, at_once, offer))
    return f.whether(node, ("some", fitting), split, nxt, may)


def fixed(
    f: Frame,
    node: t.Turn | t.Convert | t.Mark,
    what: t.Ref,
    act: Callable[[Expr, Expr | None], Instr],
    nxt: int,
    may: bool,
) -> int:
    """Turn, convert or mark one remembered piece: no choice but, under `may`, whether.

    A name stands for the piece only if it was done. What was converted is another piece
    (R6.21): so it is remembered anew, by its square.
    """
    m, square = f.mem(node.label), ("reg", ref(f.scope, what))
    code = f.remember(node.label, ("piece", square), ("rank_at", square), follow=False)
    if m.piece:
        at, done = f.register("N"), m.did or f.register("N")
        code += [("set", at, square), act(("reg", at), done)]
        code += [("follow", m.piece, ("pick", ("did", done), ("reg", at), ("const", -1)))]
    else:
        done = m.did or (f.register("N") if m.rank or m.at else None)
        code.append(act(square, done))
    end: End = ("jump", nxt)
    if m.rank or m.at:  # what was not done handled nothing
        nothing: list[Instr] = [("set", r, ("const", -1)) for r in (m.rank, m.at) if r]
        end = ("branch", ("did", done), nxt, f.new(nothing, ("jump", nxt)))
    return f.whether(node, can(f.scope, node), f.new(code, end), nxt, may)
