"""Saved games: the whole state as JSON, by name, and back.

A save holds the state now, and the state at the beginning of this turn with the
answers given since. Loading builds the second, plays the answers again and compares:
so taking back goes on working, and no text can put a game into a state that play
does not reach from its beginning. Everything is checked before anything is built.
The published schema is `save.schema.json` beside this file.
"""

from __future__ import annotations

import json

from .blocks import ACTION, START_PIECE
from .cards import own_deck_hint
from .errors import CardError, IllegalMove, SaveError
from .forms.fields import fields_of, tasks_add_up, write_fields
from .move import ORIENTATIONS, RANKS, Move, square_name, square_number
from .primitives import followed_of
from .rules import Rules, rules_for
from .state import (
    ACTIONS,
    AS_OWN,
    ASKED,
    BLANK_REGISTERS,
    BLOCK,
    BORROW,
    CONTROL,
    DECK,
    DESTROYED,
    DISCARDED,
    EXTRA_CARDS,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    FOLLOWED,
    FRAME,
    GONE,
    HAND,
    LAST,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    LIFTED,
    LIMIT,
    LOSER,
    ME,
    NEXT_TASK,
    NO_CARDS,
    NUMBERS,
    OCC,
    ORIENTATION,
    OVER,
    PIECES,
    PILE,
    PLACED,
    PLAYED,
    REASONS,
    REGISTERS,
    SCORE,
    SEAT,
    SEED,
    SETS,
    SHUFFLES,
    SITE,
    STACK,
    STAND_INS,
    SUMMONED,
    SUPPLY,
    TURN,
    VERDICT,
    VOIDS,
    lasting,
)
from .turn import is_out_of_hand, reenter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .cards import CardSet
    from .game import Game
    from .offers import State

VERSION = 1
MAX_LENGTH = 20_000_000  # characters
MAX_MOVES = 10_000  # answers in one turn
MAX_NUMBER = 1 << 53
_PLAIN: dict[str, int] = {  # whole numbers that are saved as they are
    "turn": TURN,
    "actions": ACTIONS,
    "discarded": DISCARDED,
    "extra_turns": EXTRA_TURNS,
    "final_turns": FINAL,
    "placed": PLACED,
    "verdict": VERDICT,
    "turn_limit": LIMIT,
    "stand_ins": STAND_INS,
    "stand_in_squares": VOIDS,
}
_MOST = {"discarded": 1, "placed": 4, "verdict": 12}
_SQUARES: dict[str, int] = {"site": SITE, "lifted": LIFTED}
_SEATS: dict[str, int] = {"seat": SEAT, "asked": ASKED, "last_player": LAST, "loser": LOSER}
_SHARED: dict[str, int] = {
    "legend_deck": LEGEND_DECK,
    "legend_discards": LEGEND_PILE,
    "flare_deck": FLARE_DECK,
    "flare_discards": FLARE_PILE,
}
RESIGNED = 1 + REASONS.index("resigned")
_BY_SEAT: dict[str, int] = {"hands": HAND, "decks": DECK, "discards": PILE}


# ---------------------------------------------------------------- writing


