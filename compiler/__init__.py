"""Tree of a card to meaning, program and Python; to words, pictures and pages; the command line and the build hook.

`compile_cards(*folders)` gives a `CardSet` of the built-in cards and those of the folders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compile import compile_cards

__all__ = ["compile_cards"]


def __getattr__(name: str) -> Any:
    """Import the compiler only for those who compile: the command line starts without it."""
    if name == "compile_cards":
        try:
            from .compile import compile_cards
        except ModuleNotFoundError as error:
            hint = "install kalarite without --no-deps to compile cards; to play compiled ones use kalarite.runtime"
            raise ImportError(f"the compiler needs the package {error.name!r}: {hint}") from error
        return compile_cards
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
