"""Every scenario file and every worked example of a card, played by the engine; one test a scenario.

`pytest -k "imperial/knight"` runs those of one card.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from kalarite.compiler.scenario import Shelf, Suite, form_of_scenarios
from kalarite.dsl.tree import Example

HERE = Path(__file__).parent
CARDS = HERE.parents[1] / "cards"
FILES = [*sorted(CARDS.glob("*/*.card")), *sorted(HERE.glob("*/*.scenarios"))]
GROUND = re.compile(r"\[([REWN]\d+\.\d+[a-z]?|D\d+|ruling|card)(, ([REWN]\d+\.\d+[a-z]?|D\d+|ruling|card))*\]$")
SHELF = Shelf()


@cache
def suite_of(path: Path) -> Suite:
    suite, mistakes = SHELF.suite(path)
    assert suite is not None, [f"{x.source.path}:{x.line}: {x.message}" for x in mistakes]
    return suite


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def scenarios() -> list[object]:
    return [
        pytest.param(suite_of(path), example, id=f"{name_of(path)}::{example.title}")
        for path in FILES
        for example in suite_of(path).examples
    ]


@pytest.mark.parametrize(("suite", "example"), scenarios())
def test_scenario(suite: Suite, example: Example) -> None:
    failure = suite.play(example)
    if failure is not None:
        line, _ = suite.source.position(failure.span.start)
        pytest.fail(f"{suite.source.path}:{line}: {failure.message}", pytrace=False)


@pytest.mark.parametrize("card", sorted(CARDS.glob("*/*.card")), ids=name_of)
def test_each_card_has_at_least_three_scenarios(card: Path) -> None:
    path = HERE / card.parent.name / f"{card.stem}.scenarios"
    assert path.is_file()
    titles = [x.title for x in suite_of(path).examples]
    assert len(titles) >= 3
    assert len(set(titles)) == len(titles)


def test_no_scenarios_without_their_card_or_form() -> None:
    cards = {name_of(x) for x in CARDS.glob("*/*.card")}
    files = [x for x in HERE.glob("*/*.scenarios") if name_of(x) not in cards]
    assert not [x for x in files if form_of_scenarios(x) is None]
    forms = {x.stem for x in CARDS.glob("forms/*.toml")}
    assert forms <= {x.stem for x in files} | {"duel"}  # which the scenarios of all cards play


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{name_of(p)}{p.suffix}")
def test_each_scenario_names_its_ground(path: Path) -> None:
    assert not [x.title for x in suite_of(path).examples if not GROUND.search(x.title)]
