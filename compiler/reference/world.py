"""The state that an effect works on, as plain data, and the few ways to change it.

Every change keeps the supply (R2.9, R2.10), tells an event and takes along the pieces
that the effect remembers. Ranks are 0 common, 1 heroic, 2 legendary; colors are numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ...dsl import tree as t
from .arena import ArenaFacts

LEGENDARY = 2

Event = tuple[str | int, ...]


def kind_of(rank: int) -> int:
    """Which of the two numbers of a supply a rank belongs to: 0 two-sided, 1 legendary (R2.5)."""
    return 1 if rank == LEGENDARY else 0


@dataclass(eq=False)
class Followed:
    """A remembered piece: the square where it is by now, None once it left the board or changed color (R6.21)."""

    square: str | None


@dataclass
class World:
    """A board and what belongs to it. `me` acts; `actions` are those left this turn.

    `squares`: square -> (color, rank). `supply`: color -> [two-sided, legendary].
    `destroyed`: (color, rank) -> how many count as destroyed by `me` this turn.
    `summoned`: rank and square of each being that `me` summoned this turn.
    `struck`: color and rank of the piece that the summoning of the being destroyed.
    `turns`: extra turns gained. `stand_ins`: enemy pieces, `voids`: empty squares that may help the next pattern.
    `as_own`: colors of which alone the pieces of the next pattern must be; empty: the own one.
    `extra_cards`: by kind, so many are drawn beyond the full hand. `markers`: by word and color the piece that
    carries it. `events`: what happened, oldest first. `forced`: answers taken without asking, oldest first.

    Cards of the acting player: `pile`, `deck`, `hand`, top last; `played` is the one in play, `pending` the pending
    one, both empty where there is none. `shared`: legends and flares discarded. `traits`: of a card what tells it
    from others: its deck, its parts. `book`: the warp parts of cards. Of the card in play: `warped`, whether that part
    was played this turn; `laid`, color and rank of what lies on it. `more`: so many more each destroyed piece counts.
    """

    arena: ArenaFacts
    squares: dict[str, tuple[int, int]]
    supply: dict[int, list[int]]
    me: int = 0
    colors: int = 2
    actions: int = 2
    turns: int = 0
    summoned: list[tuple[int, str]] = field(default_factory=list)
    struck: tuple[int, int] | None = None
    stand_ins: int = 0
    as_own: set[int] = field(default_factory=set)
    voids: int = 0
    extra_cards: dict[str, int] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)
    shared: dict[str, list[str]] = field(default_factory=lambda: {"legend": [], "flare": []})
    traits: dict[str, tuple[str, ...]] = field(default_factory=dict)
    markers: dict[tuple[str, int], Followed] = field(default_factory=dict)
    played: str = ""
    pending: str = ""
    book: dict[str, t.Part] = field(default_factory=dict)
    warped: bool = False
    laid: list[tuple[int, int]] = field(default_factory=list)
    more: int = 0
    destroyed: dict[tuple[int, int], int] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    forced: list[str] = field(default_factory=list)
    _followed: dict[str, Followed] = field(default_factory=dict, repr=False, compare=False)

    # ------------------------------------------------------------ questions

    def color(self, square: str) -> int:
        return self.squares[square][0]

    def rank(self, square: str) -> int:
        return self.squares[square][1]

    def colors_now(self) -> dict[str, int]:
        """The color of the piece on each occupied square."""
        return {square: color for square, (color, _) in self.squares.items()}

    def has(self, color: int, rank: int) -> bool:
        """Whether the supply of a color holds a piece for a rank (R6.50)."""
        return self.supply[color][kind_of(rank)] > 0

    def follow(self, square: str) -> Followed:
        """The piece on a square, to be remembered; always the same value for the same piece."""
        assert square in self.squares
        return self._followed.setdefault(square, Followed(square))

    def marked(self, marker: str) -> Followed | None:
        """The own piece with a marker, if one carries it and is still there."""
        piece = self.markers.get((marker, self.me))
        return piece if piece and piece.square else None

    # ------------------------------------------------------------ changes

    def mark(self, marker: str, square: str) -> None:
        """The own piece on a square carries the marker from now on (N2.5)."""
        assert self.color(square) == self.me
        piece = self.follow(square)
        if self.marked(marker) is not piece:
            self.markers[marker, self.me] = piece
            self.events.append(("mark", marker, self.me, square))

    def put(self, color: int, rank: int, square: str) -> None:
        """A piece from the supply comes onto an empty square."""
        assert square not in self.squares and self.has(color, rank)
        self.supply[color][kind_of(rank)] -= 1
        self.squares[square] = (color, rank)
        self.events.append(("put", color, rank, square))

    def swap(self, one: str, other: str) -> None:
        """Two pieces exchange their squares; nothing is destroyed (W6.1)."""
        self.squares[one], self.squares[other] = self.squares[other], self.squares[one]
        first, second = self._followed.pop(one, None), self._followed.pop(other, None)
        for piece, square in ((first, other), (second, one)):
            if piece:
                piece.square = square
                self._followed[square] = piece
        self.events.append(("swap", one, other))

    def take(self, square: str) -> None:
        """A piece goes onto the card in play: out of play, not into its supply, not destroyed (W6.4)."""
        color, rank = self.squares.pop(square)
        self._forget(square)
        self.laid.append((color, rank))
        self.events.append(("take", color, rank, square))

    def land(self, square: str) -> None:
        """The piece on the card in play leaps onto a square; what stands there is destroyed."""
        if square in self.squares:
            self.destroy(square)
        color, rank = self.laid.pop(0)
        self.squares[square] = (color, rank)
        self.events.append(("put_back", color, rank, square))

    def count_twice(self) -> None:
        self.more += 1
        self.events.append(("count_twice",))

    def pick_up(self, square: str) -> None:
        """A piece goes back to its supply and counts for nothing (R5.17)."""
        color, rank = self._leave(square)
        self.events.append(("remove", color, rank, square))

    def destroy(self, square: str, tally: int = 1) -> None:
        """A piece is destroyed (R6.54); an enemy one counts as `tally` destroyed ones (R6.59, R6.63)."""
        color, rank = self._leave(square)
        self._count(color, rank, tally)
        self.events.append(("destroy", color, rank, square, tally))

    def remove_from_game(self, color: int, rank: int) -> None:
        """A piece that was destroyed does not stay in its owner's supply."""
        self.supply[color][kind_of(rank)] -= 1
        self.events.append(("out", color, rank))

    def give(self, square: str, rank: int, color: int) -> None:
        """An own piece is replaced by an enemy's; nothing is destroyed (R6.61)."""
        _, old = self.squares[square]
        self._forget(square)
        self._exchange(self.me, old, color, rank)
        self.squares[square] = (color, rank)
        self.events.append(("convert", self.me, old, rank, square))

    def move(self, start: str, target: str, *, leap: bool) -> None:
        """A piece moves or leaps; what stands on the target is destroyed (R6.40)."""
        assert start != target
        if target in self.squares:
            self.destroy(target)
        self.squares[target] = self.squares.pop(start)
        piece = self._followed.pop(start, None)
        if piece:
            piece.square = target
            self._followed[target] = piece
        self.events.append(("leap" if leap else "move", start, target))

    def turn(self, square: str, rank: int) -> None:
        """A piece gets another rank and stays the same piece (R6.51 to R6.53, R6.21)."""
        color, old = self.squares[square]
        self._exchange(color, old, color, rank)
        self.squares[square] = (color, rank)
        self.events.append(("turn", color, old, rank, square))

    def convert(self, square: str, rank: int) -> None:
        """An enemy piece is replaced by an own one; it counts as destroyed (R6.55, R6.59)."""
        color, old = self.squares[square]
        assert color != self.me
        self._forget(square)
        self._exchange(color, old, self.me, rank)
        self.squares[square] = (self.me, rank)
        self._count(color, old, 1)
        self.events.append(("convert", color, old, rank, square))

    def gain(self, amount: int, what: Literal["action", "turn"]) -> None:
        """Actions for this turn (R6.65) or turns after it (R15.6)."""
        if what == "action":
            self.actions += amount
        else:
            self.turns += amount
        self.events.append(("gain", what, amount))

    def lose_next(self, amount: int) -> None:
        """Opponents have fewer actions in their next turn (R15.12)."""
        self.events.append(("lose_next", amount))

    def lose(self, amount: int) -> bool:
        """Actions of this turn are lost, never more than there are (R15.13)."""
        lost = min(amount, self.actions)
        if lost:
            self.actions -= lost
            self.events.append(("gain", "action", -lost))
        return lost > 0

    def permit_only(self, colors: set[int]) -> None:
        """Pieces of those colors take the place of own ones in the next pattern of this turn."""
        self.as_own = colors
        self.events += [("as_own", color) for color in sorted(colors)]

    def tell(self, rank: int) -> None:
        """The summoning in progress counts as that of another rank. Points are no affair of this board."""
        _, square = self.summoned.pop()
        self.summoned.append((rank, square))
        self.events.append(("tell", rank))

    @property
    def zones(self) -> dict[str, list[str]]:
        """The zones of cards of the acting player."""
        return {"hand": self.hand, "pile": self.pile, "deck": self.deck, "play": self.play}

    def put_card(self, card: str, source: str, way: str, target: str) -> None:
        """A card goes from one zone into, onto or under another; of equal ones the uppermost (R6.70)."""
        if source == "this":
            self.played = ""
        elif source == "pending":
            self.pending = ""
        else:
            cards = self.zones[source]
            cards.pop(max(i for i, x in enumerate(cards) if x == card))
        there = self.zones[target]
        if target == "pile":  # legends and flares have one of their own (R3.15)
            there = next((pile for kind, pile in self.shared.items() if kind in self.traits.get(card, ())), there)
        there.insert(0 if way == "under" else len(there), card)
        self.events.append(("put_card", card, source, way, target))

    def draw_more(self, kind: str, amount: int) -> None:
        """Extra cards at the end of the turn (R15.1, R15.3)."""
        self.extra_cards[kind] = self.extra_cards.get(kind, 0) + amount
        self.events.append(("draw_more", kind, amount))

    def permit(self, amount: int) -> None:
        """Enemy pieces that may stand in for own ones in the next pattern of this turn (R6.66, R6.67)."""
        self.stand_ins += amount
        self.events.append(("permit", amount))

    def permit_squares(self, amount: int) -> None:
        """Empty squares that may stand in for own common pieces in the next pattern of this turn."""
        self.voids += amount
        self.events.append(("permit_squares", amount))

    # ------------------------------------------------------------ parts of changes

    def _leave(self, square: str) -> tuple[int, int]:
        color, rank = self.squares.pop(square)
        self.supply[color][kind_of(rank)] += 1
        self._forget(square)
        return color, rank

    def _exchange(self, color: int, rank: int, new_color: int, new_rank: int) -> None:
        self.supply[color][kind_of(rank)] += 1
        assert self.has(new_color, new_rank)
        self.supply[new_color][kind_of(new_rank)] -= 1

    def _forget(self, square: str) -> None:
        piece = self._followed.pop(square, None)
        if piece:
            piece.square = None

    def _count(self, color: int, rank: int, tally: int) -> None:
        tally += self.more if tally else 0
        if color != self.me and tally:
            self.destroyed[color, rank] = self.destroyed.get((color, rank), 0) + tally
