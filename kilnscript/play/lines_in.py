"""A stream of bytes → its lines, each waited for no longer than a clock allows."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from kilnscript.play.asking import TimeUp


class LinesIn:
    """``next`` gives the next line with its end, None after the last."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.lines: Iterator[bytes] = iter(lines)

    def next(self, left: float | None) -> bytes | None:
        """``left``: seconds to wait; these lines are there already. Raises TimeUp."""
        return next(self.lines, None)


class WaitedFor(LinesIn):
    """Lines of a pipe or a file, which may come late."""

    def __init__(self, file: int) -> None:
        super().__init__(())
        self.file = file
        self.held = b""
        self.ended = False

    def next(self, left: float | None) -> bytes | None:
        end = None if left is None else time.monotonic() + left
        while b"\n" not in self.held and not self.ended:
            wait = None if end is None else end - time.monotonic()
            if wait is not None and (wait <= 0 or not select.select([self.file], [], [], wait)[0]):
                raise TimeUp("")
            data = os.read(self.file, 65_536)
            self.held += data
            self.ended = not data
        line, found, rest = self.held.partition(b"\n")
        self.held = rest
        return line + found if line or found else None


def lines_of(stream: BinaryIO) -> LinesIn:
    """Waits on the stream's file where the platform can wait for one (not on Windows), else takes its lines as they come."""
    try:
        return WaitedFor(stream.fileno()) if os.name == "posix" else LinesIn(stream)
    except (OSError, ValueError):
        return LinesIn(stream)
