"""A real browser opens the site: from disk and from a sub-folder of a server, wide, narrow, dark and on paper.

Needs a Chromium on the path and the package playwright. Without them it is skipped, but fails where the environment has
`KALARITE_BROWSER=required`, as `.ci/run` sets it.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from kalarite.compiler.facets import values_of
from kalarite.compiler.language import load_language
from kalarite.compiler.sheet import Sheet
from kalarite.compiler.words import words

pytestmark = pytest.mark.xdist_group("site")  # in one process: the site is built once
NAMES = ("chromium", "chromium-browser", "google-chrome")
PHONE, DESK = (390, 844), (1280, 900)
PAGES = (
    "index.html",
    "cards/index.html",
    "cards/imperial/index.html",
    "cards/imperial/gun-tower.html",
    "cards/legends/titan.html",
    "keywords/index.html",
    "keywords/destroy.html",
    "pictures.html",
    "play.html",
    "rules.html",
    "language.html",
    "embedding.html",
    "errors.html",
    "commands.html",
    "api/runtime.html",
)
Open = Callable[..., Any]


def missing(reason: str) -> None:
    if os.environ.get("KALARITE_BROWSER") == "required":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    path = next((x for x in map(shutil.which, NAMES) if x), None)
    if path is None:
        missing("no Chromium is installed")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("the package playwright is not installed")
        raise
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, site: Path) -> Iterator[Open]:
    """`visit("cards/index.html", size=PHONE)`: a page of the site, from disk; an error of its scripts fails."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def visit(page: str, size: tuple[int, int] = DESK, base: str = "", **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        opened = context.new_page()
        opened.set_default_timeout(20_000)
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.goto(f"{base or site.as_uri()}/{page}")
        return opened

    yield visit
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site in a sub-folder of a server."""
    root = tmp_path_factory.mktemp("root")
    (root / "some").mkdir()
    (root / "some" / "folder").symlink_to(site)

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/folder"
    server.shutdown()


# ---------------------------------------------------------------- finding a card


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("page", ["index.html", "cards/legends/titan.html"])
def test_search_finds_a_card_from_disk(visit: Open, page: str, size: tuple[int, int]) -> None:
    search(visit(page, size))


def test_search_finds_a_card_in_a_sub_folder_of_a_server(visit: Open, served: str) -> None:
    search(visit("cards/legends/titan.html", base=served))


def test_search_works_in_each_language(visit: Open, site: Path, sheets: list[Sheet]) -> None:
    """Also by words of the language, and from disk, where the theme's worker has to be stood in for."""
    sheet = next(x for x in sheets if x.slug == "swordmaster")
    for language in sorted(x.parent.name for x in site.glob("??/index.html")):
        page = visit(f"{language}/index.html")
        page.locator(".md-search__input").click()
        word = next(x for x in _texts(sheet, language)[0].split() if len(x) > 5)
        page.keyboard.insert_text(f"{sheet.card.name} {word}")  # other cards have the word, too
        page.keyboard.press("Shift")
        page.locator(".md-search-result__link[href*='swordmaster']").first.wait_for()


def search(page: Any) -> None:
    if page.locator("label.md-header__button[for=__search]").is_visible():  # a lens on a narrow screen
        page.locator("label.md-header__button[for=__search]").click()
    page.locator(".md-search__input").click()
    page.keyboard.type("gryphon")
    page.locator(".md-search-result__link", has_text=re.compile("Gryphon Rider", re.I)).first.click()
    page.wait_for_url("**/cards/imperial/gryphon-rider.html*")
    assert page.locator("h1").inner_text().startswith("Gryphon Rider")


def shown(page: Any) -> set[str]:
    return set(page.locator(".k-tile:visible strong a").all_inner_texts())


def test_filters_of_the_index(visit: Open, sheets: list[Sheet]) -> None:
    page = visit("cards/index.html")
    has = {x.card.name: values_of(x) for x in sheets}
    assert shown(page) == set(has)
    page.check("input[value=destroy]")
    page.check("input[value=upgrade]")
    assert shown(page) == {x for x in has if {"destroy", "upgrade"} & set(has[x]["does"])}
    page.check("[data-facet=rank] input[value=common]")
    wanted = {x for x in has if {"destroy", "upgrade"} & set(has[x]["does"]) and "common" in has[x]["rank"]}
    assert shown(page) == wanted
    assert wanted
    assert page.locator("output").inner_text() == f"{len(wanted)} of {len(sheets)} cards"
    assert "rank=common" in page.url
    page.reload()
    assert shown(page) == wanted
    page.click(".k-filters button[type=reset]")
    page.wait_for_function("!location.search")
    assert shown(page) == set(has)


def test_filters_can_be_linked_to_and_wait_for_scripts(visit: Open, sheets: list[Sheet]) -> None:
    page = visit("cards/index.html?kind=legend")
    assert shown(page) == {x.card.name for x in sheets if x.card.kind == "legend"}
    plain = visit("cards/index.html", java_script_enabled=False)
    assert len(shown(plain)) == len(sheets)
    assert not plain.locator(".k-filters").is_visible()


# ---------------------------------------------------------------- reading a card


