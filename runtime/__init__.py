"""The engine: compiled cards, games, records. Standard library only.

See `Game` for playing, `load_cards` for cards, `runtime.conformance` for the promises
that hold for every deck and form.
"""

from .arena import Arena
from .board import Board
from .cards import Card, CardSet, Placement, load_cards
from .errors import CardError, IllegalMove, KalariteError, PositionError, SaveError
from .game import Game, Result
from .move import Move
from .observation import Observation
from .record import replay

__all__ = [
    "Arena",
    "Board",
    "Card",
    "CardError",
    "CardSet",
    "Game",
    "IllegalMove",
    "KalariteError",
    "Move",
    "Observation",
    "Placement",
    "PositionError",
    "Result",
    "SaveError",
    "load_cards",
    "replay",
]
