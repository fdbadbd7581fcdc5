"""The site: every card has its page and is found, links hold from disk, nothing comes from another host."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from kalarite.compiler.grounds import grounded
from kalarite.compiler.sheet import Sheet
from kalarite.compiler.site import (
    Builder,
    SiteError,
    _complaint,
    build_site,
    run_builder,
    site_home,
    site_languages,
    write_pages,
)
from kalarite.compiler.words import words

pytestmark = pytest.mark.xdist_group("site")  # in one process: the site is built once


class Page(HTMLParser):
    """What a page shows and points at."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.text: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        self.ids.add(values.get("id", ""))
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif "src" in values or (tag == "link" and "href" in values):
            self.loads.append(values.get("src") or values["href"])

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join("".join(self.text).split())


def pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def test_every_card_has_a_page_with_all_that_is_known_of_it(site: Path, sheets: list[Sheet]) -> None:
    assert len(sheets) == 156
    for sheet in sheets:
        page = Page(site / "cards" / sheet.deck.name / f"{sheet.slug}.html").words
        assert sheet.card.name in page
        for part in words(sheet.card):
            assert part.heading in page
            assert part.text in page
        for ruling in sheet.card.rulings:
            assert grounded(ruling.text).text in page
        for example in sheet.card.examples:
            title = grounded(example.title).text
            assert title[1:] in page
        if sheet.card.pattern is not None:
            assert f"Pattern of {sheet.card.name}" in page
        assert " ".join(sheet.source.split()) in page


def test_a_card_is_found_by_its_name(site: Path, sheets: list[Sheet]) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    found = {(x["title"], x["location"]) for x in index}
    for sheet in sheets:
        assert (sheet.card.name, f"cards/{sheet.deck.name}/{sheet.slug}.html") in found
    assert not any("Rows from the top" in x["text"] for x in index)  # pictures are not searched


def test_a_card_is_found_once(site: Path, sheets: list[Sheet]) -> None:
    """The pages that repeat the cards are not searched."""
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    titles = [x["title"] for x in index]
    assert [x.card.name for x in sheets if titles.count(x.card.name) != 1] == []


def test_links_hold_from_disk(site: Path) -> None:
    """Relative, to files that there are, with anchors that there are: so they hold in a sub-folder, too."""
    known = {x: Page(x) for x in pages(site)}
    for path, page in known.items():
        if path.name == "404.html":
            continue  # served for any address, so its links begin at the root
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or link == "#":
                continue
            assert not link.startswith("/"), f"{path}: {link}"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), f"{path}: {link}"
            if parts.fragment and target in known and parts.fragment != "__skip":
                assert unquote(parts.fragment) in known[target].ids, f"{path}: {link}"


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    for path in pages(site):
        assert [x for x in Page(path).loads if urlsplit(x).scheme not in ("", "data")] == []
    for path in site.rglob("*.css"):
        text = path.read_text("utf-8")
        assert "url(http" not in text.replace('"', "").replace("'", "")
        assert "@import" not in text


def test_the_index_shows_every_card(site: Path, sheets: list[Sheet]) -> None:
    links = {unquote(x) for x in Page(site / "cards" / "index.html").links}
    assert {f"{x.deck.name}/{x.slug}.html" for x in sheets} <= links


def test_hand_written_pages_are_part_of_the_site(site: Path) -> None:
    docs = site_home() / "docs"
    for path in docs.rglob("*.md"):
        assert (site / path.relative_to(docs)).with_suffix(".html").is_file()


def test_pages_are_the_same_each_time(sheets: list[Sheet], tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        write_pages(sheets, tmp_path / name)
    files = [x.relative_to(tmp_path / "a") for x in sorted((tmp_path / "a").rglob("*")) if x.is_file()]
    assert [x for x in files if (tmp_path / "a" / x).read_bytes() != (tmp_path / "b" / x).read_bytes()] == []
    assert len([x for x in files if x.suffix == ".svg"]) == 1 + sum(
        x.card.pattern is not None or x.card.task is not None for x in sheets
    )


@pytest.mark.parametrize(("builder", "which"), [("properdocs", 0), ("zensical", -1)])
def test_other_builders_take_the_same_folder(builder: Builder, which: int, sheets: list[Sheet], tmp_path: Path) -> None:
    """The first language with one builder, the last one with the other."""
    if find_spec(builder) is None:
        pytest.skip(f"{builder} is not installed")
    language = site_languages(sheets)[0][which]
    build_site(sheets, tmp_path / "site", builder=builder, languages=[language])
    for sheet in sheets:
        page = Page(tmp_path / "site" / "cards" / sheet.deck.name / f"{sheet.slug}.html")
        assert words(sheet.card, language)[0].text in page.words
        assert [x for x in page.loads if urlsplit(x).scheme not in ("", "data")] == []


# ---------------------------------------------------------------- what can go wrong


def test_the_builder_says_nothing_to_the_user(
    sheets: list[Sheet], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    linked = [x for x in sheets if x.card.name == "Swordmaster"]  # a page of the documents speaks of it
    build_site(linked, tmp_path / "site")
    assert capfd.readouterr() == ("", "")


def test_a_folder_that_is_in_use_is_refused(sheets: list[Sheet], tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine.txt").write_text("mine")
    with pytest.raises(SiteError, match="is not an empty folder"):
        build_site(sheets[:1], tmp_path / "site")
    assert [x.name for x in tmp_path.rglob("*")] == ["site", "mine.txt"]


def test_a_broken_page_is_one_clear_error(sheets: list[Sheet], tmp_path: Path) -> None:
    write_pages(sheets[:1], tmp_path)
    (tmp_path / "docs" / "index.md").write_text("# Home\n\n[away](nowhere.md)\n")
    with pytest.raises(SiteError) as caught:
        run_builder(tmp_path)
    assert str(caught.value).startswith("mkdocs could not build the site:\n")
    assert "index.md" in str(caught.value)
    assert "nowhere.md" in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_an_anchor_that_is_not_there_is_an_error(sheets: list[Sheet], tmp_path: Path) -> None:
    write_pages([x for x in sheets if x.card.name == "Swordmaster"], tmp_path)
    (tmp_path / "docs" / "index.md").write_text("# Home\n\n[there](pictures.md#nowhere)\n")
    with pytest.raises(SiteError, match="nowhere"):
        run_builder(tmp_path)


def test_a_failure_leaves_nothing_behind(sheets: list[Sheet], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise SiteError("no")

    monkeypatch.setattr("kalarite.compiler.site.run_builder", fail)
    with pytest.raises(SiteError, match="no"):
        build_site(sheets[:1], tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def test_a_builder_that_is_not_there(sheets: list[Sheet], tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="no_such_builder is not installed"):
        build_site(sheets[:1], tmp_path / "site", builder="no_such_builder")  # type: ignore[arg-type]


def test_a_builder_that_broke_off_is_told_in_one_line(tmp_path: Path) -> None:
    """Of a traceback only the reason, and that for people."""
    output = (
        'INFO    -  Building\nTraceback (most recent call last):\n  File "x.py", line 3, in f\n'
        "OSError: [Errno 28] No space left on device: 'docs/a.md' -> 'site/a.md'\n"
    )
    assert _complaint("mkdocs", output, tmp_path) == "mkdocs could not build the site: no space left on device"
