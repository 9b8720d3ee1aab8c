"""Typing of queries and filters: `count(x in S where C: E)`, `[x in S where C]`, and plain ones such as `count(rack)`."""

from __future__ import annotations

from dataclasses import replace

from kilnscript.diagnostics import Label, Span
from kilnscript.model import builtins
from kilnscript.model import expressions as e
from kilnscript.model.builtins import FUNCTIONS, QUERIES
from kilnscript.model.types import Amount, Kind, ListOf, Nothing, Number, Optional, Place, Player, SetOf, TallyOf, Type, Unknown, YesNo
from kilnscript.model.typing.coerce import as_collection, as_list, coerce, item_of, present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.facts import Facts, when_true
from kilnscript.model.typing.members import surely_filled
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.order import alike_in_query, need_order, ordered
from kilnscript.model.typing.relations import SIZED, fits, optional, show, strip, unify
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree


def take_name(ctx: Context, name: str, span: Span, scope: Scope, what: str, *, loop: bool = False) -> None:
    """A local name may not repeat a declared one, nor a local one that is still in sight."""
    if name == "player":
        if not loop:
            ctx.report("K402", "only a loop `for each player in …` may be called `player`", span, "take another name, for example `seat`")
    elif (
        name in ctx.names.entries
        or (name in FUNCTIONS and name not in ("seat", "step", "next", "shape", "turns"))
        or name in QUERIES
        or name == "option"
    ):
        declared = ctx.names.spans.get(name)
        labels = (Label(declared, "declared here"),) if declared is not None else ()
        ctx.report("K402", f"{what} `{name}` has the name of {ctx.names.what(name)}", span, "take another name", *labels)
    elif name in scope.locals:
        ctx.report(
            "K402",
            f"{what} `{name}` has the name of another one in sight",
            span,
            "take another name",
            Label(scope.locals[name].span, "introduced here"),
        )


def binders(
    ctx: Context, nodes: tuple[tree.Binder, ...], where: tree.Expression | None, scope: Scope, *, loop: bool = False
) -> tuple[tuple[e.Binder, ...], e.Expression | None, Scope]:
    """The typed binders and condition, and the scope behind them."""
    found: list[e.Binder] = []
    inner = scope
    for node in nodes:
        take_name(ctx, node.name, node.name_span, inner, "the loop name" if loop else "the name", loop=loop)
        # A list that is gone through may hold what was not found: `[hit in [step(…), step(…)] where hit is not none]`.
        hint = ListOf(Optional(Nothing(), soft=True)) if isinstance(node.source, tree.ListOf) else None
        source = ctx.elaborate(ctx, node.source, inner, hint)
        if isinstance(strip(source.type), TallyOf):
            ctx.report("K503", "a tally is read by what was noted", node.source.span, "write `TALLY[x]`")
            source = ctx.unknown(node.source.span)
        source = as_collection(ctx, source, "what is gone through")
        item = item_of(source.type)
        found.append(e.Binder(node.name, source, item, node.span))
        if node.name == "player" and loop and not isinstance(item, Player | Unknown):
            ctx.report(
                "K402", f"a loop called `player` goes over seats, and this is {show(source.type)}", node.source.span, "take another name"
            )
        if node.name != "player" or not loop:
            inner = inner.with_local(node.name, item, node.name_span)
    condition = None
    if where is not None:
        condition = coerce(ctx, ctx.elaborate(ctx, where, inner, YesNo()), YesNo(), "a condition")
        inner = inner.with_facts(when_true(condition))
    return tuple(found), condition, inner


def _narrowed(binder: e.Binder, facts: Facts) -> Type:
    """`[x in S where x is not none]` holds no none."""
    if isinstance(binder.type, Optional) and ("local", binder.name) in facts:
        return binder.type.item
    return binder.type


def _like(source: Type, item: Type) -> Type:
    return SetOf(item) if isinstance(source, SetOf) else ListOf(item)


def filter_items(ctx: Context, node: tree.Filter, scope: Scope) -> e.Expression:
    found, where, inner = binders(ctx, node.binders, node.where, scope)
    first = found[0]
    return e.FilterItems(found, where, _like(first.source.type, _narrowed(first, inner.facts)), node.span)


