"""Takes the blocks of a part as they were made, gives them in order: what is never reached is gone."""

from __future__ import annotations

from ..program import Block, End, targets


def tidied(blocks: dict[int, Block], sources: dict[int, str]) -> tuple[dict[int, Block], dict[int, str]]:
    """Skip empty jumps, drop unreachable blocks, number the rest in the order in which they are reached."""

    def final(number: int) -> int:
        while not blocks[number].code and blocks[number].end[0] == "jump":
            number = blocks[number].end[1]
        return number

    start = final(0)
    order: list[int] = []
    waiting = [start]
    while waiting:
        number = waiting.pop()
        if number in order:
            continue
        order.append(number)
        waiting += [final(x) for x in reversed(targets(blocks[number].end))]
    numbers = {old: new for new, old in enumerate(order)}

    def renumbered(end: End) -> End:
        if end[0] == "jump":
            return ("jump", numbers[final(end[1])])
        if end[0] == "call":
            return (*end[:2], numbers[final(end[2])])
        if end[0] == "branch":
            return (*end[:2], numbers[final(end[2])], numbers[final(end[3])])
        if end[0] == "offer":
            return (*end[:-3], *(None if x is None else numbers[final(x)] for x in end[-3:]))
        return end

    tidy = {numbers[old]: Block(blocks[old].code, renumbered(blocks[old].end), blocks[old].linked) for old in order}
    return tidy, {numbers[old]: label for old, label in sources.items() if old in numbers}
