"""K971 in what is said and judged beside the rules: labels, notes to the seat that decides, and the hint for bots."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.explore.checks.look import Look, PlayCheck
from kilnscript.explore.problems import Problem
from kilnscript.session.moves import Move

MOST_LABELS = 20


def run(look: Look) -> Iterator[Problem]:
    """Nothing to say: a fault in one of them is raised, and reported like any other. What they use of the rules counts as used."""
    program, state = look.table.program, look.state
    if program.game.bot_hint is not None:
        saved = state.player
        for seat in range(program.players):
            state.player = seat
            program.evaluate(program.game.bot_hint.value, state)
        state.player = saved
    session = look.table.session(state)
    session.notes  # noqa: B018
    for move in look.chance.sample(look.moves, min(MOST_LABELS, len(look.moves))):
        Move(look.table.words, state, move, look.seat + 1).label  # noqa: B018
    yield from ()


CHECK = PlayCheck("texts", "Labels, notes and the hint for bots can be worked out everywhere.", ("K971",), run)
