"""Games that might be the one observed: what a seat does not know is drawn evenly among the places where it may be.

A sample begins where the turn began, at a position with the unknown cards drawn, and
the answers of the turn are given again. So it stands in the middle of an effect as the
game does, and its record, its saves and taking back need nothing of their own.
"""

from __future__ import annotations

from .errors import IllegalMove, PositionError, shown
from .game import Game, give
from .mix import mix, shuffled
from .modules import AWAY
from .observation import cards_lying
from .rules import rules_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .cards import CardSet
    from .forms.fields import Field
    from .rules import Rules

DRAWING, PLAYING_ON = 19, 20  # purposes of chance
ATTEMPTS = 1000
_FIELDS = ("tasks", "next_task", "claimed", "improvised", "gone")
_SAME = ("board", "discards", "actions", "turn", "discarded", "extra_turns", "final_turns")


def sample(data: dict[str, Any], cards: CardSet, seed: int) -> Game:
    """See `Observation.sample`."""
    if type(seed) is not int or not 0 <= seed < 1 << 128:
        raise PositionError(f"seed is a whole number from 0 to {(1 << 128) - 1}, not {shown(seed)}")
    try:
        if data["over"] is not None:
            raise PositionError("the game is over: there is nothing to play on")
        rules = rules_for(cards, data["form"], data["playable"], data["arena"])
        for attempt in range(ATTEMPTS):  # all but always the first one
            game = _drawn(rules, data, seed, attempt)
            if game is not None:
                return game
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise PositionError(f"these data are no observation: {type(error).__name__} {error}") from None
    raise PositionError("no game was found that fits what was observed")


def _drawn(rules: Rules, data: dict[str, Any], seed: int, attempt: int) -> Game | None:
    """A game with the unknown cards drawn; None if the answers do not fit them.

    That is so only where an answer tells of cards that are not shown: a turn that ended with
    actions left, because nothing could be summoned, or a question which of two flares is meant.
    """
    began = data["turn_began"]
    hands, draws = _deal(rules, data["seat"], began, seed, attempt)
    game = Game.from_position(
        form=data["form"],
        decks=data["playable"],
        cards=rules.cards,
        arena=data["arena"],
        take_back=data["take_back"],
        turn_limit=data["turn_limit"],
        seed=mix(seed, PLAYING_ON, attempt),
        hands=hands,
        draws=draws,
        shared_discards={"legends": began["legend_discards"], "flares": began["flare_discards"]},
        supply=[[x["two-sided"], x["legendary"]] for x in began["supply"]],
        scores=began["points"],
        to_move=began["turn_seat"],
        **{name: began[name] for name in _SAME},
        **{name: began[name] for name in _FIELDS if name in began},
        modules={x.name: _guessed(rules, x, began[x.name]) for x in rules.modules.fields()},
    )
    unseen = list(hands[began["turn_seat"]])
    for key in began["shown"]:
        unseen.remove(key)
    try:
        for answer in data["answers"]:
            if answer.startswith("return ? "):  # as good as any of its kind: they were drawn evenly
                kind = answer.removeprefix("return ? ")
                key = next(x for x in unseen if rules.cards[x].kind == kind)
                unseen.remove(key)
                give(game, f"return {key}")
            else:
                give(game, answer)
    except (IllegalMove, StopIteration):
        return None
    return game if _stands_there(game, data) else None


def _stands_there(game: Game, data: dict[str, Any]) -> bool:
    """Whether a game came to the same question: the same card is in play, and every card lies where it lay."""
    asked = {"played": game.card_in_play, "to_move": game.to_move}
    return all(data[name] == value for name, value in (asked | cards_lying(game.rules, game._s)).items())


def _guessed(rules: Rules, field: Field, data: Any) -> Any:
    """The data of a module's field; what is hidden of it is as at the beginning of a game."""
    if not field.hidden:
        return data
    blank = field.write(rules, rules.modules.initial()[field.slot - AWAY])
    return [y if x is None else x for x, y in zip(data, blank, strict=True)]


def _lying(rules: Rules, began: dict[str, Any], seat: int) -> list[str]:
    """The cards of a seat that lie with modules."""
    return [key for module in rules.modules for name in module.card_fields if (key := began[name][seat]) is not None]


def _deal(rules: Rules, seat: int, began: dict[str, Any], seed: int, attempt: int) -> tuple[list[Any], list[Any]]:
    """The hands at the turn's beginning and the own decks, from the top; legends and flares are shuffled later."""
    kinds = ("flare", "legend", "being")

    def pool(number: int, cards: tuple[int, ...], known: list[str]) -> list[str]:
        """The cards of a deck that are not known to be elsewhere, in a random order."""
        order = shuffled(tuple(range(len(cards))), seed, DRAWING, attempt << 8 | number)
        left = [rules.entry(cards[i]).key for i in order]
        for key in known:
            left.remove(key)
        return left

    def of(kind: str, keys: list[str]) -> list[str]:
        return [key for key in keys if rules.cards[key].kind == kind]

    known = [began["shown"] if x == began["turn_seat"] else [] for x in range(rules.seats)]
    known[seat] = began["hand"]
    everywhere = [key for row in known for key in row]
    shared = {
        "legend": pool(4, rules.legends, [*began["legend_discards"], *of("legend", everywhere)]),
        "flare": pool(5, rules.flares, [*began["flare_discards"], *of("flare", everywhere)]),
    }
    hands: list[list[str]] = []
    draws: list[list[str]] = []
    for x in range(rules.seats):
        beings = pool(x, rules.deck_cards[x], [*began["discards"][x], *of("being", known[x]), *_lying(rules, began, x)])
        hand = [*known[x]]
        for kind in kinds:
            source = beings if kind == "being" else shared[kind]
            hand += [source.pop() for _ in range(began["hands"][x][kind] - len(of(kind, known[x])))]
        hands.append(hand)
        draws.append(beings)
    return hands, draws
