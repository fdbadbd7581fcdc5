"""Takes faces and where they go, gives PDF, PNG or SVG: fills `templates/print` by Typst, which runs in this process.

What is set goes in as JSON, so that no text of a card can be taken for markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ..language import load_language
from .faces import Face, Mark, mark_of
from .fonts import EXTRA, families, font_folders, install, missing_font, packaged
from .sheet import Grid, Size, Turn, poster_grid

Format: TypeAlias = Literal["pdf", "png", "svg"]
TEMPLATE = Path(__file__).resolve().parents[1] / "templates" / "print" / "main.typ"
PPI = 300  # of PNG
_POSTER_EDGES = (16.0, 32.0)  # what the frame of a poster takes of the page's width and height
_WHERE = re.compile(r"\.typ:(\d+):")


class CannotPrint(Exception):
    """Something is missing to print at all; the message says what to install."""


@dataclass(frozen=True)
class Problem:
    """A card that cannot be printed as it is; the message is a sentence that names it."""

    card: str
    message: str


@dataclass
class Job:
    """What to print: pages of faces and backs, by the index of each in `faces` and `marks`."""

    faces: Sequence[Face]
    language: str
    title: str
    card: Size = (63.0, 88.0)
    bleed: float = 0.0
    pages: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.decks = list(dict.fromkeys(x.deck for x in self.faces))
        self.marks: list[Mark] = [mark_of(x) for x in self.decks]

    @property
    def cards(self) -> int:
        """How many faces are on all pages."""
        posters = sum(len(x["poster"]["faces"]) for x in self.pages if "poster" in x)
        return posters + sum(what == "face" for x in self.pages for (what, _), *_ in x.get("items", ()))

    def mark(self, face: Face) -> int:
        """The index of the mark of a face's deck."""
        return self.decks.index(face.deck)


# ---------------------------------------------------------------- pages


def add_sheets(
    job: Job,
    grid: Grid,
    *,
    copies: int = 1,
    crop_marks: bool = False,
    turn: Turn | None = None,
    offset: Size = (0.0, 0.0),
) -> None:
    """Fill sheets with all cards of the job, each as often as its count; with `turn`, a page of backs behind each."""
    indices = [i for i, x in enumerate(job.faces) for _ in range(x.copies * copies)]
    fronts, ruler = grid.places(), grid.ruler()
    backs = grid.behind(turn, offset) if turn else ()
    width, height = grid.page
    for start in range(0, len(indices), grid.capacity):
        of_sheet = indices[start : start + grid.capacity]
        page = {"width": width, "height": height}
        job.pages.append(
            page
            | {
                "items": [[["face", i], p.x, p.y, p.turned] for i, p in zip(of_sheet, fronts, strict=False)],
                "lines": grid.crop_marks() if crop_marks else (),
                "ruler": {"x": ruler.x, "y": ruler.y, "vertical": ruler.vertical},
            }
        )
        if turn:
            marks = (job.mark(job.faces[i]) for i in of_sheet)
            job.pages.append(
                page | {"items": [[["back", i], p.x, p.y, p.turned] for i, p in zip(marks, backs, strict=False)]}
            )


def add_singles(job: Job) -> None:
    """A page of its own size for each face."""
    (width, height), bleed = job.card, job.bleed
    page = {"width": width + 2 * bleed, "height": height + 2 * bleed}
    job.pages += [page | {"items": [[["face", i], bleed, bleed, False]]} for i in range(len(job.faces))]


def add_posters(job: Job, paper: Size) -> None:
    """A page for each deck, all its cards on it."""
    for mark, deck in enumerate(job.decks):
        of_deck = [i for i, x in enumerate(job.faces) if x.deck == deck]
        room = (paper[0] - _POSTER_EDGES[0], paper[1] - _POSTER_EDGES[1])
        columns, rows = poster_grid(room, len(of_deck))
        poster = {"mark": mark, "name": deck.name, "width": paper[0], "height": paper[1]}
        poster |= {"columns": columns, "rows": rows, "faces": of_deck}
        job.pages.append({"width": paper[0], "height": paper[1], "poster": poster})


# ---------------------------------------------------------------- setting


