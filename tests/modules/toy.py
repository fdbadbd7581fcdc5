"""Modules for tests: `Toy` uses every hook and everything that a module can declare, `Tallies` a few hooks more.

Toy: the first own being gets the flag, which spares its piece once from being destroyed.
A summoned Clerk may be kept instead of going to the pile; a kept one can be replayed
(its effect, once, then it goes to the pile) or summoned again. It counts as held, and
costs a point. At the end of a turn with fewer than two summonings one action less is
chosen for the next, or not. Each seat has a secret number that only it sees.
"""

from __future__ import annotations

from typing import Any

from kalarite.runtime import Move
from kalarite.runtime.modules import Module
from kalarite.runtime.offers import STOP_MOVE
from kalarite.runtime.rules import Entry
from kalarite.runtime.state import EVENTS, LEG, ME, PLAYED, SEAT, SITE, SUMMONED, TURN

State = list[Any]


def with_entry(row: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
    return (*row[:i], value, *row[i + 1 :])


class Toy(Module):
    markers = ("flag",)
    events = {"kept": ("seat", "card"), "replayed": ("seat", "card"), "tired": ("seat",)}

    def declare(self) -> None:
        self.kept = self.card_slot("kept")
        self.lazy = self.slot("lazy", (0,) * self.rules.seats)
        self.secret = self.slot("secret", tuple(range(7, 7 + self.rules.seats)), hidden=True)
        self.moves = self.slot("moves", 0)
        self.replay = self.verb("replay", self.take_replay)
        self.keep, self.drop, self.rest = self.verb("keep"), self.verb("drop"), self.verb("rest")
        self.which = self.question("which", "done", self.which_answers, self.take_which)
        self.resting = self.question("resting", "end", self.rest_answers, self.take_rest)
        self.raising = self.question("raising", "summoned", self.raise_answers, self.take_raise)

    def ready(self) -> None:
        self.clerk = self.rules.number["Clerk"]

    # ---- the flag

    def put(self, s: State, color: int, rank: int, square: int) -> None:
        s[self.moves] += 1

    def moved(self, s: State, a: int, b: int) -> None:
        s[self.moves] += 1

    def flipped(self, s: State, square: int, old: int, new: int) -> None:
        assert abs(new - old) == 1
        if new == 2:
            for color in self.colors:
                if self.marked(s, "flag", color) == square:
                    self.tools.unmark(s, self.marker_slots["flag"], color)

    def leave(self, s: State, color: int, rank: int, square: int, how: str) -> None:
        assert how in ("destroy", "lift", "convert", "take")

    def may_carry(self, s: State, word: str, square: int) -> bool:
        return not s[LEG] >> square & 1

    def refused(self, s: State, square: int, how: str) -> bool:
        assert how in ("destroy", "move", "leap", "convert")
        if not s[self.marker_slots["flag"]] >> square & 1:
            return False
        color = self.tools.color_at(s, square)
        self.tools.unmark(s, self.marker_slots["flag"], color)
        return True

    def barred(self, s: State) -> int:
        return s[self.marker_slots["flag"]]

    # ---- summonings

    def summoned(self, s: State, entry: Entry) -> bool:
        if s[SEAT] not in self.seats:
            return False
        if entry.rank == 1 and self.marked(s, "flag", s[ME]) < 0:
            return self.ask(s, self.raising)
        if self.marked(s, "flag", s[ME]) < 0:
            self.tools.mark(s, self.marker_slots["flag"], s[SITE])
        return False

    def raise_answers(self, s: State) -> list[Move]:
        return [self.keep(square=s[SITE]), STOP_MOVE]

    def take_raise(self, s: State, move: Move) -> None:
        if move is not STOP_MOVE:
            self.tools.mark(s, self.marker_slots["flag"], move.a)

    def done(self, s: State, entry: Entry) -> bool:
        return entry.number == self.clerk and s[SEAT] in self.seats and self.ask(s, self.which)

    def which_answers(self, s: State) -> list[Move]:
        if s[self.kept][s[SEAT]]:
            return [self.drop(self.clerk)]
        return [self.keep(self.clerk), self.drop(self.clerk)]

    def take_which(self, s: State, move: Move) -> None:
        if move is self.keep(self.clerk):
            s[self.kept] = with_entry(s[self.kept], s[SEAT], self.clerk)
            s[PLAYED] = 0
            s[EVENTS] = (s[EVENTS], "kept", s[SEAT], self.clerk)

    # ---- the kept card

    def act(self, s: State, moves: list[Move]) -> None:
        if number := s[self.kept][s[SEAT]]:
            moves.append(self.replay(number))

    def take_replay(self, s: State, move: Move) -> None:
        number = self.rules.number[move.name]
        s[self.kept] = with_entry(s[self.kept], s[SEAT], 0)
        s[PLAYED] = number
        s[EVENTS] = (s[EVENTS], "replayed", s[SEAT], number)
        self.begin_part(s, number, "effect")

    def hand(self, s: State) -> tuple[int, ...]:
        return (s[self.kept][s[SEAT]],) if s[self.kept][s[SEAT]] else ()

    def taken(self, s: State, number: int) -> None:
        s[self.kept] = with_entry(s[self.kept], s[SEAT], 0)

    def held(self, s: State, seat: int) -> int:
        return len(self.cards(s, seat))

    def total(self, s: State, color: int) -> int:
        return -sum(len(self.cards(s, seat)) for seat in self.rules.sides.seats_of[color])

    # ---- turns

    def end(self, s: State) -> bool:
        return s[SEAT] in self.seats and len(s[SUMMONED]) < 2 and s[TURN] > 2 and self.ask(s, self.resting)

    def rest_answers(self, s: State) -> list[Move]:
        return [self.rest(), STOP_MOVE]

    def take_rest(self, s: State, move: Move) -> None:
        if move is not STOP_MOVE:
            s[self.lazy] = with_entry(s[self.lazy], s[SEAT], 1)
            s[EVENTS] = (s[EVENTS], "tired", s[SEAT])

    def begin(self, s: State, seat: int, actions: int) -> int:
        lost = s[self.lazy][seat]
        s[self.lazy] = with_entry(s[self.lazy], seat, 0)
        return max(0, actions - lost)

    def draw(self, s: State, seat: int) -> None:
        s[self.secret] = with_entry(s[self.secret], seat, s[self.secret][seat] + 1)

    def wrong(self, s: State) -> str:
        return "nobody is that tired" if max(s[self.lazy]) > 1 else ""


class Tallies(Module):
    """What a seat of it destroys counts twice; every summoning is counted."""

    def declare(self) -> None:
        self.count = self.slot("count", 0)

    def tally(self, s: State, tally: int) -> int:
        return 2 * tally if s[SEAT] in self.seats else tally

    def summoned(self, s: State, entry: Entry) -> bool:
        s[self.count] += 1
        return False


MODULES = {"toy": Toy, "tallies": Tallies}
