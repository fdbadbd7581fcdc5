"""README and changelog: set-up lines, links, the commands that exist. Blocks are run with those of the pages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from kalarite.compiler.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_two_lines_set_it_up() -> None:
    lines = [line for block in re.findall(r"^```sh\n(.*?)^```$", README, re.M | re.S) for line in block.splitlines()]
    assert lines == ["python -m pip install . && kalarite build", 'python -m pip install ".[test]" && python -m pytest']


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "NOTICE"])
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", (ROOT / name).read_text("utf-8"))
    assert not [x for x in links if "://" not in x and not (ROOT / x).exists()]


def test_it_says_whose_game_it_is() -> None:
    for text in (README, (ROOT / "NOTICE").read_text("utf-8")):
        assert "Vlaada Chvátil" in text
        assert "Czech Games Edition" in text
        assert "unofficial" in text


def test_the_changelog_has_the_form_that_it_names() -> None:
    heads = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", CHANGELOG, re.M)
    assert heads[0] == ("Unreleased", "")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for _, day in heads[1:])
    kinds = set(re.findall(r"^### (.+)$", CHANGELOG, re.M))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_commands_are_named_as_they_are() -> None:
    named = set(re.findall(r"\bkalarite ([a-z]+)\b", README.replace("\n", " "))) - {"is"}
    assert named <= set(COMMANDS)
    assert all(f"`{x}`" in CHANGELOG for x in COMMANDS)


def test_the_package_says_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    assert "Python 3.11 or newer" in README
