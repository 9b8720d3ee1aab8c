"""`kiln diagram GAME`."""

from __future__ import annotations

import argparse

from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    from kilnscript.publish.diagram import dot

    print(dot(load(arguments.game).model), end="")
    return 0
