"""Takes nodes of the tree (or of a meaning), gives their canonical text, one string a line.

What goes without saying is left out (`to self`, `with self`, the owner of what is
placed), so a card as written and its meaning print alike.
"""

from __future__ import annotations

from . import tree as t

STEP = "  "  # one level of indentation

_FIELD_ORDER = ("empty", "red", "green", "colored", "colorless", "central", "marked", "crossed")
_RANK_WORDS = {
    (0,): "common ",
    (1,): "heroic ",
    (2,): "legendary ",
    (1, 2): "upgraded ",
    (0, 1): "non-legendary ",
    (0, 1, 2): "",
}
_SIDES = {"any": "adjacent", "edge": "orthogonally adjacent", "corner": "diagonally adjacent"}
_DIRECTIONS = {
    "one": "one direction",
    "that": "that direction",
    "opposite": "the opposite direction",
    "arrow": "an arrow direction",
}
_TALLIES = {0: ", not counted", 1: "", 2: ", counted twice"}
_WHERE_ORDER = (
    t.AnyRank,
    t.OneColor,
    t.FewOfEachColor,
    t.OfRival,
    t.On,
    t.Distance,
    t.Adjacent,
    t.AdjacentToMany,
    t.InLine,
    t.Mirrored,
    t.Reaching,
)


def print_statement(node: t.Statement) -> list[str]:
    """The canonical lines of a statement; what it holds is indented below it.

    The first line alone is the statement's head (`may`, `either`, `if you do` ...).
    """
    match node:
        case t.May(
            body=(
                t.May() | t.If() | t.Either() | t.AnyOrder() | t.WithEach() | t.EachColor() | t.Repeat() | t.Linked(),
            )
        ):
            return ["may", *print_block(node.body)]
        case t.May(body=(only,)):
            return [f"may {print_statement(only)[0]}"]
        case t.May():
            return ["may", *print_block(node.body)]
        case t.If():
            other = ["otherwise", *print_block(node.otherwise)] if node.otherwise else []
            return [f"if {print_test(node.test)}", *print_block(node.then), *other]
        case t.Either():
            first, *others = node.branches
            rest = [line for branch in others for line in ["or", *print_block(branch)]]
            return ["either", *print_block(first), *rest]
        case t.AnyOrder():
            led = node.who == t.With("ref", t.Ref("self")) and any(x.who not in (None, node.who) for x in node.moves)
            mover = " with self" if led else _mover(node.who)  # left out, it would not be a mistake any more
            head = "in any order" + mover + ("" if node.limit is None else f", up to {node.limit}")
            return [head, *(STEP + print_move(x, node.who) for x in node.moves)]
        case t.WithEach():
            return [f"with each of {print_phrase(node.members)}", *print_block(node.body)]
        case t.EachColor():
            owner = "" if node.owner is None else f"{node.owner} "
            return [f"for each {owner}color", *print_block(node.body)]
        case t.Linked():
            return ["linked", *print_block(node.body)]
        case t.Repeat():
            test = "" if node.test is None else f" while {print_test(node.test)}"
            return [f"repeat{test}", *print_block(node.body)]
        case _:
            return [_action(node)]


def print_block(body: t.Block) -> list[str]:
    """The lines of a block, one level deeper than its head."""
    return [STEP + line for statement in body for line in print_statement(statement)]


