"""One diagnostic code: what `kiln explain CODE` prints."""

from dataclasses import dataclass

from kilnscript.diagnostics.diagnostic import Severity


@dataclass(frozen=True, slots=True)
class Entry:
    """``code`` (K401), ``name`` (unknown-name), a plain explanation, a bad and a good example (rule-file text)."""

    code: str
    name: str
    explanation: str
    bad: str
    good: str
    severity: Severity = Severity.ERROR
