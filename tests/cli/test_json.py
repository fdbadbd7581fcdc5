"""What commands print with --json is as its published schema says, and is laid out for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from kalarite.compiler.cli.common import as_json_text

from .conftest import TOAD, Done

Run = Callable[..., Done]
SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "compiler" / "schemas" / "cli.schema.json").read_text("utf-8")
)


def validator(command: str) -> Draft202012Validator:
    Draft202012Validator.check_schema(SCHEMA)
    return Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{command}"})


WITH_A_NOTE = "  destroy self\n  combat move\n"
COMMANDS = [  # command, what is put in the place of the Toad's move
    (["check"], ""),
    (["check", "--debug"], ""),
    (["check"], "  standart move\n"),
    (["check"], WITH_A_NOTE),
    (["test"], ""),
    (["test"], "  may leap\n"),
    (["test"], "  standart move\n"),
    (["list", "decks"], ""),
    (["list", "cards"], ""),
    (["list", "forms"], ""),
]


@pytest.mark.parametrize(("arguments", "effect"), COMMANDS)
def test_a_command_prints_what_the_schema_says(run: Run, moor: Path, arguments: list[str], effect: str) -> None:
    if effect:
        (moor / "toad.card").write_text(TOAD.replace("  standard move up to 1\n", effect))
    data = json.loads(run(*arguments, moor, "--json").out)
    assert not list(validator(arguments[0]).iter_errors(data))
    assert not list(Draft202012Validator(SCHEMA).iter_errors(data))


def test_a_note_is_among_them(run: Run, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("  standard move up to 1\n", WITH_A_NOTE))
    assert json.loads(run("check", moor, "--json").out)["mistakes"][0]["notes"]


def test_figures_of_games(run: Run) -> None:
    data = json.loads(run("playout", "--games", 2, "--json").out)
    assert not list(validator("playout").iter_errors(data))


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("check", {"version": 2, "cards": 1, "mistakes": []}),
    ("check", {"version": 1, "cards": 1}),
    ("test", {"version": 1, "examples": [{"card": "Toad"}], "mistakes": []}),
    ("list", {"version": 1, "decks": [], "cards": []}),
    ("playout", {"version": 1}),
]


@pytest.mark.parametrize(("command", "data"), WRONG)
def test_the_schema_finds_what_is_wrong(command: str, data: dict[str, Any]) -> None:
    assert list(validator(command).iter_errors(data))


VALUES: list[tuple[Any, str]] = [
    ({}, "{}"),
    ([], "[]"),
    ({"a": [1, [2, 3]], "b": None}, '{\n  "a": [1, [2, 3]],\n  "b": null\n}'),
    ([{"ä": []}, 1], '[\n  {\n    "ä": []\n  },\n  1\n]'),
    ([["x" * 60], ["y" * 60]], f'[\n  ["{"x" * 60}"],\n  ["{"y" * 60}"]\n]'),
]


@pytest.mark.parametrize(("value", "text"), VALUES, ids=[str(i) for i in range(len(VALUES))])
def test_short_lists_stay_on_a_line(value: Any, text: str) -> None:
    assert as_json_text(value) == text
    assert json.loads(text) == value


@pytest.mark.parametrize("name", ["moor.pdf", "moor.png"])
@pytest.mark.parametrize("size", ["63x88", "20x20"])
def test_printed_cards(run: Run, moor: Path, tmp_path: Path, name: str, size: str) -> None:
    done = run("print", moor, "--card", "Heron", "--out", tmp_path / name, "--size", size, "--json")
    data = json.loads(done.out)
    assert not list(validator("print").iter_errors(data))
    assert not list(Draft202012Validator(SCHEMA).iter_errors(data))
    assert bool(data["files"]) == (tmp_path / name).is_file() == (not data["problems"]) == (done.status == 0)
