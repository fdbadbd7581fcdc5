"""Summoning beings: which can be, and the summoning up to its effect (R5).

A pattern is looked for in all orientations at once (lanes of `runtime.arena`). Where
matches differ in something that matters, or a piece must be picked up in a shortage,
the player is asked; then the being is put and its effect begins.
"""

from __future__ import annotations

from .arena import LANE_BITS
from .blocks import AFTER_SUMMONING, CHOOSE_MATCH, PICK_UP, WAITING
from .cards import fitting, sites_of
from .drawing import without
from .move import MATCH, PICKS, Move, make
from .state import (
    ACTIONS,
    ARROWS,
    AS_OWN,
    BORROW,
    EVENTS,
    FOLLOWED,
    HAND,
    LANES,
    LEG,
    LEG_LANES,
    LIFTED,
    MARKS,
    ME,
    OCC,
    ORIENTATION,
    PLAYED,
    SEAT,
    SELF,
    SITE,
    STACK,
    STAND_INS,
    SUMMONED,
    SUPPLIES,
    UP_LANES,
    USED,
    VERDICT,
    VOIDS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .cards import Lanes
    from .offers import State
    from .rules import Entry
    from .turn import Turn

_BELOW = (WAITING[AFTER_SUMMONING],)


class Summoning:
    """The part of the turn that summons."""

    def __init__(self, turn: Turn) -> None:
        rules, tools = turn.rules, turn.rules.toolkit
        self.turn, self.rules = turn, rules
        self.arena_lanes = rules.arena.lanes_of(rules.arena.mask)
        self.lane, self.bit = rules.arena.lane, rules.arena.bit
        self.image, self.others = rules.arena.image, rules.arena.others
        self.put, self.lift, self.destroy = tools.put, tools.lift, tools.fell  # nothing is refused here: see `free`
        self.entries, self.opponents = rules.entries, rules.sides.opponents
        self.called = {x.key: x for x in rules.entries[1:]}
        self.blocks = {
            CHOOSE_MATCH: (self.match_answers, self.take_match),
            PICK_UP: (self.pick_answers, self.take_pick),
        }

    # ------------------------------------------------------------ what can be summoned

    def summonings(self, s: State, entry: Entry) -> list[Move]:
        """Every summoning of a card that is possible now, whatever permissions hold (R6.66); none of a flare."""
        if entry.match is None:
            return []
        hits = self.hits(s, entry, self.free(s, entry.rank))
        return [entry.summons[square] for square in self.squares_of(s, entry, hits)]

    def free(self, s: State, rank: int) -> int:
        """In lanes: where a being of that rank may be summoned, by what stands there (R5.7)."""
        full = self.arena_lanes
        return (full ^ s[UP_LANES], full ^ s[LEG_LANES], full)[rank]

    def squares_of(self, s: State, entry: Entry, hits: int) -> list[int]:
        """The squares of the matches in the lanes `hits` that leave a piece for the being."""
        if hits and self.short(s, entry):
            hits = self.reachable(s, entry, hits)
        found: list[int] = []
        while hits:
            found.append(self.image[hits.bit_length() - 1])
            hits &= self.others[found[-1]]
        return found

    def reachable(self, s: State, entry: Entry, hits: int) -> int:
        """In a shortage: those of the matches in the lanes `hits` that leave a piece for the being (R5.14, R5.16)."""
        if self.plenty(s, entry):
            return hits
        image, rest = self.image, hits
        while rest:
            low = rest & -rest
            rest ^= low
            index = low.bit_length() - 1
            square = image[index]
            if not (self.reused(s, entry.rank, square) or self.pickable(s, entry, index >> 8, square)):
                hits ^= low
        return hits

    def plenty(self, s: State, entry: Entry) -> bool:
        """In a shortage: so many pieces of the type that no match can need all of them.

        One is left over then: on the summoning square, where it becomes the being, or free to be picked up.
        """
        return self.kind_of_piece(s, entry.rank).bit_count() > len(entry.cells)

    def kind_of_piece(self, s: State, rank: int) -> int:
        """Own pieces of the type that a being of that rank needs (R5.19)."""
        own = s[s[ME]]
        return own & s[LEG] if rank == 2 else own & ~s[LEG]

    def reused(self, s: State, rank: int, square: int) -> int:
        """In a shortage: whether the piece on the summoning square becomes the being (R5.14)."""
        return self.kind_of_piece(s, rank) >> square & 1

    def lifts(self, s: State, entry: Entry) -> bool:
        """Whether a piece must be picked up for the being: a shortage, and none is reused (R5.14, R5.16)."""
        return not (s[SUPPLIES[entry.rank] + s[ME]] or self.reused(s, entry.rank, s[SITE]))

    def pickable(self, s: State, entry: Entry, lane: int, square: int) -> int:
        """In a shortage: the pieces that may be picked up with that match (R5.16).

        A piece of the type on the summoning square would be reused, so none is there.
        """
        kind, cells = self.kind_of_piece(s, entry.rank), entry.shape(lane)[0]
        if entry.sites is None:
            return kind & ~self.squares_at(square, cells)
        found, anchors = 0, self.fits(s, entry, self.arena_lanes) >> LANE_BITS * lane & (1 << LANE_BITS) - 1
        while anchors:  # the pattern may lie in several places
            low = anchors & -anchors
            anchors ^= low
            found |= kind & ~self.squares_at(self.image[LANE_BITS * lane + low.bit_length() - 1], cells)
        return found

    def squares_at(self, square: int, offsets: tuple[int, ...]) -> int:
        """The squares of the arena at offsets from a square; what lies outside does not exist (R6.25).

        A pattern reaches 7 squares at most: an offset that leaves the grid of 16 columns
        comes out, also as a negative index, where no arena has squares.
        """
        bit, mask = self.bit, 0
        for offset in offsets:
            mask |= bit[square + offset]
        return mask

    def lanes_at(self, s: State, entry: Entry, lifts: bool) -> list[int]:
        """The orientations in which the being can be summoned on its square now."""
        square = s[SITE]
        bits = self.hits(s, entry, self.lane[square])  # only its own images; the rank that stands there was tested
        found: list[int] = []
        short = lifts and not self.plenty(s, entry)
        while bits:
            low = bits & -bits
            bits ^= low
            lane = low.bit_length() - 1 >> 8
            if not short or self.pickable(s, entry, lane, square):
                found.append(lane)
        return found

    def hits(self, s: State, entry: Entry, free: int) -> int:
        """The lanes of the `free` squares on which the being can be summoned now, by its pattern."""
        if entry.sites is None:
            return self.fits(s, entry, free)
        return self.spread(s, entry, self.fits(s, entry, self.arena_lanes), free)

    def fits(self, s: State, entry: Entry, free: int) -> int:
        """The lanes of the `free` squares from which the pattern is seen."""
        if s[BORROW]:
            assert self.turn.improvising is not None
            return self.turn.improvising.hits(s, entry, free, [s[BORROW] - 1])
        if not (s[STAND_INS] or s[VOIDS] or s[AS_OWN]):
            own = s[LANES + s[ME]]
            return entry.match(own, own & s[UP_LANES], own & s[LEG_LANES], free)
        own = self.ranked(s, self.counted(s))
        if not s[STAND_INS] and not s[VOIDS]:
            return entry.match(*own, free)
        others = self.ranked(s, self.opponents[s[ME]])
        return fitting(entry.search, free, own, others, s[STAND_INS], None, self.voids(s), s[VOIDS])

    def counted(self, s: State) -> tuple[int, ...]:
        """The colors whose pieces count as own in a pattern: the own one, unless a card says otherwise."""
        only = s[AS_OWN]
        return tuple(c for c in self.opponents[s[ME]] if only >> c & 1) if only else (s[ME],)

    def voids(self, s: State) -> int:
        """The empty squares, in lanes, while some may stand in for pieces."""
        return self.rules.arena.lanes_of(self.rules.arena.mask & ~s[OCC]) if s[VOIDS] else 0

    def spread(self, s: State, entry: Entry, anchors: int, free: int) -> int:
        """Of a being that is summoned elsewhere: in every orientation that lies anywhere, all its squares."""
        lanes, lane = 0, (1 << LANE_BITS) - 1
        for k in range(8):
            if anchors >> LANE_BITS * k & lane:
                lanes |= lane << LANE_BITS * k
        assert entry.sites is not None
        sites = sites_of(self.rules.arena, entry.sites, s[OCC])
        return self.rules.arena.lanes_of(sites) & lanes & free

    @staticmethod
    def ranked(s: State, colors: Iterable[int]) -> Lanes:
        """The pieces of some colors, in lanes by least rank."""
        pieces = 0
        for color in colors:
            pieces |= s[LANES + color]
        return pieces, pieces & s[UP_LANES], pieces & s[LEG_LANES]

    def short(self, s: State, entry: Entry) -> bool:
        return not s[SUPPLIES[entry.rank] + s[ME]]

    # ------------------------------------------------------------ summoning

    def summon(self, s: State, move: Move) -> None:
        """Ask for the match where it matters, then for a piece to pick up, then summon (D13)."""
        entry = self.called[move.name]
        s[PLAYED] = entry.number
        s[SITE] = square = move.a  # no orientation yet, no piece lifted: so the question for an action left them
        if entry.matters or self.lifts(s, entry):
            self.choose_match(s, entry)
            return
        bits = self.hits(s, entry, self.lane[square])  # any match stands for all
        s[ORIENTATION] = (bits & -bits).bit_length() - 1 >> 8
        self.put_being(s, entry)

    def choose_match(self, s: State, entry: Entry) -> None:
        """Card, square, and perhaps the color of a borrowed piece are settled: now the match, where it matters."""
        lifts = self.lifts(s, entry)
        lanes = self.lanes_at(s, entry, lifts)
        if len(lanes) == 1 or not (lifts or entry.matters):  # any match stands for all
            s[ORIENTATION] = lanes[0]
        elif entry.matters:
            if len(self.match_answers(s)) > 1:
                self.turn.stand(s, CHOOSE_MATCH)
                return
            s[ORIENTATION] = lanes[0]
        self.settle_piece(s, entry, lifts)

    def match_answers(self, s: State) -> list[Move]:
        """One match of each kind that the card, or a shortage, tells apart."""
        entry = self.entries[s[PLAYED]]
        lifts = self.lifts(s, entry)
        kinds: dict[object, int] = {}
        for lane in self.lanes_at(s, entry, lifts):
            cells, marks, arrows = entry.shape(lane)
            key = (
                self.squares_at(s[SITE], marks) if entry.matters & 1 else 0,
                self.squares_at(s[SITE], entry.crosses(lane)) if entry.matters & 1 else 0,
                arrows if entry.matters & 2 else 0,
                self.squares_at(s[SITE], cells) if entry.matters & 4 else 0,
                self.pickable(s, entry, lane, s[SITE]) if lifts else 0,
            )
            kinds.setdefault(key, lane)
        return [make(MATCH, lane) for lane in sorted(kinds.values())]

    def take_match(self, s: State, move: Move) -> None:
        s[ORIENTATION] = move.a
        entry = self.entries[s[PLAYED]]
        self.settle_piece(s, entry, self.lifts(s, entry))

    def settle_piece(self, s: State, entry: Entry, lifts: bool) -> None:
        """The match is settled: now the piece to pick up, if one must be."""
        if lifts:
            self.turn.stand(s, PICK_UP)
        else:
            self.put_being(s, entry)

    def pick_answers(self, s: State) -> list[Move]:
        """What the settled match, or any, leaves free to be picked up (R5.16, R5.21)."""
        entry = self.entries[s[PLAYED]]
        lanes = self.lanes_at(s, entry, True) if s[ORIENTATION] < 0 else (s[ORIENTATION],)
        mask = 0
        for lane in lanes:
            mask |= self.pickable(s, entry, lane, s[SITE])
        return PICKS.of(mask)

    def take_pick(self, s: State, move: Move) -> None:
        s[LIFTED] = move.a
        self.put_being(s, self.entries[s[PLAYED]])

    def put_being(self, s: State, entry: Entry) -> None:
        """The summoning itself: R5.8, R5.9, R5.14 to R5.17, then the effect."""
        seat, square, number = s[SEAT], s[SITE], entry.number
        lane = s[ORIENTATION]
        if lane < 0:
            lane = s[ORIENTATION] = self.settled(s, entry)
        s[ACTIONS] -= 1
        s[STAND_INS] = s[VOIDS] = s[AS_OWN] = 0  # used or not (R6.67)
        s[HAND + seat] = without(s[HAND + seat], number)
        if s[BORROW] and self.turn.improvising:
            self.turn.improvising.used(s)
        s[EVENTS] = (s[EVENTS], "summon", seat, number, square, lane)
        if s[LIFTED] >= 0:
            self.lift(s, s[LIFTED])
        if s[OCC] >> square & 1:
            struck = self.destroy(s, square)
            if entry.struck:
                s[VERDICT] = struck + 1
        self.put(s, s[ME], entry.rank, square)
        s[SUMMONED] += ((number, square, entry.rank),)
        if entry.rank == 2 and entry.kind == "legend" and self.turn.scoring.legend_summoned(s):
            return
        self.begin_effect(s, entry)

    def begin_effect(self, s: State, entry: Entry) -> None:
        """The being stands: what its effect remembers, then the effect."""
        number, square, lane = entry.number, s[SITE], s[ORIENTATION]
        s[STACK : SELF + 1] = (_BELOW, number, 0, -1, square)
        if entry.matters:  # the effect speaks of marks, arrows or used pieces
            cells, marks, s[ARROWS] = entry.shape(lane)
            s[USED] = used = self.squares_at(square, cells)
            s[MARKS] = self.squares_at(square, marks)
            s[FOLLOWED] = 1 << square | used
        else:
            s[FOLLOWED] = 1 << square
        if entry.effect:
            entry.effect(s)

    def settled(self, s: State, entry: Entry) -> int:
        """The orientation of a match that leaves the piece picked up alone."""
        for lane in self.lanes_at(s, entry, True):
            if self.pickable(s, entry, lane, s[SITE]) >> s[LIFTED] & 1:
                return lane
        raise AssertionError("a summoning without a match")
