"""`kiln replay FILE`."""

from __future__ import annotations

import argparse
import json
import sys

from kilnscript.play.desk import read_file
from kilnscript.session.errors import RuleErrors, UsageError
from kilnscript.session.game import load
from kilnscript.session.record import replay


def run(arguments: argparse.Namespace) -> int:
    text = read_input() if arguments.file == "-" else read_file(arguments.file)
    game = load(arguments.game) if arguments.game is not None else None
    warnings: list[str] = []
    try:
        session = replay(text, game, warnings.append)
    except RuleErrors:
        raise
    except UsageError as error:
        if arguments.json:
            print(json.dumps({"ok": False, "line": error.line, "message": str(error)}))
        else:
            print(f"kiln: {arguments.file}: {error}", file=sys.stderr)
        return 1
    result = session.result
    if arguments.json:
        data = {"ok": True, "game": session.game.name, "moves": len(session.history), "warnings": warnings, "over": session.over}
        print(json.dumps({**data, "result": result.plain() if result is not None else None, "view": session.view()}))
        return 0
    for warning in warnings:
        print(f"kiln: {warning}, but every move fits", file=sys.stderr)
    if arguments.log:
        for line in session.log():
            print(line)
    moves = len(session.history)
    print(f"{session.game.title}: {moves} move{'s' if moves != 1 else ''} played again")
    print(str(result) if result is not None else f"Seat {session.seat} is to decide: {session.title or session.phase}")
    return 0


def read_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("the record is not UTF-8") from None
