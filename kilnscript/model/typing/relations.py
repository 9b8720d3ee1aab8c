"""How types relate: which value may stand where, what two of them have in common, what a collection holds, how they are called."""

from __future__ import annotations

from kilnscript.model.declarations import Declarations
from kilnscript.model.types import (
    Amount,
    Arrow,
    Axis,
    Cell,
    Direction,
    Kind,
    Line,
    ListOf,
    Nothing,
    Number,
    Optional,
    Pattern,
    Payment,
    Piece,
    Place,
    Player,
    SetOf,
    Shape,
    Snapshot,
    TallyOf,
    Text,
    Token,
    Type,
    Unknown,
    YesNo,
)

SIZED = "numbers and members of one kind have a size: compare `count(…)`, or an attribute that is a number"


def strip(type_: Type) -> Type:
    """Without `or none`."""
    return type_.item if isinstance(type_, Optional) else type_


def optional(type_: Type, soft: bool = False) -> Type:
    """With `or none`; what was declared `or none` stays so."""
    if isinstance(type_, Optional):
        return type_ if soft or not type_.soft else Optional(type_.item, soft)
    return type_ if isinstance(type_, Unknown) else Optional(type_, soft)


def hand_on(type_: Type, owner: Type) -> Type:
    """The type of what is read from an owner that may be none."""
    return optional(type_, owner.soft) if isinstance(owner, Optional) else type_


def is_collection(type_: Type) -> bool:
    return isinstance(type_, SetOf | ListOf)


def tied(declarations: Declarations, kind: str) -> bool:
    """Whether the members of a kind are tokens."""
    return any(t.kind_member is not None and t.kind_member[0] == kind for t in declarations.tokens.values())


def contents(declarations: Declarations, place: str | None) -> Type:
    """The collection of the pieces of a place."""
    if place is None:
        return SetOf(Piece())
    if place == "box":
        return SetOf(held(declarations, place))
    declared = declarations.places.get(place)
    if declared is None:
        return SetOf(Unknown())
    item = held(declarations, place)
    return ListOf(item) if declared.ordered else SetOf(item)


def held(declarations: Declarations, place: str | None) -> Type:
    """The pieces that a place may hold."""
    if place is None:
        return Piece()
    names = tuple(declarations.components) if place == "box" else declarations.places[place].holds if place in declarations.places else ()
    components = tuple(name for name in names if name in declarations.components)
    return Piece(components) if components else Piece()


def pieces_in_cells(declarations: Declarations, place: str | None) -> Type:
    """The pieces that may lie on a cell."""
    if place is not None:
        return held(declarations, place)
    names = {n for p in declarations.places.values() if p.cells for n in p.holds if n in declarations.components}
    return Piece(tuple(c for c in declarations.components if c in names)) if names else Piece()


def fits(have: Type, want: Type) -> bool:
    """Whether a value may stand there as it is, without any step."""
    if have == want or isinstance(have, Unknown | Nothing) or isinstance(want, Unknown):
        return True
    match have, want:
        case Optional(item=one), Optional(item=other):
            return fits(one, other)
        case _, Optional(item=other):
            return fits(have, other)
        case Number(), Number():
            return True
        case (Cell(place=a), Cell(place=b)) | (Line(place=a), Line(place=b)) | (Arrow(place=a), Arrow(place=b)):
            return b is None or a is None or a == b
        case Place(name=a), Place(name=b):
            return b is None or a is None or a == b
        case Piece(components=some), Piece(components=more):
            return some is None or more is None or bool(set(some) & set(more))
        case Payment(name=a), Payment(name=b):
            return b is None or a is None or a == b
        case (SetOf(item=one), SetOf(item=other)) | (ListOf(item=one), ListOf(item=other)) | (TallyOf(item=one), TallyOf(item=other)):
            return fits(one, other)
        case _:
            return False


