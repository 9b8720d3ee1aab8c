"""Whether what rules look up in a table can lie outside its keys, where a missing row would stop the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.check.given import Given
from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import TooMany
from kilnscript.check.sizes import Range, Sizes
from kilnscript.check.subject import Subject
from kilnscript.check.trees import children, walk
from kilnscript.compile.constants import NotConstant
from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import declarations as d
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

Names = frozenset[str]


def run(subject: Subject) -> Outcome:
    sizes = Sizes(subject)
    findings: list[Diagnostic] = []
    undecided: list[OpenPoint] = []
    given = Given(subject, sizes)
    for body in subject.bodies():
        given.enter(body)
        for lookup, tested in lookups(body, frozenset()):
            table = subject.game.declarations.tables[lookup.table]
            for key, written in zip(table.keys, lookup.keys, strict=True):
                if key.kind is not None:
                    continue
                if (known := settled(subject, key, written)) is True:
                    continue  # rows that are missing at some setting are a finding about the table (K930)
                rows, index = covered(sizes, table, key), sizes.range(written)
                if known is None and inside(index, rows):
                    continue
                if None in index or names(written) & tested or estimated(written):
                    undecided.append(OpenPoint(f"the key of `{table.name}`", written.span))
                else:
                    label = Label(table.span, f"has rows for {spelt(rows)}")
                    message = f"the key can be {spelt(index)}, which `{table.name}` does not cover"
                    findings.append(Diagnostic("K931", message, written.span, "test it first, or add the missing rows", (label,)))
    return Outcome(tuple(findings), tuple(undecided), "play-outs, or a type with a range for what is looked up")


def estimated(written: x.Expression) -> bool:
    """Whether it counts some of several things, or what lies in a place: there may be so many, but perhaps never are."""
    return any(
        isinstance(node, x.FilterItems)
        or (isinstance(node, x.Query) and node.where is not None)
        or (isinstance(node, x.Convert) and isinstance(node.value.type, t.Place))
        for node in walk(written)
    )


def settled(subject: Subject, key: d.TableKey, written: x.Expression) -> bool | None:
    """Of a look-up that options and the number of players decide: whether it is a key at every setting."""
    bounds = [bound for bound in (key.low, key.high) if bound is not None]
    try:
        for setting in subject.settings.all(subject.settings.options_in(written, *bounds)):
            found = setting.value(written)
            low, high = (bound if bound is None else setting.number(bound) for bound in (key.low, key.high))
            if not isinstance(found, int):
                return None
            if (low is not None and found < low) or (high is not None and found > high):
                return False
    except (NotConstant, TooMany):
        return None
    return True


def lookups(node: Any, tested: Names) -> Iterator[tuple[x.TableValue, Names]]:
    """Look-ups that need a row, each with the names that a condition around it has looked at."""
    if isinstance(node, x.Convert) and isinstance(node.value, x.TableValue) and isinstance(node.value.type, t.Optional):
        if not isinstance(node.type, t.Optional):
            yield node.value, tested
    if node is None or isinstance(node, (str, int)):
        return
    if isinstance(node, tuple):
        for item in node:
            yield from lookups(item, tested)
        return
    if not hasattr(node, "__dataclass_fields__"):
        return
    for condition in conditions(node):
        tested |= names(condition)
    for child in children(node):
        yield from lookups(child, tested)


def conditions(node: Any) -> tuple[Any, ...]:
    match node:
        case st.If() | x.Choice():
            return (node.condition,)
        case st.Rule() | st.Action() | st.OfferAction() | st.Way():
            return (node.when,)
        case st.Case():
            return (node.subject,)
        case st.ForEach() | x.Query() | x.FilterItems():
            return (node.where,)
        case st.RepeatUntil():
            return (node.until,)
        case x.Logical():
            return (node.left,)
        case st.Block():
            return tuple(s.condition for s in node.statements if isinstance(s, (st.Require, st.If)))
        case _:
            return ()


def names(node: Any) -> Names:
    """Variables, names and attributes that an expression reads."""
    found = set()
    for part in walk(node):
        match part:
            case x.Variable() | x.Local():
                found.add(part.name)
            case x.PieceValue() | x.MemberValue():
                found.add(part.attribute)
            case _:
                pass
    return frozenset(found)


def covered(sizes: Sizes, table: d.Table, key: d.TableKey) -> Range:
    """The keys that have a row at every setting."""
    if key.low is None or key.high is None:
        return (None, None)
    low, high = sizes.quantity(key.low)[1], sizes.quantity(key.high)[0]
    return (low, None if table.beyond is not None else high)


def inside(index: Range, rows: Range) -> bool:
    low = rows[0] is None or (index[0] is not None and index[0] >= rows[0])
    high = rows[1] is None or (index[1] is not None and index[1] <= rows[1])
    return low and high


def spelt(found: Range) -> str:
    low, high = found
    if low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"


CHECK = Check("keys-covered", "Every look-up in a table finds a row", run, ("K931",))
