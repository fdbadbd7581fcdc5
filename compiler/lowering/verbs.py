"""Takes statements, gives the words by which a player chooses among them."""

from __future__ import annotations

from ...dsl import tree as t


def verb(node: t.Statement) -> str:
    """The verb of a statement's first action, for options."""
    match node:
        case t.May():
            return verb(node.body[0])
        case t.If():
            return verb(node.then[0])
        case t.Either():
            return verb(node.branches[0][0])
        case t.AnyOrder():
            return verb(node.moves[0])
        case t.WithEach() | t.EachColor() | t.Repeat() | t.Linked():
            return verb(node.body[0])
        case t.Move():
            return "leap" if node.leap else "move"
        case t.Turn():
            return "upgrade" if node.up else "downgrade"
        case t.ChooseArrow():
            return "choose"
        case t.Mark():
            return "make"
        case t.Permit() | t.PermitOnly() | t.TellSummoning() | t.TellDestroyed():
            return "count"
        case t.Put(target="pile"):
            return "discard"
        case _:
            return type(node).__name__.lower()


def labels_of(node: t.Either) -> tuple[str, ...]:
    """The options of an `either`: verbs, told apart by a number where two branches share one."""
    verbs = [verb(x[0]) for x in node.branches]
    seen: dict[str, int] = {}
    labels: list[str] = []
    for word in verbs:
        seen[word] = seen.get(word, 0) + 1
        labels.append(f"{word} {seen[word]}" if verbs.count(word) > 1 else word)
    return tuple(labels)
