"""The turn as a program: blocks with `enter` and `take`, as compiled cards have them.

The turn is card 0. Its blocks ask what the rules ask: where the start pieces go, the
next action, and what an action leaves open (match, piece to pick up, cards to
return). When an effect runs, the turn waits below it on the stack.
"""

from __future__ import annotations

from .mix import shuffled
from .move import (
    DISCARD,
    END,
    END_MOVE,
    FLARE,
    FLARE_MOVE,
    MATCH,
    PICK,
    PICKS,
    PLACE,
    PLACES,
    START,
    SUMMON,
    Move,
    make,
)
from .offers import STOP_MOVE
from .state import (
    ACTIONS,
    ARROWS,
    BLANK_REGISTERS,
    BLOCK,
    CARD,
    DECK,
    DESTROYED,
    DISCARDED,
    EVENTS,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    FOLLOWED,
    FORCED,
    FRAME,
    FRAME_END,
    HAND,
    LANES,
    LAST,
    LEG,
    LEG_LANES,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    LIFTED,
    LIMIT,
    LOSER,
    MARKS,
    ME,
    OCC,
    OFFER,
    OFFER_ACTION,
    OFFER_OVER,
    OFFER_TURN,
    ORIENTATION,
    OVER,
    PART,
    PILE,
    PLACED,
    PLAYED,
    REGISTERS,
    SCORE,
    SEAT,
    SEED,
    SELF,
    SHUFFLES,
    SITE,
    STACK,
    STOP,
    SUMMONED,
    SUPPLY,
    TURN,
    UP,
    UP_LANES,
    USED,
    VERDICT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .offers import State
    from .rules import Entry, Rules

NEVER = 1 << 31  # so many points nobody has
SUPPLIES = (SUPPLY, SUPPLY, LEGENDS)  # by rank: the first slot of the supplies that hold such pieces

# The blocks, by number; names for saved games.
BLOCKS = (
    "start-piece",
    "action",
    "place",
    "match",
    "pick-up",
    "return",
    "after-summoning",
    "lower-effect",
    "after-flare",
)
START_PIECE, ACTION, PLACE_AT, CHOOSE_MATCH, PICK_UP, RETURN_CARDS, AFTER_SUMMONING, LOWER_EFFECT, AFTER_FLARE = range(
    9
)


# The turn's frames while it waits below an effect: it remembers nothing in registers.
_WAITING = tuple((0, 0, block, *BLANK_REGISTERS) for block in range(len(BLOCKS)))


_BELOW_SUMMONING = (_WAITING[AFTER_SUMMONING],)

# The question for the next action in the slots from PLAYED on, and in those of the offer.
_ACTION_FRAME = (0, -1, -1, -1, 0, (), 0, 0, ACTION, *BLANK_REGISTERS)
_ACTION_OFFER = (OFFER_ACTION, 0, 0, 0, None)


class Turn:
    """The turn's program, bound to the rules of a game: by block `enter`, `take` and `answers`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.arena = rules.arena
        self.mask = rules.arena.mask
        self.arena_lanes = rules.arena.lanes_of(rules.arena.mask)
        form = rules.form
        self.limits = beings, legends, flares = tuple(form["hand"][x] for x in ("beings", "legends", "flares"))
        self.actions: int = form["turn"]["actions"]
        self.may_discard: bool = form["turn"]["discard"]
        self.points: dict[str, Any] = form["points"]
        self.end: dict[str, Any] = form["end"]
        self.enough: int = self.end.get("points", NEVER)
        self.seats, self.color_of = rules.seats, rules.color_of
        tools = rules.toolkit
        self.lane, self.weight = rules.arena.lane, rules.weights.__getitem__
        self.called = {x.key: x for x in rules.entries[1:]}
        piles = {"legend": LEGEND_PILE, "flare": FLARE_PILE}
        self.shared_pile = tuple(piles.get(x.kind, 0) for x in rules.entries)  # 0: the seat's own
        self.bit, self.image, self.others = rules.arena.bit, rules.arena.image, rules.arena.others
        self.full = beings | legends << 8 | flares << 16
        self.nothing = (0,) * (3 * rules.colors)
        self.put, self.put_common, self.lift, self.destroy = tools.put, tools.put_common, tools.lift, tools.destroy
        acting = {
            PLACE: self.place,
            PICK: self.pick_up,
            SUMMON: self.summon,
            DISCARD: self.discard,
            FLARE: self.invoke_flare,
            END: self.end_turn,
        }
        self.acts = tuple(acting.get(kind, self.end_turn) for kind in range(END + 1))
        asking = (
            (self.start_answers, self.take_start),
            (self.action_answers, self.take_action),
            (self.place_answers, self.take_place),
            (self.match_answers, self.take_match),
            (self.pick_answers, self.take_pick),
            (self.return_answers, self.take_return),
        )
        running = (self.after_summoning, self.lower_effect, self.after_flare)
        self.answers = tuple(x[0] for x in asking)
        self.take: tuple[Callable[..., None], ...] = tuple(x[1] for x in asking)
        self.enter: tuple[Callable[[State], None], ...] = (*(self.ask(b) for b in range(len(asking))), *running)

    # ------------------------------------------------------------ asking

    def ask(self, block: int) -> Callable[[State], None]:
        """The `enter` of a block that asks: the offer, or the only answer where stopping is not one."""
        lister = self.answers[block]
        kind = OFFER_ACTION if block == ACTION else OFFER_TURN
        optional = block in (ACTION, RETURN_CARDS)  # `end` and `stop` are always asked

        def enter(s: State) -> None:
            s[CARD] = s[PART] = 0
            s[BLOCK] = block
            s[OFFER] = kind
            s[STOP] = 0
            s[FORCED] = None
            if optional or (block == PLACE_AT and (self.mask & ~s[OCC]).bit_count() > 1):
                return
            answers = lister(s)
            s[FORCED] = answers[0] if len(answers) == 1 else None

        return enter

    def stand(self, s: State, block: int) -> None:
        self.enter[block](s)

    # ------------------------------------------------------------ start pieces (R12.3)

    def start_answers(self, s: State) -> list[Move]:
        square = self.arena.starts[s[PLACED]]
        return [
            make(START, square, name=self.rules.color_names[color])
            for color in range(self.rules.colors)
            if not s[color]
        ]

    def take_start(self, s: State, move: Move) -> None:
        color = self.rules.color_names.index(move.name)
        self.put(s, color, 0, move.a)
        s[PLACED] += 1
        if s[PLACED] < min(len(self.arena.starts), self.rules.colors):
            self.stand(s, START_PIECE)
        else:
            self.forget_play(s)
            self.begin_turn(s, self.after(s[SEAT]), self.rules.form["turn"]["first-actions"])

    def after(self, seat: int) -> int:
        return (seat + 1) % self.rules.seats

    # ------------------------------------------------------------ the turn

    def begin_turn(self, s: State, seat: int, actions: int) -> None:
        """A turn of `seat` begins; what was counted for the last one starts anew (R4.2, R15.10).

        The question for the next action stands already: `end` answers it as well.
        """
        turn = s[TURN] + 1
        s[ME : SUMMONED + 1] = (self.color_of[seat], seat, seat, turn, actions, 0, self.nothing, ())
        s[EVENTS] = (s[EVENTS], "turn_begins", seat, turn, actions)

    def action_answers(self, s: State) -> list[Move]:
        """Every action open now: places, discards, summonings, the flare, or the end (R4.3 to R4.7)."""
        hand = s[HAND + s[SEAT]]
        if self.rules.copies:
            hand = tuple(dict.fromkeys(hand))  # equal cards give equal moves
        moves: list[Move] = []
        if s[ACTIONS] > 0:
            me = s[ME]
            moves = PLACES.of(self.mask & ~s[OCC]) if s[SUPPLY + me] else PICKS.of(s[me] & ~s[LEG])  # R4.9, R4.10
            flare = self.add_cards(s, hand, moves)
        else:
            flare = self.flare_of(hand)
        if not moves:  # no actions left, or none possible: they lapse (D3)
            moves.append(END_MOVE)
        if flare is not None and self.verdict(s, flare):
            moves.append(FLARE_MOVE)
        return moves

    def take_action(self, s: State, move: Move) -> None:
        self.acts[move.kind](s, move)

    # ------------------------------------------------------------ place (R4.9 to R4.11)

    def place(self, s: State, move: Move) -> None:
        """Put a common piece; the same question stands again."""
        s[ACTIONS] -= 1
        self.put_common(s, s[ME], move.a)

    def pick_up(self, s: State, move: Move) -> None:
        self.lift(s, move.a)
        self.stand(s, PLACE_AT)

    def place_answers(self, s: State) -> list[Move]:
        return PLACES.of(self.mask & ~s[OCC])

    def take_place(self, s: State, move: Move) -> None:
        self.place(s, move)
        self.stand(s, ACTION)

    # ------------------------------------------------------------ summon (R5)

    def add_cards(self, s: State, hand: tuple[int, ...], moves: list[Move]) -> Entry | None:
        """Append every discard and, behind them, every summoning that is possible now; gives the flare of the hand."""
        up, leg, me = s[UP_LANES], s[LEG_LANES], s[ME]
        own, full = s[LANES + me], self.arena_lanes
        free = (full ^ up, full ^ leg, full)
        pieces = s[me]
        count, found = pieces.bit_count(), (pieces & s[UP]).bit_count()
        heroic, legendary = (own & up, own & leg) if found else (0, 0)
        may_discard = self.may_discard and not s[DISCARDED]
        flare: Entry | None = None
        summons: list[Move] = []
        playable = self.rules.playable
        for number in hand:
            match, rank, needed, heroes, discard, entry = playable[number]
            if match is None:
                flare = entry
                continue
            if may_discard and discard is not None:
                moves.append(discard)
            # too few pieces early in the game, too few heroes for a legend most of the time
            if count >= needed and found >= heroes and (hits := match(own, heroic, legendary, free[rank])):
                if not s[SUPPLIES[rank] + me]:
                    hits = self.reachable(s, entry, hits)
                image, others, to = self.image, self.others, entry.summons
                while hits:
                    square = image[hits.bit_length() - 1]
                    summons.append(to[square])
                    hits &= others[square]  # one match is enough
        if summons:
            moves += summons
        return flare

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

    def pickable(self, s: State, entry: Entry, lane: int, square: int) -> int:
        """In a shortage: the pieces that may be picked up with that match (R5.16).

        A piece of the type on the summoning square would be reused, so none is there.
        """
        return self.kind_of_piece(s, entry.rank) & ~self.squares_at(square, entry.shape(lane)[0])

    def squares_at(self, square: int, offsets: tuple[int, ...]) -> int:
        """The squares of the arena at offsets from a square; what lies outside does not exist (R6.25).

        A pattern reaches 7 squares at most: an offset that leaves the grid of 16 columns
        comes out, also as a negative index, where no arena has squares.
        """
        bit, mask = self.bit, 0
        for offset in offsets:
            mask |= bit[square + offset]
        return mask

    def lanes_at(self, s: State, entry: Entry, square: int) -> list[int]:
        """The orientations in which the being can be summoned on a square now."""
        own = s[LANES + s[ME]]
        free = self.arena.lane[square]  # only its own images; the rank that stands there was tested
        bits = entry.match(own, own & s[UP_LANES], own & s[LEG_LANES], free)
        found: list[int] = []
        short = self.short(s, entry) and not (self.plenty(s, entry) or self.reused(s, entry.rank, square))
        while bits:
            low = bits & -bits
            bits ^= low
            lane = low.bit_length() - 1 >> 8
            if not short or self.pickable(s, entry, lane, square):
                found.append(lane)
        return found

    def short(self, s: State, entry: Entry) -> bool:
        return not s[SUPPLIES[entry.rank] + s[ME]]

    def summon(self, s: State, move: Move) -> None:
        """Ask for the match where it matters, then for a piece to pick up, then summon (D13)."""
        entry, square, me = self.called[move.name], move.a, s[ME]
        s[PLAYED] = entry.number
        s[SITE] = square  # no orientation yet, no piece lifted: so the question for an action left them
        enough = s[SUPPLIES[entry.rank] + me] or self.reused(s, entry.rank, square)
        if enough and not entry.matters:  # any match stands for all
            own = s[LANES + me]
            bits = entry.match(own, own & s[UP_LANES], own & s[LEG_LANES], self.lane[square])
            s[ORIENTATION] = (bits & -bits).bit_length() - 1 >> 8
            self.put_being(s, entry)
            return
        lanes = self.lanes_at(s, entry, square)
        if len(lanes) == 1:
            s[ORIENTATION] = lanes[0]
        elif entry.matters:
            if len(self.match_answers(s)) > 1:
                self.stand(s, CHOOSE_MATCH)
                return
            s[ORIENTATION] = lanes[0]
        self.settle_piece(s, entry)

    def match_answers(self, s: State) -> list[Move]:
        """One match of each kind that the card, or a shortage, tells apart."""
        entry = self.rules.entry(s[PLAYED])
        short = self.short(s, entry) and not self.reused(s, entry.rank, s[SITE])
        kinds: dict[object, int] = {}
        for lane in self.lanes_at(s, entry, s[SITE]):
            cells, marks, arrows = entry.shape(lane)
            key = (
                self.squares_at(s[SITE], marks) if entry.matters & 1 else 0,
                arrows if entry.matters & 2 else 0,
                self.squares_at(s[SITE], cells) if entry.matters & 4 else 0,
                self.pickable(s, entry, lane, s[SITE]) if short else 0,
            )
            kinds.setdefault(key, lane)
        return [make(MATCH, lane) for lane in sorted(kinds.values())]

    def take_match(self, s: State, move: Move) -> None:
        s[ORIENTATION] = move.a
        self.settle_piece(s, self.rules.entry(s[PLAYED]))

    def settle_piece(self, s: State, entry: Entry) -> None:
        if self.short(s, entry) and not self.reused(s, entry.rank, s[SITE]):
            self.stand(s, PICK_UP)
        else:
            self.put_being(s, entry)

    def pick_answers(self, s: State) -> list[Move]:
        """What the settled match, or any, leaves free to be picked up (R5.16, R5.21)."""
        entry = self.rules.entry(s[PLAYED])
        lanes = self.lanes_at(s, entry, s[SITE]) if s[ORIENTATION] < 0 else (s[ORIENTATION],)
        mask = 0
        for lane in lanes:
            mask |= self.pickable(s, entry, lane, s[SITE])
        return PICKS.of(mask)

    def take_pick(self, s: State, move: Move) -> None:
        s[LIFTED] = move.a
        self.put_being(s, self.rules.entry(s[PLAYED]))

    def put_being(self, s: State, entry: Entry) -> None:
        """The summoning itself: R5.8, R5.9, R5.14 to R5.17, then the effect."""
        seat, square, number = s[SEAT], s[SITE], entry.number
        lane = s[ORIENTATION]
        if lane < 0:
            lane = s[ORIENTATION] = self.settled(s, entry)
        s[ACTIONS] -= 1
        s[HAND + seat] = without(s[HAND + seat], number)
        s[EVENTS] = (s[EVENTS], "summon", seat, number, square, lane)
        if s[LIFTED] >= 0:
            self.lift(s, s[LIFTED])
        if s[OCC] >> square & 1:
            self.destroy(s, square)
        self.put(s, s[ME], entry.rank, square)
        s[SUMMONED] += ((number, square),)
        if entry.rank == 2:
            self.add_points(s, seat, self.points["legend-summoned"])
        s[STACK : SELF + 1] = (_BELOW_SUMMONING, number, 0, -1, square)
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
        for lane in self.lanes_at(s, entry, s[SITE]):
            if self.pickable(s, entry, lane, s[SITE]) >> s[LIFTED] & 1:
                return lane
        raise AssertionError("a summoning without a match")

    def after_summoning(self, s: State) -> None:
        """The effect is done: the card goes to its pile (R3.15), the turn goes on."""
        self.put_away(s)
        self.forget_play(s)

    def put_away(self, s: State) -> None:
        """The card in play goes to its pile."""
        number = s[PLAYED]
        slot = self.shared_pile[number] or PILE + s[SEAT]
        s[slot] += (number,)

    def forget_play(self, s: State) -> None:
        """Nothing is in play any more: the turn asks for the next action."""
        s[PLAYED:FRAME_END] = _ACTION_FRAME
        s[FOLLOWED] = 0
        s[OFFER:EVENTS] = _ACTION_OFFER

    # ------------------------------------------------------------ discard (R4.12, R4.13)

    def discard(self, s: State, move: Move) -> None:
        seat, number = s[SEAT], self.rules.number[move.name]
        s[ACTIONS] -= 1
        s[DISCARDED] = 1
        s[HAND + seat] = without(s[HAND + seat], number)
        s[PILE + seat] = (*s[PILE + seat], number)
        s[EVENTS] = (s[EVENTS], "discard", seat, number)
        self.return_or_go_on(s)

    def return_or_go_on(self, s: State) -> None:
        self.stand(s, RETURN_CARDS if s[HAND + s[SEAT]] else ACTION)

    def return_answers(self, s: State) -> list[Move]:
        hand = dict.fromkeys(s[HAND + s[SEAT]])  # equal cards once
        return [*(self.rules.entry(n).return_ for n in hand), STOP_MOVE]

    def take_return(self, s: State, move: Move) -> None:
        """A card goes face down under its deck; the first returned lies above the later ones."""
        if move is STOP_MOVE:
            self.stand(s, ACTION)
            return
        seat, number = s[SEAT], self.rules.number[move.name]
        s[HAND + seat] = without(s[HAND + seat], number)
        slot = self.deck_slot(number, seat)
        s[slot] = (number, *s[slot])
        s[EVENTS] = (s[EVENTS], "return", seat, number, self.rules.entry(number).kind)
        self.return_or_go_on(s)

    def deck_slot(self, number: int, seat: int) -> int:
        kind = self.rules.entry(number).kind
        return LEGEND_DECK if kind == "legend" else FLARE_DECK if kind == "flare" else DECK + seat

    # ------------------------------------------------------------ flares (R7)

    def flare_of(self, hand: tuple[int, ...]) -> Entry | None:
        """The flare of a hand, None if it has none."""
        flares = self.rules.flare_entries
        for number in hand:
            if flares[number] is not None:
                return flares[number]
        return None

    def verdict(self, s: State, flare: Entry) -> int:
        """Which criteria of a flare are met now: 1 upper, 2 lower, 0 none (R7.2, R7.3)."""
        own, up = s[s[ME]], s[UP]
        lower = 2 if s[OCC].bit_count() - 2 * own.bit_count() >= flare.lower else 0
        return lower | (up.bit_count() - 2 * (own & up).bit_count() >= flare.upper) if up else lower

    def invoke_flare(self, s: State, move: Move) -> None:
        """Criteria are tested once (R7.4), the upper effect comes first (R7.5)."""
        seat = s[SEAT]
        entry = self.flare_of(s[HAND + seat])
        assert entry is not None
        s[VERDICT] = self.verdict(s, entry)
        s[PLAYED] = entry.number
        s[HAND + seat] = without(s[HAND + seat], entry.number)
        s[EVENTS] = (s[EVENTS], "flare", seat, entry.number, s[VERDICT])
        self.add_points(s, self.after(seat), self.points["flare-invoked"])
        s[STACK] = (*s[STACK], _WAITING[LOWER_EFFECT])
        self.flare_part(s, entry, "upper", 1)

    def flare_part(self, s: State, entry: Entry, name: str, bit: int) -> None:
        part = entry.part(name)
        s[REGISTERS] = BLANK_REGISTERS
        s[CARD] = entry.number
        s[PART] = max(part, 0)
        s[FOLLOWED] = 0
        if part >= 0 and s[VERDICT] & bit:
            entry.enter[part][0](s)
        else:
            s[BLOCK] = -1

    def lower_effect(self, s: State) -> None:
        s[STACK] = (*s[STACK], _WAITING[AFTER_FLARE])
        self.flare_part(s, self.rules.entry(s[PLAYED]), "lower", 2)

    def after_flare(self, s: State) -> None:
        self.put_away(s)
        self.forget_play(s)

    # ------------------------------------------------------------ end of the turn (R4.14)

    def add_points(self, s: State, seat: int, points: int) -> None:
        if points:
            score = s[SCORE]
            s[SCORE] = (*score[:seat], score[seat] + points, *score[seat + 1 :])
            s[EVENTS] = (s[EVENTS], "score", seat, points)

    def end_turn(self, s: State, move: Move) -> None:
        """Score, draw, test the end, next turn: in this order (R4.14)."""
        seat = s[SEAT]
        s[EVENTS] = (s[EVENTS], "turn_ends", seat)
        if s[DESTROYED] != self.nothing:
            self.score_destroyed(s, seat)
        drew_last = self.draw(s, seat)
        if not s[FINAL] and (drew_last or max(s[SCORE]) >= self.enough):
            self.test_end(s, seat, drew_last)
        if s[LIMIT] and s[TURN] >= s[LIMIT]:
            self.finish(s, 1)
            return
        if s[EXTRA_TURNS]:  # R15.6 to R15.8: on top of all other turns
            s[EXTRA_TURNS] -= 1
            self.begin_turn(s, seat, self.actions)
            return
        if s[FINAL]:
            s[FINAL] -= 1
            if not s[FINAL]:
                self.finish(s, 0)
                return
        self.begin_turn(s, seat + 1 if seat + 1 < self.seats else 0, self.actions)

    def score_destroyed(self, s: State, seat: int) -> None:
        """Points for the enemy pieces destroyed this turn: R12.4."""
        worth, pair = self.points["destroyed"], self.points["common-pair"]
        counts = s[DESTROYED]
        by_rank = [sum(counts[rank::3]) for rank in range(3)]
        points = sum(n * w for n, w in zip(by_rank, worth, strict=True)) + by_rank[0] // 2 * pair
        self.add_points(s, seat, points)

    def draw(self, s: State, seat: int) -> bool:
        """Fill the hand up: flare, legends, beings (D8); whether the last card of the own deck was drawn."""
        held = sum(map(self.weight, s[HAND + seat]))  # a byte a kind
        if held == self.full:
            return False
        beings, legends, flares = self.limits  # what is above them stays (R4.15)
        if held < 1 << 16 and flares:
            self.draw_shared(s, seat, FLARE_DECK, FLARE_PILE)
        for _ in range(legends - (held >> 8 & 255)):
            self.draw_shared(s, seat, LEGEND_DECK, LEGEND_PILE)
        beings -= held & 255
        deck = s[DECK + seat]
        if beings <= 0 or not deck:
            return False
        drawn = deck[: -beings - 1 : -1]  # from the top
        s[DECK + seat] = deck[:-beings]
        s[HAND + seat] += drawn
        for number in drawn:
            s[EVENTS] = (s[EVENTS], "draw", seat, number, "being")
        return len(deck) <= beings  # D31

    def take_card(self, s: State, seat: int, deck: int) -> None:
        cards = s[deck]
        number = cards[-1]
        s[deck] = cards[:-1]
        s[HAND + seat] += (number,)
        s[EVENTS] = (s[EVENTS], "draw", seat, number, self.rules.kind_of[number])

    def draw_shared(self, s: State, seat: int, deck: int, pile: int) -> None:
        """From the legends or flares; a deck that runs out is renewed from its pile at once (R3.13, D6, D7)."""
        if not s[deck]:
            self.renew(s, deck, pile)
        if s[deck]:
            self.take_card(s, seat, deck)
            if not s[deck]:
                self.renew(s, deck, pile)

    def renew(self, s: State, deck: int, pile: int) -> None:
        if s[pile]:
            purpose = 4 if deck == LEGEND_DECK else 5
            s[deck] = shuffle(s, purpose, s[pile])
            s[pile] = ()
            s[EVENTS] = (s[EVENTS], "reshuffle", "legend" if deck == LEGEND_DECK else "flare")

    def test_end(self, s: State, seat: int, drew_last: bool) -> None:
        """The triggers (R9.1 to R9.5, R12.10). The end once triggered stays (R9.4)."""
        if max(s[SCORE]) >= self.enough or (drew_last and self.end.get("last-card")):
            s[LAST] = seat
            s[FINAL] = self.rules.seats + 1  # this turn, the others', and one more of the last player
            s[EVENTS] = (s[EVENTS], "end_triggered", seat)

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that share the first place: points, then upgraded pieces, then pieces (R9.9, R9.10)."""
        if s[LOSER] >= 0:
            return tuple(x for x in range(self.rules.seats) if x != s[LOSER])

        def worth(seat: int) -> tuple[int, int, int]:
            own = s[self.rules.color_of[seat]]
            return s[SCORE][seat], (own & s[UP]).bit_count(), own.bit_count()

        best = max(map(worth, range(self.rules.seats)))
        return tuple(seat for seat in range(self.rules.seats) if worth(seat) == best)

    def finish(self, s: State, reason: int, loser: int | None = None) -> None:
        """The game is over; `loser`: the seat that gave up (R9.8). A card whose effect is cut short is used."""
        if s[CARD]:
            self.put_away(s)
        self.forget_play(s)
        s[OVER] = reason + 1
        s[LOSER] = -1 if loser is None else loser
        s[OFFER:EVENTS] = (OFFER_OVER, 0, 0, 0, None)
        s[EVENTS] = (s[EVENTS], "game_over", reason)


def shuffle(s: State, purpose: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards in a new order; counts the shuffle, so that the next one differs."""
    counts = s[SHUFFLES]
    s[SHUFFLES] = (*counts[:purpose], counts[purpose] + 1, *counts[purpose + 1 :])
    return shuffled(cards, s[SEED], purpose, counts[purpose])


def without(hand: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The hand without one card of that number."""
    i = hand.index(number)
    return hand[:i] + hand[i + 1 :]


def settle(rules: Rules, s: State) -> tuple[Move, ...]:
    """Run on to the next decision that has to be asked; gives the answers taken without asking."""
    taken: tuple[Move, ...] = ()
    while not s[OVER]:
        if s[BLOCK] < 0:
            frame = s[STACK][-1]
            s[STACK] = s[STACK][:-1]
            if frame[0]:  # the turn's blocks leave the registers as they want them
                s[FRAME] = frame
            rules.enter[frame[0]][frame[1]][frame[2]](s)
        elif (move := s[FORCED]) is not None:
            taken += (move,)
            s[FORCED] = None
            rules.take[s[CARD]][s[PART]][s[BLOCK]](s, move)
        else:
            break
    return taken


def reenter(rules: Rules, s: State) -> None:
    """Make the offer of the frame anew: it is derived and not saved."""
    rules.enter[s[CARD]][s[PART]][s[BLOCK]](s)
