"""What could be done now: the tests that decide which branches, members and blocks are offered, and their names.

A statement can do something if its first decision would have an answer, or, where it
asks nothing, if it would change something. An `either` can if a branch can: to choose
one that may do nothing, and then to do nothing, is no doing. Nothing here asks or changes the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from ...dsl import tree as t
from .moving import Line, Movers, landings
from .phrases import Memory, Thing
from .picking import affordable, is_foreign, placing_colors, receivers, remembered, verb_of


def can_do(memory: Memory, body: t.Block) -> bool:
    """Whether one of the statements that depend on nothing earlier in `body` can do something (D17)."""
    inside = {label for statement in body for label in _labels(statement)}
    return any(_able(memory, x) for x in body if not (_speaks_of(x) - _labels(x)) & inside)


def allows_zero(memory: Memory, body: t.Block) -> bool:
    """Whether the player may do nothing in a block: its first statement is optional or counts from 0."""
    return bool(body) and _from_zero(memory, body[0])


def is_open(memory: Memory, branch: t.Block) -> bool:
    """Whether `either` offers a branch (R6.13, D17)."""
    return can_do(memory, branch) or allows_zero(memory, branch)


def usable_members(memory: Memory, node: t.WithEach, members: Sequence[Thing]) -> dict[str, Thing]:
    """By the square where it is now, each member that is still there and with which the body can do something."""
    before = memory.told.get(node.label, ())
    found: dict[str, Thing] = {}
    for member in members:
        memory.told[node.label] = [member]
        if member.square and can_do(memory, node.body):
            found[member.square] = member
    memory.told[node.label] = before
    return found


def members_of(memory: Memory, node: t.WithEach) -> dict[str, Thing]:
    """The members of `with each` by the square where they are at its start (D46)."""
    bare = isinstance(node.members.what, t.Squares)
    squares = memory.world.arena.ordered(memory.squares(node.members.what))
    return {square: remembered(memory, square, bare=bare) for square in squares}


def lines_of(memory: Memory, node: t.AnyOrder) -> list[Line]:
    """The allowances of "in any order", sharing their mover where the head names one."""
    shared = Movers(memory, node.who) if node.who else None
    return [Line(memory, move, shared) for move in node.moves]


# ---------------------------------------------------------------- one statement


def _able(memory: Memory, node: t.Statement) -> bool:
    match node:
        case t.Place() if is_foreign(node):
            return bool(placing_colors(memory, node))
        case t.Convert() if node.owner:
            return bool(receivers(memory, node))
        case t.Destroy() | t.Place() | t.Turn() | t.Convert() | t.Choose() | t.Mark():
            verb, objects = verb_of(memory, node)
            return any(affordable(memory, verb, x) for what in objects for x in verb.targets(what).values())
        case t.ChooseArrow():
            return bool(memory.match and memory.match.arrows)
        case t.Swap():
            return all(memory.squares(x.what) for x in (node.first, node.second))
        case t.Take():
            return bool(memory.squares(node.what.what))
        case t.Copy():
            return bool(memory.copied(node))
        case t.Gain() | t.Permit() | t.PermitOnly() | t.TellSummoning() | t.TellDestroyed() | t.Draw():
            return True
        case t.Lose():
            return node.opponents or memory.world.actions > 0
        case t.Put():
            return bool(memory.cards(node))
        case t.Repeat():
            return (node.test is None or memory.holds(node.test)) and can_do(memory, node.body)
        case t.EachColor() | t.Linked():
            raise AssertionError("no loop over colors and no linked block stands under a choice")
        case t.Move(who=t.With(kind="laid")):
            return bool(landings(memory, node))
        case t.Move():
            return bool(Line(memory, node).steps())
        case t.AnyOrder():
            return any(line.steps() for line in lines_of(memory, node))
        case t.May():
            return can_do(memory, node.body)
        case t.If():
            return can_do(memory, memory.selected(node))
        case t.Either():
            return any(can_do(memory, branch) for branch in node.branches)
        case t.WithEach():
            return bool(usable_members(memory, node, list(members_of(memory, node).values())))


def _from_zero(memory: Memory, node: t.Statement) -> bool:
    match node:
        case t.May():
            return True
        case t.Destroy():
            return all(_counts_from_zero(what) for what in node.objects)
        case t.Place() | t.Turn() | t.Convert() | t.Choose() | t.Mark():
            return _counts_from_zero(node.what)
        case t.WithEach():
            return _counts_from_zero(node.members)
        case t.Move(who=t.With(kind="each", who=t.Counted() as members)):
            return _counts_from_zero(members)
        case t.Move():
            return node.count.least == 0
        case t.Put():
            return node.cards.count.least == 0 and not node.cards.count.every
        case t.AnyOrder():
            return all(move.count.least == 0 for move in node.moves)
        case t.If():
            return allows_zero(memory, memory.selected(node))
        case t.Either():
            return any(allows_zero(memory, branch) for branch in node.branches)
        case t.Take():
            return _counts_from_zero(node.what)
        case t.Swap() | t.Copy() | t.TellDestroyed():
            return False
        case t.Gain() | t.Lose() | t.Permit() | t.PermitOnly() | t.TellSummoning() | t.Draw() | t.ChooseArrow():
            return False
        case t.EachColor() | t.Repeat() | t.Linked():
            return False


def _counts_from_zero(what: t.Object) -> bool:
    return isinstance(what, t.Counted) and what.count.least == 0 and not what.count.every


# ---------------------------------------------------------------- who speaks of whom


def _nodes(value: Any) -> Iterator[Any]:
    """All nodes of a tree below `value`, itself included."""
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from _nodes(getattr(value, field.name))


def _labels(node: t.Statement) -> set[str]:
    return {x.label for x in _nodes(node) if getattr(x, "label", "")}


def _speaks_of(node: t.Statement) -> set[str]:
    return {x.of for x in _nodes(node) if getattr(x, "of", "")}


# ---------------------------------------------------------------- names of blocks


def labelled(branches: Sequence[t.Block]) -> dict[str, t.Block]:
    """The branches of `either` by their label: the verb, numbered in order where several branches have the same."""
    words = [word_of(branch) for branch in branches]
    numbers = [f" {words[: i + 1].count(word)}" if words.count(word) > 1 else "" for i, word in enumerate(words)]
    return {word + number: branch for word, number, branch in zip(words, numbers, branches, strict=True)}


def word_of(body: t.Block) -> str:
    """The verb of a block: that of its first statement, and of a statement with a body that of the body."""
    match body[0]:
        case t.Destroy():
            return "destroy"
        case t.Place():
            return "place"
        case t.Turn(up=up):
            return "upgrade" if up else "downgrade"
        case t.Convert():
            return "convert"
        case t.Choose() | t.ChooseArrow():
            return "choose"
        case t.Gain():
            return "gain"
        case t.Lose():
            return "lose"
        case t.Mark():
            return "make"
        case t.Swap() | t.Take() | t.Copy():
            return type(body[0]).__name__.lower()
        case t.Permit() | t.PermitOnly() | t.TellSummoning() | t.TellDestroyed():
            return "count"
        case t.Put(target=target):
            return "discard" if target == "pile" else "put"
        case t.Draw():
            return "draw"
        case t.Move(leap=leap):
            return "leap" if leap else "move"
        case t.AnyOrder(moves=moves):
            return word_of(moves[:1])
        case (
            t.May(body=inner)
            | t.WithEach(body=inner)
            | t.If(then=inner)
            | t.EachColor(body=inner)
            | t.Linked(body=inner)
            | t.Repeat(body=inner)
        ):
            return word_of(inner)
        case t.Either(branches=branches):
            return word_of(branches[0])
