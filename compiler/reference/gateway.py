"""Who is the Gateway, from what happened alone: the rules N1 to N3 read a second time, by their letter.

Told the events of a game one by one, an account knows the Gateway of each color. It knows
no state and none of the engine's code: tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RANKS = ("common", "heroic", "legendary")


class Account:
    """`beings`: those of the deck, with their rank as a number."""

    def __init__(self, beings: Mapping[str, int]) -> None:
        self.beings = beings
        self.gateway: dict[str, str] = {}  # color -> square
        self.away: dict[str, str] = {}  # color -> rank of its Gateway, where that was taken off the board
        self.rank: dict[str, str] = {}  # square -> rank of what stands there
        self.summoned = ""  # the being of the deck that is put next
        self.square = ""  # where

    def squares(self) -> list[str]:
        """Where the Gateways of all colors are."""
        return sorted(self.gateway.values())

    def tell(self, event: Mapping[str, Any]) -> None:
        """What happened next."""
        happened = getattr(self, f"_{event['event']}", None)
        if happened:
            happened(event)

    # ------------------------------------------------------------ coming (N2)

    def _summon(self, event: Mapping[str, Any]) -> None:
        self.summoned = event["card"] if event["card"] in self.beings else ""  # N2.7
        self.square = event["square"]

    def _put(self, event: Mapping[str, Any]) -> None:
        color, square = event["color"], event["square"]
        self.rank[square] = event["rank"]
        if not self.summoned or square != self.square:
            return
        there = self.gateway.get(color)
        takes_over = there is not None and self.rank[there] == "common" and self.beings[self.summoned] == 1  # N2.3
        if there is None or takes_over:  # N2.1; N2.2 comes to the same: the piece on the square is gone by now
            self.gateway[color] = square
            self.away.pop(color, None)  # N3.5: what was taken is not the Gateway any more
        self.summoned = ""

    def _mark(self, event: Mapping[str, Any]) -> None:
        self.gateway[event["color"]] = event["square"]  # N2.5
        self.away.pop(event["color"], None)

    # ------------------------------------------------------------ going (N1.5, N3)

    def _move(self, event: Mapping[str, Any]) -> None:
        start, end = event["from"], event["to"]
        self.rank[end] = self.rank.pop(start)
        if self.gateway.get(event["color"]) == start:
            self.gateway[event["color"]] = end

    _leap = _move

    def _destroy(self, event: Mapping[str, Any]) -> None:
        self.rank.pop(event["square"], None)
        if self.gateway.get(event["color"]) == event["square"]:
            del self.gateway[event["color"]]

    _lift = _destroy

    def _swap(self, event: Mapping[str, Any]) -> None:
        there = {event["from"]: event["to"], event["to"]: event["from"]}
        self.rank |= {there[square]: self.rank[square] for square in there}
        self.gateway = {color: there.get(square, square) for color, square in self.gateway.items()}

    def _take(self, event: Mapping[str, Any]) -> None:
        if self.gateway.get(event["color"]) == event["square"]:
            self.away[event["color"]] = event["rank"]
        self._destroy(event)

    def _put_back(self, event: Mapping[str, Any]) -> None:
        color = event["color"]
        self.rank[event["square"]] = event["rank"]
        if self.away.get(color) == event["rank"]:  # N3.5
            del self.away[color]
            self.gateway[color] = event["square"]

    def _convert(self, event: Mapping[str, Any]) -> None:
        self.rank[event["square"]] = event["rank"]
        if self.gateway.get(event["old_color"]) == event["square"]:
            del self.gateway[event["old_color"]]

    def _flip(self, event: Mapping[str, Any]) -> None:
        self.rank[event["square"]] = event["rank"]
        if event["rank"] == "legendary" and self.gateway.get(event["color"]) == event["square"]:
            del self.gateway[event["color"]]
