"""`kiln replay FILE`."""

from __future__ import annotations

import argparse
import json
import sys

from kilnscript.play.desk import read_file
from kilnscript.session.errors import UsageError
from kilnscript.session.game import load
from kilnscript.session.record import replay
from kilnscript.session.session import Session


def run(arguments: argparse.Namespace) -> int:
    warnings: list[str] = []
    session = played_again(arguments, record_of(arguments), warnings)
    if session is None:
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


def record_of(arguments: argparse.Namespace) -> str:
    return read_input() if arguments.file == "-" else read_file(arguments.file)


def played_again(arguments: argparse.Namespace, text: str, warnings: list[str], strict: bool = False) -> Session | None:
    """The session a record leads to, or None: what does not fit has then been said. ``strict``: nor may the rules have changed."""
    game = load(arguments.game) if arguments.game is not None else None
    try:
        session = replay(text, game, warnings.append)
        if strict and warnings:
            raise UsageError(warnings[0])
        return session
    except UsageError as error:
        if arguments.json:
            print(json.dumps({"ok": False, "line": error.line, "message": str(error)}))
        else:
            print(f"kiln: {arguments.file}: {error}", file=sys.stderr)
        return None


def read_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("the record is not UTF-8") from None
