"""A cost, a purse and the declared ways to pay → every distinct payment that covers the cost exactly and is affordable as a whole.

A payment is ``(name, arguments, amount, uses)``: the payment's name and the values of its parameters, the tokens it gives (a count for each
token), and ``(way, chosen, count)`` for every use of a way that has an effect. How the rest of the amount was put together makes no
difference to the game, so that equal payments are equal values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import add, gt, sub
from typing import Any, NamedTuple

from kilnscript.compile.world import SUPPLY, World
from kilnscript.engine.faults import RuleFault
from kilnscript.engine.state import State
from kilnscript.engine.values import Amount

MOST_LISTED = 200  # ways to pay one cost that are listed; the others are as legal, and found when they are asked for
MOST_LOOKED_AT = 200_000  # steps of one search
MOST_REMEMBERED = 5_000

Chosen = tuple[int, tuple[Any, ...], int]
"""way, values of its parameters, how often"""

Payment = tuple[str, tuple[Any, ...], Amount, tuple[Chosen, ...]]


class Use(NamedTuple):
    """One way with values for its parameters, as it is open now."""

    way: int
    chosen: tuple[Any, ...]
    gives: Amount
    covers: Amount
    most: int | None  # how often at most, None: as often as one likes
    effect: bool  # whether it changes more than tokens


class Ways(tuple[Payment, ...]):
    """The first ways to pay, sensible ones first: those that give the fewest tokens, and among them more uses of the earlier ways.

    ``more`` tells whether there are others; ``in`` knows all of them.
    """

    search: Search
    more: bool

    @classmethod
    def of(cls, search: Search) -> Ways:
        found = search.listed(MOST_LISTED + 1)
        self = cls(found[:MOST_LISTED])
        self.search, self.more = search, len(found) > MOST_LISTED
        return self

    def __contains__(self, payment: object) -> bool:
        return tuple.__contains__(self, payment) or (self.more and self.search.allows(payment))


def functions(world: World, helpers: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    stands_in = [stand_ins(world, i) for i in range(len(world.declarations.tokens))]
    known: dict[Any, Ways] = {}

    def payments(name: str, arguments: tuple[Any, ...], purse: Sequence[int], cost: Amount, uses: Sequence[tuple[Any, ...]]) -> Ways:
        """The same purse, cost and uses come up again and again: what they gave is remembered."""
        key = (name, arguments, tuple(purse), cost, tuple(uses))
        found = known.get(key)
        if found is None:
            if len(known) > MOST_REMEMBERED:
                known.clear()
            found = known[key] = Ways.of(Search(name, arguments, cost, purse, [Use(*use) for use in uses], stands_in))
        return found

    def pay(s: State, payment: Payment, purse: int, effects: Callable[..., None]) -> None:
        helpers["_move_tokens"](s, payment[2], purse, SUPPLY)
        effects(s, payment[1], payment[3])

    wanted_in: dict[Amount, int] = {}

    def wanted_tokens(cost: Amount) -> int:
        """The tokens that cover something of a cost, as a bit set."""
        found = wanted_in.get(cost)
        if found is None:
            if len(wanted_in) > MOST_REMEMBERED:
                wanted_in.clear()
            found = wanted_in[cost] = covering(cost, stands_in)
        return found

    return {"_payments": payments, "_pay": pay, "_wanted_tokens": wanted_tokens}


class Search:
    """Payments for one cost out of one purse. Depth first over the uses, each with its number of times, for one total of tokens after the
    other; a table of the totals that the rest can come to (as in the coin-change problem) leaves out what leads nowhere."""

    def __init__(
        self,
        name: str,
        arguments: tuple[Any, ...],
        cost: Amount,
        purse: Sequence[int],
        uses: Sequence[Use],
        stands_in: Sequence[tuple[int, ...]],
    ) -> None:
        self.name, self.arguments = name, arguments
        self.stands_in = stands_in
        self.cost: Amount = tuple(cost)
        self.purse: Amount = tuple(max(n, 0) for n in purse)
        wanted = covering(cost, stands_in)
        # what covers nothing of the cost, or cannot be given even once, is no use
        self.uses = [
            use
            for use in uses
            if (use.most is None or use.most > 0)
            and any(count and wanted >> token & 1 for token, count in enumerate(use.covers))
            and not any(map(gt, use.gives, self.purse))
        ]
        self.units: dict[Amount, tuple[tuple[int, ...], ...]] = {}
        self.looked_at = 0

    # ---- all of them -----------------------------------------------------------------------------------------------

    def listed(self, most: int) -> list[Payment]:
        """The first payments, no more than ``most``."""
        found: list[Payment] = []
        seen: set[tuple[Amount, tuple[Chosen, ...]]] = set()
        for amount, chosen in self.sums(self.uses, self.cost, self.purse):
            if (amount, chosen) not in seen:
                seen.add((amount, chosen))
                found.append((self.name, self.arguments, amount, chosen))
                if len(found) == most:
                    break
        return found

    def allows(self, payment: object) -> bool:
        """Whether a value is a payment of this cost out of this purse, listed or not."""
        if not (isinstance(payment, tuple) and len(payment) == 4 and payment[:2] == (self.name, self.arguments)):
            return False
        amount, chosen = payment[2:]
        if len(amount) != len(self.purse) or any(a > b for a, b in zip(amount, self.purse, strict=True)):
            return False
        left, rest = self.cost, amount
        for way, picked, count in chosen:
            use = next((use for use in self.uses if use.effect and (use.way, use.chosen) == (way, picked)), None)
            if use is None or count < 1 or (use.most is not None and count > use.most):
                return False
            for _ in range(count):
                after = self.after(use, left, rest)
                if after is None:
                    return False
                left, rest = after
        order = [next(i for i, use in enumerate(self.uses) if (use.way, use.chosen) == (way, picked)) for way, picked, _ in chosen]
        if order != sorted(set(order)):
            return False
        plain = [use for use in self.uses if not use.effect]
        total = sum(rest)
        return any(sum(given) == total for given, _ in self.sums(plain, left, rest, total))

    def completes(self, taken: Sequence[Use]) -> bool:
        """Whether a payment that begins with these uses can be completed."""
        state = self.taken(taken)
        if state is None:
            return False
        left, purse = state
        uses = [use._replace(most=None if use.most is None else use.most - taken.count(use)) for use in self.uses]
        return next(iter(self.sums(uses, left, purse)), None) is not None

    def taken(self, taken: Sequence[Use]) -> tuple[Amount, Amount] | None:
        """(what is still to be covered, what is left in the purse) after some uses; None where they cannot be made."""
        left, purse = self.cost, self.purse
        for use in taken:
            after = self.after(use, left, purse)
            if after is None or use not in self.uses or (use.most is not None and taken.count(use) > use.most):
                return None
            left, purse = after
        return left, purse

    def made_of(self, taken: Sequence[Use]) -> Payment:
        """The payment that consists of these uses."""
        counts = [(use, taken.count(use)) for use in self.uses if use in taken]
        amount = tuple(sum(use.gives[token] * n for use, n in counts) for token in range(len(self.purse)))
        return self.name, self.arguments, amount, tuple((use.way, use.chosen, n) for use, n in counts if use.effect)

    # ---- searching -------------------------------------------------------------------------------------------------

    def after(self, use: Use, left: Amount, purse: Amount) -> tuple[Amount, Amount] | None:
        rest = tuple(map(sub, purse, use.gives))
        if min(rest) < 0:
            return None
        covered = self.covered(left, use.covers)
        return None if covered is None else (covered, rest)

    def covered(self, left: Amount, cover: Amount) -> Amount | None:
        """What is still to be covered, or None where it would cover too much. A token covers its own kind first."""
        units = self.units.get(cover)
        if units is None:  # for each token that covers, what it may cover
            units = self.units[cover] = tuple((token, *self.stands_in[token]) for token, count in enumerate(cover) for _ in range(count))
        after = list(left)
        for coverable in units:
            for token in coverable:
                if after[token]:
                    after[token] -= 1
                    break
            else:
                return None
        return tuple(after)

    def sums(
        self, uses: Sequence[Use], cost: Amount, purse: Amount, only: int | None = None
    ) -> Iterator[tuple[Amount, tuple[Chosen, ...]]]:
        """(what is given, the uses with effects) of every way to cover a cost, by how many tokens it gives (``only``: that many)."""
        if not any(cost):
            yield (0,) * len(purse), ()
            return
        times = [most_times(use, cost, purse) for use in uses]
        reach = self.reach(uses, times, len(cost))
        if any(map(gt, cost, reach[0])):
            return
        totals = possible_totals(uses, times, sum(cost))
        last, most = totals[0][sum(cost)], sum(purse)
        for total in range(last.bit_length()) if only is None else (only,):
            if total > most:
                return
            if last >> total & 1:
                yield from Walk(self, uses, reach, totals, total).go(0, cost, purse, (0,) * len(purse), ())

    def reach(self, uses: Sequence[Use], times: Sequence[int], tokens: int) -> list[Amount]:
        """[i][token]: the most units of a token that the uses from the i-th on can cover; nothing is tried where more is open."""
        found: list[Amount] = [(0,) * tokens]
        for use, most in zip(reversed(uses), reversed(times), strict=True):
            row = list(found[-1])
            for token, count in enumerate(use.covers):
                if count:
                    for coverable in (token, *self.stands_in[token]):
                        row[coverable] += count * most
            found.append(tuple(row))
        found.reverse()
        return found


class Walk:
    """The payments of one total."""

    def __init__(self, search: Search, uses: Sequence[Use], reach: list[Amount], totals: list[list[int]], total: int) -> None:
        self.search, self.uses, self.reach, self.totals, self.total = search, uses, reach, totals, total
        self.been: set[Any] = set()

    def go(
        self, at: int, left: Amount, purse: Amount, given: Amount, chosen: tuple[Chosen, ...]
    ) -> Iterator[tuple[Amount, tuple[Chosen, ...]]]:
        open_units, missing = sum(left), self.total - sum(given)
        if not open_units:
            if not missing:
                yield given, chosen
            return
        key = (at, left, given, chosen)
        if missing < 0 or key in self.been:
            return
        self.been.add(key)
        for i in range(at, len(self.uses)):
            if not self.totals[i][open_units] >> missing & 1 or any(map(gt, left, self.reach[i])):
                return
            self.search.looked_at += 1
            if self.search.looked_at > MOST_LOOKED_AT:
                raise RuleFault(
                    "K821",
                    f"a payment has so many ways that {MOST_LOOKED_AT:,} steps do not find them",
                    "limit the ways with `at most N times`",
                )
            use = self.uses[i]
            trail = [(left, purse, given)]
            while use.most is None or len(trail) <= use.most:
                before, coins, so_far = trail[-1]
                after = self.search.after(use, before, coins)
                if after is None:
                    break
                trail.append((*after, tuple(map(add, so_far, use.gives))))
                if use.most is None and not any(after[0]):
                    break
            for count in range(len(trail) - 1, 0, -1):
                picked = (*chosen, (use.way, use.chosen, count)) if use.effect else chosen
                yield from self.go(i + 1, *trail[count], picked)


def most_times(use: Use, cost: Amount, purse: Amount) -> int:
    """How often one use can be made, if no other is."""
    times = min((held // given for held, given in zip(purse, use.gives, strict=True) if given), default=sum(cost))
    return min(times, sum(cost) if use.most is None else use.most)


def possible_totals(uses: Sequence[Use], times: Sequence[int], units: int) -> list[list[int]]:
    """[i][k]: the totals of tokens, as a bit set, that the uses from the i-th on, each as often as it can be made at most, may give to
    cover k units, whatever tokens they are."""
    table = [[0] * (units + 1) for _ in range(len(uses) + 1)]
    table[-1][0] = 1
    for i in range(len(uses) - 1, -1, -1):
        row, after = table[i], table[i + 1]
        gives, covers = sum(uses[i].gives), sum(uses[i].covers)
        for k in range(units + 1):
            found = after[k]
            for n in range(1, min(times[i], k // covers if covers else 0) + 1):
                found |= after[k - n * covers] << n * gives
            row[k] = found
    return table


def covering(cost: Amount, stands_in: Sequence[tuple[int, ...]]) -> int:
    """The tokens that cover something of a cost, as a bit set."""
    wanted = {token for token, count in enumerate(cost) if count}
    return sum(1 << token for token, others in enumerate(stands_in) if token in wanted or wanted.intersection(others))


def stand_ins(world: World, token: int) -> tuple[int, ...]:
    """Tokens of prices only (``any_of``) that a token may cover."""
    declared = list(world.declarations.tokens.values())
    tied = declared[token].kind_member
    return tuple(i for i, other in enumerate(declared) if other.any_of is not None and tied is not None and tied[0] == other.any_of)