def _action(node: t.Action) -> str:
    match node:
        case t.Move():
            return print_move(node)
        case t.Destroy():
            objects = " and ".join(print_phrase(x) for x in node.objects)
            return (
                f"destroy {objects}{_TALLIES[node.tally]}{', out of the game' if node.out else ''}{_alias(node.alias)}"
            )
        case t.Place():
            return f"place {print_phrase(_placed(node.what))}{_alias(node.alias)}"
        case t.Turn():
            verb = "upgrade" if node.up else "downgrade"
            return f"{verb} {print_phrase(node.what)}{_alias(node.alias)}"
        case t.Convert():
            side = "" if node.owner is None else f"{node.owner} "
            into = "" if node.rank is None else f" into {side}{t.RANKS[node.rank]}"
            return f"convert {print_phrase(node.what)}{into}{_alias(node.alias)}"
        case t.Gain():
            return f"gain {plural(node.amount, node.what)}"
        case t.Mark():
            return f"make {print_phrase(node.what)} the {node.marker}"
        case t.Lose():
            return f"{'each opponent loses' if node.opponents else 'lose'} {plural(node.amount, 'action')}"
        case t.Choose():
            return f"choose {print_phrase(node.what)}{_alias(node.alias)}"
        case t.ChooseArrow():
            return f"choose {plural(node.amount, 'arrow')}"
        case t.Put():
            return _put(node)
        case t.Draw():
            kind = "" if node.kind == "being" else f"{node.kind} "
            return f"draw {node.amount} more {kind}{'card' if node.amount == 1 else 'cards'}"
        case t.PermitOnly():
            return f"count only {print_phrase(node.what)} as {node.owner} in the next pattern"
        case t.TellDestroyed():
            return "count destroyed pieces twice this turn"
        case t.Swap():
            return f"swap {print_phrase(node.first)} and {print_phrase(node.second)}{_alias(node.alias)}"
        case t.Take():
            return f"take {print_phrase(node.what)} onto this card{_alias(node.alias)}"
        case t.Copy():
            origin = f" from {_zone(node.source)}" if node.source else ""
            return f"copy the warp of {print_cards(node.cards)}{origin}"
        case t.TellSummoning():
            return f"count this summoning as {t.RANKS[node.rank]}"
        case t.Permit():
            rank = "" if node.rank is None else f" {t.RANKS[node.rank]} pieces"
            return f"count {print_phrase(node.what)} as {node.owner}{rank} in the next pattern"


def _put(node: t.Put) -> str:
    source = "hand" if node.cards.which == "some" else ""
    if (node.source, node.way, node.target) == (source, "onto", "pile"):
        return f"discard {print_cards(node.cards)}"
    origin = f" from {_zone(node.source)}" if node.source else ""
    return f"put {print_cards(node.cards)}{origin} {node.way} {_zone(node.target)}"


def print_cards(node: t.Cards) -> str:
    """`this card`, `the top card`, `up to 2 legend cards`."""
    if node.which == "this":
        return "this card"
    if node.which != "some":
        return f"the {node.which} card"
    kind = f"{node.kind} " if node.kind else ""
    return f"{_count(node.count)} {kind}{'card' if node.count.most == 1 else 'cards'}"


def _zone(zone: str) -> str:
    return zone if zone == "play" else f"your {zone}"


def print_move(node: t.Move, block_mover: t.With | None = None) -> str:
    """A move on one line; `block_mover`: who the block around it says moves already."""
    strength = "combat" if node.combat else "standard"
    kind = "leap" if node.leap else "move"
    count = "" if node.count == t.Count(1, 1) else f" {_count(node.count)}"
    mover = "" if node.who == block_mover else _mover(node.who)
    limits = [
        node.direction and f"{_turned(node.degrees)}{print_direction(node.direction)}",
        node.toward and f"toward {print_phrase(node.toward)}",
        node.only and f"only onto {print_phrase(node.only)}",
        node.never and f"never onto {print_phrase(node.never)}",
        node.stopping and f"stopping after destroying {print_phrase(node.stopping)}",
    ]
    return f"{strength} {kind}{count}{mover}" + "".join(f", {x}" for x in limits if x)


