"""Whether every pattern can be made at all: a group needs as many different values as pieces, a run as many in a row."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import declarations as d
from kilnscript.model import types as t


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(found(subject)))


def found(subject: Subject) -> Iterator[Diagnostic]:
    for pattern in subject.game.declarations.patterns.values():
        apart = [*pattern.different] + ([pattern.consecutive] if pattern.consecutive and not pattern.wraps else [])
        for name in apart:
            most = values(subject, pattern, name)
            if most is None:
                continue
            if pattern.wild is not None and name in pattern.different:
                continue  # several wild pieces may stand for the same
            if pattern.least > most:
                what = f"`{name}` has {most} values only"
                yield Diagnostic(
                    "K934",
                    f"nothing matches `{pattern.name}`: it takes {pattern.least} pieces, and {what}",
                    pattern.span,
                    f"write `size: {most}`, or declare more values of `{name}`",
                )
                break
            if pattern.most > most and name in pattern.different:
                message = f"`{pattern.name}` never has {pattern.most} pieces: `{name}` has {most} values only"
                yield Diagnostic("K934", message, pattern.span, f"write `size: {pattern.least}..{most}`")
                break


def values(subject: Subject, pattern: d.Pattern, name: str) -> int | None:
    """How many values an attribute can have; none is not one of them."""
    component = subject.game.declarations.components[pattern.component]
    of = component.has.get(name) or component.changes.get(name)
    if isinstance(of, t.Optional):
        of = of.item
    if isinstance(of, t.Kind):
        return len(subject.game.declarations.kinds[of.name].members)
    if isinstance(of, t.Number):
        low, high = subject.settings.bounds(of)
        return None if low is None or high is None else high - low + 1
    return None


CHECK = Check("patterns-possible", "Every pattern can be made", run, ("K934",))
