"""All codes of diagnostics, each explained once; `docs/errors.md` and `explain` texts are made from this list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# What an example is: lines of an effect, a whole card, two cards of a deck (between them a line
# of dashes), a deck's manifest, an arena's, the names of the files in a folder (a folder with a stroke behind it).
Kind = Literal["effect", "card", "deck", "manifest", "arena", "form", "files"]

_FRAME = "heroic being Example\n\npattern\n  @.\n  cc\n\neffect\n"
BETWEEN = "----\n"


@dataclass(frozen=True)
class Code:
    """A kind of mistake: its stable code, its name, what it says, why it is one, and an example wrong and right."""

    code: str
    name: str
    sentence: str
    why: str
    wrong: str
    right: str
    kind: Kind = "effect"


def whole(text: str, kind: Kind) -> str:
    """An example as a whole file: lines of an effect get a card around them."""
    if kind != "effect":
        return text
    return _FRAME + "".join(f"  {line}\n" if line else "\n" for line in text.splitlines())


def _being(pattern: str, effect: str = "", rank: str = "heroic", more: str = "") -> str:
    rows = "".join(f"  {x}\n" for x in pattern.split())
    lines = "".join(f"  {x}\n" for x in effect.splitlines())
    return f"{rank} being Example\n\npattern\n{rows}{more}" + (f"\neffect\n{lines}" if effect else "")


def _flare(*halves: str) -> str:
    return "flare example\n" + "".join(f"\nwhen opponent has {x}\n" for x in halves)


def _task(claim: str, more: str = "") -> str:
    return f"colored task Example\n\npoints 2\n{more}\nclaim if {claim}\n"


_EXAMPLE = """heroic being Example

pattern
  @.
  cc

example stands on its square {title}
  {first}
    .L.
    .cc
  play summon Example b2
  {last}
"""

_MANIFEST = """name = "moor"
title = "Moor"
kind = "legends"
cards = ["toad"]
"""

_ARENA = """name = "tiny"
title = "Tiny"
rows = [
  "r.",
  ".g",
]
central = ["a1"]
"""
_FORM = """name = "short"
title = "Short"
players = [2]
arena = "standard"
hand = { beings = 3, legends = 1, flares = 1 }
supply = { two-sided = 9, legendary = 2 }
turn = { actions = 2, first-actions = 1, discard = true }
points = { legend-summoned = 1, flare-invoked = 1, destroyed = [0, 1, 2], common-pair = 1 }
end = { points = 9, cards-left = 0 }

[start]
places = "sides"

