"""Whether moves can be told apart as they are written: a notation has to name every choice that nothing else settles."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as x
from kilnscript.model import statements as st


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(found(subject)))


def found(subject: Subject) -> Iterator[Diagnostic]:
    for action in subject.game.actions.values():
        if action.written is None:
            continue
        named = {node.name for node in walk(action.written) if isinstance(node, x.Local)}
        for parameter in action.parameters:
            if parameter.printed and parameter.name not in named and several(parameter):
                message = f"moves that differ in `{parameter.name}` only are written alike"
                label = Label(parameter.span, "chosen here")
                hint = f"put `{{{parameter.name}}}` into the notation"
                yield Diagnostic("K946", message, action.written.span, hint, (label,))


def several(parameter: st.Parameter) -> bool:
    """Whether there can be a choice at all: not where a single item is listed."""
    source = parameter.domain.source
    while isinstance(source, x.Convert):
        source = source.value
    single = isinstance(source, x.ListLiteral) and len(source.items) <= 1
    return not (single and parameter.domain.mode in ("one", "count", "order"))


CHECK = Check("moves-told-apart", "Every notation names what was chosen", run, ("K946",))
