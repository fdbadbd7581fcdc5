"""Checks the names that a card gives with `as`: that each is a name, and that each is spoken of."""

from __future__ import annotations

from ...dsl import tree as t
from ...dsl.language import language
from ..resolve import handles_one
from .reporter import Reporter


def check_names(part: t.Part, report: Reporter) -> None:
    """Names are no words of the language, stand for one thing, and are used."""
    nodes = list(t.walk(part.body))
    spoken = {x.name for x in nodes if isinstance(x, t.Ref)}
    words = {word for words in language().words.values() for word in words}
    for node in nodes:
        alias = getattr(node, "alias", "")
        if not alias:
            continue
        if alias in words or alias.casefold() in ("self", "it"):
            report("K037", node.span, f"'{alias}' is a word of the language and cannot be a name", "use another name")
        elif not handles_one(node):
            report("K051", node.span, f"'{alias}' would stand for several things", "a name stands for one thing")
        elif alias not in spoken:
            report("K036", node.span, f"the name '{alias}' is never used", f"leave 'as {alias}' out")
