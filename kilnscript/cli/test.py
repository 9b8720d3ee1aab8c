"""`kiln test GAME [EXAMPLE …]`."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import Any

from kilnscript.engine.faults import NotSupported
from kilnscript.play.failed import board_lines, failure_lines
from kilnscript.play.ink import Screen, screen
from kilnscript.session.errors import UsageError, did_you_mean
from kilnscript.session.examples import Failure, run_example
from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    """0 when every example goes as it says."""
    game = load(arguments.game)
    known = {example.name: example for example in game.model.examples}
    for name in arguments.example:
        if name not in known:
            raise UsageError(f"{game.title} has no example `{name}`{did_you_mean(name, known)}")
    results: list[tuple[str, str, Failure | None]] = []
    for name in dict.fromkeys(arguments.example or known):
        example = known[name]
        try:
            failure = run_example(game, example)
        except NotSupported as error:
            failure = Failure(str(error), example.span)
        results.append((name, example.title, failure))
    failed = sum(failure is not None for _, _, failure in results)
    if arguments.json:
        data = [{"example": name, "title": title, "ok": failure is None, **plain(failure)} for name, title, failure in results]
        print(json.dumps({"ok": not failed, "examples": data}, ensure_ascii=False))
        return 1 if failed else 0
    shown = screen(False)
    shown = replace(shown, width=shown.width - 11)  # the board stands indented
    for name, title, failure in results:
        print(f"{'ok    ' if failure is None else 'failed'} {name}: {title}")
        for line in () if failure is None else failure_lines(failure, shown):
            print(f"       {line}".rstrip())
    count = len(results)
    print(f"{count} example{'s' if count != 1 else ''}, {failed} failed")
    return 1 if failed else 0


def plain(failure: Failure | None) -> dict[str, Any]:
    """A failure as data; `board` as a terminal of 100 columns shows it."""
    if failure is None:
        return {}
    return {
        "message": failure.message,
        "file": failure.span.file,
        "line": failure.span.line,
        "expected": failure.expected,
        "found": failure.found,
        "moves": list(failure.played),
        "board": board_lines(failure, Screen(width=100)),
    }
