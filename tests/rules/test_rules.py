"""The scenarios of this folder: rules of the turn that belong to no single card, played by the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.compiler.scenario import run_example
from kalarite.dsl.parse import parse_scenarios
from kalarite.dsl.source import Source
from kalarite.dsl.tree import Example
from rules.tables import four_decks


def scenarios() -> list[object]:
    found: list[object] = []
    for path in sorted(Path(__file__).parent.glob("*.scenarios")):
        source = Source.of(path.read_bytes(), str(path))
        examples, mistakes = parse_scenarios(source)
        assert not mistakes, [x.message for x in mistakes]
        found += [pytest.param(source, x, id=f"{path.stem}::{x.title}") for x in examples]
    return found


@pytest.mark.parametrize(("source", "example"), scenarios())
def test_a_scenario_comes_true(source: Source, example: Example) -> None:
    failure = run_example(example, four_decks())
    if failure is not None:
        line, _ = source.position(failure.span.start)
        pytest.fail(f"{source.path}:{line}: {failure.message}", pytrace=False)
