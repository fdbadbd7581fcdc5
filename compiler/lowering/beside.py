"""Takes statements that touch no square, gives their blocks: cards, actions, points, permissions, arrows.

Each gets the frame, the statement, the number of the next block and whether its first
decision may be declined, and gives the number of the block where it begins.
"""

from __future__ import annotations

from ...dsl import tree as t
from ..program import Expr, Instr
from .ability import can
from .budget import Budget
from .expressions import NO, YES, A
from .frame import Frame
from .phrases import COPYABLE, card_of, cards_of, copied

_KINDS = ("being", "legend", "flare")


def plain(f: Frame, node: t.Statement, act: Instr, nxt: int, may: bool) -> int:
    """What can always be done and asks nothing but, under `may`, whether."""
    taken = f.new([act, *f.happened(node.label)], ("jump", nxt))
    return f.option(node, YES, taken, nxt) if may else taken


def draw(f: Frame, node: t.Draw, nxt: int, may: bool) -> int:
    """More cards at the end of the turn."""
    return plain(f, node, ("draw", _KINDS.index(node.kind), node.amount), nxt, may)


def lose(f: Frame, node: t.Lose, nxt: int, may: bool) -> int:
    """It happens if there is an action to lose; opponents lose what they will have."""
    if node.opponents:
        return plain(f, node, ("lose_next", node.amount), nxt, may)
    act = f.new([("lose", node.amount, f.mem(node.label).did)], ("jump", nxt))
    return f.whether(node, can(f.scope, node), act, nxt, may)


def permit(f: Frame, node: t.Permit, nxt: int, may: bool) -> int:
    """Enemy pieces, or empty squares, stand in for own pieces at the next summoning."""
    assert node.what.count.most is not None
    word = "permit_squares" if isinstance(node.what.what, t.Squares) else "permit"
    return plain(f, node, (word, node.what.count.most), nxt, may)


def permit_only(f: Frame, node: t.PermitOnly, nxt: int, may: bool) -> int:
    """The same of all pieces of the colors that were settled, and no others."""
    return plain(f, node, ("permit_only", f.mem(node.what.noun.of).colors), nxt, may)


def tell_summoning(f: Frame, node: t.TellSummoning, nxt: int, may: bool) -> int:
    """Where points are kept apart by color, it is asked in which one the point for a legend counts (R14.14)."""
    done = f.happened(node.label)
    taken, uncolored = (f.new([("tell", node.rank, x), *done], ("jump", nxt)) for x in (A, None))
    offer = f.offer(node.label, ("offer", "colors", (("creditors",),), NO, taken, None, uncolored))
    return f.whether(node, YES, offer, nxt, may)


def choose_arrow(f: Frame, node: t.ChooseArrow, nxt: int, may: bool) -> int:
    """One of the card's arrows, as a direction of which later lines speak."""
    direction = f.mem(node.label).direction
    code: list[Instr] = [("set", direction, A)] if direction else []
    taken = f.new([*code, *f.happened(node.label)], ("jump", nxt))
    return f.ask(node, "arrows", ("arrows",), taken, nxt, may)


def put(f: Frame, node: t.Put, nxt: int, may: bool) -> int:
    """Cards from a zone into another: some that are chosen, or those that are meant."""
    done = f.happened(node.label)
    way = (node.source or node.cards.which, node.way, node.target)
    some = node.cards.which == "some"
    if not some or node.cards.count.every:
        act = ("put_all", cards_of(node), *way) if some else ("put_card", card_of(node), *way)
        return f.if_able(node, can(f.scope, node), f.new([act, *done], ("jump", nxt)), nxt, may)
    budget = Budget(f, node.cards.count, may)
    offer = f.reserve()
    taken = f.new([("put_card", A, *way), *done, *budget.spend()], ("jump", budget.again(offer, nxt)))
    kind = "hand" if node.source == "hand" else "cards"  # a hand shows to its holder only
    f.fill(offer, ("offer", kind, (cards_of(node),), budget.stop, taken, nxt, nxt), node.label)
    return f.begin(node.label, budget.start(), offer)


def copy(f: Frame, node: t.Copy, nxt: int, may: bool) -> int:
    """A call: the part of a card runs in a frame of its own, then this one goes on."""
    some = node.cards.which == "some"
    card: Expr = A if some else copied(node)
    act = f.new(f.happened(node.label), ("call", card, nxt))
    return f.ask(node, "cards", COPYABLE, act, nxt, may) if some else f.if_able(node, can(f.scope, node), act, nxt, may)
