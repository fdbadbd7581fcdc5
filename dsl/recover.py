"""Takes the lines of a text, gives tokens that the grammar accepts, whatever the text says.

A line that the grammar refuses is reported once and read as what it was most likely
meant to be: at another depth, with a word mended, with a missing line put before it,
or else as a stand-in of the same kind (a *hole*). So the rest is read as it was meant,
and one mistake gives one message.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Literal, TypeAlias

from lark import Token

from .diagnostic import Findings
from .example import STEPS
from .language import Language
from .lines import Line
from .mend import Mender
from .read import Attempt, Depths, LineReader
from .source import Source, Span

# in the order of a card
_SECTIONS = (
    "points",
    "pattern",
    "claim",
    "summoned",
    "arrows",
    "effect",
    "frozen",
    "warp",
    "when",
    "ruling",
    "example",
)
_ORDER = "head line, pattern, summoned on, arrows, effect, frozen, warp, rulings, examples"
_ORDER_OF_TASK = "head line, points, pattern, claim, rulings, examples"
_SORTS = ("destruction", "colored", "summoning", "configuration", "imprisonment")
_HEADS = ("common", "heroic", "legendary", "being", "legend", "flare", "advanced", *_SORTS, "task")
_MOST_TRIES = 4  # at one line before it is passed over
_DRAWINGS = {  # by terminal: what is drawn, the characters that are read, those that are advised
    "PATTERN_ROW": ("pattern", ".chl@CHL*+", ". c h l @ C H L *"),
    "BOARD_ROW": ("board", ".chlCHL_0123456789", ". c h l C H L _ and digits"),
}

# Stand-ins for a line that cannot be understood; the first of those that lead furthest is taken.
_LEAVES = (
    "gain 1 action",
    "standard move",
    "done",
    ".",
    "ruling ? [card]",
    "arrows N",
    "points 1",
    "claim if some piece",
)
_HEADERS = (
    "may",
    "either",
    "or",
    "otherwise",
    "in any order",
    "if you do",
    "with each of 1 piece",
    "repeat",
    "before",
    "pattern",
    "effect",
    "frozen",
    "warp",
    "when opponent has 1 more piece",
    "example ? [card]",
)
_HEAD_LINES = ("common being ?", "legend ?", "flare ?", "colored task ?")

# A line whose absence shows in the next one: the line, how it stands to that one (it holds it, stands
# before it, or is a whole block before it), and what to say.
How: TypeAlias = Literal["above", "before", "block"]
_NO_HEAD = (
    "the first line of the card is missing: 'common being NAME', 'legend NAME', 'flare NAME' or 'colored task NAME'"
)
_NO_POINTS = "the task does not say how many points it is worth"
_NO_CLAIM = "the task has no 'claim if ...'"
_MISSING: tuple[tuple[str, How, str], ...] = (
    ("effect", "above", "the line 'effect' is missing above this one"),
    ("pattern", "above", "the line 'pattern' is missing above this drawing"),
    ("pattern", "block", "the card has no pattern"),
    ("before", "above", "the line 'before' or 'after' is missing above this drawing"),
    ("example ? [card]", "above", "the line 'example ...' is missing above this one"),
    ("when opponent has 1 more piece", "above", "the line 'when opponent has ...' is missing above this one"),
    ("common being ?", "before", _NO_HEAD),
    ("flare ?", "before", _NO_HEAD),
    ("points 1", "before", _NO_POINTS),
    ("claim if some piece", "before", _NO_CLAIM),
)
_UNFINISHED = (
    ("common being ?", "", _NO_HEAD),
    ("points 1", "", _NO_POINTS),
    ("claim if some piece", "", _NO_CLAIM),
    ("pattern", ".", "the card has no pattern"),
    ("when opponent has 1 more piece", "gain 1 action", "the flare has no 'when opponent has ...'"),
)


class Reader:
    """Reads lines one by one; `holes` are the places that it could not understand."""

    def __init__(self, language: Language, source: Source, findings: Findings, start: str) -> None:
        self.language = language
        self.findings = findings
        self.reader = LineReader(language, source)
        self.mender = Mender(self.reader, findings)
        self.stack = language.begin(start)
        self.depths: Depths = (0,)
        self.tokens: list[Token] = []
        self.holes: list[Span] = []
        self.lines: list[Line] = []
        self.last: Line | None = None  # the line that was read before
        self.reported: set[int] = set()  # numbers of lines with a message about their place
        self.pulled = -1  # a depth at which lines stand that belong one deeper, as reported

    def read(self, lines: list[Line]) -> list[Token]:
        """All tokens of the text, mended where needed: a text that the grammar accepts whole."""
        self.lines = self.sections(lines)
        self.reported = {x.number for x in lines if x.uneven}
        i = tries = 0
        while i < len(self.lines):
            line = self.lines[i]
            attempt = self.reader.attempt(self.stack, self.depths, line)
            if attempt.problem is None and not line.broken:
                self.take(attempt, line)
                after = i + 1
            elif tries < _MOST_TRIES:
                after = self.recover(i, attempt)
            else:
                after = self.pass_over(i)
            i, tries = after, 0 if after > i else tries + 1
        self.finish()
        return self.tokens

    def take(self, attempt: Attempt, line: Line | None) -> None:
        self.tokens += attempt.tokens
        self.reader.place = max((x.end_pos or 0 for x in attempt.tokens[-1:]), default=self.reader.place)
        self.stack, self.depths = attempt.stack, attempt.depths
        self.last = line or self.last

    def short(self, line: Line) -> str:
        """A line as messages quote it."""
        said = self.reader.said(line)
        return said if len(said) <= 40 else said[:37] + "..."

    def once(self, line: Line, code: str, span: Span, message: str, help_: str = "") -> None:
        """Report something about where `line` stands unless that was done."""
        if line.number not in self.reported:
            self.reported.add(line.number)
            self.findings.report(code, span, message, help_)

    # ------------------------------------------------------------ sections

    def sections(self, lines: list[Line]) -> list[Line]:
        """The lines with their sections in the order of a card; one that stands too late is reported."""
        lines = self.first_card(lines)
        starts = [i for i, line in enumerate(lines) if line.depth == 0] + [len(lines)]
        ranked: list[tuple[int, list[Line]]] = []
        rank = -1
        latest: Line | None = None
        for a, b in pairwise(starts):
            word = self.first_word(lines[a])
            if word in _SECTIONS:
                rank = _SECTIONS.index(word)
                if latest is not None and rank < _SECTIONS.index(self.first_word(latest)):
                    message = f"'{word}' stands behind '{self.first_word(latest)}'"
                    task = {"points", "claim"} & {self.first_word(lines[x]) for x in starts[:-1]}
                    help_ = f"the order is: {_ORDER_OF_TASK if task else _ORDER}"
                    self.findings.report(
                        "K018", lines[a].span, message, help_, ((latest.span, "it belongs above this"),)
                    )
                else:
                    latest = lines[a]
            ranked.append((rank, lines[a:b]))
        return [line for _, part in sorted(ranked, key=lambda x: x[0]) for line in part]

    def first_card(self, lines: list[Line]) -> list[Line]:
        """The lines before a second head line, which is reported."""
        for i, line in enumerate(lines):
            if i and line.depth == 0 and self.first_word(line) in _HEADS and self.heads(line):
                help_ = "put it into a file of its own"
                self.findings.report("K019", line.span, "a file holds one card; a second one begins here", help_)
                return lines[:i]
        return lines

    def heads(self, line: Line) -> bool:
        """Whether a line is a whole head line."""
        start = self.language.begin("start")
        return not line.broken and self.reader.attempt(start, (0,), line).problem is None

    def first_word(self, line: Line) -> str:
        return self.reader.said(line).split(maxsplit=1)[0]

    # ------------------------------------------------------------ ways out; each gives the line to read next

    def recover(self, i: int, attempt: Attempt) -> int:
        """Deal with a line that cannot be read as it stands."""
        problem = attempt.problem
        if problem is not None and problem.kind == "close":
            after = self.elsewhere(i, attempt.depths[-1:])
            return self.one_branch(i, attempt) if after is None else after
        if problem is not None and problem.kind == "block":
            return self.no_block(i)
        if problem is not None and problem.kind == "nested":
            return self.too_deep(i)
        if self.lines[i].broken:
            return self.stand_in(i)
        return self.bad_words(i, attempt)

    def bad_words(self, i: int, attempt: Attempt) -> int:
        """A word may not stand where it stands: the place of the line is wrong, or the word is."""
        line = self.lines[i]
        begins = not attempt.words()
        wants_or = begins and self.language.accepts(attempt.stack) == {"OR"}
        if begins and not wants_or:
            for way in (self.elsewhere, self.second, self.missing):
                after = way(i)
                if after is not None:
                    return after
        if self.drawing(line, attempt):
            return i + 1
        mended = self.mender.mend(line, attempt, self.line(i + 1))
        if mended.problem is None:
            self.take(mended, line)
            return i + 1
        if wants_or:
            return self.one_branch(i, attempt)
        if not (line.uneven and begins):
            self.unexpected(line, mended)
        return self.stand_in(i)

    def line(self, i: int) -> Line | None:
        return self.lines[i] if i < len(self.lines) else None

    def unexpected(self, line: Line, attempt: Attempt) -> None:
        """Say what may stand where reading ended, without knowing what was meant."""
        assert attempt.problem is not None
        token, stack = attempt.problem.token, attempt.problem.stack
        unknown = self.mender.unknown(attempt)
        if unknown is not None:
            token, stack = unknown, attempt.cut(unknown).stack
        help_ = self.mender.way_out(line, token, stack)
        if token is None:
            self.findings.report("K012", Span(line.end, line.end), "the line ends too early", help_)
        else:
            code, message = self.mender.reject(token)
            start = token.start_pos or 0
            self.findings.report(code, Span(start, min(token.end_pos or start, line.end)), message, help_)

    # ------------------------------------------------------------ the depth of a line

    def shifted(self, i: int, by: int, siblings: bool = False) -> list[Line]:
        """The lines from `i` on, with that line and those below it moved; `siblings`: those beside it too."""
        depth = self.lines[i].depth
        lines = self.lines[i:]
        for n, line in enumerate(lines):
            if n and (line.depth < depth or (line.depth == depth and not siblings)):
                break
            lines[n] = replace(line, depth=line.depth + by)
        return lines

    def no_block(self, i: int) -> int:
        """The line before wants lines below it: this one if it fits there, else a stand-in."""
        header, line = self.last, self.lines[i]
        assert header is not None
        moved = self.shifted(i, +1)
        if line.depth == self.depths[-1] and self.reader.reach(self.stack, self.depths, moved):
            message = f"this line belongs below '{self.short(header)}'"
            self.once(line, "K015", line.span, message, "indent it by two blanks more")
            self.pulled = line.depth
            self.lines[i:] = moved
        else:
            self.give_block(header)
        return i

    def give_block(self, header: Line) -> None:
        """Report that a line has no block, and read a stand-in below it."""
        message = f"'{self.short(header)}' needs at least one line below it"
        self.once(header, "K013", header.span, message, "write that line below it, indented by two blanks more")
        self.holes.append(header.span)
        for leaf in _LEAVES:
            attempt = Attempt(self.stack, self.depths)
            self.reader.block(attempt, leaf, header.span)
            if attempt.problem is None:
                self.take(attempt, None)
                return

    def one_branch(self, i: int, attempt: Attempt) -> int:
        """An `either` without `or`: reported there, and a branch read for it."""
        depth = attempt.depths[-1]
        head = next(x for x in reversed(self.lines[:i]) if x.depth == depth)
        help_ = "write 'or' at the same depth, and the other choice below that"
        self.once(head, "K016", head.span, "'either' has no 'or'", help_)
        self.holes.append(head.span)
        closed = Attempt(self.stack, self.depths)
        self.reader.settle(closed, depth)
        self.reader.say(closed, "or", head.span)
        self.reader.end_line(closed, head.end)
        self.reader.block(closed, "gain 1 action", head.span)
        self.take(closed, None)
        return i

    def too_deep(self, i: int) -> int:
        """A line below one that takes none: a line is missing between them, or it is indented too far."""
        line = self.lines[i]
        ways = [self.shifted(i, -1, siblings=True), self.shifted(i, -1)]
        flat = max(ways, key=lambda x: self.reader.reach(self.stack, self.depths, x))
        readable = bool(self.reader.reach(self.stack, self.depths, flat))
        after = None if readable else self.missing(i)
        if after is not None:
            return after
        if self.last is None or self.last.number not in self.reported:
            above = "it" if self.last is None else f"'{self.short(self.last)}'"
            self.once(line, "K014", line.span, f"nothing can stand below {above}", "indent this line like that one")
            flat[0].broken = not readable
        self.lines[i:] = flat
        return i

    def elsewhere(self, i: int, depths: Depths = ()) -> int | None:
        """The line can be read as it is at another depth: one of `depths`, or of all that are open."""
        line = self.lines[i]
        best, by = 0, 0
        for depth in reversed(depths or self.depths):
            if depth != line.depth and not self.any_word(line, depth):
                reach = self.reader.reach(self.stack, self.depths, self.shifted(i, depth - line.depth))
                best, by = max((best, by), (reach, depth - line.depth), key=lambda x: x[0])
        if not best:
            return None
        if not (by == 1 and self.pulled == line.depth):
            way = "right" if by < 0 else "left"
            step = f"indent it by {2 * abs(by)} blanks {'less' if by < 0 else 'more'}"
            self.once(line, "K015", line.span, f"this line stands too far {way}", step)
        self.lines[i:] = self.shifted(i, by)
        return i

    def any_word(self, line: Line, depth: int) -> bool:
        """Whether a line at `depth` would be read only because steps of examples may begin with any word."""
        moved = replace(line, depth=depth)
        words = self.reader.attempt(self.stack, self.depths, moved).words()
        return bool(words) and words[0][0].type == "WORD" and words[0][0] not in STEPS

    # ------------------------------------------------------------ lines too much, lines missing

    def second(self, i: int) -> int | None:
        """A second section of one kind."""
        line, word = self.lines[i], self.first_word(self.lines[i])
        if line.depth or not i:
            return None
        above = next((x for x in self.lines[:i] if x.depth == 0 and self.first_word(x) == word), None)
        if word not in _SECTIONS or above is None:
            return None
        self.findings.report(
            "K017", line.span, f"a second '{word}'", "put both into one", ((above.span, "the first one"),)
        )
        return self.pass_over(i)

    def missing(self, i: int) -> int | None:
        """A line that must have stood above this one."""
        step = self.first_word(self.lines[i]) in STEPS
        rows = [x for x in _MISSING if step or not x[0].startswith("example")]
        ways = [(self.with_line(i, text, how), message) for text, how, message in rows]
        best, message = max(ways, key=lambda x: self.after(x[0], i), default=(None, ""))
        if best is None or not self.after(best, i):
            return None
        line = self.lines[i]
        self.once(line, "K016", line.span, message)
        self.holes.append(Span(line.start, line.start))
        self.take(best, None)
        return i

    def with_line(self, i: int, text: str, how: How) -> Attempt:
        """Read `text` as a line that is missing before line `i`."""
        line = self.lines[i]
        place = Span(line.start, line.start)
        attempt = Attempt(self.stack, self.depths)
        self.reader.settle(attempt, max(line.depth - (how == "above"), 0))
        self.reader.say(attempt, text, place)
        self.reader.end_line(attempt, line.start)
        if how == "block":
            self.reader.block(attempt, ".", place)
        return attempt

    def after(self, attempt: Attempt, i: int) -> int:
        """How far the lines from `i` on can be read behind an attempt."""
        return 0 if attempt.problem else self.reader.reach(attempt.stack, attempt.depths, self.lines[i:])

    def stand_in(self, i: int) -> int:
        """Read a line that cannot be understood as the stand-in that fits its surroundings best."""
        line, below = self.lines[i], self.line(i + 1)
        holds = below is not None and below.depth > line.depth
        texts = _HEAD_LINES if not i else _HEADERS if holds else _LEAVES
        ways = [self.reader.attempt(self.stack, self.depths, line, text) for text in texts]
        good = [x for x in ways if x.problem is None and (self.after(x, i + 1) or not holds)]
        if not good:
            return self.pass_over(i)
        self.holes.append(line.span)
        self.take(max(good, key=lambda x: self.after(x, i + 1)), line)
        return i + 1

    def pass_over(self, i: int) -> int:
        """Leave out a line and all below it."""
        line = self.lines[i]
        self.holes.append(line.span)
        return next((n for n in range(i + 1, len(self.lines)) if self.lines[n].depth <= line.depth), len(self.lines))

    # ------------------------------------------------------------ drawings

    def drawing(self, line: Line, attempt: Attempt) -> bool:
        """A row of a drawing with characters that it may not hold: report them, read the others."""
        words = attempt.words()
        stack = words[0][1] if words else attempt.stack
        rows = self.language.accepts(stack) & {"PATTERN_ROW", "BOARD_ROW"}
        if not rows:
            return False
        drawn, allowed, shown = _DRAWINGS["PATTERN_ROW" if "PATTERN_ROW" in rows else "BOARD_ROW"]
        said = self.reader.said(line)
        bad = dict.fromkeys(x for x in said if x not in allowed and not x.isspace())
        for char in bad:
            at = line.start + said.index(char)
            message = f"'{char}' in column {said.index(char) + 1} of this row is no character of a {drawn}"
            self.findings.report("K020", Span(at, at + 1), message, f"a {drawn} holds {shown}")
        if not bad:
            at = line.start + next(n for n, x in enumerate(said) if x.isspace())
            message = "a row of a drawing holds no blanks"
            self.findings.report("K020", Span(at, at + 1), message, "write '.' for a square that does not matter")
        row = "".join("." if x in bad else x for x in said if not x.isspace())
        read = Attempt(self.stack, self.depths)
        self.reader.settle(read, line.depth)
        self.reader.say(read, row, line.span)
        self.reader.end_line(read, line.end)
        self.holes.append(line.span)
        self.take(read, line)
        return True

    # ------------------------------------------------------------ the end

    def finish(self) -> None:
        """Close what is open; what is missing at the end is reported and read."""
        end = Attempt(self.stack, self.depths)
        self.reader.settle(end, 0)
        while end.problem is not None:
            if end.problem.kind == "close":
                self.one_branch(len(self.lines), end)
            else:
                assert self.last is not None
                self.give_block(self.last)
            end = Attempt(self.stack, self.depths)
            self.reader.settle(end, 0)
        self.take(end, None)
        if self.language.accepts(self.stack) == {"OR"}:
            self.one_branch(len(self.lines), end)
        for text, leaf, message in _UNFINISHED:
            if self.language.feed(self.stack, "$END") is None:
                self.complete(text, leaf, message)

    def complete(self, text: str, leaf: str, message: str) -> None:
        """Read a line, and a line below it, that a card must have and that is missing."""
        head = self.lines[0]
        attempt = Attempt(self.stack, self.depths)
        self.reader.say(attempt, text, head.span)
        self.reader.end_line(attempt, head.end)
        if leaf:
            self.reader.block(attempt, leaf, head.span)
        if attempt.problem is None:
            self.once(head, "K016", head.span, message)
            self.holes.append(head.span)
            self.take(attempt, None)
