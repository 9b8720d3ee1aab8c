"""A condition that does not hold in a session → what was expected of which part of it, and what is there instead, in words."""

from __future__ import annotations

from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import types as t
from kilnscript.session.session import Session


def unmet(session: Session, condition: x.Expression) -> tuple[str, str]:
    """(expected, found): of an `and` its first part that does not hold, as the author wrote it; of a comparison the values that met."""
    match condition:
        case x.Logical(operator="and"):
            return unmet(session, condition.right if holds(session, condition.left) else condition.left)
        case x.Same() | x.Comparison():
            found = told(session, condition.left)
            if not constant(condition.right):
                found += f", beside {told(session, condition.right)}"
            return written(session, condition.span), found
        case x.Contains():
            return written(session, condition.span), f"{told(session, condition.item)}, beside {told(session, condition.collection)}"
        case x.StateTest():
            return written(session, condition.span), f"{condition.state if condition.negated else contents(session, condition.operand)}"
        case _:
            return written(session, condition.span), "no"


def holds(session: Session, condition: x.Expression) -> bool:
    return bool(session.program.evaluate(condition, session.state))


def constant(value: x.Expression) -> bool:
    """Written out, so that telling its value would only repeat it."""
    return type(value).__name__.endswith("Literal")


def told(session: Session, value: x.Expression) -> str:
    """A value in a sentence."""
    found = session.program.evaluate(value, session.state)
    if isinstance(value.type, t.YesNo):
        return "yes" if found else "no"
    return session.words.texts.say(found, value.type, session.state)


def contents(session: Session, operand: x.Expression) -> str:
    """What lies in a place that is not as empty or full as expected: ``2 of 5: R7 B4``."""
    if not isinstance(operand.type, t.Place):
        return told(session, operand)
    info = session.program.world.places[session.program.evaluate(operand, session.state)]
    pieces = session.program.contents(session.state, info.number)
    words = " ".join(session.views.word(session.state, piece) for piece in pieces)
    room = f" of {len(info.cells)}" if info.cells else ""
    return f"{len(pieces)}{room}" + (f": {words}" if words else "")


def written(session: Session, span: Span) -> str:
    """As it stands in the rule files, on one line."""
    lines = session.game.sources.get(span.file, "").split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return str(span)
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())