def query(ctx: Context, node: tree.Query, scope: Scope, want: Type | None) -> e.Expression:
    known = QUERIES.get(node.name)
    if known is None:
        hint = did_you_mean(node.name, list(QUERIES)) or f"the queries are {', '.join(QUERIES)}"
        if node.name in FUNCTIONS or node.name in ctx.names.functions:
            hint = f"`{node.name}` is a function and takes values: `{node.name}(…)`"
        ctx.report("K405", f"`{node.name}` is not a query", node.name_span, hint)
        return ctx.unknown(node.span)
    found, where, inner = binders(ctx, node.binders, node.where, scope)
    if node.body is None:
        if not known.where or where is None:
            ctx.report("K510", _missing(known, where), node.span, _missing_hint(known, where))
            return ctx.unknown(node.span)
        body, where = where, None
    else:
        body = _body(ctx, known, node.body, inner)
    if known.body == "condition":
        inner = inner.with_facts(when_true(body))
    if known.order and not ordered(ctx, found[0].source):
        if not alike_in_query(ctx, found[0], where, body):
            need_order(ctx, found[0].source, f"`{node.name}`")
    if known.order:
        found = (replace(found[0], source=as_list(ctx, found[0].source)), *found[1:])
    otherwise = _otherwise(ctx, known, node, scope, _narrowed(found[0], inner.facts) if known.body == "condition" else body.type)
    type_ = _result(ctx, node, found, where, body, otherwise, inner)
    otherwise = coerce(ctx, otherwise, type_, "this `else`") if otherwise is not None else None
    return e.Query(node.name, found, where, body, otherwise, type_, node.span)


def _missing(known: builtins.Query, where: e.Expression | None) -> str:
    if where is not None:
        return f"`{known.name}` says what it looks at behind a colon; `where` only picks the items"
    return f"`{known.name}` needs {'a condition' if known.body == 'condition' else 'an expression'} behind a colon"


def _missing_hint(known: builtins.Query, where: e.Expression | None) -> str:
    if known.where:
        return f"write `{known.name}(x in S where …)` or `{known.name}(x in S: …)`" + (f", or `{known.name}(S)`" if known.plain else "")
    return f"write `{known.name}(x in S{' where …' if where is not None else ''}: …)`"


def _body(ctx: Context, known: builtins.Query, node: tree.Expression, scope: Scope) -> e.Expression:
    match known.body:
        case "condition":
            return coerce(ctx, ctx.elaborate(ctx, node, scope, YesNo()), YesNo(), f"the condition of `{known.name}`")
        case "number":
            value = ctx.elaborate(ctx, node, scope, Number())
            wanted: Type = Amount() if isinstance(strip(value.type), Amount) else Number()
            return coerce(ctx, value, wanted, f"what `{known.name}` adds up")
        case "comparable":
            value = ctx.elaborate(ctx, node, scope, None)
            _comparable(ctx, known.name, value)
            return value
        case "collection":
            return as_collection(ctx, ctx.elaborate(ctx, node, scope, None), f"what `{known.name}` joins")
        case "any":
            return ctx.elaborate(ctx, node, scope, None)


def _comparable(ctx: Context, name: str, value: e.Expression) -> None:
    type_ = strip(value.type)
    while isinstance(type_, ListOf):  # lists compare item by item
        type_ = strip(type_.item)
    if not isinstance(type_, Number | Kind | YesNo | Unknown | Nothing):
        ctx.report("K507", f"{show(value.type)} has no size, so `{name}` cannot compare it", value.span, SIZED)


def _otherwise(ctx: Context, known: builtins.Query, node: tree.Query | tree.Call, scope: Scope, item: Type) -> e.Expression | None:
    if node.otherwise is None:
        return None
    if not known.otherwise:
        ctx.report("K510", f"`{known.name}` always has a value", node.otherwise.span, "`else` is for first, last, the, max and min")
        return None
    return ctx.elaborate(ctx, node.otherwise, scope, item)


def _with_otherwise(ctx: Context, item: Type, otherwise: e.Expression | None, there: bool) -> Type:
    """The type of what may not be there, with its `else`."""
    if otherwise is None:
        return item if there else optional(item, soft=True)
    both = unify(ctx.declarations, item, otherwise.type)
    if both is None or not fits(item, both):
        ctx.report("K504", f"this `else` gives {show(otherwise.type)}, and {show(item)} is wanted", otherwise.span)
        return item
    return both


