"""Compiled conditions say what the reference says: on random boards, near the edge of each task, on other arenas."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kalarite.compiler import compile_cards
from kalarite.compiler.emit import Emitted, emit_deck
from kalarite.compiler.invariants import broken
from kalarite.compiler.reference import ArenaFacts, World, claimable
from kalarite.compiler.sources import gather
from kalarite.dsl import tree as t
from kalarite.dsl.parse import parse_scenarios
from kalarite.dsl.source import Source
from kalarite.runtime import Board, CardError, Game, PositionError, load_cards
from kalarite.runtime.arena import Arena
from kalarite.runtime.cards import Card
from kalarite.runtime.rules import Entry
from kalarite.runtime.state import DESTROYED, SUMMONED
from reference.stage import CENTRAL, MAP, REGIONS, tasks
from reference.test_scenarios import GOLDEN, squares_of
from tasks.conditions import CONDITIONS, TEXTS, compiled, task

Pieces = dict[str, tuple[int, int]]
HERE = Path(__file__).parents[1]
STANDARD: dict[str, Any] = {"name": "standard", "rows": MAP, "central": CENTRAL, **REGIONS}
SMALL: dict[str, Any] = {
    "name": "small",
    "rows": [" r.. ", "....g", "..r..", "g....", " ..r "],
    "central": ["b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"],
    "lines": ["a3-e3", "c1-c5"],
    "diagonals": ["b2-d4", "b4-d2"],
    "sides": [["a2-a4", "e2-e4"]],
    "corners": [["a4-b5", "d1-e2"]],
}
OTHERS = [tomllib.loads(x.read_text("utf-8")) for x in sorted((HERE / "runtime/decks/arenas").glob("*.toml"))]
ARENAS = [STANDARD, SMALL, *OTHERS]
MADE = {text: compiled(text) for text in TEXTS}


def runtime_card(text: str) -> Card:
    """A card made for a test, compiled as a deck of its own."""
    made = MADE[text]
    namespace: dict[str, Any] = {}
    exec(emit_deck("made", [Emitted(made.meaning, made.program)], ""), namespace)
    return Card("Example", "Example", "made", namespace["CARDS"]["Example"], namespace)


class Both:
    """One condition, compiled and by the letter."""

    def __init__(self, card: Card, meaning: t.Card, data: dict[str, Any]) -> None:
        self.card, self.meaning = card, meaning
        self.arena, self.facts = Arena(data), ArenaFacts.from_data(data)

    def agree(
        self, pieces: Pieces, color: int, colors: int, destroyed: tuple[int, ...], summoned: list[tuple[int, str]]
    ) -> bool:
        enemy = (color + 1) % colors
        counts = {(enemy, rank): n for rank, n in enumerate(destroyed)}
        world = World(self.facts, pieces, {}, color, colors, destroyed=counts, summoned=summoned)
        by_letter = claimable(self.meaning, world)
        beings = [(t.RANKS[rank], square) for rank, square in summoned]
        found = self.card.claimable(Board(self.arena, pieces), color, destroyed, beings)
        assert found == by_letter, (
            f"{self.card.name}, color {color}, {destroyed}, {beings}\n{Board(self.arena, pieces)!r}"
        )
        return found


def random_case(facts: ArenaFacts, random: Random) -> tuple[Pieces, int, int, tuple[int, ...], list[tuple[int, str]]]:
    colors = random.choice([2, 2, 3, 4])
    squares = sorted(facts.squares)
    full = random.choice([0.1, 0.3, 0.6, 0.9])
    own = random.choice([0.3, 0.6, 0.9])
    ranks = random.choice([[0], [0, 1], [0, 0, 1, 2], [1, 2]])
    color = random.randrange(colors)
    others = [x for x in range(colors) if x != color]
    pieces = {
        x: (color if random.random() < own else random.choice(others), random.choice(ranks))
        for x in squares
        if random.random() < full
    }
    destroyed = tuple(random.choice([0, 0, 1, 2, 3]) for _ in range(3))
    summoned = [(random.choice([0, 0, 1, 2]), random.choice(squares)) for _ in range(random.randrange(4))]
    return pieces, color, colors, destroyed, summoned


def changed(pieces: Pieces, squares: list[str], colors: int, random: Random) -> Pieces:
    """The position with one or two pieces moved, taken, added, or made another's or of another rank."""
    found = dict(pieces)
    for _ in range(random.choice([0, 1, 1, 2])):
        square = random.choice(sorted(found)) if found and random.random() < 0.7 else random.choice(squares)
        piece = found.pop(square, None)
        match random.randrange(4):
            case 0:
                found[random.choice(squares)] = piece or (0, 0)
            case 1:
                found[square] = random.randrange(colors), random.randrange(3)
            case 2 if piece:
                found[square] = piece[0], random.randrange(3)
            case _:
                pass
    return found


