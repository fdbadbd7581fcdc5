"""Takes a card's meaning, gives its program: every statement becomes basic blocks.

Statements are lowered from the last to the first, so that each knows the block that
follows it. A function gets a statement, the number of the next block and whether its
first decision may be declined, and gives the number of the block where it begins.
An offer stands in a block of its own that changes nothing before the answer, so a
saved game can ask again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ..dsl import tree as t
from .patterns import drawn, pairs, shape
from .program import LINKED_DONE, LINKED_FAILED, LINKED_TRIED, Block, End, Expr, Instr, PartProgram, Program, targets

A: Expr = ("a",)
B: Expr = ("b",)
SELF: Expr = ("P", 0)
USED: Expr = ("M", 0)
NO: Expr = ("never",)
YES: Expr = ("always",)
COPIED: Expr = ("of_kind", ("pile",), "copied")  # cards of the pile whose warp effect can be copied
HOW = {"any": 0, "edge": 1, "corner": 2}

# Registers that a part may use beside the being, the used pieces, marks and arrows.
LIMITS = {"P": 7, "M": 3, "N": 18}


class TooMuch(Exception):
    """The part remembers more than a frame holds."""


def lower(card: t.Card) -> Program:
    """The program of a card whose tree went through `compiler.check` (or `resolve`)."""
    if card.task is not None:
        return Program(card.name, (), claim=_lower_claim(card.task))
    parts = tuple(_Lowerer(part, card).program() for part in card.parts)
    used = {type(x).__name__: x for x in t.walk(card.parts)}
    marks = "Mirrored" in used or any(
        isinstance(x, t.Field) and not {"marked", "crossed"}.isdisjoint(x.adjectives) for x in t.walk(card.parts)
    )
    arrows = "ChooseArrow" in used or any(isinstance(x, t.Direction) and x.kind == "arrow" for x in t.walk(card.parts))
    nouns = any(isinstance(x, t.Noun) and x.used for x in t.walk(card.parts))
    return Program(card.name, parts, marks * 1 | arrows * 2 | nouns * 4)


def _lower_claim(task: t.Task) -> Expr:
    """A task's condition: one test, for which nothing is remembered and nothing asked."""
    worker = _Lowerer(t.Part("effect", ()))
    worker.shapes = tuple(shape(x) for x in task.patterns)
    return worker.test(task.claim)


@dataclass
class _Memory:
    """What must be remembered of a labelled statement: the registers that hold it, or None."""

    did: Expr | None = None
    piece: Expr | None = None
    square: Expr | None = None
    rank: Expr | None = None
    direction: Expr | None = None
    ranked: dict[tuple[int, ...], tuple[Expr, Expr]] = field(default_factory=dict)
    """Of `with each`, for the ranks of each "was": the members that had one at the start; whether the one taken had."""
    colors: Expr | None = None  # settled for `their`, as a set
    at: Expr | None = None  # the square where it was when it was handled
    fallen: dict[t.Noun, Expr] = field(default_factory=dict)  # how many of some pieces it destroyed


