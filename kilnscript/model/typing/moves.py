"""Typing of moves: pieces go to places and cells that hold them, tokens from purse to purse."""

from __future__ import annotations

from kilnscript.diagnostics import Label
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.types import (
    Amount,
    Cell,
    ListOf,
    Number,
    Piece,
    Place,
    SetOf,
    Type,
    Unknown,
)  # fmt: skip
from kilnscript.model.typing.coerce import as_pieces, as_set, coerce, item_of, present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.order import need_order
from kilnscript.model.typing.relations import held, show, strip
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree


def want_type(ctx: Context, node: tree.Expression, scope: Scope, want: Type, what: str) -> e.Expression:
    return coerce(ctx, ctx.elaborate(ctx, node, scope, want), want, what)


def _is_purse(ctx: Context, type_: Type) -> bool:
    match strip(type_):
        case Place(name="supply"):
            return True
        case Place(name=str() as name):
            return name in ctx.declarations.places and ctx.declarations.places[name].shape == "purse"
        case _:
            return False


def move(ctx: Context, node: tree.Move, scope: Scope) -> s.Statement | None:
    if node.source is not None:
        amount = want_type(ctx, node.what, scope, Amount(), "what is moved `from` a place")
        source = _purse(ctx, node.source, scope)
        if len(node.destinations) > 1:
            ctx.report("K515", "tokens go to one place", node.destinations[1].span, "`then` is for pieces that find no room")
        return s.MoveTokens(amount, source, _purse(ctx, node.destinations[0], scope), None, node.span)
    what = ctx.elaborate(ctx, node.what, scope, None)
    if isinstance(what.type, Amount):
        ctx.report("K515", "an amount is moved from somewhere", node.span, "write `move … from supply to …`")
        return None
    if isinstance(strip(what.type), Place):
        first = ctx.elaborate(ctx, node.destinations[0], scope, None)
        if _is_purse(ctx, what.type) or _is_purse(ctx, first.type):
            source = coerce(ctx, what, Place(), "where tokens come from")
            return s.MoveTokens(None, source, _purse(ctx, node.destinations[0], scope), None, node.span)
    pieces = as_pieces(ctx, what, "what is moved")
    destinations = tuple(destination(ctx, d, scope, pieces.type) for d in node.destinations)
    if len(destinations) > 1 and isinstance(pieces.type, SetOf):
        need_order(ctx, pieces, "what overflows")
    return s.MovePieces(pieces, destinations, node.under, None, node.span)


def _purse(ctx: Context, node: tree.Expression, scope: Scope) -> e.Expression:
    value = want_type(ctx, node, scope, Place(), "where tokens lie")
    name = value.type.name if isinstance(value.type, Place) else None
    if name is not None and not _is_purse(ctx, value.type):
        declared = ctx.declarations.places.get(name)
        ctx.report(
            "K515",
            f"`{name}` holds no tokens",
            node.span,
            "tokens lie in a purse or in `supply`",
            *((Label(declared.span, "declared here"),) if declared and name != "box" else ()),
        )
    return value


def destination(ctx: Context, node: tree.Expression, scope: Scope, what: Type) -> e.Expression:
    value = present(ctx, ctx.elaborate(ctx, node, scope, None), "where it goes")
    place: str | None
    match value.type:
        case Place(name=place) | Cell(place=place):
            pass
        case Unknown():
            return value
        case _:
            ctx.report("K515", f"pieces go to a place or a cell, not to {show(value.type)}", node.span)
            return ctx.unknown(node.span)
    declared = ctx.declarations.places.get(place) if place is not None else None
    piece = strip(item_of(what)) if isinstance(what, SetOf | ListOf) else strip(what)
    if place == "supply" or (declared is not None and (declared.shape == "purse" or declared.marks)):
        ctx.report("K515", f"`{place}` holds no pieces", node.span, None, *((Label(declared.span, "declared here"),) if declared else ()))
    elif declared is not None and place != "box" and isinstance(piece, Piece) and piece.components is not None:
        room = held(ctx.declarations, place)
        if isinstance(room, Piece) and room.components is not None and not set(piece.components) & set(room.components):
            ctx.report(
                "K515",
                f"`{place}` holds no {piece.components[0]}",
                node.span,
                "`holds:` says what may lie in a place",
                Label(declared.span, "declared here"),
            )
    return value


def draw(ctx: Context, node: tree.Draw, scope: Scope) -> s.Statement | None:
    count = want_type(ctx, node.count, scope, Number(), "how many are drawn")
    source = present(ctx, ctx.elaborate(ctx, node.source, scope, None), "what is drawn from")
    if isinstance(source.type, Place):
        declared = ctx.declarations.places.get(source.type.name or "")
        if declared is not None and (declared.shape == "purse" or declared.marks):
            ctx.report("K515", f"`{declared.name}` holds no pieces to draw", node.source.span, None, Label(declared.span, "declared here"))
        pieces: Type = held(ctx.declarations, source.type.name)
    else:
        source = as_set(ctx, as_pieces(ctx, source, "what is drawn from"))
        pieces = item_of(source.type)
    return s.Draw(count, source, tuple(destination(ctx, d, scope, pieces) for d in node.destinations), node.under, None, node.span)


def can_be_rolled(ctx: Context, dice: e.Expression) -> None:
    item = item_of(dice.type) if isinstance(dice.type, SetOf | ListOf) else strip(dice.type)
    if isinstance(item, Piece) and item.components is not None:
        for name in item.components:
            if ctx.declarations.components[name].rolls is None:
                declared = ctx.declarations.components[name]
                ctx.report(
                    "K515",
                    f"a {name} cannot be rolled",
                    dice.span,
                    "`rolls:` of a component names the attribute that is rolled",
                    Label(declared.span, "declared here"),
                )
