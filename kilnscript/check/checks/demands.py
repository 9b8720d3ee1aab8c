"""Whether what rules demand can be met and can fail: every `require` and `ensure` is decided as far as settings and ranges go."""

from __future__ import annotations

from typing import Any

from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import TooMany
from kilnscript.check.sizes import Range, Sizes
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t


def run(subject: Subject) -> Outcome:
    demands = Demands(subject)
    findings: list[Diagnostic] = []
    undecided: list[OpenPoint] = []
    for body in subject.bodies():
        for node in walk(body):
            if not isinstance(node, (st.Require, st.Ensure)):
                continue
            word = "require" if isinstance(node, st.Require) else "ensure"
            span = node.condition.span
            try:
                found = demands.value(node.condition)
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


class Demands:
    def __init__(self, subject: Subject) -> None:
        self.settings = subject.settings
        self.sizes = Sizes(subject)

    def value(self, e: x.Expression) -> bool | None:
        """Whether a condition is always yes, always no, or neither is shown. Raises TooMany."""
        settled = self.settings.ever(e)
        if settled == {True}:
            return True
        if settled == {False}:
            return False
        return self.form(e)

    def form(self, e: x.Expression) -> bool | None:
        match e:
            case x.Convert():
                return self.value(e.value)
            case x.Not():
                inner = self.value(e.operand)
                return None if inner is None else not inner
            case x.Logical():
                decides = e.operator == "or"  # one side with this value settles the whole
                sides = (self.value(e.left), self.value(e.right))
                if decides in sides:
                    return decides
                return None if None in sides else not decides
            case x.Comparison() if numbers(e.left, e.right):
                found = compared(e.operator, self.sizes.range(e.left), self.sizes.range(e.right))
                # With none on either side a comparison is no, so that a range shows a yes only where none cannot be.
                return None if found and (optional(e.left) or optional(e.right)) else found
            case x.Same() if numbers(e.left, e.right) and not (optional(e.left) and optional(e.right)):
                apart = compared("<", self.sizes.range(e.left), self.sizes.range(e.right)) or compared(
                    ">", self.sizes.range(e.left), self.sizes.range(e.right)
                )
                return e.negated if apart else None
            case _:
                return None


def compared(operator: str, left: Range, right: Range) -> bool | None:
    """A comparison of any number of one range with any of the other."""
    if operator in (">", ">="):
        left, right, operator = right, left, operator.replace(">", "<")
    strict = operator == "<"
    if left[1] is not None and right[0] is not None and (left[1] < right[0] if strict else left[1] <= right[0]):
        return True
    if left[0] is not None and right[1] is not None and (left[0] >= right[1] if strict else left[0] > right[1]):
        return False
    return None


def numbers(*sides: x.Expression) -> bool:
    return all(isinstance(bare(side).type, t.Number) or isinstance(item(bare(side).type), t.Number) for side in sides)


def optional(e: x.Expression) -> bool:
    return isinstance(bare(e).type, t.Optional)


def bare(e: x.Expression) -> x.Expression:
    while isinstance(e, x.Convert):
        e = e.value
    return e


def item(found: Any) -> Any:
    return found.item if isinstance(found, t.Optional) else found


CHECK = Check("demands-matter", "No requirement is settled by options, player counts and ranges alone", run)
