"""Takes a pattern or a board in characters, gives its picture as SVG text.

Rank is told by shape (circle, shield, star), side by filling (own solid, enemy hollow), so
that a picture can be read without colors. Colors come from the classes of
`templates/picture.css`: a picture of a page takes them from the page, one that stands
alone carries them. The same input gives the same text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from pathlib import Path

from ..dsl import tree as t
from .language import Language, load_language
from .words import kind_of

STYLE = Path(__file__).with_name("templates") / "picture.css"
CELL = 40  # the side of a square
CHOSEN, REFUSED = "k-choice", "k-refused"  # how answers are drawn
_MARGIN = 16  # around a pattern: room for arrows
_LABELS = 20  # left of and below a board
_COMPASS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
_RANK = {"c": 0, "h": 1, "l": 2}
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
_STEP = re.compile(r"([a-z][1-9][0-9]?)([-~])([a-z][1-9][0-9]?)")
_TARGET = re.compile(r"(?:^|.* )([a-z][1-9][0-9]?)$")


@dataclass(frozen=True)
class Piece:
    """A piece on a drawn board: color 0 acts; rank 0 common, 1 heroic, 2 legendary."""

    color: int
    rank: t.Rank


# ---------------------------------------------------------------- patterns


def pattern_svg(card: t.Card, language: str = "en", *, alone: bool = False) -> str:
    """The picture of a card's pattern, of a task its points and patterns; empty for a card without either.

    `alone`: for a file of its own.
    """
    if card.task is not None:
        return _task_svg(card, card.task, load_language(language), alone)
    if card.pattern is None:
        return ""
    rows = card.pattern.rows
    width, height = max(map(len, rows)), len(rows)
    drawn: list[str] = []
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            drawn += _cell(char, _MARGIN + x * CELL, _MARGIN + y * CELL)
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            if char in "@CHL":
                drawn += [_arrow(_middle(x), _middle(y), word) for word in card.arrows]
    say = load_language(language)
    size = (2 * _MARGIN + width * CELL, 2 * _MARGIN + height * CELL)
    return _svg(size, drawn, say.say("picture.pattern", name=card.name), _pattern_words(card, rows, say), alone)


def _task_svg(card: t.Card, task: t.Task, language: Language, alone: bool) -> str:
    """A frame (a double one for an advanced task) with the points, and beside it the patterns."""
    say = language.say
    height = max([2, *(len(x.rows) for x in task.patterns)])
    x, y, side = _MARGIN, _MARGIN + (height - 2) * CELL // 2, 2 * CELL
    drawn = [f'<rect class="k-frame" x="{x}" y="{y}" width="{side}" height="{side}" rx="8"/>']
    if task.advanced:
        drawn.append(f'<rect class="k-inner" x="{x + 6}" y="{y + 6}" width="{side - 12}" height="{side - 12}" rx="4"/>')
    drawn.append(f'<text class="k-points" x="{x + CELL}" y="{y + CELL + 14}">{task.points}</text>')
    words: list[str] = [say("sentence.plain", clause=kind_of(card, language.name).capitalize())]
    left = x + side
    for pattern in task.patterns:
        left += _MARGIN
        for i, row in enumerate(pattern.rows):
            for column, char in enumerate(row):
                drawn += _cell(char, left + column * CELL, _MARGIN + i * CELL)
        left += max(map(len, pattern.rows)) * CELL
        words.append(_pattern_words(card, pattern.rows, language))
    size = (left + _MARGIN, 2 * _MARGIN + height * CELL)
    return _svg(size, drawn, say("picture.task_title", name=card.name), say("join.sentences").join(words), alone)


def _middle(index: int) -> int:
    return _MARGIN + index * CELL + CELL // 2


def _cell(char: str, x: int, y: int) -> list[str]:
    """One square of a pattern, its upper left corner at x, y."""
    if char in "@CHL":
        drawn = [_rect("k-frame", x, y, 2), _rect("k-inner", x, y, 6)]
    elif char == ".":
        return [_rect("k-any", x, y, 3)]
    else:
        drawn = [_rect("k-square", x, y, 1)]
    cx, cy = x + CELL // 2, y + CELL // 2
    if char == "*":
        drawn.append(
            f'<path class="k-mark" d="M{cx - 9} {cy + 9}L{cx + 9} {cy - 9}M{cx - 9} {cy - 9}L{cx + 9} {cy + 9}"/>'
        )
    elif char == "+":
        drawn.append(f'<path class="k-mark" d="M{cx} {cy - 11}V{cy + 11}M{cx - 11} {cy}H{cx + 11}"/>')
    elif char.lower() in _RANK:
        drawn.append(_piece("k-own", _RANK[char.lower()], cx, cy, 0.8 if char.isupper() else 1.0))
    return drawn


def _pattern_words(card: t.Card, rows: Sequence[str], language: Language) -> str:
    say = language.say
    lines = (say("picture.cells").join(say(f"picture.{char}") for char in row) for row in rows)
    words = say("picture.legend", rows=say("picture.rows").join(lines))
    if not card.arrows:
        return words
    arrows = say("picture.cells").join(say(f"direction.{x}") for x in card.arrows)
    return words + say("join.sentences") + say("picture.arrows", arrows=arrows)


# ---------------------------------------------------------------- boards


def board_cells(rows: Sequence[str]) -> list[list[Piece | str]]:
    """The squares of a drawn board, top row first: a `Piece`, `.` empty, or `_` no square.

    A board with digits gives each square two characters (`2h`, `..`): color from 0, rank.
    """
    wide = any(char.isdigit() for row in rows for char in row)
    if wide:
        return [[_wide(row[i : i + 2]) for i in range(0, len(row), 2)] for row in rows]
    return [[Piece(int(x.isupper()), _RANK[x.lower()]) if x.lower() in _RANK else x for x in row] for row in rows]


def _wide(token: str) -> Piece | str:
    return Piece(int(token[0]), _RANK[token[1]]) if token[0].isdigit() else token[0]


def arena_fields(rows: Iterable[str]) -> dict[str, str]:
    """Of an arena's rows, top row first: the squares that have a color, as `red` and `green`."""
    lines = list(rows)
    colors = {"r": "red", "g": "green"}
    return {
        f"{chr(ord('a') + x)}{len(lines) - y}": colors[char]
        for y, line in enumerate(lines)
        for x, char in enumerate(line)
        if char in colors
    }


