"""Typing of operators: arithmetic, joins, comparisons, `is`, `is in`, `is empty`."""

from __future__ import annotations

from typing import Literal

from kilnscript.model import expressions as e
from kilnscript.model.types import (
    Amount,
    Cell,
    Kind,
    Line,
    ListOf,
    Nothing,
    Number,
    Optional,
    Piece,
    Place,
    SetOf,
    Text,
    Token,
    Type,
    Unknown,
    YesNo,
)
from kilnscript.model.typing.coerce import as_collection, coerce, item_of, present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.names import Members
from kilnscript.model.typing.relations import SIZED, is_collection, show, strip, tied, unify
from kilnscript.model.typing.said import said
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree


def needs_context(ctx: Context, node: tree.Expression, scope: Scope) -> bool:
    """Whether the other operand has to say what this one is."""
    match node:
        case tree.Text() | tree.NoneValue():
            return True
        case tree.Name(id=name):
            entry = ctx.names.entries.get(name)
            return name not in scope.locals and isinstance(entry, Members) and len(entry.kinds) > 1
        case tree.ListOf(items=items):
            return all(needs_context(ctx, item, scope) for item in items)
        case tree.Conditional(then=then, otherwise=otherwise):
            return needs_context(ctx, then, scope) and needs_context(ctx, otherwise, scope)
        case _:
            return False


def _pair(ctx: Context, left: tree.Expression, right: tree.Expression, scope: Scope) -> tuple[e.Expression, e.Expression]:
    if needs_context(ctx, left, scope) and not needs_context(ctx, right, scope):
        b = ctx.elaborate(ctx, right, scope, None)
        return ctx.elaborate(ctx, left, scope, b.type), b
    a = ctx.elaborate(ctx, left, scope, None)
    return a, ctx.elaborate(ctx, right, scope, None if isinstance(strip(a.type), Nothing) else a.type)


def _is_token(ctx: Context, type_: Type) -> bool:
    inner = strip(type_)
    return isinstance(inner, Token) or (isinstance(inner, Kind) and tied(ctx.declarations, inner.name))


def _collects(type_: Type) -> bool:
    return is_collection(strip(type_)) or isinstance(strip(type_), Line)


def binary(ctx: Context, node: tree.Binary, scope: Scope, want: Type | None) -> e.Expression:
    match node.operator:
        case "..":
            low = coerce(ctx, ctx.elaborate(ctx, node.left, scope, Number()), Number(), "the start of a range")
            high = coerce(ctx, ctx.elaborate(ctx, node.right, scope, Number()), Number(), "the end of a range")
            return e.NumberRange(low, high, ListOf(Number()), node.span)
        case "<" | "<=" | ">" | ">=" as operator:
            return _comparison(ctx, node, operator, scope)
        case "+" | "-" as operator:
            return _sum(ctx, node, operator, scope, want)
        case "*" | "/" | "mod" as operator:
            return _product(ctx, node, operator, scope)
        case _:
            return ctx.unknown(node.span)


def _sum(ctx: Context, node: tree.Binary, operator: Literal["+", "-"], scope: Scope, want: Type | None) -> e.Expression:
    if want is not None and _collects(want) and needs_context(ctx, node.left, scope):
        left, right = ctx.elaborate(ctx, node.left, scope, want), ctx.elaborate(ctx, node.right, scope, want)
    else:
        left, right = _pair(ctx, node.left, node.right, scope)
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return ctx.unknown(node.span)
    if _collects(left.type) or _collects(right.type):
        return _join(ctx, node, operator, left, right)
    if isinstance(strip(left.type), Amount) or isinstance(strip(right.type), Amount):
        amounts = (
            coerce(ctx, left, Amount(), f"what `{operator}` calculates with"),
            coerce(ctx, right, Amount(), f"what `{operator}` calculates with"),
        )
        return e.Arithmetic(operator, *amounts, Amount(), node.span)
    if (
        isinstance(strip(left.type), Place)
        and isinstance(strip(right.type), Place)
        and _holds_pieces(ctx, left)
        and _holds_pieces(ctx, right)
    ):
        return _join(ctx, node, operator, left, right)
    return _numbers(ctx, node, operator, left, right)


def _holds_pieces(ctx: Context, value: e.Expression) -> bool:
    place = strip(value.type)
    declared = ctx.declarations.places.get(place.name) if isinstance(place, Place) and place.name else None
    return declared is None or (declared.shape != "purse" and not declared.marks)