class _Lowerer:
    def __init__(self, part: t.Part, card: t.Card | None = None) -> None:
        self.part, self.card = part, card
        self.blocks: dict[int, Block] = {0: Block()}
        self.sources: dict[int, str] = {}
        self.taken = dict.fromkeys(LIMITS, 0)
        self.local: dict[str, Expr] = {}  # label of an enclosing `with each` in a test: the local square
        self.begun: set[str] = set()  # of these, the `with each` that took stock of its members already
        self.memory = self._remembered()
        self.placing: tuple[str, Expr] | None = None  # label of a `place` of enemy pieces, the color being placed
        self.shapes: tuple[Any, ...] = ()  # of a task: the drawings that may fit
        self.region: Expr | None = None  # within a test of regions: the squares looked at

    def program(self) -> PartProgram:
        end = self.new([], ("done",))
        begin = self.block(self.part.body, end)
        self.blocks[0] = Block([], ("jump", begin))
        blocks, sources = _tidy(self.blocks, self.sources)
        return PartProgram(self.part.name, blocks, self.part.margin, sources, self.part.early)

    # ------------------------------------------------------------ blocks and registers

    def new(self, code: list[Instr], end: End, source: str = "") -> int:
        number = len(self.blocks)
        self.blocks[number] = Block(code, end)
        if source:
            self.sources[number] = source
        return number

    def register(self, kind: str) -> Expr:
        self.taken[kind] += 1
        if self.taken[kind] > LIMITS[kind]:
            raise TooMuch
        return (kind, self.taken[kind] if kind != "N" else self.taken[kind] - 1)

    def _remembered(self) -> dict[str, _Memory]:
        """By label: registers for what later lines speak of."""
        memory: dict[str, _Memory] = {}
        binders = {x.label: x for x in t.walk(self.part.body) if getattr(x, "label", "")}

        def want(label: str, what: str, kind: str) -> None:
            entry = memory.setdefault(label, _Memory())
            if getattr(entry, what) is None:
                setattr(entry, what, self.register(kind))

        for node in t.walk(self.part.body):
            match node:
                case t.Did(of=label) if label:
                    want(label, "did", "N")
                case t.Direction(kind="that" | "opposite", of=label) if label:
                    want(label, "direction", "N")
                case t.Was(ref=t.Ref(of=label)) if label and isinstance(binders[label], t.WithEach):
                    ranked = memory.setdefault(label, _Memory()).ranked
                    ranked[node.ranks] = ranked.get(node.ranks) or (self.register("M"), self.register("N"))
                case t.Was(ref=t.Ref(of=label)) if label:
                    want(label, "rank", "N")
                case t.Noun(owner="their", of=label) if label:
                    want(label, "colors", "N")
                case t.WasOn(ref=t.Ref(of=label)) if label:
                    want(label, "at", "N")
                case t.StepDestroyed(of=label) if label:
                    fallen = memory.setdefault(label, _Memory()).fallen
                    if _bare(node.noun) not in fallen:
                        fallen[_bare(node.noun)] = self.register("N")
                case _:
                    pass
            if isinstance(node, t.Repeat):
                for label in doers(node.body):
                    want(label, "did", "N")
        asked = {id(x.ref) for x in t.walk(self.part.body) if isinstance(x, t.Was | t.WasOn)}
        for node in t.walk(self.part.body):
            if isinstance(node, t.Ref) and node.of and id(node) not in asked:
                as_square = _binds_square(binders[node.of])
                want(node.of, "square" if as_square else "piece", "N" if as_square else "P")
        return memory

    def mem(self, label: str) -> _Memory:
        return self.memory.get(label, _Memory())

    def reset(self, label: str) -> list[Instr]:
        """Forget what an earlier round of a loop remembered."""
        m = self.mem(label)
        code: list[Instr] = [("set", r, ("const", -1)) for r in (m.square, m.rank, m.direction, m.at) if r]
        code += [("set", m.piece, ("const", -1))] if m.piece else []
        code += [("set", r, ("const", 0)) for r in (m.colors, *m.fallen.values()) if r]
        return code + ([("set", m.did, ("const", 0))] if m.did else [])

    def felling(self, label: str, mask: Expr) -> list[Instr]:
        """What is counted before the pieces of a set are destroyed."""
        return [("count", r, _and(mask, self.noun(noun))) for noun, r in self.mem(label).fallen.items()]

    # ------------------------------------------------------------ statements

    def block(self, body: t.Block, nxt: int) -> int:
        for node in reversed(body):
            nxt = self.statement(node, nxt, False)
        return nxt

    def statement(self, node: t.Statement, nxt: int, may: bool) -> int:
        match node:
            case t.May():
                return self.may(node, nxt)
            case t.If():
                return self.if_(node, nxt)
            case t.Either():
                return self.either(node, nxt, may)
            case t.AnyOrder():
                return self.any_order(node, nxt, may)
            case t.WithEach():
                return self.with_each(node, nxt, may)
            case t.Move():
                return self.move(node, nxt, may)
            case t.Destroy():
                return self.destroy(node, nxt, may)
            case t.Place():
                return self.place(node, nxt, may)
            case t.Turn():
                return self.turn(node, nxt, may)
            case t.Convert():
                return self.convert(node, nxt, may)
            case t.Choose():
                return self.choose(node, nxt, may)
            case t.ChooseArrow():
                return self.choose_arrow(node, nxt, may)
            case t.Gain():
                return self.gain(node, nxt, may)
            case t.Mark():
                return self.mark(node, nxt, may)
            case t.Lose():
                return self.lose(node, nxt, may)
            case t.PermitOnly():
                colors = self.mem(node.what.noun.of).colors
                return self.fixed_thing(node, ("permit_only", colors), nxt, may)
            case t.TellDestroyed():
                return self.fixed_thing(node, ("count_twice",), nxt, may)
            case t.Swap():
                return self.swap(node, nxt, may)
            case t.Take():
                mask = self.phrase(node.what.what)
                return self.picks(node, node.what, mask, [("take_onto", A)], nxt, may)
            case t.Copy():
                return self.copy(node, nxt, may)
            case t.TellSummoning():
                return self.tell_summoning(node, nxt, may)
            case t.Permit():
                return self.permit(node, nxt, may)
            case t.Put():
                return self.put(node, nxt, may)
            case t.Draw():
                return self.fixed_thing(node, ("draw", _KINDS.index(node.kind), node.amount), nxt, may)
            case t.EachColor():
                return self.each_color(node, nxt)
            case t.Linked():
                return self.linked(node, nxt)
            case t.Repeat():
                return self.repeat(node, nxt)

    def may(self, node: t.May, nxt: int) -> int:
        if len(node.body) == 1:
            return self.statement(node.body[0], nxt, True)
        did = self.mem(node.label).did
        body = self.block(node.body, nxt)
        taken = self.new([("set", did, ("const", 1))] if did else [], ("jump", body))
        return self.option(node.label, verb(node.body[0]), self.can_block(node.body), taken, nxt)

    def option(self, label: str, word: str, can: Expr, taken: int, nxt: int) -> int:
        """`option WORD` or `stop`, passed over when nothing can be done."""
        what = (("pick", can, ("const", 1), ("const", 0)), (word,))
        offer = self.new([], ("offer", "options", what, YES, taken, nxt, nxt), label)
        return self.new(self.reset(label), ("jump", offer))

    def if_(self, node: t.If, nxt: int) -> int:
        then = self.block(node.then, nxt)
        other = self.block(node.otherwise, nxt)
        return self.new([], ("branch", self.test(node.test), then, other))

    def either(self, node: t.Either, nxt: int, may: bool) -> int:
        starts = [self.block(x, nxt) for x in node.branches]
        chain = starts[-1]
        for i in range(len(starts) - 2, -1, -1):
            chain = self.new([], ("branch", ("is", A, i), starts[i], chain))
        bits = tuple(("pick", self.eligible(x), ("const", 1 << i), ("const", 0)) for i, x in enumerate(node.branches))
        what = (("or", *bits), labels_of(node))
        stop = YES if may else NO
        return self.new([], ("offer", "options", what, stop, chain, nxt if may else None, nxt), node.label)

    def eligible(self, branch: t.Block) -> Expr:
        """Whether a branch can do something or allows zero (D17)."""
        zero = self.zero(branch[0])
        if zero in (YES, NO):
            return YES if zero == YES else self.can_block(branch)
        return ("any", zero, self.can_block(branch))

    def zero(self, node: t.Statement) -> Expr:
        """Whether a statement may be done with nothing at all; an `if` asks the block that its test selects."""
        if isinstance(node, t.Either):
            parts = [self.zero(x[0]) for x in node.branches]
            parts = [x for x in parts if x != NO]
            return YES if YES in parts else ("any", *parts) if parts else NO
        if not isinstance(node, t.If):
            return YES if allows_zero(node) else NO
        test, parts = self.test(node.test), []
        for chosen, block in ((test, node.then), (("no", test), node.otherwise)):
            inner = self.zero(block[0]) if block else NO
            parts += [] if inner == NO else [("each", chosen, inner)]
        return ("any", *parts) if parts else NO

    def with_each(self, node: t.WithEach, nxt: int, may: bool) -> int:
        pieces = isinstance(node.members.what, t.Pieces)
        members = self.register("M" if pieces else "N")
        budget = _Budget(self, node.members.count, may, counted=True)
        m = self.mem(node.label)
        offer = self.reserve()
        self.sources[offer] = node.label
        body = self.block(node.body, budget.again(offer, nxt))
        code: list[Instr] = [("drop", members, A), *budget.spend()]
        code += [("set", m.did, ("const", 1))] if m.did else []
        code += self.remember(node.label, A, ("rank_at", A))
        code += [
            ("set", had, ("pick", _holds(those, A), ("const", 1), ("const", 0))) for those, had in m.ranked.values()
        ]
        taken = self.new(code, ("jump", body))
        self.begun.add(node.label)
        can = self.can_with(node)
        self.begun.remove(node.label)
        what = (("keep", ("mask", members), can),)
        self.blocks[offer] = Block([], ("offer", "squares", what, budget.stop, taken, nxt, nxt))
        put = "follow" if pieces else "set"
        phrase = self.phrase(node.members.what)
        start: list[Instr] = [(put, members, phrase), *budget.start()]
        start += [("follow", those, _and(phrase, *_RANK_MASKS[ranks])) for ranks, (those, _) in m.ranked.items()]
        return self.new([*self.reset(node.label), *start], ("jump", offer))

    def can_with(self, node: t.WithEach) -> Expr:
        """Whether the body can do something with the local square as its member."""
        self.local[node.label] = ("x",)
        can = self.can_block(node.body)
        del self.local[node.label]
        return can

    def each_color(self, node: t.EachColor, nxt: int) -> int:
        """A round for each color, in the order of their numbers."""
        left, colors = self.register("N"), self.mem(node.label).colors
        loop = self.reserve()
        body = self.block(node.body, loop)
        settle: list[Instr] = [("set", colors, ("color_of", left))] if colors else []
        turn = self.new([*settle, ("set", left, ("less", left))], ("jump", body))
        if node.owner:
            own = self.new([("set", left, ("less", left))], ("jump", loop))
            turn = self.new([], ("branch", ("mine", left), own, turn))
        self.blocks[loop] = Block([], ("branch", ("above", left, 0), turn, nxt))
        return self.new([*self.reset(node.label), ("set", left, ("colors",))], ("jump", loop))

    def repeat(self, node: t.Repeat, nxt: int) -> int:
        """Rounds while something happens in them, as many as the arena has squares at most."""
        left, done = self.register("N"), [did for x in doers(node.body) if (did := self.mem(x).did)]
        loop = self.reserve()
        happened: Expr = ("any", *(("did", did) for did in done))
        again = self.new([], ("branch", ("each", ("above", left, 0), happened), loop, nxt))
        begin: list[Instr] = [("set", left, ("less", left)), *(("set", did, ("const", 0)) for did in done)]
        round_ = self.new(begin, ("jump", self.block(node.body, again)))
        test = YES if node.test is None else self.test(node.test)
        self.blocks[loop] = Block([], ("jump", round_) if test == YES else ("branch", test, round_, nxt))
        return self.new([("set", left, ("size", ("arena",)))], ("jump", loop))

    def linked(self, node: t.Linked, nxt: int) -> int:
        """All or nothing: while it is tried whether the rest can be done, a register says so, and then what came out.

        Every question in it offers only what a trial brings to the end; where there is nothing to ask, a trial fails.
        """
        trial, did = self.register("N"), self.mem(node.label).did
        over = self.new([("set", trial, ("const", LINKED_DONE))], ("done",))
        going_on = self.new([("set", did, ("const", 1))] if did else [], ("jump", nxt))
        whole = self.new([], ("branch", ("is", trial, LINKED_TRIED), over, going_on))
        lost = self.new([("set", trial, ("const", LINKED_FAILED))], ("done",))
        failed = self.new([], ("branch", ("is", trial, LINKED_TRIED), lost, nxt))
        before = len(self.blocks)
        body = self.block(node.body, whole)
        for number in range(before, len(self.blocks)):
            block = self.blocks[number]
            if block.end[0] == "offer":
                block.linked, block.end = trial, (*block.end[:-1], failed)
        return self.new([*self.reset(node.label), ("set", trial, ("const", 0))], ("jump", body))

    def reserve(self) -> int:
        return self.new([], ("done",))

    # ------------------------------------------------------------ handling pieces one by one

    def remember(self, label: str, square: Expr, rank: Expr, follow: bool = True) -> list[Instr]:
        """What is remembered when a piece is picked, before anything happens to it."""
        m = self.mem(label)
        code: list[Instr] = [("set", m.rank, rank)] if m.rank else []
        code += [("set", m.at, square)] if m.at else []
        code += [("set", m.square, square)] if m.square else []
        return code + ([("follow", m.piece, square)] if m.piece and follow else [])

    def picks(
        self, node: Any, counted: t.Counted, mask: Expr, apply: list[Instr], nxt: int, may: bool, keeps: bool = True
    ) -> int:
        """Pick pieces of `mask` one by one and do `apply` with each at once.

        `keeps`: what is picked stays the piece it was (else the piece is remembered after
        `apply`). What one statement picks are different pieces.
        """
        label, count = node.label, counted.count
        m = self.mem(label)
        color = self.register("N") if _one_color(counted.what) and count.most != 1 else None
        full = self.full_colors(counted)
        budget = _Budget(self, count, may)
        several = count.most != 1
        their = self.shared_colors(counted)
        due = self.register("N") if their else None
        done = self.register("M") if several and isinstance(node, t.Turn) else None  # others leave the phrase
        code = self.remember(label, A, ("rank_at", A), keeps)
        code += [("set", color, ("color_at", A))] if color else []
        code += [("enlist", full, A)] if full else []
        code += [("set", due, ("due", due, A, their))] if due else []
        code += apply
        code += [("gather", done, A)] if done else []
        code += [("follow", m.piece, A)] if m.piece and not keeps else []
        code += [("set", m.did, ("const", 1))] if m.did else []
        mask = _due(mask, their, due) if due else mask
        offered = mask if color is None else ("same", mask, color)
        offered = _and(offered, ("not", ("theirs", full[-1]))) if full else offered
        offered = _and(offered, ("not", ("mask", done))) if done else offered
        offer = self.reserve()
        self.sources[offer] = label
        taken = self.new([*code, *budget.spend()], ("jump", budget.again(offer, nxt)))
        self.blocks[offer] = Block([], ("offer", "squares", (offered,), budget.stop, taken, nxt, nxt))
        start = self.reset(label) + budget.start()
        start += [("set", color, ("const", -1))] if color else []
        start += [("set", r, ("const", 0)) for r in full]
        start += [("set", done, ("const", 0))] if done else []
        start += [("set", due, ("reg", their))] if due else []
        return self.new(start, ("jump", offer))

    def full_colors(self, counted: t.Counted) -> tuple[Expr, ...]:
        """Registers of the colors that were taken once, twice ..., up to so often as a color may be taken."""
        few = next((x.most for x in counted.what.where if isinstance(x, t.FewOfEachColor)), 0)
        return tuple(self.register("N") for _ in range(few)) if counted.count.most != 1 else ()

    def shared_colors(self, counted: t.Counted) -> Expr | None:
        """The register of the colors that several picks share: none twice while another is missing."""
        what = counted.what
        if isinstance(what, t.Squares) or what.noun.owner != "their" or counted.count.most == 1:
            return None
        return self.mem(what.noun.of).colors

    def group_picks(
        self,
        node: Any,
        counted: t.Counted,
        mask: Callable[[Expr], Expr],
        apply: Callable[[Expr], list[Instr]],
        nxt: int,
        may: bool,
    ) -> int:
        """Pick a connected group piece by piece, then do `apply` with all of it at once."""
        picked, budget = self.register("N"), _Budget(self, counted.count, may, counted=True)
        apply_block = self.new(apply(("mask", picked)), ("jump", nxt))
        offer = self.reserve()
        self.sources[offer] = node.label
        taken = self.new([("join", picked, A), *budget.spend()], ("jump", budget.again(offer, apply_block)))
        touching = ("pick", ("some", ("mask", picked)), ("around", 0, ("mask", picked)), ("arena",))
        what = (("and", mask(("mask", picked)), touching, ("not", ("mask", picked))),)
        self.blocks[offer] = Block([], ("offer", "squares", what, budget.stop, taken, apply_block, apply_block))
        start: list[Instr] = [("set", picked, ("const", 0)), *budget.start()]
        return self.new([*self.reset(node.label), *start], ("jump", offer))

    def destroy(self, node: t.Destroy, nxt: int, may: bool) -> int:
        first = node.objects[0]
        did = self.mem(node.label).did
        if len(node.objects) == 1 and isinstance(first, t.Counted) and not first.count.every:
            mask = self.phrase(first.what)
            if first.connected:

                def apply(picked: Expr) -> list[Instr]:
                    return [*self.felling(node.label, picked), ("destroy", picked, node.tally, did)]

                return self.group_picks(node, first, lambda _: mask, apply, nxt, may)
            felling = self.felling(node.label, ("bit", A))
            destroy = ("destroy_out" if node.out else "destroy_at", A, node.tally)
            return self.picks(node, first, mask, [*felling, destroy], nxt, may)
        mask = self.all_of(node.objects)
        code: list[Instr] = []
        if len(node.objects) == 1 and isinstance(first, t.Ref):
            square = ("reg", self.ref(first))
            code = [] if self.mem(node.label) == _Memory(did=did) else self.remember_fixed(node.label, square)
        code += self.felling(node.label, mask)
        act = self.new([*code, ("destroy", mask, node.tally, did)], ("jump", nxt))
        if may:
            return self.option(node.label, "destroy", ("some", ("and", mask, ("occupied",))), act, nxt)
        return self.new(self.reset(node.label), ("jump", act))

    def remember_fixed(self, label: str, square: Expr) -> list[Instr]:
        return self.remember(label, ("piece", square), ("rank_at", square))

    def all_of(self, objects: tuple[t.Object, ...]) -> Expr:
        masks = [self.ref_mask(x) if isinstance(x, t.Ref) else self.phrase(x.what) for x in objects]
        return masks[0] if len(masks) == 1 else ("or", *masks)

    def turn(self, node: t.Turn, nxt: int, may: bool) -> int:
        up = int(node.up)
        did = self.mem(node.label).did
        if isinstance(node.what, t.Ref):
            return self.fixed(node, lambda square, done: ("turn", square, up, done), nxt, may)
        phrase = self.phrase(node.what.what)

        def mask(picked: Expr) -> Expr:
            return ("and", phrase, ("turnable", up, picked))

        if node.what.connected:
            return self.group_picks(node, node.what, mask, lambda x: [("turn_all", x, up, did)], nxt, may)
        able = ("turnable", up, ("const", 0))
        if node.what.count.every:
            return self.every(node, phrase, able, ("turn", A, up, None), ("turn_all", up, did), nxt, may)
        return self.picks(node, node.what, mask(("const", 0)), [("turn", A, up, None)], nxt, may)

    def every(self, node: Any, phrase: Expr, able: Expr, one: Instr, all_: Instr, nxt: int, may: bool) -> int:
        """Change all of a phrase: at once if the supply reaches, else one by one in the player's order (D21)."""
        members, did = self.register("M"), self.mem(node.label).did
        offer = self.reserve()
        self.sources[offer] = node.label
        code: list[Instr] = [("drop", members, A), one, *([("set", did, ("const", 1))] if did else [])]
        taken = self.new(code, ("jump", offer))
        what = (("and", ("mask", members), able),)
        self.blocks[offer] = Block([], ("offer", "squares", what, NO, taken, None, nxt))
        at_once = self.new([(all_[0], ("mask", members), *all_[1:])], ("jump", nxt))
        enough = ("enough", ("mask", members), *all_[1:-1], 1 if all_[0] == "convert_all" else 0)
        split = self.new([("follow", members, ("and", phrase, able))], ("branch", enough, at_once, offer))
        if may:
            return self.option(node.label, verb(node), ("some", ("and", phrase, able)), split, nxt)
        return self.new(self.reset(node.label), ("jump", split))

    def convert(self, node: t.Convert, nxt: int, may: bool) -> int:
        rank = -1 if node.rank is None else node.rank
        did = self.mem(node.label).did
        if isinstance(node.what, t.Ref) and node.owner:
            return self.give(node, node.what, nxt, may)
        if isinstance(node.what, t.Ref):
            return self.fixed(node, lambda square, done: ("convert", square, rank, done), nxt, may)
        phrase, able = self.phrase(node.what.what), ("convertible", rank)
        if node.what.count.every:
            return self.every(node, phrase, able, ("convert", A, rank, None), ("convert_all", rank, did), nxt, may)
        mask = ("and", phrase, able)
        return self.picks(node, node.what, mask, [("convert", A, rank, None)], nxt, may, keeps=False)

    def give(self, node: t.Convert, ref: t.Ref, nxt: int, may: bool) -> int:
        """An own piece becomes an enemy's: of the colors that have such a piece one is chosen."""
        m, square, color = self.mem(node.label), ("reg", self.ref(ref)), self.register("N")
        code: list[Instr] = [("set", color, A)]
        code += self.remember(node.label, ("piece", square), ("rank_at", square), follow=False)
        if m.piece:
            at = self.register("N")
            code += [("set", at, square), ("give", ("reg", at), node.rank, color), ("follow", m.piece, ("reg", at))]
        else:
            code.append(("give", square, node.rank, color))
        code += [("set", m.did, ("const", 1))] if m.did else []
        taken = self.new(code, ("jump", nxt))
        asked: Expr = ("pick", self.can(node), ("suppliers", (node.rank,)), ("const", 0))
        end = ("offer", "colors", (asked,), YES if may else NO, taken, nxt, nxt)
        return self.new(self.reset(node.label), ("jump", self.new([], end, node.label)))

    def mark(self, node: t.Mark, nxt: int, may: bool) -> int:
        if isinstance(node.what, t.Ref):
            return self.fixed(node, lambda square, done: ("mark", square, node.marker, done), nxt, may)
        mask = _and(("own",), self.phrase(node.what.what))
        return self.picks(node, node.what, mask, [("mark", A, node.marker, None)], nxt, may)

    def fixed(
        self, node: t.Turn | t.Convert | t.Mark, act: Callable[[Expr, Expr | None], Instr], nxt: int, may: bool
    ) -> int:
        """Turn, convert or mark one remembered piece: no choice but, under `may`, whether.

        A name stands for the piece only if it was done. What was converted is another piece
        (R6.21): so it is remembered anew, by its square.
        """
        assert isinstance(node.what, t.Ref)
        m, square = self.mem(node.label), ("reg", self.ref(node.what))
        code = self.remember(node.label, ("piece", square), ("rank_at", square), follow=False)
        if m.piece:
            at, done = self.register("N"), m.did or self.register("N")
            code += [("set", at, square), act(("reg", at), done)]
            code += [("follow", m.piece, ("pick", ("did", done), ("reg", at), ("const", -1)))]
        else:
            done = m.did or (self.register("N") if m.rank or m.at else None)
            code.append(act(square, done))
        end: End = ("jump", nxt)
        if m.rank or m.at:  # what was not done handled nothing
            nothing: list[Instr] = [("set", r, ("const", -1)) for r in (m.rank, m.at) if r]
            end = ("branch", ("did", done), nxt, self.new(nothing, ("jump", nxt)))
        taken = self.new(code, end)
        if may:
            return self.option(node.label, verb(node), self.can(node), taken, nxt)
        return self.new(self.reset(node.label), ("jump", taken))

    def choose(self, node: t.Choose, nxt: int, may: bool) -> int:
        return self.picks(node, node.what, self.phrase(node.what.what), [], nxt, may)

    def choose_arrow(self, node: t.ChooseArrow, nxt: int, may: bool) -> int:
        m = self.mem(node.label)
        code: list[Instr] = [("set", m.direction, A)] if m.direction else []
        code += [("set", m.did, ("const", 1))] if m.did else []
        taken = self.new(code, ("jump", nxt))
        end = ("offer", "arrows", (("arrows",),), YES if may else NO, taken, nxt, nxt)
        return self.new(self.reset(node.label), ("jump", self.new([], end, node.label)))

    def gain(self, node: t.Gain, nxt: int, may: bool) -> int:
        return self.fixed_thing(node, ("gain", node.what, node.amount), nxt, may)

    def fixed_thing(
        self,
        node: t.Gain | t.Lose | t.Permit | t.PermitOnly | t.Draw | t.TellDestroyed,
        act: Instr,
        nxt: int,
        may: bool,
    ) -> int:
        """What asks nothing but, under `may`, whether."""
        did = self.mem(node.label).did
        taken = self.new([act, *([("set", did, ("const", 1))] if did else [])], ("jump", nxt))
        return self.option(node.label, verb(node), YES, taken, nxt) if may else taken

    def lose(self, node: t.Lose, nxt: int, may: bool) -> int:
        """It happens if there is an action to lose; opponents lose what they will have."""
        if node.opponents:
            return self.fixed_thing(node, ("lose_next", node.amount), nxt, may)
        act = self.new([("lose", node.amount, self.mem(node.label).did)], ("jump", nxt))
        if may:
            return self.option(node.label, "lose", ("actions", 1), act, nxt)
        return self.new(self.reset(node.label), ("jump", act))

    def tell_summoning(self, node: t.TellSummoning, nxt: int, may: bool) -> int:
        """Where points are kept apart by color, it is asked in which one the point for a legend counts (R14.14)."""
        did = self.mem(node.label).did
        done: list[Instr] = [("set", did, ("const", 1))] if did else []
        taken, plain = (self.new([("tell", node.rank, x), *done], ("jump", nxt)) for x in (A, None))
        offer = self.new([], ("offer", "colors", (("creditors",),), NO, taken, None, plain), node.label)
        if may:
            return self.option(node.label, verb(node), YES, offer, nxt)
        return self.new(self.reset(node.label), ("jump", offer))

    def permit(self, node: t.Permit, nxt: int, may: bool) -> int:
        assert node.what.count.most is not None
        word = "permit_squares" if isinstance(node.what.what, t.Squares) else "permit"
        return self.fixed_thing(node, (word, node.what.count.most), nxt, may)

    def put(self, node: t.Put, nxt: int, may: bool) -> int:
        did = self.mem(node.label).did
        done: list[Instr] = [("set", did, ("const", 1))] if did else []
        way = (node.source or node.cards.which, node.way, node.target)
        if node.cards.which != "some" or node.cards.count.every:  # no choice but, under `may`, whether
            put = ("put_all", self.cards(node), *way) if node.cards.which == "some" else ("put_card", _card(node), *way)
            act = self.new([put, *done], ("jump", nxt))
            if may:
                return self.option(node.label, verb(node), self.can(node), act, nxt)
            return self.new(self.reset(node.label), ("branch", self.can(node), act, nxt))
        budget = _Budget(self, node.cards.count, may)
        offer = self.reserve()
        self.sources[offer] = node.label
        taken = self.new([("put_card", A, *way), *done, *budget.spend()], ("jump", budget.again(offer, nxt)))
        kind = "hand" if node.source == "hand" else "cards"  # a hand shows to its holder only
        self.blocks[offer] = Block([], ("offer", kind, (self.cards(node),), budget.stop, taken, nxt, nxt))
        return self.new([*self.reset(node.label), *budget.start()], ("jump", offer))

    def copy(self, node: t.Copy, nxt: int, may: bool) -> int:
        """A call: the part of a card runs in a frame of its own, then this one goes on."""
        did = self.mem(node.label).did
        done: list[Instr] = [("set", did, ("const", 1))] if did else []
        if node.cards.which == "some":
            taken = self.new(done, ("call", A, nxt))
            stop = YES if may else NO
            offer = self.new([], ("offer", "cards", (COPIED,), stop, taken, nxt, nxt), node.label)
            return self.new(self.reset(node.label), ("jump", offer))
        card: Expr = ("copied", (f"{node.cards.which}_card",))
        act = self.new(done, ("call", card, nxt))
        if may:
            return self.option(node.label, "copy", ("there_is", card), act, nxt)
        return self.new(self.reset(node.label), ("branch", ("there_is", card), act, nxt))

    def swap(self, node: t.Swap, nxt: int, may: bool) -> int:
        """The first piece is asked for only while there is a second one."""
        m = self.mem(node.label)
        first, second = self.phrase(node.first.what), self.phrase(node.second.what)
        piece = m.piece or self.register("P")
        done: list[Instr] = [("swap", ("reg", piece), A, m.did)]
        swapped = self.new(done, ("jump", nxt))
        where = self.new([], ("offer", "squares", (second,), NO, swapped, None, nxt), node.label)
        code = [*self.remember(node.label, A, ("rank_at", A), follow=False), ("follow", piece, A)]
        chosen = self.new(code, ("jump", where))
        asked = ("pick", ("some", second), first, ("const", 0))
        offer = self.new([], ("offer", "squares", (asked,), YES if may else NO, chosen, nxt, nxt), node.label)
        return self.new([*self.reset(node.label), ("set", piece, ("const", -1))], ("jump", offer))

    @staticmethod
    def cards(node: t.Put) -> Expr:
        """The cards of which some, or all, are put."""
        return ("of_kind", (node.source,), node.cards.kind) if node.cards.kind else (node.source,)

    def place(self, node: t.Place, nxt: int, may: bool) -> int:
        assert isinstance(node.what.what, t.Pieces)
        noun, count, m = node.what.what.noun, node.what.count, self.mem(node.label)
        color = self.register("N") if noun.owner == "enemy" else None
        budget = _Budget(self, count, may)
        squares = self.placing_squares(node, color) if color else self.empty_squares(node.what.what)
        if len(noun.ranks) == 1:
            kind, what, rank = "squares", (("placing", squares, color, noun.ranks[0]),), ("const", noun.ranks[0])
        else:
            kind, what, rank = "ranked", (squares, ("ranks", color, noun.ranks)), B
        code: list[Instr] = [("put", A, rank, color), *self.remember(node.label, A, rank)]
        code += [("set", m.colors, ("also", m.colors, color))] if m.colors and color else []
        code += [("set", m.did, ("const", 1))] if m.did else []
        begin = self.reserve()
        taken = self.new([*code, *budget.spend()], ("jump", budget.again(begin, nxt)))
        if color is None:
            self.blocks[begin] = Block([], ("offer", kind, what, budget.stop, taken, nxt, nxt))
        else:
            where = self.new([], ("offer", kind, what, NO, taken, None, nxt), node.label)
            chosen = self.new([("set", color, A)], ("jump", where))
            self.blocks[begin] = Block([], ("offer", "colors", (self.placeable(node),), budget.stop, chosen, nxt, nxt))
        self.sources[begin] = node.label
        return self.new(self.reset(node.label) + budget.start(), ("jump", begin))

    def placing_squares(self, node: t.Place, color: Expr) -> Expr:
        """Where an enemy piece may be placed if its color is that of a register: "their" speaks of this color."""
        assert isinstance(node.what.what, t.Pieces)
        self.placing = (node.label, color)
        squares = self.empty_squares(node.what.what)
        self.placing = None
        return squares

    def placeable(self, node: t.Place) -> Expr:
        """The enemy colors of which a piece can be placed now."""
        assert isinstance(node.what.what, t.Pieces)
        suppliers: Expr = ("suppliers", node.what.what.noun.ranks)
        squares = self.placing_squares(node, ("c",))
        if any(isinstance(x, t.Noun) and x.of == node.label for x in t.walk(node.what.what.where)):
            return ("able", suppliers, ("some", squares))
        return ("pick", ("some", squares), suppliers, ("const", 0))

    def empty_squares(self, what: t.Pieces) -> Expr:
        return self.phrase(t.Squares(t.Field(("empty",)), what.where))

    # ------------------------------------------------------------ moves

    def landing(self, node: t.Move, nxt: int, may: bool) -> int:
        """The piece on this card leaps from nowhere: its answer is a square."""
        did = self.mem(node.label).did
        code: list[Instr] = [*self.felling(node.label, ("bit", A)), ("land", A)]
        code += [("set", did, ("const", 1))] if did else []
        taken = self.new(code, ("jump", nxt))
        end = ("offer", "squares", (self.landings(node),), YES if may else NO, taken, nxt, nxt)
        return self.new(self.reset(node.label), ("jump", self.new([], end, node.label)))

    def landings(self, node: t.Move) -> Expr:
        return ("landing", int(node.combat), self.onto(node))

    def move(self, node: t.Move, nxt: int, may: bool) -> int:
        if node.who is not None and node.who.kind == "laid":
            return self.landing(node, nxt, may)
        steps = _Walk(self, node, may)
        offer = self.reserve()
        self.sources[offer] = node.label
        again = steps.budget.again(offer, nxt)
        if node.stopping is not None:
            again = self.new([], ("branch", self.hit(node.stopping), nxt, again))
        taken = self.new(steps.taken(), ("jump", again))
        kind = "leaps" if node.leap else "steps"
        self.blocks[offer] = Block([], ("offer", kind, (steps.group(),), steps.budget.stop, taken, nxt, nxt))
        return self.new([*self.reset(node.label), *steps.start()], ("jump", offer))

    def any_order(self, node: t.AnyOrder, nxt: int, may: bool) -> int:
        """One offer over all lines that have moves left; a move is booked to the narrowest that admits it."""
        moves = sorted(node.moves, key=lambda x: x.combat)
        moves.sort(key=lambda x: not (x.who is not None and x.who.kind == "ref"))
        shared = _Shared(self.register("P"), self.register("N")) if node.who and node.who.kind == "one" else None
        walks = [_Walk(self, x, False, shared, counted=True, block=node.label) for x in moves]
        total = self.register("N") if node.limit is not None else None
        debts = [w for w in walks if w.budget.count.least]
        first = self.register("N") if may and debts else None
        did = self.mem(node.label).did
        offer = self.reserve()
        self.sources[offer] = node.label
        loop = self.new([], ("branch", ("above", total, 0), offer, nxt)) if total else offer
        bookings = [
            self.new([*w.taken(), *([("set", total, ("less", total))] if total else [])], ("jump", loop)) for w in walks
        ]
        chain = bookings[-1]
        for w, booking in reversed(list(zip(walks[:-1], bookings[:-1], strict=True))):
            chain = self.new([], ("branch", ("admits", w.open_group()), booking, chain))
        code: list[Instr] = [("set", first, ("const", 0))] if first else []
        code += [("set", did, ("const", 1))] if did else []
        taken = self.new(code, ("jump", chain))
        owed = [("each", w.budget.open, ("can", int(w.node.leap), w.group())) for w in debts]
        stop: Expr = ("no", ("any", *owed)) if owed else YES
        if first:
            stop = ("any", ("above", first, 0), stop)
        what = tuple(w.open_group() for w in walks)
        self.blocks[offer] = Block([], ("offer", "steps", what, stop, taken, nxt, nxt))
        start = self.reset(node.label)
        for w in walks:
            start += w.start()
        start += [("set", total, ("const", node.limit))] if total else []
        start += [("set", first, ("const", 1))] if first else []
        start += [("set", shared.piece, ("const", -1)), ("set", shared.fresh, ("const", 1))] if shared else []
        return self.new(start, ("jump", offer))

    def hit(self, what: t.Pieces) -> Expr:
        return ("hit", what.noun.owner or "any", what.noun.ranks)

    # ------------------------------------------------------------ tests

    def test(self, node: t.Test) -> Expr:
        match node:
            case t.Did():
                did = self.mem(node.of).did
                return ("did", did) if node.yes else ("no", ("did", did))
            case t.Was():
                label, m = node.ref.of, self.mem(node.ref.of)
                if label in self.begun:  # asked of a member before it is picked: its rank at the start counts (D46)
                    was = _holds(m.ranked[node.ranks][0], self.local[label])
                elif label in self.local:
                    was = ("among", ("rank_at", ("reg", self.local[label])), node.ranks)
                elif m.ranked:
                    was = ("did", m.ranked[node.ranks][1])
                else:
                    was = ("among", ("reg", m.rank), node.ranks)
                return was if node.yes else ("no", was)
            case t.IsRank():
                now: Expr = ("among", ("rank_at", ("reg", self.ref(node.ref))), node.ranks)
                return now if node.yes else ("no", now)
            case t.IsOne():
                alike: Expr = ("some", ("and", self.ref_mask(node.ref), self.ref_mask(node.other)))
                return alike if node.yes else ("no", alike)
            case t.StandsOn():
                return ("some", _and(self.ref_mask(node.ref), self.field(node.place)))
            case t.WasOn():
                local = self.local.get(node.ref.of)
                at = local or self.mem(node.ref.of).at
                assert at is not None
                return ("some", _and(("bit", at), self.field(node.place)))
            case t.SummonedOn():
                there: Expr = ("some", _and(("site",), self.field(node.place)))
                return there if node.yes else ("no", there)
            case t.ZoneEmpty():
                holds: Expr = ("holds", (node.zone,))
                return ("no", holds) if node.yes else holds
            case t.Warped():
                return ("warped",) if node.yes else ("no", ("warped",))
            case t.ZoneHolds():
                return ("holds_card", (node.zone,), node.name)
            case t.StepDestroyed(summoning=True):
                struck: Expr = ("struck", node.noun.owner or "any", node.noun.ranks)
                return ("no", struck) if node.count.most == 0 else struck
            case t.StepDestroyed():
                fallen = self.mem(node.of).fallen[_bare(node.noun)]
                return ("is", fallen, 0) if node.count.most == 0 else ("above", fallen, node.count.least - 1)
            case t.ActionsLeft():
                return ("actions", node.least)
            case t.Both():
                return ("each", self.test(node.left), self.test(node.right))
            case t.AnyOf():
                return ("any", self.test(node.left), self.test(node.right))
            case t.ThereAre():
                return _amount(("size", self.counted(node.what)), node.count)
            case t.TurnDestroyed():
                return _amount(("fallen", node.what.noun.ranks), node.count)
            case t.TurnSummoned():
                place = ("arena",) if node.place is None else self.field(node.place)
                return _amount(("summoned", node.ranks, place), node.count)
            case t.MoreThan():
                more = replace(node.what, noun=replace(node.what.noun, owner=node.owner))
                sizes = [("size", self.counted(x)) for x in (more, node.what)]
                return _amount(("minus", *sizes), node.count)
            case t.Rival():
                return ("some", ("rivals", _and(("occupied",), *_RANK_MASKS[node.ranks])))
            case t.Fits():
                return ("fits", self.shapes, self.field(node.place))
            case t.InRegion():
                self.region = ("here",)
                test = self.test(node.test)
                self.region = None
                return ("region", int(node.every), node.region, test)

    def counted(self, node: t.Pieces) -> Expr:
        """The squares of pieces that a test counts: those in the region, where it looks at one."""
        return self.phrase(node, *() if self.region is None else (self.region,))

    def can_block(self, body: t.Block) -> Expr:
        """Whether a statement of the block that depends on nothing earlier in it can do something."""
        inside: set[str] = set()
        tests: list[Expr] = []
        for node in body:
            if not any(getattr(x, "of", "") in inside for x in t.walk(node) if getattr(x, "of", "")):
                tests.append(self.can(node))
            inside |= {x.label for x in t.walk(node) if getattr(x, "label", "")}
        tests = [x for x in tests if x != NO]
        return NO if not tests else YES if YES in tests else tests[0] if len(tests) == 1 else ("any", *tests)

    def can(self, node: t.Statement) -> Expr:
        match node:
            case t.May():
                return self.can_block(node.body)
            case t.If():
                test = self.test(node.test)
                then = ("each", test, self.can_block(node.then))
                return ("any", then, ("each", ("no", test), self.can_block(node.otherwise))) if node.otherwise else then
            case t.Either():
                return ("any", *(self.can_block(x) for x in node.branches))
            case t.AnyOrder():
                return ("any", *(("can", int(x.leap), self.first_group(x)) for x in node.moves))
            case t.WithEach():
                return ("some", ("keep", self.phrase(node.members.what), self.can_with(node)))
            case t.Move() if node.who is not None and node.who.kind == "laid":
                return ("some", self.landings(node))
            case t.Move():
                return ("can", int(node.leap), self.first_group(node))
            case t.Destroy():
                return ("some", ("and", self.all_of(node.objects), ("occupied",)))
            case t.Place():
                assert isinstance(node.what.what, t.Pieces)
                noun = node.what.what.noun
                if noun.owner == "enemy":
                    return ("some", self.placeable(node))
                squares = self.empty_squares(node.what.what)
                return ("any", *(("some", ("placing", squares, None, rank)) for rank in noun.ranks))
            case t.Turn():
                target = self.ref_mask(node.what) if isinstance(node.what, t.Ref) else self.phrase(node.what.what)
                return ("some", ("and", target, ("turnable", int(node.up), ("const", 0))))
            case t.Convert():
                target = self.ref_mask(node.what) if isinstance(node.what, t.Ref) else self.phrase(node.what.what)
                if node.owner:
                    supplied = ("some", ("suppliers", (node.rank,)))
                    return ("each", ("some", ("and", target, ("own",))), supplied)
                return ("some", ("and", target, ("convertible", -1 if node.rank is None else node.rank)))
            case t.Mark():
                target = self.ref_mask(node.what) if isinstance(node.what, t.Ref) else self.phrase(node.what.what)
                return ("some", _and(("own",), target))
            case t.Choose():
                return ("some", self.phrase(node.what.what))
            case t.ChooseArrow():
                return ("some", ("arrows",))
            case t.Put():
                return ("holds", self.cards(node)) if node.cards.which == "some" else ("there_is", _card(node))
            case t.Lose():
                return YES if node.opponents else ("actions", 1)
            case t.Swap():
                return ("each", *(("some", self.phrase(x.what)) for x in (node.first, node.second)))
            case t.Take():
                return ("some", self.phrase(node.what.what))
            case t.Copy() if node.cards.which == "some":
                return ("holds", COPIED)
            case t.Copy():
                return ("there_is", ("copied", (f"{node.cards.which}_card",)))
            case t.Gain() | t.Permit() | t.PermitOnly() | t.TellSummoning() | t.TellDestroyed() | t.Draw():
                return YES
            case t.Repeat():
                body = self.can_block(node.body)
                return body if node.test is None else ("each", self.test(node.test), body)
            case t.Linked():
                raise AssertionError("the checker lets no linked block stand under a choice")
            case t.EachColor():
                raise AssertionError("the checker lets no loop over colors stand under a choice")

    def first_group(self, node: t.Move) -> Expr:
        """The group of a move before its first step."""
        group: Expr = ("group", int(node.combat), self.movers(node), self.onto(node), self.heading(node))
        return self.nearer(node, group)

    def nearer(self, node: t.Move, group: Expr) -> Expr:
        """Of a group the moves toward what the move names, if it names something."""
        return group if node.toward is None else ("nearer", self.ref(node.toward), group)

    # ------------------------------------------------------------ phrases

    def movers(self, node: t.Move) -> Expr:
        assert node.who is not None
        who = node.who.who
        if isinstance(who, t.Ref):
            return self.ref_mask(who)
        return self.phrase(who.what if isinstance(who, t.Counted) else who)

    def onto(self, node: t.Move) -> Expr:
        allowed: list[Expr] = [("arena",)] if node.only is None else [self.target(node.only)]
        if node.never is not None:
            allowed.append(("not", self.target(node.never)))
        return _and(*allowed)

    def target(self, node: t.Ref | t.Pieces | t.Squares) -> Expr:
        return self.ref_mask(node) if isinstance(node, t.Ref) else self.phrase(node)

    def heading(self, node: t.Move) -> Expr:
        """The directions open to a first step."""
        if node.direction is None or node.direction.kind == "one":
            return ("anywhere",)
        directions = self.directions(node.direction)
        return ("spread", directions) if node.degrees else directions

    def directions(self, node: t.Direction) -> Expr:
        if node.kind == "opposite":
            return ("opposite", ("toward", self.mem(node.of).direction))
        return ("arrows",) if node.kind == "arrow" else ("toward", self.mem(node.of).direction)

    def ref(self, node: t.Ref) -> Expr:
        """The register of a reference."""
        if node.name == "self":
            return SELF
        if node.marker:
            return ("marked", node.marker)
        if node.of in self.local:
            return self.local[node.of]
        m = self.mem(node.of)
        found = m.square or m.piece
        assert found is not None
        return found

    def ref_mask(self, node: t.Ref) -> Expr:
        return ("bit", self.ref(node))

    def phrase(self, node: t.Pieces | t.Squares, *within: Expr) -> Expr:
        base = self.noun(node.noun) if isinstance(node, t.Pieces) else self.field(node.field)
        said = [x for x in node.where if not isinstance(x, (t.OneColor, t.FewOfEachColor, t.AnyRank))]
        found = _and(base, *within, *(self.where(x) for x in said if not isinstance(x, t.Reaching)))
        for where in said:  # a walk begins on each piece by itself: only those that fit otherwise are tried
            found = self.walks(where, found) if isinstance(where, t.Reaching) else found
        return found

    def walks(self, node: t.Reaching, starts: Expr) -> Expr:
        """Those of `starts` from which a walk reaches its goal, or from which none does."""
        through = self.noun(node.through) if isinstance(node.through, t.Noun) else self.field(node.through)
        into = isinstance(node.goal, t.Opposite)
        goal = ("across",) if isinstance(node.goal, t.Opposite) else self.noun(node.goal)
        steps = -1 if node.steps is None else node.steps
        found: Expr = ("walks", starts, through, steps, goal, int(not into))
        return found if node.yes else _and(starts, ("not", found))

    def noun(self, node: t.Noun) -> Expr:
        if self.placing and node.of == self.placing[0]:
            owner: Expr = ("same", ("occupied",), self.placing[1])
        elif node.owner == "their":
            owner = ("theirs", self.mem(node.of).colors)
        else:
            owner = {"own": ("own",), "enemy": ("enemy",), None: ("occupied",)}[node.owner]
        parts: list[Expr] = [owner] if node.owner or not node.used else []
        parts += [("mask", USED)] if node.used else []
        parts += _RANK_MASKS[node.ranks]
        parts += [("not", self.ref_mask(x)) for x in node.others]
        return _and(*parts)

    def field(self, node: t.Field) -> Expr:
        parts: list[Expr] = []
        for word in node.adjectives:
            if word == "empty":
                parts += [("arena",), ("not", ("occupied",))]
            elif word == "colorless":
                parts += [("arena",), ("not", ("field", "colored"))]
            elif word == "crossed":
                assert self.card is not None
                parts.append(("crosses", drawn(self.card).second_marks))
            else:
                parts.append(("field", word))
        return _and(*parts) if parts else ("arena",)

    def anchor(self, node: t.Anchor | None) -> Expr:
        match node:
            case t.Noun():
                return self.noun(node)
            case t.Field():
                return self.field(node)
            case _:
                raise AssertionError(node)

    def where(self, node: t.Where) -> Expr:
        match node:
            case t.Adjacent():
                if isinstance(node.to, t.Ref):
                    return ("near", HOW[node.how], self.ref(node.to))
                return ("around", HOW[node.how], self.anchor(node.to))
            case t.Distance():
                if isinstance(node.to, t.Ref):
                    return ("within", node.least, node.most, self.ref(node.to))
                return ("far", node.least, node.most, self.anchor(node.to))
            case t.On():
                place = self.ref_mask(node.place) if isinstance(node.place, t.Ref) else self.field(node.place)
                return ("or", place, ("around", 0, place)) if node.beside else place
            case t.InLine():
                directions = self.directions(node.direction)
                directions = ("spread", directions) if node.degrees else directions
                return ("first" if node.first else "rays", directions)
            case t.Mirrored():
                assert self.card is not None
                return ("mirror", pairs(self.card), self.ref(node.ref))
            case t.OfRival():
                return ("rivals", _and(("occupied",), *_RANK_MASKS[node.ranks]))
            case t.AdjacentToMany():
                return ("crowded", HOW[node.how], node.least, self.noun(node.to))
            case t.OneColor() | t.FewOfEachColor() | t.AnyRank() | t.Reaching():
                raise AssertionError(node)


