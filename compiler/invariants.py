"""What every lowered program must keep to, whatever the card: `broken(program)` tells what does not.

Three stages, each on the ground of the one before: the words (known, with the right
arguments), the graph (jumps lead somewhere, everything is reached, every question can
be left, every loop ends or can be left), the flow (nothing is read before it was written).

A register is blank when a part begins, and blank can be told from a value. Even so a
read on any way on which nothing wrote the register is an error: a statement that
remembers something says first that it remembers nothing yet, else a second round of
a loop would see what the first one left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from ..runtime.arena import REGIONS
from .lowering import LIMITS
from .program import OPERATIONS, Block, End, Instr, PartProgram, Program, targets, text

Fact: TypeAlias = "tuple[Any, ...]"
Says: TypeAlias = "Callable[[str], str]"

_A: Fact = ("a",)
_B: Fact = ("b",)
_MOVE: Fact = ("move",)  # the answer is a move
_HIT: Fact = ("hit",)  # a move was made behind the same question
_LOCAL: Fact = ("x",)
_COLOR: Fact = ("c",)
_REGION: tuple[Fact, ...] = (("here",), ("across",))
_INSIDE = {_LOCAL: "keep", _COLOR: "able", **dict.fromkeys(_REGION, "region")}  # the words that give them a sense
_ANSWER = {_A, _B, _MOVE, _HIT}

# What a word gives, and the kinds of its arguments. "...": the last one again, any number of times.
_SHAPES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("own", "enemy", "occupied", "arena", "up", "leg", "site"), ("mask",)),
    "field": ("mask", "field"),
    "crosses": ("mask", "vectors"),
    "mirror": ("mask", "pairs", "PNx"),
    "here": ("mask",),
    "across": ("mask",),
    "crowded": ("mask", "side", "int", "mask"),
    "walks": ("mask", "mask", "mask", "int", "mask", "flag"),
    "bit": ("mask", "PNxab"),
    "theirs": ("mask", "N"),
    "rivals": ("mask", "mask"),
    **dict.fromkeys(("pile", "deck", "hand"), ("cards",)),
    "of_kind": ("cards", "cards", "trait"),
    "top": ("card", "cards"),
    **dict.fromkeys(("this_card", "pending_card"), ("card",)),
    "mask": ("mask", "MN"),
    "near": ("mask", "side", "PNx"),
    "around": ("mask", "side", "mask"),
    "within": ("mask", "int", "int", "PNx"),
    "far": ("mask", "int", "int", "mask"),
    "rays": ("mask", "directions"),
    "first": ("mask", "directions"),
    "and": ("mask", "mask", "..."),
    "or": ("mask", "mask", "..."),
    "not": ("mask", "mask"),
    "pick": ("same", "test", "same", "same"),
    "turnable": ("mask", "flag", "mask"),
    "convertible": ("mask", "rank"),
    "placing": ("mask", "mask", "N?", "rank"),
    "ranks": ("mask", "N?", "ranks"),
    "creditors": ("mask",),
    "able": ("mask", "mask", "test"),
    "suppliers": ("mask", "ranks"),
    "same": ("mask", "mask", "Nc"),
    "keep": ("mask", "mask", "test"),
    "anywhere": ("directions",),
    "arrows": ("directions",),
    "toward": ("directions", "N"),
    "spread": ("directions", "directions"),
    "opposite": ("directions", "directions"),
    "always": ("test",),
    "never": ("test",),
    "some": ("test", "mask"),
    "can": ("test", "flag", "group"),
    "did": ("test", "N"),
    "is": ("test", "Na", "int"),
    "x": ("register",),
    "c": ("register",),
    "above": ("test", "N", "int"),
    "among": ("test", "number", "ranks"),
    "enough": ("test", "mask", "rank", "flag"),
    "actions": ("test", "int"),
    "least": ("test", "number", "int"),
    "region": ("test", "flag", "region", "test"),
    "fits": ("test", "shapes", "mask"),
    "holds": ("test", "cards"),
    "warped": ("test",),
    "copied": ("card", "card"),
    "landing": ("mask", "flag", "mask"),
    "count_twice": ("instruction",),
    "swap": ("instruction", "square", "square", "N?"),
    "take_onto": ("instruction", "square"),
    "land": ("instruction", "square"),
    "call": ("end", "card", "block"),
    "holds_card": ("test", "cards", "name"),
    "there_is": ("test", "card"),
    "no": ("test", "test"),
    "any": ("test", "test", "..."),
    "each": ("test", "test", "..."),
    "admits": ("test", "group"),
    "mine": ("test", "N"),
    "struck": ("test", "owner", "ranks"),
    "hit": ("test", "owner", "ranks"),
    "const": ("number mask place", "int"),
    "marked": ("register", "name"),
    "a": ("number square place card",),
    "b": ("number square place",),
    "reg": ("number square place", "PNx"),
    "less": ("number", "N"),
    "rank_at": ("number", "square"),
    "colors": ("number",),
    "color_of": ("number", "N"),
    "also": ("number", "N", "N"),
    "due": ("number", "N", "square", "N"),
    "color_at": ("number", "square"),
    "bearing": ("number",),
    "piece": ("number place", "square"),
    "size": ("number", "mask"),
    "minus": ("number", "number", "number"),
    "fallen": ("number", "ranks"),
    "summoned": ("number", "ranks", "mask"),
    "nearer": ("group", "PNx", "group"),
    "group": ("group", "flag", "mask", "mask", "directions"),
    "set": ("instruction", "PMN", "value"),
    "follow": ("instruction", "PM", "followed"),
    "drop": ("instruction", "MN", "square"),
    "gather": ("instruction", "M", "square"),
    "count": ("instruction", "N", "mask"),
    "enlist": ("instruction", "rows", "square"),
    "join": ("instruction", "N", "square"),
    "destroy": ("instruction", "mask", "tally", "N?"),
    "destroy_at": ("instruction", "square", "tally"),
    "destroy_out": ("instruction", "square", "tally"),
    "give": ("instruction", "square", "rank", "N"),
    "lose_next": ("instruction", "int"),
    "put": ("instruction", "square", "number", "N?"),
    "turn": ("instruction", "square", "flag", "N?"),
    "turn_all": ("instruction", "mask", "flag", "N?"),
    "convert_all": ("instruction", "mask", "rank", "N?"),
    "convert": ("instruction", "square", "rank", "N?"),
    "mark": ("instruction", "square", "name", "N?"),
    "move": ("instruction", "flag"),
    "gain": ("instruction", "gained", "int"),
    "lose": ("instruction", "int", "N?"),
    "put_card": ("instruction", "card", "zone", "way", "zone"),
    "put_all": ("instruction", "cards", "zone", "way", "zone"),
    "draw": ("instruction", "int", "int"),
    "permit_only": ("instruction", "N"),
    "tell": ("instruction", "rank", "Na?"),
    "permit": ("instruction", "int"),
    "permit_squares": ("instruction", "int"),
    "jump": ("end", "block"),
    "branch": ("end", "test", "block", "block"),
    "offer": ("end", "kind", "offered", "test", "block", "block?", "block"),
    "done": ("end",),
}

# What a question is asked about, and which words its answer gives a sense to.
_OFFERS: dict[str, tuple[tuple[str, ...], set[Fact]]] = {
    "squares": (("mask",), {_A}),
    "ranked": (("mask", "mask"), {_A, _B}),
    "options": (("mask", "labels"), {_A}),
    "colors": (("mask",), {_A}),
    "arrows": (("directions",), {_A}),
    "cards": (("cards",), {_A}),
    "hand": (("cards",), {_A}),
    "steps": (("group", "..."), {_A, _B, _MOVE}),
    "leaps": (("group", "..."), {_A, _B, _MOVE}),
}

# Arguments that are no expressions: what each may be.
_PLAIN: dict[str, Callable[[Any], bool]] = {
    "int": lambda x: type(x) is int,
    "flag": lambda x: x in (0, 1),
    "side": lambda x: x in (0, 1, 2),
    "tally": lambda x: x in (0, 1, 2),
    "rank": lambda x: x in (-1, 0, 1, 2),
    "ranks": lambda x: isinstance(x, tuple) and x != () and all(rank in (0, 1, 2) for rank in x),
    "labels": lambda x: isinstance(x, tuple) and x != () and len(set(x)) == len(x),
    "owner": lambda x: x in ("own", "enemy", "any"),
    "field": lambda x: x in ("red", "green", "colored", "central", "marked"),
    "region": lambda x: x in REGIONS,
    "vectors": lambda x: isinstance(x, tuple) and x != () and all(map(_is_vector, x)),
    "pairs": lambda x: isinstance(x, tuple) and x != () and all(len(y) == 2 and all(map(_is_vector, y)) for y in x),
    "shapes": lambda x: isinstance(x, tuple) and x != () and all(map(_is_shape, x)),
    "rows": lambda x: isinstance(x, tuple) and x != () and all(isinstance(r, tuple) and r[:1] == ("N",) for r in x),
    "gained": lambda x: x in ("action", "turn"),
    "trait": lambda x: x in ("flare", "legend", "frozen", "warp", "copied"),
    "zone": lambda x: x in ("hand", "pile", "deck", "play", "this", "pending"),
    "way": lambda x: x in ("into", "onto", "under"),
    "name": lambda x: isinstance(x, str) and x != "",
    "kind": lambda x: x in _OFFERS,
    "block": lambda x: type(x) is int,
}
_EXPRESSIONS = {
    "card",
    "cards",
    "mask",
    "directions",
    "test",
    "number",
    "group",
    "square",
    "place",
    "value",
    "instruction",
    "end",
}


def _is_vector(x: Any) -> bool:
    return isinstance(x, tuple) and len(x) == 2 and all(type(n) is int for n in x)


def _is_shape(x: Any) -> bool:
    return isinstance(x, tuple) and all(len(cell) == 3 and cell[2] in (0, 1, 2) for cell in x)


def broken(program: Program) -> list[str]:
    """Every invariant that the program breaks, as one sentence each; empty for a sound program."""
    found: list[str] = [] if program.claim is None else [f"claim: {x}" for x in _claim(program.claim)]
    for part in program.parts:
        found += _words(part) or _graph(part) or _flow(part)
    return found or list(_matters(program))


# ---------------------------------------------------------------- words


def _words(part: PartProgram) -> list[str]:
    found: list[str] = []
    for number, block in sorted(part.blocks.items()):
        for x in block.code:
            found += _at(part, number, _misfits(x, "instruction"))
        found += _at(part, number, _misfits(block.end, "end"))
    return found


def _at(part: PartProgram, number: int, complaints: Iterable[str]) -> Iterator[str]:
    return (f"{part.name}, block {number}: {x}" for x in complaints)


def _misfits(x: Any, kind: str) -> Iterator[str]:
    """What is wrong with `x` where something of a kind must stand."""
    if kind == "value":
        kind = "number" if isinstance(x, tuple) and x and "number" in _gives(x) else "mask"
    if kind in _EXPRESSIONS:
        yield from _misfit_word(x, kind)
    elif kind.endswith("?"):
        if x is not None:
            yield from _misfits(x, kind[:-1])
    elif kind[0].isupper():
        yield from _misfit_register(x, kind)
    elif not _PLAIN[kind](x):
        yield f"{x!r} is no {kind}"


def _gives(x: tuple[Any, ...]) -> str:
    return _SHAPES.get(x[0], ("",))[0]


def _misfit_word(x: Any, kind: str) -> Iterator[str]:
    if not isinstance(x, tuple) or not x or x[0] not in OPERATIONS:
        yield f"{x!r} is no word of the program"
        return
    gives, *kinds = _SHAPES[x[0]]
    if gives != "same" and kind not in gives.split():
        yield f"{text(x)} is no {kind}"
        return
    kinds = [kind if k == "same" else k for k in kinds]
    arguments = x[1:]
    if kinds and kinds[-1] == "...":
        kinds = kinds[:-1] + [kinds[-2]] * (len(arguments) - len(kinds) + 1)
    if len(kinds) != len(arguments):
        yield f"'{x[0]}' takes {len(kinds)} arguments, not {len(arguments)}: {x!r}"
        return
    for argument, expected in zip(arguments, kinds, strict=True):
        if expected == "offered":
            yield from _misfit_offered(x[1], argument)
        elif expected == "followed":
            yield from _misfits(argument, "place" if x[1][:1] == ("P",) else "mask")
        else:
            yield from _misfits(argument, expected)


def _misfit_offered(kind: str, what: Any) -> Iterator[str]:
    if kind not in _OFFERS:
        return  # said already
    kinds = list(_OFFERS[kind][0])
    if kinds[-1] == "...":
        kinds = [kinds[0]] * max(1, len(what))
    if len(kinds) != len(what):
        yield f"the question '{kind}' cannot be asked about {len(what)} things"
        return
    for x, expected in zip(what, kinds, strict=True):
        yield from _misfits(x, expected)


def _misfit_register(x: Any, letters: str) -> Iterator[str]:
    if x in ((letter,) for letter in letters if letter.islower()):
        return
    if isinstance(x, tuple) and x[:1] == ("marked",) and "P" in letters:
        yield from _misfit_word(x, "register")
        return
    if not (isinstance(x, tuple) and len(x) == 2 and x[0] in LIMITS and x[0] in letters and type(x[1]) is int):
        yield f"{x!r} is no register of {letters}"
    elif not 0 <= x[1] < LIMITS[x[0]] + (x[0] != "N"):
        yield f"there is no register {text(x)}"


def _claim(claim: Any) -> list[str]:
    """What is wrong with the test of a task: its words, and that it needs a memory or a region that is not there."""
    missing = list(dict.fromkeys(_reads(claim)))
    return [*_misfits(claim, "test"), *(f"a task remembers nothing, so not {text(x)}" for x in missing)]


# ---------------------------------------------------------------- graph


def _graph(part: PartProgram) -> list[str]:
    found: list[str] = []
    for number, block in sorted(part.blocks.items()):
        found += _at(part, number, _misleading(part, block))
    if 0 not in part.blocks:
        return [*found, f"{part.name}: there is no block 0 to begin with"]
    if found:
        return found
    reached = _reached(part)
    found += _at(part, 0, (f"block {n} is never reached" for n in sorted(part.blocks) if n not in reached))
    asked = {n for n, block in part.blocks.items() if block.end[0] == "offer"}
    found += [f"{part.name}: block {n} asks nothing, yet has a source" for n in sorted(set(part.sources) - asked)]
    return found + [f"{part.name}: {x}" for x in _endless(part, set(part.blocks))]


def _misleading(part: PartProgram, block: Block) -> Iterator[str]:
    """Whether a block's end leads somewhere, and leaves a way out of its question."""
    for n in targets(block.end):
        if n not in part.blocks:
            yield f"there is no block {n} to go on at"
    if block.end[0] != "offer":
        return
    _, kind, what, stop, _, stopped, _ = block.end
    if block.code:
        yield f"before the question '{kind}' it does something: it could not be asked again"
    if stop != ("never",) and stopped is None:
        yield f"the question '{kind}' may be declined, yet leads nowhere then"
    if kind == "leaps" and len(what) != 1:
        yield "a leap is asked of one group"


