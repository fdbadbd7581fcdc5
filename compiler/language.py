"""Takes a language's folder of sentence patterns, gives a `Language` that fills them in.

The folders are `languages/<language>`, every `.toml` in them is read. The form of a pattern, for translators, is told
in docs/languages.md; why it is so in docs/design/0009-languages.md. This module knows no language.
"""

from __future__ import annotations

import gettext
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from ..runtime.errors import KalariteError

FOLDER = Path(__file__).with_name("languages")
MODEL = "en"  # the language that has every pattern: what it lacks is no pattern
_CHOICES = {"[": "]", "<": ">", "(": ")"}  # by number, by the class of the noun, by mood
_SLOT = re.compile(r"\{(\w*)\}")
_MOODS = 2
Span: TypeAlias = tuple[str, int, int]  # of a label: where its words begin and end

_SETTINGS = ("title", "plural", "forms", "classes", "order", "inner", "font", "region")
_TRANSLATED = ("names", "rulings")  # tables of whole texts by what they are in English
_FONT = ("family", "module", "folder", "extra", "scripts")
_ORDER = ("rank", "enemy")  # the adjectives of pieces of which a language says which stands next to the noun


class LanguageError(KalariteError):
    """A folder of a language that cannot be used; the text says what to do about it."""


class Phrase(str):
    """Words that remember what others must agree with.

    `noun`: the class of their noun (which of the language's `classes`), None without a noun. `number`: how many.
    """

    noun: int | None = None
    number: int = 1


@dataclass(frozen=True)
class Key:
    """A pattern in the slot of another one, which agrees with that one's noun and number."""

    key: str


@dataclass(frozen=True)
class _Choice:
    bracket: str
    options: tuple[_Parts, ...]


_Parts: TypeAlias = "tuple[str | _Choice, ...]"


@dataclass(frozen=True)
class Pattern:
    """A pattern as it was read. `noun`: the class of the noun in it, None if it has none of its own."""

    parts: _Parts
    noun: int | None = None

    @property
    def slots(self) -> frozenset[str]:
        """The names of its slots; a singular and a plural of the same thing count as one."""
        names = {x for text in _texts(self.parts) for x in _SLOT.findall(text)}
        return frozenset("one or many" if x in ("one", "many") else x for x in names - {"class"})


