"""Takes a TOML file and a JSON Schema, gives the file's data or diagnostics with places.

Decks, forms and arenas are data files of this kind. A key that the schema does not
know is an error: a misspelt key would otherwise be silently ignored.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostic import Diagnostic
from ..dsl.source import Source, Span
from ..dsl.suggest import suggest

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).with_name("schemas")
_HEADER = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]+")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*=")
_PLACE = re.compile(r"^(?P<what>.*?) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$", re.S)
_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "array": "a list",
    "object": "a table",
    "boolean": "true or false",
}


def read_manifest(path: Path, schema: str) -> tuple[dict[str, Any], Source, list[Diagnostic]]:
    """Read `path` and hold it against `schemas/<schema>.schema.json`.

    The data is to be used only when there are no diagnostics. OSError passes through.
    """
    source = Source.of(path.read_bytes(), str(path))
    try:
        data = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return {}, source, [_broken(source, str(error))]
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


def _written(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Each line that begins a table or a key, with the full path of what it begins."""
    table: list[str] = []
    for number in range(1, source.line_count + 1):
        line = source.line(number)
        if header := _HEADER.match(line):
            table = [_bare(x) for x in header[1].split(".")]
            yield number, table
        elif key := _KEY.match(line):
            yield number, [*table, _bare(key[1])]


def _bare(key: str) -> str:
    return key.strip().strip("\"'")


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # costs more than the rest of this module: only when needed

    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8")))


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
    return [Diagnostic("K093", where, _mismatch(error, path), source)]


def _unknown_key(source: Source, path: list[str | int], key: str, known: list[str]) -> Diagnostic:
    close = suggest(key, known)
    help_ = f"did you mean '{close[0]}'?" if close else f"the keys here are {', '.join(known)}"
    return Diagnostic("K091", place_of(source, path), f"unknown key '{key}'", source, help_)


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
            return f"{name} names '{twice}' twice"
        case "pattern":
            form = error.schema.get("description", f"of the form {rule}")
            return f"{error.instance!r} will not do here: {form}"
        case "minItems" | "minProperties" | "minLength":
            return f"{name} is empty"
        case "minimum" | "maximum" | "maxLength":
            return f"{name} is {error.instance!r}; the {error.validator} is {rule}"
        case "not":
            return str(error.schema["description"])
        case _:
            return f"{name}: {error.message}"
