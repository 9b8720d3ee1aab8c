"""Whether everything that changes is also read: variables, and attributes of pieces and members."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import types as t


def run(subject: Subject) -> Outcome:
    return Outcome((*variables(subject), *attributes(subject)))


def variables(subject: Subject) -> Iterator[Diagnostic]:
    for variable in subject.game.declarations.variables.values():
        if variable.name not in subject.uses.variables:
            message = f"the variable `{variable.name}` is never read"
            yield Diagnostic("K902", message, variable.span, "read it in a condition, or take it out together with the lines that set it")


def attributes(subject: Subject) -> Iterator[Diagnostic]:
    """Plain text may be there to be looked at; anything else should make a difference."""
    declared, uses = subject.game.declarations, subject.uses
    for component in declared.components.values():
        for name, of in (*component.has.items(), *component.changes.items()):
            if component.name in uses.components and name not in uses.attributes and not isinstance(of, t.Text) and component.rolls != name:
                message = f"the attribute `{name}` of `{component.name}` is never read"
                yield Diagnostic("K903", message, component.span, f"read it as `{component.name}.{name}`, or take it out")
    for kind in declared.kinds.values():
        for name, of in kind.attributes.items():
            if kind.name in uses.kinds and name not in uses.member_attributes and not isinstance(of, t.Text):
                message = f"the attribute `{name}` of the kind `{kind.name}` is never read"
                yield Diagnostic("K903", message, kind.span, f"read it as `{kind.name}.{name}`, or take it out")


CHECK = Check("unread-values", "Every variable and every attribute is read somewhere", run, ("K902", "K903"))
