"""Steps of a session → what they made known, so that an undo may be unfair; and the moves as a seat knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilnscript.compile.constants import is_entity
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model import types as t
from kilnscript.session.notation import items_of

if TYPE_CHECKING:
    from kilnscript.session.session import Session

UNSEEN = "(not shown)"


def learned(program: Program, before: State, after: State) -> str | None:
    """Why a step cannot be taken back unnoticed: ``chance decided``, ``a card came to be seen`` …; None where nobody came to know more.

    Moves of an open transaction show nothing to the others, and to the mover nothing new: what counts is the state at its start.
    """
    if getattr(before.stream, "position", 0) != getattr(after.stream, "position", 0):
        return "chance decided"
    if before.chosen and not after.chosen:
        return "what was chosen unseen came to be known"
    old, new = before.start or before, after.start or after
    if old is new:
        return None
    for piece in program.world.pieces:
        if program.seers(new, piece.number) & ~program.seers(old, piece.number):
            return f"a {program.world.declarations.components[piece.component].title.lower()} came to be seen"
    return None


def told(session: Session, number: int, seat: int) -> str:
    """The move of a step (from 1) as a seat (from 1) knows it.

    What was chosen unseen, what lies in a transaction still open, and moves that name a piece the seat has not seen are left out, but for
    the action's name where that is known.
    """
    step = session.steps[number]
    move = step.move or ""
    if step.seat == seat:
        return move
    before, after = session.steps[number - 1].state, step.state
    if step.together or before.chosen or (session.state.start is not None and open_since(session) < number):
        return UNSEEN
    raw = step.raw
    if raw is not None and names_unseen(session.program, raw, (before, after), seat - 1):
        return f"{session.program.offers[raw[0]].action} {UNSEEN}"
    return move


def open_since(session: Session) -> int:
    """The step after which the open transaction began; the present one where none is open."""
    now = session.now
    while now > 0 and session.steps[now].state.start is not None:
        now -= 1
    return now


def names_unseen(program: Program, raw: RawMove, states: tuple[State, ...], seat: int) -> bool:
    """Whether a move names a piece that a seat (from 0) saw in none of the states."""
    for parameter, value in zip(program.offers[raw[0]].parameters, raw[1:], strict=True):
        for piece in pieces_in(value, parameter.type):
            if piece >= 0 and not any(program.seers(state.start or state, piece) >> seat & 1 for state in states):
                return True
    return False


def pieces_in(value: object, kind: t.Type) -> list[int]:
    """The pieces that an argument names."""
    kind = kind.item if isinstance(kind, t.Optional) else kind
    if isinstance(kind, t.Piece):
        return [value] if isinstance(value, int) else []
    if isinstance(kind, (t.SetOf, t.ListOf)) and isinstance(kind.item, t.Piece) and is_entity(kind.item):
        return list(items_of(value, kind.item))
    return []
