"""Walking typed trees: a node comes in, the nodes below it come out, texts and descriptions included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st

Children = Callable[[Any], tuple[Any, ...]]


_names: dict[type[Any], tuple[str, ...]] = {}


def children(node: Any) -> tuple[Any, ...]:
    """What stands directly below a node, in the order written. An expression's type is left out: it follows from the rest."""
    cls = type(node)
    if cls not in _names:
        skipped = ("span", "scope", "type") if cls.__module__ == x.__name__ else ("span", "scope")
        _names[cls] = tuple(f.name for f in fields(cls) if f.name not in skipped)
    return tuple(getattr(node, name) for name in _names[cls])


def read_children(node: Any) -> tuple[Any, ...]:
    """Like ``children`` without what is only written to: of `a[k] = e` it gives k and e."""
    match node:
        case st.SetVariable():
            return (node.target.keys, node.value, node.doc)
        case st.SetPieceValue():
            return (node.target.owner, node.value, node.doc)
        case st.Note():
            return (node.value, node.tally.keys, node.doc)
        case st.ClearTally():
            return (node.tally.keys, node.doc)
        case st.Pick() if isinstance(node.target, x.Variable):
            return (node.target.keys, node.source, node.doc)
        case st.Transaction():
            return (node.offers, node.doc)
        case _:
            return children(node)


def walk(node: Any, below: Children = children) -> Iterator[Any]:
    """The node and every dataclass below it, outermost first, in the order written."""
    pending = [node]
    while pending:
        node = pending.pop()
        if node is None or isinstance(node, (str, int, Span)):
            continue
        if isinstance(node, (tuple, list)):
            pending.extend(reversed(node))
        elif isinstance(node, Mapping):
            pending.extend(reversed(list(node.values())))
        elif is_dataclass(node):
            yield node
            pending.extend(reversed(below(node)))


def without_texts(node: Any) -> tuple[Any, ...]:
    """Children that do something: what a text shows changes nothing."""
    return () if isinstance(node, x.TypedText) else children(node)
