"""What the checks say: findings, and for every property whether it is proved, explored or open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kilnscript.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from kilnscript.check.subject import Subject

Status = Literal["proved", "explored", "open"]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """One thing a check could neither prove nor refute, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one check found. ``open``: what stays undecided; ``settle``: what would decide it."""

    findings: tuple[Diagnostic, ...] = ()
    open: tuple[OpenPoint, ...] = ()
    settle: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``check`` is the check's name, ``property`` what it is about. ``settle`` says what would settle an open property; else None.
    ``extent``: of an explored one, how much was looked at."""

    check: str
    property: str
    status: Status
    settle: str | None
    open: tuple[OpenPoint, ...]
    findings: int
    extent: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """``findings`` in the order of the files; ``verdicts`` in the order of the checks."""

    findings: tuple[Diagnostic, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One check: ``property`` is a sentence that holds for a game without findings; ``run`` looks at a game; ``codes``: of its findings."""

    name: str
    property: str
    run: Callable[[Subject], Outcome] = field(compare=False)
    codes: tuple[str, ...] = ()


def verdict(check: Check, outcome: Outcome) -> Verdict:
    count = len(outcome.findings)
    if count:
        settle = f"settle the {'finding' if count == 1 else f'{count} findings'}"
        return Verdict(check.name, check.property, "open", settle, outcome.open, count)
    if outcome.open:
        return Verdict(check.name, check.property, "open", outcome.settle, outcome.open, 0)
    return Verdict(check.name, check.property, "proved", None, (), 0)
