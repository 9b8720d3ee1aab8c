"""Flow graph and typed game → one Python module, specialised for a player count and options, with the place of every line."""

from __future__ import annotations

from dataclasses import dataclass

from kilnscript.compile import flow as f
from kilnscript.compile.constants import NotConstant, Value, none_of
from kilnscript.compile.costs import MOST_CALLS
from kilnscript.compile.effects import PLAYER, SCORES, THINGS, reads, writes
from kilnscript.compile.lower import lower
from kilnscript.compile.names import FIELDS, python_name
from kilnscript.compile.python.blocks import Blocks, Layout
from kilnscript.compile.python.expressions import Expressions
from kilnscript.compile.python.moves import Moves, RefusalPoint
from kilnscript.compile.python.payments import print_payment
from kilnscript.compile.python.points import Points
from kilnscript.compile.python.statements import Statements
from kilnscript.compile.python.writer import Writer
from kilnscript.compile.unsupported import refuse_depth
from kilnscript.compile.world import World
from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.model.game import Game


@dataclass(frozen=True, slots=True)
class Generated:
    """``spans[i]``: where line i + 1 comes from. ``logs``, ``ends``, ``refusals``: what the numbers in the code stand for. ``points``: what
    counting code counts."""

    source: str
    spans: tuple[Span | None, ...]
    flow: f.Flow
    layouts: dict[str, Layout]
    logs: tuple[st.Log, ...]
    ends: tuple[st.EndGame | st.EndWatch, ...]
    refusals: tuple[RefusalPoint, ...]
    masks: tuple[str, ...]
    points: Points | None = None


def generate(game: Game, world: World, counting: bool = False) -> Generated:
    """The module's text; ``counting``: it counts what it comes to. Raises NotSupported where the rules use what cannot be played yet."""

    def settled(condition: x.Expression) -> bool | None:
        try:
            return bool(world.constants.value(condition))
        except NotConstant:
            return None

    points = Points() if counting else None
    p, w = Expressions(game, world, points), Writer()
    deepest = p.costs.too_deep()
    if deepest is not None:
        refuse_depth(game.functions[deepest].span, f"the function `{deepest}`")
    flow = lower(game, settled)
    statements = Statements(p, w)
    moves = Moves(p, w, statements)
    watched = set().union(*(reads(game, (watch.when, watch.outcome)) for watch in game.watches))
    if PLAYER in watched:
        watched |= {*game.declarations.variables, SCORES, THINGS}
    blocks = Blocks(p, w, statements, flow, frozenset(watched))

    for function in game.functions.values():
        print_function(function, p, w, statements)
    for phase in game.phases.values():
        if phase.name not in flow.units:
            w.emit("")
            w.emit(f"def do_{python_name(phase.name)}(s{''.join(f', {python_name(n)}' for n, _ in phase.parameters)}):", phase.span)
            with w.indented():
                w.emit(f"_enter_{python_name(phase.name)}(s{''.join(f', {python_name(n)}' for n, _ in phase.parameters)})", phase.span)
                statements.new_line(phase.name)
                statements.reset(phase.name)
                statements.due("start", phase.name, phase.span)
                statements.block(phase.block)
                statements.due("end", phase.name, phase.span)
                if watched & (writes(game, phase.block, False) | writes(game, f.ResetVariables(phase.name), False)):
                    w.emit("if not s.acting: _watch(s)")
    for payment in game.payments.values():
        print_payment(payment, p, w, statements)
    for action in game.actions.values():
        moves.action(action, f"action {action.name}" not in flow.units)
    if game.watches:
        print_watches(game, p, w, statements)
    if game.scoring is not None:
        w.emit("")
        w.emit("def scoring(s):", game.scoring.span)
        with w.indented():
            statements.block(game.scoring)
    w.emit("")
    w.emit("def rank(s):  # for s.player: larger is better")
    with w.indented():
        keys = [(f"-({p.print(i.value)})" if not i.highest else p.print(i.value)) for i in game.rank]
        w.emit(f"return ({', '.join(keys)}{',' if keys else ''})", game.rank[0].span if game.rank else None)
    blocks.all()
    blocks.decisions()
    if points is not None:
        for node in flow.decisions:
            for policy in (node.decision.on_timeout, node.decision.on_idle):
                if policy is not None:
                    policy_points(policy.block, points)
    while p.wanted_as_sets:
        print_set_variant(game.functions[p.wanted_as_sets.pop()], p, w, statements)
    masks = tuple(sorted(p.indexed))
    state, spans = state_class(game, world, statements, masks)
    return Generated(
        state + w.source(), tuple(spans + w.spans), flow, blocks.layouts, tuple(statements.logs), tuple(statements.ends),
        tuple(moves.refusals), masks, points,
    )  # fmt: skip


def print_function(function: st.Function, p: Expressions, w: Writer, statements: Statements) -> None:
    w.emit("")
    w.emit(f"def {python_name(function.name)}(s{''.join(f', {python_name(n)}' for n, _ in function.parameters)}):", function.span)
    with w.indented():
        if p.costs.calls(function.name) > MOST_CALLS:
            w.emit("_tick(s)", function.span)
        statements.block(function.block)


