"""Whether every `must` without `otherwise` always has a legal choice."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.legal import Legal
from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import shown
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import statements as st


def run(subject: Subject) -> Outcome:
    legal = Legal(subject)
    findings: list[Diagnostic] = []
    undecided: list[OpenPoint] = []
    for where, decision in decisions(subject):
        if decision.mode != "must" or decision.otherwise is not None:
            continue
        if legal.never(decision):
            hint = "offer something that can be done, or add `otherwise: …`"
            findings.append(Diagnostic("K920", "nothing can ever be chosen here", decision.who.span, hint))
        elif (setting := legal.never_at(decision)) is not None:
            message = f"nothing can be chosen here with {shown(setting)}"
            hint = "let some offer apply there, add `otherwise: …`, or bar that combination (`players:` and `otherwise:` of an option)"
            findings.append(Diagnostic("K921", message, decision.who.span, hint))
        elif not legal.always(decision):
            undecided.append(OpenPoint(f"a legal choice in {where}", decision.who.span))
    return Outcome(tuple(findings), tuple(undecided), "play-outs, or an `otherwise:` that says what happens when nothing is legal")


def decisions(subject: Subject) -> Iterator[tuple[str, st.Decision]]:
    game = subject.game
    parts = [("setup", game.setup), ("play", game.play)]
    parts += [(f"the phase `{name}`", phase.block) for name, phase in game.phases.items()]
    parts += [(f"the action `{name}`", action.block) for name, action in game.actions.items()]
    for where, block in parts:
        for node in walk(block):
            if isinstance(node, st.Decision):
                yield where, node


CHECK = Check("always-a-choice", "Every `must` without `otherwise` has a legal choice whenever it is asked", run, ("K920", "K921"))
