"""Whether every named part of the rules is used. Loading reports those that are not (K622); here they decide the verdict."""

from __future__ import annotations

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.model.structure.unused import unused


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(unused(subject.game)))


CHECK = Check("parts-used", "Every phase is done, every action offered, every function and payment used", run, ("K622",))
