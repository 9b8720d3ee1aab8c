"""Typing of functions and of parameters with a type: a function's result is unified over all its `result`s, then typed again with it."""

from __future__ import annotations

from dataclasses import replace

from kilnscript.diagnostics import Label, Span
from kilnscript.model import statements as s
from kilnscript.model.types import Arrow, Cell, Line, ListOf, Nothing, Number, Optional, SetOf, Type, Unknown, YesNo
from kilnscript.model.typing.coerce import coerce
from kilnscript.model.typing.context import Context, Signature
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.relations import settled, show, unify
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree


def signature(ctx: Context, node: tree.Function | tree.Phase | tree.Payment) -> Signature:
    """The typed parameters; each part is read once."""
    key = f"{type(node).__name__} {node.name}"
    found = ctx.signatures.get(key)
    if found is None:
        parameters: list[tuple[str, Type]] = []
        seen: dict[str, Span] = {}
        for parameter in node.parameters:
            name = parameter.name
            if name in seen:
                ctx.report("K402", f"two parameters are called `{name}`", parameter.name_span, None, Label(seen[name], "the first one"))
                continue
            taken = name in ctx.names.entries
            if taken:
                declared = ctx.names.spans.get(name)
                labels = (Label(declared, "declared here"),) if declared is not None else ()
                ctx.report(
                    "K402",
                    f"the parameter `{name}` has the name of {ctx.names.what(name)}",
                    parameter.name_span,
                    "take another name",
                    *labels,
                )
            seen[name] = parameter.name_span
            untyped = taken and parameter.domain is None
            parameters.append((name, Unknown() if untyped else parameter_type(ctx, parameter)))
        found = ctx.signatures[key] = Signature(tuple(parameters), node.name_span)
    return found


def parameter_scope(ctx: Context, node: tree.Function | tree.Phase | tree.Payment, scope: Scope) -> Scope:
    spans = {p.name: p.name_span for p in node.parameters}
    for name, type_ in signature(ctx, node).parameters:
        scope = scope.with_local(name, type_, spans[name])
    return scope


def parameter_type(ctx: Context, parameter: tree.Parameter) -> Type:
    """A parameter without a type has the type it is named after."""
    if parameter.domain is None:
        found = ctx.names.types.get(parameter.name)
        if found is None:
            ctx.report(
                "K410",
                f"the parameter `{parameter.name}` needs a type",
                parameter.name_span,
                f"write `{parameter.name}: TYPE`; only a parameter named like a type may leave it out",
            )
            return Unknown()
        return found
    return written_type(ctx, parameter.domain)


def written_type(ctx: Context, node: tree.Expression | tree.Selection) -> Type:
    match node:
        case tree.Name(id=name):
            found = ctx.names.types.get(name)
            if found is None:
                ctx.report("K411", f"there is no type `{name}`", node.span, did_you_mean(name, list(ctx.names.types)))
                return Unknown()
            return found
        case tree.Binary(operator="or", left=left, right=tree.NoneValue()):
            inner = written_type(ctx, left)
            return inner if isinstance(inner, Unknown) else Optional(inner)
        case tree.Binary(operator="..", left=tree.Number(value=low), right=tree.Number(value=high)):
            return Number(low, high)
        case tree.Binary(operator="..") | tree.Number():
            return Number()
        case tree.Binary(operator="/", left=tree.YesNo(), right=tree.YesNo()):
            return YesNo()
        case tree.Selection(count=tree.Name(id="list"), source=source):
            return ListOf(written_type(ctx, source))
        case tree.Selection(count=tree.Name(id="set"), source=source):
            return SetOf(written_type(ctx, source))
        case tree.Selection(count=tree.Name(id="cell" | "line" | "arrow" as word), source=tree.Name(id=place)) if (
            place in ctx.declarations.places
        ):
            return Cell(place) if word == "cell" else Line(place) if word == "line" else Arrow(place)
        case _:
            ctx.report("K411", "a type is wanted here", node.span, "for example `player`, `cells`, `number` or `card or none`")
            return Unknown()


def result_of(ctx: Context, node: tree.Function, called_at: Span) -> Type:
    """The type of a function's result; the function is typed when it is first asked for."""
    done = ctx.functions.get(node.name)
    if done is not None:
        return done.result
    if node.name in ctx.under_way:
        circle = [*ctx.under_way[ctx.under_way.index(node.name) :], node.name]
        said = "itself" if len(circle) == 2 else "itself: " + " > ".join(circle)
        ctx.report(
            "K601",
            f"the function `{node.name}` calls {said}",
            called_at,
            "a function may not be recursive",
            Label(node.name_span, "declared here"),
        )
        return Unknown()
    ctx.under_way.append(node.name)
    try:
        return type_function(ctx, node).result
    finally:
        ctx.under_way.pop()


def type_function(ctx: Context, node: tree.Function) -> s.Function:
    base = parameter_scope(ctx, node, Scope(inside="function"))
    found: list[Type] = []
    block = _body(ctx, node, replace(base, results=found))
    result = _unified(ctx, node, found)
    if any(t != result or not settled(t) for t in found) and not isinstance(result, Unknown):
        again: list[Type] = []
        block = _body(ctx, node, replace(base, results=again, wanted_result=result))
    doc = ctx.type_text(ctx, node.doc, base)
    parameters = signature(ctx, node).parameters
    done = s.Function(node.name, parameters, result, block, False, doc, node.span)
    ctx.functions[node.name] = done
    return done


def _body(ctx: Context, node: tree.Function, scope: Scope) -> s.Block:
    if node.block is not None:
        return ctx.type_block(ctx, node.block, scope)
    assert node.value is not None and scope.results is not None
    value = ctx.elaborate(ctx, node.value, scope, scope.wanted_result)
    scope.results.append(value.type)
    if scope.wanted_result is not None:
        value = coerce(ctx, value, scope.wanted_result, "the result")
    return s.Block((s.Result(value, None, node.value.span),), None, node.value.span)


def _unified(ctx: Context, node: tree.Function, found: list[Type]) -> Type:
    if not found:
        ctx.report("K602", f"the function `{node.name}` gives no result", node.name_span, "a function ends in `result …`")
        return Unknown()
    common: Type = Nothing()
    for type_ in found:
        both = unify(ctx.declarations, common, type_)
        if both is None:
            ctx.report("K504", f"the function `{node.name}` gives {show(common)} in one place and {show(type_)} in another", node.name_span)
            return Unknown()
        common = both
    if not settled(common) and not isinstance(common, Unknown):
        ctx.report("K511", f"nothing says what `{node.name}` gives: it is always {show(common)}", node.name_span)
        return Unknown()
    return common
