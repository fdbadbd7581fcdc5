"""Random duels of this checkout as a ratio to those of an older one: whether a change made the duel slower.

    python tests/bench/before.py PATH [--rounds 20] [--seconds 0.3]

PATH: the older checkout, with its cards compiled (`python -c "import build_backend; build_backend.make()"` in its
`compiler/hook`). Both play the same random duels of northern against southern, each as a package of its own, in short
alternations in one process, so the machine's moods fall on both. Printed is the median of the ratios; below 0.95 the
exit status is 1.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

LEAST = 0.95
HERE = Path(__file__).resolve().parents[2]


def package(name: str, checkout: Path) -> Any:
    """The engine of a checkout, imported below a package `name` of its own."""
    root = ModuleType(name)
    root.__path__ = [str(checkout)]
    sys.modules[name] = root
    return import_module(f"{name}.runtime")


class Duels:
    """Plays random duels, one after the other."""

    def __init__(self, name: str, checkout: Path) -> None:
        self.engine = package(name, checkout)
        self.choose = import_module(f"{name}.runtime.playout").summons_first
        self.rng = random.Random(1)
        self.game = self.new()

    def new(self) -> Any:
        return self.engine.Game.new("duel", ("northern", "southern"), self.rng.getrandbits(32))

    def run(self, seconds: float) -> float:
        """Decisions a second, over about `seconds`."""
        decisions = 0
        begin = now = time.perf_counter()
        while now - begin < seconds:
            for _ in range(20):
                moves = self.game.legal_moves()
                if not moves:
                    self.game = self.new()
                    continue
                self.game.play(self.choose(self.rng, moves))
                decisions += 1
            now = time.perf_counter()
        return decisions / (now - begin)


def main() -> int:
    """Alternate both, print the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.3)
    options = parser.parse_args()
    before, after = Duels("before", options.path.resolve()), Duels("after", HERE)
    for duels in (before, after, before, after):  # tables of moves fill as they are needed
        duels.run(2.0)
    pairs = [(before.run(options.seconds), after.run(options.seconds)) for _ in range(options.rounds)]
    speeds = [statistics.median(x) for x in zip(*pairs, strict=True)]
    ratio = statistics.median(b / a for a, b in pairs)
    print(f"before {speeds[0]:,.0f} decisions/s, after {speeds[1]:,.0f} decisions/s, median ratio {ratio:.3f}")
    return int(ratio < LEAST)


if __name__ == "__main__":
    sys.exit(main())
