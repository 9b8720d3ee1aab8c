"""Whether every table has a row for every key, at every choice of options and number of players."""

from __future__ import annotations

from itertools import product

from kilnscript.check.report import Check, OpenPoint, Outcome
from kilnscript.check.settings import Setting, TooMany, shown
from kilnscript.check.subject import Subject
from kilnscript.compile.constants import NotConstant
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import declarations as d
from kilnscript.model import expressions as x

SHOWN = 6
MOST = 100_000  # keys tried for one table


def run(subject: Subject) -> Outcome:
    findings: list[Diagnostic] = []
    undecided: list[OpenPoint] = []
    for table in subject.game.declarations.tables.values():
        if table.form != "rows":
            continue
        try:
            missing = holes(subject, table)
        except (TooMany, NotConstant):
            undecided.append(OpenPoint(f"the rows of `{table.name}`", table.span))
            continue
        if missing:
            findings.append(Diagnostic("K930", said(table, missing), table.span, "add the rows, or make the range of keys smaller"))
    return Outcome(tuple(findings), tuple(undecided), "a smaller range of keys, or fewer settings")


def holes(subject: Subject, table: d.Table) -> dict[tuple[int | str, ...], Setting]:
    """Keys without a row, each with a setting at which it is a key."""
    missing: dict[tuple[int | str, ...], Setting] = {}
    seen: set[tuple[tuple[int | str, ...], ...]] = set()
    bounds = [bound for key in table.keys for bound in (key.low, key.high)]
    for setting in subject.settings.all(subject.settings.options_in(*bounds)):
        keys = tuple(values(subject, key, setting) for key in table.keys)
        if keys in seen:
            continue
        seen.add(keys)
        if len(keys) == 2 and len(keys[0]) * len(keys[1]) > MOST:
            raise TooMany
        for key in product(*keys):
            beyond = table.beyond is not None and isinstance(key[0], int) and key[0] >= table.beyond
            if key not in table.rows and not beyond:
                missing.setdefault(key, setting)
    return missing


def values(subject: Subject, key: d.TableKey, setting: Setting) -> tuple[int | str, ...]:
    if key.kind is not None:
        return tuple(member.name for member in subject.game.declarations.kinds[key.kind].members)
    low, high = (number(bound, setting) for bound in (key.low, key.high))
    if high - low > MOST:
        raise TooMany
    return tuple(range(low, high + 1))


def number(bound: int | x.Expression | None, setting: Setting) -> int:
    if bound is None:
        raise NotConstant
    return bound if isinstance(bound, int) else int(setting.value(bound))


def said(table: d.Table, missing: dict[tuple[int | str, ...], Setting]) -> str:
    keys = [", ".join(map(str, key)) for key in missing]
    listed = "; ".join(keys[:SHOWN]) + (f" and {len(keys) - SHOWN} more" if len(keys) > SHOWN else "")
    return f"the table `{table.name}` has no row for {listed} ({shown(next(iter(missing.values())))})"


CHECK = Check("tables-covered", "Every table has a row for every key at every setting", run, ("K930",))
