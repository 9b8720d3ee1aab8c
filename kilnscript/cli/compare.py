"""`kiln compare A [B]`."""

from __future__ import annotations

import argparse
import json
import sys

from kilnscript.cli.failures import read_settings
from kilnscript.cli.simulate import output, progress_bar, writable
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game, load
from kilnscript.simulation.compare import compare
from kilnscript.simulation.compare_words import text


def run(arguments: argparse.Namespace) -> int:
    """0 when everything was played, 130 when it was stopped before."""
    first = load(arguments.a)
    second = None if arguments.b is None else load(arguments.b)
    both = read_settings(arguments.option)
    one, other = ({**both, **read_settings(given)} for given in (arguments.option_a, arguments.option_b))
    games = 0 if arguments.rules else arguments.games
    if games < 1 and not arguments.rules:
        raise UsageError(f"the number of games goes from 1, not {games}; `--rules` compares the rules alone")
    out = output(arguments)
    if arguments.rules and (out or arguments.html):
        raise UsageError("`--rules` plays no games: there is nothing to keep or to draw")
    html = None if arguments.html is None else writable(arguments.html)
    bar = progress_bar() if games and sys.stderr.isatty() else None
    found = compare(
        first,
        second,
        games,
        read_players(arguments.players, first),
        one,
        other,
        arguments.bots.split(","),
        arguments.seed,
        arguments.jobs,
        bar,
        out,
        arguments.resume is not None,
        arguments.cluster,
    )
    if bar is not None:
        print("\r\033[K", end="", file=sys.stderr)
    stopped = bool(games) and found.done < games
    if stopped:
        more = f"; `--resume {out}` goes on" if out is not None else ""
        print(f"kiln: stopped after {found.done} of {games} games of both sides{more}", file=sys.stderr)
    if html is not None:
        from kilnscript.publish.games.comparison import page

        html.write_text(page(found), encoding="utf-8")
    print(json.dumps(found.plain(), ensure_ascii=False) if arguments.json else text(found), end="\n" if arguments.json else "")
    return 130 if stopped else 0


def read_players(given: str | None, game: Game) -> list[int] | None:
    """``2,3``. Raises UsageError."""
    if given is None:
        return None
    words = given.split(",")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 6):
            raise UsageError(f"`--players {given}`: write numbers, like 2,3")
    return [int(word) for word in words]
