"""What one seat may know of a game (R3.8, D10, D42): plain data, equal when nothing it may know differs."""

from __future__ import annotations

from .forms.fields import observed_fields
from .move import RANKS, square_name
from .state import (
    ACTIONS,
    ASKED,
    DECK,
    DESTROYED,
    DISCARDED,
    EXTRA_TURNS,
    FINAL,
    FLARE_DECK,
    FLARE_PILE,
    HAND,
    LEGEND_DECK,
    LEGEND_PILE,
    LEGENDS,
    OVER,
    PILE,
    PLAYED,
    REASONS,
    SEAT,
    SITE,
    STAND_INS,
    SUMMONED,
    SUPPLY,
    TURN,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .game import Game


class Observation:
    """The knowledge of a seat as JSON-able data: `data`, or by key as in a dict."""

    __slots__ = ("data",)

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

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

    def keys(numbers: tuple[int, ...]) -> list[str]:
        return [rules.entry(n).key for n in numbers]

    def kinds(numbers: tuple[int, ...]) -> dict[str, int]:
        held = [rules.kind_of[n] for n in numbers]
        return {kind: held.count(kind) for kind in ("being", "legend", "flare")}

    seats = range(rules.seats)
    asked = not s[OVER] and s[ASKED] == seat
    data: dict[str, Any] = {
        "form": rules.form_name,
        "arena": rules.arena.name,
        "playable": list(rules.decks),
        "seat": seat,
        "to_move": game.to_move,
        "turn": s[TURN],
        "turn_seat": s[SEAT],
        "actions": s[ACTIONS],
        "discarded": bool(s[DISCARDED]),
        "extra_turns": s[EXTRA_TURNS],
        "stand_ins": s[STAND_INS],
        "final_turns": s[FINAL],
        "over": REASONS[s[OVER] - 1] if s[OVER] else None,
        "board": str(game.board),
        "supply": [{"two-sided": s[SUPPLY + c], "legendary": s[LEGENDS + c]} for c in range(rules.colors)],
        "scores": list(game.scores),
        "destroyed": [dict(zip(RANKS, s[DESTROYED][3 * c : 3 * c + 3], strict=True)) for c in range(rules.colors)],
        "summoned": [[rules.entry(n).key, square_name(sq)] for n, sq in s[SUMMONED]],
        "hand": keys(s[HAND + seat]),
        "hands": [kinds(s[HAND + x]) for x in seats],
        "decks": [len(s[DECK + x]) for x in seats],
        "discards": [keys(s[PILE + x]) for x in seats],
        "legend_deck": len(s[LEGEND_DECK]),
        "legend_discards": keys(s[LEGEND_PILE]),
        "flare_deck": len(s[FLARE_DECK]),
        "flare_discards": keys(s[FLARE_PILE]),
        "played": rules.entry(s[PLAYED]).key if s[PLAYED] else None,
        "site": square_name(s[SITE]) if s[SITE] >= 0 else None,
        "moves": [move.text for move in game.legal_moves()] if asked else None,
    }
    if rules.by_color:
        data["color_scores"] = game.color_scores
    if left := rules.form["end"].get("cards-left"):
        data["upright"] = [max(0, len(s[DECK + x]) - left) for x in seats]
    return Observation(data | observed_fields(rules, s))
