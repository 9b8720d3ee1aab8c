"""Where the parser stopped, seen as lines and words: what the finders of mistakes look at."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.source import forms
from kilnscript.source.lalr import Stop, accepted
from kilnscript.source.tables import tables

_PIECES = re.compile(r'"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*|[()\[\]]')
_MASKED = re.compile(r'"(?:[^"\\\n]|\\.)*"|#.*')
_WORD = re.compile(r"\w+")


def _mask(line: str) -> str:
    """The line with texts dotted out and its comment blanked, so that words in them mislead nobody."""
    if '"' not in line and "#" not in line:
        return line
    return _MASKED.sub(lambda m: '"' + "." * (len(m.group()) - 2) + '"' if m.group()[0] == '"' else " " * len(m.group()), line)


class Line(NamedTuple):
    start: int
    masked: str

    def finding(self, place: "Place", code: str, message: str, hint: str | None) -> Diagnostic:
        begin = self.start + len(self.masked) - len(self.masked.lstrip())
        return Diagnostic(code, message, place.span_of(begin, self.start + len(self.masked.rstrip())), hint)


class Place:
    """``line_start`` … ``line_end`` is the line in question; ``column`` (from 0) is where in it the parser stopped."""

    def __init__(self, stop: Stop, text: str, first: int, last: int, span_of: Callable[[int, int], Span]) -> None:
        self.stop = stop
        self.text = text
        self.first = first
        self.last = last
        self.span_of = span_of
        at = stop.token.start
        if stop.token.type == "$END":
            while at > first and text[at - 1] in " \n":
                at -= 1
        self.at = at
        self.line_start = max(first, text.rfind("\n", first, at) + 1)
        end = text.find("\n", at, last)
        self.line_end = last if end < 0 else end
        self.masked = _mask(text[self.line_start : self.line_end])
        self.column = at - self.line_start
        self.first_column = self._segment(len(self.masked) - len(self.masked.lstrip()))
        word = _WORD.match(self.masked, self.first_column)
        self.first_word = word.group() if word else ""
        self.words_before = len(_WORD.findall(self.masked[self.first_column : self.column]))
        self.words_up_to = _WORD.findall(self.masked[self.first_column : self.column])

    def _segment(self, indent: int) -> int:
        """Where the statement begins: behind `if …: `, if the parser came that far."""
        if self.masked.startswith(("always", "when", "with"), indent):
            return indent
        depth, begin = 0, indent
        for index in range(indent, min(self.column, len(self.masked))):
            sign = self.masked[index]
            depth += (sign in "([") - (sign in ")]")
            if sign == ":" and depth == 0 and self.masked[index + 1 : self.column].strip():
                begin = index + 2
        return min(begin, self.column)

    @cached_property
    def accepted(self) -> set[str]:
        return accepted(tables(), self.stop.states)

    @cached_property
    def line_number(self) -> int:
        return self.text.count("\n", self.first, self.line_start)

    @cached_property
    def in_brackets(self) -> bool:
        return self.open_bracket() is not None

    @cached_property
    def has_colon(self) -> bool:
        """Whether a `:` stands on the line, outside of brackets, before or behind where the parser stopped."""
        depth = 0
        for sign in self.masked[self.first_column :]:
            depth += (sign in "([") - (sign in ")]")
            if sign == ":" and depth == 0:
                return True
        return False

    def open_bracket(self) -> tuple[int, int] | None:
        """(offset, line) of the innermost bracket that is open where the parser stopped."""
        stack: list[int] = []
        for match in _PIECES.finditer(self.text, self.first, self.at):
            if match.group() in ("(", "["):
                stack.append(match.start())
            elif match.group() in (")", "]") and stack:
                stack.pop()
        return (stack[-1], self.text.count("\n", self.first, stack[-1])) if stack else None

    def is_closed(self, at: int) -> bool:
        """Whether the bracket at this offset is closed somewhere in the declaration."""
        depth = 0
        for match in _PIECES.finditer(self.text, at, self.last):
            if match.group() in ("(", "["):
                depth += 1
            elif match.group() in (")", "]"):
                depth -= 1
                if depth == 0:
                    return True
        return False

    def line_above(self) -> Line | None:
        """The last line of code before the token."""
        ended = self.stop.token.type in ("_DEDENT", "$END") and self.at >= self.line_start + len(self.masked.rstrip())
        end = self.line_end if ended else self.line_start - 1
        while end > self.first:
            start = max(self.first, self.text.rfind("\n", self.first, end) + 1)
            masked = _mask(self.text[start:end])
            if masked.strip():
                return Line(start, masked)
            end = start - 1
        return None

    def form(self) -> str | None:
        """How the construct of this line is written."""
        indented = self.first_column > 0
        books = (forms.STATEMENTS, forms.OFFERS, forms.EXAMPLE_LINES) if indented else (forms.DECLARATIONS,)
        return next((book[self.first_word] for book in books if self.first_word in book), None)

    def is_value_alone(self) -> bool:
        return bool(self.accepted & {"MUST"}) and "COLON" not in self.accepted

    def stretch(self, code: str, message: str, start: int, end: int, hint: str | None) -> Diagnostic:
        return Diagnostic(code, message, self.span_of(start, max(end, start + 1)), hint)

    def finding(self, code: str, message: str, hint: str | None) -> Diagnostic:
        """At the token; at the end of a line, right behind its last character."""
        token = self.stop.token
        if token.type in ("_NEWLINE", "$END", "_DEDENT"):
            return self.here(code, message, hint)
        return Diagnostic(code, message, self.span_of(token.start, max(token.end, token.start + 1)), hint)

    def here(self, code: str, message: str, hint: str | None) -> Diagnostic:
        token = self.stop.token
        if token.end > token.start:
            return Diagnostic(code, message, self.span_of(token.start, token.end), hint)
        end = self.line_start + len(self.masked.rstrip())
        return Diagnostic(code, message, self.span_of(end, end), hint)

    def at_line(self, code: str, message: str, hint: str | None) -> Diagnostic:
        """At the first word of the line."""
        begin = self.line_start + self.first_column
        return Diagnostic(code, message, self.span_of(begin, max(begin + len(self.first_word), begin + 1)), hint)

    first_word_finding = at_line

    def whole_line(self, code: str, message: str, hint: str | None) -> Diagnostic:
        return Diagnostic(
            code, message, self.span_of(self.line_start + self.first_column, self.line_start + len(self.masked.rstrip())), hint
        )

    def labelled(self, diagnostic: Diagnostic, start: int, end: int, text: str) -> Diagnostic:
        return replace(diagnostic, labels=(*diagnostic.labels, Label(self.span_of(start, end), text)))