def _reached(part: PartProgram) -> set[int]:
    reached: set[int] = set()
    waiting = [0]
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting += targets(part.blocks[number].end)
    return reached


def _endless(part: PartProgram, blocks: set[int]) -> Iterator[str]:
    """The loops within some blocks that nothing brings to an end.

    A loop ends when on every round some register shrinks that nothing in the loop fills again
    and that something in it tests, or when it asks a question that may always be declined, for
    somebody who stops. Blocks that do so cannot recur for ever, so without them the rest must
    end too.
    """
    for loop in _loops(part, blocks):
        shrinking = [r for r in _shrunk(part, loop) if not _filled(part, loop, r) and _tested(part, loop, r)]
        ending = {n for n in loop if any(_shrinks(x) in shrinking for x in part.blocks[n].code)}
        ending |= {n for n in loop if _leaves(part.blocks[n].end, loop)}
        if ending:
            yield from _endless(part, loop - ending)
        else:
            yield f"nothing ends the loop of the blocks {', '.join(map(str, sorted(loop)))}"


def _leaves(end: End, loop: set[int]) -> bool:
    """Whether an end is a question of which `stop` is always an answer, and leads out of the loop."""
    return end[0] == "offer" and end[3] == ("always",) and end[5] not in loop


def _loops(part: PartProgram, blocks: set[int]) -> Iterator[set[int]]:
    """The largest sets of blocks each of which leads to each other one (and back to itself)."""
    follows = {n: _beyond(part, n, blocks) for n in blocks}
    left = {n for n in blocks if n in follows[n]}
    while left:
        first = min(left)
        loop = {n for n in left if n in follows[first] and first in follows[n]}
        yield loop
        left -= loop


