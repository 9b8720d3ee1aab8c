"""The greedy bot: the move with the best immediate score, as far as the seat can see; one of several by lot.

A win comes first, then the first value of `rank by` after the move. What a game says in its `bot hint` is left to the hint bot.
"""

from __future__ import annotations

import random

from kilnscript.bots.budget import Budget
from kilnscript.bots.lookahead import after, best_by
from kilnscript.bots.standing import standings
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.session.moves import Move
from kilnscript.session.session import Session


def choose(session: Session, seat: int, chance: random.Random, budget: Budget) -> Move:
    """The budget is left alone: one look at every move is all it takes."""
    return best_by(worth, session, seat, chance)


def worth(program: Program, seen: State, move: RawMove, seat: int) -> tuple[float, ...]:
    won, s = after(program, seen, move, seat)
    found = None if s is None else standings(program, s, (seat,))
    return won, 0.0 if found is None else found[0]
