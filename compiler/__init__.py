"""Tree of a card to meaning, program and Python; to words, pictures and pages; the command line and the build hook.

`compile_cards(*folders)` gives a `CardSet` of the built-in cards and those of the folders,
`with_form(cards, file)` one with a form of play more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compile import compile_cards, with_form

__all__ = ["compile_cards", "with_form"]


def __getattr__(name: str) -> Any:
    """Import the compiler only for those who compile: the command line starts without it."""
    if name in __all__:
        try:
            from . import compile
        except ModuleNotFoundError as error:
            hint = "install kalarite without --no-deps to compile cards; to play compiled ones use kalarite.runtime"
            raise ImportError(f"the compiler needs the package {error.name!r}: {hint}") from error
        return getattr(compile, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
