"""`Game`: the engine as others use it. It stands at a decision; look at it, answer it.

```python
game = Game.new(form="duel", decks=["northern", "southern"], seed=7)
while not game.is_over:
    game.play(choose(game.legal_moves()))
print(game.result)
```

Nothing calls back, nothing waits: a game is a list of immutable values, so it can be
copied, compared, saved and resumed at every decision, in the middle of an effect too.
An answer changes that list in place. What a turn answered is kept with the state in
which it began: playing it again up to a point is how answers are taken back.
"""

from __future__ import annotations

from .board import Board
from .cards import CardSet, given_or_built_in, is_built_in
from .drawing import shuffle
from .errors import CardError, IllegalMove, shown
from .events import Events
from .mix import below
from .move import CLAIM, END, LEAVE, PASS, RANKS, Move, make, square_name
from .rules import Rules, rules_for
from .state import (
    ACTIONS,
    ASKED,
    BLOCK,
    CARD,
    CLAIMED,
    CONTROL,
    DECK,
    DESTROYED,
    EVENTS,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    FORCED,
    GONE,
    HAND,
    IMPROVISED,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    LIMIT,
    ME,
    NEXT_TASK,
    OFFER,
    OFFER_ACTION,
    OVER,
    PART,
    PILE,
    REASONS,
    SCORE,
    SEAT,
    SEED,
    SHUFFLES,
    SUPPLY,
    TASKS,
    TURN,
    blank_state,
    lasting,
)
from .turn import answer, leave, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from .observation import Observation
    from .offers import State

FINAL_ANSWERS = (END, CLAIM, PASS, LEAVE)  # what cannot be taken back (R8.2, R8.4)
FIRST_PLAYER = 15  # purpose of chance; 0 to 5 are the shuffles of decks
_new = object.__new__


