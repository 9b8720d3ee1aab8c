"""Playing by hand: the board, the moves, a prompt; an error never costs a turn."""

from __future__ import annotations

import contextlib
import sys

from kilnscript.engine.faults import Fault
from kilnscript.play.asking import TimeUp, ask
from kilnscript.play.desk import COMMANDS, Desk, Quit, complete, explain_error
from kilnscript.play.hotseat import hand_over, looked
from kilnscript.play.ink import BOLD, Part
from kilnscript.session.errors import MoveError, UsageError

SHOWN = 24  # moves of one action shown without being asked for
# Commands after which the board is not drawn again
LOOKING = {"help", "?", "moves", "why", "hint", "history", "log", "scores", "sheet", "rules", "save"}


def play(desk: Desk) -> int:
    """Runs until the player leaves or input ends; returns the exit status. Afterwards the desk holds the session as it was left."""
    session, screen = desk.session, desk.screen
    desk.stepwise = True
    prepare_readline(desk)
    luck = f"seed {session.seed}" if session.fair is None else f"fingerprint {session.fingerprint}"
    print(screen.paint([Part(f"{session.game.title}, {session.players} players, {luck}", BOLD)]))
    for seat, name in session.bots.items():
        print(screen.paint([Part(f"Seat {seat} is played by the {name} bot.")]))
    print("`help` lists the commands.")
    fresh = True
    while True:
        try:
            if fresh:
                show(desk)
                fresh = False
            line = ask(prompt(desk), desk.time_left())
        except EOFError:
            print()
            return 0
        except KeyboardInterrupt:
            print("\n`quit` leaves")
            continue
        except TimeUp as up:
            print()
            if up.typed:
                print(screen.paint([Part(f"not sent: {up.typed}")]))
            try:
                desk.time_is_up()
            except (MoveError, UsageError, Fault) as error:
                for said in explain_error(error, session.game.sources):
                    print(screen.paint([Part(said)]))
                desk.timer = None
            fresh = True
            continue
        try:
            before = (desk.session, desk.session.now)
            desk.do(line)
            word = line.split()[0].lower() if line.split() and desk.till is None else ""
            fresh = (desk.session, desk.session.now) != before or (word in COMMANDS and word not in LOOKING)
        except Quit:
            return 0
        except (MoveError, UsageError, Fault) as error:
            for said in explain_error(error, session.game.sources):
                print(screen.paint([Part(said)]))
        except KeyboardInterrupt:
            print("\nstopped")


def show(desk: Desk) -> None:
    """Bots move; then the board, whose turn it is and the moves."""
    try:
        desk.bots_play()
    except (UsageError, Fault) as error:
        for said in explain_error(error, desk.session.game.sources):
            print(desk.screen.paint([Part(said)]))
    hand_over(desk)
    print()
    desk.board()
    print()
    looked(desk)
    print(desk.screen.paint([Part(desk.turn(), BOLD)]))
    if desk.session.over:
        desk.sheet()
        print("`undo` takes moves back, `save FILE` keeps the game, `quit` leaves.")
    else:
        desk.moves(most=SHOWN)


def prompt(desk: Desk) -> str:
    if desk.till is not None:
        return f"Pay {desk.till.open}> "
    return "> " if desk.session.over else f"Seat {desk.session.seat}> "


def prepare_readline(desk: Desk) -> None:
    """History and completion of moves, where the platform has them."""
    if not sys.stdin.isatty():
        return
    with contextlib.suppress(ImportError):
        import readline

        readline.set_completer_delims("")
        found: list[str] = []

        def completer(text: str, number: int) -> str | None:
            if number == 0:
                found[:] = complete(desk, text)
            return found[number] if number < len(found) else None

        readline.set_completer(completer)
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
