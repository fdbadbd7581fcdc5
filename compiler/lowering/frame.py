"""What a part becomes while it is lowered: its blocks so far, the registers taken, what is remembered in them.

A block is named by its number. Statements are lowered from the last to the first, so the
block behind one is there before it; the first block of a loop is reserved and filled later.
"""

from __future__ import annotations

from ...dsl import tree as t
from ..program import Block, End, Expr, Instr
from .expressions import NO, YES, A, both
from .memory import Memory, remembered
from .phrases import noun
from .scope import Scope
from .verbs import verb

# Registers that a part may use beside the being, the used pieces, marks and arrows.
LIMITS = {"P": 7, "M": 3, "N": 18}


class TooMuch(Exception):
    """The part remembers more than a frame holds."""


class Frame:
    """The blocks and registers of one part. `sources`: offer block to the label it comes from.

    `scope`: what the words of the part speak of. Block 0 is where the part begins.
    """

    def __init__(self, part: t.Part, card: t.Card) -> None:
        self.blocks: dict[int, Block] = {0: Block()}
        self.sources: dict[int, str] = {}
        self._taken = dict.fromkeys(LIMITS, 0)
        self.scope = Scope(card, remembered(part.body, self.register))

    # ------------------------------------------------------------ registers and blocks

    def register(self, kind: str) -> Expr:
        """A free register: P for a piece, M for a set, N for a number. TooMuch: there is none."""
        self._taken[kind] += 1
        if self._taken[kind] > LIMITS[kind]:
            raise TooMuch
        return (kind, self._taken[kind] if kind != "N" else self._taken[kind] - 1)

    def new(self, code: list[Instr], end: End) -> int:
        """A block."""
        number = len(self.blocks)
        self.blocks[number] = Block(code, end)
        return number

    def reserve(self) -> int:
        """A block that is filled later."""
        return self.new([], ("done",))

    def fill(self, number: int, end: End, label: str = "") -> None:
        """Give a reserved block its end: of an offer, with the label of the statement that asks."""
        self.blocks[number] = Block([], end)
        if label:
            self.sources[number] = label

    def offer(self, label: str, end: End) -> int:
        """A block that asks for a statement and does nothing else."""
        number = self.reserve()
        self.fill(number, end, label)
        return number

    # ------------------------------------------------------------ what is remembered

    def mem(self, label: str) -> Memory:
        """What is remembered of a statement."""
        return self.scope.mem(label)

    def begin(self, label: str, code: list[Instr], number: int) -> int:
        """The block in which a statement begins: it forgets what an earlier round of a loop remembered, and goes on."""
        return self.new([*self.reset(label), *code], ("jump", number))

    def reset(self, label: str) -> list[Instr]:
        """Forget what an earlier round of a loop remembered."""
        m = self.mem(label)
        code: list[Instr] = [("set", r, ("const", -1)) for r in (m.square, m.rank, m.direction, m.at) if r]
        code += [("set", m.piece, ("const", -1))] if m.piece else []
        code += [("set", r, ("const", 0)) for r in (m.colors, *m.fallen.values()) if r]
        return code + ([("set", m.did, ("const", 0))] if m.did else [])

    def remember(self, label: str, square: Expr, rank: Expr, follow: bool = True) -> list[Instr]:
        """What is remembered when a piece is picked, before anything happens to it."""
        m = self.mem(label)
        code: list[Instr] = [("set", m.rank, rank)] if m.rank else []
        code += [("set", m.at, square)] if m.at else []
        code += [("set", m.square, square)] if m.square else []
        return code + ([("follow", m.piece, square)] if m.piece and follow else [])

    def remember_answer(self, label: str, follow: bool = True) -> list[Instr]:
        """The same of the piece on the answered square."""
        return self.remember(label, A, ("rank_at", A), follow)

    def happened(self, label: str) -> list[Instr]:
        """The statement was carried out."""
        did = self.mem(label).did
        return [("set", did, ("const", 1))] if did else []

    def felling(self, label: str, mask: Expr) -> list[Instr]:
        """What is counted before the pieces of a set are destroyed."""
        return [("count", r, both(mask, noun(self.scope, what))) for what, r in self.mem(label).fallen.items()]

    # ------------------------------------------------------------ statements without a loop

    def ask(self, node: t.Statement, kind: str, what: Expr, taken: int, nxt: int, may: bool) -> int:
        """One question, passed over where nothing can be offered; under `may` it can be declined."""
        end = ("offer", kind, (what,), YES if may else NO, taken, nxt, nxt)
        return self.begin(node.label, [], self.offer(node.label, end))

    def option(self, node: t.Statement, can: Expr, act: int, nxt: int) -> int:
        """`option VERB` or `stop`, passed over when nothing can be done."""
        what = (("pick", can, ("const", 1), ("const", 0)), (verb(node),))
        return self.begin(node.label, [], self.offer(node.label, ("offer", "options", what, YES, act, nxt, nxt)))

    def whether(self, node: t.Statement, can: Expr, act: int, nxt: int, may: bool) -> int:
        """No question but, under `may`, whether."""
        return self.option(node, can, act, nxt) if may else self.begin(node.label, [], act)

    def if_able(self, node: t.Statement, can: Expr, act: int, nxt: int, may: bool) -> int:
        """The same of an act that must not be tried where it cannot be done."""
        return self.option(node, can, act, nxt) if may else self.new(self.reset(node.label), ("branch", can, act, nxt))
