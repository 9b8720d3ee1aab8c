"""The exploring part of `kiln check`, for a mutant: a game comes in, the first thing that goes wrong in play comes out, or None."""

from __future__ import annotations

import time

from kilnscript.diagnostics import Severity
from kilnscript.engine.faults import NotSupported
from kilnscript.explore import explore
from kilnscript.session.game import Game
from tests.mutants.edits import one_line


def explored(game: Game, seconds: float) -> str | None:
    """``seconds``: of the processor, so that a busy machine finds as much as an idle one."""
    try:
        found = explore(game, seconds, clock=time.process_time).findings
    except NotSupported as error:
        return one_line(str(error))
    bad = [finding.diagnostic for finding in found if finding.diagnostic.severity is not Severity.NOTE]
    return f"{bad[0].code} {one_line(bad[0].message)}" if bad else None
