"""Typed expression → one Python expression over the state ``s``, the tables of the world and the run-time support."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilnscript.compile.analysis import may_fault
from kilnscript.compile.constants import NotConstant, is_entity, none_of
from kilnscript.compile.costs import Costs
from kilnscript.compile.names import python_name
from kilnscript.compile.python import builtins, collections, payments
from kilnscript.compile.unsupported import refuse
from kilnscript.compile.world import BOX, SUPPLY
from kilnscript.model import declarations as d
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

if TYPE_CHECKING:
    from kilnscript.compile.python.points import Points
    from kilnscript.compile.world import World
    from kilnscript.model.game import Game


def literal(value: Any) -> str:
    """A run-time value as Python text."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 1 << 40:
        return hex(value)
    return repr(value)


class Expressions:
    """Prints expressions. ``state`` is the name of the state variable, changed inside `at_start(…)` and `before_move(…)`. ``points``: the
    code counts what it comes to."""

    def __init__(self, game: Game, world: World, points: Points | None = None) -> None:
        self.game = game
        self.world = world
        self.points = points
        self.state = "s"
        self.indexed: set[str] = set()  # attributes for which masks of cells are kept up to date
        self.wanted_as_sets: set[str] = set()  # functions giving lists that are wanted as sets too
        self.printed_as_sets: set[str] = set()
        self.costs = Costs(game)
        self.settled = False  # once the state's class is made, no mask can be added

    # ---- constants -------------------------------------------------------------------------------------------------

    def constant(self, e: x.Expression) -> Any:
        """The value of a constant expression, or NotConstant."""
        return self.world.constants.value(e)

    def known(self, e: x.Expression) -> tuple[bool, Any]:
        try:
            return True, self.constant(e)
        except NotConstant:
            return False, None

    # ---- the printer -----------------------------------------------------------------------------------------------

    def print(self, e: x.Expression) -> str:
        found, value = self.known(e)
        if found:
            return literal(value)
        s = self.state
        match e:
            case x.Local():
                return python_name(e.name)
            case x.CurrentPlayer():
                return f"{s}.player"
            case x.NotationLiteral():
                return literal(self.notation(e))
            case x.PieceLiteral(row=None):
                return str(self.world.pieces_of[e.component][0])
            case x.PieceLiteral():
                return str(next(p.number for p in self.world.pieces if p.component == e.component and e.row in (p.row, p.name)))
            case x.GameState(name="over"):
                return f"{s}.over"
            case x.GameState(name="in_transaction"):
                return f"({s}.start is not None)"
            case x.GameState(name="winners"):
                return f"_winners({s})"
            case x.Players():
                return literal(tuple(range(self.world.players)))
            case x.Members():
                return literal(tuple(range(len(self.game.declarations.kinds[e.kind].members))))
            case x.DirectionList():
                return {"directions": "(0, 1, 2, 3, 4, 5, 6, 7)", "straight": "(0, 2, 4, 6)", "diagonal": "(1, 3, 5, 7)"}[e.name]
            case x.Pieces():
                return literal(sum(1 << p for p in self.world.pieces_of[e.component]))
            case x.TableConstant():
                return self.table_constant(e)
            case x.TableValue():
                return self.table_value(e)
            case x.Variable():
                return self.variable(e)
            case x.PlaceAt():
                return self.place(e)
            case x.PlaceFamily():
                return self.family(e)
            case x.PieceValue():
                return self.piece_value(e)
            case x.MemberValue():
                kind = e.owner.type.item if isinstance(e.owner.type, t.Optional) else e.owner.type
                assert isinstance(kind, t.Kind)
                return f"_DATA_{python_name(kind.name)}_{python_name(e.attribute)}[{self.print(e.owner)}]"
            case x.ScoreOf():
                return f"{s}.score[{self.print(e.owner)}]"
            case x.BuiltInAttribute():
                return builtins.attribute(self, e)
            case x.Element():
                return f"_element({self.print(e.owner)}, {self.print(e.index)}, {none_of(e.type)})"
            case x.CellOf():
                return f"_element(_CELLS[{self.print(e.place)}], {self.print(e.index)}, -1)"
            case x.TokensIn():
                count = len(self.world.tokens)
                return f"{s}.tokens[{self.print(e.place)} * {count} + {self.print(e.token)}]"
            case x.Noted():
                return f"{self.variable(e.tally)}.get({self.print(e.value)}, 0)"
            case x.FunctionCall():
                arguments = "".join(f", {self.print(a)}" for a in e.arguments)
                return f"{python_name(e.function)}({s}{arguments})"
            case x.BuiltInCall():
                return builtins.call(self, e)
            case x.LegalAction():
                scope = "".join(f", {python_name(name)}" for name, _ in self.game.actions[e.action].scope)
                return f"_legal_{python_name(e.action)}({s}{scope})"
            case x.SnapshotOf():
                return f"({', '.join(builtins.snapshot(self, v) for v in e.values)},)"
            case x.Query():
                return collections.query(self, e)
            case x.PlainQuery():
                return collections.plain_query(self, e)
            case x.ListLiteral():
                return self.list_literal(e)
            case x.FilterItems():
                return collections.filtered(self, e)
            case x.Not():
                return f"(not {self.print(e.operand)})"
            case x.Negate():
                return f"(-{self.print(e.operand)})"
            case x.Arithmetic():
                return self.arithmetic(e)
            case x.AmountOf():
                return f"_amount({self.print(e.count)}, {self.print(e.token)})"
            case x.Join():
                return collections.join(self, e)
            case x.Without():
                return collections.without(self, e)
            case x.Comparison():
                return self.comparison(e)
            case x.Logical():
                return self.logical(e)
            case x.NumberRange():
                return f"tuple({collections.number_range(self, e)})"
            case x.Same():
                return self.same(e)
            case x.Contains():
                return collections.contains(self, e)
            case x.StateTest():
                return builtins.state_test(self, e)
            case x.Choice():
                return self.choice(e)
            case x.At():
                return self.at(e)
            case x.Referee():
                return self.print(e.value)
            case x.Convert():
                return collections.convert(self, e)
            case x.PaymentWays():
                return payments.ways(e, self)
            case x.PatternList():
                numbers = tuple(list(self.game.declarations.patterns).index(name) for name in e.patterns)
                return literal(numbers if isinstance(e.type, t.ListOf) else numbers[0])
            case _:
                raise AssertionError(f"{type(e).__name__} has no value in play")

    # ---- names -----------------------------------------------------------------------------------------------------

    def notation(self, e: x.NotationLiteral) -> Any:
        """Cells, arrows, lines and members by label; what it means depends on the grid, so it is read here."""
        kind = e.type.item if isinstance(e.type, t.Optional) else e.type
        world = self.world
        match kind:
            case t.Cell(place=place) | t.Arrow(place=place) | t.Line(place=place):
                things: Any = world.cells if isinstance(kind, t.Cell) else world.arrows if isinstance(kind, t.Arrow) else world.lines
                for thing in things:
                    if thing.label == e.text and (place is None or world.places[thing.place].declared.name == place):
                        return thing.number
            case t.Kind():
                for i, member in enumerate(world.declarations.kinds[kind.name].members):
                    if member.name == e.text:
                        return i
            case t.Place():
                for info in world.places:
                    if info.label == e.text:
                        return info.number
            case t.Text():
                return e.text
        refuse(e.span, f'"{e.text}" at this player count and these options')

    def variable(self, e: x.Variable) -> str:
        name = f"{self.state}.{python_name(e.name)}"
        if not e.keys:
            return name
        return f"{name}[{self.flat_index(self.game.declarations.variables[e.name].keys, e.keys, e.name)}]"

    def flat_index(self, keys: tuple[d.PlaceKey, ...], given: tuple[x.Expression, ...], name: str) -> str:
        """The index into a flat list of a family: the keys one after the other, the last one running fastest. A number that may lie
        beyond its keys is tested, or it would read and write what belongs to others."""
        text = ""
        for key, value in zip(keys, given, strict=True):
            values = self.world.key_values(key)
            printed = self.print(value)
            if not self.sure_key(key, value):
                printed = f"_key({printed}, {values.start}, {values.stop - 1}, {name!r})"
            if values.start:
                printed = f"{printed} - {values.start}"
            text = f"({text}) * {len(values)} + {printed}" if text else printed
        return text

    def sure_key(self, key: d.PlaceKey, value: x.Expression) -> bool:
        """Whether a key is surely one of those declared."""
        if key.of != "number":
            return True
        values = self.world.key_values(key)
        found, constant = self.known(value)
        if found:
            return constant is not None and constant in values
        if isinstance(value, x.BuiltInAttribute) and value.attribute == "number":
            match value.owner.type:
                case t.Place(name=str() as name) if name in self.world.family:
                    return all(place.index in values for place in self.world.family[name])
                case t.Cell(place=str() as name):
                    return all(len(place.cells) < values.stop for place in self.world.family.get(name, ())) and values.start <= 1
        kind = value.type
        if not isinstance(kind, t.Number) or kind.low is None or kind.high is None:
            return False
        return self.world.constants.number(kind.low) >= values.start and self.world.constants.number(kind.high) < values.stop

    def may_fault(self, node: Any) -> bool:
        """Whether working out a node can be a fault, so that it must not be tried where the text would not have come to it."""
        return may_fault(self.game, self.known, self.sure_keys, node)

    def sure_keys(self, e: x.Variable) -> bool:
        return all(self.sure_key(key, value) for key, value in zip(self.game.declarations.variables[e.name].keys, e.keys, strict=True))

    def place(self, e: x.PlaceAt) -> str:
        if e.place == "box":
            return str(BOX)
        if e.place == "supply":
            return str(SUPPLY)
        family = self.world.family[e.place]
        if not e.keys:
            return str(family[0].number)
        known = [self.known(k) for k in e.keys]
        if all(found for found, _ in known):
            number = self.world.by_keys.get((e.place, tuple(value for _, value in known)))
            return str(-1 if number is None else number)
        declared = self.game.declarations.places[e.place]
        if all(is_entity(k.type) and not isinstance(k.type, t.Optional) for k in e.keys):
            return f"({family[0].number} + {self.flat_index(declared.keys, e.keys, e.place)})"
        return f"_place({e.place!r}, {', '.join(self.print(k) for k in e.keys)})"

    def family(self, e: x.PlaceFamily) -> str:
        known = [self.known(k) for k in e.keys]
        if all(found for found, _ in known):
            keys = tuple(value for _, value in known)
            return literal(tuple(p.number for p in self.world.family[e.place] if p.keys[: len(keys)] == keys))
        return f"_family({e.place!r}, {', '.join(self.print(k) for k in e.keys)})"

    def piece_value(self, e: x.PieceValue) -> str:
        owner = self.print(e.owner)
        if self.changes(e.attribute):
            return f"{self.state}.value_{python_name(e.attribute)}[{owner}]"
        return f"_HAS_{python_name(e.attribute)}[{owner}]"

    def changes(self, attribute: str) -> bool:
        return any(attribute in c.changes for c in self.game.declarations.components.values())

    def table_constant(self, e: x.TableConstant) -> str:
        table = self.game.declarations.tables[e.table]
        if table.form == "number":
            assert table.value is not None
            return literal(self.constant(table.value))
        values = tuple(self.constant(v) for v in table.values)
        return literal(collections.canonical(values, e.type))

    def table_value(self, e: x.TableValue) -> str:
        table = self.game.declarations.tables[e.table]
        name = f"_TABLE_{python_name(e.table)}"
        keys = ", ".join(self.print(k) for k in e.keys)
        none = none_of(table.to)
        if table.beyond is not None:
            return f"_beyond({name}, {keys}, {table.beyond}, {name}_beyond)"
        return f"{name}.get({keys}, {none})" if len(e.keys) == 1 else f"{name}.get(({keys}), {none})"

    def list_literal(self, e: x.ListLiteral) -> str:
        if isinstance(e.type, t.SetOf):
            if is_entity(e.type.item):
                return "(" + " | ".join(f"1 << {self.print(i)}" for i in e.items) + ")" if e.items else "0"
            return f"_distinct(({', '.join(self.print(i) for i in e.items)},))"
        return f"({', '.join(self.print(i) for i in e.items)},)" if e.items else "()"

    def as_set(self, e: x.FunctionCall) -> str | None:
        """A call of the set variant of a function with one result; None where there is no gain."""
        block = self.game.functions[e.function].block
        if (
            len(block.statements) != 1
            or not isinstance(block.statements[0], st.Result)
            or (self.settled and e.function not in self.printed_as_sets)
        ):
            return None
        if e.function not in self.printed_as_sets:
            self.printed_as_sets.add(e.function)
            self.wanted_as_sets.add(e.function)
        return f"{self.set_variant(e.function)}({self.state}{''.join(f', {self.print(a)}' for a in e.arguments)})"

    def set_variant(self, function: str) -> str:
        return f"_set_of_{python_name(function)}"

    # ---- operators -------------------------------------------------------------------------------------------------

    def arithmetic(self, e: x.Arithmetic) -> str:
        left, right = self.print(e.left), self.print(e.right)
        if isinstance(e.type, t.Amount):
            if e.operator == "*":
                return f"_times({left}, {right})"
            return f"_{'plus' if e.operator == '+' else 'minus'}({left}, {right})"
        match e.operator:
            case "/":
                return f"_divide({left}, {right})" if not self.known(e.right)[0] else f"({left} // {right})"
            case "mod":
                return f"_mod({left}, {right})" if not self.known(e.right)[0] else f"({left} % {right})"
            case "*" if not self.known(e.left)[0] and not self.known(e.right)[0]:
                return f"_product({left}, {right})"
            case _:
                return f"({left} {e.operator} {right})"

    def comparison(self, e: x.Comparison) -> str:
        left, right = self.print(e.left), self.print(e.right)
        if isinstance(e.left.type, t.Amount):
            return f"_covers({left}, {e.operator!r}, {right})"
        guards = [(v, e2) for v, e2 in ((left, e.left), (right, e.right)) if isinstance(e2.type, t.Optional)]
        if not guards:
            return f"({left} {e.operator} {right})"
        if all(v.isidentifier() for v, _ in guards):
            tests = [f"{v} >= 0" if is_entity(e2.type) else f"{v} is not None" for v, e2 in guards]
            return f"({' and '.join(tests)} and {left} {e.operator} {right})"
        return f"_compare({left}, {e.operator!r}, {right}, {is_entity(e.left.type)})"

    def logical(self, e: x.Logical) -> str:
        """A side that is settled by the options vanishes."""
        sides = []
        for side in (e.left, e.right):
            found, value = self.known(side)
            if not found:
                sides.append(self.print(side))
            elif value is (e.operator == "or"):
                return literal(value)
        return sides[0] if len(sides) == 1 else f"({sides[0]} {e.operator} {sides[1]})"

    def same(self, e: x.Same) -> str:
        for a, b in ((e.left, e.right), (e.right, e.left)):
            if isinstance(b, x.PieceLiteral) and b.row is not None:  # several copies: any of them
                rows = sum(1 << p.number for p in self.world.pieces if p.component == b.component and b.row in (p.row, p.name))
                if isinstance(a.type, t.Optional):
                    return f"({'not ' if e.negated else ''}_has({literal(rows)}, {self.print(a)}))"
                return f"({'not ' if e.negated else ''}{literal(rows)} >> {self.print(a)} & 1)"
            found, value = self.known(b)
            if found and isinstance(value, bool) and isinstance(a.type, t.YesNo):
                return self.print(a) if value is not e.negated else f"(not {self.print(a)})"
            if found and value is None:
                return f"({self.print(a)} is {'not ' if e.negated else ''}None)"
        return f"({self.print(e.left)} {'!=' if e.negated else '=='} {self.print(e.right)})"

    def choice(self, e: x.Choice) -> str:
        found, value = self.known(e.condition)
        if found:
            return self.print(e.then if value else e.otherwise)
        then, otherwise = self.print(e.then), self.print(e.otherwise)
        if self.points is not None:
            yes, no = (self.points.number("arm", e.condition.span, side) for side in ("yes", "no"))
            then, otherwise = f"_hit({yes}, {then})", f"_hit({no}, {otherwise})"
        return f"({then} if {self.print(e.condition)} else {otherwise})"

    def at(self, e: x.At) -> str:
        outer = self.state
        self.state = f"({outer}.start or {outer})" if e.moment == "start" else "_before"
        try:
            return self.print(e.value)
        finally:
            self.state = outer
