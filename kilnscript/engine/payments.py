"""Ways to pay: every distinct payment that covers a cost exactly and that the purse can afford as a whole.

A payment is ``(name, arguments, amount, uses)``: the tokens it gives, and ``(way, chosen, count)`` for every use of a way. Two payments are
the same when they give the same amount and use every way that has an effect equally often; the first in order stands for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kilnscript.compile.world import SUPPLY, World
from kilnscript.engine.faults import RuleFault
from kilnscript.engine.state import State
from kilnscript.engine.values import MOST_CHOICES, Amount

MOST_REMEMBERED = 20_000

Use = tuple[int, tuple[Any, ...], Amount, Amount, int | None, bool]
"""way, what was chosen for its parameters, what one use gives, what it covers, how often at most (None: any), whether it has an effect"""


def functions(world: World, helpers: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    stands_in = [stand_ins(world, i) for i in range(len(world.declarations.tokens))]

    known: dict[Any, tuple[tuple[Amount, tuple[Any, ...]], ...]] = {}

    def payments(name: str, arguments: tuple[Any, ...], purse: Sequence[int], cost: Amount, uses: list[Use]) -> tuple[Any, ...]:
        """All payments, more uses of the earlier way first. The same purse, cost and uses come up again and again: they are remembered."""
        key = (tuple(purse), cost, tuple(uses))
        found = known.get(key)
        if found is None:
            if len(known) > MOST_REMEMBERED:
                known.clear()
            found = known[key] = tuple(Search(cost, purse, uses, stands_in).found)
        return tuple([(name, arguments, amount, chosen) for amount, chosen in found])

    def pay(s: State, payment: Any, purse: int, effects: Callable[..., None]) -> None:
        helpers["_move_tokens"](s, payment[2], purse, SUPPLY)
        effects(s, payment[1], payment[3])

    return {"_payments": payments, "_pay": pay}


class Search:
    """Every payment for one cost out of one purse."""

    def __init__(self, cost: Amount, purse: Sequence[int], uses: list[Use], stands_in: list[tuple[int, ...]]) -> None:
        self.stands_in = stands_in
        wanted = {token for token, count in enumerate(cost) if count}
        self.uses = [use for use in uses if any(c and (t in wanted or wanted.intersection(stands_in[t])) for t, c in enumerate(use[3]))]
        self.effect = {(way, picked): has for way, picked, _, _, _, has in self.uses}
        self.steps = 0
        self.found: list[tuple[Amount, tuple[Any, ...]]] = []
        self.seen: set[Any] = set()
        # what the uses from a given one on can cover at all: nothing is tried where something would stay open
        self.reach: list[set[int]] = [set() for _ in range(len(self.uses) + 1)]
        for i in range(len(self.uses) - 1, -1, -1):
            tokens = {token for token, count in enumerate(self.uses[i][3]) if count}
            self.reach[i] = self.reach[i + 1] | tokens | {a for token in tokens for a in stands_in[token]}
        self.go(0, list(cost), [max(n, 0) for n in purse], [0] * len(cost), ())

    def go(self, at: int, left: list[int], purse: list[int], given: list[int], chosen: tuple[Any, ...]) -> None:
        self.steps += 1
        if self.steps > MOST_CHOICES:
            raise RuleFault("K821", f"a payment has more than {MOST_CHOICES:,} ways", "limit the ways with `at most N times`")
        if not any(left):
            self.add(tuple(given), chosen)
            return
        reach = self.reach[at]
        for token, n in enumerate(left):
            if n and token not in reach:
                return
        way, picked, gives, covers, most, _ = self.uses[at]
        trail = [(left, purse, given, 0)]
        while most is None or trail[-1][3] < most:
            before, coins, so_far, count = trail[-1]
            rest = [a - b for a, b in zip(coins, gives, strict=True)]
            if min(rest) < 0:
                break
            after = self.covered(before, covers)
            if after is None:
                break
            trail.append((after, rest, [a + b for a, b in zip(so_far, gives, strict=True)], count + 1))
        for after, rest, so_far, count in reversed(trail):
            self.go(at + 1, after, rest, so_far, (*chosen, (way, picked, count)) if count else chosen)

    def covered(self, left: list[int], cover: Amount) -> list[int] | None:
        """What is still to be covered after one use, or None where it would cover too much."""
        left = left[:]
        for token, count in enumerate(cover):
            for _ in range(count):
                if left[token]:
                    left[token] -= 1
                else:
                    other = next((a for a in self.stands_in[token] if left[a]), None)
                    if other is None:
                        return None
                    left[other] -= 1
        return left

    def add(self, amount: Amount, chosen: tuple[Any, ...]) -> None:
        key = (amount, tuple([use for use in chosen if self.effect[use[0], use[1]]]))
        if key not in self.seen:
            self.seen.add(key)
            self.found.append((amount, chosen))


def stand_ins(world: World, token: int) -> tuple[int, ...]:
    """Tokens of prices only (``any_of``) that a token may cover."""
    declared = list(world.declarations.tokens.values())
    tied = declared[token].kind_member
    return tuple(i for i, other in enumerate(declared) if other.any_of is not None and tied is not None and tied[0] == other.any_of)
