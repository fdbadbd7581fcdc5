"""The turn as a program: blocks with `enter` and `take`, as compiled cards have them.

The turn is card 0. Its blocks ask what the rules ask: where the start pieces go, the
next action, and what an action leaves open (match, piece to pick up, cards to
return). When an effect runs, the turn waits below it on the stack. What belongs
together lies in a module of its own, which brings its blocks: `summoning`, `flares`,
`drawing`, and what differs from form to form in `forms`.
"""

from __future__ import annotations

from .actions import Actions
from .blocks import (
    ACTION,
    ACTION_FRAME,
    ACTION_OFFER,
    AFTER_FLARE,
    AFTER_SUMMONING,
    BLOCKS,
    CLAIM_TASK,
    LEFTOVER,
    LOWER_EFFECT,
    OUT_OF_HAND,
    PLACE_AT,
    RETURN_CARDS,
    START_PIECE,
)
from .drawing import Drawing, without
from .flares import Flares
from .forms.display import Display
from .forms.ending import Ending
from .forms.improvise import Improvising
from .forms.scoring import Scoring
from .forms.start import StartPieces
from .forms.teams import Control, TeamDrawing
from .move import (
    DISCARD,
    END,
    FLARE,
    IMPROVISE,
    PASS,
    PICK,
    PLACE,
    PLACES,
    SUMMON,
    Move,
    kinds,
)
from .offers import STOP_MOVE
from .state import (
    ACTIONS,
    AS_OWN,
    ASKED,
    BLANK_REGISTERS,
    BLOCK,
    BORROW,
    CARD,
    CONTROL,
    DECK,
    DESTROYED,
    DISCARDED,
    EVENTS,
    EXTRA_CARDS,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    FOLLOWED,
    FORCED,
    FRAME,
    FRAME_END,
    GONE,
    HAND,
    LEGEND_DECK,
    LEGEND_PILE,
    LIMIT,
    LOSER,
    ME,
    NO_CARDS,
    OA,
    OCC,
    OFFER,
    OFFER_ACTION,
    OFFER_OVER,
    OFFER_TURN,
    OVER,
    PART,
    PILE,
    PLAYED,
    REASONS,
    REGISTERS,
    SCORE,
    SEAT,
    STACK,
    STAND_INS,
    STOP,
    SUMMONED,
    TURN,
    VOIDS,
)
from .summoning import Summoning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from .offers import State
    from .rules import Entry, Rules

    Asking: TypeAlias = tuple[Callable[[State], list[Move]], Callable[[State, Move], None]]  # answers, take


