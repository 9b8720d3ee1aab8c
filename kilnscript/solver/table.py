"""A state in an open decision → what lies where, by look: what may be rearranged, what may only grow, what the seat may lay; and the
columns to pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kilnscript.compile.world import PlaceInfo
from kilnscript.engine.patterns import Face, Matcher, Numbers
from kilnscript.engine.program import Program, RawMove
from kilnscript.engine.state import State
from kilnscript.solver.melds import Meld, Melds
from kilnscript.solver.packing import Column, Packing
from kilnscript.solver.task import Task, tasks

Wish = Literal["pieces", "points", "exactly"]


@dataclass(frozen=True, slots=True)
class Target:
    """A meld to be. ``place``: where it has to lie; -1: anywhere."""

    faces: tuple[Face, ...]
    place: int


class Table:
    """Pieces of ``family`` places that can be taken (``free``) have to lie in melds again, and so do those of ``waiting`` places; pieces of
    places that can only be added to (``growing``) stay; of ``private`` places any may be laid."""

    def __init__(self, program: Program, state: State) -> None:
        self.program = program
        self.state = state
        self.task: Task = tasks(program)[state.decision]
        self.matcher: Matcher = program.names["_MATCHER"]
        patterns: Numbers = program.evaluate(self.task.patterns, state)
        self.melds = Melds(self.matcher, patterns)
        self.family: tuple[int, ...] = tuple(program.evaluate(self.task.family, state))
        others: list[PlaceInfo] = [program.world.places[program.evaluate(e, state)] for e in self.task.others]
        self.private = tuple(info.number for info in others if info.declared.sees == "owner")
        self.waiting = tuple(info.number for info in others if info.declared.sees != "owner")
        used = [place for place in self.family if program.contents(state, place)]
        self.free = tuple(place for place in used if self.can_take(place))
        self.growing = tuple(place for place in used if place not in self.free and self.can_add(place))
        self.must = Counter(face for place in (*self.free, *self.waiting) for face in self.faces(state, place))
        self.may = Counter(face for place in self.private for face in self.faces(state, place))
        self.targets: list[Target] = []
        self.uses: list[tuple[Meld, Counter[Face], int, int, bool]] = []
        self.collect()

    # ---- what lies where -------------------------------------------------------------------------------------------

    def faces(self, state: State, place: int) -> list[Face]:
        return [self.matcher.face(state, piece) for piece in self.program.contents(state, place)]

    def carry(self, state: State, piece: int, source: int, to: int) -> RawMove | None:
        """A legal move that does no more than carry a piece."""
        for carry in self.task.carries:
            move = carry.move(piece, source, to)
            if self.program.refuse(state, move) is None:
                return move
        return None

    def unused(self, state: State) -> int:
        """The first empty place of the family; -1: none is left."""
        return next((place for place in self.family if not self.program.contents(state, place)), -1)

    def can_take(self, place: int) -> bool:
        empty = self.unused(self.state)
        return any(self.carry(self.state, piece, place, empty) is not None for piece in self.program.contents(self.state, place))

    def can_add(self, place: int) -> bool:
        return any(
            self.carry(self.state, piece, private, place) is not None
            for private in self.private
            for piece in self.program.contents(self.state, private)
        )

    # ---- what it may become ----------------------------------------------------------------------------------------

    def collect(self) -> None:
        """The melds that pieces may be put into: those of now first, as often as they are there."""
        now: Counter[tuple[Face, ...]] = Counter()
        for place in self.free:
            meld = self.melds.meld(self.faces(self.state, place))
            if meld is not None:
                now[meld.faces] += 1
        counts = self.must + self.may
        for faces, times in now.items():
            self.add(self.known(faces), Counter(faces), -1, times, True)
        found = {meld.faces: meld for meld in self.melds.all(counts)}
        for faces in now:
            found.setdefault(faces, self.known(faces))
        for meld in found.values():
            size = Counter(meld.faces)
            self.add(meld, size, -1, min(counts[face] // n for face, n in size.items()), False)
        for place in self.growing:
            base = tuple(sorted(self.faces(self.state, place)))
            self.add(Meld(base, 0), Counter(), place, 1, True)
            for meld in self.melds.around(base, self.may):
                if meld.faces != base:
                    self.add(meld, Counter(meld.faces) - Counter(base), place, 1, False)

    def known(self, faces: tuple[Face, ...]) -> Meld:
        meld = self.melds.meld(faces)
        assert meld is not None
        return meld

    def add(self, meld: Meld, uses: Counter[Face], place: int, limit: int, kept: bool) -> None:
        self.uses.append((meld, uses, place, limit, kept))
        self.targets.append(Target(meld.faces, place))

    @property
    def bound(self) -> int:
        """How many pieces have to lie in melds in any case."""
        return self.must.total()

    def packing(self, wish: Wish, laid: int = 0) -> Packing:
        """The problem: as many pieces as can be, or as many points; or as many points as can be with so many pieces laid. Among equals
        ``pieces`` leaves as much as it can where it is (or, where nothing can be moved, is worth most)."""
        pieces = (self.must + self.may).total() + 1
        points = sum(meld.worth * limit for meld, _, _, limit, _ in self.uses) + 1 if not self.bound else pieces
        columns = []
        for meld, uses, place, limit, kept in self.uses:
            size = uses.total()
            if wish == "points":
                gain = meld.worth * pieces + size
            elif wish == "exactly":
                gain = meld.worth
            else:
                gain = size * points + (meld.worth if not self.bound else size if kept else 0)
            columns.append(Column(uses, gain, limit, self.growing.index(place) if place >= 0 else -1))
        exactly = self.bound + laid if wish == "exactly" else None
        return Packing(tuple(columns), self.must, self.must + self.may, len(self.growing), exactly)

    def chosen(self, used: Sequence[int]) -> list[Target]:
        return [target for target, times in zip(self.targets, used, strict=True) for _ in range(times)]

    def laid(self, used: Sequence[int]) -> int:
        """How many pieces of the seat an answer lays."""
        return sum(times * uses.total() for times, (_, uses, _, _, _) in zip(used, self.uses, strict=True)) - self.bound
