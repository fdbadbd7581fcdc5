"""The hand-written scenarios and the worked examples of the cards, played by the reference interpreter.

It knows effects, not turns: steps that speak of the turn (placing, ending, scores,
discards) are left to the engine; a scenario is taken up to its first such `play`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from kalarite.compiler.reference import Match, World, claimable, criteria, matches, pick_ups, summon
from kalarite.dsl import tree as t
from kalarite.dsl.parse import parse_scenarios
from kalarite.dsl.source import Source
from reference.stage import ARENA, LETTERS, STOCK, Run, shipped

GOLDEN = Path(__file__).parents[1] / "golden"
TURN = ("place ", "end", "discard", "return")  # answers of the turn itself


@cache
def scenarios() -> dict[str, tuple[t.Card, t.Example]]:
    """Every scenario with its card, by `card::title`."""
    found: dict[str, tuple[t.Card, t.Example]] = {}
    for name, card in shipped().items():
        examples = list(card.examples)
        for path in GOLDEN.glob(f"*/{name}.scenarios"):
            read, diagnostics = parse_scenarios(Source.of(path.read_bytes(), str(path)))
            assert not diagnostics, [x.message for x in diagnostics]
            examples += read
        found |= {f"{name}::{example.title}": (card, example) for example in examples}
    return found


class Table:
    """A position on which color 0 acts, one scenario long."""

    def __init__(self, card: t.Card) -> None:
        self.card = card
        self.world = World(ARENA, {}, {})
        self.run: Run | None = None
        self.parts: list[str] = []  # of a flare, still to be run
        self.open: list[Match] = []  # matches of the summoning that is being declared

    # ------------------------------------------------------------ set-up

    def before(self, squares: dict[str, tuple[int, int]]) -> None:
        self.world.squares = squares
        self.world.supply = {color: [*STOCK] for color in (0, 1)}
        for color, rank in squares.values():
            self.world.supply[color][rank // 2] -= 1

    def supply(self, text: str) -> None:
        whose, two_sided, legendary = text.split()
        self.world.supply[0 if whose == "own" else 1] = [int(two_sided), int(legendary)]

    # ------------------------------------------------------------ decisions

    def offer(self) -> set[str]:
        """The answers now; of the turn's own question only the summonings or the flare of the card."""
        if self.run:
            return set(self.run.offer or ())
        if self.open:
            return self.match_texts() or {f"pick up {square}" for square in self.pick_ups()}
        if self.card.kind == "flare":
            return {"flare"} if criteria(self.world, self.card, 1) else set()
        return {f"summon {self.card.name} {match.square}" for match in self.possible()}

    def play(self, answer: str) -> None:
        assert answer in self.offer(), (answer, sorted(self.offer()))
        last = answer.split()[-1]
        if self.run:
            self.run.take(answer)
        elif answer == "flare":
            self.parts = criteria(self.world, self.card, 1)
        elif answer.startswith("pick up"):
            self.begin(last)
        else:
            among = self.open or self.possible()
            self.open = [match for match in among if last in (match.square, match.orientation)]
            if not self.match_texts() and len(self.pick_ups()) < 2:
                self.begin(*self.pick_ups())
        self.go_on()

    def go_on(self) -> None:
        """Leave a part that is done and begin the next one of a flare."""
        if self.run and self.run.offer is None:
            self.run = None
        while self.parts and not self.run:
            run = Run(self.card, self.parts.pop(0), self.world)
            self.run = run if run.offer is not None else None

    # ------------------------------------------------------------ summoning

    def possible(self) -> list[Match]:
        """Matches with which the card can be summoned, shortage included (R5.18)."""
        found = matches(self.card, self.world) if self.world.actions else []
        return [match for match in found if pick_ups(self.card, self.world, match) != frozenset()]

    def match_texts(self) -> set[str]:
        """The question for the match, asked if the open ones differ in what the card's text speaks of (D13)."""
        text = repr(self.card.parts)
        words = {"marks": ["'marked'"], "arrows": ["'arrow'", "ChooseArrow"], "used": ["used=True"]}
        spoken_of = [part for part, found in words.items() if any(word in text for word in found)]
        meanings = {tuple(getattr(match, part) for part in spoken_of) for match in self.open}
        return {f"match {match.orientation}" for match in self.open} if len(meanings) > 1 else set()

    def pick_ups(self) -> set[str]:
        return {square for match in self.open for square in pick_ups(self.card, self.world, match) or ()}

    def begin(self, pick_up: str | None = None) -> None:
        match = next(x for x in self.open if pick_up in (pick_ups(self.card, self.world, x) or {None}))
        self.open = []
        summon(self.world, self.card, match, pick_up)
        self.run = Run(self.card, "effect", self.world, match)


