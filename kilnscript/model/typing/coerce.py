"""The implicit steps: an expression and the type wanted come in, the expression as that type comes out, or a finding."""

from __future__ import annotations

from kilnscript.model import expressions as e
from kilnscript.model.declarations import Declarations
from kilnscript.model.types import (
    Amount,
    Cell,
    Kind,
    Line,
    ListOf,
    Nothing,
    Number,
    Optional,
    Piece,
    Place,
    SetOf,
    Text,
    Token,
    Type,
    Unknown,
)
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.relations import contents, fits, is_collection, show, strip, tied
from kilnscript.model.typing.said import said


def coerce(ctx: Context, value: e.Expression, want: Type, what: str | None = None) -> e.Expression:
    """``what`` names the place in a message: "`push` wants an arrow here"."""
    have = value.type
    if isinstance(have, Unknown) or isinstance(want, Unknown):
        return value
    if isinstance(have, Optional) and not isinstance(want, Optional):
        return _present(ctx, value, have, want, what)
    if fits(have, want):
        return value
    if isinstance(value, e.NoneLiteral) and isinstance(want, Optional):
        return e.NoneLiteral(want, value.span)
    if step(ctx.declarations, strip(have), strip(want)):
        return e.Convert(value, _target(ctx.declarations, strip(have), want), value.span)
    mismatch(ctx, value, want, what)
    return ctx.unknown(value.span)


def _target(declarations: Declarations, have: Type, want: Type) -> Type:
    """The type wanted, with the grid or the components that the value is known to have."""
    if not isinstance(want, SetOf | ListOf):
        return want
    match have:
        case SetOf(item=item) | ListOf(item=item):
            known = item
        case Line(place=place):
            known = Cell(place)
        case Place(name=name):
            lies = contents(declarations, name)
            known = lies.item if isinstance(lies, SetOf | ListOf) else want.item
        case _:
            return want
    if not fits(known, want.item):
        return want
    return SetOf(known) if isinstance(want, SetOf) else ListOf(known)


def _present(ctx: Context, value: e.Expression, have: Optional, want: Type, what: str | None) -> e.Expression:
    """A value that may be none where none is not allowed."""
    if isinstance(have.item, Nothing):
        ctx.report("K502", f"none cannot stand here: {what or 'this'} is {show(want)}", value.span)
        return ctx.unknown(value.span)
    if not (fits(have.item, want) or step(ctx.declarations, have.item, want)):
        mismatch(ctx, value, want, what)
        return ctx.unknown(value.span)
    if not have.soft:
        ctx.report(
            "K502",
            f"this may be none, and {what or 'what stands here'} has to be {show(want)}",
            value.span,
            f"test it first: `if {said(value) or '…'} is not none:`",
        )
    return coerce(ctx, e.Convert(value, have.item, value.span), want, what)


def mismatch(ctx: Context, value: e.Expression, want: Type, what: str | None) -> None:
    hint = None
    if isinstance(strip(want), Number) and (is_collection(strip(value.type)) or isinstance(strip(value.type), Place)):
        hint = "count(…) says how many there are"
    elif is_collection(strip(want)) and fits(value.type, getattr(strip(want), "item", Unknown())):
        hint = "a list of one is written `[…]`"
    elif isinstance(strip(want), Amount) and isinstance(value.type, Number):
        hint = "an amount names its token: `2 * coin`"
    ctx.report("K501", f"{what or 'this'} has to be {show(want)}, and is {show(value.type)}", value.span, hint)


def step(declarations: Declarations, have: Type, want: Type) -> bool:
    """Whether an implicit step leads from one type to the other."""
    match have, want:
        case Kind(name=kind), Token():
            return tied(declarations, kind)
        case Line(place=place), (SetOf(item=item) | ListOf(item=item)):
            return fits(Cell(place), item)
        case Place(name=name), (SetOf(item=item) | ListOf(item=item)):
            lies = contents(declarations, name)
            return (
                not isinstance(item, Place)
                and isinstance(lies, SetOf | ListOf)
                and isinstance(lies.item, Piece | Unknown)
                and fits(lies.item, item)
            )
        case Place(name=name), Amount():
            return name is None or (name in declarations.places and declarations.places[name].shape == "purse")
        case ((SetOf(item=one) | ListOf(item=one)), (SetOf(item=other) | ListOf(item=other))):
            missing = isinstance(one, Optional) and not isinstance(other, Optional)
            return fits(one, other) or (not missing and step(declarations, strip(one), strip(other)))
        case Text(), _:
            return False
        case _:
            return False


