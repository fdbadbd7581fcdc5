"""Positions, cards and runs of the reference interpreter, written short for its tests."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import cache
from pathlib import Path

import kalarite.cards
from kalarite.compiler.reference import ArenaFacts, Match, World, matches, run, summon
from kalarite.compiler.resolve import resolve
from kalarite.dsl import tree as t
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source

MAP = [
    "  .....  ",
    " ..r.... ",
    "..g...g..",
    "........g",
    "g...r....",
    ".......r.",
    ".........",
    " .r..g.. ",
    "  .....  ",
]
CENTRAL = [column + row for column in "def" for row in "456"]
REGIONS = {
    "lines": ["a4-i4", "a5-i5", "a6-i6", "d1-d9", "e1-e9", "f1-f9"],
    "diagonals": ["b2-h8", "b8-h2"],
    "sides": [["a3-a7", "i3-i7"], ["c9-g9", "c1-g1"]],
    "corners": [["a7-c9", "g1-i3"], ["g9-i7", "a3-c1"]],
}
ARENA = ArenaFacts.from_data({"rows": MAP, "central": CENTRAL, **REGIONS})
STOCK = (16, 3)  # two-sided and legendary pieces of a color
LETTERS = {
    char: (color, rank) for color, letters in enumerate(["chl", "CHL", "xyz"]) for rank, char in enumerate(letters)
}


def _meant(source: Source) -> t.Card:
    card, diagnostics = parse_card(source)
    assert card is not None and not diagnostics, [x.message for x in diagnostics]
    complaints: list[str] = []
    card = resolve(card, lambda _code, _span, message, _help: complaints.append(message))
    assert not complaints, complaints
    return card


@cache
def shipped() -> Mapping[str, t.Card]:
    """All cards that come with the project, by the name of their file."""
    folder = Path(kalarite.cards.__path__[0])
    return {path.stem: _meant(Source.of(path.read_bytes(), str(path))) for path in sorted(folder.glob("*/*.card"))}


@cache
def built_in() -> Mapping[str, t.Card]:
    """Those that have an effect: beings, legends and flares."""
    return {name: card for name, card in shipped().items() if card.task is None}


@cache
def tasks() -> Mapping[str, t.Card]:
    """The tasks."""
    return {name: card for name, card in shipped().items() if card.task is not None}


def being(effect: str, rank: str = "heroic", arrows: str = "", pattern: str = "@") -> t.Card:
    """A being made for a test; without a pattern of its own it can be summoned anywhere."""
    head = "legend Example" if rank == "legendary" else f"{rank} being Example"
    drawing = "".join(f"  {row}\n" for row in pattern.split("/"))
    compass = f"arrows {arrows}\n" if arrows else ""
    lines = [line for line in effect.splitlines() if line.strip()]
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    body = "".join(f"  {line[margin:]}\n" for line in lines)
    return _meant(Source.of(f"{head}\npattern\n{drawing}{compass}effect\n{body}"))


def pieces(drawing: str, at: str) -> dict[str, tuple[int, int]]:
    """A drawn window as squares; `at`: the square of its lower left corner."""
    rows = drawing.split()
    return {
        chr(ord(at[0]) + column) + str(int(at[1:]) + row): LETTERS[char]
        for row, text in enumerate(reversed(rows))
        for column, char in enumerate(text)
        if char != "."
    }


def world(
    drawing: str = "",
    at: str = "a1",
    supply: Mapping[int, Sequence[int]] | None = None,
    colors: int = 2,
    actions: int = 2,
) -> World:
    """A position: color 0 (`c h l`) acts, 1 is `C H L`, 2 is `x y z`. Supply, if not said: 16 and 3 less the board."""
    squares = pieces(drawing, at)
    assert set(squares) <= ARENA.squares
    rest: dict[int, list[int]] = {color: [*STOCK] for color in range(colors)}
    for color, rank in squares.values():
        rest[color][rank // 2] -= 1
    rest |= {color: list(numbers) for color, numbers in (supply or {}).items()}
    return World(ARENA, squares, rest, colors=colors, actions=actions)


class Run:
    """A part of a card while it runs. `offer`: what is asked now, None at the end."""

    def __init__(self, card: t.Card, part: str, world: World, match: Match | None = None) -> None:
        self.world = world
        self._asking: Generator[frozenset[str], str, None] = run(card, part, world, match)
        self.offer: frozenset[str] | None = next(self._asking, None)

    def take(self, *answers: str) -> Run:
        """Answer the questions that come; each answer must be offered."""
        for answer in answers:
            assert self.offer is not None, f"nothing is asked any more, so not {answer}"
            assert answer in self.offer, f"{answer} is not among {sorted(self.offer)}"
            try:
                self.offer = self._asking.send(answer)
            except StopIteration:
                self.offer = None
        return self

    @property
    def squares(self) -> dict[str, tuple[int, int]]:
        return self.world.squares


def summoned(
    card: t.Card | str, world: World, square: str, orientation: str | None = None, pick_up: str | None = None
) -> Run:
    """Summon a being (a built-in one by the name of its file) and begin its effect."""
    card = built_in()[card] if isinstance(card, str) else card
    found = [x for x in matches(card, world) if x.square == square and orientation in (None, x.orientation)]
    assert found, f"{card.name} does not match on {square}"
    summon(world, card, found[0], pick_up)
    return Run(card, "effect", world, found[0])


def flare(name: str, part: str, world: World) -> Run:
    """Begin one part of a built-in flare."""
    return Run(built_in()[name], part, world)


def offered(text: str) -> frozenset[str]:
    """Answers written with commas between."""
    return frozenset(x.strip() for x in text.split(",") if x.strip())


ELM = _meant(
    Source.of(
        "common being Elm\npattern\n  @c\nwarp\n  may upgrade 1 own common piece\n  if you do\n    gain 1 action\n"
    )
)  # a card whose warp effect others copy
