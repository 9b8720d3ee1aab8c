"""A session and a seat → the moves that a bot compares: all legal ones, but of a transaction only the turn that the solver proposes."""

from __future__ import annotations

from collections.abc import Sequence

from kilnscript.session.moves import Move
from kilnscript.session.proposals import bounded, ending, has_solver, next_proposed
from kilnscript.session.session import Session


def candidates(session: Session, seat: int) -> Sequence[Move]:
    """At least one move, in the order of ``session.moves(seat)``.

    One provisional move says little about a turn of many, and there may be hundreds of them: the bot chooses between the proposed turn and
    what may be done instead, and once it has begun the turn it carries it out.
    """
    moves = session.moves(seat)
    if len(moves) == 1 or not has_solver(session):
        return bounded(session, moves)
    proposed = next_proposed(session, seat)
    if proposed is None:
        return ending(session, moves)
    if session.state.start is not None:
        return [proposed]
    beside = {move for move in ending(session, moves) if session.program.kinds[move.raw[0]] == "action"}
    return [move for move in moves if move == proposed or move in beside]
