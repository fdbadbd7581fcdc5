"""Takes programs, gives the Python module of a deck.

The module imports nothing: the engine hands itself and the arena in through
`bind(rt, arena)`. Each part becomes one function that starts it, and two for each
offer: one that asks (and changes nothing else), one that takes the answer and goes
on to the next offer. The statements of the card stand above what they became.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..dsl import tree as t
from ..dsl.format import print_statement
from ..dsl.write import print_claim
from ..runtime.arena import REGIONS
from . import patterns
from .matching import emit_match
from .program import Expr, Instr, PartProgram, Program, targets

ABI = 1  # what the engine and emitted code agree on; `runtime.cards` refuses others


@dataclass(frozen=True)
class Emitted:
    """What `emit_deck` needs of a card: its meaning and its program."""

    card: t.Card
    program: Program


def emit_deck(deck: str, cards: Iterable[Emitted], digest: str) -> str:
    """The source text of the module of a deck."""
    cards = list(cards)
    names = _identifiers([x.card.name for x in cards])
    head = [
        f'"""The cards of deck {deck}, compiled. Written by the compiler: change the card files instead."""',
        "",
        f"ABI = {ABI}",
        f"DECK = {deck!r}",
        f"DIGEST = {digest!r}",
        "CARDS = {",
    ]
    for x in cards:
        head.append(f"    {x.card.name!r}: {{")
        head += [f"        {key!r}: {value!r}," for key, value in _facts(x).items()]
        head.append("    },")
    head += ["}", "", "", "def bind(rt, arena):"]
    body: list[str] = []
    table: list[str] = []
    for x in cards:
        lines, entry = _card(x, names[x.card.name])
        body += lines
        table += [f"        {x.card.name!r}: (", *(f"            {line}" for line in entry), "        ),"]
    prelude = _prelude("\n".join(line.partition("#")[0] for line in body))
    return "\n".join([*head, *prelude, *body, "", "    return {", *table, "    }", ""])


def _facts(x: Emitted) -> dict[str, Any]:
    """What the engine needs to know of a card beside its functions."""
    card, program = x.card, x.program
    facts: dict[str, Any] = {"kind": card.kind, "rank": card.rank}
    if card.pattern is not None:
        drawn = patterns.drawn(card)
        facts["cells"] = tuple((dx, dy, rank) for dx, dy, rank in drawn.cells)
        facts["base"] = drawn.base
        facts["marks"] = drawn.marks
        facts["second_marks"] = drawn.second_marks
        facts["directions"] = drawn.directions
        facts["lanes"] = drawn.lanes
        if card.summoning is not None:
            facts["sites"] = card.summoning.adjectives
    if card.task is not None:
        facts["task"] = {"type": card.task.sort, "advanced": card.task.advanced, "points": card.task.points}
    facts["matters"] = program.matters
    facts["parts"] = tuple((part.name, part.margin, max((0, *_offers(part).values()))) for part in program.parts)
    if any(part.early for part in card.parts):  # so many pieces may stand in, for what it lets count
        permits = [
            x.what.count.most or 0
            for part in card.parts
            if part.early
            for x in t.walk(part.body)
            if isinstance(x, t.Permit)
        ]
        facts["early"] = permits[-1]
    if any(isinstance(node, t.StepDestroyed) and node.summoning for node in t.walk(card.parts)):
        facts["struck"] = True
    if any(isinstance(node, t.Take) for node in t.walk(card.parts)):
        facts["lays"] = True
    facts["digest"] = program.digest()
    return facts


def _identifiers(names: list[str]) -> dict[str, str]:
    """A Python identifier for each name, distinct, ASCII."""
    found: dict[str, str] = {}
    for name in names:
        base = "".join(c if c.isascii() and c.isalnum() else "_" for c in name.lower()).strip("_") or "card"
        base = base if base[0].isalpha() else f"card_{base}"
        word, n = base, 2
        while word in found.values():
            word, n = f"{base}_{n}", n + 1
        found[name] = word
    return found


def _offers(part: PartProgram) -> dict[int, int]:
    """Block number to offer number (from 1), in order; where a call comes back counts as one that asks nothing."""
    blocks = [n for n, block in sorted(part.blocks.items()) if block.end[0] in ("offer", "call")]
    return {block: i + 1 for i, block in enumerate(blocks)}


# What the toolkit offers to emitted code.
_HELPERS = """
    OCC UP LEG ME SEAT SITE VERDICT PILE DECK SELF USED MARKS ARROWS ACTIONS BLOCK FOLLOWED PIECES SETS NUMBERS
    bit near edge corner squares ranked options arrows choose_color steps leaps can_go nearer
    put destroy destroy_all destroy_out give move turn turn_all convert convert_all around rays first_in direction
    admits rank_at color_at upgradable downgradable placing placeable convertible enough far suppliers of_color keep
    crowded walks fits fallen summoned crosses mirror
    spread opposite narrow gain_actions gain_turns lose_actions lose_next permit permit_only permit_squares
    creditors tell_summoning of_colors rivals color_count cards hand_cards put_card put_all draw_more HAND
    of_kind holds_card this_card pending_card count_twice swap take_onto land landing copied was_warped run_part
    mark marked
