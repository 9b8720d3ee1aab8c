"""Declarations → the set-ups that are tried: player counts and values of options, so chosen that every two of them meet.

A covering array of strength two, built greedily one set-up at a time, each the best of the values left for every factor (D. Cohen,
S. Dalal, M. Fredman and G. Patton, "The AETG system", IEEE TSE 23 (7), 1997). The first set-up is the usual one: fewest players, defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product

from kilnscript.compile.constants import Constants
from kilnscript.model.declarations import Declarations, Option
from kilnscript.session.settings import Plain, plain_option, plain_options, read_options

MOST_VALUES = 8  # of one option; of more, those at both ends, the default and some between them
MOST_SETUPS = 400

PLAYERS = ""  # the factor that is no option


@dataclass(frozen=True, slots=True)
class Setup:
    """A number of seats and the value of every option, as JSON data."""

    players: int
    options: Mapping[str, Plain]

    def __str__(self) -> str:
        """``3 players, target 14, heating_up yes``."""
        words = [f"{name} {('yes' if value else 'no') if isinstance(value, bool) else value}" for name, value in self.options.items()]
        return ", ".join([f"{self.players} player{'s' * (self.players != 1)}", *words])


Value = tuple[str, Plain]
"""A factor (an option's name, or ``PLAYERS``) and its value."""


def setups(declarations: Declarations) -> tuple[Setup, ...]:
    """At least one; the order is that of first use: early ones bring many values not seen before."""
    factors: dict[str, list[Plain]] = {PLAYERS: list(range(declarations.players[0], declarations.players[1] + 1))}
    for option in declarations.options.values():
        factors[option.name] = values_of(declarations, option)
    left: set[frozenset[Value]] = set()
    for one, other in combinations(factors, 2):
        for a, b in product(factors[one], factors[other]):
            if possible(declarations, ((one, a), (other, b))):
                left.add(frozenset([(one, a), (other, b)]))
    for name, found in factors.items() if len(factors) == 1 else ():
        left |= {frozenset([(name, value)]) for value in found}
    usual = usual_setup(declarations)
    chosen = [usual]
    left -= pairs(usual)
    while left and len(chosen) < MOST_SETUPS:
        pair = min(left, key=sorted_key)
        left.discard(pair)
        values = completed(declarations, factors, dict(pair), left)
        if values is None:
            continue  # two options that are for different numbers of players
        players = int(values.pop(PLAYERS))
        chosen.append(Setup(players, plain_options(declarations, players, read_options(declarations, players, values))))
        left -= pairs(chosen[-1])
    return tuple(spread(dict.fromkeys(map(frozen, chosen))))


def completed(
    declarations: Declarations, factors: Mapping[str, list[Plain]], values: dict[str, Plain], left: set[frozenset[Value]]
) -> dict[str, Plain] | None:
    """A value for every factor, so that many pairs are met for the first time; None where that cannot be."""
    for name in sorted(factors, key=lambda name: (name != PLAYERS, -len(factors[name]))):
        if name not in values:
            allowed = [value for value in factors[name] if possible(declarations, (*values.items(), (name, value)))]
            if not allowed:
                return None
            values[name] = max(allowed, key=lambda value: sum(frozenset([(name, value), each]) in left for each in values.items()))
    return values


def frozen(setup: Setup) -> tuple[int, tuple[tuple[str, Plain], ...]]:
    return setup.players, tuple(setup.options.items())


def spread(found: Mapping[tuple[int, tuple[tuple[str, Plain], ...]], None]) -> list[Setup]:
    """The usual set-up first, then always the one with the most values that none before it has."""
    left = [Setup(players, dict(options)) for players, options in found]
    ordered, seen = [left.pop(0)], set[tuple[Value, type]]()
    seen |= marks(ordered[0])
    while left:
        best = max(left, key=lambda setup: len(marks(setup) - seen))
        left.remove(best)
        ordered.append(best)
        seen |= marks(best)
    return ordered


def marks(setup: Setup) -> set[tuple[Value, type]]:
    """The values of a set-up; yes is not 1."""
    return {((PLAYERS, setup.players), int), *(((name, value), type(value)) for name, value in setup.options.items())}


def usual_setup(declarations: Declarations) -> Setup:
    players = declarations.players[0]
    return Setup(players, plain_options(declarations, players, read_options(declarations, players, {})))


def pairs(setup: Setup) -> set[frozenset[Value]]:
    values: list[Value] = [(PLAYERS, setup.players), *setup.options.items()]
    return {frozenset(pair) for pair in combinations(values, 2)} | {frozenset([value]) for value in values}


def sorted_key(pair: frozenset[Value]) -> list[tuple[str, str]]:
    return sorted((name, str(value)) for name, value in pair)


def possible(declarations: Declarations, values: tuple[Value, ...]) -> bool:
    """Whether the options have these values at this number of players: one that is not for them has its ``otherwise`` there."""
    players = dict(values).get(PLAYERS)
    if players is None:
        return True
    for name, value in values:
        option = declarations.options.get(name)
        if option is None or option.only_players is None or option.otherwise is None or players in option.only_players:
            continue
        settled = plain_options(declarations, int(players), read_options(declarations, int(players), {}))[name]
        if value != settled:
            return False
    return True


def values_of(declarations: Declarations, option: Option) -> list[Plain]:
    """The values that are tried, the default first."""
    constants = Constants(declarations, declarations.players[0], {})
    found = [plain_option(declarations, declarations.players[0], option, constants.value(literal)) for literal in option.values]
    default = plain_option(declarations, declarations.players[0], option, constants.value(option.default))
    if len(found) > MOST_VALUES:
        step = (len(found) - 1) / (MOST_VALUES - 3)
        found = [found[round(n * step)] for n in range(MOST_VALUES - 2)]
    return list(dict.fromkeys([default, *found]))