class Turn:
    """The turn's program, bound to the rules of a game: by block `enter`, `take` and `answers`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.arena = rules.arena
        self.mask = rules.arena.mask
        form = rules.form
        self.actions: int = form["turn"]["actions"]
        self.seats, self.color_of = rules.seats, rules.color_of
        piles = {"legend": LEGEND_PILE, "flare": FLARE_PILE}
        self.shared_pile = tuple(piles.get(x.kind, 0) for x in rules.entries)  # 0: the seat's own
        self.nothing = (0,) * (3 * rules.colors)
        self.put_common, self.lift = rules.toolkit.put_common, rules.toolkit.lift
        self.scoring = Scoring(self)
        self.ending = Ending(rules)
        self.drawing = TeamDrawing(rules) if form["blocks"]["draw"] == "team-legends" else Drawing(rules)
        self.summoning = Summoning(self)
        self.flares = Flares(self)
        self.hooked = rules.modules.hooked(self)
        self.draw = self.drawing.draw
        self.listing = Actions(self)
        self.enough, self.standing = self.ending.enough, self.ending.standing
        if self.hooked:
            self.hooked.replace()
        acting = {
            PLACE: self.place,
            PICK: self.pick_up,
            SUMMON: self.summoning.summon,
            DISCARD: self.discard,
            FLARE: self.flares.act,
            END: self.end_turn,
        }
        asking: dict[int, Asking] = {
            PLACE_AT: (self.place_answers, self.take_place),
            RETURN_CARDS: (self.return_answers, self.take_return),
            **self.summoning.blocks,
            **self.flares.blocks,
            **self.scoring.blocks,
        }
        # what a form has beside: each only where its file asks for it
        action_answers = self.listing.lister()
        self.start = StartPieces(self) if "start-pieces" in form["blocks"]["set-up"] else None
        self.display = Display(self) if "tasks" in form["blocks"]["set-up"] else None
        self.improvising = Improvising(self, action_answers) if form["turn"]["improvise"] else None
        self.control = Control(rules) if form["turn"]["pass-control"] else None
        for part in (self.start, self.display):
            asking |= part.blocks if part else {}
        if self.improvising:
            asking |= self.improvising.blocks
            acting[IMPROVISE] = self.improvising.improvise
            action_answers = self.improvising.answers
        if self.control:
            acting[PASS] = self.control.hand_on
        self.closing = self._closing()
        if self.hooked:
            asking |= self.hooked.blocks
            acting |= self.hooked.acting
            action_answers = self.hooked.answering(action_answers)
        if self.closing:
            acting[END] = self.end_turn_asking
        self.acts = tuple(acting.get(kind, _absent) for kind in range(kinds()))
        asking[ACTION] = (action_answers, self.take_action)
        running: dict[int, Callable[[State], None]] = {
            AFTER_SUMMONING: self.after_summoning,
            LOWER_EFFECT: self.flares.lower_effect,
            AFTER_FLARE: self.flares.after_flare,
        }
        running |= self.hooked.running if self.hooked else {}
        blocks = range(len(rules.block_names))
        self.answers = tuple(asking[x][0] if x in asking else _absent for x in blocks)
        self.take = tuple(asking[x][1] if x in asking else _absent for x in blocks)
        self.enter = tuple(self.ask(x) if x in asking else running.get(x, _absent) for x in blocks)

    def has_block(self, block: int) -> bool:
        """Whether this form has a block of the turn."""
        return self.enter[block] is not _absent

    def _closing(self) -> tuple[tuple[tuple[int, ...], Callable[[State], bool]], ...]:
        """What is asked when a turn ends, in order (R4.14): its blocks, and what asks if there is something to ask."""
        closing = list(self.hooked.closing) if self.hooked else []
        if self.display and "claim" in self.rules.form["blocks"]["turn-end"]:
            closing.append(((CLAIM_TASK,), self.display.ask))
        if self.rules.by_color and self.scoring.counts_destroyed:
            closing.append(((LEFTOVER,), self.scoring.score_destroyed))
        return tuple(closing)

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
            s[OA] = ()
            s[STOP] = 0
            s[FORCED] = None
            if optional or (block == PLACE_AT and (self.mask & ~s[OCC]).bit_count() > 1):
                return
            s[OA] = answers = tuple(lister(s))  # whoever looks at them need not list them again
            s[FORCED] = answers[0] if len(answers) == 1 else None

        return enter

    def stand(self, s: State, block: int) -> None:
        """Go on with a block of the turn."""
        self.enter[block](s)

    def after(self, seat: int) -> int:
        """The next seat (R4.1)."""
        return seat + 1 if seat + 1 < self.seats else 0

    # ------------------------------------------------------------ the turn

    def set_up(self, s: State) -> None:
        """The cards are dealt, `SEAT` is the last player: start pieces, or the first turn at once."""
        if self.start:
            self.stand(s, START_PIECE)
        else:
            self.first_turn(s, self.after(s[SEAT]))

    def first_turn(self, s: State, seat: int) -> None:
        """The starting player's first turn, with fewer actions (R4.2)."""
        self.forget_play(s)
        self.begin_turn(s, seat, self.rules.form["turn"]["first-actions"])

    def begin_turn(self, s: State, seat: int, actions: int) -> None:
        """A turn of `seat` begins; what was counted for the last one starts anew (R4.2, R15.10).

        The question for the next action stands already: `end` answers it as well.
        """
        turn = s[TURN] + 1
        if s[GONE] >> seat & 1:  # his turns pass without actions
            actions = 0
        if s[CONTROL]:
            s[CONTROL] = 0
        s[ME : SUMMONED + 1] = (self.color_of[seat], seat, seat, turn, actions, 0, self.nothing, ())
        s[EVENTS] = (s[EVENTS], "turn_begins", seat, turn, actions)

    @staticmethod
    def summonable(s: State) -> tuple[int, ...]:
        """The cards from which the seat of the turn summons."""
        return s[HAND + s[SEAT]]

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

    # ------------------------------------------------------------ a card is done

    def after_summoning(self, s: State) -> None:
        """The effect is done: the card goes to its pile (R3.15), the turn goes on."""
        self.put_away(s)
        self.forget_play(s)

    def put_away(self, s: State) -> None:
        """The card in play goes to its pile, if its own effect put it nowhere else."""
        if number := s[PLAYED]:
            slot = self.shared_pile[number] or PILE + s[SEAT]
            s[slot] += (number,)

    def begin_part(self, s: State, entry: Entry, part: int) -> None:
        """Begin a part of a card that knows no being, with empty registers; -1: there is none, it is done."""
        s[REGISTERS] = BLANK_REGISTERS
        s[CARD] = entry.number
        s[PART] = max(part, 0)
        s[FOLLOWED] = 0
        if part >= 0:
            entry.enter[part][0](s)
        else:
            s[BLOCK] = -1

    def forget_play(self, s: State) -> None:
        """Nothing is in play any more: the turn asks for the next action."""
        s[PLAYED:FRAME_END] = ACTION_FRAME
        s[FOLLOWED] = 0
        s[OFFER:EVENTS] = ACTION_OFFER

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

    # ------------------------------------------------------------ end of the turn (R4.14)

    def end_turn(self, s: State, move: Move) -> None:
        """Score, draw, test the end, next turn: in this order (R4.14)."""
        s[EVENTS] = (s[EVENTS], "turn_ends", s[SEAT])
        if s[DESTROYED] != self.nothing and self.scoring.counts_destroyed:
            self.scoring.score_destroyed(s)
        self.finish_turn(s)

    def end_turn_asking(self, s: State, move: Move) -> None:
        """The same where the end of a turn asks something."""
        s[EVENTS] = (s[EVENTS], "turn_ends", s[SEAT])
        self.close(s, -1)

    def close(self, s: State, done: int) -> None:
        """Go on with the end of the turn behind the question `done` (-1: at its beginning)."""
        behind = next((i + 1 for i, (blocks, _) in enumerate(self.closing) if done in blocks), 0)
        for _, ask in self.closing[behind:]:
            if ask(s):
                return
        if not self.rules.by_color and s[DESTROYED] != self.nothing and self.scoring.counts_destroyed:
            self.scoring.score_destroyed(s)
        self.forget_play(s)
        self.finish_turn(s)

    def finish_turn(self, s: State) -> None:
        """Draw, test the end, next turn."""
        seat = s[SEAT]
        s[STAND_INS] = s[VOIDS] = s[AS_OWN] = 0
        low = self.draw(s, seat)
        if s[EXTRA_CARDS] != NO_CARDS:
            low = self.drawing.draw_extra(s, seat) or low
        if not s[FINAL] and (low or self.standing or max(s[SCORE]) >= self.enough) and (low or self.ending.reached(s)):
            self.ending.trigger(s, seat)
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
        self.begin_turn(s, self.after(seat), self.actions)

    def leave(self, s: State, seat: int) -> None:
        """A seat leaves a game of several sides (D41): what it has begun is dropped, its turns pass from now on."""
        s[GONE] |= 1 << seat
        s[EVENTS] = (s[EVENTS], "leave", seat)
        if s[GONE] == (1 << self.seats) - 1:
            self.finish(s, REASONS.index("abandoned"))
        elif s[SEAT] == seat and s[TURN]:
            if is_out_of_hand(s):
                self.put_away(s)
            if s[CARD] or not any(s[BLOCK] in blocks for blocks, _ in self.closing):
                self.forget_play(s)
            s[ACTIONS] = s[EXTRA_TURNS] = s[BORROW] = 0

    def finish(self, s: State, reason: int, loser: int | None = None) -> None:
        """The game is over; `loser`: the seat that gave up (R9.8). A card whose effect is cut short is used."""
        if is_out_of_hand(s):
            self.put_away(s)
        self.forget_play(s)
        s[BORROW] = 0
        s[OVER] = reason + 1
        s[LOSER] = -1 if loser is None else loser
        s[OFFER:EVENTS] = (OFFER_OVER, 0, 0, 0, None)
        s[EVENTS] = (s[EVENTS], "game_over", reason)