def board_svg(
    rows: Sequence[str],
    window: str = "",
    *,
    chosen: Sequence[str] = (),
    refused: Sequence[str] = (),
    carried: Sequence[str] = (),
    fields: Mapping[str, str] | None = None,
    title: str = "",
    language: str = "en",
    alone: bool = False,
) -> str:
    """The picture of a board, or of a window of it.

    `window` names the square at the lower left (`c4`); without it that is `a1`. `chosen` and
    `refused` are answers (`e5`, `d4-d5`, `c3~g7`, `summon Knight d5`): of those chosen a square gets
    a ring, a move an arrow, several are numbered; of those refused the target is crossed out, unless
    one chosen ends there, too. A piece on one of the squares `carried` has a marker, a diamond above it.
    `fields` tells the color of squares (`arena_fields`).
    """
    cells = board_cells(rows)
    plan = _Plan(cells, window or "a1")
    drawn = [
        x for y, line in enumerate(cells) for i, cell in enumerate(line) for x in plan.square(i, y, cell, fields or {})
    ]
    carried = [x for x in carried if plan.center(x)]
    drawn += [_diamond(*center) for center in map(plan.center, carried) if center]
    drawn += plan.labels()
    drawn += plan.refused(refused, {_target(x) for x in chosen})
    drawn += plan.chosen(chosen)
    say = load_language(language)
    title = title or say.say("picture.board")
    words = _board_words(plan, say)
    if carried:
        words += say.say("join.sentences") + say.say("picture.carried", squares=" ".join(carried))
    return _svg((plan.width, plan.height), drawn, title, words, alone)


