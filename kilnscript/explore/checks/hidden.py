"""K979: what a seat is told depends on what it cannot see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kilnscript.bots.guess import guess, secrets
from kilnscript.engine.faults import Fault
from kilnscript.engine.state import State
from kilnscript.explore.checks.copies import differs
from kilnscript.explore.checks.look import Look, PlayCheck
from kilnscript.explore.problems import Problem
from kilnscript.session.view import deciders


def run(look: Look) -> Iterator[Problem]:
    """For every seat everything that it cannot see is drawn anew; what it is shown has to stay the same."""
    program, state = look.table.program, look.state
    hidden = secrets(program)
    if not hidden.places and not hidden.variables:
        return
    for seat in range(program.players):
        other = guess(program, state, seat, look.chance)
        try:
            one, two = received(look, state, seat), received(look, other, seat)
        except Fault:
            continue
        if one != two:
            yield look.problem(
                "K979",
                f"what seat {seat + 1} is shown changes with what it cannot see{differs(one, two)}",
                look.span,
                "let the rule read only what the seat sees, or say with `sees` that it may see it",
            )
            return


def received(look: Look, state: State, seat: int) -> dict[str, Any]:
    """Everything a seat (from 0) is shown: its view, and its moves where it decides."""
    program, state = look.table.program, state.copy()
    found = look.table.views.view(state, seat)
    if seat in deciders(state) and state.decision >= 0:
        state.player = seat
        state.steps = 0
        moves = program.at_decision(state)
        found["moves"] = [look.table.words.notation(state, move) for move in moves[:300]]
    return dict(json.loads(json.dumps(found)))


CHECK = PlayCheck("hidden", "What a seat is told does not depend on what it cannot see.", ("K979",), run)
