"""Typing of decisions: actions with their parameters, offers, transactions, and what happens when the clock runs out."""

from __future__ import annotations

from dataclasses import replace

from kilnscript.diagnostics import Label
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.types import ListOf, Number, Player, SetOf, Type, Unknown, YesNo
from kilnscript.model.typing.coerce import as_collection, coerce, item_of
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.effects import walk
from kilnscript.model.typing.facts import after, when_true, without_player
from kilnscript.model.typing.flow import seats
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.queries import take_name
from kilnscript.model.typing.relations import show
from kilnscript.model.typing.scope import Scope
from kilnscript.model.typing.texts import text
from kilnscript.source import tree


def decision(ctx: Context, node: tree.Decision, scope: Scope) -> s.Decision:
    who: e.Expression
    if node.everyone:
        who = seats(ctx, node.who, scope, "who decides")
    else:
        value = ctx.elaborate(ctx, node.who, scope, Player())
        if isinstance(value.type, SetOf | ListOf) and isinstance(value.type.item, Player):
            ctx.report(
                "K516",
                f"one seat decides, and this is {show(value.type)}",
                node.who.span,
                "write `all … must:` when they choose at the same time",
            )
            who = ctx.unknown(node.who.span)
        else:
            who = coerce(ctx, value, Player(), "who decides")
    at_most = None
    if node.at_most is not None:
        at_most = coerce(ctx, ctx.elaborate(ctx, node.at_most, scope, Number()), Number(), "how many times")
    if not isinstance(who, e.CurrentPlayer):
        scope = scope.only_facts(without_player(scope.facts))
    again = scope if node.mode != "may repeatedly" else scope.only_facts(after(scope.facts, ctx.effects.of(node)))
    offers = tuple(o for offer in node.offers if (o := _offer(ctx, offer, again)) is not None)
    otherwise = ctx.type_block(ctx, node.otherwise, scope) if node.otherwise is not None else None
    on_timeout, on_idle = (_policy(ctx, p, again) for p in (node.on_timeout, node.on_idle))
    return s.Decision(who, node.everyone, node.mode, at_most, offers, otherwise, on_timeout, on_idle, None, node.span)


def _policy(ctx: Context, node: tree.TimeoutPolicy | None, scope: Scope) -> s.TimeoutPolicy | None:
    if node is None:
        return None
    return s.TimeoutPolicy(node.timer, ctx.type_block(ctx, node.block, scope), node.span)


def _offer(ctx: Context, node: tree.Offer, scope: Scope) -> s.OfferAction | s.Transaction | None:
    match node:
        case tree.Action():
            typed = type_action(ctx, node, scope)
            return s.OfferAction(typed.name, True, None, None, node.span)
        case tree.OfferNamed():
            return _named(ctx, node, scope)
        case tree.Transaction():
            return _transaction(ctx, node, scope)


def _named(ctx: Context, node: tree.OfferNamed, scope: Scope) -> s.OfferAction | None:
    if node.action not in ctx.parts.actions or not _top_level(ctx, node.action):
        hint = did_you_mean(node.action, [n for n in ctx.parts.actions if _top_level(ctx, n)])
        labels = ()
        if node.action in ctx.parts.own_actions:
            hint = "an action that is offered by name stands on its own, not inside a decision"
            labels = (Label(ctx.parts.own_actions[node.action].name_span, "this one belongs to a decision"),)  # type: ignore[assignment]
        ctx.report("K409", f"no action is called `{node.action}`", node.action_span, hint, *labels)
        return None
    when = None
    if node.when is not None:
        when = coerce(ctx, ctx.elaborate(ctx, node.when, scope, YesNo()), YesNo(), "a condition")
    return s.OfferAction(node.action, False, when, text(ctx, node.doc, scope), node.span)


def _top_level(ctx: Context, name: str) -> bool:
    return name in ctx.parts.top_actions


def _transaction(ctx: Context, node: tree.Transaction, scope: Scope) -> s.Transaction:
    over = []
    for written in node.over:
        value = ctx.elaborate(ctx, written, scope, None)
        if not isinstance(value, e.PlaceAt | e.PlaceFamily | e.Variable) and not isinstance(value.type, Unknown):
            ctx.report("K517", f"a transaction is over places and variables, and this is {show(value.type)}", written.span)
            continue
        over.append(value)
    inside = scope.only_facts(after(scope.facts, ctx.effects.of(node)))
    offers: list[s.OfferAction] = []
    for offer in node.offers:
        typed = _offer(ctx, offer, inside)
        if isinstance(typed, s.OfferAction):
            offers.append(typed)
    commit = node.commit
    as_action = tree.Action(commit.name, commit.name_span, (), commit.label, None, None, commit.block, commit.doc, commit.span)
    type_action(ctx, as_action, inside)
    return s.Transaction(node.name, tuple(over), tuple(offers), commit.name, text(ctx, node.doc, scope), node.span)