def numbers_svg(numbers: Mapping[str, int], title: str, language: str = "en") -> str:
    """A board with a number on each square that `numbers` names: the greater, the darker; 0 is left blank."""
    columns = 1 + max(ord(x[0]) - ord("a") for x in numbers)
    lines = range(max(int(x[1:]) for x in numbers), 0, -1)
    cells: list[list[Piece | str]] = [
        ["." if f"{chr(ord('a') + x)}{y}" in numbers else "_" for x in range(columns)] for y in lines
    ]
    plan = _Plan(cells, "a1")
    drawn = [x for y, line in enumerate(cells) for i, cell in enumerate(line) for x in plan.square(i, y, cell, {})]
    most = max(numbers.values()) or 1
    for square, number in numbers.items():
        center = plan.center(square)
        if number and center:
            x, y = center
            shade = _number(number / most * 0.55 + 0.05) if number < most else "0.6"
            drawn.append(
                f'<rect class="k-heat" x="{x - 19}" y="{y - 19}" width="38" height="38" fill-opacity="{shade}"/>'
            )
            drawn.append(f'<text class="k-count" x="{x}" y="{y + 5}">{number}</text>')
    say = load_language(language).say
    named = [[plan.name(x, y) for x in range(columns)] for y in range(len(lines))]
    rows = (say("picture.cells").join(str(numbers.get(x, "-")) for x in row) for row in named)
    words = say("picture.legend", rows=say("picture.rows").join(rows))
    return _svg((plan.width, plan.height), drawn + plan.labels(), title, words, False)


