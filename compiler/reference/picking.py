"""The verbs that pick things and do something to them: destroy, place, upgrade, downgrade, convert, choose.

A verb says what it may be done to, what that takes from a supply, and does it to one
target. How many are picked, and whether at once or one by one, is said in `effect`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, TypeAlias

from ...dsl import tree as t
from .phrases import Memory, Thing
from .world import kind_of

Cost = tuple[int, int]  # color, kind of piece: one piece of that supply
Colors = dict[str, int]  # by square


class Target(NamedTuple):
    """A square, and for a piece to be placed its rank."""

    square: str
    rank: int = 0


class Verb(Protocol):
    """What can be done to targets."""

    @property
    def word(self) -> str:
        """As it stands in `option VERB`."""
        ...

    def targets(self, what: t.Object) -> dict[str, Target]:
        """By answer text, all that may be picked or is meant now, whether or not the supply reaches."""
        ...

    def cost(self, target: Target) -> Cost | None:
        """The piece that the change takes from a supply, None if it takes none."""
        ...

    def do(self, target: Target) -> Thing:
        """Change the board; what was handled, with the rank from before."""
        ...


def affordable(memory: Memory, verb: Verb, target: Target, pending: Iterable[Target] = ()) -> bool:
    """Whether a supply covers the target and those `pending`, picked but not yet changed (R6.50 to R6.57)."""
    cost = verb.cost(target)
    if cost is None:
        return True
    color, kind = cost
    taken = sum(1 for other in pending if verb.cost(other) == cost)
    return memory.world.supply[color][kind] > taken


def fitting(
    memory: Memory, what: t.Counted, squares: Iterable[str], picked: Sequence[str], colors: Colors
) -> list[str]:
    """Those of `squares` that may be picked next: none twice, `connected` with what is picked, `of one color` with it.

    `colors`: of the pieces on the squares at the start of the statement.
    """
    found = [square for square in squares if square not in picked]
    if not picked:
        return found
    if what.connected:
        found = [square for square in found if memory.world.arena.neighbors(square) & set(picked)]
    if isinstance(what.what, t.Pieces) and what.what.noun.owner == "their":
        due = due_colors(memory.colors.get(what.what.noun.of, ()), [colors[square] for square in picked])
        found = [square for square in found if colors[square] in due]
    if most := few_of_each_color(what):
        taken = [colors.get(square) for square in picked]
        found = [square for square in found if taken.count(colors.get(square)) < most]
    if of_one_color(what):
        found = [square for square in found if colors.get(square) == colors.get(picked[0])]
    return found


def due_colors(settled: Iterable[int], taken: Iterable[int]) -> set[int]:
    """Of several settled colors none is taken twice while another is missing."""
    due = set(settled)
    for color in taken:
        due.discard(color)
        due = due or set(settled)
    return due


def few_of_each_color(what: t.Ref | t.Pieces | t.Squares | t.Counted) -> int:
    """How many of what is picked may have the same color; 0: any number."""
    if isinstance(what, t.Counted):
        what = what.what
    where = () if isinstance(what, t.Ref) else what.where
    return next((x.most for x in where if isinstance(x, t.FewOfEachColor)), 0)


def of_one_color(what: t.Ref | t.Pieces | t.Squares | t.Counted) -> bool:
    """Whether all that is picked must have the color of the first."""
    if isinstance(what, t.Counted):
        what = what.what
    return not isinstance(what, t.Ref) and any(isinstance(where, t.OneColor) for where in what.where)


def _standing(memory: Memory, what: t.Object) -> list[str]:
    """The squares of the pieces that an object means."""
    return memory.pieces_of(what) if isinstance(what, t.Ref) else list(memory.squares(what.what))


@dataclass
class Destroying:
    """Destroy (R6.54); `tally`: as how many each enemy piece counts (R6.63)."""

    memory: Memory
    tally: int
    out: bool = False
    word: str = "destroy"

    def targets(self, what: t.Object) -> dict[str, Target]:
        return {square: Target(square) for square in _standing(self.memory, what)}

    def cost(self, target: Target) -> Cost | None:
        return None

    def do(self, target: Target) -> Thing:
        color, rank = self.memory.world.squares[target.square]
        self.memory.world.destroy(target.square, self.tally)
        if self.out:
            self.memory.world.remove_from_game(color, rank)
        return Thing(target.square, rank, target.square)


@dataclass
class Turning:
    """Upgrade or downgrade by one rank (R6.51 to R6.53); a legendary piece is exchanged, out of its owner's supply."""

    memory: Memory
    up: bool

    @property
    def word(self) -> str:
        return "upgrade" if self.up else "downgrade"

    def targets(self, what: t.Object) -> dict[str, Target]:
        ranks = (0, 1) if self.up else (1, 2)
        return {s: Target(s) for s in _standing(self.memory, what) if self.memory.world.rank(s) in ranks}

    def cost(self, target: Target) -> Cost | None:
        color, rank = self.memory.world.squares[target.square]
        new = kind_of(self._turned(rank))
        return (color, new) if new != kind_of(rank) else None

    def do(self, target: Target) -> Thing:
        rank = self.memory.world.rank(target.square)
        self.memory.world.turn(target.square, self._turned(rank))
        return Thing(self.memory.world.follow(target.square), rank, target.square)

    def _turned(self, rank: int) -> int:
        return rank + 1 if self.up else rank - 1


