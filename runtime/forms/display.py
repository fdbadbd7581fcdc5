"""The task display: current tasks, the next one, claims (R10.2, R11.2 to R11.17)."""

from __future__ import annotations

from ..blocks import CLAIM_TASK
from ..drawing import shuffle
from ..move import CLAIM, Move, make
from ..offers import STOP_MOVE
from ..state import CLAIMED, EVENTS, ME, NEXT_TASK, SCORE, SEAT, TASK_DECK, TASKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..offers import State
    from ..turn import Turn

PURPOSE = 6  # of chance: the shuffles of the task deck


class Display:
    """The part of the turn that lays out tasks and lets them be claimed."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.rules = turn, turn.rules
        form: dict[str, Any] = turn.rules.form["tasks"]
        self.number: int = form["places"]
        self.later: bool = form["advanced"] == "later"
        self.most: int | None = form.get("start-points")
        self.types: int = form["start-types"]
        self.moves = {n: make(CLAIM, name=turn.rules.entry(n).key) for n in turn.rules.tasks}
        self.called = {move.name: n for n, move in self.moves.items()}
        self.facts = {n: turn.rules.entry(n).card.facts["task"] for n in turn.rules.tasks}
        self.blocks = {CLAIM_TASK: (self.answers, self.take)}

    def type_of(self, number: int) -> str:
        return self.facts[number]["type"]

    # ------------------------------------------------------------ laying out

    def lay_out(self, s: State) -> None:
        """The first current tasks and the next one, from all tasks shuffled (R10.2, R11.1 to R11.7)."""
        deck = shuffle(s, PURPOSE, self.rules.tasks)
        shown: list[int] = []
        aside: list[int] = []
        while deck and len(shown) < self.number:
            number, deck = deck[-1], deck[:-1]
            (shown if self.suits(shown, number) else aside).append(number)
        for repeats in (True, False):  # nothing else is left: those that only repeat a type first, then the others
            for number in [x for x in aside if not repeats or not self.unfit(x)]:
                if len(shown) < self.number:
                    shown.append(number)
                    aside.remove(number)
        s[TASK_DECK] = shuffle(s, PURPOSE, (*deck, *aside)) if aside else deck
        s[TASKS] = tuple(shown) + (0,) * (self.number - len(shown))
        for place, number in enumerate(shown):
            s[EVENTS] = (s[EVENTS], "task_shown", number, place)
        self.next_task(s)

    def unfit(self, number: int) -> bool:
        """Whether a task is never among the first current ones: advanced (R11.2), or worth too much (R10.2)."""
        facts = self.facts[number]
        return (self.later and facts["advanced"]) or (self.most is not None and facts["points"] > self.most)

    def suits(self, shown: list[int], number: int) -> bool:
        """Whether a task may join the first current ones and they still come to types enough (R10.2, R11.3)."""
        types = {self.type_of(x) for x in (*shown, number)}
        return not self.unfit(number) and len(types) + self.number - len(shown) - 1 >= self.types

    def barred(self, s: State) -> set[str]:
        """The types of which two current tasks are: the next one is of none of them (R11.6)."""
        types = [self.type_of(n) for n in s[TASKS] if n]
        return {x for x in types if types.count(x) > 1}

    def next_task(self, s: State) -> None:
        """Turn up the next task: of no type that two current ones share; once through the deck at most (R11.6, D25)."""
        barred = self.barred(s)
        for _ in s[TASK_DECK]:
            number, s[TASK_DECK] = s[TASK_DECK][-1], s[TASK_DECK][:-1]
            s[EVENTS] = (s[EVENTS], "task_shown", number, -1)
            if self.type_of(number) not in barred:
                s[NEXT_TASK] = number
                return
            s[TASK_DECK] = (number, *s[TASK_DECK])
            s[EVENTS] = (s[EVENTS], "task_sunk", number)
        s[NEXT_TASK] = 0

    # ------------------------------------------------------------ claiming

    def ask(self, s: State) -> bool:
        """Ask for a claim if there is one to make (R11.9); whether that is so."""
        if len(self.answers(s)) == 1:
            return False
        self.turn.stand(s, CLAIM_TASK)
        return True

    def answers(self, s: State) -> list[Move]:
        """None, or one of the current tasks whose condition is fulfilled now (R11.10 to R11.13), each once."""
        color, entry = s[ME], self.rules.entry
        return [STOP_MOVE, *(self.moves[n] for n in dict.fromkeys(s[TASKS]) if n and entry(n).claim(s, color))]

    def take(self, s: State, move: Move) -> None:
        """The task lies before its owner, the next one takes its place (R11.15, R11.16)."""
        if move is not STOP_MOVE:
            color, number, rows, score = s[ME], self.called[move.name], s[CLAIMED], s[SCORE]
            points = self.facts[number]["points"]
            s[CLAIMED] = (*rows[:color], (*rows[color], number), *rows[color + 1 :])
            s[SCORE] = (*score[:color], score[color] + points, *score[color + 1 :])
            s[EVENTS] = (s[EVENTS], "claim", s[SEAT], number, points)
            place = s[TASKS].index(number)
            s[TASKS] = (*s[TASKS][:place], s[NEXT_TASK], *s[TASKS][place + 1 :])
            if s[NEXT_TASK]:
                s[EVENTS] = (s[EVENTS], "task_shown", s[NEXT_TASK], place)
            self.next_task(s)
        self.turn.close(s, CLAIM_TASK)
