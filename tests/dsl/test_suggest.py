"""Did you mean: near words, words of players, and silence where nothing is near."""

from __future__ import annotations

import pytest
from kalarite.dsl.language import language
from kalarite.dsl.suggest import SYNONYMS, distance, suggest

WORDS = sorted({word for words in language().words.values() for word in words})

MEANT = [
    ("destory", "destroy"),
    ("Destroy", "destroy"),
    ("HEROIC", "heroic"),
    ("peices", "pieces"),
    ("adjacnt", "adjacent"),
    ("nonlegendary", "non-legendary"),
    ("kill", "destroy"),
    ("capture", "destroy"),
    ("summon", "place"),
    ("colour", "color"),
    ("center", "central"),
    ("fi", "if"),
]


@pytest.mark.parametrize(("written", "meant"), MEANT)
def test_the_best_suggestion(written: str, meant: str) -> None:
    assert suggest(written, WORDS)[0] == meant


@pytest.mark.parametrize("written", ["qux", "xyzzy", "z", "blah", "supercalifragilistic", ""])
def test_rather_none_than_a_silly_one(written: str) -> None:
    assert suggest(written, WORDS) == []


def test_only_candidates_are_suggested() -> None:
    assert suggest("kill", ["place"]) == []


def test_the_words_of_players_stand_for_words_of_the_language() -> None:
    ours = {word for words in SYNONYMS.values() for word in words}
    assert ours <= {*WORDS, "1", "2", "3", "4", "5", "6"}


@pytest.mark.parametrize(
    ("a", "b", "steps"), [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("", "abc", 3)]
)
def test_distance(a: str, b: str, steps: int) -> None:
    assert distance(a, b) == distance(b, a) == steps
