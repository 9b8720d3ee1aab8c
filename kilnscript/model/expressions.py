"""Typed expressions: every name resolved, every node with its type; free of Python, so that any back end can print them.

Conventions for back ends: entities (seats, members, cells, lines, arrows, directions, pieces, places, tokens) are numbered;
`Convert` marks every implicit step (a place read as its contents, a line as its cells, a tied member as its token), so that
an operand always has exactly the type its operator wants. `NoneLiteral` always carries the `Optional` type wanted by its context.
"""

from __future__ import annotations

from typing import Literal

from kilnscript.diagnostics import Span
from kilnscript.model.types import Type
from kilnscript.source.node import node

# ---- constants -----------------------------------------------------------------------------------------------------


@node
class NumberLiteral:
    value: int
    type: Type
    span: Span


@node
class YesNoLiteral:
    value: bool
    type: Type
    span: Span


@node
class NoneLiteral:
    type: Type
    span: Span


@node
class TextLiteral:
    value: str
    type: Type
    span: Span


@node
class NotationLiteral:
    """A text read in the notation of ``type``: "S3" as an arrow, "R7 R8 *" as pieces. Grids may depend on options, so it is read when
    compiled."""

    text: str
    type: Type
    span: Span


@node
class MemberLiteral:
    kind: str
    member: str
    type: Type
    span: Span


@node
class SeatLiteral:
    """In declarations: ``start: 1``; seats count from 1."""

    number: int
    type: Type
    span: Span


@node
class TokenLiteral:
    token: str
    type: Type
    span: Span


@node
class DirectionLiteral:
    """north, north_east …, clockwise."""

    name: str
    type: Type
    span: Span


@node
class AxisLiteral:
    name: Literal["horizontal", "vertical", "rising", "falling"]
    type: Type
    span: Span


@node
class DirectionList:
    name: Literal["directions", "straight", "diagonal"]
    type: Type
    span: Span


@node
class PieceLiteral:
    """The only piece of a component, or (``row``) the pieces of one named CSV row or one named set: compared by look, several copies mean
    any of them."""

    component: str
    row: str | None
    type: Type
    span: Span


# ---- names ---------------------------------------------------------------------------------------------------------


@node
class Local:
    name: str
    type: Type
    span: Span


@node
class OptionValue:
    name: str
    type: Type
    span: Span


@node
class CurrentPlayer:
    type: Type
    span: Span


@node
class GameState:
    """``in_transaction``, ``over``, ``winners`` and, in declarations, ``players`` as the number of seats (``seat_count``)."""

    name: Literal["in_transaction", "over", "winners", "seat_count"]
    type: Type
    span: Span


@node
class Players:
    type: Type
    span: Span


@node
class Members:
    """All members of a kind, in order."""

    kind: str
    type: Type
    span: Span


@node
class Pieces:
    """All pieces of a component, wherever they are (a set)."""

    component: str
    type: Type
    span: Span


@node
class TableValue:
    """``sale[2]``; a missing key gives none."""

    table: str
    keys: tuple[Expression, ...]
    type: Type
    span: Span


@node
class TableConstant:
    """A table written with ``number`` or ``set``."""

    table: str
    type: Type
    span: Span


@node
class Variable:
    """``keys`` in the order of ``per`` (a seat first where the variable belongs to one)."""

    name: str
    keys: tuple[Expression, ...]
    type: Type
    span: Span


@node
class PlaceAt:
    """One place, all keys given in the order of ``per`` then ``count``. ``box`` and ``supply`` have no keys."""

    place: str
    keys: tuple[Expression, ...]
    type: Type
    span: Span


@node
class PlaceFamily:
    """The list of the places of a family whose first keys are given."""

    place: str
    keys: tuple[Expression, ...]
    type: Type
    span: Span


# ---- reading things ------------------------------------------------------------------------------------------------


@node
class PieceValue:
    """A declared attribute of a piece; none for none and for pieces of a component without it."""

    owner: Expression
    attribute: str
    type: Type
    span: Span


@node
class MemberValue:
    """Data of a kind's member (``zone.good``)."""

    owner: Expression
    attribute: str
    type: Type
    span: Span


@node
class ScoreOf:
    owner: Expression
    type: Type
    span: Span


@node
class BuiltInAttribute:
    """An attribute of the registry; ``of`` says which table (player, place, cell, line, arrow, direction, piece, member, list, token)."""

    owner: Expression
    attribute: str
    of: str
    type: Type
    span: Span


@node
class Element:
    """``list[i]``, from 1; none when it is not there."""

    owner: Expression
    index: Expression
    type: Type
    span: Span


@node
class CellOf:
    """``row[i]``: a cell of a place, from 1; none when it is not there."""

    place: Expression
    index: Expression
    type: Type
    span: Span


@node
class TokensIn:
    """``purse[coin]``."""

    place: Expression
    token: Expression
    type: Type
    span: Span


@node
class Noted:
    """``seen[x]``."""

    tally: Variable
    value: Expression
    type: Type
    span: Span


@node
class FunctionCall:
    function: str
    arguments: tuple[Expression, ...]
    type: Type
    span: Span


@node
class BuiltInCall:
    """A function of the registry; arguments in the order of its signature, defaults filled in."""

    function: str
    arguments: tuple[Expression, ...]
    type: Type
    span: Span


