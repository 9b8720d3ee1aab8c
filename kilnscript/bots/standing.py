"""How good a state is for each seat, from 0 to 1: the share of the win at the end; before it, how far ahead the seat is.

Before the end a game is judged by its own `bot hint`, and by the first value of `rank by` where it has none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from kilnscript.engine.faults import Fault, RuleFault
from kilnscript.engine.program import Program
from kilnscript.engine.state import State

WIN, LEAD = 0.8, 0.2  # how much of the value of a game that is over is the win, and how much the distance


def standings(program: Program, state: State, seats: Sequence[int] | None = None) -> list[float] | None:
    """The first value that `rank by` compares, for every seat or the given ones (more is better); None where the rules rank by nothing."""
    saved, found = state.player, []
    try:
        for seat in range(program.players) if seats is None else seats:
            state.player = seat
            key = program.names["rank"](state)
            if not key or not isinstance(key[0], (int, float)):
                return None
            found.append(float(key[0]))
    except (RuleFault, RecursionError):
        return None
    finally:
        state.player = saved
    return found


def hints(program: Program, state: State, seats: Sequence[int] | None = None) -> list[float] | None:
    """What `bot hint` says, for every seat or the given ones (more is better); None where the game has none, or it fails in this state."""
    hint = program.game.bot_hint
    if hint is None:
        return None
    saved, steps, found = state.player, state.steps, []
    try:
        for seat in range(program.players) if seats is None else seats:
            state.player = seat
            value = program.evaluate(hint.value, state)
            assert isinstance(value, int)
            found.append(float(value))
    except Fault:
        return None
    finally:
        state.player, state.steps = saved, steps
    return found


def measure(program: Program, state: State) -> list[float] | None:
    """How well placed every seat is in the game's own measure: its `bot hint`, else the first value of `rank by`."""
    return hints(program, state) if program.game.bot_hint is not None else standings(program, state)


def leads(found: list[float]) -> list[float]:
    """How far each seat is ahead of the best other."""
    return [mine - max((v for other, v in enumerate(found) if other != seat), default=0.0) for seat, mine in enumerate(found)]


class Usual:
    """Turns leads into values between 0 and 1; what counts as a large lead is learnt from those seen so far."""

    def __init__(self) -> None:
        self.total, self.count = 0.0, 0

    def values(self, found: list[float] | None, players: int) -> list[float]:
        ahead = [0.0] * players if found is None else leads(found)
        self.total += max(abs(lead) for lead in ahead)
        self.count += 1
        usual = max(self.total / self.count, 1e-9)
        return [1 / (1 + math.exp(-min(max(lead / usual, -30.0), 30.0))) for lead in ahead]


class Scale:
    """Values of states. A hint and the final ranking may count in different units, so that each has its own usual lead."""

    def __init__(self) -> None:
        self.ranked, self.hinted = Usual(), Usual()

    def values(self, program: Program, state: State) -> list[float]:
        if not state.over:
            hinted = hints(program, state)
            if hinted is not None:
                return self.hinted.values(hinted, program.players)
            return self.ranked.values(standings(program, state), program.players)
        squashed = self.ranked.values(standings(program, state), program.players)
        result = program.result(state)
        winners = result.winners or tuple(range(program.players))
        return [WIN * (seat in winners) / len(winners) + LEAD * value for seat, value in enumerate(squashed)]
