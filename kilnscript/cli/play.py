"""`kiln play GAME`."""

from __future__ import annotations

import argparse
import sys
import time

from kilnscript.bots.registry import read_bots
from kilnscript.cli.failures import read_settings
from kilnscript.play import repl, script
from kilnscript.play.ink import screen
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game, load
from kilnscript.session.session import Session


def run(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if arguments.fair:
        session = fair(game, arguments, terminal)
    else:
        session = game.new(arguments.players, read_settings(arguments.option), arguments.seed)
    bots = read_bots(arguments.bot, session.players, time.monotonic)
    shown = screen(arguments.ascii)
    if terminal:
        status = repl.play(session, shown, bots)
    else:
        status = script.play(session, sys.stdin.buffer, bots, shown.width, shown.ascii)
    if session.secret is not None:
        print(f"Secret: {session.secret}")
    return status


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
