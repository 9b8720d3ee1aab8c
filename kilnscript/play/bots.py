"""Players without a person: a registry, one function each."""

from __future__ import annotations

import random
from collections.abc import Callable

from kilnscript.session.errors import UsageError, did_you_mean
from kilnscript.session.moves import Move
from kilnscript.session.proposals import bounded, ending, next_proposed
from kilnscript.session.session import Session

Bot = Callable[[Session, int, random.Random], Move]
"""(session, seat from 1, its own source of chance) -> one of ``session.moves(seat)``."""

BOTS: dict[str, Bot] = {}


def bot(name: str) -> Callable[[Bot], Bot]:
    """Registers a bot under its name."""

    def register(function: Bot) -> Bot:
        BOTS[name] = function
        return function

    return register


@bot("random")
def random_bot(session: Session, seat: int, chance: random.Random) -> Move:
    """Any legal move, every one equally likely; after some moves of a transaction only what ends it."""
    return chance.choice(bounded(session, session.moves(seat)))


@bot("solver")
def solver_bot(session: Session, seat: int, chance: random.Random) -> Move:
    """The turn that lays the most, move by move; where there is none, the first thing on offer beside such a turn."""
    return next_proposed(session, seat) or ending(session, session.moves(seat))[0]


def read_bots(given: list[str], players: int) -> dict[int, str]:
    """``["2=random"]`` -> {2: "random"}. Raises UsageError."""
    found: dict[int, str] = {}
    for text in given:
        seat, _, name = text.partition("=")
        seats = range(1, players + 1) if seat == "all" else [int(seat)] if seat.isdecimal() and len(seat) < 5 else []
        if not name or not seats:
            raise UsageError(f"`--bot {text}` wants a seat and a bot, like 2=random")
        if name not in BOTS:
            raise UsageError(f"there is no bot `{name}`{did_you_mean(name, BOTS) or ' (there are: ' + ', '.join(BOTS) + ')'}")
        for number in seats:
            if not 1 <= number <= players:
                raise UsageError(f"seats go from 1 to {players}, not {number}")
            found[number] = name
    return found
