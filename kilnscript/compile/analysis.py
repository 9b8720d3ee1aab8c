"""Questions about typed trees that several stages ask: free names, what contains what, which phases ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.game import Game
from kilnscript.model.later import moments

_below: dict[type[Any], tuple[str, ...] | None] = {}


def below(cls: type[Any]) -> tuple[str, ...] | None:
    """The fields of a node that hold what stands below it; None for what is no node."""
    if cls not in _below:
        named = tuple(f.name for f in fields(cls) if f.name not in ("type", "span", "doc", "scope")) if is_dataclass(cls) else None
        _below[cls] = named
    return _below[cls]


def walk(node: Any) -> Iterator[Any]:
    """The node and every dataclass node below it, outermost first; types and spans are left out."""
    pending = [node]
    while pending:
        node = pending.pop()
        if type(node) is tuple:
            pending.extend(reversed(node))
        elif (names := below(type(node))) is not None:
            yield node
            for name in reversed(names):
                value = getattr(node, name)
                if value is not None and type(value) is not str:
                    pending.append(value)


def free_names(node: Any) -> set[str]:
    """Locals that an expression, statement or text reads and does not bind itself."""
    match node:
        case x.Local():
            return {node.name}
        case x.Query() | x.FilterItems() | st.ForEach():
            bound: set[str] = set()
            found: set[str] = set()
            for binder in node.binders:
                found |= free_names(binder.source) - bound
                bound.add(binder.name)
            rest: tuple[Any, ...] = (node.where, node.block) if isinstance(node, st.ForEach) else (node.where,)
            if isinstance(node, x.Query):
                rest = (node.where, node.body)
                found |= free_names(node.otherwise)
            return found | (free_names(tuple(r for r in rest if r is not None)) - bound)
        case st.Block():
            found, bound = set(), set()
            for statement in node.statements:
                found |= free_names(statement) - bound
                if isinstance(statement, st.Let):
                    bound.add(statement.name)
            return found
        case st.Choose():
            return set()
        case tuple():
            return set().union(*(free_names(item) for item in node)) if node else set()
        case None | str() | int():
            return set()
        case _:
            return set().union(*(free_names(getattr(node, name)) for name in below(type(node)) or ()))


def may_fault(
    game: Game,
    known: Callable[[x.Expression], tuple[bool, Any]],
    sure: Callable[[x.Variable], bool],
    node: Any,
    seen: set[str] | None = None,
) -> bool:
    """Whether evaluating an expression can be a fault: it must not be tried where the text would not have come to it. ``known`` tells
    whether an expression is constant, and its value; ``sure`` whether the keys of a variable surely exist."""
    seen = set() if seen is None else seen
    for n in walk(node):
        if isinstance(n, x.Arithmetic) and n.operator in ("/", "mod") and not known(n.right)[1]:
            return True
        if isinstance(n, x.Query) and n.name == "the":
            return True
        if isinstance(n, x.Variable) and n.keys and not sure(n):
            return True
        if isinstance(n, x.Convert) and isinstance(n.value.type, t.Optional) and n.type == n.value.type.item and not known(n.value)[0]:
            return True  # something that has to be there and may be missing
        if isinstance(n, x.FunctionCall) and n.function not in seen:
            seen.add(n.function)  # looked at once, however often it is called
            if may_fault(game, known, sure, game.functions[n.function].block, seen):
                return True
    return False


class Asking:
    """Which phases and actions come to a decision, directly or through others: they run as flow, the rest as plain functions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moments = moments(game)
        self.known: dict[str, bool] = {}

    def phase(self, name: str) -> bool:
        if name not in self.known:
            self.known[name] = False  # no circles: checked before
            self.known[name] = self.node(self.game.phases[name].block) or self.waited(name)
        return self.known[name]

    def waited(self, of: str) -> bool:
        """Whether something that was put off until the start or end of a phase (or a ``turn``) comes to a decision."""
        return any(self.phase(name) for moment, phases in self.moments.items() if moment[1] == of for name in phases)

    def node(self, node: Any) -> bool:
        return any(
            isinstance(n, st.Decision)
            or (isinstance(n, st.Do) and self.phase(n.phase))
            or (isinstance(n, st.TakeTurns) and n.innermost and self.waited("turn"))
            for n in walk(node)
        )
