"""Typing of `if`, `case`, loops and rules: the blocks inside, and what is known after them."""

from __future__ import annotations

from typing import assert_never

from kilnscript.diagnostics import Span
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.declare.nearest import one_of
from kilnscript.model.types import Kind, ListOf, Nothing, Number, Player, SetOf, Type, Unknown, YesNo
from kilnscript.model.typing.coerce import coerce, present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.facts import after, when_false, when_true, without_player
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.queries import binders
from kilnscript.model.typing.relations import settled, show, strip
from kilnscript.model.typing.scope import Scope
from kilnscript.model.typing.texts import text
from kilnscript.source import tree

Flow = tree.If | tree.Case | tree.ForEach | tree.RepeatTimes | tree.RepeatUntil | tree.TakeTurns | tree.Rule


def type_flow(ctx: Context, node: Flow, scope: Scope) -> tuple[s.Statement, Scope]:
    left = scope.only_facts(after(scope.facts, ctx.effects.of(node)))
    match node:
        case tree.If():
            return _if(ctx, node, scope, left)
        case tree.Case():
            return _case(ctx, node, scope), left
        case tree.ForEach():
            if any(binder.name == "player" for binder in node.binders):
                left = left.only_facts(without_player(left.facts))
            found, where, inner = binders(ctx, node.binders, node.where, left, loop=True)
            return s.ForEach(found, where, ctx.type_block(ctx, node.block, inner), None, node.span), left
        case tree.RepeatTimes():
            count = _number(ctx, node.count, scope, "how many times")
            return s.RepeatTimes(count, ctx.type_block(ctx, node.block, left), None, node.span), left
        case tree.RepeatUntil():
            until = _condition(ctx, node.until, left)
            inside = left.with_facts(when_false(until))
            otherwise = ctx.type_block(ctx, node.otherwise, left) if node.otherwise is not None else None
            block = ctx.type_block(ctx, node.block, inside)
            return s.RepeatUntil(until, _limit(ctx, node.limit, left), block, otherwise, None, node.span), left
        case tree.TakeTurns():
            return _take_turns(ctx, node, left), left
        case tree.Rule():
            typed = rule(ctx, node, scope)
            return typed, left
        case _:
            assert_never(node)


def _condition(ctx: Context, node: tree.Expression, scope: Scope) -> e.Expression:
    return coerce(ctx, ctx.elaborate(ctx, node, scope, YesNo()), YesNo(), "a condition")


def _number(ctx: Context, node: tree.Expression, scope: Scope, what: str) -> e.Expression:
    return coerce(ctx, ctx.elaborate(ctx, node, scope, Number()), Number(), what)


def _limit(ctx: Context, node: tree.Limit | None, scope: Scope) -> s.Limit | None:
    if node is None:
        return None
    return s.Limit(node.kind, _number(ctx, node.value, scope, f"what stands behind `{node.kind}`"), node.span)


def leaves(block: tree.Block) -> bool:
    """Whether nothing after the block is reached."""
    match block.statements[-1] if block.statements else None:
        case tree.Simple(verb="result") | tree.EndGame() | tree.Choose():
            return True
        case tree.If(then=then, otherwise=otherwise):
            return otherwise is not None and leaves(then) and leaves(otherwise)
        case tree.Case(arms=arms, otherwise=otherwise):
            return all(leaves(arm.block) for arm in arms) and (otherwise is None or leaves(otherwise))
        case _:
            return False


def _if(ctx: Context, node: tree.If, scope: Scope, left: Scope) -> tuple[s.Statement, Scope]:
    condition = _condition(ctx, node.condition, scope)
    yes, no = when_true(condition), when_false(condition)
    then = ctx.type_block(ctx, node.then, scope.with_facts(yes))
    otherwise = ctx.type_block(ctx, node.otherwise, scope.with_facts(no)) if node.otherwise is not None else None
    typed = s.If(condition, then, otherwise, None, node.span)
    if leaves(node.then):
        effects = ctx.effects.of(node.otherwise) if node.otherwise is not None else None
        facts = scope.facts | no
        return typed, scope.only_facts(facts if effects is None else after(facts, effects))
    if node.otherwise is not None and leaves(node.otherwise):
        return typed, scope.only_facts(after(scope.facts | yes, ctx.effects.of(node.then)))
    return typed, left


