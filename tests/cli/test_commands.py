"""What each command prints and with which status it ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from kalarite.compiler import compile_cards, invariants
from kalarite.compiler.cli import COMMANDS
from kalarite.compiler.deck import CARDS
from kalarite.runtime import Game, SaveError, replay

from .conftest import TOAD, Done

Run = Callable[..., Done]

FORMS = ["duel-team", "duel", "first", "high-team", "high", "melee"]  # in the order of their files


# ---------------------------------------------------------------- help and mistakes in the command itself


def test_help_names_every_command(run: Run) -> None:
    done = run("--help")
    assert done.status == 0
    assert all(f"\n  {name}" in done.out and text in done.out for name, text in COMMANDS.items())
    assert run("list", "decks").status == 0
    assert run("--help") == done  # whatever was imported in between


def test_help_after_any_command(run: Run) -> None:
    """In a program that runs several: the module of a command must not stand in the way of a word of Python."""
    run("list")
    assert run("--help").status == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.status == 0
    assert COMMANDS[name] in " ".join(done.out.split())
    assert f"Example: kalarite {name}" in done.out


def test_version(run: Run) -> None:
    done = run("--version")
    assert done.status == 0
    assert done.out.startswith("kalarite")


USAGE = [
    (["chek"], "Did you mean 'check'?"),
    (["list", "dekcs"], "'decks'"),
    (["show"], "CARD"),
    (["show", "Knigth"], "did you mean 'Knight'?"),
    (["explain", "K04"], "there is no code 'K04'"),
    (["explain", "k42"], "did you mean 'K042'?"),
    (["show", "Toadstool"], "--cards FOLDER"),
    (["playout", "--decks", "marsh,southern"], "name its folder"),
    (["show", "missing.card"], "there is no file 'missing.card'"),
    (["show", "Knight", "--stage", "treee"], "'tree'"),
    (["show", "Knight", "--lang", "xx"], "there is no language 'xx'; there are en, it, zh"),
    (["show", "Knight", "--cards", "missing"], "there is no folder 'missing'"),
    (["check", "missing"], "there is no file or folder 'missing'"),
    (["fmt"], "--check"),
    (["fmt", "missing.card"], "there is no file or folder"),
    (["test", "missing.scenarios"], "there is no file or folder"),
    (["build", "missing"], "there is no folder 'missing'"),
    (["build", "--out", "missing/out"], "there is no folder"),
    (["export"], "--json"),
    (["export", "--json", "missing/cards.json"], "missing/cards.json': no such file or directory"),
    (["list", "cards", "missing"], "there is no folder 'missing'"),
    (["record", "missing.txt"], "'missing.txt': no such file or directory"),
    (["playout", "--decks", "nothern,southern"], "did you mean 'northern'?"),
    (["playout", "--decks", "northern"], "2 decks"),
    (["playout", "--decks", "northern,northern"], "R3.9"),
    (["playout", "--decks", "northern,"], "there is no deck ''"),
    (["playout", "--decks", "northern,./missing"], "there is no folder 'missing'"),
    (["playout", "--form", "dual"], "did you mean 'duel'?"),
    (["playout", "--games", "0"], "x>=1"),
    (["playout", "--games", "many"], "many"),
    (["playout", "--record", "missing/records"], "missing/records"),
    (["check", "--colour"], "--colour"),
]


@pytest.mark.parametrize(("arguments", "message"), USAGE, ids=[" ".join(x[0]) for x in USAGE])
def test_what_cannot_be_carried_out(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.status == 2
    assert message in done.err
    assert done.out == ""
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_holds_no_cards(run: Run, tmp_path: Path) -> None:
    for arguments in (["check"], ["fmt"], ["test"]):
        done = run(*arguments, tmp_path)
        assert (done.status, done.out) == (2, "")
        assert "there is no .card" in done.err
    for arguments in (["build"], ["list", "decks"], ["export", "--json", "-"]):
        done = run(*arguments, tmp_path)
        assert (done.status, done.out) == (2, "")
        assert "there is no deck.toml" in done.err


def test_a_file_in_the_way_of_a_folder(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    done = run("export", "--json", path / "cards.json")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"kalarite: '{path / 'cards.json'}': not a directory\n"


def test_other_files_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    for name in ("check", "fmt", "test"):
        assert run(name, path).status == 2
    assert path.read_text() == "mine"


# ---------------------------------------------------------------- list, show, export


def test_list(run: Run, moor: Path) -> None:
    decks = run("list", "decks", moor)
    assert decks.status == 0
    assert [x.split()[0] for x in decks.out.splitlines()] == [
        "highland",
        "imperial",
        "sylvan",
        "moor",
        "etherweave",
        "everfrost",
        "nethervoid",
        "legends",
        "flares",
        "tasks",
    ]
    cards = run("list", "cards", moor)
    assert len(cards.out.splitlines()) == 158
    assert [x.split()[0] for x in run("list", "forms").out.splitlines()] == FORMS


def test_list_as_json(run: Run, moor: Path) -> None:
    decks = json.loads(run("list", "decks", moor, "--json").out)["decks"]
    assert decks[3] == {"name": "moor", "kind": "beings", "cards": 2, "played_as": ["moor"], "title": "Moor"}
    cards = json.loads(run("list", "cards", "--json").out)["cards"]
    knight = {"name": "Knight", "deck": "imperial", "kind": "being", "rank": "heroic", "copies": 1}
    assert knight in cards
    assert {x["kind"]: x["rank"] for x in cards if x["kind"] != "being"} == {
        "legend": "legendary",
        "flare": None,
        "task": None,
    }
    forms = json.loads(run("list", "forms", "--json").out)["forms"]
    assert [x["name"] for x in forms] == FORMS
    assert [x["name"] for x in forms if x["teams"]] == ["duel-team", "high-team"]
    assert {x["name"]: x["ends"] for x in forms}["duel-team"] == "18 points, or 6 cards left of a deck"


@pytest.mark.parametrize("name", ["Cavalry Captain", "cavalry captain", "cavalry-captain", "imperial/Cavalry Captain"])
def test_show_finds_a_card_by_name(run: Run, name: str) -> None:
    done = run("show", name)
    assert done.status == 0
    assert done.out.startswith("Cavalry Captain: heroic being, deck imperial\n\n  . @ .\n  c . c\n  c . c\n")


def test_show_prints_text_and_rulings(run: Run) -> None:
    out = run("show", "flare-01").out
    assert out.startswith("flare-01: flare, deck flares\n")
    assert "at least 3 more upgraded pieces" in out
    assert "\nRulings\n- " in out


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("it", ("Knight: creatura eroica, mazzo imperial\n", "Knight può fare fino a 3 mosse", "\nChiarimenti\n- ")),
        ("zh", ("Knight：英雄生物，牌库 imperial\n", "Knight 可以进行至多 3 次战斗移动", "\n裁定\n- ")),
    ],
)
def test_show_in_another_language(run: Run, language: str, lines: tuple[str, ...]) -> None:
    done = run("show", "Knight", "--lang", language)
    assert done.status == 0
    assert all(x in done.out for x in lines)
    data = json.loads(run("show", "Knight", "--lang", language, "--stage", "json").out)
    assert lines[1] in data["text"]


def test_show_a_file_and_a_deck_of_ones_own(run: Run, moor: Path) -> None:
    by_file = run("show", moor / "toad.card")
    assert by_file.out.startswith("Toad: common being, deck moor\n")
    assert run("show", "toad", "--cards", moor) == by_file
    alone = moor.parent / "toad.card"
    alone.write_text(TOAD)
    assert run("show", alone).out.startswith("Toad: common being")


@pytest.mark.parametrize(
    ("stage", "text"),
    [
        ("tree", "Turn up=True"),
        ("meaning", "label='s1'"),
        ("program", "offer"),
        ("python", "def bind(rt, arena):"),
        ("json", '"pattern": ['),
    ],
)
def test_each_stage(run: Run, stage: str, text: str) -> None:
    done = run("show", "Swordmaster", "--stage", stage)
    assert done.status == 0
    assert text in done.out


def test_show_a_card_with_mistakes(run: Run, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("standard move", "standart move"))
    for arguments in ([], ["--stage", "tree"], ["--stage", "python"]):
        done = run("show", moor / "toad.card", *arguments)
        assert (done.status, done.out) == (1, "")
        assert "toad.card:7:3:" in done.err


def test_export(run: Run, moor: Path, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    assert run("export", moor, "--json", path).status == 0
    data = json.loads(path.read_text("utf-8"))
    assert data["version"] == 1
    assert len(data["cards"]) == 158
    toad = next(x for x in data["cards"] if x["name"] == "Toad")
    assert (toad["deck"], toad["kind"], toad["rank"], toad["pattern"]) == ("moor", "being", "common", ["c@"])
    assert toad["program"]
    assert json.loads(run("export", moor, "--json", "-").out) == data
    assert '\n      "pattern": ["c@"],\n' in path.read_text("utf-8")


# ---------------------------------------------------------------- check and fmt


def test_check_the_built_in_cards(run: Run) -> None:
    assert run("check") == Done(0, "156 cards, no mistakes\n", "")


def test_check_files_and_folders(run: Run, moor: Path) -> None:
    assert run("check", moor).out == "2 cards, no mistakes\n"
    assert run("check", moor.parent).out == "2 cards, no mistakes\n"
    assert run("check", moor / "toad.card").out == "1 card, no mistakes\n"
    (moor / "deck.toml").unlink()
    assert run("check", moor).out == "2 cards, no mistakes\n"


def test_every_mistake_is_told_and_the_other_cards_are_checked(run: Run, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("standard", "standart").replace("c@", "c?@"))
    (moor / "heron.card").write_text(
        "heroic being Heron\n\npattern\n  c.@\n\neffect\n  destroy 1 enmy piece adjacent\n"
    )
    done = run("check", moor)
    assert done.status == 1
    places = ["toad.card:4:", "toad.card:7:", "heron.card:7:"]
    assert [x for x in places if x in done.out] == places
    assert "   7 |   standart move up to 1\n" in done.out
    assert "did you mean" in done.out.lower()
    assert done.out.endswith("2 cards, 3 mistakes\n")


def test_check_tells_mistakes_of_a_manifest(run: Run, moor: Path) -> None:
    (moor / "deck.toml").write_text((moor / "deck.toml").read_text().replace("title", "tilte", 1))
    done = run("check", moor)
    assert done.status == 1
    assert "deck.toml:2:1: error[K091] unknown key 'tilte'" in done.out


def test_check_as_json(run: Run, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("standard", "standart"))
    done = run("check", moor, "--json")
    assert done.status == 1
    data = json.loads(done.out)
    assert (data["version"], data["cards"]) == (1, 2)
    (mistake,) = data["mistakes"]
    assert (mistake["line"], mistake["column"], mistake["code"][0]) == (7, 3, "K")


def test_check_for_faults_of_the_compiler(run: Run, moor: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("check", "--debug", moor) == Done(0, "2 cards, no mistakes, no faults\n", "")
    monkeypatch.setattr(invariants, "broken", lambda program: [f"{program.parts[0].name}, block 0: too good"])
    done = run("check", "--debug", moor)
    assert done.status == 1
    assert f"{moor / 'toad.card'}: effect, block 0: too good\n" in done.out
    assert done.out.endswith("2 cards, no mistakes, 2 faults\n")
    assert len(json.loads(run("check", "--debug", moor, "--json").out)["faults"]) == 2


def test_explain(run: Run) -> None:
    done = run("explain", "K042")
    assert done.status == 0
    assert done.out.startswith("K042 does-nothing\n")
    assert run("explain", "k042") == done


def test_fmt(run: Run, moor: Path) -> None:
    path = moor / "toad.card"
    untidy = TOAD.replace("effect\n  ", "effect # what it does\r\n     ").replace("common being", "common   being")
    path.write_bytes(untidy.encode())
    path.chmod(0o640)
    looked = run("fmt", "--check", moor)
    assert looked.status == 1
    assert str(path) in looked.out
    assert path.read_bytes() == untidy.encode()
    assert run("fmt", moor).status == 0
    assert path.read_text() == TOAD.replace("effect\n", "effect  # what it does\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert run("fmt", "--check", moor).status == 0
    assert sorted(x.name for x in moor.iterdir()) == ["deck.toml", "heron.card", "toad.card"]


UGLY = TOAD.replace("standard move up to 1", "standard   move up to 1")


@pytest.mark.skipif(os.name != "posix", reason="modes")
def test_fmt_asks_whether_a_file_may_be_written(run: Run, moor: Path) -> None:
    """Also where the folder would let it be replaced."""
    (moor / "toad.card").write_text(UGLY)
    (moor / "toad.card").chmod(0o444)
    assert run("fmt", "--check", moor).status == 1
    done = run("fmt", moor)
    assert (done.status, done.err) == (
        2,
        f"kalarite: '{moor / 'toad.card'}': the file is protected against writing\n",
    )
    assert (moor / "toad.card").read_text() == UGLY
    assert sorted(x.name for x in moor.iterdir()) == ["deck.toml", "heron.card", "toad.card"]


@pytest.mark.parametrize("name", ["x" * 245, "é" * 122, "x" * 250])
def test_fmt_of_a_long_name(run: Run, tmp_path: Path, name: str) -> None:
    card = tmp_path / f"{name}.card"
    card.write_text(UGLY)
    done = run("fmt", card)
    assert (done.status, done.err) == (0, "")
    assert "standard move up to 1" in card.read_text()
    assert list(tmp_path.iterdir()) == [card]


def test_fmt_and_check_leave_hidden_files_alone(run: Run, moor: Path) -> None:
    for hidden in (moor / "._toad.card", moor / ".trash" / "toad.card"):
        hidden.parent.mkdir(exist_ok=True)
        hidden.write_bytes(b"\0\xff")
    assert run("check", moor).out == "2 cards, no mistakes\n"
    assert run("fmt", "--check", moor).out.startswith("2 files, ")


def test_fmt_leaves_a_file_with_mistakes_alone(run: Run, moor: Path) -> None:
    path = moor / "toad.card"
    path.write_text(TOAD.replace("standard", "  standart"))
    before = path.read_bytes()
    done = run("fmt", moor)
    assert done.status == 1
    assert "toad.card:7:" in done.err
    assert path.read_bytes() == before


def test_the_built_in_cards_are_in_canonical_form(run: Run) -> None:
    done = run("fmt", "--check")
    assert done == Done(0, "156 files, 0 to be formatted, 0 with mistakes\n", "")


# ---------------------------------------------------------------- test, playout, record


def test_examples(run: Run, moor: Path) -> None:
    assert run("test").status == 0
    assert run("test", moor) == Done(0, "1 example of 2 files, 0 failed\n", "")
    (moor / "deck.toml").unlink()
    assert run("test", moor / "toad.card").out == "1 example of 1 file, 0 failed\n"


FAILING = [
    ("f4-f5", "f4-f7", 12, "'f4-f7' is not among the"),
    ("play summon Toad f4, f4-f5", "refuses summon Toad f4", 12, "should be refused: summon Toad f4"),
    ("  done", "  offers stop", 13, "not offered: stop"),
    ("    ..c\n", "    .c.\n", 14, "f5: expected empty, found c"),
    ("  done", "  expect actions 2", 13, "actions left: 1, expected 2"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), FAILING, ids=[x[3] for x in FAILING])
def test_an_example_that_does_not_come_true(run: Run, moor: Path, old: str, new: str, line: int, message: str) -> None:
    path = moor / "toad.card"
    path.write_text(TOAD.replace(old, new))
    done = run("test", moor)
    assert done.status == 1
    assert f"toad.card:{line}: the Toad may hop once [card]\n" in done.out
    assert message in done.out
    assert done.out.endswith("1 example of 2 files, 1 failed\n")
    (result,) = json.loads(run("test", moor, "--json").out)["examples"]
    assert (result["card"], result["line"], result["passed"]) == ("Toad", line, False)


def test_examples_of_a_card_with_mistakes_are_not_run(run: Run, moor: Path) -> None:
    path = moor / "toad.card"
    path.write_text(TOAD.replace("  done", "  expext actions 2"))
    done = run("test", moor)
    assert done.status == 1
    assert "toad.card:13:3: error" in done.out
    assert done.out.endswith("0 examples of 2 files, 0 failed, 1 mistake\n")


def test_scenarios_beside_their_card(run: Run, moor: Path) -> None:
    block = TOAD[TOAD.index("example") :]
    (moor / "toad.scenarios").write_text(block + block.replace("once", "again"))
    assert run("test", moor / "toad.scenarios").out == "2 examples of 1 file, 0 failed\n"
    (moor / "frog.scenarios").write_text(block)
    done = run("test", moor)
    assert done.status == 1
    assert "frog.scenarios:1:1: error[K098] whose scenarios are these?" in done.out
    assert done.out.endswith("3 examples of 4 files, 0 failed, 1 mistake\n")


def test_playout_is_decided_by_its_seed(run: Run) -> None:
    facts = [json.loads(run("playout", "--games", 3, "--seed", seed, "--json").out) for seed in (5, 5, 6)]
    for x in facts:
        assert x.pop("seconds") >= 0
        assert x.pop("decisions_a_second") > 0
    assert facts[0] == facts[1]
    assert facts[0] != facts[2]
    assert sum(facts[0]["wins"].values()) == facts[0]["games"] == 3


def test_playout_with_a_deck_of_ones_own(run: Run, moor: Path) -> None:
    done = run("playout", "--games", 2, "--decks", f"northern,{moor}", "--chooser", "summons-first")
    assert done.status == 0
    assert "moor" in done.out
    assert "decisions a game" in done.out


def own_form(folder: Path, name: str = "own") -> Path:
    """A short duel in a folder `forms`."""
    text = (CARDS / "forms" / "duel.toml").read_text("utf-8").replace('name = "duel"', f'name = "{name}"')
    (folder / "forms").mkdir()
    (folder / "forms" / "own.toml").write_text(text.replace("points = 18", "points = 3"), "utf-8")
    return folder / "forms" / "own.toml"


def test_playout_of_a_form_of_ones_own(run: Run, moor: Path, tmp_path: Path) -> None:
    """By its file; by its name, when it lies in a folder that is named anyway."""
    arguments = ["playout", "--games", 2, "--json", "--form"]
    by_file = json.loads(run(*arguments, own_form(tmp_path)).out)
    assert (by_file["form"], by_file["decks"]) == ("own", ["northern", "southern"])
    in_deck = own_form(moor)
    for form in ("own", in_deck):
        facts = json.loads(run(*arguments, form, "--decks", f"southern,{moor}").out)
        assert (facts["form"], facts["decks"]) == ("own", ["southern", "moor"])


def test_playout_of_a_form_that_cannot_be_played(run: Run, tmp_path: Path) -> None:
    wrong = run("playout", "--form", own_form(tmp_path, "duel"))
    assert (wrong.status, wrong.out) == (1, "")
    assert "error[K082] there is another form called 'duel'" in wrong.err
    assert "there is no file 'nowhere.toml'" in run("playout", "--form", "nowhere.toml").err
    assert "there is no form called 'duell'; did you mean 'duel'?" in run("playout", "--form", "duell").err
    assert (
        "form 'melee' is played with 3 or 4 decks, not 1"
        in run("playout", "--form", "melee", "--decks", "northern").err
    )


def test_forms_and_arenas_are_checked(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone in a folder, by the folder and by a file."""
    file = own_form(tmp_path)
    assert run("check", tmp_path).out == run("check", file).out == "0 cards, 1 form, no mistakes\n"
    monkeypatch.chdir(tmp_path)
    assert run("check", "forms/own.toml").out == "0 cards, 1 form, no mistakes\n"
    monkeypatch.chdir(tmp_path / "forms")
    assert run("check", "own.toml").out == "0 cards, 1 form, no mistakes\n"
    file.write_text(file.read_text("utf-8").replace("flares = 1", "flares = 0"), "utf-8")
    (tmp_path / "toad.card").write_text(TOAD, "utf-8")
    done = run("check", tmp_path)
    assert "error[K083] nobody ever holds a flare" in done.out
    assert done.out.endswith("1 card, 1 form, 1 mistake\n")
    assert "K083" in run("build", tmp_path, "--out", tmp_path / "out").err


