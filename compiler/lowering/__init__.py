"""Takes a card's meaning, gives its program: every statement becomes basic blocks.

Read in this order. Words become expressions, of which a frame is not asked: `expressions`,
`memory` (what later lines speak of), `scope` (what words speak of), `phrases` (which squares),
`groups` (who may move where), `conditions` (tests), `ability` (what could be done now).
Statements become blocks of a frame: `frame`, `budget` (how often), `picks` (pieces one by
one), then the statements `pieces`, `moves`, `beside` (what touches no square) and `statements`
(those that hold others; which function is for which). `verbs` names the options, `tidy` puts
the blocks in order, `card` does all of it.
"""

from __future__ import annotations

from .card import lower
from .frame import LIMITS, TooMuch
from .verbs import labels_of

__all__ = ["LIMITS", "TooMuch", "labels_of", "lower"]
