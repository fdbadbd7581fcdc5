"""Games for the tests of the engine: set up, begun, and played so that they meet every kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from kalarite.dsl import tree as t
from kalarite.runtime import Board, Game, Move, load_cards
from kalarite.runtime.playout import Dice, summons_first
from reference.planted import planted, scattered, world_of
from reference.stage import STOCK, built_in

DECKS = ("northern", "southern")
BEINGS = sorted(name for name, card in built_in().items() if card.kind != "flare")
SILENT = (
    *(
        "antimatter-spirit",
        "bomb",
        "void-summoner",
        "demon-of-sloth",
        "forest-mystic",
        "hill-giant",
        "mountain-troll",
        "sapling",
        "snow-monster",
        "time-elemental",
        "titan",
        "war-summoner",
    ),
)  # cards that ask nothing
FLARES = sorted(name for name, card in built_in().items() if card.kind == "flare")


def new(seed: int = 1, **options: Any) -> Game:
    """A duel of northern against southern."""
    return Game.new("duel", DECKS, seed, **options)


def begun(seed: int = 1, **options: Any) -> Game:
    """A duel whose start pieces stand: seat 0 is to take the first turn."""
    return play(new(seed, **options), "start northern c5")


def at(drawing: str, corner: str = "a1", **position: Any) -> Game:
    """A game on the board that the window `drawing` shows; `corner`: the square of its lower left corner."""
    rows = drawing.split()
    return Game.from_position(Board.parse("\n".join(rows), at=corner), **position)


def play(game: Game, *answers: str) -> Game:
    """Give these answers, each of them legal; the game itself."""
    for answer in answers:
        game.play(game.parse(answer))
    return game


def texts(game: Game) -> list[str]:
    """The legal answers as text."""
    return [str(x) for x in game.legal_moves()]


def walk(game: Game, seed: int, most: int | None = None) -> Iterator[Game]:
    """Play `game` on, summonings first; yields it at every decision, before the answer is given."""
    dice, decisions = Dice(seed), 0
    while not game.is_over and (most is None or decisions < most):
        yield game
        game.play(summons_first(dice, game.legal_moves()))
        decisions += 1


def finished(game: Game, seed: int) -> Game:
    """The game, played to its end."""
    for _ in walk(game, seed):
        pass
    return game


def in_effect(game: Game) -> bool:
    """Whether the game stands at a question of a card, or of summoning it."""
    return game.card_in_play is not None


@cache
def key_of(stem: str) -> str:
    """The name of the card in the file `stem`.card."""
    return built_in()[stem].name


def before_card(stem: str, random: Random) -> Game | None:
    """A game whose player holds the card alone and can summon or invoke it; None if this draw of luck does not fit."""
    card = built_in()[stem]
    return before_flare(card, random) if card.kind == "flare" else before_being(card, random)


def before_being(card: t.Card, random: Random) -> Game | None:
    """A position made for a being: its pattern planted in any orientation, neighbors and supplies random."""
    found = planted(card, random, colors=2)
    return None if found is None else game_of(found[0].squares, found[0].supply, card.name, random)


def before_flare(card: t.Card, random: Random) -> Game | None:
    """A position in which a flare may be invoked: fewer own pieces, or fewer upgraded ones."""
    squares = scattered(2, random, random.choice([8, 14, 20, 30]), own=random.choice([0.0, 0.1, 0.3]))
    if random.random() < 0.5:  # few pieces more, but of higher rank
        squares = {s: (c, 0 if c == 0 else r) for s, (c, r) in squares.items()}
    game = game_of(squares, world_of(squares, 2, random).supply, card.name, random)
    return game if "flare" in texts(game) else None


def game_of(
    squares: dict[str, tuple[int, int]],
    supply: dict[int, list[int]],
    held: str,
    random: Random,
    modules: dict[str, Any] | None = None,
    hand: list[str] | None = None,
) -> Game:
    """A game on given squares and supplies; seat 0 holds one card, or `hand`."""
    kept = carrying(squares, held, random) if modules is None else modules
    for color, row in enumerate(kept.get("away", ())):  # of what is out of play there is that much less in supply
        for kind in (0, 1):
            owned = sum(c == color and r // 2 == kind for c, r in squares.values())
            supply[color][kind] = min(supply[color][kind], STOCK[kind] - owned - row[kind])
    return Game.from_position(
        Board(load_cards().arena(), squares),
        hands=[[held, *BESIDE.get(held, ())] if hand is None else hand, []],
        supply=[supply[color] for color in range(2)],
        actions=random.choice([1, 2, 2, 3]),
        seed=random.randrange(1000),
        decks=decks_for(held),
        discards=[random.sample(PILES[held], random.randrange(3)) if held in PILES else [], []],
        modules=kept,
    )


def carrying(squares: dict[str, tuple[int, int]], held: str, random: Random) -> dict[str, Any]:
    """What the module of the card's deck keeps: a Gateway or none, a pending being, a piece on a card."""
    if held in PENDING:
        return {"warp.pending": [random.choice([None, *PENDING[held]]), None]}
    if held == "Merchant of Time" and random.random() < 0.8:
        color, rank = random.randrange(2), random.randrange(3)
        free = STOCK[rank // 2] - sum(c == color and r // 2 == rank // 2 for c, r in squares.values())
        return on_card(held, color, rank) if free > 0 else {}
    if held == "Eternal Emperor":
        return {"warp.played": random.choice([[], [], [held]])}
    if load_cards()[held].deck != "nethervoid":
        return {}
    able = sorted(square for square, piece in squares.items() if piece in ((0, 0), (0, 1)))
    heroic = [x for x in able if squares[x][1]] or able
    return {"gateway.gateway": random.choice([[], random.sample(able, 1), random.sample(heroic, 1)]) if able else []}


def on_card(held: str, color: int, rank: int) -> dict[str, Any]:
    """A piece lies on a card: out of play, of the two colors of `decks_for`."""
    away = [[0, 0], [0, 0]]
    away[color][rank // 2] = 1
    return {
        "away": away,
        "warp.laid": [[held, ("etherweave", "southern")[color], ("common", "heroic", "legendary")[rank]]],
    }


def before_part(stem: str, part: str, random: Random) -> Game:
    """A game whose player holds the card with a warp effect, or has it in play with a frozen one."""
    name = key_of(stem)
    squares = scattered(2, random, random.choice([8, 20, 30, 44]))
    supply = world_of(squares, 2, random).supply
    if part == "warp":
        return game_of(squares, supply, name, random, {})
    return game_of(squares, supply, name, random, {"frozen.card": [name, None]}, ["Snow Fox", "flare-05"])


BESIDE = {  # what is in the hand when a card looks at it
    "Possessed Summoner": ["flare-05"],
    "Reality Patch": ["Singularity", "Titan", "flare-05"],
    "Iris of Eternity": ["Singularity", "Titan", "Hell Bull"],
}
WARPING = [
    *("Antimatter Spirit", "Paradox Worm", "Lesser Shadow Twin", "Translocationist", "Gate of Oblivion"),
    *("Greater Shadow Twin", "Void Summoner", "Eternal Emperor", "Polarity Queen", "Merchant of Time"),
]
PENDING = {  # what may be pending when a card looks at it
    "Doppelganger": [*WARPING, "Ziggurat Sentinel"],
    "Warpmaster": ["Paradox Worm", "Merchant of Time"],
    "Reality Patch": ["Paradox Worm", "Merchant of Time"],
}
PILES = {
    "Kiskin Spirit": ["Sapling", "Naiad", "Dryad"],
    "Frozen Chest": ["Ice Princess", "Snow Fox", "Ice Wyvern"],
    "Lesser Shadow Twin": ["Greater Shadow Twin", "Singularity", "Warpmaster"],
    "Greater Shadow Twin": ["Lesser Shadow Twin", "Singularity", "Warpmaster"],
    "Time Traveler": ["Doppelganger", "Singularity", "Warpmaster"],
    "Ziggurat Sentinel": [*WARPING, "Singularity", "Doppelganger"],
}  # what may lie in the pile when a card looks at it


def decks_for(name: str) -> tuple[str, str]:
    """Playable decks for a duel in which seat 0 holds the card; northern where any will do."""
    cards = load_cards()
    holding = (x for x, facts in cards.index["playable"].items() if facts["deck"] == cards[name].deck)
    return next(holding, DECKS[0]), DECKS[1]


def opening_moves(game: Game) -> list[Move]:
    """The moves that play a card: summonings, or the flare."""
    return [x for x in game.legal_moves() if str(x).startswith(("summon ", "flare"))]


def in_card(stem: str, random: Random, questions: int) -> list[Game]:
    """Games at so many questions of one card, or some more: in the middle of its effect, or of its summoning.

    Each is independent of the others. None for the cards that ask nothing.
    """
    found: list[Game] = []
    tried = 0
    while len(found) < questions and stem not in SILENT:
        tried += 1
        assert found or tried < 3000, f"{stem} asks nothing: it belongs to SILENT"
        game = before_card(stem, random)
        if game is None or not (opening := opening_moves(game)):
            continue
        game.play(random.choice(opening))
        while in_effect(game):
            found.append(game.copy())
            game.play(random.choice(game.legal_moves()))
    return found
