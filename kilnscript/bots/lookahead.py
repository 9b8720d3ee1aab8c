"""A look one move ahead: a session and what a move is worth → the move worth most; the states after moves that a seat may compare."""

from __future__ import annotations

import random
from collections.abc import Callable

from kilnscript.bots.candidates import candidates
from kilnscript.bots.guess import guess
from kilnscript.engine.faults import Fault
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.session.moves import Move
from kilnscript.session.session import Session

MOST_TRIED = 500  # moves; of more than that a sample is tried

Worth = Callable[[Program, State, RawMove, int], tuple[float, ...]]
"""(program, state as the seat guesses it, move, seat from 0) -> what the move is worth to the seat, the first number first"""


def best_by(worth: Worth, session: Session, seat: int, chance: random.Random) -> Move:
    """The move that is worth most, one of several by lot."""
    moves = candidates(session, seat)
    if len(moves) == 1:
        return moves[0]
    tried = moves if len(moves) <= MOST_TRIED else chance.sample(moves, MOST_TRIED)
    seen = guess(session.program, session.state, seat - 1, chance)
    worths = [worth(session.program, seen, move.raw, seat - 1) for move in tried]
    best = max(worths)
    return chance.choice([move for move, value in zip(tried, worths, strict=True) if value == best])


def after(program: Program, seen: State, move: RawMove, seat: int) -> tuple[float, State | None]:
    """(the share of the win, below 0 where others win, 0 where nobody has; the state after the move). (-1, None) where the rules fail."""
    s = seen.copy()
    try:
        program.play(s, move, seat)
    except Fault:
        return -1.0, None
    if not s.over:
        return 0.0, s
    winners = program.result(s).winners
    return (1 / len(winners) if seat in winners else -0.5 if winners else 0.0), s
