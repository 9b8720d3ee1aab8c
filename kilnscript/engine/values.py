"""Run-time values: bit sets, lists, amounts; the helpers that generated code calls by the same names with "_" in front."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kilnscript.engine.faults import RuleFault

MOST_STEPS = 500_000  # of loops between two decisions
MOST_CHOICES = 100_000  # a selection may have
MOST_IN_POOL = 16  # things of which any selection has fewer answers than that
MOST_IN_ORDER = 8  # things of which all orders are fewer
MOST_IN_RANGE = 1_000_000
MOST_ITEMS = 100_000  # of a list that is joined or gone round
LARGEST = 10**18

_KNOWN_BITS: dict[int, tuple[int, ...]] = {0: ()}


def bits(value: int) -> tuple[int, ...]:
    """The members of a bit set, smallest first. Remembered: the same sets come up again and again."""
    known = _KNOWN_BITS.get(value)
    if known is None:
        found = []
        rest = value
        while rest:
            low = rest & -rest
            found.append(low.bit_length() - 1)
            rest ^= low
        known = tuple(found)
        if len(_KNOWN_BITS) > 100_000:
            _KNOWN_BITS.clear()
        _KNOWN_BITS[value] = known
    return known


def nth_bit(value: int, n: int) -> int:
    """The member of a bit set with n smaller ones, found by halving."""
    first, width = 0, value.bit_length()
    while width > 1:
        half = width >> 1
        low = value & (1 << half) - 1
        count = low.bit_count()
        if n < count:
            value, width = low, half
        else:
            value, width, first, n = value >> half, width - half, first + half, n - count
    return first


def pack(items: Iterable[int]) -> int:
    found = 0
    for item in items:
        if item >= 0:
            found |= 1 << item
    return found


def has(value: int, item: int) -> bool:
    return item >= 0 and value >> item & 1 == 1


def union(sets: Iterable[int]) -> int:
    found = 0
    for value in sets:
        found |= value
    return found


def union_lists(lists: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(itertools.chain.from_iterable(lists)))


def once(items: Iterable[Any]) -> tuple[Any, ...]:
    """Without repetitions, first come first."""
    return tuple(dict.fromkeys(items))


def distinct(items: Iterable[Any]) -> tuple[Any, ...]:
    """The canonical form of a set of things without numbers."""
    return tuple(sorted(set(items), key=repr))


def without(items: Sequence[Any], other: Iterable[Any]) -> tuple[Any, ...]:
    gone = set(other)
    return tuple(item for item in items if item not in gone)


def one(item: Any, as_set: bool) -> Any:
    """A collection of the one item, empty for none."""
    if item is None or item == -1:
        return 0 if as_set else ()
    return 1 << item if as_set else (item,)


def sure(value: int) -> int:
    if value < 0:
        raise RuleFault("K811", "something that has to be there is not", "test it with `is not none` first")
    return value


def sure_value(value: Any) -> Any:
    if value is None:
        raise RuleFault("K811", "something that has to be there is not", "test it with `is not none` first")
    return value


def element(items: Sequence[Any], index: int | None, none: Any) -> Any:
    return items[index - 1] if index is not None and 1 <= index <= len(items) else none


def first_item(items: Sequence[Any], none: Any) -> Any:
    return items[0] if items else none


def last(items: Sequence[Any], default: Any) -> Any:
    return items[-1] if items else default


_MISSING = object()


def the(items: list[Any], default: Any) -> Any:
    if len(items) > 1:
        raise RuleFault("K805", f"`the` wants exactly one, and {len(items)} fulfil the condition", "use `first` to take one of several")
    if items:
        return items[0]
    if default is _MISSING:
        raise RuleFault("K805", "`the` wants exactly one, and nothing fulfils the condition", "give a value for that case with `else`")
    return default


def largest(pairs: list[tuple[Any, Any]], none: Any) -> list[Any]:
    values = [value for value, _ in pairs if value is not None and (none is None or value != none)]
    if not values:
        return []
    best = max(values)
    return [item for value, item in pairs if value == best]


def smallest(pairs: list[tuple[Any, Any]], none: Any) -> list[Any]:
    values = [value for value, _ in pairs if value is not None and (none is None or value != none)]
    if not values:
        return []
    best = min(values)
    return [item for value, item in pairs if value == best]


FIRST = operator.itemgetter(0)


def with_most(pairs: list[tuple[Any, Any]]) -> list[Any]:
    """The items of the pairs (value, item) with the largest value."""
    if not pairs:
        return []
    best = max(pairs, key=FIRST)[0]
    return [item for value, item in pairs if value == best]


def with_least(pairs: list[tuple[Any, Any]]) -> list[Any]:
    if not pairs:
        return []
    best = min(pairs, key=FIRST)[0]
    return [item for value, item in pairs if value == best]


def max_of(values: Iterable[Any], default: Any, none: Any) -> Any:
    return max((v for v in values if v is not None and (none is None or v != none)), default=default)


def min_of(values: Iterable[Any], default: Any, none: Any) -> Any:
    return min((v for v in values if v is not None and (none is None or v != none)), default=default)


def up_to(pairs: Iterable[tuple[Any, bool]]) -> tuple[Any, ...]:
    found = []
    for item, stop in pairs:
        found.append(item)
        if stop:
            break
    return tuple(found)


def index_of(item: Any, items: Sequence[Any]) -> int:
    return items.index(item) + 1 if item in items else 0


def cycle(s: Any, items: Sequence[Any], after: Any, steps: int) -> tuple[Any, ...]:
    if after not in items:
        return ()
    check_length(s, steps)
    start = items.index(after) + 1
    return tuple(items[(start + i) % len(items)] for i in range(steps))


def check_length(s: Any, length: int) -> None:
    s.steps += max(length, 0) >> 3
    if length > MOST_ITEMS:
        raise RuleFault("K820", f"a list would hold {length:,} items; {MOST_ITEMS:,} is the most", "collect fewer things")


def joined(s: Any, left: Sequence[Any], right: Sequence[Any]) -> Any:
    """One list after the other."""
    if len(left) + len(right) > 8:
        check_length(s, len(left) + len(right))
    return (*left, *right)


def number_range(low: int, high: int) -> range:
    if high - low >= MOST_IN_RANGE:
        raise RuleFault("K820", f"{low}..{high} holds more than {MOST_IN_RANGE:,} numbers", "use a smaller range")
    return range(low, high + 1)


def divide(left: int, right: int) -> int:
    if right == 0:
        raise RuleFault("K802", f"{left} is divided by zero", "test the divisor first")
    return left // right


def modulo(left: int, right: int) -> int:
    if right == 0:
        raise RuleFault("K802", f"{left} is divided by zero", "test the divisor first")
    return left % abs(right)


def compare(left: Any, operator: str, right: Any, entity: bool) -> bool:
    if left is None or right is None or (entity and (left < 0 or right < 0)):
        return False
    return bool({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator])


def product(left: int, right: int) -> int:
    found = left * right
    if not -LARGEST < found < LARGEST:
        raise RuleFault("K812", f"{left} * {right} is too large a number", None)
    return found


def in_range(value: Any, low: int | None, high: int | None, name: str, optional: bool) -> Any:
    if value is None and optional:
        return value
    if value is None or (low is not None and value < low) or (high is not None and value > high):
        shown = "none" if value is None else value
        bounds = f"{'' if low is None else low}..{'' if high is None else high}"
        raise RuleFault("K801", f"{name} would become {shown}; it is declared as {bounds}", "widen its range, or test before you set it")
    if not -LARGEST < value < LARGEST:
        raise RuleFault("K812", f"{name} would become too large a number", "give it a range")
    return value


def key(value: int | None, low: int, high: int, name: str) -> int:
    """A number that something with keys ``low`` to ``high`` is asked for."""
    if value is None or not low <= value <= high:
        shown = "none" if value is None else value
        raise RuleFault(
            "K813", f"{name}[{shown}] does not exist; its numbers go from {low} to {high}", "widen `per`, or test the number before"
        )
    return value


def at_most(value: Sequence[Any], most: int, name: str) -> Sequence[Any]:
    if len(value) > most:
        raise RuleFault(
            "K801", f"{name} would hold {len(value)} items; it is declared with `most: {most}`", "raise `most`, or test before you set it"
        )
    return value


def many(s: Any, items: Any) -> Any:
    """Counts the items a query is about to go through, so that no rule can go on for ever."""
    s.steps += len(items)
    if s.steps > MOST_STEPS:
        raise RuleFault("K822", f"this takes more than {MOST_STEPS:,} steps", "go through fewer things, or fewer times")
    return items


def noted(s: Any, tally: dict[Any, int], value: Any) -> dict[Any, int]:
    s.steps += len(tally) >> 2  # a tally is copied, so that copies of the state may share it
    return {**tally, value: tally.get(value, 0) + 1}


def too_many(limit: int) -> None:
    raise RuleFault(
        "K807", f"the loop would go round more than {limit} times", "raise the limit, or write an `otherwise:` block after a `repeat`"
    )


def decreased(before: int | None, now: int) -> int:
    if now < 0 or (before is not None and now >= before):
        seen = f"it was {before} and is now {now}" if before is not None else f"it is {now}"
        raise RuleFault("K808", f"the number after `decreases` has to get smaller with every pass and stay above -1: {seen}", None)
    return now


def no_choice() -> None:
    raise RuleFault("K806", "nothing is legal here", "say what happens then in an `otherwise:` block")


def nothing_to_change() -> None:
    raise RuleFault("K811", "there is no piece to change", "test it with `is not none` first")


# ---- selections ----------------------------------------------------------------------------------------------------


def select(items: Iterable[Any], least: int, most: int | None, as_set: bool) -> list[Any]:
    """``least`` to ``most`` of the items, fewer first, then like words."""
    pool = tuple(items)
    sizes = range(max(least, 0), (len(pool) if most is None else min(most, len(pool))) + 1)
    if len(pool) > MOST_IN_POOL and sum(math.comb(len(pool), size) for size in sizes) > MOST_CHOICES:
        raise RuleFault("K821", f"a choice has more than {MOST_CHOICES:,} answers", "let the seat choose step by step")
    found: list[Any] = []
    for size in sizes:
        found += itertools.combinations(pool, size)
    return [pack(chosen) for chosen in found] if as_set else found


def orders(items: Iterable[Any], as_set: bool) -> list[Any]:
    del as_set
    pool = tuple(items)
    if len(pool) > MOST_IN_ORDER:
        raise RuleFault("K821", f"a choice has more than {MOST_CHOICES:,} answers", "let the seat choose step by step")
    return list(itertools.permutations(pool))


def among(value: Any, items: Iterable[Any]) -> bool:
    return value in items if isinstance(items, tuple) else value in tuple(items)


def is_selection(values: Sequence[Any], items: Iterable[Any], least: int, most: int | None) -> bool:
    pool = tuple(items)
    count = len(values)
    return least <= count <= (len(pool) if most is None else most) and len(set(values)) == count and all(v in pool for v in values)


def is_order(values: Sequence[Any], items: Iterable[Any]) -> bool:
    return sorted(values) == sorted(items)


# ---- amounts: a count for every token ------------------------------------------------------------------------------

Amount = tuple[int, ...]


def amounts(tokens: int) -> dict[str, Callable[..., Any]]:
    zero = (0,) * tokens
    known: dict[tuple[int, int], Amount] = {}

    def amount(count: int, token: int) -> Amount:
        found = known.get((count, token))
        if found is None:
            found = tuple(count if i == token else 0 for i in range(tokens))
            if len(known) < 10_000:
                known[count, token] = found
        return found

    def sum_amounts(items: Iterable[Amount]) -> Amount:
        total = zero
        for item in items:
            total = plus(total, item)
        return total

    return {"_amount": amount, "_sum_amounts": sum_amounts}


def plus(left: Amount, right: Amount) -> Amount:
    return tuple(a + b for a, b in zip(left, right, strict=True))


def minus(left: Amount, right: Amount) -> Amount:
    return tuple(a - b for a, b in zip(left, right, strict=True))


def times(left: Any, right: Any) -> Amount:
    count, amount = (left, right) if isinstance(left, int) else (right, left)
    return tuple(product(count, a) for a in amount)


def covers(left: Amount, operator: str, right: Amount) -> bool:
    """Kind by kind."""
    tests: dict[str, Callable[[int, int], bool]] = {
        "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    }  # fmt: skip
    return all(tests[operator](a, b) for a, b in zip(left, right, strict=True))


def beyond(table: dict[Any, Any], key: Any, start: int, default: Any) -> Any:
    """A table with a last row for every higher key."""
    found = table.get(key)
    return default if found is None and key is not None and key >= start else found


HELPERS: dict[str, Any] = {
    "_bits": bits, "_pack": pack, "_has": has, "_union": union, "_union_lists": union_lists, "_once": once, "_distinct": distinct,
    "_without": without, "_one": one, "_sure": sure, "_sure_value": sure_value, "_element": element, "_first_item": first_item,
    "_last_item": last, "_last": last,
    "_the": the, "_FAULT": _MISSING, "_largest": largest, "_smallest": smallest, "_with_most": with_most, "_with_least": with_least,
    "_max_of": max_of, "_min_of": min_of, "_up_to": up_to,
    "_index_of": index_of, "_cycle": cycle, "_joined": joined, "_range": number_range, "_divide": divide, "_mod": modulo,
    "_compare": compare,
    "_in_range": in_range, "_key": key, "_product": product, "_many": many, "_at_most": at_most, "_noted": noted, "_too_many": too_many,
    "_decreased": decreased, "_no_choice": no_choice,
    "_nothing_to_change": nothing_to_change, "_select": select, "_orders": orders, "_among": among, "_is_selection": is_selection,
    "_is_order": is_order, "_plus": plus, "_minus": minus, "_times": times, "_covers": covers, "_beyond": beyond,
}  # fmt: skip
