"""The export: as its published schema says, complete, in the order of the decks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from kalarite.compiler.export import export
from kalarite.compiler.sheet import Sheet

SCHEMAS = Path(__file__).resolve().parents[2] / "compiler" / "schemas"


@pytest.fixture(scope="module")
def data(sheets: list[Sheet]) -> dict[str, Any]:
    return json.loads(json.dumps(export(sheets)))


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads((SCHEMAS / "card.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def card(data: dict[str, Any], name: str) -> dict[str, Any]:
    return next(x for x in data["cards"] if x["name"] == name)


def test_it_is_as_the_schema_says(data: dict[str, Any], validator: Any) -> None:
    assert [x.message for x in validator.iter_errors(data)] == []


def broken(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The export with one thing wrong."""
    first = data["cards"][0]
    for change in (
        {"rank": "big"},
        {"directions": None},
        {"pattern": []},
        {"pattern": ["c?"]},
        {"extra": 1},
        {"kind": "spell"},
        {"text": ""},
        {"copies": 0},
    ):
        yield {**data, "cards": [first | change]}
    for key in first:
        yield {**data, "cards": [{k: v for k, v in first.items() if k != key}]}
    yield {**data, "version": 2}


def test_the_schema_finds_what_is_wrong(data: dict[str, Any], validator: Any) -> None:
    wrong = list(broken(data))
    assert [x for x in wrong if validator.is_valid(x)] == []
    assert len(wrong) == 9 + len(data["cards"][0])


def test_a_being(data: dict[str, Any]) -> None:
    gun_tower = card(data, "Gun Tower")
    assert gun_tower["deck"] == "imperial"
    assert gun_tower["id"] == "gun-tower"
    assert gun_tower["kind"] == "being"
    assert gun_tower["rank"] == "heroic"
    assert gun_tower["pattern"] == ["@.", "cc", "cc"]
    assert gun_tower["directions"] == ["W", "E"]
    assert gun_tower["program"] is None
    assert [x["name"] for x in gun_tower["parts"]] == ["effect"]
    assert gun_tower["parts"][0]["margin"] is None
    assert gun_tower["parts"][0]["heading"] is None
    assert {"text": "Empty squares between are passed over, at any distance.", "ground": "R6.34"} in gun_tower[
        "rulings"
    ]
    assert card(data, "Knight")["directions"] == []


def test_a_flare_has_no_rank_and_no_pattern(data: dict[str, Any]) -> None:
    flare = card(data, "flare-01")
    assert flare["kind"] == "flare"
    assert flare["rank"] is None
    assert flare["pattern"] is None
    assert [(x["name"], x["margin"]) for x in flare["parts"]] == [("upper", 3), ("lower", 6)]
    assert flare["parts"][0]["heading"] == "If the opponent has at least 3 more upgraded pieces than you"


def test_each_statement_has_its_words(data: dict[str, Any]) -> None:
    for entry in data["cards"]:
        for part in entry["parts"]:
            assert all(x["text"] in part["text"] for x in part["statements"])
    first = card(data, "Swordmaster")["parts"][0]["statements"]
    assert [x["statement"] for x in first] == ["s1", "s2", "s3", "s4"]
    assert first[1]["text"] == "destroy 1 diagonally adjacent enemy common piece"


def test_the_order_is_that_of_the_decks(data: dict[str, Any], sheets: list[Sheet]) -> None:
    assert [(x["deck"], x["name"]) for x in data["cards"]] == [(x.deck.name, x.card.name) for x in sheets]
    assert list(dict.fromkeys(x["deck"] for x in data["cards"])) == [
        "highland",
        "imperial",
        "sylvan",
        "etherweave",
        "everfrost",
        "nethervoid",
        "legends",
        "flares",
        "tasks",
    ]


def test_programs_come_from_the_caller(sheets: list[Sheet]) -> None:
    made = export(sheets[:2], lambda meaning: {"of": meaning.name})
    assert [x["program"] for x in made["cards"]] == [{"of": x.card.name} for x in sheets[:2]]
