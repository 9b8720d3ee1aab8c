"""`kiln verify RECORD`: works a record out again from its seed or secret, offline, and says what does not fit."""

from __future__ import annotations

import argparse
import json

from kilnscript.cli.replay import played_again, record_of
from kilnscript.session.record import read_record


def run(arguments: argparse.Namespace) -> int:
    text = record_of(arguments)
    session = played_again(arguments, text, [], strict=True)
    if session is None:
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
