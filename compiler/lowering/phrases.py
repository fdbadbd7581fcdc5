"""Takes phrases of the language, gives expressions: the squares of "all adjacent enemy pieces", "cards of the hand"."""

from __future__ import annotations

from dataclasses import replace

from ...dsl import tree as t
from ..patterns import drawn, pairs
from ..program import Expr
from .expressions import NOTHING, RANK_MASKS, SELF, USED, both
from .scope import Scope

_HOW = {"any": 0, "edge": 1, "corner": 2}
_OWNERS: dict[str | None, Expr] = {"own": ("own",), "enemy": ("enemy",), None: ("occupied",)}

# ---------------------------------------------------------------- things that are spoken of


def ref(scope: Scope, node: t.Ref) -> Expr:
    """The register of a reference."""
    if node.name == "self":
        return SELF
    if node.marker:
        return ("marked", node.marker)
    if node.of in scope.local:
        return scope.local[node.of]
    m = scope.mem(node.of)
    found = m.square or m.piece
    assert found is not None
    return found


def ref_mask(scope: Scope, node: t.Ref) -> Expr:
    """Its square, as a set."""
    return ("bit", ref(scope, node))


def target(scope: Scope, node: t.Ref | t.Pieces | t.Squares | t.Counted) -> Expr:
    """What is spoken of or described, as a set."""
    match node:
        case t.Ref():
            return ref_mask(scope, node)
        case t.Counted():
            return phrase(scope, node.what)
        case _:
            return phrase(scope, node)


def all_of(scope: Scope, objects: tuple[t.Object, ...]) -> Expr:
    """All things of a list, as a set."""
    masks = [target(scope, x) for x in objects]
    return masks[0] if len(masks) == 1 else ("or", *masks)


# ---------------------------------------------------------------- pieces and squares


def phrase(scope: Scope, node: t.Pieces | t.Squares, *within: Expr) -> Expr:
    """The squares that a phrase describes, of those in the sets `within`.

    What is said of several picks together ("of one color") narrows them as they are made:
    see `budget.Colors`.
    """
    base = noun(scope, node.noun) if isinstance(node, t.Pieces) else squares_of(scope, node.field)
    said = [x for x in node.where if not isinstance(x, (t.OneColor, t.FewOfEachColor, t.AnyRank))]
    found = both(base, *within, *(_where(scope, x) for x in said if not isinstance(x, t.Reaching)))
    for x in said:  # a walk begins on each piece by itself: only those that fit otherwise are tried
        found = _walks(scope, x, found) if isinstance(x, t.Reaching) else found
    return found


def noun(scope: Scope, node: t.Noun) -> Expr:
    """The squares with pieces of an owner and of ranks."""
    if scope.placing and node.of == scope.placing[0]:
        owner: Expr = ("same", ("occupied",), scope.placing[1])
    elif node.owner == "their":
        owner = ("theirs", scope.mem(node.of).colors)
    else:
        owner = _OWNERS[node.owner]
    parts: list[Expr] = [owner] if node.owner or not node.used else []
    parts += [("mask", USED)] if node.used else []
    parts += RANK_MASKS[node.ranks]
    parts += [("not", ref_mask(scope, x)) for x in node.others]
    return both(*parts)


def squares_of(scope: Scope, node: t.Field) -> Expr:
    """The squares of some kinds; without one, all."""
    parts: list[Expr] = []
    for word in node.adjectives:
        if word == "empty":
            parts += [("arena",), ("not", ("occupied",))]
        elif word == "colorless":
            parts += [("arena",), ("not", ("field", "colored"))]
        elif word == "crossed":
            assert scope.card is not None
            parts.append(("crosses", drawn(scope.card).second_marks))
        else:
            parts.append(("field", word))
    return both(*parts) if parts else ("arena",)


def rivals(ranks: tuple[int, ...]) -> Expr:
    """Pieces of each enemy color that has more of some ranks than the acting color."""
    return ("rivals", both(("occupied",), *RANK_MASKS[ranks]))


# ---------------------------------------------------------------- where they are


