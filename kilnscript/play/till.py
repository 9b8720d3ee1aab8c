"""A move that may be paid in several ways → what is open, the numbered ways to go on, and the move at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilnscript.play.ink import BOLD, DIM, Line, Part, wrapped
from kilnscript.session.errors import AmbiguousMove, MoveError, UsageError
from kilnscript.session.paying import Paying, paying

if TYPE_CHECKING:
    from kilnscript.play.desk import Desk

LEAVE = ("cancel", "quit", "exit")


def begin(desk: Desk, text: str, error: AmbiguousMove) -> Paying:
    """The payment of a move that was given without it. Raises the error where more than the payment is missing."""
    try:
        return paying(desk.session, text)
    except (MoveError, UsageError):
        raise error from None


def show(desk: Desk, now: Paying) -> None:
    """``To pay: 3 wood``, the ways to go on, and what Enter does."""
    given = f" (given: {now.given})" if now.taken else ""
    desk.say(desk.screen.paint([Part(f"To pay: {now.open}", BOLD), Part(given)]))
    items: list[Line] = [[Part(f"{number}) ", DIM), Part(str(step), BOLD)] for number, step in enumerate(now.next, 1)]
    for line in wrapped(items, desk.screen.width):
        desk.say(desk.screen.paint(line))
    desk.say(desk.screen.paint([Part(f"Enter: `{now.first}`; `undo` takes a step back, `cancel` leaves.", DIM)]))


def pay(desk: Desk, now: Paying, text: str) -> Paying | None:
    """Carries out one line while a payment is under way; None when it is over, the move played or left. Raises UsageError."""
    if text.lower() in LEAVE:
        desk.say("not paid; nothing has changed")
        return None
    if text.lower() == "undo":
        if not now.taken:
            desk.say("not paid; nothing has changed")
            return None
        after = now.back()
    elif not text:
        desk.played(now.first)
        return None
    else:
        after = now.take(by_number(now, text))
        if after.move is not None:
            desk.played(after.move)
            return None
    show(desk, after)
    return after


def by_number(now: Paying, text: str) -> str:
    if text.isdecimal() and text.isascii() and 1 <= int(text[:6]) <= len(now.next):
        return now.next[int(text) - 1].words
    return text