@dataclass
class _Shared:
    """The one piece of an `any order` block: its register, and whether it is still to be picked."""

    piece: Expr
    fresh: Expr


class _Budget:
    """How often something may be done: a counter where one is needed, when stopping is allowed, where to go on.

    `counted`: keep a counter also for once (several lines share a loop); `first`: the
    holder must know whether nothing was spent yet.
    """

    def __init__(self, owner: _Lowerer, count: t.Count, may: bool, counted: bool = False, first: bool = False) -> None:
        self.owner, self.count = owner, count
        endless = count.most is None
        self.once = count.most == 1 and not counted
        self.left = None if self.once or endless else owner.register("N")
        owed = count.least > 0 or count.every
        self.fresh = owner.register("N") if endless and (first or (may and owed)) else None
        self.open: Expr = YES if self.left is None else ("above", self.left, 0)
        self.stop: Expr = NO if owed and not may else self.untouched if owed else YES

    @property
    def untouched(self) -> Expr:
        """Whether nothing was spent yet."""
        if self.fresh:
            return ("above", self.fresh, 0)
        return ("is", self.left, self.count.most) if self.left else YES

    def start(self) -> list[Instr]:
        code: list[Instr] = [("set", self.left, ("const", self.count.most))] if self.left else []
        return code + ([("set", self.fresh, ("const", 1))] if self.fresh else [])

    def spend(self) -> list[Instr]:
        code: list[Instr] = [("set", self.left, ("less", self.left))] if self.left else []
        return code + ([("set", self.fresh, ("const", 0))] if self.fresh else [])

    def again(self, offer: int, nxt: int) -> int:
        """The block behind one use: the offer again while something is left."""
        if self.once:
            return nxt
        return offer if self.left is None else self.owner.new([], ("branch", self.open, offer, nxt))


