"""The tree of a card: what the grammar's rules become, every node with its span.

Two trees are equal when they say the same: spans do not count. Fields that start
empty (`label`, `of`) are filled by `compiler.check`, which turns a tree into a
meaning: there every statement has a label and every "it", "that direction" and
"you do" names the statement that it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from .source import Span

RANKS = ("common", "heroic", "legendary")
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NOWHERE = Span(0, 0)

Rank: TypeAlias = int  # 0 common, 1 heroic, 2 legendary


def _span() -> Span:
    return field(default=NOWHERE, compare=False, repr=False)


# ---------------------------------------------------------------- phrases


@dataclass(frozen=True)
class Ref:
    """One thing: `self`, `it`, or a name that an earlier `as` gave. `of`: label of the binder.

    `marker`: it is the own piece with that marker, if there is one; the name is `the MARKER` then.
    """

    name: str
    of: str = ""
    marker: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Direction:
    """`one` (the same for all moves), `that` (settled by statement `of`), `opposite` to that, `arrow` (any of the
    card's)."""

    kind: Literal["one", "that", "opposite", "arrow"]
    of: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Noun:
    """Pieces by owner (None: any), use in the pattern, ranks (exactly these), and exceptions."""

    owner: Literal["own", "enemy", "their"] | None = None
    used: bool = False
    ranks: tuple[Rank, ...] = (0, 1, 2)
    others: tuple[Ref, ...] = ()
    of: str = ""  # `their`: label of the statement that settled the color, or colors
    span: Span = _span()


@dataclass(frozen=True)
class Field:
    """Squares by what they are: all adjectives must hold (`empty`, `red`, `marked` ...)."""

    adjectives: tuple[str, ...] = ()
    span: Span = _span()


Anchor: TypeAlias = "Ref | Noun | Field"


@dataclass(frozen=True)
class Adjacent:
    """Next to some square of `to` (None: the being), by any side, an edge only or a corner only."""

    how: Literal["any", "edge", "corner"]
    to: Anchor | None = None
    span: Span = _span()


@dataclass(frozen=True)
class Distance:
    """At a distance of `least` to `most` moves from some square of `to` (None: the being)."""

    least: int
    most: int
    to: Anchor | None = None
    span: Span = _span()


@dataclass(frozen=True)
class On:
    """On the squares of `place`; `beside`: or adjacent to one of them."""

    place: Ref | Field
    beside: bool = False
    span: Span = _span()


@dataclass(frozen=True)
class InLine:
    """On the ray from the being in `direction`; `first`: only its nearest piece;
    `degrees`: the directions turned by up to so much count as well."""

    direction: Direction
    first: bool = False
    degrees: int = 0
    span: Span = _span()


@dataclass(frozen=True)
class Mirrored:
    """On the crossed square that mirrors the marked one where `ref` is."""

    ref: Ref
    span: Span = _span()


@dataclass(frozen=True)
class OneColor:
    """All that are picked have the same color."""

    span: Span = _span()


@dataclass(frozen=True)
class FewOfEachColor:
    """Of all that are picked at most so many have the same color."""

    most: int
    span: Span = _span()


@dataclass(frozen=True)
class AnyRank:
    """The player chooses the rank of what is placed."""

    span: Span = _span()


@dataclass(frozen=True)
class OfRival:
    """Of an opponent who has more pieces of these ranks than you."""

    ranks: tuple[Rank, ...] = (0, 1, 2)
    span: Span = _span()


@dataclass(frozen=True)
class AdjacentToMany:
    """Next to at least `least` of some pieces, by any side, an edge only or a corner only."""

    how: Literal["any", "edge", "corner"]
    least: int
    to: Noun
    span: Span = _span()


@dataclass(frozen=True)
class Opposite:
    """The region that lies across from the one that a claim looks at."""

    region: str
    span: Span = _span()


@dataclass(frozen=True)
class Reaching:
    """A walk from the piece over neighboring squares of `through` (at most `steps` of them) comes next
    to another piece of `goal`, or stands in that region; `yes` False: no such walk does."""

    yes: bool
    goal: Noun | Opposite
    through: Noun | Field
    steps: int | None = None  # None: as many as it likes
    span: Span = _span()


_Place: TypeAlias = "Adjacent | Distance | On | InLine | Mirrored"
Where: TypeAlias = "_Place | OneColor | AnyRank | OfRival | AdjacentToMany | Reaching"


@dataclass(frozen=True)
class Pieces:
    noun: Noun
    where: tuple[Where, ...] = ()
    span: Span = _span()


@dataclass(frozen=True)
class Squares:
    field: Field
    where: tuple[Where, ...] = ()
    span: Span = _span()


@dataclass(frozen=True)
class Count:
    """`least` to `most` things, the player's choice; most None: no limit; `every`: all there are."""

    least: int
    most: int | None
    every: bool = False
    span: Span = _span()


@dataclass(frozen=True)
class Counted:
    """So many of a phrase; `connected`: what is picked hangs together by adjacency."""

    count: Count
    what: Pieces | Squares
    connected: bool = False
    span: Span = _span()


Object: TypeAlias = "Ref | Counted"

# ---------------------------------------------------------------- moves


@dataclass(frozen=True)
class With:
    """Who moves. `ref`: one remembered piece; `one`: one piece, picked by the first move;
    `any`: picked anew for each move; `each`: every member picked makes one move;
    `laid`: the piece that lies on this card (`who` is `LAID`)."""

    kind: Literal["ref", "one", "any", "each", "laid"]
    who: Ref | Pieces | Counted
    span: Span = _span()


LAID = Ref("the piece on this card")


@dataclass(frozen=True)
class Move:
    """`count` moves (each: one a member) of strength 0 standard or 1 combat.

    `degrees`: the directions turned from `direction` by up to so much are open as well.
    """

    combat: bool
    leap: bool
    count: Count
    who: With | None = None  # None: the line of an `any order` block that names the mover, or self
    direction: Direction | None = None
    degrees: int = 0
    only: Ref | Pieces | Squares | None = None
    never: Ref | Pieces | Squares | None = None
    stopping: Pieces | None = None
    toward: Ref | None = None  # each move makes the distance to it smaller
    label: str = ""
    span: Span = _span()


# ---------------------------------------------------------------- other actions


@dataclass(frozen=True)
class Destroy:
    """Destroy all the objects in one step; `tally`: as how many each counts (0, 1, 2).

    `out`: they leave the game and do not return to the supply.
    """

    objects: tuple[Object, ...]
    tally: int = 1
    out: bool = False
    alias: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Place:
    what: Counted
    alias: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Turn:
    """Upgrade (`up`) or downgrade by one rank."""

    up: bool
    what: Object
    alias: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Convert:
    """Make enemy pieces own ones, of the same rank or of `rank`; an own piece one of an `owner` who is an enemy."""

    what: Object
    rank: Rank | None = None
    owner: Literal["own", "enemy"] | None = None
    alias: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Gain:
    amount: int
    what: Literal["action", "turn"]
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Lose:
    """So many actions of this turn are lost, as far as there are any; or of the next turn of each opponent."""

    amount: int
    opponents: bool = False
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Mark:
    """The own piece `what` has the marker from now on, in place of the one that had it."""

    what: Object
    marker: str
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Choose:
    """Pick and remember, change nothing."""

    what: Counted
    alias: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class ChooseArrow:
    """A direction out of the card's arrows; `amount` other than 1 is reported by the checker."""

    amount: int = 1
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Permit:
    """At the next summoning of this turn so many enemy pieces, or empty squares, may stand in for own pieces of the
    pattern; squares for those of a rank."""

    what: Counted
    owner: Literal["own", "enemy"] = "own"
    rank: Rank | None = None
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class TellDestroyed:
    """For the rest of this turn every destroyed piece counts as one more."""

    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Swap:
    """Two pieces exchange their squares: no move, nothing is destroyed. What is handled is the first."""

    first: Counted
    second: Counted
    alias: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Take:
    """Take pieces off the board onto this card: out of play, not destroyed."""

    what: Counted
    alias: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Copy:
    """Carry out the warp effect of a card, as a part of this effect."""

    cards: Cards
    source: str = ""
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class PermitOnly:
    """At the next summoning of this turn some pieces, and no others, count as own ones of the pattern."""

    what: Pieces
    owner: Literal["own", "enemy"] = "own"
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class TellSummoning:
    """The summoning of this being counts as that of one of a rank, for points and for what the turn has seen."""

    rank: Rank
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Cards:
    """Cards: `this` one, the `pending` one, the `top` one of a zone, or `some`: so many of the player's choice.

    `kind`: only those of a deck (`flare`, `legend`), or with a part (`frozen`, `warp`).
    """

    which: Literal["this", "pending", "top", "some"]
    count: Count = Count(1, 1)
    kind: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Put:
    """Put cards from one zone (empty where they say themselves where they are) into, onto or under another.

    Onto the pile is written `discard`.
    """

    cards: Cards
    source: str
    way: Literal["into", "onto", "under"]
    target: str
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Draw:
    """So many cards of a kind more when the hand is filled up at the end of the turn."""

    amount: int
    kind: Literal["being", "legend", "flare"] = "being"
    label: str = ""
    span: Span = _span()


_OfPieces: TypeAlias = "Move | Destroy | Place | Turn | Convert | Mark | Choose | ChooseArrow | Swap | Take"
_OfTurns: TypeAlias = "Gain | Lose | Permit | PermitOnly | TellSummoning | TellDestroyed | Put | Draw | Copy"
Action: TypeAlias = "_OfPieces | _OfTurns"

# ---------------------------------------------------------------- control


@dataclass(frozen=True)
class Did:
    """Whether statement `of` (the one just before) happened."""

    yes: bool
    of: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Was:
    """Whether a piece had (`yes`) or had not one of some ranks when it was handled; what was not handled had none."""

    ref: Ref
    ranks: tuple[Rank, ...]
    yes: bool = True
    span: Span = _span()


@dataclass(frozen=True)
class IsRank:
    """Whether a piece has (`yes`) or has not one of some ranks now; what is gone has none."""

    ref: Ref
    ranks: tuple[Rank, ...]
    yes: bool = True
    span: Span = _span()


@dataclass(frozen=True)
class IsOne:
    """Whether two names stand (`yes`) or do not stand for one thing now; what is gone is nothing."""

    ref: Ref
    other: Ref
    yes: bool = True
    span: Span = _span()


@dataclass(frozen=True)
class StandsOn:
    """Whether a thing is on one of some squares now; what is gone is on none."""

    ref: Ref
    place: Field
    span: Span = _span()


@dataclass(frozen=True)
class WasOn:
    """Whether a thing was on one of some squares when it was handled."""

    ref: Ref
    place: Field
    span: Span = _span()


@dataclass(frozen=True)
class SummonedOn:
    """Whether the being was (`yes`) or was not summoned on one of some squares."""

    yes: bool
    place: Field
    span: Span = _span()


@dataclass(frozen=True)
class ZoneEmpty:
    """Whether there is no card (`yes`), or some card, in a zone of yours."""

    zone: str
    yes: bool = True
    span: Span = _span()


@dataclass(frozen=True)
class ZoneHolds:
    """Whether a card of that name is in a zone of yours."""

    zone: str
    name: str
    span: Span = _span()


@dataclass(frozen=True)
class Warped:
    """Whether the warp effect of this card was played (`yes`) or not played from the hand this turn."""

    yes: bool
    span: Span = _span()


@dataclass(frozen=True)
class StepDestroyed:
    """How many of some pieces statement `of` (the one just before), or the `summoning`, destroyed."""

    count: Count
    noun: Noun
    summoning: bool = False
    of: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class ActionsLeft:
    least: int
    span: Span = _span()


@dataclass(frozen=True)
class Rival:
    """Whether some opponent has more pieces of these ranks than you."""

    ranks: tuple[Rank, ...] = (0, 1, 2)
    span: Span = _span()


@dataclass(frozen=True)
class Both:
    left: Test
    right: Test
    span: Span = _span()


@dataclass(frozen=True)
class AnyOf:
    left: Test
    right: Test
    span: Span = _span()


@dataclass(frozen=True)
class ThereAre:
    """How many pieces of a phrase there are."""

    count: Count
    what: Pieces
    span: Span = _span()


@dataclass(frozen=True)
class TurnDestroyed:
    """How many pieces of a phrase count as destroyed by the acting side this turn (R6.59)."""

    count: Count
    what: Pieces
    span: Span = _span()


@dataclass(frozen=True)
class TurnSummoned:
    """How many beings of some ranks the acting side summoned this turn, on squares of a kind."""

    count: Count
    ranks: tuple[Rank, ...] = (0, 1, 2)
    place: Field | None = None
    span: Span = _span()


@dataclass(frozen=True)
class MoreThan:
    """More pieces of `owner` than there are of `what`, which names the other side; by so many as `count` says."""

    count: Count
    owner: Literal["own", "enemy"]
    what: Pieces
    span: Span = _span()


@dataclass(frozen=True)
class Fits:
    """One of the task's patterns lies with all its pieces on squares of a kind."""

    place: Field
    span: Span = _span()


@dataclass(frozen=True)
class InRegion:
    """A test whose counted phrases hold within some (`every`: within each) region of a kind."""

    every: bool
    region: str
    test: Test
    span: Span = _span()


_OfThings: TypeAlias = "Was | IsRank | IsOne | StandsOn | WasOn"
_OfSteps: TypeAlias = "Did | _OfThings | SummonedOn | ZoneEmpty | ZoneHolds | Warped | StepDestroyed"
_OfBoards: TypeAlias = "ThereAre | TurnDestroyed | TurnSummoned | MoreThan | Rival | Fits | InRegion"
Test: TypeAlias = "_OfSteps | _OfBoards | ActionsLeft | Both | AnyOf"
Block: TypeAlias = "tuple[Statement, ...]"


@dataclass(frozen=True)
class May:
    """An optional statement; with several, the player takes or declines them as one."""

    body: Block
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class If:
    test: Test
    then: Block
    otherwise: Block = ()
    label: str = ""
    span: Span = _span()
    otherwise_span: Span = _span()


@dataclass(frozen=True)
class Either:
    branches: tuple[Block, ...]
    label: str = ""
    span: Span = _span()
    or_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class AnyOrder:
    """Allowances spent in any order, at most `limit` moves in all."""

    moves: tuple[Move, ...]
    who: With | None = None
    limit: int | None = None
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class WithEach:
    """Pick members one by one, do the body with each (`it`) at once, none twice."""

    members: Counted
    body: Block
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class EachColor:
    """Do the body once for every color in the game, or every enemy color; `their` is that color."""

    body: Block
    owner: Literal["own", "enemy"] | None = None  # own: reported
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Repeat:
    """Do the body again as long as something in it happens, and as long as `test` holds if there is one."""

    body: Block
    test: Test | None = None
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True)
class Linked:
    """Do all of the body, or nothing: only answers are offered after which the rest can be done."""

    body: Block
    label: str = ""
    span: Span = _span()


