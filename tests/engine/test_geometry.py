"""Tables and functions on cells against implementations that know nothing but rows and columns."""

import random
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from tests.engine.tiny import Tiny, table

GRIDS = """
components: {stone: {copies: 3}}
places:
  tall: {shape: grid 7 x 3, holds: stone, arrows: yes}
  wide: {shape: grid 2 x 5, holds: marks}
  flat: {shape: grid 1 x 4, holds: marks, arrows: yes}
  up: {shape: grid 4 x 6, holds: stone, rows: 4..1, columns: a.., arrows: yes}
"""
SIZES = {"tall": (7, 3), "wide": (2, 5), "flat": (1, 4), "up": (4, 6)}
STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
Spot = tuple[int, int]  # row and column from the top left, from 0
GAME: Tiny = table({"none_left": "count(tall)"}, GRIDS)
NAMES: dict[str, Any] = GAME.program.names
WORLD = GAME.program.world


def cell(grid: str, spot: Spot) -> int:
    first: int = WORLD.family[grid][0].cells.start
    return first + spot[0] * SIZES[grid][1] + spot[1]


def spot(number: int) -> tuple[str, Spot]:
    for grid, (_, columns) in SIZES.items():
        cells = WORLD.family[grid][0].cells
        if number in cells:
            return grid, divmod(number - cells.start, columns)
    raise AssertionError(number)


def inside(grid: str, row: int, column: int) -> bool:
    return 0 <= row < SIZES[grid][0] and 0 <= column < SIZES[grid][1]


def pack(grid: str, spots: Iterable[Spot]) -> int:
    return sum(1 << cell(grid, s) for s in spots)


def unpack(cells: int) -> list[tuple[str, Spot]]:
    return [spot(n) for n in range(cells.bit_length()) if cells >> n & 1]