def written(stem: str) -> Iterator[tuple[Pieces, tuple[int, ...], list[tuple[int, str]]]]:
    """Every position of a task's scenarios and examples, with its history."""
    read, _ = parse_scenarios(Source.of((GOLDEN / "tasks" / f"{stem}.scenarios").read_bytes()))
    for example in (*tasks()[stem].examples, *read):
        steps = {x.word: x for x in example.steps}
        destroyed = tuple(map(int, steps["destroyed"].text.split())) if "destroyed" in steps else (0, 0, 0)
        said = [x.split() for x in steps["summoned"].text.split(",")] if "summoned" in steps else []
        yield squares_of(steps["before"]), destroyed, [(t.RANKS.index(a), b) for a, b in said]


@pytest.mark.parametrize("stem", sorted(tasks()))
def test_near_what_is_written_both_say_the_same(stem: str) -> None:
    meaning, random, seen = tasks()[stem], Random(stem), [0, 0]
    both = Both(load_cards()[meaning.name], meaning, STANDARD)
    squares = sorted(both.facts.squares)
    for pieces, destroyed, summoned in written(stem):
        for _ in range(40):
            colors = random.choice([2, 2, 3])
            fallen = tuple(max(0, n + random.choice([-1, 0, 0, 1])) for n in destroyed) if any(destroyed) else destroyed
            beings = [
                (r, s) if random.random() < 0.8 else (random.randrange(3), random.choice(squares)) for r, s in summoned
            ]
            if beings and random.random() < 0.2:
                beings.pop()
            seen[both.agree(changed(pieces, squares, colors, random), 0, colors, fallen, beings)] += 1
    assert min(seen) >= 30, seen


@pytest.mark.parametrize("stem", sorted(tasks()))
@pytest.mark.parametrize("data", ARENAS, ids=lambda x: x["name"])
def test_on_any_board_of_any_arena_both_say_the_same(stem: str, data: dict[str, Any]) -> None:
    meaning, random = tasks()[stem], Random(f"{stem} {data['name']}")
    both = Both(load_cards()[meaning.name], meaning, data)
    for _ in range(60):
        both.agree(*random_case(both.facts, random))


@pytest.mark.parametrize("text", TEXTS, ids=[x.splitlines()[-1] for x in TEXTS])
def test_other_conditions_agree_as_well(text: str) -> None:
    assert broken(MADE[text].program) == []
    card, random, seen = runtime_card(text), Random(text), set[bool]()
    for data in ARENAS:
        both = Both(card, MADE[text].meaning, data)
        seen |= {both.agree(*random_case(both.facts, random)) for _ in range(60)}
    assert seen == {False, True}


def test_together_they_have_every_test_of_a_claim() -> None:
    claims = [x.task.claim for x in tasks().values() if x.task] + [
        x.meaning.task.claim for x in MADE.values() if x.meaning.task
    ]
    kinds = {type(x) for claim in claims for x in t.walk(claim)}
    assert {t.Both, t.AnyOf, t.ThereAre, t.TurnDestroyed, t.TurnSummoned, t.MoreThan, t.Fits, t.InRegion} <= kinds
    assert {t.AdjacentToMany, t.Reaching, t.Opposite} <= kinds


# ---------------------------------------------------------------- arenas that lack something


@pytest.mark.parametrize(
    "name", ["Central Dominance", "Center Cross", "Line Dominance", "Diagonals", "Side Chain", "Corner Chain"]
)
def test_where_the_arena_has_no_such_place_nothing_is_claimed(name: str) -> None:
    bare = Arena({"name": "bare", "rows": ["....."] * 5})
    full = Board(bare, {f"{c}{r}": (0, 2) for c in "abcde" for r in range(1, 6)})
    assert not load_cards()[name].claimable(full)
    assert load_cards()[name].claimable(
        Board(Arena(SMALL), dict.fromkeys(Arena(SMALL).names_of(Arena(SMALL).mask), (0, 2)))
    ) == (name not in ("Line Dominance", "Diagonals"))


# ---------------------------------------------------------------- how it is called


def entries(game: Game) -> dict[str, Entry]:
    """The tasks under numbers behind those of a game's cards."""
    cards = game.rules.cards
    bound = cards.modules["tasks"]["bind"](game.rules.toolkit, game.rules.arena)
    first = len(game.rules.entries)
    return {x.name: Entry(first + i, x, *bound[x.name]) for i, x in enumerate(cards.cards_of("tasks"))}


def test_an_entry_is_asked_of_the_state_of_a_game() -> None:
    game = Game.from_position(Board.parse("ccc\nc..", at="d3"), hands=[["Knight", "Swordmaster"], []], seed=1)
    found = entries(game)
    for answer in ("summon Knight e5", "stop"):
        game.play(game.parse(answer))
    assert not found["Red Summoning"].claim(game._s, 0)
    game.play(game.parse("summon Swordmaster e4"))
    before = game._s[:]
    assert found["Red Summoning"].claim(game._s, 0)
    assert not found["Green Summoning"].claim(game._s, 0)
    assert not found["Legendary Summoning"].claim(game._s, 0)
    assert game._s == before


