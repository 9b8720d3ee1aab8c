"""Steps of a session → what they made known, so that an undo may be unfair; and the moves as a seat knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilnscript.compile.analysis import walk
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t
from kilnscript.session.notation import item_type, things_in

if TYPE_CHECKING:
    from kilnscript.session.session import Session

UNSEEN = "(not shown)"
TELLING = (t.Kind, t.Number, t.YesNo, t.Text, t.Token, t.Amount)  # types whose values say what is chosen, not where


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

    What was chosen unseen, what lies in a transaction still open, and moves that name what the seat may not know are left out, but for the
    action's name where that is known.
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
    """Whether a move names a piece that a seat (from 0) saw in none of the states, or says what is kept from others."""
    offer = program.offers[raw[0]]
    for parameter, value in zip(offer.parameters, raw[1:], strict=True):
        if isinstance(item_type(parameter.type), t.Piece):
            for piece in things_in(value, parameter.type):
                if piece >= 0 and not any(program.seers(state.start or state, piece) >> seat & 1 for state in states):
                    return True
    return any(isinstance(item_type(p.type), TELLING) for p in offer.parameters) and changes_secrets(program, offer.action)


def changes_secrets(program: Program, action: str) -> bool:
    """Whether an action has to do with what a seat keeps to itself: it sets a variable that others do not see, or reads or fills a place of
    that kind, itself or in a phase that it does. A number or a colour chosen for it then tells what it is."""
    game = program.game
    pending = [game.actions[action].block] if action in game.actions else []
    done: set[str] = set()
    while pending:
        for node in walk(pending.pop()):
            match node:
                case st.SetVariable(target=target) if game.declarations.variables[target.name].sees != "all":
                    return True
                case x.PlaceAt(place=place) | x.PlaceFamily(place=place) if place in game.declarations.places:
                    if game.declarations.places[place].sees == "owner":
                        return True
                case st.Do(phase=phase) | st.Later(phase=phase) if phase not in done:
                    done.add(phase)
                    pending.append(game.phases[phase].block)
    return False
