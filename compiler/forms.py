"""Takes forms of play and arenas, gives what keeps a form from being played: where it is played, how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from ..dsl.diagnostic import Diagnostic
from ..dsl.source import Source
from ..dsl.suggest import suggest
from ..runtime.forms import form_for
from .deck import CARDS
from .manifest import place_of, read_manifest

_NO_END = "set [end] points that [points] can give, or cards-left = 0 with beings in [hand]"


def check_forms(
    forms: Iterable[tuple[dict[str, Any], Source]], arenas: Mapping[str, dict[str, Any]]
) -> list[Diagnostic]:
    """The forms that cannot be played. `arenas`: beside the built-in ones, those that a form may name."""
    known = {**_built_in_arenas(), **arenas}
    return [x for form, source in forms for x in (*_place(form, source, known), *_end(form, source))]


@cache
def _built_in_arenas() -> dict[str, dict[str, Any]]:
    """They are there for everybody, also where only the folders of somebody are looked at."""
    found = (read_manifest(file, "arena") for file in sorted((CARDS / "arenas").glob("*.toml")))
    return {data["name"]: data for data, _, mistakes in found if not mistakes}


def _place(form: dict[str, Any], source: Source, arenas: Mapping[str, dict[str, Any]]) -> Iterator[Diagnostic]:
    """The arena must be there, with a start square for a piece of each player (R12.3)."""
    name = form["arena"]
    where = place_of(source, ["arena"])
    if name not in arenas:
        close = suggest(name, arenas)
        help_ = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(sorted(arenas))}"
        yield Diagnostic("K084", where, f"there is no arena '{name}'", source, help_)
        return
    for players in form["players"]:
        start = form_for(form, players)["start"]
        colors = 2 if form.get("teams") else players
        needed = colors - len(start["without"]) if start["places"] else 0
        if len(arenas[name].get("starts", {}).get(start["places"], ())) < needed:
            message = f"{needed} start pieces need places, which arena '{name}' does not name '{start['places']}'"
            yield Diagnostic("K084", where, message, source, "name them in its [starts], or choose another arena")


def _end(form: dict[str, Any], source: Source) -> Iterator[Diagnostic]:
    """Something must be able to end it: points that can be made, or a deck that is drawn to its last card."""
    end, hand = form["end"], form["hand"]
    if "cards-left" in end and hand["beings"]:
        return
    if "points" in end and _gives_points(form):
        return
    yield Diagnostic("K084", place_of(source, ["end"]), "nothing can end a game of this form", source, _NO_END)


def _gives_points(form: dict[str, Any]) -> bool:
    """Whether something that can happen in a game is worth points."""
    whole = form_for(form, form["players"][0])
    points, hand, legendary = whole["points"], whole["hand"], whole["supply"]["legendary"]
    acts = hand["beings"] or hand["flares"] or (hand["legends"] and legendary)
    ways = (
        points["legend-summoned"] and hand["legends"] and legendary,
        points["flare-invoked"] and hand["flares"],
        any(points["destroyed"][: 3 if legendary else 2]) and acts,
        points["common-pair"] and acts,
        points["legend-standing"] and hand["legends"] and legendary,
        "claim" in form["blocks"]["turn-end"],
    )
    return any(ways)
