"""`kiln explain CODE`."""

from __future__ import annotations

import argparse

from kilnscript.diagnostics.catalogue import CATALOGUE
from kilnscript.diagnostics.render import explain
from kilnscript.session.errors import UsageError, did_you_mean


def run(arguments: argparse.Namespace) -> int:
    text = explain(arguments.code)
    if text is None:
        names = [*CATALOGUE, *(entry.name for entry in CATALOGUE.values())]
        raise UsageError(f"there is no finding `{arguments.code[:40]}`{did_you_mean(arguments.code, names)}")
    print(text, end="")
    return 0
