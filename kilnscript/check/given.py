"""What a phase or an action is given: a part of the rules comes in, the ranges of its numbers and of how many were chosen go out."""

from __future__ import annotations

from typing import Any

from kilnscript.check.sizes import Range, Sizes, either
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

DEEP = 3  # phases that hand a number on


class Given:
    """Puts what is known of the parameters of a part into ``sizes``."""

    def __init__(self, subject: Subject, sizes: Sizes) -> None:
        self.sizes = sizes
        self.calls: dict[str, list[tuple[Any, tuple[x.Expression, ...]]]] = {}
        for body in subject.bodies():
            for node in walk(body):
                if isinstance(node, (st.Do, st.Later)):
                    self.calls.setdefault(node.phase, []).append((body, node.arguments))

    def enter(self, part: Any, deep: int = 0) -> None:
        self.sizes.numbers, self.sizes.items = {}, {}
        match part:
            case st.Action():
                self.sizes.items = {parameter.name: self.chosen(parameter.domain) for parameter in part.parameters}
            case st.Phase() if deep < DEEP:
                self.sizes.numbers = self.handed(part, deep)
                self.sizes.items = {}
            case _:
                pass

    def chosen(self, domain: st.Domain) -> Range:
        """How many are chosen; of a single thing, how many items it has, which is not known."""
        if domain.mode == "one":
            return (0, None)
        return (1 if domain.mode == "some" else 0, self.sizes.most(domain.source))

    def handed(self, phase: st.Phase, deep: int) -> dict[str, Range]:
        """Of each number, the range over everything that does the phase."""
        found: dict[str, Range] = {}
        for position, (name, of) in enumerate(phase.parameters):
            if not isinstance(of, t.Number):
                continue
            for body, arguments in self.calls.get(phase.name, ()):
                self.enter(body, deep + 1)
                each = self.sizes.range(arguments[position])
                found[name] = either(found[name], each) if name in found else each
        return found
