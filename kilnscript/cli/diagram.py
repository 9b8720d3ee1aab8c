"""`kiln diagram GAME [--phase PHASE]`."""

from __future__ import annotations

import argparse
from difflib import get_close_matches

from kilnscript.session.errors import UsageError
from kilnscript.session.game import load


def run(arguments: argparse.Namespace) -> int:
    from kilnscript.publish.diagram import dot

    model = load(arguments.game).model
    phase = arguments.phase
    if phase is not None and phase not in model.phases:
        near = get_close_matches(phase, model.phases, 1)
        known = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(f'`{name}`' for name in model.phases) or 'none'}"
        raise UsageError(f"{arguments.game} has no phase `{phase[:40]}`; {known}")
    print(dot(model, phase), end="")
    return 0
