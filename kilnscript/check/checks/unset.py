"""Whether everything that is read also changes: variables, changing attributes of pieces, and places, which something has to fill."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from kilnscript.check.report import Check, Outcome
from kilnscript.check.same import key
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import declarations as d
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

CONSTANT = (
    x.NumberLiteral, x.YesNoLiteral, x.NoneLiteral, x.MemberLiteral, x.SeatLiteral, x.DirectionLiteral, x.AxisLiteral, x.NotationLiteral,
    x.ListLiteral,
)  # fmt: skip


def run(subject: Subject) -> Outcome:
    changes = Changes(subject)
    return Outcome((*variables(subject, changes), *attributes(subject, changes), *places(subject, changes)))


class Changes:
    """What the rules set: ``variables`` and ``attributes`` with the values set (None: some value), ``filled`` places (None: all)."""

    def __init__(self, subject: Subject) -> None:
        self.variables: dict[str, list[x.Expression | None]] = defaultdict(list)
        self.attributes: set[str] = set()
        self.filled: set[str] | None = set()
        for node in walk(tuple(subject.bodies())):
            self.see(node, subject)

    def see(self, node: Any, subject: Subject) -> None:
        match node:
            case st.SetVariable():
                self.variables[node.target.name].append(node.value)
            case st.Pick():
                self.variables[node.target.name].append(None)
            case st.Note() | st.ClearTally():
                self.variables[node.tally.name].append(None)
            case st.Way(at_most=counted) if counted is not None:
                for part in walk((node.effects, counted)):
                    if isinstance(part, x.Variable):
                        self.variables[part.name].append(None)
            case st.SetPieceValue():
                self.attributes.add(node.target.attribute)
            case st.Roll():
                self.attributes.update(c.rolls for c in subject.game.declarations.components.values() if c.rolls is not None)
            case st.MovePieces() | st.Draw():
                for destination in node.destinations:
                    self.fill(destination.type)
            case st.MoveTokens():
                self.fill(node.destination.type)
            case st.Slide():
                self.fill(node.arrow.type)
                self.fill(node.out.type)
            case st.Mark():
                self.fill(node.cells.type)
            case st.PassOn():
                self.fill(node.to.type)
            case st.CloseUp() | st.Shuffle():
                pass
            case _:
                pass

    def fill(self, of: t.Type) -> None:
        """Places that a destination may be. A type that does not tell the place stands for all."""
        while isinstance(of, (t.Optional, t.SetOf, t.ListOf)):
            of = of.item
        name = of.name if isinstance(of, t.Place) else of.place if isinstance(of, (t.Cell, t.Line, t.Arrow)) else None
        if name is None:
            self.filled = None
        elif self.filled is not None:
            self.filled.add(name)


def variables(subject: Subject, changes: Changes) -> Iterator[Diagnostic]:
    """A start by key makes a variable a list of constants, which may stay as they are."""
    for variable in subject.game.declarations.variables.values():
        if variable.name not in subject.uses.variables or not (variable.start is None or isinstance(variable.start, CONSTANT)):
            continue
        values = changes.variables.get(variable.name)
        if values is None:
            what = "noted in" if isinstance(variable.type, t.TallyOf) else "set"
            message = f"the variable `{variable.name}` is read, and no rule ever {'notes anything' if what == 'noted in' else 'sets it'}"
            hint = "a rule that changes it is missing; what never changes is a table with `number`, or an option"
            yield Diagnostic("K904", message, variable.span, hint)
        elif variable.start is not None and all(same_constant(variable.start, value) for value in values):
            message = f"the variable `{variable.name}` never changes: every rule sets it to the value that it starts with"
            yield Diagnostic("K904", message, variable.span, "a rule that gives it another value is missing")


def same_constant(start: x.Expression, value: x.Expression | None) -> bool:
    while isinstance(value, x.Convert):
        value = value.value
    while isinstance(start, x.Convert):
        start = start.value
    if isinstance(start, x.NoneLiteral) and isinstance(value, x.NoneLiteral):
        return True
    return isinstance(value, CONSTANT) and key(start) == key(value)


def attributes(subject: Subject, changes: Changes) -> Iterator[Diagnostic]:
    declared, uses = subject.game.declarations, subject.uses
    for component in declared.components.values():
        for name in component.changes:
            given = any(name in pieces.values or name in pieces.each for pieces in component.sets) or laid_out(declared, component)
            if component.name in uses.components and name in uses.attributes and name not in changes.attributes and not given:
                message = f"the attribute `{name}` of `{component.name}` is read, and no rule ever sets it"
                yield Diagnostic("K904", message, component.span, f"assign it (`{component.name}.{name} = …`), or list it under `has`")


def laid_out(declared: d.Declarations, component: d.Component) -> bool:
    return bool(component.letters) and any(place.start and component.name in place.holds for place in declared.places.values())


def places(subject: Subject, changes: Changes) -> Iterator[Diagnostic]:
    if changes.filled is None:
        return
    for place in subject.game.declarations.places.values():
        if place.shape in ("box", "supply") or place.name not in subject.uses.places:
            continue
        if place.start is None and place.name not in changes.filled:
            message = f"nothing is ever {'marked' if place.marks else 'put'} in the place `{place.name}`, so it is always empty"
            yield Diagnostic("K905", message, place.span, "a rule that fills it is missing; or give it a `start:`")


CHECK = Check("values-change", "Every variable, changing attribute and place that is read is also set or filled", run, ("K904", "K905"))