def _case(ctx: Context, node: tree.Case, scope: Scope) -> s.Statement:
    subject = ctx.elaborate(ctx, node.subject, scope, None)
    have = subject.type
    if not settled(have):
        ctx.report("K511", f"nothing says what this is: {show(have)}", node.subject.span)
        have = Unknown()
    seen: dict[object, Span] = {}
    arms = []
    for arm in node.arms:
        values = []
        for value in arm.values:
            constant = _constant(ctx, value, have)
            key = _case_key(constant)
            if key is not None and key in seen:
                from kilnscript.diagnostics import Label

                ctx.report("K513", "this value has two arms", value.span, None, Label(seen[key], "the first one"))
            elif key is not None:
                seen[key] = value.span
            values.append(constant)
        inner = scope
        if not isinstance(have, Unknown) and len(arm.values) and not any(isinstance(v, tree.NoneValue) for v in arm.values):
            inner = scope.with_facts(when_true(e.Same(subject, e.NoneLiteral(have, node.span), True, YesNo(), node.span)))
        arms.append(s.Arm(tuple(values), ctx.type_block(ctx, arm.block, inner), text(ctx, arm.doc, scope), arm.span))
    otherwise = ctx.type_block(ctx, node.otherwise, scope) if node.otherwise is not None else None
    if node.otherwise is None and not isinstance(have, Unknown):
        _complete(ctx, node, have, seen)
    return s.Case(subject, tuple(arms), otherwise, None, node.span)


def _constant(ctx: Context, node: tree.Expression, have: Type) -> e.Expression:
    """A constant of the subject's type; the words of an arm are members first of all."""
    wanted = strip(have)
    if isinstance(wanted, Kind) and isinstance(node, tree.Name):
        known = _members(ctx, wanted.name)
        if node.id in known:
            return e.MemberLiteral(wanted.name, node.id, wanted, node.span)
        ctx.report("K404", f"`{wanted.name}` has no member `{node.id}`", node.span, did_you_mean(node.id, known) or one_of(known))
        return ctx.unknown(node.span)
    value = ctx.elaborate(ctx, node, Scope(), have)
    if isinstance(value, e.NoneLiteral) and not isinstance(value.type, Unknown):
        if have == wanted and not isinstance(have, Unknown):
            ctx.report("K508", f"{show(have)} is never none", node.span)
        return value
    return coerce(ctx, value, wanted, "the value of an arm")


def _members(ctx: Context, kind: str) -> list[str]:
    if kind in ctx.declarations.kinds:
        return [m.name for m in ctx.declarations.kinds[kind].members]
    option = ctx.declarations.options.get(kind.removeprefix("option "))
    return [v.member for v in option.values if isinstance(v, e.MemberLiteral)] if option is not None else []


def _case_key(value: e.Expression) -> object | None:
    match value:
        case e.MemberLiteral(member=member):
            return member
        case e.NumberLiteral(value=number):
            return number
        case e.YesNoLiteral(value=yes):
            return "yes" if yes else "no"
        case e.NoneLiteral() if not isinstance(value.type, Unknown):
            return "none"
        case _:
            return None


def _complete(ctx: Context, node: tree.Case, have: Type, seen: dict[object, Span]) -> None:
    match strip(have):
        case Kind(name=name):
            wanted = _members(ctx, name)
        case YesNo():
            wanted = ["yes", "no"]
        case _:
            ctx.report("K512", f"a case over {show(have)} needs `else:`", node.subject.span, "not every value can be listed")
            return
    if have != strip(have) and not getattr(have, "soft", True):
        wanted = [*wanted, "none"]
    missing = [w for w in wanted if w not in seen]
    if missing:
        listed = ", ".join(f"`{m}`" for m in missing)
        ctx.report("K512", f"the case leaves out {listed}", node.subject.span, "list them, or add `else:`")


def _take_turns(ctx: Context, node: tree.TakeTurns, scope: Scope) -> s.Statement:
    first = coerce(ctx, ctx.elaborate(ctx, node.first, scope, Player()), Player(), "who begins")
    among = seats(ctx, node.among, scope, "`among`") if node.among is not None else None
    until = _condition(ctx, node.until, scope) if node.until is not None else None
    turn = scope.only_facts(without_player(scope.facts))
    inside = turn.with_facts(without_player(when_false(until))) if until is not None else turn
    block = ctx.type_block(ctx, node.block, inside)
    innermost = not ctx.effects.of(node.block).turns
    return s.TakeTurns(first, among, until, _limit(ctx, node.limit, scope), block, innermost, None, node.span)


def seats(ctx: Context, node: tree.Expression, scope: Scope, what: str) -> e.Expression:
    """A set or list of seats; one seat is taken as one."""
    value = present(ctx, ctx.elaborate(ctx, node, scope, None), what)
    if isinstance(value.type, Player):
        return e.Convert(value, ListOf(Player()), value.span)
    if isinstance(value.type, SetOf | ListOf):
        item = value.type.item
    else:
        item = value.type if isinstance(value.type, Unknown) else Nothing()
    if not isinstance(item, Player | Unknown):
        ctx.report("K501", f"{what} has to be seats, and is {show(value.type)}", value.span)
        return ctx.unknown(value.span)
    return value


def rule(ctx: Context, node: tree.Rule, scope: Scope) -> s.Rule:
    when = _condition(ctx, node.when, scope) if node.when is not None else None
    inside = scope.with_facts(when_true(when)) if when is not None else scope
    typed = s.Rule(node.name, text(ctx, node.title, scope), when, ctx.type_block(ctx, node.block, inside), None, node.span)
    ctx.rules[node.name] = typed
    return typed
