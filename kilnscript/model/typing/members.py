"""Typing of `.name`: options, members of a kind, what belongs to a seat, attributes of pieces and members, the built-in ones."""

from __future__ import annotations

from kilnscript.diagnostics import Label, Span
from kilnscript.model import expressions as e
from kilnscript.model.builtins import ATTRIBUTES, Owner
from kilnscript.model.declare.nearest import one_of
from kilnscript.model.types import (
    Arrow,
    Cell,
    Direction,
    Kind,
    Line,
    ListOf,
    Number,
    Piece,
    Place,
    Player,
    SetOf,
    Token,
    Type,
    Unknown,
)
from kilnscript.model.typing.coerce import present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.names import did_you_mean
from kilnscript.model.typing.order import need_order
from kilnscript.model.typing.references import of_seat
from kilnscript.model.typing.relations import contents, hand_on, held, is_collection, optional, pieces_in_cells, show, strip, unify
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree

SHAPED = {
    "arrows": ("grid",),
    "marked": ("grid", "row"),
    "rows": ("grid",),
    "columns": ("grid",),
    "cells": ("grid", "row", "slot"),
    "piece": ("slot",),
}


def attribute(ctx: Context, node: tree.Attribute, scope: Scope) -> e.Expression:
    if isinstance(node.owner, tree.Name) and node.owner.id not in scope.locals:
        if node.owner.id == "option":
            return _option(ctx, node)
        if node.owner.id in ctx.declarations.kinds and node.owner.id not in ctx.names.entries:
            return _member_of(ctx, node, node.owner.id)
    owner = ctx.elaborate(ctx, node.owner, scope, None)
    if isinstance(node.owner, tree.Name) and isinstance(owner.type, Kind) and owner.type.name == node.owner.id:
        kind = ctx.declarations.kinds.get(node.owner.id)  # a local may be called `colour`, and `colour.red` is a member all the same
        if kind is not None and node.name not in kind.attributes and any(m.name == node.name for m in kind.members):
            return e.MemberLiteral(kind.name, node.name, owner.type, node.span)
    return read(ctx, owner, node, scope)


def _option(ctx: Context, node: tree.Attribute) -> e.Expression:
    option = ctx.declarations.options.get(node.name)
    if option is None:
        options = list(ctx.declarations.options)
        ctx.report(
            "K404",
            f"there is no option `{node.name}`",
            node.name_span,
            did_you_mean(node.name, options) or one_of(options, "add it to `options:`"),
        )
        return ctx.unknown(node.span)
    return e.OptionValue(node.name, option.type, node.span)


def _member_of(ctx: Context, node: tree.Attribute, name: str) -> e.Expression:
    kind = ctx.declarations.kinds[name]
    known = [m.name for m in kind.members]
    if node.name not in known:
        ctx.report(
            "K404",
            f"`{name}` has no member `{node.name}`",
            node.name_span,
            did_you_mean(node.name, known) or one_of(known),
            Label(kind.span, "the kind is declared here"),
        )
        return ctx.unknown(node.span)
    return e.MemberLiteral(name, node.name, Kind(name), node.span)