class Language:
    """The patterns of one language, by table and key: `say("verb.destroy", what="1 piece")`."""

    def __init__(self, name: str, tables: dict[str, Any]) -> None:
        settings = tables.get("language", {})
        self.name = name
        if unknown := settings.keys() - _SETTINGS:
            raise self._mistake(f"'{min(unknown)}' is no setting; there are {', '.join(_SETTINGS)}")
        self.title: str = settings.get("title", name)
        self.classes: tuple[str, ...] = tuple(settings.get("classes", ()))
        self.order: tuple[str, ...] = tuple(settings.get("order", _ORDER))
        self.inner = frozenset(settings.get("inner", ()))  # counts that stand next to the noun
        self.forms: int = settings.get("forms", 2)
        self.font: dict[str, str] | None = settings.get("font")  # fields of `printing.fonts.PackagedFont`
        self.region: str | None = settings.get("region")
        if self.font is not None and set(self.font) != set(_FONT):
            raise self._mistake(f"'font' must have {', '.join(_FONT)}, each a text")
        if sorted(self.order) != sorted(_ORDER):
            raise self._mistake(f"'order' must hold each of {', '.join(_ORDER)} once")
        try:  # the formula that headers of gettext have: n to the place of a form
            self._form = gettext.c2py(settings.get("plural", "n != 1"))
        except ValueError as error:
            raise self._mistake(f"'plural' is no formula of gettext: {error}") from None
        try:
            self._fixes = tuple((re.compile(x["find"]), x["put"]) for x in tables.get("fix", ()))
        except re.error as error:
            raise self._mistake(f"a 'fix' is no regular expression: {error}") from None
        self.translations: dict[str, str] = {k: v for x in _TRANSLATED for k, v in tables.get(x, {}).items()}
        self.patterns = {key: self._pattern(key, value) for key, value in _flat(tables)}
        self._chosen: dict[tuple[str, int, int, int], str] = {}

    def _mistake(self, text: str) -> LanguageError:
        return LanguageError(f"language '{self.name}': {text}")

    def _pattern(self, key: str, value: Any) -> Pattern:
        text, noun = (value.get("text"), value.get("class")) if isinstance(value, dict) else (value, None)
        if not isinstance(text, str):
            raise self._mistake(f"'{key}' must be a text, or a table of 'text' and 'class'")
        if noun is not None and noun not in self.classes:
            raise self._mistake(f"'{key}': there is no class '{noun}' in 'classes'")
        try:
            return Pattern(_parse(text), None if noun is None else self.classes.index(noun))
        except LanguageError as error:
            raise self._mistake(f"'{key}': {error}") from None

    def say(self, key: str, text: str = "", /, *, n: int | None = None, mood: int = 0, **slots: object) -> Phrase:
        """Pattern `key` with its slots filled; `text` is the slot `{}`.

        What is chosen in it goes by `n`, by the noun of the first phrase that has one, and by `mood` (0 an order,
        1 behind "you may"). Without `n`, that phrase's number counts. LanguageError if there is no such pattern.
        """
        phrases = [x for x in (text, *slots.values()) if isinstance(x, Phrase)]
        first = next((x for x in phrases if x.noun is not None), phrases[0] if phrases else None)
        number = n if n is not None else 1 if first is None else first.number
        return self._say(key, text, number, None if first is None else first.noun, mood, slots)

    def _say(self, key: str, text: str, number: int, noun: int | None, mood: int, slots: dict[str, object]) -> Phrase:
        if key not in self.patterns:
            place = f"the folder languages/{self.name}"
            raise LanguageError(f"language '{self.name}' has no pattern '{key}'; add it to a file in {place}")
        own = self.patterns[key].noun
        noun = noun if own is None else own
        filled = {
            name: self._say(x.key, "", number, noun, mood, {}) if isinstance(x, Key) else x for name, x in slots.items()
        }
        pattern = self._choose(key, number, noun or 0, mood)
        said = Phrase(pattern.format(text, n=number, **{"class": self._class(noun)}, **filled))
        said.noun, said.number = noun, number
        return said

    def _class(self, noun: int | None) -> str:
        return self.classes[noun or 0] if self.classes else ""

    def _choose(self, key: str, number: int, noun: int, mood: int) -> str:
        place = (key, self._form(number), noun, mood)
        if place not in self._chosen:
            self._chosen[place] = _chosen(self.patterns[key].parts, {"[": place[1], "<": noun, "(": mood})
        return self._chosen[place]

    def translated(self, text: str) -> str:
        """A name, ruling or title that was written in English: in this language if its folder has it, else as it is."""
        return self.translations.get(text, text)

    def finish(self, text: str, spans: Sequence[Span] = ()) -> tuple[str, tuple[Span, ...]]:
        """The last touches, which need the neighboring words. Spans of the text keep to their words."""
        for find, put in self._fixes:
            for match in reversed([*find.finditer(text)]):
                new, start, end = match.expand(put), match.start(), match.end()
                text = text[:start] + new + text[end:]
                spans = [_moved(x, start, end, len(new)) for x in spans]
        return text, tuple(spans)

    def mistakes(self, model: Language | None = None) -> tuple[str, ...]:
        """What is wrong: brackets that offer too few or too many, keys and slots that `model` does not have."""
        wanted = {"[": self.forms, "<": len(self.classes), "(": _MOODS}
        found = [
            f"'{key}' offers {len(choice.options)} in {choice.bracket}...{_CHOICES[choice.bracket]}, "
            f"where this language needs {wanted[choice.bracket]}"
            for key, pattern in self.patterns.items()
            for choice in _choices(pattern.parts)
            if len(choice.options) != wanted[choice.bracket]
        ]
        return (*found, *(self._unlike(model) if model is not None else ()))

    def _unlike(self, model: Language) -> Iterator[str]:
        for key, pattern in self.patterns.items():
            if key not in model.patterns:
                yield f"'{key}' is said nowhere"
            elif other := pattern.slots ^ model.patterns[key].slots:
                names = ", ".join(f"{{{x}}}" for x in sorted(other))
                yield f"'{key}' and the pattern of '{model.name}' do not have the same slots: {names}"

    def missing(self, model: Language) -> tuple[str, ...]:
        """The keys of `model` that this language does not have yet."""
        return tuple(x for x in model.patterns if x not in self.patterns)


