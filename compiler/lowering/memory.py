"""Takes the body of a part, gives the registers for what its later lines speak of: "if you did", "that piece" ...

Only what is spoken of is remembered, so the registers of a part are known before its
first block is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ...dsl import tree as t
from ..program import Expr


@dataclass
class Memory:
    """What must be remembered of a labelled statement: the registers that hold it, or None."""

    did: Expr | None = None
    piece: Expr | None = None
    square: Expr | None = None
    rank: Expr | None = None
    direction: Expr | None = None
    ranked: dict[tuple[int, ...], tuple[Expr, Expr]] = field(default_factory=dict)
    """Of `with each`, for the ranks of each "was": the members that had one at the start; whether the one taken had."""
    colors: Expr | None = None  # settled for `their`, as a set
    at: Expr | None = None  # the square where it was when it was handled
    fallen: dict[t.Noun, Expr] = field(default_factory=dict)  # how many of some pieces it destroyed


def remembered(body: t.Block, register: Callable[[str], Expr]) -> dict[str, Memory]:
    """By label: what later lines speak of. `register` gives the next free register of a kind."""
    memory: dict[str, Memory] = {}
    binders = {x.label: x for x in t.walk(body) if getattr(x, "label", "")}

    def want(label: str, what: str, kind: str) -> None:
        entry = memory.setdefault(label, Memory())
        if getattr(entry, what) is None:
            setattr(entry, what, register(kind))

    for node in t.walk(body):
        match node:
            case t.Did(of=label) if label:
                want(label, "did", "N")
            case t.Direction(kind="that" | "opposite", of=label) if label:
                want(label, "direction", "N")
            case t.Was(ref=t.Ref(of=label)) if label and isinstance(binders[label], t.WithEach):
                ranked = memory.setdefault(label, Memory()).ranked
                ranked[node.ranks] = ranked.get(node.ranks) or (register("M"), register("N"))
            case t.Was(ref=t.Ref(of=label)) if label:
                want(label, "rank", "N")
            case t.Noun(owner="their", of=label) if label:
                want(label, "colors", "N")
            case t.WasOn(ref=t.Ref(of=label)) if label:
                want(label, "at", "N")
            case t.StepDestroyed(of=label) if label:
                fallen = memory.setdefault(label, Memory()).fallen
                if bare(node.noun) not in fallen:
                    fallen[bare(node.noun)] = register("N")
            case _:
                pass
        if isinstance(node, t.Repeat):
            for label in doers(node.body):
                want(label, "did", "N")
    asked = {id(x.ref) for x in t.walk(body) if isinstance(x, t.Was | t.WasOn)}
    for node in t.walk(body):
        if isinstance(node, t.Ref) and node.of and id(node) not in asked:
            as_square = _binds_square(binders[node.of])
            want(node.of, "square" if as_square else "piece", "N" if as_square else "P")
    return memory


def bare(noun: t.Noun) -> t.Noun:
    """A noun as a key: what it says, wherever it stands."""
    return replace(noun, span=t.NOWHERE)


def _binds_square(node: t.Statement) -> bool:
    """Whether what a statement handled is remembered as a square: it destroyed a piece, or chose a square."""
    match node:
        case t.Destroy():
            return True
        case t.Choose():
            return isinstance(node.what.what, t.Squares)
        case t.WithEach():
            return isinstance(node.members.what, t.Squares)
        case _:
            return False


def doers(body: t.Block) -> list[str]:
    """The labels of the statements of a block, and of those in it, that tell whether something in it happened."""
    found: list[str] = []
    for node in body:
        match node:
            case t.May() | t.Repeat() | t.EachColor():
                found += doers(node.body)
            case t.If():
                found += doers((*node.then, *node.otherwise))
            case t.Either():
                found += doers(tuple(x for branch in node.branches for x in branch))
            case _:
                found.append(node.label)
    return found
