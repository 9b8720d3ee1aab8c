"""A .kiln file before the grammar: text comes in; clean lines, `##` texts, the stretches of its declarations and places come out."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source.characters import check_line
from kilnscript.source.unify import unify_lines

LONGEST_LINE = 10_000


@dataclass(frozen=True, slots=True)
class DocLine:
    """The text behind one `##`: its line, the column of the `##`, the column where the text begins (the author's columns)."""

    line: int
    indent: int
    column: int
    text: str


@dataclass(slots=True)
class SourceText:
    """``text`` has a place for every offset: its lines are the author's, with comments and `##` lines blanked and tabs widened."""

    file: str
    text: str
    lines: list[str]
    starts: list[int]
    docs: dict[int, list[DocLine]]  # next line of code -> the `##` lines before it
    widened: dict[int, int]  # line -> columns that tabs in its indentation have added
    literal: frozenset[int]  # lines with a `\"\"\"` that is never closed
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, as the author's editor counts them."""
        line = bisect_right(self.starts, offset)
        column = offset - self.starts[line - 1] + 1
        if self.widened and line in self.widened:
            column = max(1, column - self.widened[line])
        return line, column

    def span(self, start: int, end: int) -> Span:
        line = bisect_right(self.starts, start)
        first = self.starts[line - 1]
        if self.widened or end - first > len(self.lines[line - 1]):
            return Span(self.file, *self.place(start), *self.place(end))
        return Span(self.file, line, start - first + 1, line, end - first + 1)


def clean(file: str, text: str, literal: frozenset[int] = frozenset()) -> SourceText:
    """Byte-order mark, line ends, tabs, comments and `##` lines are dealt with here. Lines keep their numbers and columns.

    A `\"\"\"` on one of the lines ``literal`` opens no block: it was found never to be closed.
    """
    lines: list[str] = []
    docs: dict[int, list[DocLine]] = {}
    widened: dict[int, int] = {}
    diagnostics: list[Diagnostic] = []
    waiting: list[DocLine] = []
    tabs = quoted = 0  # the line of the first tab, of an open block
    for number, line in enumerate(unify_lines(text).split("\n"), 1):
        if quoted:
            if line.count('"""') % 2:
                quoted = 0
            lines.append(line)
            continue
        if len(line) > LONGEST_LINE:
            span = Span(file, number, LONGEST_LINE, number, LONGEST_LINE + 1)
            diagnostics.append(Diagnostic("K009", f"this line has more than {LONGEST_LINE:,} characters", span, "break it up"))
            lines.append("")
            continue
        bare = line.lstrip(" \t")
        indent = line[: len(line) - len(bare)]
        if "\t" in indent and bare:
            wide = indent.expandtabs(4)
            widened[number] = len(wide) - len(indent)
            if not tabs:
                tabs = number
                at = indent.index("\t") + 1
                hint = "indent with four spaces; most editors can replace all tabs at once"
                diagnostics.append(Diagnostic("K120", "a tab in the indentation", Span(file, number, at, number, at + 1), hint))
            line, indent = wide + bare, wide
        line = line.rstrip(" \t")
        if bare.startswith("#"):
            if bare.startswith("##"):
                rest = bare[2:].rstrip(" \t")
                said = rest.removeprefix(" ")
                column = len(indent) + 1 - widened.get(number, 0)
                waiting.append(DocLine(number, column, column + 2 + len(rest) - len(said), said))
            lines.append("")
            continue
        if line and not (line.isascii() and line.isprintable()):
            line, odd = check_line(file, number, line, widened.get(number, 0))
            diagnostics += odd
        if line.strip() and waiting:
            docs[number] = waiting
            waiting = []
        if "##" in line:
            diagnostics += _late_doc(file, number, line, widened.get(number, 0))
        if '"""' in line and number not in literal and _opens_block(line):
            quoted = number
        lines.append(line)
    if quoted and len(literal) < 10:
        return clean(file, text, literal | {quoted})
    if waiting:
        docs[len(lines) + 1] = waiting
    if lines and lines[-1]:
        lines.append("")
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    return SourceText(file, "\n".join(lines), lines, starts, docs, widened, literal, diagnostics)


def _late_doc(file: str, number: int, line: str, shift: int) -> list[Diagnostic]:
    """A `##` behind code describes nothing."""
    for match in _PARTS.finditer(line):
        if match.group() == "#":
            if not line.startswith("##", match.start()):
                return []
            span = Span(file, number, match.start() + 1 - shift, number, len(line) + 1 - shift)
            return [Diagnostic("K122", "a `##` text stands on a line of its own", span, "move it above this line, or write `#`")]
    return []


_PARTS = re.compile(r'"""[\s\S]*?"""|"""|"(?:[^"\\\n]|\\.)*"|#')


def _opens_block(line: str) -> bool:
    for match in _PARTS.finditer(line):
        if match.group() == "#":
            return False
        if match.group() == '"""':
            return True
    return False


def declarations(source: SourceText) -> list[tuple[int, int]]:
    """(first line, last line) of every top-level declaration; a closing bracket in column 1 continues the one before."""
    firsts: list[int] = []
    quoted = False
    for number, line in enumerate(source.lines, 1):
        if quoted:
            quoted = line.count('"""') % 2 == 0
            continue
        if line and (line[0] not in " )]" or not firsts):
            firsts.append(number)
        if '"""' in line and number not in source.literal:
            quoted = _opens_block(line)
    if not firsts:
        return []
    lasts = [first - 1 for first in firsts[1:]] + [len(source.lines)]
    found: list[tuple[int, int]] = []
    for first, last in zip(firsts, lasts, strict=True):
        while last > first and not source.lines[last - 1]:
            last -= 1
        found.append((first, last))
    return found