def test_a_statement_pointed_at_is_marked_in_text_and_source(visit: Open) -> None:
    page = visit("cards/imperial/swordmaster.html")
    page.locator(".k-lines [data-say=s4]").hover()
    said = page.locator(".k-said").all_inner_texts()
    assert said[0] == "upgrade the Swordmaster"
    assert set(said[1:]) == {"upgrade self"}
    page.locator(".k-words [data-say=s2]").hover()
    assert page.locator(".k-said").all_inner_texts()[0].startswith("destroy 1 diagonally")
    page.locator("h1").hover()
    assert page.locator(".k-said").count() == 0


def test_pictures_have_words(visit: Open) -> None:
    page = visit("cards/imperial/gun-tower.html")
    pictures = page.locator("svg.k-pic[role=img]")
    assert pictures.count() >= 6
    for picture in pictures.all():
        assert picture.locator("title").text_content()
        assert picture.locator("desc").text_content()


def test_light_and_dark(visit: Open) -> None:
    def colors(scheme: str) -> list[str]:
        page = visit("cards/imperial/gun-tower.html", color_scheme=scheme)
        look = "x => getComputedStyle(document.querySelector(x))"
        return [page.evaluate(f"({look})('{x}').{y}") for x, y in (("body", "backgroundColor"), (".k-square", "fill"))]

    assert [max(map(int, re.findall(r"\d+", x)[:3])) > 127 for x in colors("light")] == [True, True]
    assert [max(map(int, re.findall(r"\d+", x)[:3])) > 127 for x in colors("dark")] == [False, False]


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_has_no_sideways_scroll(visit: Open, page: str) -> None:
    opened = visit(page, PHONE)
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert opened.evaluate("document.body.scrollWidth") <= PHONE[0]


# ---------------------------------------------------------------- languages


def test_the_language_switch_stays_on_the_page(visit: Open, site: Path, served: str) -> None:
    others = sorted(x.parent.name for x in site.glob("??/index.html"))
    if not others:
        pytest.skip("only English is complete")
    for base in ("", served):
        for language in others:
            page = visit("cards/imperial/gun-tower.html", base=base)
            page.locator(".md-select").hover()
            page.locator(f".md-select a[hreflang={language}]").click()
            page.wait_for_url(f"**/{language}/cards/imperial/gun-tower.html")
            assert page.locator("html").get_attribute("lang") == language
            assert load_language(language).say("site.rulings") in page.locator("h2").all_inner_texts()[1]
            page.locator(".md-select").hover()
            page.locator(".md-select a[hreflang=en]").click()
            page.wait_for_url(
                re.compile(r"/(?!..?/)[^/]*/?cards/imperial/gun-tower.html|folder/cards/imperial/gun-tower")
            )
            assert page.locator("html").get_attribute("lang") == "en"


# ---------------------------------------------------------------- other hosts


def test_nothing_is_asked_of_another_host(visit: Open, served: str) -> None:
    page = visit("index.html", base=served)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in PAGES:
        page.goto(f"{served}/{name}")
    assert len(asked) > len(PAGES)
    assert [x for x in asked if not x.startswith((served.rpartition("/some")[0], "data:"))] == []


# ---------------------------------------------------------------- paper


@pytest.mark.parametrize("page", ["cards/imperial/index.html", "cards/index.html", "cards/imperial/gun-tower.html"])
def test_paper_has_no_navigation_and_breaks_no_card(visit: Open, page: str) -> None:
    opened = visit(page, (720, 1000))  # about the width of A4 within its margins
    opened.emulate_media(media="print")
    for part in (".md-header", ".md-tabs", ".md-sidebar", ".md-footer", ".md-top", ".k-filters", ".k-source"):
        assert opened.locator(f"{part}:visible").count() == 0, part
    cards = opened.locator(".k-entry, .k-tile, .k-card, .k-scene")
    assert cards.count()
    for card in cards.all():
        assert card.evaluate("x => getComputedStyle(x).breakInside") == "avoid"
        assert card.evaluate("x => x.getBoundingClientRect().height") < 1000


def test_each_card_of_a_deck_is_whole_on_a_page(visit: Open, sheets: list[Sheet]) -> None:
    import pypdfium2 as pdfium

    data = visit("cards/imperial/index.html").pdf(format="A4")
    pages = [" ".join(x.get_textpage().get_text_bounded().split()) for x in pdfium.PdfDocument(data)]
    assert 1 < len(pages) < 6
    squeezed = [re.sub(r"\W", "", x) for x in pages]
    for sheet in (x for x in sheets if x.deck.name == "imperial"):
        name, text = sheet.card.name, re.sub(r"\W", "", " ".join(_texts(sheet)))
        assert any(re.sub(r"\W", "", name) in x and text in x for x in squeezed), name


def _texts(sheet: Sheet, language: str = "en") -> list[str]:
    return [x.text for x in words(sheet.card, language)]


@pytest.mark.parametrize("card", ["imperial/gun-tower", "imperial/knight", "legends/storm-elemental"])
def test_a_card_prints_on_one_page(visit: Open, card: str) -> None:
    data = visit(f"cards/{card}.html").pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
