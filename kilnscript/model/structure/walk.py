"""Every node of a typed tree, in the order written; each check says what it looks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from kilnscript.diagnostics import Span
from kilnscript.model import types as t

_SKIPPED = ("span", "type", "scope")
_FIELDS: dict[type, tuple[str, ...]] = {}
_LEAVES = (str, int, Span, t.Number, t.Kind)


def walk(node: object, *, texts: bool = True) -> Iterator[object]:
    """``texts``: also the holes of texts."""
    stack = [node]
    while stack:
        item = stack.pop()
        if item is None or isinstance(item, _LEAVES):
            continue
        if isinstance(item, tuple):
            stack.extend(reversed(item))
            continue
        kind = type(item)
        names = _FIELDS.get(kind)
        if names is None:
            names = tuple(f.name for f in reversed(fields(kind)) if f.name not in _SKIPPED) if is_dataclass(kind) else ()
            _FIELDS[kind] = names
        if not texts and kind.__name__ == "TypedText":
            continue
        yield item
        for name in names:
            stack.append(getattr(item, name))
