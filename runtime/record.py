"""Game records: a game as text that people read and `replay` plays again.

```
kalarite-record 1
form duel   arena standard   decks northern southern   seed 7   first 0   language 1
cards imperial 3f2a...  legends 11d0...  flares 77aa...
0 southern: start northern c5, (start southern g5)
1 northern: place e5; end
2 southern: summon Knight d4: d4-d5, stop; place c3; end
```

Number of the turn and who has it; actions divided by `;`, the answers inside an action
behind `:`. Answers in parentheses were taken without asking.
"""

from __future__ import annotations

from .cards import CardSet, given_or_built_in, own_deck_hint
from .errors import CardError, IllegalMove, KalariteError, SaveError
from .game import Game, give, line_of
from .position import ARGUMENTS
from .state import LIMIT, SEED, TURN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1
_ENDINGS = ("resign", "abandon", "agree end")
_MAX_LENGTH = 20_000_000


def head(game: Game, starter: int) -> str:
    """The lines before the first turn of a new game."""
    rules, s = game.rules, game._s
    facts = [
        f"form {rules.form_name}",
        f"arena {rules.arena.name}",
        f"decks {' '.join(rules.decks)}",
        f"seed {s[SEED]}",
        f"first {starter}",
        f"language {rules.cards.index['language']}",
    ]
    if s[LIMIT]:
        facts.append(f"turn-limit {s[LIMIT]}")
    if not game._take_back:
        facts.append("take-back off")
    return _lines(facts, game)


