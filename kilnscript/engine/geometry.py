"""The world's grids → tables of neighbours, rays and masks, and the built-in functions on cells and shapes.

Sets of cells are bit sets over all cells of the game; a grid's cells have neighbouring bits, row by row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kilnscript.compile.world import PlaceInfo, World
from kilnscript.engine.values import bits

STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # north, then clockwise
AXES = ((2, 6), (0, 4), (1, 5), (3, 7))  # horizontal, vertical, rising, falling: their two directions
CACHE = 50_000  # entries a memory of shapes may grow to before it is emptied

Cells = tuple[int, ...]


def tables(world: World) -> dict[str, Any]:
    """The constant tables the generated code reads; an extra last entry answers for none."""
    where = {(c.place, c.shown_row, c.column): c.number for c in world.cells}

    def beside(cell: Any, step: tuple[int, int]) -> int:
        return where.get((cell.place, cell.shown_row + step[0], cell.column + step[1]), -1)

    next_cell = tuple((*(beside(c, step) for c in world.cells), -1) for step in STEPS)

    def ray(cell: int, direction: int) -> Cells:
        found = []
        while (cell := next_cell[direction][cell]) >= 0:
            found.append(cell)
        return tuple(found)

    def around(cell: int, directions: tuple[int, ...]) -> Cells:
        return tuple(n for d in directions if (n := next_cell[d][cell]) >= 0)

    count = range(len(world.cells))
    place_count = len(world.places)
    return {
        "_NEXT": next_cell,
        "_OPPOSITE": (4, 5, 6, 7, 0, 1, 2, 3, -1),
        "_RAY": (*(tuple(ray(c, d) for d in range(8)) for c in count), ((),) * 8),
        "_NEIGHBOURS": (*(around(c, (0, 2, 4, 6)) for c in count), ()),
        "_AROUND": (*(around(c, tuple(range(8))) for c in count), ()),
        "_CELL_AT": {(c.place, c.row, c.column): c.number for c in world.cells},
        "_CELL_ROW": (*(c.row for c in world.cells), None),
        "_CELL_COLUMN": (*(c.column for c in world.cells), None),
        "_CELL_NUMBER": (*(c.number - world.places[c.place].cells.start + 1 for c in world.cells), None),
        "_CELL_PLACE": (*(c.place for c in world.cells), -1),
        "_CELLS": (*(tuple(info.cells) for info in world.places), ()),
        "_MASK": (*(mask_of(info) for info in world.places), 0),
        "_FULL": (*(mask_of(info) if info.declared.cells else -1 for info in world.places), -1),  # what has no cells is never full
        "_ROWS": (*(tuple(n.number for n in world.lines_of(info, True)) for info in world.places), ()),
        "_COLUMNS": (*(tuple(n.number for n in world.lines_of(info, False)) for info in world.places), ()),
        "_ARROWS": (*(tuple(a.number for a in world.arrows_of(info)) for info in world.places), ()),
        "_WIDTH": (*(info.columns for info in world.places), None),
        "_HEIGHT": (*(info.rows for info in world.places), None),
        "_LINE_CELLS": (*(line.cells for line in world.lines), ()),
        "_LINE_MASK": (*(sum(1 << c for c in line.cells) for line in world.lines), 0),
        "_LINE_NUMBER": (*(line.index for line in world.lines), None),
        "_OPPOSITE_ARROW": (*(a.opposite for a in world.arrows), -1),
        "_ARROW_NUMBER": (*(a.index for a in world.arrows), None),
        "_PLACE_NUMBER": (*(info.index for info in world.places), None),
        "_PLACE_OWNER": (*(info.owner for info in world.places), -1),
        "_CAPACITY": (*(len(info.cells) if info.declared.cells else None for info in world.places), None) if place_count else (None,),
    }


def mask_of(info: PlaceInfo) -> int:
    return ((1 << len(info.cells)) - 1) << info.cells.start


def functions(world: World, table: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The built-in functions on cells, by the names the generated code calls them."""
    next_cell, rays, place_of = table["_NEXT"], table["_RAY"], table["_CELL_PLACE"]
    row, column = table["_CELL_ROW"], table["_CELL_COLUMN"]
    shown_row = [c.shown_row for c in world.cells]
    stride = max((info.columns for info in world.places), default=1) or 1
    height = max((info.rows for info in world.places), default=1) or 1
    # per place: first cell, width, all of its cells, and those of each column
    grids = [
        (info.cells.start, info.columns, mask_of(info), [sum(1 << c for c in info.cells[i :: info.columns]) for i in range(info.columns)])
        for info in world.places
    ]
    known_placements: dict[tuple[int, int], tuple[int, ...]] = {}

    # the neighbours of a cell, by its bit
    beside = {1 << c.number: sum(1 << n for n in table["_NEIGHBOURS"][c.number]) for c in world.cells}

    def groups(cells: int) -> tuple[int, ...]:
        """Grows each group cell by cell; groups in the order of their first cells."""
        found = []
        while cells:
            edge = group = cells & -cells
            cells ^= group
            while edge:
                cell = edge & -edge
                more = beside[cell] & cells
                edge = edge ^ cell | more
                group |= more
                cells ^= more
            found.append(group)
        return tuple(found)

    def shape(cells: int) -> int:
        """Bits at row * side + column, moved to the top left; 0 for no cells."""
        if not cells:
            return 0
        low = (cells & -cells).bit_length() - 1
        first, width, mask, columns = grids[place_of[low]]
        if cells & ~mask:  # cells of several grids, laid over each other
            return normal([(shown_row[c], column[c]) for c in bits(cells)])
        left = 0
        while not cells & columns[left]:
            left += 1
        form = cells >> low - (low - first) % width + left
        return form if width == side else wider(form, width)

    def wider(form: int, width: int) -> int:
        """From rows of ``width`` bits to rows of ``side`` bits."""
        found, at = 0, 0
        while form:
            found |= (form & (1 << width) - 1) << at
            form >>= width
            at += side
        return found

    def normal(spots: list[tuple[int, int]]) -> int:
        if not spots:
            return 0
        top, left = min(r for r, _ in spots), min(c for _, c in spots)
        return sum(1 << (r - top) * side + c - left for r, c in spots)

    side = max(stride, height)  # wide enough for a shape on its side

    def spots_of(form: int) -> list[tuple[int, int]]:
        return [divmod(i, side) for i in bits(form)]

    def laid(form: int, place: int) -> tuple[int, ...]:
        known = known_placements.get((form, place))
        if known is None:
            first, width, _, _ = grids[place]
            spots = spots_of(form)
            tall, wide = max(r for r, _ in spots) + 1, max(c for _, c in spots) + 1
            known = tuple(
                sum(1 << first + (r + top) * width + c + left for r, c in spots)
                for top in range(world.places[place].rows - tall + 1)
                for left in range(width - wide + 1)
            )
            if len(known_placements) > CACHE:
                known_placements.clear()
            known_placements[form, place] = known
        return known

    def placements(form: int, free: int) -> tuple[int, ...]:
        if not form or not free:
            return ()
        found: list[int] = []
        rest = free
        while rest:  # grid by grid
            place = place_of[(rest & -rest).bit_length() - 1]
            rest &= ~grids[place][2]
            found += [cells for cells in known_placements.get((form, place)) or laid(form, place) if cells & free == cells]
        return tuple(found)

    def turns(form: int) -> tuple[int, ...]:
        found = [form]
        spots = spots_of(form)
        for _ in range(3):
            spots = [(c, -r) for r, c in spots]
            found.append(normal(spots))
        return tuple(dict.fromkeys(found))

    def flips(form: int) -> tuple[int, ...]:
        mirrored = normal([(r, -c) for r, c in spots_of(form)])
        return tuple(dict.fromkeys(turns(form) + turns(mirrored)))

    def run(cell: int, cells: int, axis: int) -> int:
        line = 1 << cell
        for direction in AXES[axis]:
            for c in rays[cell][direction]:
                if not cells >> c & 1:
                    break
                line |= 1 << c
        return line

    def line_through(cell: int, cells: int, axis: int) -> int:
        return run(cell, cells, axis) if cell >= 0 and cells >> cell & 1 else 0

    def longest_line(cell: int, cells: int) -> int:
        if cell < 0 or not cells >> cell & 1:
            return 0
        best = 1
        for back, forth in AXES:
            length = 1
            for direction in (back, forth):
                for c in rays[cell][direction]:
                    if not cells >> c & 1:
                        break
                    length += 1
            best = max(best, length)
        return best

    def step(cell: int, direction: int, steps: int) -> int:
        if steps < 0:
            direction, steps = (direction + 4) % 8, -steps
        for _ in range(min(steps, len(world.cells))):
            cell = next_cell[direction][cell]
        return int(cell)

    def between(one: int, other: int) -> Cells:
        if one < 0 or other < 0:
            return ()
        for direction in range(8):
            ray = rays[one][direction]
            if other in ray:
                return tuple(ray[: ray.index(other)])
        return ()

    known_leaps: dict[tuple[int, int], tuple[Cells, ...]] = {}

    def leaps(cell: int, one: int, other: int) -> Cells:
        found = known_leaps.get((one, other))
        if found is None:
            offsets = dict.fromkeys(
                (r * a, c * b) for r, c in ((one, other), (other, one)) for a in (-1, 1) for b in (-1, 1)
            )  # fmt: skip
            by_place = {(c.place, c.shown_row, c.column): c.number for c in world.cells}
            found = (
                *(
                    tuple(sorted(n for r, o in offsets if (n := by_place.get((c.place, c.shown_row + r, c.column + o), -1)) >= 0))
                    for c in world.cells
                ),
                (),
            )
            known_leaps[one, other] = found
        return found[cell]

    def distance(one: int, other: int) -> int | None:
        if one < 0 or other < 0:
            return None
        return int(max(abs(row[one] - row[other]), abs(column[one] - column[other])))

    return {
        "_groups": groups, "_shape": shape, "_placements": placements, "_turns": turns, "_flips": flips,
        "_line_through": line_through, "_longest_line": longest_line, "_step": step, "_between": between, "_leaps": leaps,
        "_distance": distance,
    }  # fmt: skip
