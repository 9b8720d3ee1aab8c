"""Whether what rules demand can be met and can fail: every `require` and `ensure` is decided as far as settings and ranges go."""

from __future__ import annotations

from kilnscript.check.decided import Decided
from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import TooMany
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import statements as st


def run(subject: Subject) -> Outcome:
    decided = Decided(subject)
    findings: list[Diagnostic] = []
    undecided: list[OpenPoint] = []
    for body in subject.bodies():
        for node in walk(body):
            if not isinstance(node, (st.Require, st.Ensure)):
                continue
            word = "require" if isinstance(node, st.Require) else "ensure"
            span = node.condition.span
            try:
                found = decided.value(node.condition)
            except TooMany:
                undecided.append(OpenPoint(f"this `{word}` depends on more settings than are tried", span))
                continue
            if found is True:
                message = f"this `{word}` never refuses: its condition is yes whatever happens"
                findings.append(Diagnostic("K950", message, span, "drop it, or compare with what it was meant to look at"))
            elif found is False:
                message = f"this `{word}` refuses every move: its condition is no whatever happens"
                findings.append(Diagnostic("K951", message, span, "correct the condition, or drop the action"))
    return Outcome(tuple(findings), tuple(undecided), "fewer option values, or play-outs at the settings in question")


CHECK = Check("demands-matter", "No requirement is settled by options, player counts and ranges alone", run, ("K950", "K951"))
