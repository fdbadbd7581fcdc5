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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeAlias

from .api import api_pages
from .deck import CARDS, Deck
from .guide import pictures_page, rules_page
from .keywords import keyword_page, keywords_page, sections, uses
from .language import MODEL, Language, LanguageError, load_language
from .language import languages as known_languages
from .page import card_page, deck_page, index_page, title_text
from .picture import STYLE, arena_fields, pattern_svg
from .sheet import Sheet
from .words import words

Builder: TypeAlias = Literal["mkdocs", "properdocs", "zensical"]
TEMPLATES = Path(__file__).with_name("templates")
PAGE_STYLE = TEMPLATES / "site.css"
SCRIPT = TEMPLATES / "site.js"
DISK = TEMPLATES / "disk.js"
CONFIG = "mkdocs.yml"
SITE = "site"  # where builders put what they make, beside that file
_ARENA = CARDS / "arenas" / "standard.toml"
_ENVIRONMENT = {"NO_MKDOCS_2_WARNING": "true", "DISABLE_MKDOCS_2_WARNING": "true", "NO_COLOR": "1"}
_TABLES = ("answer", "nav", "picture", "site", "step")  # patterns of pages; a card says which others it needs
_LANGUAGE = re.compile(r"(?m)^( *lang(?:uage)?: )en$")
_TITLE = re.compile(r"(?m)^# .*$")
_BUNDLE = re.compile(r'<script src="((?:[^"]*/)?assets/javascripts/)bundle\.[^"]*">')
_OS_ERROR = re.compile(r"^\w*Error: \[Errno \d+\] ([^:]+)")  # the end of a traceback: no disk space, say
_COMPLAINT = re.compile(r"^\s*(?:WARNING|ERROR|CRITICAL|Error|Warning)\b[\s:-]*(.*)")

# The hand-written pages in the order of the navigation; one that is not named comes last in "More".
_BESIDE_CARDS = ("play.md", "pictures.md", "rules.md", "printing.md")
_DEVELOP = (
    "embedding.md", "events.md", "modules.md", "pipeline.md", "languages.md", "contributing.md", "rules-coverage.md",
)  # fmt: skip
_CHAPTERS = (
    ("write", ("authors.md", "language.md", "forms.md", "errors.md", "commands.md")),
    (
        "develop",
        (
            "embedding.md",
            "events.md",
            "modules.md",
            "pipeline.md",
            "languages.md",
            "contributing.md",
            "rules-coverage.md",
        ),
    ),
)


class SiteError(Exception):
    """The site could not be built; the text says what is wrong."""


