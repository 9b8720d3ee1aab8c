"""K972: what the rules say is `always` so is not."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.explore.checks.look import Look, PlayCheck
from kilnscript.explore.problems import Problem


def run(look: Look) -> Iterator[Problem]:
    """After every move that counts: not within a transaction, nor while choices of others are awaited."""
    state, program = look.state, look.table.program
    if state.start is not None or state.chosen:
        return
    steps = state.steps
    for invariant in program.game.invariants:
        if not program.evaluate(invariant.condition, state):
            reason = look.table.words.texts.render(invariant.reason, state, {})
            yield look.problem(
                "K972",
                f"`always {invariant.name}` does not hold: {reason}",
                invariant.condition.span,
                "mend the rule that breaks it, or say more exactly what always holds",
            )
    state.steps = steps


CHECK = PlayCheck("invariants", "What the rules say is `always` so is so.", ("K972",), run, every=True)
