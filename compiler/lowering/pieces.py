"""Takes statements that handle pieces, or choose them or squares, gives their blocks.

Each gets the frame, the statement, the number of the next block and whether its first
decision may be declined, and gives the number of the block where it begins.
"""

from __future__ import annotations

from ...dsl import tree as t
from ..program import Expr, Instr
from .ability import can
from .budget import Budget
from .expressions import NO, NOTHING, YES, A, B, both
from .frame import Frame
from .memory import Memory
from .phrases import all_of, empty_squares, phrase, placeable, placing_squares, ref
from .picks import every, fixed, group_picks, picks


def destroy(f: Frame, node: t.Destroy, nxt: int, may: bool) -> int:
    """Pieces that are picked, or all that are spoken of at once."""
    first = node.objects[0]
    did = f.mem(node.label).did
    if len(node.objects) == 1 and isinstance(first, t.Counted) and not first.count.every:
        mask = phrase(f.scope, first.what)
        if first.connected:

            def apply(picked: Expr) -> list[Instr]:
                return [*f.felling(node.label, picked), ("destroy", picked, node.tally, did)]

            return group_picks(f, node, first, lambda _: mask, apply, nxt, may)
        felling = f.felling(node.label, ("bit", A))
        one = ("destroy_out" if node.out else "destroy_at", A, node.tally)
        return picks(f, node, first, mask, [*felling, one], nxt, may)
    mask = all_of(f.scope, node.objects)
    code: list[Instr] = []
    if len(node.objects) == 1 and isinstance(first, t.Ref) and f.mem(node.label) != Memory(did=did):
        square = ("reg", ref(f.scope, first))
        code = f.remember(node.label, ("piece", square), ("rank_at", square))
    code += f.felling(node.label, mask)
    act = f.new([*code, ("destroy", mask, node.tally, did)], ("jump", nxt))
    return f.whether(node, can(f.scope, node), act, nxt, may)


def turn(f: Frame, node: t.Turn, nxt: int, may: bool) -> int:
    """Upgrade or downgrade pieces."""
    up = int(node.up)
    did = f.mem(node.label).did
    if isinstance(node.what, t.Ref):
        return fixed(f, node, node.what, lambda square, done: ("turn", square, up, done), nxt, may)
    those = phrase(f.scope, node.what.what)

    def mask(picked: Expr) -> Expr:
        return ("and", those, ("turnable", up, picked))

    if node.what.connected:
        return group_picks(f, node, node.what, mask, lambda x: [("turn_all", x, up, did)], nxt, may)
    one = ("turn", A, up, None)
    if node.what.count.every:
        return every(f, node, those, ("turnable", up, NOTHING), one, ("turn_all", up, did), nxt, may)
    return picks(f, node, node.what, mask(NOTHING), [one], nxt, may)


def convert(f: Frame, node: t.Convert, nxt: int, may: bool) -> int:
    """Enemy pieces become own ones, or an own one an enemy's."""
    rank = -1 if node.rank is None else node.rank
    if isinstance(node.what, t.Ref) and node.owner:
        return _give(f, node, node.what, nxt, may)
    if isinstance(node.what, t.Ref):
        return fixed(f, node, node.what, lambda square, done: ("convert", square, rank, done), nxt, may)
    those, able, one = phrase(f.scope, node.what.what), ("convertible", rank), ("convert", A, rank, None)
    if node.what.count.every:
        return every(f, node, those, able, one, ("convert_all", rank, f.mem(node.label).did), nxt, may)
    return picks(f, node, node.what, ("and", those, able), [one], nxt, may, keeps=False)


