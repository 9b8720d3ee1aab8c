"""What stops a game: a mistake of the rules (never an illegal move)."""

from __future__ import annotations

from kilnscript.compile.unsupported import NotSupported
from kilnscript.diagnostics import Diagnostic

__all__ = ["Fault", "GameOver", "NotSupported", "RuleFault"]


class RuleFault(Exception):
    """Raised where generated code goes wrong; the machine adds the rule's place and turns it into a Fault."""

    def __init__(self, code: str, message: str, hint: str | None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class Fault(Exception):
    """The rules did something impossible; ``diagnostic`` (K8xx) names the rule, its place and the values."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class GameOver(Exception):
    """`end game` leaves everything; the state says how."""
