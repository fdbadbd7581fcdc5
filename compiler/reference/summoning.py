"""Where a being may be summoned (its matches), the summoning itself, and when a flare may be invoked.

By brute force: every square, every orientation, every cell of the drawing (R5.1 to R5.21, R7.2 to R7.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...dsl import tree as t
from .arena import STEPS
from .world import World, kind_of

_TURNS = {"n": 0, "e": 1, "s": 2, "w": 3}  # quarter turns clockwise that bring the drawing's top there
ORIENTATIONS = tuple(_TURNS) + tuple(name + "'" for name in _TURNS)
_RANKS = {"c": 0, "h": 1, "l": 2}
_DIRECTIONS = {vector: name for name, vector in STEPS.items()}

Vector = tuple[int, int]  # columns to the right, rows up


@dataclass(frozen=True)
class Match:
    """One placement of a pattern on the board (R5.10).

    `used`: the squares of the pieces that the pattern needs, without the summoning
    square (R6.24). `marks`, `crosses`: the `*` and `+` squares inside the arena (R6.25). `arrows`: the
    card's directions as they lie on the board (R6.26). `mirrored`: pairs of a `*` square and
    the `+` square that is its mirror image, where both are inside the arena.
    """

    square: str
    orientation: str
    used: frozenset[str]
    marks: frozenset[str]
    arrows: frozenset[str]
    crosses: frozenset[str] = frozenset()
    mirrored: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class _Drawing:
    """A pattern in one orientation, seen from the summoning square. `base`: rank that must stand there."""

    pieces: frozenset[tuple[Vector, int]]
    marks: frozenset[Vector]
    second_marks: frozenset[Vector]
    arrows: frozenset[Vector]
    base: int | None
    pairs: frozenset[tuple[Vector, Vector]]


def matches(card: t.Card, world: World) -> list[Match]:
    """Every match of `card` for the acting color, by the board alone: supply and shortage play no part.

    So many enemy pieces as `world.stand_ins` allows may take the place of own ones (R6.66),
    and pieces of `world.as_own` stand for own ones if it names any.

    Squares come bottom row first, on a square the orientations in the order of `ORIENTATIONS`.
    """
    drawings = list(_orientations(card))
    found: list[Match] = []
    if card.summoning is not None:
        return list(_elsewhere(card, card.summoning, drawings, world))
    for square in world.arena.ordered(world.arena.squares):
        if _may_stand(card, world, square):
            placed = (_match(name, drawing, world, square) for name, drawing in drawings)
            found += [match for match in placed if match]
    return found


def pick_ups(card: t.Card, world: World, match: Match) -> frozenset[str] | None:
    """The pieces of which one must be picked up to summon with `match`; None: nothing may be picked up.

    None without a shortage (R5.13, R5.20) and where the piece on the summoning square
    becomes the being (R5.14). Otherwise own pieces of the needed kind that are not part
    of the match (R5.16, R5.19); the empty set: the being cannot be summoned so (R5.18).
    """
    assert card.rank is not None
    kind = kind_of(card.rank)
    if world.supply[world.me][kind]:
        return None
    able = {s for s, (color, rank) in world.squares.items() if color == world.me and kind_of(rank) == kind}
    if match.square in able:
        return None
    return frozenset(able - match.used)


def summon(world: World, card: t.Card, match: Match, pick_up: str | None = None) -> None:
    """Spend the action and put the being on the board (R5.8, R5.9, R5.13 to R5.18); its effect is not run.

    What stands on the summoning square is destroyed, also where it is the very piece that
    becomes the being (R5.15). Raises ValueError if `pick_up` is not what the shortage asks for.
    """
    assert card.rank is not None
    choices = pick_ups(card, world, match)
    if (choices is None and pick_up is not None) or (choices is not None and pick_up not in choices):
        raise ValueError(f"{card.name} on {match.square}: cannot pick up {pick_up}")
    world.actions -= 1
    world.stand_ins, world.voids, world.as_own = 0, 0, set()
    if pick_up:
        world.pick_up(pick_up)
    world.struck = world.squares.get(match.square)
    if match.square in world.squares:
        world.destroy(match.square)
    world.put(world.me, card.rank, match.square)
    world.summoned.append((card.rank, match.square))


def criteria(world: World, card: t.Card, opponent: int) -> list[str]:
    """The parts of a flare whose criterion is met against `opponent`, upper first, both tested now (R7.2 to R7.5)."""
    lead = {
        "upper": _count(world, opponent, 1) - _count(world, world.me, 1),
        "lower": _count(world, opponent, 0) - _count(world, world.me, 0),
    }
    margins = {part.name: part.margin for part in card.parts if part.margin is not None}
    return [name for name in lead if name in margins and lead[name] >= margins[name]]


def _count(world: World, color: int, least: int) -> int:
    return sum(1 for owner, rank in world.squares.values() if owner == color and rank >= least)


# ---------------------------------------------------------------- matching


def _elsewhere(card: t.Card, field: t.Field, drawings: list[tuple[str, _Drawing]], world: World) -> Iterator[Match]:
    """The matches of a being whose square is not in its pattern: that may lie anywhere (W: Time Traveler)."""
    sites = [x for x in world.arena.ordered(_squares_of(field, world)) if _may_stand(card, world, x)]
    for name, drawing in drawings:
        for corner in world.arena.ordered(world.arena.squares):
            lying = _match(name, drawing, world, corner)
            if lying:
                yield from (replace(lying, square=site) for site in sites)


def _squares_of(field: t.Field, world: World) -> set[str]:
    arena = world.arena
    colored = arena.red | arena.green
    kinds = {"red": arena.red, "green": arena.green, "colored": colored, "central": arena.central}
    kinds |= {"colorless": arena.squares - colored, "empty": arena.squares - set(world.squares)}
    return set(arena.squares).intersection(*(kinds[word] for word in field.adjectives))


def _may_stand(card: t.Card, world: World, square: str) -> bool:
    """The summoning square is empty or holds a piece of the being's rank or lower, whoever owns it (R5.6, R5.7)."""
    assert card.rank is not None
    return square not in world.squares or world.rank(square) <= card.rank