def _numbers(
    ctx: Context, node: tree.Binary, operator: Literal["+", "-", "*", "/", "mod"], left: e.Expression, right: e.Expression
) -> e.Expression:
    what = f"what `{operator}` calculates with"
    return e.Arithmetic(operator, coerce(ctx, left, Number(), what), coerce(ctx, right, Number(), what), Number(), node.span)


def _join(ctx: Context, node: tree.Binary, operator: Literal["+", "-"], left: e.Expression, right: e.Expression) -> e.Expression:
    """Lists follow each other; with a set it is a set. What is taken out has no order to keep."""
    what = f"what `{operator}` {'joins' if operator == '+' else 'takes from or takes out'}"
    for value in (left, right):
        if not (_collects(value.type) or isinstance(strip(value.type), Place | Unknown)):
            hint = "one thing is joined as a list of one: `[…]`" if not isinstance(strip(value.type), Number) else None
            ctx.report("K503", f"{what} has to be a collection, and this is {show(value.type)}", value.span, hint)
            return ctx.unknown(node.span)
    left, right = as_collection(ctx, left, what), as_collection(ctx, right, what)
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return ctx.unknown(node.span)
    item = unify(ctx.declarations, item_of(left.type), item_of(right.type))
    if item is None:
        ctx.report("K504", f"{show(left.type)} and {show(right.type)} do not go together", node.span)
        return ctx.unknown(node.span)
    if operator == "-":
        kept: Type = SetOf(item_of(left.type)) if isinstance(left.type, SetOf) else ListOf(item_of(left.type))
        return e.Without(left, coerce(ctx, right, SetOf(item)), kept, node.span)
    both = unify(ctx.declarations, left.type, right.type) or SetOf(item)
    return e.Join(coerce(ctx, left, both), coerce(ctx, right, both), both, node.span)


def _product(ctx: Context, node: tree.Binary, operator: Literal["*", "/", "mod"], scope: Scope) -> e.Expression:
    left = ctx.elaborate(ctx, node.left, scope, Number())
    right = ctx.elaborate(ctx, node.right, scope, Token() if operator == "*" else Number())
    if operator == "*" and _is_token(ctx, right.type):
        count = coerce(ctx, left, Number(), "how many tokens")
        return e.AmountOf(count, coerce(ctx, right, Token(), "the token of an amount"), Amount(), node.span)
    if operator == "*" and _is_token(ctx, left.type):
        ctx.report("K507", "an amount says first how many: `2 * coin`", node.span, "put the number in front of the token")
        return ctx.unknown(node.span)
    return _numbers(ctx, node, operator, left, right)


def _comparison(ctx: Context, node: tree.Binary, operator: Literal["<", "<=", ">", ">="], scope: Scope) -> e.Expression:
    left, right = _pair(ctx, node.left, node.right, scope)
    a, b = strip(left.type), strip(right.type)
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return e.Comparison(operator, left, right, YesNo(), node.span)
    if isinstance(a, Amount) or isinstance(b, Amount):
        left, right = (
            v if isinstance(strip(v.type), Amount) else coerce(ctx, v, Amount(), "what is compared with an amount") for v in (left, right)
        )
        return e.Comparison(operator, left, right, YesNo(), node.span)
    for value, type_ in ((left, a), (right, b)):
        if not isinstance(type_, Number | Kind):
            hint = "count(…) says how many there are" if _collects(type_) or isinstance(type_, Place) else SIZED
            ctx.report("K507", f"{show(value.type)} has no size to compare", value.span, hint)
            return ctx.unknown(node.span)
    if type(a) is not type(b) or (isinstance(a, Kind) and a != b):
        hint = (
            "`.number` is the position of a member in its kind"
            if isinstance(a, Number) or isinstance(b, Number)
            else "compare two numbers, or two members of one kind"
        )
        ctx.report("K507", f"{show(left.type)} cannot be compared with {show(right.type)}", node.span, hint)
        return ctx.unknown(node.span)
    return e.Comparison(operator, left, right, YesNo(), node.span)


