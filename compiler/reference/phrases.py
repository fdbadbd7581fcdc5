"""What phrases mean: sets of squares on the board as it is at the moment of asking.

Follows the section "Phrases" of the language paper. A phrase of pieces gives the squares
on which they stand. `of one color`, `of any rank` and `connected` narrow no set: they
are conditions on what is picked (see `picking`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import product

from ...dsl import tree as t
from .arena import COMPASS, Region
from .summoning import Match, turn_vector
from .world import Followed, World


@dataclass(frozen=True)
class Thing:
    """What a statement handled: a piece that is followed, or a square.

    `rank`: of the piece when it was handled, before the change; None for a bare square.
    `was_at`: where the piece stood then.
    """

    at: Followed | str
    rank: int | None
    was_at: str = ""

    @property
    def square(self) -> str | None:
        """Where it is now; None if it was a piece that is gone or changed color."""
        return self.at if isinstance(self.at, str) else self.at.square


@dataclass
class Memory:
    """All that the phrases of one running part may speak of.

    `told`, `did`, `directions` hold by label what a statement handled, whether it
    happened, and the direction that it settled; `felled` the color and rank of each piece
    that it destroyed, `colors` those that it settled for "their". A flare has no being, match or used pieces.
    """

    world: World
    match: Match | None = None
    being: Followed | None = None
    used: Sequence[Followed] = ()
    told: dict[str, Sequence[Thing]] = field(default_factory=dict)
    did: dict[str, bool] = field(default_factory=dict)
    directions: dict[str, str] = field(default_factory=dict)
    patterns: Sequence[t.Pattern] = ()  # of a task
    region: Region | None = None  # within a test of regions: the one that is looked at
    colors: dict[str, list[int]] = field(default_factory=dict)
    felled: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    # ------------------------------------------------------------ one thing

    def things(self, ref: t.Ref) -> list[Thing]:
        """What a name speaks of, as far as it is still there; `self` is the being's piece (R6.20 to R6.22)."""
        if ref.marker:
            piece = self.world.marked(ref.marker)
            return [Thing(piece, None)] if piece else []
        being = [Thing(self.being, None)] if self.being else []
        found = being if ref.name == "self" else self.told.get(ref.of, ())
        return [thing for thing in found if thing.square]

    def places(self, ref: t.Ref) -> set[str]:
        """The squares of what a name speaks of."""
        return {thing.square for thing in self.things(ref) if thing.square}

    def pieces_of(self, ref: t.Ref) -> list[str]:
        """The squares of the pieces that a name speaks of. A bare square is no piece, whatever stands on it by now."""
        return [thing.square for thing in self.things(ref) if isinstance(thing.at, Followed) and thing.square]

    # ------------------------------------------------------------ sets

    def squares(self, phrase: t.Pieces | t.Squares | t.Ref) -> set[str]:
        """The squares that a phrase means; all its `where` must hold."""
        match phrase:
            case t.Ref():
                return self.places(phrase)
            case t.Pieces():
                return self.narrowed(self.noun(phrase.noun), phrase.where)
            case t.Squares():
                return self.narrowed(self.field(phrase.field), phrase.where)

    def is_one(self, noun: t.Noun, color: int, rank: int) -> bool:
        """Whether a piece of that color and rank fits a noun that names no more than owner and rank."""
        own = color == self.world.me
        return rank in noun.ranks and (noun.owner is None or own == (noun.owner == "own"))

    def noun(self, noun: t.Noun) -> set[str]:
        """The squares of pieces by owner (R6.18, R6.19), use in the pattern (R6.24) and exact rank (R6.69)."""
        enemies = set(range(self.world.colors)) - {self.world.me}
        owners = {"own": {self.world.me}, "enemy": enemies, "their": set(self.colors.get(noun.of, ()))}
        found = {
            square
            for square, (color, rank) in self.world.squares.items()
            if rank in noun.ranks and (noun.owner is None or color in owners[noun.owner])
        }
        if noun.used:
            found &= {piece.square for piece in self.used if piece.square}
        return found.difference(*(self.places(x) for x in noun.others))

    def field(self, words: t.Field) -> set[str]:
        """The squares for which all adjectives hold (R1.4, R1.5, R6.25, R6.27)."""
        arena = self.world.arena
        meaning = {
            "empty": arena.squares - set(self.world.squares),
            "red": arena.red,
            "green": arena.green,
            "colored": arena.red | arena.green,
            "colorless": arena.squares - arena.red - arena.green,
            "central": arena.central,
            "marked": self.match.marks if self.match else frozenset[str](),
            "crossed": self.match.crosses if self.match else frozenset[str](),
        }
        return set(arena.squares).intersection(*(meaning[word] for word in words.adjectives))

    def anchor(self, anchor: t.Anchor | None) -> set[str]:
        """The squares from which adjacency or distance is counted; some of them must fit."""
        match anchor:
            case t.Noun():
                return self.noun(anchor)
            case t.Field():
                return self.field(anchor)
            case t.Ref():
                return self.places(anchor)
            case None:
                return self.places(t.Ref("self"))

    def narrowed(self, found: Iterable[str], wheres: Sequence[t.Where]) -> set[str]:
        """The squares of `found` for which every one of `wheres` holds."""
        squares = set(found).intersection(*(self.where(x) for x in wheres if not isinstance(x, t.Reaching)))
        for where in wheres:
            if isinstance(where, t.Reaching):
                squares = {square for square in squares if self.reaches(square, where) == where.yes}
        return squares

    def reaches(self, start: str, node: t.Reaching) -> bool:
        """Whether a walk that begins on `start` reaches its goal: step by step, as far as it can and may go."""
        through = self.noun(node.through) if isinstance(node.through, t.Noun) else self.field(node.through)
        if isinstance(node.goal, t.Opposite):
            wanted: Set[str] = self.region.opposite if self.region else set[str]()
        else:  # next to a piece; the walker is not its own goal, and its square is empty once it has left
            others = self.noun(node.goal) - {start}
            wanted = {near for square in others for near in self.world.arena.neighbors(square)}
        known, edge, steps = {start}, {start}, 0
        while edge and not known & wanted and (node.steps is None or steps < node.steps):
            edge = {near for far in edge for near in self.world.arena.neighbors(far)} & through - known
            known |= edge
            steps += 1
        return bool(known & wanted)

    def where(self, where: t.Where) -> set[str]:
        """All squares of the arena for which a `where` holds."""
        arena = self.world.arena
        match where:
            case t.Adjacent():
                return {near for square in self.anchor(where.to) for near in arena.neighbors(square, where.how)}
            case t.Distance():
                return {
                    far
                    for square in self.anchor(where.to)
                    for far, moves in arena.distances(square).items()
                    if where.least <= moves <= where.most
                }
            case t.On():
                found = self.anchor(where.place)
                beside = {near for square in found for near in arena.neighbors(square)} if where.beside else set[str]()
                return found | beside
            case t.InLine():
                rays = [self.ray(direction, where.first) for direction in self.turned(where)]
                return {square for ray in rays for square in ray}
            case t.Mirrored():
                images = self.match.mirrored if self.match else frozenset[tuple[str, str]]()
                return {cross for mark, cross in images if mark in self.places(where.ref)}
            case t.OfRival():
                return {s for s, color in self.world.colors_now().items() if color in self.rivals(where.ranks)}
            case t.AdjacentToMany():
                crowd = self.noun(where.to)
                return {x for x in arena.squares if len(arena.neighbors(x, where.how) & crowd) >= where.least}
            case t.OneColor() | t.FewOfEachColor() | t.AnyRank() | t.Reaching():
                return set(arena.squares)

    def rivals(self, ranks: Sequence[int]) -> set[int]:
        """The opponents of whom each by itself has more pieces of those ranks than the acting side."""
        count = [0] * self.world.colors
        for color, rank in self.world.squares.values():
            count[color] += rank in ranks
        return {color for color, n in enumerate(count) if color != self.world.me and n > count[self.world.me]}

    # ------------------------------------------------------------ cards

    def copied(self, node: t.Copy) -> list[str]:
        """The cards of which the warp effect may be copied, or is meant: those that have one and lay nothing (W4.5)."""
        world = self.world
        found = {"this": [world.played], "pending": [world.pending]}.get(node.cards.which, world.pile)
        return [x for x in found if x in world.book and not self.lays(x)]

    def lays(self, card: str) -> bool:
        """Whether the warp effect of a card lays a piece on it: such a card stays where it is (W3.14, W4.5)."""
        part = self.world.book.get(card)
        return part is not None and any(isinstance(x, t.Take) for x in t.walk(part))

    def cards(self, node: t.Put) -> list[str]:
        """The cards that may be put, or are meant, now."""
        world = self.world
        if node.cards.which == "this":
            return [world.played] if world.played else []
        if node.cards.which == "pending":
            return [world.pending] if world.pending and not self.lays(world.pending) else []
        found = world.zones[node.source]
        if node.cards.which == "top":
            return found[-1:]
        return [card for card in found if not node.cards.kind or node.cards.kind in world.traits.get(card, ())]

    # ------------------------------------------------------------ directions

    def ray(self, direction: str, first: bool) -> set[str]:
        """The squares in a direction from the being (R6.33); `first`: only the nearest occupied one (R6.34)."""
        rays = [self.world.arena.ray(square, direction) for square in self.places(t.Ref("self"))]
        if first:
            occupied = [[square for square in ray if square in self.world.squares] for ray in rays]
            rays = [ray[:1] for ray in occupied]
        return {square for ray in rays for square in ray}

    def turned(self, line: t.InLine | t.Move) -> list[str]:
        """The directions that a line speaks of, with those turned by up to `degrees` to either side."""
        steps = range(-(line.degrees // 45), line.degrees // 45 + 1)
        middle = [COMPASS.index(x) for x in self.settled(line.direction)] if line.direction else []
        return [COMPASS[(index + step) % len(COMPASS)] for index in middle for step in steps]

    def settled(self, direction: t.Direction) -> list[str]:
        """The board directions meant by "that" (none if nothing settled it), "an arrow" or "one" (any may be it)."""
        if direction.kind == "arrow":
            return [name for name in COMPASS if self.match and name in self.match.arrows]
        if direction.kind == "opposite":
            there = self.settled(t.Direction("that", direction.of))
            return [COMPASS[(COMPASS.index(name) + 4) % len(COMPASS)] for name in there]
        if direction.kind == "that":
            return [self.directions[direction.of]] if direction.of in self.directions else []
        return list(COMPASS)

    # ------------------------------------------------------------ tests

    def holds(self, test: t.Test) -> bool:
        """Whether a test is true now. "You do" asks what really happened (R6.11)."""
        match test:
            case t.Did():
                return self.did.get(test.of, False) == test.yes
            case t.Was():
                told = self.told.get(test.ref.of, ())
                return test.yes == (bool(told) and all(thing.rank in test.ranks for thing in told))
            case t.IsRank():
                ranks = [self.world.rank(square) for square in self.pieces_of(test.ref)]
                return test.yes == (bool(ranks) and set(ranks) <= set(test.ranks))
            case t.IsOne():
                return test.yes == bool(self.places(test.ref) & self.places(test.other))
            case t.StandsOn():
                places = self.places(test.ref)
                return bool(places) and places <= self.field(test.place)
            case t.WasOn():
                told = self.told.get(test.ref.of, ())
                return bool(told) and all(thing.was_at in self.field(test.place) for thing in told)
            case t.SummonedOn():
                there = self.match is not None and self.match.square in self.field(test.place)
                return there == test.yes
            case t.ZoneEmpty():
                return (not self.world.zones[test.zone]) == test.yes
            case t.Warped():
                return self.world.warped == test.yes
            case t.ZoneHolds():
                return test.name in self.world.zones[test.zone]
            case t.Rival():
                return bool(self.rivals(test.ranks))
            case t.StepDestroyed():
                by_summoning = [self.world.struck] if self.world.struck else []
                fallen = by_summoning if test.summoning else self.felled.get(test.of, ())
                found = sum(self.is_one(test.noun, *piece) for piece in fallen)
                return found >= test.count.least and (test.count.most is None or found <= test.count.most)
            case t.ActionsLeft():
                return self.world.actions >= test.least
            case t.Both():
                return self.holds(test.left) and self.holds(test.right)
            case t.AnyOf():
                return self.holds(test.left) or self.holds(test.right)
            case t.ThereAre():
                return _amounts_to(self.number(test.what), test.count)
            case t.MoreThan():
                more = replace(test.what, noun=replace(test.what.noun, owner=test.owner))
                return _amounts_to(self.number(more) - self.number(test.what), test.count)
            case t.TurnDestroyed():
                ranks = test.what.noun.ranks
                return _amounts_to(
                    sum(
                        n
                        for (color, rank), n in self.world.destroyed.items()
                        if rank in ranks and color != self.world.me
                    ),
                    test.count,
                )
            case t.TurnSummoned():
                place = self.field(test.place or t.Field())
                found = [square for rank, square in self.world.summoned if rank in test.ranks and square in place]
                return _amounts_to(len(found), test.count)
            case t.Fits():
                return any(self.fits(pattern, self.field(test.place)) for pattern in self.patterns)
            case t.InRegion():
                return self.in_regions(test)

    def number(self, phrase: t.Pieces) -> int:
        """How many pieces a test counts: those in the region, where it looks at one."""
        found = self.squares(phrase)
        return len(found if self.region is None else found & self.region.squares)

    def in_regions(self, test: t.InRegion) -> bool:
        """Whether a test holds in some or in every region of a kind; where there is none it never does."""
        regions = [x for x in self.world.arena.regions if x.kind == test.region]
        held = [replace(self, region=x).holds(test.test) for x in regions]
        return bool(held) and (all(held) if test.every else any(held))

    def fits(self, pattern: t.Pattern, place: Set[str]) -> bool:
        """Whether a drawing lies on own pieces within `place`: every square for its corner, all ways to turn it."""
        world = self.world
        own = {x for x, (color, _) in world.squares.items() if color == world.me and x in place}
        cells = {(x, -y): "chl".index(c) for y, row in enumerate(pattern.rows) for x, c in enumerate(row) if c in "chl"}
        (x, y), *_ = cells  # the first piece, seen from which the others lie
        seen = [((a - x, b - y), rank) for (a, b), rank in cells.items()]
        for mirrored, quarters in product((False, True), range(4)):
            image = [(turn_vector(vector, mirrored, quarters), rank) for vector, rank in seen]
            for first in own:
                spots = [(world.arena.offset(first, *vector), rank) for vector, rank in image]
                if all(spot in own and world.rank(spot) >= rank for spot, rank in spots):
                    return True
        return False

    def selected(self, node: t.If) -> t.Block:
        """The block that an `if` runs now."""
        return node.then if self.holds(node.test) else node.otherwise


def claimable(card: t.Card, world: World) -> bool:
    """Whether the condition of a task that `compiler.resolve` has made complete holds for `world.me` now."""
    assert card.task is not None
    return Memory(world, patterns=card.task.patterns).holds(card.task.claim)


def _amounts_to(number: int, count: t.Count) -> bool:
    return number >= count.least and (count.most is None or number <= count.most)