Statement: TypeAlias = "Action | May | If | Either | AnyOrder | WithEach | EachColor | Linked | Repeat"

# ---------------------------------------------------------------- cards


@dataclass(frozen=True)
class Pattern:
    """The drawing, top row first; rows may be of unequal width until checked."""

    rows: tuple[str, ...]
    row_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    span: Span = _span()


@dataclass(frozen=True)
class Part:
    """A body of statements: `effect` of a being, `upper` or `lower` effect of a flare.

    `frozen` and `warp` effects stand on the card of a being and are carried out without it.
    `margin`: so many pieces more must the opponent have (flares only). `early`: a frozen
    effect that is carried out directly before a summoning, and only then.
    """

    name: Literal["effect", "frozen", "warp", "upper", "lower"]
    body: Block
    margin: int | None = None
    early: bool = False
    span: Span = _span()


@dataclass(frozen=True)
class Task:
    """What a task is beside its name: its type, what it is worth, what must be true to claim it.

    `patterns`: the drawings that `some pattern fits` speaks of.
    """

    sort: str
    advanced: bool
    points: int
    claim: Test
    patterns: tuple[Pattern, ...] = ()
    points_span: Span = _span()
    span: Span = _span()


@dataclass(frozen=True)
class Ruling:
    text: str
    span: Span = _span()


