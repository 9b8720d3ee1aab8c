"""`kiln test GAME [EXAMPLE …]`."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kilnscript.engine.faults import NotSupported
from kilnscript.session.errors import UsageError, did_you_mean
from kilnscript.session.examples import run_example
from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    """0 when every example goes as it says."""
    game = load(arguments.game)
    known = {example.name: example for example in game.model.examples}
    for name in arguments.example:
        if name not in known:
            raise UsageError(f"{game.title} has no example `{name}`{did_you_mean(name, known)}")
    results: list[dict[str, Any]] = []
    for name in dict.fromkeys(arguments.example or known):
        example = known[name]
        result: dict[str, Any] = {"example": name, "title": example.title, "ok": True}
        try:
            failure = run_example(game, example)
            if failure is not None:
                result |= {"ok": False, "message": failure.message, "file": failure.span.file, "line": failure.span.line}
        except NotSupported as error:
            result |= {"ok": False, "message": str(error), "file": example.span.file, "line": example.span.line}
        results.append(result)
    failed = [result for result in results if not result["ok"]]
    if arguments.json:
        print(json.dumps({"ok": not failed, "examples": results}, ensure_ascii=False))
        return 1 if failed else 0
    for result in results:
        print(f"{'ok    ' if result['ok'] else 'failed'} {result['example']}: {result['title']}")
        if not result["ok"]:
            print(f"       {result['file']}:{result['line']}: {result['message']}")
    count = len(results)
    print(f"{count} example{'s' if count != 1 else ''}, {len(failed)} failed")
    return 1 if failed else 0