# ---------------------------------------------------------------- the lines of a scenario


def squares_of(step: t.Step) -> dict[str, tuple[int, int]]:
    """A drawn board; without a window it is the whole arena."""
    column, row = (ord(step.window[0]) - ord("a"), int(step.window[1])) if step.window else (0, 1)
    return {
        chr(ord("a") + column + x) + str(row + y): LETTERS[char]
        for y, text in enumerate(reversed(step.rows))
        for x, char in enumerate(text)
        if char in LETTERS
    }


def expect(world: World, text: str) -> None:
    match text.split():
        case ["actions", number]:
            assert world.actions == int(number)
        case ["turns", number]:
            assert world.turns == int(number)
        case ["supply", whose, two_sided, legendary]:
            assert world.supply[0 if whose == "own" else 1] == [int(two_sided), int(legendary)]
        case ["destroyed", *numbers]:
            assert [world.destroyed.get((1, rank), 0) for rank in range(3)] == [int(x) for x in numbers]
        case ["score" | "discards" | "hand" | "holds", *_]:
            pass  # the turn's matter
        case _:
            raise AssertionError(text)


def check(table: Table, step: t.Step) -> None:
    """Carry out one line of a scenario; what the turn itself offers is not looked at."""
    answers = {x.strip() for x in step.text.split(",")}
    other = tuple(x for x in answers if x.startswith("summon ") and not x.startswith(f"summon {table.card.name} "))
    of_turn = {x for x in answers if x.startswith((*TURN, *other))}
    match step.word:
        case "before":
            table.before(squares_of(step))
        case "after":
            assert table.world.squares == squares_of(step)
        case "actions":
            table.world.actions = int(step.text)
        case "supply":
            table.supply(step.text)
        case "pile":
            table.world.pile = [x.strip() for x in step.text.split(",")]
        case "play":
            for answer in step.text.split(","):
                table.play(answer.strip())
        case "offers" if not of_turn:
            assert table.offer() == answers
        case "allows":
            assert answers - of_turn <= table.offer()
        case "refuses":
            assert not (answers - of_turn) & table.offer()
        case "done":
            assert table.run is None
            assert not table.open
        case "expect":
            expect(table.world, step.text)
        case "hand" | "offers":
            pass
        case "destroyed":
            table.world.destroyed = {(1, rank): int(n) for rank, n in enumerate(step.text.split())}
        case "summoned":
            said = [x.split() for x in step.text.split(",")]
            table.world.summoned = [(t.RANKS.index(rank), square) for rank, square in said]
        case "claimable" | "not":
            assert claimable(table.card, table.world) == (step.word == "claimable")
        case _:
            raise AssertionError(step.word)


def speaks_of_the_turn(step: t.Step, card: t.Card) -> bool:
    """Whether a `play` goes beyond the card: another action, another card."""
    answers = [x.strip() for x in step.text.split(",")]
    summons = [x for x in answers if x.startswith("summon ")]
    return step.word == "play" and (
        any(x.startswith(TURN) for x in answers) or any(not x.startswith(f"summon {card.name} ") for x in summons)
    )


@pytest.mark.parametrize("title", scenarios())
def test_a_scenario_holds(title: str) -> None:
    card, example = scenarios()[title]
    table = Table(card)
    for step in example.steps:
        if speaks_of_the_turn(step, card):
            return
        check(table, step)


def test_most_scenarios_are_played_to_their_end() -> None:
    whole = [not any(speaks_of_the_turn(step, card) for step in x.steps) for card, x in scenarios().values()]
    assert sum(whole) >= 0.9 * len(whole)
    assert {card.name for card, _ in scenarios().values()} == {card.name for card in shipped().values()}