@dataclass(frozen=True)
class Step:
    """A line of an example: `word` and text; `before` and `after` have a board and a window."""

    word: str
    text: str = ""
    rows: tuple[str, ...] = ()
    window: str = ""
    span: Span = _span()
    row_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Example:
    title: str
    steps: tuple[Step, ...]
    span: Span = _span()


@dataclass(frozen=True)
class Card:
    """A card as written. `rank` is None for a flare and a task; a legend's is 2. Only a task has `task`."""

    kind: Literal["being", "legend", "flare", "task"]
    name: str
    rank: Rank | None
    pattern: Pattern | None
    arrows: tuple[str, ...]
    parts: tuple[Part, ...]
    rulings: tuple[Ruling, ...] = ()
    examples: tuple[Example, ...] = ()
    task: Task | None = None
    summoning: Field | None = None  # where the being is summoned, if its pattern does not show it
    span: Span = _span()
    arrows_span: Span = _span()
    arrow_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    holes: tuple[Span, ...] = field(default=(), compare=False, repr=False)  # read as stand-ins


def walk(node: Any) -> Iterator[Any]:
    """Every node in and below `node` (a node, or a tuple of them), in reading order; spans are none."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif names := _parts(type(node)):
            yield node
            waiting.extend(getattr(node, name) for name in reversed(names))


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The names of the fields of a kind of node; none for what is no node."""
    return tuple(x.name for x in fields(kind)) if is_dataclass(kind) and kind is not Span else ()
