"""Flow graph → Python: a function for every block, which goes on into short ones after it and leaves the next one's number in its frame.

A frame is a list: the block where it goes on, then its locals (parameters, names that outlive a block, and the book-keeping of loops).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kilnscript.compile import flow as f
from kilnscript.compile.analysis import free_names, walk
from kilnscript.compile.effects import writes
from kilnscript.compile.names import python_name
from kilnscript.compile.python import collections
from kilnscript.compile.python.statements import Statements, bare
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.types import Type

if TYPE_CHECKING:
    from kilnscript.compile.python.expressions import Expressions
    from kilnscript.compile.python.writer import Writer


@dataclass(frozen=True, slots=True)
class FrameLocal:
    """``type`` None: book-keeping of the flow. ``items``: for the hidden list of a loop, the types of its names."""

    name: str
    type: Type | None
    items: tuple[Type, ...] = ()


@dataclass(slots=True)
class Layout:
    """Where the locals of a unit stand in its frame: the first at index 1."""

    unit: str
    locals: list[FrameLocal] = field(default_factory=list)

    def index(self, name: str, kind: Type | None = None, items: tuple[Type, ...] = ()) -> int:
        for i, known in enumerate(self.locals):
            if known.name == name:
                return i + 1
        self.locals.append(FrameLocal(name, kind, items))
        return len(self.locals)

    def has(self, name: str) -> bool:
        return any(known.name == name for known in self.locals)


SHORT = 4  # steps of a block that is written out where it follows another
MOST_JOINED = 10  # blocks that one function goes on into


class Blocks:
    def __init__(self, p: Expressions, w: Writer, statements: Statements, flow: f.Flow, watched: frozenset[str]) -> None:
        self.p = p
        self.w = w
        self.statements = statements
        self.flow = flow
        self.watched = watched
        self.inside: list[int] = []  # blocks that are being written out
        self.room = 0
        self.left: set[int] = set()  # blocks to which functions leave
        self.printed: set[int] = set()
        self.layouts = {name: Layout(name) for name in flow.units}
        for unit in flow.units.values():
            for name, kind in unit.parameters:
                self.layouts[unit.name].index(name, kind)
        for block in flow.blocks:
            self.lay_out(block)

    def lay_out(self, block: f.Block) -> None:
        """Gives a place to everything that outlives a block, so that every frame has its full length from the start."""
        layout = self.layouts[block.unit]
        for step in block.steps:
            match step:
                case st.Let():
                    layout.index(step.name, step.value.type)
                case f.StartLoop():
                    layout.index(f"items {step.slot}", None, tuple(b.type for b in step.loop.binders))
                    layout.index(f"at {step.slot}")
                case f.StartCount():
                    layout.index(f"left {step.slot}")
                case f.CountPass(limit=limit) if limit is not None:
                    layout.index(f"left {step.slot}")
                case f.StartTurns():
                    layout.index(f"seat {step.slot}")
                case f.SavePlayer():
                    layout.index(f"saved {step.slot}")
                case f.StartDue():
                    layout.index(f"due {step.slot}")
                case f.EndTurns() | f.RestorePlayer() | f.ResetVariables():
                    pass
        if isinstance(block.end, f.NextDue):
            for _, names, _ in block.end.arms:
                for name, kind in names:
                    layout.index(name, kind)
        if isinstance(block.end, f.NextItem):
            for binder in block.end.loop.binders:
                if binder.name != "player":
                    layout.index(binder.name, binder.type)

    # ---- printing --------------------------------------------------------------------------------------------------

    def new_frame(self, unit: f.Unit, arguments: list[str]) -> str:
        rest = len(self.layouts[unit.name].locals) - len(arguments)
        parts = [str(unit.entry), *arguments]
        return f"[{', '.join(parts)}]" + (f" + [None] * {rest}" if rest else "")

    def all(self) -> None:
        """A function for every block where the engine may have to go on; the others stand inside those only."""
        pending = {unit.entry for unit in self.flow.units.values()}
        while pending - self.printed:
            number = min(pending - self.printed)
            self.printed.add(number)
            self.block(self.flow.blocks[number])
            pending |= self.left
        numbers = range(len(self.flow.blocks))
        self.w.emit("")
        self.w.emit(f"BLOCKS = ({', '.join(f'block_{n}' if n in self.printed else 'None' for n in numbers)},)")

    def load(self, layout: Layout, wanted: set[str]) -> None:
        for i, known in enumerate(layout.locals):
            if known.type is not None and known.name in wanted:
                self.w.emit(f"{python_name(known.name)} = frame[{i + 1}]")

    def block(self, block: f.Block) -> None:
        self.w.emit("")
        self.w.emit(f"def block_{block.number}(s, frame):  # {block.unit}")
        self.inside, self.room = [], MOST_JOINED
        with self.w.indented():
            self.body(block)

    def body(self, block: f.Block) -> None:
        layout = self.layouts[block.unit]
        self.inside.append(block.number)
        self.load(layout, self.used(block))
        if block.number == self.flow.units[block.unit].entry and self.flow.units[block.unit].kind == "phase":
            self.statements.new_line(block.unit)
        for step in block.steps:
            self.step(step, layout)
        self.end(block, layout)
        self.inside.pop()

    def go(self, number: int) -> None:
        """On to another block: written out here if it is short and not a circle, else left to the engine."""
        block = self.flow.blocks[number]
        if self.room and len(block.steps) <= SHORT and number not in self.inside:
            self.room -= 1
            self.w.emit(f"# block {number}" + (f": {block.unit}" if block.unit != self.flow.blocks[self.inside[-1]].unit else ""))
            self.body(block)
        else:
            self.left.add(number)
            self.w.emit(f"frame[0] = {number}")
            self.w.emit("return")

    def written(self, unit: str) -> set[str]:
        """What the steps of a unit change by themselves; phases it does and actions it offers look after their own."""
        found: set[str] = set()
        for block in self.flow.blocks:
            if block.unit == unit:
                found |= writes(self.p.game, tuple(block.steps), False)
        return found

    def used(self, block: f.Block) -> set[str]:
        """Names a block reads before it sets them."""
        found: set[str] = set()
        own: set[str] = set()
        for step in block.steps:
            match step:
                case f.StartLoop():
                    for binder in step.loop.binders:
                        found |= free_names(binder.source) - own
                    inner = {b.name for b in step.loop.binders}
                    found |= set() if step.loop.where is None else free_names(step.loop.where) - own - inner
                case f.StartCount():
                    found |= set() if step.count is None else free_names(step.count) - own
                case f.CountPass():
                    found |= set() if step.limit is None else free_names(step.limit.value) - own
                case f.StartTurns():
                    found |= free_names(step.first) - own
                case f.EndTurns() | f.SavePlayer() | f.RestorePlayer() | f.ResetVariables() | f.StartDue():
                    pass
                case _:
                    found |= free_names(step) - own
                    found |= self.scopes(step) - own
                    if isinstance(step, st.Let):
                        own.add(step.name)
        match block.end:
            case f.Branch():
                found |= free_names(block.end.condition) - own
            case f.Select():
                found |= free_names(block.end.subject) - own
            case f.NextItem(loop=loop):
                found |= (set() if loop.where is None else free_names(loop.where)) - {b.name for b in loop.binders}
            case f.NextTurn(turns=turns):
                found |= set() if turns.among is None else free_names(turns.among) - own
            case f.Call():
                found |= set().union(*(free_names(a) for a in block.end.arguments)) - own if block.end.arguments else set()
            case f.Decide():
                found |= free_names(self.flow.decisions[block.end.decision].decision.who) - own
        return found

    def scopes(self, node: object) -> set[str]:
        """Names that `legal(ACTION)` hands on."""
        return {name for n in walk(node) if isinstance(n, x.LegalAction) for name, _ in self.p.game.actions[n.action].scope}

    def step(self, step: f.Step, layout: Layout) -> None:
        emit = self.w.emit
        match step:
            case st.Let():
                self.statements.count("line", step.span)
                emit(f"{python_name(step.name)} = frame[{layout.index(step.name)}] = {self.p.print(step.value)}", step.span)
            case f.StartLoop():
                names = ["player_" if b.name == "player" else python_name(b.name) for b in step.loop.binders]
                sources = [collections.counted(self.p, b.source, 3) for b in step.loop.binders]
                if len(names) == 1:
                    items = f"tuple({sources[0]})"
                else:
                    loops = " ".join(f"for {n} in {s}" for n, s in zip(names, sources, strict=True))
                    items = f"tuple([({', '.join(names)}) {loops}])"
                emit(f"frame[{layout.index(f'items {step.slot}')}] = {items}", step.loop.span)
                emit(f"frame[{layout.index(f'at {step.slot}')}] = 0")
            case f.StartCount():
                count = "None" if step.count is None else self.p.print(step.count)
                emit(f"frame[{layout.index(f'left {step.slot}')}] = {count}")
            case f.CountPass():
                self.count_pass(step, layout)
            case f.StartTurns():
                emit(f"frame[{layout.index(f'seat {step.slot}')}] = {self.p.print(step.first)}")
            case f.EndTurns():
                seat = f"frame[{layout.index(f'seat {step.slot}')}]"
                emit(f"{seat} = s.next_turn if s.next_turn >= 0 else _NEXT_SEAT[{seat}]")
            case f.SavePlayer():
                emit(f"frame[{layout.index(f'saved {step.slot}')}] = s.player")
            case f.RestorePlayer():
                emit(f"s.player = frame[{layout.index(f'saved {step.slot}')}]")
            case f.ResetVariables():
                self.statements.reset(step.scope)
            case f.StartDue(edge=edge, of=of):
                emit(f"frame[{layout.index(f'due {step.slot}')}] = _take_due(s, {self.statements.moment(edge, of)})")
            case _:
                self.statements.statement(step)

    def count_pass(self, step: f.CountPass, layout: Layout) -> None:
        if step.limit is None:
            self.w.emit(f"_pass(s, {step.name!r})", step.span)
            return
        left = f"frame[{layout.index(f'left {step.slot}')}]"
        if step.limit.kind == "decreases":
            self.w.emit(f"{left} = _decreased({left}, {self.p.print(step.limit.value)})", step.limit.span)
        else:
            self.w.emit(f"{left} -= 1", step.span)
            self.w.emit(f"if {left} < 0: _too_many({self.p.print(step.limit.value)})", step.limit.span)

    def end(self, block: f.Block, layout: Layout) -> None:
        emit, end = self.w.emit, block.end
        match end:
            case f.Goto():
                self.go(end.to)
            case f.Branch():
                emit(f"if {bare(self.p.print(end.condition))}:", end.condition.span)
                with self.w.indented():
                    self.statements.count("arm", end.condition.span, "yes")
                    self.go(end.yes)
                self.statements.count("arm", end.condition.span, "no")
                self.go(end.no)
            case f.Select():
                emit(f"_case = {self.p.print(end.subject)}", end.subject.span)
                for values, to in end.arms:
                    emit(f"if _case in ({', '.join(self.p.print(v) for v in values)},):")
                    with self.w.indented():
                        self.statements.count("arm", values[0].span)
                        self.go(to)
                self.go(end.otherwise)
            case f.NextItem():
                self.next_item(end, layout)
            case f.NextCount():
                left = f"frame[{layout.index(f'left {end.slot}')}]"
                emit("_tick(s)", end.span)
                emit(f"if {left} > 0:")
                with self.w.indented():
                    emit(f"{left} -= 1")
                    self.go(end.body)
                self.go(end.done)
            case f.NextTurn():
                self.next_turn(end, layout)
            case f.NextDue():
                self.next_due(end, layout)
            case f.Call():
                emit(f"frame[0] = {end.to}")
                self.left.add(end.to)
                unit = self.flow.units[end.phase]
                emit(f"frame = {self.new_frame(unit, [self.p.print(a) for a in end.arguments])}")
                done_with = "".join(f", frame[{n}]" for n in range(1, 1 + len(end.arguments)))
                emit(f"_enter_{python_name(end.phase)}(s{done_with})", self.p.game.phases[end.phase].span)
                emit("s.stack.append(frame)")
                self.go(unit.entry)
            case f.Decide():
                if len(self.inside) > 1:
                    emit(f"frame[0] = {block.number}")
                self.left |= {block.number, end.after, end.skipped}
                self.decide(end)
            case f.Return():
                emit("s.stack.pop()")
                if self.flow.units[block.unit].kind == "action":
                    emit("s.acting -= 1")
                    emit("if not s.acting: s.start = None")
                unit = self.flow.units[block.unit]
                if unit.kind == "setup" and self.watched:
                    emit("_watch(s)")  # what is true from the start
                elif unit.kind == "phase" and self.watched & self.written(unit.name):
                    emit("if not s.acting: _watch(s)")
                elif unit.kind == "action" and self.watched & writes(
                    self.p.game, self.p.game.actions[unit.name.removeprefix("action ")], True
                ):
                    emit("if not s.acting: _watch(s)")
                emit("return")

    def next_item(self, end: f.NextItem, layout: Layout) -> None:
        emit = self.w.emit
        at = f"frame[{layout.index(f'at {end.slot}')}]"
        emit(f"_items, _i = frame[{layout.index(f'items {end.slot}')}], {at}")
        emit(f"{'if' if end.loop.where is None else 'while'} _i < len(_items):")
        with self.w.indented():
            emit("_tick(s)", end.loop.span)
            names = ["s.player" if binder.name == "player" else python_name(binder.name) for binder in end.loop.binders]
            emit(f"{', '.join(names)} = _items[_i]")
            emit("_i += 1")
            if end.loop.where is not None:
                emit(f"if not {self.p.print(end.loop.where)}: continue", end.loop.where.span)
            for binder in end.loop.binders:
                if binder.name != "player":
                    emit(f"frame[{layout.index(binder.name)}] = {python_name(binder.name)}")
            emit(f"{at} = _i")
            self.go(end.body)
        self.go(end.done)

    def next_due(self, end: f.NextDue, layout: Layout) -> None:
        emit, phases = self.w.emit, list(self.p.game.phases)
        due = f"frame[{layout.index(f'due {end.slot}')}]"
        emit(f"if {due}:")
        with self.w.indented():
            emit("_tick(s)")
            emit(f"_due, {due} = {due}[0], {due}[1:]")
            emit("s.player = _due[3]")
            for phase, names, to in end.arms:
                emit(f"if _due[1] == {phases.index(phase)}:")
                with self.w.indented():
                    for i, (name, _) in enumerate(names):
                        emit(f"{python_name(name)} = frame[{layout.index(name)}] = _due[{i + 4}]")
                    self.go(to)
        self.go(end.done)

    def next_turn(self, end: f.NextTurn, layout: Layout) -> None:
        emit = self.w.emit
        seat = f"frame[{layout.index(f'seat {end.slot}')}]"
        if end.turns.among is not None:
            emit(f"_due = _next_among({seat}, {collections.iterate(self.p, end.turns.among)})", end.turns.among.span)
            emit("if _due < 0:")
            with self.w.indented():
                self.go(end.done)
            emit(f"{seat} = _due")
        emit(f"s.player, s.next_turn = {seat}, -1")
        self.go(end.body)

    # ---- decisions -------------------------------------------------------------------------------------------------

    def decide(self, end: f.Decide) -> None:
        emit = self.w.emit
        node = self.flow.decisions[end.decision]
        d = node.decision
        names = [o.action for o in f.flat_offers(d) if o.action in self.p.game.actions]
        private = any(self.p.game.actions[name].private for name in names)
        if d.everyone:
            emit(f"s.deciders = tuple({collections.iterate(self.p, d.who)})", d.who.span)
            emit("if not s.deciders:")
            with self.w.indented():
                self.go(end.skipped)
            emit("s.chosen = ()")
            emit(f"if not _ask_all(s, {end.decision}):", d.span)
            with self.w.indented():
                self.go(end.skipped if end.nothing is None else end.nothing)
            emit("return True")
            return
        if not isinstance(d.who, x.CurrentPlayer):
            emit(f"s.player = {self.p.print(d.who)}", d.who.span)
        emit(f"s.legal = _found = moves_at_{end.decision}(s, frame)", d.span)
        if d.mode == "must":
            emit("if not _found:")
            with self.w.indented():
                if end.nothing is None:
                    emit("_no_choice()", d.span)
                else:
                    self.go(end.nothing)
        elif not private:
            emit("if len(_found) == 1:  # only to skip")
            with self.w.indented():
                assert end.nothing is not None
                self.go(end.nothing)
        emit(f"s.decision, s.deciders, s.passes, s.steps = {end.decision}, (s.player,), 0, 0")
        emit("return True")

    def decisions(self) -> None:
        """For every decision: its moves, and how a chosen one is carried out."""
        number = 0
        for node in self.flow.decisions:
            offers = f.flat_offers(node.decision)
            layout = self.layouts[node.unit]
            wanted = {name for o in offers if o.action in self.p.game.actions for name, _ in self.p.game.actions[o.action].scope}
            wanted |= {name for o in offers if o.when is not None for name in free_names(o.when)}
            self.w.emit("")
            self.w.emit(f"def moves_at_{node.number}(s, frame):", node.decision.span)
            with self.w.indented():
                self.load(layout, wanted)
                self.w.emit("out = []")
                for i, o in enumerate(offers):
                    self.list_offer(o, number + i)
                self.w.emit("return tuple(out)")
            self.w.emit("")
            self.w.emit(f"def play_at_{node.number}(s, frame, move):", node.decision.span)
            with self.w.indented():
                self.load(layout, wanted)
                self.w.emit("offer = move[0]")
                word = "if"
                for i, o in enumerate(offers):
                    if o.kind not in ("skip", "reset"):
                        self.w.emit(f"{word} offer == {number + i}:", o.span)
                        word = "elif"
                        with self.w.indented():
                            self.carry_out(node.decision, o)
            number += len(offers)

    def list_offer(self, o: f.FlatOffer, number: int) -> None:
        if o.kind == "skip":
            self.w.emit(f"out.append(({number},))")
            return
        if o.kind == "reset":
            self.w.emit(f"if s.start is not None: out.append(({number},))", o.span)
            return
        action = self.p.game.actions[o.action]
        scope = "".join(f", {python_name(name)}" for name, _ in action.scope)
        state = "(s.start or s)" if o.inside and o.kind == "action" else "s"  # judged on the state at the start of the transaction
        line = f"moves_{python_name(o.action)}({state}{scope}, out, {number})"
        if o.when is not None:
            outer, self.p.state = self.p.state, state
            line = f"if {bare(self.p.print(o.when))}: {line}"
            self.p.state = outer
        self.w.emit(line, o.span)

    def carry_out(self, decision: st.Decision, o: f.FlatOffer) -> None:
        """An action with decisions in it becomes the innermost frame; any other is done at once."""
        action = self.p.game.actions[o.action]
        arguments = [python_name(name) for name, _ in action.scope] + [f"move[{j + 1}]" for j in range(len(action.parameters))]
        unit = self.flow.units.get(f"action {action.name}")
        self.w.emit("s.acting += 1", action.span)
        if unit is not None:
            self.w.emit(f"s.stack.append({self.new_frame(unit, arguments)})", action.span)
            return
        self.w.emit(f"act_{python_name(action.name)}(s{''.join(f', {a}' for a in arguments)})", action.span)
        self.w.emit("s.acting -= 1", action.span)
        if o.kind == "commit":
            self.w.emit("s.start = None", action.span)
        if o.kind != "provisional" and not decision.everyone and self.watched & writes(self.p.game, action.block, True):
            self.w.emit("if not s.acting: _watch(s)", action.span)
