"""Runs commands in this process and looks at what they print, and a deck of one's own to run them on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from kalarite.compiler.cli import main

TOAD = """\
common being Toad

pattern
  c@

effect
  standard move up to 1

example the Toad may hop once [card]
  before at d4
    .c.
  play summon Toad f4, f4-f5
  done
  after at d4
    ..c
    .c.
"""
HERON = """\
heroic being Heron

pattern
  c.@
  c..

effect
  may destroy 1 enemy common piece adjacent
"""
MANIFEST = """\
name = "moor"
title = "Moor"
kind = "beings"
cards = ["toad", "heron"]

[playable.moor]
title = "The Moor"
color = "#227744"
"""


class Done(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """`run("check", path)`: what a command prints, and its status."""

    def call(*arguments: object) -> Done:
        with pytest.raises(SystemExit) as ended:
            main([str(x) for x in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(int(ended.value.code or 0), out, err)

    return call


@pytest.fixture
def moor(tmp_path: Path) -> Path:
    """A deck of one's own."""
    folder = tmp_path / "moor"
    folder.mkdir()
    for name, text in (("toad.card", TOAD), ("heron.card", HERON), ("deck.toml", MANIFEST)):
        (folder / name).write_text(text, "utf-8")
    return folder
