"""Runs a part of a card: every statement of the language, as generators that ask and are answered.

Follows "Statements" of the language paper. A statement yields each offer that is really
asked, a frozenset of answer texts, is sent the answer, and returns whether it happened
(`did`). `may` is carried by the flag `optional`: it lets the first decision be declined.

Where the paper leaves something open, this is the definition:

- `self`, `it`, a name, `gain` and `all` ask nothing when mandatory, so they leave no forced answer; `all` asks only
  for an order where a supply does not reach (D21). Under `may`, `all` is a fixed thing too: `option VERB`.
- `all` does not count from 0: a branch that would hit nothing is not offered beside one that hits (D17).
- What one statement picks are different pieces, though the first be upgraded before the second is picked.
- What happens at once is told bottom row first, left to right.
- Several objects of `destroy`: what is picked among them is asked first, in the order of the text.
- `place` names a rank in its answers when the phrase allows several, whatever the supply holds. Enemy pieces: the
  color is asked before each, as `color 1`; `stop` belongs to that question.
- `either` under `may` is asked also when one branch is left, since `stop` is there as well.
- `may` over an `if` is `may` over the block that the test selects.
- `did` of `either`, and of `may` over several: something in it happened.
- A line of "in any order" that stops after destroying stops for itself only.
- A name may stand for several things; `NAME was RANK` then asks about all of them. A name that stands for a square
  (of a destroyed piece, or chosen as such) means no piece, whatever stands there by now.
- `connected` picks take effect together, whatever the verb; a condition on the set picked holds for members too.
- A move that several lines admit goes to the narrowest by `moving.breadth`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from copy import deepcopy
from typing import TypeAlias, TypeVar

from ...dsl import tree as t
from .ability import can_do, is_open, labelled, lines_of, members_of, usable_members, word_of
from .arena import row_first
from .moving import Line, breadth, landings
from .phrases import Memory, Thing
from .picking import Picking, Target, Verb, affordable, fitting, is_foreign, placing_colors, receivers, verb_of
from .summoning import Match
from .world import World

STOP = "stop"
_T = TypeVar("_T")
Asking: TypeAlias = Generator[frozenset[str], str, _T]


def run(card: t.Card, part_name: str, world: World, match: Match | None = None) -> Asking[None]:
    """Run one part of a card that `compiler.resolve` has made complete; changes `world`.

    Yields each offer that is asked, wants one of its texts sent, raises ValueError on
    another. A being's piece must stand on `match.square` already (`summon`); without a
    match (flares) there is no being. Forced answers go to `world.forced`.
    """
    (part,) = [part for part in card.parts if part.name == part_name]
    memory = Memory(world, match)
    if match:
        memory.being = world.follow(match.square)
        memory.used = [world.follow(square) for square in world.arena.ordered(match.used)]
    yield from _Effect(memory).block(part.body)


class _Effect:
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.world = memory.world
        self.link: Link | None = None  # within a linked block: what was answered in it, and what may be

    # ------------------------------------------------------------ asking

    def ask(self, answers: Collection[str], may_stop: bool) -> Asking[str | None]:
        """One decision. None: declined, or there was nothing to decide and the offer is not made (R6.6)."""
        if self.link is not None:
            answers = self.link.narrowed(answers)
        if not answers:
            return None
        if len(answers) == 1 and not may_stop:
            (answer,) = answers
            if self.link is not None:
                self.link.given.append(answer)
            self.world.forced.append(answer)
            return answer
        offer = frozenset(answers) | ({STOP} if may_stop else set[str]())
        answer = yield offer
        if answer not in offer:
            raise ValueError(f"'{answer}' is not offered: {', '.join(sorted(offer))}")
        if self.link is not None:
            self.link.given.append(answer)
        return None if answer == STOP else answer

    def accepts(self, word: str) -> Asking[bool]:
        """The question of a `may` that has no other first decision."""
        return (yield from self.ask([f"option {word}"], True)) is not None

    # ------------------------------------------------------------ blocks

    def block(self, body: t.Block) -> Asking[bool]:
        """R6.2: one statement after another. Whether any happened."""
        happened = False
        for statement in body:
            happened |= yield from self.statement(statement)
        return happened

    def statement(self, node: t.Statement, optional: bool = False) -> Asking[bool]:
        """Run one statement and remember whether it happened; what an earlier round of a loop left is forgotten."""
        self.memory.told.pop(node.label, None)
        self.memory.directions.pop(node.label, None)
        self.memory.did[node.label] = False
        before = len(self.world.events)
        happened = yield from self.kind_of_statement(node, optional)
        self.memory.did[node.label] = happened
        events = self.world.events[before:]
        self.memory.felled[node.label] = [(int(x[1]), int(x[2])) for x in events if x[0] == "destroy"]
        return happened

    def kind_of_statement(self, node: t.Statement, optional: bool) -> Asking[bool]:
        match node:
            case t.Place() if is_foreign(node):
                return (yield from self.place_foreign(node, optional))
            case t.Convert() if node.owner:
                return (yield from self.give(node, optional))
            case t.Destroy() | t.Place() | t.Turn() | t.Convert() | t.Choose() | t.Mark():
                return (yield from self.pick(node, optional))
            case t.ChooseArrow():
                return (yield from self.choose_arrow(node, optional))
            case t.Gain():
                return (yield from self.gain(node, optional))
            case t.Lose():
                return (yield from self.lose(node, optional))
            case t.PermitOnly():
                if optional and not (yield from self.accepts("count")):
                    return False
                self.world.permit_only(set(self.memory.colors.get(node.what.noun.of, ())))
                return True
            case t.TellDestroyed():
                if optional and not (yield from self.accepts("count")):
                    return False
                self.world.count_twice()
                return True
            case t.Swap():
                return (yield from self.swap(node, optional))
            case t.Take():
                return (yield from self.take(node, optional))
            case t.Copy():
                return (yield from self.copy(node, optional))
            case t.Move(who=t.With(kind="laid")):
                return (yield from self.land(node, optional))
            case t.TellSummoning():
                if optional and not (yield from self.accepts("count")):
                    return False
                self.world.tell(node.rank)
                return True
            case t.Permit():
                return (yield from self.permit(node, optional))
            case t.Put():
                return (yield from self.put(node, optional))
            case t.Draw():
                return (yield from self.draw(node, optional))
            case t.EachColor():
                return (yield from self.each_color(node))
            case t.Linked():
                return (yield from self.linked(node))
            case t.Repeat():
                return (yield from self.repeat(node))
            case t.Move():
                return (yield from self.move(node, optional))
            case t.AnyOrder():
                return (yield from self.any_order(node, optional))
            case t.May():
                return (yield from self.may(node.body))
            case t.If():
                body = self.memory.selected(node)
                return (yield from self.may(body) if optional else self.block(body))
            case t.Either():
                return (yield from self.either(node, optional))
            case t.WithEach():
                return (yield from self.with_each(node, optional))

    # ------------------------------------------------------------ control

    def may(self, body: t.Block) -> Asking[bool]:
        """R6.3, R6.12. One statement: its first decision may be declined. Several: taken or declined as one."""
        if len(body) == 1:
            return (yield from self.statement(body[0], optional=True))
        if not can_do(self.memory, body) or not (yield from self.accepts(word_of(body))):
            return False
        return (yield from self.block(body))

    def either(self, node: t.Either, optional: bool) -> Asking[bool]:
        """R6.13, D17: one of the branches that can do something or may do nothing."""
        branches = {f"option {word}": x for word, x in labelled(node.branches).items() if is_open(self.memory, x)}
        answer = yield from self.ask(branches, optional)
        return answer is not None and (yield from self.block(branches[answer]))

    def with_each(self, node: t.WithEach, optional: bool) -> Asking[bool]:
        """R6.45, D46: members one by one, the body at once with each."""
        members = members_of(self.memory, node)
        colors = self.world.colors_now()
        least = len(members) if node.members.count.every else node.members.count.least
        most = node.members.count.most
        taken: list[str] = []  # where the members stood at the start
        while most is None or len(taken) < most:
            waiting = fitting(self.memory, node.members, members, taken, colors)
            found = usable_members(self.memory, node, [members[start] for start in waiting])
            answer = yield from self.ask(found, len(taken) >= least or (optional and not taken))
            if answer is None:
                break
            taken += [start for start, member in members.items() if member is found[answer]]
            self.memory.told[node.label] = [found[answer]]
            yield from self.block(node.body)
        return bool(taken)

    # ------------------------------------------------------------ picking

    def pick(self, node: Picking, optional: bool) -> Asking[bool]:
        """Destroy, place, upgrade, downgrade, convert, choose: what is fixed at once, what is counted one by one."""
        verb, objects = verb_of(self.memory, node)
        counted = [x for x in objects if isinstance(x, t.Counted) and not x.count.every]
        fixed = [target for x in objects if x not in counted for target in verb.targets(x).values()]
        done: list[Thing] = []
        if len(objects) == 1 and counted and not counted[0].connected:
            yield from self.picks(verb, counted[0], optional, [], lambda target: done.append(verb.do(target)))
        else:
            targets = yield from self.group(verb, counted, fixed, optional)
            done += yield from self.at_once(verb, targets)
        self.memory.told[node.label] = done
        return bool(done)

    def group(
        self, verb: Verb, counted: Iterable[t.Counted], fixed: list[Target], optional: bool
    ) -> Asking[set[Target]]:
        """What is changed together: `fixed` and what is picked, all seen before anything changes (R6.15)."""
        picked: list[Target] = []
        for what in counted:
            declined = yield from self.picks(verb, what, optional and not picked, picked, picked.append)
            if declined:
                return set()
        possible = any(affordable(self.memory, verb, target) for target in fixed)
        if optional and possible and not picked and not (yield from self.accepts(verb.word)):
            return set()
        return {*picked, *fixed}

    def picks(
        self,
        verb: Verb,
        what: t.Counted,
        optional: bool,
        pending: Sequence[Target],
        act: Callable[[Target], None],
    ) -> Asking[bool]:
        """Pick targets one by one and `act` on each; mandatory ones as far as possible (R6.4 to R6.9).

        `pending`: picked but changed later; they take their part of the supply.
        Returns whether the first decision was declined where `optional` allowed it.
        """
        colors = self.world.colors_now()
        picked: list[str] = []
        while what.count.most is None or len(picked) < what.count.most:
            able = {
                text: target
                for text, target in verb.targets(what).items()
                if target not in pending and affordable(self.memory, verb, target, pending)
            }
            free = fitting(self.memory, what, [target.square for target in able.values()], picked, colors)
            found = {text: target for text, target in able.items() if target.square in free}
            answer = yield from self.ask(found, len(picked) >= what.count.least or (optional and not picked))
            if answer is None:
                return optional and bool(found) and not picked
            picked.append(found[answer].square)
            act(found[answer])
        return False

    def at_once(self, verb: Verb, targets: Iterable[Target]) -> Asking[list[Thing]]:
        """R6.14: all together; where a supply does not reach, one after another in an order of choice (D21)."""
        waiting = [target for target in targets if affordable(self.memory, verb, target)]
        waiting.sort(key=lambda target: row_first(target.square))
        costs = [cost for target in waiting if (cost := verb.cost(target))]
        if all(costs.count((color, kind)) <= self.world.supply[color][kind] for color, kind in costs):
            return [verb.do(target) for target in waiting]
        done: list[Thing] = []
        while found := {target.square: target for target in waiting if affordable(self.memory, verb, target)}:
            answer = yield from self.ask(found, False)
            assert answer
            waiting.remove(found[answer])
            done.append(verb.do(found[answer]))
        return done

    def place_foreign(self, node: t.Place, optional: bool) -> Asking[bool]:
        """Place enemy pieces: for each its color is asked first, then where, and with which rank if that is open."""
        done: list[Thing] = []
        count = node.what.count
        colors = self.memory.colors[node.label] = []
        while count.most is None or len(done) < count.most:
            verbs = placing_colors(self.memory, node)
            color = yield from self.ask(verbs, len(done) >= count.least or (optional and not done))
            if color is None:
                break
            verb = verbs[color]
            targets = {k: x for k, x in verb.targets(node.what).items() if affordable(self.memory, verb, x)}
            answer = yield from self.ask(targets, False)
            assert answer
            done.append(verb.do(targets[answer]))
            colors.append(verb.color)
        self.memory.told[node.label] = done
        return bool(done)

    def give(self, node: t.Convert, optional: bool) -> Asking[bool]:
        """Convert an own piece: a color is chosen of which a piece of the rank takes its place."""
        colors = receivers(self.memory, node)
        answer = yield from self.ask(colors, optional)
        if answer is None:
            return False
        assert isinstance(node.what, t.Ref) and node.rank is not None
        (square,) = self.memory.pieces_of(node.what)
        rank = self.world.rank(square)
        self.world.give(square, node.rank, colors[answer])
        self.memory.told[node.label] = [Thing(self.world.follow(square), rank, square)]
        return True

    # ------------------------------------------------------------ the other actions

    def choose_arrow(self, node: t.ChooseArrow, optional: bool) -> Asking[bool]:
        """R6.26: a direction of the card in the orientation of the match."""
        answer = yield from self.ask(self.memory.settled(t.Direction("arrow")), optional)
        if answer:
            self.memory.directions[node.label] = answer
        return answer is not None

    def gain(self, node: t.Gain, optional: bool) -> Asking[bool]:
        if optional and not (yield from self.accepts("gain")):
            return False
        self.world.gain(node.amount, node.what)
        return True

    def lose(self, node: t.Lose, optional: bool) -> Asking[bool]:
        able = node.opponents or self.world.actions
        if optional and not (able and (yield from self.accepts("lose"))):
            return False
        if node.opponents:
            self.world.lose_next(node.amount)
            return True
        return self.world.lose(node.amount)

    def put(self, node: t.Put, optional: bool) -> Asking[bool]:
        """Cards out of a zone, one by one (R6.70), equal ones one answer; one that is fixed, or all, without asking."""
        where = (node.source or node.cards.which, node.way, node.target)
        count = node.cards.count
        if node.cards.which != "some" or count.every:
            cards = self.memory.cards(node)
            if not cards or (optional and not (yield from self.accepts(word_of((node,))))):
                return False
            for card in cards:
                self.world.put_card(card, *where)
            return True
        done = 0
        while count.most is None or done < count.most:
            answers = {f"card {card}": card for card in self.memory.cards(node)}
            answer = yield from self.ask(answers, done >= count.least or (optional and not done))
            if answer is None:
                break
            self.world.put_card(answers[answer], *where)
            done += 1
        return done > 0

    def swap(self, node: t.Swap, optional: bool) -> Asking[bool]:
        first, second = (self.memory.squares(x.what) for x in (node.first, node.second))
        one = yield from self.ask(first if second else (), optional)
        if one is None:
            return False
        other = yield from self.ask(second, False)
        assert other
        self.memory.told[node.label] = [Thing(self.world.follow(one), self.world.rank(one), one)]
        self.world.swap(one, other)
        return True

    def take(self, node: t.Take, optional: bool) -> Asking[bool]:
        count, taken = node.what.count, 0
        while count.most is None or taken < count.most:
            may_stop = taken >= count.least or (optional and not taken)
            square = yield from self.ask(self.memory.squares(node.what.what), may_stop)
            if square is None:
                break
            self.world.take(square)
            taken += 1
        return taken > 0

    def land(self, node: t.Move, optional: bool) -> Asking[bool]:
        square = yield from self.ask(landings(self.memory, node), optional)
        if square is not None:
            self.world.land(square)
        return square is not None

    def copy(self, node: t.Copy, optional: bool) -> Asking[bool]:
        """The warp effect of a card, carried out here; it remembers nothing of this effect (W4.1)."""
        cards = self.memory.copied(node)
        if node.cards.which == "some":
            answer = yield from self.ask({f"card {x}" for x in cards}, optional)
            cards = [] if answer is None else [answer.removeprefix("card ")]
        elif cards and optional and not (yield from self.accepts("copy")):
            return False
        for card in cards:
            yield from _Effect(Memory(self.world)).block(self.world.book[card].body)
        return bool(cards)

    def draw(self, node: t.Draw, optional: bool) -> Asking[bool]:
        if optional and not (yield from self.accepts("draw")):
            return False
        self.world.draw_more(node.kind, node.amount)
        return True

    def each_color(self, node: t.EachColor) -> Asking[bool]:
        """Every color in the game, the own one included if not only enemies are meant, in their order."""
        happened = False
        for color in range(self.world.colors):
            if node.owner == "enemy" and color == self.world.me:
                continue
            self.memory.colors[node.label] = [color]
            happened |= yield from self.block(node.body)
        return happened

    def linked(self, node: t.Linked) -> Asking[bool]:
        """W5: all of the block or nothing; every answer is one behind which all the rest can be done."""
        self.link = Link(self.memory, node.body)
        done = self.link.possible([])
        if done:
            yield from self.block(node.body)
        self.link = None
        return done

    def repeat(self, node: t.Repeat) -> Asking[bool]:
        """Rounds until nothing happens in one or the test fails, as many as there are squares at most."""
        happened = False
        for _ in self.world.arena.squares:
            if node.test is not None and not self.memory.holds(node.test):
                break
            if not (yield from self.block(node.body)):
                break
            happened = True
        return happened

    def permit(self, node: t.Permit, optional: bool) -> Asking[bool]:
        if optional and not (yield from self.accepts("count")):
            return False
        permit = self.world.permit_squares if isinstance(node.what.what, t.Squares) else self.world.permit
        permit(node.what.count.most or 0)
        return True

    def move(self, node: t.Move, optional: bool) -> Asking[bool]:
        """Moves one after another, each legal when it is made (R6.41)."""
        line = Line(self.memory, node)
        while steps := line.steps():
            answer = yield from self.ask(steps, line.made >= line.least or (optional and not line.made))
            if answer is None:
                break
            line.make(steps[answer])
        if line.direction:
            self.memory.directions[node.label] = line.direction
        return line.made > 0

    def any_order(self, node: t.AnyOrder, optional: bool) -> Asking[bool]:
        """Every move that some line admits, booked to the narrowest that admits it."""
        lines = sorted(lines_of(self.memory, node), key=lambda line: breadth(line.node))
        made = 0
        while node.limit is None or made < node.limit:
            narrowest = {text: line for line in reversed(lines) for text in line.steps()}
            owed = any(line.owes() for line in lines)
            answer = yield from self.ask(narrowest, not owed or (optional and not made))
            if answer is None:
                break
            line = narrowest[answer]
            line.make(line.steps()[answer])
            made += 1
        return made > 0


class Link:
    """A linked block that has begun: from its beginning, kept aside, any answers can be tried."""

    def __init__(self, memory: Memory, body: t.Block) -> None:
        self.start, self.body = copied(memory), body
        self.given: list[str] = []
        self.known: dict[tuple[str, ...], bool] = {}  # by answers, whether some behind them do the whole block

    def narrowed(self, answers: Collection[str]) -> list[str]:
        """Those behind which the rest of the block can be done, after what was answered so far."""
        return [x for x in answers if self.possible([*self.given, x])]

    def possible(self, answers: Sequence[str]) -> bool:
        """Whether some answers behind these do the whole block."""
        key = tuple(answers)
        if key not in self.known:
            trial = _Trial(copied(self.start), list(answers))
            try:
                self.known[key] = trial.whole(self.body)
            except _Open as question:
                self.known[key] = any(self.possible([*answers, x]) for x in sorted(question.answers))
        return self.known[key]


class _Open(Exception):
    """A question of a trial for which no answer is at hand."""

    def __init__(self, answers: Collection[str]) -> None:
        super().__init__()
        self.answers = answers


class _Trial(_Effect):
    """Runs statements on a copy, answered from a list."""

    def __init__(self, memory: Memory, answers: list[str]) -> None:
        super().__init__(memory)
        self.answers = answers

    def ask(self, answers: Collection[str], may_stop: bool) -> Asking[str | None]:
        if not answers:
            return None
        if not self.answers:
            raise _Open(answers)
        return self.answers.pop(0)
        yield  # a generator, as what it stands for

    def whole(self, body: t.Block) -> bool:
        """Whether every statement was done as often as it says."""
        for node in body:
            before = len(self.world.events)
            for _ in self.statement(node):
                raise AssertionError("a trial asks nobody")
            moves = sum(x[0] in ("move", "leap") for x in self.world.events[before:])
            done = moves if isinstance(node, t.Move) else len(self.memory.told.get(node.label, ()))
            wanted = node.count.most if isinstance(node, t.Move) else _number(node)
            if done != wanted:
                return False
        return True


def _number(node: t.Statement) -> int:
    """How many things a statement of a linked block handles."""
    match node:
        case t.Destroy(objects=(t.Counted(count=count),)):
            return count.most or 0
        case t.Choose(what=what) | t.Place(what=what) | t.Turn(what=what) | t.Convert(what=what):
            assert isinstance(what, t.Counted)
            return what.count.most or 0
        case _:
            raise AssertionError("the checker lets nothing else stand in a linked block")


def copied(memory: Memory) -> Memory:
    """A memory with its world, to be changed by itself. What never changes is shared."""
    world = memory.world
    shared = (world.arena, memory.match, world.traits)
    return deepcopy(memory, {id(x): x for x in shared})
