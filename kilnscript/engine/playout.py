"""Legal moves → those that a player without a plan may choose from: a transaction, which could go on for ever, has to end some time."""

from __future__ import annotations

from collections.abc import Sequence

from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State

MOST_PROVISIONAL = 12  # moves in one transaction


def ending(program: Program, moves: Sequence[RawMove]) -> Sequence[RawMove]:
    """The moves that do not go on with a transaction: the commit where it is legal, else what may be done beside it, else reset."""
    for kind in ("commit", "action", "reset"):
        found = [move for move in moves if program.kinds[move[0]] == kind]
        if found:
            return found
    return moves


class Bound:
    """Counts the provisional moves of one game; to be asked once at every decision."""

    def __init__(self, most: int = MOST_PROVISIONAL) -> None:
        self.most = most
        self.made = 0

    def choices(self, program: Program, state: State, moves: Sequence[RawMove]) -> Sequence[RawMove]:
        self.made = 0 if state.start is None else self.made + 1
        return ending(program, moves) if self.made > self.most else moves