"""


_ARENA = ("mask", "red", "green", "colored", "central", *REGIONS.values())


def _prelude(body: str) -> list[str]:
    """Local names for what the body uses of the toolkit and the arena."""
    words = set(_words(body))
    lines = [f"    {name} = rt.{name}" for name in _HELPERS.split() if name in words]
    lines += [f"    {name} = arena.{name}" for name in _ARENA if name in words]
    distances = sorted(w for w in words if w.startswith("within_"))
    for word in distances:
        least, most = word.split("_")[1:]
        lines.append(f"    {word} = rt.within({least}, {most})")
    lines += [f"    {x} = rt.marker({x[7:]!r})" for x in sorted(words) if x.startswith("marker_")]
    lines += [f"    {word} = rt.lanes({word[6:]})" for word in sorted(w for w in words if w.startswith("lanes_"))]
    return lines


def _words(text: str) -> Iterable[str]:
    word = ""
    for c in text:
        if c.isalnum() or c == "_":
            word += c
        elif word:
            yield word
            word = ""
    if word:
        yield word


def _card(x: Emitted, name: str) -> tuple[list[str], list[str]]:
    """The functions of a card and the lines of its entry in the table that `bind` gives."""
    card = x.card
    lines = ["", f"    # {'-' * 20} {card.name}"]
    match = "None"
    if card.pattern is not None:
        match = f"{name}_match"
        lines += ["", *emit_match(card, match)]
    entries: list[str] = []
    for part, program in zip(card.parts, x.program.parts, strict=True):
        part_lines, enter, take = _Part(f"{name}_{part.name}", part, program).emit()
        lines += part_lines
        entries += ["(", f"    ({_tuple(enter)}),", f"    ({_tuple(take)}),", "),"]
    claim: list[str] = []
    if card.task is not None and x.program.claim is not None:
        lines += ["", f"    # {print_claim(card.task.claim)}", f"    def {name}_claim(s):"]
        lines.append(f"        return bool({_bare(_expr(x.program.claim))})")
        claim.append(f"{name}_claim,")
    return lines, [f"{match},", "(", *(f"    {line}" for line in entries), "),", *claim]


def _tuple(items: list[str]) -> str:
    return ", ".join(items) + ("," if len(items) == 1 else "")


class _Part:
    """The functions of one part."""

    def __init__(self, name: str, part: t.Part, program: PartProgram) -> None:
        self.name, self.part, self.program = name, part, program
        self.numbers = _offers(program)
        self.offers = {n: x for n, x in self.numbers.items() if program.blocks[n].end[0] == "offer"}
        self.sources = {x.label: x for x in t.walk(part.body) if getattr(x, "label", "")}
        entered: dict[int, int] = {}
        for block in program.blocks.values():
            for x in targets(block.end):
                entered[x] = entered.get(x, 0) + 1
        self.shared = {n for n, times in entered.items() if times > 1} - set(self.offers)
        self.shared = {n for n in self.shared if not self._trivial(n)}

    def _trivial(self, number: int) -> bool:
        """A block so short that repeating it is clearer than calling it: the end of the part."""
        block = self.program.blocks[number]
        return not block.code and block.end[0] == "done"

    def emit(self) -> tuple[list[str], list[str], list[str]]:
        lines = [
            "",
            f"    # {self.part.name}" + (f", margin {self.part.margin}" if self.part.margin is not None else ""),
        ]
        for statement in self.part.body:
            lines += [f"    #   {x}" for x in print_statement(statement)]
        lines.append(f"    def {self.name}(s):")
        lines += self.block(0, 2)
        enter, take = [self.name], ["None"]
        for number in sorted(self.shared):
            lines += ["", f"    def {self.name}_then{number}(s):", *self.code(number, 2)]
        for number, offer in self.numbers.items():
            enter.append(f"{self.name}_{offer}")
            if number in self.offers:
                lines += ["", *self.offer(number, offer)]
                take.append(f"{self.name}_{offer}_take")
            else:  # a call came back
                lines += ["", f"    def {self.name}_{offer}(s):", *self.block(self.program.blocks[number].end[2], 2)]
                take.append("None")
        return lines, enter, take

    def block(self, number: int, depth: int) -> list[str]:
        """What it takes to go on at a block: its code in place, or a call where several blocks lead to it."""
        return self.call(number, depth) or self.code(number, depth)

    def call(self, number: int, depth: int) -> list[str]:
        """Go on at a block that has a function of its own; nothing if it has none."""
        if number in self.offers:
            return [f"{'    ' * depth}return {self.name}_{self.offers[number]}(s)"]
        if number in self.shared:
            return [f"{'    ' * depth}return {self.name}_then{number}(s)"]
        return []

    def code(self, number: int, depth: int) -> list[str]:
        """A block and those that follow it in place, as many as there are: only branches nest."""
        pad = "    " * depth
        lines: list[str] = []
        going_on: list[str] = []
        while not going_on:
            block = self.program.blocks[number]
            lines += [pad + line for instr in block.code for line in _instr(instr)]
            end = block.end
            if end[0] == "done":
                return [*lines, f"{pad}s[BLOCK] = -1"]
            if end[0] == "call":
                card = _bare(_expr(end[1]))
                return [*lines, f"{pad}return run_part(s, {card}, 'warp', {self.numbers[number]})"]
            if end[0] == "branch":
                yes = self.block(end[2], depth + 1)
                if not yes[-1].lstrip().startswith("return"):
                    yes.append(f"{'    ' * (depth + 1)}return None")
                lines += [f"{pad}if {_bare(_expr(end[1]))}:", *yes]
            number = end[-1]
            going_on = self.call(number, depth)
        return lines + going_on

    def offer(self, number: int, offer: int) -> list[str]:
        block = self.program.blocks[number]
        _, kind, what, stop, taken, stopped, nothing = block.end
        name = f"{self.name}_{offer}"
        statement = self.sources.get(self.program.sources.get(number, ""))
        comment = f"  # {print_statement(statement)[0]}" if statement is not None else ""
        lines = [f"    def {name}(s):{comment}", f"        if {_offer_call(kind, what, stop, offer)}:"]
        if block.linked is None:
            lines += ["            return None", *self.block(nothing, 2)]
        else:  # there may be answers of which none lets the rest be done
            slot = _slot(block.linked)
            lines += [f"            if s[{slot}] or narrow(s, {slot}):", "                return None"]
            lines += self.block(nothing, 2)
        lines += ["", f"    def {name}_take(s, answer):"]
        if stopped is not None and stop != ("never",):
            inner = self.block(stopped, 3)
            if not inner[-1].lstrip().startswith("return"):
                inner.append("            return None")
            lines += ["        if answer.kind == 6:  # stop", *inner]
        answer = _without_unused_hit(self.block(taken, 2))
        words = set(_words("\n".join(answer)))
        if kind in _NAMED:
            source = _NAMED[kind] or repr(what[1])
            lines += [f"        a = {source}.index(answer.name)"] if "a" in words else []
        else:
            lines += ["        a = answer.a"] if "a" in words else []
            lines += ["        b = answer.b"] if "b" in words else []
        return lines + answer


_NAMED = {
    "options": "",
    "colors": "rt.color_names",
    "cards": "rt.card_names",
    "hand": "rt.card_names",
}  # answered by a name out of this list


def _without_unused_hit(lines: list[str]) -> list[str]:
    """What a move hit is kept only where something asks for it."""
    kept = "hit = move("
    asked = any("hit" in _words(line.replace(kept, "")) for line in lines)
    return lines if asked else [line.replace(kept, "move(") for line in lines]


def _offer_call(kind: str, what: tuple[Any, ...], stop: Expr, offer: int) -> str:
    stops = _bare(_expr(stop))
    if kind in ("steps", "leaps"):
        return f"{kind}(s, {offer}, ({', '.join(map(_groups, what))},), {stops})"
    if kind == "options":
        return f"options(s, {offer}, {_bare(_expr(what[0]))}, {what[1]!r}, {stops})"
    if kind in ("cards", "hand"):
        return f"{'hand_' if kind == 'hand' else ''}cards(s, {offer}, {_bare(_expr(what[0]))}, rt.card_names, {stops})"
    if kind == "colors":
        return f"choose_color(s, {offer}, {_bare(_expr(what[0]))}, rt.color_names, {stops})"
    return f"{kind}(s, {offer}, {', '.join(_bare(_expr(x)) for x in what)}, {stops})"


# ---------------------------------------------------------------- registers, instructions, expressions

_BASES = {"P": "PIECES", "M": "SETS", "N": "NUMBERS"}


def _register(r: Expr) -> str:
    """A register as a place in the state, or an answer as a local variable."""
    if r[0] in ("a", "b", "c", "x"):
        return r[0]
    if r[0] == "marked":
        return f"marked(s, marker_{r[1]})"
    if r == ("P", 0):
        return "s[SELF]"
    if r == ("M", 0):
        return "s[USED]"
    return f"s[{_BASES[r[0]]}]" if r[1] == 0 else f"s[{_BASES[r[0]]} + {r[1]}]"


def _slot(r: Expr) -> str:
    """The place of a register in the state."""
    return _register(r)[2:-1]


def _square(x: Expr) -> str:
    """A square given as answer, register or `("reg", register)`."""
    return _register(x[1] if x[0] == "reg" else x)


def _said(did: Expr | None, call: str) -> list[str]:
    return [call] if did is None else [f"{_register(did)} = int({call})"]


def _instr(x: Instr) -> list[str]:
    match x:
        case ("set", r, ("less", register)) if register == r:
            return [f"{_register(r)} -= 1"]
        case ("set", r, value):
            return [f"{_register(r)} = {_bare(_expr(value))}"]
        case ("follow", r, value) if r[0] == "M":
            return [f"{_register(r)} = {_bare(_expr(value))}", f"s[FOLLOWED] |= {_register(r)}"]
        case ("follow", r, value):
            at = _bare(_expr(value)) if value[0] in ("piece", "pick") else _square(value)
            return [f"{_register(r)} = {at}", f"s[FOLLOWED] |= bit[{_register(r)}]"]
        case ("drop", r, square):
            return [f"{_register(r)} &= ~bit[{_square(square)}]"]
        case ("gather", r, square):
            return [f"{_register(r)} |= bit[{_square(square)}]", f"s[FOLLOWED] |= bit[{_square(square)}]"]
        case ("enlist", rows, square):
            lines = [f"bit_of = 1 << color_at(s, {_square(square)})"]
            for more, less in zip(reversed(rows), reversed((None, *rows[:-1])), strict=True):
                lines.append(f"{_register(more)} |= {'bit_of' if less is None else f'{_register(less)} & bit_of'}")
            return lines
        case ("count", r, mask):
            return [f"{_register(r)} += {_expr(mask)}.bit_count()"]
        case ("join", r, square):
            return [f"{_register(r)} |= bit[{_square(square)}]"]
        case ("destroy", mask, tally, did):
            return _said(did, f"destroy_all(s, {_bare(_expr(mask))}{_tally(tally)})")
        case ("destroy_at", square, tally):
            return [f"destroy(s, {_square(square)}{_tally(tally)})"]
        case ("destroy_out", square, tally):
            return [f"destroy_out(s, {_square(square)}{_tally(tally)})"]
        case ("give", square, rank, color):
            return [f"give(s, {_square(square)}, {rank}, {_register(color)})"]
        case ("lose_next", n):
            return [f"lose_next(s, {n})"]
        case ("put", square, rank, color):
            owner = "s[ME]" if color is None else _register(color)
            return [f"put(s, {owner}, {_expr(rank)}, {_square(square)})"]
        case ("turn", square, up, did):
            return _said(did, f"turn(s, {_square(square)}, {up})")
        case ("turn_all", mask, up, did):
            return _said(did, f"turn_all(s, {_bare(_expr(mask))}, {up})")
        case ("convert", square, rank, did):
            return _said(did, f"convert(s, {_square(square)}, {rank})")
        case ("convert_all", mask, rank, did):
            return _said(did, f"convert_all(s, {_bare(_expr(mask))}, {rank})")
        case ("mark", square, word, did):
            return _said(did, f"mark(s, marker_{word}, {_square(square)})")
        case ("move", leap):
            return [f"hit = move(s, a, b{', 1' if leap else ''})"]
        case ("gain", "action", n):
            return [f"gain_actions(s, {n})"]
        case ("gain", "turn", n):
            return [f"gain_turns(s, {n})"]
        case ("lose", n, did):
            return _said(did, f"lose_actions(s, {n})")
        case ("count_twice",):
            return ["count_twice(s)"]
        case ("swap", first, second, did):
            return _said(did, f"swap(s, {_square(first)}, {_square(second)})")
        case ("take_onto" | "land", square):
            return [f"{x[0]}(s, {_square(square)})"]
        case ("put_card" | "put_all", cards, *way):
            return [f"{x[0]}(s, {_bare(_expr(cards))}, {', '.join(map(repr, way))})"]
        case ("draw", kind, n):
            return [f"draw_more(s, {kind}, {n})"]
        case ("permit_only", colors):
            return [f"permit_only(s, {_register(colors)})"]
        case ("tell", rank, color):
            return [f"tell_summoning(s, {rank}, {_color(color)})"]
        case ("permit_squares", n):
            return [f"permit_squares(s, {n})"]
        case ("permit", n):
            return [f"permit(s, {n})"]
        case _:
            raise AssertionError(x)


def _tally(tally: int) -> str:
    return "" if tally == 1 else f", {tally}"


def _bare(text: str) -> str:
    """Without the outer pair of brackets."""
    if not text.startswith("(") or not text.endswith(")"):
        return text
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and i < len(text) - 1:
            return text
    return text[1:-1] if "," not in _top_level(text[1:-1]) else text


def _top_level(text: str) -> str:
    depth, kept = 0, ""
    for c in text:
        depth += c in "([{"
        kept += c if depth == 0 else ""
        depth -= c in ")]}"
    return kept


def _color(r: Expr | None) -> str:
    return "-1" if r is None else _register(r)


_PLAIN: dict[str, str] = {
    "own": "s[s[ME]]",
    "enemy": "(s[OCC] & ~s[s[ME]])",
    "occupied": "s[OCC]",
    "arena": "mask",
    "up": "s[UP]",
    "leg": "s[LEG]",
    "creditors": "creditors(s)",
    "site": "bit[s[SITE]]",
    "pile": "s[PILE + s[SEAT]]",
    "deck": "s[DECK + s[SEAT]]",
    "hand": "s[HAND + s[SEAT]]",
    "this_card": "this_card(s)",
    "pending_card": "pending_card(s)",
    "warped": "was_warped(s)",
    "colors": "color_count",
    "anywhere": "255",
    "arrows": "s[ARROWS]",
    "always": "1",
    "never": "0",
    "here": "here",
    "across": "across",
    "a": "a",
    "b": "b",
    "bearing": "direction(a, b)",
}

_NEAR = ("near", "edge", "corner")


def _joined(sign: str, *alike: str) -> Callable[..., str]:
    """Parts with a sign between; words `alike` bring the same sign, so their own brackets can go."""

    def join(*parts: Expr) -> str:
        if len(parts) == 1:
            return _expr(parts[0])
        return "(" + f" {sign} ".join(_bare(_expr(x)) if x[0] in alike else _expr(x) for x in parts) + ")"

    return join


def _pick(test: Expr, yes: Expr, no: Expr) -> str:
    if test == ("always",):
        return _expr(yes)
    asked = _expr(test)
    bare = _bare(asked)
    return f"({_expr(yes)} if {asked if ' if ' in _top_level(bare) else bare} else {_expr(no)})"


def _in(value: str, ranks: tuple[int, ...]) -> str:
    return f"{value} == {ranks[0]}" if len(ranks) == 1 else f"{value} in {ranks!r}"


_RENDER: dict[str, Callable[..., str]] = {
    "field": lambda word: "s[MARKS]" if word == "marked" else word,
    "crosses": lambda vectors: f"crosses(s, {vectors!r})",
    "mirror": lambda pairs, r: f"mirror(s, {pairs!r}, {_register(r)})",
    "bit": lambda r: f"bit[{_register(r)}]",
    "mask": lambda r: _register(r),
    "reg": lambda r: _register(r),
    "near": lambda how, r: f"{_NEAR[how]}[{_register(r)}]",
    "around": lambda how, m: f"around({_bare(_expr(m))}{f', {how}' if how else ''})",
    "within": lambda least, most, r: f"within_{least}_{most}[{_register(r)}]",
    "far": lambda least, most, m: f"far({least}, {most}, {_bare(_expr(m))})",
    "rays": lambda d: f"rays({_bare(_expr(d))}, s[SELF])",
    "first": lambda d: f"first_in(s, {_bare(_expr(d))}, s[SELF])",
    "and": _joined("&", "and", "enemy"),
    "or": _joined("|", "or"),
    "not": lambda m: f"~{_expr(m)}",
    "pick": _pick,
    "turnable": lambda up, picked: f"{'up' if up else 'down'}gradable(s, {_bare(_expr(picked))})",
    "convertible": lambda rank: f"convertible(s, {rank})",
    "placing": lambda m, color, rank: f"placing(s, {_bare(_expr(m))}, {_color(color)}, {rank})",
    "ranks": lambda color, ranks: f"placeable(s, {_color(color)}, {ranks!r})",
    "suppliers": lambda ranks: f"suppliers(s, {ranks!r})",
    "same": lambda m, r: f"of_color(s, {_bare(_expr(m))}, {_register(r)})",
    "theirs": lambda r: f"of_colors(s, {_register(r)})",
    "rivals": lambda m: f"rivals(s, {_bare(_expr(m))})",
    "copied": lambda card: f"copied({_bare(_expr(card))})",
    "landing": lambda combat, m: f"landing(s, {combat}, {_bare(_expr(m))})",
    "holds": lambda zone: f"{_expr(zone)} != ()",
    "holds_card": lambda zone, name: f"holds_card({_expr(zone)}, {name!r})",
    "there_is": lambda card: f"{_expr(card)} > 0",
    "of_kind": lambda zone, kind: f"of_kind({_expr(zone)}, {kind!r})",
    "top": lambda zone: f"({_expr(zone)} or (0,))[-1]",
    "color_of": lambda r: f"1 << color_count - {_register(r)}",
    "also": lambda r, c: f"{_register(r)} | 1 << {_register(c)}",
    "due": lambda r, sq, all_: f"{_register(r)} & ~(1 << color_at(s, {_square(sq)})) or {_register(all_)}",
    "able": lambda m, test: f"keep({_bare(_expr(m))}, lambda c: {_bare(_expr(test))})",
    "keep": lambda m, test: f"keep({_bare(_expr(m))}, lambda x: {_bare(_expr(test))})",
    "toward": lambda r: f"(1 << {_register(r)} if {_register(r)} >= 0 else 0)",
    "opposite": lambda d: f"opposite({_bare(_expr(d))})",
    "spread": lambda d: f"spread({_bare(_expr(d))})",
    "some": lambda m: _expr(m),
    "can": lambda leap, g: _some(f"can_go(s, {leap}, {{}})", g),
    "did": lambda r: f"{_register(r)} > 0",
    "is": lambda r, n: f"{_register(r)} == {n}",
    "above": lambda r, n: f"{_register(r)} > {n}",
    "among": lambda n, ranks: _in(_expr(n), ranks),
    "enough": lambda m, what, converting: f"enough(s, {_bare(_expr(m))}, {what}, {converting})",
    "actions": lambda n: f"s[ACTIONS] >= {n}",
    "crowded": lambda how, least, m: f"crowded({_bare(_expr(m))}, {least}{f', {how}' if how else ''})",
    "walks": lambda starts, through, steps, goal, beside: (
        f"walks({_bare(_expr(starts))}, {_bare(_expr(through))}, {steps}, {_bare(_expr(goal))}, {beside})"
    ),
    "least": lambda number, n: f"{_expr(number)} >= {n}",
    "region": lambda every, kind, test: _region(every, REGIONS[kind], _bare(_expr(test))),
    "fits": lambda shapes, m: f"fits(s, {shapes!r}, {_bare(_expr(m))})",
    "size": lambda m: f"{_expr(m)}.bit_count()",
    "minus": lambda a, b: f"({_expr(a)} - {_expr(b)})",
    "fallen": lambda ranks: f"fallen(s, {ranks!r})",
    "summoned": lambda ranks, m: f"summoned(s, {ranks!r}, {_bare(_expr(m))})",
    "no": lambda test: f"not ({_bare(_expr(test))})",
    "any": _joined("or", "any"),
    "each": _joined("and", "each"),
    "admits": lambda g: f"admits(s, {_expr(g)}, a, b)" if g[0] == "group" else _some("admits(s, x, a, b)", g),
    "mine": lambda r: f"s[ME] == color_count - {_register(r)}",
    "struck": lambda owner, ranks: _struck(owner, ranks),
    "hit": lambda owner, ranks: _hit(owner, ranks),
    "const": lambda n: str(n),
    "less": lambda r: f"{_register(r)} - 1",
    "rank_at": lambda sq: f"rank_at(s, {_square(sq)})",
    "color_at": lambda sq: f"color_at(s, {_square(sq)})",
    "piece": lambda sq: f"({_square(sq)} if s[OCC] & bit[{_square(sq)}] else -1)",
    "nearer": lambda r, g: f"nearer({_register(r)}, {_expr(g)})",
    "group": lambda combat, *rest: f"({combat}, {', '.join(_bare(_expr(x)) for x in rest)})",
}


def _groups(x: Expr) -> str:
    """A group in a tuple of them; one whose movers come nearer to something is several."""
    return _expr(x) if x[0] == "group" else f"*{_expr(x)}"


def _some(call: str, x: Expr) -> str:
    """Whether a call with the parts of a group holds, of one that is several for one of them."""
    if x[0] == "group":
        return call.format(_bare(_expr(x))[1:-1])
    return f"any({call.format('*x')} for x in {_expr(x)})"


def _region(every: int, regions: str, test: str) -> str:
    some = f"{'all' if every else 'any'}({test} for here, across in {regions})"
    return f"({regions} and {some})" if every else some


def _hit(owner: str, ranks: tuple[int, ...]) -> str:
    test = f"hit >= 0 and {_in('hit % 3', ranks)}"
    if owner == "any":
        return f"({test})"
    return f"({test} and hit // 3 {'==' if owner == 'own' else '!='} s[ME])"


def _struck(owner: str, ranks: tuple[int, ...]) -> str:
    """What the summoning destroyed is kept as 1 + 3 * color + rank, 0 for nothing."""
    tests = ["s[VERDICT]"]
    tests += [f"{_in('(s[VERDICT] - 1) % 3', ranks)}"] if len(ranks) < 3 else []
    tests += [f"(s[VERDICT] - 1) // 3 {'==' if owner == 'own' else '!='} s[ME]"] if owner != "any" else []
    return tests[0] if len(tests) == 1 else f"({' and '.join(tests)})"


def _expr(x: Expr) -> str:
    """An expression as Python."""
    word, *rest = x
    if word in ("P", "M", "N", "c", "x"):
        return _register(x)
    return _PLAIN[word] if word in _PLAIN else _RENDER[word](*rest)
