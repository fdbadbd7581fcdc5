"""Takes a TOML file and a JSON Schema, gives the file's data or diagnostics with places.

Decks, forms and arenas are data files of this kind. A key that the schema does not
know is an error: a misspelt key would otherwise be silently ignored.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostic import Diagnostic
from ..dsl.source import Source, Span
from ..dsl.suggest import suggest
from .files import read_source

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).with_name("schemas")
_HEADER = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]+")
_WORD = r"(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')"
_KEY = re.compile(rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*=")
_PLACE = re.compile(r"^(?P<what>.*?) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$", re.S)
_LONGEST = 80  # characters of a value, as shown
_DEEP = "this is nested too deeply"
_LARGE = "this number is too large"
_DEEPEST = 20  # tables in tables; a manifest has three
_LARGEST = 1 << 63  # numbers of TOML have 64 bits
_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "array": "a list",
    "object": "a table",
    "boolean": "true or false",
}


def read_manifest(path: Path, schema: str) -> tuple[dict[str, Any], Source, list[Diagnostic]]:
    """Read `path` and hold it against `schemas/<schema>.schema.json`.

    The data is to be used only when there are no diagnostics.
    """
    source, unread = read_source(path)
    if unread:
        return {}, source, unread
    if mistake := _no_text(source, path.read_bytes()):
        return {}, source, [mistake]
    try:
        data = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return {}, source, [_broken(source, str(error))]
    except RecursionError:
        return {}, source, [Diagnostic("K090", _fullest(source, r"[\[{]"), _DEEP, source)]
    except ValueError:  # more digits than Python reads
        return {}, source, [Diagnostic("K093", _fullest(source, r"[\d_]"), _LARGE, source)]
    if oversized := _oversized(source, data):
        return {}, source, oversized
    found = [x for error in _validator(schema).iter_errors(data) for x in _explain(source, error)]
    return data, source, sorted(set(found), key=lambda x: (x.span, x.message))


def place_of(source: Source, keys: Iterable[str | int]) -> Span:
    """The line of the deepest key of `keys` that the file writes; its first line if none."""
    wanted = [str(x) for x in keys]
    best, span = 0, source.line_span(1)
    for number, path in _written(source):
        depth = min(len(path), len(wanted))
        if depth > best and path[:depth] == wanted[:depth]:
            best, span = depth, source.line_span(number)
    return span


def place_of_item(source: Source, key: str, item: str) -> Span:
    """Where the text `item` stands as a member of the list `key`; the key's line if nowhere."""
    start = place_of(source, [key])
    match = re.compile(r"([\"'])" + re.escape(item) + r"\1").search(source.text, start.start)
    return start if match is None else Span(match.start(), match.end())


@lru_cache(maxsize=8)
def _written(source: Source) -> tuple[tuple[int, list[str]], ...]:
    """Each line that begins a table or a key, with the full path of what it begins."""
    return tuple(_lines_of_keys(source))


def _lines_of_keys(source: Source) -> Iterator[tuple[int, list[str]]]:
    table: list[str] = []
    for number in range(1, source.line_count + 1):
        line = source.line(number)
        if header := _HEADER.match(line):
            table = _keys(header[1])
            yield number, table
        elif key := _KEY.match(line):
            yield number, [*table, *_keys(key[1])]


