"""Checks statements one by one: what each of them wants, and which combinations have a meaning."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from ...dsl import tree as t
from ...dsl.source import Span
from ...dsl.write import print_move, print_phrase
from .conditions import check_test
from .phrases import Role, check_count, check_counted, check_phrase, name_of
from .reporter import Reporter


def check_statements(body: t.Block, report: Reporter) -> None:
    """Every statement of a block and of the blocks in it."""
    for node in body:
        _statement(node, report)


def _statement(node: t.Statement, report: Reporter) -> None:
    match node:
        case t.Destroy():
            _destroy(node, report)
        case t.Place():
            _place(node, report)
        case t.Turn():
            _turn(node, report)
        case t.Convert():
            _convert(node, report)
        case t.Choose():
            _choose(node, report)
        case t.ChooseArrow():
            if node.amount != 1:
                report("K051", node.span, "one arrow is chosen at a time", "write 'choose 1 arrow'")
        case t.Gain():
            if node.amount < 1:
                report("K040", node.span, f"to gain no {node.what} is nothing", "write 1 or more")
        case t.Mark():
            _mark(node, report)
        case t.Lose():
            if node.amount < 1:
                report("K040", node.span, "to lose no action is nothing", "write 1 or more")
        case t.PermitOnly():
            if node.owner != "own" or replace(node.what.noun, of="") != t.Noun("their") or node.what.where:
                help_ = "write 'count only their pieces as own in the next pattern'"
                report("K051", node.span, "only all pieces of a settled color can stand for own ones", help_)
        case t.TellDestroyed():
            pass
        case t.Swap():
            _swap(node, report)
        case t.Take():
            if _object(node.what, "destroy", "take", report) and node.what.count.every:
                report("K051", node.what.span, "'all' leaves open which one lies on the card", "write 'take 1 ...'")
        case t.Copy():
            _copy(node, report)
        case t.TellSummoning():
            if node.rank != 2:
                help_ = "write 'count this summoning as legendary'"
                report("K051", node.span, "a summoning can count only as that of a legend", help_)
        case t.Permit():
            _permit(node, report)
        case t.Put():
            _put(node, report)
        case t.Draw():
            if node.amount < 1:
                report("K040", node.span, "to draw no card is nothing", "write 1 or more")
            if node.kind in ("frozen", "warp"):
                report("K051", node.span, f"a card is not drawn for its {node.kind} part", "leave the word out")
        case t.Repeat():
            _repeat(node, report)
        case t.EachColor():
            check_statements(node.body, report)
            _each_color(node, report)
        case t.Linked():
            check_statements(node.body, report)
            _linked(node, report)
        case t.Move():
            _move(node, report)
            if node.toward is not None and node.toward == _movers(node.who):
                help_ = "name another goal, or another mover"
                report("K041", node.toward.span, "nothing comes nearer to itself", help_)
        case t.May():
            _may(node, report)
        case t.If():
            check_test(node.test, report)
            check_statements(node.then, report)
            check_statements(node.otherwise, report)
        case t.Either():
            _either(node, report)
        case t.AnyOrder():
            _any_order(node, report)
        case t.WithEach():
            check_counted(node.members, "members", report)
            check_statements(node.body, report)
            _stands_alone(node.body, "with each of", report)


# ---------------------------------------------------------------- actions


def _object(node: t.Object, role: Role, verb: str, report: Reporter) -> bool:
    """What an action is done to: pieces. True if it is a phrase of pieces."""
    if isinstance(node, t.Ref):
        return False
    if isinstance(node.what, t.Squares):
        report("K044", node.span, f"'{verb}' takes pieces, not squares", "write 'pieces on ...'")
        return False
    check_counted(node, role, report)
    return True


def _destroy(node: t.Destroy, report: Reporter) -> None:
    first = node.objects[0]
    picked = len(node.objects) == 1 and isinstance(first, t.Counted) and not (first.count.every or first.connected)
    if node.out and not picked:
        help_ = "write 'destroy 1 ..., out of the game'"
        report("K051", report.line_of(node), "only pieces that are picked one by one leave the game", help_)
    for what in node.objects:
        _object(what, "destroy", "destroy", report)
        if len(node.objects) > 1 and isinstance(what, t.Counted) and not what.count.every:
            help_ = "choose it on the line before, or write 'all'"
            report("K051", what.span, f"among several objects {name_of(what)} would have to be chosen", help_)
    for a, b in combinations(node.objects, 2):
        if a == b:
            report("K017", b.span, f"{name_of(b)} is said twice", "leave one out", ((a.span, "the first time"),))


def _place(node: t.Place, report: Reporter) -> None:
    if not _object(node.what, "place", "place", report):
        return
    assert isinstance(node.what.what, t.Pieces)
    noun = node.what.what.noun
    free = any(isinstance(x, t.AnyRank) for x in node.what.what.where)
    if noun.owner == "their":
        report("K051", noun.span, "pieces are placed in your color or in an enemy's", "write 'enemy', or leave it out")
    if node.what.count.every:
        report("K051", node.what.span, "'all' pieces cannot be placed", "write a number or 'any number of'")
    if noun.used or noun.others:
        word = "used" if noun.used else "other than"
        report("K051", noun.span, f"'{word}' has no meaning for pieces that come from the supply", "leave it out")
    if len(noun.ranks) == 2 and not free:
        help_ = "name one rank, or write 'of any rank'"
        report("K051", noun.span, f"it is open which rank {name_of(node.what)} means", help_)


def _turn(node: t.Turn, report: Reporter) -> None:
    verb, wrong = ("upgrade", 2) if node.up else ("downgrade", 0)
    if _object(node.what, "turn", verb, report):
        assert isinstance(node.what, t.Counted) and isinstance(node.what.what, t.Pieces)
        if node.what.what.noun.ranks == (wrong,):
            report("K041", node.what.span, f"no {t.RANKS[wrong]} piece can be {verb}d")


def _mark(node: t.Mark, report: Reporter) -> None:
    """One own piece gets a marker."""
    if isinstance(node.what, t.Ref):
        if node.what.marker == node.marker:
            report("K041", node.what.span, f"'{node.what.name}' is it already", "leave the line out")
    elif _object(node.what, "target", "make", report):
        count = node.what.count
        if count.every or count.most != 1:
            report("K051", node.what.span, f"'the {node.marker}' is one piece", "write '1' or 'up to 1'")
        assert isinstance(node.what.what, t.Pieces)
        if node.what.what.noun.owner != "own":
            report("K051", node.what.span, f"'the {node.marker}' is a piece of yours", "write 'own'")


def _convert(node: t.Convert, report: Reporter) -> None:
    if node.owner is not None:
        _give(node, report)
        return
    if isinstance(node.what, t.Ref) and node.what.name == "self":
        report("K041", node.what.span, "the being is an own piece, and enemy pieces are converted")
    if _object(node.what, "convert", "convert", report):
        assert isinstance(node.what, t.Counted) and isinstance(node.what.what, t.Pieces)
        if node.what.what.noun.owner != "enemy":
            report("K041", node.what.span, "only enemy pieces are converted", "write 'enemy' before the rank")


def _give(node: t.Convert, report: Reporter) -> None:
    """An own piece becomes one of an enemy color."""
    if node.owner == "own":
        report("K043", report.line_of(node), "pieces are converted into your color in any case", "leave 'own' out")
    elif isinstance(node.what, t.Counted):
        help_ = "choose it on the line before, and write 'convert it into enemy ...'"
        report("K051", node.what.span, "it is one piece that becomes an enemy's", help_)


def _choose(node: t.Choose, report: Reporter) -> None:
    check_counted(node.what, "choose", report)
    if node.what.count.every or node.what.count.least != 1 or node.what.count.most != 1:
        report("K051", node.what.span, "one thing is chosen at a time", "write 'choose 1', or 'with each of'")


# From where each may be put where: out of what lies open, and out of the hand onto the pile, which lies open, too.
_WAYS: dict[str, dict[str, tuple[str, ...]]] = {
    "some": {"hand": ("onto pile",), "pile": ("onto deck", "under deck", "into hand", "into play")},
    "top": {"pile": ("onto deck", "under deck", "into hand")},
    "this": {"": ("onto deck", "under deck", "into hand")},
    "pending": {"": ("onto deck", "under deck", "into hand", "onto pile")},
}


def _put(node: t.Put, report: Reporter) -> None:
    cards, ways = node.cards, _WAYS[node.cards.which]
    way = f"{node.way} {node.target}"
    if way not in ways.get(node.source, ()):
        source, targets = next(iter(ways.items()))
        origin = f" from your {source}" if source else ""
        help_ = f"write 'put ...{origin} {targets[0].replace(' ', ' your ')}'"
        if targets == ("onto pile",):
            help_ = "write 'discard ...', or 'from your pile onto your deck'"
        report("K051", node.span, "cards are not put from there to there", help_)
    if cards.count.every and node.target != "pile":
        report("K051", cards.count.span, "'all' leaves their order open", "write a number or 'any number'")
    if node.source == "pile" and cards.kind in ("flare", "legend"):
        report("K041", cards.span, f"a {cards.kind} is never in your pile: they have one of their own")
    check_count(cards.count, report)


def _swap(node: t.Swap, report: Reporter) -> None:
    """One piece for another; no piece is both, so that nobody has to ask which of the two it is."""
    for what in (node.first, node.second):
        if _object(what, "destroy", "swap", report) and (what.count.least, what.count.most) != (1, 1):
            report("K051", what.span, "one piece is swapped with one", "write '1'")
    a, b = node.first.what, node.second.what
    if isinstance(a, t.Pieces) and isinstance(b, t.Pieces) and not _never_both(a.noun, b.noun):
        help_ = "name different owners or ranks"
        report("K051", node.second.span, "the same piece may be meant twice", help_, ((node.first.span, "this one"),))


def _copy(node: t.Copy, report: Reporter) -> None:
    cards = node.cards
    if (cards.which, node.source) not in (("this", ""), ("pending", ""), ("some", "pile")):
        help_ = "write 'of this card', 'of the pending card' or 'of 1 warp card from your pile'"
        report("K051", node.span, "it is open which card's warp effect is meant", help_)
    elif cards.which == "some" and (cards.kind != "warp" or (cards.count.least, cards.count.most) != (1, 1)):
        report("K051", cards.span, "one card with a warp effect is copied", "write '1 warp card'")


def _permit(node: t.Permit, report: Reporter) -> None:
    """Who may stand in: enemy pieces, whichever; the pattern says of which rank."""
    what = node.what
    squares = isinstance(what.what, t.Squares)
    if squares:
        plain = what.what == t.Squares(t.Field(("empty",))) and node.rank == 0
    else:
        plain = what.what == t.Pieces(t.Noun("enemy")) and node.rank is None
    plain = plain and not what.connected
    if squares and not plain:
        help_ = "write 'count up to 2 empty squares as own common pieces in the next pattern'"
        report("K051", node.span, "empty squares, whichever, can count as own common pieces", help_)
    elif not plain or node.owner != "own" or what.count.least or what.count.most is None:
        help_ = "write 'count up to 1 enemy piece as own in the next pattern'"
        report("K051", node.span, "only a number of enemy pieces, whichever, can count as own", help_)
    check_count(what.count, report)


# ---------------------------------------------------------------- moves


def _move(node: t.Move, report: Reporter) -> None:
    check_count(node.count, report)
    if node.count.every:
        report("K051", node.count.span, "'all' is no number of moves", "write 'any number' or a number")
    if node.who is not None:
        _mover(node.who, report)
        if node.who.kind == "laid":
            _laid(node, report)
        if node.who.kind == "each" and node.count != t.Count(1, 1):
            report("K051", node.who.span, "of 'with each of' everyone makes one move", "leave the number out")
    if node.leap and node.direction is not None:
        report(
            "K045", node.direction.span, "a leap goes to any square, in no direction", "write 'move' or leave it out"
        )
    for target in (node.only, node.never):
        if target is not None and not isinstance(target, t.Ref):
            check_phrase(target, "target", report)
    if node.degrees not in (0, 45):
        message = f"'within {node.degrees} degrees' has no meaning"
        report("K051", report.line_of(node), message, "directions are 45 degrees apart")
    elif node.degrees and node.direction is not None and node.direction.kind == "one":
        help_ = "write 'in one direction', or name 'that direction'"
        report("K051", node.direction.span, "it is open which direction is meant", help_)
    if node.only is not None and node.never is not None and node.only == node.never:
        report("K041", node.never.span, f"'only onto' and 'never onto' {print_phrase(node.never)} exclude each other")
    if node.stopping is not None:
        _stopping(node, node.stopping, report)


def _stopping(node: t.Move, what: t.Pieces, report: Reporter) -> None:
    if node.count == t.Count(1, 1):
        report("K043", what.span, "there is one move, so it is the last in any case", "leave 'stopping after' out")
    if what.where or what.noun.used or what.noun.others:
        help_ = "write for example 'stopping after destroying enemy pieces'"
        report("K051", what.span, "'stopping after' knows only owner and rank", help_)


def _laid(node: t.Move, report: Reporter) -> None:
    """A piece that is on no square leaps, once."""
    if not node.leap or node.count != t.Count(1, 1):
        report("K045", node.span, "the piece on this card is on no square, so it can only leap, once", "write 'leap'")


def _mover(node: t.With, report: Reporter) -> None:
    match node.who:
        case t.Ref():
            return
        case t.Pieces():
            check_phrase(node.who, "target", report)
        case t.Counted(what=t.Squares()):
            report("K044", node.who.span, "pieces move, not squares", "write 'pieces on ...'")
        case t.Counted():
            if node.kind == "one" and node.who.count.most != 1:
                help_ = "write 'with each of 2 ...' (one move each), or 'with ...' (any of them each time)"
                report("K046", node.who.span, "'with' and a number means one piece that makes all the moves", help_)
            elif node.kind == "one":
                check_phrase(node.who.what, "target", report)
            else:
                if node.who.count.most == 1:
                    report("K043", node.who.span, "'each of' one is that one", "write 'with 1 ...' or 'may'")
                check_counted(node.who, "movers", report)


def _any_order(node: t.AnyOrder, report: Reporter) -> None:
    if node.who is not None:
        _mover(node.who, report)
        if node.who.kind == "each":
            report("K051", node.who.span, "'in any order' is for one piece or any of several", "leave out 'each of'")
    if node.limit is not None and node.limit < 1:
        report("K040", report.line_of(node), "no move at all is no number of moves", "write 1 or more")
    if len(node.moves) == 1:
        report("K043", report.line_of(node), "one line has no order", "write the move without 'in any order'")
    for line in node.moves:
        _move(line, report)
        if line.leap:
            report("K051", line.span, "leaps are not made in any order with moves", "make it a statement of its own")
        if line.stopping is not None:
            report("K051", line.stopping.span, "'stopping after' has no meaning among moves in any order")
        if line.who is not None and line.who.kind in ("one", "each", "laid"):
            help_ = "name the mover in the line 'in any order with ...'"
            report("K051", line.who.span, "it is open whether the other lines mean the same piece", help_)
    clear = [x for x in node.moves if x.who is None or x.who.kind in ("ref", "any")]
    for a, b in combinations(clear, 2):
        _overlap(a, b, node.limit is None, report)


def _overlap(a: t.Move, b: t.Move, endless: bool, report: Reporter) -> None:
    """Two lines may admit the same move only if one is narrower: then the move is booked to that one.

    `endless`: the block sets no number of moves in all.
    """
    how = _compare(a.who, b.who)
    if how == "apart":
        return
    limits = [(x.direction, x.degrees, x.only, x.never, x.toward) for x in (a, b)]
    same_limits = limits[0] == limits[1]
    if how == "same" and a.combat == b.combat and same_limits:
        report("K047", b.span, "this line says the same as another", "write one line with a greater number", _note(a))
    elif not same_limits or how == "unclear" or not _one_is_narrower(how, a, b):
        help_ = "let one be narrower in all: standard before combat, the being before own pieces, the same limits"
        message = f"a move may belong to '{print_move(a)}' or to '{print_move(b)}'"
        report("K047", b.span, message, help_, _note(a))
    elif endless:
        _never_done(*((a, b) if _is_narrower(how, a, b) else (b, a)), report)


def _never_done(narrow: t.Move, wide: t.Move, report: Reporter) -> None:
    """What the wide line owes would never be paid: the narrow one takes the moves, without end."""
    if narrow.count.most is None and wide.count.least > 0:
        message = f"'{print_move(narrow)}' takes the moves that '{print_move(wide)}' owes, without end"
        help_ = "give the narrower line a number, or write 'up to' in the other one"
        report("K054", wide.span, message, help_, ((narrow.span, "the narrower line"),))


def _is_narrower(how: str, a: t.Move, b: t.Move) -> bool:
    """Of two lines that are comparable, whether the first is the narrower."""
    return a.combat < b.combat if how == "same" else how == "narrower"


def _note(line: t.Move) -> tuple[tuple[Span, str], ...]:
    return ((line.span, "the other line"),)


def _one_is_narrower(how: str, a: t.Move, b: t.Move) -> bool:
    if how == "same":
        return True
    narrow, wide = (a, b) if how == "narrower" else (b, a)
    return narrow.combat <= wide.combat


def _compare(a: t.With | None, b: t.With | None) -> str:
    """How the movers of two lines relate: same, narrower (a in b), wider, apart, or unclear."""
    first, second = _movers(a), _movers(b)
    if first == second:
        return "same"
    if isinstance(first, t.Ref) and isinstance(second, t.Pieces):
        return _being_in(first, second)
    if isinstance(first, t.Pieces) and isinstance(second, t.Ref):
        return {"narrower": "wider"}.get(_being_in(second, first), _being_in(second, first))
    if isinstance(first, t.Pieces) and isinstance(second, t.Pieces) and _never_both(first.noun, second.noun):
        return "apart"
    return "unclear"


def _movers(node: t.With | None) -> t.Ref | t.Pieces | t.Counted:
    return t.Ref("self") if node is None else node.who


def _being_in(ref: t.Ref, what: t.Pieces) -> str:
    """Whether the being is one of some pieces: never among those used, always among all own pieces."""
    noun = what.noun
    if ref.name != "self":
        return "unclear"
    if noun.used or noun.owner == "enemy" or ref in noun.others:
        return "apart"
    whole = noun == t.Noun(owner="own") or noun == t.Noun()
    return "narrower" if whole and not what.where else "unclear"


def _never_both(a: t.Noun, b: t.Noun) -> bool:
    owners = {a.owner, b.owner} == {"own", "enemy"}
    return owners or not set(a.ranks) & set(b.ranks)


# ---------------------------------------------------------------- control


def _each_color(node: t.EachColor, report: Reporter) -> None:
    """The loop stands by itself, and something in it speaks of the color."""
    nodes = list(t.walk(node.body))
    if node.owner == "own":
        report("K051", report.line_of(node), "your color is one", "write its pieces as 'own', without a loop")
    elif any(isinstance(x, t.EachColor) for x in nodes):
        report("K051", report.line_of(node), "one color at a time is settled", "take the loop inside out of it")
    elif not any(isinstance(x, t.Noun) and x.owner == "their" for x in nodes):
        report(
            "K043", report.line_of(node), "nothing below speaks of the color ('their')", "say whose pieces are meant"
        )


def _stands_alone(body: t.Block, word: str, report: Reporter) -> None:
    """Loops over colors and linked blocks are done as a whole: nothing is chosen against them, nobody asked whether."""
    for node in t.walk(body):
        if isinstance(node, t.EachColor | t.Linked):
            said = "linked" if isinstance(node, t.Linked) else "for each color"
            help_ = "put it outside, and the choice inside it" if said != "linked" else "let it stand by itself"
            report("K051", report.line_of(node), f"'{said}' has no meaning under '{word}'", help_)


MOST_WAYS = 100_000  # answers that a linked block may have to try


def _linked(node: t.Linked, report: Reporter) -> None:
    """Every line asks for so many things, none is optional; the ways to do all of them can be counted."""
    ways = 1
    first = node.body[0]
    if not (isinstance(first, t.Choose) and first.what.count.most == 1):
        report("K051", report.line_of(first), "a linked block begins with what is chosen", "write 'choose 1 ...' first")
    for line in node.body:
        width = _ways(line)
        ways *= width
        if not width:
            help_ = (
                "here may stand 'choose', 'place', 'destroy', 'upgrade', 'downgrade', 'convert' and moves, with numbers"
            )
            report("K051", report.line_of(line), "it is open when this is done in a linked block", help_)
            return
    if ways > MOST_WAYS:
        message = f"there may be {ways} ways to do all this, {MOST_WAYS} are the most that are tried"
        report("K059", report.line_of(node), message, "choose a piece first, or let fewer lines leave a choice")


def _ways(node: t.Statement) -> int:
    """How many answers a line of a linked block may have at most; 0 if it cannot stand there."""
    match node:
        case t.Move(leap=leap, who=who, count=count) if count.most == count.least == 1:
            targets = 69 if leap else 1 if node.direction and node.direction.kind in ("that", "opposite") else 8
            if who is None or isinstance(who.who, t.Ref):
                return targets
            return 0 if who.kind == "each" else 69 * targets
        case t.Choose() | t.Place() | t.Turn() | t.Convert():
            return _picks(node.what)
        case t.Destroy(objects=(what,)):
            return _picks(what)
        case _:
            return 0


def _picks(node: t.Object) -> int:
    """So many ways there are to pick exactly so many things; 0 where it is no such number."""
    if isinstance(node, t.Ref) or node.connected or not node.count.most or node.count.least != node.count.most:
        return 0
    places = [x.place for x in node.what.where if isinstance(x, t.On) and not x.beside]
    enemy = isinstance(node.what, t.Pieces) and node.what.noun.owner == "enemy"
    one = 1 if any(isinstance(x, t.Ref) for x in places) else 69
    return (3 * one if enemy and one == 1 else one) ** node.count.most


def _repeat(node: t.Repeat, report: Reporter) -> None:
    """The loop asks what happened in its rounds, so none stands in it that asks the same of its own."""
    if node.test is not None:
        check_test(node.test, report)
    check_statements(node.body, report)
    _stands_alone(node.body, "repeat", report)
    for x in t.walk(node.body):
        if isinstance(x, t.Repeat):
            report("K051", report.line_of(x), "'repeat' has no meaning under 'repeat'", "put it behind the other")


def _may(node: t.May, report: Reporter) -> None:
    _stands_alone(node.body, "may", report)
    if len(node.body) == 1 and isinstance(node.body[0], t.May):
        report("K017", report.line_of(node.body[0]), "'may' is said twice", "leave one out")
    elif len(node.body) == 1 and isinstance(node.body[0], t.If):
        report("K051", report.line_of(node), "'may' over a condition has two readings", "write 'may' below the 'if'")
    elif len(node.body) == 1 and isinstance(node.body[0], t.Repeat):
        message, help_ = "'may' over 'repeat' has two readings", "write 'may' below the 'repeat'"
        report("K051", report.line_of(node), message, help_)
    check_statements(node.body, report)


def _either(node: t.Either, report: Reporter) -> None:
    for branch in node.branches:
        check_statements(branch, report)
        _stands_alone(branch, "either", report)
    for a, b in combinations(node.branches, 2):
        if a == b:
            notes = ((report.line_of(a[0]), "the other choice"),)
            report("K017", report.line_of(b[0]), "this choice says the same as another", "leave one out", notes)
