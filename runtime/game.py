"""`Game`: the engine as others use it. It stands at a decision; look at it, answer it.

```python
game = Game.new(form="duel", decks=["northern", "southern"], seed=7)
while not game.is_over:
    game.play(choose(game.legal_moves()))
print(game.result)
```

Nothing calls back, nothing waits: a game is a list of immutable values, so it can be
copied, compared, saved and resumed at every decision, in the middle of an effect too.
"""

from __future__ import annotations

from .blocks import START_PIECE
from .board import Board
from .cards import CardSet, given_or_built_in, is_built_in
from .drawing import shuffle
from .errors import CardError, IllegalMove, shown
from .events import Events
from .mix import below
from .move import RANKS, Move, square_name
from .rules import Rules, rules_for
from .state import (
    ACTIONS,
    ASKED,
    BLOCK,
    CARD,
    DECK,
    DERIVED,
    DESTROYED,
    EVENTS,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    FORCED,
    HAND,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    LIMIT,
    ME,
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
    TURN,
    blank_state,
)
from .turn import settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from .observation import Observation
    from .offers import State

FIRST_PLAYER = 15  # purpose of chance; 0 to 5 are the shuffles of decks


class Result:
    """The outcome: `winners` (seats; several share a tie, R9.10), `scores` by seat, `reason`."""

    __slots__ = ("reason", "scores", "winners")

    def __init__(self, winners: tuple[int, ...], scores: tuple[int, ...], reason: str) -> None:
        self.winners = winners
        self.scores = scores
        self.reason = reason

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and all(getattr(self, x) == getattr(other, x) for x in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Result(winners={self.winners}, scores={self.scores}, reason={self.reason!r})"


class Game:
    """A game at a decision. Make one with `Game.new`, `Game.from_position` or `Game.from_json`."""

    __slots__ = ("_base", "_legal", "_log", "_s", "_take_back", "_turns", "rules")

    rules: Rules  # form, arena, cards: shared by copies, never changed
    _s: State
    _log: Any  # of this turn, linked: (earlier, state before, line), None at its start
    _turns: Any  # earlier turns, linked: (earlier, seat, number, line, how the game was ended)
    # A line is the answers of a turn, linked: (earlier, whether an action begins, answers)
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
        deal(rules, s)
        game = cls._standing(rules, s, _checked_bool("take_back", take_back))
        s[SEAT] = s[ASKED] = (starter - 1) % rules.seats
        s[ME] = rules.color_of[s[SEAT]]
        rules.turn.enter[START_PIECE](s)
        taken = settle(rules, s)
        assert not taken
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
        scores: Sequence[int] | None = None,
        actions: int = 2,
        to_move: int = 0,
        turn: int = 3,
        discarded: bool = False,
        final_turns: int = 0,
        seed: int = 0,
        take_back: bool = True,
        turn_limit: int | None = None,
    ) -> Game:
        """A game in which seat `to_move` stands before an action, with `actions` left.

        `hands`, `discards` (latest last), `draws` (the next cards of the own deck, next one
        first): a list of cards a seat, empty where left out; `shared_discards`: by `legends`
        and `flares`. All other cards lie in their decks in an order that `seed` decides.
        `supply`: (two-sided, legendary) a color, by default what the form gives less what is
        on the board. `discarded`: the discard action is used. `final_turns`: turns left after
        a triggered end. Raises `PositionError` for what cannot be, `CardError` for unknown names.
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
            "final_turns": final_turns,
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
        game = object.__new__(cls)
        game.rules = rules
        game._s = s
        game._log = None
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
        return legal[:]

    def play(self, move: Move) -> Events:
        """Give one answer; the events that follow. `IllegalMove` if it is not offered; then nothing changed."""
        before, rules = self._s, self.rules
        if move not in (self._legal or rules.listers[before[OFFER]](before)):
            raise IllegalMove(self._refusal(move))
        s = before[:]  # a state is never changed once it stands: `before` serves the log as it is
        begins = before[OFFER] == OFFER_ACTION
        if begins:
            rules.acts[move.kind](s, move)
        else:
            rules.take[s[CARD]][s[PART]][s[BLOCK]](s, move)
        moves: tuple[Move, ...] = (move,)
        if s[BLOCK] < 0 or s[FORCED] is not None:
            moves += settle(rules, s)
        self._s = s
        self._legal = None
        log = self._log
        line = (log[2] if log else None, begins, moves)
        if s[TURN] == before[TURN] and not s[OVER]:
            self._log = (log, before, line)
        else:
            self._turns = (self._turns, before[SEAT], before[TURN], line, "")
            self._log = None
        return Events(rules, s[EVENTS], before[EVENTS])

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
            if name not in self.hand(self.to_move):
                return f"; {name} is not in the hand"
            if verb == "summon" and not offered:
                return f"; {name} cannot be summoned now: its pattern fits nowhere, or no action is left"
            texts = offered or texts
        close = get_close_matches(words, texts, n=3, cutoff=0.5)
        return f"; did you mean {' or '.join(close)}?" if close else ""

    # ------------------------------------------------------------ taking back (R8)

    def take_back(self, whole_action: bool = False) -> None:
        """Undo the last answer of this turn, or all back to the beginning of its action (R8.1 to R8.5)."""
        if not self._take_back:
            raise IllegalMove("this table plays without taking back")
        if self._log is None or self._s[OVER]:
            raise IllegalMove("there is nothing to take back in this turn")
        while True:
            self._log, before, (_, begins, _) = self._log
            if begins or not whole_action or self._log is None:
                break
        self._s = before
        self._legal = None

    # ------------------------------------------------------------ ending otherwise

    def resign(self, seat: int) -> None:
        """A side gives up, the other wins (R9.8)."""
        self._stop(self._seat(seat), "resign", 2)

    def abandon(self, seat: int) -> None:
        """A player is gone (D41); with two sides that is a resignation."""
        self._stop(self._seat(seat), "abandon", 2)

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
        self._s = s = s[:]
        s[EVENTS] = (s[EVENTS], *event)
        self.rules.turn.finish(s, reason, seat)
        self._legal = None
        self._turns = (self._turns, s[SEAT], s[TURN], self._log and self._log[2], text)
        self._log = None

    # ------------------------------------------------------------ copies and equality

    def copy(self) -> Game:
        """An independent game at the same decision, log and take back included."""
        game = object.__new__(type(self))
        game.rules = self.rules
        game._s = self._s
        game._log = self._log
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
        return same and self._take_back == other._take_back and self._s[:DERIVED] == other._s[:DERIVED]

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
        for name in ("decks", "legend_deck", "flare_deck"):
            data[name] = [sorted(x) for x in data[name]] if name == "decks" else sorted(data[name])
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

    # ------------------------------------------------------------ looking at it

    @property
    def board(self) -> Board:
        """What stands where."""
        s, rules = self._s, self.rules
        pieces: dict[str, tuple[int, int]] = {}
        for color in range(rules.colors):
            for square in rules.arena.squares:
                if s[color] >> square & 1:
                    pieces[square_name(square)] = (color, rules.toolkit.rank_at(s, square))
        return Board(rules.arena, pieces)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return self._s[SCORE]

    @property
    def result(self) -> Result | None:
        """The outcome; None while the game runs."""
        s = self._s
        return Result(self.rules.turn.ending.winners(s), s[SCORE], REASONS[s[OVER] - 1]) if s[OVER] else None

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
        from .state import PLAYED

        number = self._s[PLAYED]
        return self.rules.entry(number).key if number else None

    def _seat(self, seat: object) -> int:
        """A seat of this game; `CardError` for what is none."""
        return _checked_int("seat", seat, 0, self.rules.seats - 1)

    def _keys(self, numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.rules.entry(n).key for n in numbers)

    def __repr__(self) -> str:
        state = f"over, {self._s[SCORE]}" if self._s[OVER] else f"turn {self._s[TURN]}, seat {self._s[ASKED]} to move"
        return f"<Game {self.rules.form_name} {' '.join(self.rules.decks)}: {state}>"


def fresh_state(rules: Rules, seed: int) -> State:
    """An empty board, full supplies (R2.6), nothing dealt."""
    s: State = blank_state()
    supply = rules.form["supply"]
    for color in range(rules.colors):
        s[SUPPLY + color] = supply["two-sided"]
        s[LEGENDS + color] = supply["legendary"]
    s[SEED] = seed
    s[SCORE] = (0,) * rules.seats
    s[SHUFFLES] = (0,) * 6
    s[DESTROYED] = (0,) * (3 * rules.colors)
    return s


def deal(rules: Rules, s: State) -> None:
    """Shuffle every deck and draw the first hands: flare, legends, beings (R3.7, D8)."""
    for seat in range(rules.seats):
        s[DECK + seat] = shuffle(s, seat, rules.deck_cards[seat])
    s[LEGEND_DECK] = shuffle(s, 4, rules.legends)
    s[FLARE_DECK] = shuffle(s, 5, rules.flares)
    for seat in range(rules.seats):
        rules.turn.draw(s, seat)


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
    if len(rules.starts) < rules.colors:
        raise CardError(
            f"form {rules.form_name!r} cannot begin in arena {rules.arena.name!r}: "
            f"it needs {rules.colors} places of 'starts.{name}' there"
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
