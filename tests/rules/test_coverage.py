"""Every rule is shown by a test that exists, or says why it cannot be; the page of it is as the tests are."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from kalarite.compiler.grounds import chapters
from rules.coverage import PAGE, citing, exists, functions_in, listed, numbers, page, shown_by, titles_in

NUMBERS = [x.number for chapter in chapters() for x in chapter.rules]


def named() -> Iterator[tuple[str, str]]:
    """Number and name of all tests in the list."""
    for number, names in listed().items():
        if not isinstance(names, str):
            yield from ((number, name) for name in names)


def test_the_list_has_every_rule_and_no_other() -> None:
    assert list(listed()) == NUMBERS


def test_no_number_is_left_out() -> None:
    last: dict[str, int] = {}
    for number in NUMBERS:
        section, _, place = number.rpartition(".") if "." in number else ("D", "", number[1:])
        assert int(place) == last.get(section, 0) + 1, number
        last[section] = int(place)
    expansions = [*(f"E{x}" for x in range(1, 4)), *(f"N{x}" for x in range(1, 5)), *(f"W{x}" for x in range(1, 7))]
    assert list(last) == [*(f"R{x}" for x in range(1, 16)), *expansions, "D"]
    assert last["D"] == 50


def test_every_rule_is_shown_or_says_why_not() -> None:
    assert [x for x in NUMBERS if not shown_by(x) and not isinstance(listed()[x], str)] == []


def test_what_a_test_shows_needs_no_excuse() -> None:
    assert [x for x in NUMBERS if shown_by(x) and isinstance(listed()[x], str)] == []


def test_what_the_list_names_exists() -> None:
    assert [f"{number}: {name}" for number, name in named() if not exists(name)] == []


def test_what_cites_a_rule_is_not_named_again() -> None:
    assert [f"{number}: {name}" for number, name in named() if name in citing().get(number, [])] == []


def test_tests_and_scenarios_cite_only_rules_that_there_are() -> None:
    assert {x: names for x, names in citing().items() if x not in NUMBERS} == {}


@pytest.mark.parametrize(
    "name",
    [
        "tests/rules/test_coverage.py::test_no_such_test",
        "tests/rules/no_such_file.py::test_no_number_is_left_out",
        "tests/rules/turn.scenarios: no such title",
        "tests/rules/turn.scenarios",
    ],
)
def test_a_wrong_name_is_found(name: str) -> None:
    assert not exists(name)


def test_what_cites_is_found() -> None:
    """R4.2, D8: in a docstring."""
    here = functions_in("tests/rules/test_coverage.py")["test_what_cites_is_found"]  # and R4.15 in a comment
    assert here == {"R4.2", "D8", "R4.15"}
    assert numbers("R1.9 to R1.11, D3") == {"R1.9", "R1.10", "R1.11", "D3"}
    assert "R4.4" in {x for numbers in titles_in("tests/rules/summoning.scenarios").values() for x in numbers}
    assert all(re.search(r"\[.*\]$", title) is None for title in titles_in("cards/imperial/knight.card"))


def test_the_page_is_as_the_tests_are(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        PAGE.write_text(page(), "utf-8", newline="\n")
    assert PAGE.read_text("utf-8") == page(), "--update-golden makes docs/rules-coverage.md anew"
