"""Takes statements, gives the tests whether they can do something now, or may be done with nothing at all.

A statement can do something if its first decision would have an answer or, where it asks
nothing, if it would change something.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl import tree as t
from ..program import Expr
from .conditions import test
from .expressions import NO, NOTHING, YES, both
from .groups import first_group, landings
from .phrases import COPYABLE, all_of, card_of, cards_of, copied, empty_squares, phrase, placeable, target
from .scope import Scope


def can_block(scope: Scope, body: t.Block) -> Expr:
    """Whether a statement of the block that depends on nothing earlier in it can do something."""
    inside: set[str] = set()
    tests: list[Expr] = []
    for node in body:
        if not any(getattr(x, "of", "") in inside for x in t.walk(node) if getattr(x, "of", "")):
            tests.append(can(scope, node))
        inside |= {x.label for x in t.walk(node) if getattr(x, "label", "")}
    tests = [x for x in tests if x != NO]
    return NO if not tests else YES if YES in tests else tests[0] if len(tests) == 1 else ("any", *tests)


def can(scope: Scope, node: t.Statement) -> Expr:
    """Whether a statement can do something."""
    match node:
        case t.May():
            return can_block(scope, node.body)
        case t.If():
            asked = test(scope, node.test)
            then = ("each", asked, can_block(scope, node.then))
            other = ("each", ("no", asked), can_block(scope, node.otherwise))
            return ("any", then, other) if node.otherwise else then
        case t.Either():
            return ("any", *(can_block(scope, x) for x in node.branches))
        case t.AnyOrder():
            return ("any", *(("can", int(x.leap), first_group(scope, x)) for x in node.moves))
        case t.WithEach():
            return ("some", ("keep", phrase(scope, node.members.what), can_with(scope, node)))
        case t.Move() if node.who is not None and node.who.kind == "laid":
            return ("some", landings(scope, node))
        case t.Move():
            return ("can", int(node.leap), first_group(scope, node))
        case t.Destroy():
            return ("some", ("and", all_of(scope, node.objects), ("occupied",)))
        case t.Place():
            assert isinstance(node.what.what, t.Pieces)
            noun = node.what.what.noun
            if noun.owner == "enemy":
                return ("some", placeable(scope, node.label, node.what.what))
            squares = empty_squares(scope, node.what.what)
            return ("any", *(("some", ("placing", squares, None, rank)) for rank in noun.ranks))
        case t.Turn():
            return ("some", ("and", target(scope, node.what), ("turnable", int(node.up), NOTHING)))
        case t.Convert():
            if node.owner:
                given = ("some", ("and", target(scope, node.what), ("own",)))
                return ("each", given, ("some", ("suppliers", (node.rank,))))
            return ("some", ("and", target(scope, node.what), ("convertible", -1 if node.rank is None else node.rank)))
        case t.Mark():
            return ("some", both(("own",), target(scope, node.what)))
        case t.Choose():
            return ("some", phrase(scope, node.what.what))
        case t.ChooseArrow():
            return ("some", ("arrows",))
        case t.Put():
            return ("holds", cards_of(node)) if node.cards.which == "some" else ("there_is", card_of(node))
        case t.Lose():
            return YES if node.opponents else ("actions", 1)
        case t.Swap():
            return ("each", *(("some", phrase(scope, x.what)) for x in (node.first, node.second)))
        case t.Take():
            return ("some", phrase(scope, node.what.what))
        case t.Copy() if node.cards.which == "some":
            return ("holds", COPYABLE)
        case t.Copy():
            return ("there_is", copied(node))
        case t.Gain() | t.Permit() | t.PermitOnly() | t.TellSummoning() | t.TellDestroyed() | t.Draw():
            return YES
        case t.Repeat():
            body = can_block(scope, node.body)
            return body if node.test is None else ("each", test(scope, node.test), body)
        case t.Linked():
            raise AssertionError("the checker lets no linked block stand under a choice")
        case t.EachColor():
            raise AssertionError("the checker lets no loop over colors stand under a choice")


def can_with(scope: Scope, node: t.WithEach) -> Expr:
    """Whether the body can do something with the local square as its member."""
    return can_block(replace(scope, local={**scope.local, node.label: ("x",)}), node.body)


def eligible(scope: Scope, branch: t.Block) -> Expr:
    """Whether a branch can do something or allows zero (D17)."""
    zero = _zero(scope, branch[0])
    if zero in (YES, NO):
        return YES if zero == YES else can_block(scope, branch)
    return ("any", zero, can_block(scope, branch))


def _zero(scope: Scope, node: t.Statement) -> Expr:
    """Whether a statement may be done with nothing at all; an `if` asks the block that its test selects."""
    if isinstance(node, t.Either):
        parts = [_zero(scope, x[0]) for x in node.branches]
        parts = [x for x in parts if x != NO]
        return YES if YES in parts else ("any", *parts) if parts else NO
    if not isinstance(node, t.If):
        return YES if _allows_zero(node) else NO
    asked, parts = test(scope, node.test), []
    for chosen, block in ((asked, node.then), (("no", asked), node.otherwise)):
        inner = _zero(scope, block[0]) if block else NO
        parts += [] if inner == NO else [("each", chosen, inner)]
    return ("any", *parts) if parts else NO


def _allows_zero(node: t.Statement) -> bool:
    """Whether a statement without branches may be done with nothing at all, by its own words."""
    match node:
        case t.May():
            return True
        case t.Move():
            count = (
                node.who.who.count
                if node.who and isinstance(node.who.who, t.Counted) and node.who.kind == "each"
                else node.count
            )
            return count.least == 0 and not count.every
        case t.Destroy():
            first = node.objects[0]
            return isinstance(first, t.Counted) and first.count.least == 0 and not first.count.every
        case t.Place() | t.Turn() | t.Convert() | t.Choose() | t.Mark():
            return isinstance(node.what, t.Counted) and node.what.count.least == 0 and not node.what.count.every
        case t.WithEach():
            return node.members.count.least == 0 and not node.members.count.every
        case t.Put():
            return node.cards.count.least == 0 and not node.cards.count.every
        case t.AnyOrder():
            return all(x.count.least == 0 for x in node.moves)
        case _:
            return False