@dataclass
class Converting:
    """Convert enemy pieces (R6.55, R6.56), to `rank` or to their own one."""

    memory: Memory
    rank: int | None
    word: str = "convert"

    def targets(self, what: t.Object) -> dict[str, Target]:
        world = self.memory.world
        return {s: Target(s) for s in _standing(self.memory, what) if world.color(s) != world.me}

    def cost(self, target: Target) -> Cost | None:
        return self.memory.world.me, kind_of(self._converted(target))

    def do(self, target: Target) -> Thing:
        rank = self.memory.world.rank(target.square)
        self.memory.world.convert(target.square, self._converted(target))
        return Thing(self.memory.world.follow(target.square), rank, target.square)

    def _converted(self, target: Target) -> int:
        return self.memory.world.rank(target.square) if self.rank is None else self.rank


@dataclass
class Placing:
    """Place new pieces of `color` on empty squares (R6.49, R6.50); several ranks in the phrase stand in the answers."""

    memory: Memory
    what: t.Pieces
    color: int
    label: str = ""  # of the statement that settles the color: within it "their" means this color
    word: str = "place"

    def targets(self, what: t.Object) -> dict[str, Target]:
        memory = replace(self.memory, colors={**self.memory.colors, self.label: [self.color]})
        free = memory.narrowed(self.memory.field(t.Field(("empty",))), self.what.where)
        ranks = self.what.noun.ranks
        if len(ranks) == 1:
            return {square: Target(square, ranks[0]) for square in free}
        return {f"{t.RANKS[rank]} {square}": Target(square, rank) for square in free for rank in ranks}

    def cost(self, target: Target) -> Cost | None:
        return self.color, kind_of(target.rank)

    def do(self, target: Target) -> Thing:
        self.memory.world.put(self.color, target.rank, target.square)
        return Thing(self.memory.world.follow(target.square), target.rank, target.square)


@dataclass
class Choosing:
    """Remember pieces, or bare squares, and change nothing."""

    memory: Memory
    bare: bool
    word: str = "choose"

    def targets(self, what: t.Object) -> dict[str, Target]:
        return {square: Target(square) for square in _standing(self.memory, what)}

    def cost(self, target: Target) -> Cost | None:
        return None

    def do(self, target: Target) -> Thing:
        return remembered(self.memory, target.square, bare=self.bare)


@dataclass
class Marking:
    """Give a marker to an own piece: the one that had it has it no more."""

    memory: Memory
    marker: str
    word: str = "make"

    def targets(self, what: t.Object) -> dict[str, Target]:
        world = self.memory.world
        return {s: Target(s) for s in _standing(self.memory, what) if world.color(s) == world.me}

    def cost(self, target: Target) -> Cost | None:
        return None

    def do(self, target: Target) -> Thing:
        self.memory.world.mark(self.marker, target.square)
        return remembered(self.memory, target.square, bare=False)


def remembered(memory: Memory, square: str, *, bare: bool) -> Thing:
    """A chosen thing: the piece on a square with its present rank, or the square itself (`bare`)."""
    return Thing(square, None) if bare else Thing(memory.world.follow(square), memory.world.rank(square), square)


Picking: TypeAlias = "t.Destroy | t.Place | t.Turn | t.Convert | t.Choose | t.Mark"


def verb_of(memory: Memory, node: Picking) -> tuple[Verb, Sequence[t.Object]]:
    """The verb of a statement and the objects that it speaks of."""
    match node:
        case t.Destroy():
            return Destroying(memory, node.tally, node.out), node.objects
        case t.Turn():
            return Turning(memory, node.up), (node.what,)
        case t.Convert():
            return Converting(memory, node.rank), (node.what,)
        case t.Mark():
            return Marking(memory, node.marker), (node.what,)
        case t.Choose():
            return Choosing(memory, bare=isinstance(node.what.what, t.Squares)), (node.what,)
        case t.Place():
            return placing(memory, node, memory.world.me), (node.what,)


def receivers(memory: Memory, node: t.Convert) -> dict[str, int]:
    """By answer text, the enemy colors of which a piece can take the place of the own one that is converted."""
    assert isinstance(node.what, t.Ref) and node.rank is not None
    world, rank = memory.world, node.rank
    standing = [s for s in memory.pieces_of(node.what) if world.color(s) == world.me]
    colors = [c for c in range(world.colors) if standing and c != world.me and world.has(c, rank)]
    return {f"color {c}": c for c in colors}


def is_foreign(node: t.Place) -> bool:
    """Whether enemy pieces are placed, so that a color must be chosen."""
    return isinstance(node.what.what, t.Pieces) and node.what.what.noun.owner == "enemy"


def placing(memory: Memory, node: t.Place, color: int) -> Placing:
    """The verb of a `place` for pieces of one color."""
    assert isinstance(node.what.what, t.Pieces)
    return Placing(memory, node.what.what, color, node.label)


def placing_colors(memory: Memory, node: t.Place) -> dict[str, Placing]:
    """By answer text, the enemy colors of which a piece can be placed now."""
    colors = (color for color in range(memory.world.colors) if color != memory.world.me)
    verbs = {f"color {color}": placing(memory, node, color) for color in colors}
    return {
        text: verb
        for text, verb in verbs.items()
        if any(affordable(memory, verb, target) for target in verb.targets(node.what).values())
    }
