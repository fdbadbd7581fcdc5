"""Takes forms of play and arenas, gives what in a form does not fit together; its ending in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

from ..dsl.diagnostic import Diagnostic
from ..dsl.source import Source
from ..dsl.suggest import suggest
from ..runtime.forms import form_for
from .deck import CARDS
from .manifest import place_of, read_manifest

# What is wrong: the keys at whose line it is told, a sentence, and help where the sentence has no way out.
_Fault: TypeAlias = tuple[tuple[str, ...], str, str]
_Form: TypeAlias = Mapping[str, Any]

_READERS: Mapping[str, tuple[tuple[str, str], ...]] = {  # of points: the blocks that they need
    "legend-summoned": (("summoned", "legend"),),
    "legend-standing": (("total", "points-and-legends"),),
    "destroyed": (("score", "destroyed"),),
    "common-pair": (("score", "destroyed"),),
    "leftover": (("score", "destroyed"), ("total", "by-color")),
}
_TRIGGERS = {"points": "points", "cards": "cards-left"}  # the key of [end] that each reads


def check_forms(
    forms: Iterable[tuple[dict[str, Any], Source]], arenas: Mapping[str, Mapping[str, Any]]
) -> list[Diagnostic]:
    """What does not fit together. `arenas`: beside the built-in ones, those that a form may name."""
    known = {**_built_in_arenas(), **arenas}
    found: list[Diagnostic] = []
    for data, source in forms:
        faults = dict.fromkeys(_faults(data, known))  # what is wrong with several numbers of players is told once
        found += [Diagnostic("K083", place_of(source, keys), text, source, help_) for keys, text, help_ in faults]
    return found


@cache
def _built_in_arenas() -> dict[str, dict[str, Any]]:
    """They are there for everybody, also where only the folders of somebody are looked at."""
    found = (read_manifest(file, "arena") for file in sorted((CARDS / "arenas").glob("*.toml")))
    return {data["name"]: data for data, _, mistakes in found if not mistakes}


def _faults(data: _Form, arenas: Mapping[str, _Form]) -> Iterator[_Fault]:
    """Everything that is wrong, place by place: first with the file, then with it for each number of players."""
    yield from _players(data)
    if data["arena"] not in arenas:
        close = suggest(data["arena"], arenas)
        help_ = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(sorted(arenas))}"
        yield ("arena",), f"there is no arena called '{data['arena']}'", help_
    for players in data["players"]:
        form = form_for(data, players)
        laid_over = data.get("for", {}).get(str(players), {})
        for check in (_teams, _start, _tasks, _totals, _points, _pieces, _triggers):
            for keys, text, help_ in check(form):
                yield _written(laid_over, str(players), keys), text, help_
        for keys, text, help_ in _places(form, arenas.get(data["arena"]), players):
            yield _written(laid_over, str(players), keys), text, help_


def _written(laid_over: _Form, players: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Where a key is written that a number of players may have of its own."""
    table = laid_over.get(keys[0], {})
    return ("for", players, *keys) if table and (len(keys) == 1 or keys[1] in table) else keys


def _players(data: _Form) -> Iterator[_Fault]:
    players = data["players"]
    if data.get("teams") and players != [4]:
        yield ("players",), "a team game has 4 players: write players = [4]", ""
    for number in data.get("for", {}):
        if int(number) not in players:
            yield ("for", number), f"'for.{number}' is for {number} players, but 'players' does not name {number}", ""
    decks = data.get("decks")
    if decks is not None and len(decks) < max(players):
        yield ("decks",), f"'decks' names {len(decks)} decks for {max(players)} players", ""


def _teams(form: _Form) -> Iterator[_Fault]:
    if form["teams"]:
        if form["blocks"]["total"] == "by-color":
            yield ("blocks", "total"), "points by color belong to a player: not with teams", ""
        if form["turn"]["improvise"]:
            yield ("turn", "improvise"), "improvised summonings belong to a player: not with teams", ""
        return
    for keys, value in ((("blocks", "draw"), "team-legends"), (("turn", "pass-control"), True)):
        if form[keys[0]][keys[1]] == value:
            name = keys[1] if value is True else value
            yield keys, f"'{name}' needs teams: write teams = true", ""


def _start(form: _Form) -> Iterator[_Fault]:
    set_up, where = form["blocks"]["set-up"], form["start"]["places"]
    if ("start-pieces" in set_up) != bool(where):
        place = ("start",) if where else ("blocks", "set-up")
        yield place, "'start-pieces' puts pieces where [start] says: give both or neither", ""
    if set_up == ["start-pieces", "tasks"]:
        sentence = 'tasks are laid out before start pieces are put: write set-up = ["tasks", "start-pieces"]'
        yield ("blocks", "set-up"), sentence, ""


def _places(form: _Form, arena: _Form | None, players: int) -> Iterator[_Fault]:
    """As many places as start pieces (R12.3)."""
    name, without = form["start"]["places"], form["start"]["without"]
    beyond = [x for x in without if x > players]
    for position in beyond:
        sentence = f"position {position} in 'without': there are only {players} players"
        yield ("start", "without"), sentence, ""
    if without and form["teams"]:
        yield ("start", "without"), "sides of a team are not left out", ""
    elif name and arena is not None and not beyond:
        places, sides = arena.get("starts", {}).get(name), 2 if form["teams"] else players
        pieces = sides - len(without)
        if places is None:
            help_ = "name them in its [starts], or choose another arena"
            yield ("start", "places"), f"arena '{form['arena']}' has no start places called '{name}'", help_
        elif len(places) != pieces:
            sentence = (
                f"{sides} sides put {pieces} start pieces, "
                f"but arena '{form['arena']}' has {len(places)} places called '{name}'"
            )
            yield ("start", "places"), sentence, "leave a side out with 'without', or name other places"


