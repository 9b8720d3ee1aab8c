"""Typing of the named parts: phases, payments, watches, invariants, the ranking, the hint for bots."""

from __future__ import annotations

from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.types import Amount, Number, Player, YesNo
from kilnscript.model.typing import functions
from kilnscript.model.typing.blocks import type_statement
from kilnscript.model.typing.coerce import coerce
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.decisions import _parameter
from kilnscript.model.typing.facts import when_true
from kilnscript.model.typing.queries import take_name
from kilnscript.model.typing.scope import Scope
from kilnscript.model.typing.statements import outcome
from kilnscript.model.typing.texts import text
from kilnscript.source import tree


def phase(ctx: Context, node: tree.Phase) -> s.Phase:
    scope = functions.parameter_scope(ctx, node, Scope())
    parameters = functions.signature(ctx, node).parameters
    return s.Phase(
        node.name, parameters, text(ctx, node.title, scope), ctx.type_block(ctx, node.block, scope), text(ctx, node.doc, scope), node.span
    )


def payment(ctx: Context, node: tree.Payment) -> s.Payment:
    """``seat`` pays and ``cost`` is covered: the parameters of these types."""
    scope = functions.parameter_scope(ctx, node, Scope(inside="way"))
    parameters = functions.signature(ctx, node).parameters
    seat = next((n for n, t in parameters if isinstance(t, Player)), "")
    cost = next((n for n, t in parameters if isinstance(t, Amount)), "")
    if not seat or not cost:
        missing = "who pays: `seat: player`" if not seat else "what is to be covered: `cost: amount`"
        ctx.report("K518", f"the payment `{node.name}` does not say {missing}", node.name_span)
    ways = tuple(_way(ctx, way, scope) for way in node.ways)
    return s.Payment(node.name, parameters, seat, cost, ways, text(ctx, node.doc, scope), node.span)


def _way(ctx: Context, node: tree.Way, scope: Scope) -> s.Way:
    inner = scope
    parameters = []
    for parameter in node.parameters:
        take_name(ctx, parameter.name, parameter.name_span, inner, "the parameter")
        typed = _parameter(ctx, parameter, inner, node.parameters)
        parameters.append(typed)
        inner = inner.with_local(parameter.name, typed.type, parameter.name_span)
    when = _condition(ctx, node.when, inner) if node.when is not None else None
    if when is not None:
        inner = inner.with_facts(when_true(when))
    gives = tuple(_amount(ctx, g, inner, "what is given") for g in node.gives)
    covers = tuple(_amount(ctx, c, inner, "what is covered") for c in node.covers)
    at_most = None
    changes = node.effects
    if node.at_most is not None:
        limit = node.at_most
        if node.counted is not None:  # what is left of the limit; each use counts
            where = node.counted.span
            limit = tree.Binary("-", limit, node.counted, where)
            one_more = tree.Binary("+", node.counted, tree.Number(1, where), where)
            changes = (*changes, tree.Assign(node.counted, one_more, None, where))
        at_most = coerce(ctx, ctx.elaborate(ctx, limit, inner, Number()), Number(), "how many times")
    effects = []
    for statement in changes:
        found, inner = type_statement(ctx, statement, inner)
        if found is not None:
            effects.append(found)
    return s.Way(node.name, tuple(parameters), when, gives, covers, at_most, tuple(effects), text(ctx, node.doc, inner), node.span)


def _amount(ctx: Context, node: tree.Expression, scope: Scope, what: str) -> e.Expression:
    return coerce(ctx, ctx.elaborate(ctx, node, scope, Amount()), Amount(), what)


def _condition(ctx: Context, node: tree.Expression, scope: Scope) -> e.Expression:
    return coerce(ctx, ctx.elaborate(ctx, node, scope, YesNo()), YesNo(), "a condition")


def watch(ctx: Context, node: tree.EndWatch) -> s.EndWatch:
    scope = Scope()
    when = _condition(ctx, node.when, scope)
    inside = scope.with_facts(when_true(when))
    return s.EndWatch(
        node.name, outcome(ctx, node.outcome, inside), when, text(ctx, node.reason, inside), text(ctx, node.doc, scope), node.span
    )


def invariant(ctx: Context, node: tree.Always) -> s.Invariant:
    condition = _condition(ctx, node.condition, Scope())
    return s.Invariant(node.name, condition, text(ctx, node.reason, Scope()), text(ctx, node.doc, Scope()), node.span)


def bot_hint(ctx: Context, node: tree.BotHint) -> s.BotHint:
    value = coerce(ctx, ctx.elaborate(ctx, node.value, Scope(), Number()), Number(), "the hint for bots")
    return s.BotHint(value, text(ctx, node.doc, Scope()), node.span)
