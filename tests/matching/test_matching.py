"""The match function: pairs found once and lanes cut short, against one shift a piece and all eight lanes."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from kalarite.compiler.matching import emit_match
from kalarite.compiler.patterns import drawn
from kalarite.dsl.parse import parse_card
from kalarite.dsl.source import Source
from kalarite.runtime import load_cards
from kalarite.runtime.cards import find, hits_of

ROW = st.text(".cchl", min_size=4, max_size=4)
ARENA = load_cards().arena()


def match_of(rows: list[str]) -> tuple[str, Any, Any]:
    """The emitted text, the function, and the geometry of a card with that pattern."""
    text = "heroic being Drawn\n\npattern\n" + "".join(f"  {row}\n" for row in rows) + "\neffect\n  upgrade self\n"
    card, found = parse_card(Source.of(text, "drawn.card"))
    assert card is not None, found
    lines = emit_match(card, "match")
    namespace: dict[str, Any] = {}
    geometry = drawn(card)
    mask = sum(((1 << 256) - 1) << 256 * k for k in range(8) if geometry.lanes >> k & 1)
    exec(f"lanes_{geometry.lanes} = {mask}\n" + "\n".join(line[4:] for line in lines), namespace)
    return "\n".join(lines), namespace["match"], geometry


@given(st.lists(ROW, min_size=2, max_size=4), st.sampled_from("@CH"), st.integers(0, 2**32))
def test_finds_what_one_shift_a_piece_finds(rows: list[str], anchor: str, seed: int) -> None:
    rows[-1] = rows[-1][:1] + anchor + rows[-1][2:]
    if sum(row.count(c) for row in rows for c in "chl") == 0:
        rows[0] = "c" + rows[0][1:]
    _, match, geometry = match_of(rows)
    rng = random.Random(seed)
    own = up = leg = 0
    for square in ARENA.squares:
        if rng.random() < 0.7:
            own |= ARENA.bit[square]
        if rng.random() < 0.6:
            up |= ARENA.bit[square]
        if rng.random() < 0.5:
            leg |= up & ARENA.bit[square]
    lanes = [ARENA.lanes_of(own & x) for x in (-1, up, leg)]
    free = ARENA.lanes_of(ARENA.mask & ~leg)

    class Plain:
        """What `find` needs of a card."""

        rank = 1
        facts = {"base": geometry.base, "cells": geometry.cells, "lanes": geometry.lanes}

    expected = find(Plain, ARENA, own, up, leg)  # type: ignore[arg-type]
    assert set(hits_of(ARENA, match(*lanes, free))) == set(hits_of(ARENA, expected))


def test_repeated_pairs_are_found_once() -> None:
    text, _, _ = match_of([".@.", "c.c", "c.c"])
    assert text.count("<<") + text.count(">>") == 3  # the pair, and where it stands twice; four pieces else
    text, _, _ = match_of(["@..", ".c.", "..c"])
    assert "pair" not in text  # a single pair saves nothing