[blocks]
set-up = ["start-pieces"]
summoned = ["legend"]
turn-end = []
score = "destroyed"
total = "points"
draw = "own"
trigger = ["points", "cards"]
after-trigger = "final-turns"
winner = "most-points"
"""

_CODES = (
    # ------------------------------------------------------------ the text itself
    Code(
        "K001",
        "not-utf-8",
        "Some bytes of the file are no text in UTF-8.",
        "A card file is text in UTF-8. Editors that save in another encoding damage every letter beyond English ones.",
        "destroy 1 pi\ufffdce",
        "destroy 1 piece",
    ),
    Code(
        "K002",
        "unseen-character",
        "A character that cannot be seen stands in the text.",
        "Control characters and marks of writing direction make a line mean something else than it shows.",
        "destroy\u200b 1 piece",
        "destroy 1 piece",
    ),
    Code(
        "K003",
        "mixed-indentation",
        "Tabs and blanks, or unusual blanks, are mixed in the indentation.",
        "Depth is counted in columns, and a tab is one column: mixed, it looks deeper than it is.",
        _being("@. cc").replace("  cc", "\t cc"),
        _being("@. cc"),
        "card",
    ),
    Code(
        "K004",
        "uneven-indentation",
        "A line is indented like no line above it.",
        "Lines of one block stand in one column, so that it is clear to which block a line belongs.",
        "if you have at least 1 action left\n    gain 1 action\n  destroy 1 piece",
        "if you have at least 1 action left\n  gain 1 action\ndestroy 1 piece",
    ),
    Code(
        "K005",
        "empty-file",
        "There is no card in the file.",
        "A card file holds one card. A file of comments only holds none.",
        "# to be written\n",
        _being("@. cc"),
        "card",
    ),
    Code(
        "K006",
        "too-much",
        "The file is too long, or it has more mistakes than are worth reporting.",
        "A card has some dozen lines. So long a file, or one with a hundred mistakes, is something else.",
        "to be or not to be\n" * 101,
        "destroy 1 piece",
    ),
    Code(
        "K007",
        "too-long-line",
        "A line is too long, or blocks stand too deeply in one another.",
        "Nobody can read it at the table. It is limited so that a broken file cannot keep the compiler busy.",
        f"destroy {'all pieces and ' * 70}all squares",
        "destroy all pieces",
    ),
    Code(
        "K008",
        "too-great-number",
        "A number is too great for the game.",
        "There are fewer than a hundred squares and pieces; 99 is the greatest number of the language.",
        "gain 100 actions",
        "gain 1 action",
    ),
    Code(
        "K009",
        "name-character",
        "The name of a card holds a character that no name may hold.",
        "Records and commands tell a name from what stands around it; `imperial/Knight` is the Knight of a deck.",
        _being("@. cc").replace("Example", "imperial/Knight"),
        _being("@. cc").replace("Example", "Imperial Knight"),
        "card",
    ),
    # ------------------------------------------------------------ words and lines
    Code(
        "K010",
        "unknown-word",
        "A word does not belong to the language.",
        "The language has few words, all in small letters, and knows no synonyms. Names are given with `as`.",
        "kill 1 enemy piece",
        "destroy 1 enemy piece",
    ),
    Code(
        "K011",
        "misplaced-word",
        "A word of the language stands where it cannot stand.",
        "In a phrase the order is: number, owner, `used`, rank, `pieces`, and then where they are.",
        "destroy 1 common enemy piece",
        "destroy 1 enemy common piece",
    ),
    Code(
        "K012",
        "missing-word",
        "A word is missing in a line or at its end.",
        "Every phrase ends with `pieces` or `squares`, every move begins with its strength, every action has a number.",
        "move up to 2",
        "combat move up to 2",
    ),
    Code(
        "K013",
        "no-block",
        "A line needs lines below it and has none.",
        "`if`, `either`, `or`, `otherwise`, `with each` and `may` by itself speak of the deeper lines below them.",
        "may destroy 1 piece\nif you do",
        "may destroy 1 piece\nif you do\n  gain 1 action",
    ),
    Code(
        "K014",
        "nothing-below",
        "A line is deeper than the one above it, which takes no lines below it.",
        "An action is one line. What depends on it stands below an `if you do` on the next line.",
        "may destroy 1 piece\n  gain 1 action",
        "may destroy 1 piece\nif you do\n  gain 1 action",
    ),
    Code(
        "K015",
        "wrong-depth",
        "A line makes sense, but at another depth.",
        "Blocks are made by indentation alone, two blanks for each step.",
        "may destroy 1 piece\nif you do\ngain 1 action",
        "may destroy 1 piece\nif you do\n  gain 1 action",
    ),
    Code(
        "K016",
        "missing-line",
        "A line that must be there is missing.",
        "A card has a head line and a pattern, an effect has its `effect`, an `either` has its `or`.",
        "either\n  gain 1 action\ndestroy 1 piece",
        "either\n  gain 1 action\nor\n  destroy 1 piece",
    ),
    Code(
        "K017",
        "said-twice",
        "Something is said twice.",
        "The second time adds nothing, so one of the two was probably meant to be something else.",
        "combat move, only onto empty squares, only onto red squares",
        "combat move, only onto empty red squares",
    ),
    Code(
        "K018",
        "order-of-sections",
        "A section stands behind one that comes after it.",
        "All cards have the same order: head line, pattern, arrows, effect, rulings, examples.",
        "heroic being Example\n\neffect\n  gain 1 action\n\npattern\n  @.\n  cc\n",
        _being("@. cc", "gain 1 action"),
        "card",
    ),
    Code(
        "K019",
        "second-card",
        "A second card begins in the file.",
        "A file holds one card, so that its name, its history and its tests belong to that card.",
        _being("@. cc") + "\nheroic being Other\n\npattern\n  @\n  c\n",
        _being("@. cc"),
        "card",
    ),
    # ------------------------------------------------------------ drawings
    Code(
        "K020",
        "unknown-square",
        "A drawing holds a character that means no square.",
        "A pattern is drawn with `. c h l @ C H L *`, a board of an example with `. c h l C H L _` and digits.",
        _being("@x cc"),
        _being("@. cc"),
        "card",
    ),
    Code(
        "K021",
        "uneven-rows",
        "The rows of a drawing are not equally wide.",
        "A missing `.` moves all squares behind it, and the pattern is another one.",
        _being("@ cc"),
        _being("@. cc"),
        "card",
    ),
    Code(
        "K022",
        "no-summoning-square",
        "The pattern does not show where the being is summoned.",
        "One square is `@` (empty or any piece that the being may replace) or C, H, L (an own piece of that rank).",
        _being("c. cc"),
        _being("@. cc"),
        "card",
    ),
    Code(
        "K023",
        "two-summoning-squares",
        "The pattern shows several summoning squares.",
        "A being has one piece, which is put on one square.",
        _being("@@ cc"),
        _being("@. cc"),
        "card",
    ),
    Code(
        "K024",
        "great-pattern",
        "The pattern is too great.",
        "No arena has room for it in every orientation.",
        _being("@........c"),
        _being("@..c"),
        "card",
    ),
    Code(
        "K025",
        "no-piece",
        "The pattern shows no piece.",
        "Such a being could be summoned everywhere.",
        _being(".@ .."),
        _being(".@ c."),
        "card",
    ),
    Code(
        "K026",
        "summoning-rank",
        "The being cannot replace the piece that its summoning square must hold.",
        "A being is put onto an empty square or a piece of its own rank or a lower one (R5.7).",
        _being("H. cc", rank="common"),
        _being("C. cc", rank="common"),
        "card",
    ),
    Code(
        "K027",
        "marks-not-used",
        "Squares are marked, but the effect does not speak of them.",
        "A mark that means nothing misleads the player. `*` makes marked squares, `+` crossed ones.",
        _being("@* cc", "gain 1 action"),
        _being("@. cc", "gain 1 action"),
        "card",
    ),
    Code(
        "K028",
        "no-marks",
        "The effect speaks of marked or crossed squares, or of opposite ones, that the pattern does not show.",
        "Marked squares are drawn as `*`, crossed ones as `+`. They turn with the pattern.",
        "destroy 1 piece on marked squares",
        "destroy 1 piece on red squares",
    ),
    Code(
        "K029",
        "arrows-not-used",
        "The card has arrows, but the effect does not speak of them.",
        "An arrow that means nothing misleads the player.",
        _being("@. cc", "gain 1 action", more="\narrows N\n"),
        _being("@. cc", "destroy 1 piece in an arrow direction", more="\narrows N\n"),
        "card",
    ),
    # ------------------------------------------------------------ names
    Code(
        "K030",
        "unknown-name",
        "A name is used that nothing has, or nothing yet.",
        "`as NAME` gives a name to what a line handles. Lines below it, in its block, can speak of it.",
        "upgrade runner",
        "choose 1 own piece as runner\nupgrade runner",
    ),
    Code(
        "K031",
        "it-of-nothing",
        "'it' is said, but no earlier line handles one thing.",
        "`it` is what the latest earlier line chose, placed, turned, converted or destroyed, if that is one thing.",
        "destroy 2 pieces\ncombat move with it",
        "upgrade 1 own piece\ncombat move with it",
    ),
    Code(
        "K032",
        "name-taken",
        "A name is given twice.",
        "One name stands for one thing, else no reader knows which is meant.",
        "choose 1 own piece as a\nchoose 1 enemy piece as a\nupgrade a",
        "choose 1 own piece as a\nchoose 1 enemy piece as b\nupgrade a\ndestroy b",
    ),
    Code(
        "K033",
        "mover-twice",
        "A line of 'in any order' names who moves, and so does its head.",
        "The head names one mover for all lines, or each line names its own.",
        "in any order with own pieces\n  standard move with self\n  combat move",
        "in any order with own pieces\n  standard move\n  combat move",
    ),
    Code(
        "K034",
        "you-do-of-nothing",
        "'if you do' has no action before it.",
        "It asks whether the action on the line just before it really happened.",
        "if you do\n  gain 1 action",
        "may destroy 1 piece\nif you do\n  gain 1 action",
    ),
    Code(
        "K035",
        "no-direction",
        "'that direction' is said, but no earlier line settles one.",
        "A direction is settled by choosing an arrow or by a move.",
        "destroy all pieces in that direction",
        "combat move\ndestroy all pieces in that direction",
    ),
    Code(
        "K036",
        "name-not-used",
        "A name is given and never used.",
        "Either it is not needed, or a line that should use it says something else.",
        "destroy 1 piece as prey",
        "destroy 1 piece",
    ),
    Code(
        "K037",
        "name-is-a-word",
        "A name is a word of the language.",
        "The line that uses it would be read in another way.",
        "choose 1 own piece as red\nupgrade 1 piece adjacent to it",
        "choose 1 own piece as runner\nupgrade runner",
    ),
    Code(
        "K038",
        "no-arrows",
        "The effect speaks of arrows, but the card has none.",
        "Arrows are written as compass directions of the drawing, `arrows N SE`. They turn with the pattern.",
        "destroy 1 piece in an arrow direction",
        "destroy 1 piece adjacent",
    ),
    Code(
        "K039",
        "no-being",
        "A flare, a task, or a frozen or warp effect speaks of a being.",
        "They are carried out without one: they have no piece, no square, no pattern in use, no arrows (R7.9).",
        _flare("3 more pieces\n  upgrade 1 own piece adjacent"),
        _flare("3 more pieces\n  upgrade 1 own piece adjacent to enemy pieces"),
        "card",
    ),
    # ------------------------------------------------------------ meaning
    Code(
        "K040",
        "none-at-all",
        "A number is 0.",
        "To do something no times is to do nothing. What may be done is said with `may` or `up to`.",
        "destroy up to 0 pieces",
        "destroy up to 2 pieces",
    ),
    Code(
        "K041",
        "never-met",
        "Nothing can ever be what is said here.",
        "The line would never do anything. One of its words is not what was meant.",
        "upgrade 1 legendary piece",
        "upgrade 1 heroic piece",
    ),
    Code(
        "K042",
        "does-nothing",
        "A line can never do anything because of an earlier one.",
        "A piece that was destroyed cannot move, what is chosen must be used.",
        "destroy self\ncombat move",
        "combat move\ndestroy self",
    ),
    Code(
        "K043",
        "says-nothing",
        "A condition says nothing where it stands.",
        "It is true in any case, so something else was probably meant.",
        "downgrade 1 connected piece",
        "downgrade up to 3 connected pieces",
    ),
    Code(
        "K044",
        "pieces-or-squares",
        "Squares stand where pieces are needed, or the other way round.",
        "Pieces are destroyed, moved, turned and placed. Squares are chosen and moved onto.",
        "destroy 1 red square",
        "destroy 1 piece on red squares",
    ),
    Code(
        "K045",
        "leap-with-direction",
        "A leap is given a direction.",
        "A leap goes to any square of the arena (R6.42).",
        "combat leap, in one direction",
        "combat move any number, in one direction",
    ),
    Code(
        "K046",
        "several-movers",
        "'with' and a number greater than 1.",
        "`with 1 ...` is one piece that makes all the moves. For several say whether each moves once or any of them.",
        "standard move up to 2 with 2 own pieces",
        "standard move with each of 2 own pieces",
    ),
    Code(
        "K047",
        "overlapping-lines",
        "A move may belong to two lines of 'in any order', and neither is the narrower one.",
        "A move is booked to the narrowest line that admits it: standard before combat, the being before own pieces.",
        "in any order\n  combat move\n  standard move with own pieces",
        "in any order\n  standard move\n  combat move with own pieces",
    ),
    Code(
        "K048",
        "unclear-you-do",
        "'if you do' asks about several actions at once.",
        "Behind an `either` or an optional block it is open which of the actions must have happened.",
        "either\n  destroy 1 piece\nor\n  upgrade self\nif you do\n  gain 1 action",
        "either\n  destroy 1 piece\n  if you do\n    gain 1 action\nor\n  upgrade self",
    ),
    Code(
        "K049",
        "margin",
        "The margin of a flare is 0.",
        "A flare is for a player who is behind: the opponent has at least 1 piece more (R7.2, R7.3).",
        _flare("0 more pieces\n  gain 1 action"),
        _flare("4 more pieces\n  gain 1 action"),
        "card",
    ),
    Code(
        "K050",
        "halves",
        "The halves of a flare are twice the same, or in the wrong order.",
        "The half about upgraded pieces is resolved first and stands first (R7.5).",
        _flare("4 more pieces\n  gain 1 action", "3 more upgraded pieces\n  place 1 common piece"),
        _flare("3 more upgraded pieces\n  place 1 common piece", "4 more pieces\n  gain 1 action"),
        "card",
    ),
    Code(
        "K051",
        "no-meaning",
        "These words together have no settled meaning.",
        "Each means something alone. Together they could be read in several ways, so the language refuses them.",
        "combat move up to 2 with each of 2 own pieces",
        "combat move with each of 2 own pieces",
    ),
    Code(
        "K052",
        "legendary-being",
        "A legendary being is called a legend.",
        "Legends are a deck of their own, drawn and scored by other rules.",
        _being("@. cc", rank="legendary"),
        "legend Example\n\npattern\n  @.\n  cc\n",
        "card",
    ),
    Code(
        "K053",
        "too-many-things",
        "The effect remembers more things than a game can hold.",
        "A player cannot keep them in mind either. Seven pieces and a few sets and numbers are the most.",
        "\n".join(f"choose 1 piece as p{n}" for n in range(1, 9))
        + "\n"
        + "\n".join(f"destroy 1 piece adjacent to p{n}" for n in range(1, 9)),
        "choose 1 piece as prey\ndestroy 1 piece adjacent to prey",
    ),
    Code(
        "K054",
        "never-done",
        "A line of 'in any order' owes moves that a narrower line without a number takes for itself.",
        "A move is booked to the narrowest line that admits it. While any is left there, nobody could ever stop.",
        "in any order\n  standard move any number\n  combat move 3",
        "in any order\n  standard move any number\n  combat move up to 3",
    ),
    Code(
        "K055",
        "cannot-be-asked",
        "A condition asks what cannot be told where it stands.",
        "A task is looked at when no effect goes on; regions, and patterns that may fit, are for tasks only.",
        _task("some own piece reaching the opposite side through own pieces"),
        _task("on some side, some own piece reaching the opposite side through own pieces"),
        "card",
    ),
    Code(
        "K056",
        "task-pattern",
        "The patterns of a task and its condition do not go together.",
        "A task has a pattern for `some pattern fits` to speak of: own pieces, and no square on which to summon.",
        _task("some pattern fits on central squares"),
        _task("some pattern fits on central squares", "\npattern\n  c.c\n  .c.\n"),
        "card",
    ),
    Code(
        "K057",
        "not-kept",
        "A condition asks of the turn what the game does not keep.",
        "Kept are the ranks of enemy pieces that count as destroyed, and rank and square of each being summoned "
        "(R11.13).",
        _task("at least 3 own pieces destroyed this turn"),
        _task("at least 3 enemy pieces destroyed this turn"),
        "card",
    ),
    Code(
        "K058",
        "their-of-nobody",
        "'their' is said, but no earlier line settles a color.",
        "`their` means the color of the `for each color` around the line, or those of the enemy pieces placed above.",
        "destroy 1 of their common pieces",
        "for each color\n  destroy 1 of their common pieces",
    ),
    Code(
        "K059",
        "too-many-ways",
        "A linked block leaves more ways to do it than can be tried.",
        "Each answer in it is offered only if all the rest can be done, so all ways are tried. Let fewer lines choose.",
        "linked\n  choose 1 own piece as lead\n  destroy 2 enemy pieces\n  combat move with lead",
        "linked\n  choose 1 own piece as lead\n  destroy 1 enemy piece\n  combat move with lead",
    ),
    # ------------------------------------------------------------ rulings and examples
    Code(
        "K060",
        "no-ground",
        "A ruling or an example does not say why it is so.",
        "It ends with its ground in brackets: a rule's number such as `[R6.9]`, `[ruling]`, or `[card]`.",
        _being("@. cc") + "\nruling it may stay where it is\n",
        _being("@. cc") + "\nruling it may stay where it is [R6.3]\n",
        "card",
    ),
    Code(
        "K061",
        "no-position",
        "An example asks or plays before there is a position.",
        "An example begins with `before` and a board.",
        _EXAMPLE.format(title="[card]", first="after at a1", last="done"),
        _EXAMPLE.format(title="[card]", first="before at a1", last="done"),
        "card",
    ),
    Code(
        "K062",
        "unknown-step",
        "A line of an example begins with a word that is no step.",
        "Steps are `before, actions, supply, hand, play, offers, allows, refuses, done, after, expect` and others.",
        _EXAMPLE.format(title="[card]", first="before at a1", last="finished"),
        _EXAMPLE.format(title="[card]", first="before at a1", last="done"),
        "card",
    ),
    Code(
        "K063",
        "step-without-sense",
        "A step of an example is followed by something that it does not take.",
        "Each step has its form, such as `actions 2` or `expect score 0 1`.",
        _EXAMPLE.format(title="[card]", first="before at a1", last="expect actions one"),
        _EXAMPLE.format(title="[card]", first="before at a1", last="expect actions 1"),
        "card",
    ),
    Code(
        "K064",
        "unknown-ground",
        "What stands in the brackets at the end of a ruling or an example is no ground.",
        "Grounds are rules, `[R6.9]`, decisions, `[D17]`, `[ruling]` and `[card]`; commas part several.",
        _being("@. cc") + "\nruling it may stay where it is [because]\n",
        _being("@. cc") + "\nruling it may stay where it is [R6.3]\n",
        "card",
    ),
    # ------------------------------------------------------------ decks and other data
    Code(
        "K070",
        "same-pattern",
        "Two cards of a deck have the same pattern.",
        "A position that fits one would always fit the other. Turned and mirrored patterns are the same (R5.2).",
        _being("@. cc") + BETWEEN + _being(".@ cc").replace("Example", "Other"),
        _being("@. cc") + BETWEEN + _being("@.. .cc").replace("Example", "Other"),
        "deck",
    ),
    Code(
        "K071",
        "same-name",
        "Two cards of a deck have the same name.",
        "A card is called by its name, in records and in `summon NAME e5`.",
        _being("@. cc") + BETWEEN + _being("@.. .cc"),
        _being("@. cc") + BETWEEN + _being("@.. .cc").replace("Example", "Other"),
        "deck",
    ),
    Code(
        "K072",
        "part-of-no-rules",
        "A card has or speaks of a frozen or warp effect, and the rules of its deck know none.",
        "When such an effect may be carried out is a matter of the deck's rules: its `deck.toml` lists its `parts`.",
        _being("@. cc", "gain 1 action")
        + "\nfrozen\n  gain 1 action\n"
        + BETWEEN
        + _being("@.. .cc").replace("Ex", "S"),
        _being("@. cc", "gain 1 action") + BETWEEN + _being("@.. .cc").replace("Ex", "S"),
        "deck",
    ),
    Code(
        "K073",
        "no-such-card",
        "A card speaks of a card that its deck does not have.",
        "`your pile holds` asks for a card of the same deck, by its whole name.",
        _being("@. cc", "if your pile holds Knigt\n  gain 1 action") + BETWEEN + _being("@.. .cc").replace("Ex", "S"),
        _being("@. cc", "if your pile holds Sample\n  gain 1 action") + BETWEEN + _being("@.. .cc").replace("Ex", "S"),
        "deck",
    ),
    Code(
        "K074",
        "needs-a-module",
        "A card speaks of what only a module of rules keeps, and its deck names none.",
        "Pieces that are out of the game and actions that others lose: a module keeps count of these.",
        _being("@. cc", "each opponent loses 1 action") + BETWEEN + _being("@.. .cc").replace("Example", "Other"),
        _being("@. cc", "lose 1 action") + BETWEEN + _being("@.. .cc").replace("Example", "Other"),
        "deck",
    ),
    Code(
        "K075",
        "no-such-marker",
        "A card speaks of a marker that the rules of its deck do not have.",
        "`the WORD` is the own piece with a marker. The rules of a deck bring markers; its `deck.toml` lists them.",
        _being("@. cc", "make self the crown") + BETWEEN + _being("@.. .cc").replace("Ex", "S"),
        _being("@. cc", "upgrade self") + BETWEEN + _being("@.. .cc").replace("Ex", "S"),
        "deck",
    ),
    Code(
        "K081",
        "no-such-square",
        "An arena names a square that it does not have, or puts one into two places.",
        "The lower left square is `a1`; letters go to the right, numbers up.",
        _ARENA.replace('["a1"]', '["c1"]'),
        _ARENA,
        "arena",
    ),
    Code(
        "K082",
        "taken-name",
        "A deck, a form or an arena has a name that another one has.",
        "They are called by their names on the command line and in records.",
        _ARENA.replace('"tiny"', '"standard"'),
        _ARENA,
        "arena",
    ),
    Code(
        "K083",
        "unfit-form",
        "What a form of play says does not fit together.",
        "A key that no block reads means nothing, a block without its keys cannot work, and every game must end.",
        _FORM.replace("points = 9, ", ""),
        _FORM,
        "form",
    ),
    Code(
        "K090",
        "not-toml",
        "A manifest is not TOML.",
        "Manifests of decks, forms and arenas are TOML files; texts stand in quotation marks.",
        _MANIFEST.replace('"Moor"', "Moor"),
        _MANIFEST,
        "manifest",
    ),
    Code(
        "K091",
        "unknown-key",
        "A manifest has a key that means nothing.",
        "A misspelt key would otherwise be passed over in silence.",
        _MANIFEST + "copis = 2\n",
        _MANIFEST,
        "manifest",
    ),
    Code(
        "K092",
        "missing-key",
        "A key is missing in a manifest.",
        "A deck has a name, a title, a kind and its cards in order.",
        _MANIFEST.replace('title = "Moor"\n', ""),
        _MANIFEST,
        "manifest",
    ),
    Code(
        "K093",
        "wrong-value",
        "A key of a manifest has a value that will not do.",
        "The schemas of the manifests say which values are possible.",
        _MANIFEST.replace('"legends"', '"legend"'),
        _MANIFEST,
        "manifest",
    ),
    Code(
        "K094",
        "no-such-file",
        "A manifest names a card that has no file.",
        "`cards` names the card files of the folder, without their ending.",
        _MANIFEST.replace('"toad"', '"toad", "heron"'),
        _MANIFEST,
        "manifest",
    ),
    Code(
        "K095",
        "file-not-named",
        "A card file lies in a deck's folder, but the manifest does not name it.",
        "A card that is forgotten in the list would silently not be in the deck.",
        _MANIFEST.replace('"toad"', '"heron"'),
        _MANIFEST,
        "manifest",
    ),
    Code(
        "K096",
        "copies-of-nothing",
        "A manifest tells how many copies there are of a card that it does not name.",
        "`copies` speaks of cards in `cards`.",
        _MANIFEST + "\n[copies]\ntoads = 2\n",
        _MANIFEST + "\n[copies]\ntoad = 2\n",
        "manifest",
    ),
    Code(
        "K097",
        "unreadable-file",
        "What should be a file is a folder, a pipe or a device, or it cannot be read.",
        "The other files are looked at all the same, so that one of them does not hide the mistakes of the rest.",
        "toad.card\nheron.card/\n",
        "toad.card\nheron.card\n",
        "files",
    ),
    Code(
        "K098",
        "nobodys-scenarios",
        "Nothing tells which card or form of play a file of scenarios is about.",
        "`toad.scenarios` is about `toad.card`, which lies beside it; in a folder `forms` about the form of play "
        "`toad.toml`.",
        "toad.card\nheron.scenarios\n",
        "toad.card\ntoad.scenarios\n",
        "files",
    ),
)

CODES: dict[str, Code] = {x.code: x for x in _CODES}


# ---------------------------------------------------------------- one code as text


def explain(code: str) -> str:
    """A code as plain text: its name, what it says, why it is a mistake, an example wrong and right.

    `code` may be written in small letters. Raises `KeyError` for one that does not exist.
    """
    found = CODES[code.upper()]
    parts = [f"{found.code} {found.name}", found.sentence.replace("`", "'"), found.why.replace("`", "'")]
    for label, text in (("Wrong:", found.wrong), ("Right:", found.right)):
        parts.append("\n".join([label, "", *(f"  {x}".rstrip() for x in _shown(text).split("\n"))]))
    return "\n\n".join(parts) + "\n"


# ---------------------------------------------------------------- the page

_GROUPS = (
    (("K00",), "The text"),
    (("K01",), "Words and lines"),
    (("K02",), "Drawings"),
    (("K03",), "Names"),
    (("K04", "K05"), "Meaning"),
    (("K06",), "Rulings and examples"),
    (("K07", "K08", "K09"), "Decks, arenas and forms"),
)
_MOST_LINES = 14  # of an example, as shown

_INTRODUCTION = """# Errors

Everything that can be wrong with a card has a code. Codes do not change their meaning, so they can be searched for.
Each is shown with an example that gives it and with the same put right.
"""


def errors_page() -> str:
    """`docs/errors.md`: every code with its reason and its example."""
    parts = [_INTRODUCTION]
    for prefixes, title in _GROUPS:
        parts.append(f"## {title}\n")
        parts += [_section(x) for x in CODES.values() if x.code.startswith(prefixes)]
    return "\n".join(parts)


def _section(code: Code) -> str:
    parts = [f"### {code.code} {code.name}\n", f"{code.sentence} {code.why}\n"]
    for label, text in (("Wrong", code.wrong), ("Right", code.right)):
        parts.append(f"{label}:\n\n```text\n{_shown(text)}\n```\n")
    return "\n".join(parts)


def _shown(text: str) -> str:
    """An example as the page shows it: not too long, and nothing in it that cannot be seen."""
    lines = [x if len(x) <= 80 else x[:77] + "..." for x in text.rstrip("\n").split("\n")]
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], "..."]
    return "\n".join("".join(x if x.isprintable() else "\N{WHITE SQUARE}" for x in line) for line in lines)


if __name__ == "__main__":
    print(errors_page(), end="")
