"""Compares expressions wherever they stand: two come in, whether they always agree, or never do, goes out."""

from __future__ import annotations

from typing import Any

from kilnscript.check.trees import children
from kilnscript.model import expressions as x


def key(node: Any) -> Any:
    """A value that is equal for expressions written alike."""
    if isinstance(node, tuple):
        return tuple(key(item) for item in node)
    if node is None or isinstance(node, (str, int)):
        return node
    return (type(node).__name__, *(key(child) for child in children(node)))


def opposite(one: x.Expression, other: x.Expression) -> bool:
    """Whether exactly one of two conditions holds, by their form alone."""
    match one, other:
        case (x.Not(operand=inner), _) if key(inner) == key(other):
            return True
        case (_, x.Not(operand=inner)) if key(inner) == key(one):
            return True
        case (x.Same(), x.Same()):
            return one.negated is not other.negated and key((one.left, one.right)) == key((other.left, other.right))
        case (x.Contains(), x.Contains()):
            return one.negated is not other.negated and key((one.item, one.collection)) == key((other.item, other.collection))
        case (x.StateTest(), x.StateTest()):
            return one.negated is not other.negated and one.state == other.state and key(one.operand) == key(other.operand)
        case _:
            return False