def test_an_entry_takes_the_side_that_it_is_told() -> None:
    game = Game.from_position(Board.parse("CCC\nCcC\n...", at="d4"), hands=[[], []], seed=1)
    claim = entries(game)["Imprisonment"].claim
    assert not claim(game._s, 0)
    assert not claim(game._s, 1)
    game = Game.from_position(Board.parse("CCC\nCcC\n..C", at="d4"), hands=[[], []], seed=1)
    assert not entries(game)["Imprisonment"].claim(game._s, 0)
    assert entries(game)["Imprisonment"].claim(game._s, 1)


def test_destroyed_pieces_of_all_other_colors_count_together() -> None:
    cards = load_cards()
    game = Game.from_position(Board.parse("c", at="e5"), hands=[[], []], seed=1)
    s = game._s[:]
    claim = entries(game)["Destruction"].claim
    s[DESTROYED] = (9, 9, 9, 1, 1, 0)
    assert not claim(s, 0), "own pieces never count (R6.61)"
    s[DESTROYED] = (0, 0, 0, 1, 1, 1)
    assert claim(s, 0)
    s[DESTROYED] = (0, 0, 0, 1, 1, 0, 0, 0, 1)
    assert claim(s, 0)
    assert s[SUMMONED] == ()
    knight = Entry(1, cards["Knight"], None, ())
    assert not knight.claim(s, 0)


def test_what_is_no_task_and_no_position_is_refused() -> None:
    cards = load_cards()
    with pytest.raises(CardError, match="Knight is no task"):
        cards["Knight"].claimable("c")
    assert cards["Knight"].task is None
    board = Board.parse("c", at="e5")
    wrong: list[dict[str, Any]] = [
        {"color": 4},
        {"color": "own"},
        {"destroyed": (1, 2)},
        {"destroyed": (1, 2, -1)},
        {"destroyed": "123"},
        {"summoned": [("heroic", "a1")]},
        {"summoned": [("Knight", "e5")]},
        {"summoned": ["e5"]},
    ]
    for arguments in wrong:
        with pytest.raises(PositionError):
            cards["Destruction"].claimable(board, **arguments)
    with pytest.raises(PositionError):
        cards["Destruction"].claimable(5)  # type: ignore[arg-type]


def test_a_deck_of_own_tasks_compiles(tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text('name = "mine"\ntitle = "Mine"\nkind = "tasks"\ncards = ["one"]\n', "utf-8")
    (tmp_path / "one.card").write_text(task(CONDITIONS[0]).replace("Example", "Clean"), "utf-8")
    card = compile_cards(tmp_path)["Clean"]
    assert card.task == {"type": "configuration", "advanced": False, "points": 1}
    assert card.claimable(Board.parse("c", at="e5"))
    assert not card.claimable(Board.parse("C", at="e5"))


# ---------------------------------------------------------------- the deck


def test_the_deck_is_that_of_the_facts() -> None:
    """R1.18: how many of each type, and eight advanced ones."""
    found = [x.task for x in load_cards().cards_of("tasks") if x.task]
    by_type = {sort: sum(x["type"] == sort for x in found) for sort in dict.fromkeys(x["type"] for x in found)}
    assert by_type == {"destruction": 5, "colored": 6, "summoning": 4, "configuration": 6, "imprisonment": 3}
    assert sum(x["advanced"] for x in found) == 8


# ---------------------------------------------------------------- regions of arenas


def test_an_arena_keeps_its_regions() -> None:
    arena = Arena(SMALL)
    assert [arena.names_of(here) for here, _ in arena.corners] == [("a4", "b5"), ("d1", "e2")]
    assert [arena.names_of(across) for _, across in arena.sides] == [("e2", "e3", "e4"), ("a2", "a3", "a4")]
    assert pickle.loads(pickle.dumps(arena)) == arena
    assert Arena({**SMALL, "lines": []}) != arena


@pytest.mark.parametrize(
    ("key", "runs"),
    [
        ("lines", "a3-e3"),
        ("lines", ["a3"]),
        ("lines", ["a3-b5"]),
        ("diagonals", [["b2-d4", "b4-d2"]]),
        ("sides", ["a2-a4"]),
        ("sides", [["a2-a4"]]),
        ("corners", [["a4-b5", 1]]),
        ("corners", None),
    ],
)
def test_regions_that_are_none_are_refused(key: str, runs: object) -> None:
    with pytest.raises(CardError, match=f"arena 'small': '{key}' is a list of"):
        Arena({**SMALL, key: runs})


def test_a_manifest_names_rows_of_its_own_squares(tmp_path: Path) -> None:
    (tmp_path / "arenas").mkdir()
    text = 'name = "wee"\nrows = ["...", "..."]\nlines = ["a1-c1", "a1-d1"]\nsides = [["a1-a2", "c1-b3"]]\n'
    (tmp_path / "arenas" / "wee.toml").write_text(text, "utf-8")
    _, mistakes = gather([tmp_path])
    assert [(x.code, x.line, x.message) for x in mistakes] == [
        ("K081", 3, "'a1-d1' is no straight row of squares of this arena"),
        ("K081", 4, "'c1-b3' is no straight row of squares of this arena"),
    ]
