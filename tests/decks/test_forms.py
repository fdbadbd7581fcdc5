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


def line_of(text: str, start: str) -> int:
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize("built_in", [True, False])
@pytest.mark.parametrize(
    ("name", "arena", "message"),
    [
        ("standart", ARENA, "there is no arena 'standart'"),
        ("pond", ARENA.replace("sides", "places"), "2 start pieces need places"),
        ("pond", ARENA.replace(', ["c3"]', ""), "2 start pieces need places"),
    ],
)
def test_a_form_without_a_place(tmp_path: Path, name: str, arena: str, message: str, built_in: bool) -> None:
    form = DUEL.replace('"standard"', f'"{name}"')
    (mistake,) = found(tmp_path, built_in, form, arena)
    assert (mistake.code, mistake.line) == ("K084", line_of(form, "arena"))
    assert mistake.message.startswith(message)
    assert mistake.help


POINTLESS = [("points", "0"), ("legend-summoned", "0"), ("flare-invoked", "0"), ("destroyed", "[0, 0, 0]")]
NO_CARD = [("cards-left", "")]
ENDS: list[tuple[list[tuple[str, str]], bool]] = [
    ([], True),
    ([("cards-left", "")], True),
    ([("points", "")], True),
    ([("points", ""), ("cards-left", "")], False),
    ([*POINTLESS[1:], ("common-pair", "0")], True),
    ([*POINTLESS[1:], ("common-pair", "0"), *NO_CARD], False),
    ([*POINTLESS[1:], *NO_CARD], True),
    ([*POINTLESS[1:], ("common-pair", "0"), ("beings", "0")], False),
    ([*POINTLESS[2:], ("common-pair", "0"), *NO_CARD], True),
    ([*POINTLESS[2:], ("common-pair", "0"), *NO_CARD, ("legends", "0")], False),
    ([*POINTLESS[2:], ("common-pair", "0"), *NO_CARD, ("legendary", "0")], False),
    ([("legend-summoned", "0"), ("flare-invoked", "0"), ("common-pair", "0"), *NO_CARD, ("legendary", "0")], True),
    ([("points", "1"), ("beings", "0"), ("legends", "0"), ("flares", "0")], False),
]


@pytest.mark.parametrize(("changes", "ends"), ENDS)
def test_a_form_must_be_able_to_end(tmp_path: Path, changes: list[tuple[str, str]], ends: bool) -> None:
    lines = DUEL.splitlines()
    for key, value in changes:
        number = next(i for i, line in enumerate(lines) if line.startswith(f"{key} ="))
        lines[number] = f"{key} = {value}" if value else ""
    mistakes = found(tmp_path, form="\n".join(lines))
    assert [(x.code, x.line) for x in mistakes] == ([] if ends else [("K084", line_of(DUEL, "[end]"))])


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
