"""Decks, hands and piles: shuffling, and drawing at the end of a turn (R3)."""

from __future__ import annotations

from .mix import shuffled
from .state import (
    DECK,
    EVENTS,
    EXTRA_CARDS,
    FLARE_DECK,
    FLARE_PILE,
    HAND,
    LEGEND_DECK,
    LEGEND_PILE,
    NO_CARDS,
    SEED,
    SHUFFLES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .offers import State
    from .rules import Rules

NO_TRIGGER = -1000  # cards left in a deck that never trigger the end


class Drawing:
    """Fills hands up to what the form gives."""

    def __init__(self, rules: Rules) -> None:
        self.limits = beings, legends, flares = tuple(rules.form["hand"][x] for x in ("beings", "legends", "flares"))
        self.full = beings | legends << 8 | flares << 16
        self.weights, self.kind_of = rules.weights, rules.kind_of
        triggers = "cards" in rules.form["blocks"]["trigger"]
        self.left: int = rules.form["end"].get("cards-left", NO_TRIGGER) if triggers else NO_TRIGGER
        self.seats = rules.seats

    def first_hands(self, s: State, starter: int) -> None:
        """Everybody's first hand (R3.7); who starts does not matter here."""
        for seat in range(self.seats):
            self.draw(s, seat)

    def held(self, s: State, seat: int) -> int:
        """The cards in a hand, counted a byte a kind."""
        return sum(self.weights[number] for number in s[HAND + seat])

    def draw(self, s: State, seat: int) -> bool:
        """Fill the hand up: flare, legends, beings (D8); whether the own deck is down to its trigger (D31)."""
        held, weights = 0, self.weights
        for number in s[HAND + seat]:
            held += weights[number]
        if held == self.full:
            return False
        beings, legends, flares = self.limits  # what is above them stays (R4.15)
        if held < 1 << 16 and flares:
            self.draw_shared(s, seat, FLARE_DECK, FLARE_PILE)
        for _ in range(legends - (held >> 8 & 255)):
            self.draw_shared(s, seat, LEGEND_DECK, LEGEND_PILE)
        return self.draw_beings(s, seat, beings - (held & 255))

    def draw_flare(self, s: State, seat: int) -> None:
        """A flare, if there is none in the hand."""
        if self.held(s, seat) < 1 << 16 and self.limits[2]:
            self.draw_shared(s, seat, FLARE_DECK, FLARE_PILE)

    def draw_legends(self, s: State, seat: int) -> None:
        """Legends up to the limit."""
        for _ in range(self.limits[1] - (self.held(s, seat) >> 8 & 255)):
            self.draw_shared(s, seat, LEGEND_DECK, LEGEND_PILE)

    def fill_beings(self, s: State, seat: int) -> bool:
        """Beings up to the limit; whether the deck is down to its trigger."""
        return self.draw_beings(s, seat, self.limits[0] - (self.held(s, seat) & 255))

    def draw_extra(self, s: State, seat: int) -> bool:
        """Cards beyond the full hand, in the same order (R15.1, R15.3); whether that triggers the end (R15.4)."""
        beings, legends, flares = s[EXTRA_CARDS]
        s[EXTRA_CARDS] = NO_CARDS
        for _ in range(flares):
            self.draw_shared(s, seat, FLARE_DECK, FLARE_PILE)
        for _ in range(legends):
            self.draw_shared(s, self.holder(s, seat), LEGEND_DECK, LEGEND_PILE)
        return self.draw_beings(s, seat, beings)

    def holder(self, s: State, seat: int) -> int:
        """Who draws the legends when the turn of a seat ends."""
        return seat

    def draw_beings(self, s: State, seat: int, number: int) -> bool:
        """So many cards from the own deck, as far as it reaches; whether it is down to its trigger (R13.18)."""
        deck = s[DECK + seat]
        if number <= 0 or not deck:
            return False
        drawn = deck[: -number - 1 : -1]  # from the top
        s[DECK + seat] = deck[:-number]
        s[HAND + seat] += drawn
        for card in drawn:
            s[EVENTS] = (s[EVENTS], "draw", seat, card, "being")
        return len(deck) <= number + self.left

    def draw_shared(self, s: State, seat: int, deck: int, pile: int) -> None:
        """From the legends or flares; a deck that runs out is renewed from its pile at once (R3.13, D6, D7)."""
        if not s[deck]:
            self.renew(s, deck, pile)
        if s[deck]:
            number = s[deck][-1]
            s[deck] = s[deck][:-1]
            s[HAND + seat] += (number,)
            s[EVENTS] = (s[EVENTS], "draw", seat, number, self.kind_of[number])
            if not s[deck]:
                self.renew(s, deck, pile)

    def renew(self, s: State, deck: int, pile: int) -> None:
        """A shared deck becomes its shuffled pile."""
        if s[pile]:
            purpose = 4 if deck == LEGEND_DECK else 5
            s[deck] = shuffle(s, purpose, s[pile])
            s[pile] = ()
            s[EVENTS] = (s[EVENTS], "reshuffle", "legend" if deck == LEGEND_DECK else "flare")


def shuffle(s: State, purpose: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards in a new order; counts the shuffle, so that the next one differs."""
    counts = s[SHUFFLES]
    s[SHUFFLES] = (*counts[:purpose], counts[purpose] + 1, *counts[purpose + 1 :])
    return shuffled(cards, s[SEED], purpose, counts[purpose])


def without(hand: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The hand without one card of that number."""
    i = hand.index(number)
    return hand[:i] + hand[i + 1 :]
