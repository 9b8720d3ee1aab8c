"""Lines of generated Python, each with the place in the rule file it came from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kilnscript.diagnostics import Span


class Writer:
    """Collects lines. ``spans[i]`` belongs to line ``i + 1``."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.spans: list[Span | None] = []
        self.depth = 0
        self.names = 0

    def emit(self, text: str, span: Span | None = None) -> None:
        self.lines.append("    " * self.depth + text if text else "")
        self.spans.append(span)

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1

    def name(self, word: str) -> str:
        """A name of our own that no rule file can have."""
        self.names += 1
        return f"_{word}{self.names}"

    def source(self) -> str:
        """The text, with the rule's line beside each statement."""
        shown = []
        last = None
        for line, span in zip(self.lines, self.spans, strict=True):
            where = None if span is None else (span.file.rsplit("/", 1)[-1], span.line)
            note = f"  # {where[0]}:{where[1]}" if where is not None and where != last else ""
            last = where or last
            shown.append(line + note)
        return "\n".join(shown) + "\n"
