"""What all tests share: snapshots of what is derived, rewritten by `--update-golden`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the snapshots that differ; a person reviews the change"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("imperial/knight.txt", text)`: text equals that file of tests/golden."""
    update = bool(request.config.getoption("--update-golden"))

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.is_file() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8", newline="\n")
            return
        assert path.is_file(), f"there is no snapshot {name}: make it with --update-golden, then read it"
        assert text == path.read_text("utf-8"), f"{name} has changed: if rightly so, --update-golden rewrites it"

    return compare
