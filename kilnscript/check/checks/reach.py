"""Whether play can come to every statement: what stands behind an end or an endless loop is never reached."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.passing import Passing
from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import statements as st


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(statements(subject)))


def statements(subject: Subject) -> Iterator[Diagnostic]:
    passing = Passing(subject.game)
    for body in subject.bodies():
        for node in walk(body, passing.live):
            if not isinstance(node, st.Block):
                continue
            last = passing.stop(node)
            if last is not None and last + 1 < len(node.statements):
                stop = node.statements[last]
                label = Label(stop.span, why(stop))
                yield Diagnostic(
                    "K910", "play never comes here", node.statements[last + 1].span, "take it out, or let it come before", (label,)
                )


def why(stop: st.Statement) -> str:
    match stop:
        case st.EndGame():
            return "the game ends here"
        case st.Result():
            return "the function is left here"
        case st.TakeTurns() | st.RepeatUntil():
            return "nothing ends this loop but the end of the game"
        case st.Do():
            return f"`{stop.phase}` is left only by the end of the game"
        case _:
            return "every way through this ends the game or stays in it"


CHECK = Check("everything-reached", "Play can come to every statement", run, ("K910",))