def read(ctx: Context, owner: e.Expression, node: tree.Attribute, scope: Scope) -> e.Expression:
    have, name, span = strip(owner.type), node.name, node.span
    d = ctx.declarations
    found: e.Expression | None = None
    match have:
        case Unknown():
            return ctx.unknown(span)
        case Player():
            if name in ctx.names.seat_places or name in ctx.names.seat_variables:
                return of_seat(ctx, owner, node, scope, [], span)[0]
            if name == "score":
                if d.scores is not None and d.scores.per == "player":
                    found = e.ScoreOf(owner, hand_on(Number(), owner.type), span)
            elif name in ATTRIBUTES["player"]:
                found = _built_in(owner, "player", name, Number(), span)
        case Piece(components=components):
            found = _of_piece(ctx, owner, components, node)
        case Kind(name=kind):
            found = _of_kind(ctx, owner, kind, node)
        case Place(name=place):
            found = _of_place(ctx, owner, place, node)
        case Cell(place=place):
            cells = ListOf(Cell(place))
            types: dict[str, Type] = {
                "piece": optional(pieces_in_cells(d, place), soft=True), "neighbours": cells, "around": cells, "grid": Place(place),
            }  # fmt: skip
            if name in ATTRIBUTES["cell"]:
                found = _built_in(_for(ctx, owner, types.get(name)), "cell", name, types.get(name, Number()), span)
        case Line(place=place):
            if name in ATTRIBUTES["line"]:
                found = _built_in(owner, "line", name, Number() if name == "number" else Cell(place), span)
        case Arrow(place=place):
            if name in ATTRIBUTES["arrow"]:
                found = _built_in(owner, "arrow", name, Number() if name == "number" else Arrow(place), span)
        case Direction():
            if name == "opposite":
                found = _built_in(owner, "direction", name, Direction(), span)
        case Token():
            if name == "title":
                found = _built_in(owner, "token", name, ATTRIBUTES["token"]["title"].type or Unknown(), span)
        case SetOf(item=item) | ListOf(item=item):
            if name in ("first", "last"):
                owner = present(ctx, owner)
                if isinstance(have, SetOf):
                    need_order(ctx, owner, f"`.{name}`")
                    owner = e.Convert(owner, ListOf(item), owner.span)
                result = item if surely_filled(owner) else optional(item, soft=True)
                return e.BuiltInAttribute(owner, name, "list", result, span)
        case _:
            pass
    return found if found is not None else _no_attribute(ctx, owner, node)


def surely_filled(value: e.Expression) -> bool:
    """Collections that hold something whatever the state of the game."""
    match value:
        case e.Players() | e.Members() | e.DirectionList():
            return True
        case e.ListLiteral(items=items):
            return bool(items)
        case e.Convert(value=inner):
            return surely_filled(inner)
        case e.BuiltInCall(function="seats_from"):
            return True
        case e.Query(name="largest" | "smallest", binders=binders, where=None):
            return all(surely_filled(b.source) for b in binders)
        case _:
            return False


def _for(ctx: Context, owner: e.Expression, result: Type | None) -> e.Expression:
    """Collections are not handed none on: their owner has to be there."""
    return present(ctx, owner) if result is not None and is_collection(result) else owner


def _built_in(owner: e.Expression, of: Owner, name: str, type_: Type, span: Span) -> e.Expression:
    return e.BuiltInAttribute(owner, name, of, hand_on(type_, owner.type), span)


def _of_piece(ctx: Context, owner: e.Expression, components: tuple[str, ...] | None, node: tree.Attribute) -> e.Expression | None:
    name, span = node.name, node.span
    if name in ATTRIBUTES["piece"]:
        return _built_in(owner, "piece", name, ATTRIBUTES["piece"][name].type or Unknown(), span)
    declared = [ctx.declarations.components[c] for c in components or tuple(ctx.declarations.components)]
    types = [t for c in declared if (t := c.has.get(name) or c.changes.get(name)) is not None]
    if not types:
        return None
    type_: Type = types[0]
    for other in types[1:]:
        both = unify(ctx.declarations, type_, other)
        if both is None:
            ctx.report("K504", f"`{name}` is {show(type_)} for one component and {show(other)} for another", node.name_span)
            return ctx.unknown(span)
        type_ = both
    if len(types) < len(declared):
        type_ = optional(type_, soft=True)
    return e.PieceValue(owner, name, hand_on(type_, owner.type), span)


def _of_kind(ctx: Context, owner: e.Expression, kind: str, node: tree.Attribute) -> e.Expression | None:
    name, span = node.name, node.span
    declared = ctx.declarations.kinds.get(kind)
    if declared is not None and name in declared.attributes:
        return e.MemberValue(owner, name, hand_on(declared.attributes[name], owner.type), span)
    if name == "score":
        scores = ctx.declarations.scores
        return e.ScoreOf(owner, hand_on(Number(), owner.type), span) if scores is not None and scores.per == kind else None
    if name in ATTRIBUTES["member"]:
        return _built_in(owner, "member", name, ATTRIBUTES["member"][name].type or Unknown(), span)
    return None


