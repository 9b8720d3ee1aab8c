"""The bots by name, and what `--bot 2=mcts:500` means."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kilnscript.bots import greedy, hinted, solver, uct, uniform
from kilnscript.bots.budget import Budget, Clock
from kilnscript.session.errors import UsageError, did_you_mean
from kilnscript.session.moves import Move
from kilnscript.session.session import Session

Bot = Callable[[Session, int, random.Random, Budget], Move]
"""(session, seat from 1, its own source of chance, how long it may think) -> one of ``session.moves(seat)``."""

BOTS: dict[str, Bot] = {
    "random": uniform.choose,
    "greedy": greedy.choose,
    "hint": hinted.choose,
    "mcts": uct.choose,
    "solver": solver.choose,
}
UNLESS_TOLD = Budget()
BUDGET = re.compile(r"([1-9][0-9]{0,6})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s")


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A bot that plays a seat."""

    name: str
    budget: Budget = UNLESS_TOLD

    def __str__(self) -> str:
        return self.name

    def choose(self, session: Session, seat: int, chance: random.Random) -> Move:
        return BOTS[self.name](session, seat, chance, self.budget)


def read_bots(given: Sequence[str], players: int, clock: Clock | None = None) -> dict[int, BotSeat]:
    """``["2=random", "3=mcts:500", "4=mcts:2s"]`` -> the bot of each seat. Raises UsageError."""
    found: dict[int, BotSeat] = {}
    for text in given:
        seat, _, name = text.partition("=")
        seats = range(1, players + 1) if seat == "all" else [int(seat)] if seat.isdecimal() and len(seat) < 5 else []
        if not name or not seats:
            raise UsageError(f"`--bot {text}` wants a seat and a bot, like 2=random")
        bot = read_bot(name, clock)
        for number in seats:
            if not 1 <= number <= players:
                raise UsageError(f"seats go from 1 to {players}, not {number}")
            found[number] = bot
    return found


def read_bot(text: str, clock: Clock | None = None) -> BotSeat:
    """``mcts``, ``mcts:500`` (iterations), ``mcts:2s`` or ``mcts:0.5s`` (seconds). Raises UsageError."""
    name, colon, budget = text.partition(":")
    if name not in BOTS:
        raise UsageError(f"there is no bot `{name}`{did_you_mean(name, BOTS) or ' (there are: ' + ', '.join(BOTS) + ')'}")
    if not colon:
        return BotSeat(name)
    match = BUDGET.fullmatch(budget)
    if match is None:
        raise UsageError(f"`{text}`: a bot thinks for so many iterations or seconds, like {name}:500 or {name}:2s")
    if match[1]:
        return BotSeat(name, Budget(int(match[1])))
    if clock is None:
        raise UsageError(f"`{text}`: seconds cannot be measured here; give iterations, like {name}:500")
    return BotSeat(name, Budget(None, float(match[2]), clock))
