"""Bounds by form alone: an expression comes in; how many items it surely has, or the range its number lies in, goes out."""

from __future__ import annotations

from kilnscript.check.settings import TooMany
from kilnscript.check.subject import Subject
from kilnscript.compile.constants import NotConstant
from kilnscript.compile.unsupported import TooLarge
from kilnscript.compile.world import build_world
from kilnscript.model import declarations as d
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

Range = tuple[int | None, int | None]
SAME_LENGTH = ("reversed", "descending", "ascending")
ANYTHING: Range = (None, None)


class Sizes:
    def __init__(self, subject: Subject) -> None:
        self.game = subject.game
        self.settings = subject.settings
        self.places = subject.game.declarations.places
        self._pieces: dict[str, int | None] = {}
        self.numbers: dict[str, Range] = {}  # between what the numbers lie that the part at hand was given
        self.items: dict[str, Range] = {}  # how many were chosen there
        self._given: list[tuple[str, x.Expression]] = []  # parameters of the functions that are looked into

    # ---- how many items at least -------------------------------------------------------------------------------------

    def least(self, e: x.Expression) -> int:
        match e:
            case x.Convert():
                return self.converted(e)
            case x.Members():
                return len(self.game.declarations.kinds[e.kind].members)
            case x.Players():
                return self.settings.counts[0]
            case x.DirectionList():
                return 8 if e.name == "directions" else 4
            case x.NumberRange():
                low, high = self.range(e.low)[1], self.range(e.high)[0]
                return 0 if low is None or high is None else max(0, high - low + 1)
            case x.ListLiteral():
                return self.different(e)
            case x.Join():
                left, right = self.least(e.left), self.least(e.right)
                return left + right if isinstance(e.type, t.ListOf) else max(left, right)
            case x.BuiltInAttribute(of="place"):
                return self.part_of_place(e)
            case x.BuiltInCall(function=name) if name in SAME_LENGTH:
                return self.least(e.arguments[0])
            case x.BuiltInCall(function="seats_from"):
                return self.settings.counts[0]
            case x.BuiltInCall(function="others"):
                return self.settings.counts[0] - 1
            case x.BuiltInCall(function="turns" | "flips"):
                return 1
            case x.PlaceFamily():
                return self.family(e)
            case x.FunctionCall():
                statements = self.game.functions[e.function].block.statements
                return self.least(statements[0].value) if len(statements) == 1 and isinstance(statements[0], st.Result) else 0
            case _:
                return 0

    def converted(self, e: x.Convert) -> int:
        """What lies in a place is up to play; forgetting the order of a list keeps at least one of its items."""
        if isinstance(e.value.type, (t.Place, t.Optional, t.Amount)):
            return 0
        if not isinstance(e.value.type, (t.ListOf, t.SetOf)):
            return 1  # one item as a collection, or a line as its cells
        found = self.least(e.value)
        distinct = (x.ListLiteral, x.Members, x.Players, x.DirectionList, x.NumberRange, x.BuiltInAttribute, x.PlaceFamily)
        forgets = isinstance(e.type, t.SetOf) and isinstance(e.value.type, t.ListOf)
        return min(1, found) if forgets and not isinstance(e.value, distinct) else found

    # ---- and at most -------------------------------------------------------------------------------------------------

    def most(self, e: x.Expression) -> int | None:
        match e:
            case x.Convert():
                if isinstance(e.value.type, t.Place):
                    return self.lying(e.value.type)
                if isinstance(e.value.type, (t.Optional, t.Amount)):
                    return None
                return self.most(e.value) if isinstance(e.value.type, (t.ListOf, t.SetOf)) else 1
            case x.Members() | x.DirectionList():
                return self.least(e)
            case x.Players() | x.BuiltInCall(function="seats_from"):
                return self.settings.counts[-1]
            case x.ListLiteral():
                return len(e.items)
            case x.FilterItems() if len(e.binders) == 1:
                return self.most(e.binders[0].source)
            case x.BuiltInAttribute(of="place"):
                return self.part_of_place(e, least=False) or None
            case x.BuiltInCall(function=name) if name in SAME_LENGTH:
                return self.most(e.arguments[0])
            case x.FunctionCall():
                return self.most_of_call(e)
            case x.Local():
                given = next((value for name, value in reversed(self._given) if name == e.name), None)
                return self.items.get(e.name, ANYTHING)[1] if given is None else self.most(given)
            case _:
                return None

    def lying(self, of: t.Place) -> int | None:
        """Of pieces no more can lie in a place than there are."""
        place = self.places.get(of.name or "")
        totals = [self.pieces(name) for name in place.holds] if place is not None else []
        return None if not totals or None in totals else sum(total for total in totals if total is not None)

    def pieces(self, name: str) -> int | None:
        """How many pieces a component has, where that is the same at every setting."""
        if name not in self._pieces:
            self._pieces[name] = None
            declared = self.game.declarations
            if name in declared.components and not self.settings.options_in(declared.components[name]):
                first = {
                    option: values[0] for option in declared.options if (values := self.settings.values(option, self.settings.counts[0]))
                }
                try:
                    totals = {len(build_world(declared, players, first).pieces_of[name]) for players in self.settings.counts}
                except (NotConstant, TooLarge):
                    totals = set()
                self._pieces[name] = max(totals, default=None)
        return self._pieces[name]

    def most_of_call(self, e: x.FunctionCall) -> int | None:
        function = self.game.functions[e.function]
        statements = function.block.statements
        names = [name for name, _ in function.parameters]
        known = {name for name, _ in self._given}
        if len(statements) != 1 or not isinstance(statements[0], st.Result) or len(names) != len(e.arguments) or known & {*names}:
            return None
        before = len(self._given)
        self._given += zip(names, e.arguments, strict=True)
        try:
            return self.most(statements[0].value)
        finally:
            del self._given[before:]

    def different(self, e: x.ListLiteral) -> int:
        """Items of `[…]` that are surely not the same."""
        members = {(i.kind, i.member) for i in e.items if isinstance(i, x.MemberLiteral)}
        numbers = {i.value for i in e.items if isinstance(i, (x.NumberLiteral, x.YesNoLiteral))}
        return max(len(members), len(numbers), min(1, len(e.items)))

    def part_of_place(self, e: x.BuiltInAttribute, least: bool = True) -> int:
        """How many cells or lines a place has at least, or at most; 0 where that is not known."""
        place = self.place(e.owner)
        if place is None or place.rows is None or place.columns is None:
            return 0
        rows, columns = (self.quantity(size)[0 if least else 1] for size in (place.rows, place.columns))
        if rows is None or columns is None:
            return 0
        sizes = {"cells": rows * columns, "rows": rows, "columns": columns, "arrows": 2 * (rows + columns)}
        return sizes.get(e.attribute, 0)

    def family(self, e: x.PlaceFamily) -> int:
        number = 1
        for place_key in self.places[e.place].keys[len(e.keys) :]:
            low, high = self.key(place_key)
            number *= 0 if low is None or high is None else max(0, high - low + 1)
        return number

    # ---- between what a number lies ----------------------------------------------------------------------------------

    def range(self, e: x.Expression) -> Range:
        """The tightest of what the form and the type of a number say."""
        inner = e.type.item if isinstance(e.type, t.Optional) else e.type
        by_type = self.settings.bounds(inner) if isinstance(inner, t.Number) else ANYTHING
        return both(self.form(e), by_type)

    def form(self, e: x.Expression) -> Range:
        match e:
            case x.NumberLiteral():
                return (e.value, e.value)
            case x.Convert():
                return self.range(e.value)
            case x.Negate():
                low, high = self.range(e.operand)
                return (None if high is None else -high, None if low is None else -low)
            case x.Arithmetic() if isinstance(e.type, t.Number):
                return self.arithmetic(e)
            case x.Choice():
                return either(self.range(e.then), self.range(e.otherwise))
            case x.PlainQuery(name="count", operands=(x.Players() | x.Convert(value=x.Players()),)):
                return (self.settings.counts[0], self.settings.counts[-1])
            case x.PlainQuery(name="count", operands=(operand,)):
                return self.counted(operand)
            case x.Query(name="count"):
                return (0, self.most(e.binders[0].source) if len(e.binders) == 1 else None)
            case x.PlainQuery(name="min" | "max") if len(e.operands) > 1:
                ranges = [self.range(operand) for operand in e.operands]
                lows = [low for low, _ in ranges if low is not None]
                highs = [high for _, high in ranges if high is not None]
                if e.name == "min":
                    return (min(lows) if len(lows) == len(ranges) else None, min(highs) if highs else None)
                return (max(lows) if lows else None, max(highs) if len(highs) == len(ranges) else None)
            case x.BuiltInAttribute():
                return self.attribute(e)
            case x.BuiltInCall(function="index_of"):
                return (0, None)
            case x.OptionValue() | x.TableConstant() | x.FunctionCall():
                return self.settled(e)
            case x.Local():
                return self.numbers.get(e.name, ANYTHING)
            case _:
                return ANYTHING

    def counted(self, operand: x.Expression) -> Range:
        inner = operand
        while isinstance(inner, x.Convert):
            inner = inner.value
        if isinstance(inner, x.Local) and inner.name in self.items:
            return self.items[inner.name]
        return (0, self.lying(inner.type) if isinstance(inner.type, t.Place) else self.most(operand))

    def arithmetic(self, e: x.Arithmetic) -> Range:
        (a, b), (c, d_) = self.range(e.left), self.range(e.right)
        match e.operator:
            case "+":
                return (None if a is None or c is None else a + c, None if b is None or d_ is None else b + d_)
            case "-":
                return (None if a is None or d_ is None else a - d_, None if b is None or c is None else b - c)
            case "mod":
                return (0, None if d_ is None or c is None else max(abs(c), abs(d_)) - 1)
            case "*" | "/":
                if a is None or b is None or c is None or d_ is None or (e.operator == "/" and c <= 0 <= d_):
                    return ANYTHING
                ends = [i * j if e.operator == "*" else i // j for i in (a, b) for j in (c, d_)]
                return (min(ends), max(ends))

    def attribute(self, e: x.BuiltInAttribute) -> Range:
        owner = e.owner.type.item if isinstance(e.owner.type, t.Optional) else e.owner.type
        match owner, e.attribute:
            case t.Kind(), "number":
                return (1, len(self.game.declarations.kinds[owner.name].members))
            case t.Player(), "number":
                return (1, self.settings.counts[-1])
            case t.Cell(place=str()), "number" | "row" | "column":
                return self.cell(self.places[owner.place or ""], e.attribute)
            case t.Place(name=str()), "number":
                keys = self.places[owner.name or ""].keys if owner.name in self.places else ()
                return self.key(keys[-1]) if keys else ANYTHING
            case _:
                return ANYTHING

    def cell(self, place: d.Place, attribute: str) -> Range:
        rows = (1, 1) if place.rows is None else self.quantity(place.rows)
        columns = (1, 1) if place.columns is None else self.quantity(place.columns)
        if attribute == "row":
            return (1, rows[1])
        if attribute == "column":
            return (1, columns[1])
        return (1, None if rows[1] is None or columns[1] is None else rows[1] * columns[1])

    def settled(self, e: x.Expression) -> Range:
        """A number that options decide."""
        if not isinstance(e.type, t.Number):
            return ANYTHING
        try:
            values = [int(setting.value(e)) for setting in self.settings.all(self.settings.options_in(e))]
        except (NotConstant, TooMany):
            return ANYTHING
        return (min(values), max(values)) if values else ANYTHING

    # ---- declarations ------------------------------------------------------------------------------------------------

    def place(self, e: x.Expression) -> d.Place | None:
        if isinstance(e, x.PlaceAt):
            return self.places.get(e.place)
        return self.places.get(e.type.name or "") if isinstance(e.type, t.Place) else None

    def quantity(self, quantity: d.Quantity) -> Range:
        if isinstance(quantity, int):
            return (quantity, quantity)
        if isinstance(quantity, d.ByPlayers):
            ranges = [self.quantity(value) for value in quantity.values.values()]
            found = ranges[0]
            for each in ranges[1:]:
                found = either(found, each)
            return found
        return self.range(quantity)

    def key(self, place_key: d.PlaceKey) -> Range:
        match place_key.of:
            case "player":
                return (1, self.settings.counts[-1])
            case "kind":
                return (1, len(self.game.declarations.kinds[place_key.kind or ""].members))
            case "number":
                high = place_key.high
                return (self.quantity(place_key.low)[0], None if high is None else self.quantity(high)[1])


def both(one: Range, other: Range) -> Range:
    lows = [low for low in (one[0], other[0]) if low is not None]
    highs = [high for high in (one[1], other[1]) if high is not None]
    return (max(lows) if lows else None, min(highs) if highs else None)


def either(one: Range, other: Range) -> Range:
    low = None if one[0] is None or other[0] is None else min(one[0], other[0])
    high = None if one[1] is None or other[1] is None else max(one[1], other[1])
    return (low, high)