def test_playout_with_mistakes_in_a_card(run: Run, moor: Path) -> None:
    (moor / "toad.card").write_text(TOAD.replace("standard", "standart"))
    done = run("playout", "--games", 1, "--decks", f"northern,{moor}")
    assert (done.status, done.out) == (1, "")
    assert "toad.card:7:3: error" in done.err


def test_the_name_of_a_deck_goes_before_a_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "northern").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run("playout", "--games", 1).status == 0


def test_records(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    assert run("playout", "--games", 2, "--record", folder).status == 0
    first, second = sorted(folder.iterdir())
    assert (first.name, second.name) == ("game-00001.txt", "game-00002.txt")
    shown = run("record", first)
    assert shown.status == 0
    assert "\n1 northern: " in shown.out
    assert shown.out.count("\n  9 __.....__\n") >= 2
    assert shown.out.count("\n    abcdefghi\n") == shown.out.count("  9 __")
    told = run("record", first, "--tell", "--lang", "it").out
    assert "  Turno 1: Scuola Imperiale del Nord inizia con 1 azione.\n" in told
    assert all(x in told.split("\n") for x in shown.out.split("\n"))
    text = first.read_text()
    again = run("playout", "--games", 2, "--record", folder)
    assert again.status == 2
    assert "game-00001.txt' exists already" in again.err
    assert first.read_text() == text
    first.write_text(text.replace("place", "plaice", 1))
    broken = run("record", first)
    assert broken.status == 2
    assert "plaice" in broken.err


def test_a_record_of_a_deck_of_ones_own(run: Run, moor: Path, tmp_path: Path) -> None:
    run("playout", "--games", 1, "--decks", f"northern,{moor}", "--record", tmp_path / "records")
    path = tmp_path / "records/game-00001.txt"
    done = run("record", path)
    assert (done.status, done.out) == (2, "")
    assert "there is no deck 'moor'" in done.err
    assert "add --cards FOLDER" in done.err
    assert run("record", path, "--cards", moor).status == 0
    with pytest.raises(SaveError, match=r"cards=compile_cards\(FOLDER\)"):
        replay(path.read_text())
    game = replay(path.read_text(), cards=compile_cards(moor))
    with pytest.raises(SaveError, match=r"cards=compile_cards\(FOLDER\)"):
        Game.from_json(game.to_json())


def test_a_record_that_is_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(b"\xff\x00 no record")
    done = run("record", path)
    assert (done.status, done.out) == (2, "")
    assert "kalarite-record" in done.err
