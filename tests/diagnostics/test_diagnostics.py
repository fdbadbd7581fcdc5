"""Runs the files of this folder: every fenced block gives the codes that its comments announce, and no others."""

from __future__ import annotations

from collections import Counter

import pytest
from fixtures import CASES, Case, announced
from kalarite.compiler.check import check_card
from kalarite.dsl.codes import CODES, whole
from kalarite.dsl.diagnostic import Diagnostic
from kalarite.dsl.parse import parse_card
from kalarite.dsl.render import render_all
from kalarite.dsl.source import Source


def mistakes(text: str, path: str) -> list[Diagnostic]:
    source = Source.of(text, path)
    card, found = parse_card(source)
    assert card is not None
    return [*found, *check_card(card, source)[1]]


@pytest.mark.parametrize("case", CASES, ids=[x.name for x in CASES])
def test_block(case: Case) -> None:
    text = whole(case.text, case.kind)
    found = mistakes(text, case.name.partition(":")[0])
    if case.output:
        assert render_all(sorted(found, key=lambda x: x.span)) + "\n" == case.output
    if not case.output or announced(text):
        assert Counter((x.line, x.code) for x in found) == announced(text), render_all(found)


def test_every_code_of_a_card_is_met() -> None:
    met = {code for case in CASES for _, code in announced(case.text)}
    elsewhere = {
        "K003",
        "K005",
        "K006",
        "K007",
        "K053",
    }  # of no line, or of a very long one: see tests/dsl/test_codes.py
    assert met | elsewhere == {x.code for x in CODES.values() if x.kind in ("card", "effect")}
