"""Declarations, a player count and options → the world: every seat, place, cell, line, arrow and piece of that game, numbered."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kilnscript.compile.constants import Constants, Value, none_of
from kilnscript.compile.unsupported import refuse_size
from kilnscript.diagnostics import Span
from kilnscript.model import types as t
from kilnscript.model.declarations import Component, Declarations, Place, PlaceKey, PlaceShape

MOST_CELLS, MOST_PLACES, MOST_PIECES = 4_000, 4_000, 4_000  # of one game
BOX, SUPPLY = 0, 1  # numbers of the two places every game has
NOWHERE = Span("built-in", 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class PlaceInfo:
    """One place. ``keys``: its indices as run-time values (seats and members from 0, numbers as written). ``owner``: a seat or -1.
    ``cells``: numbers of its cells, row by row. ``label``: how it is written in moves."""

    number: int
    declared: Place
    keys: tuple[int, ...]
    owner: int
    rows: int
    columns: int
    cells: range
    label: str

    @property
    def index(self) -> int:
        """`.number`: the last numbered key, else 1."""
        return self.keys[-1] if self.keys and self.declared.keys[-1].of == "number" else 1


@dataclass(frozen=True, slots=True)
class CellInfo:
    """``row``/``column`` count from 1; ``shown_row`` is the distance from the top of the drawing, from 0."""

    number: int
    place: int
    row: int
    column: int
    shown_row: int
    label: str


@dataclass(frozen=True, slots=True)
class LineInfo:
    number: int
    place: int
    across: bool
    index: int
    cells: tuple[int, ...]

    @property
    def label(self) -> str:
        return f"{'row' if self.across else 'column'}-{self.index}"


@dataclass(frozen=True, slots=True)
class ArrowInfo:
    """``cells``: the line it pushes, the cell beside the arrow first."""

    number: int
    place: int
    label: str
    index: int
    opposite: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """``sort``: pieces of one sort are the same in all that never changes. ``values``: fixed attributes. ``name``: as declared or None."""

    number: int
    component: str
    sort: int
    values: Mapping[str, Value]
    name: str | None
    row: str | None


@dataclass
class World:
    """All numbered things of one specialised game. Immutable once built."""

    declarations: Declarations
    players: int
    options: Mapping[str, Value]
    constants: Constants
    places: list[PlaceInfo] = field(default_factory=list)
    cells: list[CellInfo] = field(default_factory=list)
    lines: list[LineInfo] = field(default_factory=list)
    arrows: list[ArrowInfo] = field(default_factory=list)
    pieces: list[PieceInfo] = field(default_factory=list)
    family: dict[str, list[PlaceInfo]] = field(default_factory=dict)
    by_keys: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    sort_of: dict[tuple[object, ...], int] = field(default_factory=dict)

    @property
    def tokens(self) -> list[str]:
        return list(self.declarations.tokens)

    @cached_property
    def pieces_of(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {name: [] for name in self.declarations.components}
        for piece in self.pieces:
            found[piece.component].append(piece.number)
        return found

    def key_values(self, key: PlaceKey) -> range:
        """The run-time values of one index of a family."""
        if key.of == "player":
            return range(self.players)
        if key.of == "kind":
            assert key.kind is not None
            return range(len(self.declarations.kinds[key.kind].members))
        assert key.high is not None
        return range(self.constants.number(key.low), self.constants.number(key.high) + 1)

    def lines_of(self, place: PlaceInfo, across: bool) -> list[LineInfo]:
        return [line for line in self.lines if line.place == place.number and line.across is across]

    def arrows_of(self, place: PlaceInfo) -> list[ArrowInfo]:
        return [arrow for arrow in self.arrows if arrow.place == place.number]


def build_world(declarations: Declarations, players: int, options: Mapping[str, Value]) -> World:
    """``options``: run-time values by name, every option present."""
    world = World(declarations, players, options, Constants(declarations, players, options))
    world.constants.places = world.by_keys
    for shape in ("box", "supply"):
        add_family(world, built_in_place(shape))
    for place in declarations.places.values():
        add_family(world, place)
    for component in declarations.components.values():
        add_pieces(world, component)
    return world


def built_in_place(shape: PlaceShape) -> Place:
    """``box`` (every piece at the start) and ``supply`` (every token): places of any game, numbers 0 and 1."""
    return Place(
        name=shape, title=shape.capitalize(), text=None, shape=shape, rows=None, columns=None, holds=(), marks=False, arrows=False, keys=(),
        sees="all", size_public=True, as_needed=False, written=None, start=None, row_labels=None, column_labels=None, span=NOWHERE,
    )  # fmt: skip


def add_family(world: World, place: Place) -> None:
    world.family[place.name] = []
    members = 1
    for key in place.keys:
        members *= len(world.key_values(key))
    if len(world.places) + members > MOST_PLACES:
        refuse_size(place.span, f"places with {place.name}", len(world.places) + members, MOST_PLACES)
    for keys in itertools.product(*(world.key_values(key) for key in place.keys)):
        number = len(world.places)
        numbers = [k for k, key in zip(keys, place.keys, strict=True) if key.of == "number"]
        rows, columns = size_of(world, place, numbers[-1] if numbers else 1)
        first = len(world.cells)
        if first + rows * columns > MOST_CELLS:
            refuse_size(place.span, f"cells with {place.name}", first + rows * columns, MOST_CELLS)
        owner = keys[0] if place.keys and place.keys[0].of == "player" else -1
        info = PlaceInfo(number, place, keys, owner, rows, columns, range(first, first + rows * columns), place_label(world, place, keys))
        world.places.append(info)
        world.family[place.name].append(info)
        world.by_keys[place.name, keys] = number
        if place.cells:
            add_cells(world, info)


def size_of(world: World, place: Place, number: int) -> tuple[int, int]:
    if not place.cells:
        return 0, 0
    if place.shape == "slot":
        return 1, 1
    # `row {number}`: a row as long as its number in the family, marked by a column count of None
    columns = number if place.columns is None else world.constants.number(place.columns)
    return (1 if place.rows is None else world.constants.number(place.rows)), columns


def place_label(world: World, place: Place, keys: tuple[int, ...]) -> str:
    """`written` with its keys filled in; else the name and the keys, the seat left out."""
    shown = []
    number = 1
    for value, key in zip(keys, place.keys, strict=True):
        if key.of == "number":
            number = value
            shown.append(str(value))
        elif key.of == "kind":
            assert key.kind is not None
            shown.append(world.declarations.kinds[key.kind].members[value].name)
    if place.written is not None:
        return "".join(part if isinstance(part, str) else str(number) for part in place.written.parts)
    return "-".join([place.name, *shown])


def labels(spec: str | None, count: int, default: str) -> list[str]:
    """``a..h``, ``8..1``, ``1..``, ``A..``, ``none``: the labels of ``count`` rows or columns in drawing order."""
    spec = default if spec is None else spec
    if spec == "none":
        return [""] * count
    first, _, last = spec.partition("..")
    down = bool(last) and first.isdigit() and last.isdigit() and int(last) < int(first)
    if first.isdigit():
        start = int(first)
        return [str(start - i if down else start + i) for i in range(count)]
    return [letters(first, i) for i in range(count)]


def letters(first: str, steps: int) -> str:
    """A, B … Z, AA, AB …"""
    base, n = ("a" if first.islower() else "A"), ord(first) - ord("a" if first.islower() else "A") + steps
    text = ""
    while True:
        text = chr(ord(base) + n % 26) + text
        n = n // 26 - 1
        if n < 0:
            return text


def add_cells(world: World, info: PlaceInfo) -> None:
    place, first = info.declared, info.cells.start
    columns = labels(place.column_labels, info.columns, "A.." if place.shape == "grid" else "1..")
    rows = labels(place.row_labels, info.rows, "1..")
    upward = rows[:1] != ["1"] and rows[-1:] == ["1"]  # `rows: 8..1`: row 1 is drawn at the bottom
    for r in range(info.rows):
        for c in range(info.columns):
            number = info.rows - r if upward else r + 1
            if place.shape != "grid":
                label = columns[c]
            elif rows[r] and columns[c]:
                label = columns[c] + rows[r] if not columns[c].isdigit() else f"{columns[c]}-{rows[r]}"
            else:
                label = f"{c + 1}-{number}"
            world.cells.append(CellInfo(first + r * info.columns + c, info.number, number, c + 1, r, label))
    at = [[first + r * info.columns + c for c in range(info.columns)] for r in range(info.rows)]
    ordered = list(reversed(at)) if upward else at
    for index, row in enumerate(ordered, 1):
        world.lines.append(LineInfo(len(world.lines), info.number, True, index, tuple(row)))
    for c in range(info.columns):
        world.lines.append(LineInfo(len(world.lines), info.number, False, c + 1, tuple(row[c] for row in at)))
    if place.arrows:
        add_arrows(world, info, at)


def add_arrows(world: World, info: PlaceInfo, at: list[list[int]]) -> None:
    """N and S from left to right, E and W from top to bottom; every arrow pushes away from its side."""
    down = [tuple(row[c] for row in at) for c in range(info.columns)]
    right = [tuple(row) for row in at]
    sides = (
        ("N", down, "S"),
        ("E", [cells[::-1] for cells in right], "W"),
        ("S", [cells[::-1] for cells in down], "N"),
        ("W", right, "E"),
    )
    base = len(world.arrows)
    start, n = {}, base
    for side, found, _ in sides:
        start[side] = n
        n += len(found)
    for side, found, other in sides:
        for i, cells in enumerate(found):
            world.arrows.append(ArrowInfo(start[side] + i, info.number, f"{side}{i + 1}", i + 1, start[other] + i, cells))


def add_pieces(world: World, component: Component) -> None:
    for piece_set in component.sets:
        copies = world.constants.number(piece_set.copies)
        fixed = {name: world.constants.value(value) for name, value in piece_set.values.items()}
        for combination in itertools.product(*(attribute_values(world, component.has[name]) for name in piece_set.each)):
            values = {**fixed, **dict(zip(piece_set.each, combination, strict=True))}
            values = {name: values.get(name, none_of(component.has[name])) for name in component.has}
            look = (component.name, piece_set.name, piece_set.row, tuple(values.items()))
            sort = world.sort_of.setdefault(look, len(world.sort_of))
            if len(world.pieces) + copies > MOST_PIECES:
                refuse_size(piece_set.span, f"pieces with {component.name}", len(world.pieces) + copies, MOST_PIECES)
            for _ in range(copies):
                world.pieces.append(PieceInfo(len(world.pieces), component.name, sort, values, piece_set.name, piece_set.row))


def attribute_values(world: World, kind: t.Type) -> Iterator[Value]:
    """Every value of an attribute's type but none, in order."""
    if isinstance(kind, t.Optional):
        kind = kind.item
    match kind:
        case t.Kind():
            yield from range(len(world.declarations.kinds[kind.name].members))
        case t.Player():
            yield from range(world.players)
        case t.YesNo():
            yield from (False, True)
        case t.Number(low=low, high=high):
            assert low is not None and high is not None
            yield from range(world.constants.number(low), world.constants.number(high) + 1)
        case _:
            raise AssertionError(f"no values to go through: {kind}")


def first_value(world: World, kind: t.Type) -> Value:
    """What a changeable attribute holds before anything sets it: none where allowed, else the first value of its type."""
    if isinstance(kind, t.Optional):
        return none_of(kind)
    return next(attribute_values(world, kind))
