"""Snapshots of what each card is lowered to and of the Python that comes of it; `--update-golden` rewrites them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from invariants.words import operations
from kalarite.compiler.compile import CompiledCard, compile_card
from kalarite.compiler.deck import CARDS
from kalarite.compiler.emit import Emitted, emit_deck
from kalarite.compiler.program import print_program
from kalarite.dsl.source import Source

HERE = Path(__file__).parent
FILES = {f"{path.parent.name}/{path.stem}": path for path in sorted(CARDS.glob("*/*.card"))}

# These show what emitted code looks like: together they have every operation that any card has.
EMITTED = (
    "everfrost/crystal-grower",
    "everfrost/crystal-mirror",
    "everfrost/deathbringer",
    "everfrost/everfrost-sentinel",
    "everfrost/frost-imp",
    "everfrost/frostweave-illusionist",
    "everfrost/frozen-chest",
    "everfrost/winter-whisperer",
    "highland/blood-shaman",
    "highland/hungry-bear",
    "highland/ritual-keeper",
    "highland/war-summoner",
    "nethervoid/demon-of-sloth",
    "nethervoid/gate-master",
    "nethervoid/hell-hound",
    "nethervoid/possessed-summoner",
    "nethervoid/power-seeker",
    "etherweave/antimatter-spirit",
    "etherweave/dark-sphere",
    "etherweave/doppelganger",
    "etherweave/eternal-emperor",
    "etherweave/gate-of-oblivion",
    "etherweave/greater-shadow-twin",
    "etherweave/iris-of-eternity",
    "etherweave/merchant-of-time",
    "etherweave/paradox-worm",
    "etherweave/polarity-queen",
    "etherweave/reality-patch",
    "etherweave/time-traveler",
    "etherweave/void-summoner",
    "etherweave/warpmaster",
    "etherweave/ziggurat-sentinel",
    "sylvan/forest-ancient",
    "sylvan/forest-wardens",
    "sylvan/kiskin-spirit",
    "sylvan/woodland-druid",
    "imperial/bomb",
    "imperial/champion",
    "imperial/gryphon-rider",
    "imperial/gun-tower",
    "imperial/hypnotist",
    "imperial/summoner",
    "legends/fire-dragon",
    "legends/hell-bull",
    "legends/leviathan",
    "legends/storm-elemental",
    "legends/the-eldest-tree",
    "flares/flare-04",
    "flares/flare-09",
    "tasks/center-cross",
    "tasks/heroic-destruction",
    "tasks/imprisonment",
    "tasks/isolation",
    "tasks/line-dominance",
    "tasks/red-summoning",
    "tasks/side-chain",
)


@cache
def compiled(name: str) -> CompiledCard:
    path = FILES[name]
    card, mistakes = compile_card(Source.of(path.read_bytes(), str(path)))
    assert card is not None and not mistakes, [x.message for x in mistakes]
    return card


@pytest.mark.parametrize("name", FILES)
def test_program(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"{name}.program.txt", print_program(compiled(name).program) + "\n")


@pytest.mark.parametrize("name", EMITTED)
def test_emitted_python(name: str, golden: Callable[[str, str], None]) -> None:
    """A deck of this one card, so that the snapshot shows the whole module."""
    card = compiled(name)
    golden(f"{name}.py.txt", emit_deck("example", [Emitted(card.meaning, card.program)], "0" * 16))


def test_the_emitted_snapshots_show_every_operation_that_a_card_has() -> None:
    used = {name: operations(compiled(name).program) for name in FILES}
    assert set().union(*(used[name] for name in EMITTED)) == set().union(*used.values())


def test_digests(golden: Callable[[str, str], None]) -> None:
    """A save keeps the digest of each card: whoever changes one here makes older saves unreadable."""
    golden("digests.txt", "".join(f"{compiled(name).program.digest()} {name}\n" for name in FILES))


def test_no_two_cards_of_a_deck_with_different_effects_share_a_digest() -> None:
    by_digest: dict[str, set[str]] = {}
    for name in FILES:
        by_digest.setdefault(compiled(name).program.digest(), set()).add(print_program(compiled(name).program))
    assert all(len(programs) == 1 for programs in by_digest.values())


def test_there_are_no_snapshots_without_their_card() -> None:
    programs = {str(x.relative_to(HERE)).removesuffix(".program.txt") for x in HERE.glob("*/*.program.txt")}
    assert programs == set(FILES)
    assert {str(x.relative_to(HERE)).removesuffix(".py.txt") for x in HERE.glob("*/*.py.txt")} == set(EMITTED)
