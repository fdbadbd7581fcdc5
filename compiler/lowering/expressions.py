"""Expressions that every step of the lowering uses: the answer, yes and no, ranks as sets, sets joined, amounts."""

from __future__ import annotations

from ...dsl import tree as t
from ..program import Expr

A: Expr = ("a",)  # the first number of an answer
B: Expr = ("b",)
SELF: Expr = ("P", 0)  # the register of the being
USED: Expr = ("M", 0)  # that of the used pieces
NO: Expr = ("never",)
YES: Expr = ("always",)
NOTHING: Expr = ("const", 0)  # as a set: no square

RANK_MASKS: dict[tuple[int, ...], list[Expr]] = {
    (0, 1, 2): [],
    (0,): [("not", ("up",))],
    (1,): [("up",), ("not", ("leg",))],
    (2,): [("leg",)],
    (1, 2): [("up",)],
    (0, 1): [("not", ("leg",))],
}
"""The sets that, joined, leave pieces of some ranks."""


def both(*parts: Expr) -> Expr:
    """What is in all of the sets, each named once."""
    flat: list[Expr] = []
    for part in parts:
        flat += part[1:] if part[0] == "and" else [part]
    unique = list(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else ("and", *unique)


def holds(those: Expr, square: Expr) -> Expr:
    """Whether a set in a register holds a square."""
    return ("some", ("and", ("mask", those), ("bit", square)))


def amount(number: Expr, count: t.Count) -> Expr:
    """Whether a number is what an amount says: at least so great, or none."""
    some = count.most is not None or count.least == 1
    test: Expr = ("some", number[1]) if some and number[0] == "size" else ("least", number, max(count.least, 1))
    return test if count.most is None else ("no", test)
