"""Lines of scenarios that do not come true, or cannot be meant, are failures: each with a sentence that says why."""

from __future__ import annotations

import pytest
from kalarite.compiler.scenario import Shelf, run_example
from kalarite.dsl.parse import parse_scenarios
from kalarite.dsl.source import Source

CARDS = Shelf().built_in
TASKS = "tasks Center Cross, Destruction, Imprisonment\nnext Red Summoning"
MELEE = "decks northern, southern, highland\n"
BOARD = "before at c3\n  ch\n"

WRONG = [  # form, lines, what is said
    ("high", f"{BOARD}scores 2 1\nexpect score 2 2", "score: 2 1, expected 2 2"),
    ("high", f"{BOARD}expect asked 1", "asked: 0, expected 1"),
    ("high", f"{BOARD}turn of 1\nexpect turn of 0", "turn of: 1, expected 0"),
    ("high", f"{BOARD}expect control 1", "control: 0, expected 1"),
    ("high", f"{BOARD}final 2\nexpect final 1", "final turns: 2, expected 1"),
    ("high", f"{BOARD}{TASKS}\nexpect tasks Center Cross, Destruction, -", "tasks: Center Cross, Destruction, Imp"),
    ("high", f"{BOARD}{TASKS}\nexpect next -", "next task: Red Summoning, expected -"),
    ("high", f"{BOARD}{TASKS}\nclaimed 1: Side Chain\nexpect claimed 1:", "claimed: ['Side Chain'], expected []"),
    ("high", f"{BOARD}hand of 1: Bomb\nexpect hand of 1: Knight", "Knight is not in the hand of 1; there: Bomb"),
    ("high", f"{BOARD}hand of 1: Bomb\nexpect hand of 1: 1 legend", "other cards in the hand of 1: Bomb"),
    ("high", f"{BOARD}expect winners 0", "the game is not over yet"),
    ("high", f"{BOARD}resign 0\nexpect places 1 2", "places: 2 1, expected 1 2"),
    ("high", f"{BOARD}resign 0\nexpect winners 0", "winners: 1, expected 0"),
    ("high", f"{BOARD}refuses resign 1", "offered, but should be refused: resign 1"),
    ("high", f"{BOARD}refuses plase e5", "'plase e5' is no move"),
    ("high", f"{BOARD}turn of 2\ndone", "'turn of 2': seats go from 0 to 1 here"),
    ("high", f"{BOARD}form duel\ndone", "'form' belongs before the board"),
    ("high", f"{BOARD}play place e5\nscores 1 1", "'scores' belongs before the first answer"),
    ("high", f"first-turn\n{BOARD}done", "no board and no other line of a position goes with it"),
    ("high", "form hihg\nfirst-turn\ndone", "hihg"),
    ("high", "decks northern\nfirst-turn\ndone", "is played with 2 decks, not 1"),
    ("melee", f"{MELEE}gone 0\n{BOARD}done", "gone: northern is to move and cannot be gone"),
    ("melee", f"{MELEE}scores 0 1 2 / 0 0 0 / 0 0 0\n{BOARD}expect score 0 1 1 / 0 0 0 / 0 0 0", "0 1 2 / 0 0 0 / 0"),
    ("melee", f"{MELEE}improvised 0: 1\n{BOARD}expect improvised 0:", "improvised: [1], expected []"),
    ("melee", f"{MELEE}gone 1\n{BOARD}expect gone 2", "gone: 1, expected 2"),
    ("melee", f"{MELEE}improvised 0: 3\n{BOARD}done", "there is no number 3 here: numbers go from 0 to 2"),
    ("melee", f"{MELEE}{BOARD}refuses leave 1", "offered, but should be refused: leave 1"),
    ("duel", f"{BOARD}improvised 0: 1\ndone", "improvised: games of form 'duel' have none"),
    ("duel", f"{BOARD}take back", "there is nothing to take back"),
]


@pytest.mark.parametrize(("form", "lines", "said"), WRONG, ids=[x[2][:40] for x in WRONG])
def test_what_is_not_so_is_told(form: str, lines: str, said: str) -> None:
    text = "example test [card]\n" + "\n".join(f"  {x}" for x in lines.splitlines())
    examples, mistakes = parse_scenarios(Source.of(text + "\n"))
    assert not mistakes
    failure = run_example(examples[0], CARDS, form=form)
    assert failure is not None
    assert said in failure.message
