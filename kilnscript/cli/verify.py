"""`kiln verify RECORD`: works a record out again from its seed or secret, offline, and says what does not fit."""

from __future__ import annotations

import argparse
import json
import sys

from kilnscript.cli.replay import read_input
from kilnscript.play.desk import read_file
from kilnscript.session.errors import UsageError
from kilnscript.session.game import load
from kilnscript.session.record import read_record, replay


def run(arguments: argparse.Namespace) -> int:
    text = read_input() if arguments.file == "-" else read_file(arguments.file)
    game = load(arguments.game) if arguments.game is not None else None
    changed: list[str] = []
    try:
        session = replay(text, game, changed.append)
        if changed:
            raise UsageError(changed[0])
    except UsageError as error:
        if arguments.json:
            print(json.dumps({"ok": False, "line": error.line, "message": str(error)}))
        else:
            print(f"kiln: {arguments.file}: {error}", file=sys.stderr)
        return 1
    facts = {"rules": session.game.rules_hash, "moves": len(session.history), "over": session.over, "fingerprint": session.fingerprint}
    if arguments.json:
        print(json.dumps({"ok": True, **facts}))
        return 0
    print(f"rules        {session.game.rules_hash}: the same")
    if session.fingerprint is not None:
        print(f"fingerprint  {session.fingerprint}: made from the secret")
    checked = len(read_record(text).checks)
    print(f"moves        {facts['moves']}: all legal" + (f"; {checked} states recorded, all the same" if checked else ""))
    print(f"result       {session.result}" if session.result is not None else "result       none yet: the game is not over")
    return 0