def to_cells(ctx: Context, value: e.Expression) -> e.Expression:
    """A cell, a line, or a collection of them as the set of the cells (`mark`, `clear`)."""
    value = present(ctx, value)
    have = value.type
    match have:
        case SetOf(item=Cell()):
            return value
        case (
            Cell(place=place)
            | Line(place=place)
            | SetOf(item=Line(place=place))
            | ListOf(item=Line(place=place))
            | ListOf(item=Cell(place=place))
        ):
            return e.Convert(value, SetOf(Cell(place)), value.span)
        case (
            SetOf(item=SetOf(item=Cell(place=place)) | ListOf(item=Cell(place=place)))
            | ListOf(item=SetOf(item=Cell(place=place)) | ListOf(item=Cell(place=place)))
        ):
            return e.Convert(value, SetOf(Cell(place)), value.span)
        case ListOf(item=Nothing()):
            return e.Convert(value, SetOf(Cell()), value.span)
        case _:
            return coerce(ctx, value, SetOf(Cell()))


def present(ctx: Context, value: e.Expression, what: str | None = None) -> e.Expression:
    """The value itself, surely there."""
    if isinstance(value.type, Optional):
        return coerce(ctx, value, value.type.item, what)
    return value


def as_collection(ctx: Context, value: e.Expression, what: str = "this") -> e.Expression:
    """A set or list, whatever it was written as; places become their contents, lines their cells."""
    value = present(ctx, value, what)
    match value.type:
        case SetOf() | ListOf() | Unknown():
            return value
        case Place(name=name):
            lies = contents(ctx.declarations, name)
            declared = ctx.declarations.places.get(name) if name is not None else None
            shape = "purse" if name == "supply" else declared.shape if declared is not None else None
            if shape == "purse":
                ctx.report(
                    "K503",
                    f"{what} has to be a collection, and `{name}` holds tokens",
                    value.span,
                    "`purse[coin]` and `count(purse)` say how many there are",
                )
                return ctx.unknown(value.span)
            return e.Convert(value, lies, value.span)
        case Line(place=place):
            return e.Convert(value, ListOf(Cell(place)), value.span)
        case _:
            ctx.report("K503", f"{what} has to be a collection, and is {show(value.type)}", value.span)
            return ctx.unknown(value.span)


def as_set(ctx: Context, value: e.Expression) -> e.Expression:
    value = as_collection(ctx, value)
    return e.Convert(value, SetOf(value.type.item), value.span) if isinstance(value.type, ListOf) else value


def as_list(ctx: Context, value: e.Expression) -> e.Expression:
    """For queries that need an order; whether there is one is checked beside it."""
    match value:
        case e.Convert(value=inner, type=SetOf(item=item)) if isinstance(inner.type, Place):
            return e.Convert(inner, ListOf(item), value.span)
        case _ if isinstance(value.type, SetOf):
            return e.Convert(value, ListOf(value.type.item), value.span)
        case _:
            return value


def item_of(type_: Type) -> Type:
    """What a collection holds."""
    return type_.item if isinstance(type_, SetOf | ListOf) else Unknown()


def as_pieces(ctx: Context, value: e.Expression, what: str) -> e.Expression:
    """A piece, perhaps none, or a set or list of pieces."""
    have = strip(value.type)
    if isinstance(have, Piece | Unknown):
        return value
    if isinstance(value, e.NoneLiteral):
        return e.NoneLiteral(Optional(Piece()), value.span)
    value = as_collection(ctx, value, what)
    if not isinstance(item_of(value.type), Piece | Unknown | Nothing):
        ctx.report("K501", f"{what} has to be pieces, and is {show(value.type)}", value.span)
        return ctx.unknown(value.span)
    return value


def token(ctx: Context, value: e.Expression) -> e.Expression:
    return coerce(ctx, value, Token())