def _where(scope: Scope, node: t.Where) -> Expr:
    match node:
        case t.Adjacent():
            if isinstance(node.to, t.Ref):
                return ("near", _HOW[node.how], ref(scope, node.to))
            return ("around", _HOW[node.how], _anchor(scope, node.to))
        case t.Distance():
            if isinstance(node.to, t.Ref):
                return ("within", node.least, node.most, ref(scope, node.to))
            return ("far", node.least, node.most, _anchor(scope, node.to))
        case t.On():
            place = ref_mask(scope, node.place) if isinstance(node.place, t.Ref) else squares_of(scope, node.place)
            return ("or", place, ("around", 0, place)) if node.beside else place
        case t.InLine():
            towards = directions(scope, node.direction)
            towards = ("spread", towards) if node.degrees else towards
            return ("first" if node.first else "rays", towards)
        case t.Mirrored():
            assert scope.card is not None
            return ("mirror", pairs(scope.card), ref(scope, node.ref))
        case t.OfRival():
            return rivals(node.ranks)
        case t.AdjacentToMany():
            return ("crowded", _HOW[node.how], node.least, noun(scope, node.to))
        case t.OneColor() | t.FewOfEachColor() | t.AnyRank() | t.Reaching():
            raise AssertionError(node)


def _anchor(scope: Scope, node: t.Anchor | None) -> Expr:
    match node:
        case t.Noun():
            return noun(scope, node)
        case t.Field():
            return squares_of(scope, node)
        case _:
            raise AssertionError(node)


def _walks(scope: Scope, node: t.Reaching, starts: Expr) -> Expr:
    """Those of `starts` from which a walk reaches its goal, or from which none does."""
    into = isinstance(node.goal, t.Opposite)
    goal = ("across",) if isinstance(node.goal, t.Opposite) else noun(scope, node.goal)
    steps = -1 if node.steps is None else node.steps
    found: Expr = ("walks", starts, _anchor(scope, node.through), steps, goal, int(not into))
    return found if node.yes else both(starts, ("not", found))


def directions(scope: Scope, node: t.Direction) -> Expr:
    """The directions that are spoken of."""
    if node.kind == "opposite":
        return ("opposite", ("toward", scope.mem(node.of).direction))
    return ("arrows",) if node.kind == "arrow" else ("toward", scope.mem(node.of).direction)


# ---------------------------------------------------------------- where pieces may be placed


def empty_squares(scope: Scope, what: t.Pieces) -> Expr:
    """The empty squares that fit the words behind the pieces."""
    return phrase(scope, t.Squares(t.Field(("empty",)), what.where))


def placing_squares(scope: Scope, label: str, what: t.Pieces, color: Expr) -> Expr:
    """Where an enemy piece may be placed if its color is that of a register: "their" speaks of this color."""
    return empty_squares(replace(scope, placing=(label, color)), what)


def placeable(scope: Scope, label: str, what: t.Pieces) -> Expr:
    """The enemy colors of which a piece can be placed now."""
    suppliers: Expr = ("suppliers", what.noun.ranks)
    squares = placing_squares(scope, label, what, ("c",))
    if any(isinstance(x, t.Noun) and x.of == label for x in t.walk(what.where)):
        return ("able", suppliers, ("some", squares))
    return ("pick", ("some", squares), suppliers, NOTHING)


# ---------------------------------------------------------------- cards
COPYABLE: Expr = ("of_kind", ("pile",), "copied")
"""The cards of the pile whose warp effect can be copied."""


def cards_of(node: t.Put) -> Expr:
    """The cards of which some, or all, are put."""
    return ("of_kind", (node.source,), node.cards.kind) if node.cards.kind else (node.source,)


def card_of(node: t.Put) -> Expr:
    """The one card that is put."""
    return ("top", (node.source,)) if node.cards.which == "top" else (f"{node.cards.which}_card",)


def copied(node: t.Copy) -> Expr:
    """The one card whose effect is copied, if it has one."""
    return ("copied", (f"{node.cards.which}_card",))
