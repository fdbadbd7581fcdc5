"""Moves and leaps: one `Line` is one allowance of moves at work, with who may move and where to.

Follows "Move" and "In any order" of the language paper and R6.36 to R6.47.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...dsl import tree as t
from .arena import COMPASS
from .phrases import Memory
from .picking import few_of_each_color, of_one_color
from .world import Followed


class Step(NamedTuple):
    """A legal move. `direction`: the board direction of the ray it goes along, None for a leap off all rays."""

    start: str
    target: str
    direction: str | None
    leap: bool

    def __str__(self) -> str:
        return f"{self.start}{'~' if self.leap else '-'}{self.target}"


class Movers:
    """Who may move, under any of the `with` forms."""

    def __init__(self, memory: Memory, who: t.With) -> None:
        self.memory = memory
        self.who = who
        self.picked: Followed | None = None  # `with 1 P`: the piece of the first move
        self.moved: list[Followed] = []  # `with each of`: members that had their move
        self.color: int | None = None  # `of one color`: that of the first
        self.colors: list[int] = []  # of those that moved
        self.members = [memory.world.follow(s) for s in self._meant()] if who.kind == "each" else []

    def squares(self) -> set[str]:
        """Where those stand that may make the next move."""
        if self.picked:
            return {self.picked.square} if self.picked.square else set()
        if self.who.kind != "each":
            return self._fitting(self._meant())
        waiting = [piece.square for piece in self.members if piece not in self.moved]
        return self._fitting(square for square in waiting if square)

    def note(self, square: str) -> None:
        """The piece on `square` is about to move: it is the picked one, a member that is done, the color to keep."""
        piece = self.memory.world.follow(square)
        self.colors.append(self.memory.world.color(square))
        if self.color is None:
            self.color = self.memory.world.color(square)
        if self.who.kind == "one":
            self.picked = piece
        if self.who.kind == "each":
            self.moved.append(piece)

    def _meant(self) -> Iterable[str]:
        match self.who.who:
            case t.Ref():
                return self.memory.pieces_of(self.who.who)
            case t.Counted():
                return self.memory.squares(self.who.who.what)
            case t.Pieces():
                return self.memory.squares(self.who.who)

    def _fitting(self, squares: Iterable[str]) -> set[str]:
        if most := few_of_each_color(self.who.who):
            squares = [x for x in squares if self.colors.count(self.memory.world.color(x)) < most]
        if self.color is None or not of_one_color(self.who.who):
            return set(squares)
        return {square for square in squares if self.memory.world.color(square) == self.color}


class Line:
    """One `Move` statement at work, alone or as a line of "in any order"."""

    def __init__(self, memory: Memory, node: t.Move, shared: Movers | None = None) -> None:
        assert node.who is not None
        self.memory = memory
        self.node = node
        self.movers = shared or Movers(memory, node.who)
        self.least, self.most = self._counts(shared is not None)
        self.made = 0
        self.direction: str | None = None  # of the last move
        self.ended = False

    def steps(self) -> dict[str, Step]:
        """All moves that the line admits now, by their answer text; none when it has no move left."""
        if self.ended or (self.most is not None and self.made >= self.most):
            return {}
        allowed = self._targets()
        found = [step for step in self._reachable() if step.target in allowed and self._beats(step)]
        return {str(step): step for step in found if self._comes_nearer(step)}

    def owes(self) -> bool:
        """Whether a mandatory move is left that can be made (R6.5, R6.9)."""
        return self.made < self.least and bool(self.steps())

    def make(self, step: Step) -> None:
        """Make one of the moves; what stands on its target is destroyed (R6.40)."""
        world = self.memory.world
        if self.node.stopping and step.target in self.memory.squares(self.node.stopping):
            self.ended = True
        self.movers.note(step.start)
        world.move(step.start, step.target, leap=step.leap)
        self.made += 1
        self.direction = step.direction

    # ------------------------------------------------------------ what is legal

    def _reachable(self) -> Iterator[Step]:
        """Moves to adjacent squares (R6.36) or leaps to any other square (R6.42), in the allowed directions."""
        arena = self.memory.world.arena
        directions = self._directions()
        for start in self.movers.squares():
            rays = {direction: arena.ray(start, direction) for direction in COMPASS}
            along = {target: direction for direction, ray in rays.items() for target in ray}
            targets = arena.squares - {start} if self.node.leap else arena.neighbors(start)
            for target in targets:
                if directions is None or along.get(target) in directions:
                    yield Step(start, target, along.get(target), self.node.leap)

    def _directions(self) -> list[str] | None:
        """The directions that the next move may take, None: any."""
        if self.node.direction is None:
            return None
        if self.node.direction.kind == "one" and self.direction:
            return [self.direction]
        return self.memory.turned(self.node)

    def _targets(self) -> set[str]:
        """The squares that `only onto` and `never onto` leave, on the board before the move."""
        allowed = set(self.memory.world.arena.squares)
        if self.node.only:
            allowed &= self.memory.squares(self.node.only)
        if self.node.never:
            allowed -= self.memory.squares(self.node.never)
        return allowed

    def _comes_nearer(self, step: Step) -> bool:
        """Whether a move makes the distance to what it has to go toward smaller (N4.3, R6.31); never to nothing."""
        if self.node.toward is None:
            return True
        goals = self.memory.places(self.node.toward)
        ways = [self.memory.world.arena.distances(goal) for goal in goals]
        return any(far[step.target] < far[step.start] for far in ways)

    def _beats(self, step: Step) -> bool:
        """Standard: onto a lower rank (R6.37). Combat: onto the same or a lower one (R6.38). Owners do not matter."""
        world = self.memory.world
        if step.target not in world.squares:
            return True
        lead = world.rank(step.start) - world.rank(step.target)
        return lead >= 0 if self.node.combat else lead > 0

    def _counts(self, shared: bool) -> tuple[int, int | None]:
        """Least and most number of moves; `with each of c`: one a member, `c` counts the members."""
        who = self.node.who
        if shared or who is None or who.kind != "each" or not isinstance(who.who, t.Counted):
            return self.node.count.least, self.node.count.most
        members = who.who.count
        return (len(self.movers.members), None) if members.every else (members.least, members.most)


def breadth(node: t.Move) -> tuple[bool, int, int]:
    """How much a line admits, to compare lines that admit the same move: the least is the narrowest.

    Standard before combat, then one remembered piece before any phrase and the phrase
    with more conditions first, then more limits first. Lines are comparable in all
    three or never overlap (the checker sees to it), so the order of the three is of no account.
    """
    assert node.who is not None
    limits = [node.direction, node.only, node.never, node.stopping, node.toward]
    return node.combat, _looseness(node.who.who), limits.count(None)


def _looseness(who: t.Ref | t.Pieces | t.Counted) -> int:
    if isinstance(who, t.Ref):
        return -100  # narrower than any phrase
    what = who.what if isinstance(who, t.Counted) else who
    noun = what.noun if isinstance(what, t.Pieces) else t.Noun()
    return len(noun.ranks) - bool(noun.owner) - noun.used - len(noun.others) - len(what.where)


def landings(memory: Memory, node: t.Move) -> set[str]:
    """Where the piece on this card may leap (R6.42): onto what is lower, by a combat leap onto its own rank, too."""
    world = memory.world
    if not world.laid:
        return set()
    _, rank = world.laid[0]
    allowed = set(world.arena.squares)
    allowed &= memory.squares(node.only) if node.only else allowed
    allowed -= memory.squares(node.never) if node.never else set()
    return {x for x in allowed if x not in world.squares or world.rank(x) < rank + node.combat}
