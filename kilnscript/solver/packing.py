"""What a table may hold and what it may be made of: a problem of whole numbers → an answer. With the library HiGHS it is the best,
without it what a search with a bound on its steps finds."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kilnscript.engine.patterns import Face
from kilnscript.engine.values import bits

STEPS_A_SECOND = 15_000  # of the search, roughly


@dataclass(frozen=True, slots=True)
class Column:
    """One way to use pieces. ``limit``: how often at most. ``gain``: what one use adds to what is to be made large. ``group``: of the
    columns with one group exactly one is used, once; -1: free."""

    faces: Mapping[Face, int]
    gain: int
    limit: int
    group: int = -1

    @property
    def size(self) -> int:
        return sum(self.faces.values())


@dataclass(frozen=True, slots=True)
class Packing:
    """``least`` and ``most``: pieces of each look that have to be used, and that there are. ``exactly``: how many are used in all."""

    columns: tuple[Column, ...]
    least: Mapping[Face, int]
    most: Mapping[Face, int]
    groups: int = 0
    exactly: int | None = None


@cache
def library() -> Any:
    """The module of HiGHS, or None."""
    try:
        return importlib.import_module("highspy")
    except ImportError:
        return None


def solve(packing: Packing, budget: float, exact: bool | None = None) -> list[int] | None:
    """How often each column is used, with the largest gain; None where nothing fits (or nothing was found within the budget, in seconds).
    ``exact``: with the library (True) or without it (False)."""
    if any(face not in packing.most for face in packing.least):
        return None
    if library() is None if exact is None else not exact:
        return Search(packing, int(budget * STEPS_A_SECOND)).run()
    return solve_exactly(packing, budget)


def solve_exactly(packing: Packing, budget: float) -> list[int] | None:
    columns = packing.columns
    if not columns:
        return [] if not any(packing.least.values()) and not packing.exactly and not packing.groups else None
    highspy = library()
    solver = quiet(highspy)
    for option, setting in (
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.99),
        ("time_limit", float(budget)),
        ("threads", 1),
        ("random_seed", 0),
        ("presolve", "off"),  # such problems are small: looking them over takes longer than solving them
        ("mip_heuristic_run_feasibility_jump", False),
    ):
        solver.setOptionValue(option, setting)
    faces = sorted(packing.most)
    row_of = {face: i for i, face in enumerate(faces)}
    rows = [(float(packing.least.get(face, 0)), float(packing.most[face])) for face in faces]
    rows += [(1.0, 1.0)] * packing.groups
    if packing.exactly is not None:
        rows.append((float(packing.exactly), float(packing.exactly)))
    starts, index, value = [0], list[int](), list[float]()
    for column in columns:
        for face, n in column.faces.items():
            index.append(row_of[face])
            value.append(float(n))
        if column.group >= 0:
            index.append(len(faces) + column.group)
            value.append(1.0)
        if packing.exactly is not None:
            index.append(len(rows) - 1)
            value.append(float(column.size))
        starts.append(len(index))
    problem = highspy.HighsLp()
    problem.num_col_, problem.num_row_ = len(columns), len(rows)
    problem.col_cost_ = [float(c.gain) for c in columns]
    problem.col_lower_, problem.col_upper_ = [0.0] * len(columns), [float(c.limit) for c in columns]
    problem.row_lower_, problem.row_upper_ = [low for low, _ in rows], [high for _, high in rows]
    problem.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    problem.a_matrix_.start_, problem.a_matrix_.index_, problem.a_matrix_.value_ = starts, index, value
    problem.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
    problem.sense_ = highspy.ObjSense.kMaximize
    solver.passModel(problem)
    solver.run()
    if solver.getInfo().primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return None
    return [round(x) for x in solver.getSolution().col_value]


def quiet(highspy: Any) -> Any:
    """A solver that prints nothing, its own name included."""

    class Quiet(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> Any:
            self.silent()
            return super().enableCallbacks()

    solver = Quiet()
    solver.silent()
    return solver


class Search:
    """Depth first: the look that has to be used and fits into the fewest columns comes first; then whatever else can be added.

    Sets of columns are bit sets, the columns with the largest gain first.
    """

    def __init__(self, packing: Packing, steps: int) -> None:
        self.packing = packing
        self.steps = steps
        self.order = sorted(range(len(packing.columns)), key=lambda i: -packing.columns[i].gain)
        self.columns = [packing.columns[i] for i in self.order]
        faces = sorted(packing.most)
        number = {face: i for i, face in enumerate(faces)}
        self.takes = [tuple((number[face], n) for face, n in column.faces.items()) for column in self.columns]
        self.have = [packing.most[face] for face in faces]
        self.need = [packing.least.get(face, 0) for face in faces]
        self.holding = [sum(1 << i for i, c in enumerate(self.columns) if face in c.faces) for face in faces]
        # for each look and each number of it: the columns that need more
        self.beyond = [
            [sum(1 << i for i, c in enumerate(self.columns) if c.faces.get(f, 0) > n) for n in range(packing.most[f] + 1)] for f in faces
        ]
        # the most that one piece can add, for a bound on what is still to come
        self.rate = [max((c.gain / c.size for c in self.columns if face in c.faces), default=0.0) for face in faces]
        self.used = [0] * len(self.columns)
        self.open = (1 << len(self.columns)) - 1  # columns that are not used up
        self.groups = [sum(1 << i for i, c in enumerate(self.columns) if c.group == group) for group in range(packing.groups)]
        self.waiting = list(range(packing.groups))
        self.grouped = sum(self.groups)
        self.gaining = sum(1 << i for i, c in enumerate(self.columns) if c.gain > 0 and c.size > 0)
        self.best: list[int] | None = None
        self.best_gain = -1

    def run(self) -> list[int] | None:
        self.step(0, 0)
        if self.best is None:
            return None
        found = [0] * len(self.columns)
        for i, times in enumerate(self.best):
            found[self.order[i]] = times
        return found

    def fitting(self) -> int:
        """The columns that can be used now."""
        over = 0
        for beyond, n in zip(self.beyond, self.have, strict=True):
            over |= beyond[n]
        return self.open & ~over

    def step(self, gain: int, start: int) -> None:
        """``start``: the first column that may still be added freely."""
        self.steps -= 1
        if self.steps <= 0:
            return
        fit = self.fitting()
        if self.best is not None and gain + self.to_come(fit) <= self.best_gain:
            return
        forced = self.forced(fit)
        if forced is not None:
            for i in bits(forced):
                self.use(i, gain, 0)
            return
        if gain > self.best_gain and self.whole():
            self.best, self.best_gain = self.used[:], gain
        for i in bits((fit & self.gaining & ~self.grouped) >> start << start):
            self.use(i, gain, i)

    def use(self, i: int, gain: int, start: int) -> None:
        """Uses a column, goes on, and takes it back."""
        column, before, waiting = self.columns[i], self.open, self.waiting
        self.used[i] += 1
        if self.used[i] == column.limit:
            self.open &= ~(1 << i)
        if column.group >= 0:
            self.open &= ~self.groups[column.group]
            self.waiting = [group for group in waiting if group != column.group]
        for face, n in self.takes[i]:
            self.have[face] -= n
            self.need[face] -= n
        self.step(gain + column.gain, start)
        for face, n in self.takes[i]:
            self.have[face] += n
            self.need[face] += n
        self.used[i] -= 1
        self.open, self.waiting = before, waiting

    def to_come(self, fit: int) -> float:
        """A bound on what can still be gained."""
        return sum(n * rate for n, rate, held in zip(self.have, self.rate, self.holding, strict=True) if n and held & fit)

    def whole(self) -> bool:
        exactly = self.packing.exactly
        return exactly is None or sum(n * c.size for n, c in zip(self.used, self.columns, strict=True)) == exactly

    def forced(self, fit: int) -> int | None:
        """The columns of which one has to be used now; None when nothing has to be."""
        if self.waiting:
            return self.groups[self.waiting[0]] & fit
        fewest, size = None, 0
        for n, held in zip(self.need, self.holding, strict=True):
            if n > 0:
                found = held & fit
                count = found.bit_count()
                if fewest is None or count < size:
                    fewest, size = found, count
        return fewest
