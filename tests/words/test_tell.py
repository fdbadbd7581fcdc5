"""What happens in a game, told in every language: each event, and games told as they are played."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Any

import pytest
from kalarite.compiler.language import LanguageError, languages, load_language
from kalarite.compiler.tell import sentence, tell
from kalarite.runtime import Game
from kalarite.runtime.events import EVENTS as OWN_EVENTS
from kalarite.runtime.modules.collected import class_of
from kalarite.runtime.state import REASONS

MODULES = ("frozen", "gateway", "warp")
EVENTS = dict(OWN_EVENTS) | {k: v for x in MODULES for k, v in class_of(x, {}).events.items()}
PLAYERS, TITLES = ["Anna", "Bruno"], {"northern": "Anna", "highland": "Bruno"}
VALUES: dict[str, tuple[Any, ...]] = {
    "seat": (0,), "to": (1,), "turn": (3,), "color": ("northern",), "old_color": ("highland",), "other": ("highland",),
    "rank": ("common", "heroic", "legendary"), "old_rank": ("common", "heroic", "legendary"), "square": ("e5",),
    "from": ("d4",), "counts": (0, 1, 2), "card": ("Knight", "imperial/Knight"), "orientation": ("n",),
    "deck": ("being", "legend", "flare"), "points": (1, 2), "actions": (1, 2), "amount": (1, 2), "place": (0, None),
    "criteria": (["upper"], ["lower"], ["upper", "lower"]), "reason": REASONS, "marker": ("gateway",),
    "origin": ("pile", "deck", "hand", "play", "pending", "this"),
    "zone": ("deck", "under deck", "hand", "pile", "play"),
}  # fmt: skip
SAID = {
    "en": {
        "turn_begins": "Turn 3: Anna begins with 2 actions.",
        "put": "A heroic piece of Anna comes to e5.",
        "summon": "Anna summons Knight on e5.",
        "claim": "Anna claims Knight for 1 point.",
    },
    "it": {
        "turn_begins": "Turno 3: Anna inizia con 2 azioni.",
        "put": "Un pezzo eroico di Anna arriva in e5.",
        "counts_as": "Questa conta come l'evocazione di una creatura eroica.",
        "claim": "Anna reclama Knight per 1 punto.",
    },
    "zh": {
        "turn_begins": "第 3 回合：Anna 开始，有 2 个行动。",
        "put": "Anna 的 1 枚英雄棋子进入 e5。",
        "summon": "Anna 在 e5 召唤 Knight。",
        "claim": "Anna 领取 Knight，得 1 分。",
    },
}


def events_of(name: str) -> list[dict[str, Any]]:
    """An event with every combination of values; what a seat may not know is None in some."""
    found: list[dict[str, Any]] = []
    for values in product(*(VALUES[x] for x in EVENTS[name])):
        event = {"event": name, **dict(zip(EVENTS[name], values, strict=True))}
        if name in ("move", "leap", "swap"):
            event["to"] = "c3"
        if name != "flip" or event["rank"] != event["old_rank"]:
            found.append(event)
    return found + [{**x, "card": None} for x in found if name in ("draw", "return", "hand_over")]


@pytest.mark.parametrize("language", languages())
def test_every_event_is_told(language: str) -> None:
    own = load_language(language)
    for name in EVENTS:
        try:
            told = [sentence(x, PLAYERS, TITLES, own) for x in events_of(name)]
        except LanguageError as error:
            if language == "en":
                raise
            pytest.skip(str(error))
        for text in told:
            assert not re.search(r"[{}\[\]<>|_]|\s\s|a\(n\)|None|\s[.,;:。，]", text), text
            assert text.endswith("。" if language == "zh" else ".")
            bare = re.sub(r"\b(Anna|Bruno|Knight|gateway|[a-i][1-9])\b", "", text)
            assert language != "zh" or not re.search(r"[A-Za-z]", bare), text


@pytest.mark.parametrize(("language", "name"), [(x, y) for x in SAID for y in SAID[x]])
def test_an_event_reads_so(language: str, name: str) -> None:
    wanted = {"actions": 2, "rank": "heroic", "points": 1, "card": "Knight"}
    event = next(x for x in events_of(name) if all(x[field] == value for field, value in wanted.items() if field in x))
    assert sentence(event, PLAYERS, TITLES, load_language(language)) == SAID[language][name]


@pytest.mark.parametrize("language", languages())
def test_events_that_differ_are_told_apart(language: str) -> None:
    """But for what is no news at the table: the orientation, and as how many a destroyed piece counts."""
    own, seen = load_language(language), dict[str, str]()
    for name in (x for x in EVENTS if not own.missing(load_language())):
        for event in events_of(name):
            fields = {k: v for k, v in event.items() if k not in ("orientation", "counts", "place")}
            fields["card"] = str(fields.get("card")).rpartition("/")[2]
            fields |= {"deck": ""} if name in ("return", "draw", "reshuffle") else {}
            fields |= {"place": event.get("place") is None, "counts": event.get("counts") == 2}
            key = repr(sorted(fields.items(), key=str))
            assert seen.setdefault(sentence(event, PLAYERS, TITLES, own), key) == key


@pytest.mark.parametrize("language", languages())
def test_games_of_all_expansions_are_told(language: str) -> None:
    decks, choose = ["everfrost", "etherweave", "nethervoid"], Random(1).choice
    game = Game.new("melee", decks, 1)
    while not game.is_over:
        game.play(choose(game.legal_moves()))
    assert {"freeze", "thaw", "warp", "mark"} <= {x["event"] for x in game.events}
    assert len(list(tell(game, game.events, language))) == len(game.events)


@pytest.mark.parametrize("form", ["duel", "high"])
def test_a_game_is_told(form: str) -> None:
    game, choose = Game.new(form, ["northern", "highland"], 7), Random(7)
    for _ in range(400):
        if game.is_over:
            break
        game.play(choose.choice(list(game.legal_moves())))
    for language in languages():
        told = list(tell(game, game.events, language))
        assert len(told) == len(game.events)
    assert any("北方帝国学派召唤" in x or "北方帝国学派在" in x for x in tell(game, game.events, "zh"))
    for seat in (0, 1):
        told = list(tell(game, game.events_for(seat)))
        assert f"{('Highland School', 'Northern Imperial School')[seat]} draws a card." in told
