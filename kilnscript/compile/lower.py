"""Typed game → flow graph. Phases without a decision stay statements inside blocks; everything else is cut where a seat decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from kilnscript.compile import flow as f
from kilnscript.compile.analysis import Asking
from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.game import Game
from kilnscript.model.types import Type

Settled = Callable[[x.Expression], bool | None]


def lower(game: Game, settled: Settled = lambda _: None) -> f.Flow:
    """``settled`` tells the value of conditions that options and player count decide: their dead sides vanish. By default none are."""
    return Lowering(game, settled).run()


class Lowering:
    def __init__(self, game: Game, settled: Settled) -> None:
        self.game = game
        self.settled = settled
        self.asking = Asking(game)
        self.flow = f.Flow()
        self.unit = ""
        self.slots = 0

    def run(self) -> f.Flow:
        if self.game.setup is not None:
            self.add_unit("setup", "setup", (), self.game.setup, ())
        elif self.game.watches:  # what is true from the start ends the game: tested where a setup ends
            self.add_unit("setup", "setup", (), st.Block((), None, self.game.play.span), ())
        self.add_unit("play", "play", (), self.game.play, ())
        for phase in self.game.phases.values():
            if self.asking.phase(phase.name):
                self.add_unit(phase.name, "phase", phase.parameters, phase.block, (f.ResetVariables(phase.name),))
        for action in self.game.actions.values():
            if self.asking.node(action.block):
                parameters = action.scope + tuple((p.name, p.type) for p in action.parameters)
                self.add_unit(f"action {action.name}", "action", parameters, action.block, ())
        tidy(self.flow)
        return self.flow

    # ---- blocks ----------------------------------------------------------------------------------------------------

    def add_unit(self, name: str, kind: str, parameters: tuple[tuple[str, Type], ...], block: st.Block, first: tuple[f.Step, ...]) -> None:
        self.unit, self.slots = name, 0
        entry = self.block()
        entry.steps.extend(first)
        self.flow.units[name] = f.Unit(name, kind, entry.number, parameters)
        if kind == "phase":
            entry = self.due("start", name, entry, block.span)
        last = self.statements(block, entry)
        if kind == "phase":
            last = self.due("end", name, last, block.span)
        last.end = f.Return()

    def block(self) -> f.Block:
        block = f.Block(len(self.flow.blocks), self.unit)
        self.flow.blocks.append(block)
        return block

    def slot(self, word: str) -> str:
        self.slots += 1
        return f"{word}_{self.slots}"

    def statements(self, block: st.Block, at: f.Block) -> f.Block:
        """Lowers statements from a block on; returns the block where the flow goes on after them."""
        for statement in block.statements:
            at = self.statement(statement, at)
        return at

    def inner(self, block: st.Block | None, after: f.Block) -> int:
        """A block of statements that goes on at ``after``; its number."""
        if block is None:
            return after.number
        start = self.block()
        self.statements(block, start).end = f.Goto(after.number)
        return start.number

    def statement(self, statement: st.Statement, at: f.Block) -> f.Block:
        if not self.asking.node(statement):
            at.steps.append(statement)
            return at
        match statement:
            case st.Do():
                after = self.block()
                at.end = f.Call(statement.phase, statement.arguments, after.number)
                return after
            case st.If():
                return self.branch(at, statement.condition, statement.then, statement.otherwise, "if")
            case st.Rule():
                if statement.when is None:
                    return self.statements(statement.block, at)
                return self.branch(at, statement.when, statement.block, None, statement.name)
            case st.Case():
                after = self.block()
                arms = tuple((arm.values, self.inner(arm.block, after)) for arm in statement.arms)
                at.end = f.Select(statement.subject, arms, self.inner(statement.otherwise, after))
                return after
            case st.ForEach():
                return self.for_each(statement, at)
            case st.RepeatTimes():
                return self.repeat_times(statement, at)
            case st.RepeatUntil():
                return self.repeat_until(statement, at)
            case st.TakeTurns():
                return self.take_turns(statement, at)
            case st.Decision():
                return self.decision(statement, at)
            case _:
                raise AssertionError(f"{type(statement).__name__} comes to no decision")

    def branch(self, at: f.Block, condition: x.Expression, then: st.Block, otherwise: st.Block | None, label: str) -> f.Block:
        value = self.settled(condition)
        if value is not None:
            chosen = then if value else otherwise
            return at if chosen is None else self.statements(chosen, at)
        after = self.block()
        at.end = f.Branch(condition, self.inner(then, after), self.inner(otherwise, after), label)
        return after

    # ---- loops -----------------------------------------------------------------------------------------------------

    def for_each(self, loop: st.ForEach, at: f.Block) -> f.Block:
        slot = self.slot("items")
        at.steps.append(f.StartLoop(slot, loop))
        names_player = any(b.name == "player" for b in loop.binders)
        if names_player:
            at.steps.append(f.SavePlayer(slot))
        head, after = self.block(), self.block()
        at.end = f.Goto(head.number)
        head.end = f.NextItem(slot, loop, self.inner(loop.block, head), after.number)
        if names_player:
            after.steps.append(f.RestorePlayer(slot))
        return after

    def repeat_times(self, loop: st.RepeatTimes, at: f.Block) -> f.Block:
        slot = self.slot("left")
        at.steps.append(f.StartCount(slot, loop.count))
        head, after = self.block(), self.block()
        at.end = f.Goto(head.number)
        head.end = f.NextCount(slot, self.inner(loop.block, head), after.number, loop.span)
        return after

    def repeat_until(self, loop: st.RepeatUntil, at: f.Block) -> f.Block:
        slot = self.slot("passes")
        head, body, after = self.block(), self.block(), self.block()
        at.end = f.Goto(head.number)
        counted = loop.limit is not None and loop.limit.kind == "at most"
        if loop.limit is not None:
            at.steps.append(f.StartCount(slot, loop.limit.value if counted else None))
        head.end = f.Branch(loop.until, after.number, body.number, "until")
        if loop.otherwise is not None:
            passed = self.block()
            body.end = f.NextCount(slot, passed.number, self.inner(loop.otherwise, after), loop.span)
            body = passed
        else:
            body.steps.append(f.CountPass(slot, loop.limit, "repeat", loop.span))
        self.statements(loop.block, body).end = f.Goto(head.number)
        return after

    def due(self, edge: Literal["start", "end"], of: str, at: f.Block, span: Span) -> f.Block:
        """Does what was put off until this moment, one after the other."""
        phases = self.asking.moments.get((edge, of), ())
        if not phases:
            return at
        slot = self.slot("due")
        at.steps += [f.SavePlayer(slot), f.StartDue(slot, edge, of)]
        head, after = self.block(), self.block()
        at.end = f.Goto(head.number)
        arms = []
        for name in phases:
            arm = self.block()
            named = tuple((f"_{slot}_{parameter}", kind) for parameter, kind in self.game.phases[name].parameters)
            do = st.Do(name, tuple(x.Local(local, kind, span) for local, kind in named), None, span)
            self.statement(do, arm).end = f.Goto(head.number)
            arms.append((name, named, arm.number))
        head.end = f.NextDue(slot, tuple(arms), after.number)
        after.steps.append(f.RestorePlayer(slot))
        return after

    def take_turns(self, loop: st.TakeTurns, at: f.Block) -> f.Block:
        slot = self.slot("turns")
        at.steps += [f.SavePlayer(slot), f.StartTurns(slot, loop.first)]
        if loop.limit is not None:
            at.steps.append(f.StartCount(slot, loop.limit.value if loop.limit.kind == "at most" else None))
        head, choose, body, after = self.block(), self.block(), self.block(), self.block()
        at.end = f.Goto(head.number)
        if loop.until is not None:
            head.end = f.Branch(loop.until, after.number, choose.number, "until")
        else:
            head.end = f.Goto(choose.number)
        choose.end = f.NextTurn(slot, loop, body.number, after.number)
        body.steps.append(f.CountPass(slot, loop.limit, "take turns", loop.span))
        if loop.innermost:
            body.steps.append(f.ResetVariables("turn"))
            body = self.due("start", "turn", body, loop.span)
        last = self.statements(loop.block, body)
        if loop.innermost:
            last = self.due("end", "turn", last, loop.span)
        last.steps.append(f.EndTurns(slot))
        last.end = f.Goto(head.number)
        after.steps.append(f.RestorePlayer(slot))
        return after

    # ---- decisions -------------------------------------------------------------------------------------------------

    def decision(self, decision: st.Decision, at: f.Block) -> f.Block:
        slot = self.slot("seat")
        node = f.DecisionNode(len(self.flow.decisions), self.unit, decision, slot)
        self.flow.decisions.append(node)
        at.steps.append(f.SavePlayer(slot))
        ask, after = self.block(), self.block()
        after.steps.append(f.RestorePlayer(slot))
        at.end = f.Goto(ask.number)
        again = after.number
        if decision.mode == "may repeatedly":
            again = ask.number
            if decision.at_most is not None:
                at.steps.append(f.StartCount(slot, decision.at_most))
                counted = self.block()
                at.end = f.Goto(counted.number)
                counted.end = f.NextCount(slot, ask.number, after.number, decision.span)
                again = counted.number
        nothing: int | None = after.number
        if decision.mode == "must":
            nothing = None if decision.otherwise is None else self.inner(decision.otherwise, after)
        ask.end = f.Decide(node.number, again, after.number, nothing)
        return after


def tidy(flow: f.Flow) -> None:
    """Joins a block to the only one that leads to it, and drops what nothing leads to."""
    while True:
        leads: dict[int, int] = {unit.entry: 2 for unit in flow.units.values()}  # entries are never joined away
        for block in flow.blocks:
            for to in f.targets(block.end):
                leads[to] = leads.get(to, 0) + (2 if isinstance(block.end, (f.Call, f.Decide)) else 1)
            if isinstance(block.end, f.Decide) and any(
                offer.inside for offer in f.flat_offers(flow.decisions[block.end.decision].decision)
            ):
                leads[block.number] = leads.get(block.number, 0) + 2  # it comes back here after each move that does not count yet
        joined = False
        for block in flow.blocks:
            while isinstance(block.end, f.Goto) and leads.get(block.end.to) == 1 and block.end.to != block.number:
                other = flow.blocks[block.end.to]
                block.steps += other.steps
                block.end = other.end
                leads[other.number] = 0
                other.end, other.steps = f.Return(), []
                joined = True
        if not joined:
            break
    renumber(flow)


def renumber(flow: f.Flow) -> None:
    reached: dict[int, int] = {}
    for unit in flow.units.values():
        pending = [unit.entry]
        while pending:
            number = pending.pop(0)
            if number in reached:
                continue
            reached[number] = len(reached)
            pending += list(f.targets(flow.blocks[number].end))
    flow.blocks = [flow.blocks[old] for old in reached]
    for block in flow.blocks:
        block.number = reached[block.number]
        block.end = moved(block.end, reached)
    for unit in flow.units.values():
        unit.entry = reached[unit.entry]


def moved(end: f.End, to: dict[int, int]) -> f.End:
    match end:
        case f.Goto():
            return f.Goto(to[end.to])
        case f.Branch():
            return f.Branch(end.condition, to[end.yes], to[end.no], end.label)
        case f.Select():
            return f.Select(end.subject, tuple((values, to[b]) for values, b in end.arms), to[end.otherwise])
        case f.NextItem():
            return f.NextItem(end.slot, end.loop, to[end.body], to[end.done])
        case f.NextCount():
            return f.NextCount(end.slot, to[end.body], to[end.done], end.span)
        case f.NextTurn():
            return f.NextTurn(end.slot, end.turns, to[end.body], to[end.done])
        case f.NextDue():
            return f.NextDue(end.slot, tuple((name, names, to[b]) for name, names, b in end.arms), to[end.done])
        case f.Call():
            return f.Call(end.phase, end.arguments, to[end.to])
        case f.Decide():
            return f.Decide(end.decision, to[end.after], to[end.skipped], None if end.nothing is None else to[end.nothing])
        case f.Return():
            return end
