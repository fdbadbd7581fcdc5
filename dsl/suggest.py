"""Did you mean: the words of the language that are near to one that an author wrote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

# What people write who know the game, but not the language: our word, theirs.
_MEANT = {
    "destroy": "kill capture remove eliminate take delete discard",
    "place": "summon put add create spawn drop deploy",
    "upgrade": "promote raise improve flip",
    "downgrade": "demote lower reduce",
    "convert": "turn change switch steal",
    "gain": "get receive win earn",
    "choose": "select pick name mark target",
    "move": "walk step go slide run advance",
    "leap": "jump hop teleport fly",
    "combat": "attack fight move moves leap leaps jump",
    "standard": "normal basic ordinary regular",
    "may": "can optionally could might",
    "if": "when unless provided then",
    "otherwise": "else",
    "own": "your my our friendly yours mine ally allied",
    "enemy": "opponent opponents opponent's opposing hostile foe enemies their",
    "piece": "unit figure token stone being man",
    "pieces": "units figures tokens stones beings men",
    "square": "field space tile cell",
    "squares": "fields spaces tiles cells",
    "common": "normal basic simple minor",
    "heroic": "hero heroes",
    "legendary": "legend legends",
    "upgraded": "non-common uncommon better",
    "non-legendary": "nonlegendary unlegendary mortal",
    "up": "upto up-to maximum max at-most",
    "all": "every each everything any",
    "any": "unlimited infinite",
    "number": "amount count",
    "1": "a an one the",
    "2": "two both",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "self": "this itself me",
    "it": "that them they him he this",
    "adjacent": "near nearby next beside neighboring neighbouring touching around",
    "orthogonally": "orthogonal straight",
    "diagonally": "diagonal",
    "within": "inside",
    "distance": "range",
    "direction": "directions way line",
    "arrow": "direction",
    "arrows": "directions direction arrow",
    "color": "colour",
    "colored": "coloured",
    "colorless": "colourless uncolored uncoloured grey gray",
    "central": "center centre middle",
    "marked": "starred highlighted",
    "empty": "free vacant unoccupied",
    "other": "except excluding apart",
    "used": "involved matched",
    "onto": "to on into",
    "into": "to",
    "with": "using by for",
    "and": "plus also",
    "not": "isn't never no",
    "has": "have",
    "more": "extra additional",
    "being": "card creature unit hero",
    "points": "point worth value score",
    "claim": "claimed achieve score win",
    "reaching": "reaches connecting leading",
    "through": "via over across along",
    "task": "goal mission quest objective",
    "advanced": "hard difficult expert",
    "imprisonment": "prison prisoner",
    "pattern": "shape picture drawing layout formation",
    "effect": "effects text power ability",
    "ruling": "rulings note notes faq clarification",
    "example": "test scenario examples",
}


def _inverted() -> dict[str, list[str]]:
    ours: dict[str, list[str]] = defaultdict(list)
    for word, others in _MEANT.items():
        for other in others.split():
            ours[other].append(word)
    return dict(ours)


SYNONYMS = _inverted()


def suggest(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that `word` may have been meant as, the likeliest first; rather none than a silly one.

    First the same word in capital or small letters, then words for the same thing, then
    words at a distance of at most a third of the length.
    """
    folded = word.casefold()
    known = list(dict.fromkeys(candidates))
    same = [x for x in known if x.casefold() == folded]
    meant = [x for x in SYNONYMS.get(folded, ()) if x in known]
    near = sorted((distance(folded, x.casefold()), abs(len(x) - len(word)), x) for x in known if _alike(word, x))
    within = [x for d, _, x in near if d <= _allowed(folded, x.casefold())]
    return list(dict.fromkeys(same + meant + within))


def _alike(word: str, other: str) -> bool:
    """Whether two lengths are near enough to be worth a closer look."""
    return other[:1].isalpha() and abs(len(word) - len(other)) <= max(len(word), len(other)) // 3


def _allowed(word: str, other: str) -> int:
    """The greatest distance for a slip of the pen: in the shortest words two letters that changed places."""
    longest = max(len(word), len(other))
    return 1 if longest == 2 and sorted(word) == sorted(other) else longest // 3


def distance(a: str, b: str) -> int:
    """Letters to insert, leave out, exchange or swap with their neighbor to make one word of the other."""
    older: list[int] = []
    old = list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        new = [i]
        for j, other in enumerate(b, 1):
            best = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                best = min(best, older[j - 2] + 1)
            new.append(best)
        older, old = old, new
    return old[-1]