def print_set_variant(function: st.Function, p: Expressions, w: Writer, statements: Statements) -> None:
    """A function that gives a list of numbered things, for callers that only want the set: no list is made at all."""
    w.emit("")
    w.emit(f"def {p.set_variant(function.name)}(s{''.join(f', {python_name(n)}' for n, _ in function.parameters)}):", function.span)
    result = function.block.statements[0]
    assert isinstance(result, st.Result) and isinstance(function.result, t.ListOf)
    with w.indented():
        statements.count("line", result.span)
        w.emit(f"return {p.print(x.Convert(result.value, t.SetOf(function.result.item), result.span))}", result.span)


def policy_points(block: st.Block, points: Points) -> None:
    """What a timeout policy may come to: it is carried out by the engine, which counts these."""
    for n in block.statements:
        match n:
            case st.Choose():
                points.number("line", n.span)
            case st.If():
                points.number("arm", n.condition.span, "yes")
                points.number("arm", n.condition.span, "no")
                policy_points(n.then, points)
                if n.otherwise is not None:
                    policy_points(n.otherwise, points)
            case st.Case():
                for arm in n.arms:
                    points.number("arm", arm.values[0].span)
                    policy_points(arm.block, points)
                if n.otherwise is not None:
                    policy_points(n.otherwise, points)


def print_watches(game: Game, p: Expressions, w: Writer, statements: Statements) -> None:
    w.emit("")
    w.emit("def _watch(s):")
    with w.indented():
        for watch in game.watches:
            w.emit(f"if {p.print(watch.when)}:", watch.span)
            with w.indented():
                statements.count("line", watch.span)
                statements.end_game(watch)


def state_class(game: Game, world: World, statements: Statements, masks: tuple[str, ...]) -> tuple[str, list[Span | None]]:
    """The class of this game's states: a slot for every variable, changeable attribute and mask, and a copy without loops over names."""
    w = Writer()
    variables = list(game.declarations.variables.values())
    changing = [a for c in game.declarations.components.values() for a in c.changes]
    changing = list(dict.fromkeys(changing))
    own = [python_name(v.name) for v in variables]
    own += [f"value_{python_name(a)}" for a in changing] + [f"cells_{python_name(a)}" for a in masks]
    w.emit("class State(_State):")
    with w.indented():
        w.emit(f"__slots__ = ({' '.join(repr(name) + ',' for name in own)})")
        w.emit("")
        w.emit("def copy(self):")
        with w.indented():
            w.emit("s = State.__new__(State)")
            uses = uses_of(game, world)
            for name in FIELDS:
                if name not in ("stack", "stream", "log", "passing"):
                    w.emit(f"s.{name} = self.{name}" + ("[:]" if uses.get(name) else ""))
            w.emit("s.stack = [frame[:] for frame in self.stack]")
            w.emit("s.stream = self.stream.copy()")
            w.emit("s.log = s.passing = None")
            for variable in variables:
                name = python_name(variable.name)
                w.emit(f"s.{name} = self.{name}{'[:]' if variable.keys else ''}", variable.span)
            for attribute in changing:
                w.emit(f"s.value_{python_name(attribute)} = self.value_{python_name(attribute)}[:]")
            for attribute in masks:
                w.emit(f"s.cells_{python_name(attribute)} = self.cells_{python_name(attribute)}[:]")
            w.emit("return s")
        w.emit("")
        w.emit("def become(self, other):")
        with w.indented():
            w.emit("for name in _slots:")
            with w.indented():
                w.emit("setattr(self, name, getattr(other, name))")
        w.emit("")
        w.emit("def reset_variables(self):")
        with w.indented():
            w.emit("s = self")
            for variable in variables:
                name = python_name(variable.name)
                w.emit(f"s.{name} = {statements.start_of(variable.name)}", variable.span)
    w.emit("")
    w.emit("_slots = _State.__slots__ + State.__slots__")
    for attribute in changing:
        print_setter(game, w, attribute, attribute in masks)
    print_put(w, game, masks)
    return "\n".join(w.lines) + "\n", w.spans


def uses_of(game: Game, world: World) -> dict[str, bool]:
    """Which lists of the state can change in this game; the others are shared by all copies."""
    pieces = bool(world.pieces)
    shapes = {info.declared.shape for info in world.places}
    return {
        "at": bool(world.cells) and pieces, "place_of": pieces, "cell_of": pieces, "bags": pieces,
        "piles": bool(shapes & {"deck", "stack"}), "tokens": bool(world.tokens),
        "score": game.declarations.scores is not None, "points": game.declarations.scores is not None,
    }  # fmt: skip


