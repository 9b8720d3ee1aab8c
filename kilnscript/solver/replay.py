"""Melds to be → the moves that make them and the commit, each tried on a copy; the fewest pieces that can be are moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kilnscript.engine.offers import RawMove
from kilnscript.engine.patterns import Face
from kilnscript.engine.state import State
from kilnscript.solver.table import Table, Target


@dataclass(slots=True)
class Step:
    """A piece of a look goes from a place to a target."""

    face: Face
    source: int
    target: int


def replay(table: Table, targets: Sequence[Target]) -> tuple[RawMove, ...] | None:
    """None where some move or the commit is refused."""
    program, state = table.program, table.state.copy()
    places = settle(table, targets)
    steps = plan(table, targets, places)
    moves: list[RawMove] = []
    while steps:
        waiting = []
        for step in steps:
            move = attempt(table, state, step, places)
            if move is None:
                waiting.append(step)
                continue
            program.play(state, move)
            moves.append(move)
        if len(waiting) == len(steps):
            return None
        steps = waiting
    commit = (table.task.commit,)
    return (*moves, commit) if program.refuse(state, commit) is None else None


def settle(table: Table, targets: Sequence[Target]) -> list[int]:
    """For each target the place that has most of it already; -1: a new one."""
    places = [target.place for target in targets]
    shared = []
    for place in table.free:
        there = Counter(table.faces(table.state, place))
        for i, target in enumerate(targets):
            if target.place < 0 and (same := (there & Counter(target.faces)).total()):
                shared.append((-same, place, i))
    taken: set[int] = set()
    for _, place, i in sorted(shared):
        if places[i] < 0 and place not in taken:
            places[i] = place
            taken.add(place)
    return places


def plan(table: Table, targets: Sequence[Target], places: Sequence[int]) -> list[Step]:
    """What has to move: pieces that lie in the way first, then those of the seat."""
    loose: dict[Face, list[int]] = {}
    wanted = []
    for place in (*table.free, *table.waiting):
        there = Counter(table.faces(table.state, place))
        if place in places:
            there -= Counter(targets[places.index(place)].faces)
        for face in sorted(there.elements()):
            loose.setdefault(face, []).append(place)
    for place in table.private:
        for face in table.faces(table.state, place):
            loose.setdefault(face, []).append(place)
    for i, target in enumerate(targets):
        there = Counter(table.faces(table.state, places[i])) if places[i] >= 0 else Counter()
        wanted += [(face, i) for face in sorted((Counter(target.faces) - there).elements())]
    return [Step(face, loose[face].pop(0), i) for face, i in wanted]


def attempt(table: Table, state: State, step: Step, places: list[int]) -> RawMove | None:
    """A legal move that does the step; the piece is the first of those that look alike, as in the list of legal moves."""
    to = places[step.target] if places[step.target] >= 0 else table.unused(state)
    if to < 0:
        return None
    piece = next(p for p in table.program.contents(state, step.source) if table.matcher.face(state, p) == step.face)
    move = table.carry(state, piece, step.source, to)
    if move is not None:
        places[step.target] = to
    return move
