"""Courses of games (standings of the seats over time) and who won → chances of winning along each game, and what they tell of it.

How much a lead is worth is learnt from the games themselves: in each tenth of a game the chances of the seats are in the proportion of
exp(worth * standing), and the worth is the one under which the wins that came were likeliest (a conditional logit with one coefficient:
D. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974). A standing that says nothing yet gets the worth 0: then all
have the same chance. So the estimates are right on average for these games and bots, whatever unit the game counts in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

PARTS = 10
MOST_FITTED = 400  # games that the worth of a lead is learnt from
FEWEST = 20  # games; fewer say nothing about what a lead is worth
STEPS = 30
SURE = 0.8
CURVE = 21  # points of the mean course

Course = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Story:
    """Of one game. ``drama``: how far the later winner's chance is below that of the leader, on average over the game (0 where it leads).
    ``behind``: the part of the game in which another seat has a better chance. ``swing``: how far the winner's chance moves up and down in
    all. ``settled``: the part of the game after which the winner's chance stays above 80 %. ``curve``: its chance at even distances."""

    drama: float
    behind: float
    swing: float
    settled: float
    curve: tuple[float, ...]


class Chances:
    """What standings are worth in games of one setting."""

    def __init__(self, games: Sequence[tuple[Course, Sequence[int]]]) -> None:
        """``games``: the course of each and the seats that won (from 0); those nobody won are left out."""
        known = [(course, winners) for course, winners in games if winners and len(course) > 1]
        self.worths: list[float] | None = None
        if len(known) < FEWEST:
            return
        step = max(1, len(known) // MOST_FITTED)
        samples: list[list[tuple[Sequence[float], Sequence[int]]]] = [[] for _ in range(PARTS)]
        for course, winners in known[::step]:
            for n, standing in enumerate(course):
                samples[part(n, len(course))].append((standing, winners))
        self.worths = [worth(found) for found in samples]

    def of(self, standing: Sequence[float], n: int, length: int) -> list[float]:
        """The chance of every seat at point ``n`` of ``length``; they add up to 1."""
        assert self.worths is not None
        return chances(standing, self.worths[part(n, length)])

    def lead(self, lead: float, n: int, length: int) -> float:
        """The chance of a seat that is so far ahead of the only other one (of the best other, roughly)."""
        assert self.worths is not None
        return 1 / (1 + math.exp(-max(-700.0, min(700.0, lead * self.worths[part(n, length)]))))

    def story(self, course: Course, winners: Sequence[int]) -> Story | None:
        """None where nobody won, or there are too few games to say what a lead is worth."""
        if self.worths is None or not winners or len(course) < 2:
            return None
        found = [self.of(standing, n, len(course)) for n, standing in enumerate(course)]
        mine = [max(values[seat] for seat in winners) for values in found]
        gaps = [max(values) - value for values, value in zip(found, mine, strict=True)]
        unsure = [n for n, value in enumerate(mine) if value < SURE]
        return Story(
            sum(gaps) / len(gaps),
            sum(gap > 1e-9 for gap in gaps) / len(gaps),
            sum(abs(b - a) for a, b in pairwise(mine)),
            (unsure[-1] + 1) / len(mine) if unsure else 0.0,
            tuple(mine[round(n * (len(mine) - 1) / (CURVE - 1))] for n in range(CURVE)),
        )


def part(n: int, length: int) -> int:
    return min(PARTS - 1, n * PARTS // max(1, length))


def chances(standing: Sequence[float], worth: float) -> list[float]:
    best = max(standing)
    weights = [math.exp(max(-700.0, (value - best) * worth)) for value in standing]
    total = sum(weights)
    return [weight / total for weight in weights]


def worth(samples: Sequence[tuple[Sequence[float], Sequence[int]]]) -> float:
    """The coefficient, not below 0, by bisection on the derivative of the likelihood, which falls (the likelihood is concave). Where every
    win went to a seat in the lead there is no best one; then a usual lead is worth a chance of nearly 1."""
    leads = [max(standing) - min(standing) for standing, _ in samples]
    usual = sum(leads) / len(leads) if leads else 0.0
    if usual <= 0:
        return 0.0

    def slope(worth: float) -> float:
        total = 0.0
        for standing, winners in samples:
            expected = sum(p * value for p, value in zip(chances(standing, worth), standing, strict=True))
            total += sum(standing[seat] for seat in winners) / len(winners) - expected
        return total

    low, high = 0.0, 20 / usual
    if slope(0.0) <= 0:
        return 0.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return (low + high) / 2
