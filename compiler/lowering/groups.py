"""Takes a `Move`, gives the group that may make it: who, onto which squares, in which directions."""

from __future__ import annotations

from ...dsl import tree as t
from ..program import Expr
from .expressions import both
from .phrases import directions, ref, target
from .scope import Scope


def movers(scope: Scope, node: t.Move) -> Expr:
    """The pieces that may move, before one of them did."""
    assert node.who is not None
    return target(scope, node.who.who)


def onto(scope: Scope, node: t.Move) -> Expr:
    """The squares where a move may end."""
    allowed: list[Expr] = [("arena",)] if node.only is None else [target(scope, node.only)]
    if node.never is not None:
        allowed.append(("not", target(scope, node.never)))
    return both(*allowed)


def heading(scope: Scope, node: t.Move) -> Expr:
    """The directions open to a first step."""
    if node.direction is None or node.direction.kind == "one":
        return ("anywhere",)
    towards = directions(scope, node.direction)
    return ("spread", towards) if node.degrees else towards


def group(scope: Scope, node: t.Move, who: Expr, towards: Expr) -> Expr:
    """Some pieces and directions as a group; of its moves those toward what the move names, if it names something."""
    found: Expr = ("group", int(node.combat), who, onto(scope, node), towards)
    return found if node.toward is None else ("nearer", ref(scope, node.toward), found)


def first_group(scope: Scope, node: t.Move) -> Expr:
    """The group of a move before its first step."""
    return group(scope, node, movers(scope, node), heading(scope, node))


def landings(scope: Scope, node: t.Move) -> Expr:
    """The squares onto which the piece on this card may leap."""
    return ("landing", int(node.combat), onto(scope, node))
