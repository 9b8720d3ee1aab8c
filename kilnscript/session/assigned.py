"""Which locals of a frame surely have a value at a step of the flow: what a position must not leave out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kilnscript.compile import flow as f
from kilnscript.compile.constants import is_entity
from kilnscript.compile.python.blocks import FrameLocal
from kilnscript.engine.program import Program
from kilnscript.model import statements as st
from kilnscript.model import types as t


@lru_cache(maxsize=64)
def assigned(program: Program) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """For every block the locals that have a value before its steps, and after them."""
    blocks = program.graph.blocks
    before: list[frozenset[str] | None] = [None] * len(blocks)
    for unit in program.graph.units.values():
        before[unit.entry] = frozenset(name for name, _ in unit.parameters)
    pending = [unit.entry for unit in program.graph.units.values()]
    while pending:
        block = blocks[pending.pop()]
        known = before[block.number]
        assert known is not None
        after = known | set(by_steps(block))
        for to in f.targets(block.end):
            found = after
            if isinstance(block.end, f.NextItem) and to == block.end.body:
                found = after | {binder.name for binder in block.end.loop.binders if binder.name != "player"}
            if isinstance(block.end, f.NextDue):
                found = after | {name for _, names, arm in block.end.arms if arm == to for name, _ in names}
            seen = before[to]
            joined = found if seen is None else seen & found
            if joined != seen:
                before[to] = joined
                pending.append(to)
    return tuple(((known or frozenset()), (known or frozenset()) | set(by_steps(blocks[i]))) for i, known in enumerate(before))


def by_steps(block: f.Block) -> Iterator[str]:
    """Locals that the steps of a block give a value."""
    for step in block.steps:
        match step:
            case st.Let():
                yield step.name
            case f.StartLoop():
                yield from (f"items {step.slot}", f"at {step.slot}")
            case f.StartCount(count=count) if count is not None:
                yield f"left {step.slot}"
            case f.StartTurns():
                yield f"seat {step.slot}"
            case f.SavePlayer():
                yield f"saved {step.slot}"
            case f.StartDue():
                yield f"due {step.slot}"
            case _:
                pass


def missing(program: Program, frame: list[object], waiting: bool) -> FrameLocal | None:
    """A local without the value that it has to have; ``waiting``: the frame stands after the steps of its block, at a decision."""
    assert isinstance(frame[0], int)
    wanted = assigned(program)[frame[0]][waiting]
    for known, value in zip(program.layouts[program.graph.blocks[frame[0]].unit].locals, frame[1:], strict=True):
        free = isinstance(known.type, t.Optional) and not is_entity(known.type)
        if value is None and known.name in wanted and not free:
            return known
    return None
