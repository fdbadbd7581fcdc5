"""Counts of sequences of answers from set-up positions (`*.perft`): what a change of the engine must not change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duels import at, play
from kalarite.runtime import Game

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.perft"))


def count(game: Game, depth: int) -> int:
    """The number of sequences of `depth` answers, shorter ones that end the game left out."""
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        total += count(after, depth - 1)
    return total


def blocks(path: Path) -> Iterator[tuple[str, str]]:
    """Name and text of each block of a file."""
    for text in re.split(r"(?m)^(?=id )", path.read_text("utf-8"))[1:]:
        yield text.partition("\n")[0].removeprefix("id "), text


ALL = {f"{path.stem}:{name}": (path, text) for path in FILES for name, text in blocks(path)}


def position_of(text: str) -> Game:
    """The game that a block describes."""
    lines = [line for line in text.splitlines() if line]
    facts = {word: rest for word, _, rest in (line.partition(" ") for line in lines if not line.startswith(" "))}
    drawing = "\n".join(line for line in lines if line.startswith(" "))
    options: dict[str, Any] = {"seed": 1, "to_move": int(facts.get("to-move", "0"))}
    hand = facts["hand"].split(", ") if "hand" in facts else []
    options["hands"] = [[], hand] if options["to_move"] else [hand]
    options["actions"] = int(facts.get("actions", "2"))
    options["final_turns"] = int(facts.get("final-turns", "0"))
    if "supply" in facts:
        options["supply"] = [list(map(int, row.split())) for row in facts["supply"].split(" / ")]
    game = at(drawing, facts["board"].removeprefix("at "), **options)
    return play(game, *facts["play"].split(", ")) if "play" in facts else game


def counted(text: str) -> str:
    """The block with the counts as they are now."""
    game = position_of(text)
    return re.sub(r"perft (\d) \d+", lambda found: f"perft {found[1]} {count(game, int(found[1]))}", text)


@pytest.mark.parametrize("name", ALL)
def test_counts_stay(name: str, request: pytest.FixtureRequest) -> None:
    path, text = ALL[name]
    now = counted(text)
    if request.config.getoption("--update-golden"):
        path.write_text(path.read_text("utf-8").replace(text, now), "utf-8", newline="\n")
        return
    assert now == text, "if the change is right, --update-golden rewrites the counts"


def test_counts_are_many_and_of_real_positions() -> None:
    assert len(ALL) >= 20
    found = [int(x) for _, text in ALL.values() for x in re.findall(r"perft \d (\d+)", text)]
    assert all(found)
    assert max(found) > 4000


def test_a_count_by_hand() -> None:
    """69 squares less the three start squares taken; then one less each time."""
    game = at("c.C\n.c.", "d4", actions=3)
    assert [count(game, depth) for depth in (1, 2)] == [66, 66 * 65]
