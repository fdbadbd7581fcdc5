"""Checks what rulings and examples say beyond the grammar: their ground, their steps, their drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .diagnostic import Findings
from .source import Span
from .suggest import suggest
from .tree import Example, Ruling, Step

_SQUARE = r"[a-p]\d{1,2}"
_NUMBER = r"\d{1,2}"
_LIST = r"[^,\s][^,]*(,\s*[^,\s][^,]*)*"

# Each step, what may stand behind it, and how to say that.
STEPS: dict[str, tuple[str, str]] = {
    "before": ("", "before, or before at c4, and the board below it"),
    "after": ("", "after, or after at c4, and the board below it"),
    "actions": (_NUMBER, "actions 2"),
    "supply": (rf"(own|enemy)\s+{_NUMBER}\s+{_NUMBER}", "supply own 16 3"),
    "hand": (_LIST, "hand Knight, Bomb"),
    "play": (_LIST, "play summon Knight d5, stop"),
    "offers": (_LIST, "offers d4-d5, stop"),
    "allows": (_LIST, "allows d4-d5"),
    "refuses": (_LIST, "refuses d4-d5"),
    "done": ("", "done"),
    "destroyed": (rf"{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}", "destroyed 2 1 0"),
    "summoned": (_LIST, "summoned heroic e5, common c4"),
    "claimable": ("", "claimable"),
    "not": ("claimable", "not claimable"),
    "expect": (
        rf"(actions|turns)\s+{_NUMBER}|score\s+{_NUMBER}\s+{_NUMBER}|supply\s+(own|enemy)\s+{_NUMBER}\s+{_NUMBER}"
        rf"|destroyed\s+{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}|discards\s+{_LIST}",
        "expect actions 1, expect turns 1, expect score 0 1, expect supply own 16 3, expect destroyed 1 0 0 "
        "or expect discards Knight",
    ),
}
_ASKS = ("play", "offers", "allows", "refuses", "done", "claimable", "not")
_GROUND = re.compile(r"\[([^\[\]\s][^\[\]]*)\]\Z")
_GROUND_NUMBER = re.compile(r"([A-Z])([1-9]\d?)(\.[1-9]\d?)?")
_BARE_GROUNDS = ("ruling", "card")  # settled by this project; said by the card itself

# The numbers that grounds may have, letter by letter: the greatest section, and whether a rule in it is named.
# They are those of the numbered statements that the rules were put into; a number beyond them is a slip.
_GROUNDS: dict[str, tuple[int, bool]] = {
    "R": (16, True),  # rules
    "D": (50, False),  # decisions where the rules are silent
    "E": (3, True),  # Everfrost
    "N": (4, True),  # Nethervoid
    "W": (6, True),  # Etherweave
}


def check_examples(
    examples: Iterable[Example], rulings: Iterable[Ruling], holes: tuple[Span, ...], findings: Findings
) -> None:
    """Report what is wrong in rulings and examples; `holes` are places that are reported already."""
    known = {x.start for x in holes}
    for ruling in rulings:
        if ruling.span.start not in known:
            _ground(ruling.text, ruling.span, "this ruling", findings)
    for example in examples:
        if example.span.start not in known:
            _ground(example.title, example.span, "this example", findings)
        _position_first(example, findings)
        for step in example.steps:
            if step.span.start not in known:
                _step(step, known, findings)


def _ground(text: str, span: Span, what: str, findings: Findings) -> None:
    """Report a ground that is missing or none, unless the line is a guess at something reported before."""
    if findings.within(span):
        return
    found = _GROUND.search(text)
    if found is None:
        help_ = "end it with a rule's number as in [R6.9], with [ruling] or with [card]"
        findings.report("K060", span, f"{what} does not name its ground", help_)
        return
    bad = next((x for x in map(str.strip, found[1].split(",")) if not _is_ground(x)), None)
    if bad is not None:
        at = findings.source.text.rindex("[", span.start, span.end)
        place = Span(at, findings.source.text.index("]", at) + 1)
        help_ = "write a rule's number as in [R6.9], a decision's as in [D17], [ruling] or [card]; several with commas"
        findings.report("K064", place, f"'{bad}' is no ground", help_)


def _is_ground(text: str) -> bool:
    if text in _BARE_GROUNDS:
        return True
    match = _GROUND_NUMBER.fullmatch(text)
    if match is None or match[1] not in _GROUNDS:
        return False
    greatest, in_sections = _GROUNDS[match[1]]
    return int(match[2]) <= greatest and (match[3] is not None) == in_sections


def _position_first(example: Example, findings: Findings) -> None:
    words = [x.word for x in example.steps]
    first = next((n for n, word in enumerate(words) if word in _ASKS), len(words))
    if "before" not in words[: first + 1]:
        step = example.steps[min(first, len(words) - 1)]
        findings.report("K061", step.span, "no position was set up before this", "begin the example with 'before'")


def _step(step: Step, known: set[int], findings: Findings) -> None:
    if step.word not in STEPS:
        near = suggest(step.word, STEPS)
        help_ = f"did you mean '{near[0]}'?" if near else "an example knows " + ", ".join(STEPS)
        word = Span(step.span.start, step.span.start + len(step.word))
        findings.report("K062", word, f"'{step.word}' is no step of an example", help_)
        return
    pattern, form = STEPS[step.word]
    if not re.fullmatch(pattern, step.text) or (step.window and not re.fullmatch(_SQUARE, step.window)):
        findings.report("K063", step.span, f"'{step.word}' cannot be followed by this", f"write it like: {form}")
    if step.word in ("before", "after"):
        _board(step, known, findings)


def _board(step: Step, known: set[int], findings: Findings) -> None:
    for row, span in zip(step.rows, step.row_spans, strict=True):
        if len(row) != len(step.rows[0]) and span.start not in known:
            message = f"this row has {len(row)} squares, the first one {len(step.rows[0])}"
            findings.report("K021", span, message, "write '.' for an empty square, '_' where there is none")
