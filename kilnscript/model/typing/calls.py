"""Typing of calls: functions of the rules, payments, the functions of the registry, and the few with a node of their own."""

from __future__ import annotations

from kilnscript.diagnostics import Label, Span
from kilnscript.model import builtins
from kilnscript.model import expressions as e
from kilnscript.model.builtins import FUNCTIONS, QUERIES
from kilnscript.model.types import (
    Cell,
    ListOf,
    Nothing,
    Number,
    Optional,
    Pattern,
    Piece,
    Place,
    Player,
    SetOf,
    Snapshot,
    Type,
    Unknown,
    YesNo,
)
from kilnscript.model.types import Payment as PaymentType
from kilnscript.model.typing import functions, queries
from kilnscript.model.typing.coerce import as_collection, coerce, item_of, present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.names import did_you_mean, nearest
from kilnscript.model.typing.order import need_order
from kilnscript.model.typing.relations import is_collection, optional, show, strip, unify
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree

SLIPS = {
    "before": "at_start(…)` or `before_move(…)",
    "len": "count(…)",
    "length": "count(…)",
    "size": "count(…)",
    "pieces": "PLACE.pieces",
    "not": "not",
}


def call(ctx: Context, node: tree.Call, scope: Scope, want: Type | None) -> e.Expression:
    name = node.name
    if name in scope.locals:
        ctx.report(
            "K407", f"`{name}` is a value here, not a function", node.name_span, None, Label(scope.locals[name].span, "introduced here")
        )
        return ctx.unknown(node.span)
    entry = ctx.names.entries.get(name)
    if isinstance(entry, tree.Function):
        _no_otherwise(ctx, node)
        return function_call(ctx, entry, node.arguments, scope, node.name_span, node.span)
    if isinstance(entry, tree.Payment):
        _no_otherwise(ctx, node)
        signature = functions.signature(ctx, entry)
        given = arguments(ctx, entry.name, signature.parameters, node.arguments, scope, node.span, entry.name_span)
        return e.PaymentWays(entry.name, given or (), ListOf(PaymentType(entry.name)), node.span)
    if name in QUERIES:
        return queries.plain(ctx, node, scope, want)
    known = FUNCTIONS.get(name)
    if known is None:
        _unknown_function(ctx, node)
        return ctx.unknown(node.span)
    _no_otherwise(ctx, node)
    if known.special:
        return _special(ctx, node, scope, want)
    return _built_in(ctx, known, node, scope)


def _no_otherwise(ctx: Context, node: tree.Call) -> None:
    if node.otherwise is not None:
        ctx.report("K510", f"`{node.name}` always has a value", node.otherwise.span, "`else` is for first, last, the, max and min")


def _unknown_function(ctx: Context, node: tree.Call) -> None:
    name = node.name
    entry = ctx.names.entries.get(name)
    if entry is not None:
        ctx.report("K407", f"`{name}` is {ctx.names.what(name)}, not a function", node.name_span)
        return
    if name in SLIPS:
        hint: str | None = f"write `{SLIPS[name]}`"
    elif name in ctx.parts.phases:
        hint = f"`{name}` is a phase: `do {name}(…)` on a line of its own"
    else:
        hint = did_you_mean(name, [*ctx.names.functions, *ctx.names.payments, *FUNCTIONS, *QUERIES])
        if hint is None and (slip := nearest(name, list(SLIPS))) is not None:
            hint = f"write `{SLIPS[slip]}`"
    ctx.report("K405", f"no function is called `{name}`", node.name_span, hint)


def function_call(
    ctx: Context, node: tree.Function, given: tuple[tree.Argument, ...], scope: Scope, name_span: Span, span: Span
) -> e.Expression:
    signature = functions.signature(ctx, node)
    values = arguments(ctx, node.name, signature.parameters, given, scope, span, node.name_span)
    result = functions.result_of(ctx, node, name_span)
    if values is None:
        return e.FunctionCall(node.name, (), Unknown(), span) if isinstance(result, Unknown) else ctx.unknown(span)
    return e.FunctionCall(node.name, values, result, span)


