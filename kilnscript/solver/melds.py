"""Looks of pieces and how many there are of each → every meld that the patterns allow and that is not as good in two parts.

A row of neighbours that is long enough can be cut in two melds. Between two pieces that are no wild ones a cut keeps what they are
worth (``worth``); elsewhere both parts are still melds where a wild piece may stand at that end of a row (``valid``). With fewer wild
pieces than the smallest meld has, both parts hold a piece that is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kilnscript.engine.patterns import Face, Form, Matcher, Numbers

Cut = Literal["never", "worth", "valid"]
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

    def all(self, counts: Mapping[Face, int], cut: Cut) -> list[Meld]:
        """Every meld of so many pieces of each look that cannot be cut, each once."""
        return self.found(counts, (), cut)

    def around(self, base: tuple[Face, ...], counts: Mapping[Face, int]) -> list[Meld]:
        """Every meld that holds the pieces of another and any of so many more."""
        return self.found(Counter(base) + Counter(counts), base, "never")

    def found(self, counts: Mapping[Face, int], base: tuple[Face, ...], cut: Cut) -> list[Meld]:
        seen: set[tuple[Face, ...]] = set()
        melds: list[Meld] = []
        for number in self.patterns:
            form = self.matcher.forms[number]
            wilds = [face for face in sorted(counts) if form.is_wild(face) for _ in range(counts[face])]
            for faces in candidates(form, counts, wilds, "never" if len(wilds) >= form.pattern.least else cut):
                key = tuple(sorted(faces))
                if key in seen:
                    continue
                seen.add(key)
                if base and Counter(base) - Counter(key):
                    continue
                meld = self.meld(key)
                if meld is not None:
                    melds.append(meld)
                if len(seen) >= MOST_MELDS:
                    return melds
        return melds


def candidates(form: Form, counts: Mapping[Face, int], wilds: Sequence[Face], cut: Cut) -> Iterator[tuple[Face, ...]]:
    """Pieces that may form one pattern: those that agree in what has to be the same, and wild ones."""
    groups: dict[tuple[object, ...], list[Face]] = {}
    for face in sorted(counts):
        if counts[face] and not form.is_wild(face) and form.is_plain(face):
            groups.setdefault(tuple(form.value(face, name) for name in form.pattern.same), []).append(face)
    for group in groups.values():
        if form.pattern.consecutive is None:
            yield from sets(form, group, counts, wilds, form.pattern.most)
        else:
            yield from rows(form, form.pattern.consecutive, group, wilds, form.pattern.most, cut)


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


def rows(form: Form, name: str, group: Sequence[Face], wilds: Sequence[Face], most: int, cut: Cut) -> Iterator[tuple[Face, ...]]:
    """Pieces that are neighbours in an order, wild ones standing in where they may; only rows that ``cut`` cannot part."""
    size, least = len(form.domains[name]), form.pattern.least
    may_end_wild = "upward" in form.fills
    may_begin_wild = "downward" in form.fills or (form.pattern.wraps and may_end_wild)  # a wild piece in front then goes to the end
    at: dict[int, list[Face]] = {}
    for face in group:
        at.setdefault(form.position[form.value(face, name)], []).append(face)

    def parts(length: int, last_wild: bool, next_wild: bool) -> bool:
        """Whether a row may be cut behind so many pieces, the last of which and the next one are wild or not."""
        if cut == "never" or length < least:
            return False
        if cut == "worth":
            return not last_wild and not next_wild
        return (may_end_wild or not last_wild) and (may_begin_wild or not next_wild)

    def grow(start: int, chosen: tuple[Face, ...], used: int, open_end: int, at_cut: int) -> Iterator[tuple[Face, ...]]:
        """``used``: wild pieces so far, the last ``open_end`` of them behind the last piece that is none; ``at_cut``: the first place to
        cut, or -1."""
        length = len(chosen) + used
        if at_cut >= 0 and length - at_cut >= least:
            return
        if chosen and length >= least and (not open_end or may_end_wild):
            yield (*chosen, *wilds[:used])
        if length == min(most, size) or (not form.pattern.wraps and start + length >= size):
            return
        if not open_end or ("holes" if chosen else "downward") in form.fills:
            found = length if at_cut < 0 and parts(length, open_end > 0, False) else at_cut
            for face in at.get((start + length) % size, ()):
                yield from grow(start, (*chosen, face), used, 0, found)
        if used < len(wilds):
            found = length if at_cut < 0 and parts(length, open_end > 0, True) else at_cut
            yield from grow(start, chosen, used + 1, open_end + 1, found)

    for start in range(size):
        if start in at or (wilds and "downward" in form.fills):
            yield from grow(start, (), 0, 0, -1)
