"""A session → the clock of its open decision, from the `timers` of the game.

Time itself comes from outside: whoever measures it calls ``Session.time_out`` when it is up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kilnscript.session.knowledge import open_since

if TYPE_CHECKING:
    from kilnscript.session.session import Session


@dataclass(frozen=True, slots=True)
class Clock:
    """``seconds`` for the decision, counted from the step ``since``: the moves of a transaction share one clock. ``idle``: this is the time
    without a move of a game whose clock is off, to be passed on to ``Session.time_out``."""

    title: str
    seconds: float
    since: int
    idle: bool = False


def clock(session: Session, seconds: float | None = None) -> Clock | None:
    """``seconds``: instead of those declared. None where the open decision has no policy for the end of its time, or no time."""
    if session.over:
        return None
    program, state = session.program, session.state
    decision = program.graph.decisions[state.decision].decision
    timer = program.game.declarations.timers.get(program.decisions[state.decision].timer or "")
    if timer is None or decision.on_timeout is None:
        return None
    if seconds is None and timer.seconds is not None:
        declared = timer.seconds if isinstance(timer.seconds, int) else program.evaluate(timer.seconds, state)
        seconds = declared if isinstance(declared, int) and not isinstance(declared, bool) and declared > 0 else None
    if seconds is not None:
        return Clock(timer.title, seconds, open_since(session))
    if timer.idle is not None and decision.on_idle is not None:
        return Clock(timer.title, timer.idle, session.now, idle=True)
    return None