def print_setter(game: Game, w: Writer, attribute: str, masked: bool) -> None:
    name = python_name(attribute)
    w.emit("")
    w.emit(f"def _set_{name}(s, piece, value):")
    with w.indented():
        w.emit("if piece < 0: _nothing_to_change()")
        if masked:
            w.emit("cell = s.cell_of[piece]")
            w.emit("if cell >= 0:")
            with w.indented():
                w.emit(f"s.cells_{name}[s.value_{name}[piece]] &= ~(1 << cell)")
                w.emit(f"s.cells_{name}[value] |= 1 << cell")
        w.emit(f"s.value_{name}[piece] = value")


def print_put(w: Writer, game: Game, masks: tuple[str, ...]) -> None:
    """A piece arrives in a cell, or leaves one: every mask that the rules read stays true."""
    changing = {a for c in game.declarations.components.values() for a in c.changes}

    def column(attribute: str) -> str:
        name = python_name(attribute)
        return f"s.value_{name}" if attribute in changing else f"_HAS_{name}"

    def value(attribute: str) -> str:
        return f"{column(attribute)}[piece]"

    w.emit("")
    w.emit("def _put(s, piece, cell):")
    with w.indented():
        w.emit("s.at[cell] = piece")
        w.emit("s.cell_of[piece] = cell")
        w.emit("bit = 1 << cell")
        w.emit("s.occupied |= bit")
        for attribute in masks:
            w.emit(f"s.cells_{python_name(attribute)}[{value(attribute)}] |= bit")
    w.emit("")
    w.emit("def _lay(s, pieces, cells, whole):  # instead of whatever lay in these cells; whole: their bits")
    with w.indented():
        w.emit("at, cell_of = s.at, s.cell_of")
        w.emit("s.occupied |= whole")
        for attribute in masks:
            name = python_name(attribute)
            w.emit(f"masks_{name}, values_{name} = s.cells_{name}, {column(attribute)}")
            w.emit(f"masks_{name}[:] = [mask & ~whole for mask in masks_{name}]")
        w.emit("for piece, cell in zip(pieces, cells):")
        with w.indented():
            w.emit("at[cell] = piece")
            w.emit("cell_of[piece] = cell")
            for attribute in masks:
                name = python_name(attribute)
                w.emit(f"masks_{name}[values_{name}[piece]] |= 1 << cell")
    w.emit("")
    w.emit("def _lift(s, piece, cell):")
    with w.indented():
        w.emit("s.at[cell] = s.cell_of[piece] = -1")
        w.emit("bit = ~(1 << cell)")
        w.emit("s.occupied &= bit")
        for attribute in masks:
            w.emit(f"s.cells_{python_name(attribute)}[{value(attribute)}] &= bit")


def tables(game: Game, world: World) -> dict[str, Value]:
    """The constant tables of the generated code by name: attributes of pieces and members, tables of the rules."""
    found: dict[str, Value] = {}
    declarations = game.declarations
    attributes: dict[str, t.Type] = {}
    for component in declarations.components.values():
        attributes.update(component.has)
    for name, kind in attributes.items():
        none = none_of(kind)
        values = [piece.values.get(name, none) for piece in world.pieces]
        found[f"_HAS_{python_name(name)}"] = (*values, none)
        masks: dict[Value, int] = {}
        for piece, value in enumerate(values):
            masks[value] = masks.get(value, 0) | 1 << piece
        found[f"_PIECES_{python_name(name)}"] = masks
    for kind_name, declared in declarations.kinds.items():
        py = python_name(kind_name)
        found[f"_TITLES_{py}"] = (*(m.title for m in declared.members), None)
        found[f"_LETTERS_{py}"] = (*(m.letter for m in declared.members), None)
        found[f"_GLYPHS_{py}"] = (*(m.glyph for m in declared.members), None)
        for attribute, kind in declared.attributes.items():
            data = [data_value(world, kind, m.values[attribute]) if attribute in m.values else none_of(kind) for m in declared.members]
            found[f"_DATA_{py}_{python_name(attribute)}"] = (*data, none_of(kind))
        tied = {
            token.kind_member[1]: i
            for i, token in enumerate(declarations.tokens.values())
            if token.kind_member and token.kind_member[0] == kind_name
        }
        if tied:
            found[f"_TOKEN_{py}"] = (*(tied.get(m.name, -1) for m in declared.members), -1)
    for table in declarations.tables.values():
        if table.form != "rows":
            continue
        rows: dict[Value, Value] = {}
        for keys, value in table.rows.items():
            numbers = tuple(
                world.constants.member_number[k.kind, key] if k.kind is not None and isinstance(key, str) else key
                for k, key in zip(table.keys, keys, strict=True)
            )
            rows[numbers[0] if len(numbers) == 1 else numbers] = world.constants.value(value)
        found[f"_TABLE_{python_name(table.name)}"] = rows
        if table.beyond is not None:
            assert table.default is not None
            found[f"_TABLE_{python_name(table.name)}_beyond"] = world.constants.value(table.default)
    return found


def data_value(world: World, kind: t.Type, value: x.Expression) -> Value:
    return world.constants.value(value)
