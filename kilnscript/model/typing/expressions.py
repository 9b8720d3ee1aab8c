"""Typing of expressions: a syntax tree, its scope and the type its context wants come in, a typed expression comes out."""

from __future__ import annotations

from typing import assert_never

from kilnscript.model import expressions as e
from kilnscript.model.types import ListOf, Nothing, Number, Optional, Pattern, Type, YesNo
from kilnscript.model.typing import calls, members, operators, queries
from kilnscript.model.typing.coerce import coerce, item_of, present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.facts import key_of, when_false, when_true
from kilnscript.model.typing.literals import text_literal
from kilnscript.model.typing.references import index_of, name_of
from kilnscript.model.typing.relations import is_collection, show, strip, unify
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree


def elaborate(ctx: Context, node: tree.Expression, scope: Scope, want: Type | None = None) -> e.Expression:
    """The typed expression; ``want`` settles what the text alone leaves open (none, `[]`, a member of two kinds, a notation)."""
    found = _elaborate(ctx, node, scope, want)
    if scope.facts and isinstance(found.type, Optional) and key_of(found) in scope.facts and not isinstance(found, e.NoneLiteral):
        return e.Convert(found, found.type.item, found.span)
    return found


def check(ctx: Context, node: tree.Expression, scope: Scope, want: Type, what: str | None = None) -> e.Expression:
    """The typed expression, with the implicit steps to the type wanted."""
    return coerce(ctx, elaborate(ctx, node, scope, want), want, what)


def condition(ctx: Context, node: tree.Expression, scope: Scope) -> e.Expression:
    return check(ctx, node, scope, YesNo(), "a condition")


def number(ctx: Context, node: tree.Expression, scope: Scope, what: str | None = None) -> e.Expression:
    return check(ctx, node, scope, Number(), what)


def _elaborate(ctx: Context, node: tree.Expression, scope: Scope, want: Type | None) -> e.Expression:
    match node:
        case tree.Number(value=value, span=span):
            return e.NumberLiteral(value, Number(), span)
        case tree.Text():
            return text_literal(ctx, node, want)
        case tree.YesNo(value=yes, span=span):
            return e.YesNoLiteral(yes, YesNo(), span)
        case tree.NoneValue(span=span):
            return e.NoneLiteral(Optional(strip(want) if want is not None else Nothing()), span)
        case tree.Name():
            return name_of(ctx, node, scope, want)
        case tree.Attribute():
            return members.attribute(ctx, node, scope)
        case tree.Index():
            return index_of(ctx, node, scope)
        case tree.Call():
            return calls.call(ctx, node, scope, want)
        case tree.Query():
            return queries.query(ctx, node, scope, want)
        case tree.Filter():
            return queries.filter_items(ctx, node, scope)
        case tree.ListOf():
            return _list(ctx, node, scope, want)
        case tree.Not(operand=operand, span=span):
            return e.Not(condition(ctx, operand, scope), YesNo(), span)
        case tree.Negative(operand=operand, span=span):
            return e.Negate(number(ctx, operand, scope, "what `-` stands before"), Number(), span)
        case tree.Binary(operator="and" | "or"):
            return _logical(ctx, node, scope)
        case tree.Binary():
            return operators.binary(ctx, node, scope, want)
        case tree.Is():
            return operators.same(ctx, node, scope)
        case tree.IsIn():
            return operators.contains(ctx, node, scope)
        case tree.IsState():
            return operators.state_test(ctx, node, scope)
        case tree.Conditional():
            return _choice(ctx, node, scope, want)
        case _:
            assert_never(node)


def _logical(ctx: Context, node: tree.Binary, scope: Scope) -> e.Expression:
    left = condition(ctx, node.left, scope)
    if node.operator == "and":
        right = condition(ctx, node.right, scope.with_facts(when_true(left)))
        return e.Logical("and", left, right, YesNo(), node.span)
    right = condition(ctx, node.right, scope.with_facts(when_false(left)))
    return e.Logical("or", left, right, YesNo(), node.span)


def _choice(ctx: Context, node: tree.Conditional, scope: Scope, want: Type | None) -> e.Expression:
    test = condition(ctx, node.condition, scope)
    yes, no = scope.with_facts(when_true(test)), scope.with_facts(when_false(test))
    if want is None and operators.needs_context(ctx, node.then, scope):
        otherwise = elaborate(ctx, node.otherwise, no, None)
        then = elaborate(ctx, node.then, yes, otherwise.type)
    else:
        then = elaborate(ctx, node.then, yes, want)
        otherwise = elaborate(ctx, node.otherwise, no, want if want is not None else then.type)
    both = unify(ctx.declarations, then.type, otherwise.type)
    if both is None:
        ctx.report("K504", f"one branch gives {show(then.type)}, the other {show(otherwise.type)}", node.span)
        return ctx.unknown(node.span)
    return e.Choice(test, coerce(ctx, then, both), coerce(ctx, otherwise, both), both, node.span)


def _list(ctx: Context, node: tree.ListOf, scope: Scope, want: Type | None) -> e.Expression:
    wanted = item_of(strip(want)) if want is not None and is_collection(strip(want)) else None
    patterns = _patterns(ctx, node, scope)
    if patterns is not None:
        return e.PatternList(patterns, ListOf(Pattern()), node.span)
    if not node.items:
        return e.ListLiteral((), ListOf(wanted if wanted is not None else Nothing()), node.span)
    items: list[e.Expression] = []
    common: Type = Nothing()
    ordered = (
        sorted(range(len(node.items)), key=lambda i: operators.needs_context(ctx, node.items[i], scope))
        if wanted is None
        else range(len(node.items))
    )
    found: dict[int, e.Expression] = {}
    for i in ordered:
        hint = wanted if wanted is not None else None if isinstance(common, Nothing) else common
        item = elaborate(ctx, node.items[i], scope, hint)
        if isinstance(item.type, Optional) and item.type.soft and not isinstance(hint, Optional):
            item = present(ctx, item)
        both = unify(ctx.declarations, common, item.type)
        if both is None:
            ctx.report(
                "K504", f"a list holds things of one type; this is {show(item.type)}, and before it stands {show(common)}", item.span
            )
            return ctx.unknown(node.span)
        common, found[i] = both, item
    items = [coerce(ctx, found[i], common) for i in range(len(node.items))]
    return e.ListLiteral(tuple(items), ListOf(common), node.span)


def _patterns(ctx: Context, node: tree.ListOf, scope: Scope) -> tuple[str, ...] | None:
    names = tuple(item.id for item in node.items if isinstance(item, tree.Name))
    if names and len(names) == len(node.items) and all(n in ctx.declarations.patterns and n not in scope.locals for n in names):
        return names
    return None
