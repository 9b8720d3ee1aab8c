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

Use = tuple[int, tuple[Any, ...], Amount, Amount, int | None, bool]
"""way, what was chosen for its parameters, what one use gives, what it covers, how often at most (None: any), whether it has an effect"""


def functions(world: World, helpers: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    declared = list(world.declarations.tokens.values())
    stands_in = [stand_ins(world, i) for i in range(len(declared))]

    def payments(name: str, arguments: tuple[Any, ...], purse: Sequence[int], cost: Amount, uses: list[Use]) -> tuple[Any, ...]:
        """All payments, more uses of the earlier way first."""
        useful = [use for use in uses if sum(use[3]) > 0 and any(c and (cost[i] or cost_of_any(cost, i)) for i, c in enumerate(use[3]))]
        found: list[Any] = []
        seen: set[Any] = set()
        steps = 0

        def covered(left: list[int], cover: Amount) -> list[int] | None:
            """What is still to be covered after one use, or None where it would cover too much."""
            left = left[:]
            for token, count in enumerate(cover):
                for _ in range(count):
                    if left[token]:
                        left[token] -= 1
                    else:
                        other = next((a for a in stands_in[token] if left[a]), None)
                        if other is None:
                            return None
                        left[other] -= 1
            return left

        # what uses from a given one on can cover at all: nothing is tried where something would stay open
        reach: list[set[int]] = [set() for _ in range(len(useful) + 1)]
        for i in range(len(useful) - 1, -1, -1):
            tokens = {token for token, count in enumerate(useful[i][3]) if count}
            reach[i] = reach[i + 1] | tokens | {a for token in tokens for a in stands_in[token]}

        def go(at: int, left: list[int], purse_left: list[int], chosen: tuple[Any, ...]) -> None:
            nonlocal steps
            steps += 1
            if steps > MOST_CHOICES:
                raise RuleFault("K821", f"a payment has more than {MOST_CHOICES:,} ways", "limit the ways with `at most N times`")
            if not any(left):
                add(chosen)
                return
            if at == len(useful) or any(n and token not in reach[at] for token, n in enumerate(left)):
                return
            way, picked, gives, covers, most, _ = useful[at]
            trail = [(left, purse_left, 0)]
            while most is None or trail[-1][2] < most:
                before, coins, count = trail[-1]
                after = covered(before, covers)
                rest = [a - b for a, b in zip(coins, gives, strict=True)]
                if after is None or min(rest, default=0) < 0:
                    break
                trail.append((after, rest, count + 1))
            for after, rest, count in reversed(trail):
                go(at + 1, after, rest, (*chosen, (way, picked, count)) if count else chosen)

        def add(chosen: tuple[Any, ...]) -> None:
            by_use = {(use[0], use[1]): use for use in useful}
            amount = [0] * len(declared)
            effects = []
            for way, picked, count in chosen:
                use = by_use[way, picked]
                for token, n in enumerate(use[2]):
                    amount[token] += n * count
                if use[5]:
                    effects.append((way, picked, count))
            key = (tuple(amount), tuple(effects))
            if key not in seen:
                seen.add(key)
                found.append((name, arguments, tuple(amount), chosen))

        go(0, list(cost), [max(n, 0) for n in purse], ())
        return tuple(found)

    def cost_of_any(cost: Amount, token: int) -> bool:
        return any(cost[a] for a in stands_in[token])

    def pay(s: State, payment: Any, purse: int, effects: Callable[..., None]) -> None:
        helpers["_move_tokens"](s, payment[2], purse, SUPPLY)
        effects(s, payment[1], payment[3])

    return {"_payments": payments, "_pay": pay}


def stand_ins(world: World, token: int) -> tuple[int, ...]:
    """Tokens of prices only (``any_of``) that a token may cover."""
    declared = list(world.declarations.tokens.values())
    tied = declared[token].kind_member
    return tuple(i for i, other in enumerate(declared) if other.any_of is not None and tied is not None and tied[0] == other.any_of)
