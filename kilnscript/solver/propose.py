"""A state, a seat, what is wanted → legal provisional moves and the commit: the arrangement is sought, the moves are tried on a copy.

What the conditions of the commit ask for besides patterns is not read but tried: first the arrangement that lays the most; where the commit
is refused, the one worth most for every smaller number of pieces in turn. That is exact where such conditions are about what the melds are
worth or how many pieces are laid.
"""

from __future__ import annotations

from typing import Literal

from kilnscript.engine.faults import Fault
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.solver.packing import solve
from kilnscript.solver.replay import replay
from kilnscript.solver.table import Table, Wish
from kilnscript.solver.task import tasks

Goal = Literal["pieces", "points"]


def can_propose(program: Program, state: State) -> bool:
    """Whether the open decision is one that proposals are made for."""
    return state.decision in tasks(program)


def propose(
    program: Program, state: State, seat: int, goal: Goal = "pieces", budget: float = 0.5, exact: bool | None = None
) -> tuple[RawMove, ...] | None:
    """Moves that the seat (from 0) may play one after the other, the last of them the commit; None where it cannot commit anything.

    They lay the most pieces of the seat (or make melds worth the most points). What the seat has already moved stays, unless nothing can be
    committed like that: then the first move is to reset. ``budget``: about how many seconds each problem may take. ``exact``: with the
    library (True) or without it (False); None: with it where it is installed.
    """
    if not can_propose(program, state) or state.player != seat:
        return None
    try:
        found = Proposal(program, state, goal, budget, exact).moves()
        if found is None and state.start is not None:
            reset: RawMove = (tasks(program)[state.decision].reset,)
            start = state.copy()
            program.play(start, reset)
            again = Proposal(program, start, goal, budget, exact).moves()
            found = None if again is None else (reset, *again)
    except Fault:
        return None
    return found


class Proposal:
    """One search from one state."""

    def __init__(self, program: Program, state: State, goal: Goal, budget: float, exact: bool | None) -> None:
        self.table = Table(program, state)
        self.goal = goal
        self.budget = budget
        self.exact = exact

    def solved(self, wish: Wish, laid: int = 0) -> list[int] | None:
        return solve(self.table.packing(wish, laid), self.budget, self.exact)

    def replayed(self, wish: Wish, used: list[int]) -> tuple[RawMove, ...] | None:
        return replay(self.table, self.table.chosen(wish, used))

    def moves(self) -> tuple[RawMove, ...] | None:
        table, goal = self.table, self.goal
        first = self.solved(goal)
        if first is None or (table.laid(goal, first) == 0 and table.state.start is None):
            return None
        moves = self.replayed(goal, first)
        if moves is not None or goal == "points":
            return moves
        dearest = self.solved("points")
        last = None if dearest is None else self.replayed("points", dearest)
        if dearest is None or last is None:
            return None
        for laid in range(table.laid(goal, first), table.laid("points", dearest), -1):
            used = self.solved("exactly", laid)
            moves = None if used is None else self.replayed("exactly", used)
            if moves is not None:
                return moves
        return last
