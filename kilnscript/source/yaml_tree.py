"""The nodes of a game.yaml: texts, lists and mappings, each with its span; nothing is ever taken for a number, a date or a yes."""

from collections.abc import Iterator
from dataclasses import dataclass

from kilnscript.diagnostics import Span


@dataclass(frozen=True, slots=True)
class YamlScalar:
    """``value`` is what YAML says the text is; ``raw`` is how it is written, so that places inside it can be found."""

    value: str
    quoted: bool
    span: Span
    raw: str = ""

    def span_of(self, start: int, end: int) -> Span:
        """The span of a stretch of ``value``, also where lines were folded or characters escaped."""
        if self.span.line == self.span.end_line and self.raw.endswith(self.value):
            at = self.span.column + len(self.raw) - len(self.value)
            return Span(self.span.file, self.span.line, at + start, self.span.line, at + end)
        places = self._places()
        last = places[min(max(end - 1, 0), len(places) - 1)] if places else (self.span.line, self.span.column - 1)
        first = places[min(start, len(places) - 1)] if places else (self.span.line, self.span.column)
        return Span(self.span.file, *first, last[0], last[1] + 1)

    def _places(self) -> list[tuple[int, int]]:
        """Line and column of every character of ``value``: both texts agree in all that is no white space and no escape."""
        found = []
        at = 1 if self.quoted else self.raw.find("\n") + 1 if self.raw[:1] in ("|", ">") else 0
        positions = list(self._positions())
        for character in self.value:
            if not character.isspace():
                next_at = self.raw.find(character, at)
                at = next_at if 0 <= next_at else at
            found.append(positions[min(at, len(positions) - 1)] if positions else (self.span.line, self.span.column))
            at += 1
        return found

    def _positions(self) -> Iterator[tuple[int, int]]:
        line, column = self.span.line, self.span.column
        for character in self.raw:
            yield line, column
            line, column = (line + 1, 1) if character == "\n" else (line, column + 1)


@dataclass(frozen=True, slots=True)
class YamlList:
    items: "tuple[YamlNode, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """In the order written; each key with its own span."""

    entries: "dict[str, tuple[Span, YamlNode]]"
    span: Span


YamlNode = YamlScalar | YamlList | YamlMapping
