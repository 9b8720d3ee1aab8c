"""A prompt, and perhaps a time → the line that a person types, or TimeUp; the time left stands in the corner of the screen."""

from __future__ import annotations

import contextlib
import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any


class TimeUp(Exception):
    """The time is up before a line was sent; ``typed`` is what had been typed."""

    def __init__(self, typed: str) -> None:
        super().__init__("the time is up")
        self.typed = typed


def ask(prompt: str, left: float | None = None) -> str:
    """``left``: seconds, None without a clock. Where the platform cannot interrupt a line, the time is looked at when it is sent."""
    if left is None:
        return input(prompt)
    end = time.monotonic() + left
    if left <= 0:
        raise TimeUp("")
    if not can_ring():
        line = input(prompt)
        if time.monotonic() > end:
            raise TimeUp(line)
        return line
    with ringing(end):
        return input(prompt)


def can_ring() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def ringing(end: float) -> Iterator[None]:
    """Shows the time left every second, and raises TimeUp at the end."""

    def ring(number: int, frame: Any) -> None:
        left = end - time.monotonic()
        if left <= 0.01:
            raise TimeUp(typed())
        show(left)

    before = signal.signal(signal.SIGALRM, ring)
    left = max(end - time.monotonic(), 0.001)
    show(left)
    signal.setitimer(signal.ITIMER_REAL, left % 1 or 1.0, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def typed() -> str:
    """What stands on the line that is being edited, where that can be known."""
    if "readline" not in sys.modules:
        return ""
    import readline

    return readline.get_line_buffer()


def show(left: float) -> None:
    """``1:05`` in the upper right corner; the cursor goes back to where it was."""
    if not sys.stdout.isatty():
        return
    text = words(left)
    columns = terminal_width()
    sys.stdout.write(f"\x1b7\x1b[1;{max(columns - len(text) - 1, 1)}H\x1b[7m {text} \x1b[0m\x1b8")
    sys.stdout.flush()


def terminal_width() -> int:
    import shutil

    return shutil.get_terminal_size().columns


def words(left: float) -> str:
    """``1:05``; the last second is shown until it is over."""
    whole = math.ceil(left)
    return f"{whole // 60}:{whole % 60:02}"
