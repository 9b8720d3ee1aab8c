"""`kiln tune GAME`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from kilnscript.cli.compare import read_players
from kilnscript.cli.failures import read_settings
from kilnscript.cli.simulate import Bar
from kilnscript.session.errors import UsageError
from kilnscript.session.game import load
from kilnscript.tuning.run import Progress, tune
from kilnscript.tuning.words import text


def run(arguments: argparse.Namespace) -> int:
    """0 when a folder was written, 130 when it was stopped before."""
    if arguments.resume and arguments.out:
        raise UsageError("`--resume DIR` writes to that folder; it needs no `--out`")
    game = load(arguments.game)
    folder = Path(arguments.resume or arguments.out or f"{game.name}_tuned")
    try:
        found = tune(
            arguments.game,
            arguments.aim,
            folder,
            arguments.vary,
            arguments.trials,
            arguments.games,
            arguments.final,
            read_players(arguments.players, game),
            read_settings(arguments.option),
            arguments.bots.split(","),
            arguments.seed,
            arguments.jobs,
            arguments.cluster,
            arguments.minutes,
            arguments.resume is not None,
            progress() if sys.stderr.isatty() else None,
        )
    except KeyboardInterrupt:
        print(f"\nkiln: stopped; `--resume {folder}` goes on", file=sys.stderr)
        return 130
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    from kilnscript.publish.games.tuning import page

    (folder / "report.html").write_text(page(found), encoding="utf-8")
    print(json.dumps(found.plain(), ensure_ascii=False) if arguments.json else text(found), end="\n" if arguments.json else "")
    return 0


def progress() -> Progress:
    bars: dict[str, Bar] = {}

    def show(stage: str, done: int, total: int, best: float | None) -> None:
        bars.setdefault(stage, Bar(stage)).show(done, total, "" if best is None else f", distance {best:.2f}")

    return show
