"""Whether rules can come to every row of a table, as far as the ranges of what they look up tell."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.sizes import Sizes
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.diagnostics import Diagnostic
from kilnscript.model import expressions as x
from kilnscript.model.declare.nearest import listing


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(found(subject)))


def found(subject: Subject) -> Iterator[Diagnostic]:
    sizes = Sizes(subject)
    lookups: dict[str, list[x.TableValue]] = {}
    for node in walk((*subject.bodies(), subject.game.declarations)):
        if isinstance(node, x.TableValue):
            lookups.setdefault(node.table, []).append(node)
    for name, reading in lookups.items():
        table = subject.game.declarations.tables[name]
        for number, key in enumerate(table.keys):
            ranges = [sizes.range(lookup.keys[number]) for lookup in reading]
            if key.kind is not None or any(None in each for each in ranges):
                continue
            written = dict.fromkeys(row[number] for row in table.rows)
            idle = [row for row in written if isinstance(row, int) and not any(within(row, each) for each in ranges)]
            if idle:
                what = "this row is" if len(idle) == 1 else "these rows are"
                message = f"{what} never read in the table `{name}`: {listing(map(str, idle))}"
                yield Diagnostic("K932", message, table.span, "correct what is looked up, or take the rows out")


def within(row: int, reach: tuple[int | None, int | None]) -> bool:
    low, high = reach
    return (low is None or row >= low) and (high is None or row <= high)


CHECK = Check("rows-read", "Rules can come to every row of a table", run, ("K932",))