def arguments(
    ctx: Context,
    name: str,
    parameters: tuple[tuple[str, Type], ...],
    given: tuple[tree.Argument, ...],
    scope: Scope,
    span: Span,
    declared: Span,
) -> tuple[e.Expression, ...] | None:
    """The arguments in the order of the parameters; by position first, then by name."""
    by_name: dict[str, tree.Argument] = {}
    names = [n for n, _ in parameters]
    for i, argument in enumerate(given):
        wanted = argument.name if argument.name is not None else names[i] if i < len(names) else None
        if argument.name is not None and argument.name not in names:
            ctx.report(
                "K406",
                f"`{name}` has no argument `{argument.name}`",
                argument.span,
                did_you_mean(argument.name, names),
                Label(declared, "declared here"),
            )
            return None
        if wanted is None or wanted in by_name:
            break
        by_name[wanted] = argument
    if len(by_name) != len(given) or len(by_name) != len(parameters):
        extra = given[len(by_name) :]
        where = extra[0].span if extra and len(by_name) == len(parameters) else span
        takes = "no arguments" if not parameters else "one argument" if len(parameters) == 1 else f"{len(parameters)} arguments"
        listed = f"`{name}({', '.join(names)})`" if names else f"`{name}`"
        ctx.report(
            "K406",
            f"`{name}` takes {takes}, and {len(given) or 'none'} {'is' if len(given) == 1 else 'are'} given",
            where,
            f"write {listed}",
            Label(declared, "declared here"),
        )
        return None
    found = []
    for parameter, type_ in parameters:
        argument = by_name[parameter]
        value = ctx.elaborate(ctx, argument.value, scope, type_)
        found.append(coerce(ctx, value, type_, f"`{parameter}` of `{name}`"))
    return tuple(found)


# ---- the registry ----------------------------------------------------------------------------------------------------------


def _built_in(ctx: Context, known: builtins.Function, node: tree.Call, scope: Scope) -> e.Expression:
    by_name: dict[str, tree.Argument] = {}
    names = [p.name for p in known.parameters]
    for i, argument in enumerate(node.arguments):
        if argument.name is not None and argument.name not in names:
            ctx.report(
                "K406",
                f"`{known.name}` has no argument `{argument.name}`",
                argument.span,
                did_you_mean(argument.name, names) or f"for example `{known.example}`",
            )
            return ctx.unknown(node.span)
        wanted = argument.name if argument.name is not None else names[i] if i < len(names) else None
        if wanted is None or wanted in by_name:
            by_name["?"] = argument
            break
        by_name[wanted] = argument
    missing = [p.name for p in known.parameters if p.name not in by_name and p.default is None]
    if "?" in by_name or missing or len(by_name) < len(node.arguments):
        ctx.report("K406", f"`{known.name}` takes ({', '.join(names)})", node.span, f"for example `{known.example}`")
        return ctx.unknown(node.span)
    hands_on = isinstance(known.result, Cell | Player | Place | Piece)
    item: Type = Nothing()
    values: list[e.Expression] = []
    maybe: list[Optional] = []
    for parameter in known.parameters:
        given = by_name.get(parameter.name)
        if given is None:
            values.append(e.NumberLiteral(parameter.default or 0, Number(), node.span))
            continue
        what = f"`{parameter.name}` of `{known.name}`"
        want = parameter.type
        if want == "item":
            value = present(ctx, ctx.elaborate(ctx, given.value, scope, None if isinstance(item, Nothing) else item), what)
            item = unify(ctx.declarations, item, value.type) or item
        elif want == "list of items" or want == "set of items":
            value = as_collection(ctx, ctx.elaborate(ctx, given.value, scope, None), what)
            if want == "list of items":
                if isinstance(value.type, SetOf):
                    if known.name not in ("descending", "ascending"):
                        need_order(ctx, value, f"`{known.name}`")
                    value = coerce(ctx, value, ListOf(item_of(value.type)))
            else:
                value = coerce(ctx, value, SetOf(item_of(value.type)))
            both = unify(ctx.declarations, item, item_of(value.type))
            if both is None:
                ctx.report("K504", f"{show(value.type)} does not go with {show(item)}", value.span)
                return ctx.unknown(node.span)
            item = both
        elif want == "any" or want == "same collection":
            value = ctx.elaborate(ctx, given.value, scope, None)
        else:
            value = _argument(ctx, ctx.elaborate(ctx, given.value, scope, want), want, what, hands_on)
            if isinstance(value.type, Optional):
                maybe.append(value.type)
        values.append(value)
    type_ = _result(known, item, values)
    if known.name in ("cell_at", "step"):
        type_ = optional(type_, soft=True)
    if maybe:
        type_ = optional(type_, soft=all(t.soft for t in maybe))
    return e.BuiltInCall(known.name, tuple(values), type_, node.span)


