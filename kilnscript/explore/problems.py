"""What is found wrong in play: a problem with a rule, and how play came to it."""

from __future__ import annotations

from dataclasses import dataclass

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.engine.faults import Fault
from kilnscript.explore.table import Root, Step


@dataclass(frozen=True, slots=True)
class Problem:
    """``code``: of the catalogue. Problems with one ``key`` are the same mistake. ``step``: the last on the way to it, from ``root``; with
    ``faulted`` it is a move that the rules could not carry out."""

    code: str
    message: str
    span: Span | None
    hint: str | None
    root: Root
    step: Step | None
    faulted: bool = False

    @property
    def key(self) -> tuple[str, str]:
        return (self.code, str(self.span) if self.span is not None else self.message)

    def diagnostic(self) -> Diagnostic:
        example = self.root.example
        where = "" if example is None else f", on from the position of the example `{example}`"
        return Diagnostic(self.code, self.message + where, self.span, self.hint)


def of_fault(error: Fault, root: Root, step: Step | None, listing: bool = False) -> Problem:
    """A fault in play, as a finding: a dead end, a loop without end, or whatever the rules could not do. ``listing``: it was not the last
    step that failed, but something worked out after it: what is legal, a text, a hint."""
    found = error.diagnostic
    code = {"K806": "K970", "K822": "K974", "K807": "K974", "K808": "K974"}.get(found.code, "K971")
    message = f"{found.message} (a fault in play: {found.code})" if code == "K971" else found.message
    hint = found.hint
    if code == "K970":
        hint = "say with `otherwise:` what happens then, or let the seat choose with `player may:`"
    return Problem(code, message, found.span, hint, root, step, not listing)
