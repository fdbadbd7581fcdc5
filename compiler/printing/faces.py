"""Takes cards and the deck that a player takes, gives what stands on them: words, picture, and the mark of the deck.

Decks are told apart by title, letters and the shape of a mark, not by color alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from math import cos, pi, sin
from zlib import crc32

from ..deck import Deck
from ..language import load_language
from ..picture import STYLE, pattern_svg, piece_svg
from ..sheet import Sheet
from ..words import kind_of, words

# what replaces the colors of the site: ink on paper, so that a picture can be read from a black printer
_INK = {
    "ink": "#16171a",
    "line": "#8d8a82",
    "square": "#f3f1ea",
    "frame": "#ffffff",
    "own": "#2a2c31",
    "own-edge": "#0d0e10",
    "enemy": "#ffffff",
    "enemy-edge": "#16171a",
    "mark": "#16171a",
    "choice": "#16171a",
    "refused": "#16171a",
    "red": "#b23a2e",
    "green": "#3f8648",
}
_FAMILY = "'Libertinus Serif', serif"
_COLORS = {"legends": "#4b4a63", "flares": "#8a4a1c", "tasks": "#2b6668"}  # of decks without one of their own
_VARIABLE = re.compile(r"--k-([\w-]+):\s*([^;]+);")
_USE = re.compile(r"var\(--k-([\w-]+)\)")
_SCREEN = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


@dataclass(frozen=True)
class Printable:
    """A deck as it is printed: as a player takes it, or shared by all. `name` as commands call it."""

    name: str
    title: str
    color: str
    deck: Deck


@dataclass(frozen=True)
class Face:
    """What stands on a card. `parts`: heading (may be empty) and text; `picture` and `icon` are SVG or empty.

    `id` is the name of the deck and that of the card's file: `northern/knight`.
    """

    id: str
    name: str
    kind: str
    icon: str
    picture: str
    parts: tuple[tuple[str, str], ...]
    copies: int
    deck: Printable

    @property
    def called(self) -> str:
        """How a message names the card."""
        return f"card '{self.name}' ({self.id})"

    @property
    def names(self) -> set[str]:
        """What people may call it, in small letters: its name or that of its file, with or without the deck."""
        slug = self.id.partition("/")[2]
        decks = ("", f"{self.deck.name}/", f"{self.deck.deck.name}/")
        return {f"{deck}{x}".casefold() for deck in decks for x in (self.name, slug)}

    @property
    def texts(self) -> dict[str, str]:
        """All that is set in letters, by what it is."""
        said = " ".join(x for part in self.parts for x in part)
        return {
            "its name": self.name,
            "what it is": self.kind,
            "its text": said,
            "the title of its deck": self.deck.title,
            "the name of its file": self.id,
        }


@dataclass(frozen=True)
class Mark:
    """How a deck is told: two letters in a shape (points between -1 and 1), its color and that of letters on it."""

    title: str
    letters: str
    shape: tuple[tuple[float, float], ...]
    color: str
    on_color: str


def printables(decks: Iterable[Deck]) -> list[Printable]:
    """Every deck that can be printed: each as often as there are players' decks of it."""
    return [x for deck in decks for x in _printables(deck)]


def _printables(deck: Deck) -> list[Printable]:
    if not deck.playable:
        return [Printable(deck.name, deck.title, _COLORS.get(deck.kind, "#444444"), deck)]
    return [Printable(x.name, x.title, x.color, deck) for x in deck.playable]


def face_of(sheet: Sheet, deck: Printable, language: str = "en") -> Face:
    """What stands on one card of a deck. LanguageError: the language lacks a term of it, which the message names."""
    card, own = sheet.card, load_language(language)
    say = own.say
    return Face(
        id=f"{deck.name}/{sheet.slug}",
        name=card.name,
        kind=kind_of(card, language),
        icon="" if card.rank is None else _printed(_standing(piece_svg(card.rank))),
        picture=_printed(pattern_svg(card)),  # the words in it are for those who hear a page
        parts=tuple(
            (say("print.heading", heading=x.heading) if x.heading else "", x.text) for x in words(card, language)
        ),
        copies=sheet.file.copies,
        deck=replace(deck, title=own.translated(deck.title)),
    )


# ---------------------------------------------------------------- the mark of a deck


def mark_of(deck: Printable) -> Mark:
    """The same for the same name, whatever other decks there are."""
    letters = deck.name[:2].capitalize()
    shape = _SHARED.get(deck.deck.kind) or _SHAPES[crc32(deck.name.encode()) % len(_SHAPES)]
    return Mark(deck.title, letters, shape, deck.color, "#ffffff" if _is_dark(deck.color) else "#16171a")


def _is_dark(color: str) -> bool:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 150


def _polygon(corners: int, turn: float = 0.0, inner: float = 0.0) -> tuple[tuple[float, float], ...]:
    """A regular polygon, a corner on top, turned by so many corners; `inner` makes a star with that radius inside."""
    steps = 2 * corners if inner else corners
    radii = ((inner, 1.0) if inner else (1.0,)) * corners
    angles = [2 * pi * (i + turn) / steps for i in range(steps)]
    return tuple(
        (round(r * sin(a), 4), round(-r * cos(a), 4))
        for a, r in zip(angles, radii[::-1] if inner else radii, strict=True)
    )


_SHIELD = ((-0.85, -0.9), (0.85, -0.9), (0.85, 0.1), (0.6, 0.6), (0.0, 1.0), (-0.6, 0.6), (-0.85, 0.1))
_SHAPES = (
    _polygon(4),
    _polygon(4, 0.5),
    _polygon(5),
    _polygon(5, 0.5),
    _polygon(6),
    _polygon(6, 0.5),
    _polygon(8, 0.5),
    _polygon(40),
    _SHIELD,
)
_SHARED = {
    "legends": _polygon(5, inner=0.62),
    "flares": _polygon(12, inner=0.78),
    "tasks": ((-0.75, -1.0), (0.4, -1.0), (0.75, -0.6), (0.75, 1.0), (-0.75, 1.0)),
}


# ---------------------------------------------------------------- pictures for paper


def _standing(svg: str) -> str:
    """An ornament of a page as a picture of its own."""
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _printed(svg: str) -> str:
    """A picture with the colors of paper in it; they are no longer those of a page around it."""
    head, _, rest = svg.partition(">")
    return f"{head}><style>{_style()}</style>{rest}" if svg else ""


@cache
def _style() -> str:
    """The style of pictures without what Typst does not know: variables, and rules for a screen."""
    sheet = _SCREEN.sub("", STYLE.read_text("utf-8"))
    colors = dict(_VARIABLE.findall(sheet)) | _INK
    return _USE.sub(lambda x: colors[x[1]], _VARIABLE.sub("", sheet)).replace("system-ui, sans-serif", _FAMILY)
