"""Goes into the flow of a game at one of its phases, for examples and positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from kilnscript.compile import flow as f
from kilnscript.compile.analysis import free_names
from kilnscript.compile.constants import Value
from kilnscript.compile.names import python_name
from kilnscript.engine.faults import GameOver, RuleFault
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.session.errors import UsageError, did_you_mean
from kilnscript.session.notation import items_of
from kilnscript.session.sheet import begin_under_way


def enter(program: Program, state: State, phase: str, arguments: Sequence[Value] | None, seat: int | None) -> None:
    """Goes into the flow where it does the phase: the first pass of the loops around it, loops over seats standing at the seat, what else
    lies on the way left out; then runs on to a decision. ``arguments`` None: those of the first pass. Raises UsageError, Fault.

    A phase in which nobody decides is carried out, and the game stands still after it.
    """
    game = program.game
    if phase not in game.phases:
        raise UsageError(f"there is no phase `{phase[:40]}`{did_you_mean(phase, game.phases)}")
    wanted = len(game.phases[phase].parameters)
    if arguments is not None and len(arguments) != wanted:
        raise UsageError(f"phase `{phase}` takes {wanted} arguments, not {len(arguments)}")
    state.stack, state.decision, state.deciders, state.legal, state.chosen, state.acting = [], -1, (), (), (), 0
    if seat is not None:
        state.player = seat
    if phase not in program.graph.units:
        if arguments is None and wanted:
            raise UsageError(f"phase `{phase}` needs its arguments")
        carry_out(program, state, phase, tuple(arguments or ()))
        return
    passed_on: Sequence[Value] = ()
    for unit, call in way_to(program, phase):
        assert isinstance(call.end, f.Call)
        frame = program.frame(unit, passed_on)
        state.stack.append(frame)
        last = call.end.phase == phase
        found = Walk(program, state, frame, unit, seat, arguments if last else None).to(call)
        if found is None:
            raise UsageError(f"the flow cannot come to phase `{phase}` like this")
        passed_on = found
        frame[0] = call.end.to
    if arguments is not None:
        passed_on = arguments
    begin_under_way(program, state)
    state.stack.append(program.frame(phase, passed_on))
    program.run(state)


def carry_out(program: Program, state: State, phase: str, arguments: tuple[Value, ...]) -> None:
    """A phase without decisions."""
    try:
        program.names[f"do_{python_name(phase)}"](state, *arguments)
    except GameOver:
        program.finish(state)
    except (RuleFault, RecursionError) as error:
        raise program.fault(error) from error


def way_to(program: Program, phase: str) -> list[tuple[str, f.Block]]:
    """The calls that lead from the order of play to a phase: in each unit, the block that does the next one."""
    came: dict[str, tuple[str, f.Block]] = {}
    pending = deque(["play"])
    while pending:
        unit = pending.popleft()
        for block in program.graph.blocks:
            if block.unit == unit and isinstance(block.end, f.Call) and block.end.phase not in came:
                came[block.end.phase] = (unit, block)
                pending.append(block.end.phase)
    if phase not in came:
        raise UsageError(f"nothing in the order of play does phase `{phase}`")
    found = [came[phase]]
    while found[-1][0] != "play":
        found.append(came[found[-1][0]])
    return found[::-1]


class Walk:
    """Steps through the blocks of one unit without their effects, only with what loops and names keep."""

    def __init__(
        self, program: Program, state: State, frame: list[Any], unit: str, seat: int | None, wanted: Sequence[Value] | None
    ) -> None:
        self.program = program
        self.state = state
        self.frame = frame
        self.layout = program.layouts[unit]
        self.unit = unit
        self.seat = seat
        self.wanted = wanted

    def to(self, call: f.Block) -> tuple[Value, ...] | None:
        """Fills the frame so that it stands at a call; the call's arguments, or None when no pass of the loops has those wanted."""
        path = self.path(self.program.graph.units[self.unit].entry, call.number)
        return None if path is None else self.walk(path, 0)

    def path(self, start: int, goal: int) -> list[int] | None:
        """The shortest way through the blocks."""
        came: dict[int, int] = {start: -1}
        pending = deque([start])
        while pending:
            number = pending.popleft()
            if number == goal:
                found = [number]
                while came[found[-1]] >= 0:
                    found.append(came[found[-1]])
                return found[::-1]
            for to in f.targets(self.program.graph.blocks[number].end):
                if to not in came:
                    came[to] = number
                    pending.append(to)
        return None

    def walk(self, path: Sequence[int], at: int) -> tuple[Value, ...] | None:
        block = self.program.graph.blocks[path[at]]
        for step in block.steps:
            self.step(step)
        end = block.end
        if at == len(path) - 1:
            assert isinstance(end, f.Call)
            arguments = tuple(self.value(a) for a in end.arguments)
            return arguments if self.wanted is None or arguments == tuple(self.wanted) else None
        to = path[at + 1]
        if isinstance(end, f.NextItem) and to == end.body:
            for _ in self.items(end):
                found = self.walk(path, at + 1)
                if found is not None:
                    return found
            return None
        if isinstance(end, f.NextDue):
            for _, names, arm in end.arms:
                if arm == to and self.wanted is not None and len(names) == len(self.wanted):
                    for (name, _), value in zip(names, self.wanted, strict=True):
                        self.set(name, value)
        elif isinstance(end, f.NextCount) and to == end.body:
            self.set(f"left {end.slot}", self.get(f"left {end.slot}") - 1)
        elif isinstance(end, f.NextTurn) and to == end.body:
            self.state.player, self.state.next_turn = self.get(f"seat {end.slot}"), -1
        return self.walk(path, at + 1)

    def items(self, end: f.NextItem) -> Iterator[None]:
        """Stands at each item of a loop in turn."""
        names = [binder.name for binder in end.loop.binders]
        for number, item in enumerate(self.get(f"items {end.slot}")):
            for name, value in zip(names, (item,) if len(names) == 1 else item, strict=True):
                if name == "player":
                    self.state.player = value
                else:
                    self.set(name, value)
            if "player" in names and self.seat is not None and self.state.player != self.seat:
                continue
            if end.loop.where is None or self.value(end.loop.where):
                self.set(f"at {end.slot}", number + 1)
                yield

    def step(self, step: f.Step) -> None:
        match step:
            case st.Let():
                self.set(step.name, self.value(step.value))
            case f.StartLoop():
                self.set(f"items {step.slot}", tuple(self.product(step.loop, 0, {})))
                self.set(f"at {step.slot}", 0)
            case f.StartCount():
                self.set(f"left {step.slot}", None if step.count is None else self.value(step.count))
            case f.CountPass(limit=st.Limit(kind="decreases") as limit):
                self.set(f"left {step.slot}", self.value(limit.value))
            case f.CountPass(limit=st.Limit()):
                self.set(f"left {step.slot}", self.get(f"left {step.slot}") - 1)
            case f.StartTurns():
                self.set(f"seat {step.slot}", self.value(step.first) if self.seat is None else self.seat)
            case f.StartDue():
                self.set(f"due {step.slot}", ())
            case f.SavePlayer():
                self.set(f"saved {step.slot}", self.state.player)
            case _:
                pass  # an effect, left out

    def product(self, loop: st.ForEach, at: int, names: dict[str, Value]) -> Iterator[Any]:
        """The items of a loop; later sources may read earlier names."""
        binder = loop.binders[at]
        source = binder.source
        assert isinstance(source.type, (t.SetOf, t.ListOf))
        for item in items_of(self.value(source, names), source.type.item):
            inner = {**names, binder.name: item}
            if at + 1 < len(loop.binders):
                yield from self.product(loop, at + 1, inner)
            else:
                yield item if len(loop.binders) == 1 else tuple(inner.values())

    def value(self, e: x.Expression, names: dict[str, Value] | None = None) -> Value:
        known = {local.name: self.frame[i + 1] for i, local in enumerate(self.layout.locals) if local.type is not None}
        known |= names or {}
        return self.program.evaluate(e, self.state, {name: known[name] for name in sorted(free_names(e))})

    def get(self, name: str) -> Any:
        return self.frame[self.layout.index(name)]

    def set(self, name: str, value: Any) -> None:
        if self.layout.has(name):
            self.frame[self.layout.index(name)] = value
