"""The errors that the runtime raises: one family, all `ValueError`s."""

from __future__ import annotations


class KalariteError(ValueError):
    """Any error of this library."""


class CardError(KalariteError):
    """A card, deck, form, arena, seat or color is unknown or unusable, or decks do not fit a form.

    `diagnostics` holds the compiler's findings when a compile failed, else it is empty.
    """

    def __init__(self, message: str, diagnostics: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class IllegalMove(KalariteError):
    """A move that is not offered, no move at all, a move after the end, nothing to take back."""


class PositionError(KalariteError):
    """A drawn board or a position that cannot be."""


class SaveError(KalariteError):
    """A saved game or a record that is damaged, of another version, or of other cards."""


def shown(value: object) -> str:
    """A wrong value as a message shows it: short, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # an int of thousands of digits, a broken `__repr__`
        return f"this {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."
