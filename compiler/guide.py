"""Takes the cards and the arena, gives the pages that explain those of the cards: rules cited, pictures.

Like the pages of cards they are plain Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..dsl import tree as t
from .grounds import chapters, cited, grounded
from .page import render
from .picture import arena_fields, board_svg, pattern_svg, piece_svg
from .sheet import Sheet

_TASK = t.Card("task", "sample", None, None, (), (), task=t.Task("colored", True, 2, t.Fits(t.Field())))
RANKS: tuple[t.Rank, ...] = (0, 1, 2)

# What a drawing shows, and the words for it: rows and arrows of patterns; rows, window and answers of boards.
_PATTERN_KEY: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("@", (), "Double frame: the square on which the being is summoned. It may be empty or hold a piece."),
    ("C", (), "A piece in the frame: that piece must stand there, and the being takes its place."),
    ("c.", (), "Dotted: what stands there is of no account."),
    ("@*", (), "Slanting cross: a marked square, of which the card's text speaks."),
    ("@+", (), "Upright cross: a square marked in another way, of which the card's text speaks."),
    ("@", ("W", "N", "E"), "Triangles: the indicated directions."),
)
_BOARD_KEY: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("c..", "c3", {"chosen": ["summon X d3"]}, "Frame: a being is summoned there."),
    ("cC.", "c3", {"chosen": ["d3"]}, "Ring: the square, or the piece on it, is chosen."),
    ("c.C", "c3", {"chosen": ["c3-d3", "d3-e3"]}, "Arrows: moves, here first one and then another."),
    ("c.C", "c3", {"chosen": ["c3~e3"]}, "Dashed arrow: a leap."),
    ("cC.", "c3", {"refused": ["c3-d3"]}, "Crossed circle: this square may not be chosen or entered."),
)


@dataclass(frozen=True)
class Sample:
    """A small picture and the words that explain it."""

    picture: str
    text: str


@dataclass(frozen=True)
class Pieces:
    """The pieces of one side, one a rank."""

    label: str
    pictures: tuple[str, ...]


def rules_page(sheets: Sequence[Sheet]) -> str:
    """The page of the rules that are cited, each with the cards that rest on it. `sheets` in the order of the decks."""
    uses: dict[str, list[Sheet]] = {x.number: [] for chapter in chapters() for x in chapter.rules}
    for sheet in sheets:
        said = [*(x.text for x in sheet.card.rulings), *(x.title for x in sheet.card.examples)]
        for number in dict.fromkeys(x.text for text in said for x in cited(grounded(text).ground)):
            if number in uses:
                uses[number].append(sheet)
    return render("rules.md", "en", chapters=chapters(), uses=uses)


def pictures_page(arena: Sequence[str]) -> str:
    """The page that explains the pictures. `arena`: its rows, top row first, as the file of an arena has them."""
    fields = arena_fields(arena)
    squares = ["".join("_" if x == " " else "." for x in row) for row in arena]
    sides = (("yours", False), ("the enemy's", True))
    pieces = [Pieces(label, tuple(piece_svg(x, enemy=enemy) for x in RANKS)) for label, enemy in sides]
    patterns = [Sample(_drawn(row, *arrows), text) for row, arrows, text in _PATTERN_KEY]
    patterns.append(
        Sample(pattern_svg(_TASK), "A number in a frame: what a task is worth, in a double frame an advanced one.")
    )
    boards = [Sample(board_svg((row,), at, fields=fields, **answers), text) for row, at, answers, text in _BOARD_KEY]
    named = {c: ", ".join(f"`{x}`" for x in sorted(fields) if fields[x] == c) for c in ("red", "green")}
    picture = board_svg(squares, fields=fields, title="The arena")
    return render("pictures.md", "en", pieces=pieces, patterns=patterns, boards=boards, arena=picture, **named)


def _drawn(row: str, *arrows: str) -> str:
    return pattern_svg(t.Card("being", "sample", 0, t.Pattern((row,)), arrows, ()))
