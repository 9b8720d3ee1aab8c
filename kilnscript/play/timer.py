"""The clock of a person at the table: a session and the time of day → the seconds that are left for the open decision."""

from __future__ import annotations

import time
from collections.abc import Callable

from kilnscript.session.clock import Clock, clock
from kilnscript.session.session import Session


class Timer:
    """``seconds``: for every decision, instead of what the rules say; ``now``: the time in seconds."""

    def __init__(self, seconds: float | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self.now = now
        self.running: tuple[int | None, int] | None = None  # (seat, step since which) of the clock that runs
        self.end = 0.0

    def clock(self, session: Session) -> Clock | None:
        return clock(session, self.seconds)

    def left(self, session: Session) -> float | None:
        """Seconds left, never below 0; None where no clock runs. A clock starts when its decision is asked about for the first time."""
        found = self.clock(session)
        if found is None:
            self.running = None
            return None
        key = (session.seat, found.since)
        if key != self.running:
            self.running, self.end = key, self.now() + found.seconds
        return max(self.end - self.now(), 0.0)