def _argument(ctx: Context, value: e.Expression, want: Type, what: str, hands_on: bool) -> e.Expression:
    """Built-ins that give a cell, a seat, a piece or a place hand none on."""
    match value, want:
        case e.PatternList(patterns=patterns, type=Pattern()), ListOf(item=Pattern()):
            return e.PatternList(patterns, want, value.span)
        case _:
            pass
    if hands_on and isinstance(value.type, Optional) and not is_collection(want) and not isinstance(want, Number):
        return coerce(ctx, value, Optional(want), what)
    return coerce(ctx, value, want, what)


def _result(known: builtins.Function, item: Type, values: list[e.Expression]) -> Type:
    """The result, with the place of the cells where the arguments tell it."""
    match known.result:
        case "list of items":
            return ListOf(item)
        case "set of items":
            return SetOf(item)
        case "item":
            return item
        case "any" | "same collection":
            return values[0].type if values else Unknown()
        case _:
            grid = _grid(values)
            return _on(known.result, grid) if grid is not None else known.result


def _grid(values: list[e.Expression]) -> str | None:
    for value in values:
        type_ = strip(value.type)
        while isinstance(type_, SetOf | ListOf):
            type_ = strip(type_.item)
        if isinstance(type_, Cell):
            return type_.place
        if isinstance(type_, Place):
            return type_.name
    return None


def _on(type_: Type, grid: str) -> Type:
    match type_:
        case Cell():
            return Cell(grid)
        case SetOf(item=item):
            return SetOf(_on(item, grid))
        case ListOf(item=item):
            return ListOf(_on(item, grid))
        case _:
            return type_


# ---- functions with a node of their own ----------------------------------------------------------------------------------


def _special(ctx: Context, node: tree.Call, scope: Scope, want: Type | None) -> e.Expression:
    if node.name == "snapshot":
        values = tuple(ctx.elaborate(ctx, a.value, scope, None) for a in node.arguments)
        if not values:
            ctx.report("K406", "`snapshot` takes what is to be compared", node.span, "for example `snapshot(board, passed)`")
        return e.SnapshotOf(values, Snapshot(), node.span)
    if len(node.arguments) != 1 or node.arguments[0].name is not None:
        ctx.report("K406", f"`{node.name}` takes one value", node.span, f"for example `{FUNCTIONS[node.name].example}`")
        return ctx.unknown(node.span)
    given = node.arguments[0].value
    if node.name == "legal":
        if not isinstance(given, tree.Name) or given.id not in ctx.parts.own_actions:
            name = given.id if isinstance(given, tree.Name) else "…"
            ctx.report("K409", f"no action is called `{name}`", given.span, did_you_mean(name, list(ctx.parts.own_actions)))
            return ctx.unknown(node.span)
        return e.LegalAction(given.id, YesNo(), node.span)
    earlier = scope if node.name == "referee" else scope.only_facts(frozenset())  # what is there now may not have been there then
    value = ctx.elaborate(ctx, given, earlier, want)
    match node.name:
        case "at_start":
            return e.At("start", value, value.type, node.span)
        case "before_move":
            return e.At("move", value, value.type, node.span)
        case _:
            return e.Referee(value, value.type, node.span)
