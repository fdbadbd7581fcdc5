"""Compiled cards that are loaded from a folder or kept in a cache: whole, or a clear error, or made anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kalarite.compiler import compile as compiling
from kalarite.compiler.compile import compile_all, compile_cards, inputs_digest, write_compiled
from kalarite.compiler.deck import CARDS
from kalarite.runtime import CardError, CardSet, Game, load_cards


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of the built-in cards, compiled."""
    folder = tmp_path_factory.mktemp("whole")
    decks, sources, _ = compile_all()
    write_compiled(folder, decks, sources)
    return {x.name: x.read_text("utf-8") for x in folder.iterdir()}


def put(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_what_was_compiled_is_loaded(tmp_path: Path, texts: dict[str, str]) -> None:
    assert list(load_cards(put(tmp_path, texts))) == list(load_cards())


def test_folders_that_hold_no_compiled_cards(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="holds no compiled cards"):
        load_cards(tmp_path / "missing")
    with pytest.raises(CardError, match="holds no compiled cards"):
        load_cards(tmp_path)
    (tmp_path / "index.py").write_bytes(b"INDEX = '\xff'\n")
    with pytest.raises(CardError, match=r"holds no compiled cards: index\.py cannot be read"):
        load_cards(tmp_path)


@pytest.mark.parametrize("folder", [5, True, ["a"], object(), b"folder"])
def test_what_names_no_folder(folder: Any) -> None:
    with pytest.raises(CardError, match="a folder is named by text or a path"):
        load_cards(folder)


BROKEN = [
    ("index.py", lambda _: "INDEX = 5\n", "holds no compiled cards"),
    ("index.py", lambda _: "", "holds no compiled cards"),
    ("index.py", lambda _: "raise RuntimeError('no')\n", "is no compiled deck: no"),
    ("index.py", lambda _: "raise SystemExit\n", "is no compiled deck: SystemExit"),
    ("index.py", lambda _: "INDEX = {'decks': []}\n", "the index lacks 'abi'"),
    ("index.py", lambda _: "INDEX = {'abi': 999, 'decks': 1}\n", "the index was compiled for another version"),
    ("index.py", lambda x: x.replace("'abi': 1", "'abi': 2"), "the index was compiled for another version"),
    ("index.py", lambda x: x.replace("'language'", "'tongue'"), "the index lacks 'language'"),
    ("index.py", lambda x: x.replace("'copies'", "'cops'"), "lacks 'copies'"),
    ("index.py", lambda x: x.replace("'forms': {", "'forms': [{").replace(" 'arenas'", "] 'arenas'"), "no compiled"),
    ("index.py", lambda x: x.replace("'supply'", "'store'"), "lacks 'supply'"),
    ("index.py", lambda x: x.replace("'two-sided': 16", "'two-sided': None"), "two-sided is no int"),
    ("index.py", lambda x: x.replace("'rows'", "'lines'"), "lacks 'rows'"),
    (
        "index.py",
        lambda x: x.replace("'deck': 'imperial'", "'deck': 'other'"),
        "'northern' is a deck that is not there",
    ),
    ("index.py", lambda x: x.replace("'Bomb'", "'Bomber'"), "lacks 'Bomber'"),
    ("deck_legends.py", None, r"deck_legends\.py cannot be read"),
    ("deck_legends.py", lambda _: "", "lacks 'ABI'"),
    ("deck_legends.py", lambda _: "def", "is no compiled deck"),
    ("deck_legends.py", lambda _: "ABI = 999\n", "deck 'legends' was compiled for another version of the engine"),
    ("deck_legends.py", lambda x: x.replace("CARDS =", "KARDS ="), "lacks 'CARDS'"),
    ("deck_legends.py", lambda x: x.replace("DIGEST =", "DIG ="), "lacks 'DIGEST'"),
    ("deck_legends.py", lambda x: x.replace("def bind(", "def bound("), "lacks 'bind'"),
    ("deck_legends.py", lambda x: x.replace("'rank'", "'rang'"), "lacks 'rank'"),
    ("deck_legends.py", lambda x: x.replace("'lanes'", "'lines'"), "lacks 'lanes'"),
]


@pytest.mark.parametrize(("name", "change", "message"), BROKEN)
def test_a_broken_folder(
    tmp_path: Path, texts: dict[str, str], name: str, change: Callable[[str], str] | None, message: str
) -> None:
    put(tmp_path, texts)
    if change is None:
        (tmp_path / name).unlink()
    else:
        assert change(texts[name]) != texts[name]
        (tmp_path / name).write_text(change(texts[name]), "utf-8")
    with pytest.raises(CardError, match=message) as caught:
        load_cards(tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("body", ["    raise KeyError('x')\n", "    return {}\n", "    return None\n"])
def test_a_deck_whose_code_does_not_give_its_cards(tmp_path: Path, texts: dict[str, str], body: str) -> None:
    text = texts["deck_legends.py"].replace("def bind(rt, arena):\n", f"def bind(rt, arena):\n{body}")
    cards = load_cards(put(tmp_path, {**texts, "deck_legends.py": text}))
    with pytest.raises(CardError, match="deck 'legends' is not whole"):
        Game.new(cards=cards)


# ---------------------------------------------------------------- the cache


@pytest.fixture
def compiles(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each compilation."""
    counted: list[int] = []
    clean = compiling._compile_clean
    monkeypatch.setattr(compiling, "_compile_clean", lambda folders: counted.append(1) or clean(folders))
    return counted


def keys(cards: CardSet) -> list[str]:
    return [*cards, *cards.decks, *cards.forms]


def test_a_damaged_entry_of_the_cache_is_made_anew(tmp_path: Path, compiles: list[int]) -> None:
    first = keys(compile_cards(cache=tmp_path))
    assert keys(compile_cards(cache=tmp_path)) == first
    assert len(compiles) == 1
    (home,) = tmp_path.iterdir()
    damages: list[Callable[[], object]] = [
        lambda: (home / "index.py").write_bytes(b"\xff"),
        lambda: (home / "deck_legends.py").write_text("ABI = 1\n"),
        lambda: (home / "deck_legends.py").unlink(),
        lambda: [x.unlink() for x in home.iterdir()],
        lambda: ([x.unlink() for x in home.iterdir()], home.rmdir(), home.write_text("a file")),
    ]
    for number, damage in enumerate(damages, 2):
        damage()
        assert keys(compile_cards(cache=tmp_path)) == first
        assert keys(compile_cards(cache=tmp_path)) == first
        assert len(compiles) == number
        assert list(tmp_path.iterdir()) == [home]


def test_a_cache_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for cache in (tmp_path / "file", tmp_path / "file" / "inside", "\0"):
        with pytest.raises(CardError, match=r"the cache '[^']*' cannot be used"):
            compile_cards(cache=cache)
    for wrong in (True, 5, ["a"]):
        with pytest.raises(CardError, match="the cache is a folder"):
            compile_cards(cache=wrong)  # type: ignore[arg-type]
    assert [x.name for x in tmp_path.iterdir()] == ["file"]


def test_every_part_of_the_compiler_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of any source file of ours, in whatever folder, gives other inputs."""
    read: list[Path] = []
    digest_of = compiling._digest_of
    monkeypatch.setattr(compiling, "_digest_of", lambda files: digest_of(read.extend(files) or read))
    inputs_digest([])
    package = Path(compiling.__file__).resolve().parents[1]
    for part in ("compiler", "dsl", "runtime"):
        sources = [x for x in (package / part).rglob("*") if x.suffix in (".py", ".lark", ".json", ".toml")]
        assert sources
        assert set(sources) <= set(read)
    assert set(CARDS.rglob("*.card")) <= set(read)
