"""The program of a card: basic blocks of simple instructions; a block ends in a jump or an offer.

Expressions, instructions and ends are nested tuples of words, numbers and further
tuples, so that a program can be printed, digested, exported as JSON and checked.
`OPERATIONS` lists every word with what it means; `compiler.emit` turns each into
Python, `compiler.invariants` holds a program against the list.

Registers: `("P", n)` a piece, followed (P0: the being); `("M", n)` pieces as a mask,
followed (M0: those used); `("N", n)` a number. In a block behind an offer `("a",)`
and `("b",)` are the answer's first and second number.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Expr: TypeAlias = "tuple[Any, ...]"
Instr: TypeAlias = "tuple[Any, ...]"
End: TypeAlias = "tuple[Any, ...]"

OPERATIONS: dict[str, str] = {
    # sets of squares
    "own": "squares with pieces of the acting color",
    "enemy": "squares with pieces of other colors",
    "occupied": "squares with a piece",
    "arena": "all squares",
    "up": "squares with heroic or legendary pieces",
    "leg": "squares with legendary pieces",
    "field": "squares of a kind: red, green, colored, central, marked",
    "site": "the square of the summoning",
    "crosses": "squares at vectors of the drawing, as the match turns it",
    "mirror": "of pairs of such vectors: the square at the second of the pair whose first leads to a register's square",
    "bit": "the square in a register, nothing if the register is empty",
    "theirs": "squares with pieces of the colors in a register",
    "rivals": "squares with pieces of each enemy color that has more of a set than the acting color",
    "mask": "the squares in a register",
    "here": "squares of the region that a `region` looks at",
    "across": "squares of the region opposite to it, none if it has no opposite",
    "landing": "those of a set where the piece on this card may leap (0) or combat leap (1)",
    "crowded": "squares with at least so many neighbors (as in `near`) in a set",
    "walks": "those of a set from which a walk through a second one, in so many steps (-1: any number), "
    "comes next to a third one (1) or into it (0)",
    "near": "neighbors of the square in a register: 0 all, 1 by an edge, 2 by a corner",
    "around": "neighbors of any square of a set",
    "within": "squares at a distance from least to most from the square in a register",
    "far": "the same from any square of a set",
    "rays": "squares on the rays from the being in a set of directions",
    "first": "the nearest piece on each of these rays",
    "and": "in all of the sets",
    "or": "in one of the sets",
    "not": "not in the set",
    "pick": "the first set if the test holds, else the second",
    "turnable": "pieces that can be upgraded (1) or downgraded (0), some being picked already",
    "convertible": "enemy pieces that can become own ones of a rank (-1: their own)",
    "placing": "the set if the color of a register (none: own) has a piece of a rank in supply, else nothing",
    "ranks": "those of the ranks of which the color of a register (none: own) has a piece in supply",
    "creditors": "enemy colors of which one is chosen for the points of a legend; none where nothing is to choose",
    "able": "those of a set of colors for which a test about the local color holds",
    "suppliers": "enemy colors with a piece of one of the ranks in supply",
    "same": "those of a set with the color of a register, all while that is empty",
    "keep": "those of a set for which a test about the local square holds",
    # sets of directions
    "anywhere": "all eight directions",
    "arrows": "the card's arrows in the orientation of the match",
    "toward": "the direction in a register, none while that is empty",
    "opposite": "the directions opposite to some",
    "spread": "directions and those turned from them by 45 degrees",
    # cards
    "pile": "the own discard pile",
    "deck": "the own deck",
    "hand": "the own hand",
    "of_kind": "those of some cards that are of a deck, or have a part",
    "copied": "the card if it has a warp effect that can be copied, else none",
    "top": "the uppermost of some cards, none if there are none",
    "this_card": "the card itself while it is in play, none once it was put away",
    "pending_card": "the own pending card, none if there is none that may be put elsewhere",
    # tests
    "always": "true",
    "never": "false",
    "some": "the set is not empty",
    "can": "some piece of a group can move or leap (1)",
    "did": "the register says yes",
    "is": "the register holds the number",
    "x": "the local square of a `keep`",
    "c": "the local color of an `able`",
    "above": "the register holds more than the number",
    "among": "a number is one of these",
    "enough": "the supplies reach to turn (0) or convert (1) a whole set at once",
    "actions": "so many actions are left at least",
    "least": "a number is at least so great",
    "region": "the test holds in some (0) or in every (1) region of a kind; never where the arena has none",
    "fits": "one of some drawings lies wholly on a set with own pieces",
    "warped": "the warp effect of this card was played this turn",
    "holds": "there is a card in a zone",
    "holds_card": "a card of that name is in a zone",
    "there_is": "the card is one, and not none",
    "no": "the test fails",
    "any": "one of the tests holds",
    "each": "all of the tests hold",
    "admits": "a group admits the answered move",
    "mine": "the color of a round is the acting one: so many rounds are left as the register says",
    "struck": "the summoning destroyed a piece of an owner (own, enemy, any) and one of the ranks",
    "hit": "the last move destroyed a piece of an owner (own, enemy, any) and one of the ranks",
    # numbers
    "const": "a number",
    "marked": "the square of the own piece with a marker, if there is one; in the place of a register",
    "a": "first number of the answer",
    "b": "second number of the answer",
    "reg": "the number in a register",
    "less": "the number in a register less 1",
    "rank_at": "rank of the piece on a square",
    "colors": "how many colors are in the game",
    "color_of": "the color of a round, as a set of one: so many rounds are left as the register says",
    "also": "the colors in a register, and that in another",
    "due": "the colors in a register but that of the piece on a square; with none left all of another register",
    "color_at": "color of the piece on a square",
    "bearing": "direction of the answered move",
    "piece": "the square if a piece is there, else empty",
    "size": "how many squares a set has",
    "minus": "one number less another",
    "fallen": "enemy pieces of the ranks that count as destroyed this turn",
    "summoned": "beings of the ranks that were summoned this turn on squares of a set",
    # groups
    "group": "combat or not, movers, squares allowed, directions",
    "nearer": "of a group the moves that come nearer to the square in a register, none while that is empty",
    # instructions
    "set": "put a number or set into a register",
    "follow": "put a square into a piece register, or a set into a set register, and follow it",
    "drop": "take the square out of a set register",
    "gather": "add the square to a set register and follow what is on it",
    "enlist": "the color of the piece on a square was taken once more: registers of the colors taken once, twice ...",
    "count": "add to a number register how many squares a set has",
    "join": "add the square to a number register that holds squares",
    "destroy": "destroy what is on a set, each counting so often; say in a register whether there was any",
    "destroy_at": "destroy what is on a square",
    "destroy_out": "the same; the piece leaves the game",
    "put": "put a piece of a rank and the color of a register (none: own) on a square",
    "turn": "upgrade (1) or downgrade (0) the piece on a square; say in a register whether it was done",
    "turn_all": "the same for every piece of a set",
    "convert_all": "convert every piece of a set to a rank; say in a register whether there was any",
    "give": "the piece on a square becomes one of a rank and of the color of a register",
    "lose_next": "each opponent has so many actions less in the next turn",
    "mark": "give a marker to the own piece on a square, from the one that has it; say in a register whether it has it",
    "convert": "convert the piece on a square to a rank (-1: its own); say in a register whether it was done",
    "move": "move (0) or leap (1) as answered",
    "gain": "gain actions or turns",
    "lose": "lose actions, as far as there are any; say in a register whether there were",
    "count_twice": "every destroyed piece counts as one more for the rest of the turn",
    "swap": "the pieces on two squares exchange them; say in a register whether they did",
    "take_onto": "take the piece on a square off the board onto this card",
    "land": "the piece on this card comes onto a square, where it destroys what stands there",
    "put_card": "put a card from a zone into, onto or under another",
    "put_all": "the same with all of some cards",
    "draw": "draw so many cards of a kind more at the end of the turn: 0 beings, 1 legends, 2 flares",
    "permit_only": "let the pieces of the colors in a register, and no others, count as own at the next summoning",
    "tell": "count the summoning as that of a rank, its points in the color of the answer (none: there is one score)",
    "permit_squares": "the same with so many empty squares, for common pieces",
    "permit": "let so many enemy pieces stand in for own ones at the next summoning",
    # ends
    "jump": "go on at a block",
    "branch": "go on at the first block if the test holds, else at the second",
    "call": "run the warp part of a card in a frame of its own, then go on at the block",
    "offer": "ask: kind, what is offered, whether stop is allowed, blocks for an answer, for stop, for nothing to ask",
    "done": "the part is finished",
}


# What the register of a linked block holds: nothing is tried now; it is; how that came out.
LINKED_TRIED, LINKED_DONE, LINKED_FAILED = 1, 2, 3


@dataclass
class Block:
    """Instructions run one after another, then the end.

    `linked`: of a question in a linked block, the register that says whether it is only tried.
    """

    code: list[Instr] = field(default_factory=list)
    end: End = ("done",)
    linked: Expr | None = None


@dataclass
class PartProgram:
    """The blocks of one part; block 0 is where it begins. `sources`: offer block to the label it comes from.

    `early`: it is carried out directly before a summoning only.
    """

    name: str
    blocks: dict[int, Block]
    margin: int | None = None
    sources: dict[int, str] = field(default_factory=dict)
    early: bool = False


@dataclass
class Program:
    """A card, lowered. `matters`: bit 1 marks, 2 arrows, 4 used pieces: what of the match the effect speaks of.

    `claim`: of a task, the test that must hold.
    """

    name: str
    parts: tuple[PartProgram, ...]
    matters: int = 0
    claim: Expr | None = None

    def as_data(self) -> dict[str, Any]:
        """The program as JSON-able data."""
        return {
            "matters": [w for i, w in enumerate(("marks", "arrows", "used")) if self.matters >> i & 1],
            "parts": [
                {
                    "name": part.name,
                    "margin": part.margin,
                    **({"early": True} if part.early else {}),
                    "blocks": [
                        {
                            "block": number,
                            "code": _plain(block.code),
                            "end": _plain(block.end),
                            **({} if block.linked is None else {"linked": _plain(block.linked)}),
                        }
                        for number, block in sorted(part.blocks.items())
                    ],
                }
                for part in self.parts
            ],
            **({} if self.claim is None else {"claim": _plain(self.claim)}),
        }

    def digest(self) -> str:
        """Sixteen hexadecimal digits that change when what the card does changes."""
        text = json.dumps(self.as_data(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    return [_plain(x) for x in value] if isinstance(value, (list, tuple)) else value


def targets(end: End) -> tuple[int, ...]:
    """The blocks at which an end may go on."""
    if end[0] == "jump":
        return (end[1],)
    if end[0] == "call":
        return (end[2],)
    if end[0] == "branch":
        return end[2], end[3]
    if end[0] == "offer":
        return tuple(x for x in end[-3:] if x is not None)
    return ()


def print_program(program: Program) -> str:
    """The program as short assembly: one instruction a line, offers with where they lead."""
    lines: list[str] = [] if program.claim is None else [f"claim {text(program.claim)}"]
    for part in program.parts:
        said = " (before a summoning)" if part.early else "" if part.margin is None else f" (margin {part.margin})"
        lines.append(f"{part.name}{said}:")
        for number, block in sorted(part.blocks.items()):
            lines.append(f"  {number}:")
            lines += [f"    {text(code)}" for code in block.code]
            lines += [f"    {x}" for x in _end_lines(block.end)]
            lines += [] if block.linked is None else [f"  if the rest can be done: {text(block.linked)}"]
    return "\n".join(lines)


def _end_lines(end: End) -> Iterator[str]:
    if end[0] != "offer":
        yield text(end)
        return
    _, kind, what, stop, taken, stopped, nothing = end
    shown = [text(what[0]), f"({', '.join(what[1])})"] if kind == "options" else map(text, what)
    yield f"offer {kind} {', '.join(shown)}"
    yield f"  answer -> {taken}, nothing to ask -> {nothing}"
    if stopped is not None:
        yield f"  stop if {text(stop)} -> {stopped}"


_INFIX = {"and": " & ", "or": " | ", "any": " or ", "each": " and "}


def text(x: Any) -> str:
    """An expression or instruction as text."""
    if not isinstance(x, tuple):
        return str(x)
    if not x:
        return "()"
    word, *rest = x
    if word in _INFIX:
        return "(" + _INFIX[word].join(map(text, rest)) + ")"
    if word in ("not", "no"):
        return ("~" if word == "not" else "not ") + text(rest[0])
    if word in ("P", "M", "N"):
        return f"{word}{rest[0]}"
    if word in ("const", "reg", "bit", "mask"):
        return text(rest[0])
    if word == "set":
        return f"{text(rest[0])} = {text(rest[1])}"
    if not isinstance(word, str):
        return "(" + ", ".join(map(text, x)) + ")"
    return f"{word}({', '.join(map(text, rest))})" if rest else word
