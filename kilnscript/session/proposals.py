"""A session and a seat → whole turns that a solver proposes, as moves and in words; what ends a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from kilnscript.engine import playout
from kilnscript.engine.offers import RawMove
from kilnscript.session.moves import Move
from kilnscript.session.session import Session
from kilnscript.solver import Goal, can_propose, propose

BUDGET = 0.5  # seconds for one problem, about

_PLANS: WeakKeyDictionary[Session, tuple[int, tuple[RawMove, ...]]] = WeakKeyDictionary()


def has_solver(session: Session) -> bool:
    """Whether the open decision is one that turns can be proposed for."""
    return not session.over and can_propose(session.program, session.state)


def proposed(session: Session, seat: int, goal: Goal = "pieces", budget: float = BUDGET) -> tuple[RawMove, ...] | None:
    """The moves of a whole turn of the seat (from 1), the last of them the commit; None where there is none."""
    return propose(session.program, session.state, seat - 1, goal, budget) if seat in session.seats else None


def in_words(session: Session, moves: Sequence[RawMove]) -> list[str]:
    """The notation of moves that follow each other."""
    state, words = session.state.copy(), []
    for move in moves:
        words.append(session.words.notation(state, move))
        session.program.play(state, move)
    return words


def next_proposed(session: Session, seat: int, budget: float = BUDGET) -> Move | None:
    """The next move of the turn that lays the most (worked out once for all of its moves); None where there is no such turn."""
    moves = {move.raw: move for move in session.moves(seat)}
    now, planned = _PLANS.get(session, (-1, ()))
    if now != session.now or not planned or planned[0] not in moves:
        planned = proposed(session, seat, "pieces", budget) or ()
    if not planned or planned[0] not in moves:
        return None
    _PLANS[session] = (session.now + 1, planned[1:])
    return moves[planned[0]]


def provisional(session: Session) -> int:
    """How many moves were made since the open transaction began; 0 where none is open."""
    found = 0
    while found < session.now and session.steps[session.now - found].state.start is not None:
        found += 1
    return found


def ending(session: Session, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves that do not go on with a transaction."""
    found = set(playout.ending(session.program, [move.raw for move in moves]))
    return [move for move in moves if move.raw in found]


def bounded(session: Session, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves that a bot may choose from at random: all, and after some of a transaction only those that end it."""
    return ending(session, moves) if provisional(session) > playout.MOST_PROVISIONAL else moves