# ---------------------------------------------------------------- reading


@cache
def load_language(name: str = MODEL) -> Language:
    """The language called `name`. LanguageError where there is none, or one with mistakes.

    Missing patterns are no mistake here: they are told when they are needed (`Language.say`).
    """
    if name not in languages():
        raise LanguageError(f"there is no language '{name}'; there are {', '.join(languages())}")
    tables: dict[str, Any] = {}
    for path in sorted((FOLDER / name).glob("*.toml")):
        try:
            read = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise LanguageError(f"languages/{name}/{path.name} cannot be read: {error}") from None
        if twice := tables.keys() & read.keys():
            raise LanguageError(f"languages/{name}/{path.name}: another file has the table '{min(twice)}', too")
        tables |= read
    language = Language(name, tables)
    if mistakes := language.mistakes(None if name == MODEL else load_language()):
        raise LanguageError(f"language '{name}': {'; '.join(mistakes)}")
    return language


def languages() -> tuple[str, ...]:
    """The names of the languages that there are, in order of the alphabet."""
    return tuple(sorted(x.name for x in FOLDER.iterdir() if x.is_dir()))


def _flat(tables: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each pattern with its key. Those of a list have numbers from 1."""
    for table, keys in tables.items():
        if table in ("language", "fix", *_TRANSLATED):
            continue
        for key, value in keys.items():
            if isinstance(value, list):
                yield from ((f"{table}.{key}.{i}", x) for i, x in enumerate(value, 1))
            else:
                yield f"{table}.{key}", value


def _moved(span: Span, start: int, end: int, length: int) -> Span:
    """The span when what stood from `start` to `end` has become `length` characters. What is put between words is in
    neither."""
    label, first, last = span
    more = length - (end - start)
    if first > start or first == start == end:
        first = max(first, end) + more
    return label, first, last if last <= start else max(last, end) + more


def _parse(text: str) -> _Parts:
    options, rest = _options(text, "")
    assert not rest
    return options[0]


def _options(text: str, close: str) -> tuple[list[_Parts], str]:
    """What stands between `|` up to the bracket `close`, and the text behind that."""
    options: list[list[str | _Choice]] = [[]]
    while text:
        char, text = text[0], text[1:]
        if char == close:
            return [tuple(x) for x in options], text
        if char == "|" and close:
            options.append([])
        elif char in _CHOICES:
            inner, text = _options(text, _CHOICES[char])
            whole = (char, *inner[0], _CHOICES[char]) if len(inner) == 1 else (_Choice(char, tuple(inner)),)
            options[-1] += whole
        else:
            options[-1].append(char)
    if close:
        raise LanguageError(f"a bracket is not closed by {close}")
    return [tuple(x) for x in options], ""


def _chosen(parts: _Parts, places: dict[str, int]) -> str:
    """The text with of each choice the option at the place of its bracket, the last where there are fewer."""
    return "".join(
        x if isinstance(x, str) else _chosen(x.options[min(places[x.bracket], len(x.options) - 1)], places)
        for x in parts
    )


def _choices(parts: _Parts) -> Iterator[_Choice]:
    for x in parts:
        if isinstance(x, _Choice):
            yield x
            for option in x.options:
                yield from _choices(option)


def _texts(parts: _Parts) -> Iterator[str]:
    """The text of a pattern outside its choices, and that of each option."""
    yield "".join(x if isinstance(x, str) else "\n" for x in parts)
    for choice in (x for x in parts if isinstance(x, _Choice)):
        for option in choice.options:
            yield from _texts(option)
