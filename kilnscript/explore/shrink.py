"""A problem and the way to it → a short way to the same problem.

Moves are left out as long as the problem still shows: halves first, then smaller and smaller parts (delta debugging: A. Zeller and
R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28 (2), 2002). Moves that are no longer legal are left out too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from kilnscript.engine.faults import Fault
from kilnscript.explore.checks.look import Look
from kilnscript.explore.play import CHECKS
from kilnscript.explore.problems import Problem, of_fault
from kilnscript.explore.table import Node, Step, decider, path_of
from kilnscript.session.errors import UsageError

MOST_PLAYED = 6_000  # moves played to make one way shorter
RANDOM_TRIES = 20

Stop = Callable[[], bool]


def shrink(problem: Problem, stop: Stop) -> Problem:
    """The same problem (by its key) after fewer moves, if such a way is found soon."""
    return Shrinking(problem, stop).run()


class Shrinking:
    def __init__(self, problem: Problem, stop: Stop) -> None:
        self.best = problem
        self.stop = stop
        self.played = 0

    def run(self) -> Problem:
        root = self.best.root
        with root.table.uncounted():
            self.by_chance()
            part = max(1, len(path_of(self.best.step)) // 2)
            while part and not self.spent():
                if not self.without(part):
                    part //= 2
        return self.best

    def spent(self) -> bool:
        return self.played >= MOST_PLAYED or self.stop()

    def by_chance(self) -> None:
        """Random games from the same start: what shows in each of them shows sooner in some."""
        for number in range(RANDOM_TRIES):
            if self.spent():
                return
            chance = random.Random(number)
            self.reproduced(None, chance, len(path_of(self.best.step)) - 1)

    def without(self, part: int) -> bool:
        """Leaves out runs of so many moves; whether that worked once."""
        steps, at, worked = path_of(self.best.step), 0, False
        while at < len(steps) and not self.spent():
            if self.reproduced([*steps[:at], *steps[at + part :]], None, len(steps) - 1):
                steps, worked = path_of(self.best.step), True
            else:
                at += part
        return worked

    def reproduced(self, steps: Sequence[Step] | None, chance: random.Random | None, most: int) -> bool:
        """Plays the steps that are legal (or random moves), at most so many; whether the problem shows. Then that way is the best."""
        root, wanted = self.best.root, self.best.key
        try:
            node = Node(root, root.state())
        except Fault as error:
            found = of_fault(error, root, None)
            return self.keep(found) if found.key == wanted else False
        except UsageError:
            return False
        found_here = self.problem_at(node)
        if found_here is not None:
            return self.keep(found_here)
        pending = list(steps or ())[::-1]
        while node.length < most and not node.state.over and (chance is not None or pending):
            seat = decider(node.state)
            program = root.table.program
            try:
                moves = program.moves(node.state, seat)
            except Fault as error:
                found = of_fault(error, root, node.step, listing=True)
                return self.keep(found) if found.key == wanted else False
            if chance is not None:
                move, late = chance.choice(moves), False
            else:
                step = pending.pop()
                if step.move not in moves:
                    continue
                move, late = step.move, step.out_of_time
            self.played += 1
            state = node.state.copy()
            state.log = []
            following = Step(node.step, seat, move, late, node.length + 1)
            try:
                program.play(state, move, seat)
            except Fault as error:
                found = of_fault(error, root, following)
                return self.keep(found) if found.key == wanted else False
            state.log = None
            node = Node(root, state, following)
            found_here = self.problem_at(node)
            if found_here is not None:
                return self.keep(found_here)
        return False

    def problem_at(self, node: Node) -> Problem | None:
        """The problem, if a check that can find it does so here."""
        if node.state.over and self.best.code != "K972":
            return None
        for check in CHECKS:
            if self.best.code in check.codes and not self.best.faulted:
                try:
                    for problem in check.run(Look(node, random.Random(node.length))):
                        if problem.key == self.best.key:
                            return problem
                except Fault as error:
                    found = of_fault(error, node.root, node.step, listing=True)
                    if found.key == self.best.key:
                        return found
        return None

    def keep(self, found: Problem) -> bool:
        if len(path_of(found.step)) < len(path_of(self.best.step)):
            self.best = found
            return True
        return False