def unify(declarations: Declarations, a: Type, b: Type) -> Type | None:
    """The type that both are, after the implicit steps; None when there is none."""
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return a if isinstance(b, Unknown) else b
    if isinstance(a, Nothing):
        return b
    if isinstance(b, Nothing):
        return a
    if isinstance(a, Optional) or isinstance(b, Optional):
        inner = unify(declarations, strip(a), strip(b))
        soft = all(t.soft for t in (a, b) if isinstance(t, Optional))
        return None if inner is None else optional(inner, soft)
    if a == b:
        return a
    match a, b:
        case Number(), Number():
            return Number()
        case Cell(), Cell():
            return Cell()
        case Line(), Line():
            return Line()
        case Arrow(), Arrow():
            return Arrow()
        case Place(), Place():
            return Place()
        case Payment(), Payment():
            return Payment()
        case Piece(components=one), Piece(components=other):
            if one is None or other is None:
                return Piece()
            return Piece(tuple(dict.fromkeys((*one, *other))))
        case (Kind(name=kind), Token()) | (Token(), Kind(name=kind)):
            return Token() if tied(declarations, kind) else None
        case (Line(place=p), (SetOf(item=Cell()) | ListOf(item=Cell()))) | ((SetOf(item=Cell()) | ListOf(item=Cell())), Line(place=p)):
            other = b if isinstance(a, Line) else a
            cell = Cell(p) if isinstance(other, SetOf | ListOf) and other.item == Cell(p) else Cell()
            return SetOf(cell) if isinstance(other, SetOf) else ListOf(cell)
        case (Place(name=name), (SetOf() | ListOf())) | ((SetOf() | ListOf()), Place(name=name)):
            lies, other = contents(declarations, name), b if isinstance(a, Place) else a
            return None if isinstance(other, SetOf | ListOf) and isinstance(other.item, Place) else unify(declarations, lies, other)
        case ((SetOf(item=one) | ListOf(item=one)), (SetOf(item=other) | ListOf(item=other))):
            item = unify(declarations, one, other)
            if item is None:
                return None
            empty = isinstance(one, Nothing), isinstance(other, Nothing)
            if empty[0] != empty[1]:  # `[]` takes the order of the other
                return SetOf(item) if isinstance(b if empty[0] else a, SetOf) else ListOf(item)
            return ListOf(item) if isinstance(a, ListOf) and isinstance(b, ListOf) else SetOf(item)
        case _:
            return None


def settled(type_: Type) -> bool:
    """Whether nothing of it is left open by a `none` or an empty list."""
    match type_:
        case Nothing():
            return False
        case Optional(item=item) | SetOf(item=item) | ListOf(item=item) | TallyOf(item=item):
            return settled(item)
        case _:
            return True


_WORDS: dict[type, str] = {
    Number: "a number",
    YesNo: "yes or no",
    Text: "a text",
    Player: "a seat",
    Cell: "a cell",
    Line: "a line",
    Arrow: "an arrow",
    Direction: "a direction",
    Axis: "an axis",
    Token: "a token",
    Amount: "an amount",
    Shape: "a shape",
    Snapshot: "a snapshot",
    Payment: "a payment",
    Pattern: "a pattern",
    Nothing: "none",
    Unknown: "something",
}
_PLURALS = {"a cell": "cells", "yes or no": "yes/no", "none": "none", "something": "things", "an axis": "axes"}


def show(type_: Type) -> str:
    """A type in the words of a message: "a list of cells", "a tile or none"."""
    match type_:
        case Optional(item=item):
            return "none" if isinstance(item, Nothing) else f"{show(item)} or none"
        case Kind(name=name):
            return f"a value of `{name.replace('option ', 'option.')}`" if name.startswith("option ") else f"a {name}"
        case Piece(components=components):
            return "a piece" if components is None or len(components) > 3 else " or ".join(f"a {c}" for c in components)
        case Place(name=name):
            return "a place" if name is None else f"the place `{name}`"
        case SetOf(item=Nothing()) | ListOf(item=Nothing()):
            return "an empty list"
        case SetOf(item=item):
            return f"a set of {plural(item)}"
        case ListOf(item=item):
            return f"a list of {plural(item)}"
        case TallyOf(item=item):
            return f"a tally of {plural(item)}"
        case _:
            return _WORDS[type(type_)]


def plural(type_: Type) -> str:
    match type_:
        case Place():
            return "places"
        case Kind(name=name) if name.startswith("option "):
            return "values of an option"
        case Piece(components=components) if components is not None and len(components) > 1:
            return "pieces"
        case SetOf(item=item):
            return f"sets of {plural(item)}"
        case ListOf(item=item):
            return f"lists of {plural(item)}"
        case Optional(item=item):
            return f"{plural(item)} or none"
        case _:
            said = show(type_)
            return _PLURALS.get(said) or said.split(" ", 1)[-1] + "s"