def print_test(node: t.Test) -> str:
    """What stands behind `if`."""
    match node:
        case t.Did():
            return "you do" if node.yes else "you do not"
        case t.Was():
            return f"{node.ref.name} was {'' if node.yes else 'not '}{_RANK_WORDS[node.ranks].rstrip()}"
        case t.IsRank():
            return f"{node.ref.name} is {'' if node.yes else 'not '}{_RANK_WORDS[node.ranks].rstrip()}"
        case t.IsOne():
            return f"{node.ref.name} is {'' if node.yes else 'not '}{node.other.name}"
        case t.StandsOn():
            return f"{node.ref.name} is on {print_phrase(node.place)}"
        case t.WasOn():
            return f"{node.ref.name} was on {print_phrase(node.place)}"
        case t.SummonedOn():
            return f"{'' if node.yes else 'not '}summoned on {print_phrase(node.place)}"
        case t.ZoneEmpty():
            return f"{_zone(node.zone)} is {'' if node.yes else 'not '}empty"
        case t.Warped():
            return f"this card was {'' if node.yes else 'not '}warped this turn"
        case t.ZoneHolds():
            return f"{_zone(node.zone)} holds {node.name}"
        case t.StepDestroyed():
            how = "" if node.count.least == 1 else f"{_how(node.count)} "
            return f"{'the summoning' if node.summoning else 'that'} destroyed {how}{print_phrase(node.noun)}"
        case t.ActionsLeft():
            return f"you have at least {plural(node.least, 'action')} left"
        case t.Both():
            return f"{print_test(node.left)} and {print_test(node.right)}"
        case t.AnyOf():
            return f"{print_test(node.left)} or {print_test(node.right)}"
        case t.ThereAre():
            return _amount(node.count, node.what)
        case t.TurnDestroyed():
            return f"{_amount(node.count, node.what)} destroyed this turn"
        case t.TurnSummoned():
            what = f"{_RANK_WORDS[node.ranks]}{'being' if _is_one(node.count) else 'beings'} summoned"
            place = "" if node.place is None else f" on {_field(node.place)}"
            return f"{_how(node.count)} {what}{place} this turn"
        case t.MoreThan():
            how = "" if node.count.least == 1 else f"{_how(node.count)} "
            return f"{how}more {node.owner} than {_things(node.what)}"
        case t.Rival():
            return f"an opponent has more {_RANK_WORDS[node.ranks]}pieces"
        case t.Fits():
            return f"some pattern fits on {_field(node.place)}"
        case t.InRegion():
            return f"on {'every' if node.every else 'some'} {node.region}, {print_test(node.test)}"


def print_claim(node: t.Test) -> str:
    """The line on which a task says what must be true."""
    return f"claim if {print_test(node)}"


def _amount(count: t.Count, what: t.Pieces) -> str:
    return f"{_how(count)} {_things(what, singular=_is_one(count))}"


def _how(count: t.Count) -> str:
    if count.most == 0:
        return "no"
    return "some" if count.least == 1 else f"at least {count.least}"


def _is_one(count: t.Count) -> bool:
    """Whether an amount speaks of one thing: `some piece`, but `no pieces` and `at least 2 pieces`."""
    return count.least == 1


def print_direction(node: t.Direction) -> str:
    """`one direction`, `that direction`, `the opposite direction` or `an arrow direction`."""
    return _DIRECTIONS[node.kind]


def print_phrase(node: t.Object | t.Pieces | t.Squares | t.Noun | t.Field) -> str:
    """A thing, so many of something, or pieces and squares by themselves (then in the plural)."""
    match node:
        case t.Ref():
            return node.name
        case t.Counted():
            count = node.count
            connected = "connected " if node.connected else ""
            their = isinstance(node.what, t.Pieces) and node.what.noun.owner == "their"
            of = "of " if their or (count.most is None and not count.every) else ""
            return f"{_count(count)} {of}{connected}{_things(node.what, singular=count.most == 1 and not their)}"
        case t.Pieces() | t.Squares():
            return _things(node)
        case t.Noun():
            return _noun(node)
        case t.Field():
            return _field(node)


