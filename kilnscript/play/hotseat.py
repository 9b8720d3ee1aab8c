"""Several people at one screen, in a game where not everybody may see everything: the screen is cleared and the next seat asked for."""

from __future__ import annotations

from kilnscript.play.desk import Desk
from kilnscript.play.ink import BOLD, DIM, Part
from kilnscript.session.session import Session

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # what stands on the screen, and what has scrolled off it


def has_secrets(session: Session) -> bool:
    """Whether seats see different things: places or variables of their own, or choices made unseen."""
    declared = session.program.game.declarations
    if "owner" in {place.sees for place in declared.places.values()} | {variable.sees for variable in declared.variables.values()}:
        return True
    return any(decision.everyone for decision in session.program.decisions)


def hand_over(desk: Desk) -> None:
    """Where another person has to look at the screen now: hides what stands there, waits for that person, and tells what happened since.

    Raises EOFError and KeyboardInterrupt like ``input``; the screen then stays empty.
    """
    seat = desk.session.seat
    if seat is None or seat in desk.bots or seat == desk.at or len(desk.people) < 2 or not has_secrets(desk.session):
        return
    print(CLEAR, end="")
    input(desk.screen.paint([Part(f"Seat {seat}: press Enter when only you can see the screen. ", BOLD)]))
    print(CLEAR, end="", flush=True)
    desk.at = seat
    session = desk.session
    for number in range(min(desk.looked.get(seat, -1) + 1, session.now), session.now + 1):
        for line in desk.lines_of(number, seat):
            print(desk.screen.paint([Part(line, DIM)]))


def looked(desk: Desk) -> None:
    """The person at the screen has seen everything up to now."""
    if desk.at is not None:
        desk.looked[desk.at] = desk.session.now