def dump(game: Game) -> str:
    """The JSON text of a game."""
    from .game import answers_in_order

    rules = game.rules
    data = {
        "kalarite-save": VERSION,
        "language": rules.cards.index["language"],
        "form": rules.form_name,
        "arena": rules.arena.name,
        "playable": list(rules.decks),
        "take_back": game._take_back,
        "head": game._base,
        "turns": _turns_data(game._turns),
        "start": state_data(rules, game._turn_start),
        "moves": [answers[0].text for _, answers in answers_in_order(game._line)],
        "state": state_data(rules, game._s),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _turns_data(node: Any) -> list[Any]:
    from .game import answers_in_order

    turns: list[Any] = []
    while node is not None:
        node, seat, number, line, ending = node
        answers = [[int(begins), *(x.text for x in moves)] for begins, moves in answers_in_order(line)]
        turns.append([seat, number, answers, ending])
    return turns[::-1]


def state_data(rules: Rules, s: State) -> dict[str, Any]:
    """A state as JSON-able data: cards, colors, ranks and squares by name."""
    data: dict[str, Any] = {name: s[slot] for name, slot in _PLAIN.items()}
    data |= {name: _seat_name(rules, s[slot]) for name, slot in _SEATS.items()}
    data |= {name: _square(s[slot]) for name, slot in _SQUARES.items()}
    data["seed"] = str(s[SEED])
    data["over"] = REASONS[s[OVER] - 1] if s[OVER] else None
    data["pieces"] = {
        square_name(sq): f"{rules.color_names[c]} {RANKS[rules.toolkit.rank_at(s, sq)]}"
        for sq in rules.arena.squares
        for c in range(rules.colors)
        if s[c] >> sq & 1
    }
    data["supply"] = [[s[SUPPLY + c], s[LEGENDS + c]] for c in range(rules.colors)]
    data["as_own"] = [name for color, name in enumerate(rules.color_names) if s[AS_OWN] >> color & 1]
    data["extra_cards"] = list(s[EXTRA_CARDS])
    data["scores"] = _rows(s[SCORE], rules.colors) if rules.by_color else list(s[SCORE])
    data["shuffles"] = list(s[SHUFFLES])
    data["destroyed"] = [list(s[DESTROYED][3 * c : 3 * c + 3]) for c in range(rules.colors)]
    data["summoned"] = rules.summonings(s)
    for name, slot in _BY_SEAT.items():
        data[name] = [_keys(rules, s[slot + seat]) for seat in range(rules.seats)]
    for name, slot in _SHARED.items():
        data[name] = _keys(rules, s[slot])
    data["played"] = rules.entry(s[PLAYED]).key if s[PLAYED] else None
    data["orientation"] = ORIENTATIONS[s[ORIENTATION]] if s[ORIENTATION] >= 0 else None
    data["frame"] = _frame(rules, tuple(s[FRAME]))
    data["stack"] = [_frame(rules, frame) for frame in s[STACK]]
    return data | write_fields(rules, s)


def _rows(numbers: tuple[int, ...], length: int) -> list[list[int]]:
    """Numbers in rows of a length."""
    return [list(numbers[i : i + length]) for i in range(0, len(numbers), length)]


def _seat_name(rules: Rules, seat: int) -> str | None:
    return rules.decks[seat] if seat >= 0 else None


def _square(square: int) -> str | None:
    return square_name(square) if square >= 0 else None


def _keys(rules: Rules, numbers: tuple[int, ...]) -> list[str]:
    return [rules.entry(n).key for n in numbers]


def _frame(rules: Rules, frame: tuple[int, ...]) -> dict[str, Any]:
    """A frame by name; that of a card carries its program's digest, that of the turn only its block."""
    card, part, block = frame[:3]
    if card == 0:
        return {"turn": rules.block_names[block]}
    pieces, sets, numbers = frame[3:11], frame[11:15], frame[15:]
    entry = rules.entry(card)
    return {
        "card": entry.key,
        "digest": entry.card.digest,
        "part": entry.card.facts["parts"][part][0],
        "block": block,
        "pieces": [_square(x) for x in pieces],
        "sets": [list(rules.arena.names_of(x)) for x in sets],
        "numbers": [x if -1 <= x < 1000 else list(rules.arena.names_of(x)) for x in numbers],
    }


# ---------------------------------------------------------------- reading


def load(game_class: type[Game], text: str, cards: CardSet) -> Game:
    """The game of a JSON text; `SaveError` naming the place of what is wrong."""
    from .game import give

    data = _parsed(text)
    try:
        rules = rules_for(cards, _text(data, "form"), _texts(data, "playable"), _text(data, "arena"))
    except CardError as error:
        raise SaveError(f"the save cannot be loaded: {error}{own_deck_hint(data['playable'], cards)}") from error
    head = _text(data, "head")
    reader = _Reader(rules, from_position=_check_head(rules, head))
    start = reader.state(_object(data, "start"), "start")
    now = reader.state(_object(data, "state"), "state")
    moves = _texts(data, "moves")
    if len(moves) > MAX_MOVES:
        raise SaveError(f"moves: more than {MAX_MOVES:,} in one turn")
    if not (_begins_turn(start) or _stands_at_the_end(rules, start)):
        raise SaveError("start: this is not the beginning of a turn")
    game = game_class._standing(rules, start, _bool(data, "take_back"))
    game._base = head
    game._turns = _read_turns(rules, data)
    try:
        reenter(rules, game._s)
        for i, move in enumerate(moves):
            if game._s[OVER]:
                raise SaveError(f"moves[{i}]: the game is over before it")
            give(game, move)
    except IllegalMove as error:
        raise SaveError(f"moves: {error}; were the cards changed since the game was saved?") from error
    if now[OVER] and not game._s[OVER]:
        return _ended(game, now)
    if lasting(game._s) != lasting(now):
        raise SaveError("state: playing the turn again with these cards leads to another state")
    return game


def _ended(game: Game, now: State) -> Game:
    """A game that was ended by resignation or agreement: its last state is as it was then."""
    expected = game._s[:]
    game.rules.turn.finish(expected, now[OVER] - 1, None if now[LOSER] < 0 else now[LOSER])
    by_word = REASONS[now[OVER] - 1] in ("resigned", "agreed")
    if lasting(expected) != lasting(now) or not (by_word and _may_end(game.rules, now)):
        raise SaveError("state: this end does not follow from the turn")
    game._s = expected
    game._line = None
    return game


def _check_head(rules: Rules, text: str) -> bool:
    """The head must be that of a record of this game; whether the game began at a position."""
    from .record import Record

    try:
        head = Record(text)
    except SaveError as error:
        raise SaveError(f"head: {error}") from error
    expected = {"form": rules.form_name, "arena": rules.arena.name, "decks": " ".join(rules.decks)}
    wrong = [name for name in expected if head.facts.get(name) != expected[name]]
    if wrong or head.turns:
        raise SaveError(f"head: it is not the head of this game ({wrong[0] if wrong else 'it has turns'})")
    return head.position is not None


def _begins_turn(s: State) -> bool:
    """Whether a state is the beginning of a turn, or of the game: nothing in play, nobody else asked."""
    if not _is_idle(s) or s[OVER] or s[ASKED] != s[SEAT] or s[LOSER] >= 0 or any(s[DESTROYED]) or s[SUMMONED]:
        return False
    if s[STAND_INS] or s[VOIDS] or s[AS_OWN] or s[EXTRA_CARDS] != NO_CARDS:
        return False
    if s[CONTROL] or s[BORROW] or s[GONE] >> s[SEAT] & 1:
        return False
    if s[BLOCK] == START_PIECE:
        return s[TURN] == s[PLACED] == s[OCC] == 0
    return s[BLOCK] == ACTION and s[TURN] > 0


def _stands_at_the_end(rules: Rules, s: State) -> bool:
    return _is_idle(s) and s[OVER] > 0 and s[BLOCK] == ACTION and not s[BORROW] and _may_end(rules, s)


def _may_end(rules: Rules, s: State) -> bool:
    """Whether a game that is over can have come to that end."""
    reason = REASONS[s[OVER] - 1]
    several, all_gone = rules.colors > 2, s[GONE] == (1 << rules.seats) - 1
    if (s[LOSER] >= 0) != (reason == "resigned") or all_gone != (reason == "abandoned"):
        return False
    fits = {
        "played out": s[LAST] >= 0 and not s[FINAL],
        "turn limit": 0 < s[LIMIT] <= s[TURN],
        "resigned": not several,  # R14.35
        "agreed": s[FINAL] > 0,  # R9.7
        "abandoned": several,
    }
    return fits[reason]


def _is_idle(s: State) -> bool:
    """Whether no card is in play."""
    blank = (0, -1, -1, -1, 0, (), 0, 0)
    return tuple(s[PLAYED:BLOCK]) == blank and tuple(s[REGISTERS]) == BLANK_REGISTERS


def _parsed(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise SaveError(f"a saved game is a text, not {type(text).__name__}")
    if len(text) > MAX_LENGTH:
        raise SaveError(f"the text is longer than {MAX_LENGTH:,} characters")
    try:
        data = json.loads(text)
    except RecursionError:
        raise SaveError("the text is nested too deeply") from None
    except ValueError as error:
        raise SaveError(f"the text is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise SaveError("the text is no JSON object")
    if data.get("kalarite-save") != VERSION or isinstance(data["kalarite-save"], bool):
        found = repr(str(data["kalarite-save"])[:20]) if "kalarite-save" in data else "no version"
        raise SaveError(f"kalarite-save: version {VERSION} is read here, this is {found}")
    return data


def _get(data: dict[str, Any], key: str, kind: type, place: str = "") -> Any:
    where = f"{place}.{key}" if place else key
    if key not in data:
        raise SaveError(f"{where} is missing")
    value = data[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise SaveError(f"{where} is not {_KINDS[kind]}")
    if kind is int and not -1 <= value <= MAX_NUMBER:
        raise SaveError(f"{where} is out of range")
    return value


_KINDS = {int: "a whole number", str: "a text", list: "a list", dict: "an object", bool: "true or false"}


def _any(data: dict[str, Any], key: str, place: str) -> Any:
    return _get(data, key, object, place)


def _text(data: dict[str, Any], key: str, place: str = "") -> str:
    return _get(data, key, str, place)


def _bool(data: dict[str, Any], key: str) -> bool:
    return _get(data, key, bool)


def _object(data: dict[str, Any], key: str, place: str = "") -> dict[str, Any]:
    return _get(data, key, dict, place)


def _texts(data: dict[str, Any], key: str, place: str = "") -> list[str]:
    values = _get(data, key, list, place)
    if not all(isinstance(x, str) for x in values):
        raise SaveError(f"{place + '.' if place else ''}{key} is not a list of texts")
    return values


def _numbers(values: Any, length: int, place: str) -> tuple[int, ...]:
    """A list of `length` whole numbers from 0."""
    fine = isinstance(values, list) and len(values) == length
    if not fine or not all(type(x) is int and 0 <= x <= MAX_NUMBER for x in values):
        raise SaveError(f"{place} is not a list of {length} whole numbers")
    return tuple(values)


def _read_turns(rules: Rules, data: dict[str, Any]) -> Any:
    """The earlier turns, linked as in a game; they only serve the record."""
    node: Any = None
    endings = {"", "agree end", *(f"{word} {deck}" for word in ("resign", "abandon") for deck in rules.decks)}
    for i, turn in enumerate(_get(data, "turns", list)):
        try:
            seat, number, answers, ending = turn
            line: Any = None
            for begins, *texts in answers:
                line = (line, bool(begins), tuple(Move.parse(x) for x in texts))
                if not texts:
                    raise ValueError
            if type(seat) is not int or type(number) is not int or not isinstance(ending, str):
                raise ValueError
            if not (0 <= seat < rules.seats and 0 <= number <= MAX_NUMBER and ending in endings):
                raise ValueError
        except (ValueError, TypeError):
            raise SaveError(f"turns[{i}] is not [seat, number, answers, ending]") from None
        node = (node, seat, number, line, ending)
    return node


class _Reader:
    """Reads states, for the rules of a save."""

    def __init__(self, rules: Rules, from_position: bool) -> None:
        self.rules = rules
        self.from_position = from_position

    def state(self, data: dict[str, Any], place: str) -> State:
        from .game import fresh_state

        rules = self.rules
        seed = _text(data, "seed", place)
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 39):
            raise SaveError(f"{place}.seed is not a whole number written as text")
        s = fresh_state(rules, int(seed))
        for name, slot in _PLAIN.items():
            s[slot] = _get(data, name, int, place)
            if not 0 <= s[slot] <= _MOST.get(name, MAX_NUMBER):
                raise SaveError(f"{place}.{name} is out of range")
        for name, slot in _SEATS.items():
            s[slot] = self.seat(data, name, place)
        for name, slot in _SQUARES.items():
            s[slot] = self.square(_any(data, name, place), f"{place}.{name}")
        if s[SEAT] < 0 or s[ASKED] < 0:
            raise SaveError(f"{place}.seat and {place}.asked name seats")
        s[ME] = rules.color_of[s[SEAT]]
        over = _any(data, "over", place)
        if over is not None and over not in REASONS:
            raise SaveError(f"{place}.over is no reason: {str(over)[:40]!r}")
        s[OVER] = 0 if over is None else 1 + REASONS.index(over)
        self.fields(s, data, place)
        self.pieces(s, data, place)
        names = _texts(data, "as_own", place)
        if not set(names) <= set(rules.color_names):
            raise SaveError(f"{place}.as_own is not a list of colors")
        s[AS_OWN] = sum(1 << color for color, name in enumerate(rules.color_names) if name in names)
        s[EXTRA_CARDS] = _numbers(data.get("extra_cards"), 3, f"{place}.extra_cards")
        if rules.by_color:
            s[SCORE] = self.matrix(data, "scores", rules.colors, place)
            if any(s[SCORE][:: rules.colors + 1]):
                raise SaveError(f"{place}.scores: nobody has points in the own color")
        else:
            s[SCORE] = _numbers(data.get("scores"), rules.colors, f"{place}.scores")
        s[SHUFFLES] = _numbers(data.get("shuffles"), len(s[SHUFFLES]), f"{place}.shuffles")
        s[DESTROYED] = self.matrix(data, "destroyed", 3, place)
        s[SUMMONED] = tuple(self.summoned(x, f"{place}.summoned") for x in _get(data, "summoned", list, place))
        s[FRAME] = self.frame(_object(data, "frame", place), f"{place}.frame")
        s[STACK] = tuple(self.frame(x, f"{place}.stack") for x in _get(data, "stack", list, place))
        s[FOLLOWED] = followed_of(s)
        self.cards(s, data, place)
        orientation = _any(data, "orientation", place)
        if orientation is not None and orientation not in ORIENTATIONS:
            raise SaveError(f"{place}.orientation is none: {str(orientation)[:20]!r}")
        s[ORIENTATION] = -1 if orientation is None else ORIENTATIONS.index(orientation)
        self.check_fields(s, place)
        self.whose_turn(s, place)
        return s

    def whose_turn(self, s: State, place: str) -> None:
        """Who is asked, who is gone and how many turns are left must go together."""
        rules = self.rules
        # with control passed the mate, but whoever holds a hand is asked about it: playing the turn again tells which
        asked = (rules.sides.mate[s[SEAT]], s[SEAT]) if s[CONTROL] == 1 else (s[SEAT],)
        if s[ASKED] not in asked:
            raise SaveError(f"{place}.asked: another seat has control")
        if s[GONE] == (1 << rules.seats) - 1 and not s[OVER]:
            raise SaveError(f"{place}.gone: when all are gone the game is over")
        if not s[OVER] and (s[LAST] >= 0) != (s[FINAL] > 0):
            raise SaveError(
                f"{place}.final_turns: the last player has some left, and nobody before the end is triggered"
            )

    def matrix(self, data: dict[str, Any], key: str, length: int, place: str) -> tuple[int, ...]:
        """A row of `length` numbers for each color, one after the other."""
        rows = [_numbers(x, length, f"{place}.{key}") for x in _get(data, key, list, place)]
        return _numbers([n for row in rows for n in row], length * self.rules.colors, f"{place}.{key}")

    def fields(self, s: State, data: dict[str, Any], place: str) -> None:
        """What the form and modules keep beside; pieces and cards are counted with it."""
        for field in fields_of(self.rules):
            try:
                s[field.slot] = field.read(self.rules, _any(data, field.name, place))
            except ValueError as error:
                raise SaveError(f"{place}.{field.name} {error}") from None

    def check_fields(self, s: State, place: str) -> None:
        """Every task must be somewhere, and none twice; what modules keep must fit the rest."""
        if wrong := self.rules.modules.wrong(s):
            raise SaveError(f"{place}: {wrong}")
        if not tasks_add_up(self.rules, s):
            raise SaveError(f"{place}: the tasks do not add up to their deck")
        display = self.rules.turn.display
        if display and s[NEXT_TASK] and not self.from_position and display.type_of(s[NEXT_TASK]) in display.barred(s):
            raise SaveError(f"{place}.next_task: two current tasks are of its type (R11.6)")

    def seat(self, data: dict[str, Any], name: str, place: str) -> int:
        value = _any(data, name, place)
        if value is None:
            return -1
        if value not in self.rules.decks:
            raise SaveError(f"{place}.{name}: nobody plays {str(value)[:40]!r}")
        return self.rules.decks.index(value)

    def square(self, name: Any, place: str) -> int:
        if name is None:
            return -1
        square = square_number(name) if isinstance(name, str) else -1
        if square < 0 or not self.rules.arena.bit[square]:
            raise SaveError(f"{place}: {str(name)[:20]!r} is no square of arena {self.rules.arena.name}")
        return square

    def pieces(self, s: State, data: dict[str, Any], place: str) -> None:
        """Put the pieces from full supplies; what is left must be what the save says (R2.9)."""
        for name, piece in _object(data, "pieces", place).items():
            square = self.square(name, f"{place}.pieces")
            color, _, rank = piece.rpartition(" ") if isinstance(piece, str) else ("", "", "")
            if color not in self.rules.color_names or rank not in RANKS:
                raise SaveError(f"{place}.pieces.{name}: {str(piece)[:40]!r} is no piece")
            self.rules.toolkit.lay(s, self.rules.color_names.index(color), RANKS.index(rank), square)
        supply = _get(data, "supply", list, place)
        wanted = [_numbers(x, 2, f"{place}.supply") for x in supply]
        colors = range(self.rules.colors)
        for c, away in enumerate(self.rules.modules.away(s, color) for color in colors):
            s[SUPPLY + c], s[LEGENDS + c] = s[SUPPLY + c] - away[0], s[LEGENDS + c] - away[1]
        found = [(s[SUPPLY + c], s[LEGENDS + c]) for c in colors]
        if wanted != found:
            self.supply(s, wanted, found, place)

    def supply(self, s: State, wanted: list[Any], found: list[Any], place: str) -> None:
        """A game from a position may have begun with fewer pieces than the form gives, never with more."""
        fewer = len(wanted) == len(found) and all(
            w[i] <= f[i] for w, f in zip(wanted, found, strict=True) for i in (0, 1)
        )
        if not fewer or not self.from_position:
            raise SaveError(f"{place}.supply: with those on the board these are not the pieces that a color has")
        for c, (two_sided, legendary) in enumerate(wanted):
            s[SUPPLY + c], s[LEGENDS + c] = two_sided, legendary

    def summoned(self, value: Any, place: str) -> tuple[int, int, int]:
        if not isinstance(value, list) or not 2 <= len(value) <= 3 or value[2:] not in ([], [RANKS[2]]):
            raise SaveError(f"{place} is not a list of [card, square], with 'legendary' behind them if it counts so")
        number = self.card(value[0], place)
        rank = 2 if value[2:] else self.rules.entry(number).rank
        return number, self.square(value[1], place), rank

    def card(self, key: Any, place: str) -> int:
        number = self.rules.number.get(key) if isinstance(key, str) else None
        if number is None:
            raise SaveError(f"{place}: no card of this game is called {str(key)[:60]!r}")
        return number

    def cards(self, s: State, data: dict[str, Any], place: str) -> None:
        """Where the cards are; every card must be somewhere, and none twice."""
        rules = self.rules
        for name, slot in _BY_SEAT.items():
            rows = _get(data, name, list, place)
            if len(rows) != rules.seats:
                raise SaveError(f"{place}.{name} is not one list a seat")
            for seat, row in enumerate(rows):
                s[slot + seat] = self.pile(row, f"{place}.{name}[{seat}]")
        for name, slot in _SHARED.items():
            s[slot] = self.pile(_get(data, name, list, place), f"{place}.{name}")
        played = _any(data, "played", place)
        s[PLAYED] = 0 if played is None else self.card(played, f"{place}.played")
        self.count_cards(s, place)

    def pile(self, row: Any, place: str) -> tuple[int, ...]:
        if not isinstance(row, list):
            raise SaveError(f"{place} is not a list of cards")
        return tuple(self.card(key, place) for key in row)

    def count_cards(self, s: State, place: str) -> None:
        rules = self.rules
        out = s[PLAYED] if is_out_of_hand(s) else 0  # while match and piece are being settled it is still in the hand
        for seat in range(rules.seats):
            held = [n for n in s[HAND + seat] if rules.kind_of[n] == "being"]
            playing = [out] if rules.kind_of[out] == "being" and seat == s[SEAT] else []
            found = sorted([*held, *s[DECK + seat], *s[PILE + seat], *playing, *rules.modules.cards(s, seat)])
            if found != sorted(rules.deck_cards[seat]):
                raise SaveError(f"{place}: the cards of {rules.decks[seat]} do not add up to its deck")
        for kind, deck, pile, all_ in (
            ("legend", LEGEND_DECK, LEGEND_PILE, rules.legends),
            ("flare", FLARE_DECK, FLARE_PILE, rules.flares),
        ):
            held = [n for seat in range(rules.seats) for n in s[HAND + seat] if rules.kind_of[n] == kind]
            playing = [out] if rules.kind_of[out] == kind else []
            if sorted([*held, *s[deck], *s[pile], *playing]) != sorted(all_):
                raise SaveError(f"{place}: the {kind}s do not add up to their deck")

    def frame(self, data: Any, place: str) -> tuple[int, ...]:
        if not isinstance(data, dict):
            raise SaveError(f"{place} is not an object")
        if "turn" in data:
            blocks = self.rules.block_names
            if data["turn"] not in blocks or not self.rules.turn.has_block(blocks.index(data["turn"])):
                raise SaveError(f"{place}.turn: there is no block {str(data['turn'])[:40]!r}")
            return (0, 0, blocks.index(data["turn"]), *BLANK_REGISTERS)
        entry = self.rules.entry(self.card(data.get("card"), f"{place}.card"))
        if _text(data, "digest", place) != entry.card.digest:
            raise SaveError(f"{place}: {entry.key} does something else now than when the game was saved")
        part = entry.part(_text(data, "part", place))
        block = _get(data, "block", int, place)
        if part < 0 or not 1 <= block < len(entry.enter[part]):
            raise SaveError(f"{place}: {entry.key} has no such part or block")
        pieces = tuple(self.square(x, f"{place}.pieces") for x in self.rows(data, "pieces", SETS - PIECES, place))
        sets = tuple(self.mask(x, f"{place}.sets") for x in self.rows(data, "sets", NUMBERS - SETS, place))
        numbers = tuple(
            self.number(x, f"{place}.numbers") for x in self.rows(data, "numbers", len(BLANK_REGISTERS) - 12, place)
        )
        return (entry.number, part, block, *pieces, *sets, *numbers)

    def rows(self, data: dict[str, Any], key: str, length: int, place: str) -> list[Any]:
        values = _get(data, key, list, place)
        if len(values) != length:
            raise SaveError(f"{place}.{key} is not a list of {length}")
        return values

    def mask(self, names: Any, place: str) -> int:
        if not isinstance(names, list):
            raise SaveError(f"{place} is not a list of squares")
        return sum(1 << self.square(x, place) for x in dict.fromkeys(map(str, names)))

    def number(self, value: Any, place: str) -> int:
        if isinstance(value, list):
            return self.mask(value, place)
        if type(value) is not int or not -1 <= value < 1000:
            raise SaveError(f"{place} is not a whole number or a list of squares")
        return value