def _tasks(form: _Form) -> Iterator[_Fault]:
    tasks, blocks = form["tasks"], form["blocks"]
    given = {
        ("tasks",): bool(tasks["places"]),
        ("blocks", "set-up"): "tasks" in blocks["set-up"],
        ("blocks", "turn-end"): "claim" in blocks["turn-end"],
    }
    if len(set(given.values())) > 1:
        sentence = (
            "tasks are laid out by 'tasks', claimed by 'claim', described in [tasks]: give all three or none of them"
        )
        yield next(keys for keys, there in given.items() if there), sentence, ""
    elif tasks["places"] and tasks["start-types"] > tasks["places"]:
        yield ("tasks", "start-types"), "there cannot be more types than places", ""


def _totals(form: _Form) -> Iterator[_Fault]:
    blocks = form["blocks"]
    if (blocks["total"] == "by-color") != (blocks["winner"] == "highest-lowest"):
        sentence = (
            "'highest-lowest' compares points kept by color: it goes with total = \"by-color\" and nothing else does"
        )
        yield ("blocks", "winner"), sentence, ""
    if blocks["total"] == "by-color" and "claim" in blocks["turn-end"]:
        sentence = "a task's points have no color: 'claim' does not go with total = \"by-color\""
        yield ("blocks", "turn-end"), sentence, ""


def _points(form: _Form) -> Iterator[_Fault]:
    blocks = form["blocks"]
    for key, readers in _READERS.items():
        missing = [(block, name) for block, name in readers if blocks[block] not in (name, [name])]
        if missing and _worth(form, key):
            needed = " and ".join(f'{x} = ["{y}"]' if x == "summoned" else f'{x} = "{y}"' for x, y in missing)
            yield ("points", key), f"'points.{key}' gives points, but no block reads it: it needs {needed}", ""


def _worth(form: _Form, key: str) -> bool:
    """Whether a key of [points] gives any."""
    return any(form["points"][key]) if key == "destroyed" else bool(form["points"][key])


def _pieces(form: _Form) -> Iterator[_Fault]:
    """What needs a card or a piece that nobody has."""
    hand, help_ = form["hand"], "give 'legendary' pieces in [supply], or leave legends out"
    for keys in (("hand", "legends"), ("points", "legend-summoned"), ("points", "legend-standing")):
        if form[keys[0]][keys[1]] and not form["supply"]["legendary"]:
            yield keys, "without legendary pieces no legend can be summoned", help_
    if _worth(form, "flare-invoked") and not hand["flares"]:
        yield ("points", "flare-invoked"), "nobody ever holds a flare", "give 'flares' in [hand]"
    if "legend" in form["blocks"]["summoned"] and not hand["legends"]:
        yield ("blocks", "summoned"), "nobody ever holds a legend", "give 'legends' in [hand], or write summoned = []"
    if _worth(form, "legend-standing") and not hand["legends"]:
        yield ("points", "legend-standing"), "nobody ever holds a legend", "give 'legends' in [hand]"


def _triggers(form: _Form) -> Iterator[_Fault]:
    """Each trigger has its key of [end] and each key its trigger; one of them can come true."""
    triggers, end = form["blocks"]["trigger"], form["end"]
    for trigger, key in _TRIGGERS.items():
        if trigger in triggers and key not in end:
            yield ("blocks", "trigger"), f"trigger '{trigger}' needs 'end.{key}'", ""
        if trigger not in triggers and key in end:
            yield ("end", key), f"no trigger reads 'end.{key}'", f"add '{trigger}' to 'trigger', or remove the key"
    ways = {"points": (_can_score(form), "score"), "cards": (form["hand"]["beings"], "draw a card of the own deck")}
    if not any(ways[x][0] for x in triggers):
        never = " or ".join(ways[x][1] for x in triggers)
        yield ("end",), f"nobody can {never} here, so the game would never end", ""


def _can_score(form: _Form) -> bool:
    """Whether something that can happen in a game is worth points."""
    hand, legendary = form["hand"], form["supply"]["legendary"]
    legends = hand["legends"] and legendary
    acts = hand["beings"] or hand["flares"] or legends
    ways = (
        "claim" in form["blocks"]["turn-end"],
        (_worth(form, "legend-summoned") or _worth(form, "legend-standing")) and legends,
        _worth(form, "flare-invoked") and hand["flares"],
        any(form["points"]["destroyed"][: 3 if legendary else 2]) and acts,
        (_worth(form, "common-pair") or _worth(form, "leftover")) and acts,
    )
    return any(ways)


def ending(data: _Form, players: int) -> str:
    """What ends a game of a form for so many players, in words: `18 points, or the last card of a deck`."""
    end = form_for(data, players)["end"]
    ways = [f"{end['points']} points"] if "points" in end else []
    if "cards-left" in end:
        left = end["cards-left"]
        ways.append(f"{left} card{'s' if left > 1 else ''} left of a deck" if left else "the last card of a deck")
    return ", or ".join(ways)
