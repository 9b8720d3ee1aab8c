"""Whether everything that is chosen, named or worked out makes a difference: what does not was mostly meant to be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.check.report import Check, Outcome
from kilnscript.check.same import key
from kilnscript.check.subject import Subject
from kilnscript.check.trees import children, walk, without_texts
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t


def run(subject: Subject) -> Outcome:
    return Outcome((*choices(subject), *names(subject), *sums(subject)))


def choices(subject: Subject) -> Iterator[Diagnostic]:
    """A choice that is only told in the log is no choice. One that a requirement or a later choice reads may be there for that."""
    for action in subject.game.actions.values():
        domains = tuple(parameter.domain for parameter in action.parameters)
        read = locals_in((domains, action.when, action.block), without_texts)
        for parameter in action.parameters:
            if parameter.name not in read:
                message = f"what is chosen as `{parameter.name}` changes nothing"
                yield Diagnostic("K906", message, action.span, f"use `{parameter.name}` in what `{action.name}` does, or take it out")


def names(subject: Subject) -> Iterator[Diagnostic]:
    """What a phase works out may be read by the actions that it offers."""
    actions = [(dict(action.scope), locals_in(action, children)) for action in subject.game.actions.values()]
    for body in subject.bodies():
        read = locals_in(body, children)
        for node in walk(body):
            if (
                isinstance(node, st.Let)
                and node.name not in read
                and not any(node.name in scope and node.name in of for scope, of in actions)
            ):
                yield Diagnostic("K907", f"`{node.name}` is never read", node.span, "use it, or take the line out")
        for name, _ in body.parameters if isinstance(body, st.Function) else ():
            if name not in read:
                message = f"the function `{body.name}` never reads its `{name}`"
                yield Diagnostic("K907", message, body.span, "use it, or take it out where it is declared and where it is given")


def locals_in(tree: Any, below: Any) -> set[str]:
    return {node.name for node in walk(tree, below) if isinstance(node, x.Local)}


def sums(subject: Subject) -> Iterator[Diagnostic]:
    for body in subject.bodies():
        for node in walk(body):
            match node:
                case x.Arithmetic(type=t.Number()) if useless(node):
                    yield Diagnostic("K908", "this is the same without its constant", node.span, "write another number, or the value alone")
                case st.SetVariable() if key(node.target) == key(node.value):
                    yield Diagnostic(
                        "K908", f"`{node.target.name}` is set to what it is", node.span, "set it to something else, or take the line out"
                    )


def useless(sum_: x.Arithmetic) -> bool:
    match sum_.operator:
        case "+":
            return is_number(sum_.left, 0) or is_number(sum_.right, 0)
        case "-":
            return is_number(sum_.right, 0)
        case "*":
            return is_number(sum_.left, 1) or is_number(sum_.right, 1)
        case _:
            return is_number(sum_.right, 1)


def is_number(e: x.Expression, value: int) -> bool:
    return isinstance(e, x.NumberLiteral) and e.value == value


CHECK = Check("nothing-idle", "Everything that is chosen, named or worked out makes a difference", run, ("K906", "K907", "K908"))
