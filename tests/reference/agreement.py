"""Plays one effect in the engine and in the reference interpreter at once and compares all that can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kalarite.compiler.reference import Event, Match, World, summon
from kalarite.dsl import tree as t
from kalarite.runtime import CardSet, Game
from reference.stage import ARENA, Run

RANKS = ("common", "heroic", "legendary")


def drawn(world: World) -> str:
    """The board as the engine reads it."""
    rows = [[f"{column}{row}" for column in "abcdefghi"] for row in range(9, 0, -1)]
    return "\n".join("".join(_char(world, square) for square in row) for row in rows)


def _char(world: World, square: str) -> str:
    if square not in ARENA.squares:
        return "_"
    return "chlCHL"[3 * world.color(square) + world.rank(square)] if square in world.squares else "."


def game_of(world: World, card: t.Card, cards: CardSet, deck: str = "northern") -> Game:
    """The same position in a duel, with the card in the hand of seat 0."""
    supply = [world.supply[color] for color in (0, 1)]
    return Game.from_position(
        drawn(world),
        form="duel",
        decks=(deck, "southern"),
        cards=cards,
        hands=[[card.name], []],
        supply=supply,
        actions=world.actions,
    )


class Duel:
    """The engine and the reference side by side."""

    def __init__(self, world: World, card: t.Card, cards: CardSet, deck: str = "northern") -> None:
        self.world = world
        self.card = card
        self.game = game_of(world, card, cards, deck)
        self.begun = len(self.game.events)

    def answers(self) -> list[str]:
        return [str(move) for move in self.game.legal_moves()]

    def play(self, text: str) -> None:
        self.game.play(self.game.parse(text))

    def summon(self, match: Match, pick_up: str | None, random: Random) -> None:
        """Summon with a match and compare the whole effect."""
        self.play(f"summon {self.card.name} {match.square}")
        if f"match {match.orientation}" in self.answers():
            self.play(f"match {match.orientation}")
        if f"pick up {pick_up}" in self.answers():
            self.play(f"pick up {pick_up}")
        summon(self.world, self.card, match, pick_up)
        self.compare(["effect"], match, random)

    def flare(self, parts: Sequence[str], random: Random) -> None:
        self.play("flare")
        self.compare(parts, None, random)

    def compare(self, parts: Sequence[str], match: Match | None, random: Random) -> None:
        """Answer at random to the end; offers, board, supply, counters and events must agree."""
        for part in parts:
            run = Run(self.card, part, self.world, match)
            while run.offer is not None:
                answers = self.answers()
                assert len(answers) == len(set(answers))
                assert set(answers) == run.offer
                stop = "stop" in run.offer and random.random() < 0.12
                answer = "stop" if stop else random.choice(sorted(run.offer - {"stop"}))
                self.play(answer)
                run.take(answer)
        assert {"end"} & set(self.answers()) or any(x.startswith(("place ", "pick up ")) for x in self.answers())
        assert dict(self.game.board.pieces) == self.world.squares
        assert [list(self.game.supply(color)) for color in (0, 1)] == [self.world.supply[color] for color in (0, 1)]
        assert (self.game.actions, self.game.extra_turns) == (self.world.actions, self.world.turns)
        told = [event for x in list(self.game.events)[self.begun :] if (event := self.plain(x))]
        assert told == self.world.events

    def plain(self, event: dict[str, Any]) -> Event | None:
        """An event of the engine as the reference tells it; None for those of the turn."""
        value = {key: RANKS.index(x) if key in ("rank", "old_rank") else x for key, x in event.items()}
        for key in ("color", "old_color"):
            if key in value:
                value[key] = self.game.rules.color_names.index(value[key])
        match event["event"]:
            case "put" | "lift" as name:
                return "put" if name == "put" else "remove", value["color"], value["rank"], value["square"]
            case "destroy":
                return "destroy", value["color"], value["rank"], value["square"], value["counts"]
            case "move" | "leap" as name:
                return name, value["from"], value["to"]
            case "turn":
                return "turn", value["color"], value["old_rank"], value["rank"], value["square"]
            case "convert":
                return "convert", value["old_color"], value["old_rank"], value["rank"], value["square"]
            case "actions" | "extra_turns" as name:
                return "gain", "action" if name == "actions" else "turn", value["amount"]
            case _:
                return None