def type_action(ctx: Context, node: tree.Action, scope: Scope) -> s.Action:
    outer = scope.locals
    used: set[str] = set()
    inner = replace(scope, used=used, inside="action")
    parameters = []
    for parameter in node.parameters:
        take_name(ctx, parameter.name, parameter.name_span, inner, "the parameter")
        typed = _parameter(ctx, parameter, inner, node.parameters)
        parameters.append(typed)
        inner = inner.with_local(parameter.name, typed.type, parameter.name_span)
    label, written = text(ctx, node.label, inner), text(ctx, node.written, inner)
    when = None
    if node.when is not None:
        when = coerce(ctx, ctx.elaborate(ctx, node.when, inner, YesNo()), YesNo(), "a condition")
        inner = inner.with_facts(when_true(when))
    block = ctx.type_block(ctx, node.block, inner)
    doc = text(ctx, node.doc, inner)
    needed = tuple((name, outer[name].type) for name in outer if name in used)
    scope.used.update(name for name, _ in needed)
    action = s.Action(node.name, tuple(parameters), label, written, when, block, needed, False, doc, node.span)
    ctx.actions[node.name] = action
    return action


def _parameter(ctx: Context, node: tree.Parameter, scope: Scope, all_: tuple[tree.Parameter, ...]) -> s.Parameter:
    if node.domain is None:
        ctx.report(
            "K410",
            f"the parameter `{node.name}` says from what it is chosen",
            node.name_span,
            f"write `{node.name}: SET`; what is chosen needs a domain",
        )
        nothing = s.Domain("one", ctx.unknown(node.span), None, None, node.span)
        return s.Parameter(node.name, Unknown(), nothing, None, True, None, node.span)
    domain, type_ = _domain(ctx, node.domain, scope)
    reader = scope.with_local(node.name, type_, node.name_span)
    printed = not _laid_later(node.name, all_)
    return s.Parameter(node.name, type_, domain, text(ctx, node.answer, reader), printed, text(ctx, node.doc, reader), node.span)


def _laid_later(name: str, parameters: tuple[tree.Parameter, ...]) -> bool:
    """A shape that a later parameter lays somewhere: the cells say which it is."""
    later = False
    for parameter in parameters:
        if parameter.name == name:
            later = True
        elif later:
            for item in walk(parameter.domain):
                if isinstance(item, tree.Call) and item.name == "placements" and item.arguments:
                    first = next((a.value for a in item.arguments if a.name == "shape"), item.arguments[0].value)
                    if isinstance(first, tree.Name) and first.id == name:
                        return True
    return False


def _domain(ctx: Context, node: tree.Expression | tree.Selection, scope: Scope) -> tuple[s.Domain, Type]:
    if not isinstance(node, tree.Selection):
        source = as_collection(ctx, ctx.elaborate(ctx, node, scope, None), "what is chosen from")
        return s.Domain("one", source, None, None, node.span), item_of(source.type)
    source = as_collection(ctx, ctx.elaborate(ctx, node.source, scope, None), "what is chosen from")
    item = item_of(source.type)
    least: e.Expression | None = None
    most: e.Expression | None = None
    match node.mode:
        case "some" | "any":
            least = e.NumberLiteral(1 if node.mode == "some" else 0, Number(), node.span)
        case "count":
            if isinstance(node.count, tree.Binary) and node.count.operator == "..":
                least, most = (
                    coerce(ctx, ctx.elaborate(ctx, n, scope, Number()), Number(), "how many are chosen")
                    for n in (node.count.left, node.count.right)
                )
            elif node.count is not None:
                least = most = coerce(ctx, ctx.elaborate(ctx, node.count, scope, Number()), Number(), "how many are chosen")
        case "order":
            pass
    chosen: Type = SetOf(item) if isinstance(source.type, SetOf) and node.mode != "order" else ListOf(item)
    return s.Domain(node.mode, source, least, most, node.span), chosen
