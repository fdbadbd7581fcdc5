"""The cards on paper: the language can carry every deck, as far as reading goes, and what is said of that is true."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from design.draft import DRAFT, PAPER, draft, new_nodes, nodes, read, used_nodes
from kalarite.compiler.compile import CompiledCard, compile_card
from kalarite.compiler.deck import CARDS
from kalarite.compiler.invariants import broken
from kalarite.dsl.language import language
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
FILES = {path.stem: path for path in sorted(PAPER.glob("*.card"))}
SHIPPED = {path.stem: path for path in sorted(CARDS.glob("*/*.card"))}
FACTS: dict[str, dict[str, Any]] = json.loads((ROOT / "tests" / "facts" / "paper.json").read_text("utf-8"))
PAGE = (ROOT / "docs" / "design" / "0003-paper.md").read_text("utf-8")

# What had to be written down before the grammar was fixed: the hardest cards of every deck.
HARDEST = """
    Cavalry Captain, Assassin, Summoner, Master of Intrigue, Gun Tower, Hypnotist, Bomb,
    Fire Dragon, Storm Elemental, Leviathan, The Eldest Tree, Titan, Two-Headed Dragon, Angel of Death, Time Elemental,
    flare-09, Warlord, War Summoner, Werewolf, Forest Ancient, Woodland Druid, Centaur Chieftain, Kiskin Spirit,
    Crystal Mirror, Glacier Giant, Frozen Chest, Deathbringer, Frostweave Illusionist, Frostweave Summoner,
    Demon of Envy, Power Seeker, Possessed Summoner, Gate Master,
    Antimatter Spirit, Polarity Queen, Singularity, Ziggurat Sentinel, Time Traveler, Void Summoner, Doppelganger,
    Merchant of Time, Isolation, Side Chain, Rainbow Dominance, Center Cross
"""


def source_of(path: Path) -> Source:
    return Source.of(path.read_bytes(), str(path))


def compiled(path: Path) -> CompiledCard:
    card, mistakes = compile_card(source_of(path))
    assert card is not None and not mistakes, [x.message for x in mistakes]
    return card


def reads_today(path: Path) -> bool:
    """Whether today's grammar reads the card, so that the whole compiler must be able to."""
    return not parse_card(source_of(path))[1]


TODAY = [name for name, path in FILES.items() if reads_today(path)]


# ---------------------------------------------------------------- the draft


def test_the_draft_has_no_conflict_and_is_short() -> None:
    draft()  # strict
    assert len(DRAFT.read_text("utf-8").splitlines()) <= 300


@pytest.mark.parametrize("name", SHIPPED)
def test_the_draft_reads_a_shipped_card_to_the_same_parse(name: str) -> None:
    text = SHIPPED[name].read_text("utf-8")
    assert read(text, draft()) == read(text, language())


def test_the_draft_keeps_every_node_of_today() -> None:
    assert nodes(language()) <= nodes(draft())


# ---------------------------------------------------------------- the cards


@pytest.mark.parametrize("name", FILES)
def test_a_paper_card_can_be_read(name: str) -> None:
    text = FILES[name].read_text("utf-8")
    assert read(text, draft())
    assert max(map(len, text.splitlines())) <= 122


def names_on_paper() -> dict[str, str]:
    """The name of every card on paper, with its file's."""
    heads = {stem: path.read_text("utf-8").splitlines()[0] for stem, path in FILES.items()}
    return {re.sub(r"^.*?\b(being|legend|flare|task) ", "", head): stem for stem, head in heads.items()}


def test_the_hardest_cards_of_every_deck_are_written_down() -> None:
    hardest = {" ".join(x.split()) for x in HARDEST.split(",")}
    assert len(hardest) == 45
    assert hardest - set(names_on_paper()) == set()


def test_every_card_of_the_decks_to_come_is_on_paper_as_its_facts_say() -> None:
    names = names_on_paper()
    assert len(FACTS) == 24
    assert set(names) - set(FACTS) <= {compiled(SHIPPED[x]).tree.name for x in FILES if x in SHIPPED}
    for name, facts in FACTS.items():
        text = FILES[names[name]].read_text("utf-8")
        assert text.startswith(f"{facts['head']} {name}\n")
        if facts["deck"] == "tasks":
            assert f"\npoints {facts['points']}\n" in text
        else:
            assert drawing(text) == facts["pattern"]
            assert re.findall(r"^arrows (.*)$", text, re.M) == ([" ".join(facts["arrows"])] if facts["arrows"] else [])
            assert re.findall(r"^(effect|frozen|warp)\b", text, re.M) == facts["parts"]


def drawing(text: str) -> list[str]:
    """The rows of the pattern in a card's text."""
    return re.search(r"^pattern\n((?:  .*\n)+)", text, re.M)[1].split()  # type: ignore[index]


@pytest.mark.parametrize("name", [x for x in FILES if x in SHIPPED])
def test_a_card_of_a_shipped_deck_means_on_paper_what_it_means_in_the_deck(name: str) -> None:
    paper, shipped = compiled(FILES[name]), compiled(SHIPPED[name])
    for field in ("kind", "name", "rank", "pattern", "arrows", "parts", "task"):
        assert getattr(paper.meaning, field) == getattr(shipped.meaning, field)
    assert paper.program == shipped.program


@pytest.mark.parametrize("name", TODAY)
def test_a_card_that_can_be_read_today_compiles_today(name: str) -> None:
    assert broken(compiled(FILES[name]).program) == []


# ---------------------------------------------------------------- what the page says


def constructs() -> dict[str, tuple[set[str], int]]:
    """The table of the page: construct to its productions and the number of cards that use one of them."""
    rows = re.findall(r"^\| ([\w ]+) \| ([\w*, ]+) \| (\d+) \|$", PAGE, re.M)
    return {name: (set(nodes_.replace("*", "").split(", ")), int(cards)) for name, nodes_, cards in rows}


def used() -> dict[str, set[str]]:
    return {name: used_nodes(read(path.read_text("utf-8"), draft())) for name, path in FILES.items()}


def test_the_page_names_every_new_production_and_counts_its_cards() -> None:
    table, cards = constructs(), used()
    named = set[str]().union(*(productions for productions, _ in table.values()))
    assert named - nodes(language()) == new_nodes() | {"their", "crossed"}
    counted = {
        name: sum(not productions.isdisjoint(x) for x in cards.values()) for name, (productions, _) in table.items()
    }
    assert counted == {name: cards for name, (_, cards) in table.items()}


def test_no_construct_serves_one_card_alone() -> None:
    assert [name for name, (_, cards) in constructs().items() if cards < 2] == []


def test_every_new_production_is_used() -> None:
    assert new_nodes() - set[str]().union(*used().values()) == set()