def random_sets(grid: str, number: int = 60) -> list[set[Spot]]:
    rng = random.Random(grid)
    spots = list(product(range(SIZES[grid][0]), range(SIZES[grid][1])))
    return [set(), set(spots), *({s for s in spots if rng.random() < share} for share in (0.2, 0.5, 0.8) for _ in range(number // 3))]


grids = pytest.mark.parametrize("grid", SIZES)


@grids
def test_neighbours_rays_and_leaps(grid: str) -> None:
    for s in product(range(SIZES[grid][0]), range(SIZES[grid][1])):
        here = cell(grid, s)
        around = [(s[0] + r, s[1] + c) for r, c in STEPS if inside(grid, s[0] + r, s[1] + c)]
        assert NAMES["_AROUND"][here] == tuple(cell(grid, a) for a in around)
        assert NAMES["_NEIGHBOURS"][here] == tuple(cell(grid, a) for a in around if a[0] == s[0] or a[1] == s[1])
        for d, (r, c) in enumerate(STEPS):
            ray = [(s[0] + r * i, s[1] + c * i) for i in range(1, 9) if inside(grid, s[0] + r * i, s[1] + c * i)]
            assert NAMES["_RAY"][here][d] == tuple(cell(grid, a) for a in ray)
            for steps in range(-3, 9):
                target = (s[0] + r * steps, s[1] + c * steps)
                assert NAMES["_step"](here, d, steps) == (cell(grid, target) if inside(grid, *target) else -1)
        for one, other in ((1, 2), (0, 3), (2, 2)):
            jumps = {(a * x, b * y) for x, y in ((one, other), (other, one)) for a in (-1, 1) for b in (-1, 1)}
            wanted = sorted(cell(grid, (s[0] + r, s[1] + c)) for r, c in jumps if inside(grid, s[0] + r, s[1] + c))
            assert list(NAMES["_leaps"](here, one, other)) == wanted


@grids
def test_between_and_distance(grid: str) -> None:
    spots = list(product(range(SIZES[grid][0]), range(SIZES[grid][1])))
    for one, other in product(spots, spots):
        rows, columns = other[0] - one[0], other[1] - one[1]
        steps = max(abs(rows), abs(columns))
        wanted: list[int] = []
        if steps and (0 in (rows, columns) or abs(rows) == abs(columns)):
            wanted = [cell(grid, (one[0] + rows // steps * i, one[1] + columns // steps * i)) for i in range(1, steps)]
        assert list(NAMES["_between"](cell(grid, one), cell(grid, other))) == wanted
        assert NAMES["_distance"](cell(grid, one), cell(grid, other)) == steps


def test_grids_do_not_touch() -> None:
    """The last cell of one grid and the first of the next have neighbouring numbers, and nothing else in common."""
    last, first = cell("tall", (6, 2)), cell("wide", (0, 0))
    assert first == last + 1
    assert first not in NAMES["_AROUND"][last]
    assert NAMES["_between"](last, first) == ()
    assert NAMES["_groups"](1 << last | 1 << first) == (1 << last, 1 << first)


@grids
def test_groups(grid: str) -> None:
    for spots in random_sets(grid):
        left, wanted = set(spots), []
        while left:
            group = {min(left)}
            while more := {s for s in left - group for g in group if abs(s[0] - g[0]) + abs(s[1] - g[1]) == 1}:
                group |= more
            left -= group
            wanted.append(pack(grid, group))
        assert list(NAMES["_groups"](pack(grid, spots))) == wanted  # by their first cells, row by row


def form(spots: set[Spot]) -> frozenset[Spot]:
    top, left = min(r for r, _ in spots), min(c for _, c in spots)
    return frozenset((r - top, c - left) for r, c in spots)


def test_shapes_of_all_grids_compare() -> None:
    """Two sets have the same shape exactly when one can be moved onto the other, from grid to grid too."""
    seen: dict[int, frozenset[Spot]] = {}
    for grid in SIZES:
        for spots in random_sets(grid):
            found = NAMES["_shape"](pack(grid, spots))
            assert (found == 0) == (not spots)
            if spots:
                assert seen.setdefault(found, form(spots)) == form(spots)
    assert len(set(seen.values())) == len(seen)


@grids
def test_placements(grid: str) -> None:
    rng = random.Random(3)
    for free in random_sets(grid, 15):
        for source in SIZES:
            spots = {s for s in product(range(2), range(3)) if inside(source, *s) and rng.random() < 0.5}
            if not spots:
                continue
            shape = NAMES["_shape"](pack(source, spots))
            moved = [{(r + down, c + across) for r, c in form(spots)} for down in range(7) for across in range(6)]
            wanted = [pack(grid, there) for there in moved if there <= free]
            assert list(NAMES["_placements"](shape, pack(grid, free))) == wanted


def test_placements_on_several_grids() -> None:
    shape = NAMES["_shape"](pack("up", [(0, 0), (0, 1)]))
    found = NAMES["_placements"](shape, pack("flat", [(0, 0), (0, 1), (0, 3)]) | pack("wide", [(1, 3), (1, 4)]))
    assert list(found) == [pack("wide", [(1, 3), (1, 4)]), pack("flat", [(0, 0), (0, 1)])]
    assert NAMES["_placements"](0, pack("flat", [(0, 0)])) == ()


@grids
def test_turns_and_flips(grid: str) -> None:
    for spots in random_sets(grid, 12):
        if not spots:
            continue
        shape = NAMES["_shape"](pack(grid, spots))
        turned = [spots]
        for _ in range(3):
            turned.append({(c, -r) for r, c in turned[-1]})
        flipped = [{(r, -c) for r, c in t} for t in turned]
        assert len(NAMES["_turns"](shape)) == len({form(t) for t in turned})
        assert len(NAMES["_flips"](shape)) == len({form(t) for t in turned + flipped})
        assert NAMES["_turns"](shape)[0] == NAMES["_flips"](shape)[0] == shape
        for t in turned[1:]:  # where a turned shape fits into the same grid, it is the shape of those cells
            if max(r for r, _ in form(t)) < SIZES[grid][0] and max(c for _, c in form(t)) < SIZES[grid][1]:
                assert NAMES["_shape"](pack(grid, form(t))) in NAMES["_turns"](shape)


@grids
def test_lines_through_a_cell(grid: str) -> None:
    axes = [(0, 1), (1, 0), (1, -1), (1, 1)]  # horizontal, vertical, rising, falling
    for spots in random_sets(grid, 30):
        cells = pack(grid, spots)
        for s in product(range(SIZES[grid][0]), range(SIZES[grid][1])):
            lengths = [0]
            for axis, (r, c) in enumerate(axes):
                line = set()
                if s in spots:
                    for sign in (-1, 1):
                        at = s
                        while at in spots:
                            line.add(at)
                            at = (at[0] + sign * r, at[1] + sign * c)
                assert NAMES["_line_through"](cell(grid, s), cells, axis) == pack(grid, line)
                lengths.append(len(line))
            assert NAMES["_longest_line"](cell(grid, s), cells) == max(lengths)


def test_rows_are_counted_from_the_bottom_where_their_labels_are() -> None:
    """`rows: 4..1`: row 1 is drawn last; north is still up the board, and cells run row by row as drawn."""
    first = WORLD.cells[cell("up", (0, 0))]
    last = WORLD.cells[cell("up", (3, 5))]
    assert (first.label, first.row, first.column) == ("a4", 4, 1)
    assert (last.label, last.row, last.column) == ("f1", 1, 6)
    grid = WORLD.family["up"][0].number
    assert NAMES["_CELL_AT"][grid, 1, 6] == last.number
    assert NAMES["_step"](last.number, 0, 3) == cell("up", (0, 5))
    rows = [WORLD.lines[n] for n in NAMES["_ROWS"][grid]]
    assert [row.index for row in rows] == [1, 2, 3, 4]
    assert rows[0].cells == tuple(cell("up", (3, c)) for c in range(6))
    assert [WORLD.lines[n].cells[0] for n in NAMES["_COLUMNS"][grid]] == [cell("up", (0, c)) for c in range(6)]


@pytest.mark.parametrize("grid", ["tall", "flat", "up"])
def test_arrows(grid: str) -> None:
    rows, columns = SIZES[grid]
    arrows = [WORLD.arrows[n] for n in NAMES["_ARROWS"][WORLD.family[grid][0].number]]
    sides = [("N", columns), ("E", rows), ("S", columns), ("W", rows)]
    assert [a.label for a in arrows] == [f"{side}{i + 1}" for side, count in sides for i in range(count)]
    by_label = {a.label: a for a in arrows}
    for i in range(columns):
        down = tuple(cell(grid, (r, i)) for r in range(rows))
        assert by_label[f"N{i + 1}"].cells == down
        assert by_label[f"S{i + 1}"].cells == down[::-1]
    for i in range(rows):
        right = tuple(cell(grid, (i, c)) for c in range(columns))
        assert by_label[f"W{i + 1}"].cells == right
        assert by_label[f"E{i + 1}"].cells == right[::-1]
    for arrow in arrows:
        opposite = WORLD.arrows[NAMES["_OPPOSITE_ARROW"][arrow.number]]
        assert opposite.cells == arrow.cells[::-1]
        assert opposite.label == {"N": "S", "S": "N", "E": "W", "W": "E"}[arrow.label[0]] + arrow.label[1:]
        assert NAMES["_OPPOSITE_ARROW"][opposite.number] == arrow.number


def test_none_gives_none() -> None:
    """The last entry of every table answers for what is not there."""
    assert NAMES["_NEIGHBOURS"][-1] == NAMES["_AROUND"][-1] == ()
    assert NAMES["_RAY"][-1] == ((),) * 8
    assert all(NAMES["_NEXT"][d][-1] == -1 for d in range(8))
    assert NAMES["_leaps"](-1, 1, 2) == ()
    assert NAMES["_between"](-1, 3) == NAMES["_between"](3, -1) == ()
    assert NAMES["_distance"](-1, 3) is None
    assert NAMES["_longest_line"](-1, 7) == NAMES["_line_through"](-1, 7, 0) == 0
    assert NAMES["_OPPOSITE_ARROW"][-1] == NAMES["_OPPOSITE"][-1] == -1