class Result:
    """The outcome: `winners` (seats; several share a tie, R9.10), `scores` and `places` by seat, `reason`.

    Places are 1 for the best, the same for those who are tied (1, 1, 3).
    """

    __slots__ = ("places", "reason", "scores", "winners")

    def __init__(self, winners: tuple[int, ...], scores: tuple[int, ...], reason: str, places: tuple[int, ...]) -> None:
        self.winners = winners
        self.scores = scores
        self.reason = reason
        self.places = places

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and all(getattr(self, x) == getattr(other, x) for x in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Result(winners={self.winners}, scores={self.scores}, reason={self.reason!r})"


class Game:
    """A game at a decision. Make one with `Game.new`, `Game.from_position` or `Game.from_json`."""

    __slots__ = ("_base", "_began", "_legal", "_line", "_s", "_take_back", "_turns", "rules")

    rules: Rules  # form, arena, cards: shared by copies, never changed
    _s: State  # of this game alone
    _line: Any  # answers of this turn, linked: (earlier, whether an action begins, answer and those taken unasked)
    _began: State  # the state before the first of them, shared by copies; means nothing while there is none
    _turns: Any  # earlier turns, linked: (earlier, seat, number, line, how the game was ended)
    _base: str  # how the game began, for the record: its head lines
    _legal: list[Move] | None
    _take_back: bool

    def __init__(self) -> None:
        raise TypeError("use Game.new(form=..., decks=..., seed=...)")

    # ------------------------------------------------------------ beginning

    @classmethod
    def new(
        cls,
        form: str = "duel",
        decks: Iterable[str] = ("northern", "southern"),
        seed: int = 0,
        *,
        first: int | str | None = None,
        cards: CardSet | None = None,
        arena: str | None = None,
        take_back: bool = True,
        turn_limit: int | None = None,
    ) -> Game:
        """A new game: seats are numbered as in `decks`, seat 0 starts unless `first` names one or is "random".

        The same arguments give the same game, everywhere. `take_back` allows R8 (R8.6); `turn_limit`
        ends the game after so many turns (D50); `arena` is named, one of your own stands in the card set.
        Raises `CardError` for what cannot be played.
        """
        rules = rules_for(given_or_built_in(cards), form, decks, arena)
        _check_starts(rules)
        _check_end(rules)
        seed = _checked_int("seed", seed, 0, (1 << 128) - 1)
        limit = 0 if turn_limit is None else _checked_int("turn_limit", turn_limit, 1, 1 << 31)
        if first == "random":
            starter = below(rules.seats, seed, FIRST_PLAYER, 0)
        else:
            starter = _checked_int("first", 0 if first is None else first, 0, rules.seats - 1)
        s = fresh_state(rules, seed)
        s[LIMIT] = limit
        deal(rules, s, starter)
        game = cls._standing(rules, s, _checked_bool("take_back", take_back))
        s[SEAT] = s[ASKED] = (starter - 1) % rules.seats
        s[ME] = rules.color_of[s[SEAT]]
        rules.turn.set_up(s)
        settle(rules, s)
        game._base = head_of(game, starter)
        return game

    @classmethod
    def from_position(
        cls,
        board: Board | str,
        *,
        form: str = "duel",
        decks: Sequence[str] = ("northern", "southern"),
        cards: CardSet | None = None,
        arena: str | None = None,
        hands: Sequence[Sequence[str]] = (),
        discards: Sequence[Sequence[str]] = (),
        draws: Sequence[Sequence[str]] = (),
        shared_discards: Mapping[str, Sequence[str]] | None = None,
        supply: Sequence[Sequence[int]] | None = None,
        scores: Sequence[int] | Sequence[Sequence[int]] | None = None,
        actions: int = 2,
        to_move: int = 0,
        turn: int | None = None,
        discarded: bool = False,
        extra_turns: int = 0,
        final_turns: int = 0,
        tasks: Sequence[str | None] | None = None,
        next_task: str | None = None,
        claimed: Sequence[Sequence[str]] | None = None,
        improvised: Sequence[Sequence[str]] | None = None,
        gone: Sequence[str] = (),
        modules: Mapping[str, Any] | None = None,
        seed: int = 0,
        take_back: bool = True,
        turn_limit: int | None = None,
    ) -> Game:
        """A game in which seat `to_move` stands before an action, with `actions` left.

        `hands`, `discards` (latest last), `draws` (the next cards of the own deck, next one
        first): a list of cards a seat, empty where left out; `shared_discards`: by `legends`
        and `flares`. All other cards lie in their decks in an order that `seed` decides.
        `supply`: (two-sided, legendary) a color, by default what the form gives less what is
        on the board. `turn`: how many have begun, by default one more than there are seats, so that nobody's is
        the first one; 0 is before the start pieces, which seat `to_move` puts. `discarded`: the
        discard action is used. `extra_turns`: gained, not taken yet. `final_turns`: turns left after a triggered
        end. In forms with tasks `tasks` (by place, None for an empty one), `next_task` and
        `claimed` (by color) say where tasks lie; without `tasks` they are laid out as `seed` decides.
        `modules`: what modules keep, by field, as `kept` gives it; a field left out is as at the beginning.
        `improvised`: by color, the opponents' colors used (R14.22); `gone`: decks of those who left (D41).
        `scores`: by color; a row for each, the own color 0, where points are kept by opponent's color.
        Raises `PositionError` for what cannot be, `CardError` for unknown names.
        """
        from .position import make

        rules = rules_for(given_or_built_in(cards), form, decks, arena)
        position = {
            "hands": hands,
            "discards": discards,
            "draws": draws,
            "shared_discards": shared_discards or {},
            "supply": supply,
            "scores": scores,
            "actions": actions,
            "to_move": to_move,
            "turn": turn,
            "discarded": discarded,
            "extra_turns": extra_turns,
            "final_turns": final_turns,
            "tasks": tasks,
            "next_task": next_task,
            "claimed": claimed,
            "improvised": improvised,
            "gone": gone,
            "modules": modules or {},
            "seed": seed,
            "take_back": take_back,
            "turn_limit": turn_limit,
        }
        return make(cls, rules, board, position)

    @classmethod
    def from_json(cls, text: str, cards: CardSet | None = None) -> Game:
        """The game that `to_json` wrote; anything off is `SaveError`. Runs no code of the text."""
        from .save import load

        return load(cls, text, given_or_built_in(cards))

    @classmethod
    def _standing(cls, rules: Rules, s: State, take_back: bool) -> Game:
        game = _new(cls)
        game.rules = rules
        game._s = game._began = s
        game._line = None
        game._turns = None
        game._base = ""
        game._legal = None
        game._take_back = take_back
        return game

    # ------------------------------------------------------------ the decision

    @property
    def is_over(self) -> bool:
        return bool(self._s[OVER])

    @property
    def to_move(self) -> int:
        """The seat whose decision it is; -1 after the end."""
        return -1 if self._s[OVER] else self._s[ASKED]

    def legal_moves(self) -> list[Move]:
        """All legal answers, distinct, in a fixed order; empty only after the end. The list is yours."""
        legal = self._legal
        if legal is None:
            s = self._s
            legal = self._legal = self.rules.listers[s[OFFER]](s)
        return [*legal]

    def play(self, move: Move) -> Events:
        """Give one answer; the events that follow. `IllegalMove` if it is not offered; then nothing changed."""
        s, rules, line = self._s, self.rules, self._line
        if move not in (self._legal or rules.listers[s[OFFER]](s)):
            raise IllegalMove(self._refusal(move))
        if line is None:
            self._began = s.copy()
        turn, events, begins = s[TURN], s[EVENTS], s[OFFER] == OFFER_ACTION
        self._legal = None
        try:
            if begins:  # what `answer` does, without a call
                rules.acts[move.kind](s, move)
            else:
                rules.take[s[CARD]][s[PART]][s[BLOCK]](s, move)
            moves: tuple[Move, ...] = (move,)
            if s[BLOCK] < 0 or s[FORCED] is not None:
                moves += settle(rules, s)
            if rules.watch:
                moves += rules.watch(s)
        except BaseException:  # of a card's code: nothing stays half-done
            self._s = self._replayed()
            raise
        self._line = (line, begins, moves)
        if s[TURN] != turn or s[OVER]:
            self._end_line()
        happened = _new(Events)  # as copies are made, without a call of `__init__`
        happened._rules = rules
        happened._tail = s[EVENTS]
        happened._until = events
        happened._seat = None
        return happened

    def _end_line(self, ending: str = "") -> None:
        """A turn is over: its answers go to the record, and nothing in it can be taken back."""
        began = self._turn_start
        self._turns = (self._turns, began[SEAT], began[TURN], self._line, ending)
        self._line = None

    def _replayed(self) -> State:
        """The state to which the answers of this turn lead from its beginning."""
        s, rules = self._began.copy(), self.rules
        for _, (move, *_) in answers_in_order(self._line):
            leave(rules, s, move) if move.kind == LEAVE else answer(rules, s, move)
            if rules.watch:
                rules.watch(s)
        return s

    def _refusal(self, move: object) -> str:
        if self._s[OVER]:
            return f"the game is over ({self.result.reason if self.result else ''})"
        if not isinstance(move, Move):
            return f"{move!r} is no Move: use Move.parse(text), game.parse(text) or one of game.legal_moves()"
        moves = self.legal_moves()
        shown = ", ".join(map(str, moves[:8])) + (f" and {len(moves) - 8} more" if len(moves) > 8 else "")
        return f"{move} is not among the legal moves: {shown}"

    def parse(self, text: str) -> Move:
        """The legal move that `text` writes; `IllegalMove` with what may have been meant."""
        if not isinstance(text, str):
            raise IllegalMove(f"a move is written as text such as 'place e5', not {type(text).__name__}")
        if self._s[OVER]:
            raise IllegalMove(self._refusal(text))
        words = " ".join(text.split())
        texts = {str(x): x for x in self.legal_moves()}
        if words in texts:
            return texts[words]
        alike = [x for x in texts if x.lower() == words.lower()]
        if len(alike) == 1:
            return texts[alike[0]]
        raise IllegalMove(f"{words[:60]!r} is not among the {len(texts)} legal moves{self._hint(words, list(texts))}")

    def _hint(self, words: str, texts: list[str]) -> str:
        """Why a text is no legal move, or what may have been meant."""
        from difflib import get_close_matches

        verb, _, rest = words.partition(" ")
        name = next((x for x in self.rules.number if rest == x or rest.startswith(x + " ")), "")
        if verb in ("summon", "discard", "return") and name:
            offered = [x for x in texts if x.startswith(f"{verb} {name}")]
            apart = self.rules.turn.summonable(self._s) if verb == "summon" else ()  # those that modules keep as well
            if name not in self.hand(self.to_move) and self.rules.number[name] not in apart:
                return f"; {name} is not in the hand"
            if verb == "summon" and not offered:
                return f"; {name} cannot be summoned now: its pattern fits nowhere, or no action is left"
            texts = offered or texts
        close = get_close_matches(words, texts, n=3, cutoff=0.5)
        return f"; did you mean {' or '.join(close)}?" if close else ""

    # ------------------------------------------------------------ taking back (R8)

    @property
    def can_take_back(self) -> bool:
        """Whether the last answer can be taken back: not past the end of a turn, a claim, a pass (R8.2, R8.4)."""
        if not self._take_back or self._line is None or self._s[OVER]:
            return False
        return self._line[2][0].kind not in FINAL_ANSWERS

    def take_back(self, whole_action: bool = False) -> None:
        """Undo the last answer of this turn, or all back to the beginning of its action (R8.1 to R8.5).

        A whole action goes back as far as it may: not past control that was passed in it (R8.4).
        """
        if not self._take_back:
            raise IllegalMove("this table plays without taking back")
        if self._line is None or self._s[OVER]:
            raise IllegalMove("there is nothing to take back in this turn")
        if not self.can_take_back:
            raise IllegalMove(f"what was done before {self._line[2][0].text!r} stands (R8.2, R8.4)")
        while True:
            self._line, begins, _ = self._line
            if begins or not whole_action or not self.can_take_back:
                break
        self._s = self._replayed()
        self._legal = None

    # ------------------------------------------------------------ ending otherwise

    def resign(self, seat: int) -> None:
        """A side gives up, the other wins (R9.8). Raises `IllegalMove` with more than two sides (R14.35)."""
        seat = self._seat(seat)
        if self.rules.colors > 2:
            raise IllegalMove(f"in form {self.rules.form_name!r} nobody may resign (R14.35); whoever leaves abandons")
        self._stop(seat, "resign", 2)

    def abandon(self, seat: int) -> None:
        """A player is gone (D41): with two sides that is a resignation, with more his turns pass without actions."""
        seat = self._seat(seat)
        if self.rules.colors == 2:
            self._stop(seat, "abandon", 2)
            return
        before, rules = self._s, self.rules
        if before[OVER] or before[GONE] >> seat & 1:
            raise IllegalMove("the game is over" if before[OVER] else f"{rules.decks[seat]} is gone already")
        s = before.copy()
        answers = leave(rules, s, make(LEAVE, name=rules.decks[seat]))
        if self._line is None:
            self._began = before
        self._s, self._legal, self._line = s, None, (self._line, True, answers)
        if s[TURN] != before[TURN] or s[OVER]:
            self._end_line()

    def agree_end(self) -> None:
        """All agree that the outcome is clear: the remaining turns are left out (R9.7)."""
        if not self._s[FINAL]:
            raise IllegalMove("only the final turns can be left out by agreement: the end is not triggered yet (R9.7)")
        self._stop(None, "agree", 3)

    def _stop(self, seat: int | None, word: str, reason: int) -> None:
        s = self._s
        if s[OVER]:
            raise IllegalMove("the game is over")
        event: tuple[Any, ...] = (word,)
        text = "agree end"
        if seat is not None:
            event, text = (word, seat), f"{word} {self.rules.decks[seat]}"
        self._end_line(text)
        self._legal = None
        s[EVENTS] = (s[EVENTS], *event)
        self.rules.turn.finish(s, reason, seat)

    # ------------------------------------------------------------ copies and equality

    def copy(self) -> Game:
        """An independent game at the same decision, log and take back included."""
        game = _new(type(self))
        game.rules = self.rules
        game._s = self._s.copy()
        game._began = self._began
        game._line = self._line
        game._turns = self._turns
        game._base = self._base
        game._legal = self._legal
        game._take_back = self._take_back
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Same rules and same state; how it came about does not count."""
        if not isinstance(other, Game):
            return NotImplemented
        same = self.rules is other.rules or _rules_key(self.rules) == _rules_key(other.rules)
        return same and self._take_back == other._take_back and lasting(self._s) == lasting(other._s)

    __hash__ = None  # type: ignore[assignment]

    def position_key(self) -> str:
        """A text that two games share exactly when their positions are alike: without seed, log and chance.

        The order of a hand does not matter, the order of decks is unknown and does not either.
        """
        from .save import state_data

        data = state_data(self.rules, self._s)
        for name in ("seed", "shuffles"):
            del data[name]
        data["hands"] = [sorted(x) for x in data["hands"]]
        data["decks"] = [sorted(x) for x in data["decks"]]
        for name in ("legend_deck", "flare_deck", "task_deck"):
            data[name] = sorted(data.get(name, ()))
        import json
        from hashlib import blake2b

        text = json.dumps([_rules_key(self.rules), data], sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def __reduce__(self) -> Any:
        if not is_built_in(self.rules.cards):  # another process would take its own cards for these
            raise TypeError("a game with cards of its own does not pickle: to_json, then Game.from_json(text, cards)")
        return _unpickle, (self.to_json(),)

    # ------------------------------------------------------------ writing down

    def to_json(self) -> str:
        """The whole game as text, to be continued anywhere with the same cards: `Game.from_json`."""
        from .save import dump

        return dump(self)

    @property
    def record(self) -> str:
        """The game as text that people read, a line a turn; `replay` plays it again."""
        from .record import write

        return write(self)

    @property
    def public_record(self) -> str:
        """The record without the seed and what only one seat may know: which cards were returned (D10)."""
        from .record import write

        return write(self, public=True)

    @property
    def events(self) -> Events:
        """All that happened since the game was made or loaded."""
        return Events(self.rules, self._s[EVENTS])

    def events_for(self, seat: int) -> Events:
        """The same as far as `seat` may know it (R3.8, D10)."""
        return Events(self.rules, self._s[EVENTS], None, self._seat(seat))

    def observation(self, seat: int) -> Observation:
        """What `seat` may know of the game now; equal for games that differ only in what is hidden from it."""
        from .observation import observe

        return observe(self, self._seat(seat))

    @property
    def _turn_start(self) -> State:
        """The state as this turn began."""
        return self._s if self._line is None else self._began

    # ------------------------------------------------------------ looking at it

    @property
    def board(self) -> Board:
        """What stands where."""
        return board_of(self.rules, self._s)

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat what its side has reached: points, with legends that stand where the form counts them (R11.18).

        In forms that keep points apart by opponent's color: those in the lowest color (R14.33).
        """
        return self.rules.turn.ending.scores(self._s)

    @property
    def color_scores(self) -> dict[str, dict[str, int]]:
        """Points of each color by opponent's color, in forms that keep them apart (R14.2); else empty."""
        rules, names = self.rules, self.rules.color_names
        if not rules.by_color:
            return {}
        rows = [rules.turn.ending.row(self._s, color) for color in range(rules.colors)]
        return {names[color]: {names[o]: points for o, points in row.items()} for color, row in enumerate(rows)}

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """By color: its seats."""
        return self.rules.sides.seats_of

    def color_of(self, seat: int) -> str:
        """The color that a seat plays, called by the deck of its first seat."""
        return self.rules.color_names[self.rules.color_of[self._seat(seat)]]

    @property
    def tasks(self) -> tuple[str | None, ...]:
        """The current tasks by place; None where there is none (R11.10)."""
        return tuple(self._key(n) for n in self._s[TASKS])

    @property
    def next_task(self) -> str | None:
        """The task that is turned up next (R11.5)."""
        return self._key(self._s[NEXT_TASK])

    @property
    def claimed(self) -> dict[str, tuple[str, ...]]:
        """By color: the tasks that it claimed, in order (R11.15)."""
        return {name: self._keys(row) for name, row in zip(self.rules.color_names, self._s[CLAIMED], strict=False)}

    @property
    def improvised(self) -> dict[str, tuple[str, ...]]:
        """By color: the opponents' colors that it has used for an improvised summoning (R14.22)."""
        names = self.rules.color_names
        return {
            name: tuple(other for o, other in enumerate(names) if bits >> o & 1)
            for name, bits in zip(names, self._s[IMPROVISED], strict=False)
        }

    @property
    def acting_seat(self) -> int:
        """The seat that acts now: that of the turn, or its teammate after control was passed (R13.8)."""
        s = self._s
        return self.rules.sides.mate[s[SEAT]] if s[CONTROL] == 1 else s[SEAT]

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats that left (D41)."""
        return tuple(seat for seat in range(self.rules.seats) if self._s[GONE] >> seat & 1)

    @property
    def result(self) -> Result | None:
        """The outcome; None while the game runs."""
        s = self._s
        if not s[OVER]:
            return None
        ending = self.rules.turn.ending
        return Result(ending.winners(s), ending.scores(s), REASONS[s[OVER] - 1], ending.places(s))

    @property
    def turn(self) -> int:
        """Turns begun, extra ones included; 0 while start pieces are placed."""
        return self._s[TURN]

    @property
    def turn_seat(self) -> int:
        """The seat whose turn it is."""
        return self._s[SEAT]

    @property
    def actions(self) -> int:
        """Actions left in this turn."""
        return self._s[ACTIONS]

    @property
    def final_turns(self) -> int:
        """Turns left after the end was triggered, this one included; 0 before."""
        return self._s[FINAL]

    @property
    def extra_turns(self) -> int:
        """Extra turns that were gained and not yet taken (R15.6)."""
        return self._s[EXTRA_TURNS]

    def supply(self, color: int) -> tuple[int, int]:
        """Two-sided and legendary pieces of a color that are not on the board."""
        color = _checked_int("color", color, 0, self.rules.colors - 1)
        return self._s[SUPPLY + color], self._s[LEGENDS + color]

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards in a seat's hand, in drawing order (hidden from the other seats: see `observation`)."""
        return self._keys(self._s[HAND + self._seat(seat)])

    def discards(self, seat: int) -> tuple[str, ...]:
        """A seat's discard pile, the latest card last."""
        return self._keys(self._s[PILE + self._seat(seat)])

    @property
    def shared_discards(self) -> dict[str, tuple[str, ...]]:
        """The discard piles of legends and flares."""
        return {"legends": self._keys(self._s[LEGEND_PILE]), "flares": self._keys(self._s[FLARE_PILE])}

    def deck_size(self, seat: int) -> int:
        """Cards left in a seat's deck."""
        return len(self._s[DECK + self._seat(seat)])

    @property
    def destroyed(self) -> dict[str, dict[str, int]]:
        """Enemy pieces that count as destroyed in this turn: color to rank to number."""
        names, counts = self.rules.color_names, self._s[DESTROYED]
        return {
            name: {RANKS[r]: counts[3 * c + r] for r in range(3)} if counts else dict.fromkeys(RANKS, 0)
            for c, name in enumerate(names)
        }

    @property
    def card_in_play(self) -> str | None:
        """The card whose effect or summoning is being resolved, else None."""
        from .state import CARD, PLAYED

        number = self._s[PLAYED] or self._s[CARD]
        return self.rules.entry(number).key if number else None

    @property
    def kept(self) -> dict[str, Any]:
        """What the modules of the game keep, by field as in saves (`away`: pieces out of play); empty without any."""
        return {x.name: x.write(self.rules, self._s[x.slot]) for x in self.rules.modules.fields()}

    def _seat(self, seat: object) -> int:
        """A seat of this game; `CardError` for what is none."""
        return _checked_int("seat", seat, 0, self.rules.seats - 1)

    def _key(self, number: int) -> str | None:
        return self.rules.entry(number).key if number else None

    def _keys(self, numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.rules.entry(n).key for n in numbers)

    def __repr__(self) -> str:
        state = f"over, {self._s[SCORE]}" if self._s[OVER] else f"turn {self._s[TURN]}, seat {self._s[ASKED]} to move"
        return f"<Game {self.rules.form_name} {' '.join(self.rules.decks)}: {state}>"


def board_of(rules: Rules, s: State) -> Board:
    """What stands where in a state."""
    pieces: dict[str, tuple[int, int]] = {}
    for color in range(rules.colors):
        for square in rules.arena.squares:
            if s[color] >> square & 1:
                pieces[square_name(square)] = (color, rules.toolkit.rank_at(s, square))
    return Board(rules.arena, pieces)


def fresh_state(rules: Rules, seed: int) -> State:
    """An empty board, full supplies (R2.6), nothing dealt."""
    s: State = blank_state()
    supply = rules.form["supply"]
    for color in range(rules.colors):
        s[SUPPLY + color] = supply["two-sided"]
        s[LEGENDS + color] = supply["legendary"]
    s[SEED] = seed
    colors = rules.colors
    s[SCORE] = (0,) * (colors * colors if rules.by_color else colors)
    s[SHUFFLES] = (0,) * (7 if rules.tasks else 6)
    if rules.tasks:
        s[CLAIMED] = ((),) * colors
    if rules.form["turn"]["improvise"]:
        s[IMPROVISED] = (0,) * colors
    s[DESTROYED] = (0,) * (3 * rules.colors)
    return s + rules.modules.initial()


def deal(rules: Rules, s: State, starter: int) -> None:
    """Shuffle every deck, lay out tasks, draw the first hands: flare, legends, beings (R3.7, D8)."""
    for seat in range(rules.seats):
        s[DECK + seat] = shuffle(s, seat, rules.deck_cards[seat])
    s[LEGEND_DECK] = shuffle(s, 4, rules.legends)
    s[FLARE_DECK] = shuffle(s, 5, rules.flares)
    if rules.turn.display:
        rules.turn.display.lay_out(s)
    rules.turn.drawing.first_hands(s, starter)


def head_of(game: Game, starter: int) -> str:
    """The head of a record: how the game began."""
    from .record import head

    return head(game, starter)


def answers_in_order(line: Any) -> list[tuple[bool, tuple[Move, ...]]]:
    """Linked answers (earlier, action begins, answers) as a list, first to last."""
    found: list[tuple[bool, tuple[Move, ...]]] = []
    while line is not None:
        line, begins, moves = line
        found.append((begins, moves))
    return found[::-1]


def give(game: Game, text: str) -> None:
    """One line of a turn's log: an answer, or that somebody left (D41). Raises `IllegalMove`."""
    move = Move.parse(text)
    if move.kind == LEAVE:
        if move.name not in game.rules.decks:
            raise IllegalMove(f"nobody plays {move.name!r}")
        game.abandon(game.rules.decks.index(move.name))
    else:
        game.play(move)


def line_of(line: Any) -> list[tuple[str, list[str]]]:
    """Linked answers as (action, answers behind it) each, in text; those taken without asking in parentheses."""
    actions: list[tuple[str, list[str]]] = []
    for begins, (move, *taken) in answers_in_order(line):
        if begins or not actions:
            actions.append((move.text, []))
        else:
            actions[-1][1].append(move.text)
        actions[-1][1].extend(f"({x.text})" for x in taken)
    return actions


def _rules_key(rules: Rules) -> tuple[Any, ...]:
    return rules.form_name, rules.decks, rules.arena.rows, tuple(sorted(rules.digests().items()))


def _check_starts(rules: Rules) -> None:
    """`CardError` if there are not enough places for the start pieces (R12.3)."""
    name = rules.form["start"]["places"]
    needed = rules.colors - len(rules.form["start"]["without"]) if name else 0
    if len(rules.starts) < needed:
        raise CardError(
            f"form {rules.form_name!r} cannot begin in arena {rules.arena.name!r}: "
            f"it needs {needed} places of 'starts.{name}' there"
        )


def _check_end(rules: Rules) -> None:
    """`CardError` if only the last card of a deck ends a game, and the first hands leave no deck."""
    form, most = rules.form, max(map(len, rules.deck_cards))
    if "points" not in form["end"] and most <= form["hand"]["beings"]:
        raise CardError(
            f"a game of form {rules.form_name!r} ends when a deck runs out, but the first hands take all cards: "
            f"decks of more than {form['hand']['beings']} cards are needed"
        )


def _checked_bool(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise CardError(f"{name} is True or False, not {shown(value)}")
    return value


def _checked_int(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise CardError(f"{name} is a whole number from {least} to {most}, not {shown(value)}")
    return value


def _unpickle(text: str) -> Game:
    return Game.from_json(text)
