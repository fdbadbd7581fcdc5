"""What happened, as events: the published list, and how each seat may see it.

Inside a state an event is a tuple of its name and numbers; outside it is a dict with
names. `EVENTS` lists every event with its fields (modules may have further ones); a field in `PRIVATE` is None for
the other seats (R3.8, D10).
"""

from __future__ import annotations

from .arena import Unchanging
from .move import ORIENTATIONS, RANKS, square_name
from .state import REASONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .rules import Rules

EVENTS: dict[str, tuple[str, ...]] = {
    "turn_begins": ("seat", "turn", "actions"),
    "turn_ends": ("seat",),
    "put": ("color", "rank", "square"),  # placed, or a being summoned
    "lift": ("color", "rank", "square"),  # picked up in a shortage
    "destroy": ("color", "rank", "square", "counts"),  # counts: as how many destroyed pieces, if an enemy's
    "move": ("color", "rank", "from", "to"),
    "leap": ("color", "rank", "from", "to"),
    "flip": ("color", "old_rank", "rank", "square"),  # upgraded or downgraded
    "convert": ("old_color", "old_rank", "color", "rank", "square"),
    "swap": ("from", "to"),  # the pieces on two squares exchange them
    "take": ("color", "rank", "square"),  # off the board and out of play, not destroyed
    "put_back": ("color", "rank", "square"),  # a piece that was out of play
    "out": ("color", "rank", "square"),  # what was just destroyed is out of the game, not in supply
    "mark": ("marker", "color", "square"),  # a piece gets the marker of its color, which leaves another one
    "unmark": ("marker", "color", "square"),
    "actions": ("amount",),
    "extra_turns": ("amount",),
    "put_card": ("seat", "card", "origin", "zone"),  # a card that lies open goes from a zone of the seat into another
    "extra_cards": ("deck", "amount"),  # to be drawn at the end of the turn beyond the full hand
    "stand_ins": ("amount",),  # enemy pieces that may stand in for own ones at the next summoning (R6.66)
    "as_own": ("color",),  # pieces of that color, not own ones, count as own at the next summoning
    "counts_as": ("rank",),  # the summoning in progress counts as that of another rank
    "stand_in_squares": ("amount",),  # empty squares that may do so for own common pieces
    "summon": ("seat", "card", "square", "orientation"),
    "discard": ("seat", "card"),
    "return": ("seat", "card", "deck"),
    "draw": ("seat", "card", "deck"),
    "flare": ("seat", "card", "criteria"),
    "score": ("seat", "points"),
    "score_in": ("color", "other", "points"),  # instead of `score` where points are kept apart by opponent's color
    "flare_against": ("seat", "other"),  # the color compared with, just before `flare`, with several opponents
    "improvise": ("seat", "other"),  # the color of the piece used, just before `summon` (R14.21)
    "task_shown": ("card", "place"),  # a task is turned up; place None: it is the next one
    "task_sunk": ("card",),  # it may not be the next one and goes to the bottom of its deck (R11.6)
    "claim": ("seat", "card", "points"),
    "control": ("seat", "to"),  # passed to the teammate, or given back (R13.8, R13.13)
    "hand_over": ("seat", "to", "card"),  # a legend goes to the teammate
    "leave": ("seat",),  # a seat of several sides is gone (D41)
    "reshuffle": ("deck",),
    "end_triggered": ("seat",),
    "resign": ("seat",),
    "abandon": ("seat",),
    "agree": (),
    "game_over": ("reason",),
}
# Fields that are None for all seats but those named by the event's fields at these indices.
PRIVATE = {("return", "card"): (1,), ("draw", "card"): (1,), ("hand_over", "card"): (1, 2)}

_CRITERIA = ((), ("upper",), ("lower",), ("upper", "lower"))


def as_dict(rules: Rules, event: tuple[Any, ...], seat: int | None = None) -> dict[str, Any]:
    """An event with names for numbers; `seat`: as that seat may see it, None: all of it."""
    name = event[0]
    found: dict[str, Any] = {"event": name}
    for field, value in zip(rules.modules.events[name], event[1:], strict=True):
        seers = PRIVATE.get((name, field))
        hidden = seat is not None and seers is not None and seat not in [event[i] for i in seers]
        found[field] = None if hidden else _named(rules, name, field, value)
    return found


def _named(rules: Rules, name: str, field: str, value: Any) -> Any:
    if name in ("control", "hand_over") and field == "to":
        return value  # a seat
    if field == "place":
        return None if value < 0 else value
    if field in ("square", "from", "to"):
        return square_name(value)
    if field in ("rank", "old_rank"):
        return RANKS[value]
    if field in ("color", "old_color", "other"):
        return rules.color_names[value]
    if field == "card":
        return rules.entry(value).key if value else None
    if field == "orientation":
        return ORIENTATIONS[value]
    if field == "criteria":
        return list(_CRITERIA[value])
    if field == "reason":
        return REASONS[value]
    return value


class Events(Unchanging):
    """A sequence of events, read from the linked list of a state when it is looked at. Pickles as a plain list."""

    __slots__ = ("_rules", "_seat", "_tail", "_until")

    def __init__(self, rules: Rules, tail: Any, until: Any = None, seat: int | None = None) -> None:
        self._rules = rules
        self._tail = tail
        self._until = until
        self._seat = seat

    def __len__(self) -> int:
        return len(unlinked(self._tail, self._until))

    def __getitem__(self, index: Any) -> Any:
        """The event of that number, or a list of them for a slice."""
        found: Any = unlinked(self._tail, self._until)[index]
        if isinstance(index, slice):
            return [as_dict(self._rules, event, self._seat) for event in found]
        return as_dict(self._rules, found, self._seat)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (as_dict(self._rules, event, self._seat) for event in unlinked(self._tail, self._until))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Events, list)) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return list, (list(self),)  # the cards that the events rest on are code and do not pickle

    def __repr__(self) -> str:
        return repr(list(self))


def unlinked(tail: Any, until: Any = None) -> list[tuple[Any, ...]]:
    """The events of a linked list, oldest first, back to the pair `until`."""
    events: list[tuple[Any, ...]] = []
    while tail is not None and tail is not until:
        tail, *event = tail
        events.append(tuple(event))
    events.reverse()
    return events
