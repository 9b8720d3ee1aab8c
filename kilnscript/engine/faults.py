"""What stops a game: a mistake of the rules (never an illegal move)."""

from __future__ import annotations

from kilnscript.diagnostics import Diagnostic


class Fault(Exception):
    """The rules did something impossible; ``diagnostic`` (K8xx) names the rule, its place and the values."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class NotSupported(Exception):
    """The rules use a construct that this version cannot play yet; ``diagnostic`` says which and where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
