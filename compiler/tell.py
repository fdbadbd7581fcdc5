"""Takes what happened in a game (an event as `Game.events` gives it), gives a sentence in a language.

What an event is called in a sentence is a pattern of the table `event`, mostly under the name of the event; where one
event is told in several ways, `_variant` says by which of its fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..dsl.tree import RANKS
from .language import MODEL, Key, Language, load_language

if TYPE_CHECKING:
    from ..runtime.game import Game

_NUMBERS = ("actions", "amount", "points")  # what a sentence agrees with


def tell(game: Game, events: Iterable[Mapping[str, Any]], language: str = MODEL) -> Iterator[str]:
    """A sentence for each of `events` of a game, such as `game.events` or what `game.play` gave.

    Players and colors are called as their decks are, in the language where it has a name for them.
    LanguageError: the language lacks a pattern.
    """
    own, playable = load_language(language), game.rules.cards.index["playable"]
    titles = {name: own.translated(playable[name].get("title", name)) for name in game.rules.decks}
    players = [titles[x] for x in game.rules.decks]
    for event in events:
        yield sentence(event, players, titles, own)


def sentence(event: Mapping[str, Any], players: Sequence[str], titles: Mapping[str, str], language: Language) -> str:
    """One event as a sentence. `players`: by seat, what they are called; `titles`: by color, what it is called."""
    slots: dict[str, Any] = {field: _said(field, value, players, titles, language) for field, value in event.items()}
    n = next((abs(event[x]) for x in _NUMBERS if x in event), 1)
    clause = language.say(f"event.{_variant(event)}", n=n, **slots)
    text, _ = language.finish(language.say("sentence.plain", clause=clause))
    return text[:1].upper() + text[1:]


def _said(field: str, value: Any, players: Sequence[str], titles: Mapping[str, str], language: Language) -> object:
    if value is None:
        return ""
    match field:
        case "seat" | "to" if isinstance(value, int):
            return players[value]
        case "color" | "old_color" | "other":
            return titles.get(value, value)
        case "rank" | "old_rank":
            return Key(f"rank.{value}")
        case "card":
            return language.translated(value.rpartition("/")[2])  # behind the deck where two have such a card
        case "origin" | "reason":
            return Key(f"event.{field}_{value.replace(' ', '_')}")
        case "marker":
            return language.translated(value)
        case "amount":
            return abs(value)
        case "place":
            return value + 1
        case _:
            return value


def _variant(event: Mapping[str, Any]) -> str:
    """The key of the event's pattern: its name, and what tells apart events of the same name."""
    match event:
        case {"event": "draw" | "return" | "hand_over" as name, "card": None}:
            return f"{name}_hidden"
        case {"event": "flip"}:
            up = RANKS.index(event["rank"]) > RANKS.index(event["old_rank"])
            return "upgrade" if up else "downgrade"
        case {"event": "destroy", "counts": counts} if counts > 1:
            return "destroy_twice"
        case {"event": "actions", "amount": amount} if amount < 0:
            return "actions_lost"
        case {"event": "actions_lost"}:  # a module of rules: another player will miss them
            return "actions_lost_next"
        case {"event": "extra_cards", "deck": deck}:
            return f"extra_cards_{deck}"
        case {"event": "put_card", "zone": zone}:
            return f"put_card_{zone.replace(' ', '_')}"
        case {"event": "flare", "criteria": criteria}:
            return f"flare_{'_'.join(criteria)}"
        case {"event": "task_shown", "place": None}:
            return "task_next"
        case _:
            return event["event"]
