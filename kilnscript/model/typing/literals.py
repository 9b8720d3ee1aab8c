"""Texts as values: read in the notation of the type wanted, and checked as far as the declarations settle it."""

from __future__ import annotations

import re

from kilnscript.model import expressions as e
from kilnscript.model.declare.nearest import one_of
from kilnscript.model.types import (
    Amount,
    Arrow,
    Axis,
    Cell,
    Direction,
    Kind,
    Line,
    ListOf,
    Number,
    Piece,
    Place,
    Player,
    SetOf,
    Text,
    Token,
    Type,
)
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.relations import show, strip
from kilnscript.source import tree


def text_literal(ctx: Context, node: tree.Text, want: Type | None) -> e.Expression:
    wanted = strip(want) if want is not None else None
    match wanted:
        case Cell() | Arrow() | Line() | Direction() | Axis() | Piece() | Place() | Token() | Amount() | Player() | Kind():
            _check(ctx, node, wanted)
            return e.NotationLiteral(node.value, wanted, node.span)
        case SetOf(item=Piece() | Cell()) | ListOf(item=Piece() | Cell()):
            return e.NotationLiteral(node.value, wanted, node.span)
        case Number():
            ctx.report("K505", f"a number stands without quotes: {node.value}", node.span, f"write `{node.value}`")
            return ctx.unknown(node.span)
        case _:
            return e.TextLiteral(node.value, Text(), node.span)


def _check(ctx: Context, node: tree.Text, want: Type) -> None:
    """A notation that no value can have."""
    match want:
        case Kind(name=name) if name in ctx.declarations.kinds:
            kind = ctx.declarations.kinds[name]
            known = [m.name for m in kind.members] + [m.letter for m in kind.members if m.letter]
        case Cell(place=place) | Arrow(place=place):
            names = [place] if place is not None else [p.name for p in ctx.declarations.places.values() if p.cells]
            known = []
            for one in names:
                labels = _labels(ctx, one, arrows=isinstance(want, Arrow))
                if labels is None:
                    return
                known += labels
        case _:
            return
    if node.value not in known:
        what = show(want).split(" ", 1)[1]
        ctx.report("K505", f"there is no {what} {node.value}", node.span, did_you_mean(node.value, known) or one_of(known))


def _labels(ctx: Context, name: str, *, arrows: bool) -> list[str] | None:
    """The notations of all cells or arrows of a grid, where its size is written as numbers."""
    place = ctx.declarations.places.get(name)
    if place is None or not place.cells:
        return None
    rows, columns = place.rows, place.columns
    if arrows:
        if not place.arrows:
            return []
        if not isinstance(rows, int) or not isinstance(columns, int):
            return None
        return [side + str(i) for side, n in (("N", columns), ("E", rows), ("S", columns), ("W", rows)) for i in range(1, n + 1)]
    if place.shape != "grid" or not isinstance(rows, int) or not isinstance(columns, int):
        return None
    across = _axis(place.column_labels or "A..", columns)
    down = _axis(place.row_labels or "1..", rows)
    return None if across is None or down is None else [c + r for c in across for r in down]


def _axis(labels: str, count: int) -> list[str] | None:
    """`a..h`, `8..1`, `1..`, `none`."""
    if labels == "none":
        return [""] * count
    found = re.fullmatch(r"(\w+)\.\.(\w*)", labels)
    if found is None:
        return None
    first, last = found.groups()
    if first.isdigit():
        down = last.isdigit() and int(last) < int(first)
        return [str(int(first) + (-i if down else i)) for i in range(count)]
    if len(first) == 1:
        return [chr(ord(first) + i) for i in range(count)]
    return None
