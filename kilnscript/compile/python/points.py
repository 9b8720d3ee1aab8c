"""What counting code counts: the places of the rules that play can come to, each with a number and a counter of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kilnscript.diagnostics import Span

PointKind = Literal["line", "arm", "refusal", "row", "choice", "card", "option"]


@dataclass(frozen=True, slots=True)
class Point:
    """``line``: a statement. ``arm``: a side of a condition (``detail``: yes or no) or an arm of a `case`. ``refusal``: a requirement that
    was not fulfilled. ``row``: a row of a table (``detail``: its key). Not in the code, but counted by those who play: ``choice``, what a
    decision offers; ``card``, pieces that are the same; ``option``, a value of an option."""

    kind: PointKind
    span: Span
    detail: str = ""


class Points:
    """The points of one compiled game. ``hits[n]``: how often play came to ``points[n]``; generated code adds to it, users may reset it."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.hits: list[int] = []
        self.numbers: dict[Point, int] = {}

    def number(self, kind: PointKind, span: Span, detail: str = "") -> int:
        """The point's number; the same for every copy of the same place."""
        point = Point(kind, span, detail)
        found = self.numbers.get(point)
        if found is None:
            found = self.numbers[point] = len(self.points)
            self.points.append(point)
            self.hits.append(0)
        return found

    def hit(self, kind: PointKind, span: Span, detail: str = "") -> None:
        self.hits[self.number(kind, span, detail)] += 1
