"""All codes of diagnostics, each explained; `docs/errors.md` is made from this list."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Code:
    """A kind of mistake: what it is called, says, why it is one, an example of it and the same put right."""

    code: str
    name: str
    sentence: str
    why: str
    wrong: str
    right: str


CODES: dict[str, Code] = {}
