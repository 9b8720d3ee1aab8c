"""A program and what shall hold of variables → a state in which the setup is over: where the setup asks, choices are tried for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kilnscript.engine.program import Program
from kilnscript.engine.state import State

MOST_TRIED = 2_000  # choices; the best position found until then is taken

Holds = Callable[[State], bool]


def finish_setup(program: Program, state: State, wanted: Sequence[Holds]) -> State:
    """The state after the choices of the setup after which most of ``wanted`` holds; of equals the first in the order of the moves.

    A depth-first search, broken off when all holds or after ``MOST_TRIED`` choices. Without wishes every first legal move is taken. Raises
    Fault.
    """
    best: tuple[int, State] | None = None
    pending = [state]
    tried = 0
    while pending:
        found = pending.pop()
        if in_setup(program, found):
            seat = found.deciders[0]
            moves = program.moves(found, seat)
            after = []
            for move in moves if wanted and tried < MOST_TRIED else moves[:1]:
                tried += 1
                after.append(found.copy())
                program.play(after[-1], move, seat)
            pending += reversed(after)
            continue
        held = sum(holds(found) for holds in wanted)
        if best is None or held > best[0]:
            best = held, found
        if held == len(wanted) or tried >= MOST_TRIED:
            break
    return state if best is None else best[1]


def in_setup(program: Program, state: State) -> bool:
    """Whether the decision that is open belongs to the setup: its frame then stands on that of the order of play."""
    return not state.over and len(state.stack) > 1 and program.graph.blocks[state.stack[1][0]].unit == "setup"
