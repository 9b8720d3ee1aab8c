"""`kiln check GAME`."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from kilnscript.cli.failures import findings, only_no_game
from kilnscript.diagnostics import Severity

if TYPE_CHECKING:
    from kilnscript.check import Verdict
    from kilnscript.explore import Exploration


def run(arguments: argparse.Namespace) -> int:
    """0 when there is nothing to mend; notes alone are fine."""
    from kilnscript.diagnostics.render import render_json, summary
    from kilnscript.model.load import load_model

    loaded = load_model(arguments.game)
    found = tuple(loaded.diagnostics)
    verdicts: tuple[Verdict, ...] = ()
    played: Exploration | None = None
    if loaded.game is not None:
        from kilnscript.check import check_game

        report = check_game(loaded.game, loaded.sources.texts)
        found += tuple(f for f in report.findings if f not in found)
        verdicts = report.verdicts
        if not any(f.severity is Severity.ERROR for f in found):
            from kilnscript.cli import exploring

            if exploring.wanted(arguments):
                from kilnscript.session.game import Game

                played = exploring.explored(arguments, Game(loaded.game, loaded.sources.texts, tuple(loaded.diagnostics)))
                found += tuple(f.diagnostic for f in played.findings)
                verdicts += played.verdicts
    bad = any(f.severity is not Severity.NOTE for f in found)
    if arguments.json:
        data = {"ok": not bad, "summary": summary(found), "findings": render_json(found), "verdicts": [plain(v) for v in verdicts]}
        print(json.dumps(data, ensure_ascii=False))
        return 1 if bad else 0
    if found:
        findings(found, loaded.sources.texts)
    if played is not None:
        exploring.say_records(played, arguments)
    for v in verdicts:
        more = v.settle or v.extent
        print(f"{v.status:<8} {v.property}" + (f" ({more})" if more else ""))
        for point in v.open:
            print(f"         {point.span}: {point.text}")
    sys.stdout.flush()
    undecided = sum(v.status == "open" for v in verdicts)
    more = f", {undecided} question{'s' if undecided != 1 else ''} open: only play would tell" if undecided else ""
    print(summary(found) + more, file=sys.stderr if bad else sys.stdout)
    return 2 if only_no_game(found) else 1 if bad else 0


def plain(v: Verdict) -> dict[str, Any]:
    return {
        "check": v.check,
        "property": v.property,
        "status": v.status,
        "settle": v.settle,
        "open": [{"text": point.text, "file": point.span.file, "line": point.span.line, "column": point.span.column} for point in v.open],
        "findings": v.findings,
        "extent": v.extent,
    }
