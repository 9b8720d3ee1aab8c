"""Intervals against published values."""

import random
import statistics

import pytest

from kilnscript.simulation.figures import Share, paired, share_difference, spread, student, wilson

# R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3
NEWCOMBE = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]

# Student's t, 0.975: the table of any textbook
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 20: 2.086, 30: 2.042, 120: 1.980}


@pytest.mark.parametrize(("won", "of", "low", "high"), NEWCOMBE)
def test_wilson(won: int, of: int, low: float, high: float) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=5e-5)


def test_shares_of_nothing_and_of_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Share(0, 0).value is None
    low, high = Share(7, 7).interval
    assert 0 < low < 1 and high == pytest.approx(1)


@pytest.mark.parametrize(("freedom", "value"), STUDENT.items())
def test_student(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, abs=0.01)


def test_spread() -> None:
    found = spread([2, 4, 4, 4, 5, 5, 7, 9])
    assert found is not None
    assert (found.count, found.mean, found.smallest, found.median, found.largest) == (8, 5, 2, 4.5, 9)
    assert found.deviation == pytest.approx(2.13809)
    assert found.high - found.mean == pytest.approx(2.365 * 2.13809 / 8**0.5, abs=0.01)
    assert spread([]) is None
    single = spread([3])
    assert single is not None and (single.low, single.high, single.deviation) == (3, 3, 0)


def test_intervals_hold_the_true_value_about_19_times_of_20() -> None:
    chance = random.Random(5)
    shares = means = 0
    for _ in range(1000):
        low, high = wilson(sum(chance.random() < 0.3 for _ in range(60)), 60)
        shares += low <= 0.3 <= high
        found = spread([chance.gauss(10, 3) for _ in range(12)])
        assert found is not None
        means += found.low <= 10 <= found.high
    assert 930 <= shares <= 970 and 930 <= means <= 970
    assert statistics.NormalDist().inv_cdf(0.975) == pytest.approx(1.96, abs=1e-3)


# R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17 (1998), table II,
# method 10
DIFFERENCES = [
    ((56, 70), (48, 80), 0.0524, 0.3339),
    ((9, 10), (3, 10), 0.1705, 0.8090),
    ((6, 7), (2, 7), 0.0582, 0.8062),
    ((5, 56), (0, 29), -0.0381, 0.1926),
]


@pytest.mark.parametrize(("first", "second", "low", "high"), DIFFERENCES)
def test_differences_of_shares(first: tuple[int, int], second: tuple[int, int], low: float, high: float) -> None:
    found = share_difference(Share(*second), Share(*first))
    assert found[0] == pytest.approx(first[0] / first[1] - second[0] / second[1])
    assert found[1:] == pytest.approx((low, high), abs=5e-5)


def test_paired_differences() -> None:
    """Student's own example of 1908: the hours of sleep gained by ten patients with either drug; t = 4.0621, 95 %: 0.7001 to 2.4599."""
    hours = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    assert paired(hours) == pytest.approx((1.58, 0.7001, 2.4599), abs=0.002)
    assert paired([2.0]) == (2.0, -float("inf"), float("inf"))