def _match(name: str, drawing: _Drawing, world: World, square: str) -> Match | None:
    def at(vector: Vector) -> str | None:
        return world.arena.offset(square, *vector)

    base = [] if drawing.base is None else [((0, 0), drawing.base)]
    needed = [(at(vector), least) for vector, least in (*drawing.pieces, *base)]
    void = [place for place, least in needed if not least and place in world.arena.squares - set(world.squares)]
    if len(void) > world.voids:
        return None
    if not all(x in void or (x in world.squares and world.rank(x) >= least) for x, least in needed):
        return None
    counted = world.as_own or {world.me}
    foreign = [x for x, _ in needed if x in world.squares and world.color(x) not in counted]
    if len(foreign) > world.stand_ins or any(world.color(place) == world.me for place in foreign):
        return None
    return Match(
        square,
        name,
        used=frozenset(x for vector, _ in drawing.pieces if (x := at(vector)) and x in world.squares),
        marks=frozenset(place for vector in drawing.marks if (place := at(vector))),
        arrows=frozenset(_DIRECTIONS[vector] for vector in drawing.arrows),
        crosses=frozenset(place for vector in drawing.second_marks if (place := at(vector))),
        mirrored=frozenset((a, b) for mark, cross in drawing.pairs if (a := at(mark)) and (b := at(cross))),
    )


def _orientations(card: t.Card) -> Iterator[tuple[str, _Drawing]]:
    """The distinct ones of the eight orientations (R5.2), each under the first of its names."""
    drawn = _read(card)
    seen: set[_Drawing] = set()
    for name in ORIENTATIONS:
        drawing = _turned(drawn, name)
        if drawing not in seen:
            seen.add(drawing)
            yield name, drawing


def _read(card: t.Card) -> _Drawing:
    assert card.pattern is not None
    height = len(card.pattern.rows)
    cells = {(x, height - 1 - y): char for y, row in enumerate(card.pattern.rows) for x, char in enumerate(row)}
    shown = [place for place, char in cells.items() if char in "@CHL"]
    center = shown[0] if shown else next(place for place, char in cells.items() if char in _RANKS)
    base = None if not shown else _RANKS.get(cells[center].lower())
    seen = {(x - center[0], y - center[1]): char for (x, y), char in cells.items()}
    marks, crosses = (frozenset(vector for vector, char in seen.items() if char == sign) for sign in "*+")
    return _Drawing(
        pieces=frozenset((vector, _RANKS[char]) for vector, char in seen.items() if char in _RANKS),
        marks=marks,
        second_marks=crosses,
        arrows=frozenset(STEPS[name] for name in card.arrows),
        base=base,
        pairs=_mirror_images(marks, crosses),
    )


def _mirror_images(marks: frozenset[Vector], crosses: frozenset[Vector]) -> frozenset[tuple[Vector, Vector]]:
    """Each mark with the cross that a line maps it on; the line stands half way between the first mark and some cross.

    Nothing if no line maps all of them, or none are drawn.
    """
    for a, b in ((min(marks), cross) for cross in crosses if marks):
        across = (b[0] - a[0], b[1] - a[1])
        if across[0] and across[1] and abs(across[0]) != abs(across[1]):
            continue  # no line of the grid
        images = {mark: _reflected(mark, a, across) for mark in marks}
        if set(images.values()) == crosses:
            return frozenset(images.items())
    return frozenset()


def _reflected(point: Vector, a: Vector, across: Vector) -> Vector:
    """A point reflected in the line that stands upright on `across` in its middle, drawn from `a`."""
    right, up = across
    ahead = 2 * ((point[0] - a[0]) * right + (point[1] - a[1]) * up)
    length = right * right + up * up
    return point[0] + right - ahead * right // length, point[1] + up - ahead * up // length


def turn_vector(vector: Vector, mirrored: bool, quarters: int) -> Vector:
    """A vector mirrored left to right, then turned clockwise by quarters (R5.2)."""
    right, up = vector
    right = -right if mirrored else right
    for _ in range(quarters):
        right, up = up, -right
    return right, up


def _turned(drawing: _Drawing, name: str) -> _Drawing:
    def turn(vector: Vector) -> Vector:
        return turn_vector(vector, name.endswith("'"), _TURNS[name[0]])

    return _Drawing(
        pieces=frozenset((turn(vector), least) for vector, least in drawing.pieces),
        marks=frozenset(map(turn, drawing.marks)),
        second_marks=frozenset(map(turn, drawing.second_marks)),
        arrows=frozenset(map(turn, drawing.arrows)),
        base=drawing.base,
        pairs=frozenset((turn(mark), turn(cross)) for mark, cross in drawing.pairs),
    )
