"""The primitives: the only functions that change what stands on a board.

Every primitive keeps the supply (R2.10), makes the event, says whether it happened, and
keeps up with every piece that a register follows (R6.21). They call each other, and in a
game with modules they are wrapped before they do (`runtime.modules.watching`).
"""

from __future__ import annotations

from .state import (
    DESTROYED,
    EVENTS,
    FOLLOWED,
    LANES,
    LEG,
    LEG_LANES,
    LEGENDS,
    ME,
    NUMBERS,
    OCC,
    PIECES,
    SELF,
    SETS,
    STACK,
    SUPPLY,
    UP,
    UP_LANES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .arena import Arena
    from .modules.watching import Watch
    from .offers import State

ASIDE = 255  # a square of no arena, on which a piece is followed while two are swapped
# where frames keep their followed registers: in a suspended frame three numbers stand before them
_STACKED_PIECES = slice(3, 11)
_STACKED_SETS = slice(11, 15)


def rank_at(s: State, square: int) -> int:
    """The rank of the piece on a square: 0, 1 or 2; -1 for no square."""
    if square < 0:
        return -1
    return 0 if not s[UP] >> square & 1 else 2 if s[LEG] >> square & 1 else 1


def convertible(s: State, ranks: int) -> int:
    """Enemy pieces that can become own ones of rank `ranks` (-1: of their own rank) (R6.56)."""
    me = s[ME]
    enemy = s[OCC] & ~s[me]
    two_sided, legendary = s[SUPPLY + me], s[LEGENDS + me]
    if ranks >= 0:
        return enemy if (legendary if ranks == 2 else two_sided) else 0
    return (enemy & ~s[LEG] if two_sided else 0) | (enemy & s[LEG] if legendary else 0)


def primitives_of(arena: Arena, colors: int, watch: Watch | None) -> tuple[Callable[..., Any], ...]:
    """The primitives; `watch` wraps them in games with modules, before they call each other."""
    bit, lane = arena.bit, arena.lane

    def toggle(s: State, color: int, rank: int, square: int) -> None:
        b, images = bit[square], lane[square]
        s[color] ^= b
        s[LANES + color] ^= images
        s[OCC] ^= b
        if rank:
            s[UP] ^= b
            s[UP_LANES] ^= images
            if rank == 2:
                s[LEG] ^= b
                s[LEG_LANES] ^= images

    def owner(s: State, square: int) -> tuple[int, int]:
        b = bit[square]
        rank = 0 if not s[UP] & b else 2 if s[LEG] & b else 1
        for color in range(colors):
            if s[color] & b:
                return color, rank
        return -1, 0

    def put_common(s: State, color: int, square: int) -> None:
        """Put a common piece: what happens most often, without the questions of `put`."""
        b = bit[square]
        s[color] |= b
        s[LANES + color] |= lane[square]
        s[OCC] |= b
        s[SUPPLY + color] -= 1
        s[EVENTS] = (s[EVENTS], "put", color, 0, square)

    def put(s: State, color: int, rank: int, square: int) -> None:
        """Put a piece from the supply on an empty square."""
        b, images = bit[square], lane[square]
        s[color] |= b
        s[LANES + color] |= images
        s[OCC] |= b
        if rank:
            s[UP] |= b
            s[UP_LANES] |= images
        if rank == 2:
            s[LEG] |= b
            s[LEG_LANES] |= images
            s[LEGENDS + color] -= 1
        else:
            s[SUPPLY + color] -= 1
        s[EVENTS] = (s[EVENTS], "put", color, rank, square)

    def remove(s: State, square: int, how: str) -> tuple[int, int]:  # `how` is for those who watch
        b, images = bit[square], lane[square]
        color = rank = 0
        while not s[color] & b:
            color += 1
        s[color] ^= b
        s[LANES + color] ^= images
        s[OCC] ^= b
        stock = SUPPLY
        if s[UP] & b:
            rank = 1
            s[UP] ^= b
            s[UP_LANES] ^= images
            if s[LEG] & b:
                rank, stock = 2, LEGENDS
                s[LEG] ^= b
                s[LEG_LANES] ^= images
        s[stock + color] += 1
        if s[FOLLOWED] & b:
            _forget(s, square)
        return color, rank

    def lift(s: State, square: int) -> None:
        """Pick a piece up: back to the supply, not destroyed (R5.17)."""
        color, rank = remove(s, square, "lift")
        s[EVENTS] = (s[EVENTS], "lift", color, rank, square)

    def destroy(s: State, square: int, tally: int = 1) -> int:
        """Destroy what stands on a square; enemy pieces count `tally` times (R6.59 to R6.63).

        Gives 3 * color + rank of the piece, -1 if there was none.
        """
        if not s[OCC] & bit[square]:
            return -1
        color, rank = remove(s, square, "destroy")
        code = 3 * color + rank
        if tally and color != s[ME]:
            counts = s[DESTROYED]
            s[DESTROYED] = (*counts[:code], counts[code] + tally, *counts[code + 1 :])
        s[EVENTS] = (s[EVENTS], "destroy", color, rank, square, tally)
        return code

    def destroy_all(s: State, mask: int, tally: int = 1) -> bool:
        """Destroy every piece of a mask in one step (R6.14); whether there was any."""
        mask &= s[OCC]
        rest = mask
        while rest:
            low = rest & -rest
            rest ^= low
            destroy(s, low.bit_length() - 1, tally)
        return mask != 0

    def move(s: State, a: int, b: int, leap: int = 0) -> int:
        """Move the piece on `a` to `b` and destroy what stands there (R6.40); gives what `destroy` gives."""
        start = bit[a]
        hit = fell(s, b) if s[OCC] & bit[b] else -1
        color = 0
        while not s[color] & start:
            color += 1
        rank = 0 if not s[UP] & start else 2 if s[LEG] & start else 1
        flip, images = start ^ bit[b], lane[a] ^ lane[b]
        s[color] ^= flip
        s[LANES + color] ^= images
        s[OCC] ^= flip
        if rank:
            s[UP] ^= flip
            s[UP_LANES] ^= images
            if rank == 2:
                s[LEG] ^= flip
                s[LEG_LANES] ^= images
        if s[FOLLOWED] & start:
            _follow(s, a, b)
        s[EVENTS] = (s[EVENTS], "leap" if leap else "move", color, rank, a, b)
        return hit

    def turn(s: State, square: int, up: int) -> bool:
        """Upgrade (1) or downgrade (0) the piece on a square if that is possible (R6.51, R6.52)."""
        if square < 0 or not s[OCC] & bit[square]:
            return False
        color, rank = owner(s, square)
        new = rank + 1 if up else rank - 1
        if not 0 <= new <= 2:
            return False
        if (rank == 2) != (new == 2):
            into, back = (LEGENDS, SUPPLY) if new == 2 else (SUPPLY, LEGENDS)
            if not s[into + color]:
                return False
            s[into + color] -= 1
            s[back + color] += 1
        b, images = bit[square], lane[square]
        if (rank > 0) != (new > 0):
            s[UP] ^= b
            s[UP_LANES] ^= images
        if (rank == 2) != (new == 2):
            s[LEG] ^= b
            s[LEG_LANES] ^= images
        s[EVENTS] = (s[EVENTS], "flip", color, rank, new, square)
        return True

    def turn_all(s: State, mask: int, up: int) -> bool:
        """Turn every piece of a mask that can be; whether there was any."""
        done = False
        while mask:
            low = mask & -mask
            mask ^= low
            done |= turn(s, low.bit_length() - 1, up)
        return done

    def convert(s: State, square: int, rank: int = -1) -> bool:
        """Replace an enemy piece by an own one of `rank` (-1: the same); it counts as destroyed (R6.55, R6.59)."""
        color, old = owner(s, square)
        new = old if rank < 0 else rank
        me = s[ME]
        if color < 0 or color == me or not s[(LEGENDS if new == 2 else SUPPLY) + me]:
            return False
        remove(s, square, "convert")
        code = 3 * color + old
        counts = s[DESTROYED]
        s[DESTROYED] = (*counts[:code], counts[code] + 1, *counts[code + 1 :])
        toggle(s, me, new, square)
        s[(LEGENDS if new == 2 else SUPPLY) + me] -= 1
        s[EVENTS] = (s[EVENTS], "convert", color, old, me, new, square)
        return True

    def give(s: State, square: int, rank: int, color: int) -> None:
        """Replace an own piece by one of a rank and an enemy color, which has such a piece; nothing is destroyed."""
        own, old = owner(s, square)
        remove(s, square, "convert")
        toggle(s, color, rank, square)
        s[(LEGENDS if rank == 2 else SUPPLY) + color] -= 1
        s[EVENTS] = (s[EVENTS], "convert", own, old, color, rank, square)

    def convert_all(s: State, mask: int, rank: int = -1) -> bool:
        """Convert every piece of a mask; whether there was any."""
        done = False
        while mask:
            low = mask & -mask
            mask ^= low
            done |= convert(s, low.bit_length() - 1, rank)
        return done

    def swap(s: State, a: int, b: int) -> bool:
        """Two pieces exchange their squares, at any distance: no move, nothing is destroyed. Whether they did."""
        if a < 0 or b < 0 or a == b or not (s[OCC] & bit[a] and s[OCC] & bit[b]):
            return False
        first, second = owner(s, a), owner(s, b)
        toggle(s, *first, a)
        toggle(s, *second, b)
        toggle(s, *first, b)
        toggle(s, *second, a)
        if s[FOLLOWED] & (bit[a] | bit[b]):
            for x, y in ((a, ASIDE), (b, a), (ASIDE, b)):
                if s[FOLLOWED] >> x & 1:
                    _follow(s, x, y)
        s[EVENTS] = (s[EVENTS], "swap", a, b)
        return True

    lay, fell = put, destroy
    if watch is None:
        board = put, put_common, lift, destroy, destroy_all, move, turn, turn_all, convert, convert_all, lay, fell, swap
        return *board, give
    put, put_common = watch.putting(put, put_common)
    remove = watch.removing(remove)
    fell = watch.felling(destroy)
    destroy = watch.destroying(fell)
    move, swap, give = watch.moving(move), watch.swapping(swap), watch.giving(give)
    turn, convert = watch.turning(turn), watch.converting(convert)
    board = put, put_common, lift, destroy, destroy_all, move, turn, turn_all, convert, convert_all, lay, fell, swap
    return *board, give, *watch.out_of_play(toggle, remove, destroy)


def _forget(s: State, square: int) -> None:
    """A followed piece is gone: registers -1, its bit out of the sets, in all frames."""
    _rename(s, square, -1)
    rest = ~(1 << square)
    if any(s[SETS:NUMBERS]):
        s[SETS:NUMBERS] = [x & rest for x in s[SETS:NUMBERS]]
    if len(s[STACK]) > 1:  # one frame alone is the turn, which follows nothing
        s[STACK] = tuple(_refollowed(frame, square, -1) for frame in s[STACK])
    s[FOLLOWED] &= rest


def _follow(s: State, a: int, b: int) -> None:
    """A followed piece went from `a` to `b`."""
    _rename(s, a, b)
    leave, arrive = 1 << a, 1 << b
    if any(s[SETS:NUMBERS]):
        s[SETS:NUMBERS] = [x ^ (leave | arrive) if x & leave else x for x in s[SETS:NUMBERS]]
    if len(s[STACK]) > 1:
        s[STACK] = tuple(_refollowed(frame, a, b) for frame in s[STACK])
    s[FOLLOWED] = s[FOLLOWED] & ~leave | arrive


def _rename(s: State, a: int, b: int) -> None:
    """The registers that hold square `a` hold `b`: one of them, nearly always the being's."""
    if s[SELF] == a:
        s[SELF] = b
    if a in s[SELF + 1 : SETS]:
        s[SELF + 1 : SETS] = [b if x == a else x for x in s[SELF + 1 : SETS]]


def _refollowed(frame: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    if not frame[0]:  # the turn follows nothing
        return frame
    pieces = tuple(b if x == a else x for x in frame[_STACKED_PIECES])
    arrive = 0 if b < 0 else 1 << b
    sets = tuple(x & ~(1 << a) | (arrive if x >> a & 1 else 0) for x in frame[_STACKED_SETS])
    return (*frame[:3], *pieces, *sets, *frame[_STACKED_SETS.stop :])


def followed_of(s: State) -> int:
    """The squares that registers follow, from scratch (a loaded state has lost the sum)."""
    mask = 0
    for pieces, sets in [(s[PIECES:SETS], s[SETS:NUMBERS])] + [
        (frame[_STACKED_PIECES], frame[_STACKED_SETS]) for frame in s[STACK]
    ]:
        for square in pieces:
            mask |= 1 << square if square >= 0 else 0
        for group in sets:
            mask |= group
    return mask
