"""Takes a card's source, gives the one canonical text of it, comments kept."""

from __future__ import annotations

from .write import print_statement

__all__ = ["print_statement"]