def same(ctx: Context, node: tree.Is, scope: Scope) -> e.Expression:
    left, right = _pair(ctx, node.left, node.right, scope)
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return e.Same(left, right, node.negated, YesNo(), node.span)
    for value, other in ((left, right), (right, left)):
        if isinstance(value, e.NoneLiteral) and not isinstance(other.type, Optional):
            ctx.report("K508", f"{show(other.type)} is never none", node.span)
            return ctx.unknown(node.span)
    both = unify(ctx.declarations, left.type, right.type)
    if both is None or not _may_be_equal(strip(left.type), strip(right.type)):
        _never(ctx, node, left, right)
        return ctx.unknown(node.span)
    if _both_none(left, right):
        ctx.report(
            "K509",
            "both sides may be none, and none is none",
            node.span,
            f"test one of them first: `{said(left) or 'x'} is not none and …`",
        )
    return e.Same(_side(ctx, left, both), _side(ctx, right, both), node.negated, YesNo(), node.span)


def _never(ctx: Context, node: tree.Is, left: e.Expression, right: e.Expression) -> None:
    hint = None
    if isinstance(strip(left.type), Cell) and isinstance(strip(right.type), Piece):
        hint = "the piece on a cell is `.piece`"
    elif is_collection(strip(right.type)) and not is_collection(strip(left.type)):
        hint = "`is in` asks whether it is one of them"
    elif isinstance(strip(right.type), Text):
        hint = "only what has a notation can be compared with a text"
    ctx.report("K508", f"{show(left.type)} is never {show(right.type)}", node.span, hint)


def _side(ctx: Context, value: e.Expression, both: Type) -> e.Expression:
    """An operand of `is`: it may be none, and needs no more than the steps between types."""
    return coerce(ctx, value, both if isinstance(value.type, Optional) else strip(both))


def _may_be_equal(a: Type, b: Type) -> bool:
    if isinstance(a, Piece) and isinstance(b, Piece) and a.components and b.components:
        return bool(set(a.components) & set(b.components))
    return True


def _both_none(left: e.Expression, right: e.Expression) -> bool:
    """Two declared `or none`; the same attribute of two things is meant to agree in none as well."""
    if isinstance(left, e.NoneLiteral) or isinstance(right, e.NoneLiteral):
        return False
    if not all(isinstance(v.type, Optional) and not v.type.soft for v in (left, right)):
        return False
    match left, right:
        case (e.PieceValue(attribute=a), e.PieceValue(attribute=b)) | (e.Variable(name=a), e.Variable(name=b)):
            return a != b
        case _:
            return True


def contains(ctx: Context, node: tree.IsIn, scope: Scope) -> e.Expression:
    if needs_context(ctx, node.left, scope):
        collection = as_collection(ctx, ctx.elaborate(ctx, node.right, scope, None), "what stands behind `is in`")
        item = ctx.elaborate(ctx, node.left, scope, item_of(collection.type))
    else:
        item = ctx.elaborate(ctx, node.left, scope, None)
        wanted = ListOf(strip(item.type))
        collection = as_collection(ctx, ctx.elaborate(ctx, node.right, scope, wanted), "what stands behind `is in`")
    if isinstance(item.type, Unknown) or isinstance(collection.type, Unknown):
        return ctx.unknown(node.span)
    if isinstance(collection.type, ListOf) and isinstance(collection.type.item, Nothing):
        return e.Contains(item, collection, node.negated, YesNo(), node.span)
    both = unify(ctx.declarations, strip(item.type), strip(item_of(collection.type)))
    if both is None or not _may_be_equal(strip(item.type), strip(item_of(collection.type))):
        ctx.report("K508", f"{show(item.type)} is never in {show(collection.type)}", node.span)
        return ctx.unknown(node.span)
    many: Type = SetOf(both) if isinstance(collection.type, SetOf) else ListOf(both)
    if isinstance(item_of(collection.type), Optional):
        many = SetOf(Optional(both)) if isinstance(many, SetOf) else ListOf(Optional(both))
    return e.Contains(_side(ctx, item, Optional(both)), coerce(ctx, collection, many), node.negated, YesNo(), node.span)


def state_test(ctx: Context, node: tree.IsState, scope: Scope) -> e.Expression:
    operand = present(ctx, ctx.elaborate(ctx, node.operand, scope, None), f"what is {node.state}")
    match operand.type:
        case Cell() | Line() | Place() | SetOf() | ListOf() | Unknown():
            pass
        case _:
            ctx.report("K508", f"{show(operand.type)} is neither empty nor full", node.operand.span)
            return ctx.unknown(node.span)
    if node.state == "full" and is_collection(operand.type):
        ctx.report(
            "K508", f"{show(operand.type)} is never full", node.operand.span, "a line, a cell or a place has room that can be filled"
        )
        return ctx.unknown(node.span)
    return e.StateTest(operand, node.state, node.negated, YesNo(), node.span)
