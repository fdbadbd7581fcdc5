"""Takes a language's folder of sentence patterns, gives a `Language` that fills them in.

The folders are `languages/<language>`, every `.toml` in them is read; the head of the English `cards.toml`
tells their form.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("languages")
_NUMBER = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")


class Language:
    """The patterns of one language, by table and key: `say("verb.destroy", what="1 piece")`."""

    def __init__(self, name: str, patterns: dict[str, Any]) -> None:
        self.name = name
        self.fixes = tuple((re.compile(x["find"]), x["put"]) for x in patterns.get("fix", ()))
        self.patterns: dict[str, Any] = {
            f"{table}.{key}": pattern
            for table, keys in patterns.items()
            if isinstance(keys, dict)
            for key, pattern in keys.items()
        }

    def say(self, key: str, text: str = "", /, *, n: int = 1, **slots: object) -> str:
        """Pattern `key` with its slots filled; `text` is the slot `{}`, `n` decides between one and many."""
        pattern = _NUMBER.sub(lambda x: x[1] if n == 1 else x[2], self.patterns[key])
        return pattern.format(text, n=n, **slots)

    def finish(self, text: str) -> str:
        """The last touches, which need the neighboring words."""
        for find, put in self.fixes:
            text = find.sub(put, text)
        return text


@cache
def load_language(name: str = "en") -> Language:
    """The language called `name`; FileNotFoundError where there is none."""
    patterns: dict[str, Any] = {}
    for path in sorted((FOLDER / name).glob("*.toml")):
        patterns |= tomllib.loads(path.read_text("utf-8"))  # no two files have a table in common
    if not patterns:
        raise FileNotFoundError(f"there is no language '{name}'; there are {', '.join(languages())}")
    return Language(name, patterns)


def languages() -> tuple[str, ...]:
    """The names of the languages that there are, in order of the alphabet."""
    return tuple(sorted(x.name for x in FOLDER.iterdir() if x.is_dir()))
