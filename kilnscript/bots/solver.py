"""The solver bot: the turn that lays the most, move by move; where there is none, the first thing on offer beside such a turn."""

from __future__ import annotations

import random

from kilnscript.bots.budget import Budget
from kilnscript.session.moves import Move
from kilnscript.session.proposals import ending, next_proposed
from kilnscript.session.session import Session


def choose(session: Session, seat: int, chance: random.Random, budget: Budget) -> Move:
    return next_proposed(session, seat) or ending(session, session.moves(seat))[0]
