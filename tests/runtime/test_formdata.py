"""What a form says for a number of players: its own keys, those laid over them, and what it leaves out."""

from __future__ import annotations

from typing import Any

import pytest
from kalarite.runtime import load_cards
from kalarite.runtime.forms import DEFAULTS, form_for

CARDS = load_cards()


@pytest.mark.parametrize("name", CARDS.forms)
def test_a_form_is_whole_and_its_file_stays(name: str) -> None:
    data = CARDS.form(name)
    before = repr(data)
    for players in data["players"]:
        form = form_for(data, players)
        assert "for" not in form
        for key, table in DEFAULTS.items():
            assert not isinstance(table, dict) or set(table) <= set(form[key])
        for key in data.keys() - {"for", *data.get("for", {}).get(str(players), {})}:
            assert not isinstance(data[key], dict) or data[key].items() <= form[key].items()
    assert repr(data) == before


def test_what_a_form_leaves_out() -> None:
    first = form_for(CARDS.form("first"), 2)
    assert first["points"] == {**dict.fromkeys(first["points"], 0), "destroyed": [0, 0, 0]}
    assert first["start"] == {"places": "", "without": []}
    assert (first["teams"], first["turn"]["improvise"], first["end"]) == (False, False, {"points": 6, "cards-left": 0})
    assert form_for(CARDS.form("duel"), 2)["tasks"]["places"] == 0


def test_a_melee_is_another_with_four() -> None:
    three, four = (form_for(CARDS.form("melee"), players) for players in (3, 4))
    changed: dict[str, Any] = {"supply": {"two-sided": 14, "legendary": 3}, "end": {"points": 10, "cards-left": 0}}
    assert four == {**three, **changed, "start": {"places": "symbols", "without": [2]}}
    assert three["supply"]["two-sided"] == 15


def test_a_key_for_some_players_alone() -> None:
    """Also of a table that the form does not have otherwise."""
    data = {**CARDS.form("first"), "players": [2, 3], "for": {"3": {"points": {"common-pair": 4}}}}
    assert [form_for(data, x)["points"]["common-pair"] for x in (2, 3)] == [0, 4]
