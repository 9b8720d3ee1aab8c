"""A change of rule files: spans and new texts come in, the changed text comes out; a mutant is one such change with its operator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kilnscript.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Text:
    """A rule file and where its lines begin, so that spans become offsets."""

    name: str
    text: str
    starts: tuple[int, ...]

    @classmethod
    def read(cls, path: Path) -> Text:
        text = path.read_text(encoding="utf-8")
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        return cls(path.name, text, tuple(starts))

    def offsets(self, span: Span) -> tuple[int, int]:
        return self.starts[span.line - 1] + span.column - 1, self.starts[span.end_line - 1] + span.end_column - 1

    def cut(self, span: Span) -> str:
        start, end = self.offsets(span)
        return self.text[start:end]


@dataclass(frozen=True, slots=True)
class Edit:
    """``text[start:end]`` becomes ``new``."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file. ``place``: the declaration it stands in; ``change``: what was written → what is written, on one line.

    ``key`` names it whatever lines come and go elsewhere; ``number`` tells apart equal changes in one declaration.
    """

    game: str
    operator: str
    file: str
    line: int
    place: str
    change: str
    edits: tuple[Edit, ...]
    number: int = 0

    @property
    def key(self) -> str:
        return f"{self.game} | {self.operator} | {self.place} | {self.change}" + (f" | {self.number + 1}" if self.number else "")

    def apply(self, text: str) -> str:
        for edit in sorted(self.edits, key=lambda e: -e.start):
            text = text[: edit.start] + edit.new + text[edit.end :]
        return text


def one_line(text: str, most: int = 90) -> str:
    """Written so that it fits a table row."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