class _Plan:
    """Where the squares of a drawn board lie in its picture."""

    def __init__(self, cells: list[list[Piece | str]], window: str) -> None:
        match = _SQUARE.fullmatch(window)
        if match is None:
            raise ValueError(f"'{window}' names no square")
        self.cells = cells
        self.left, self.bottom = ord(match[1]), int(match[2])
        self.columns = max(map(len, cells))
        self.width = _LABELS + self.columns * CELL + 4
        self.height = len(cells) * CELL + _LABELS + 4

    def name(self, x: int, y: int) -> str:
        return f"{chr(self.left + x)}{self.bottom + len(self.cells) - 1 - y}"

    def corner(self, x: int, y: int) -> tuple[int, int]:
        return _LABELS + x * CELL, 2 + y * CELL

    def center(self, square: str) -> tuple[int, int] | None:
        """The middle of a square, None where it is outside the picture."""
        match = _SQUARE.fullmatch(square)
        x = ord(match[1]) - self.left if match else -1
        y = self.bottom + len(self.cells) - 1 - int(match[2]) if match else -1
        if not (0 <= x < self.columns and 0 <= y < len(self.cells)):
            return None
        left, top = self.corner(x, y)
        return left + CELL // 2, top + CELL // 2

    def square(self, x: int, y: int, cell: Piece | str, fields: Mapping[str, str]) -> list[str]:
        if cell == "_":
            return []
        left, top = self.corner(x, y)
        drawn = [_rect("k-square", left, top, 0)]
        color = fields.get(self.name(x, y))
        if color == "red":  # a corner for red, a dot for green: told apart without color
            drawn.append(f'<path class="k-red" d="M{left + 1} {top + 1}h12l-12 12z"/>')
        elif color == "green":
            drawn.append(f'<circle class="k-green" cx="{left + 8}" cy="{top + 8}" r="5"/>')
        if isinstance(cell, Piece):
            cx, cy = left + CELL // 2, top + CELL // 2
            drawn.append(_piece("k-enemy" if cell.color else "k-own", cell.rank, cx, cy))
            if cell.color > 1:
                drawn.append(f'<text class="k-digit" x="{cx}" y="{cy + 5}">{cell.color + 1}</text>')
        return drawn

    def labels(self) -> list[str]:
        bottom = len(self.cells) * CELL + 17
        columns = [_text(_LABELS + x * CELL + CELL // 2, bottom, chr(self.left + x)) for x in range(self.columns)]
        rows = [
            _text(_LABELS // 2 - 1, 2 + y * CELL + CELL // 2 + 4, str(self.bottom + len(self.cells) - 1 - y))
            for y in range(len(self.cells))
        ]
        return columns + rows

    def refused(self, answers: Iterable[str], chosen: Collection[str]) -> list[str]:
        """A crossed circle on the target of each answer, one a square; none where something else may end."""
        targets = dict.fromkeys(_target(x) for x in answers)
        centers = (self.center(x) for x in targets if x not in chosen)
        return [x for center in centers if center for x in _crossed(*center)]

    def chosen(self, answers: Iterable[str]) -> list[str]:
        """What each answer points at: an arrow, a ring, a frame; several with their numbers, in order."""
        drawn: list[tuple[str, tuple[int, int], list[str]]] = []
        for answer in answers:
            center = self.center(_target(answer))
            if center and (shapes := self.answer(answer, center)):
                drawn.append((answer, center, shapes))
        out = [x for _, _, shapes in drawn for x in shapes]
        if len(drawn) > 1:
            taken: set[tuple[int, int]] = set()
            for number, (answer, center, _) in enumerate(drawn, 1):
                out += _badge(number, self.free_corner(answer, center, taken))
        return out

    def answer(self, answer: str, center: tuple[int, int]) -> list[str]:
        """The shapes of one answer whose target has its middle at `center`."""
        if step := _STEP.fullmatch(answer):
            start = self.center(step[1])
            return [_line(" k-leap" if step[2] == "~" else "", start, center)] if start else []
        if answer.startswith("summon "):
            left, top = center[0] - CELL // 2, center[1] - CELL // 2
            return [_rect(CHOSEN, left, top, 3)]
        return [f'<circle class="{CHOSEN}" cx="{center[0]}" cy="{center[1]}" r="17"/>']

    def free_corner(self, answer: str, center: tuple[int, int], taken: set[tuple[int, int]]) -> tuple[int, int]:
        """Where the number of an answer stands: a corner of its target which no arrow and no other number uses.

        The upper left one comes last: it shows the color of the square.
        """
        x, y = center
        corners = [(x + 12, y - 12), (x + 12, y + 12), (x - 12, y + 12), (x - 12, y - 12)]
        step = _STEP.fullmatch(answer)
        start = self.center(step[1]) if step else None
        if start:
            behind = (_sign(start[0] - x), _sign(start[1] - y))
            corners.sort(key=lambda c: (_sign(c[0] - x), _sign(c[1] - y)) == behind)
        corner = next((c for c in corners if c not in taken), corners[0])
        taken.add(corner)
        return corner


def _diamond(x: int, y: int) -> str:
    """A marker on the piece in the middle of a square."""
    return f'<path class="k-carried" d="M{x} {y - 19}l5 6-5 6-5-6z"/>'


def _target(answer: str) -> str:
    """The square at which an answer ends; empty if it names none."""
    match = _STEP.fullmatch(answer)
    if match:
        return match[3]
    match = _TARGET.fullmatch(answer)
    return match[1] if match else ""


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _board_words(plan: _Plan, language: Language) -> str:
    say = language.say
    groups: dict[Piece, list[str]] = {}
    for y, line in enumerate(plan.cells):
        for x, cell in enumerate(line):
            if isinstance(cell, Piece):
                groups.setdefault(cell, []).append(plan.name(x, y))
    order = sorted(groups, key=lambda x: (x.color, x.rank))
    listed = (
        say(
            "picture.piece",
            color=say(f"picture.color_{x.color}"),
            rank=say(f"rank.{t.RANKS[x.rank]}"),
            squares=" ".join(sorted(groups[x])),
        )
        for x in order
    )
    words = say("picture.pieces").join(listed) or say("picture.no_pieces")
    first, last = plan.name(0, len(plan.cells) - 1), plan.name(plan.columns - 1, 0)
    window = say("picture.window", first=first, last=last)
    return window + say("join.sentences") + say("sentence.plain", clause=words)


# ---------------------------------------------------------------- shapes


def piece_svg(rank: t.Rank, *, enemy: bool = False) -> str:
    """A piece as an ornament of a text that names its rank."""
    shape = _piece("k-enemy" if enemy else "k-own", rank, 16, 16)
    return f'<svg class="k-pic" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">{shape}</svg>'


def _piece(style: str, rank: t.Rank, x: int, y: int, scale: float = 1.0) -> str:
    if rank == 0:
        return f'<circle class="{style}" cx="{x}" cy="{y}" r="{_number(11 * scale)}"/>'
    points = " ".join(f"{_number(x + scale * a)},{_number(y + scale * b)}" for a, b in _OUTLINES[rank])
    return f'<polygon class="{style}" points="{points}"/>'


_SHIELD = ((-11, -12), (11, -12), (11, 1), (10, 6), (7, 10), (3.5, 12.5), (0, 14))
_STAR = tuple((r * sin(i * pi / 5), 1 - r * cos(i * pi / 5)) for i, r in enumerate((15, 6.5) * 5))
_OUTLINES = {1: _SHIELD + tuple((-x, y) for x, y in reversed(_SHIELD[2:-1])), 2: _STAR}


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _rect(style: str, x: int, y: int, inset: int) -> str:
    side = CELL - 2 * inset
    return f'<rect class="{style}" x="{x + inset}" y="{y + inset}" width="{side}" height="{side}" rx="2"/>'


def _text(x: int, y: int, text: str) -> str:
    return f'<text class="k-label" x="{x}" y="{y}">{escape(text)}</text>'


def _arrow(x: int, y: int, word: str) -> str:
    """A head outside the summoning square, pointing away from it."""
    dx, dy = _COMPASS[word]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    base = 20.5 if length == 1 else 26.5
    bx, by, tip = x + ux * base, y + uy * base, 9
    corners = ((bx + ux * tip, by + uy * tip), (bx - uy * 6, by + ux * 6), (bx + uy * 6, by - ux * 6))
    return f'<polygon class="k-arrow" points="{" ".join(f"{_number(a)},{_number(b)}" for a, b in corners)}"/>'


def _line(style: str, start: tuple[int, int], end: tuple[int, int]) -> str:
    """An arrow out of a square, up to the edge of another: what stands there stays to be seen."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length
    stop = (CELL / 2 - 3) / (max(abs(ux), abs(uy)) or 1.0)
    x, y = end[0] - ux * stop, end[1] - uy * stop
    shaft = f'<path class="{CHOSEN}{style}" d="{_path((start[0] + ux * 6, start[1] + uy * 6), (x, y))}"/>'
    wings = [(x - ux * 8 - uy * side, y - uy * 8 + ux * side) for side in (6, -6)]
    return shaft + f'<path class="{CHOSEN}" d="{_path(wings[0], (x, y), wings[1])}"/>'


def _crossed(x: int, y: int) -> list[str]:
    """A crossed circle."""
    circle = f'<circle class="{REFUSED}" cx="{x}" cy="{y}" r="17"/>'
    return [circle, f'<path class="{REFUSED}" d="{_path((x - 12, y + 12), (x + 12, y - 12))}"/>']


def _badge(number: int, center: tuple[int, int]) -> list[str]:
    """The number of an answer."""
    x, y = center
    return [
        f'<circle class="k-badge" cx="{x}" cy="{y}" r="7"/>',
        f'<text class="k-number" x="{x}" y="{y + 4}">{number}</text>',
    ]


def _path(*points: tuple[float, float]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _svg(size: tuple[int, int], drawn: list[str], title: str, words: str, alone: bool) -> str:
    width, height = size
    style = f"<style>\n{STYLE.read_text('utf-8')}</style>" if alone else ""
    lines = [
        f'<svg class="k-pic{" k-alone" if alone else ""}" xmlns="http://www.w3.org/2000/svg"'
        f' viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(words)}</desc>" if words else "",
        style,
        *drawn,
        "</svg>",
    ]
    return "\n".join(x for x in lines if x) + "\n"
