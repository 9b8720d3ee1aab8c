"""Typing of blocks: one statement after the other, with the names and facts each leaves behind; texts last, with all names."""

from __future__ import annotations

from dataclasses import replace

from kilnscript.model import statements as s
from kilnscript.model.typing import decisions, flow, statements
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.facts import after
from kilnscript.model.typing.scope import Scope
from kilnscript.model.typing.texts import text
from kilnscript.source import tree


def type_block(ctx: Context, node: tree.Block, scope: Scope) -> s.Block:
    typed: list[s.Statement] = []
    inner = scope
    for statement in node.statements:
        result, inner = type_statement(ctx, statement, inner)
        if result is not None:
            typed.append(result)
    reader = replace(inner, facts=frozenset())
    docs = {n.span: n.doc for n in node.statements if n.doc is not None}
    for i, result in enumerate(typed) if docs else ():
        if result.span in docs:
            typed[i] = replace(result, doc=text(ctx, docs[result.span], reader))
    return s.Block(tuple(typed), text(ctx, node.doc, reader), node.span)


def type_statement(ctx: Context, node: tree.Statement, scope: Scope) -> tuple[s.Statement | None, Scope]:
    """The typed statement without its text, and the scope after it."""
    match node:
        case tree.Let():
            return statements.let(ctx, node, scope)
        case tree.If() | tree.Case() | tree.ForEach() | tree.RepeatTimes() | tree.RepeatUntil() | tree.TakeTurns() | tree.Rule():
            return flow.type_flow(ctx, node, scope)
        case tree.Decision():
            typed = decisions.decision(ctx, node, scope)
            return typed, scope.only_facts(after(scope.facts, ctx.effects.of(node)))
        case _:
            result = statements.simple(ctx, node, scope)
            facts = after(scope.facts, ctx.effects.of(node))
            return result, scope.only_facts(facts | statements.proved(result))
