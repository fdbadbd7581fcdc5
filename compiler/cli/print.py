"""`kalarite print`: cards on paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from .common import (
    Refusal,
    existing_folders,
    json_option,
    lang_option,
    plural,
    print_json,
    print_mistakes,
    progress_line,
    unknown,
    write_whole,
)

if TYPE_CHECKING:
    from ..printing.faces import Face
    from ..printing.sheet import Grid, Size, Turn
    from ..printing.typeset import Format, Job, Problem

FORMATS = ("pdf", "png", "svg")
MOST = 3000  # cards in one file: more take memory and minutes
_SHEETS = ("margin", "crop_marks", "duplex", "turn", "offset", "copies")  # options that are about sheets of cards
_SMALLEST, _LARGEST = 20.0, 500.0  # sides of a card
_NUMBER = r"\d{1,4}(?:\.\d{1,4})?"


class _Length(click.ParamType):
    """Millimeters from 0 to `most`."""

    name = "MM"

    def __init__(self, most: float) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = re.fullmatch(f"({_NUMBER})(?:mm)?", str(value).strip())
        if found is None or float(found[1]) > self.most:
            self.fail(f"'{value}' is no length from 0 to {self.most:g} mm, such as 3 or 2.5", param, ctx)
        return float(found[1])


class _Pair(click.ParamType):
    """Two numbers, as a pattern reads them, each within bounds."""

    def __init__(self, name: str, pattern: str, bounds: tuple[float, float], what: str) -> None:
        self.name, self.pattern, self.bounds, self.what = name, re.compile(pattern), bounds, what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        found = self.pattern.fullmatch(str(value).strip())
        pair = (float(found[1]), float(found[2])) if found else ()
        if not pair or not all(self.bounds[0] <= x <= self.bounds[1] for x in pair):
            self.fail(f"'{value}' is no {self.what}", param, ctx)
        return pair


_SIZE = _Pair(
    "WIDTHxHEIGHT",
    rf"({_NUMBER})[x×]({_NUMBER})(?:mm)?",
    (_SMALLEST, _LARGEST),
    f"size: width and height from {_SMALLEST:g} to {_LARGEST:g} mm, as 63x88",
)
_OFFSET = _Pair(
    "X,Y", rf"([+-]?{_NUMBER}),([+-]?{_NUMBER})", (-20.0, 20.0), "offset: two lengths of at most 20 mm, as 0.5,-1"
)


@click.command("print", epilog="Example: kalarite print --deck northern --crop-marks --duplex --out northern.pdf")
@click.argument("folders", metavar="[FOLDER...]", nargs=-1, type=click.Path(path_type=Path))
@click.option("--deck", "names", metavar="NAME", multiple=True, help="A deck; may be given several times.")
@click.option("--all", "everything", is_flag=True, help="All decks.")
@click.option("--card", "cards", metavar="NAME", multiple=True, help="Only this card; may be given several times.")
@lang_option
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    default="a4",
    show_default=True,
    help="The paper; it is turned where more cards fit so.",
)
@click.option(
    "--size", metavar="WIDTHxHEIGHT", type=_SIZE, default="63x88", show_default=True, help="Of a card, in millimeters."
)
@click.option(
    "--bleed",
    metavar="MM",
    type=_Length(20),
    default="0",
    show_default=True,
    help="How far the color goes beyond the edge of a card.",
)
@click.option(
    "--margin",
    metavar="MM",
    type=_Length(50),
    default="4",
    show_default=True,
    help="What the printer leaves white at the edges of the paper.",
)
@click.option("--crop-marks", is_flag=True, help="Lines in the margins that show where to cut.")
@click.option("--duplex", is_flag=True, help="Behind each page one with the backs of its cards.")
@click.option(
    "--turn",
    type=click.Choice(["long-edge", "short-edge"]),
    default="long-edge",
    show_default=True,
    help="Over which edge of the paper the printer turns it.",
)
@click.option(
    "--offset",
    metavar="X,Y",
    type=_OFFSET,
    default="0,0",
    show_default=True,
    help="Move the backs by millimeters to the right and down, for a printer that shifts them.",
)
@click.option(
    "--copies", metavar="N", type=click.IntRange(1, 99), default=1, show_default=True, help="How often all of it."
)
@click.option("--poster", is_flag=True, help="Each deck on a page instead, as an aid at the table.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    show_default="what the name of the file ends with, else pdf",
    help="png and svg: a picture of each card, in the folder that --out names.",
)
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), required=True, help="The file to write.")
@json_option
def command(**options: Any) -> int:
    """Lay out cards for printing, as PDF, PNG or SVG.

    A deck is named as players name it, a shared deck by its own name. FOLDERs hold
    decks of your own, which are printed unless --deck, --all or --card chooses. Print at 100 percent:
    the ruler on the margin tells whether the printer scales.

    \b
    More examples:
      kalarite print --all --paper letter --bleed 3 --crop-marks --out all.pdf
      kalarite print mydeck --duplex --turn short-edge --offset 0.5,-1 --out mydeck.pdf
      kalarite print --deck tasks --poster --out tasks.pdf
      kalarite print --card Knight --out knight.svg
      kalarite print --deck flares --format png --out flares
    """
    from ..printing.typeset import typeset

    wish = _Wish(**options)
    _check(wish)
    grid = _grid(wish)
    with progress_line() as (on_stage, on_card):
        on_stage("read cards")
        faces = _faces(wish, on_card)
        if faces is None:
            return 1
        job = _job(wish, faces, grid)
        on_stage(f"set {plural(job.cards, 'card')}")
        files, problems = typeset(job, wish.format)
        on_stage("write")
        written = [] if problems else _write(wish, files, faces)
    if wish.as_json:
        print_json(_summary(wish, job, grid, written, problems))
    elif problems:
        _print_problems(problems)
    else:
        _print_summary(wish, job, grid, written)
    return 1 if problems else 0


@dataclass(frozen=True)
class _Wish:
    """What was asked for, as the options say."""

    folders: tuple[Path, ...]
    names: tuple[str, ...]
    everything: bool
    cards: tuple[str, ...]
    language: str
    paper: str
    size: Size
    bleed: float
    margin: float
    crop_marks: bool
    duplex: bool
    turn: Turn
    offset: Size
    copies: int
    poster: bool
    kind: str | None
    out: Path
    as_json: bool

    @property
    def format(self) -> Format:
        """As said, else what the name of the file ends with; a name without an ending is one of a PDF."""
        return cast("Format", self.kind or self.out.suffix.lower()[1:] or "pdf")

    @property
    def on_sheets(self) -> bool:
        """Whether cards are laid out on paper to be cut."""
        return self.format == "pdf" and not self.poster

    @property
    def card(self) -> str:
        """What a card measures, for a message."""
        size = f"card of {self.size[0]:g} x {self.size[1]:g} mm"
        return f"{size} with {self.bleed:g} mm bleed" if self.bleed else size


# ---------------------------------------------------------------- what is asked for


def _check(wish: _Wish) -> None:
    """Refuse what cannot be meant, before any work."""
    from ..printing.typeset import CannotPrint, check_installed

    if wish.format not in FORMATS:
        raise Refusal(f"'{wish.out}' ends with none of .pdf, .png and .svg: name such a file, or say --format")
    if not (wish.names or wish.everything or wish.folders or wish.cards):
        raise Refusal("say what to print: --deck NAME, --all, --card NAME, or folders with decks of your own")
    if wish.names and wish.everything:
        raise Refusal("--deck chooses decks, --all takes every one: leave one of them out")
    _check_options(wish)
    try:
        check_installed(wish.language)
    except CannotPrint as error:
        raise Refusal(str(error)) from error


def _check_options(wish: _Wish) -> None:
    """Refuse options that would do nothing."""
    idle: list[tuple[str, Sequence[str]]] = []
    if wish.format != "pdf":
        idle.append((f"a picture ({wish.format})", (*_SHEETS, "paper", "poster")))
    elif wish.poster:
        idle.append(("a poster", (*_SHEETS, "size", "bleed")))
    elif not wish.duplex:
        idle.append(("a sheet without --duplex", ("turn", "offset")))
    for what, options in idle:
        given = [x for x in options if _given(x)]
        if given:
            raise Refusal(f"--{given[0].replace('_', '-')} means nothing for {what}: leave it out")


def _given(option: str) -> bool:
    source = click.get_current_context().get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"


def _grid(wish: _Wish) -> Grid | None:
    """How cards lie on a sheet; None where there are no sheets."""
    from ..printing.sheet import PAPERS, fill_page

    if not wish.on_sheets:
        return None
    grid = fill_page(PAPERS[wish.paper], wish.size, wish.bleed, wish.margin)
    if grid is None:
        width, height = PAPERS[wish.paper]
        paper = f"{wish.paper.capitalize()} ({width:g} x {height:g} mm)"
        raise Refusal(f"no {wish.card} fits on {paper} with a margin of {wish.margin:g} mm")
    return grid


def _faces(wish: _Wish, on_card: Callable[[str], None]) -> list[Face] | None:
    """What stands on the cards that were asked for; None when there are mistakes in them, which are then printed."""
    from ..compile import compile_deck
    from ..language import LanguageError
    from ..printing.choose import NotFound, choose_cards, choose_decks
    from ..printing.faces import face_of
    from ..sheet import Sheet
    from ..sources import gather

    existing_folders(wish.folders)
    sources, mistakes = gather(wish.folders)
    try:
        decks = choose_decks(sources.decks, wish.names, wish.folders, wish.everything, bool(wish.cards))
        compiled = {}
        for deck in dict.fromkeys(x.deck for x in decks):
            compiled[deck], found = compile_deck(deck, on_card)
            mistakes += found
        if mistakes:
            print_mistakes(mistakes)
            return None
        faces = [
            face_of(Sheet(deck.deck, file, card.meaning, card.source.text), deck, wish.language)
            for deck in decks
            for file, card in zip(deck.deck.cards, compiled[deck.deck].cards, strict=True)
        ]
        chosen = choose_cards(faces, wish.cards)
    except NotFound as error:
        raise unknown(error.kind, error.word, error.known) from error
    except LanguageError as error:  # a term that the language does not have yet
        raise Refusal(str(error)) from error
    if not chosen:
        raise Refusal("there is no deck in the folders that were named")
    return chosen


def _job(wish: _Wish, faces: Sequence[Face], grid: Grid | None) -> Job:
    """The pages of what was asked for."""
    from ..printing.sheet import PAPERS
    from ..printing.typeset import Job, add_posters, add_sheets, add_singles

    job = Job(faces, wish.language, ", ".join(dict.fromkeys(x.deck.title for x in faces)), wish.size, wish.bleed)
    if grid is not None:
        number = sum(x.copies for x in faces) * wish.copies
        if number > MOST:
            raise Refusal(f"{number:,} cards are too many for one file; it takes {MOST:,}: print fewer at a time")
        turn = wish.turn if wish.duplex else None
        add_sheets(job, grid, copies=wish.copies, crop_marks=wish.crop_marks, turn=turn, offset=wish.offset)
    elif wish.poster:
        add_posters(job, PAPERS[wish.paper])
    else:
        _check_pictures(wish, faces)
        add_singles(job)
    return job


def _check_pictures(wish: _Wish, faces: Sequence[Face]) -> None:
    """One card may have a file; several have a folder."""
    if len(faces) > 1 and wish.out.suffix.lower() == f".{wish.format}":
        some = ", ".join([*(x.id for x in faces[:3]), *["..."][: len(faces) - 3]])
        raise Refusal(
            f"'{wish.out}' is one file, and these are {plural(len(faces), 'card')} ({some}): "
            f"name a folder and say --format {wish.format}, or --card with the deck as DECK/NAME"
        )


# ---------------------------------------------------------------- what came of it


def _write(wish: _Wish, files: Sequence[bytes], faces: Sequence[Face]) -> list[Path]:
    """Write the files, each as a whole or not at all; pictures of cards go into a folder unless a file was named."""
    if wish.format == "pdf" or wish.out.suffix.lower() == f".{wish.format}":
        write_whole(wish.out, files[0])
        return [wish.out]
    wish.out.mkdir(exist_ok=True)
    paths = [wish.out / f"{x.id.replace('/', '-')}.{wish.format}" for x in faces]
    for path, data in zip(paths, files, strict=True):
        write_whole(path, data)
    return paths


def _print_problems(problems: Sequence[Problem]) -> None:
    for x in problems:
        click.echo(f"kalarite: {x.message}", err=True)
    click.echo(f"{plural(len(problems), 'problem')}; nothing was written")


def _print_summary(wish: _Wish, job: Job, grid: Grid | None, written: Sequence[Path]) -> None:
    where = str(wish.out)
    if grid is None:
        what = plural(len(job.pages), "page") if wish.poster else plural(len(written), f"{wish.format} file")
        click.echo(f"{plural(job.cards, 'card')} in {what}: {where}")
        return
    sheets = plural(len(job.pages) // (2 if wish.duplex else 1), "sheet")
    click.echo(
        f"{plural(job.cards, 'card')} on {sheets} of {wish.paper.capitalize()}, {grid.capacity} a sheet: {where}"
    )
    for note in _notes(wish, grid):
        click.echo(note)


def _notes(wish: _Wish, grid: Grid) -> list[str]:
    """What the person at the printer should know."""
    from ..printing.sheet import PAPERS, USUAL, fill_page

    notes = []
    if grid.capacity < USUAL:
        lying = ", lying across" if grid.landscape else ""
        cards = wish.card if grid.capacity == 1 else wish.card.replace("card", "cards")
        note = f"only {grid.capacity} {cards} fit on {wish.paper.capitalize()}{lying}"
        bare = fill_page(PAPERS[wish.paper], wish.size, 0.0, wish.margin)
        more = f"; without bleed {bare.capacity} would" if bare and bare.capacity > grid.capacity else ""
        notes.append(note + more)
    if wish.duplex:
        notes.append(f"print on both sides, turned over the {wish.turn.replace('-', ' ')}")
    notes.append("print at 100 percent (actual size): the ruler on the margin then measures 50 mm")
    return notes


def _summary(
    wish: _Wish, job: Job, grid: Grid | None, written: Sequence[Path], problems: Sequence[Problem]
) -> dict[str, Any]:
    """The same for programs."""
    decks: Counter[str] = Counter()
    for face in job.faces:
        decks[face.deck.name] += face.copies * wish.copies
    return {
        "version": 1,
        "files": [str(x) for x in written],
        "format": wish.format,
        "cards": job.cards,
        "decks": [{"name": name, "cards": number} for name, number in decks.items()],
        "pages": len(job.pages),
        "paper": wish.paper if wish.format == "pdf" else None,
        "sheet": grid and {"columns": grid.columns, "rows": grid.rows, "landscape": grid.landscape},
        "notes": _notes(wish, grid) if grid else [],
        "problems": [{"card": x.card, "message": x.message} for x in problems],
    }
