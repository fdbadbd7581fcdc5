"""Takes a language, gives the fonts that its cards are set in; says what to install where one is missing.

Typst carries fonts for Latin, Greek and Cyrillic letters. Fonts for other scripts come from packages of PyPI
that are extras of this one; a language names its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ..language import languages, load_language

OWN = ("Libertinus Serif",)  # what Typst carries
EXTRA = "print"


@dataclass(frozen=True)
class PackagedFont:
    """A font that a package of PyPI holds: its family, the module and the folder in it, the extra that brings it."""

    family: str
    module: str
    folder: str
    extra: str
    scripts: str

    @property
    def path(self) -> Path | None:
        """The folder of its files; None if the package is not installed."""
        spec = find_spec(self.module)
        places = [] if spec is None else spec.submodule_search_locations or []
        return next((x for place in places if (x := Path(place, self.folder)).is_dir()), None)


def _needed(language: str) -> PackagedFont | None:
    """The font that a language is set in; None where Typst has it."""
    font = load_language(language).font
    return None if font is None else PackagedFont(**font)


@cache
def packaged() -> tuple[PackagedFont, ...]:
    """The fonts that some language needs, installed or not."""
    found = (_needed(x) for x in languages())
    return tuple(dict.fromkeys(x for x in found if x is not None))


def missing_font(language: str) -> PackagedFont | None:
    """The font that a language needs and that is not installed; None if all is there."""
    font = _needed(language)
    return font if font is not None and font.path is None else None


def families(language: str) -> tuple[str, ...]:
    """The families to set cards of a language in, the first that has a character giving it."""
    first = _needed(language)
    others = tuple(x.family for x in packaged() if x.path is not None and x != first)
    return ((first.family, *OWN) if first else OWN) + others


def font_folders() -> list[Path]:
    """The folders of the fonts that are installed as packages."""
    return [x.path for x in packaged() if x.path is not None]


def install(extra: str) -> str:
    """The command that brings an extra."""
    return f'python -m pip install "kalarite[{extra}]"'
