"""Takes a card's tree, gives its meaning: the same nodes with nothing left unsaid.

Every statement gets a label (`s1`, `s2` ... in reading order over the card). Every
name, `it`, "that direction" and "you do" gets the label of the statement that it
speaks of (`self` keeps none). Phrases that leave out an anchor get `self`, moves
without a mover get one, places without an owner or rank become own and common.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..dsl import tree as t
from ..dsl.source import Span
from ..dsl.suggest import suggest

Report = Callable[[str, Span, str, str], None]  # code, place, message, help
SELF = t.Ref("self")


@dataclass(frozen=True)
class Scope:
    """What is visible at a statement: names, the latest `it`, direction and color."""

    names: dict[str, str]
    it: str = ""
    direction: str = ""
    color: str = ""

    def unclear(self) -> Scope:
        """The scope behind a mistake that is reported: something was handled, nobody knows what."""
        return Scope(self.names, self.it or "?", self.direction or "?", self.color or "?")


def resolve(card: t.Card, report: Report) -> t.Card:
    """Fill in what the card leaves to the reader; mistakes go to `report`."""
    worker = _Resolver(report)
    task = card.task and replace(card.task, claim=worker.test(card.task.claim, Scope({}), ""))
    return replace(card, parts=tuple(worker.part(x) for x in card.parts), task=task)


class _Resolver:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.count = 0
        self.given: set[str] = set()  # all names that the part gives somewhere

    def label(self) -> str:
        self.count += 1
        return f"s{self.count}"

    def part(self, part: t.Part) -> t.Part:
        self.given = {x.alias for x in t.walk(part.body) if getattr(x, "alias", "")}
        return replace(part, body=self.block(part.body, Scope({})))

    def block(self, body: t.Block, scope: Scope) -> t.Block:
        done: list[t.Statement] = []
        for statement in body:
            resolved = self.statement(statement, scope, _latest_doer(done))
            done.append(resolved)
            scope = self.after(resolved, scope)
        return tuple(done)

    def after(self, node: t.Statement, scope: Scope) -> Scope:
        """The scope behind a statement: what it binds is visible from here on."""
        if isinstance(node, t.May) and len(node.body) == 1:
            return self.after(node.body[0], scope)
        names = scope.names
        alias = getattr(node, "alias", "")
        if alias:
            if alias in names:
                self.report("K032", node.span, f"the name '{alias}' is given twice", "use another name")
            names = {**names, alias: node.label}
        it = _it(node) or scope.it
        settles = isinstance(node, t.ChooseArrow) or (isinstance(node, t.Move) and not node.leap)
        color = node.label if places_enemies(node) else scope.color
        return Scope(names, it, node.label if settles else scope.direction, color)

    # ------------------------------------------------------------ statements

    def statement(self, node: t.Statement, scope: Scope, doer: str) -> t.Statement:
        label = self.label()
        match node:
            case t.May():
                return replace(node, body=self.block(node.body, scope), label=label)
            case t.If():
                test = self.test(node.test, scope, doer)
                asked = (x for x in t.walk(node.test) if isinstance(x, t.Did | t.StepDestroyed))
                lost = not doer and not all(isinstance(x, t.StepDestroyed) and x.summoning for x in asked)
                then = self.block(node.then, scope.unclear() if lost else scope)
                other = self.block(node.otherwise, scope)
                return replace(node, test=test, then=then, otherwise=other, label=label)
            case t.Either():
                branches = tuple(self.block(x, scope) for x in node.branches)
                return replace(node, branches=branches, label=label)
            case t.AnyOrder():
                who = None if node.who is None else self.mover(node.who, scope)
                moves = tuple(self.move(x, scope, who, self.label()) for x in node.moves)
                return replace(node, who=who, moves=moves, label=label)
            case t.WithEach():
                members = self.counted(node.members, scope)
                inner = replace(scope, it=label)
                return replace(node, members=members, body=self.block(node.body, inner), label=label)
            case t.Move():
                return self.move(node, scope, None, label)
            case t.Destroy():
                objects = tuple(self.object(x, scope) for x in node.objects)
                return replace(node, objects=objects, label=label)
            case t.Place():
                inside = replace(scope, color=label) if places_enemies(node) else scope  # "their": of what is placed
                return replace(node, what=self.placed(node.what, inside), label=label)
            case t.Turn() | t.Convert() | t.Mark():
                return replace(node, what=self.object(node.what, scope), label=label)
            case t.Choose():
                return replace(node, what=self.counted(node.what, scope), label=label)
            case t.Permit():
                return replace(node, what=self.counted(node.what, scope), label=label)
            case t.PermitOnly():
                return replace(node, what=self.pieces(node.what, scope), label=label)
            case t.Repeat():
                test = node.test and self.test(node.test, scope, "")
                return replace(node, test=test, body=self.block(node.body, scope), label=label)
            case t.Linked():
                return replace(node, body=self.block(node.body, scope), label=label)
            case t.EachColor():
                return replace(node, body=self.block(node.body, replace(scope, color=label)), label=label)
            case t.Gain() | t.Lose() | t.TellSummoning() | t.ChooseArrow() | t.Put() | t.Draw():
                return replace(node, label=label)
            case t.Swap():
                first, second = self.counted(node.first, scope), self.counted(node.second, scope)
                return replace(node, first=first, second=second, label=label)
            case t.Take():
                return replace(node, what=self.counted(node.what, scope), label=label)
            case t.TellDestroyed() | t.Copy():
                return replace(node, label=label)

    def move(self, node: t.Move, scope: Scope, who: t.With | None, label: str) -> t.Move:
        if node.who is not None and who is not None:
            self.report("K033", node.who.span, "the block names the mover already", "leave out 'with ...' here")
        mover = who or (t.With("ref", SELF) if node.who is None else self.mover(node.who, scope))
        stopping = node.stopping and self.pieces(node.stopping, scope)
        return replace(
            node,
            who=mover,
            direction=node.direction and self.direction(node.direction, scope),
            only=node.only and self.target(node.only, scope),
            never=node.never and self.target(node.never, scope),
            stopping=stopping,
            toward=node.toward and self.ref(node.toward, scope),
            label=label,
        )

    def mover(self, node: t.With, scope: Scope) -> t.With:
        if node.kind == "laid":
            return node
        match node.who:
            case t.Ref():
                return replace(node, who=self.ref(node.who, scope))
            case t.Counted():
                return replace(node, who=self.counted(node.who, scope))
            case t.Pieces():
                return replace(node, who=self.pieces(node.who, scope))

    # ------------------------------------------------------------ tests

    def test(self, node: t.Test, scope: Scope, doer: str) -> t.Test:
        match node:
            case t.StepDestroyed(summoning=True):
                return replace(node, noun=self.noun(node.noun, scope))
            case t.Did() | t.StepDestroyed():
                if not doer:
                    help_ = "put the action that it asks about on the line before the 'if'"
                    self.report("K034", node.span, "there is nothing before this that could have been done", help_)
                if isinstance(node, t.StepDestroyed):
                    return replace(node, noun=self.noun(node.noun, scope), of=doer)
                return replace(node, of=doer)
            case t.IsOne():
                return replace(node, ref=self.ref(node.ref, scope), other=self.ref(node.other, scope))
            case t.Was() | t.IsRank() | t.StandsOn() | t.WasOn():
                return replace(node, ref=self.ref(node.ref, scope))
            case t.Both() | t.AnyOf():
                left, right = self.test(node.left, scope, doer), self.test(node.right, scope, doer)
                return replace(node, left=left, right=right)
            case t.ThereAre() | t.TurnDestroyed() | t.MoreThan():
                return replace(node, what=self.pieces(node.what, scope))
            case t.InRegion():
                return replace(node, test=self.test(node.test, scope, doer))
            case (
                t.ActionsLeft()
                | t.SummonedOn()
                | t.ZoneEmpty()
                | t.ZoneHolds()
                | t.Warped()
                | t.TurnSummoned()
                | t.Rival()
                | t.Fits()
            ):
                return node

    # ------------------------------------------------------------ phrases

    def ref(self, node: t.Ref, scope: Scope) -> t.Ref:
        if node.name == "self" or node.marker:
            return node
        if node.name == "it":
            if not scope.it:
                help_ = "name the piece, or handle one on an earlier line"
                self.report("K031", node.span, "'it' speaks of nothing: no earlier line handles one thing", help_)
            return replace(node, of=scope.it)
        if node.name not in scope.names:
            self.unknown(node, scope)
        return replace(node, of=scope.names.get(node.name, ""))

    def unknown(self, node: t.Ref, scope: Scope) -> None:
        """Report a name that nothing has, or nothing yet."""
        if node.name in self.given:
            help_ = "a name reaches the lines below it in its block, and the blocks among them"
            self.report("K030", node.span, f"'{node.name}' is used before it is chosen", help_)
            return
        near = suggest(node.name, ["self", "it", *scope.names])
        help_ = f"did you mean '{near[0]}'?" if near else f"write 'as {node.name}' on the line that chooses it"
        self.report("K030", node.span, f"nothing is called '{node.name}'", help_)

    def direction(self, node: t.Direction, scope: Scope) -> t.Direction:
        if node.kind not in ("that", "opposite"):
            return node
        if not scope.direction:
            help_ = "choose an arrow or make a move on an earlier line"
            self.report("K035", node.span, "no earlier line settles a direction", help_)
        return replace(node, of=scope.direction)

    def object(self, node: t.Object, scope: Scope) -> t.Object:
        return self.ref(node, scope) if isinstance(node, t.Ref) else self.counted(node, scope)

    def target(self, node: t.Ref | t.Pieces | t.Squares, scope: Scope) -> t.Ref | t.Pieces | t.Squares:
        return self.ref(node, scope) if isinstance(node, t.Ref) else self.phrase(node, scope)

    def counted(self, node: t.Counted, scope: Scope) -> t.Counted:
        return replace(node, what=self.phrase(node.what, scope))

    def placed(self, node: t.Counted, scope: Scope) -> t.Counted:
        if isinstance(node.what, t.Squares):
            return self.counted(node, scope)  # reported by the checker
        noun = node.what.noun
        free = any(isinstance(x, t.AnyRank) for x in node.what.where)
        ranks = (0,) if len(noun.ranks) == 3 and not free else noun.ranks
        noun = replace(noun, owner=noun.owner or "own", ranks=ranks)
        return self.counted(replace(node, what=replace(node.what, noun=noun)), scope)

    def phrase(self, node: t.Pieces | t.Squares, scope: Scope) -> t.Pieces | t.Squares:
        where = tuple(self.where(x, scope) for x in node.where)
        if isinstance(node, t.Squares):
            return replace(node, where=where)
        return replace(node, noun=self.noun(node.noun, scope), where=where)

    def pieces(self, node: t.Pieces, scope: Scope) -> t.Pieces:
        phrase = self.phrase(node, scope)
        assert isinstance(phrase, t.Pieces)
        return phrase

    def noun(self, node: t.Noun, scope: Scope) -> t.Noun:
        if node.owner == "their":
            if not scope.color:
                help_ = "write 'for each color' above it, or place enemy pieces on an earlier line"
                self.report("K058", node.span, "'their' speaks of no color: no earlier line settles one", help_)
            node = replace(node, of=scope.color)
        return replace(node, others=tuple(self.ref(x, scope) for x in node.others))

    def anchor(self, node: t.Anchor | None, scope: Scope) -> t.Anchor:
        match node:
            case None:
                return SELF
            case t.Ref():
                return self.ref(node, scope)
            case t.Noun():
                return self.noun(node, scope)
            case t.Field():
                return node

    def where(self, node: t.Where, scope: Scope) -> t.Where:
        match node:
            case t.Adjacent() | t.Distance():
                return replace(node, to=self.anchor(node.to, scope))
            case t.On():
                return replace(node, place=self.ref(node.place, scope)) if isinstance(node.place, t.Ref) else node
            case t.InLine():
                return replace(node, direction=self.direction(node.direction, scope))
            case t.Mirrored():
                return replace(node, ref=self.ref(node.ref, scope))
            case t.AdjacentToMany():
                return replace(node, to=self.noun(node.to, scope))
            case t.Reaching():
                goal = node.goal if isinstance(node.goal, t.Opposite) else self.noun(node.goal, scope)
                through = node.through if isinstance(node.through, t.Field) else self.noun(node.through, scope)
                return replace(node, goal=goal, through=through)
            case t.OneColor() | t.FewOfEachColor() | t.AnyRank() | t.OfRival():
                return node


def places_enemies(node: t.Statement) -> bool:
    """Whether the color of what is placed is chosen, and settled for "their"."""
    return isinstance(node, t.Place) and isinstance(node.what.what, t.Pieces) and node.what.what.noun.owner == "enemy"


def handles_one(node: t.Statement) -> bool:
    """Whether "it" can speak of what the statement handles: one piece or square at most."""
    match node:
        case t.Destroy():
            return len(node.objects) == 1 and _single(node.objects[0])
        case t.Turn() | t.Convert() | t.Choose() | t.Place() | t.Mark():
            return _single(node.what)
        case t.Swap():
            return True
        case _:
            return False


def _it(node: t.Statement) -> str:
    """What "it" is behind a statement. A remembered piece that is turned stays the same piece, turned or not."""
    if isinstance(node, t.Turn) and isinstance(node.what, t.Ref):
        return node.what.of  # nothing for the being: it is called self
    return node.label if handles_one(node) else ""


def _single(node: t.Object) -> bool:
    return isinstance(node, t.Ref) or (node.count.most == 1 and not node.count.every)


def _latest_doer(done: list[t.Statement]) -> str:
    """The label of the statement that a following "you do" asks about."""
    for node in reversed(done):
        while isinstance(node, t.May) and len(node.body) == 1:
            node = node.body[0]
        if not isinstance(node, t.If):
            return node.label
    return ""
