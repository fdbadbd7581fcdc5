"""Takes a card's meaning, gives its rule text in a language: a sentence a statement.

Nothing here is English: this module says what is to be said (`verb.destroy`, what is
destroyed, one or many), a `Language` says how. A statement's words are found again in
the finished text by its label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ..dsl import tree as t
from .language import Key, Language, Phrase, Span, load_language
from .resolve import handles_one

_OPEN, _MIDDLE, _CLOSE = "\ue000", "\ue001", "\ue002"  # private characters: which statement a stretch belongs to
_SETS = {(0,): "common", (1,): "heroic", (2,): "legendary", (1, 2): "upgraded", (0, 1): "non-legendary"}
_FIELDS = ("crossed", "marked", "central", "colorless", "colored", "green", "red", "empty")  # from the noun outwards
_CONTROL = (t.If, t.Either, t.WithEach, t.EachColor, t.Repeat, t.Linked)


@dataclass(frozen=True)
class PartText:
    """The text of one part.

    `heading`: the condition of a flare's part, what a frozen or warp effect is called, else empty.

    `spans`: of each statement of the meaning, in reading order, its label and where its words
    stand in `text`. A statement inside another has a span inside the other's.
    """

    name: str
    heading: str
    text: str
    spans: tuple[Span, ...]

    @property
    def sentences(self) -> tuple[tuple[str, str], ...]:
        """The label and the words of each statement, in reading order."""
        return tuple((label, self.text[start:end]) for label, start, end in self.spans)

    def of(self, label: str) -> str:
        """The words of the statement `label`; KeyError if this part has no such statement."""
        return dict(self.sentences)[label]


def words(card: t.Card, language: str = "en") -> tuple[PartText, ...]:
    """The text of a card, part by part. `card` is a meaning: every statement has its label.

    A task has one part, `claim`, of which the whole text is its condition.
    """
    if card.task is not None:
        return (_claim(card, card.task, load_language(language)),)
    return tuple(_part(card, part, load_language(language)) for part in card.parts)


def plain_text(card: t.Card, language: str = "en") -> str:
    """The whole text of a card on one line a part."""
    say = load_language(language).say
    lines = (
        say("sentence.headed", heading=x.heading, text=x.text) if x.heading else x.text for x in words(card, language)
    )
    return "\n".join(lines)


def kind_of(card: t.Card, language: str = "en") -> str:
    """What a card is, in a few words: `heroic being`, `legend`, `flare`, `colored task worth 2 points`."""
    say = load_language(language).say
    if card.task is not None:
        key = f"kind.task{'_advanced' if card.task.advanced else ''}"
        return say(key, n=card.task.points, sort=say(f"sort.{card.task.sort}"))
    rank = "" if card.rank is None else Key(f"rank.{t.RANKS[card.rank]}")
    return say(f"kind.{card.kind}", rank=rank)


def _part(card: t.Card, part: t.Part, language: Language) -> PartText:
    speaker = _Speaker(card, part, language)
    said = speaker.sentences(part.body)
    if card.summoning is not None and part is card.parts[0]:
        said.insert(0, speaker.summoning(card.summoning))
    text, spans = _together(said, language)
    key = f"heading.{part.name}{'_early' if part.early else ''}"
    heading = "" if part.name == "effect" else language.say(key, n=part.margin or 0)
    return PartText(part.name, heading, text, spans)


def _claim(card: t.Card, task: t.Task, language: Language) -> PartText:
    speaker = _Speaker(card, t.Part("effect", ()), language)
    said = language.say("clause.claim", test=speaker.test(task.claim))
    text, spans = _together([language.say("sentence.plain", clause=said)], language)
    return PartText("claim", "", text, spans)


def _together(sentences: Sequence[str], language: Language) -> tuple[str, tuple[Span, ...]]:
    """Marked sentences as one text, each finished and with a capital letter."""
    text, spans = "", list[Span]()
    for marked in sentences:
        said, inside = language.finish(*_unmark(marked))
        text += language.say("join.sentences") if text else ""
        spans += [(label, start + len(text), end + len(text)) for label, start, end in inside]
        text += said[:1].upper() + said[1:]
    return text, tuple(spans)


# ---------------------------------------------------------------- marks in the text


def _mark(label: str, text: str) -> str:
    return f"{_OPEN}{label}{_MIDDLE}{text}{_CLOSE}"


def _plain(text: str) -> str:
    return _unmark(text)[0]


def _unmark(text: str) -> tuple[str, tuple[Span, ...]]:
    """The text without marks, and the span of each label in the order of their beginnings."""
    out: list[str] = []
    length = 0
    spans: list[Span] = []
    opened: list[int] = []
    rest = text
    while rest:
        at = next((i for i, x in enumerate(rest) if x in (_OPEN, _CLOSE)), len(rest))
        out.append(rest[:at])
        length += at
        if rest[at : at + 1] == _OPEN:
            label, _, rest = rest[at + 1 :].partition(_MIDDLE)
            opened.append(len(spans))
            spans.append((label, length, length))
        else:
            if at < len(rest):
                i = opened.pop()
                spans[i] = (spans[i][0], spans[i][1], length)
            rest = rest[at + 1 :]
    return "".join(out), tuple(spans)


# ---------------------------------------------------------------- what was spoken of


def _statements(body: t.Block) -> Iterator[t.Statement]:
    for node in body:
        yield node
        match node:
            case t.May() | t.WithEach() | t.EachColor() | t.Repeat() | t.Linked():
                yield from _statements(node.body)
            case t.If():
                yield from _statements((*node.then, *node.otherwise))
            case t.Either():
                yield from _statements(tuple(x for branch in node.branches for x in branch))
            case _:
                pass


def _handled(node: t.Statement) -> tuple[str, t.Object] | None:
    """What a later reference can mean by this statement: how it was handled, and the phrase."""
    match node:
        case t.WithEach():
            return "each", node.members
        case t.Destroy() if handles_one(node):
            return "destroyed", node.objects[0]
        case t.Place() if handles_one(node):
            return "placed", node.what
        case t.Turn() if handles_one(node):
            return "upgraded" if node.up else "downgraded", node.what
        case t.Convert() if handles_one(node):
            return "converted", node.what
        case t.Choose() if handles_one(node):
            return "chosen", node.what
        case t.Mark() if handles_one(node):
            return "marked", node.what
        case t.Swap():
            return "swapped", node.first
        case _:
            return None


class _Speaker:
    """Says the statements of one part. `latest`: the statement that "it" means where we are."""

    def __init__(self, card: t.Card, part: t.Part, language: Language) -> None:
        self.language = language
        self.depth = 0  # of lists in lists
        self.mood = 0  # 0: what is said is to be done, 1: it stands behind "you may"
        self.self_name = self.say("self.name", name=card.name)
        self.marks = sum(row.count("*") for row in card.pattern.rows) if card.pattern else 0
        self.things: dict[str, tuple[str, t.Object]] = {}
        for node in _statements(part.body):
            if handled := _handled(node):
                self.things[node.label] = handled
        self.settlers = {x.label: x for x in _statements(part.body) if isinstance(x, t.EachColor | t.Place)}
        self.own_moves = {x.label for x in _statements(part.body) if isinstance(x, t.Move) and _moves_self(x)}
        self.latest = ""
        self.covered = ""  # the thing that is "it" no more, because a piece with a marker was named since
        self.placing = ""  # the label of the placing whose squares are said
        self.settled = "those_colors"  # how pieces of settled colors are said

    def say(self, key: str, text: str = "", /, *, n: int | None = None, **slots: object) -> Phrase:
        return self.language.say(key, text, n=n, mood=self.mood, **slots)

    def joined(self, key: str, items: Sequence[str]) -> str:
        """Items with the words of `key` between them. Several things together are many."""
        if len(items) == 1:
            return items[0]
        said = Phrase(self.say(key).join(items))
        said.noun, said.number = getattr(items[0], "noun", None), 2
        return said

    # ------------------------------------------------------------ sentences

    def summoning(self, field: t.Field) -> str:
        """Where the being is summoned, if its pattern does not show it."""
        clause = self.say("clause.summoned", self=self.self_name, place=self.anchor(field, 1))
        return self.say("sentence.plain", clause=clause)

    def sentences(self, body: t.Block) -> list[str]:
        return [self.say("sentence.plain", clause=x) for x in self.clauses(body)]

    def clauses(self, body: t.Block, wish: bool = False) -> list[str]:
        """A clause a statement; `wish`: behind "you may"."""
        out: list[str] = []
        before = ""
        for node in body:
            said = self.clause(node, wish)
            plain = _plain(said)
            again = plain == before and not isinstance(node, _CONTROL)
            out.append(_mark(node.label, self.say("clause.again")) if again else said)
            before = plain
            self.after(node)
        return out

    def after(self, node: t.Statement) -> None:
        while isinstance(node, t.May) and len(node.body) == 1:
            node = node.body[0]
        if node.label in self.things and not isinstance(node, t.WithEach):
            self.latest, self.covered = node.label, ""

    def inner(self, body: t.Block, latest: str = "", wish: bool = False) -> list[str]:
        """The clauses of a block inside a statement: what is "it" in there is forgotten behind it."""
        outside = self.latest
        self.latest = latest or outside
        clauses = self.clauses(body, wish)
        self.latest = outside
        return clauses

    def block(self, body: t.Block, latest: str = "", wish: bool = False) -> str:
        """A block as one clause. Steps are numbered where "then" would leave open how far an "if" reaches."""
        listed = _is_listed(body)
        outside = self.mood
        self.mood = 0 if listed else outside
        self.depth += listed
        clauses = self.inner(body, latest, wish)
        self.depth -= listed
        self.mood = outside
        if listed:
            numbers = (Key(f"join.letters.{i}") if self.depth else i for i in range(1, len(clauses) + 1))
            items = (self.say("join.item", i=i, clause=x) for i, x in zip(numbers, clauses, strict=True))
            return self.say("join.list", items=self.say("join.items").join(items))
        return self.joined("join.wish" if wish else "join.then", clauses)

    # ------------------------------------------------------------ statements

    def clause(self, node: t.Statement, wish: bool = False) -> str:
        return _mark(node.label, self.statement(node, wish))

    def statement(self, node: t.Statement, wish: bool) -> str:
        match node:
            case t.May():
                return self.may(node)
            case t.If():
                return self.conditional(node)
            case t.Either():
                key = "clause.either" if len(node.branches) == 2 else "clause.either_more"
                return self.say(key, branches=self.branches(node))
            case t.WithEach():
                every = node.members.count.every
                one = not every and node.members.count.most == 1
                members = self.counted(node.members, "each_all" if every else "")
                body = self.block(node.body, node.label)
                return self.say(f"clause.each{'_all' if every else '_one' if one else ''}", members=members, body=body)
            case t.Linked():
                return self.say("clause.linked", body=self.block(node.body))
            case t.EachColor():
                key = "clause.each_color" if node.owner is None else "clause.each_enemy_color"
                return self.say(key, body=self.block(node.body))
            case t.Repeat(test=None):
                return self.say("clause.repeat", body=self.block(node.body))
            case t.Repeat(test=test) if test is not None:
                return self.say("clause.repeat_while", test=self.test(test), body=self.block(node.body))
            case t.Move():
                return self.verb(node) if wish else self.some_move(node)
            case _:
                return self.verb(node)

    def may(self, node: t.May) -> str:
        first = node.body[0]
        if len(node.body) == 1 and isinstance(first, t.Move) and _moves_self(first):
            return _mark(first.label, self.self_moves("clause.self_may", first))
        return self.you_may(lambda: self.block(node.body, wish=True))

    def you_may(self, verb: Callable[[], str]) -> str:
        outside = self.mood
        self.mood = 1
        said = verb()
        self.mood = outside
        return self.say("clause.you_may", verb=said)

    def self_moves(self, key: str, node: t.Move) -> str:
        return self.say(key, self=self.self_name, moves=self.moves(node), how=self.how(node))

    def some_move(self, node: t.Move) -> str:
        """A move that stands for itself: "up to 1" is said as one move that may be done."""
        once = node.count == t.Count(0, 1)
        node = replace(node, count=t.Count(1, 1)) if once else node
        if _moves_self(node):
            may = once or (node.count.least == 0 and not node.count.every)
            return self.self_moves(f"clause.self_{'may' if may else 'does'}", node)
        return self.you_may(lambda: self.verb(node)) if once else self.verb(node)

    def conditional(self, node: t.If) -> str:
        test, then = self.test(node.test), self.block(node.then)
        if not node.otherwise:
            return self.say("clause.if", test=test, then=then)
        apart = "_apart" if _is_listed(node.then) and not self.depth else ""  # else it would belong to the last step
        return self.say(f"clause.if_otherwise{apart}", test=test, then=then, other=self.block(node.otherwise))

    def branches(self, node: t.Either) -> str:
        long = any(len(x) > 1 for x in node.branches)
        return self.joined("join.or_long" if long else "join.or", [self.branch(x) for x in node.branches])

    def branch(self, body: t.Block) -> str:
        return (
            self.block(body, wish=True) if _is_listed(body) else self.joined("join.then", self.inner(body, wish=True))
        )

    # ------------------------------------------------------------ tests

    def test(self, node: t.Test) -> str:
        match node:
            case t.Did():
                return self.say(f"test.did{'' if node.yes else '_not'}{'_self' if node.of in self.own_moves else ''}")
            case t.Was():
                return self.say(
                    f"test.was{'' if node.yes else '_not'}", ref=self.ref(node.ref), rank=self.ranks(node.ranks)
                )
            case t.IsRank():
                key = f"test.is{'' if node.yes else '_not'}"
                return self.say(key, ref=self.ref(node.ref), rank=self.ranks(node.ranks))
            case t.IsOne():
                key = f"test.is_one{'' if node.yes else '_not'}"
                return self.say(key, ref=self.ref(node.ref), other=self.ref(node.other))
            case t.StandsOn():
                return self.say("test.stands_on", ref=self.ref(node.ref), place=self.anchor(node.place, 1))
            case t.WasOn():
                return self.say("test.was_on", ref=self.ref(node.ref), place=self.anchor(node.place, 1))
            case t.SummonedOn():
                key = "test.summoned_on" if node.yes else "test.not_summoned_on"
                return self.say(key, self=self.self_name, place=self.anchor(node.place, 1))
            case t.ZoneEmpty():
                return self.say(f"test.{node.zone}{'' if node.yes else '_not'}_empty")
            case t.Warped():
                return self.say(f"test.{'' if node.yes else 'not_'}warped")
            case t.ZoneHolds():
                return self.say("test.pile_holds", name=node.name)
            case t.StepDestroyed(summoning=True):
                if node.count.most == 0:
                    return self.say("test.struck_none", what=self.phrase(t.Pieces(node.noun), "bare", 2))
                return self.say("test.struck", what=self.phrase(t.Pieces(node.noun), "single"))
            case t.StepDestroyed():
                if node.count.most == 0:
                    return self.say("test.step_destroyed_none", what=self.phrase(t.Pieces(node.noun), "bare", 2))
                what = self.phrase(t.Pieces(node.noun), "exactly", node.count.least)
                return self.say("test.step_destroyed", what=what, n=node.count.least)
            case t.ActionsLeft():
                return self.say("test.actions_left", n=node.least)
            case t.Both() | t.AnyOf():
                key = "join.both" if isinstance(node, t.Both) else "join.any_of"
                return self.joined(key, (self.test(node.left), self.test(node.right)))
            case t.ThereAre():
                own = node.what.noun.owner == "own"  # then the sentence says whose they are
                what = replace(node.what, noun=replace(node.what.noun, owner=None)) if own else node.what
                one, many = (self.words_of(what, x) for x in (1, max(node.count.least, 2)))
                return self.number("test.have" if own else "test.there_are", node.count, one, many)
            case t.TurnDestroyed():
                enemy = t.Pieces(t.Noun(owner="enemy", ranks=node.what.noun.ranks))
                one, many = (self.words_of(enemy, x) for x in (1, max(node.count.least, 2)))
                return self.number("test.destroyed", node.count, one, many)
            case t.TurnSummoned():
                one, many = (self.beings(node, x) for x in (1, max(node.count.least, 2)))
                return self.number("test.summoned", node.count, one, many)
            case t.MoreThan():
                return self.more(node)
            case t.Rival():
                return self.say("test.rival", what=self.words_of(t.Pieces(t.Noun(ranks=node.ranks)), 2))
            case t.Fits():
                return self.say("test.fits", place=self.anchor(node.place, 2))
            case t.InRegion():
                key = f"test.in_{'every' if node.every else 'some'}"
                return self.say(key, region=self.say(f"region.{node.region}"), test=self.test(node.test))
            case _:
                assert_never(node)

    def number(self, key: str, count: t.Count, one: str, many: str) -> str:
        """How many of a thing there are: at least so many, one at all, or none."""
        if count.most == 0:
            return self.say(f"{key}_none", what=many)
        what = self.say(f"count.{'some' if count.least == 1 else 'at_least'}", n=count.least, one=one, many=many)
        return self.say(key, n=_agrees(count), what=what)

    def beings(self, node: t.TurnSummoned, n: int) -> str:
        said = self.say("head.being", n=n)
        if len(node.ranks) < len(t.RANKS):
            said = self.say("wrap.rank", said, rank=self.ranks(node.ranks))
        return said if node.place is None else self.say("wrap.on", said, place=self.anchor(node.place, n))

    def more(self, node: t.MoreThan) -> str:
        """Both sides have the same kind of pieces, so the phrase is said once and the sides by themselves."""
        bare = replace(node.what, noun=replace(node.what.noun, owner=None))
        n = node.count.least
        key = f"test.more_{node.owner}" + ("" if n == 1 else "_by")
        return self.say(key, n=n, one=self.words_of(bare, 1), many=self.words_of(bare, 2))

    # ------------------------------------------------------------ actions

    def verb(self, node: t.Statement) -> str:
        """The statement as a bare verb with what belongs to it."""
        match node:
            case t.Destroy():
                what = self.joined("join.and", [self.object(x) for x in node.objects])
                if node.tally == 1 and len(node.objects) == 1 and self.is_it(node.objects[0]):
                    return self.say("verb.destroy_it")
                key = ("verb.destroy_uncounted", "verb.destroy", "verb.destroy_twice")[node.tally]
                n = _number(node.objects[0]) if len(node.objects) == 1 else 2
                said = self.say(key, what=what, n=n)
                return self.say("verb.destroy_out", destroyed=said, n=n) if node.out else said
            case t.Place():
                return self.place(node)
            case t.Turn():
                key = "verb.upgrade" if node.up else "verb.downgrade"
                return self.say(f"{key}_it") if self.is_it(node.what) else self.say(key, what=self.object(node.what))
            case t.Convert():
                what, n = self.object(node.what), _number(node.what)
                if node.rank is None:
                    return self.say("verb.convert", what=what, n=n)
                if node.owner is not None:
                    return self.say("verb.convert_into_enemy", what=what, rank=self.ranks((node.rank,)))
                return self.say("verb.convert_into", what=what, rank=self.ranks((node.rank,)), n=n)
            case t.Gain():
                return self.say(f"verb.gain_{node.what}", n=node.amount)
            case t.PermitOnly():
                self.settled = "placed_colors"
                what = self.phrase(node.what, "bare")
                self.settled = "those_colors"
                return self.say("verb.permit_only", what=what)
            case t.TellDestroyed():
                return self.say("verb.tell_destroyed")
            case t.Swap():
                return self.say("verb.swap", what=self.object(node.first), other=self.object(node.second))
            case t.Take():
                return self.say("verb.take_onto", what=self.object(node.what), n=_number(node.what))
            case t.Copy():
                kind = self.say("cards.warp", n=1)
                which = node.cards.which if node.cards.which != "some" else "exactly"
                cards = self.say(f"cards.{which}", n=1, kind=kind)
                cards = self.say("cards.of_pile", cards=cards) if node.source else cards
                return self.say("verb.copy", cards=cards)
            case t.TellSummoning():
                return self.say("verb.tell_summoning")
            case t.Mark():
                return self.say("verb.mark", what=self.object(node.what), marker=self.language.translated(node.marker))
            case t.Lose():
                return self.say(f"verb.{'opponents_lose' if node.opponents else 'lose'}_action", n=node.amount)
            case t.Put():
                return self.put(node)
            case t.Draw():
                return self.say(f"verb.draw_{node.kind}", n=node.amount)
            case t.Permit():
                key = "verb.permit_squares" if isinstance(node.what.what, t.Squares) else "verb.permit"
                return self.say(key, n=_most(node.what.count))
            case t.Choose():
                return self.say("verb.choose", what=self.object(node.what))
            case t.ChooseArrow():
                return self.say("verb.choose_arrow")
            case t.Move():
                return self.move("verb.move", node)
            case t.AnyOrder():
                return self.any_order(node)
            case t.May() | t.If() | t.Either() | t.WithEach() | t.EachColor() | t.Repeat() | t.Linked():
                return self.statement(node, wish=True)
            case _:
                assert_never(node)

    def put(self, node: t.Put) -> str:
        cards, n = node.cards, _most(node.cards.count)
        kind = self.say(f"cards.{cards.kind or 'card'}", n=n)
        said = self.say(f"cards.{cards.which if cards.which != 'some' else _count(cards.count)}", n=n, kind=kind)
        if node.source == "hand":
            return self.say("verb.discard_of_hand", cards=said)
        if node.source:
            said = self.say(f"cards.of_{node.source}", cards=said)
        return self.say("verb.discard" if node.target == "pile" else f"verb.put_{node.way}_{node.target}", cards=said)

    def place(self, node: t.Place) -> str:
        """What is placed stands on squares: the conditions of the phrase are theirs."""
        assert isinstance(node.what.what, t.Pieces)  # the checker refuses to place squares
        n = _most(node.what.count)
        one, many = (self.placed(node.what.what, x) for x in (1, max(n, 2)))
        what = self.say(f"count.{_count(node.what.count)}", n=n, one=one, many=many)
        where = tuple(x for x in node.what.what.where if not isinstance(x, t.AnyRank))
        self.placing = node.label
        squares = self.place_squares(where, n)
        self.placing = ""
        return self.say("verb.place", what=what, squares=squares)

    def placed(self, node: t.Pieces, n: int) -> str:
        own = node.noun.owner == "own"
        said = self.noun(replace(node.noun, owner=None) if own else node.noun, n)
        if own:
            said = self.say("wrap.your_color", said)
        return self.say("wrap.any_rank", said) if t.AnyRank() in node.where else said

    def place_squares(self, where: tuple[t.Where, ...], n: int) -> str:
        match where:
            case (t.On(place=t.Ref() as ref, beside=False),):
                return self.ref(ref)
            case _:
                pass
        adjectives, rest = {"empty"}, []
        for x in where:
            if isinstance(x, t.On) and isinstance(x.place, t.Field) and not x.beside:
                adjectives |= set(x.place.adjectives)
            else:
                rest.append(x)
        field = t.Field(tuple(adjectives))
        one = self.is_single(field) or any(isinstance(x, t.Mirrored) for x in rest)
        form = "the" if one else "single" if n == 1 else "bare"
        return self.phrase(t.Squares(field, tuple(rest)), form)

    # ------------------------------------------------------------ moves

    def any_order(self, node: t.AnyOrder) -> str:
        limited = node.limit is not None
        lines = [_mark(x.label, self.move("item.move", x, node.who is None, limited)) for x in node.moves]
        key = "verb.any_order" + ("_limit" if limited else "") + ("" if node.who is None else "_with")
        who = "" if node.who is None else self.mover(node.who, 2)
        return self.say(key, moves=self.joined("join.items_of_moves", lines), who=who, n=node.limit or 0)

    def move(self, key: str, node: t.Move, mover: bool = True, limited: bool = False) -> str:
        """What `key` says of moves, and with whom they are done (`mover`)."""
        moves, how = self.moves(node, limited), self.how(node)
        if not mover or node.who is None:
            return self.say(key, moves=moves, how=how)
        every = isinstance(node.who.who, t.Counted) and node.who.who.count.every
        with_whom = "with" if node.who.kind != "each" else "with_each_all" if every else "with_each"
        who = self.mover(node.who, _most(node.count))
        return self.say(f"{key}_{with_whom}", moves=moves, who=who, how=how)

    def moves(self, node: t.Move, limited: bool = False) -> str:
        """The moves as a thing: how many of which kind.

        `limited`: a limit over this and other lines says how many, if the line itself does not.
        """
        n = _most(node.count)
        count = "free" if limited and _count(node.count) == "any" else _count(node.count)
        kind = f"{'combat' if node.combat else 'standard'}_{'leap' if node.leap else 'move'}"
        return self.say(f"move.{count}", kind=self.say(f"move.{kind}", n=n), n=n)

    def how(self, node: t.Move) -> str:
        """What holds for the moves: direction, targets, when to stop. It stands behind all else."""
        moves, n = self.moves(node), _most(node.count)  # what it agrees with
        said: list[str] = []
        if node.direction is not None:
            key = f"how.{'near_' if node.degrees else ''}{node.direction.kind}_direction"
            said.append(self.say(key, moves=moves, n=n, degrees=node.degrees))
        if node.toward is not None:
            said.append(self.say("how.toward", moves=moves, target=self.ref(node.toward), n=n))
        for key, target in (("only", node.only), ("never", node.never), ("stopping", node.stopping)):
            if target is not None:
                goal = self.target(target)
                if key != "stopping" and self.is_piece(target):
                    goal = self.say("wrap.goal", goal)
                said.append(self.say(f"how.{key}", moves=moves, target=goal, n=n))
        return "".join(said)

    def mover(self, node: t.With, moves: int) -> str:
        match node.who:
            case t.Ref():
                return self.ref(node.who)
            case t.Counted():
                every = node.kind == "each" and node.who.count.every
                return self.counted(node.who, "each_all" if every else "")
            case t.Pieces():
                if moves > 1:
                    return self.phrase(node.who, "bare")
                return self.counted(t.Counted(t.Count(1, 1), node.who))
            case _:
                assert_never(node.who)

    def target(self, node: t.Ref | t.Pieces | t.Squares) -> str:
        if isinstance(node, t.Ref):
            return self.ref(node)
        single = isinstance(node, t.Squares) and self.is_single(node.field)
        return self.phrase(node, "the" if single else "single")

    # ------------------------------------------------------------ things

    def ref(self, node: t.Ref) -> str:
        if node.name == "self":
            return self.self_name
        if node == t.LAID:
            return self.say("ref.laid")
        if node.marker:
            self.covered = self.origin(self.latest)
            return self.say("ref.marker", marker=self.language.translated(node.marker))
        label = self.origin(node.of)
        how = self.description(label)
        if self.is_it(node):
            return self.say(f"ref.it_{how.rpartition('_')[2]}")
        same = [x for x in self.things if x == self.origin(x) and self.description(x) == how]
        ordinal = Key(f"ref.ordinals.{same.index(label) + 1}") if len(same) > 1 else ""
        return self.say(f"ref.{how}", nth=ordinal)

    def is_piece(self, node: t.Ref | t.Pieces | t.Squares) -> bool:
        if isinstance(node, t.Ref) and node.of:  # else it is the being, or the piece with a marker
            return self.description(self.origin(node.of)).endswith("piece")
        return not isinstance(node, t.Squares)

    def is_it(self, node: t.Object) -> bool:
        """Whether this is the thing spoken of last."""
        if not isinstance(node, t.Ref) or not node.of:
            return False
        label = self.origin(node.of)
        return label == self.origin(self.latest) and label != self.covered

    def origin(self, label: str) -> str:
        """The statement that first handled the thing: upgrading "it" makes no new thing to speak of."""
        while label in self.things:
            what = self.things[label][1]
            if not isinstance(what, t.Ref) or what.name == "self" or what.marker:
                break
            label = what.of
        return label

    def description(self, label: str) -> str:
        how, what = self.things[label]
        square = isinstance(what, t.Counted) and isinstance(what.what, t.Squares)
        return f"{how}_{'square' if square else 'piece'}"

    def object(self, node: t.Object) -> str:
        return self.ref(node) if isinstance(node, t.Ref) else self.counted(node)

    def counted(self, node: t.Counted, form: str = "") -> str:
        if isinstance(node.what, t.Pieces) and node.count == t.Count(1, 1):
            if nearest := self.nearest(node.what):
                return nearest
            if self.at_most_one(node.what):
                return self.phrase(node.what, "the")
        key = form or _count(node.count) + ("_connected" if node.connected else "")
        return self.phrase(node.what, key, _most(node.count))

    def nearest(self, node: t.Pieces) -> str:
        """`first in that direction`: one certain piece, to which the rest of the phrase is a condition."""
        rest = tuple(x for x in node.where if not _is_nearest(x))
        if len(rest) == len(node.where):
            return ""
        if not rest and node.noun == t.Noun():
            return self.say("count.nearest")
        return self.say("count.nearest_if", kind=self.phrase(replace(node, where=rest), "single"))

    def at_most_one(self, node: t.Pieces) -> bool:
        """Whether the phrase speaks of one square: "the piece on it"."""
        places = [x.place for x in node.where if isinstance(x, t.On) and not x.beside]
        return any(isinstance(x, t.Ref) or self.is_single(x) for x in places)

    def is_single(self, field: t.Field) -> bool:
        return "marked" in field.adjectives and self.marks == 1

    def phrase(self, node: t.Pieces | t.Squares, form: str, n: int = 1) -> str:
        own = "_own" if isinstance(node, t.Pieces) and node.noun.owner == "own" else ""
        if f"{form}{own}" in self.language.inner:  # this count stands next to the noun, the conditions around both
            one, many = self.head(node, 1), self.head(node, max(n, 2))
            return self.places(node, self.say(f"count.{form}{own}", n=n, one=one, many=many), n)
        one, many = self.words_of(node, 1), self.words_of(node, max(n, 2))
        return self.say(f"count.{form}{own}", n=n, one=one, many=many)

    def words_of(self, node: t.Pieces | t.Squares, n: int) -> str:
        """The phrase without its count: the noun and what stands around it, singular or plural by `n`."""
        return self.places(node, self.head(node, n), n)

    def head(self, node: t.Pieces | t.Squares, n: int) -> str:
        return self.noun(node.noun, n) if isinstance(node, t.Pieces) else self.field(node.field, n)

    def places(self, node: t.Pieces | t.Squares, said: str, n: int) -> str:
        for where in node.where:
            said = self.where(where, said, n)
        return said

    def noun(self, node: t.Noun, n: int) -> str:
        said = self.say("head.piece", n=n)
        for what in self.language.order:  # the innermost first
            if what == "rank" and len(node.ranks) < len(t.RANKS):
                said = self.say("wrap.rank", said, rank=self.ranks(node.ranks))
            if what == "enemy" and node.owner == "enemy":
                said = self.say("wrap.enemy", said)
        if node.owner == "their":
            loop = isinstance(self.settlers.get(node.of), t.EachColor)
            how = "same_color" if node.of == self.placing else "that_color" if loop else self.settled
            said = self.say(f"wrap.{how}", said)
        if node.used:
            said = self.say("wrap.used", said)
        if not node.others:
            return said
        return self.say("wrap.other", said, ref=self.joined("join.and", [self.ref(x) for x in node.others]))

    def field(self, node: t.Field, n: int) -> str:
        said = self.say("head.square", n=n)
        for adjective in _FIELDS:
            if adjective in node.adjectives:
                said = self.say(f"wrap.{adjective}", said)
        return said

    def ranks(self, ranks: tuple[t.Rank, ...]) -> Key:
        return Key(f"rank.{_SETS[ranks]}")

    def where(self, node: t.Where, said: str, n: int) -> str:
        """`said` with one condition more; one that says no place speaks of the being."""
        match node:
            case t.Adjacent():
                return self.around(f"near_{node.how}", node.to, said)
            case t.Distance():
                return self.around("distance" if node.least == node.most else "within", node.to, said, n=node.most)
            case t.On():
                return self.say(
                    "wrap.on_or_beside" if node.beside else "wrap.on", said, place=self.anchor(node.place, n)
                )
            case t.InLine():
                how = "first" if node.first else "near" if node.degrees else "in"
                return self.say(f"wrap.{how}_{node.direction.kind}", said, degrees=node.degrees)
            case t.AdjacentToMany():
                crowd = self.phrase(t.Pieces(node.to), "at_least", node.least)
                return self.say(f"wrap.near_{node.how}_to", said, to=crowd)
            case t.Reaching():
                return self.reaching(node, said, n)
            case t.Mirrored():
                return self.say("wrap.opposite", said, ref=self.ref(node.ref))
            case t.OneColor():
                return self.say("wrap.one_color", said)
            case t.FewOfEachColor():
                return self.say("wrap.few_of_each_color", said, n=node.most)
            case t.OfRival():
                what = self.words_of(t.Pieces(t.Noun(ranks=node.ranks)), 2)
                return self.say("wrap.of_rival", said, what=what)
            case t.AnyRank():
                return self.say("wrap.any_rank", said)
            case _:
                assert_never(node)

    def reaching(self, node: t.Reaching, said: str, n: int) -> str:
        """What a walk comes to: another piece, or the region that lies across."""
        way = t.Pieces(node.through) if isinstance(node.through, t.Noun) else t.Squares(node.through)
        through = self.phrase(way, "bare")
        steps = "" if node.steps is None else self.say("reach.steps", n=node.steps)
        if isinstance(node.goal, t.Opposite):
            across = self.say(f"region.{node.goal.region}")
            return self.say("reach.region", said, n=n, goal=across, through=through, steps=steps)
        goal = self.words_of(t.Pieces(node.goal), 1)
        goal = self.say("wrap.your_color", goal) if node.goal.owner == "own" else goal
        return self.say(f"reach.piece{'' if node.yes else '_not'}", said, n=n, goal=goal, through=through, steps=steps)

    def around(self, key: str, to: t.Anchor | None, said: str, n: int | None = None) -> str:
        if to is None or to == t.Ref("self"):
            return self.say(f"wrap.{key}", said, n=n)
        return self.say(f"wrap.{key}_to", said, n=n, to=self.anchor(to, 1))

    def anchor(self, node: t.Anchor, n: int) -> str:
        match node:
            case t.Ref():
                return self.ref(node)
            case t.Noun():
                return self.phrase(t.Pieces(node), "single")
            case t.Field():
                form = "the" if self.is_single(node) else "single" if n == 1 else "bare"
                return self.phrase(t.Squares(node), form)
            case _:
                assert_never(node)


def _is_listed(body: t.Block) -> bool:
    return len(body) > 1 and any(isinstance(x, _CONTROL) for x in body)


def _count(node: t.Count) -> str:
    if node.every:
        return "all"
    if node.most is None:
        return "any"
    return "exactly" if node.least else "up_to"


def _most(node: t.Count) -> int:
    """The number that the words agree with; what has no limit is many."""
    return 2 if node.most is None else node.most


def _number(node: t.Object) -> int:
    return 1 if isinstance(node, t.Ref) else _most(node.count)


def _agrees(count: t.Count) -> int:
    """The number that "there is" or "there are" agrees with."""
    return 1 if count.most is None and count.least == 1 else 2


def _moves_self(node: t.Move) -> bool:
    return node.who is not None and node.who.who == t.Ref("self")


def _is_nearest(node: t.Where) -> bool:
    return isinstance(node, t.InLine) and node.first and node.direction.kind == "that"
