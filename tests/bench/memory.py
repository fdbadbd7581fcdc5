"""Whether games leave memory behind: the process's size after every hundred games.

    python tests/bench/memory.py [GAMES]

The last line is the growth between the fifth part and the end.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from kalarite.runtime import load_cards
from kalarite.runtime.playout import games


def size() -> int:
    """Kilobytes of memory in use now, where the system tells; else the most so far."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    sizes: list[int] = []
    for k, _ in enumerate(games("duel", ["northern", "southern"], number, seed=1, cards=load_cards()), 1):
        if k % max(number // 10, 1) == 0:
            sizes.append(size())
            print(f"{k} games: {sizes[-1]:,} kB")
    print(f"growth: {sizes[-1] - sizes[1]:,} kB")
