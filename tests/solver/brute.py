"""Melds of Kilnrow worked out by trying everything: written apart from the engine, to compare with it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cache

COLOURS = "RKBY"


@cache
def worth(meld: tuple[str, ...]) -> int:
    """Points of the dearest reading; 0 for no meld. The tiles are sorted."""
    plain = [(tile[0], int(tile[1:])) for tile in meld if tile != "*"]
    wilds = len(meld) - len(plain)
    if len(meld) < 3 or not plain:
        return 0
    found = [0]
    if len(meld) <= 4 and len({n for _, n in plain}) == 1 and len({c for c, _ in plain}) == len(plain):
        found.append(plain[0][1] * len(meld))
    if len(meld) <= 13 and len({c for c, _ in plain}) == 1 and len({n for _, n in plain}) == len(plain):
        numbers = {n for _, n in plain}
        for start in numbers:
            row = [(start - 1 + i) % 13 + 1 for i in range(len(meld))]
            if numbers <= set(row):
                found.append(sum(row))
    assert wilds >= 0
    return max(found)


def partitions(tiles: tuple[str, ...]) -> Iterator[int]:
    """What all tiles are worth in melds, for every way to part them."""
    if not tiles:
        yield 0
        return
    first, rest = tiles[0], tiles[1:]
    for size in range(2, len(rest) + 1):
        for others in set(itertools.combinations(rest, size)):
            points = worth(tuple(sorted((first, *others))))
            if points:
                left = tuple(sorted((Counter(rest) - Counter(others)).elements()))
                yield from (points + more for more in partitions(left))


@cache
def best_worth(tiles: tuple[str, ...]) -> int | None:
    """The most that all of the tiles can be worth in melds; None where they cannot all lie in one."""
    return max(partitions(tiles), default=None)


def most_laid(table: list[str], rack: list[str], least: int) -> int:
    """How many tiles of a rack can be laid, the melds being worth ``least``."""
    for size in range(len(rack), 0, -1):
        for chosen in set(itertools.combinations(sorted(rack), size)):
            points = best_worth(tuple(sorted([*table, *chosen])))
            if points is not None and points >= least:
                return size
    return 0


def most_points(table: list[str], rack: list[str]) -> int:
    """The most points that melds of a table and any of a rack can be worth."""
    found = (best_worth(tuple(sorted([*table, *chosen]))) for size in range(len(rack) + 1) for chosen in itertools.combinations(rack, size))
    return max((points for points in found if points is not None), default=0)
