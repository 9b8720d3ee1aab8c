"""Typing of names and of `[…]`: what a name stands for, and the members of families, tables, lists and rows."""

from __future__ import annotations

from typing import assert_never

from kilnscript.diagnostics import Label, Span
from kilnscript.model import expressions as e
from kilnscript.model.builtins import FUNCTIONS, QUERIES, VALUES
from kilnscript.model.declarations import Pattern, Place, PlaceKey, Table, Token, Variable
from kilnscript.model.types import Cell, Kind, Line, ListOf, Number, Optional, Piece, Player, SetOf, TallyOf, Type, Unknown
from kilnscript.model.types import Pattern as PatternType
from kilnscript.model.types import Place as PlaceType
from kilnscript.model.types import Token as TokenType
from kilnscript.model.typing import calls
from kilnscript.model.typing.coerce import coerce, present
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.names import BuiltIn, ComponentPlural, KindPlural, Members, OnePiece, did_you_mean
from kilnscript.model.typing.order import need_order
from kilnscript.model.typing.relations import optional, show, strip, tied
from kilnscript.model.typing.scope import Scope
from kilnscript.source import tree

SLIPS = dict.fromkeys(("true", "True"), "yes") | dict.fromkeys(("false", "False"), "no")
SLIPS |= dict.fromkeys(("null", "None", "nil", "nobody", "off"), "none")


def name_of(ctx: Context, node: tree.Name, scope: Scope, want: Type | None) -> e.Expression:
    if node.id in scope.locals:
        return local(node, scope)
    return _declared(ctx, node, scope, want, [], node.span)[0]


def local(node: tree.Name, scope: Scope) -> e.Expression:
    scope.used.add(node.id)
    return e.Local(node.id, scope.locals[node.id].type, node.span)


def index_of(ctx: Context, node: tree.Index, scope: Scope) -> e.Expression:
    """Keys of a family, a variable or a table first; what is left looks into the value."""
    base: tree.Expression = node
    keys: list[tuple[tree.Expression, Span]] = []
    while isinstance(base, tree.Index):
        keys = [(key, base.span) for key in base.keys] + keys
        base = base.owner
    rest = keys
    if isinstance(base, tree.Name) and base.id not in scope.locals:
        value, rest = _declared(ctx, base, scope, None, keys, node.span)
    elif isinstance(base, tree.Attribute) and not (isinstance(base.owner, tree.Name) and base.owner.id == "option"):
        owner = ctx.elaborate(ctx, base.owner, scope, None)
        if isinstance(strip(owner.type), Player) and (base.name in ctx.names.seat_places or base.name in ctx.names.seat_variables):
            value, rest = of_seat(ctx, owner, base, scope, keys, node.span)
        else:
            value = ctx.elaborate(ctx, base, scope, None)
    else:
        value = ctx.elaborate(ctx, base, scope, None)
    for key, span in rest:
        value = _element(ctx, value, key, span, scope)
    return value


Keys = list[tuple[tree.Expression, Span]]


def _declared(ctx: Context, node: tree.Name, scope: Scope, want: Type | None, keys: Keys, span: Span) -> tuple[e.Expression, Keys]:
    """What a declared name stands for, and the keys that it did not take."""
    entry = ctx.names.entries.get(node.id)
    match entry:
        case None:
            _unknown_name(ctx, node, scope)
            return ctx.unknown(node.span), []
        case BuiltIn(name=name):
            return _built_in(name, node.span), keys
        case Members():
            return member_literal(ctx, entry, node, want), keys
        case KindPlural(kind=kind):
            return e.Members(kind.name, ListOf(Kind(kind.name)), node.span), keys
        case ComponentPlural(component=component):
            return e.Pieces(component.name, SetOf(Piece((component.name,))), node.span), keys
        case OnePiece(component=component, row=row):
            return e.PieceLiteral(component.name, row, Piece((component.name,)), node.span), keys
        case Token():
            return e.TokenLiteral(entry.name, TokenType(), node.span), keys
        case Place():
            return _place(ctx, entry, (), scope, keys, node.span if not keys else span)
        case Variable():
            return _variable(ctx, entry, (), scope, keys, node.span if not keys else span)
        case Table():
            return _table(ctx, entry, scope, keys, node, span)
        case Pattern():
            return e.PatternList((entry.name,), PatternType(), node.span), keys
        case tree.Function():
            return calls.function_call(ctx, entry, (), scope, node.span, node.span), keys
        case tree.Payment():
            ctx.report("K407", f"`{node.id}` is a payment and needs its arguments", node.span, f"write `{node.id}(…)`")
            return ctx.unknown(node.span), []
        case _:
            assert_never(entry)


def _built_in(name: str, span: Span) -> e.Expression:
    type_ = VALUES[name].type
    match name:
        case "player":
            return e.CurrentPlayer(type_, span)
        case "players":
            return e.Players(type_, span)
        case "box" | "supply":
            return e.PlaceAt(name, (), type_, span)
        case "directions" | "straight" | "diagonal":
            return e.DirectionList(name, type_, span)
        case "horizontal" | "vertical" | "rising" | "falling":
            return e.AxisLiteral(name, type_, span)
        case "in_transaction" | "over" | "winners":
            return e.GameState(name, type_, span)
        case _:
            return e.DirectionLiteral(name, type_, span)