def _keys(text: str) -> list[str]:
    """The keys that a text such as `playable."a b"` names."""
    found: list[str] = []
    try:
        data: Any = tomllib.loads(f"{text} = 0")
    except tomllib.TOMLDecodeError:
        return found
    while isinstance(data, dict):
        key, data = next(iter(data.items()))
        found.append(key)
    return found


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator, ValidationError  # cost more than the rest: only when needed
    from jsonschema.validators import extend

    def pattern(_validator: Any, rule: str, value: Any, _schema: Any) -> Iterator[Any]:
        """In a schema `$` is the very end; in Python it also stands before a line end that comes last."""
        if isinstance(value, str) and not re.search(rule.replace("$", r"\Z"), value):
            yield ValidationError("does not match")

    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)  # not 18.0
    ours = extend(Draft202012Validator, {"pattern": pattern}, type_checker=checker)
    return ours(json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8")))


def _no_text(source: Source, content: bytes) -> Diagnostic | None:
    """What to say of a file that is not UTF-8."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = len(content[: error.start].decode("utf-8").replace("\r\n", "\n"))
        at = source.text.index("\ufffd", max(0, before - 1))
        message = f"this is not TOML: the byte {content[error.start]:#04x} is no UTF-8"
        return Diagnostic("K090", Span(at, at + 1), message, source, "save the file as UTF-8")
    return None


def _fullest(source: Source, letter: str) -> Span:
    """The line that has most of some letter."""
    lines = range(1, source.line_count + 1)
    return source.line_span(max(lines, key=lambda number: len(re.findall(letter, source.line(number)))))


def _oversized(source: Source, data: dict[str, Any]) -> list[Diagnostic]:
    """What is larger or deeper than a manifest can mean: not even to be shown in a message."""
    found: list[Diagnostic] = []
    waiting: list[tuple[list[str | int], Any]] = [([], data)]
    while waiting:
        path, value = waiting.pop()
        if type(value) is int and not -_LARGEST <= value < _LARGEST:
            found.append(Diagnostic("K093", place_of(source, path), _LARGE, source))
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        if inner and len(path) == _DEEPEST:
            found.append(Diagnostic("K093", place_of(source, path), _DEEP, source))
        else:
            waiting += [([*path, key], x) for key, x in inner]
    return sorted(set(found), key=lambda x: x.span)


def _broken(source: Source, message: str) -> Diagnostic:
    """What tomllib says, at the place that it names in its text."""
    match = _PLACE.match(message)
    what, span = message, source.line_span(source.line_count)
    if match is not None:
        what = match["what"]
        if match["line"]:
            line = source.line_span(int(match["line"]))
            indent = len(source.line(int(match["line"]))) - len(source.line(int(match["line"])).lstrip())
            start = min(line.start - indent + int(match["column"]) - 1, line.end)
            span = Span(start, max(line.end, start))
    return Diagnostic("K090", span, f"this is not TOML: {what[:1].lower()}{what[1:]}", source)


def _explain(source: Source, error: Any) -> list[Diagnostic]:
    """A jsonschema ValidationError (Any: its attributes have no useful types) in our words."""
    path = list(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:
        path.append(str(error.instance))
    where = place_of(source, path)
    if error.validator == "additionalProperties":
        known = sorted(error.schema.get("properties", ()))
        extra = [x for x in error.instance if x not in known]
        return [_unknown_key(source, [*path, x], x, known) for x in extra]
    if error.validator == "required":
        missing = [x for x in error.validator_value if x not in error.instance]
        table = f" in [{'.'.join(map(str, path))}]" if path else ""
        return [Diagnostic("K092", where, f"the key '{x}' is missing{table}", source) for x in missing]
    if error.validator == "dependentRequired":
        brought = [
            x for x, needed in error.validator_value.items() if x in error.instance and needed[0] not in error.instance
        ]
        needed = error.validator_value[brought[0]][0]
        return [
            Diagnostic(
                "K092", place_of(source, [*path, x]), f"'{x}' needs the key '{needed}', which is missing", source
            )
            for x in brought
        ]
    return [Diagnostic("K093", where, _mismatch(error, path), source)]


def _unknown_key(source: Source, path: list[str | int], key: str, known: list[str]) -> Diagnostic:
    close = suggest(key, known)
    help_ = f"did you mean '{close[0]}'?" if close else f"the keys here are {', '.join(known)}"
    return Diagnostic("K091", place_of(source, path), f"unknown key '{key}'", source, help_)


def _shown(value: Any) -> str:
    text = f"'{value}'" if isinstance(value, str) and value.isprintable() else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _mismatch(error: Any, path: list[str | int]) -> str:
    name = f"'{path[-1]}'" if path and isinstance(path[-1], str) else "the entry"
    rule: Any = error.validator_value
    match error.validator:
        case "type":
            return f"{name} must be {_WORDS.get(rule, rule)}"
        case "enum":
            return f"{name} must be one of {', '.join(map(str, rule))}"
        case "uniqueItems":
            twice = next(x for i, x in enumerate(error.instance) if x in error.instance[:i])
            return f"{name} names {_shown(twice)} twice"
        case "pattern":
            form = error.schema.get("description", f"of the form {rule}")
            return f"{_shown(error.instance)} will not do here: {form}"
        case "contains":
            return f"{name} will not do: {rule['description']}"
        case "minItems" | "minProperties" | "minLength":
            return f"{name} is empty"
        case "minimum" | "maximum" | "maxLength":
            return f"{name} is {_shown(error.instance)}; the {error.validator} is {rule}"
        case "not":
            return str(error.schema["description"])
        case _:
            return f"{name}: {error.message}"
