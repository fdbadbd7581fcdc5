"""The state of a game: a flat list whose every slot holds an immutable value.

So a slice is a full copy, two states are equal when their slots are, and nothing
hides in a generator or a closure. This module names the slots.

*Color* is a side's pieces, *seat* a player; teams share a color.
"""

from __future__ import annotations

MAX_COLORS = 4

# ---- the board, by color or shared; bitboards of `runtime.arena`
OWN = 0  # 4 slots: the pieces of each color; color c is slot c
LANES = 4  # 4 slots: their lanes
OCC = 8  # all pieces
UP = 9  # heroic or legendary
LEG = 10  # legendary
UP_LANES = 11
LEG_LANES = 12
SUPPLY = 13  # 4 slots: two-sided pieces in supply
LEGENDS = 17  # 4 slots: legendary pieces in supply
SUPPLIES = (SUPPLY, SUPPLY, LEGENDS)  # by rank: the first slot of the supplies that hold such pieces

# ---- whose turn
ME = 21  # the acting color
SEAT = 22  # the seat whose turn it is
ASKED = 23  # the seat that answers now
TURN = 24  # turns begun, extra ones included; 0: set-up
ACTIONS = 25  # left in this turn
DISCARDED = 26  # 1: the discard action is used
DESTROYED = 27  # tuple, 3 a color: enemy pieces destroyed this turn, by rank (times their tally)
SUMMONED = 28  # tuple of (card, square, rank that it counts as) of this turn
EXTRA_TURNS = 29  # gained, not yet taken
SCORE = 30  # tuple, points by color; in forms that count by opponent's color a row of colors for each
LAST = 31  # the last player once the end is triggered (R9.2), else -1
FINAL = 32  # turns left then
OVER = 33  # 0; else 1 + index in `REASONS`
PLACED = 34  # set-up: start pieces put so far

# ---- cards: tuples of card numbers; the end of a deck is its top
SEED = 35
SHUFFLES = 36  # tuple: how often each pile was shuffled (beings of seats, legends, flares)
HAND = 37  # 4 slots, by seat, in drawing order
DECK = 41  # 4 slots
PILE = 45  # 4 slots: discard piles
LEGEND_DECK = 49
LEGEND_PILE = 50
FLARE_DECK = 51
FLARE_PILE = 52

# ---- the card in play
PLAYED = 53  # its number, 0: none
SITE = 54  # square of the summoning
ORIENTATION = 55  # of the match, -1: not settled
LIFTED = 56  # square of the piece picked up, -1: none
VERDICT = 57  # flare: bit 0 upper, bit 1 lower criterion met; being that asks: 1 + 3 * color + rank of what it struck

# ---- the frame in progress and those suspended below it
STACK = 58  # tuple of frames (card, part, block, *registers)
CARD = 59  # number of the card whose program runs; 0: the turn itself
PART = 60
BLOCK = 61  # the offer at which it stands; -1: done
PIECES = 62  # 8 registers: a piece by its square, followed; -1: gone. The first is the being
SETS = 70  # 4 registers: pieces as a bitboard, followed. The first is what was used
NUMBERS = 74  # 20 registers: squares, directions, colors, counts, masks of squares
FRAME_END = 94

SELF = PIECES
USED = SETS
MARKS = NUMBERS  # marked squares of the match
ARROWS = NUMBERS + 1  # directions of the card, 8-bit set
FREE_NUMBERS = NUMBERS + 2

LIMIT = 94  # turns after which the game ends, 0: none (D50)
LOSER = 95  # the seat that gave up, -1: none

STAND_INS = 96  # enemy pieces that may stand in for own ones at the next summoning of this turn (R6.66)
AS_OWN = 97  # colors, as bits, whose pieces alone count as own at the next summoning of this turn; 0: as always
EXTRA_CARDS = 98  # tuple: beings, legends, flares to be drawn beyond the full hand at the end of this turn (R15.1)
VOIDS = 99  # empty squares that may stand in for own common pieces at the next summoning of this turn

# ---- what some forms of play need (`runtime.forms`)
TASKS = 100  # tuple: the current tasks by place, 0 where there is none
NEXT_TASK = 101  # the task that is turned up next, 0: none
TASK_DECK = 102
CLAIMED = 103  # tuple by color of tuples: tasks claimed, in order
CONTROL = 104  # of this turn: 0 not passed, 1 the teammate acts, 2 given back (R13.8)
IMPROVISED = 105  # tuple by color: bits of the opponents' colors that were used (R14.22)
BORROW = 106  # 0, or 1 + the color of which a piece is used in the summoning that is being settled (R14.21)
GONE = 107  # bits of the seats that left (D41)

# ---- derived: not compared, not saved
DERIVED = 108
FOLLOWED = 108  # every square that some register follows, at least
OFFER = 109  # kind of the offer
OA = 110
OB = 111
STOP = 112  # whether `stop` is an answer
FORCED = 113  # the only answer of a mandatory offer, or None
EVENTS = 114  # linked: (earlier, name, *fields)
SIZE = 115
# Behind these a game with modules has their slots (`runtime.modules`).

REASONS = ("played out", "turn limit", "resigned", "agreed", "abandoned")
BLANK_REGISTERS = (-1,) * 8 + (0,) * 4 + (0, 0) + (-1,) * 18
FRAME = slice(CARD, FRAME_END)
REGISTERS = slice(PIECES, FRAME_END)

# ---- kinds of offer
OFFER_TURN = 0  # the question of the turn itself: the block makes its own list, OA: the answers if they are listed
OFFER_SQUARES = 1  # OA: mask
OFFER_RANKED = 2  # OA: mask, OB: ranks
OFFER_STEPS = 3  # OA: groups (combat, movers, onto, directions)
OFFER_LEAPS = 4  # OA: groups
OFFER_OPTIONS = 5  # OA: bits, OB: labels
OFFER_ARROWS = 6  # OA: 8-bit set
OFFER_COLORS = 7  # OA: bits
OFFER_CARDS = 8  # OA: tuple of card numbers, OB: names by number
OFFER_HAND = 9  # the same of cards in the hand of the seat whose turn it is
OFFER_LINKED = 10  # OA: tuple of moves, those of a linked block after which the rest of it can be done
OFFER_ACTION = 11  # the next action, the question asked most
OFFER_OVER = 12  # nothing is asked any more
NO_CARDS = (0, 0, 0)


def blank_state() -> list[object]:
    """A state of nothing: every number 0, every tuple empty."""
    s: list[object] = [0] * SIZE
    tuples = (DESTROYED, SUMMONED, SCORE, SHUFFLES, STACK, TASKS, TASK_DECK, CLAIMED, IMPROVISED)
    for slot in (*tuples, *range(HAND, FLARE_PILE + 1)):
        s[slot] = ()
    s[LAST] = s[LOSER] = s[SITE] = s[ORIENTATION] = s[LIFTED] = -1
    s[REGISTERS] = BLANK_REGISTERS
    s[EXTRA_CARDS] = NO_CARDS
    s[FORCED] = None
    s[EVENTS] = None
    return s


def lasting(s: list[object]) -> list[object]:
    """What of a state is compared and saved: all but the derived slots."""
    return s[:DERIVED] + s[SIZE:]
