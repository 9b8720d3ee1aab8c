"""A finding about rule files: a value, never an exception."""

from dataclasses import dataclass, field
from enum import Enum

from kilnscript.diagnostics.span import Span


class Severity(Enum):
    ERROR = "error"  # the game cannot be used
    WARNING = "warning"  # it can, but something is probably not meant
    NOTE = "note"  # worth knowing (for example: every use of `referee`)


@dataclass(frozen=True, slots=True)
class Label:
    """Another place involved, with a few words about it ("declared here")."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``code`` is a key of the catalogue, which holds its name, severity and explanation.

    ``span`` is None only for findings about a whole folder. ``hint`` is one sentence that says what to write instead, or None.
    """

    code: str
    message: str
    span: Span | None
    hint: str | None = None
    labels: tuple[Label, ...] = field(default=())

    @property
    def name(self) -> str:
        from kilnscript.diagnostics.catalogue import CATALOGUE

        return CATALOGUE[self.code].name

    @property
    def severity(self) -> Severity:
        from kilnscript.diagnostics.catalogue import CATALOGUE

        return CATALOGUE[self.code].severity
