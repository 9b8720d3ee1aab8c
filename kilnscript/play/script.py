"""Playing from a script: one command a line, no prompt, no colour, errors with their line on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from kilnscript.bots.registry import BotSeat
from kilnscript.engine.faults import Fault
from kilnscript.play.desk import Desk, Quit, explain_error
from kilnscript.play.ink import Screen
from kilnscript.session.errors import MoveError, UsageError
from kilnscript.session.session import Session

LONGEST = 100_000  # bytes of a line


def play(session: Session, lines: Iterable[bytes], bots: dict[int, BotSeat], width: int = 100, ascii_only: bool = False) -> int:
    """Carries out every line; returns 0, or 1 when any of them failed. The result stands last, if the game is over by then."""
    desk = Desk(session, Screen(False, ascii_only, width), print, bots)
    status = 0
    for line in session.last_log(desk.reader(None)):
        desk.say(line)
    try:
        desk.bots_play()
        for number, data in enumerate(lines, 1):
            try:
                desk.do(read_line(data, number))
                desk.bots_play()
            except (MoveError, UsageError, Fault) as error:
                status = 1
                said = explain_error(error, desk.session.game.sources)
                sys.stdout.flush()
                print(f"line {number}: " + "\n".join(said), file=sys.stderr)
    except Quit:
        pass
    except (UsageError, Fault) as error:
        status = 1
        print("\n".join(explain_error(error, desk.session.game.sources)), file=sys.stderr)
    if desk.session.result is not None:
        desk.say(str(desk.session.result))
    return status


def read_line(data: bytes, number: int) -> str:
    if len(data) > LONGEST:
        raise UsageError(f"the line is longer than {LONGEST} bytes")
    try:
        return data.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        raise UsageError("the line is not UTF-8") from None
