"""Constants of game.yaml: a YAML node and the type it should have come in, an expression comes out."""

import re

from kilnscript.diagnostics import Span
from kilnscript.model import types as t
from kilnscript.model.declare.context import Context
from kilnscript.model.declare.nearest import did_you_mean, listing
from kilnscript.model.declare.numbers import WHOLE, quantity
from kilnscript.model.expressions import (
    AmountOf,
    Arithmetic,
    AxisLiteral,
    DirectionLiteral,
    Expression,
    ListLiteral,
    MemberLiteral,
    NoneLiteral,
    NotationLiteral,
    NumberLiteral,
    SeatLiteral,
    TextLiteral,
    TokenLiteral,
    YesNoLiteral,
)  # fmt: skip
from kilnscript.model.typing.quantity import constant_value
from kilnscript.source.yaml_tree import YamlList, YamlNode, YamlScalar

DIRECTIONS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
AXES = ("horizontal", "vertical", "rising", "falling")
AMOUNT = re.compile(r"\s*(\d{1,9})\s+(\w+)\s*\Z")
WORDS: dict[type, str] = {
    t.YesNo: "yes or no", t.Player: "a seat", t.Direction: "a direction", t.Axis: "an axis", t.Token: "a token", t.Amount: "an amount",
    t.Cell: "a cell", t.Line: "a line", t.Arrow: "an arrow", t.Piece: "a piece", t.Place: "a place", t.Shape: "a shape", t.Text: "a text",
}  # fmt: skip


def type_words(kind: t.Type) -> str:
    """A type as a person says it: "a number from 1 to 5"."""
    match kind:
        case t.Number(low=low, high=high):
            if isinstance(low, int) and isinstance(high, int):
                return f"a number from {low} to {high}"
            return f"a number from {low}" if isinstance(low, int) and high is None else "a number"
        case t.Kind():
            return f"a {kind.name}" if kind.name[:1] not in "aeiou" else f"an {kind.name}"
        case t.Optional():
            return f"{type_words(kind.item)} or none"
        case t.ListOf():
            return f"a `list of {written(kind.item)}`"
        case t.SetOf():
            return f"a `set of {written(kind.item)}`"
        case _:
            return WORDS.get(type(kind), "something else")


def written(kind: t.Type) -> str:
    """A type as game.yaml writes it."""
    match kind:
        case t.ListOf():
            return f"list of {written(kind.item)}"
        case t.SetOf():
            return f"set of {written(kind.item)}"
        case t.Optional():
            return f"{written(kind.item)} or none"
        case t.Kind():
            return kind.name
        case t.Number(low=low, high=high) if isinstance(low, int):
            return f"{low}..{high}" if isinstance(high, int) else f"{low}.."
        case t.YesNo():
            return "yes/no"
        case _:
            return type(kind).__name__.lower()


def constant(context: Context, node: YamlNode, kind: t.Type) -> Expression:
    """The value; a NoneLiteral of Unknown type where it does not fit (reported)."""
    match kind:
        case t.Unknown():
            return _broken(node.span)
        case t.ListOf() | t.SetOf():
            if not isinstance(node, YamlList):
                return wrong(context, node, kind, "write it in brackets: [ … ]")
            return ListLiteral(tuple(constant(context, item, kind.item) for item in node.items), kind, node.span)
        case t.Optional():
            if isinstance(node, YamlScalar) and node.value == "none":
                return NoneLiteral(kind, node.span)
            return constant(context, node, kind.item)
    if not isinstance(node, YamlScalar):
        return wrong(context, node, kind)
    if isinstance(kind, t.Number):
        return _number(context, node, kind)
    found = word(context, node.value, node.span, kind)
    return found if found is not None else wrong(context, node, kind, _hint(context, node.value, kind))


def _number(context: Context, node: YamlScalar, kind: t.Number) -> Expression:
    if not WHOLE.match(node.value) and not (node.value.startswith("{") and node.value.endswith("}")):
        return wrong(context, node, kind)
    value = quantity(context, node)
    if not isinstance(value, int):
        return value
    if not in_range(value, kind):
        return wrong(context, node, kind)
    return NumberLiteral(value, t.Number(value, value), node.span)


