"""What the hand-written pages show was run: files are written, commands and Python are run, outputs compared.

A block with `title="FILE"` is a file; `console` holds commands behind `$` with their output,
`python` blocks of a page share their names, a `text` block right behind one is its output.
`...` stands for anything. `--update-golden` puts the real outputs into the pages.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Callable
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest
from kalarite.compiler.check import check_card
from kalarite.compiler.cli import main
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("../README.md", "index.md", "authors.md", "forms.md", "embedding.md", "modules.md", "pipeline.md")
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.M | re.S)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)


def kalarite(arguments: list[str]) -> str:
    """What a command prints, messages to the user included."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        main(arguments)
    return out.getvalue()


class Reader:
    """Runs the blocks of a page in order. `written`: the page with the outputs as they really are."""

    def __init__(self, page: str) -> None:
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.printed = ""  # by the Python block just before
        self.wrong: list[str] = []
        self.written = ""
        end = 0
        for block in _BLOCK.finditer(page):
            if page[end : block.start()].strip(" \n`"):  # something between: not the output of that block
                self.printed = ""
            start, stop = block.span(3)
            self.written += page[end:start] + self.run(block[1], block[2], block[3])
            end = stop
        self.written += page[end:]

    def run(self, language: str, title: str | None, body: str) -> str:
        """Run a block; its text as it should be."""
        if title:
            Path(title).parent.mkdir(parents=True, exist_ok=True)
            Path(title).write_text(body, "utf-8")
        elif language in ("card", "console", "python", "text"):
            run: Callable[[str], str] = getattr(self, language)
            return run(body)
        return body

    def card(self, body: str) -> str:
        source = Source.of(body)
        tree, found = parse_card(source)
        assert tree is not None
        assert not found
        assert not check_card(tree, source)[1]
        return body

    def console(self, body: str) -> str:
        out = ""
        for line, expected in _COMMAND.findall(body):
            command, *arguments = shlex.split(line)
            assert command == "kalarite", f"this test cannot run '{line}'"
            out += f"$ {line}\n" + self.compare(line, expected, kalarite(arguments))
        return out

    def python(self, body: str) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(body, "<page>", "exec"), self.names)
        self.printed = out.getvalue()
        return body

    def text(self, body: str) -> str:
        return self.compare("a Python block", body, self.printed) if self.printed else body

    def compare(self, what: str, expected: str, real: str) -> str:
        real = "".join(f"{line.rstrip()}\n" for line in real.splitlines())
        if OutputChecker().check_output(expected, real, ELLIPSIS):
            return expected
        self.wrong.append(f"{what}, expected:\n{expected}real:\n{real}")
        return real


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_shows_is_so(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    reader = Reader((DOCS / name).read_text("utf-8"))
    if request.config.getoption("--update-golden"):
        (DOCS / name).write_text(reader.written, "utf-8", newline="\n")
    else:
        assert reader.wrong == [], "\n".join(reader.wrong)
