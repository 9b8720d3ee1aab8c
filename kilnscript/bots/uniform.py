"""The random bot: any legal move, every one equally likely; after some moves of a transaction only what ends it."""

from __future__ import annotations

import random

from kilnscript.bots.budget import Budget
from kilnscript.session.moves import Move
from kilnscript.session.proposals import bounded
from kilnscript.session.session import Session


def choose(session: Session, seat: int, chance: random.Random, budget: Budget) -> Move:
    return chance.choice(bounded(session, session.moves(seat)))
