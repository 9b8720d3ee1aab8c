"""A syntax tree comes in, each node with the nodes around it comes out; texts for people are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kilnscript.source import tree


@dataclass(frozen=True, slots=True)
class Site:
    """A node and what it stands in, innermost last. ``field``: the field of the parent that holds it."""

    node: Any
    parents: tuple[Any, ...]
    field: str

    @property
    def parent(self) -> Any:
        return self.parents[-1] if self.parents else None

    def inside(self, *kinds: type) -> bool:
        return any(isinstance(parent, kinds) for parent in self.parents)


def sites(node: Any, parents: tuple[Any, ...] = (), field: str = "") -> Iterator[Site]:
    if isinstance(node, tree.Template):
        return
    yield Site(node, parents, field)
    for name in node.__match_args__:
        value = getattr(node, name)
        for child in value if isinstance(value, tuple) else (value,):
            if hasattr(child, "__match_args__") and type(child).__module__ == tree.__name__:
                yield from sites(child, (*parents, node), name)


def names_in(item: Any) -> set[str]:
    """Every name a declaration mentions: of functions, phases, actions, places."""
    found: set[str] = set()
    for site in sites(item):
        node = site.node
        for field in ("id", "phase", "action", "name"):
            value = getattr(node, field, None)
            if isinstance(value, str) and node is not item:
                found.add(value)
    return found


def of_play(items: tuple[tree.Item, ...]) -> tuple[tree.Item, ...]:
    """Declarations that make the game: without invariants, bot hints, and functions that only those use."""
    aside = tuple(item for item in items if isinstance(item, (tree.Always, tree.BotHint)))
    functions = {item.name: item for item in items if isinstance(item, tree.Function)}
    used: set[str] = set()
    waiting = [item for item in items if item not in aside and not isinstance(item, tree.Function)]
    while waiting:
        for name in names_in(waiting.pop()) & functions.keys() - used:
            used.add(name)
            waiting.append(functions[name])
    return tuple(item for item in items if item not in aside and (not isinstance(item, tree.Function) or item.name in used))