def is_out_of_hand(s: State) -> bool:
    """Whether the card in play has left the hand: its effect runs, or waits for a question of the turn.

    A module that asks while a card is in play does so after the card has left.
    """
    return s[PLAYED] > 0 and (bool(s[CARD]) or s[BLOCK] in OUT_OF_HAND or s[BLOCK] >= len(BLOCKS))


def answer(rules: Rules, s: State, move: Move) -> tuple[Move, ...]:
    """Give a legal answer and run on to the next decision; gives it and those taken without asking."""
    if s[OFFER] == OFFER_ACTION:
        rules.acts[move.kind](s, move)
    else:
        rules.take[s[CARD]][s[PART]][s[BLOCK]](s, move)
    answers: tuple[Move, ...] = (move,)
    if s[BLOCK] < 0 or s[FORCED] is not None:
        answers += settle(rules, s)
    return answers


def leave(rules: Rules, s: State, move: Move) -> tuple[Move, ...]:
    """A seat leaves (D41); gives that `move` and the answers taken for those who are gone."""
    rules.turn.leave(s, rules.decks.index(move.name))
    return (move, *answer_for_the_gone(rules, s))


def answer_for_the_gone(rules: Rules, s: State) -> tuple[Move, ...]:
    """Where one who left is asked, the first answer is taken (D41): his turns pass. Gives the answers taken."""
    taken: tuple[Move, ...] = ()
    while not s[OVER] and s[GONE] >> s[ASKED] & 1:
        taken += answer(rules, s, rules.listers[s[OFFER]](s)[0])
    return taken


def _absent(*_: Any) -> Any:
    raise AssertionError("this form has no such block")


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