def site_languages(sheets: Sequence[Sheet]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The languages in which the site of `sheets` can be made, the model first; and why there are no others.

    A language that is not finished need not have every pattern, only those of pages and of these cards.
    """
    found, reasons = [MODEL], list[str]()
    for name in (x for x in known_languages() if x != MODEL):
        try:
            lacking = [x for x in load_language(name).missing(load_language()) if x.split(".")[0] in _TABLES]
            if lacking:
                raise LanguageError(f"language '{name}' has no pattern '{lacking[0]}'")
            for sheet in sheets:
                words(sheet.card, name)
            found.append(name)
        except LanguageError as error:
            reasons.append(str(error))
    return tuple(found), tuple(reasons)


def build_site(
    sheets: Sequence[Sheet],
    out_dir: Path,
    *,
    builder: Builder = "mkdocs",
    languages: Sequence[str] = ("en",),
    pages: Path | None = None,
    former: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> int:
    """Build the site of all `sheets` (in the order of their decks) into the new folder `out_dir`.

    The first of the `languages` lies at its root, each other one in a folder of its name. `pages`: a new folder for
    the Markdown that the site is built from; `former`: that of an earlier build, from which files that would be the
    same are taken over. Gives how many pages and pictures were written anew. Nothing is left behind on failure.
    SiteError: `out_dir` exists and is not empty, the builder is not installed, or it found fault with a page.
    """
    if out_dir.exists() and (not out_dir.is_dir() or any(out_dir.iterdir())):
        raise SiteError(f"'{out_dir}' exists already and is not an empty folder")
    out_dir.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".site-", dir=out_dir.parent) as name:
        work = Path(name).resolve()
        written = 0
        for language in languages:
            progress(f"pages in {load_language(language).say('site.language')}")
            before = None if former is None else former / language
            written += write_pages(sheets, work / language, language, languages, before)
        progress(builder)
        with ThreadPoolExecutor(len(languages)) as pool:  # a process each
            list(pool.map(lambda x: run_builder(work / x, builder), languages))
        made = {x: (work / x / SITE).rename(work / f"{SITE}-{x}") for x in languages}
        for folder in made.values():
            search_from_disk(folder)
        first, *others = languages
        for language in others:
            made[language].rename(made[first] / language)
        if out_dir.exists():
            out_dir.rmdir()
        made[first].rename(out_dir)
        if pages is not None:
            pages.mkdir()
            for language in languages:
                (work / language).rename(pages / language)
    return written


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


def write_pages(
    sheets: Sequence[Sheet],
    folder: Path,
    language: str = "en",
    languages: Sequence[str] = ("en",),
    former: Path | None = None,
) -> int:
    """Write `mkdocs.yml` and `docs/` of the site in one of its languages into a new folder.

    A file that is the same in `former`, an earlier folder of this kind, is linked rather than written. Gives how many
    were written.
    """
    files = _files(sheets, language, languages)
    return sum(_put(folder / name, content, former and former / name) for name, content in files)


def _files(
    sheets: Sequence[Sheet], language: str = "en", languages: Sequence[str] = ("en",)
) -> Iterator[tuple[str, bytes]]:
    """The files of the site in a language: name and content of each, one after another."""
    home = site_home()
    names: list[str] = []
    for name, content in _docs(sheets, home / "docs", language):
        names.append(name)
        yield f"docs/{name}", content
    nav = _navigation([x for x in names if x.endswith(".md")], _by_deck(sheets), load_language(language))
    extra: dict[str, Any] = {"generator": False}
    if len(languages) > 1:
        extra["alternate"] = [_alternate(x, language, languages[0]) for x in languages]
    added = "".join(
        f"{key}: {json.dumps(value, ensure_ascii=False, indent=2)}\n" for key, value in (("extra", extra), ("nav", nav))
    )
    settings = _LANGUAGE.sub(rf"\g<1>{language}", (home / CONFIG).read_text("utf-8"))
    yield CONFIG, f"{settings}\n# JSON is YAML, too\n{added}".encode()


def _alternate(language: str, here: str, first: str) -> dict[str, str]:
    """An entry of the language switch; the first language lies at the root, the others in folders of their names."""
    up = "" if here == first else "../"
    down = "" if language == first else f"{language}/"
    return {"name": load_language(language).say("site.language"), "lang": language, "link": f"{up}{down}index.html"}


def _docs(sheets: Sequence[Sheet], home: Path, language: str) -> Iterator[tuple[str, bytes]]:
    """The files below `docs/`."""
    note = "" if language == "en" else load_language(language).say("site.only_english")
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home).as_posix()
        if path.is_file() and not any(x.startswith(".") or x == "__pycache__" for x in name.split("/")):
            content = path.read_bytes()
            yield name, _noted(content.decode(), note).encode() if name.endswith(".md") else content
    yield "assets/site.css", STYLE.read_bytes() + PAGE_STYLE.read_bytes()
    yield "assets/site.js", SCRIPT.read_bytes()
    for name, text in _generated(sheets, home, language, note):
        yield name, text.encode()


def _generated(sheets: Sequence[Sheet], home: Path, language: str, note: str) -> Iterator[tuple[str, str]]:
    rows = tomllib.loads(_ARENA.read_text("utf-8"))["rows"]
    yield "rules.md", _noted(rules_page(sheets), note)
    yield "pictures.md", _noted(pictures_page(rows), note)
    for name, text in api_pages():
        yield f"api/{name}", _noted(text, note)
    yield "cards/index.md", index_page(sheets, language)
    fields = arena_fields(rows)
    for deck, members in _by_deck(sheets).items():
        yield f"cards/{deck.name}/index.md", deck_page(deck, members, language)
        for sheet in members:
            yield f"cards/{deck.name}/{sheet.slug}.md", card_page(sheet, rows, fields, language)
            if picture := pattern_svg(sheet.card, language, alone=True):
                yield f"cards/{deck.name}/{sheet.slug}.svg", picture
    found = uses(sheets)
    explained = sections((home / "language.md").read_text("utf-8"))
    yield "keywords/index.md", keywords_page(found, language)
    for construct, users in found.items():
        yield f"keywords/{construct.slug}.md", keyword_page(construct, users, explained, language)


def _noted(page: str, note: str) -> str:
    """A page with a note behind its title."""
    return page if not note else _TITLE.sub(lambda x: f'{x[0]}\n\n<p class="k-note">{note}</p>\n', page, count=1)


def _put(path: Path, content: bytes, former: Path | None) -> bool:
    """Make a file, as a link to `former` if that holds the same; gives whether it was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if former is not None and former.is_file() and former.read_bytes() == content:
        try:
            os.link(former, path)
            return False
        except OSError:  # a file system without links
            pass
    path.write_bytes(content)
    return True


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


def _navigation(
    names: Iterable[str], decks: Mapping[Deck, Sequence[Sheet]], language: Language
) -> list[dict[str, Any]]:
    """The `nav` of mkdocs. Pages are named by their first heading unless a name is given here."""
    say = language.say
    pages = list(names)
    there = {x for x in pages if "/" not in x} - {"index.md", *_BESIDE_CARDS}
    cards: list[Any] = ["cards/index.md"]
    for deck, sheets in decks.items():
        named = [{title_text(x.card.name): f"cards/{deck.name}/{x.slug}.md"} for x in sheets]
        cards.append({title_text(language.translated(deck.title)): [f"cards/{deck.name}/index.md", *named]})
    words = [x for x in pages if x.startswith("keywords/") and x != "keywords/index.md"]
    cards.append({say("site.keywords"): ["keywords/index.md", *words]})
    cards += _BESIDE_CARDS
    nav: list[dict[str, Any]] = [{say("nav.home"): "index.md"}, {say("nav.cards"): cards}]
    for title, chapter in _CHAPTERS:
        nav.append({say(f"nav.{title}"): [x for x in chapter if x in there]})
        there -= set(chapter)
    nav[-1][say("nav.develop")].append({say("nav.api"): [x for x in pages if x.startswith("api/")]})
    nav.append({say("nav.design"): [x for x in pages if x.startswith("design/")]})
    nav.append({say("nav.more"): sorted(there)})
    return [x for x in nav if all(x.values())]


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", newline="\n")
