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
_SIDE = r"(own|enemy|[0-3])"
_ROWS = rf"{_NUMBER}(\s+{_NUMBER})*(\s*/\s*{_NUMBER}(\s+{_NUMBER})*)*"
_KEPT = rf"[a-z][a-z0-9-]*\.[a-z]+:\s*{_LIST}"
_MARKER = rf"[\w'-]+\s+(-|{_SQUARE}(,\s*{_SQUARE})*)"
_SEATS = r"[0-3](,\s*[0-3])*"

# What `expect` may be followed by, and how to say that.
_EXPECTED: dict[str, tuple[str, str]] = {
    "actions": (_NUMBER, "expect actions 1"),
    "turns": (_NUMBER, "expect turns 1"),
    "score": (_ROWS, "expect score 0 1"),
    "supply": (rf"{_SIDE}\s+{_NUMBER}\s+{_NUMBER}", "expect supply own 16 3"),
    "destroyed": (rf"([0-3]\s+)?{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}", "expect destroyed 1 0 0"),
    "discards": (_LIST, "expect discards Knight"),
    "asked": ("[0-3]", "expect asked 2"),
    "turn": (r"of\s+[0-3]", "expect turn of 2"),
    "control": ("[0-3]", "expect control 2"),
    "final": (_NUMBER, "expect final 3"),
    "tasks": (_LIST, "expect tasks Destruction, -, Imprisonment"),
    "next": (r"\S.*", "expect next Destruction"),
    "claimed": (rf"[0-3]:(\s*{_LIST})?", "expect claimed 0: Destruction"),
    "improvised": (rf"[0-3]:(\s*{_SEATS})?", "expect improvised 0: 1, 2"),
    "hand": (rf"of\s+[0-3]:(\s*{_LIST})?", "expect hand of 2: Knight, 2 legends"),
    "kept": (_KEPT, "expect kept frozen.card: Ice Queen, -"),
    "pending": (_LIST, "expect pending Paradox Worm, -"),
    "held": (rf"{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}", "expect held 3 2 1"),
    "holds": (_LIST, "expect holds Knight"),
    "gone": (_SEATS, "expect gone 2"),
    "under": (r"\S.*", "expect under Knight"),
    "marker": (_MARKER, "expect marker gateway e5, or expect marker gateway -"),
    "winners": (_SEATS, "expect winners 0, 2"),
    "places": (_ROWS, "expect places 1 2 1 2"),
}

# Each step, what may stand behind it, and how to say that.
STEPS: dict[str, tuple[str, str]] = {
    "before": ("", "before, or before at c4, and the board below it"),
    "after": ("", "after, or after at c4, and the board below it"),
    "form": (r"\S+", "form melee"),
    "arena": (r"\S+", "arena standard"),
    "decks": (_LIST, "decks northern, southern"),
    "first-turn": (rf"({_NUMBER})?", "first-turn, or first-turn 7 for other chance"),
    "turn": (r"of\s+[0-3]", "turn of 2"),
    "actions": (_NUMBER, "actions 2"),
    "pile": (_LIST, "pile Knight, Bomb"),
    "pending": (rf"of\s+[0-3]:\s*{_LIST}|{_LIST}", "pending Paradox Worm, or pending of 1: Paradox Worm"),
    "supply": (rf"{_SIDE}\s+{_NUMBER}\s+{_NUMBER}", "supply own 16 3"),
    "hand": (rf"of\s+[0-3]:\s*{_LIST}|{_LIST}", "hand Knight, Bomb, or hand of 2: Knight"),
    "deck": (rf"of\s+[0-3]:\s*{_LIST}", "deck of 0: Knight, Bomb"),
    "discards": (rf"of\s+[0-3]:\s*{_LIST}", "discards of 0: Knight, Bomb"),
    "tasks": (_LIST, "tasks Destruction, -, Imprisonment"),
    "next": (r"\S.*", "next Devastation"),
    "claimed": (rf"[0-3]:\s*{_LIST}", "claimed 1: Destruction"),
    "scores": (_ROWS, "scores 3 4, or scores 0 3 4 / 1 0 2 / 5 5 0"),
    "improvised": (rf"[0-3]:\s*{_SEATS}", "improvised 0: 1, 2"),
    "kept": (_KEPT, "kept frozen.card: Ice Queen, -"),
    "final": (_NUMBER, "final 3"),
    "discarded": ("", "discarded"),
    "gone": (_SEATS, "gone 2"),
    "marker": (_MARKER, "marker gateway e5"),
    "play": (_LIST, "play summon Knight d5, stop"),
    "leave": ("[0-3]", "leave 2"),
    "resign": ("[0-3]", "resign 1"),
    "take": ("back", "take back"),
    "offers": (_LIST, "offers d4-d5, stop"),
    "allows": (_LIST, "allows d4-d5"),
    "refuses": (_LIST, "refuses d4-d5"),
    "done": ("", "done"),
    "destroyed": (rf"{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}", "destroyed 2 1 0"),
    "summoned": (_LIST, "summoned heroic e5, common c4"),
    "claimable": ("", "claimable"),
    "not": ("claimable", "not claimable"),
    "expect": (
        "|".join(rf"{word}\s+({pattern})" for word, (pattern, _) in _EXPECTED.items()),
        ", ".join(form for _, form in _EXPECTED.values()),
    ),
}
_BEGINS = ("before", "first-turn")
_ASKS = ("play", "leave", "resign", "take", "offers", "allows", "refuses", "done", "claimable", "not")
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
    if not any(word in _BEGINS for word in words[: first + 1]):
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