def in_range(value: int, kind: t.Number) -> bool:
    """Bounds that depend on options are checked in play."""
    low, high = (None if bound is None else constant_value(bound) for bound in (kind.low, kind.high))
    return (low is None or value >= low) and (high is None or value <= high)


def word(context: Context, text: str, span: Span, kind: t.Type) -> Expression | None:
    """One word as a constant of a type, or None where it is none of them; nothing is reported."""
    match kind:
        case t.Optional():
            return NoneLiteral(kind, span) if text == "none" else word(context, text, span, kind.item)
        case t.Number():
            value = int(text) if WHOLE.match(text) else None
            return NumberLiteral(value, t.Number(value, value), span) if value is not None and in_range(value, kind) else None
        case t.YesNo():
            return YesNoLiteral(text == "yes", kind, span) if text in ("yes", "no") else None
        case t.Text():
            return TextLiteral(text, kind, span)
        case t.Player():
            return SeatLiteral(int(text), kind, span) if text.isdigit() and 1 <= int(text) <= context.players[1] else None
        case t.Kind():
            member = text.removeprefix(kind.name + ".")
            declared = context.kinds.get(kind.name)
            known = declared is not None and any(m.name == member for m in declared.members)
            return MemberLiteral(kind.name, member, kind, span) if known else None
        case t.Direction():
            return DirectionLiteral(text, kind, span) if text in DIRECTIONS else None
        case t.Axis():
            return AxisLiteral(text, kind, span) if text in AXES else None  # type: ignore[arg-type]
        case t.Token():
            return TokenLiteral(text, kind, span) if text in context.tokens else None
        case t.Amount():
            return amount(context, text, span)
        case t.Cell() | t.Line() | t.Arrow():
            return NotationLiteral(text, _part_of_only_grid(context, kind), span)
        case t.Piece() | t.Place() | t.Shape():
            return NotationLiteral(text, kind, span)
        case _:
            return None


def amount(context: Context, text: str, span: Span) -> Expression | None:
    """`2 salt + 1 coin`; each part with its own span."""
    total: Expression | None = None
    at = span.column
    for part in text.split("+"):
        match = AMOUNT.match(part)
        if match is None or match[2] not in context.tokens:
            return None
        one_line = span.line == span.end_line
        place = Span(span.file, span.line, at, span.line, at + len(part)) if one_line else span
        number = NumberLiteral(int(match[1]), t.Number(int(match[1]), int(match[1])), place)
        term = AmountOf(number, TokenLiteral(match[2], t.Token(), place), t.Amount(), place)
        total = term if total is None else Arithmetic("+", total, term, t.Amount(), span)
        at += len(part) + 1
    return total


def _part_of_only_grid(context: Context, kind: t.Cell | t.Line | t.Arrow) -> t.Type:
    """A cell without a place belongs to the only grid, where there is only one."""
    if kind.place is not None:
        return kind
    grids = [place.name for place in context.places.values() if place.shape == "grid" and not place.keys]
    return type(kind)(grids[0]) if len(grids) == 1 else kind


def wrong(context: Context, node: YamlNode, kind: t.Type, hint: str | None = None) -> Expression:
    what = f"`{node.value}`" if isinstance(node, YamlScalar) else "a list" if isinstance(node, YamlList) else "a mapping"
    context.say("K324", f"{what} is not {type_words(kind)}", node.span, hint)
    return _broken(node.span)


def _broken(span: Span) -> Expression:
    return NoneLiteral(t.Unknown(), span)


def _hint(context: Context, text: str, kind: t.Type) -> str | None:
    match kind:
        case t.Kind():
            members = [member.name for member in context.kinds[kind.name].members] if kind.name in context.kinds else []
            return did_you_mean(text, members) or f"the {kind.name}s are {listing(members)}"
        case t.Token():
            return did_you_mean(text, context.tokens)
        case t.Amount():
            return "write it as `2 salt + 1 coin`"
        case t.Direction():
            return did_you_mean(text, DIRECTIONS)
        case t.Axis():
            return f"the axes are {listing(AXES)}"
        case t.YesNo() if text.lower() in ("true", "false"):
            return "write yes or no"
        case t.Player():
            return f"a seat is a number from 1 to {context.players[1]}"
        case _:
            return None
