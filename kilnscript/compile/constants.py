"""Constant expressions of declarations and rules → run-time values, for one player count and one choice of options.

Run-time values: numbers, yes/no and texts are Python's; seats (from 0), members, cells, lines, arrows, directions (from 0, clockwise from
north), axes, pieces, places and tokens are numbers of the world; none is -1 for those and None elsewhere; lists are tuples; sets of
numbered things are bit sets; sets of anything else are sorted tuples; amounts are tuples with one count for every token.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kilnscript.model import types as t
from kilnscript.model.declarations import ByPlayers, Declarations, Quantity
from kilnscript.model.expressions import (
    AmountOf,
    Arithmetic,
    AxisLiteral,
    Choice,
    Comparison,
    Convert,
    DirectionLiteral,
    Expression,
    GameState,
    Join,
    ListLiteral,
    Logical,
    MemberLiteral,
    Members,
    Negate,
    NoneLiteral,
    Not,
    NumberLiteral,
    NumberRange,
    OptionValue,
    PlaceAt,
    PlaceFamily,
    PlainQuery,
    Players,
    Same,
    SeatLiteral,
    TextLiteral,
    TokenLiteral,
    YesNoLiteral,
)

DIRECTIONS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
AXES = ("horizontal", "vertical", "rising", "falling")
MOST_IN_RANGE = 200  # numbers of a constant range that is written out
ENTITIES = (t.Player, t.Cell, t.Line, t.Arrow, t.Direction, t.Axis, t.Kind, t.Piece, t.Place, t.Token)
Value = Any  # one of the run-time values above


def is_entity(kind: t.Type) -> bool:
    """Whether values of the type are numbers of the world (and none is -1)."""
    return isinstance(kind.item if isinstance(kind, t.Optional) else kind, ENTITIES)


def none_of(kind: t.Type) -> Value:
    return -1 if is_entity(kind) else None


class NotConstant(Exception):
    """The expression needs the state of a game."""


class Constants:
    """Evaluates what is fixed once player count and options are. ``values`` maps option names to their run-time values."""

    def __init__(self, declarations: Declarations, players: int, values: Mapping[str, Value]) -> None:
        self.declarations = declarations
        self.players = players
        self.values = values
        self.member_number = {(k.name, m.name): i for k in declarations.kinds.values() for i, m in enumerate(k.members)}
        self.token_number = {name: i for i, name in enumerate(declarations.tokens)}
        self.places: Mapping[tuple[str, tuple[int, ...]], int] = {}  # number by name and keys; filled in by the world

    def number(self, quantity: Quantity) -> int:
        if isinstance(quantity, ByPlayers):
            quantity = quantity.values[self.players]
        return quantity if isinstance(quantity, int) else int(self.value(quantity))

    def value(self, e: Expression) -> Value:
        """The run-time value, or NotConstant."""
        match e:
            case NumberLiteral() | YesNoLiteral() | TextLiteral():
                return e.value
            case NoneLiteral():
                return none_of(e.type)
            case MemberLiteral():
                return self.member_number[e.kind, e.member]
            case SeatLiteral():
                return e.number - 1
            case TokenLiteral():
                return self.token_number[e.token]
            case DirectionLiteral():
                return DIRECTIONS.index(e.name)
            case AxisLiteral():
                return AXES.index(e.name)
            case OptionValue():
                return self.values[e.name]
            case GameState(name="seat_count"):
                return self.players
            case ListLiteral():
                items = tuple(self.value(item) for item in e.items)
                return as_set(items, e.type.item) if isinstance(e.type, t.SetOf) else items
            case Convert():
                return self.converted(e)
            case AmountOf():
                count, token = self.value(e.count), self.value(e.token)
                return tuple(count if i == token else 0 for i in range(len(self.declarations.tokens)))
            case Arithmetic(operator="+" | "-") if isinstance(e.type, t.Amount):
                sign = 1 if e.operator == "+" else -1
                return tuple(a + sign * b for a, b in zip(self.value(e.left), self.value(e.right), strict=True))
            case NumberRange():
                low, high = self.value(e.low), self.value(e.high)
                if high - low >= MOST_IN_RANGE:
                    raise NotConstant  # not written out; when it is gone through, its items are counted
                return tuple(range(low, high + 1))
            case Not():
                return not self.value(e.operand)
            case Negate():
                return -self.value(e.operand)
            case Arithmetic() if isinstance(e.type, t.Number):
                return arithmetic(e.operator, self.value(e.left), self.value(e.right))
            case Comparison():
                left, right = self.value(e.left), self.value(e.right)
                return compare(e.operator, left, right, none_of(e.left.type), none_of(e.right.type))
            case Logical():
                return self.logical(e)
            case Same():
                if isinstance(e.left.type, (t.SetOf, t.ListOf)):
                    raise NotConstant
                return bool(self.value(e.left) == self.value(e.right)) is not e.negated
            case Choice():
                return self.value(e.then if self.value(e.condition) else e.otherwise)
            case PlaceAt():
                place = self.places.get((e.place, tuple(self.value(key) for key in e.keys)))
                if place is None:
                    raise NotConstant
                return place
            case PlaceFamily() if self.places:
                keys = tuple(self.value(key) for key in e.keys)
                return tuple(n for (name, found), n in self.places.items() if name == e.place and found[: len(keys)] == keys)
            case Join() if isinstance(e.type, t.ListOf):
                return (*self.value(e.left), *self.value(e.right))
            case Players():
                return tuple(range(self.players))
            case Members():
                return tuple(range(len(self.declarations.kinds[e.kind].members)))
            case PlainQuery(name="count") if isinstance(e.operands[0].type, (t.SetOf, t.ListOf)):
                items = self.value(e.operands[0])
                return items.bit_count() if isinstance(items, int) else len(items)
            case PlainQuery(name="max" | "min") if len(e.operands) > 1:
                values = [self.value(o) for o in e.operands]
                return max(values) if e.name == "max" else min(values)
            case _:
                raise NotConstant

    def converted(self, e: Convert) -> Value:
        value, source = self.value(e.value), e.value.type
        if isinstance(source, t.Optional):
            if value == none_of(source):
                raise NotConstant  # a fault when it is needed
            source = source.item
        if isinstance(e.type, t.SetOf) and isinstance(value, tuple):
            return as_set(value, e.type.item)
        match source, e.type:
            case t.ListOf(item=t.Place()), t.ListOf(item=t.Place()):
                return value
        if isinstance(source, t.Kind) and isinstance(e.type, t.Token):
            member = self.declarations.kinds[source.name].members[value].name
            tied = next((k for k, token in self.declarations.tokens.items() if token.kind_member == (source.name, member)), None)
            if tied is None:
                raise NotConstant
            return self.token_number[tied]
        if source != e.type and not isinstance(e.type, t.Optional):
            raise NotConstant
        return value

    def logical(self, e: Logical) -> bool:
        """One constant side may decide alone."""
        decides: bool = e.operator == "or"
        unknown = 0
        for side in (e.left, e.right):
            try:
                if self.value(side) is decides:
                    return bool(decides)
            except NotConstant:
                unknown += 1
        if unknown:
            raise NotConstant
        return not decides


def arithmetic(operator: str, left: int, right: int) -> int:
    if operator in ("/", "mod") and right == 0:
        raise NotConstant  # a fault when it happens in play
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right
        case _:
            return left % abs(right)


def compare(operator: str, left: Value, right: Value, no_left: Value, no_right: Value) -> bool:
    """With none on either side the answer is no."""
    if left is None or right is None or (left == no_left == -1) or (right == no_right == -1):
        return False
    found = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return bool(found[operator])


def as_set(items: tuple[Value, ...], item: t.Type) -> Value:
    """The canonical form of a set: bits for numbered things, else a sorted tuple."""
    if is_entity(item):
        bits = 0
        for i in items:
            bits |= 1 << i
        return bits
    return tuple(sorted(set(items)))