class _Walk:
    """The registers and expressions of one `Move`: who may go where, and what a step changes."""

    def __init__(
        self,
        owner: _Lowerer,
        node: t.Move,
        may: bool,
        shared: _Shared | None = None,
        counted: bool = False,
        block: str = "",
    ) -> None:
        assert node.who is not None
        self.owner, self.node, self.shared = owner, node, shared
        self.block = block  # the label of the `any order` block around the move
        self.kind = node.who.kind
        each = node.who.who.count if self.kind == "each" and isinstance(node.who.who, t.Counted) else None
        count = each or node.count
        looped = counted or count.most != 1
        one = self.kind == "one" and looped and shared is None
        self.budget = _Budget(owner, count, may, counted or (each is not None and each.most == 1), first=one)
        straight = node.direction is not None and node.direction.kind == "one" and looped
        self.straight = owner.register("N") if straight else None
        self.mover = owner.register("P") if one else None
        self.members = owner.register("M") if self.kind == "each" else None
        members = node.who.who if each is not None and isinstance(node.who.who, t.Counted) else None
        self.color = owner.register("N") if members and _one_color(members.what) else None
        self.full = owner.full_colors(members) if members else ()

    def start(self) -> list[Instr]:
        code = self.budget.start()
        code += [("set", r, ("const", -1)) for r in (self.straight, self.color, self.mover) if r]
        code += [("follow", self.members, self.owner.movers(self.node))] if self.members else []
        return code + [("set", r, ("const", 0)) for r in self.full]

    def group(self, movers: Expr | None = None) -> Expr:
        directions = self.owner.heading(self.node)
        if self.straight:
            directions = ("pick", ("above", self.straight, -1), ("toward", self.straight), ("anywhere",))
        group = ("group", int(self.node.combat), movers or self.movers(), self.owner.onto(self.node), directions)
        return self.owner.nearer(self.node, group)

    def open_group(self) -> Expr:
        """The group while the line has moves left, else nobody."""
        if self.budget.open == YES:
            return self.group()
        return self.group(("pick", self.budget.open, self.movers(), ("const", 0)))

    def movers(self) -> Expr:
        if self.members:
            members: Expr = ("mask", self.members)
            members = ("same", members, self.color) if self.color else members
            return _and(members, ("not", ("theirs", self.full[-1]))) if self.full else members
        mask = self.owner.movers(self.node)
        if self.shared:
            return ("pick", ("above", self.shared.fresh, 0), mask, ("bit", self.shared.piece))
        if self.mover:
            return ("pick", self.budget.untouched, mask, ("bit", self.mover))
        return mask

    def taken(self) -> list[Instr]:
        m = self.owner.mem(self.node.label)
        code: list[Instr] = [("set", self.color, ("color_at", A))] if self.color else []
        code += [("enlist", self.full, A)] if self.full else []
        code += self.owner.felling(self.block or self.node.label, ("bit", B))
        # remembered where it is before it moves: a piece that is spared can make it stay there
        code += [("drop", self.members, A)] if self.members else []
        code += [("follow", self.mover, A)] if self.mover else []
        if self.shared:
            code += [("follow", self.shared.piece, A), ("set", self.shared.fresh, ("const", 0))]
        code.append(("move", int(self.node.leap)))
        code += [("set", self.straight, ("bearing",))] if self.straight else []
        code += [("set", m.direction, ("bearing",))] if m.direction else []
        code += [("set", m.did, ("const", 1))] if m.did else []
        return code + self.budget.spend()


