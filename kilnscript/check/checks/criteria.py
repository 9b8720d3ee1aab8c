"""Whether every criterion of the ranking looks at the seat that is ranked: one that does not is the same for all."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(level(subject)))


def level(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    for item in game.rank:
        reads = any(
            isinstance(node, x.CurrentPlayer) or (isinstance(node, x.FunctionCall) and game.functions[node.function].uses_player)
            for node in walk(item.value)
        )
        if not reads:
            yield Diagnostic(
                "K964", "this criterion is the same for every seat", item.span, "read it for `player`, the seat that is ranked"
            )


CHECK = Check("criteria-differ", "Every criterion of the ranking can tell seats apart", run, ("K964",))