def _give(f: Frame, node: t.Convert, what: t.Ref, nxt: int, may: bool) -> int:
    """An own piece becomes an enemy's: of the colors that have such a piece one is chosen."""
    m, square, color = f.mem(node.label), ("reg", ref(f.scope, what)), f.register("N")
    code: list[Instr] = [("set", color, A)]
    code += f.remember(node.label, ("piece", square), ("rank_at", square), follow=False)
    if m.piece:
        at = f.register("N")
        code += [("set", at, square), ("give", ("reg", at), node.rank, color), ("follow", m.piece, ("reg", at))]
    else:
        code.append(("give", square, node.rank, color))
    taken = f.new([*code, *f.happened(node.label)], ("jump", nxt))
    asked: Expr = ("pick", can(f.scope, node), ("suppliers", (node.rank,)), NOTHING)
    return f.ask(node, "colors", asked, taken, nxt, may)


def mark(f: Frame, node: t.Mark, nxt: int, may: bool) -> int:
    """An own piece gets a marker."""
    if isinstance(node.what, t.Ref):
        return fixed(f, node, node.what, lambda square, done: ("mark", square, node.marker, done), nxt, may)
    mask = both(("own",), phrase(f.scope, node.what.what))
    return picks(f, node, node.what, mask, [("mark", A, node.marker, None)], nxt, may)


def choose(f: Frame, node: t.Choose, nxt: int, may: bool) -> int:
    """Pieces or squares of which later lines speak."""
    return picks(f, node, node.what, phrase(f.scope, node.what.what), [], nxt, may)


def take(f: Frame, node: t.Take, nxt: int, may: bool) -> int:
    """Pieces go from the board onto this card."""
    return picks(f, node, node.what, phrase(f.scope, node.what.what), [("take_onto", A)], nxt, may)


def swap(f: Frame, node: t.Swap, nxt: int, may: bool) -> int:
    """Two pieces change places. The first is asked for only while there is a second one."""
    m = f.mem(node.label)
    first, second = phrase(f.scope, node.first.what), phrase(f.scope, node.second.what)
    piece = m.piece or f.register("P")
    swapped = f.new([("swap", ("reg", piece), A, m.did)], ("jump", nxt))
    where = f.offer(node.label, ("offer", "squares", (second,), NO, swapped, None, nxt))
    chosen = f.new([*f.remember_answer(node.label, follow=False), ("follow", piece, A)], ("jump", where))
    asked = ("pick", ("some", second), first, NOTHING)
    offer = f.offer(node.label, ("offer", "squares", (asked,), YES if may else NO, chosen, nxt, nxt))
    return f.begin(node.label, [("set", piece, ("const", -1))], offer)


def place(f: Frame, node: t.Place, nxt: int, may: bool) -> int:
    """Pieces onto empty squares; of enemy pieces first the color is asked for."""
    assert isinstance(node.what.what, t.Pieces)
    what, noun, m = node.what.what, node.what.what.noun, f.mem(node.label)
    color = f.register("N") if noun.owner == "enemy" else None
    budget = Budget(f, node.what.count, may)
    squares = placing_squares(f.scope, node.label, what, color) if color else empty_squares(f.scope, what)
    if len(noun.ranks) == 1:
        kind, asked, rank = "squares", (("placing", squares, color, noun.ranks[0]),), ("const", noun.ranks[0])
    else:
        kind, asked, rank = "ranked", (squares, ("ranks", color, noun.ranks)), B
    code: list[Instr] = [("put", A, rank, color), *f.remember(node.label, A, rank)]
    code += [("set", m.colors, ("also", m.colors, color))] if m.colors and color else []
    code += f.happened(node.label)
    begin = f.reserve()
    taken = f.new([*code, *budget.spend()], ("jump", budget.again(begin, nxt)))
    if color is None:
        end = ("offer", kind, asked, budget.stop, taken, nxt, nxt)
    else:
        where = f.offer(node.label, ("offer", kind, asked, NO, taken, None, nxt))
        chosen = f.new([("set", color, A)], ("jump", where))
        colors = placeable(f.scope, node.label, what)
        end = ("offer", "colors", (colors,), budget.stop, chosen, nxt, nxt)
    f.fill(begin, end, node.label)
    return f.begin(node.label, budget.start(), begin)
