"""What a table may hold and what it may be made of: a problem of whole numbers → an answer. With the library HiGHS it is the best,
without it what a search with a bound on its steps finds."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kilnscript.engine.patterns import Face

STEPS_A_SECOND = 2_500  # of the search, roughly


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
    """Depth first: the look that has to be used and fits into the fewest columns comes first; then whatever else can be added."""

    def __init__(self, packing: Packing, steps: int) -> None:
        self.packing = packing
        self.columns = packing.columns
        self.steps = steps
        self.have = dict(packing.most)
        self.need = {face: n for face, n in packing.least.items() if n}
        self.used = [0] * len(self.columns)
        self.groups_left = set(range(packing.groups))
        self.best: list[int] | None = None
        self.best_gain = -1
        order = sorted(range(len(self.columns)), key=lambda i: -self.columns[i].gain)
        self.order = order
        self.holding: dict[Face, list[int]] = {face: [] for face in packing.most}
        for i in order:
            for face in self.columns[i].faces:
                self.holding[face].append(i)
        # the most that one piece can add, for a bound on what is still to come
        self.rate = {
            face: max((self.columns[i].gain / self.columns[i].size for i in found), default=0.0) for face, found in self.holding.items()
        }

    def run(self) -> list[int] | None:
        self.step(0, 0)
        return self.best

    def fits(self, i: int) -> bool:
        column = self.columns[i]
        if self.used[i] >= column.limit or (column.group >= 0 and column.group not in self.groups_left):
            return False
        return all(self.have[face] >= n for face, n in column.faces.items())

    def put(self, i: int, sign: int) -> None:
        column = self.columns[i]
        self.used[i] += sign
        for face, n in column.faces.items():
            self.have[face] -= sign * n
            if face in self.need:
                self.need[face] -= sign * n
        if column.group >= 0:
            (self.groups_left.discard if sign > 0 else self.groups_left.add)(column.group)

    def hopeless(self, gain: int) -> bool:
        return gain + sum(n * self.rate[face] for face, n in self.have.items()) <= self.best_gain

    def step(self, gain: int, start: int) -> None:
        """``start``: the first column in the order that may still be added freely."""
        self.steps -= 1
        if self.steps <= 0 or (self.best is not None and self.hopeless(gain)):
            return
        choices = self.forced()
        if choices is not None:
            for i in choices:
                self.put(i, 1)
                self.step(gain + self.columns[i].gain, 0)
                self.put(i, -1)
            return
        if gain > self.best_gain and self.whole():
            self.best, self.best_gain = self.used[:], gain
        for at in range(start, len(self.order)):
            i = self.order[at]
            if self.columns[i].group < 0 and self.columns[i].gain > 0 and self.fits(i):
                self.put(i, 1)
                self.step(gain + self.columns[i].gain, at)
                self.put(i, -1)

    def whole(self) -> bool:
        exactly = self.packing.exactly
        return exactly is None or sum(n * c.size for n, c in zip(self.used, self.columns, strict=True)) == exactly

    def forced(self) -> list[int] | None:
        """The columns of which one has to be used now; None when nothing has to be."""
        if self.groups_left:
            group = min(self.groups_left)
            return [i for i in self.order if self.columns[i].group == group and self.fits(i)]
        fewest: list[int] | None = None
        for face, n in self.need.items():
            if n > 0:
                found = [i for i in self.holding[face] if self.fits(i)]
                if fewest is None or len(found) < len(fewest):
                    fewest = found
                    if len(found) < 2:
                        break
        return fewest