_RANK_MASKS: dict[tuple[int, ...], list[Expr]] = {
    (0, 1, 2): [],
    (0,): [("not", ("up",))],
    (1,): [("up",), ("not", ("leg",))],
    (2,): [("leg",)],
    (1, 2): [("up",)],
    (0, 1): [("not", ("leg",))],
}


def _amount(number: Expr, count: t.Count) -> Expr:
    """Whether a number is what an amount says: at least so great, or none."""
    some = count.most is not None or count.least == 1
    test: Expr = ("some", number[1]) if some and number[0] == "size" else ("least", number, max(count.least, 1))
    return test if count.most is None else ("no", test)


def _and(*parts: Expr) -> Expr:
    flat: list[Expr] = []
    for part in parts:
        flat += part[1:] if part[0] == "and" else [part]
    unique = list(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else ("and", *unique)


def _holds(those: Expr, square: Expr) -> Expr:
    """Whether a set in a register holds a square."""
    return ("some", ("and", ("mask", those), ("bit", square)))


def _card(node: t.Put) -> Expr:
    """The one card that is meant."""
    return ("top", (node.source,)) if node.cards.which == "top" else (f"{node.cards.which}_card",)


_KINDS = ("being", "legend", "flare")


def _due(mask: Expr, colors: Expr | None, due: Expr) -> Expr:
    """A set of pieces of settled colors, narrowed to the colors that are due."""
    if mask == ("theirs", colors):
        return ("theirs", due)
    return ("and", *(_due(x, colors, due) for x in mask[1:])) if mask[0] == "and" else mask


def _bare(noun: t.Noun) -> t.Noun:
    """A noun as a key: what it says, wherever it stands."""
    return replace(noun, span=t.NOWHERE)


def _one_color(what: t.Pieces | t.Squares) -> bool:
    return any(isinstance(x, t.OneColor) for x in what.where)


def _binds_square(node: t.Statement) -> bool:
    """Whether what a statement handled is remembered as a square: it destroyed a piece, or chose a square."""
    match node:
        case t.Destroy():
            return True
        case t.Choose():
            return isinstance(node.what.what, t.Squares)
        case t.WithEach():
            return isinstance(node.members.what, t.Squares)
        case _:
            return False


def doers(body: t.Block) -> list[str]:
    """The labels of the statements of a block, and of those in it, that tell whether something in it happened."""
    found: list[str] = []
    for node in body:
        match node:
            case t.May() | t.Repeat() | t.EachColor():
                found += doers(node.body)
            case t.If():
                found += doers((*node.then, *node.otherwise))
            case t.Either():
                found += doers(tuple(x for branch in node.branches for x in branch))
            case _:
                found.append(node.label)
    return found


def allows_zero(node: t.Statement) -> bool:
    """Whether a statement without branches may be done with nothing at all, by its own words."""
    match node:
        case t.May():
            return True
        case t.Move():
            count = (
                node.who.who.count
                if node.who and isinstance(node.who.who, t.Counted) and node.who.kind == "each"
                else node.count
            )
            return count.least == 0 and not count.every
        case t.Destroy():
            first = node.objects[0]
            return isinstance(first, t.Counted) and first.count.least == 0 and not first.count.every
        case t.Place() | t.Turn() | t.Convert() | t.Choose() | t.Mark():
            return isinstance(node.what, t.Counted) and node.what.count.least == 0 and not node.what.count.every
        case t.WithEach():
            return node.members.count.least == 0 and not node.members.count.every
        case t.Put():
            return node.cards.count.least == 0 and not node.cards.count.every
        case t.AnyOrder():
            return all(x.count.least == 0 for x in node.moves)
        case _:
            return False


def verb(node: t.Statement) -> str:
    """The verb of a statement's first action, for options."""
    match node:
        case t.May():
            return verb(node.body[0])
        case t.If():
            return verb(node.then[0])
        case t.Either():
            return verb(node.branches[0][0])
        case t.AnyOrder():
            return verb(node.moves[0])
        case t.WithEach() | t.EachColor() | t.Repeat() | t.Linked():
            return verb(node.body[0])
        case t.Move():
            return "leap" if node.leap else "move"
        case t.Turn():
            return "upgrade" if node.up else "downgrade"
        case t.ChooseArrow():
            return "choose"
        case t.Mark():
            return "make"
        case t.Permit() | t.PermitOnly() | t.TellSummoning() | t.TellDestroyed():
            return "count"
        case t.Put(target="pile"):
            return "discard"
        case _:
            return type(node).__name__.lower()


def labels_of(node: t.Either) -> tuple[str, ...]:
    """The options of an `either`: verbs, told apart by a number where two branches share one."""
    verbs = [verb(x[0]) for x in node.branches]
    seen: dict[str, int] = {}
    labels: list[str] = []
    for word in verbs:
        seen[word] = seen.get(word, 0) + 1
        labels.append(f"{word} {seen[word]}" if verbs.count(word) > 1 else word)
    return tuple(labels)


def _tidy(blocks: dict[int, Block], sources: dict[int, str]) -> tuple[dict[int, Block], dict[int, str]]:
    """Skip empty jumps, drop unreachable blocks, number the rest in the order in which they are reached."""

    def final(number: int) -> int:
        while not blocks[number].code and blocks[number].end[0] == "jump":
            number = blocks[number].end[1]
        return number

    start = final(0)
    order: list[int] = []
    waiting = [start]
    while waiting:
        number = waiting.pop()
        if number in order:
            continue
        order.append(number)
        waiting += [final(x) for x in reversed(targets(blocks[number].end))]
    numbers = {old: new for new, old in enumerate(order)}

    def renumbered(end: End) -> End:
        if end[0] == "jump":
            return ("jump", numbers[final(end[1])])
        if end[0] == "call":
            return (*end[:2], numbers[final(end[2])])
        if end[0] == "branch":
            return (*end[:2], numbers[final(end[2])], numbers[final(end[3])])
        if end[0] == "offer":
            return (*end[:-3], *(None if x is None else numbers[final(x)] for x in end[-3:]))
        return end

    tidy = {numbers[old]: Block(blocks[old].code, renumbered(blocks[old].end), blocks[old].linked) for old in order}
    return tidy, {numbers[old]: label for old, label in sources.items() if old in numbers}
