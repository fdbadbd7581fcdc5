"""Whole games as text that people read, turn by turn with boards; they must be played again to the same letter.

`pytest --update-golden` writes `duel.txt` anew: look at what changed. Each game in it is
a record (boards and remarks are comments), so that it can be replayed as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from kalarite.runtime import Game, Move, load_cards, replay
from kalarite.runtime.playout import Dice, at_random, summons_first

FILE = Path(__file__).parent / "duel.txt"
SEEDS = (624, 711)  # together they play every card of the decks
EVERY = 6  # turns between boards
HEAD = """\
# Duels of northern against southern, played by a chooser that likes cards. Rewritten by `pytest --update-golden`.
# Lower case is northern, upper case southern. A remark behind a turn tells the flare invoked, and the score.

"""
LEGENDS = {card.name for card in load_cards().cards_of("legends")}


def eager(dice: Dice, moves: Sequence[Move]) -> Move:
    """Summons legends whenever possible, then other cards with 0.8."""
    legends = [x for x in moves if x.text.startswith("summon") and x.name in LEGENDS]
    return at_random(dice, legends) if legends else summons_first(dice, moves)


def played(seed: int) -> tuple[Game, list[str]]:
    """A game of that seed, and what it looks like after each turn, as comments."""
    game, dice, remarks = Game.new(seed=seed), Dice(seed), [""]
    turn = game.turn
    while not game.is_over:
        before = len(game.events)
        game.play(eager(dice, game.legal_moves()))
        remarks[-1] += "".join(f"   # {x['card']}" for x in list(game.events)[before:] if x["event"] == "flare")
        if game.turn != turn or game.is_over:
            remarks[-1] += f"   # {game.scores[0]} : {game.scores[1]}"
            if game.turn % EVERY == 1 or game.is_over:
                remarks[-1] += "".join(f"\n#   {row}".rstrip() for row in rows_of(game))
            remarks.append("")
            turn = game.turn
    return game, remarks


def rows_of(game: Game) -> list[str]:
    return str(game.board).replace("_", " ").split("\n")


def shown(seed: int) -> str:
    """One game as text."""
    game, remarks = played(seed)
    first, facts, _, *turns = game.record.splitlines()
    lines = [line + remark for line, remark in zip(turns, remarks, strict=False)]
    assert game.result is not None
    winners = " and ".join(game.rules.decks[x] for x in game.result.winners)
    return "\n".join([first, facts, "cards of today", *lines, f"# {game.result.reason}, first: {winners}"])


@cache
def games() -> list[str]:
    """The games of the file, without its head."""
    return re.split(r"(?m)^(?=kalarite-record)", FILE.read_text("utf-8"))[1:]


def bare(text: str) -> str:
    """The record without what stands behind its lines."""
    return re.sub(r" {3}# .*", "", text)


def test_the_games_are_played_as_they_stand(request: pytest.FixtureRequest) -> None:
    text = HEAD + "\n\n".join(shown(seed) for seed in SEEDS) + "\n"
    if request.config.getoption("--update-golden"):
        FILE.write_text(text, "utf-8", newline="\n")
    assert FILE.read_text("utf-8") == text, "if the change is right, --update-golden rewrites the file"


@pytest.mark.parametrize("number", range(len(SEEDS)))
def test_each_game_replays(number: int) -> None:
    game = replay(bare(games()[number]))
    assert game.is_over
    assert game == played(SEEDS[number])[0]


def test_every_card_of_the_decks_is_played() -> None:
    text = "".join(games())
    cards = load_cards()
    decks = [cards.index["playable"][x]["deck"] for x in Game.new().rules.decks]
    played = [x.key for deck in (*decks, "legends", "flares") for x in cards.cards_of(deck)]
    missing = [key for key in played if f"summon {key} " not in text and f"# {key}" not in text]
    assert not missing, "no game plays these: add a seed that does"


def test_every_kind_of_answer_is_given() -> None:
    text = "".join(games())
    for word in (
        "place ",
        "summon ",
        "pick up ",
        "discard ",
        "return ",
        "match ",
        "option ",
        "flare",
        "stop",
        "~",
        "-",
    ):
        assert word in text
    assert re.search(r"[,:] (NE|SE|SW|NW|N|E|S|W)\b", text), "a direction"
    assert re.search(r"(common|heroic|legendary) [a-i][1-9]", text), "a rank with a square"