def _beyond(part: PartProgram, number: int, blocks: set[int]) -> set[int]:
    """The blocks that come behind a block by one step or more, without leaving `blocks`."""
    found: set[int] = set()
    waiting = [number]
    while waiting:
        for n in targets(part.blocks[waiting.pop()].end):
            if n in blocks and n not in found:
                found.add(n)
                waiting.append(n)
    return found


def _shrinks(x: Instr) -> Fact | None:
    """The register that an instruction makes smaller: a counter, a set of members, or what is left to join."""
    if x[0] == "set" and x[2] == ("less", x[1]):
        return x[1]
    return x[1] if x[0] in ("drop", "gather", "join") else None


def _shrunk(part: PartProgram, loop: set[int]) -> set[Fact]:
    return {r for n in loop for x in part.blocks[n].code if (r := _shrinks(x)) is not None}


def _filled(part: PartProgram, loop: set[int], register: Fact) -> bool:
    return any(register in _writes(x) and _shrinks(x) != register for n in loop for x in part.blocks[n].code)


def _tested(part: PartProgram, loop: set[int], register: Fact) -> bool:
    return any(register in set(_reads(part.blocks[n].end)) for n in loop)


# ---------------------------------------------------------------- flow


def _flow(part: PartProgram) -> list[str]:
    """Reads of what some way there did not write; answers used where there is none."""
    known = _known(part)
    found: list[str] = []
    for number, block in sorted(part.blocks.items()):
        facts = set(known[number])
        for x in (*block.code, block.end):
            missing = [fact for fact in dict.fromkeys(_reads(x)) if fact not in facts]
            found += _at(part, number, (_missing(fact, x) for fact in missing))
            facts |= _written(x)
    return found


