"""The part of `kiln check` that plays: arguments and a game come in, an exploration goes out, and its files are written."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from kilnscript.session.errors import UsageError

if TYPE_CHECKING:
    from kilnscript.explore import Exploration
    from kilnscript.session.game import Game

SECONDS = 3.0


def wanted(arguments: argparse.Namespace) -> bool:
    """Whether there is anything to play: `--explore 0` turns it off."""
    if arguments.explore is not None and not 0 <= arguments.explore <= 100_000:
        raise UsageError("`--explore` wants a number of seconds")
    if arguments.playouts is not None and arguments.playouts < 0:
        raise UsageError("`--playouts` wants a number of playouts")
    if arguments.states is not None and arguments.states < 0:
        raise UsageError("`--states` wants a number of states")
    return bool(arguments.states or arguments.playouts or arguments.explore or (arguments.explore is None and arguments.playouts is None))


def explored(arguments: argparse.Namespace, game: Game) -> Exploration:
    from kilnscript.explore import explore  # much to load, and not needed without play

    seconds = SECONDS if arguments.explore is None and arguments.playouts is None else arguments.explore
    found = explore(game, seconds or None, arguments.playouts, arguments.seed, time.monotonic, states=arguments.states or 0)
    if arguments.records is not None:
        write_records(found, folder(arguments.records))
    if arguments.coverage is not None:
        write_coverage(found, game, folder(arguments.coverage))
    return found


def folder(name: str) -> Path:
    """Made if it is not there. Raises UsageError."""
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"`{path}` cannot be a folder: {error.strerror or error}") from None
    return path


def record_names(found: Exploration) -> list[str | None]:
    """For every finding the name of its record: ``K970-1.record``, …"""
    numbers: dict[str, int] = {}
    names: list[str | None] = []
    for finding in found.findings:
        code = finding.diagnostic.code
        numbers[code] = numbers.get(code, 0) + (finding.record is not None)
        names.append(f"{code}-{numbers[code]}.record" if finding.record is not None else None)
    return names


def write_records(found: Exploration, path: Path) -> None:
    for finding, name in zip(found.findings, record_names(found), strict=True):
        if name is not None and finding.record is not None:
            (path / name).write_text(finding.record, encoding="utf-8", newline="\n")


def say_records(found: Exploration, arguments: argparse.Namespace) -> None:
    """Which game shows each finding."""
    names = record_names(found)
    if not any(names):
        return
    if arguments.records is None:
        print("`--records DIR` writes the games that show what was found in play", file=sys.stderr)
        return
    for finding, name in zip(found.findings, names, strict=True):
        if name is not None:
            moves = f"{finding.moves} move{'s' * (finding.moves != 1)}"
            command = f"kiln replay {Path(arguments.records) / name} --game {arguments.game}"
            print(f"{finding.diagnostic.code} after {moves}: {command}", file=sys.stderr)


def write_coverage(found: Exploration, game: Game, path: Path) -> None:
    """``report.txt``, for every rule file a listing with counts, ``index.html`` with all of them, and ``coverage.json``."""
    from kilnscript.explore.listing import listings, plain, report
    from kilnscript.publish.coverage import page

    (path / "index.html").write_text(page(found, game), encoding="utf-8", newline="\n")
    (path / "report.txt").write_text(report(found, game.title, game.model.files), encoding="utf-8", newline="\n")
    (path / "coverage.json").write_text(json.dumps(plain(found, game)) + "\n", encoding="utf-8", newline="\n")
    for file, text in listings(found.coverage, game.sources):
        name = "/".join(Path(file).parts[-2:]).replace("/", "-")
        (path / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
