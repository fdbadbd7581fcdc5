"""Checks a meaning from line to line: what later lines speak of, and what can no longer do anything.

Every `it`, name, "that direction" and "you do" knows by now which statement it speaks
of (`compiler.resolve`), so this can ask what that statement left behind.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...dsl import tree as t
from ...dsl.source import Span
from .reporter import Reporter

Gone: TypeAlias = "dict[str, t.Statement]"  # label (or `self`) of what is no longer a piece, and what made it so

_ALL = (0, 1, 2)


def check_flow(card: t.Card, report: Reporter) -> None:
    """Everything that needs to know what earlier lines did."""
    for part in card.parts:
        flow = _Flow(card, part, report)
        flow.block(part.body, {})
        flow.spoken_of()


class _Flow:
    def __init__(self, card: t.Card, part: t.Part, report: Reporter) -> None:
        self.card = card
        self.part = part
        self.report = report
        self.nodes = list(t.walk(part.body))
        self.binders: dict[str, Any] = {x.label: x for x in self.nodes if getattr(x, "label", "")}

    # ------------------------------------------------------------ line by line

    def block(self, body: t.Block, gone: Gone) -> None:
        """Statements in order; `gone`: what earlier ones took away for certain."""
        gone = dict(gone)
        for node in body:
            self.statement(node, gone)
            gone |= self.taken(node)

    def statement(self, node: t.Statement, gone: Gone) -> None:
        match node:
            case t.May():
                self.block(node.body, gone)
            case t.If():
                self.test(node.test)
                self.block(node.then, gone | self.taken_if(node.test))
                self.block(node.otherwise, gone)
            case t.Either():
                for branch in node.branches:
                    self.block(branch, gone)
            case t.EachColor() | t.Linked():
                self.block(node.body, gone)
            case t.Repeat():
                if node.test is not None:
                    self.test(node.test)
                self.block(node.body, gone)
            case t.WithEach():
                self.places(node, node.members, gone)
                self.block(node.body, gone)
            case t.AnyOrder():
                for line in node.moves:
                    self.statement(line, gone)
            case t.Move():
                self.places(node, node, gone)
                if node.who is not None and isinstance(node.who.who, t.Ref):
                    self.piece(node, node.who.who, "moves", gone)
                if node.toward is not None and self.key(node.toward) in gone:
                    message = f"'{node.toward.name}' is no longer there, so nothing comes nearer to it"
                    self.nothing(node.toward.span, message, gone[self.key(node.toward)])
            case t.Destroy():
                self.places(node, node, gone)
                for what in node.objects:
                    self.handled(node, what, "is destroyed", gone)
            case t.Turn():
                self.places(node, node, gone)
                self.handled(node, node.what, "is upgraded" if node.up else "is downgraded", gone)
                self.rank_left(node)
            case t.Convert():
                self.places(node, node, gone)
                self.handled(node, node.what, "is converted", gone)
            case t.Place() | t.Choose():
                self.places(node, node, gone)
            case t.Mark():
                self.handled(node, node.what, "is marked", gone)
            case t.Swap() | t.Take():
                self.places(node, node, gone)
            case t.TellDestroyed() | t.Copy():
                pass
            case (
                t.Gain()
                | t.Lose()
                | t.TellSummoning()
                | t.ChooseArrow()
                | t.Permit()
                | t.PermitOnly()
                | t.Put()
                | t.Draw()
            ):
                pass

    def taken(self, node: t.Statement) -> Gone:
        """What is no longer a piece behind a mandatory statement."""
        match node:
            case t.Destroy() if self.part.name != "effect":  # its `self` is reported as such
                return {x.of: node for x in node.objects if isinstance(x, t.Ref) and x.of}
            case t.Destroy():
                return {self.key(x): node for x in node.objects if isinstance(x, t.Ref) and not x.marker}
            case t.Convert(what=t.Ref(of=label)) if label:
                return {label: node}
            case _:
                return {}

    def taken_if(self, test: t.Test) -> Gone:
        """What is gone where a test held: what an optional statement took, if it happened."""
        found: Gone = {}
        for node in t.walk(test):
            if isinstance(node, t.Did) and node.yes and node.of in self.binders:
                found |= self.taken(self.binders[node.of])
        return found

    @staticmethod
    def key(ref: t.Ref) -> str:
        return ref.of or ref.name

    # ------------------------------------------------------------ what is spoken of

    def handled(self, node: t.Statement, what: t.Object, done: str, gone: Gone) -> None:
        if isinstance(what, t.Ref):
            self.piece(node, what, done, gone)

    def piece(self, node: t.Statement, ref: t.Ref, done: str, gone: Gone) -> None:
        """A reference where a piece is needed."""
        place = ref.span if ref.span != t.NOWHERE else self.report.line_of(node)
        binder = self.binders.get(ref.of)
        if self.key(ref) in gone:
            self.nothing(place, f"'{ref.name}' is no longer there, so nothing {done}", gone[self.key(ref)])
        elif isinstance(binder, t.Destroy):
            self.nothing(place, f"'{ref.name}' was destroyed, so nothing {done}", binder)
        elif binder is not None and _binds_square(binder):
            help_ = "write '1 piece on it', or choose a piece"
            self.report("K044", place, f"'{ref.name}' is a square, and a piece {done}", help_)

    def nothing(self, place: Span, message: str, cause: t.Statement) -> None:
        notes = ((self.report.line_of(cause), "because of this"),)
        self.report("K042", place, message, "leave it out, or put it before that line", notes)

    def places(self, node: t.Statement, within: Any, gone: Gone) -> None:
        """Conditions that count from a piece which is gone."""
        for x in t.walk(within):
            ref = _counted_from(x)
            if ref is not None and self.key(ref) in gone:
                self.nothing(x.span, f"'{ref.name}' is no longer there, so this is nowhere", gone[self.key(ref)])

    # ------------------------------------------------------------ tests and ranks

    def test(self, node: t.Test) -> None:
        for x in t.walk(node):
            if isinstance(x, t.Did) and x.of in self.binders:
                self.did(x, self.binders[x.of])
            if isinstance(x, t.StepDestroyed) and x.of in self.binders:
                self.destroyed(x, self.binders[x.of])
            if isinstance(x, t.Was | t.WasOn):
                self.was(x)
            if isinstance(x, t.IsRank) and x.ref.of in self.binders:
                self.is_rank(x, self.binders[x.ref.of])

    def did(self, node: t.Did, binder: t.Statement) -> None:
        several = isinstance(binder, t.May) and len(binder.body) > 1
        if several or isinstance(binder, t.Either | t.EachColor | t.Repeat | t.Linked):
            notes = ((self.report.line_of(binder), "this one"),)
            help_ = "ask inside it, behind the action that is meant"
            self.report("K048", node.span, "'you do' would ask about several actions at once", help_, notes)

    def destroyed(self, node: t.StepDestroyed, binder: t.Statement) -> None:
        notes = ((self.report.line_of(binder), "this one"),)
        if isinstance(binder, t.May | t.Either | t.WithEach | t.EachColor | t.Repeat | t.Linked):
            help_ = "ask inside it, behind the action that is meant"
            self.report("K048", node.span, "'that' would ask about several actions at once", help_, notes)
        elif not isinstance(binder, t.Destroy | t.Move | t.AnyOrder):
            self.report("K041", node.span, "the line before destroys nothing", "ask behind 'destroy' or a move", notes)

    def was(self, node: t.Was | t.WasOn) -> None:
        if node.ref.name == "self" or node.ref.marker:
            thing = "the being" if node.ref.name == "self" else f"'{node.ref.name}'"
            message = f"{thing} was handled by no earlier line"
            self.report("K051", node.span, message, "ask about the piece that a line chose or destroyed")
            return
        binder = self.binders.get(node.ref.of)
        if binder is None:
            return
        if _binds_square(binder):
            has = "no rank" if isinstance(node, t.Was) else "no place of its own"
            self.report("K044", node.ref.span, f"'{node.ref.name}' is a square and has {has}", "choose a piece")
        elif isinstance(node, t.Was) and not set(node.ranks) & set(self.ranks_before(binder)):
            notes = ((self.report.line_of(binder), "this handles other ranks"),)
            self.report("K041", node.span, "this can never be so", "name a rank that it may have had", notes)

    def is_rank(self, node: t.IsRank, binder: t.Statement) -> None:
        """What was destroyed, and a square, has no rank now."""
        if isinstance(binder, t.Destroy) or _binds_square(binder):
            notes = ((self.report.line_of(binder), "because of this"),)
            message = f"'{node.ref.name}' is no piece on the board, so it has no rank now"
            self.report("K044", node.ref.span, message, "ask what it 'was', or choose a piece", notes)

    def rank_left(self, node: t.Turn) -> None:
        """A remembered piece that has the last rank already."""
        if not isinstance(node.what, t.Ref):
            return
        last = 2 if node.up else 0
        if self.ranks_now(node.what, node) == (last,):
            verb = "upgraded" if node.up else "downgraded"
            message = f"'{node.what.name}' is {t.RANKS[last]} and cannot be {verb}"
            self.report("K042", node.what.span, message, "leave the line out")

    def ranks_now(self, ref: t.Ref, before: t.Turn) -> tuple[int, ...]:
        """The ranks that a remembered piece may have, as far as is certain, before a statement."""
        earlier = self.nodes[: next(n for n, x in enumerate(self.nodes) if x is before)]
        if any(isinstance(x, t.Turn) and x.what == ref for x in earlier):
            return _ALL
        if ref.marker:
            return _ALL
        if ref.name == "self":
            turned = any(isinstance(x, t.Turn) for x in earlier)
            return _ALL if turned or self.card.rank is None else (self.card.rank,)
        binder = self.binders.get(ref.of)
        return _ALL if binder is None else self.ranks_after(binder)

    def ranks_before(self, node: t.Statement) -> tuple[int, ...]:
        """The ranks that what a statement handles may have had."""
        match node:
            case t.Destroy(objects=(t.Counted(what=t.Pieces() as what),)):
                return what.noun.ranks
            case t.Swap(first=t.Counted(what=t.Pieces() as what)):
                return what.noun.ranks
            case t.Place(what=t.Counted(what=t.Pieces() as what)) | t.Choose(what=t.Counted(what=t.Pieces() as what)):
                return what.noun.ranks
            case (
                t.Convert(what=t.Counted(what=t.Pieces() as what))
                | t.WithEach(members=t.Counted(what=t.Pieces() as what))
            ):
                return what.noun.ranks
            case t.Turn(what=t.Counted(what=t.Pieces() as what)):
                return tuple(x for x in what.noun.ranks if x != (2 if node.up else 0))
            case _:
                return _ALL

    def ranks_after(self, node: t.Statement) -> tuple[int, ...]:
        """The ranks that what a statement handled may have behind it."""
        ranks = self.ranks_before(node)
        match node:
            case t.Turn():
                return tuple(x + (1 if node.up else -1) for x in ranks)
            case t.Convert() if node.rank is not None:
                return (node.rank,)
            case _:
                return ranks

    # ------------------------------------------------------------ what nobody speaks of

    def spoken_of(self) -> None:
        """Choosing changes nothing: somebody must speak of what was chosen."""
        labels = {x.of for x in self.nodes if isinstance(x, t.Ref | t.Direction | t.Did)}
        for node in self.nodes:
            if isinstance(node, t.Choose | t.ChooseArrow) and node.label not in labels:
                if getattr(node, "alias", "") or self.report.unread:
                    continue  # an unused name is reported as such; a line that is not understood may use it
                word = "it" if isinstance(node, t.Choose) else "that direction"
                message = f"what is chosen here is never spoken of as '{word}'"
                self.report("K042", self.report.line_of(node), message, "leave the line out, or use what it chooses")
            if isinstance(node, t.WithEach) and node.label not in labels:
                message = "nothing below speaks of the one that is taken ('it')"
                self.report("K043", self.report.line_of(node), message, "say what is done with 'it'")


def _binds_square(node: t.Statement) -> bool:
    """Whether "it" behind a statement is a square that was chosen."""
    match node:
        case t.Choose(what=t.Counted(what=t.Squares())) | t.WithEach(members=t.Counted(what=t.Squares())):
            return True
        case _:
            return False


def _counted_from(node: Any) -> t.Ref | None:
    """The one piece that a condition is counted from."""
    match node:
        case (
            t.Adjacent(to=t.Ref() as ref)
            | t.Distance(to=t.Ref() as ref)
            | t.On(place=t.Ref() as ref)
            | t.Mirrored(ref=ref)
        ):
            return ref
        case t.InLine():
            return t.Ref("self")
        case _:
            return None