def member_literal(ctx: Context, entry: Members, node: tree.Name, want: Type | None) -> e.Expression:
    """A member; where several kinds share it, the type wanted decides."""
    wanted = strip(want) if want is not None else None
    while isinstance(wanted, SetOf | ListOf | Optional):
        wanted = wanted.item
    kinds = entry.kinds
    if len(kinds) > 1:
        if isinstance(wanted, Kind) and wanted.name in kinds:
            kinds = (wanted.name,)
        elif isinstance(wanted, TokenType):
            kinds = tuple(k for k in kinds if tied(ctx.declarations, k)) or kinds
        real = tuple(k for k in kinds if not k.startswith("option "))
        if len(kinds) > 1 and len(real) == 1 and not isinstance(wanted, Kind):
            kinds = real
    if len(kinds) > 1:
        listed = " and ".join(f"`{k}`" for k in kinds)
        ctx.report(
            "K403", f"`{entry.name}` is a member of {listed}", node.span, f"write `{kinds[0]}.{entry.name}` or `{kinds[1]}.{entry.name}`"
        )
        return ctx.unknown(node.span)
    return e.MemberLiteral(kinds[0], entry.name, Kind(kinds[0]), node.span)


# ---- families, variables, tables ---------------------------------------------------------------------------------------


def of_seat(ctx: Context, owner: e.Expression, node: tree.Attribute, scope: Scope, keys: Keys, span: Span) -> tuple[e.Expression, Keys]:
    """A place or variable of a seat."""
    span = node.span if not keys else span
    place = ctx.names.seat_places.get(node.name)
    if place is not None:
        return _place(ctx, place, (owner,), scope, keys, span)
    return _variable(ctx, ctx.names.seat_variables[node.name], (owner,), scope, keys, span)


def _take_keys(ctx: Context, wanted: tuple[PlaceKey, ...], scope: Scope, keys: Keys) -> tuple[e.Expression, ...]:
    return tuple(_key(ctx, spec, key, scope) for spec, (key, _) in zip(wanted, keys, strict=False))


def _key(ctx: Context, spec: PlaceKey, node: tree.Expression, scope: Scope) -> e.Expression:
    type_: Type = Player() if spec.of == "player" else Kind(spec.kind or "") if spec.of == "kind" else Number()
    found = ctx.elaborate(ctx, node, scope, type_)
    return coerce(ctx, found, Optional(type_) if isinstance(found.type, Optional) else type_, "this index")


def _missing_is_none(type_: Type, keys: tuple[e.Expression, ...]) -> Type:
    """A missing index is none."""
    return optional(type_, soft=True) if any(isinstance(k.type, Optional) for k in keys) else type_


def _place(ctx: Context, place: Place, first: tuple[e.Expression, ...], scope: Scope, keys: Keys, span: Span) -> tuple[e.Expression, Keys]:
    given = (*first, *_take_keys(ctx, place.keys[len(first) :], scope, keys))
    rest = keys[len(given) - len(first) :]
    if len(given) == len(place.keys):
        return e.PlaceAt(place.name, given, _missing_is_none(PlaceType(place.name), given), span), rest
    return e.PlaceFamily(place.name, given, ListOf(PlaceType(place.name)), span), rest


def _variable(
    ctx: Context, variable: Variable, first: tuple[e.Expression, ...], scope: Scope, keys: Keys, span: Span
) -> tuple[e.Expression, Keys]:
    given = (*first, *_take_keys(ctx, variable.keys[len(first) :], scope, keys))
    rest = keys[len(given) - len(first) :]
    if len(given) < len(variable.keys):
        ctx.report("K408", f"`{variable.name}` needs its index", span, f"write `{variable.name}[…]`", Label(variable.span, "declared here"))
        return ctx.unknown(span), []
    found = e.Variable(variable.name, given, _missing_is_none(variable.type, given), span)
    if rest and isinstance(variable.type, TallyOf):
        key, where = rest[0]
        value = coerce(ctx, ctx.elaborate(ctx, key, scope, variable.type.item), variable.type.item, "what is looked up")
        return e.Noted(found, value, Number(), where), rest[1:]
    return found, rest


