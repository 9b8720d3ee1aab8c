"""What play has come to so far: counts of statements, sides of conditions, refusals, table rows, choices, option values and cards."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kilnscript.compile.python.points import Point
from kilnscript.compile.world import attribute_values
from kilnscript.engine.offers import RawMove
from kilnscript.engine.state import State
from kilnscript.explore.setups import Setup, values_of
from kilnscript.explore.table import Table
from kilnscript.model import types as t
from kilnscript.model.declarations import Declarations
from kilnscript.session.notation import item_type, things_in

WORDS = {
    "line": "statement",
    "arm": "side of a condition",
    "refusal": "requirement that refuses",
    "row": "table row",
    "choice": "choice",
    "card": "card or piece",
    "option": "option value",
}


@dataclass
class Coverage:
    """``play``: how often games from the start came to a point; ``seeded``: games that went on from an example's position; ``examples``:
    the examples themselves. ``stretches``: in how many bits of play, of some dozens of decisions, it was come to; what is asked again and
    again in one position counts once. ``known``: every point that some set-up has, in the order in which they were met."""

    play: Counter[Point] = field(default_factory=Counter)
    seeded: Counter[Point] = field(default_factory=Counter)
    examples: Counter[Point] = field(default_factory=Counter)
    stretches: Counter[Point] = field(default_factory=Counter)
    known: dict[Point, None] = field(default_factory=dict)

    def left(self) -> list[Point]:
        """Points that no game from the start came to."""
        return [point for point in self.known if not self.play[point]]

    def never(self) -> list[Point]:
        """Points that nothing came to, not even from an example's position."""
        return [point for point in self.known if not (self.play[point] or self.seeded[point] or self.examples[point])]

    def used(self, point: Point) -> int:
        return self.play[point] + self.seeded[point]

    def shares(self) -> dict[str, tuple[int, int, int]]:
        """For every kind of point: how many games from the start came to, how many anything came to, how many there are."""
        never = set(self.never())
        found: dict[str, tuple[int, int, int]] = {}
        for kind in WORDS:
            points = [point for point in self.known if point.kind == kind]
            if points:
                found[kind] = (
                    sum(self.play[point] > 0 for point in points),
                    sum(point not in never for point in points),
                    len(points),
                )
        return found


def in_order(points: Sequence[Point], files: Sequence[str]) -> list[Point]:
    place = {file: number for number, file in enumerate(files)}
    return sorted(points, key=lambda p: (place.get(p.span.file, len(place)), p.span.line, p.span.column, p.kind, p.detail))


class Watch:
    """The counters of one table. ``watched``: points that tell when play comes near something not yet used."""

    def __init__(self, table: Table, coverage: Coverage) -> None:
        self.table = table
        self.coverage = coverage
        self.program = table.program
        self.points = table.points
        self.choices = [Point("choice", offer.span, offer.action) for offer in self.program.offers]
        self.named = {c for offer in self.program.offers for p in offer.parameters for c in components(p.type)}
        self.card_of = cards(table)
        self.unmoved = {piece for piece, _ in enumerate(self.card_of) if self.program.world.pieces[piece].component not in self.named}
        self.chosen: Counter[int] = Counter()
        self.cards: Counter[Point] = Counter()
        self.version = -1
        self.watched: list[int] = []
        self.near: dict[int, list[Point]] = {}  # number of a point -> points not yet used that it is near to
        self.register()

    def register(self) -> None:
        declared = self.program.game.declarations
        known = self.coverage.known
        for point in (*self.points.points, *self.choices, *self.card_of, *option_points(declared, self.table.setup)):
            known.setdefault(point)

    def step(self, before: State, move: RawMove, after: State) -> None:
        """A move was played: what it used besides lines of the rules."""
        self.chosen[move[0]] += 1
        for parameter, value in zip(self.program.offers[move[0]].parameters, move[1:], strict=True):
            if isinstance(item_type(parameter.type), t.Piece):
                for piece in things_in(value, parameter.type):
                    if piece >= 0:
                        self.cards[self.card_of[piece]] += 1
        if self.unmoved:
            moved = [p for p in self.unmoved if before.place_of[p] != after.place_of[p] or before.cell_of[p] != after.cell_of[p]]
            for piece in moved:
                self.cards[self.card_of[piece]] += 1
                self.unmoved.discard(piece)

    def flush(self, into: Counter[Point]) -> bool:
        """Adds what was counted since the last time; whether something was new."""
        new = False
        hits = self.points.hits
        for number, count in enumerate(hits):
            if count:
                point = self.points.points[number]
                new = new or not into[point]
                into[point] += count
                self.coverage.stretches[point] += 1
                hits[number] = 0
        for offer, count in self.chosen.items():
            new = new or not into[self.choices[offer]]
            into[self.choices[offer]] += count
        for point, count in self.cards.items():
            new = new or not into[point]
            into[point] += count
        self.chosen.clear()
        self.cards.clear()
        return new

    def look_for(self, left: Sequence[Point], version: int) -> None:
        """What to watch for: the points left, and for each of them those that stand nearest before it and beside it."""
        if version == self.version:
            return
        self.version = version
        wanted = [point for point in left if point in self.points.numbers]
        by_file: dict[str, list[tuple[int, int, int]]] = {}
        beside: dict[object, list[int]] = {}
        missing = set(wanted)
        for point, number in self.points.numbers.items():
            if point not in missing:
                insort(by_file.setdefault(point.span.file, []), (point.span.line, point.span.column, number))
                beside.setdefault(family(point), []).append(number)
        self.near = {}
        for point in wanted:
            lines = by_file.get(point.span.file, [])
            at = bisect_left(lines, (point.span.line, point.span.column, 1 << 60))
            around = [lines[at - 1][2]] if at and point.kind != "row" else []
            for number in {*around, *beside.get(family(point), [])}:
                self.near.setdefault(number, []).append(point)
        self.watched = sorted({*self.near, *(self.points.numbers[point] for point in wanted)})


def family(point: Point) -> object:
    """Points that stand side by side: both sides of a condition, rows of a table."""
    return (point.kind, point.detail.partition(":")[0]) if point.kind == "row" else (point.kind, point.span)


def components(kind: t.Type) -> Iterator[str]:
    inner = item_type(kind)
    if isinstance(inner, t.Piece) and inner.components is not None:
        yield from inner.components


def cards(table: Table) -> list[Point]:
    """For every piece the point that stands for all pieces that are the same."""
    world = table.program.world
    found: list[Point] = []
    for component in table.program.game.declarations.components.values():
        for pieces in component.sets:
            count = world.constants.number(pieces.copies)
            for name in pieces.each:
                count *= len(list(attribute_values(world, component.has[name])))
            for _ in range(count):
                word = table.words.texts.notation.pieces.word(len(found), {}) if not component.changes else component.name
                found.append(Point("card", pieces.span, word))
    return found


def option_points(declared: Declarations, setup: Setup | None = None) -> list[Point]:
    """The values of options that are tried; with a set-up those that it has."""
    found = []
    for name, option in declared.options.items():
        if setup is not None:
            away = option.only_players is not None and setup.players not in option.only_players
            values = [] if away else [setup.options[name]]
        else:
            values = values_of(declared, option)
        found += [
            Point("option", option.span, f"{name} {('yes' if value else 'no') if isinstance(value, bool) else value}") for value in values
        ]
    return found
