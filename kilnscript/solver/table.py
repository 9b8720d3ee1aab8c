"""A state in an open decision → what lies where, by look: what may be rearranged, what may only grow, what the seat may lay; and the
columns to pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kilnscript.compile.world import PlaceInfo
from kilnscript.engine.offers import RawMove
from kilnscript.engine.patterns import Face, Matcher, Numbers
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.solver.melds import Cut, Meld, Melds
from kilnscript.solver.packing import Column, Packing
from kilnscript.solver.task import Task, tasks

Wish = Literal["pieces", "points", "exactly"]


@dataclass(frozen=True, slots=True)
class Target:
    """A meld to be. ``place``: where it has to lie; -1: anywhere."""

    faces: tuple[Face, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Use:
    """A meld that may be made ``limit`` times, and the pieces that it takes: not those that a place which can only grow has already.
    ``kept``: it lies there now."""

    meld: Meld
    faces: Counter[Face]
    place: int
    limit: int
    kept: bool


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
        self.known: dict[Cut, list[Use]] = {}

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

    def uses(self, wish: Wish) -> list[Use]:
        """The melds that pieces may be put into: those of now first, as often as they are there."""
        cut: Cut = "valid" if wish == "pieces" and self.bound else "worth"
        if cut not in self.known:
            self.known[cut] = list(self.collected(cut))
        return self.known[cut]

    def collected(self, cut: Cut) -> Iterator[Use]:
        counts = self.must + self.may
        found = {meld.faces: meld for meld in self.melds.all(counts, cut)}
        now: Counter[tuple[Face, ...]] = Counter()
        for place in self.free:
            meld = self.melds.meld(self.faces(self.state, place))
            if meld is not None:
                now[meld.faces] += 1
                found[meld.faces] = meld
        for faces, times in now.items():
            yield Use(found[faces], Counter(faces), -1, times, True)
        for meld in found.values():
            size = Counter(meld.faces)
            yield Use(meld, size, -1, min(counts[face] // n for face, n in size.items()), False)
        for place in self.growing:
            base = tuple(sorted(self.faces(self.state, place)))
            yield Use(Meld(base, 0), Counter(), place, 1, True)
            for meld in self.melds.around(base, self.may):
                if meld.faces != base:
                    yield Use(meld, Counter(meld.faces) - Counter(base), place, 1, False)

    @property
    def bound(self) -> int:
        """How many pieces have to lie in melds in any case."""
        return self.must.total()

    def packing(self, wish: Wish, laid: int = 0) -> Packing:
        """The problem: as many pieces as can be, or as many points; or as many points as can be with so many pieces laid. Among equals
        ``pieces`` leaves as much as it can where it is (or, where nothing can be moved, is worth most)."""
        uses = self.uses(wish)
        pieces = (self.must + self.may).total() + 1
        points = sum(use.meld.worth * use.limit for use in uses) + 1 if not self.bound else pieces
        columns = []
        for use in uses:
            size, worth = use.faces.total(), use.meld.worth
            if wish == "points":
                gain = worth * pieces + size
            elif wish == "exactly":
                gain = worth
            else:
                gain = size * points + (worth if not self.bound else size if use.kept else 0)
            columns.append(Column(use.faces, gain, use.limit, self.growing.index(use.place) if use.place >= 0 else -1))
        exactly = self.bound + laid if wish == "exactly" else None
        return Packing(tuple(columns), self.must, self.must + self.may, len(self.growing), exactly)

    def chosen(self, wish: Wish, used: Sequence[int]) -> list[Target]:
        """The melds that an answer makes."""
        return [Target(use.meld.faces, use.place) for use, times in zip(self.uses(wish), used, strict=True) for _ in range(times)]

    def laid(self, wish: Wish, used: Sequence[int]) -> int:
        """How many pieces of the seat an answer lays."""
        return sum(times * use.faces.total() for times, use in zip(used, self.uses(wish), strict=True)) - self.bound
