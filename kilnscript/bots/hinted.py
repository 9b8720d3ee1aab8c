"""The hint bot: the move after which the seat is best placed by the game's `bot hint`, as far as it can see; one of several by lot.

A win comes first, then the hint, then the first value of `rank by`; in a game without a hint it plays like the greedy bot.
"""

from __future__ import annotations

import random

from kilnscript.bots.budget import Budget
from kilnscript.bots.lookahead import after, best_by
from kilnscript.bots.standing import hints, standings
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.session.moves import Move
from kilnscript.session.session import Session


def choose(session: Session, seat: int, chance: random.Random, budget: Budget) -> Move:
    """The budget is left alone: one look at every move is all it takes."""
    return best_by(worth, session, seat, chance)


def worth(program: Program, seen: State, move: RawMove, seat: int) -> tuple[float, ...]:
    """A win before anything else, then the hint, then the standing after the move."""
    won, s = after(program, seen, move, seat)
    if s is None:
        return won, 0.0, 0.0
    hinted = None if s.over else hints(program, s, (seat,))  # what is good on the way no longer counts at the end
    found = standings(program, s, (seat,))
    return won, 0.0 if hinted is None else hinted[0], 0.0 if found is None else found[0]
