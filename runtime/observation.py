"""What one seat may know of a game (R3.8, D10, D42): plain data, equal when nothing it may know differs.

Beside what lies open now it holds how the turn began and the answers since: from these
`sample` makes games that stand at the same decision, in the middle of an effect too.
"""

from __future__ import annotations

from .cards import given_or_built_in, is_built_in
from .events import as_dict, unlinked
from .forms.fields import observed_fields
from .game import answers_in_order, board_of
from .move import RANKS, RETURN, square_name
from .state import (
    ACTIONS,
    AS_OWN,
    ASKED,
    DECK,
    DESTROYED,
    DISCARDED,
    EVENTS,
    EXTRA_CARDS,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    HAND,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    LIMIT,
    OVER,
    PILE,
    PLAYED,
    REASONS,
    SCORE,
    SEAT,
    SITE,
    STAND_INS,
    SUPPLY,
    TURN,
    VOIDS,
)
from .turn import is_out_of_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .cards import CardSet
    from .game import Game
    from .offers import State
    from .rules import Rules

_SHOWING = ("summon", "flare", "discard", "hand_over")  # events by which a card leaves a hand


class Observation:
    """The knowledge of a seat as JSON-able data: `data`, or by key as in a dict.

    `Observation(data, cards)` makes it again from data that was written as JSON.
    """

    __slots__ = ("_cards", "data")

    def __init__(self, data: dict[str, Any], cards: CardSet | None = None) -> None:
        self.data = data
        self._cards = cards  # None: the built-in ones

    def sample(self, seed: int) -> Game:
        """A game that might be the one observed: all that the seat knows agrees, the rest is drawn evenly by `seed`.

        It stands at the same decision and can be played on, saved and taken back within the turn. Raises
        `PositionError` after the end of a game, for data that are no observation, and where 1,000 draws of the
        unknown cards fit no answer that tells of them (which of many flares in a hand can be invoked).
        """
        from .sampling import sample

        return sample(self.data, given_or_built_in(self._cards), seed)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def keys(self) -> Any:
        """The names of what is known."""
        return self.data.keys()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.data == other.data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Observation({self.data!r})"


def observe(game: Game, seat: int) -> Observation:
    """What `seat` may know: its own hand, everything open, and of hidden cards only their number.

    `moves` are the answers open to the seat; None while another seat decides.
    """
    rules, s = game.rules, game._s
    asked = not s[OVER] and s[ASKED] == seat
    data: dict[str, Any] = {
        "form": rules.form_name,
        "arena": rules.arena.name,
        "playable": list(rules.decks),
        "take_back": game._take_back,
        "turn_limit": s[LIMIT] or None,
        "seat": seat,
        "to_move": game.to_move,
        **_table(rules, s, seat),
        "over": REASONS[s[OVER] - 1] if s[OVER] else None,
        "scores": list(game.scores),
        "destroyed": [dict(zip(RANKS, s[DESTROYED][3 * c : 3 * c + 3], strict=True)) for c in range(rules.colors)],
        "summoned": rules.summonings(s),
        "played": game.card_in_play,
        "site": square_name(s[SITE]) if s[SITE] >= 0 else None,
        "moves": [move.text for move in game.legal_moves()] if asked else None,
        "turn_began": _turn_began(rules, game._turn_start, s, seat),
        "answers": _answers(game, seat),
    }
    if rules.by_color:
        data["color_scores"] = game.color_scores
    if left := rules.form["end"].get("cards-left"):
        data["upright"] = [max(0, size - left) for size in data["decks"]]
    return Observation(data, None if is_built_in(rules.cards) else rules.cards)


def _table(rules: Rules, s: State, seat: int) -> dict[str, Any]:
    """What lies on the table in a state, and the seat's own hand."""
    return {
        "turn": s[TURN],
        "turn_seat": s[SEAT],
        "actions": s[ACTIONS],
        "discarded": bool(s[DISCARDED]),
        "extra_turns": s[EXTRA_TURNS],
        "stand_ins": s[STAND_INS],
        "as_own": [name for color, name in enumerate(rules.color_names) if s[AS_OWN] >> color & 1],
        "stand_in_squares": s[VOIDS],
        "extra_cards": dict(zip(("beings", "legends", "flares"), s[EXTRA_CARDS], strict=True)),
        "final_turns": s[FINAL],
        "board": str(board_of(rules, s)),
        "supply": [{"two-sided": s[SUPPLY + c], "legendary": s[LEGENDS + c]} for c in range(rules.colors)],
        "hand": _keys(rules, s[HAND + seat]),
        **cards_lying(rules, s),
        **observed_fields(rules, s, seat),
    }


def cards_lying(rules: Rules, s: State) -> dict[str, Any]:
    """Where the cards lie, as everybody sees it: kinds in hands, sizes of decks, discard piles."""
    seats = range(rules.seats)

    def kinds(numbers: tuple[int, ...]) -> dict[str, int]:
        held = [rules.kind_of[n] for n in numbers]
        return {kind: held.count(kind) for kind in ("being", "legend", "flare")}

    return {
        "hands": [kinds(s[HAND + x]) for x in seats],
        "decks": [len(s[DECK + x]) for x in seats],
        "discards": [_keys(rules, s[PILE + x]) for x in seats],
        "legend_deck": len(s[LEGEND_DECK]),
        "legend_discards": _keys(rules, s[LEGEND_PILE]),
        "flare_deck": len(s[FLARE_DECK]),
        "flare_discards": _keys(rules, s[FLARE_PILE]),
    }


def _keys(rules: Rules, numbers: tuple[int, ...]) -> list[str]:
    return [rules.entry(n).key for n in numbers]


def _turn_began(rules: Rules, start: State, s: State, seat: int) -> dict[str, Any]:
    """The table as the turn began; `shown`: cards that became known since of another seat's hand, whose turn it is."""
    points, colors = list(start[SCORE]), rules.colors
    events = [as_dict(rules, event, seat) for event in unlinked(s[EVENTS], start[EVENTS])]
    mine = s[SEAT] == seat
    known = [rules.entry(n).key for n in rules.modules.cards(start, s[SEAT])]
    shown = [] if mine else _shown(rules, events, known)
    if s[PLAYED] and not is_out_of_hand(s) and not mine:  # declared: match and piece are being settled
        declared = rules.entry(s[PLAYED]).key
        shown += [] if declared in known else [declared]
    began = _table(rules, start, seat)
    began["points"] = [points[i : i + colors] for i in range(0, len(points), colors)] if rules.by_color else points
    began["shown"] = shown
    return began


def _shown(rules: Rules, events: list[dict[str, Any]], known: list[str]) -> list[str]:
    """The cards that left a hand openly, but for those whose place was `known` or became so in the same turn."""
    showing = {*_SHOWING, *(x for module in rules.modules for x in module.showing)}
    opening = {x for module in rules.modules for x in module.opening}
    shown: list[str] = []
    for event in events:
        name, card = event["event"], event.get("card")
        if name in showing and card is not None:
            (known.remove if card in known else shown.append)(card)
        if name in opening or (name == "put_card" and event["zone"] == "hand"):
            known.append(event["card"])
    return shown


def _answers(game: Game, seat: int) -> list[str]:
    """The answers of this turn; of a card that another seat returned only its kind shows (D10)."""
    found: list[str] = []
    for _, (move, *_) in answers_in_order(game._line):
        hidden = move.kind == RETURN and game.turn_seat != seat
        kind = game.rules.entry(game.rules.number[move.name]).kind if hidden else ""
        found.append(f"return ? {kind}" if hidden else move.text)
    return found
