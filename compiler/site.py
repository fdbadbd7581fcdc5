"""Takes the cards, gives the site: the hand-written pages beside generated ones, built to HTML.

`write_pages` makes a folder of plain Markdown with its `mkdocs.yml`; `build_site` has a
builder (mkdocs, or another that understands that file) turn such a folder into HTML.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeAlias

from .deck import CARDS, Deck
from .guide import pictures_page, rules_page
from .page import Sheet, card_page, deck_page, index_page, title_text
from .picture import STYLE, arena_fields, pattern_svg

Builder: TypeAlias = Literal["mkdocs", "properdocs", "zensical"]
TEMPLATES = Path(__file__).with_name("templates")
PAGE_STYLE = TEMPLATES / "site.css"
DISK = TEMPLATES / "disk.js"
CONFIG = "mkdocs.yml"
_ARENA = CARDS / "arenas" / "standard.toml"
_ENVIRONMENT = {"NO_MKDOCS_2_WARNING": "true", "DISABLE_MKDOCS_2_WARNING": "true", "NO_COLOR": "1"}
_BUNDLE = re.compile(r'<script src="((?:[^"]*/)?assets/javascripts/)bundle\.[^"]*">')
_OS_ERROR = re.compile(r"^\w*Error: \[Errno \d+\] ([^:]+)")  # the end of a traceback: no disk space, say
_COMPLAINT = re.compile(r"^\s*(?:WARNING|ERROR|CRITICAL|Error|Warning)\b[\s:-]*(.*)")

# The hand-written pages in the order of the navigation; one that is not named comes last in "More".
_BESIDE_CARDS = ("pictures.md", "rules.md", "printing.md")
_CHAPTERS = (
    ("Write cards", ("authors.md", "language.md", "forms.md", "errors.md", "commands.md")),
    ("Develop", ("embedding.md", "events.md", "modules.md", "pipeline.md", "contributing.md", "rules-coverage.md")),
)


class SiteError(Exception):
    """The site could not be built; the text says what is wrong."""


def build_site(sheets: Sequence[Sheet], out_dir: Path, *, builder: Builder = "mkdocs") -> None:
    """Build the site of all `sheets` (in the order of their decks) into the new folder `out_dir`.

    Nothing is left behind on failure. SiteError: `out_dir` exists and is not empty, the builder is
    not installed, or it found fault with a page.
    """
    if out_dir.exists() and (not out_dir.is_dir() or any(out_dir.iterdir())):
        raise SiteError(f"'{out_dir}' exists already and is not an empty folder")
    out_dir.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".site-", dir=out_dir.parent) as name:
        folder = Path(name).resolve()
        write_pages(sheets, folder)
        run_builder(folder, builder)
        search_from_disk(folder / "site")
        if out_dir.exists():
            out_dir.rmdir()
        (folder / "site").rename(out_dir)


def run_builder(folder: Path, builder: Builder = "mkdocs") -> None:
    """Have `builder` make `folder/site` from `folder`; its notices are not shown, its complaints are a SiteError."""
    if find_spec(builder) is None:
        raise SiteError(f"{builder} is not installed")
    command = [sys.executable, "-m", builder, "build", "--strict", "--config-file", CONFIG]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **_ENVIRONMENT},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise SiteError(_complaint(builder, done.stdout, folder))


def search_from_disk(site: Path) -> None:
    """Make the search of a built site work when its files are opened without a server.

    The theme then asks for the index as a script, and needs a stand-in for its worker. A site with
    an index of another kind stays as it is.
    """
    index = site / "search" / "search_index.json"
    if not index.is_file():
        return
    _write(index.with_suffix(".js"), f"var __index = {index.read_text('utf-8')};\n")
    shutil.copyfile(DISK, site / "assets" / "javascripts" / DISK.name)
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        _write(page, _BUNDLE.sub(rf'<script src="\1{DISK.name}"></script>\n\g<0>', text))


def _complaint(builder: str, output: str, folder: Path) -> str:
    """One message out of all that a builder printed: its complaints, or else its last line."""
    lines = [x.replace(f"{folder}{os.sep}", "").rstrip() for x in output.splitlines() if x.strip()]
    if lines and (broken := _OS_ERROR.match(lines[-1])):
        return f"{builder} could not build the site: {broken[1].lower()}"
    found = [x[1] for line in lines if (x := _COMPLAINT.match(line)) and x[1]] or lines[-1:] or ["no reason given"]
    return f"{builder} could not build the site:" + "".join(f"\n  {x}" for x in found)


# ---------------------------------------------------------------- the folder of pages


def write_pages(sheets: Sequence[Sheet], folder: Path) -> None:
    """Write `mkdocs.yml` and `docs/` of the whole site into the existing, empty `folder`."""
    home = site_home()
    docs = folder / "docs"
    shutil.copytree(home / "docs", docs, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    (docs / "assets").mkdir(exist_ok=True)
    _write(docs / "assets" / "site.css", STYLE.read_text("utf-8") + PAGE_STYLE.read_text("utf-8"))
    decks = _by_deck(sheets)
    cards = docs / "cards"
    cards.mkdir()
    _write(cards / "index.md", index_page(sheets))
    rows = tomllib.loads(_ARENA.read_text("utf-8"))["rows"]
    _write(docs / "rules.md", rules_page(sheets))
    _write(docs / "pictures.md", pictures_page(rows))
    fields = arena_fields(rows)  # for the boards of worked examples
    for deck, members in decks.items():
        _write_deck(cards / deck.name, deck, members, fields)
    nav = json.dumps(_navigation(docs, decks), ensure_ascii=False, indent=2)
    settings = (home / CONFIG).read_text("utf-8")
    _write(folder / CONFIG, f"{settings}\n# JSON is YAML, too\nnav: {nav}\n")


def site_home() -> Path:
    """Where the hand-written pages and `mkdocs.yml` are: the checkout, or the copy that a wheel carries."""
    package = Path(__file__).resolve().parent
    for home in (package.parent, package / "_site"):
        if (home / CONFIG).is_file() and (home / "docs").is_dir():
            return home
    raise SiteError("the hand-written pages are missing: install the package anew")


def _by_deck(sheets: Iterable[Sheet]) -> dict[Deck, list[Sheet]]:
    decks: dict[Deck, list[Sheet]] = {}
    for sheet in sheets:
        decks.setdefault(sheet.deck, []).append(sheet)
    names = [x.name for x in decks]
    for name in names:
        if names.count(name) > 1:
            raise SiteError(f"two decks are called '{name}': each needs a name of its own")
    return decks


def _write_deck(folder: Path, deck: Deck, sheets: Sequence[Sheet], fields: Mapping[str, str]) -> None:
    folder.mkdir()
    _write(folder / "index.md", deck_page(deck, sheets))
    for sheet in sheets:
        _write(folder / f"{sheet.slug}.md", card_page(sheet, fields))
        if picture := pattern_svg(sheet.card, alone=True):
            _write(folder / f"{sheet.slug}.svg", picture)


def _navigation(docs: Path, decks: Mapping[Deck, Sequence[Sheet]]) -> list[dict[str, Any]]:
    """The `nav` of mkdocs. Pages are named by their first heading unless a name is given here."""
    there = {x.name for x in docs.glob("*.md")} - {"index.md", *_BESIDE_CARDS}
    cards: list[Any] = ["cards/index.md"]
    for deck, sheets in decks.items():
        pages = [{title_text(x.card.name): f"cards/{deck.name}/{x.slug}.md"} for x in sheets]
        cards.append({title_text(deck.title): [f"cards/{deck.name}/index.md", *pages]})
    cards += _BESIDE_CARDS
    nav: list[dict[str, Any]] = [{"Home": "index.md"}, {"Cards": cards}]
    for title, pages in _CHAPTERS:
        nav.append({title: [x for x in pages if x in there]})
        there -= set(pages)
    nav.append({"Design": [x.relative_to(docs).as_posix() for x in sorted(docs.glob("design/*.md"))]})
    nav.append({"More": sorted(there)})
    return [x for x in nav if all(x.values())]


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", newline="\n")