def _table(ctx: Context, table: Table, scope: Scope, keys: Keys, node: tree.Name, span: Span) -> tuple[e.Expression, Keys]:
    if table.form == "number":
        return e.TableConstant(table.name, Number(), node.span), keys
    if table.form == "set":
        return e.TableConstant(table.name, SetOf(Number()), node.span), keys
    count = len(table.keys)
    if len(keys) < count:
        wanted = "its key" if count == 1 else f"{count} keys"
        ctx.report(
            "K408",
            f"`{table.name}` needs {wanted}",
            span,
            f"write `{table.name}[{', '.join(k.heading for k in table.keys)}]`",
            Label(table.span, "declared here"),
        )
        return ctx.unknown(span), []
    given = []
    total = True
    for key, (wanted_key, _) in zip(table.keys, keys, strict=False):
        type_: Type = Number() if key.kind is None else Player() if key.kind == "player" else Kind(key.kind)
        value = ctx.elaborate(ctx, wanted_key, scope, type_)
        given.append(coerce(ctx, value, Optional(type_) if isinstance(value.type, Optional) else type_, f"the key of `{table.name}`"))
        total = total and key.kind is not None and not isinstance(value.type, Optional)
    return e.TableValue(table.name, tuple(given), table.to if total else optional(table.to, soft=True), span), keys[count:]


def _element(ctx: Context, owner: e.Expression, key: tree.Expression, span: Span, scope: Scope) -> e.Expression:
    """`list[i]`, `row[i]`, `purse[coin]`, `line[i]`."""
    have = strip(owner.type)
    match have:
        case ListOf(item=item):
            index = coerce(ctx, ctx.elaborate(ctx, key, scope, Number()), Number(), "an index")
            return e.Element(present(ctx, owner), index, optional(item, soft=True), span)
        case SetOf(item=item):
            index = coerce(ctx, ctx.elaborate(ctx, key, scope, Number()), Number(), "an index")
            need_order(ctx, owner, "an index")
            listed = e.Convert(present(ctx, owner), ListOf(item), owner.span)
            return e.Element(listed, index, optional(item, soft=True), span)
        case Line(place=place):
            index = coerce(ctx, ctx.elaborate(ctx, key, scope, Number()), Number(), "an index")
            return e.Element(e.Convert(present(ctx, owner), ListOf(Cell(place)), owner.span), index, optional(Cell(place), soft=True), span)
        case PlaceType(name=name):
            declared = ctx.declarations.places.get(name) if name is not None else None
            value = ctx.elaborate(ctx, key, scope, TokenType() if declared is not None and declared.shape == "purse" else None)
            if isinstance(value.type, Unknown):
                return ctx.unknown(span)
            if isinstance(strip(value.type), TokenType) or isinstance(strip(value.type), Kind):
                if declared is not None and declared.shape != "purse":
                    ctx.report("K501", f"`{name}` holds no tokens", key.span, None, Label(declared.span, "declared here"))
                    return ctx.unknown(span)
                return e.TokensIn(present(ctx, owner), coerce(ctx, value, TokenType(), "what is looked up"), Number(), span)
            index = coerce(ctx, value, Number(), "an index")
            if declared is not None and not declared.cells:
                ctx.report(
                    "K503",
                    f"`{name}` has no cells to count",
                    span,
                    "a deck, stack or pile is looked into with a query",
                    Label(declared.span, "declared here"),
                )
                return ctx.unknown(span)
            return e.CellOf(present(ctx, owner), index, optional(Cell(name), soft=True), span)
        case Unknown():
            ctx.elaborate(ctx, key, scope, None)
            return ctx.unknown(span)
        case TallyOf():
            ctx.report("K503", "a tally is looked up by its own name", owner.span, "write `TALLY[x]`")
            return ctx.unknown(span)
        case _:
            ctx.report("K503", f"{show(owner.type)} cannot be indexed", span)
            return ctx.unknown(span)


# ---- names that are not there --------------------------------------------------------------------------------------------


def _unknown_name(ctx: Context, node: tree.Name, scope: Scope) -> None:
    name, d = node.id, ctx.declarations
    hint: str | None
    if name in ctx.names.seat_places or name in ctx.names.seat_variables:
        hint = f"it belongs to a seat: write `player.{name}`"
    elif name in SLIPS:
        hint = f"write `{SLIPS[name]}`"
    elif name in d.kinds:
        hint = f"`{name}` is a type; all of them are `{d.kinds[name].plural}`"
    elif name in d.components:
        hint = f"`{name}` is a type; all of them are `{d.components[name].plural}`"
    elif single := next((c for c in d.components.values() if c.single and c.plural == name), None):
        hint = f"there is only one: `{single.name}`"
    elif name in d.options:
        hint = f"write `option.{name}`"
    elif name in d.tokens:
        hint = None
    elif name in FUNCTIONS or name in QUERIES:
        hint = f"`{name}` is a built-in function: write `{(FUNCTIONS.get(name) or QUERIES[name]).example}`"
    elif name in ctx.parts.phases:
        hint = f"`{name}` is a phase: write `do {name}`"
    elif name in ctx.parts.actions or name in ctx.parts.own_actions:
        hint = f"`{name}` is an action; it can be offered, or asked for with `legal({name})`"
    elif name == "option":
        hint = "an option is named behind a dot: `option.NAME`"
    else:
        hint = did_you_mean(name, [*scope.locals, *ctx.names.known()]) or "declare it in game.yaml, or name it with `let` before"
    ctx.report_name("K401", name, f"nothing is called `{name}`", node.span, hint)
