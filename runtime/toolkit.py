"""What compiled cards and the turn are made of: the primitives, questions about the board, cards between zones.

`Toolkit(arena)` hands these functions, bound to one arena's tables, to `bind(rt, arena)`
of a compiled module.
"""

from __future__ import annotations

from . import offers
from .arena import LANE_BITS, Arena, turned
from .primitives import convertible, primitives_of, rank_at
from .state import (
    ACTIONS,
    ARROWS,
    AS_OWN,
    BLANK_REGISTERS,
    BLOCK,
    CARD,
    DECK,
    DESTROYED,
    EVENTS,
    EXTRA_CARDS,
    EXTRA_TURNS,
    FLARE_PILE,
    FOLLOWED,
    FORCED,
    FREE_NUMBERS,
    HAND,
    LEG,
    LEGEND_PILE,
    LEGENDS,
    MARKS,
    ME,
    OA,
    OCC,
    OFFER,
    OFFER_LINKED,
    ORIENTATION,
    PART,
    PIECES,
    PILE,
    PLAYED,
    REGISTERS,
    SEAT,
    SELF,
    SETS,
    SITE,
    STACK,
    STAND_INS,
    SUMMONED,
    SUPPLY,
    UP,
    USED,
    VERDICT,
    VOIDS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from .forms.scoring import Scoring
    from .modules.collected import Modules
    from .move import Move

    State: TypeAlias = list[Any]

TRIED, DONE = 1, 2  # what the register of a linked block holds, as compiled cards say
KINDS = ("being", "legend", "flare")  # of cards, as extra ones are counted


class Toolkit:
    """The primitives and questions, bound to an arena."""

    def __init__(
        self, arena: Arena, colors: int = 4, names: tuple[str, ...] = (), modules: Modules | None = None
    ) -> None:
        self.arena = arena
        self.color_names = names
        self.card_names: tuple[str, ...] = ()  # by number; known when all decks are bound
        # slots that emitted code reads
        self.OCC, self.UP, self.LEG, self.ME, self.SITE = OCC, UP, LEG, ME, SITE
        self.SELF, self.USED, self.MARKS, self.ARROWS = SELF, USED, MARKS, ARROWS
        self.ACTIONS, self.BLOCK, self.FOLLOWED = ACTIONS, BLOCK, FOLLOWED
        self.SEAT, self.PILE, self.DECK, self.HAND = SEAT, PILE, DECK, HAND
        self.VERDICT = VERDICT
        self.PIECES, self.SETS, self.NUMBERS = PIECES, SETS, FREE_NUMBERS
        # tables
        self.bit, self.near, self.edge, self.corner = arena.bit, arena.near, arena.edge, arena.corner
        self.within = arena.within
        # offers
        self.squares, self.ranked, self.options = offers.squares, offers.ranked, offers.options
        self.arrows, self.choose_color = offers.arrows, offers.colors
        self.cards, self.hand_cards = offers.cards, offers.hand_cards
        self.steps, self.leaps, self.can_go = offers.steps_maker(arena)
        watch = modules.watch(arena) if modules else None
        primitives = primitives_of(arena, colors, watch)
        self.put, self.put_common, self.lift, self.destroy, self.destroy_all = primitives[:5]
        self.move, self.turn, self.turn_all, self.convert, self.convert_all = primitives[5:10]
        self.lay, self.fell, self.swap, self.give, *out = primitives[10:]
        self.losing: Callable[[State, int], None] = _no_module  # modules bring it that keep count of such actions
        if modules:  # pieces out of play, and markers
            self.take, self.put_back, self.destroy_out = out
            markers = modules.markers()
            self.marker, self.marked, self.mark, self.unmark = (
                markers.marker,
                markers.marked,
                markers.mark,
                markers.unmark,
            )
        self.around = _around_maker(arena)
        self.rays, self.first_in, self.direction = _line_makers(arena)
        self.admits = _admits_maker(arena)
        self.color_count = colors
        self.scoring: Scoring | None = None  # of a game; without one nothing is worth points
        self.answers = offers.answer_table(arena)
        self.takes: Sequence[Any] = ()  # by number of a card and part: what takes the answers to its questions
        # by number of a card, set by who numbers them: its name, its kind and its parts
        self.called: Sequence[str] = ()
        self.traits: Sequence[tuple[str, ...]] = ()
        self.lays: Sequence[bool] = ()  # whether its warp effect lays a piece on it
        self.enters: Sequence[Any] = ()  # and part: what begins it, and goes on at a block
        self.warp: Any = None  # the module of warp effects, where a game has it
        # by zone: how a card leaves it, how one comes there; modules add their own zones
        self.leaving: dict[str, Callable[[State, int], None]] = {
            "this": self._out_of_play,
            **{zone: self._taking(zone) for zone in ("hand", "pile", "deck")},
        }
        self.coming: dict[str, Callable[[State, int, str], None]] = {
            zone: self._laying(zone) for zone in ("hand", "pile", "deck")
        }

    # ------------------------------------------------------------ questions about the board

    rank_at, convertible = staticmethod(rank_at), staticmethod(convertible)

    def color_at(self, s: State, square: int) -> int:
        """The color of the piece on a square; -1 if it is empty."""
        for color in range(self.color_count):
            if s[color] >> square & 1:
                return color
        return -1

    def upgradable(self, s: State, picked: int) -> int:
        """Pieces that can be upgraded if those `picked` already are: heroic ones need a legendary piece in
        their owner's supply (R6.51, R6.57)."""
        mask = s[OCC] & ~s[UP]
        for color in range(self.color_count):
            own = s[color] & s[UP] & ~s[LEG]
            if own and s[LEGENDS + color] > (own & picked).bit_count():
                mask |= own
        return mask

    def downgradable(self, s: State, picked: int) -> int:
        """Pieces that can be downgraded if those `picked` already are: legendary ones need a two-sided
        piece in their owner's supply (R6.52, R6.57)."""
        mask = s[UP] & ~s[LEG]
        for color in range(self.color_count):
            own = s[color] & s[LEG]
            if own and s[SUPPLY + color] > (own & picked).bit_count():
                mask |= own
        return mask

    @staticmethod
    def placing(s: State, mask: int, color: int, rank: int) -> int:
        """The squares of `mask` if a color (-1: the acting one) has a piece of the rank in supply (R6.50)."""
        return mask if s[(LEGENDS if rank == 2 else SUPPLY) + (s[ME] if color < 0 else color)] else 0

    @staticmethod
    def placeable(s: State, color: int, ranks: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the ranks of which a color (-1: the acting one) has a piece in supply (R6.50)."""
        color = s[ME] if color < 0 else color
        return tuple(r for r in ranks if s[(LEGENDS if r == 2 else SUPPLY) + color])

    def enough(self, s: State, mask: int, what: int, converting: int) -> bool:
        """Whether the supplies reach to upgrade (1), downgrade (0) or convert (to rank `what`) a whole set (D21)."""
        if converting:
            legendary = (mask if what == 2 else 0 if what >= 0 else mask & s[LEG]).bit_count()
            me = s[ME]
            return legendary <= s[LEGENDS + me] and mask.bit_count() - legendary <= s[SUPPLY + me]
        changing, base = (mask & s[UP] & ~s[LEG], LEGENDS) if what else (mask & s[LEG], SUPPLY)
        return all((changing & s[c]).bit_count() <= s[base + c] for c in range(self.color_count))

    def far(self, least: int, most: int, mask: int) -> int:
        """The squares at a distance of `least` to `most` moves from some square of a set (R6.32)."""
        table, found = self.within(least, most), 0
        while mask:
            low = mask & -mask
            mask ^= low
            found |= table[low.bit_length() - 1]
        return found

    # ------------------------------------------------------------ questions of conditions

    def nearer(self, goal: int, group: offers.Group) -> tuple[offers.Group, ...]:
        """Of a group the moves that come nearer to a square (N4.3): a group for each distance; none for no square."""
        if goal < 0:
            return ()
        combat, movers, onto, directions = group
        within, inside, found = self.within, self.bit[goal], []
        movers &= ~inside
        for distance in range(1, 9):
            ring = within(distance, distance)[goal]
            if movers & ring:
                found.append((combat, movers & ring, onto & inside, directions))
            inside |= ring
        return tuple(found)

    def crowded(self, mask: int, least: int, how: int = 0) -> int:
        """The squares that have at least so many neighbors in a set (`how` as in `around`)."""
        table = (self.near, self.edge, self.corner)[how]
        return sum(1 << x for x in self.arena.squares if (table[x] & mask).bit_count() >= least)

    def walks(self, starts: int, through: int, steps: int, goal: int, beside: int) -> int:
        """Those of `starts` from which a walk reaches `goal`.

        A walk goes from square to neighboring square and enters only squares of `through`; it has `steps`
        steps at most (-1: any number) and may have none. It reaches by standing in `goal`, or (`beside`)
        next to a square of it other than the one on which it began: a piece does not reach itself.
        """
        found, rest = 0, starts
        while rest:
            start = rest & -rest
            rest ^= start
            wanted = self.around(goal & ~start, 0) if beside else goal
            reached = edge = start
            left = steps
            while edge and left and not reached & wanted:
                edge = self.around(edge, 0) & through & ~reached
                reached |= edge
                left -= 1
            if reached & wanted:
                found |= start
        return found

    def fits(self, s: State, shapes: tuple[tuple[tuple[int, int, int], ...], ...], mask: int) -> bool:
        """Whether one of some drawings lies on own pieces within `mask`, turned or mirrored as may be (R5.2, R5.3)."""
        own = s[s[ME]] & mask
        lanes = [self.arena.lanes_of(own & x) for x in (-1, s[UP], s[LEG])]
        for cells in shapes:
            hits = lanes[0]
            for dx, dy, rank in cells:
                shift = 16 * dy + dx
                hits &= lanes[rank] >> shift if shift >= 0 else lanes[rank] << -shift
            if hits:
                return True
        return False

    @staticmethod
    def fallen(s: State, ranks: tuple[int, ...]) -> int:
        """How many enemy pieces of some ranks count as destroyed this turn (R6.59 to R6.62)."""
        counts = s[DESTROYED]
        own = range(3 * s[ME], 3 * s[ME] + 3)
        return sum(n for i, n in enumerate(counts) if i % 3 in ranks and i not in own)

    @staticmethod
    def summoned(s: State, ranks: tuple[int, ...], mask: int) -> int:
        """How many beings of some ranks were summoned this turn on squares of `mask` (R11.13)."""
        return sum(1 for _, square, rank in s[SUMMONED] if rank in ranks and mask >> square & 1)

    def crosses(self, s: State, vectors: tuple[tuple[int, int], ...]) -> int:
        """The squares at vectors of the drawing, as the match turns it; those outside do not exist (R6.25)."""
        found = 0
        for vector in vectors:
            found |= self._at(s, vector)
        return found

    def mirror(self, s: State, pairs: tuple[tuple[tuple[int, int], tuple[int, int]], ...], square: int) -> int:
        """The square opposite to a marked one by the drawing's pairs; nothing if it is none of them."""
        wanted = self.bit[square]
        for mark, cross in pairs:
            if wanted and self._at(s, mark) == wanted:
                return self._at(s, cross)
        return 0

    def _at(self, s: State, vector: tuple[int, int]) -> int:
        dx, dy = turned(s[ORIENTATION], *vector)
        return self.bit[s[SITE] + 16 * dy + dx]

    def suppliers(self, s: State, ranks: tuple[int, ...]) -> int:
        """Enemy colors with a piece of one of the ranks in supply, as bits."""
        found = 0
        for rank in ranks:
            found |= self.enemies_placeable(s, rank)
        return found

    def enemies_placeable(self, s: State, rank: int) -> int:
        """Enemy colors with a piece of that rank in supply, as bits."""
        base = LEGENDS if rank == 2 else SUPPLY
        return sum(1 << c for c in range(self.color_count) if c != s[ME] and s[base + c])

    @staticmethod
    def lanes(bits: int) -> int:
        """All squares of the lanes whose bits are set."""
        return sum(((1 << LANE_BITS) - 1) << LANE_BITS * k for k in range(8) if bits >> k & 1)

    @staticmethod
    def of_color(s: State, mask: int, color: int) -> int:
        """Those of `mask` that have a color; all of them for -1."""
        return mask if color < 0 else mask & s[color]

    def of_colors(self, s: State, colors: int) -> int:
        """The pieces of all colors in a set."""
        found = 0
        for color in range(self.color_count):
            found |= s[color] if colors >> color & 1 else 0
        return found

    def rivals(self, s: State, counted: int) -> int:
        """The pieces of each enemy color that has more pieces in `counted` than the acting color."""
        own, found = (s[s[ME]] & counted).bit_count(), 0
        for color in range(self.color_count):
            if color != s[ME] and (s[color] & counted).bit_count() > own:
                found |= s[color]
        return found

    @staticmethod
    def keep(mask: int, test: Callable[[int], object]) -> int:
        """The squares of `mask` for which `test` is true."""
        kept, rest = 0, mask
        while rest:
            low = rest & -rest
            rest ^= low
            if test(low.bit_length() - 1):
                kept |= low
        return kept

    # ------------------------------------------------------------ warp effects: a game without them has none

    def pending_card(self, s: State) -> int:
        """The pending card of the seat whose turn it is, if an effect may put it elsewhere; 0: there is none."""
        return self.warp.movable(s) if self.warp else 0

    def was_warped(self, s: State) -> bool:
        """Whether the warp effect of the card whose part runs was played this turn."""
        return bool(self.warp) and self.warp.was_played(s, s[CARD])

    def count_twice(self, s: State) -> None:
        """Every destroyed piece counts as one more for the rest of the turn."""
        if self.warp:
            self.warp.count_twice(s)

    def take_onto(self, s: State, square: int) -> None:
        """The piece on a square comes onto the card whose part runs."""
        if self.warp:
            self.warp.take_onto(s, square)

    def landing(self, s: State, combat: int, mask: int) -> int:
        """Those of the squares where the piece on the card whose part runs may leap."""
        return self.warp.landing(s, combat, mask) if self.warp else 0

    def land(self, s: State, square: int) -> None:
        """The piece on the card whose part runs comes onto a square; what stands there is destroyed."""
        self.warp.land(s, square)

    def copied(self, number: int) -> int:
        """The card if it has a warp effect that can be copied, else 0 (W4.5)."""
        return number if number and "copied" in self.traits[number] else 0

    def run_part(self, s: State, number: int, name: str, block: int) -> None:
        """Run a part of a card in a frame of its own; behind it the frame in progress goes on at a block."""
        part = self.traits[number].index(name) - 1
        s[STACK] = (*s[STACK], (s[CARD], s[PART], block, *s[REGISTERS]))
        s[CARD], s[PART] = number, part
        s[REGISTERS] = BLANK_REGISTERS
        self.enters[number][part][0](s)

    # ------------------------------------------------------------ linked blocks

    def narrow(self, s: State, slot: int) -> bool:
        """Leave of an offer in a linked block only the answers after which the rest can be done; whether any is left.

        Every answer is tried on a copy of the state; `slot`: of the register that tells what comes of it.
        """
        moves = tuple(move for move in self.answers[s[OFFER] - 1](s) if self._completes(s, slot, move))
        s[OFFER] = OFFER_LINKED
        s[OA] = moves
        s[FORCED] = moves[0] if len(moves) == 1 else None
        return bool(moves)

    def _completes(self, s: State, slot: int, move: Move) -> bool:
        copy = s[:]
        copy[slot] = TRIED
        self.takes[s[CARD]][s[PART]][s[BLOCK]](copy, move)
        if copy[slot] != TRIED:
            return copy[slot] == DONE
        return any(self._completes(copy, slot, x) for x in self.answers[copy[OFFER] - 1](copy))

    @staticmethod
    def opposite(directions: int) -> int:
        """The directions of an 8-bit set turned around."""
        return (directions << 4 | directions >> 4) & 255

    @staticmethod
    def spread(directions: int) -> int:
        """The directions of an 8-bit set and those next to them (turned by 45 degrees)."""
        wide = directions | directions << 1 | directions >> 1 | directions << 7 | directions >> 7
        return wide & 255

    # ------------------------------------------------------------ other changes

    @staticmethod
    def gain_actions(s: State, amount: int) -> None:
        """More actions this turn (R6.65)."""
        s[ACTIONS] += amount
        s[EVENTS] = (s[EVENTS], "actions", amount)

    @staticmethod
    def lose_actions(s: State, amount: int) -> bool:
        """Fewer actions this turn, as far as there are any (R15.13); whether there were."""
        lost = min(amount, s[ACTIONS])
        if lost <= 0:
            return False
        s[ACTIONS] -= lost
        s[EVENTS] = (s[EVENTS], "actions", -lost)
        return True

    @staticmethod
    def gain_turns(s: State, amount: int) -> None:
        """More turns after this one (R15.6)."""
        s[EXTRA_TURNS] += amount
        s[EVENTS] = (s[EVENTS], "extra_turns", amount)

    def lose_next(self, s: State, amount: int) -> None:
        """Each opponent has so many actions less in the next turn (R15.12)."""
        self.losing(s, amount)

    def put_card(self, s: State, number: int, source: str, way: str, target: str) -> None:
        """A card of the seat whose turn it is leaves a zone and comes into, onto or under another (R6.70)."""
        self.leaving[source](s, number)
        self.coming[target](s, number, way)
        if source == "hand":
            s[EVENTS] = (s[EVENTS], "discard", s[SEAT], number)
        else:
            s[EVENTS] = (
                s[EVENTS],
                "put_card",
                s[SEAT],
                number,
                source,
                f"under {target}" if way == "under" else target,
            )

    def put_all(self, s: State, numbers: tuple[int, ...], source: str, way: str, target: str) -> None:
        """The same with all of some cards."""
        for number in numbers:
            self.put_card(s, number, source, way, target)

    @staticmethod
    def this_card(s: State) -> int:
        """The card whose effect runs while it is in play, 0 once it lies elsewhere."""
        return s[CARD] if s[CARD] == s[PLAYED] else 0

    def of_kind(self, cards: tuple[int, ...], trait: str) -> tuple[int, ...]:
        """Those of some cards that are of a deck (`flare`, `legend`) or have a part (`frozen`, `warp`)."""
        return tuple(n for n in cards if trait in self.traits[n])

    def holds_card(self, cards: tuple[int, ...], name: str) -> bool:
        """Whether one of some cards has a name."""
        return any(self.called[n] == name for n in cards)

    @staticmethod
    def _out_of_play(s: State, number: int) -> None:
        """The card in play is put away before its effect is done."""
        s[PLAYED] = 0

    def _slot(self, s: State, number: int, zone: str) -> int:
        """Where the seat's cards of a zone lie; legends and flares have piles of their own (R3.15)."""
        if zone == "pile":
            kind = self.traits[number][0]
            return LEGEND_PILE if kind == "legend" else FLARE_PILE if kind == "flare" else PILE + s[SEAT]
        return (HAND if zone == "hand" else DECK) + s[SEAT]

    def _taking(self, zone: str) -> Callable[[State, int], None]:
        def take(s: State, number: int) -> None:
            """Of equal cards the uppermost, or last, one."""
            slot = self._slot(s, number, zone)
            cards = s[slot]
            i = len(cards) - 1 - cards[::-1].index(number)
            s[slot] = cards[:i] + cards[i + 1 :]

        return take

    def _laying(self, zone: str) -> Callable[[State, int, str], None]:
        def lay(s: State, number: int, way: str) -> None:
            slot = self._slot(s, number, zone)
            s[slot] = (number, *s[slot]) if way == "under" else (*s[slot], number)

        return lay

    @staticmethod
    def draw_more(s: State, kind: int, amount: int) -> None:
        """So many cards of a kind are drawn beyond the full hand at the end of this turn (R15.1, R15.3)."""
        cards = s[EXTRA_CARDS]
        s[EXTRA_CARDS] = (*cards[:kind], cards[kind] + amount, *cards[kind + 1 :])
        s[EVENTS] = (s[EVENTS], "extra_cards", KINDS[kind], amount)

    def permit_only(self, s: State, colors: int) -> None:
        """At the next summoning of this turn the pieces of some colors count as own, and no others."""
        s[AS_OWN] = colors
        for color in range(self.color_count):
            if colors >> color & 1:
                s[EVENTS] = (s[EVENTS], "as_own", color)

    def creditors(self, s: State) -> int:
        """The colors of which one must be chosen for the points of a legend, as bits (R14.14)."""
        return self.scoring.creditors(s) if self.scoring else 0

    def tell_summoning(self, s: State, rank: int, color: int) -> None:
        """The summoning in progress counts as that of `rank`: points at once (in `color`, -1: the one score), and
        for what this turn has seen."""
        *earlier, (card, square, _) = s[SUMMONED]
        s[SUMMONED] = (*earlier, (card, square, rank))
        s[EVENTS] = (s[EVENTS], "counts_as", rank)
        if self.scoring:
            self.scoring.legend_counts(s, color)

    @staticmethod
    def permit(s: State, amount: int) -> None:
        """So many more enemy pieces may stand in for own ones at the next summoning of this turn (R6.66)."""
        s[STAND_INS] += amount
        s[EVENTS] = (s[EVENTS], "stand_ins", amount)

    @staticmethod
    def permit_squares(s: State, amount: int) -> None:
        """So many more empty squares may stand in for own common pieces at the next summoning of this turn."""
        s[VOIDS] += amount
        s[EVENTS] = (s[EVENTS], "stand_in_squares", amount)


def _no_module(*_: Any) -> None:
    raise AssertionError("only a module of rules keeps count of this; the compiler wants the deck to name one")


def _around_maker(arena: Arena) -> Callable[[int, int], int]:
    full = arena.mask

    def around(mask: int, how: int = 0) -> int:
        """The squares next to some square of `mask`: by any side (0), an edge (1), a corner (2) (R6.29)."""
        if how == 0:
            row = mask | mask << 1 | mask >> 1
            return (mask << 1 | mask >> 1 | row << 16 | row >> 16) & full
        if how == 1:
            return (mask << 1 | mask >> 1 | mask << 16 | mask >> 16) & full
        return (mask << 17 | mask >> 17 | mask << 15 | mask >> 15) & full

    return around


def _line_makers(arena: Arena) -> tuple[Callable[..., int], Callable[..., int], Callable[[int, int], int]]:
    directed = {shift: d for d, shift in enumerate((16, 17, 1, -15, -16, -17, -1, 15))}

    def rays(directions: int, square: int) -> int:
        """The squares on the rays from a square in an 8-bit set of directions (R6.33)."""
        mask = 0
        for d in range(8):
            if directions >> d & 1:
                mask |= arena.rays(d)[square]
        return mask

    def first_in(s: State, directions: int, square: int) -> int:
        """The nearest occupied square on each of these rays (R6.34)."""
        mask = 0
        for d in range(8):
            if directions >> d & 1 and (line := arena.rays(d)[square] & s[OCC]):
                mask |= line & -line if d in (0, 1, 2, 7) else 1 << line.bit_length() - 1
        return mask

    def direction(a: int, b: int) -> int:
        """The direction of the step from `a` to `b`."""
        return directed[b - a]

    return rays, first_in, direction


def _admits_maker(arena: Arena) -> Callable[..., bool]:
    def admits(s: State, group: tuple[int, int, int, int], a: int, b: int) -> bool:
        """Whether a group of movers admits the step from `a` to `b`."""
        return bool(
            offers.targets_of(arena, s, ((group[0], group[1] & 1 << a, group[2], group[3]),), False).get(a, 0) >> b & 1
        )

    return admits
