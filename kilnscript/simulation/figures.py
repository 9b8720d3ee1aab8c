"""Numbers → figures with their 95 % intervals: shares (Wilson), means (Student), and the differences between two samples."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

Z = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Share:
    """``won`` of ``of``, as a share, and the interval that holds the true one in 19 of 20 samples. ``won`` need not be whole: a shared win
    counts by its part. ``value`` is None of nothing."""

    won: float
    of: int

    @property
    def value(self) -> float | None:
        return self.won / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.of)

    def plain(self) -> dict[str, Any]:
        low, high = self.interval
        value = None if self.value is None else round(self.value, 6)
        return {"share": value, "low": round(low, 6), "high": round(high, 6), "won": round(self.won, 6), "of": self.of}


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers: how many, their mean with its interval, the standard deviation, and the smallest, quartiles and largest."""

    count: int
    mean: float
    low: float
    high: float
    deviation: float
    smallest: float
    quarter: float
    median: float
    three_quarters: float
    largest: float

    def plain(self) -> dict[str, Any]:
        return {name: round(value, 6) for name, value in asdict(self).items()}


def wilson(won: float, of: int, z: float = Z) -> tuple[float, float]:
    """The score interval of a share (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927);
    0 to 1 where there is nothing."""
    if of == 0:
        return 0.0, 1.0
    centre = (won + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * math.sqrt(won * (of - won) / of + z * z / 4)
    return max(0.0, centre - half), min(1.0, centre + half)


def student(freedom: float, probability: float = 0.975) -> float:
    """The quantile of Student's t by the expansion of M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 26.7.5; below 4
    degrees of freedom, where that is too rough, exact for 1 and 2 and right to two digits for 3."""
    if freedom <= 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom <= 2:
        a = 4 * probability * (1 - probability)
        return 2 * (probability - 0.5) * math.sqrt(2 / a)
    z = statistics.NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def spread(numbers: Sequence[float]) -> Spread | None:
    """None of no numbers. The interval of the mean is Student's; of a single number it is the number itself."""
    if not numbers:
        return None
    mean = statistics.fmean(numbers)
    deviation = statistics.stdev(numbers, mean) if len(numbers) > 1 else 0.0
    half = student(len(numbers) - 1) * deviation / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    quarter, median, three = statistics.quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [numbers[0]] * 3
    return Spread(len(numbers), mean, mean - half, mean + half, deviation, min(numbers), quarter, median, three, max(numbers))


def paired(differences: Sequence[float], probability: float = 0.975) -> tuple[float, float, float]:
    """The mean of differences between games that belong together, and its interval by Student's t. ``probability``: of being below the
    upper end."""
    found = spread(differences)
    assert found is not None
    if found.count == 1:
        return found.mean, -math.inf, math.inf
    half = student(found.count - 1, probability) * found.deviation / math.sqrt(found.count)
    return found.mean, found.mean - half, found.mean + half


def share_difference(a: Share, b: Share, z: float = Z) -> tuple[float, float, float]:
    """b - a and its interval, from the score intervals of both (R. G. Newcombe, "Interval estimation for the difference between independent
    proportions", Statistics in Medicine 17, 1998, method 10). Both have to be of something."""
    first, second = a.value or 0.0, b.value or 0.0
    (low, high), (low_b, high_b) = wilson(a.won, a.of, z), wilson(b.won, b.of, z)
    difference = second - first
    return (
        difference,
        difference - math.hypot(second - low_b, high - first),
        difference + math.hypot(high_b - second, first - low),
    )
