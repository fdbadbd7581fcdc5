"""Chance as a function: (seed, purpose, counter) to a number, the same in every process.

There is no running generator: a state holds the seed and one counter a purpose, so
a copy, a save or a take back draws on exactly as the original would.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1


def mix(seed: int, purpose: int, counter: int) -> int:
    """A number of 64 bits from three; the finalizer of SplitMix64 (Steele, Lea, Flood 2014), chained."""
    return _stir(_stem(seed, purpose), counter)


def _stem(seed: int, purpose: int) -> int:
    """What all numbers of a seed and a purpose have in common."""
    return _stir(_stir(_stir(0, seed), seed >> 64), purpose)


def _stir(x: int, word: int) -> int:
    x = (x + word * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _MASK
    return x ^ x >> 31


def below(limit: int, seed: int, purpose: int, counter: int) -> int:
    """A number from 0 to `limit` - 1; the bias of the multiplication is below 2^-50 for any deck."""
    return mix(seed, purpose, counter) * limit >> 64


def shuffled(cards: tuple[int, ...], seed: int, purpose: int, counter: int) -> tuple[int, ...]:
    """The cards in an order that the three numbers decide (Fisher and Yates, from the back)."""
    order = list(cards)
    stem = _stir(_stem(seed, purpose), counter)
    last = len(order) - 1
    for i in range(last, 0, -2):  # every word serves two draws of 32 bits
        word = _stir(stem, i)
        j = (word & 0xFFFFFFFF) * (i + 1) >> 32
        order[i], order[j] = order[j], order[i]
        if i > 1:
            j = (word >> 32) * i >> 32
            order[i - 1], order[j] = order[j], order[i - 1]
    return tuple(order)
