"""Lists what the referee looks at for somebody who may not: every use of `referee(…)`. (Loading notes each of them as K703.)"""

from __future__ import annotations

from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.model import expressions as x


def run(subject: Subject) -> Outcome:
    uses = [node for body in subject.bodies() for node in walk(body) if isinstance(node, x.Referee)]
    points = tuple(OpenPoint("what `referee` tells the seat", node.span) for node in uses)
    return Outcome((), points, "a look at each use of `referee`")


CHECK = Check("nothing-secret-decides", "No choice depends on what the seat that chooses may not see", run, ("K703",))
