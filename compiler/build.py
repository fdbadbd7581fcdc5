"""Takes folders of cards, gives an output folder: compiled modules, pages, the site. What `kalarite build` does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..dsl.diagnostic import Diagnostic
from .compile import CompiledDeck, compile_all, write_compiled
from .output import check_replaceable, fresh_folder
from .scenario import suites_of
from .sheet import Sheet
from .site import build_site, site_languages
from .stamp import counts_if_same, inputs_of, leave_stamp

COMPILED = "compiled"
PAGES = "pages"
SITE = "site"


@dataclass
class Built:
    """What a build did: decks, mistakes, played examples, and the seconds that each stage took.

    With a mistake or an example that did not come true nothing was written. `counts`: how many `cards`, `decks`
    and `examples` there are; `written`: how many pages and pictures; `unchanged`: all was there already;
    `left_out`: of languages that are not finished, what they lack.
    """

    out: Path
    decks: list[CompiledDeck] = field(default_factory=list)
    mistakes: list[Diagnostic] = field(default_factory=list)
    examples: list[dict[str, Any]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    written: int = 0
    unchanged: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The examples that did not come true."""
        return [x for x in self.examples if not x["passed"]]

    @contextmanager
    def stage(self, name: str, progress: Callable[[str], None]) -> Iterator[None]:
        """Time what happens inside as stage `name`."""
        progress(name)
        begin = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - begin


def build(
    folders: Sequence[Path],
    out: Path,
    on_stage: Callable[[str], None] = lambda _: None,
    on_card: Callable[[str], None] = lambda _: None,
    languages: Sequence[str] = (),
) -> Built:
    """Build the built-in cards and those of `folders` into `out`, which is replaced as a whole or not at all.

    `languages`: those of the site, all that it can be made in if none is named.
    `on_stage` and `on_card` are told what is being done. If `out` holds what a build of the same made, it stays
    as it is. OutputRefused: `out` is not ours to replace or cannot be made; SiteError: the builder failed;
    OSError: files cannot be read or written.
    """
    check_replaceable(out.absolute())  # before the work rather than after it
    built = Built(out)
    with built.stage("look for changes", on_stage):
        inputs = inputs_of(folders, languages)
        built.counts = counts_if_same(out, inputs)
    if built.counts:
        built.unchanged = True
        return built
    with built.stage("check and compile", on_stage):
        built.decks, sources, built.mistakes = compile_all(folders, progress=on_card)
    if built.mistakes:
        return built
    with built.stage("play examples", on_stage):  # all of them, as all are published: they take a tenth of a second
        built.examples = [row for suite in suites_of(built.decks, sources) for row in suite.results()]
    if built.failed:
        return built
    with fresh_folder(out) as folder:
        with built.stage("write modules", on_stage):
            write_compiled(folder / COMPILED, built.decks, sources)
        with built.stage("make the site", on_stage):
            sheets = sheets_of(built.decks)
            there, built.left_out = site_languages(sheets)
            built.written = build_site(
                sheets,
                folder / SITE,
                languages=tuple(languages) or there,
                pages=folder / PAGES,
                former=out / PAGES,
                progress=on_card,
            )
        cards = sum(len(x.cards) for x in built.decks)
        built.counts = {"cards": cards, "decks": len(built.decks), "examples": len(built.examples)}
        leave_stamp(folder, inputs, built.counts)
    return built


def sheets_of(decks: Sequence[CompiledDeck]) -> list[Sheet]:
    """What the pages of all cards are made from."""
    return [
        Sheet(x.deck, file, card.meaning, card.source.text)
        for x in decks
        for file, card in zip(x.deck.cards, x.cards, strict=True)
    ]
