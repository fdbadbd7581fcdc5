"""Forms and arenas of one's own: one that cannot be played is found by `gather`, at its place; the others end."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.compiler.deck import CARDS
from kalarite.compiler.sources import gather
from kalarite.dsl.diagnostic import Diagnostic

DUEL = (CARDS / "forms" / "duel.toml").read_text("utf-8").replace('"duel"', '"own"')
ARENA = """\
name = "pond"
title = "Pond"
rows = ["...", ".r.", "..."]
starts = { sides = [["a1"], ["c3"]] }
"""


def found(folder: Path, built_in: bool = True, form: str = DUEL, arena: str = ARENA) -> list[Diagnostic]:
    for kind, text in (("form", form), ("arena", arena)):
        (folder / f"{kind}s").mkdir(exist_ok=True)
        (folder / f"{kind}s" / "own.toml").write_text(text, "utf-8")
    return gather([folder], built_in)[1]


@pytest.mark.parametrize("built_in", [True, False])
@pytest.mark.parametrize("arena", ["standard", "pond"])
def test_a_form_in_an_arena_that_is_there(tmp_path: Path, arena: str, built_in: bool) -> None:
    """Also where only the folder is looked at, as `check` does."""
    assert found(tmp_path, built_in, DUEL.replace('"standard"', f'"{arena}"')) == []


def base(name: str) -> str:
    """A built-in form under another name."""
    return (CARDS / "forms" / f"{name}.toml").read_text("utf-8").replace(f'name = "{name}"', 'name = "own"')


def with_lines(text: str, changes: dict[str, str]) -> str:
    """Each line that begins with a key becomes the text given; "" takes it away."""
    lines = text.splitlines()
    for start, line in changes.items():
        assert any(x.startswith(start) for x in lines), start
        lines = [line if x.startswith(start) else x for x in lines]
    return "\n".join(lines) + "\n"


NO_POINTS = {"legend-summoned": "", "flare-invoked": "", "destroyed": "", "common-pair": ""}
NO_TASKS = {"[tasks]": "", "places": "", "advanced": "", "start-types": ""}
BY_COLOR = {"total": 'total = "by-color"', "winner": 'winner = "highest-lowest"'}
POINTS_ONLY = {"trigger": 'trigger = ["points"]', "cards-left": ""}
CARDS_ONLY = {"trigger": 'trigger = ["cards"]', "points =": ""}
FOR_THREE = 'players = [2, 3]\nfor.3.start.places = "symbols"'
BOTH = '[start]\nplaces = "sides"\n[tasks]'

# A built-in form, what is changed in it, the beginning of the line that is told, and what is said.
MISFITS: list[tuple[str, dict[str, str], str, str]] = [
    ("duel-team", {"players": "players = [2, 4]"}, "players", "a team game has 4 players: write players = [4]"),
    ("duel", {"arena": 'arena = "standard"\nfor.3.supply.legendary = 2'}, "for.3", "'for.3' is for 3 players, but"),
    ("melee", {"players": "players = [3]"}, "[for.4.supply]", "'players' does not name 4"),
    ("duel", {"draw": 'draw = "team-legends"'}, "draw", "'team-legends' needs teams: write teams = true"),
    ("duel", {"discard": "discard = true\npass-control = true"}, "pass-", "'pass-control' needs teams: write teams"),
    ("duel", {"[start]": "", "places": ""}, "set-up", "'start-pieces' puts pieces where [start] says: give both or"),
    ("duel", {"set-up": "set-up = []"}, "[start]", "'start-pieces' puts pieces where [start] says: give both or"),
    ("duel", {"arena": 'arena = "standart"'}, "arena", "there is no arena called 'standart'"),
    ("duel", {"places": 'places = "corners"'}, "places", "arena 'standard' has no start places called 'corners'"),
    ("duel", {"places": 'places = "symbols"'}, "places", "2 sides put 2 start pieces, but arena 'standard' has 3"),
    ("melee", {"without": "without = []"}, "places", "4 sides put 4 start pieces, but arena 'standard' has 3 places"),
    ("duel-team", {"places": 'places = "symbols"'}, "places", "2 sides put 2 start pieces, but arena 'standard' has 3"),
    (
        "duel",
        {"places": 'places = "sides"\nwithout = [3]'},
        "without",
        "position 3 in 'without': there are only 2 play",
    ),
    ("duel-team", {"places": 'places = "sides"\nwithout = [1]'}, "without", "sides of a team are not left out"),
    ("high", {"set-up": "set-up = []"}, "[tasks]", "tasks are laid out by 'tasks', claimed by 'claim', described in"),
    ("high", {"turn-end": "turn-end = []"}, "[tasks]", "give all three or none"),
    ("high", NO_TASKS, "set-up", "give all three or none"),
    ("duel", {"turn-end": 'turn-end = ["claim"]'}, "turn-end", "give all three or none"),
    ("high", {"[tasks]": BOTH, "set-up": 'set-up = ["start-pieces", "tasks"]'}, "set-up", "tasks are laid out before"),
    ("first", {"start-types": "start-types = 4"}, "start-types", "there cannot be more types than places"),
    ("duel", {"winner": 'winner = "highest-lowest"'}, "winner", "'highest-lowest' compares points kept by color"),
    ("melee", {"winner": 'winner = "most-points"'}, "winner", 'it goes with total = "by-color" and nothing else does'),
    ("duel-team", BY_COLOR, "total", "points by color belong to a player: not with teams"),
    ("duel-team", {"discard": "discard = true\nimprovise = true"}, "improvise", "improvised summonings belong to a"),
    (
        "high",
        {**BY_COLOR, "legend-standing": ""},
        "turn-end",
        "a task's points have no color: 'claim' does not go with",
    ),
    ("duel", {"summoned": "summoned = []"}, "legend-summoned", "'points.legend-summoned' gives points, but no block"),
    ("high", {"total": 'total = "points"'}, "legend-standing", 'it needs total = "points-and-legends"'),
    ("first", {"[end]": "[points]\ncommon-pair = 1\n[end]"}, "common-pair", 'it needs score = "destroyed"'),
    ("first", {"[end]": "[points]\ndestroyed = [0, 0, 1]\n[end]"}, "destroyed", 'it needs score = "destroyed"'),
    ("duel", {"common-pair": "leftover = 1"}, "leftover", 'it needs total = "by-color"'),
    ("duel", {"legendary": "legendary = 0"}, "legends", "without legendary pieces no legend can be summoned"),
    ("duel", {"legendary": "legendary = 0"}, "legend-summoned", "without legendary pieces no legend can be summoned"),
    ("high", {"legendary": "legendary = 0"}, "legend-standing", "without legendary pieces no legend can be summoned"),
    ("duel", {"flares": "flares = 0"}, "flare-invoked", "nobody ever holds a flare"),
    ("duel", {"legends": "legends = 0"}, "summoned", "nobody ever holds a legend"),
    ("high", {"legends": "legends = 0"}, "legend-standing", "nobody ever holds a legend"),
    ("duel", {"points =": ""}, "trigger", "trigger 'points' needs 'end.points'"),
    ("duel", {"cards-left": ""}, "trigger", "trigger 'cards' needs 'end.cards-left'"),
    ("duel", {"trigger": 'trigger = ["points"]'}, "cards-left", "no trigger reads 'end.cards-left'"),
    ("duel", {"trigger": 'trigger = ["cards"]'}, "points =", "no trigger reads 'end.points'"),
    ("melee", {"trigger": 'trigger = ["cards"]'}, "points = 10", "no trigger reads 'end.points'"),
    ("duel", {**NO_POINTS, **POINTS_ONLY}, "[end]", "nobody can score here, so the game would never end"),
    ("duel", {**CARDS_ONLY, "beings": "beings = 0"}, "[end]", "nobody can draw a card of the own deck here"),
    ("duel", {**NO_POINTS, "beings": "beings = 0"}, "[end]", "nobody can score or draw a card of the own deck here"),
    ("melee", {"arena": 'arena = "standard"\ndecks = ["a", "b", "c"]'}, "decks", "'decks' names 3 decks for 4 players"),
]


@pytest.mark.parametrize(("name", "changes", "where", "message"), MISFITS, ids=[f"{x[0]} {x[3]}" for x in MISFITS])
def test_what_does_not_fit_together(
    tmp_path: Path, name: str, changes: dict[str, str], where: str, message: str
) -> None:
    form = with_lines(base(name), changes)
    mistakes = found(tmp_path, form=form)
    assert {x.code for x in mistakes} == {"K083"}
    told = [(form.splitlines()[x.line - 1], x.message) for x in mistakes]
    assert [x for x in told if x[0].startswith(where) and message in x[1]], told
    assert len(set(told)) == len(told)


FITS: list[tuple[str, dict[str, str]]] = [
    *((x, {}) for x in ("first", "high", "duel", "high-team", "duel-team", "melee")),
    ("duel", {"[start]": "", "places": "", "set-up": "set-up = []"}),
    ("duel", {"arena": 'arena = "standard"\ndecks = ["northern", "southern"]', "cards-left": "cards-left = 6"}),
    ("duel", {**POINTS_ONLY, "beings": "beings = 0"}),
    ("duel", {**NO_POINTS, **CARDS_ONLY}),
    (
        "duel",
        {"legendary": "legendary = 0", "legends": "legends = 0", "legend-summoned": "", "summoned": "summoned = []"},
    ),
    ("duel", {"flares": "flares = 0", "flare-invoked": ""}),
    ("duel", {**BY_COLOR, "common-pair": "leftover = 1"}),
    ("duel", {"players": FOR_THREE}),
    ("melee", {"players": "players = [3, 4]\nfor.3.end.points = 14"}),
    ("melee", {"places": 'places = "symbols"\nwithout = []'}),
    ("high", {**POINTS_ONLY, "[points]": "", "legend-standing": ""}),
    ("high", {"[tasks]": BOTH, "set-up": 'set-up = ["tasks", "start-pieces"]'}),
]


@pytest.mark.parametrize(("name", "changes"), FITS, ids=[f"{x[0]} {' '.join(x[1])}" for x in FITS])
def test_what_fits_together(tmp_path: Path, name: str, changes: dict[str, str]) -> None:
    assert found(tmp_path, form=with_lines(base(name), changes)) == []


def line_of(text: str, start: str) -> int:
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize("built_in", [True, False])
def test_an_arena_that_lacks_the_places(tmp_path: Path, built_in: bool) -> None:
    for arena in (ARENA.replace("sides", "corners"), ARENA.replace(', ["c3"]', "")):
        (mistake,) = found(tmp_path, built_in, DUEL.replace('"standard"', '"pond"'), arena)
        assert (mistake.code, mistake.line) == ("K083", line_of(DUEL, "places"))
        assert mistake.help


def test_a_form_may_name_an_arena_of_a_later_folder(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    (first / "forms").mkdir(parents=True)
    (second / "arenas").mkdir(parents=True)
    (first / "forms" / "own.toml").write_text(DUEL.replace('"standard"', '"pond"'), "utf-8")
    (second / "arenas" / "pond.toml").write_text(ARENA, "utf-8")
    assert gather([first, second])[1] == []


ENDS: list[tuple[dict[str, str], bool]] = [
    ({}, True),
    ({"common-pair": "", "flare-invoked": "", "destroyed": ""}, True),
    ({"legend-summoned": "", "flare-invoked": "", "common-pair": "", "destroyed": "destroyed = [0, 0, 1]"}, True),
    (NO_POINTS, False),
    ({"beings": "beings = 0", "flares": "flares = 0", "flare-invoked": ""}, True),
    ({"beings": "beings = 0", "legends": "legends = 0", "legend-summoned": "", "common-pair": ""}, True),
    ({"beings": "beings = 0", "flares": "flares = 0", "legends": "legends = 0"}, False),
]


@pytest.mark.parametrize(("changes", "ends"), ENDS)
def test_a_form_must_be_able_to_end(tmp_path: Path, changes: dict[str, str], ends: bool) -> None:
    form = with_lines(DUEL, {**POINTS_ONLY, **changes})
    assert bool([x for x in found(tmp_path, form=form) if "never end" in x.message]) != ends


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["...", ".r.", "..."]', '["   "]', "an arena has a square"),
        ('["...", ".r.", "..."]', "[]", "an arena has a square"),
        ('"..."]', '"...\\n"]', "a row is up to 9"),
        ('"c3"', '"c3\\n"', "a square is a letter"),
        ('"pond"', '"pond\\n"', "a name is small letters"),
        ('"pond"', '"pond--x"', "a name is small letters"),
        ('"Pond"', '"Po\\u001bnd"', "a title is one line"),
        ("starts", "start", "unknown key 'start'"),
        ("sides", "Sides", "a name is small letters"),
        ('["c3"]', '["c3", "i9"]', "'i9' is no square of this arena"),
        ('["c3"]', '["c3", "a1"]', "'a1' stands in two places of 'starts.sides': a piece could not tell which"),
        ('["c3"]', "[]", "the entry is empty"),
        ('[["a1"], ["c3"]]', "[]", "'sides' is empty"),
    ],
)
def test_an_arena_that_is_none(tmp_path: Path, old: str, new: str, message: str) -> None:
    mistakes = found(tmp_path, arena=ARENA.replace(old, new))
    assert [x for x in mistakes if message in x.message], mistakes


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = 18 ", "points = 18.0 ", "'points' must be a whole number"),
        ("two-sided = 16", "two-sided = 16.0", "'two-sided' must be a whole number"),
        ("[2]", "[2.0]", "must be a whole number"),
        ('"own"', '"own\\n"', "a name is small letters"),
        ('"Deathmatch Duel"', '"Death\\nmatch"', "a title is one line"),
    ],
)
def test_a_form_with_values_that_will_not_do(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in DUEL
    mistakes = found(tmp_path, form=DUEL.replace(old, new))
    assert [x for x in mistakes if message in x.message], mistakes
