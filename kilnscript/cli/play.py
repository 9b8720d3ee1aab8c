"""`kiln play GAME`."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace

from kilnscript.bots.registry import read_bots
from kilnscript.cli import recording
from kilnscript.cli.failures import read_settings
from kilnscript.play import repl, script
from kilnscript.play.desk import Desk
from kilnscript.play.ink import screen
from kilnscript.play.lines_in import lines_of
from kilnscript.play.timer import Timer
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game, load
from kilnscript.session.session import Session

MOST_SECONDS = 86_400


def run(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if arguments.fair:
        session = fair(game, arguments, terminal)
    else:
        session = game.new(arguments.players, read_settings(arguments.option), arguments.seed)
    bots = read_bots(arguments.bot, session.players, time.monotonic)
    recording.check(arguments, game)
    shown = screen(arguments.ascii)
    timer = read_timer(arguments.timer, game)
    desk = Desk(session, shown if terminal else replace(shown, color=False), print, bots)
    desk.timer = timer
    status = repl.play(desk) if terminal else script.play(desk, lines_of(sys.stdin.buffer))
    if session.secret is not None:
        print(f"Secret: {session.secret}")
    return recording.write(arguments, desk.session) or status


def read_timer(seconds: float | None, game: Game) -> Timer | None:
    """``--timer`` without a number takes the time that the rules give (0 stands for that)."""
    if seconds is None:
        return None
    if not game.model.declarations.timers:
        raise UsageError(
            f"`{game.name}` declares no clock (`timers` in its game.yaml), and its rules do not say what happens when time is up"
        )
    if seconds < 0 or seconds > MOST_SECONDS:
        raise UsageError(f"`--timer` wants seconds, up to {MOST_SECONDS}")
    return Timer(seconds or None)


def fair(game: Game, arguments: argparse.Namespace, terminal: bool) -> Session:
    """Shows the fingerprint, then takes the seats' own words: from the command line, or asked for in a terminal."""
    if arguments.seed is not None:
        raise UsageError("a fair game takes no seed: its luck comes from a secret")
    begun = game.commit(arguments.players, read_settings(arguments.option))
    print(f"Fingerprint: {begun.fingerprint}")
    nonces = {}
    for entry in arguments.nonce:
        seat, sign, text = entry.partition("=")
        if not sign or not seat.isdecimal() or len(seat) > 4:
            raise UsageError(f"`--nonce {entry[:40]}`: write SEAT=TEXT, like --nonce 1=marmalade")
        nonces[int(seat)] = text
    if terminal and not nonces:
        for seat_number in range(1, begun.players + 1):
            nonces[seat_number] = input(f"Seat {seat_number}, a word of your own (Enter for none): ")
    return begun.start(nonces)
