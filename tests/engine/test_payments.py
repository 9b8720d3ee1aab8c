"""Ways to pay against a search that tries everything: nothing missing, nothing twice, sensible ones first, no dead end half-way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kilnscript.engine.payments import MOST_LISTED, Search, Use, Ways

TOKENS = 4  # coin, salt, grain, and `any`, which salt and grain may cover
STANDS_IN: list[tuple[int, ...]] = [(), (3,), (3,), ()]

amounts = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.just(0))
costs = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))


def token(number: int, count: int = 1) -> tuple[int, ...]:
    return tuple(count if i == number else 0 for i in range(TOKENS))


@st.composite
def use_lists(draw: st.DrawFn) -> list[Use]:
    """Own tokens, and some exchanges with and without limits and effects."""
    found = [Use(0, (i,), token(i), token(i), None, False) for i in range(3)]
    for way in range(1, draw(st.integers(1, 4))):
        gives, covers = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        most = draw(st.sampled_from([None, 0, 1, 2]))
        found.append(Use(way, (covers,), token(gives, draw(st.integers(1, 3))), token(covers), most, draw(st.booleans())))
    return found


def everything(cost: Sequence[int], purse: Sequence[int], uses: Sequence[Use]) -> set[tuple[Any, Any]]:
    """Every number of times for every use, kept where it covers exactly and can be paid."""
    most = sum(cost)
    found = set()
    for counts in itertools.product(*(range((most if use.most is None else min(most, use.most)) + 1) for use in uses)):
        gives = tuple(sum(use.gives[t] * n for use, n in zip(uses, counts, strict=True)) for t in range(TOKENS))
        covers = [sum(use.covers[t] * n for use, n in zip(uses, counts, strict=True)) for t in range(TOKENS)]
        over = [covers[t] - cost[t] for t in range(TOKENS)]
        exact = over[0] == 0 and over[1] >= 0 and over[2] >= 0 and over[1] + over[2] + over[3] == 0
        if exact and all(a <= b for a, b in zip(gives, purse, strict=True)):
            found.add((gives, tuple((use.way, use.chosen, n) for use, n in zip(uses, counts, strict=True) if n and use.effect)))
    return found


@settings(max_examples=300, deadline=None)
@given(costs, amounts, use_lists())
def test_all_ways_and_only_those(cost: tuple[int, ...], purse: tuple[int, ...], uses: list[Use]) -> None:
    search = Search("price", (), cost, purse, uses, STANDS_IN)
    listed = [(amount, chosen) for _, _, amount, chosen in search.listed(10_000)]
    assert len(listed) == len(set(listed))
    assert set(listed) == everything(cost, purse, uses)
    totals = [sum(amount) for amount, _ in listed]
    assert totals == sorted(totals)


@settings(max_examples=200, deadline=None)
@given(costs, amounts, use_lists(), st.data())
def test_payments_not_listed_are_known_too(cost: tuple[int, ...], purse: tuple[int, ...], uses: list[Use], data: st.DataObject) -> None:
    search = Search("price", (), cost, purse, uses, STANDS_IN)
    right = everything(cost, purse, uses)
    for amount, chosen in itertools.islice(sorted(right), 20):
        assert search.allows(("price", (), amount, chosen))
    wrong = (data.draw(amounts), ())
    assert search.allows(("price", (), *wrong)) == (wrong in right)


@settings(max_examples=200, deadline=None)
@given(costs, amounts, use_lists(), st.randoms(use_true_random=False))
def test_built_step_by_step_there_is_no_dead_end(cost: tuple[int, ...], purse: tuple[int, ...], uses: list[Use], random: Any) -> None:
    search = Search("price", (), cost, purse, uses, STANDS_IN)
    taken: list[Use] = []
    assert search.completes(taken) == bool(everything(cost, purse, uses))
    while search.completes(taken) and any(search.taken(taken)[0]):  # type: ignore[index]
        going_on = [use for use in search.uses if search.completes([*taken, use])]
        assert going_on
        taken.append(random.choice(going_on))
    if search.completes(taken):
        assert search.made_of(taken)[2:] in everything(cost, purse, uses)


def rich() -> Iterator[Use]:
    """Four goods, every exchange of three for one, and six sellers."""
    goods = range(1, 5)
    for good in range(5):
        yield Use(0, (good,), five(good), five(good), None, False)
    for offered, wanted in itertools.permutations(goods, 2):
        yield Use(1, (offered, wanted), five(offered, 3), five(wanted), None, False)
    for space in range(6):
        yield Use(2, (space,), five(0), five(1 + space % 4), 1 + space // 3, True)


def five(number: int, count: int = 1) -> tuple[int, ...]:
    return tuple(count if i == number else 0 for i in range(6))


def test_full_supplies_are_paged_and_none_is_lost() -> None:
    stands_in: list[tuple[int, ...]] = [(), (5,), (5,), (5,), (5,), ()]
    search = Search("price", (), (3, 0, 0, 0, 3, 2), (40, 25, 25, 25, 25, 0), list(rich()), stands_in)
    ways = Ways.of(search)
    assert len(ways) == MOST_LISTED
    assert ways.more
    for salt in (11, 15):  # nine salt for three wood and two as they are; or each good exchanged for three salt
        dear = ("price", (), (3, salt, 0, 0, 0, 0), ())
        assert dear not in tuple(ways)
        assert dear in ways
    assert ("price", (), (3, 14, 0, 0, 0, 0), ()) not in ways


@pytest.mark.parametrize("bad", [None, (), ("price", ()), ("fee", (), (0, 0, 0, 0), ()), ("price", (), (0,), ())])
def test_what_is_no_payment_is_not_in_it(bad: object) -> None:
    ways = Ways.of(Search("price", (), (1, 0, 0, 0), (1, 0, 0, 0), [Use(0, (), token(0), token(0), None, False)], STANDS_IN))
    assert bad not in ways
    assert len(ways) == 1


def test_nothing_to_pay() -> None:
    ways = Ways.of(Search("price", (), (0, 0, 0, 0), (0, 0, 0, 0), [], STANDS_IN))
    assert tuple(ways) == (("price", (), (0, 0, 0, 0), ()),)
