"""`kiln play GAME`."""

from __future__ import annotations

import argparse
import sys

from kilnscript.cli.failures import read_settings
from kilnscript.play import repl, script
from kilnscript.play.bots import read_bots
from kilnscript.play.ink import screen
from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    session = game.new(arguments.players, read_settings(arguments.option), arguments.seed)
    bots = read_bots(arguments.bot, session.players)
    shown = screen(arguments.ascii)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return repl.play(session, shown, bots)
    return script.play(session, sys.stdin.buffer, bots, shown.width, shown.ascii)
