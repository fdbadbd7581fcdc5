"""Takes Lark's parse of one card, gives its tree (`dsl.tree`). One method a grammar rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from . import tree as t
from .language import span_of
from .source import Span

_SETS = {"upgraded": (1, 2), "non-legendary": (0, 1)}
_ONE = t.Count(1, 1)


def ranks_of(word: str) -> tuple[int, ...]:
    """The ranks that a word of rank means: `common` one, `upgraded` two."""
    return _SETS.get(word) or (t.RANKS.index(word),)


class _Limit:
    """A limit of a move on its way into `Move`: the field's name and its value."""

    def __init__(self, field: str, value: Any) -> None:
        self.field = field
        self.value = value


def _span(meta: Meta) -> Span:
    return t.NOWHERE if meta.empty else Span(meta.start_pos, meta.end_pos)


def _text(token: Token) -> str:
    """Free text with one blank between words."""
    return " ".join(token.split())


def _of(items: list[Any], kind: type | tuple[type, ...]) -> list[Any]:
    return [x for x in items if isinstance(x, kind)]


def _first(items: list[Any], kind: type | tuple[type, ...]) -> Any:
    return next(iter(_of(items, kind)), None)


def _token(items: list[Any], name: str) -> Token | None:
    return next((x for x in items if isinstance(x, Token) and x.type == name), None)


class _Alias(str):
    pass