def typeset(job: Job, format: Format = "pdf", ppi: float = PPI) -> tuple[list[bytes], list[Problem]]:
    """The files of a job (a PDF is one, of PNG and SVG each page is one), or the cards that cannot be printed.

    CannotPrint: Typst or the font of the language is not installed.
    """
    check_installed(job.language)
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=font_folders())  # type: ignore[arg-type]
    if problems := list(_without_glyph(job, fonts)):
        return [], problems
    inputs = {"data": json.dumps(_data(job), ensure_ascii=False)}
    compiler = typst.Compiler(TEMPLATE, root=TEMPLATE.parent, font_paths=fonts, sys_inputs=inputs)
    if problems := _too_long(job, json.loads(compiler.query("<too-long>", field="value"))):
        return [], problems
    made = compiler.compile(format=format, ppi=ppi, timestamp=0)
    assert made is not None
    return (made if isinstance(made, list) else [made]), []


def check_installed(language: str) -> None:
    """CannotPrint where Typst or the font of the language is not installed."""
    if find_spec("typst") is None:
        raise CannotPrint(f"printing needs the package 'typst': {install(EXTRA)}")
    if font := missing_font(language):
        raise CannotPrint(f"the language '{language}' needs a font with {font.scripts}: {install(font.extra)}")


def _data(job: Job) -> dict[str, Any]:
    """What the template is given."""
    say = load_language(job.language).say
    return {
        "title": job.title,
        "fonts": families(job.language),
        "lang": job.language,
        "region": load_language(job.language).region,
        "note": say("print.note"),
        "card": [*job.card, job.bleed],
        "edge-to-edge": job.bleed == 0 and any("lines" in x for x in job.pages),
        "marks": [
            {
                "title": x.title,
                "letters": x.letters,
                "shape": x.shape,
                "color": x.color,
                "on": x.on_color,
                "first": next(i for i, face in enumerate(job.faces) if job.mark(face) == index),
            }
            for index, x in enumerate(job.marks)
        ],
        "faces": [
            {
                "index": i,
                "id": x.id,
                "name": x.name,
                "kind": x.kind,
                "icon": x.icon,
                "picture": x.picture,
                "parts": x.parts,
                "mark": job.mark(x),
            }
            for i, x in enumerate(job.faces)
        ],
        "pages": job.pages,
    }


# ---------------------------------------------------------------- what cannot be printed


_TOO_LONG = {
    "name": "its name is too long",
    "kind": "the words for what it is are too long",
    "text": "its text is too long",
    "deck": "the title of its deck is too long",
    "note": "the names of its deck and its file are too long",
}


def _too_long(job: Job, found: Iterable[dict[str, Any]]) -> list[Problem]:
    """What the template complains of, each once."""
    told = dict.fromkeys((int(x["card"]), str(x["what"])) for x in found)
    room = "a cell of the poster" if any("poster" in x for x in job.pages) else f"{job.card[0]:g} x {job.card[1]:g} mm"
    advice = "make it shorter, or the cards larger (--size)"
    return [
        Problem(face.id, f"{face.called}: {_TOO_LONG[what]} for {room}, even in the smallest letters; {advice}")
        for card, what in told
        for face in [job.faces[card]]
    ]


def _without_glyph(job: Job, fonts: Any) -> list[Problem]:
    """Cards with a character that no font has."""
    used = dict.fromkeys(x for face in job.faces for text in face.texts.values() for x in text if not x.isspace())
    missing = _missing([*used], families(job.language), fonts)
    return [
        Problem(face.id, f"{face.called}: no font has the character '{char}' (U+{ord(char):04X}) in {where}{_advice()}")
        for face in job.faces
        for char in missing
        for where in [next((x for x, text in face.texts.items() if char in text), "")]
        if where
    ]


def _missing(characters: Sequence[str], families: Sequence[str], fonts: Any) -> list[str]:
    """Those of the characters that none of the fonts has.

    PDF/A forbids them, and Typst then names the line of each: every character is set on a line of its own.
    """
    import typst

    head = f"#set text(font: {_tuple(families)}, fallback: false)"
    source = "\n".join([head, *(f"#text({_string(x)})" for x in characters)])
    try:
        typst.compile(source.encode(), font_paths=fonts, format="pdf", pdf_standards=["a-2b"])
    except typst.TypstError as error:
        places = sorted({int(x) for x in _WHERE.findall(error.diagnostic)})
        if not places:
            raise
        return [characters[x - 2] for x in places]
    return []


def _tuple(names: Sequence[str]) -> str:
    return "(" + "".join(f"{_string(x)}, " for x in names) + ")"


def _string(text: str) -> str:
    """A string of Typst: every character by its number."""
    return '"' + "".join(f"\\u{{{ord(x):x}}}" for x in text) + '"'


def _advice() -> str:
    """How to get the fonts that are not installed."""
    lacking = (x for x in packaged() if x.path is None)
    return "".join(f"; {install(x.extra)} brings one with {x.scripts}" for x in lacking)
