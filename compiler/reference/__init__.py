"""The reference interpreter: takes a card's meaning and a plain board, defines what the card does.

It runs the tree that `compiler.resolve` completes, as generators over a dict from square
to piece, slowly and by the letter of the rules (R..., D...) and of the language paper.
Read in this order: `arena` and `world` (the facts), `summoning`, `phrases` (which squares),
`picking` and `moving` (what can be done), `ability` (what could be done), `effect` (statements).
"""

from __future__ import annotations

from .arena import ArenaFacts
from .effect import run
from .phrases import claimable
from .summoning import Match, criteria, matches, pick_ups, summon
from .world import Event, World

__all__ = ["ArenaFacts", "Event", "Match", "World", "claimable", "criteria", "matches", "pick_ups", "run", "summon"]
