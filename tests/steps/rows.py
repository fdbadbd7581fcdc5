"""Carries out the rows of `tests/steps.toml` on a plain world: what is asked at each point, as sets of answers.

The words of the table mean what its head says. An effect is a generator: it yields the
set of answers of a question and is sent the answer chosen. What is taken without asking
is not yielded.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from steps.world import (
    COMPASS,
    GREEN,
    RED,
    SQUARES,
    Match,
    Piece,
    World,
    adjacent,
    direction_of,
    distance,
    fan,
    ray,
    share_edge,
    touching,
)

Row = Mapping[str, Any]
Asking = Generator[set[str], str, Any]
WARPS: dict[str, tuple[Row, ...]] = {}  # warp effects by card: the tests put in those of the table
RANKS = {"common": "c", "heroic": "h", "legendary": "l"}
NAMES = list(RANKS)
LETTERS = "chl"
LETTER_OF = {name: rank for rank, name in enumerate(NAMES)}
FROZEN = (  # cards with a frozen effect (E1.1)
    *("Crystal Grower", "Ice Princess", "Ice Queen", "Frostweave Summoner", "Winter Whisperer", "Ice Wyvern"),
    "Frostweave Illusionist",
)
FACTS = json.loads((Path(__file__).parents[1] / "facts" / "patterns.json").read_text("utf-8"))["beings"]
KINDS = {x["name"]: "legends" if x["deck"] == "legends" else "own" for x in FACTS}  # the pile of a card, else: flares
COLORLESS = SQUARES - RED - GREEN
SITES = {"green": GREEN, "red": RED, "colored-off-center": (GREEN | RED) - {"e5"}}
GAINS = (
    "gain",
    "permit",
    "permit-empty",
    "draw",
    "lose",
    "spend",
    "permit-only",
    "legend",
    "under",
    "due",
    "count-twice",
)
BY = {"upgrade": 1, "downgrade": -1}
NEXT_TO = {a: {b for b in SQUARES if adjacent(a, b)} for a in SQUARES}


@dataclass
class Handled:
    """What a step handled: the piece, where and of which rank it was then."""

    piece: Piece
    square: str
    rank: int


@dataclass
class Effect:
    """One card's effect under way."""

    world: World
    match: Match
    being: Piece | None
    used: list[Piece]
    seen: Counter[tuple[int, str]]  # what the positions showed: (id of the row, what)
    things: dict[int, Handled] = field(default_factory=dict)
    happened: set[int] = field(default_factory=set)
    direction: str | None = None  # the one chosen
    fallen: Counter[int] = field(default_factory=Counter)  # pieces destroyed, by step
    site: str = ""  # square of the summoning
    pile_at_first: list[str] = field(default_factory=list)
    struck: Piece | None = None  # by the summoning
    card: str = ""  # whose effect it is
    squares: dict[int, str] = field(default_factory=dict)  # chosen, by step
    paths: list[tuple[str, ...]] | None = None  # in linked rows: the series of answers still open
    every: bool = False  # lone answers are asked for, too

    def __post_init__(self) -> None:
        self.pile_at_first = list(self.world.pile)
        self.site = (self.being.square if self.being else None) or ""

    # ------------------------------------------------------------ steps in order

    def run(self, rows: Iterable[Row]) -> Asking:
        for linked, chain in groupby(rows, key=lambda row: row.get("linked", False)):
            part = list(chain)
            if linked:
                self.paths = self.ways(part)
            if not linked or self.paths:
                yield from self.in_order(part)
            self.paths = None

    def in_order(self, rows: Iterable[Row]) -> Asking:
        for step, group in groupby(rows, key=lambda row: row["step"]):
            rows_of_step = list(group)
            if self.applies(rows_of_step[0]):
                yield from self.step(step, rows_of_step)

    def ways(self, rows: list[Row]) -> list[tuple[str, ...]]:
        """All series of answers with which every one of these rows is done (W5.1, W5.2)."""
        before, found, open_ = pickle.dumps(self), [], [()]
        while open_:
            answers = open_.pop()
            trial: Effect = pickle.loads(before)
            trial.every = True
            asking = trial.in_order(rows)
            try:
                offers = next(asking)
                for answer in answers:
                    offers = asking.send(answer)
            except StopIteration:
                if all(row["step"] in trial.happened for row in rows):
                    found.append(answers)
            else:
                open_ += [(*answers, answer) for answer in offers]
        return found

    def applies(self, row: Row) -> bool:
        """The conditions of `depends`."""
        said = row.get("depends", "")
        return all(map(self.holds, [said] if isinstance(said, str) else said))

    def holds(self, condition: str) -> bool:
        word, _, number = condition.partition(" ")
        gate = self.world.gate()
        if word in ("is-gateway", "not-gateway"):
            return (gate is not None and gate is self.being) == (word == "is-gateway")
        if word in ("gateway-red", "gateway-green"):
            return gate is not None and gate.square in (RED if word == "gateway-red" else GREEN)
        if word == "gateway-alone":
            near = NEXT_TO[gate.square] if gate and gate.square else set[str]()
            return not any(x.color and not x.rank for s, x in self.world.board.items() if s in near)
        if word == "self-legendary":
            return self.being is not None and self.being.square is not None and self.being.rank == 2
        if word == "not-warped":
            return self.card not in self.world.warped
        if word == "not-legendary":
            return int(number) not in self.things or self.things[int(number)].rank != 2
        if word == "now-legendary":
            return int(number) in self.things and self.things[int(number)].piece.rank == 2
        if word == "did":
            return int(number) in self.happened
        if word == "did-not":
            return int(number) not in self.happened
        if word in LETTER_OF:
            return int(number) in self.things and self.things[int(number)].rank == LETTER_OF[word]
        if word == "pile":
            return number in self.pile_at_first
        if word == "card-or-none":
            return int(number) in self.happened or not self.pile_at_first
        if word == "harmless":
            return self.struck is None and not self.fallen[int(number)]
        if word == "struck-enemy":
            return self.struck is not None and self.struck.color != 0
        if word == "was-red":
            return int(number) in self.things and self.things[int(number)].square in RED
        if word == "destroyed":
            least, _, step = number.partition(" ")
            return self.fallen[int(step)] >= int(least)
        if word in ("on", "not-on"):
            return (self.site in SITES[number]) == (word == "on")
        return word != "actions" or self.world.actions >= int(number)

    def step(self, step: int, rows: list[Row]) -> Asking:
        mix = rows[0].get("mix")
        if mix == "together":
            self.together(rows)
        elif mix == "either":
            yield from self.either(step, rows)
        elif mix == "any-order":
            yield from self.any_order(step, rows)
        elif mix == "by-square":
            yield from self.by_square(rows)
        else:
            yield from self.single(step, rows[0])

    def single(self, step: int, row: Row, settled: bool = False) -> Asking:
        """One row; `settled`: it was accepted already and cannot be declined any more."""
        optional = row["optional"] and not settled
        verb = row["verb"]
        if verb == "put":
            yield from self.put(step, row, optional)
        elif verb == "give":
            self.give(step, row)
        elif verb == "discard":
            yield from self.discard(step, row, optional)
        elif verb == "summon":
            self.note(row, "done")  # before the effect
        elif verb == "copy":
            yield from self.copy(step, row, optional)
        elif verb == "swap":
            yield from self.swap(step, row, optional)
        elif verb in GAINS:
            self.gain(row)
            self.happened.add(step)
        elif verb in ("move", "leap"):
            yield from self.moves(step, row, optional)
        elif verb == "choose":
            yield from self.choose(step, row, optional)
        elif verb == "place":
            yield from self.place(step, row, optional)
        elif row.get("group") == "connected":
            yield from self.group(row)
        else:
            yield from self.handle(step, row, optional)

    def ask(self, row: Row, offers: set[str], optional: bool) -> Asking:
        """Ask, if there is anything to ask; gives the answer, None for no or nothing."""
        if self.paths is not None:
            offers = {x[0] for x in self.paths}
        if not offers:
            self.note(row, "impossible")
            return None
        answer = yield from self.answer(row, offers, optional)
        if self.paths is not None:
            self.paths = [x[1:] for x in self.paths if x[0] == answer]
        return answer

    def answer(self, row: Row, offers: set[str], optional: bool) -> Asking:
        if not self.every and not optional and len(offers) == 1:
            self.note(row, "taken without asking")
            return next(iter(offers))
        self.note(row, ("one" if len(offers) == 1 else "several") + (" or none" if optional else ""))
        answer = yield offers | {"stop"} if optional else offers
        if answer == "stop":
            self.note(row, "declined")
            return None
        return answer

    def note(self, row: Row, what: str) -> None:
        self.seen[id(row), what] += 1

    # ------------------------------------------------------------ which pieces, which squares

    def area(self, row: Row) -> set[str]:
        """The squares that `place` speaks of, now."""
        place = row.get("place", "anywhere")
        if place == "anywhere":
            return SQUARES
        if place == "marked":
            return self.match.marks
        if place == "crossed":
            return self.match.crosses
        if place == "colorless":
            return COLORLESS
        if place.startswith("square-"):
            return {self.squares[int(place.removeprefix("square-"))]}
        if place.startswith("adjacent-square-"):
            return NEXT_TO[self.squares[int(place.removeprefix("adjacent-square-"))]]
        if place == "own-heroic-adjacent":
            return set[str]().union(*(NEXT_TO[s] for s, x in self.world.board.items() if (x.color, x.rank) == (0, 1)))
        if place == "adjacent-gateway":
            gate = self.world.gate()
            return NEXT_TO[gate.square] if gate and gate.square else set()
        if place == "enemy-adjacent":
            return set[str]().union(*(NEXT_TO[s] for s, x in self.world.board.items() if x.color))
        if place == "beside-2-own":
            own = {s for s, x in self.world.board.items() if x.color == 0}
            return {s for s in SQUARES if len(NEXT_TO[s] & own) >= 2}
        if place == "own-adjacent":
            return set[str]().union(*(NEXT_TO[s] for s, x in self.world.board.items() if x.color == 0))
        if place == "green-adjacent":
            return set[str]().union(*(NEXT_TO[x] for x in GREEN))
        if place == "used":
            return {x.square for x in self.used if x.square}
        if place in ("red-or-adjacent", "green-or-adjacent"):
            colored = RED if place.startswith("red") else GREEN
            return colored.union(*(NEXT_TO[x] for x in colored))
        if place.startswith("adjacent-it-"):
            thing = self.things[int(place.removeprefix("adjacent-it-"))]
            return NEXT_TO[thing.piece.square or thing.square]
        return self.around_being(place)

    def around_being(self, place: str) -> set[str]:
        here = self.being.square if self.being else None
        if here is None:
            return set()
        if place == "adjacent":
            return NEXT_TO[here]
        if place == "orthogonal":
            return {s for s in NEXT_TO[here] if share_edge(s, here)}
        if place == "diagonal":
            return {s for s in NEXT_TO[here] if not share_edge(s, here)}
        if place.startswith("within-"):
            return {s for s in SQUARES if 1 <= distance(s, here) <= int(place.removeprefix("within-"))}
        if place == "arrow-lines":
            return {s for name in self.match.arrows for s in ray(here, name)}
        assert self.direction is not None, place
        if place == "line":
            return set(ray(here, self.direction))
        if place == "line-next":
            return set(ray(here, self.direction)[:1])
        if place == "line-first":
            return set([s for s in ray(here, self.direction) if s in self.world.board][:1])
        assert place == "fan-2", place
        return {s for name in fan(self.direction) for s in ray(here, name)[:2]}

    def pieces(self, row: Row) -> list[Piece]:
        """The pieces that owner, ranks, place and supply admit."""
        who = row.get("who", "pick")
        if who == "self":
            return [self.being] if self.being and self.being.square else []
        gate = self.world.gate()
        if who == "gateway":
            return [gate] if gate else []
        if who.startswith("it-"):
            thing = self.things.get(int(who.removeprefix("it-")))
            return [thing.piece] if thing and thing.piece.square else []
        area = self.area(row)
        found = [x for s, x in sorted(self.world.board.items()) if s in area and self.fits(row, x)]
        if row.get("not-self"):
            if self.being in found:
                self.note(row, "being left out")
            found = [x for x in found if x is not self.being]
        if "not-it" in row:
            found = [x for x in found if x is not self.things[row["not-it"]].piece]
        return [x for x in found if x is not gate] if row.get("not-gateway") else found

    def fits(self, row: Row, piece: Piece) -> bool:
        owner = row["owner"]
        if "rival" in row and not self.has_more(row["rival"]):
            return False
        if (owner == "own" and piece.color != 0) or (owner == "enemy" and piece.color == 0):
            return False
        assert piece.square is not None
        beside = [x for s in NEXT_TO[piece.square] if (x := self.world.board.get(s)) and x.color == 0]
        if len(beside) < row.get("own-beside", 0):
            return False
        if len([x for x in beside if x is not self.being]) < row.get("others-beside", 0):
            return False
        return LETTERS[piece.rank] in row["ranks"]

    def has_more(self, ranks: str) -> bool:
        """Whether the enemy has more pieces of these ranks."""
        colors = [x.color for x in self.world.board.values() if LETTERS[x.rank] in ranks]
        return colors.count(1) > colors.count(0)

    def allowed(self, row: Row, taken: Iterable[Piece] = ()) -> list[Piece]:
        """Of these the ones that the supply lets the verb change (R6.57)."""
        verb = row["verb"]
        found = self.pieces(row)
        if verb in BY:
            return [x for x in found if self.world.can_turn(x, BY[verb], taken)]
        if verb == "convert":
            return [x for x in found if self.world.has(0, self.converted(row, x))]
        return found

    # ------------------------------------------------------------ handling pieces

    def do(self, row: Row, piece: Piece) -> None:
        self.note(row, "done")
        verb = row["verb"]
        if verb == "destroy":
            counts = 2 if row.get("twice") else int(row.get("counted", True))
            self.world.destroy(piece, counts, row.get("out", False))
            self.fallen[row["step"]] += 1
        elif verb in BY:
            self.world.turn(piece, BY[verb])
        elif verb == "mark":
            self.world.gateway = piece
        elif verb == "take":
            self.world.take(piece, self.card)
        elif verb == "swap":
            pass  # with the piece chosen behind it
        else:
            self.world.convert(piece, self.converted(row, piece))

    def converted(self, row: Row, piece: Piece) -> int:
        return LETTERS.index(row["into"]) if "into" in row else piece.rank

    def handle(self, step: int, row: Row, optional: bool) -> Asking:
        """Destroy, turn or convert: the fixed one, all of them, or one after the other."""
        who = row.get("who", "pick")
        if who == "all":
            for piece in self.allowed(row):
                self.do(row, piece)
                self.happened.add(step)
            return
        if who != "pick":
            answer = yield from self.ask(row, {f"option {row['verb']}" for _ in self.allowed(row)}, optional)
            if answer is not None:
                self.done(step, row, self.allowed(row)[0])
            return
        for _ in range(row.get("count", 1)):
            answer = yield from self.ask(row, {x.square for x in self.allowed(row) if x.square}, optional)
            if answer is None:
                return
            self.done(step, row, self.world.board[answer])

    def done(self, step: int, row: Row, piece: Piece) -> None:
        assert piece.square is not None
        self.things[step] = Handled(piece, piece.square, piece.rank)
        self.happened.add(step)
        self.do(row, piece)

    def together(self, rows: list[Row]) -> None:
        """One set, seen before anything is removed (R6.14, R6.15)."""
        found = {id(x): (row, x) for row in rows for x in self.allowed(row)}
        for row, piece in found.values():
            self.done(row["step"], row, piece)

    def group(self, row: Row) -> Asking:
        """Picked one by one, each next to one before; taken at once."""
        picked: list[Piece] = []
        while len(picked) < row["count"]:
            free = [x for x in self.allowed(row, picked) if x not in picked]
            free = [x for x in free if not picked or touching(picked, x)]
            answer = yield from self.ask(row, {x.square for x in free if x.square}, row["optional"])
            if answer is None:
                break
            picked.append(self.world.board[answer])
        for piece in picked:
            self.done(row["step"], row, piece)

    def give(self, step: int, row: Row) -> None:
        """The being's piece becomes an enemy's, if one is in supply."""
        rank = LETTERS.index(row["into"])
        for piece in self.pieces(row) if self.world.has(1, rank) else []:
            square = piece.square
            assert square is not None
            self.world.remove(piece)
            self.world.put(1, rank, square)
            self.note(row, "done")
            self.happened.add(step)

    def mirror(self, step: int, row: Row, optional: bool) -> Asking:
        """Pieces on marked squares, one by one; one of the same rank comes onto the square opposite to each."""
        taken: set[str] = set()
        for _ in range(row["count"]):
            offers = {
                s
                for s, there in self.match.opposite.items()
                if (x := self.world.board.get(s))
                and self.fits(row, x)
                and there in self.world.empty()
                and self.world.has(0, x.rank)
                and s not in taken
            }
            answer = yield from self.ask(row, offers, optional)
            if answer is None:
                return
            taken.add(answer)
            self.world.put(0, self.world.board[answer].rank, self.match.opposite[answer])
            self.note(row, "done")
            self.happened.add(step)

    def place(self, step: int, row: Row, optional: bool) -> Asking:
        if row.get("who") == "mirror":
            yield from self.mirror(step, row, optional)
            return
        color = int(row["owner"] == "enemy")
        for _ in range(99 if row.get("count") == "any" else row.get("count", 1)):
            if "while" in row and not self.has_more(row["while"]):
                return
            ranks = [r for r in row["ranks"] if self.world.has(color, LETTERS.index(r))]
            free = self.area(row) & self.world.empty()
            offers = {self.placing(row, r, s) for r in ranks for s in free}
            answer = yield from self.ask(row, offers, optional)
            if answer is None:
                return
            rank, _, square = answer.rpartition(" ")
            letter = RANKS[rank] if rank else row["ranks"]
            piece = self.world.put(color, LETTERS.index(letter), square)
            self.note(row, "done")
            self.things[step] = Handled(piece, square, piece.rank)
            self.happened.add(step)

    def placing(self, row: Row, letter: str, square: str) -> str:
        return f"{NAMES[LETTERS.index(letter)]} {square}" if len(row["ranks"]) > 1 else square

    def put(self, step: int, row: Row, optional: bool) -> Asking:
        """A card comes onto the own deck (of top: the uppermost), into play (frozen) or into the hand (pending)."""
        of, world = row.get("of"), self.world
        if of == "pending":
            answer = yield from self.ask(row, {"option put" for _ in [world.movable()] if _}, optional)
            card = world.pending if answer else None
        else:
            cards = {"top": world.pile[-1:], "frozen": [x for x in world.pile if x in FROZEN]}.get(of or "", world.pile)
            answer = yield from self.ask(row, {f"card {x}" for x in cards}, optional)
            card = answer.removeprefix("card ") if answer else None
        if card is None:
            return
        if of == "pending":
            world.pending = None
            world.hand.append(card)
        else:
            world.pile.remove(card)
            if of == "frozen":
                world.frozen = card
            else:
                world.deck += 1
        self.note(row, "done")
        self.happened.add(step)

    def discard(self, step: int, row: Row, optional: bool) -> Asking:
        """Cards of the hand go to their piles: flares, legends, any; or the pending being."""
        if row["of"] == "pending":
            answer = yield from self.ask(row, {"option discard" for _ in [self.world.movable()] if _}, optional)
            cards = [self.world.pending] if answer else []
            self.world.pending = None if answer else self.world.pending
        else:
            cards = [x for x in self.world.hand if row["of"] in ("any", KINDS.get(x, "flares"))]
            if row.get("who") != "all":
                answer = yield from self.ask(row, {f"card {x}" for x in cards}, optional)
                cards = [answer.removeprefix("card ")] if answer else []
            for card in cards:
                self.world.hand.remove(card)
        for card in cards:
            self.world.piles()[KINDS.get(card or "", "flares")].append(card or "")
            self.note(row, "done")
            self.happened.add(step)

    def copy(self, step: int, row: Row, optional: bool) -> Asking:
        """A warp effect is carried out as part of this effect (W4.1): the own one, or another card's."""
        of = row["of"]
        if of == "pile":
            cards = {f"card {x}" for x in self.copied()}
            answer = yield from self.ask(row, cards, optional)
            card = answer.removeprefix("card ") if answer else None
        else:
            card = self.card if of == "self" else self.world.movable()
            answer = yield from self.ask(row, {"option copy"} if card else set(), optional)
        if answer is None or card is None:
            return
        self.note(row, "done")
        self.happened.add(step)
        yield from Effect(self.world, self.match, self.being, self.used, self.seen, card=card).run(WARPS[card])

    def copied(self) -> list[str]:
        """The cards of the pile whose warp effect can be copied (W4.5)."""
        return [x for x in self.world.pile if x in WARPS and x != "Merchant of Time"]

    def swap(self, step: int, row: Row, optional: bool) -> Asking:
        """One piece, then one of the others, change places."""
        owner, _, ranks = row["with"].partition(" ")
        other = {"owner": owner, "ranks": ranks, "verb": "swap"}
        first = self.pieces(row) if self.pieces(other) else []
        answer = yield from self.ask(row, {x.square for x in first if x.square}, optional)
        if answer is None:
            return
        piece = self.world.board[answer]
        answer = yield from self.ask(row, {x.square for x in self.pieces(other) if x.square}, False)
        self.done(step, row, piece)
        self.world.swap(piece, self.world.board[answer])

    def choose(self, step: int, row: Row, optional: bool) -> Asking:
        if row["place"] == "arrows":
            self.direction = yield from self.ask(row, set(self.match.arrows), optional)
            if self.direction is not None:
                self.note(row, "done")
                self.happened.add(step)
            return
        if row["place"] == "empty-colorless":
            answer = yield from self.ask(row, COLORLESS & self.world.empty(), optional)
            if answer is not None:
                self.note(row, "done")
                self.squares[step] = answer
                self.happened.add(step)
            return
        answer = yield from self.ask(row, {x.square for x in self.pieces(row) if x.square}, optional)
        if answer is not None:
            piece = self.world.board[answer]
            self.note(row, "done")
            self.things[step] = Handled(piece, answer, piece.rank)
            self.happened.add(step)

    def gain(self, row: Row) -> None:
        self.note(row, "done")
        if row["verb"] == "draw":
            self.world.extra[row["of"]] += row["count"]
        elif row["verb"] == "lose":
            self.world.lost += row["count"]
        elif row["verb"] == "permit":
            self.world.stand_ins = row["count"]
        elif row["verb"] == "spend":
            self.world.actions -= row["count"]
        elif row["verb"] == "permit-empty":
            self.world.voids = row["count"]
        elif row["verb"] == "count-twice":
            self.world.twice += 1
        elif row["verb"] in ("permit-only", "legend", "under", "due"):
            self.world.done.add(row["verb"])
        elif row["of"] == "actions":
            self.world.actions += row["count"]
        else:
            self.world.turns += row["count"]

    # ------------------------------------------------------------ moves

    def most(self, row: Row) -> int:
        count = row.get("count", 1)
        if isinstance(count, Mapping):
            return count[LETTERS[self.pieces(row)[0].rank]] if self.pieces(row) else 0
        return 99 if count == "any" else count

    def onto(self, row: Row, square: str) -> bool:
        """Whether `onto` admits a target square."""
        word = row.get("onto")
        there = self.world.board.get(square)
        if word is None:
            return True
        if word == "empty":
            return there is None
        if word == "not-common":
            return there is None or there.rank != 0
        here = self.being.square if self.being else None
        if word == "distance-2":
            return here is not None and distance(here, square) == 2
        if word == "beside-own":
            others = (x for x in self.world.board.values() if x.color == 0 and x is not self.being)
            return any(x.square in NEXT_TO[square] for x in others)
        if word == "marked":
            return there is None and square in self.match.marks
        if word == "not-gateway":
            gate = self.world.gate()
            return gate is None or gate.square != square
        if word == "colored":
            return square in RED | GREEN
        if word == "colorless":
            return square in COLORLESS
        if word.startswith("square-"):
            return square in self.area({"place": word})
        return square == self.things[int(word.removeprefix("it-"))].piece.square

    def steps(
        self, row: Row, movers: Iterable[Piece], directions: Iterable[str] | None = None
    ) -> dict[str, tuple[Piece, str]]:
        """By answer: who goes where (R6.36 to R6.44)."""
        found: dict[str, tuple[Piece, str]] = {}
        leap = row["verb"] == "leap"
        for piece in movers:
            here = piece.square
            if here is None:
                continue
            for there in SQUARES - {here} if leap else NEXT_TO[here]:
                if not self.onto(row, there):
                    continue
                if "toward" in row and not self.nearer(here, there):
                    continue
                if directions is not None and direction_of(here, there) not in directions:
                    continue
                other = self.world.board.get(there)
                limit = piece.rank if row["kind"] == "combat" else piece.rank - 1
                if other is None or other.rank <= limit:
                    found[f"{here}{'~' if leap else '-'}{there}"] = (piece, there)
        return found

    def nearer(self, here: str, there: str) -> bool:
        """Whether a move makes the distance to the Gateway smaller (N4.3)."""
        gate = self.world.gate()
        return (
            gate is not None and gate.square is not None and distance(there, gate.square) < distance(here, gate.square)
        )

    def moves(self, step: int, row: Row, optional: bool) -> Asking:
        who = row.get("who", "pick")
        if who == "on-card":
            yield from self.land(step, row, optional)
            return
        movers: list[Piece] | None = self.pieces(row) if who == "each" else None
        moved: Counter[int] = Counter()  # by color
        directions = self.headings(row)
        for _ in range(self.most(row)):
            answers = self.steps(row, self.pieces(row) if movers is None else movers, directions)
            answer = yield from self.ask(row, set(answers), optional)
            if answer is None:
                return
            piece, there = answers[answer]
            if row.get("direction") == "one":
                directions = [direction_of(piece.square or "", there)]
            if row["verb"] == "move":
                self.direction = direction_of(piece.square or "", there)
            hit = self.went(step, row, piece, there)
            if hit == 2 and row.get("until") == "legendary":
                return
            if who == "each":
                moved[piece.color] += 1
                full = moved[piece.color] == row.get("of-each-color")
                movers = [x for x in movers or () if x is not piece and not (full and x.color == piece.color)]
            elif who == "same":
                movers = [piece]

    def headings(self, row: Row) -> list[str] | None:
        """The directions in which the moves of a row may go, None: any."""
        match row.get("direction"):
            case "that":
                return [] if self.direction is None else [self.direction]
            case "turned":
                return [] if self.direction is None else fan(self.direction)
            case "opposite":
                return [] if self.direction is None else [list(COMPASS)[list(COMPASS).index(self.direction) - 4]]
            case "arrow":
                return sorted(self.match.arrows)
            case _:
                return None

    def land(self, step: int, row: Row, optional: bool) -> Asking:
        """The piece on this card leaps onto the board (R6.37, R6.42)."""
        piece = next((x for card, x in self.world.laid if card == self.card), None)
        offers: set[str] = set()
        for square in SQUARES if piece else ():
            other = self.world.board.get(square)
            if self.onto(row, square) and (other is None or (piece and other.rank < piece.rank)):
                offers.add(square)
        answer = yield from self.ask(row, offers, optional)
        if answer is None or piece is None:
            return
        if answer in self.world.board:
            self.world.destroy(self.world.board[answer])
        self.world.laid.remove((self.card, piece))
        piece.square, self.world.board[answer] = answer, piece
        self.note(row, "done")
        self.happened.add(step)

    def went(self, step: int, row: Row, piece: Piece, there: str) -> int | None:
        """Make the move; the rank of what it destroyed."""
        self.note(row, "done")
        assert piece.square is not None
        self.things[step] = Handled(piece, piece.square, piece.rank)
        self.happened.add(step)
        hit = self.world.move(piece, there)
        self.fallen[step] += hit is not None
        return None if hit is None else hit.rank

    # ------------------------------------------------------------ mixes that ask

    def either(self, step: int, rows: list[Row]) -> Asking:
        """One of the rows: a mandatory one that can do nothing is not open, an optional one always is (D17)."""
        verbs = [row["verb"] for row in rows]
        labels: dict[str, Row] = {}
        for i, row in enumerate(rows):
            number = f" {verbs[: i + 1].count(row['verb'])}" if verbs.count(row["verb"]) > 1 else ""
            if (row["optional"] and not row.get("whole")) or self.can(row):
                labels[f"option {row['verb']}{number}"] = row
        whole = any(row.get("whole") for row in rows)
        answer = yield from self.ask(rows[0], set(labels), whole)
        if answer is not None:
            row = labels[answer]
            yield from self.single(step, row, settled=bool(row.get("whole")))

    def can(self, row: Row) -> bool:
        verb = row["verb"]
        if verb == "gain":
            return True
        if verb == "put":
            return self.world.movable() is not None
        if verb == "copy":
            return bool(self.copied())
        if verb == "swap":
            owner, _, ranks = row["with"].partition(" ")
            return bool(self.pieces(row) and self.pieces({"owner": owner, "ranks": ranks}))
        if verb in ("move", "leap"):
            return bool(self.steps(row, self.pieces(row)))
        if verb == "place":
            return any(self.world.has(0, LETTERS.index(r)) for r in row["ranks"]) and bool(self.world.empty())
        return bool(self.allowed(row))

    def any_order(self, step: int, rows: list[Row]) -> Asking:
        """Each answer is a move that some row still allows; it is booked to the narrowest row."""
        left = {id(row): self.most(row) for row in rows}
        total = rows[0].get("at-most", 99)
        mover: Piece | None = None
        whole = any(row.get("whole") for row in rows)
        widest_first = sorted(rows, key=lambda row: row["kind"] == "standard")
        for i in range(total):
            booked: dict[str, tuple[Row, Piece, str]] = {}
            for row in widest_first:  # what a later one admits too is booked to that
                if left[id(row)]:
                    movers = self.pieces(row) if mover is None else [mover]
                    for answer, (piece, there) in self.steps(row, movers).items():
                        booked[answer] = (row, piece, there)
            optional = rows[0]["optional"] and not (whole and i)
            answer = yield from self.ask(rows[0], set(booked), optional)
            if answer is None:
                return
            row, piece, there = booked[answer]
            left[id(row)] -= 1
            mover = piece if row.get("who") == "same" else None
            self.went(step, row, piece, there)

    def by_square(self, rows: list[Row]) -> Asking:
        """Each answer is a square; the row that fits what is there says what happens; no square twice."""
        taken: set[str] = set()
        for _ in range(rows[0]["at-most"]):
            fitting: dict[str, Row] = {}
            for row in rows:
                if row["verb"] != "place":
                    fitting |= {x.square: row for x in self.allowed(row) if x.square}
                elif self.world.has(0, LETTERS.index(row["ranks"])):
                    fitting |= dict.fromkeys(self.area(row) & self.world.empty(), row)
            answer = yield from self.ask(rows[0], fitting.keys() - taken, rows[0]["optional"])
            if answer is None:
                return
            taken.add(answer)
            row = fitting[answer]
            if row["verb"] == "place":
                self.note(row, "done")
                self.world.put(0, LETTERS.index(row["ranks"]), answer)
            else:
                self.do(row, self.world.board[answer])
