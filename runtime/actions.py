"""The answers at the next action: places, discards, summonings, the flare, or the end (R4.3 to R4.7).

Every turn asks for an action some three times, and this list is most of what a game costs. So there
are two functions for it: `Actions.answers` is right whatever holds in a turn, and `quick` gives the
same list in one go for patterns of own pieces alone.
"""

from __future__ import annotations

from .move import END_MOVE, FLARE_MOVE, PICKS, PLACES
from .state import (
    ACTIONS,
    AS_OWN,
    DISCARDED,
    HAND,
    LANES,
    LEG,
    LEG_LANES,
    ME,
    OCC,
    SEAT,
    STAND_INS,
    SUPPLIES,
    SUPPLY,
    UP,
    UP_LANES,
    VOIDS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .move import Move
    from .offers import State
    from .turn import Turn


class Actions:
    """The part of the turn that lists what its seat may do next."""

    def __init__(self, turn: Turn) -> None:
        self.rules = turn.rules
        self.flares, self.summoning = turn.flares, turn.summoning
        self.may_discard: bool = self.rules.form["turn"]["discard"]
        self.more: Callable[[State], list[Move]] | None = None  # summonings of cards that lie elsewhere: from modules
        self.is_usual = all(x.sites is None for x in self.rules.entries)  # beings are summoned where their pattern is

    def lister(self) -> Callable[[State], list[Move]]:
        """The function for this game."""
        return quick(self) if self.is_usual else self.answers

    def answers(self, s: State) -> list[Move]:
        """Every action open now."""
        hand = dict.fromkeys(s[HAND + s[SEAT]])  # equal cards give equal moves
        moves: list[Move] = []
        if s[ACTIONS] > 0:
            me = s[ME]
            moves = PLACES.of(self.rules.arena.mask & ~s[OCC]) if s[SUPPLY + me] else PICKS.of(s[me] & ~s[LEG])
            entries = [self.rules.entry(number) for number in hand]
            if self.may_discard and not s[DISCARDED]:
                moves += [entry.discard for entry in entries if entry.discard]
            for entry in entries:
                moves += self.summoning.summonings(s, entry)
            if self.more:
                moves += self.more(s)
        if not moves:  # no actions left, or none possible: they lapse (D3)
            moves.append(END_MOVE)
        if self.flares.open(s):
            moves.append(FLARE_MOVE)
        return moves


def quick(actions: Actions) -> Callable[[State], list[Move]]:
    """The same list where every being is summoned where its pattern is.

    While a permission holds (enemy pieces, other colors or empty squares in a pattern), it asks `answers`.
    """
    rules, answers, more = actions.rules, actions.answers, actions.more
    mask, copies, may_discard = rules.arena.mask, rules.copies, actions.may_discard
    places, picks = PLACES.ready(), PICKS.ready()
    full, image, others = rules.arena.lanes_of(mask), rules.arena.image, rules.arena.others
    reachable = actions.summoning.reachable
    # with several opponents a flare is asked itself whether it can be invoked (R14.17)
    asked = actions.flares.verdict if rules.colors > 2 else None
    flares = tuple(x if x.kind == "flare" else None for x in rules.entries)
    playable = tuple(  # by number; what has no pattern has the margins of a flare
        (x.match, x.rank, *((x.needed, x.heroes) if x.match else (x.lower, x.upper)), x.discard, x)
        for x in rules.entries
    )

    def quick_answers(s: State) -> list[Move]:
        if s[STAND_INS] or s[AS_OWN] or s[VOIDS]:
            return answers(s)
        me, hand, up = s[ME], s[HAND + s[SEAT]], s[UP]
        pieces = s[me]
        count, found = pieces.bit_count(), (pieces & up).bit_count()
        behind, heroes_behind = s[OCC].bit_count() - 2 * count, up.bit_count() - 2 * found
        flare = False
        if s[ACTIONS] <= 0:
            for number in hand:
                if (entry := flares[number]) is not None and (
                    asked(s, entry) if asked else behind >= entry.lower or heroes_behind >= entry.upper
                ):
                    flare = True
            return [END_MOVE, FLARE_MOVE] if flare else [END_MOVE]
        moves = places(mask & ~s[OCC]) if s[SUPPLY + me] else picks(pieces & ~s[LEG])  # R4.9, R4.10
        own, up_lanes, leg_lanes = s[LANES + me], s[UP_LANES], s[LEG_LANES]
        heroic, legendary = (own & up_lanes, own & leg_lanes) if found else (0, 0)
        free = full ^ up_lanes, full ^ leg_lanes, full
        discarding = may_discard and not s[DISCARDED]
        summons: list[Move] = []
        for number in dict.fromkeys(hand) if copies else hand:
            match, rank, least, least_heroes, discard, entry = playable[number]
            if match is None:
                if asked(s, entry) if asked else behind >= least or heroes_behind >= least_heroes:
                    flare = True
                continue
            if discarding and discard is not None:
                moves.append(discard)
            # too few pieces early in the game, too few heroes for a legend most of the time
            if count >= least and found >= least_heroes and (hits := match(own, heroic, legendary, free[rank])):
                if not s[SUPPLIES[rank] + me]:
                    hits = reachable(s, entry, hits)
                to = entry.summons
                while hits:
                    square = image[hits.bit_length() - 1]
                    summons.append(to[square])
                    hits &= others[square]  # one match is enough
        if summons:
            moves += summons
        if more is not None:
            moves += more(s)
        if not moves:
            moves.append(END_MOVE)
        if flare:
            moves.append(FLARE_MOVE)
        return moves

    return quick_answers
