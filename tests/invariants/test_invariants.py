"""No card breaks an invariant of programs, and each invariant is broken by a program made for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from invariants.words import operations
from kalarite.compiler.compile import CompiledCard, compile_card
from kalarite.compiler.deck import CARDS
from kalarite.compiler.invariants import broken
from kalarite.compiler.program import OPERATIONS, Block, PartProgram, Program
from kalarite.dsl.source import Source

FILES = sorted(CARDS.glob("*/*.card"))

# Effects that use what no card of today uses, so that every statement and phrase was lowered once.
MADE_UP = {
    "the own deck": """
        if your deck is empty
          draw 1 more flare card
    """,
    "all at once or one by one": """
        upgrade all own common pieces
        downgrade all pieces
        convert all enemy pieces
        """,
    "counted": """
        upgrade up to 2 common pieces of one color
        destroy up to 3 pieces of one color
        convert 2 enemy pieces into common
        """,
    "connected": """
        upgrade up to 2 connected common pieces
        destroy 2 connected pieces adjacent
        """,
    "placed": """
        place 1 enemy common piece within 2
        may
          place 2 enemy heroic pieces adjacent to their pieces
          gain 1 action
        count only their pieces as own in the next pattern
        place 2 enemy pieces of any rank
        place up to 2 pieces of any rank at distance 2 from own pieces
        may place 1 common piece orthogonally adjacent to red squares
        """,
    "remembered": """
        choose 1 own piece as friend
        choose 1 enemy piece
        may convert it
        if you do and it was upgraded
          standard move with friend
        otherwise
          destroy friend and it, not counted
        destroy friend as gone
        place 1 common piece adjacent to gone
        may gain 1 turn
        if you do not
          gain 1 action
        make self the crown
        may make the crest the crown
        if you do and the crown is on red squares
          may make 1 own piece within 2 from the crown the crest
          may standard move up to 2 with the crest, toward the crown
        lose 2 actions
        if you do and self is not legendary
          may lose 1 action
        may count this summoning as legendary
        """,
    "moves": """
        combat move any number with 1 own piece, in one direction, stopping after destroying enemy pieces
        standard leap with own pieces, never onto red squares
        combat move with each of all enemy pieces, only onto empty squares
        may
          combat move any number with own pieces, toward self
          gain 1 action
        combat move
        standard move with own pieces, in that direction
        in any order with 1 own piece, up to 3
          standard move 2
          combat move
        """,
    "linked": """
        linked
          choose 1 own piece as lead
          combat move with lead
          combat move with own pieces other than self other than lead, in the opposite direction
        destroy up to 3 pieces at most 2 of each color
        """,
    "warp": """
        swap 1 own common piece and 1 enemy piece
        take 1 piece on colorless squares onto this card
        standard leap with the piece on this card
        copy the warp of the pending card
        copy the warp of 1 warp card from your pile
        count up to 2 empty squares as own common pieces in the next pattern
        if this card was not warped this turn
          count destroyed pieces twice this turn
        """,
    "cards": """
        discard 1 card
        if your pile holds Knight
          discard all legend cards
          put the top card from your pile under your deck
          put this card into your hand
        may discard the pending card
        """,
    "given": """
        destroy 1 piece, out of the game
        convert self into enemy common
        each opponent loses 1 action
        """,
    "rounds": """
        repeat while the summoning destroyed enemy pieces
          destroy 1 piece on crossed squares
        for each enemy color
          destroy 1 of their pieces
        with each of up to 2 pieces on marked squares
          place 1 common piece opposite it
        """,
    "members": """
        with each of up to 2 pieces adjacent
          may
            downgrade it
            place 1 common piece adjacent to it
          with each of 2 empty squares adjacent to it
            either
              place 1 common piece on it
            or
              standard move, only onto it
        """,
}


def compiled(text: str | Path) -> CompiledCard:
    source = Source.of(text.read_bytes(), str(text)) if isinstance(text, Path) else Source.of(text)
    card, mistakes = compile_card(source)
    assert card is not None and not mistakes, [x.message for x in mistakes]
    return card


def made_up(effect: str) -> CompiledCard:
    pattern = "*c@c+" if "marked" in effect else "c@"
    return compiled(f"heroic being Example\npattern\n  {pattern}\neffect\n{indent(dedent(effect), '  ')}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_card_breaks_an_invariant(path: Path) -> None:
    assert broken(compiled(path).program) == []


@pytest.mark.parametrize("effect", MADE_UP.values(), ids=MADE_UP)
def test_no_statement_is_lowered_to_something_broken(effect: str) -> None:
    assert broken(made_up(effect).program) == []


def test_together_these_cards_use_every_operation() -> None:
    programs = [compiled(x).program for x in FILES] + [made_up(x).program for x in MADE_UP.values()]
    assert set().union(*map(operations, programs)) == set(OPERATIONS)


# ---------------------------------------------------------------- programs made to break one invariant each

A, N0, N1, P1, M1 = ("a",), ("N", 0), ("N", 1), ("P", 1), ("M", 1)
ENEMY, YES, NO = ("enemy",), ("always",), ("never",)
DONE = Block([], ("done",))


def program(
    *blocks: Block, name: str = "effect", matters: int = 0, sources: Mapping[int, str] | None = None
) -> Program:
    part = PartProgram(name, dict(enumerate(blocks)), sources=dict(sources or {}))
    return Program("Example", (part,), matters)


def claim(test: Any) -> Program:
    return Program("Example", (), claim=test)


def only(*code: Any) -> Program:
    """A part of one block."""
    return program(Block(list(code)))


def asked(kind: str, what: Any, *code: Any, stop: Any = NO, stopped: int | None = None) -> Program:
    """A question, then the block behind its answer."""
    return program(Block([], ("offer", kind, what, stop, 1, stopped, 2)), Block(list(code)), DONE)


def loop(*code: Any, test: Any = ("above", N0, 0), begin: Any = (("set", N0, ("const", 3)),)) -> Program:
    return program(Block(list(begin), ("jump", 1)), Block(list(code), ("branch", test, 1, 2)), DONE)


LESS = ("set", N0, ("less", N0))
BROKEN: dict[str, tuple[Program, str]] = {
    "a word that is none": (only(("explode", ENEMY)), "is no word of the program"),
    "a word within an expression that is none": (only(("destroy", ("foes",), 1, None)), "is no word of the program"),
    "too few arguments": (only(("destroy", ENEMY)), "'destroy' takes 3 arguments, not 1"),
    "too many arguments": (only(("destroy", ("own", 1), 1, None)), "'own' takes 0 arguments, not 1"),
    "nothing to join": (only(("destroy", ("and",), 1, None)), "'and' takes 1 arguments, not 0"),
    "a test where a set must stand": (only(("destroy", YES, 1, None)), "always is no mask"),
    "a set where an instruction must stand": (only(ENEMY), "enemy is no instruction"),
    "a number where directions must stand": (only(("destroy", ("rays", ("const", 1)), 1, None)), "is no directions"),
    "a rank that does not exist": (only(("destroy", ("convertible", 3), 1, None)), "3 is no rank"),
    "no ranks": (only(("destroy", ("suppliers", ()), 1, None)), "() is no ranks"),
    "a field that does not exist": (only(("destroy", ("field", "blue"), 1, None)), "'blue' is no field"),
    "a register of the wrong kind": (only(("destroy", ("mask", ("P", 0)), 1, None)), "is no register of MN"),
    "a register that no frame has": (only(("set", ("N", 18), ("const", 1))), "there is no register N18"),
    "a register that is none": (only(("set", "N0", ("const", 1))), "'N0' is no register"),
    "a set followed as a piece": (only(("follow", P1, ENEMY)), "enemy is no place"),
    "a piece followed as a set": (asked("squares", (ENEMY,), ("follow", M1, A)), "a is no mask"),
    "a question of no kind": (asked("riddles", (ENEMY,)), "'riddles' is no kind"),
    "a question about too much": (asked("squares", (ENEMY, ENEMY)), "cannot be asked about 2 things"),
    "a question about a set where movers are needed": (asked("steps", (ENEMY,)), "enemy is no group"),
    "options that cannot be told apart": (asked("options", (("const", 3), ("move", "move"))), "is no labels"),
    "an end in the middle": (only(("done",)), "done is no instruction"),
    "a jump to nowhere": (program(Block([], ("jump", 7))), "there is no block 7 to go on at"),
    "a branch to nowhere": (program(Block([], ("branch", YES, 0, 7))), "there is no block 7 to go on at"),
    "a part without a beginning": (
        Program("Example", (PartProgram("effect", {1: DONE}),)),
        "there is no block 0 to begin with",
    ),
    "a block that nothing reaches": (program(DONE, DONE), "block 1 is never reached"),
    "a source of no question": (program(DONE, sources={0: "s1"}), "block 0 asks nothing, yet has a source"),
    "something done before a question": (
        program(Block([("gain", "action", 1)], ("offer", "squares", (ENEMY,), NO, 1, None, 1)), DONE),
        "it could not be asked again",
    ),
    "a question that cannot be declined as it says": (
        asked("squares", (ENEMY,), stop=YES),
        "may be declined, yet leads nowhere",
    ),
    "a question without a way out": (
        program(Block([], ("offer", "squares", (ENEMY,), NO, 1, None, None)), DONE),
        "None is no block",
    ),
    "a leap of two groups": (
        asked("leaps", (("group", 1, ENEMY, ("arena",), ("anywhere",)),) * 2),
        "a leap is asked of one group",
    ),
    "a loop that nothing ends": (loop(("gain", "action", 1)), "nothing ends the loop of the blocks 1"),
    "a loop whose counter is set anew": (
        loop(LESS, ("set", N0, ("const", 3))),
        "nothing ends the loop of the blocks 1",
    ),
    "a loop whose counter is never tested": (loop(LESS, test=YES), "nothing ends the loop of the blocks 1"),
    "a loop through a question": (
        program(Block([], ("offer", "squares", (ENEMY,), NO, 1, None, 2)), Block([], ("jump", 0)), DONE),
        "nothing ends the loop of the blocks 0, 1",
    ),
    "a question that may be declined only into the loop": (
        program(Block([], ("offer", "squares", (ENEMY,), YES, 1, 1, 2)), Block([], ("jump", 0)), DONE),
        "nothing ends the loop of the blocks 0, 1",
    ),
    "a loop around one that ends": (
        program(
            Block([("set", N0, ("const", 3))], ("jump", 1)),
            Block([LESS], ("branch", ("above", N0, 0), 1, 0)),
        ),
        "nothing ends the loop of the blocks 0, 1",
    ),
    "a register read before it is written": (
        only(("destroy", ("bit", P1), 1, None)),
        "P1 is read before it is written",
    ),
    "a counter that begins with nothing": (loop(LESS, begin=()), "N0 is read before it is written"),
    "a register written on one way only": (
        program(
            Block([], ("branch", YES, 1, 2)),
            Block([("set", N0, ("const", 1))], ("jump", 2)),
            Block([("destroy", ("mask", N0), 1, None)]),
        ),
        "block 2: N0 is read before it is written",
    ),
    "a register read by a question": (asked("squares", (("bit", P1),)), "P1 is read before it is written"),
    "the being in a flare": (
        program(Block([("destroy", ("bit", ("P", 0)), 1, None)]), name="upper"),
        "P0 is read before it is written",
    ),
    "an answer before any question": (only(("destroy_at", A, 1)), "no answer is at hand"),
    "a second number of a square": (asked("squares", (ENEMY,), ("destroy_at", ("b",), 1)), "with a second number"),
    "a move out of a square": (asked("squares", (ENEMY,), ("move", 0)), "the answer at hand is no move"),
    "an answer behind stop": (
        program(
            Block([], ("offer", "squares", (ENEMY,), YES, 1, 2, 1)),
            Block([], ("done",)),
            Block([("destroy_at", A, 1)]),
        ),
        "no answer is at hand",
    ),
    "an answer where ways meet": (
        program(
            Block([], ("offer", "squares", (ENEMY,), NO, 1, None, 4)),
            Block([], ("branch", YES, 2, 3)),
            Block([], ("jump", 3)),
            Block([("destroy_at", A, 1)]),
            DONE,
        ),
        "block 3: no answer is at hand",
    ),
    "an answer kept over the next question": (
        program(
            Block([], ("offer", "squares", (ENEMY,), NO, 1, None, 3)),
            Block([], ("offer", "options", (("const", 1), ("move",)), NO, 2, None, 4)),
            Block([("move", 0)]),
            DONE,
            DONE,
        ),
        "the answer at hand is no move",
    ),
    "a hit without a move": (
        program(Block([], ("branch", ("hit", "any", (2,)), 1, 2)), DONE, DONE),
        "no move was made behind this answer",
    ),
    "a local square with no set around it": (
        only(("destroy", ("bit", ("x",)), 1, None)),
        "the local square is used outside a 'keep'",
    ),
    "a condition that is none": (claim(ENEMY), "claim: enemy is no test"),
    "a condition with a memory": (claim(("above", N0, 0)), "claim: a task remembers nothing, so not N0"),
    "a condition about the being": (claim(("some", ("bit", ("P", 0)))), "claim: a task remembers nothing, so not P0"),
    "a region outside of it": (claim(("some", ("here",))), "claim: a task remembers nothing, so not here"),
    "a region of no kind": (claim(("region", 0, "edge", YES)), "'edge' is no region"),
    "a drawing with a strange rank": (claim(("fits", (((0, 0, 3),),), ENEMY)), "is no shapes"),
    "a region in an effect": (
        only(("destroy", ("across",), 1, None)),
        "no region is looked at",
    ),
    "marks used, not said": (only(("destroy", ("field", "marked"), 1, None)), "disagree about marks"),
    "arrows said, not used": (program(DONE, matters=2), "disagree about arrows"),
    "used pieces not said": (only(("destroy", ("mask", ("M", 0)), 1, None)), "disagree about used pieces"),
}


@pytest.mark.parametrize(("wrong", "complaint"), BROKEN.values(), ids=BROKEN)
def test_each_invariant_can_be_broken(wrong: Program, complaint: str) -> None:
    found = broken(wrong)
    assert len(found) == 1
    assert complaint in found[0]


def test_the_programs_made_to_break_are_sound_but_for_one_thing() -> None:
    assert broken(loop(LESS)) == []
    assert broken(asked("squares", (ENEMY,), ("destroy_at", A, 1), stop=YES, stopped=2)) == []
    assert broken(program(Block([("destroy", ("field", "marked"), 1, None)]), matters=1)) == []
    nested = program(
        Block([("set", N1, ("const", 2))], ("jump", 1)),
        Block([("set", N0, ("const", 3)), ("set", N1, ("less", N1))], ("jump", 2)),
        Block([LESS], ("branch", ("above", N0, 0), 2, 3)),
        Block([], ("branch", ("above", N1, 0), 1, 4)),
        DONE,
    )
    assert broken(nested) == []
    as_long_as_one_likes = program(
        Block([], ("offer", "squares", (ENEMY,), YES, 1, 2, 2)), Block([], ("jump", 0)), DONE
    )
    assert broken(as_long_as_one_likes) == []
    assert broken(claim(("region", 1, "side", ("some", ("walks", ("here",), ENEMY, -1, ("across",), 0))))) == []


def test_all_that_is_wrong_is_told() -> None:
    both = only(("explode",), ("destroy", YES, 1, None))
    assert len(broken(both)) == 2
