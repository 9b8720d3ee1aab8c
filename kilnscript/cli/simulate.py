"""`kiln simulate GAME`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from kilnscript.cli.failures import read_settings
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game, load
from kilnscript.simulation.plan import Plan, make_plan
from kilnscript.simulation.run import Progress, carry_out
from kilnscript.simulation.words import text
from kilnscript.simulation.work import Hands

GAMES = 100
WIDTH = 30  # of the bar
EVERY = 0.2  # seconds between two pictures of it


def run(arguments: argparse.Namespace) -> int:
    """0 when every game was played, 130 when it was stopped before."""
    game = load(arguments.game)
    plan = read_plan(game, arguments)
    out = output(arguments)
    html = None if arguments.html is None else writable(arguments.html)
    bar = progress_bar() if sys.stderr.isatty() else None
    hands = Hands(arguments.jobs, arguments.cluster)
    found = carry_out(game, plan, hands, None if out is None else Path(out), arguments.resume is not None, bar)
    if bar is not None:
        print("\r\033[K", end="", file=sys.stderr)
    if found.done < plan.total:
        more = f"; `--resume {out}` goes on" if out is not None else ""
        print(f"kiln: stopped after {found.done} of {plan.total} games{more}", file=sys.stderr)
    if html is not None:
        from kilnscript.publish.games.page import page

        html.write_text(page(found, game), encoding="utf-8")
    print(
        json.dumps(found.plain(), ensure_ascii=False) if arguments.json else text(found, game, arguments.details),
        end="\n" if arguments.json else "",
    )
    return 130 if found.done < plan.total else 0


def output(arguments: argparse.Namespace) -> str | None:
    """The file that the games are kept in. Raises UsageError."""
    if arguments.resume and arguments.out:
        raise UsageError("`--resume FILE` writes to that file; it needs no `--out`")
    found: str | None = arguments.resume or arguments.out
    return found


def writable(name: str) -> Path:
    """A file that can be written to, said before many games are played for it. Raises UsageError."""
    path = Path(name)
    try:
        path.open("a").close()
    except OSError as error:
        raise UsageError(f"`{path}` cannot be written: {error.strerror or error}") from None
    return path


def read_plan(game: Game, arguments: argparse.Namespace) -> Plan:
    """``--players 2,3`` or ``all``; ``--option target=8,11`` tries both."""
    if arguments.players is None:
        players = None
    elif arguments.players == "all":
        players = list(game.players)
    else:
        players = arguments.players.split(",")
    options = {name: value.split(",") for name, value in read_settings(arguments.option).items()}
    return make_plan(game, arguments.games, players, options, arguments.bots.split(","), arguments.seed)


def progress_bar() -> Progress:
    bar = Bar("games")
    return bar.show


class Bar:
    """Draws on standard error, over itself: a bar, how many of ``what`` are done, and the time left as those of this run let expect."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.begun, self.first, self.last = time.monotonic(), -1, 0.0

    def show(self, done: int, total: int, more: str = "") -> None:
        now = time.monotonic()
        if self.first < 0:
            self.first = done
        elif now - self.last < EVERY and done < total:
            return
        self.last = now
        full = WIDTH * done // max(1, total)
        left = (now - self.begun) / (done - self.first) * (total - done) if done > self.first else None
        said = "" if left is None else f", {duration(left)} left"
        drawn = f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total} {self.what}{more}{said}"
        print(f"\r\033[K{drawn}", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """``40 s``, ``12 min``, ``3 h 20 min``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