def plural(number: int, word: str) -> str:
    """`1 piece`, `2 pieces`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _things(node: t.Pieces | t.Squares, singular: bool = False) -> str:
    what = _noun(node.noun, singular) if isinstance(node, t.Pieces) else _field(node.field, singular)
    return " ".join([what, *(print_where(x) for x in ordered(node.where))])


def ordered(where: tuple[t.Where, ...]) -> list[t.Where]:
    """The conditions of a phrase in the one order in which they are written."""
    return sorted(where, key=lambda x: _WHERE_ORDER.index(type(x)))


def _noun(node: t.Noun, singular: bool = False) -> str:
    owner = f"{node.owner} " if node.owner else ""
    used = "used " if node.used else ""
    other = "".join(f" other than {x.name}" for x in node.others)
    return f"{owner}{used}{_RANK_WORDS[node.ranks]}{'piece' if singular else 'pieces'}{other}"


def _field(node: t.Field, singular: bool = False) -> str:
    adjectives = sorted(node.adjectives, key=_FIELD_ORDER.index)
    return " ".join([*adjectives, "square" if singular else "squares"])


def print_where(node: t.Where) -> str:
    """One condition of a phrase: `adjacent to it`, `within 2`, `on marked squares` ..."""
    match node:
        case t.AnyRank():
            return "of any rank"
        case t.OneColor():
            return "of one color"
        case t.FewOfEachColor():
            return f"at most {node.most} of each color"
        case t.OfRival():
            return f"of an opponent with more {_RANK_WORDS[node.ranks]}pieces"
        case t.On():
            return f"{'on or adjacent to' if node.beside else 'on'} {print_phrase(node.place)}"
        case t.Adjacent():
            return _SIDES[node.how] + _anchor("to", node.to)
        case t.Distance():
            exact = node.least == node.most and node.most != 1
            return f"{'at distance' if exact else 'within'} {node.most}{_anchor('from', node.to)}"
        case t.AdjacentToMany():
            return f"{_SIDES[node.how]} to at least {node.least} {_noun(node.to, singular=node.least == 1)}"
        case t.Reaching():
            goal = f"the opposite {node.goal.region}" if isinstance(node.goal, t.Opposite) else _noun(node.goal)
            steps = "" if node.steps is None else f" in {plural(node.steps, 'step')}"
            through = f"through {print_phrase(node.through)}"
            return f"reaching {'' if node.yes else 'no '}{goal}{steps} {through}"
        case t.InLine():
            return f"{'first ' if node.first else ''}{_turned(node.degrees)}{print_direction(node.direction)}"
        case t.Mirrored():
            return f"opposite {print_phrase(node.ref)}"


def _turned(degrees: int) -> str:
    return f"within {degrees} degrees of " if degrees else "in "


def _anchor(word: str, node: t.Anchor | None) -> str:
    return "" if node is None or node == t.Ref("self") else f" {word} {print_phrase(node)}"


def _count(node: t.Count) -> str:
    if node.every:
        return "all"
    if node.most is None:
        return "any number"
    return str(node.most) if node.least == node.most else f"up to {node.most}"


def _mover(node: t.With | None) -> str:
    match node:
        case None | t.With(who=t.Ref("self")):
            return ""
        case t.With(kind="each"):
            return f" with each of {print_phrase(node.who)}"
        case _:
            return f" with {print_phrase(node.who)}"


def _placed(node: t.Counted) -> t.Counted:
    """What is placed with its rank said (common goes without saying) and its owner if not own."""
    if isinstance(node.what, t.Squares):
        return node
    noun = node.what.noun
    free = any(isinstance(x, t.AnyRank) for x in node.what.where)
    ranks = noun.ranks if free or len(noun.ranks) < 3 else (0,)
    owner = None if noun.owner == "own" else noun.owner
    said = t.Noun(owner, noun.used, ranks, noun.others)
    return t.Counted(node.count, t.Pieces(said, node.what.where), node.connected)


def _alias(name: str) -> str:
    return f" as {name}" if name else ""
