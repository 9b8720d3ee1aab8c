"""Playing from a script: one command a line, no prompt, no colour, errors with their line on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from kilnscript.engine.faults import Fault
from kilnscript.play.asking import TimeUp
from kilnscript.play.desk import Desk, Quit, explain_error
from kilnscript.play.lines_in import LinesIn
from kilnscript.session.errors import MoveError, UsageError

LONGEST = 100_000  # bytes of a line


def play(desk: Desk, lines: Iterable[bytes] | LinesIn) -> int:
    """Carries out every line; returns 0, or 1 when any of them failed. Once the game is over, the score sheet and the result stand last.
    Afterwards the desk holds the session as it was left."""
    coming = lines if isinstance(lines, LinesIn) else LinesIn(lines)
    status, number = 0, 0
    for line in desk.session.last_log(desk.reader(None)):
        desk.say(line)
    try:
        desk.bots_play()
        while True:
            try:
                data = coming.next(desk.time_left())
                if data is None:
                    break
                number += 1
                desk.do(read_line(data, number))
                desk.bots_play()
            except TimeUp:
                desk.time_is_up()
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
        desk.sheet()
        desk.say(str(desk.session.result))
    return status


def read_line(data: bytes, number: int) -> str:
    if len(data) > LONGEST:
        raise UsageError(f"the line is longer than {LONGEST} bytes")
    try:
        return data.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        raise UsageError("the line is not UTF-8") from None
