"""`kiln session`: JSON lines."""

from __future__ import annotations

import argparse

from kilnscript.play import lines


def run(arguments: argparse.Namespace) -> int:
    return lines.serve()
