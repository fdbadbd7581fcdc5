"""Takes the tests of conditions and claims, gives expressions that are true or false."""

from __future__ import annotations

from dataclasses import replace

from ...dsl import tree as t
from ..program import Expr
from .expressions import amount, both, holds
from .memory import bare
from .phrases import phrase, ref, ref_mask, rivals, squares_of
from .scope import Scope


def test(scope: Scope, node: t.Test) -> Expr:
    """Whether a condition holds."""
    match node:
        case t.Did():
            did = scope.mem(node.of).did
            return ("did", did) if node.yes else ("no", ("did", did))
        case t.Was():
            label, m = node.ref.of, scope.mem(node.ref.of)
            if label in scope.begun:  # asked of a member before it is picked: its rank at the start counts (D46)
                was = holds(m.ranked[node.ranks][0], scope.local[label])
            elif label in scope.local:
                was = ("among", ("rank_at", ("reg", scope.local[label])), node.ranks)
            elif m.ranked:
                was = ("did", m.ranked[node.ranks][1])
            else:
                was = ("among", ("reg", m.rank), node.ranks)
            return was if node.yes else ("no", was)
        case t.IsRank():
            now: Expr = ("among", ("rank_at", ("reg", ref(scope, node.ref))), node.ranks)
            return now if node.yes else ("no", now)
        case t.IsOne():
            alike: Expr = ("some", ("and", ref_mask(scope, node.ref), ref_mask(scope, node.other)))
            return alike if node.yes else ("no", alike)
        case t.StandsOn():
            return ("some", both(ref_mask(scope, node.ref), squares_of(scope, node.place)))
        case t.WasOn():
            local = scope.local.get(node.ref.of)
            at = local or scope.mem(node.ref.of).at
            assert at is not None
            return ("some", both(("bit", at), squares_of(scope, node.place)))
        case t.SummonedOn():
            there: Expr = ("some", both(("site",), squares_of(scope, node.place)))
            return there if node.yes else ("no", there)
        case t.ZoneEmpty():
            filled: Expr = ("holds", (node.zone,))
            return ("no", filled) if node.yes else filled
        case t.Warped():
            return ("warped",) if node.yes else ("no", ("warped",))
        case t.ZoneHolds():
            return ("holds_card", (node.zone,), node.name)
        case t.StepDestroyed(summoning=True):
            struck: Expr = ("struck", node.noun.owner or "any", node.noun.ranks)
            return ("no", struck) if node.count.most == 0 else struck
        case t.StepDestroyed():
            fallen = scope.mem(node.of).fallen[bare(node.noun)]
            return ("is", fallen, 0) if node.count.most == 0 else ("above", fallen, node.count.least - 1)
        case t.ActionsLeft():
            return ("actions", node.least)
        case t.Both():
            return ("each", test(scope, node.left), test(scope, node.right))
        case t.AnyOf():
            return ("any", test(scope, node.left), test(scope, node.right))
        case t.ThereAre():
            return amount(("size", _counted(scope, node.what)), node.count)
        case t.TurnDestroyed():
            return amount(("fallen", node.what.noun.ranks), node.count)
        case t.TurnSummoned():
            place = ("arena",) if node.place is None else squares_of(scope, node.place)
            return amount(("summoned", node.ranks, place), node.count)
        case t.MoreThan():
            more = replace(node.what, noun=replace(node.what.noun, owner=node.owner))
            sizes = [("size", _counted(scope, x)) for x in (more, node.what)]
            return amount(("minus", *sizes), node.count)
        case t.Rival():
            return ("some", rivals(node.ranks))
        case t.Fits():
            return ("fits", scope.shapes, squares_of(scope, node.place))
        case t.InRegion():
            return ("region", int(node.every), node.region, test(replace(scope, region=("here",)), node.test))


def _counted(scope: Scope, node: t.Pieces) -> Expr:
    """The squares of pieces that a test counts: those in the region, where it looks at one."""
    return phrase(scope, node, *() if scope.region is None else (scope.region,))
