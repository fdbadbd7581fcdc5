"""What a process pays for the engine: imports, work a decision, memory."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tracemalloc
from collections import Counter
from pathlib import Path
from types import FrameType

import kalarite.runtime
import pytest
from duels import begun, new, walk
from kalarite.runtime import Game, load_cards
from kalarite.runtime.playout import Dice, at_random, games, play_out

RUNTIME = Path(kalarite.runtime.__path__[0])
PLAY = """
import sys
before = set(sys.modules)
from kalarite.runtime import Game, load_cards
cards = load_cards()
assert len(cards) == 156
loaded = sorted(set(sys.modules) - before)
from kalarite.runtime.playout import Dice, play_out
game = Game.new(form="duel", decks=["northern", "southern"], seed=1)
play_out(game, Dice(1))
Game.from_json(game.to_json())
after = sorted(set(sys.modules) - before)
print(*loaded, "/", *after)
"""


def fresh(code: str, *options: str) -> list[str]:
    """The words that a fresh process prints."""
    path = os.pathsep.join(x for x in sys.path if x)
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, *options, "-c", code], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout.decode().split()


@pytest.fixture(scope="module")
def loaded() -> tuple[list[str], list[str]]:
    """Modules that importing and loading bring in, and those after a whole game and a save."""
    words = fresh(PLAY)
    cut = words.index("/")
    return words[:cut], words[cut + 1 :]


def test_no_third_party_module_and_neither_language_nor_compiler(loaded: tuple[list[str], list[str]]) -> None:
    for modules in loaded:
        tops = {name.partition(".")[0] for name in modules} - {"kalarite"}
        assert tops <= sys.stdlib_module_names
        ours = {name.split(".")[1] for name in modules if name.startswith("kalarite.")}
        assert ours == {"runtime", "cards"}


def test_importing_is_cheap(loaded: tuple[list[str], list[str]]) -> None:
    """None of the modules that cost much (11 to 50 ms each) before a game needs one."""
    costly = {"dataclasses", "typing", "json", "re", "enum", "pathlib", "tomllib", "importlib.resources", "random"}
    costly |= {"importlib.metadata", "inspect", "difflib", "copy", "pickle", "hashlib", "subprocess", "logging"}
    assert not costly & set(loaded[0])


def test_the_engine_runs_isolated_from_any_folder(tmp_path: Path) -> None:
    """Vendored: the two packages copied elsewhere under another name, no site, no environment (`-I -S`)."""
    cards = RUNTIME.parent / "cards"
    for source, name in ((RUNTIME, "runtime"), (cards / "_compiled", "cards/_compiled")):
        shutil.copytree(source, tmp_path / "game" / "rules" / name, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from game.rules.runtime import Game, load_cards, replay\n"
        "game = Game.new(seed=1)\n"
        "game.play(game.legal_moves()[0])\n"
        "assert replay(game.record) == game\n"
        "print(len(load_cards()), game.record.splitlines()[-1])"
    )
    assert fresh(code, "-I", "-S") == [str(len(load_cards())), *begun(1).record.splitlines()[-1].split()]


def test_chance_is_not_the_random_module(loaded: tuple[list[str], list[str]]) -> None:
    assert "random" not in loaded[1]


# ---------------------------------------------------------------- work, counted


class Calls:
    """Counts the calls of Python functions of the engine."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def __enter__(self) -> Calls:
        sys.setprofile(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _call(self, frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and Path(frame.f_code.co_filename).parent == RUNTIME:
            self.counts[frame.f_code.co_name] += 1


def test_listing_twice_is_one_work() -> None:
    game = begun()
    game.legal_moves()
    with Calls() as calls:
        game.legal_moves()
    assert sum(calls.counts.values()) == 1


def test_a_copy_is_a_handful_of_steps() -> None:
    """It does not grow with the length of the game: log and history are shared."""
    for game in (begun(), *[x.copy() for x in walk(new(1), 1)][100:101]):
        with Calls() as calls:
            game.copy()
        assert sum(calls.counts.values()) <= 2


def test_a_decision_costs_few_calls() -> None:
    """Plain work: calls of engine functions a decision, listing and playing together."""
    play_out(new(1), Dice(1), at_random)  # tables of moves are made when first needed
    decisions, dice, game = 0, Dice(1), new(1)
    with Calls() as calls:
        while not game.is_over:
            game.play(at_random(dice, game.legal_moves()))
            decisions += 1
    assert decisions > 100
    assert sum(calls.counts.values()) / decisions < 35
    assert calls.counts["copy"] == 0, "no copying to find out what is legal"


def test_events_are_made_plain_only_when_looked_at() -> None:
    game = begun()
    with Calls() as calls:
        game.play(game.legal_moves()[0])
    assert calls.counts["as_dict"] == 0


# ---------------------------------------------------------------- memory


def test_short_games_leave_memory_flat() -> None:
    def run(number: int, seed: int) -> None:
        for game, _ in games("duel", ["northern", "southern"], number, seed=seed, turn_limit=8):
            Game.from_json(game.to_json())

    run(40, 1)  # tables of moves fill
    gc.collect()
    tracemalloc.start()
    try:
        run(50, 2)
        gc.collect()
        first = tracemalloc.get_traced_memory()[0]
        run(100, 3)
        gc.collect()
        second = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert second - first < 400_000, "bytes that 100 games left behind: a few in tables, but no game"


def test_a_finished_game_is_freed() -> None:
    def alive() -> int:
        gc.collect()
        return sum(isinstance(x, Game) for x in gc.get_objects())

    before = alive()
    game = new(2)
    play_out(game, Dice(2))
    assert alive() == before + 1
    del game
    assert alive() == before


def test_the_built_in_cards_are_one_value_in_a_process() -> None:
    assert load_cards() is load_cards()
    assert new(1).rules is new(2).rules
