"""Forms of play: what a form's file says for a number of players; beside this, the code that `[blocks]` name."""

from __future__ import annotations

from ..errors import CardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

# What a form that leaves a key out says. A key that is neither here nor in the form (a trigger's in
# `end`, `start-points`) stays out. `decks`: none named, any may be taken; `tasks.places` 0: no tasks.
DEFAULTS: Mapping[str, Any] = {
    "teams": False,
    "decks": [],
    "turn": {"pass-control": False, "improvise": False},
    "start": {"places": "", "without": []},
    "tasks": {"places": 0, "advanced": "never", "start-types": 1},
    "points": {
        "legend-summoned": 0,
        "legend-standing": 0,
        "flare-invoked": 0,
        "destroyed": [0, 0, 0],
        "common-pair": 0,
        "leftover": 0,
    },
    "end": {},
}


def form_for(data: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The form of a file's data for so many players: defaults below it, its `for.N` laid over it, key by key.

    The result has no `for`. It may share what is in it with `data`: neither is to be changed.
    """
    form = _overlaid(DEFAULTS, data)
    return _overlaid(form, form.pop("for", {}).get(str(players), {}))


def check_fit(form: Mapping[str, Any], decks: Sequence[str], tasks: int) -> None:
    """`CardError` if a form cannot be played with these decks, or with so many tasks in the set."""
    name, places = form["name"], form["tasks"]["places"]
    wrong = [x for x in decks if form["decks"] and x not in form["decks"]]
    if wrong:
        raise CardError(f"form {name!r} is played with {', '.join(form['decks'])} only (R10.1), not with {wrong[0]}")
    if tasks < places:
        raise CardError(f"form {name!r} needs a deck of tasks with at least {places} cards")


def _overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Both tables in one: where both have a key the upper one's, tables in them likewise."""
    both = {**below, **above}
    for key in below.keys() & above.keys():
        if isinstance(below[key], dict) and isinstance(above[key], dict):
            both[key] = _overlaid(below[key], above[key])
    return both