def _of_place(ctx: Context, owner: e.Expression, place: str | None, node: tree.Attribute) -> e.Expression | None:
    name, span = node.name, node.span
    d = ctx.declarations
    if name not in ATTRIBUTES["place"]:
        return None
    if place == "supply" or (place == "box" and name not in ("pieces", "first", "last")):
        return None
    declared = d.places.get(place) if place is not None else None
    if declared is not None and name in SHAPED and declared.shape not in SHAPED[name]:
        return None
    if declared is not None and ((name == "marked" and not declared.marks) or (name == "arrows" and not declared.arrows)):
        return None
    if declared is not None and (
        (name == "owner" and not any(k.of == "player" for k in declared.keys)) or (name == "number" and not declared.keys)
    ):
        return None
    if name in ("first", "last", "top") and declared is not None and declared.marks:
        return None
    piece = optional(held(d, place), soft=True)
    cells, lines = Cell(place), ListOf(Line(place))
    types: dict[str, Type] = {
        "pieces": contents(d, place), "cells": ListOf(cells), "rows": lines, "columns": lines, "arrows": ListOf(Arrow(place)),
        "marked": SetOf(cells), "first": piece, "last": piece, "top": piece, "piece": piece, "owner": Player(),
    }  # fmt: skip
    if name in ("first", "last", "top"):
        need_order(ctx, owner, f"`.{name}`")
    type_ = types.get(name, Number())
    return _built_in(_for(ctx, owner, type_), "place", name, type_, span)


def _why_not(name: str) -> str | None:
    """Which places have a built-in attribute that this one lacks."""
    match name:
        case "owner":
            return "it belongs to no seat"
        case "number":
            return "there is only one of it"
        case "marked":
            return "cells are marked where a place says `holds: marks`"
        case "arrows":
            return "`arrows: yes` adds the border of a grid"
        case _ if name in SHAPED:
            return f"`.{name}` is for a {' or a '.join(SHAPED[name])}"
        case _:
            return None


def _no_attribute(ctx: Context, owner: e.Expression, node: tree.Attribute) -> e.Expression:
    have, name, d = strip(owner.type), node.name, ctx.declarations
    known: list[str] = []
    labels: tuple[Label, ...] = ()
    hint: str | None = None
    match have:
        case Player():
            known = [*ctx.names.seat_places, *ctx.names.seat_variables, *ATTRIBUTES["player"]]
            if name in ctx.names.entries:
                hint = f"`{name}` does not belong to a seat: write `{name}` alone"
        case Piece(components=components):
            for c in components or tuple(d.components):
                known += [*d.components[c].has, *d.components[c].changes]
            known += ATTRIBUTES["piece"]
            if components is not None and len(components) == 1:
                labels = (Label(d.components[components[0]].span, "declared here"),)
        case Kind(name=kind):
            known = [*(d.kinds[kind].attributes if kind in d.kinds else ()), *ATTRIBUTES["member"]]
        case Place(name=place):
            known = list(ATTRIBUTES["place"])
            if name in known:
                known, hint = [], _why_not(name)
            if place is not None and place in d.places:
                labels = (Label(d.places[place].span, "declared here"),)
        case Cell():
            known = list(ATTRIBUTES["cell"])
            if any(name in c.has or name in c.changes for c in d.components.values()):
                hint = f"the piece on it has one: `.piece.{name}`"
        case Line():
            known = list(ATTRIBUTES["line"])
        case SetOf() | ListOf():
            known = ["first", "last"]
            hint = (
                "`count(…)` says how many"
                if name in ("size", "count", "length")
                else "a query looks at each of them: `each(x in …: x." + name + ")`"
            )
        case _:
            pass
    if name == "score" and isinstance(have, Player | Kind):
        hint = "`scores:` in game.yaml says who has points"
    ctx.report("K404", f"{show(have)} has no `{name}`", node.name_span, did_you_mean(name, known) or hint or one_of(known), *labels)
    return ctx.unknown(node.span)
