"""Improvised summoning: a piece of an opponent's color not used yet stands in the pattern for an own one (R14.21).

On a square of the pattern stands an own piece, an enemy one, or none. So orientation and
square settle which enemy pieces are used, and no question asks for them.
"""

from __future__ import annotations

from ..blocks import BORROW_COLOR
from ..cards import fitting
from ..move import END_MOVE, IMPROVISE, Move, SquareMoves
from ..state import (
    ACTIONS,
    AS_OWN,
    BORROW,
    EVENTS,
    IMPROVISED,
    ME,
    PLAYED,
    SEAT,
    SITE,
    STAND_INS,
    UP,
    VOIDS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..cards import Lanes
    from ..offers import State
    from ..rules import Entry
    from ..turn import Turn


class Improvising:
    """The part of the turn that summons with an opponent's piece."""

    def __init__(self, turn: Turn, usual: Callable[[State], list[Move]]) -> None:
        """`usual`: the answers of every form, behind which improvised summonings stand."""
        rules = turn.rules
        self.turn, self.rules, self.entries = turn, rules, rules.entries
        self.summoning = turn.summoning
        self.usual = usual
        self.opponents = rules.sides.opponents
        self.color_moves, self.color_called = rules.color_moves, rules.color_called
        self.moves = tuple(SquareMoves(IMPROVISE, x.key) for x in rules.entries)
        self.blocks = {BORROW_COLOR: (self.color_answers, self.take_color)}

    def unused(self, s: State) -> list[int]:
        """The opponents' colors that the acting color has not used yet (R14.22); none that counts as own already."""
        used = s[IMPROVISED][s[ME]] | s[AS_OWN]
        return [o for o in self.opponents[s[ME]] if not used >> o & 1]

    def hits(self, s: State, entry: Entry, free: int, colors: list[int]) -> int:
        """The lanes of the `free` squares where the being can be summoned with one piece of those colors.

        With a permission by a card further enemy pieces may stand in, of any color (R14.27).
        """
        own, one, more = self.boards(s, colors)
        return fitting(entry.search, free, own, more, s[STAND_INS], one, self.summoning.voids(s), s[VOIDS])

    def boards(self, s: State, colors: list[int]) -> tuple[Lanes, Lanes, Lanes]:
        """The pieces that a pattern may use: own ones, those of `colors`, and those that a card permits."""
        ranked, permitted = self.summoning.ranked, self.opponents[s[ME]] if s[STAND_INS] else ()
        return ranked(s, self.summoning.counted(s)), ranked(s, colors), ranked(s, permitted)

    # ------------------------------------------------------------ what is offered

    def answers(self, s: State) -> list[Move]:
        """The answers at the next action: those of every form, and improvised summonings behind them."""
        moves = self.usual(s)
        if s[ACTIONS] <= 0 or not (colors := self.unused(s)):
            return moves
        found = self.improvisations(s, colors)
        if found and moves[0] is END_MOVE:  # nothing else is left to do, but the action is not lost (R4.5)
            moves.remove(END_MOVE)
        return moves + found

    def improvisations(self, s: State, colors: list[int]) -> list[Move]:
        """Every being of the hand and every square where some opponent's piece helps to summon it."""
        found: list[Move] = []
        pieces = self.rules.toolkit.of_colors(s, s[AS_OWN] or 1 << s[ME])
        count, heroes = pieces.bit_count(), (pieces & s[UP]).bit_count()
        most = s[STAND_INS]
        own, one, more = self.boards(s, colors)
        for number in dict.fromkeys(self.turn.summonable(s)):
            entry = self.entries[number]
            borrowed = 1 + most
            if entry.match is None or count + borrowed + s[VOIDS] < entry.needed or heroes + borrowed < entry.heroes:
                continue
            free = self.summoning.free(s, entry.rank)
            if entry.sites is not None:
                found += [self.moves[number][square] for square in self.elsewhere(s, entry, free, colors)]
                continue
            hits = fitting(entry.search, free, own, more, most, one, self.summoning.voids(s), s[VOIDS])
            if hits:
                moves = self.moves[number]
                found += [moves[square] for square in self.summoning.squares_of(s, entry, hits)]
        return found

    def elsewhere(self, s: State, entry: Entry, free: int, colors: list[int]) -> list[int]:
        """Of a being that is summoned where its pattern is not: its squares with a piece of one of the colors."""
        found: dict[int, None] = {}
        for color in colors:
            borrowing = s[:]  # what can be picked up in a shortage hangs on the color, too (R14.29)
            borrowing[BORROW] = 1 + color
            hits = self.summoning.hits(borrowing, entry, free)
            found |= dict.fromkeys(self.summoning.squares_of(borrowing, entry, hits))
        return list(found)

    # ------------------------------------------------------------ summoning

    def improvise(self, s: State, move: Move) -> None:
        """Ask for the color, then as in every summoning."""
        s[PLAYED] = self.summoning.called[move.name].number
        s[SITE] = move.a
        self.turn.stand(s, BORROW_COLOR)

    def color_answers(self, s: State) -> list[Move]:
        """The colors of which one piece fits into some match."""
        entry, free = self.entries[s[PLAYED]], self.summoning.lane[s[SITE]]
        colors = [o for o in self.unused(s) if self.fits(s, entry, free, o)]
        return [self.color_moves[o] for o in colors]

    def fits(self, s: State, entry: Entry, free: int, color: int) -> bool:
        """Whether the being can be summoned on one of the `free` squares with one piece of that color."""
        if entry.sites is not None:
            return bool(self.elsewhere(s, entry, free, [color]))
        return bool(self.summoning.squares_of(s, entry, self.hits(s, entry, free, [color])))

    def take_color(self, s: State, move: Move) -> None:
        s[BORROW] = 1 + self.color_called[move.name]
        self.summoning.choose_match(s, self.entries[s[PLAYED]])

    def used(self, s: State) -> None:
        """The summoning is done: the color is used up (R14.22)."""
        color, other, rows = s[ME], s[BORROW] - 1, s[IMPROVISED]
        s[IMPROVISED] = (*rows[:color], rows[color] | 1 << other, *rows[color + 1 :])
        s[BORROW] = 0
        s[EVENTS] = (s[EVENTS], "improvise", s[SEAT], other)
