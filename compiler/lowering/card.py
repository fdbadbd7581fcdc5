"""Takes a card's meaning, gives its program, part by part."""

from __future__ import annotations

from ...dsl import tree as t
from ..patterns import shape
from ..program import PartProgram, Program
from .conditions import test
from .frame import Frame
from .scope import Scope
from .statements import block
from .tidy import tidied


def lower(card: t.Card) -> Program:
    """The program of a card whose tree went through `compiler.check` (or `resolve`).

    TooMuch: a part remembers more than a frame holds.
    """
    if card.task is not None:  # its claim is one test, for which nothing is remembered and nothing asked
        scope = Scope(None, {}, shapes=tuple(shape(x) for x in card.task.patterns))
        return Program(card.name, (), claim=test(scope, card.task.claim))
    parts = tuple(_lower_part(part, card) for part in card.parts)
    return Program(card.name, parts, _matters(card))


def _lower_part(part: t.Part, card: t.Card) -> PartProgram:
    f = Frame(part, card)
    f.fill(0, ("jump", block(f, part.body, f.new([], ("done",)))))
    blocks, sources = tidied(f.blocks, f.sources)
    return PartProgram(part.name, blocks, part.margin, sources, part.early)


def _matters(card: t.Card) -> int:
    """What of the match the effect speaks of, as `Program.matters` says it."""
    nodes = list(t.walk(card.parts))
    marked = {"marked", "crossed"}
    marks = any(isinstance(x, t.Mirrored) or (isinstance(x, t.Field) and marked & {*x.adjectives}) for x in nodes)
    arrows = any(isinstance(x, t.ChooseArrow) or (isinstance(x, t.Direction) and x.kind == "arrow") for x in nodes)
    used = any(isinstance(x, t.Noun) and x.used for x in nodes)
    return marks * 1 | arrows * 2 | used * 4
