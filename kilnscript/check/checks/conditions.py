"""Whether every condition can hold: those that options and player count decide are tried at every setting, others by ranges and form."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.decided import Decided
from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import TooMany
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x
from kilnscript.model import statements as st

LOOSE = "correct the condition, or drop it and keep what it guards"


def run(subject: Subject) -> Outcome:
    decided = Decided(subject)
    findings: list[Diagnostic] = []
    undecided: list[OpenPoint] = []
    for body in subject.bodies():
        for condition, what, node in conditions(body):
            try:
                values = subject.settings.ever(condition)
            except TooMany:
                undecided.append(OpenPoint(f"{what} depends on more settings than are tried", condition.span))
                continue
            settled = values in ({False}, {True})
            found = values == {True} if settled else decided.form(condition)
            when = "at every choice of options" if settled else "whatever happens"
            if found is False:
                message = f"{what} never applies: its condition is no {when}"
                findings.append(Diagnostic("K912", message, condition.span, "correct the condition, or take out what it guards"))
            elif found is True and isinstance(node, st.If) and node.otherwise is not None:
                findings.append(Diagnostic("K913", f"this `else` never applies: the condition is yes {when}", condition.span, LOOSE))
            elif found is True and not settled and not isinstance(node, st.RepeatUntil):
                findings.append(Diagnostic("K913", "this condition decides nothing: it is yes whatever happens", condition.span, LOOSE))
    return Outcome(tuple(findings), tuple(undecided), "fewer option values, or play-outs at the settings in question")


def conditions(body: object) -> Iterator[tuple[x.Expression, str, object]]:
    for node in walk(body):
        match node:
            case st.Rule(when=condition) if condition is not None:
                yield condition, f"the rule `{node.name}`", node
            case st.If():
                yield node.condition, "this part", node
            case st.OfferAction(when=condition) if condition is not None:
                yield condition, f"this offer of `{node.action}`", node
            case st.Action(when=condition) if condition is not None:
                yield condition, f"the action `{node.name}`", node
            case st.Way(when=condition) if condition is not None:
                yield condition, f"this way of paying, `{node.name}`,", node
            case st.RepeatUntil() if not isinstance(node.until, x.YesNoLiteral):
                yield node.until, "the end of this loop", node
            case st.EndWatch():
                yield node.when, f"`end game {node.name}`", node
            case _:
                pass


CHECK = Check("conditions-hold", "No condition is ruled out by options, player counts, ranges and form alone", run, ("K912", "K913"))