@node
class PatternList:
    """``[run, group]`` or a single pattern, where patterns are wanted."""

    patterns: tuple[str, ...]
    type: Type
    span: Span


@node
class LegalAction:
    action: str
    type: Type
    span: Span


@node
class PaymentWays:
    payment: str
    arguments: tuple[Expression, ...]
    type: Type
    span: Span


@node
class SnapshotOf:
    values: tuple[Expression, ...]
    type: Type
    span: Span


@node
class Binder:
    """``name in source``; ``type`` is that of the item. The source is always a SetOf or ListOf after conversion."""

    name: str
    source: Expression
    type: Type
    span: Span


@node
class Query:
    """``name(binders where W: body else otherwise)``. For bool queries a lone ``where`` is the body and ``where`` is None."""

    name: str
    binders: tuple[Binder, ...]
    where: Expression | None
    body: Expression
    otherwise: Expression | None
    type: Type
    span: Span


@node
class PlainQuery:
    """``count(S)``, ``sum(S)``, ``first(S)``, ``max(S)``: one collection, place or amount; ``max(a, b)``: several values."""

    name: str
    operands: tuple[Expression, ...]
    otherwise: Expression | None
    type: Type
    span: Span


@node
class ListLiteral:
    items: tuple[Expression, ...]
    type: Type
    span: Span


@node
class FilterItems:
    """``[x in S, y in T where C]``: the x that fulfil it."""

    binders: tuple[Binder, ...]
    where: Expression | None
    type: Type
    span: Span


# ---- operators -----------------------------------------------------------------------------------------------------


@node
class Not:
    operand: Expression
    type: Type
    span: Span


@node
class Negate:
    operand: Expression
    type: Type
    span: Span


@node
class Arithmetic:
    """On numbers; ``+`` and ``-`` also on amounts (the type says which)."""

    operator: Literal["+", "-", "*", "/", "mod"]
    left: Expression
    right: Expression
    type: Type
    span: Span


@node
class AmountOf:
    """``2 * salt``."""

    count: Expression
    token: Expression
    type: Type
    span: Span


@node
class Join:
    """``+`` of collections: sets unite, lists follow each other."""

    left: Expression
    right: Expression
    type: Type
    span: Span


@node
class Without:
    """``-`` of collections: what is in the left and not in the right."""

    left: Expression
    right: Expression
    type: Type
    span: Span


@node
class Comparison:
    """Numbers, members of one kind, or amounts (kind by kind). With none on either side it is no."""

    operator: Literal["<", "<=", ">", ">="]
    left: Expression
    right: Expression
    type: Type
    span: Span


@node
class Logical:
    operator: Literal["and", "or"]
    left: Expression
    right: Expression
    type: Type
    span: Span


@node
class NumberRange:
    low: Expression
    high: Expression
    type: Type
    span: Span


@node
class Same:
    """``is`` / ``is not``."""

    left: Expression
    right: Expression
    negated: bool
    type: Type
    span: Span


@node
class Contains:
    """``item is in collection`` / ``is not in``."""

    item: Expression
    collection: Expression
    negated: bool
    type: Type
    span: Span


@node
class StateTest:
    """``is empty`` / ``is full`` of a cell, a line, a place or a collection."""

    operand: Expression
    state: Literal["empty", "full"]
    negated: bool
    type: Type
    span: Span


@node
class Choice:
    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type
    span: Span


@node
class At:
    """``at_start(X)`` (of the transaction) or ``before_move(X)`` (of the action)."""

    moment: Literal["start", "move"]
    value: Expression
    type: Type
    span: Span


@node
class Referee:
    value: Expression
    type: Type
    span: Span


@node
class Convert:
    """An implicit step from ``value.type`` to ``type``: place → set or list of its pieces; line → list of its cells; set ↔ list of cells
    of a grid (row by row); list → set (order forgotten); tied member → token; token list from tied members; one item → collection of one;
    a purse → the amount in it; lines or collections of them → the set of their cells; items of a collection one by one. ``T or none`` →
    ``T``: it is surely there, or its absence is a fault."""

    value: Expression
    type: Type
    span: Span


Expression = (
    NumberLiteral | YesNoLiteral | NoneLiteral | TextLiteral | NotationLiteral | MemberLiteral | SeatLiteral | TokenLiteral
    | DirectionLiteral | AxisLiteral | DirectionList | PieceLiteral | Local | OptionValue | CurrentPlayer | GameState | Players
    | Members | Pieces | TableValue | TableConstant | Variable | PlaceAt | PlaceFamily | PieceValue | MemberValue | ScoreOf
    | BuiltInAttribute | Element | CellOf | TokensIn | Noted | FunctionCall | BuiltInCall | PatternList | LegalAction | PaymentWays
    | SnapshotOf | Query | PlainQuery | ListLiteral | FilterItems | Not | Negate | Arithmetic | AmountOf | Join | Without
    | Comparison | Logical | NumberRange | Same | Contains | StateTest | Choice | At | Referee | Convert
)  # fmt: skip


# ---- texts ---------------------------------------------------------------------------------------------------------


@node
class TextHole:
    value: Expression
    span: Span


@node
class TextTable:
    table: str
    span: Span


@node
class TypedText:
    """A text whose holes are typed."""

    parts: tuple[str | TextHole | TextTable, ...]
    span: Span
