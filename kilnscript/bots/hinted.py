"""The hint bot: the move after which the seat is best placed by the game's `bot hint`, as far as it can see; one of several by lot.

A win comes first, then the hint, then the first value of `rank by`; in a game without a hint it plays like the greedy bot.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from kilnscript.bots.budget import Budget
from kilnscript.bots.candidates import candidates
from kilnscript.bots.guess import guess
from kilnscript.bots.standing import hints, standings
from kilnscript.engine.faults import Fault
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.session.moves import Move
from kilnscript.session.session import Session

Worth = Callable[[Program, State, RawMove, int], tuple[float, float, float]]
"""(program, state as the seat guesses it, move, seat from 0) -> what the move is worth to the seat, the first number first"""

MOST_TRIED = 500  # moves; of more than that a sample is tried


def choose(session: Session, seat: int, chance: random.Random, budget: Budget) -> Move:
    """The budget is left alone: one look at every move is all it takes."""
    return choose_by(worth, session, seat, chance)


def choose_by(worth: Worth, session: Session, seat: int, chance: random.Random) -> Move:
    """The move that is worth most, one of several by lot."""
    moves = candidates(session, seat)
    if len(moves) == 1:
        return moves[0]
    tried = moves if len(moves) <= MOST_TRIED else chance.sample(moves, MOST_TRIED)
    seen = guess(session.program, session.state, seat - 1, chance)
    worths = [worth(session.program, seen, move.raw, seat - 1) for move in tried]
    best = max(worths)
    return chance.choice([move for move, value in zip(tried, worths, strict=True) if value == best])


def worth(program: Program, seen: State, move: RawMove, seat: int) -> tuple[float, float, float]:
    """A win before anything else, then the hint, then the standing after the move."""
    s = seen.copy()
    try:
        program.play(s, move, seat)
    except Fault:
        return -1.0, 0.0, 0.0
    found = standings(program, s)
    won = 0.0
    if s.over:
        winners = program.result(s).winners
        won = 1 / len(winners) if seat in winners else -0.5 if winners else 0.0
    hinted = None if s.over else hints(program, s)  # what is good on the way no longer counts at the end
    return won, 0.0 if hinted is None else hinted[seat], 0.0 if found is None else found[seat]
