"""Typing of texts: the holes of a template become typed expressions."""

from __future__ import annotations

from dataclasses import replace
from typing import overload

from kilnscript.model.expressions import TextHole, TextTable, TypedText
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree


@overload
def text(ctx: Context, node: tree.Template, scope: Scope) -> TypedText: ...
@overload
def text(ctx: Context, node: None, scope: Scope) -> None: ...
@overload
def text(ctx: Context, node: tree.Template | None, scope: Scope) -> TypedText | None: ...


def text(ctx: Context, node: tree.Template | None, scope: Scope) -> TypedText | None:
    if node is None:
        return None
    if len(node.parts) == 1 and isinstance(node.parts[0], str):
        return TypedText(node.parts, node.span)  # type: ignore[arg-type]
    reader = replace(scope, results=None, wanted_result=None)
    parts: list[str | TextHole | TextTable] = []
    for part in node.parts:
        match part:
            case tree.Hole(value=value, span=span):
                parts.append(TextHole(ctx.elaborate(ctx, value, reader, None), span))
            case tree.TableHole(table=table, span=span):
                if table not in ctx.declarations.tables:
                    ctx.report("K401", f"there is no table `{table}`", span, did_you_mean(table, list(ctx.declarations.tables)))
                else:
                    parts.append(TextTable(table, span))
            case _:
                parts.append(part)
    return TypedText(tuple(parts), node.span)
