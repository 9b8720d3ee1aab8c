"""A place in a rule file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """From (line, column) up to, not including, (end_line, end_column); all count from 1, columns in characters.

    ``file`` is the path as it is shown to the author (``rules/kiln/rules.kiln``).
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: "Span") -> "Span":
        """The span from the start of this one to the end of another one of the same file."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
