"""The blocks of the turn, by number: what it asks, and what it goes on with when an effect is done.

The turn is card 0 and has blocks as compiled cards have. A form of play lacks the blocks
that it does not need; numbers and names are the same in all forms, so that saves are.
"""

from __future__ import annotations

from .state import BLANK_REGISTERS, OFFER_ACTION

BLOCKS = (  # names for saved games
    "start-piece",
    "action",
    "place",
    "match",
    "pick-up",
    "return",
    "after-summoning",
    "lower-effect",
    "after-flare",
    "flare-opponent",
    "borrow-color",
    "legend-color",
    "leftover",
    "claim",
    "which-flare",
)
(
    START_PIECE,
    ACTION,
    PLACE_AT,
    CHOOSE_MATCH,
    PICK_UP,
    RETURN_CARDS,
    AFTER_SUMMONING,
    LOWER_EFFECT,
    AFTER_FLARE,
    FLARE_OPPONENT,
    BORROW_COLOR,
    LEGEND_COLOR,
    LEFTOVER,
    CLAIM_TASK,
    WHICH_FLARE,
) = range(len(BLOCKS))

# Questions while the card in play has left the hand, though its effect does not run.
OUT_OF_HAND = frozenset({LEGEND_COLOR})

# The turn's frames while it waits below an effect: it remembers nothing in registers.
WAITING = tuple((0, 0, block, *BLANK_REGISTERS) for block in range(len(BLOCKS)))

# The question for the next action in the slots from PLAYED on, and in those of the offer.
ACTION_FRAME = (0, -1, -1, -1, 0, (), 0, 0, ACTION, *BLANK_REGISTERS)
ACTION_OFFER = (OFFER_ACTION, 0, 0, 0, None)