def _missing(fact: Fact, x: Instr) -> str:
    if fact in _NEEDED:
        return f"{_NEEDED[fact]}: {text(x)}"
    return f"{text(fact)} is read before it is written: {text(x)}"


_NEEDED: dict[Fact, str] = {
    _A: "no answer is at hand",
    _B: "no answer with a second number is at hand",
    _MOVE: "the answer at hand is no move",
    _HIT: "no move was made behind this answer",
    _LOCAL: "the local square is used outside a 'keep'",
    _COLOR: "the local color is used outside an 'able'",
    **dict.fromkeys(_REGION, "no region is looked at"),
}


def _known(part: PartProgram) -> dict[int, set[Fact]]:
    """What is surely written when a block begins, whatever way led there.

    An answer is known only where a single way leads: blocks in which ways meet become
    functions of their own in emitted code, and get none.
    """
    ways: dict[int, list[tuple[int, set[Fact]]]] = {n: [] for n in part.blocks}
    for n, block in part.blocks.items():
        for target, gained in _ways(block):
            ways[target].append((n, gained))
    everything = {fact for n, block in part.blocks.items() for x in (*block.code, block.end) for fact in _facts(x)}
    known = {n: set(everything) for n in part.blocks}
    known[0] = {("P", 0), ("M", 0)} if part.name == "effect" else set()
    changed = True
    while changed:
        changed = False
        for n, incoming in ways.items():
            facts = set(known[n])
            for source, gained in incoming:
                facts &= _after(part.blocks[source], known[source]) | gained
            if len(incoming) > 1:
                facts -= _ANSWER
            changed |= facts != known[n]
            known[n] = facts
    return known


