"""What a lead is worth is learnt from the games, and what the chances tell of a game."""

import math
import random

import pytest

from kilnscript.simulation.course import FEWEST, Chances, chances, part, worth


def drawn(worth: float, games: int, seats: int = 3) -> list[tuple[list[list[float]], list[int]]]:
    """Games of ten points in which the last standing decides, with chances in proportion to exp(worth * standing)."""
    chance = random.Random(1)
    found = []
    for _ in range(games):
        course = [[chance.gauss(0, 5) for _ in range(seats)] for _ in range(10)]
        weights = chances(course[-1], worth)
        found.append((course, chance.choices(range(seats), weights)))
    return found


def test_the_worth_of_a_lead_is_found_again() -> None:
    games = drawn(0.3, 4000)
    assert worth([(course[-1], winners) for course, winners in games]) == pytest.approx(0.3, rel=0.08)
    assert worth([(course[3], winners) for course, winners in games]) == pytest.approx(0, abs=0.02)  # it says nothing of the end


def test_chances_are_right_on_average() -> None:
    games = drawn(0.3, 400)
    found = Chances(games)
    groups: dict[int, list[float]] = {}
    for course, winners in drawn(0.3, 3000):
        for seat, chance in enumerate(found.of(course[-1], 9, 10)):
            groups.setdefault(int(chance * 5), []).append((seat in winners) - chance)
    assert len(groups) == 5
    assert all(abs(sum(off) / len(off)) < 0.05 for off in groups.values())


def test_the_story_of_a_game() -> None:
    """The later winner is behind in the first half and ahead in the second."""
    turned = [[5.0, 0.0]] * 5 + [[0.0, 5.0]] * 5
    straight = [[0.0, 5.0]] * 10
    found = Chances([(turned, [1]), (straight, [1]), (straight, [1])] * FEWEST)
    story, dull = found.story(turned, [1]), found.story(straight, [1])
    assert story is not None and dull is not None
    assert (story.behind, dull.behind, dull.drama) == (0.5, 0, 0)
    early, late = found.of(turned[0], 0, 10), found.of(turned[-1], 9, 10)
    assert early[1] == pytest.approx(1 / 3, abs=0.02)
    assert story.drama == pytest.approx((early[0] - early[1]) / 2, abs=0.02)
    assert story.swing == pytest.approx(late[1] - early[1], abs=1e-9)
    assert story.settled == 0.5 and dull.settled < 1
    assert story.curve[0] == early[1] and story.curve[-1] == late[1] and len(story.curve) == 21


def test_nothing_is_said_of_few_games_or_of_a_draw() -> None:
    games = drawn(0.3, FEWEST - 1)
    assert Chances(games).story(*games[0]) is None
    assert Chances(drawn(0.3, FEWEST)).story(games[0][0], []) is None


def test_chances() -> None:
    assert chances([1, 1, 1, 1], 7) == [0.25] * 4
    assert chances([3, 1], 0.5)[0] == pytest.approx(1 / (1 + math.exp(-1)))
    assert chances([1e9, 0], 1e9) == pytest.approx([1, 0])
    assert worth([]) == 0 and worth([([2, 2], [0])]) == 0
    assert [part(n, 40) for n in (0, 3, 4, 39)] == [0, 0, 1, 9]