def head_of_position(game: Game, position: dict[str, Any]) -> str:
    """The lines before the first turn of a game that began at a position."""
    rules = game.rules
    facts = [f"form {rules.form_name}", f"arena {rules.arena.name}", f"decks {' '.join(rules.decks)}"]
    facts.append(f"language {rules.cards.index['language']}")
    import json

    text = json.dumps(position, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return _lines(facts, game) + f"\nposition {text}"


def _lines(facts: list[str], game: Game) -> str:
    digests = "   ".join(f"{deck} {digest}" for deck, digest in game.rules.digests().items())
    return f"kalarite-record {VERSION}\n{'   '.join(facts)}\ncards {digests}"


def write(game: Game, public: bool = False) -> str:
    """The record of a game so far; `public` leaves out the seed and names no returned card."""
    lines = [game._base]
    turns: list[str] = []
    node = game._turns
    while node is not None:
        node, seat, turn, line, ending = node
        turns.append(_turn_line(game, seat, turn, line, ending))
    lines += reversed(turns)
    if game._line is not None:
        lines.append(_turn_line(game, game.turn_seat, game._s[TURN], game._line))
    text = "\n".join(lines) + "\n"
    return _public(text) if public else text


def _turn_line(game: Game, seat: int, turn: int, line: Any, ending: str = "") -> str:
    actions = [text + (f": {', '.join(answers)}" if answers else "") for text, answers in line_of(line)]
    actions += [ending] if ending else []
    return f"{turn} {game.rules.decks[seat]}: {'; '.join(actions)}"


def _public(text: str) -> str:
    kept: list[str] = []
    for line in text.splitlines():
        if line.startswith("form "):
            line = "   ".join(x for x in line.split("   ") if not x.startswith("seed "))
        elif line.startswith("position "):
            line = "position hidden"
        elif ": " in line and line[0].isdigit():
            line = _without_returns(line)
        kept.append(line)
    return "\n".join(kept) + "\n"


def _without_returns(line: str) -> str:
    actions = []
    for action in line.split("; "):
        first, sign, rest = action.partition("discard ")
        if sign and ": return " in rest:
            name, _, answers = rest.partition(": ")
            shown = ["return ?" if x.startswith("return ") else x for x in answers.split(", ")]
            action = f"{first}{sign}{name}: {', '.join(shown)}"
        actions.append(action)
    return "; ".join(actions)


# ---------------------------------------------------------------- reading


class Record:
    """A record, read: how the game began and the moves of each turn."""

    __slots__ = ("digests", "facts", "position", "turns")

    def __init__(self, text: str) -> None:
        """Read `text`; `SaveError` with the line that is wrong."""
        if not isinstance(text, str) or len(text) > _MAX_LENGTH:
            raise SaveError("a record is a text of at most 20 million characters")
        lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        if not lines or lines[0] != f"kalarite-record {VERSION}":
            found = repr(lines[0][:40]) if lines else "an empty text"
            raise SaveError(f"line 1: a record begins with 'kalarite-record {VERSION}', not {found}")
        if len(lines) < 3 or not lines[1].startswith("form ") or not lines[2].startswith("cards "):
            raise SaveError("lines 2 and 3: a record says 'form ...' and 'cards ...'")
        self.facts = _pairs(lines[1])
        self.digests = _pairs(lines[2].removeprefix("cards "))
        self.position: dict[str, Any] | None = None
        rest = lines[3:]
        if rest and rest[0].startswith("position "):
            self.position = _position(rest.pop(0).removeprefix("position "))
        self.turns = [(line, _moves(line)) for line in rest]


def _pairs(line: str) -> dict[str, str]:
    """The facts of a head line: a word and its value each, three blanks between them."""
    found: dict[str, str] = {}
    for fact in line.split("   "):
        word, _, value = fact.partition(" ")
        found[word] = value
    return found


def _position(text: str) -> dict[str, Any]:
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"the position of the record is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise SaveError("the position of the record is no JSON object")
    return data


def _moves(line: str) -> list[tuple[str, bool]]:
    """The moves of a turn's line: text, and whether it was taken without asking."""
    _, sign, rest = line.partition(": ")
    if not sign:
        raise SaveError(f"{line[:60]!r} is no line of a record; it reads 'number deck: moves'")
    moves: list[tuple[str, bool]] = []
    for action in rest.split("; "):
        first, _, answers = action.partition(": ")
        parts = [first, *(answers.split(", ") if answers else [])]
        moves += [(x[1:-1], True) if x.startswith("(") and x.endswith(")") else (x, False) for x in parts]
    return moves


def replay(record: str, cards: CardSet | None = None) -> Game:
    """Play a record again and give the game where it ends; `SaveError` if it cannot be played with these cards.

    What was taken without asking is checked against what happens now, not asked: an
    engine that asks more or less plays old records all the same.
    """
    game = begin(Record(record), cards)
    for line, moves in Record(record).turns:
        play_line(game, line, moves)
    return game


def begin(record: Record, cards: CardSet | None = None) -> Game:
    """The game as a record begins it; `SaveError` if that cannot be."""
    cards = given_or_built_in(cards)
    facts = record.facts
    try:
        decks = facts["decks"].split(" ")
        options: dict[str, Any] = {"cards": cards, "arena": facts.get("arena")}
        if record.position is not None:
            game = Game.from_position(form=facts["form"], decks=decks, **options, **_checked(record.position))
        else:
            options["turn_limit"] = int(facts["turn-limit"]) if "turn-limit" in facts else None
            options["take_back"] = facts.get("take-back") != "off"
            options["first"] = int(facts["first"])
            game = Game.new(facts["form"], decks, int(facts["seed"]), **options)
    except KeyError as error:
        raise SaveError(f"line 2 of the record lacks {error.args[0]!r}") from None
    except (KalariteError, TypeError, ValueError) as error:
        hint = own_deck_hint(facts.get("decks", "").split(), cards)
        raise SaveError(f"the record cannot be begun: {error}{hint}") from error
    for deck, digest in game.rules.digests().items():
        if record.digests.get(deck, digest) != digest:
            kind, _, name = deck.rpartition(":")
            raise SaveError(f"the record was made with other cards: {kind or 'deck'} {name!r} has changed since")
    return game


def _checked(position: dict[str, Any]) -> dict[str, Any]:
    wrong = [x for x in position if x not in ARGUMENTS]
    if wrong:
        raise SaveError(f"the record's position has an unknown entry {wrong[0]!r}")
    return position


def play_line(game: Game, line: str, moves: list[tuple[str, bool]]) -> None:
    """Play one line of a record."""
    now = f"{game.turn} {game.rules.decks[game.turn_seat]}"
    if not game.is_over and line.partition(": ")[0] != now:
        raise SaveError(f"the record cannot be replayed at {line[:80]!r}: it is turn {now}")
    waiting: list[str] = []  # taken without asking just now, not yet seen in the record
    for text, forced in moves:
        if waiting and waiting[0] == text:
            waiting.pop(0)
            continue
        if not forced:
            waiting = []
        if text.startswith(_ENDINGS) and not (text.startswith("abandon ") and game.rules.colors > 2):
            _ending(game, text)
            continue
        try:
            before = game._s[TURN]
            give(game, text)
            waiting = _taken(game, before)
        except IllegalMove as error:
            raise SaveError(f"the record cannot be replayed at {line[:80]!r}: {error}") from error


def _taken(game: Game, turn: int) -> list[str]:
    """The answers that the last `play` took without asking."""
    line = game._line if game._line is not None and game._s[TURN] == turn else game._turns[3]
    return [x.text for x in line[2][1:]] if line is not None else []


def _ending(game: Game, text: str) -> None:
    try:
        if text == "agree end":
            game.agree_end()
            return
        word, _, deck = text.partition(" ")
        if deck not in game.rules.decks:
            raise SaveError(f"{text[:60]!r}: no seat plays that deck")
        seat = game.rules.decks.index(deck)
        game.resign(seat) if word == "resign" else game.abandon(seat)
    except (IllegalMove, CardError) as error:
        raise SaveError(f"the record cannot be replayed at {text!r}: {error}") from error
