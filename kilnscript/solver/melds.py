"""Looks of pieces and how many there are of each → every meld that the patterns allow and that cannot be cut into smaller ones.

Cutting a row of neighbours between two pieces that are no wild ones keeps both parts valid and what they are worth. So only melds are
needed that cannot be cut so; with fewer wild pieces than the smallest meld has, both parts hold a piece that is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kilnscript.engine.patterns import Face, Form, Matcher, Numbers

MOST_MELDS = 60_000  # beyond that the list is cut off, and a proposal may not be the best


@dataclass(frozen=True, slots=True)
class Meld:
    """``faces``: sorted."""

    faces: tuple[Face, ...]
    worth: int


class Melds:
    """Finds melds for one world and one list of patterns."""

    def __init__(self, matcher: Matcher, patterns: Numbers) -> None:
        self.matcher = matcher
        self.patterns = patterns

    def meld(self, faces: Sequence[Face]) -> Meld | None:
        """Pieces as a meld, or None where they form none."""
        ordered = tuple(sorted(faces))
        reading = self.matcher.best(ordered, self.patterns)
        return None if reading is None else Meld(ordered, reading.worth)

    def all(self, counts: Mapping[Face, int]) -> list[Meld]:
        """Every meld of so many pieces of each look that cannot be cut, each once."""
        return self.found(counts, (), True)

    def around(self, base: tuple[Face, ...], counts: Mapping[Face, int]) -> list[Meld]:
        """Every meld that holds the pieces of another and any of so many more."""
        return self.found(Counter(base) + Counter(counts), base, False)

    def found(self, counts: Mapping[Face, int], base: tuple[Face, ...], uncut: bool) -> list[Meld]:
        seen: set[tuple[Face, ...]] = set()
        melds: list[Meld] = []
        for number in self.patterns:
            form = self.matcher.forms[number]
            wilds = [face for face in sorted(counts) if form.is_wild(face) for _ in range(counts[face])]
            for faces in candidates(form, counts, wilds, longest(form, len(wilds)) if uncut else form.pattern.most):
                key = tuple(sorted(faces))
                if key in seen:
                    continue
                seen.add(key)
                if base and Counter(base) - Counter(key):
                    continue
                meld = self.meld(key)
                if meld is not None and not (uncut and can_be_cut(form, key)):
                    melds.append(meld)
                if len(seen) >= MOST_MELDS:
                    return melds
        return melds


def longest(form: Form, wilds: int) -> int:
    """The most pieces of a meld that cannot be cut, for so many wild pieces."""
    pattern = form.pattern
    if wilds >= pattern.least:
        return pattern.most
    return min(pattern.most, 2 * pattern.least - 1 + 2 * wilds)


def candidates(form: Form, counts: Mapping[Face, int], wilds: Sequence[Face], most: int) -> Iterator[tuple[Face, ...]]:
    """Pieces that may form one pattern: those that agree in what has to be the same, and wild ones."""
    groups: dict[tuple[object, ...], list[Face]] = {}
    for face in sorted(counts):
        if counts[face] and not form.is_wild(face) and form.is_plain(face):
            groups.setdefault(tuple(form.value(face, name) for name in form.pattern.same), []).append(face)
    for group in groups.values():
        if form.pattern.consecutive is None:
            yield from sets(form, group, counts, wilds, most)
        else:
            yield from rows(form, form.pattern.consecutive, group, wilds, most)


def sets(form: Form, group: Sequence[Face], counts: Mapping[Face, int], wilds: Sequence[Face], most: int) -> Iterator[tuple[Face, ...]]:
    """Pieces without an order that differ where they have to."""

    def grow(chosen: tuple[Face, ...], start: int) -> Iterator[tuple[Face, ...]]:
        for n in range(len(wilds) + 1):
            if chosen and form.pattern.least <= len(chosen) + n <= most:
                yield (*chosen, *wilds[:n])
        if len(chosen) == most:
            return
        for i in range(start, len(group)):
            face = group[i]
            if chosen.count(face) < counts[face] and all(
                form.value(face, name) != form.value(other, name) for name in form.pattern.different for other in chosen
            ):
                yield from grow((*chosen, face), i)

    return grow((), 0)


def rows(form: Form, name: str, group: Sequence[Face], wilds: Sequence[Face], most: int) -> Iterator[tuple[Face, ...]]:
    """Pieces that are neighbours in an order, wild ones standing in where they may."""
    size, least = len(form.domains[name]), form.pattern.least
    at: dict[int, list[Face]] = {}
    for face in group:
        at.setdefault(form.position[form.value(face, name)], []).append(face)

    def grow(start: int, chosen: tuple[Face, ...], used: int, open_end: int) -> Iterator[tuple[Face, ...]]:
        """``used``: wild pieces so far, the last ``open_end`` of them behind the last piece that is none."""
        length = len(chosen) + used
        if chosen and length >= least and (not open_end or "upward" in form.fills):
            yield (*chosen, *wilds[:used])
        if length == min(most, size) or (not form.pattern.wraps and start + length >= size):
            return
        if not open_end or ("holes" if chosen else "downward") in form.fills:
            for face in at.get((start + length) % size, ()):
                yield from grow(start, (*chosen, face), used, 0)
        if used < len(wilds):
            yield from grow(start, chosen, used + 1, open_end + 1)

    for start in range(size):
        if start in at or (wilds and "downward" in form.fills):
            yield from grow(start, (), 0, 0)


def can_be_cut(form: Form, faces: tuple[Face, ...]) -> bool:
    """Whether a row of neighbours has two pieces side by side between which it can be cut, both parts being large enough."""
    least, name = form.pattern.least, form.pattern.consecutive
    if name is None or len(faces) < 2 * least:
        return False
    plain = [face for face in faces if not form.is_wild(face)]
    used = {form.value(face, name) for face in plain}
    for row in form.rows(name, plain, len(faces)):
        if any(row[cut - 1] in used and row[cut] in used for cut in range(least, len(faces) - least + 1)):
            return True
    return False