def _facts(x: Instr) -> set[Fact]:
    return {*_reads(x), *_written(x), *_ANSWER}


def _after(block: Block, before: set[Fact]) -> set[Fact]:
    facts = set(before)
    for x in block.code:
        facts |= _written(x)
    return facts - _ANSWER if block.end[0] == "offer" else facts


def _ways(block: Block) -> Iterator[tuple[int, set[Fact]]]:
    """Where a block goes on, with what the answer on that way gives."""
    if block.end[0] == "offer":
        yield block.end[4], _OFFERS[block.end[1]][1]
        yield from ((n, set[Fact]()) for n in block.end[5:] if n is not None)
    else:
        yield from ((n, set[Fact]()) for n in targets(block.end))


def _written(x: Instr) -> set[Fact]:
    return {_HIT} if x[0] == "move" else _writes(x)


def _writes(x: Instr) -> set[Fact]:
    """The registers that an instruction puts something into."""
    if x[0] in ("set", "follow", "drop", "gather", "join", "count"):
        return {x[1]}
    said = ("destroy", "lose", "mark", "swap", "turn", "turn_all", "convert", "convert_all")
    if x[0] in said and x[-1] is not None:
        return {x[-1]}
    return set()


def _reads(x: Any, within: frozenset[str] = frozenset()) -> Iterator[Fact]:
    """What must be known where an instruction, an end or an expression stands; `within`: words around it."""
    if not isinstance(x, tuple) or not x:
        return
    if x[0] in LIMITS or x in (_A, _B) or (x in _INSIDE and _INSIDE[x] not in within):
        yield x
        return
    if x[0] in ("bearing", "admits", "move"):
        yield _MOVE
    if x[0] == "hit":
        yield _HIT
    for part in _read_parts(x):
        yield from _reads(part, within | {x[0]})


def _read_parts(x: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments that are read: not those only written to, and not the labels of options."""
    if x[0] == "offer":
        return (*(x[2][:1] if x[1] == "options" else x[2]), x[3])
    if x[0] in ("set", "follow"):
        return x[2:]
    return x[:-1] if _writes(x) == {x[-1]} else x


# ---------------------------------------------------------------- what of the match the card speaks of


def _matters(program: Program) -> Iterator[str]:
    """`matters` must name what of the match the blocks use, else two matches that differ would be taken as one."""
    blocks = [block for part in program.parts for block in part.blocks.values()]
    spoken = set(_spoken(tuple(x for block in blocks for x in (*block.code, block.end))))
    for bit, (word, name) in enumerate(_MATCH.items()):
        if (word in spoken) != bool(program.matters >> bit & 1):
            yield f"'matters' and the blocks disagree about {name}"


_MATCH: dict[Fact, str] = {("field", "marked"): "marks", ("arrows",): "arrows", ("M", 0): "used pieces"}


def _spoken(x: Any) -> Iterator[Fact]:
    if isinstance(x, tuple):
        if x in _MATCH:
            yield x
        for part in x:
            yield from _spoken(part)
