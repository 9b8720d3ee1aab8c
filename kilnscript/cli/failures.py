"""Runs a verb and turns what it raises into messages and exit statuses."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from os import environ

from kilnscript.diagnostics import Diagnostic
from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.session.errors import MoveError, RuleErrors, UsageError

NO_GAME = ("K080", "K081", "K082")  # nothing of that name, or no folder: the command is wrong, not the rules


def carried_out(arguments: argparse.Namespace) -> int:
    """Runs ``kilnscript.cli.VERB.run`` and returns its status; what went wrong is said on standard error."""
    verb = import_module(f"kilnscript.cli.{arguments.verb}")
    try:
        return int(verb.run(arguments))
    except RuleErrors as error:
        findings(error.diagnostics, error.sources)
        return 2 if only_no_game(error.diagnostics) else 1
    except (NotSupported, Fault) as error:
        findings([error.diagnostic], getattr(error, "sources", {}))
        return 1
    except MoveError as error:
        print(f"kiln: {error}", file=sys.stderr)
        return 1
    except UsageError as error:
        print(f"kiln: {error}", file=sys.stderr)
        return 2


def only_no_game(found: Iterable[Diagnostic]) -> bool:
    codes = {finding.code for finding in found}
    return bool(codes) and codes <= set(NO_GAME)


def findings(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]) -> None:
    from kilnscript.diagnostics.render import render_text

    color = sys.stderr.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    width = shutil.get_terminal_size((100, 24)).columns if sys.stderr.isatty() else 100
    sys.stdout.flush()
    print(render_text(diagnostics, sources, color, width).rstrip("\n"), file=sys.stderr)


def read_settings(given: Iterable[str]) -> dict[str, str]:
    """``["target=14"]`` -> {"target": "14"}. Raises UsageError."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"`--option {text}` wants a name and a value, like target=14")
        if name.strip() in found:
            raise UsageError(f"option `{name.strip()}` is given twice")
        found[name.strip()] = value.strip()
    return found
