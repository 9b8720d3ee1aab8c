"""Declared patterns and pieces → readings: whether pieces form a run or a group, what each wild piece stands for, what that is worth.

A wild piece stands for a piece that the pattern lacks. Where the pattern leaves open which (a group of four colours that shows two of
them), it stands for each of them at once. At least one piece has to be no wild one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kilnscript.compile.constants import Value, none_of
from kilnscript.compile.names import python_name
from kilnscript.compile.world import World, attribute_values
from kilnscript.engine.faults import RuleFault
from kilnscript.engine.state import State
from kilnscript.engine.values import bits
from kilnscript.model import types as t
from kilnscript.model.declarations import Pattern

CACHE = 100_000  # readings kept before they are forgotten

Face = tuple[Any, ...]
"""What a piece looks like: its sort, then the values of its changeable attributes in the order of ``Matcher.changing``."""
Numbers = tuple[int, ...]
"""Patterns by their numbers, in the order of their declaration."""


@dataclass(frozen=True, slots=True)
class Reading:
    """``stands``: for every wild piece in the order of the pieces, the values that what it stands for may have."""

    pattern: int
    worth: int
    stands: tuple[Mapping[str, frozenset[Value]], ...]


class Form:
    """One pattern of one world.

    Points: the first of its attributes that is a number counts (`consecutive`, then `same`, then `different`), else the first number that
    its component has, else every piece counts 1.
    """

    def __init__(self, world: World, number: int, pattern: Pattern, changing: Sequence[str]) -> None:
        self.world = world
        self.number = number
        self.pattern = pattern
        self.changing = {name: i + 1 for i, name in enumerate(changing)}
        self.kind_of_sort = {p.sort: p for p in world.pieces if p.component == pattern.component}
        component = world.declarations.components[pattern.component]
        self.types = {**component.has, **component.changes}
        self.points = self.counted()
        named = [*pattern.same, *pattern.different, *([pattern.consecutive] if pattern.consecutive else [])]
        self.needed = tuple(dict.fromkeys(named))
        read = dict.fromkeys([*self.needed, *([self.points] if self.points else [])])
        self.domains = {name: tuple(attribute_values(world, self.types[name])) for name in read}
        self.position = {value: i for i, value in enumerate(self.domains[pattern.consecutive])} if pattern.consecutive else {}
        self.fills = frozenset(pattern.wild_fills or ("holes", "upward", "downward"))

    def counted(self) -> str | None:
        pattern = self.pattern
        names = [*([pattern.consecutive] if pattern.consecutive else []), *pattern.same, *pattern.different, *self.types]
        for name in names:
            kind = self.types[name]
            if isinstance(kind.item if isinstance(kind, t.Optional) else kind, t.Number):
                return name
        return None

    # ---- pieces ----------------------------------------------------------------------------------------------------

    def is_wild(self, face: Face) -> bool:
        piece = self.kind_of_sort.get(face[0])
        return piece is not None and self.pattern.wild is not None and piece.name == self.pattern.wild

    def value(self, face: Face, name: str) -> Value:
        at = self.changing.get(name)
        if at is not None:
            return face[at]
        return self.kind_of_sort[face[0]].values[name]

    def is_plain(self, face: Face) -> bool:
        """Whether the piece can be part of the pattern as itself: of its component, none of the attributes missing."""
        return face[0] in self.kind_of_sort and all(self.value(face, name) != none_of(self.types[name]) for name in self.needed)

    # ---- readings --------------------------------------------------------------------------------------------------

    def readings(self, faces: Sequence[Face]) -> Iterator[Reading]:
        """Every way to see the pattern in pieces, the lowest start first."""
        if not self.pattern.least <= len(faces) <= self.pattern.most:
            return
        plain = [face for face in faces if not self.is_wild(face)]
        if not plain or not all(self.is_plain(face) for face in plain):
            return
        wilds = len(faces) - len(plain)
        stands: dict[str, frozenset[Value]] = {}
        for name in self.pattern.same:
            stands[name] = frozenset(self.value(face, name) for face in plain)
            if len(stands[name]) > 1:
                return
        for name in self.pattern.different:
            used = {self.value(face, name) for face in plain}
            stands[name] = frozenset(self.domains[name]) - used
            if len(used) < len(plain) or len(stands[name]) < wilds:
                return
        points = sum(self.points_of(face) for face in plain)
        if self.pattern.consecutive is None:
            yield Reading(self.number, points + self.free_points(stands, wilds), (stands,) * wilds)
            return
        for filled in self.windows(self.pattern.consecutive, plain, len(faces)):
            found = tuple({**stands, self.pattern.consecutive: frozenset((value,))} for value in filled)
            extra = sum(filled) if self.points == self.pattern.consecutive else self.free_points(stands, wilds)
            yield Reading(self.number, points + extra, found)

    def points_of(self, face: Face) -> int:
        if self.points is None:
            return 1
        value = self.value(face, self.points)
        return 0 if value is None else int(value)

    def free_points(self, stands: Mapping[str, frozenset[Value]], wilds: int) -> int:
        """What wild pieces are worth that stand for the dearest pieces they may."""
        if self.points is None:
            return wilds
        if self.points in self.pattern.same:
            return wilds * sum(stands[self.points])
        if self.points in self.pattern.different:
            return sum(sorted(stands[self.points], reverse=True)[:wilds])
        return wilds * max(self.domains[self.points], default=0)

    def windows(self, name: str, plain: Sequence[Face], length: int) -> Iterator[tuple[Value, ...]]:
        """The values that wild pieces fill in each of ``rows``."""
        used = {self.value(face, name) for face in plain}
        for row in self.rows(name, plain, length):
            yield tuple(value for value in row if value not in used)

    def rows(self, name: str, plain: Sequence[Face], length: int) -> Iterator[tuple[Value, ...]]:
        """The rows of ``length`` neighbouring values that hold all plain pieces and whose other values wild pieces may fill, the lowest
        start first."""
        order = self.domains[name]
        used = {self.value(face, name) for face in plain}
        if len(used) < len(plain) or length > len(order):
            return
        for start in range(len(order) if self.pattern.wraps else len(order) - length + 1):
            row = tuple(order[(start + i) % len(order)] for i in range(length))
            taken = [i for i, value in enumerate(row) if value in used]
            if len(taken) < len(used):
                continue
            sides = {"downward" if i < taken[0] else "upward" if i > taken[-1] else "holes" for i in range(length) if i not in taken}
            if sides <= self.fills:
                yield row


class Matcher:
    """Every pattern of a world. Readings are remembered by looks."""

    def __init__(self, world: World) -> None:
        components = world.declarations.components.values()
        self.changing = tuple(sorted({name for component in components for name in component.changes}))
        self.slots = tuple(f"value_{python_name(name)}" for name in self.changing)
        self.sorts = tuple(piece.sort for piece in world.pieces)
        self.forms = tuple(Form(world, i, p, self.changing) for i, p in enumerate(world.declarations.patterns.values()))
        self.by_faces: dict[tuple[Numbers, tuple[Face, ...]], Reading | None] = {}
        self.by_pieces: dict[tuple[Numbers, int], Reading | None] = {}

    def face(self, s: State, piece: int) -> Face:
        return (self.sorts[piece], *[getattr(s, slot)[piece] for slot in self.slots])

    def best(self, faces: tuple[Face, ...], patterns: Numbers) -> Reading | None:
        """The reading that counts: worth most, then of the pattern named first, then with the lowest start."""
        key = (patterns, faces)
        if key not in self.by_faces:
            best = None
            for number in patterns:
                for reading in self.forms[number].readings(faces):
                    if best is None or reading.worth > best.worth:
                        best = reading
            if len(self.by_faces) > CACHE:
                self.by_faces.clear()
            self.by_faces[key] = best
        return self.by_faces[key]

    def of_pieces(self, s: State, pieces: int, patterns: Numbers) -> Reading | None:
        """The reading of a set of pieces."""
        if self.changing:
            return self.best(tuple(sorted(self.face(s, piece) for piece in bits(pieces))), patterns)
        key = (patterns, pieces)
        if key not in self.by_pieces:
            if len(self.by_pieces) > CACHE:
                self.by_pieces.clear()
            self.by_pieces[key] = self.best(tuple(sorted((self.sorts[piece],) for piece in bits(pieces))), patterns)
        return self.by_pieces[key]

    def stands_for(self, s: State, wild: int, piece: int, pieces: int, patterns: Numbers) -> bool:
        """Whether a wild piece among others stands for a piece. Wild pieces stand for what they fill in the order of their looks."""
        reading = self.of_pieces(s, pieces, patterns)
        if reading is None or wild < 0 or piece < 0:
            return False
        form = self.forms[reading.pattern]
        face = self.face(s, piece)
        found = sorted((self.face(s, p), p) for p in bits(pieces) if form.is_wild(self.face(s, p)))
        at = next((i for i, (_, p) in enumerate(found) if p == wild), None)
        if at is None or not form.is_plain(face):
            return False
        return all(form.value(face, name) in values for name, values in reading.stands[at].items())


def functions(world: World, count: Callable[[State, int], int]) -> dict[str, Any]:
    """The built-in functions on patterns, by the names the generated code calls them; ``_MATCHER`` is what they share. ``count(s, place)``
    counts pieces."""
    matcher = Matcher(world)

    def matches(s: State, pieces: int, patterns: Numbers) -> bool:
        return matcher.of_pieces(s, pieces, patterns) is not None

    def worth(s: State, pieces: int, patterns: Numbers) -> int:
        reading = matcher.of_pieces(s, pieces, patterns)
        return 0 if reading is None else reading.worth

    def unused(s: State, family: Iterable[int]) -> int:
        for place in family:
            if count(s, place) == 0:
                return place
        raise RuleFault("K803", "every place of the family is in use", "give the family more members")

    return {"_MATCHER": matcher, "_matches": matches, "_worth": worth, "_stands_for": matcher.stands_for, "_unused": unused}
