"""The engine against a table of what each card asks for, written by hand from the rules (`tests/steps.toml`).

On positions made for the card every question must offer exactly the answers that the
table's words give: an optional step can be declined, also with one target only; a
mandatory step with a legal target can not; no target is missing, none too many.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from duels import BEINGS, FLARES, before_card, before_part, key_of, opening_moves, play, texts
from kalarite.runtime import Game
from steps.rows import COLORLESS, FROZEN, KINDS, NAMES, WARPS, Effect, Row
from steps.world import Match, Piece, World, match_of

TESTS = Path(__file__).parents[1]
TABLE: dict[str, Any] = tomllib.loads((TESTS / "steps.toml").read_text("utf-8"))
FACTS = {x["name"]: x for x in json.loads((TESTS / "facts" / "patterns.json").read_text("utf-8"))["beings"]}
LEAST, MOST = 30, 600  # positions a card: at least, and at most until every row has shown itself

# optional rows that can have one target only and then still may be declined: (card, number of the row of its effect)
ONE_TARGET = {
    ("Assassin", 1),
    ("Bone Catapult", 0),
    ("Champion", 0),
    ("Earth Elemental", 2),
    ("Gate of Oblivion", 1),
    ("Greater Shadow Twin", 0),
    ("Gryphon Rider", 1),
    ("Hell Bull", 0),
    ("High Priestess", 1),
    ("Knight", 0),
    ("Messenger", 0),
    ("Reality Patch", 0),
    ("Storm Elemental", 1),
    ("Summoner", 0),
    ("Swordmaster", 0),
    ("The Eldest Tree", 0),
    ("Time Traveler", 1),
    ("Translocationist", 0),
    ("Two-Headed Dragon", 0),
    ("Two-Headed Dragon", 1),
}


# The table lets one stop after the first of two standard moves. The card asks first which branch is meant, and to make
# one move only is its other branch: the results are the same, which a test below shows.
STOPS_BY_OTHER_BRANCH = ("flare-11", "lower", 1)


@cache
def parts_of(name: str) -> dict[str, tuple[Row, ...]]:
    """The rows of a card by part."""
    card = TABLE[name]
    if isinstance(card, list):
        return {"effect": tuple(card)}
    if not name.startswith("flare"):
        return {part: tuple(rows) for part, rows in card.items()}
    parts = {part: list(card[part]["rows"]) for part in ("upper", "lower") if part in card}
    if name == STOPS_BY_OTHER_BRANCH[0]:
        _, part, i = STOPS_BY_OTHER_BRANCH
        parts[part][i] = parts[part][i] | {"whole": True}
    return {part: tuple(rows) for part, rows in parts.items()}


WARPS.update({name: parts_of(name)["warp"] for name in TABLE if "warp" in parts_of(name)})
assert set(FROZEN) == {name for name in TABLE if "frozen" in parts_of(name)}


def world_of(game: Game) -> World:
    world = World.of(game.board.pieces, {color: game.supply(color) for color in (0, 1)}, game.actions)
    world.pile = list(game.discards(0))
    world.hand, world.deck = list(game.hand(0)), game.deck_size(0)
    world.pending, world.warped = game.kept.get("warp.pending", [None])[0], game.kept.get("warp.played", [])
    for card, color, rank in game.kept.get("warp.laid", ()):
        piece = Piece(int(color == "southern"), NAMES.index(rank), None)
        world.laid.append((card, piece))
    world.frozen = game.kept.get("frozen.card", [None])[0]
    for square in game.kept.get("gateway.gateway", ()):
        world.gateway = world.board[square]
    return world


def summoned(game: Game, before: World, seen: Counter[tuple[int, str]]) -> Effect:
    """The effect of the being just summoned, on the position that the summoning itself leaves."""
    event = next(x for x in game.events if x["event"] == "summon")
    facts, square = FACTS[event["card"]], event["square"]
    match = match_of(facts["pattern"], facts["directions"], square, event["orientation"])
    before.hand.remove(event["card"])
    lifted = [x["square"] for x in game.events if x["event"] == "lift"]
    apart = any(row["verb"] == "summon" for row in parts_of(event["card"])["effect"])  # not onto the pattern
    for name in lifted:
        assert apart or name not in match.used, "a piece of the match was picked up (R5.16)"
        before.remove(before.board[name])
    used = [] if apart else [before.board[s] for s in match.used]
    assert all(piece.color == 0 for piece in used), "the pattern needs own pieces (R5.3)"
    struck = before.board.get(square)
    if struck is not None:
        before.destroy(struck)
    being = before.put(0, NAMES.index(facts["rank"]), square)
    before.actions -= 1
    gate = before.gate()
    if facts["deck"] == "nethervoid" and (gate is None or (being.rank == 1 and gate.rank == 0)):  # N2.1, N2.3
        before.gateway = being
    return Effect(before, match, being, used, seen, struck=struck, card=event["card"])


def compare(game: Game, asking: Any, random: Random) -> list[str]:
    """Answer both alike to the end of the effect; the answers."""
    answers: list[str] = []
    offered = next(asking, None)
    while offered is not None:
        assert game.card_in_play is not None, f"after {answers} the table asks {sorted(offered)}, the engine nothing"
        assert sorted(texts(game)) == sorted(offered), f"after {answers}"
        answers.append(answer := chosen(random, sorted(offered)))
        play(game, answer)
        try:
            offered = asking.send(answer)
        except StopIteration:
            offered = None
    assert game.card_in_play is None, f"after {answers} the engine still asks {texts(game)}"
    return answers


def chosen(random: Random, offered: list[str]) -> str:
    """Any answer, declining now and then only, so that effects go on."""
    others = [x for x in offered if x != "stop"]
    return "stop" if len(others) < len(offered) and random.random() < 0.15 else random.choice(others)


def same_outcome(game: Game, world: World, card: str, kind: str) -> None:
    """Both stand alike after `card` was played and its effect carried out; `kind`: where it goes then."""
    assert game.board.pieces == world.pieces()
    assert {color: list(game.supply(color)) for color in (0, 1)} == world.supply
    assert (game.actions, game.extra_turns) == (world.actions, world.turns)
    view = game.observation(0)
    assert view["stand_ins"] == world.stand_ins
    assert view["extra_cards"] == {x: world.extra[x] for x in ("beings", "legends", "flares")}
    assert game.kept.get("frozen.lost", [0, 0]) == [0, world.lost]
    assert list(game.destroyed["southern"].values()) == world.destroyed
    gate = world.gate()
    assert game.kept.get("gateway.gateway", []) == ([gate.square] if gate else [])
    assert view["as_own"] == (["southern"] if "permit-only" in world.done else [])
    assert any(len(x) == 3 for x in view["summoned"]) == ("legend" in world.done)
    if world.pending != card and card not in world.pile:  # a pending being stays, or was discarded
        world.rest(card, kind)
    assert (game.kept.get("warp.pending", [None])[0], game.kept.get("warp.twice", 0)) == (world.pending, world.twice)
    laid = [[x, game.color_of(piece.color), NAMES[piece.rank]] for x, piece in world.laid]
    assert game.kept.get("warp.laid", []) == laid
    assert view["stand_in_squares"] == world.voids
    assert (list(game.hand(0)), game.deck_size(0)) == (world.hand, world.deck)
    assert {"own": game.discards(0)} | game.shared_discards == {x: tuple(row) for x, row in world.piles().items()}
    assert game.kept.get("frozen.card", [None])[0] == world.frozen


def kind_of(card: str) -> str:
    """Where a being goes that was summoned: its pile, own or of legends (R3.2), or into play (E1.3)."""
    return "frozen" if card in FROZEN else KINDS[card]


def try_being(game: Game, random: Random, name: str, seen: Counter[tuple[int, str]]) -> None:
    before = world_of(game)
    if any(row["verb"] == "summon" for row in parts_of(name)["effect"]):
        wanted = {f"summon {name} {square}" for square in COLORLESS & before.empty()}
        assert {str(x) for x in opening_moves(game)} == wanted
    game.play(random.choice([x for x in opening_moves(game) if str(x).startswith(f"summon {name} ")]))
    while not any(x["event"] == "summon" for x in game.events):  # match, piece to pick up
        game.play(random.choice(game.legal_moves()))
    effect = summoned(game, before, seen)
    compare(game, effect.run(parts_of(name)["effect"]), random)
    same_outcome(game, effect.world, name, kind_of(name))


def try_part(game: Game, random: Random, name: str, part: str, seen: Counter[tuple[int, str]]) -> None:
    """A warp effect out of the hand (W3.1), or a frozen one in play (E2.7, E2.8)."""
    world = world_of(game)
    if part == "warp":
        world.hand.remove(name)
        world.pending = name
    else:
        world.frozen = None
    play(game, f"{'warp' if part == 'warp' else 'thaw'} {name}")
    effect = Effect(world, Match(set(), set(), set()), None, [], seen, card=name)
    compare(game, effect.run(parts_of(name)[part]), random)
    same_outcome(game, world, name, "own")
    if "due" in world.done:
        assert all(x.verb == "summon" for x in game.legal_moves())


def try_flare(game: Game, random: Random, name: str, seen: Counter[tuple[int, str]]) -> None:
    world = world_of(game)
    colors = {part: [x.color for x in world.board.values() if part == "lower" or x.rank] for part in parts_of(name)}
    met = [p for p in parts_of(name) if colors[p].count(1) - colors[p].count(0) >= TABLE[name][p]["margin"]]
    play(game, "flare")
    world.hand.remove(name)
    compare(game, invoked(world, [parts_of(name)[part] for part in met], seen), random)
    same_outcome(game, world, name, "flares")


def invoked(world: World, parts: list[tuple[Row, ...]], seen: Counter[tuple[int, str]]) -> Any:
    """The parts of a flare whose criteria were met, one after the other (R7.5)."""
    for rows in parts:
        yield from Effect(world, Match(set(), set(), set()), None, [], seen).run(rows)


def unseen(name: str, seen: Counter[tuple[int, str]], parts: tuple[str, ...]) -> list[str]:
    """What the positions must still show: each row done; each optional one declined, with one target too."""
    missing: list[str] = []
    for part, rows in parts_of(name).items():
        if part not in parts:
            continue
        for i, row in enumerate(rows):
            wanted = ["done"]
            asks = row.get("mix", "single") in ("single", "by-square", "any-order") and first_of_step(rows, i)
            wanted += ["declined"] if row["optional"] and asks else []
            wanted += ["one or none"] if part == "effect" and (name, i) in ONE_TARGET else []
            missing += [f"{part}, row {i}: {what}" for what in wanted if not seen[id(row), what]]
    return missing


def first_of_step(rows: tuple[Row, ...], i: int) -> bool:
    return not i or rows[i - 1]["step"] != rows[i]["step"]


@pytest.mark.parametrize("stem", [*BEINGS, *FLARES])
def test_what_is_offered_is_what_the_table_says(stem: str) -> None:
    name, random = key_of(stem), Random(f"steps of {stem}")
    seen: Counter[tuple[int, str]] = Counter()
    tried, parts = 0, ("effect", "upper", "lower")
    while tried < LEAST or (tried < MOST and unseen(name, seen, parts)):
        game = before_card(stem, random)
        wanted = "flare" if stem in FLARES else f"summon {name} "
        if game is None or not any(str(x).startswith(wanted) for x in opening_moves(game)):
            continue
        tried += 1
        head = game.record
        try:
            if stem in FLARES:
                try_flare(game, random, name, seen)
            else:
                try_being(game, random, name, seen)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{head}{game.record.splitlines()[-1]}\n{game.board}") from error
    assert not unseen(name, seen, parts), "the positions never showed all that the table says"


LATER = [(stem, part) for stem in BEINGS for part in parts_of(key_of(stem)) if part in ("warp", "frozen")]


@pytest.mark.parametrize(("stem", "part"), LATER)
def test_warp_and_frozen_effects_offer_what_the_table_says(stem: str, part: str) -> None:
    name, random = key_of(stem), Random(f"{part} of {stem}")
    seen: Counter[tuple[int, str]] = Counter()
    tried = 0
    while tried < LEAST or (tried < MOST and unseen(name, seen, (part,))):
        game = before_part(stem, part, random)
        if f"{'warp' if part == 'warp' else 'thaw'} {name}" not in texts(game):
            continue
        tried += 1
        head = game.record
        try:
            try_part(game, random, name, part, seen)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{head}{game.record.splitlines()[-1]}\n{game.board}") from error
    assert not unseen(name, seen, (part,)), "the positions never showed all that the table says"


def test_one_standard_move_of_the_two_of_flare_11_is_the_other_branch() -> None:
    random, compared = Random("one of two"), 0
    while compared < 40:
        game = before_card("flare-11", random)
        if game is None:
            continue
        play(game, "flare")
        while game.card_in_play and "option move 2" not in texts(game):
            game.play(random.choice(game.legal_moves()))
        if not game.card_in_play:
            continue
        other = play(game.copy(), "option move 1")
        play(game, "option move 2")
        for first in texts(game) if game.card_in_play else []:
            one, two = other.copy(), game.copy()
            happened = list(one.play(one.parse(first)))
            assert one.card_in_play is None
            assert list(two.play(two.parse(first)))[: len(happened)] == happened
            compared += 1
