"""Plants mistakes into every shipped card and measures how many are reported, and how many at the right line."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from kalarite.dsl.diagnostic import Diagnostic
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source
from shipped import CARDS, mistakes_of

# A planted mistake: the text, and the lines (from 1) at which it may rightly be reported.
Planted = tuple[str, range]


def body(text: str) -> list[int]:
    """The indexes of the lines that say something, without rulings and examples (those are free text)."""
    lines = text.split("\n")
    end = next((n for n, x in enumerate(lines) if x.startswith(("ruling", "example"))), len(lines))
    return [n for n, x in enumerate(lines[:end]) if x.strip()]


def typos(text: str, rng: random.Random) -> Iterator[Planted]:
    """One letter left out, doubled, exchanged or swapped in one word."""
    lines = text.split("\n")
    for n in body(text)[1:]:
        words = [x for x in lines[n].split(" ") if len(x) > 2 and x.isalpha()]
        if words and "@" not in lines[n] and lines[n].strip(" .chlCHL*"):
            word = rng.choice(words)
            at = rng.randrange(len(word) - 1)
            bad = rng.choice(
                [
                    word[:at] + word[at + 1 :],
                    word[:at] + word[at] + word[at:],
                    word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                    word[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
                ]
            )
            line = lines[n].replace(word, bad, 1)
            yield "\n".join([*lines[:n], line, *lines[n + 1 :]]), range(n + 1, n + 2)


def dropped_words(text: str, rng: random.Random) -> Iterator[Planted]:
    lines = text.split("\n")
    for n in body(text)[1:]:
        words = lines[n].split(" ")
        places = [i for i, x in enumerate(words) if x]
        if len(places) > 1:
            at = rng.choice(places)
            line = " ".join([*words[:at], *words[at + 1 :]])
            yield "\n".join([*lines[:n], line, *lines[n + 1 :]]), range(n + 1, n + 2)


def swapped_words(text: str, rng: random.Random) -> Iterator[Planted]:
    lines = text.split("\n")
    for n in body(text)[1:]:
        words = lines[n].split(" ")
        places = [i for i, x in enumerate(words) if x]
        if len(places) > 2:
            at = rng.choice(places[:-1])
            words[at], words[at + 1] = words[at + 1], words[at]
            yield "\n".join([*lines[:n], " ".join(words), *lines[n + 1 :]]), range(n + 1, n + 2)


def dropped_lines(text: str, rng: random.Random) -> Iterator[Planted]:
    """A line less: it shows at a line that needed it, at most two lines away, or at the one behind the body."""
    lines = text.split("\n")
    places = body(text)
    behind = next((n for n, x in enumerate(lines) if n > places[-1] and x.strip()), places[-1])
    for i, n in enumerate(places):
        above, below = places[max(i - 2, 0)], [*places, behind, behind][i + 2]
        yield "\n".join([*lines[:n], *lines[n + 1 :]]), range(above + 1, below + 1)


def shifted_lines(text: str, rng: random.Random) -> Iterator[Planted]:
    """A line two blanks further right or left."""
    lines = text.split("\n")
    places = body(text)
    for n in places[1:]:
        right = rng.random() < 0.5 or not lines[n].startswith("  ")
        line = "  " + lines[n] if right else lines[n][2:]
        below = min([x for x in places if x > n], default=n)
        yield "\n".join([*lines[:n], line, *lines[n + 1 :]]), range(n + 1, below + 2)


KINDS: dict[str, tuple[Callable[[str, random.Random], Iterator[Planted]], float]] = {
    "typos": (typos, 0.99),
    "dropped words": (dropped_words, 0.97),
    "swapped words": (swapped_words, 0.97),
    "dropped lines": (dropped_lines, 0.95),
    "shifted lines": (shifted_lines, 0.97),
}


def lines_of(mistake: Diagnostic) -> set[int]:
    """The lines that a diagnostic points at, its notes included."""
    return {mistake.line, *(mistake.source.position(span.start)[0] for span, _ in mistake.notes)}


@pytest.mark.parametrize("kind", KINDS)
def test_planted_mistakes_are_reported_at_their_line(kind: str) -> None:
    plant, floor = KINDS[kind]
    rng = random.Random(kind)
    total = right = alone = still = 0
    missed: list[str] = []
    for data in CARDS.values():
        text = data.decode()
        for planted, lines in plant(text, rng):
            found = mistakes_of(planted)
            if not found:  # a card in its own right, or the same card
                still += 1
                continue
            total += 1
            hit = any(lines_of(x) & set(lines) for x in found)
            right += hit
            alone += len(found) == 1
            if not hit:
                missed.append(f"{lines}: {[(x.line, x.code, x.message) for x in found]}\n{planted}")
    shares = f"{right / total:.1%} at the right line, {alone / total:.1%} by one message"
    print(f"{kind}: {total} reported, {shares}; {still} are cards all the same")
    assert total > 40
    assert right / total >= floor, "\n\n".join(missed[:5])
    assert alone / total >= 0.85
    assert still / total < 0.5


@pytest.mark.parametrize("kind", KINDS)
def test_planted_mistakes_leave_a_tree(kind: str) -> None:
    plant, _ = KINDS[kind]
    rng = random.Random(kind)
    for data in list(CARDS.values())[::5]:
        for planted, _ in plant(data.decode(), rng):
            assert parse_card(Source.of(planted))[0] is not None