@v_args(meta=True)
class TreeBuilder(Transformer[Token, Any]):
    """Bottom up: every method gets its children's nodes and gives its own node."""

    # ------------------------------------------------------------ heads

    def start(self, meta: Meta, items: list[Any]) -> t.Card:
        return items[0]

    def scenarios(self, meta: Meta, items: list[Any]) -> tuple[t.Example, ...]:
        return tuple(items)

    def _card(self, kind: Any, rank: int | None, meta: Meta, items: list[Any]) -> t.Card:
        name = _token(items, "NAME")
        assert name is not None
        arrows = _first(items, _Arrows) or _Arrows([], t.NOWHERE)
        return t.Card(
            kind=kind,
            name=_text(name),
            rank=rank,
            pattern=_first(items, t.Pattern),
            arrows=tuple(str(x) for x in arrows.tokens),
            parts=tuple(_of(items, t.Part)),
            rulings=tuple(_of(items, t.Ruling)),
            examples=tuple(_of(items, t.Example)),
            task=_first(items, t.Task),
            summoning=_first(items, t.Field),
            span=span_of(name),
            arrows_span=arrows.span,
            arrow_spans=tuple(span_of(x) for x in arrows.tokens),
        )

    def being(self, meta: Meta, items: list[Any]) -> t.Card:
        return self._card("being", t.RANKS.index(str(items[0])), meta, items)

    def legend(self, meta: Meta, items: list[Any]) -> t.Card:
        return self._card("legend", 2, meta, items)

    def flare(self, meta: Meta, items: list[Any]) -> t.Card:
        return self._card("flare", None, meta, items)

    def task(self, meta: Meta, items: list[Any]) -> t.Card:
        points: _Points = _first(items, _Points)
        claim: _Claim = _first(items, _Claim)
        sort = _token(items, "SORT")
        task = t.Task(
            sort=str(sort),
            advanced=_token(items, "ADVANCED") is not None,
            points=points.value,
            claim=claim.test,
            patterns=tuple(_of(items, t.Pattern)),
            points_span=points.span,
            span=claim.span,
        )
        return self._card("task", None, meta, [x for x in items if not isinstance(x, t.Pattern)] + [task])

    def points(self, meta: Meta, items: list[Any]) -> _Points:
        return _Points(int(items[0]), _span(meta))

    def claim(self, meta: Meta, items: list[Any]) -> _Claim:
        region = _token(items, "REGION")
        if region is None:
            return _Claim(items[0], _span(meta))
        return _Claim(t.InRegion(items[0], str(region), items[-1], _span(meta)), _span(meta))

    def in_some(self, meta: Meta, items: list[Any]) -> bool:
        return False

    def in_every(self, meta: Meta, items: list[Any]) -> bool:
        return True

    def pattern(self, meta: Meta, items: list[Any]) -> t.Pattern:
        rows = tuple(str(x) for x in items)
        return t.Pattern(rows, tuple(span_of(x) for x in items), _span(meta))

    def summoning(self, meta: Meta, items: list[Any]) -> t.Field:
        return items[0]

    def arrows(self, meta: Meta, items: list[Any]) -> _Arrows:
        return _Arrows(items, _span(meta))

    def effect(self, meta: Meta, items: list[Any]) -> t.Part:
        return t.Part("effect", items[0], span=_span(meta))

    def frozen(self, meta: Meta, items: list[Any]) -> t.Part:
        return t.Part("frozen", items[-1], early=len(items) > 1, span=_span(meta))

    def timing(self, meta: Meta, items: list[Any]) -> None:
        return None

    def warp(self, meta: Meta, items: list[Any]) -> t.Part:
        return t.Part("warp", items[0], span=_span(meta))

    def when(self, meta: Meta, items: list[Any]) -> t.Part:
        word = _token(items, "SET")
        name = "upper" if word is not None else "lower"
        margin = int(_token(items, "INT") or 0)
        span = _span(meta) if word is None else span_of(word)
        return t.Part(name, items[-1], margin, span=span)

    def ruling(self, meta: Meta, items: list[Any]) -> t.Ruling:
        return t.Ruling(_text(items[0]), _span(meta))

    # ------------------------------------------------------------ examples

    def example(self, meta: Meta, items: list[Any]) -> t.Example:
        return t.Example(_text(items[0]), tuple(_of(items, t.Step)), span_of(items[0]))

    def step(self, meta: Meta, items: list[Any]) -> t.Step:
        text = _text(items[1]) if len(items) > 1 else ""
        return t.Step(str(items[0]), text, span=_span(meta))

    def _board_step(self, word: str, meta: Meta, items: list[Any]) -> t.Step:
        window = items[0] if len(items) > 1 else ""
        rows: list[Token] = items[-1]
        spans = tuple(span_of(x) for x in rows)
        return t.Step(word, "", tuple(str(x) for x in rows), window, _span(meta), spans)

    def before(self, meta: Meta, items: list[Any]) -> t.Step:
        return self._board_step("before", meta, items)

    def after(self, meta: Meta, items: list[Any]) -> t.Step:
        return self._board_step("after", meta, items)

    def window(self, meta: Meta, items: list[Any]) -> str:
        return str(items[0])

    def board(self, meta: Meta, items: list[Any]) -> list[Token]:
        return items

    # ------------------------------------------------------------ statements

    def block(self, meta: Meta, items: list[Any]) -> t.Block:
        return tuple(items)

    def may(self, meta: Meta, items: list[Any]) -> t.May:
        return t.May((items[0],), span=_span(meta))

    def may_block(self, meta: Meta, items: list[Any]) -> t.May:
        return t.May(items[0], span=_span(meta))

    def if_block(self, meta: Meta, items: list[Any]) -> t.If:
        other = items[2] if len(items) > 2 else _Otherwise((), t.NOWHERE)
        return t.If(items[0], items[1], other.body, span=_span(meta), otherwise_span=other.span)

    def otherwise(self, meta: Meta, items: list[Any]) -> _Otherwise:
        return _Otherwise(items[0], _span(meta))

    def either(self, meta: Meta, items: list[Any]) -> t.Either:
        return t.Either(tuple(items), span=_span(meta))

    def any_order(self, meta: Meta, items: list[Any]) -> t.AnyOrder:
        limit = _first(items, _AtMost)
        moves = tuple(_of(items, t.Move))
        return t.AnyOrder(moves, _first(items, t.With), limit and limit.value, span=_span(meta))

    def at_most(self, meta: Meta, items: list[Any]) -> _AtMost:
        return _AtMost(int(items[0]))

    def with_each(self, meta: Meta, items: list[Any]) -> t.WithEach:
        return t.WithEach(items[0], items[1], span=_span(meta))

    def each_color(self, meta: Meta, items: list[Any]) -> t.EachColor:
        owner = _token(items, "OWNER")
        return t.EachColor(items[-1], None if owner is None else str(owner), span=_span(meta))  # type: ignore[arg-type]

    def linked(self, meta: Meta, items: list[Any]) -> t.Linked:
        return t.Linked(items[0], span=_span(meta))

    def repeat(self, meta: Meta, items: list[Any]) -> t.Repeat:
        return t.Repeat(items[-1], items[0] if len(items) > 1 else None, span=_span(meta))

    def alias(self, meta: Meta, items: list[Any]) -> _Alias:
        return _Alias(items[0])

    def uncounted(self, meta: Meta, items: list[Any]) -> int:
        return 0

    def twice(self, meta: Meta, items: list[Any]) -> int:
        return 2

    def destroy(self, meta: Meta, items: list[Any]) -> t.Destroy:
        tally = next((x for x in items if type(x) is int), 1)
        objects = tuple(_of(items, (t.Ref, t.Counted)))
        return t.Destroy(objects, tally, _first(items, _Out) is not None, _alias(items), span=_span(meta))

    def out_of_game(self, meta: Meta, items: list[Any]) -> _Out:
        return _Out()

    def place(self, meta: Meta, items: list[Any]) -> t.Place:
        return t.Place(items[0], _alias(items), span=_span(meta))

    def upgrade(self, meta: Meta, items: list[Any]) -> t.Turn:
        return t.Turn(True, items[0], _alias(items), span=_span(meta))

    def downgrade(self, meta: Meta, items: list[Any]) -> t.Turn:
        return t.Turn(False, items[0], _alias(items), span=_span(meta))

    def convert(self, meta: Meta, items: list[Any]) -> t.Convert:
        rank = _token(items, "RANK")
        at = None if rank is None else t.RANKS.index(str(rank))
        side = _first(items, _Side)
        if side is not None:
            return t.Convert(items[0], side.rank, side.owner, _alias(items), span=_span(meta))
        return t.Convert(items[0], at, alias=_alias(items), span=_span(meta))

    def side(self, meta: Meta, items: list[Any]) -> _Side:
        return _Side(str(items[0]), t.RANKS.index(str(items[1])))

    def gain_actions(self, meta: Meta, items: list[Any]) -> t.Gain:
        return t.Gain(int(items[0]), "action", span=_span(meta))

    def gain_turns(self, meta: Meta, items: list[Any]) -> t.Gain:
        return t.Gain(int(items[0]), "turn", span=_span(meta))

    def lose_actions(self, meta: Meta, items: list[Any]) -> t.Lose:
        return t.Lose(int(items[0]), span=_span(meta))

    def opponents_lose(self, meta: Meta, items: list[Any]) -> t.Lose:
        return t.Lose(int(items[0]), opponents=True, span=_span(meta))

    def mark(self, meta: Meta, items: list[Any]) -> t.Mark:
        return t.Mark(items[0], str(items[1]), span=_span(meta))

    def choose(self, meta: Meta, items: list[Any]) -> t.Choose:
        return t.Choose(items[0], _alias(items), span=_span(meta))

    def choose_arrow(self, meta: Meta, items: list[Any]) -> t.ChooseArrow:
        return t.ChooseArrow(int(items[0]), span=_span(meta))

    def put(self, meta: Meta, items: list[Any]) -> t.Put:
        cards, *origin, into = items
        return t.Put(cards, origin[0] if origin else "", into.way, into.zone, span=_span(meta))

    def discard(self, meta: Meta, items: list[Any]) -> t.Put:
        (cards,) = items
        return t.Put(cards, "hand" if cards.which == "some" else "", "onto", "pile", span=_span(meta))

    def this_card(self, meta: Meta, items: list[Any]) -> t.Cards:
        return t.Cards("this", span=_span(meta))

    def pending_card(self, meta: Meta, items: list[Any]) -> t.Cards:
        return t.Cards("pending", span=_span(meta))

    def top_card(self, meta: Meta, items: list[Any]) -> t.Cards:
        return t.Cards("top", span=_span(meta))

    def some_cards(self, meta: Meta, items: list[Any]) -> t.Cards:
        return t.Cards("some", items[0], str(_token(items, "SHEAF") or ""), _span(meta))

    def zone(self, meta: Meta, items: list[Any]) -> str:
        return str(items[0])

    def in_play(self, meta: Meta, items: list[Any]) -> str:
        return "play"

    def origin(self, meta: Meta, items: list[Any]) -> str:
        return items[0]

    def into(self, meta: Meta, items: list[Any]) -> _Into:
        return _Into("into", items[0])

    def onto(self, meta: Meta, items: list[Any]) -> _Into:
        return _Into("onto", items[0])

    def under(self, meta: Meta, items: list[Any]) -> _Into:
        return _Into("under", items[0])

    def draw(self, meta: Meta, items: list[Any]) -> t.Draw:
        sheaf = _token(items, "SHEAF")
        return t.Draw(int(items[0]), "being" if sheaf is None else str(sheaf), span=_span(meta))  # type: ignore[arg-type]

    def permit(self, meta: Meta, items: list[Any]) -> t.Permit:
        rank = _token(items, "RANK")
        at = None if rank is None else t.RANKS.index(str(rank))
        return t.Permit(items[0], str(_token(items, "OWNER")), at, span=_span(meta))  # type: ignore[arg-type]

    def tell_destroyed(self, meta: Meta, items: list[Any]) -> t.TellDestroyed:
        return t.TellDestroyed(span=_span(meta))

    def swap(self, meta: Meta, items: list[Any]) -> t.Swap:
        return t.Swap(items[0], items[1], _alias(items), span=_span(meta))

    def take(self, meta: Meta, items: list[Any]) -> t.Take:
        return t.Take(items[0], _alias(items), span=_span(meta))

    def copy(self, meta: Meta, items: list[Any]) -> t.Copy:
        return t.Copy(items[0], items[1] if len(items) > 1 else "", span=_span(meta))

    def permit_only(self, meta: Meta, items: list[Any]) -> t.PermitOnly:
        return t.PermitOnly(items[0], str(items[1]), span=_span(meta))  # type: ignore[arg-type]

    def tell_summoning(self, meta: Meta, items: list[Any]) -> t.TellSummoning:
        return t.TellSummoning(t.RANKS.index(str(items[0])), span=_span(meta))

    # ------------------------------------------------------------ moves

    def move(self, meta: Meta, items: list[Any]) -> t.Move:
        limits = {x.field: x.value for x in _of(items, _Limit)}
        if "turned" in limits:
            limits["direction"], limits["degrees"] = limits.pop("turned")
        return t.Move(
            combat=str(items[0]) == "combat",
            leap=_token(items, "LEAP") is not None,
            count=_first(items, t.Count) or _ONE,
            who=_first(items, t.With),
            span=_span(meta),
            **limits,
        )

    def with_ref(self, meta: Meta, items: list[Any]) -> t.With:
        return t.With("ref", items[0], _span(meta))

    def with_laid(self, meta: Meta, items: list[Any]) -> t.With:
        return t.With("laid", replace(t.LAID, span=_span(meta)), _span(meta))

    def with_one(self, meta: Meta, items: list[Any]) -> t.With:
        number = int(items[0])
        who = t.Counted(t.Count(number, number), items[1], span=_span(meta))
        return t.With("one", who, _span(meta))

    def with_any(self, meta: Meta, items: list[Any]) -> t.With:
        return t.With("any", items[0], _span(meta))

    def with_members(self, meta: Meta, items: list[Any]) -> t.With:
        return t.With("each", items[0], _span(meta))

    def in_direction(self, meta: Meta, items: list[Any]) -> _Limit:
        return _Limit("direction", items[0])

    def only_onto(self, meta: Meta, items: list[Any]) -> _Limit:
        return _Limit("only", items[0])

    def never_onto(self, meta: Meta, items: list[Any]) -> _Limit:
        return _Limit("never", items[0])

    def stopping(self, meta: Meta, items: list[Any]) -> _Limit:
        return _Limit("stopping", items[0])

    def toward(self, meta: Meta, items: list[Any]) -> _Limit:
        return _Limit("toward", items[0])

    def turned(self, meta: Meta, items: list[Any]) -> _Limit:
        return _Limit("turned", (items[1], int(items[0])))

    def one_direction(self, meta: Meta, items: list[Any]) -> t.Direction:
        return t.Direction("one", span=_span(meta))

    def that_direction(self, meta: Meta, items: list[Any]) -> t.Direction:
        return t.Direction("that", span=_span(meta))

    def arrow_direction(self, meta: Meta, items: list[Any]) -> t.Direction:
        return t.Direction("arrow", span=_span(meta))

    def opposite_direction(self, meta: Meta, items: list[Any]) -> t.Direction:
        return t.Direction("opposite", span=_span(meta))

    # ------------------------------------------------------------ phrases

    def ref(self, meta: Meta, items: list[Any]) -> t.Ref:
        if len(items) == 2:  # "the" and the word of a marker
            return t.Ref(" ".join(items), marker=str(items[1]), span=_span(meta))
        return t.Ref(str(items[0]), span=span_of(items[0]))

    def counted(self, meta: Meta, items: list[Any]) -> t.Counted:
        connected = _token(items, "CONNECTED") is not None
        return t.Counted(items[0], items[-1], connected, _span(meta))

    def exactly(self, meta: Meta, items: list[Any]) -> t.Count:
        return t.Count(int(items[0]), int(items[0]), span=_span(meta))

    def up_to(self, meta: Meta, items: list[Any]) -> t.Count:
        return t.Count(0, int(items[0]), span=_span(meta))

    def any_number(self, meta: Meta, items: list[Any]) -> t.Count:
        return t.Count(0, None, span=_span(meta))

    def all(self, meta: Meta, items: list[Any]) -> t.Count:
        return t.Count(0, None, every=True, span=_span(meta))

    def pieces(self, meta: Meta, items: list[Any]) -> t.Pieces:
        return t.Pieces(items[0], tuple(items[1:]), _span(meta))

    def squares(self, meta: Meta, items: list[Any]) -> t.Squares:
        return t.Squares(items[0], tuple(items[1:]), _span(meta))

    def noun(self, meta: Meta, items: list[Any]) -> t.Noun:
        owner: Any = _token(items, "OWNER") or _token(items, "THEIR")
        rank = _token(items, "RANK") or _token(items, "SET")
        return t.Noun(
            owner=None if owner is None else str(owner),  # type: ignore[arg-type]
            used=_token(items, "USED") is not None,
            ranks=(0, 1, 2) if rank is None else ranks_of(str(rank)),
            others=tuple(_of(items, t.Ref)),
            span=_span(meta),
        )

    def other(self, meta: Meta, items: list[Any]) -> t.Ref:
        return items[0]

    def field(self, meta: Meta, items: list[Any]) -> t.Field:
        return t.Field(tuple(str(x) for x in items), _span(meta))

    def any_side(self, meta: Meta, items: list[Any]) -> str:
        return "any"

    def edge(self, meta: Meta, items: list[Any]) -> str:
        return "edge"

    def corner(self, meta: Meta, items: list[Any]) -> str:
        return "corner"

    def adjacent(self, meta: Meta, items: list[Any]) -> t.Adjacent:
        return t.Adjacent(items[0], items[1] if len(items) > 1 else None, _span(meta))

    def within(self, meta: Meta, items: list[Any]) -> t.Distance:
        return t.Distance(1, int(items[0]), items[1] if len(items) > 1 else None, _span(meta))

    def at_distance(self, meta: Meta, items: list[Any]) -> t.Distance:
        n = int(items[0])
        return t.Distance(n, n, items[1] if len(items) > 1 else None, _span(meta))

    def on(self, meta: Meta, items: list[Any]) -> t.On:
        return t.On(items[0], False, _span(meta))

    def on_or_adjacent(self, meta: Meta, items: list[Any]) -> t.On:
        return t.On(items[0], True, _span(meta))

    def in_line(self, meta: Meta, items: list[Any]) -> t.InLine:
        return t.InLine(items[0], span=_span(meta))

    def first_in_line(self, meta: Meta, items: list[Any]) -> t.InLine:
        return t.InLine(items[0], first=True, span=_span(meta))

    def near_line(self, meta: Meta, items: list[Any]) -> t.InLine:
        return t.InLine(items[1], degrees=int(items[0]), span=_span(meta))

    def opposite(self, meta: Meta, items: list[Any]) -> t.Mirrored:
        return t.Mirrored(items[0], _span(meta))

    def one_color(self, meta: Meta, items: list[Any]) -> t.OneColor:
        return t.OneColor(_span(meta))

    def of_rival(self, meta: Meta, items: list[Any]) -> t.OfRival:
        return t.OfRival(ranks_of(str(items[0])) if items else (0, 1, 2), _span(meta))

    def few_of_each_color(self, meta: Meta, items: list[Any]) -> t.FewOfEachColor:
        return t.FewOfEachColor(int(items[0]), _span(meta))

    def any_rank(self, meta: Meta, items: list[Any]) -> t.AnyRank:
        return t.AnyRank(_span(meta))

    def adjacent_to_many(self, meta: Meta, items: list[Any]) -> t.AdjacentToMany:
        return t.AdjacentToMany(items[0], int(items[1]), items[2], _span(meta))

    def _reaching(self, yes: bool, meta: Meta, items: list[Any]) -> t.Reaching:
        steps = next((x for x in items if type(x) is int), None)
        return t.Reaching(yes, items[0], items[-1], steps, _span(meta))

    def reaching(self, meta: Meta, items: list[Any]) -> t.Reaching:
        return self._reaching(True, meta, items)

    def not_reaching(self, meta: Meta, items: list[Any]) -> t.Reaching:
        return self._reaching(False, meta, items)

    def opposite_region(self, meta: Meta, items: list[Any]) -> t.Opposite:
        return t.Opposite(str(items[0]), _span(meta))

    def steps(self, meta: Meta, items: list[Any]) -> int:
        return int(items[0])

    # ------------------------------------------------------------ tests

    def both(self, meta: Meta, items: list[Any]) -> t.Both:
        return t.Both(items[0], items[1], _span(meta))

    def did(self, meta: Meta, items: list[Any]) -> t.Did:
        return t.Did(True, span=_span(meta))

    def did_not(self, meta: Meta, items: list[Any]) -> t.Did:
        return t.Did(False, span=_span(meta))

    def was(self, meta: Meta, items: list[Any]) -> t.Was:
        return t.Was(items[0], ranks_of(str(items[1])), True, _span(meta))

    def was_not(self, meta: Meta, items: list[Any]) -> t.Was:
        return t.Was(items[0], ranks_of(str(items[1])), False, _span(meta))

    def is_rank(self, meta: Meta, items: list[Any]) -> t.IsRank:
        return t.IsRank(items[0], ranks_of(str(items[1])), True, _span(meta))

    def is_not_rank(self, meta: Meta, items: list[Any]) -> t.IsRank:
        return t.IsRank(items[0], ranks_of(str(items[1])), False, _span(meta))

    def is_one(self, meta: Meta, items: list[Any]) -> t.IsOne:
        return t.IsOne(items[0], items[1], True, _span(meta))

    def is_not_one(self, meta: Meta, items: list[Any]) -> t.IsOne:
        return t.IsOne(items[0], items[1], False, _span(meta))

    def stands_on(self, meta: Meta, items: list[Any]) -> t.StandsOn:
        return t.StandsOn(items[0], items[1], _span(meta))

    def was_on(self, meta: Meta, items: list[Any]) -> t.WasOn:
        return t.WasOn(items[0], items[1], _span(meta))

    def summoned_on(self, meta: Meta, items: list[Any]) -> t.SummonedOn:
        return t.SummonedOn(True, items[0], _span(meta))

    def not_summoned_on(self, meta: Meta, items: list[Any]) -> t.SummonedOn:
        return t.SummonedOn(False, items[0], _span(meta))

    def zone_empty(self, meta: Meta, items: list[Any]) -> t.ZoneEmpty:
        return t.ZoneEmpty(items[0], True, _span(meta))

    def zone_not_empty(self, meta: Meta, items: list[Any]) -> t.ZoneEmpty:
        return t.ZoneEmpty(items[0], False, _span(meta))

    def warped(self, meta: Meta, items: list[Any]) -> t.Warped:
        return t.Warped(True, _span(meta))

    def not_warped(self, meta: Meta, items: list[Any]) -> t.Warped:
        return t.Warped(False, _span(meta))

    def zone_holds(self, meta: Meta, items: list[Any]) -> t.ZoneHolds:
        return t.ZoneHolds(items[0], _text(items[1]), _span(meta))

    def step_destroyed(self, meta: Meta, items: list[Any]) -> t.StepDestroyed:
        count = _first(items, t.Count) or t.Count(1, None, span=_span(meta))
        return t.StepDestroyed(count, items[-1], summoning=items[0], span=_span(meta))

    def that_step(self, meta: Meta, items: list[Any]) -> bool:
        return False

    def the_summoning(self, meta: Meta, items: list[Any]) -> bool:
        return True

    def actions_left(self, meta: Meta, items: list[Any]) -> t.ActionsLeft:
        return t.ActionsLeft(int(items[0]), _span(meta))

    def any_of(self, meta: Meta, items: list[Any]) -> t.AnyOf:
        return t.AnyOf(items[0], items[1], _span(meta))

    def at_least(self, meta: Meta, items: list[Any]) -> t.Count:
        return t.Count(int(items[0]), None, span=_span(meta))

    def some(self, meta: Meta, items: list[Any]) -> t.Count:
        return t.Count(1, None, span=_span(meta))

    def none(self, meta: Meta, items: list[Any]) -> t.Count:
        return t.Count(0, 0, span=_span(meta))

    def there_are(self, meta: Meta, items: list[Any]) -> t.ThereAre:
        return t.ThereAre(items[0], items[1], _span(meta))

    def turn_destroyed(self, meta: Meta, items: list[Any]) -> t.TurnDestroyed:
        return t.TurnDestroyed(items[0], items[1], _span(meta))

    def turn_summoned(self, meta: Meta, items: list[Any]) -> t.TurnSummoned:
        rank = _token(items, "RANK") or _token(items, "SET")
        ranks = (0, 1, 2) if rank is None else ranks_of(str(rank))
        return t.TurnSummoned(items[0], ranks, _first(items, t.Field), _span(meta))

    def more_than(self, meta: Meta, items: list[Any]) -> t.MoreThan:
        owner: Any = str(_token(items, "OWNER"))
        count = _first(items, t.Count) or t.Count(1, None)
        return t.MoreThan(count, owner, items[-1], _span(meta))

    def rival(self, meta: Meta, items: list[Any]) -> t.Rival:
        return t.Rival(ranks_of(str(items[0])) if items else (0, 1, 2), _span(meta))

    def fits(self, meta: Meta, items: list[Any]) -> t.Fits:
        return t.Fits(items[0], _span(meta))


class _Out:
    """The piece leaves the game."""


class _Side:
    def __init__(self, owner: Any, rank: int) -> None:
        self.owner = owner
        self.rank = rank


class _Arrows:
    def __init__(self, tokens: list[Token], span: Span) -> None:
        self.tokens = tokens
        self.span = span


class _Otherwise:
    def __init__(self, body: t.Block, span: Span) -> None:
        self.body = body
        self.span = span


class _Points:
    def __init__(self, value: int, span: Span) -> None:
        self.value = value
        self.span = span


class _Claim:
    def __init__(self, test: t.Test, span: Span) -> None:
        self.test = test
        self.span = span


class _Into:
    """Where cards are put: `onto your deck`."""

    def __init__(self, way: Any, zone: str) -> None:
        self.way = way
        self.zone = zone


class _AtMost:
    def __init__(self, value: int) -> None:
        self.value = value


def _alias(items: list[Any]) -> str:
    return str(_first(items, _Alias) or "")