def _result(
    ctx: Context,
    node: tree.Query,
    found: tuple[e.Binder, ...],
    where: e.Expression | None,
    body: e.Expression,
    otherwise: e.Expression | None,
    inner: Scope,
) -> Type:
    first = found[0]
    source = first.source.type
    item = _narrowed(first, inner.facts)
    match node.name:
        case "count":
            return Number()
        case "sum":
            return Number() if isinstance(body.type, Number) else body.type
        case "any" | "all" | "same":
            return YesNo()
        case "max" | "min":
            filled = where is None and all(surely_filled(b.source) for b in found)
            return _with_otherwise(ctx, body.type, otherwise, filled)
        case "first" | "last":
            return _with_otherwise(ctx, item, otherwise, False)
        case "the":
            return _with_otherwise(ctx, item, otherwise, True)
        case "largest" | "smallest":
            return _like(source, first.type)
        case "up_to":
            return ListOf(first.type)
        case "each":
            return ListOf(body.type)
        case _:  # union
            return _like(body.type, item_of(body.type))


def plain(ctx: Context, node: tree.Call, scope: Scope, want: Type | None) -> e.Expression:
    """`count(S)`, `max(a, b)`."""
    known = QUERIES[node.name]
    named = next((a for a in node.arguments if a.name is not None), None)
    if named is not None:
        ctx.report("K406", f"`{node.name}` has no argument `{named.name}`", named.span, f"for example `{known.example}`")
        return ctx.unknown(node.span)
    if not known.plain or not node.arguments:
        ctx.report("K510", f"`{node.name}` needs `x in S: …`", node.span, f"for example `{known.example}`")
        return ctx.unknown(node.span)
    if len(node.arguments) > 1:
        return _values(ctx, node, known, scope)
    value = present(ctx, ctx.elaborate(ctx, node.arguments[0].value, scope, None), f"what `{node.name}` looks at")
    if isinstance(value.type, Unknown):
        return ctx.unknown(node.span)
    if node.name == "count" and isinstance(value.type, Place | Amount):
        return e.PlainQuery("count", (value,), None, Number(), node.span)
    if node.name == "sum" and isinstance(value.type, Amount):
        return e.PlainQuery("count", (value,), None, Number(), node.span)
    many = as_collection(ctx, value, f"what `{node.name}` looks at")
    if isinstance(many.type, Unknown):
        return ctx.unknown(node.span)
    if known.order:
        need_order(ctx, many, f"`{node.name}`")
        many = as_list(ctx, many)
    item = item_of(many.type)
    otherwise = _otherwise(ctx, known, node, scope, item)
    match node.name:
        case "count":
            type_: Type = Number()
        case "sum":
            if not isinstance(item, Number | Amount | Nothing | Unknown):
                ctx.report("K501", f"what `sum` adds up has to be numbers, and is {show(many.type)}", many.span)
            type_ = Amount() if isinstance(item, Amount) else Number()
        case "max" | "min":
            if not isinstance(strip(item), Number | Kind | Nothing | Unknown):
                ctx.report("K507", f"{show(item)} has no size, so `{node.name}` cannot compare it", many.span, SIZED)
            type_ = _with_otherwise(ctx, item, otherwise, surely_filled(many))
        case _:
            type_ = _with_otherwise(ctx, item, otherwise, surely_filled(many))
    otherwise = coerce(ctx, otherwise, type_, "this `else`") if otherwise is not None else None
    return e.PlainQuery(node.name, (many,), otherwise, type_, node.span)


def _values(ctx: Context, node: tree.Call, known: builtins.Query, scope: Scope) -> e.Expression:
    if not known.values:
        ctx.report("K406", f"`{node.name}` takes one collection, or `x in S: …`", node.span, f"for example `{known.example}`")
        return ctx.unknown(node.span)
    operands: list[e.Expression] = []
    common: Type = Nothing()
    for argument in node.arguments:
        value = present(
            ctx, ctx.elaborate(ctx, argument.value, scope, None if isinstance(common, Nothing) else common), f"what `{node.name}` compares"
        )
        _comparable(ctx, node.name, value)
        both = unify(ctx.declarations, common, value.type)
        if both is None:
            ctx.report(
                "K504",
                f"`{node.name}` compares things of one type; this is {show(value.type)}, and before it stands {show(common)}",
                value.span,
            )
            return ctx.unknown(node.span)
        common = both
        operands.append(value)
    if node.otherwise is not None:
        _otherwise(ctx, replace(known, otherwise=False), node, scope, common)
    return e.PlainQuery(node.name, tuple(operands), None, common, node.span)
