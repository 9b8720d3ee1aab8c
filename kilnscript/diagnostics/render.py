"""Prints findings: diagnostics and the texts they are about come in, text for people or data for programs comes out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kilnscript.diagnostics.cells import cells, total, visible
from kilnscript.diagnostics.diagnostic import Diagnostic, Severity
from kilnscript.diagnostics.span import Span

COLORS = {"error": "1;31", "warning": "1;33", "note": "1;36", "frame": "1;34", "hint": "1;32", "bold": "1"}


def render_text(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], color: bool = False, width: int = 100) -> str:
    """The findings with the lines they are about; ``sources`` maps each path shown to the text of that file."""
    frame = _Frame(sources, color, max(40, width))
    return "\n".join(frame.finding(diagnostic) for diagnostic in diagnostics)


def render_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The findings as plain data."""
    return [
        {
            "code": diagnostic.code,
            "name": diagnostic.name,
            "severity": diagnostic.severity.value,
            "message": diagnostic.message,
            "hint": diagnostic.hint,
            "span": _span_data(diagnostic.span),
            "labels": [{"text": label.text, "span": _span_data(label.span)} for label in diagnostic.labels],
        }
        for diagnostic in diagnostics
    ]


def _span_data(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    return {"file": span.file, "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """`2 errors, 1 warning`, or `no findings`."""
    counts = [(severity, sum(diagnostic.severity is severity for diagnostic in diagnostics)) for severity in Severity]
    said = [f"{count} {severity.value}{'' if count == 1 else 's'}" for severity, count in counts if count]
    return ", ".join(said) if said else "no findings"


def explain(code: str) -> str | None:
    """What `kiln explain` prints for a code or a name; None if there is none."""
    from kilnscript.diagnostics.catalogue import CATALOGUE

    wanted = code.strip()
    entry = CATALOGUE.get(wanted.upper()) or next((entry for entry in CATALOGUE.values() if entry.name == wanted.lower()), None)
    if entry is None:
        return None
    parts = [f"{entry.code} {entry.name} ({entry.severity.value})", entry.explanation]
    if entry.bad:
        parts.append("Instead of\n\n" + _indented(entry.bad))
    if entry.good:
        parts.append(("write\n\n" if entry.bad else "For example\n\n") + _indented(entry.good))
    return "\n\n".join(parts) + "\n"


def _indented(text: str) -> str:
    return "\n".join("    " + line if line else "" for line in text.strip("\n").split("\n"))


class _Frame:
    def __init__(self, sources: Mapping[str, str], color: bool, width: int) -> None:
        self.sources = sources
        self.color = color
        self.width = width
        self.split: dict[str, list[str]] = {}

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{COLORS[style]}m{text}\x1b[0m" if self.color and text else text

    def lines(self, file: str) -> list[str]:
        if file not in self.split:
            text = self.sources.get(file)
            plain = (text or "").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
            self.split[file] = [] if text is None else plain.split("\n")
        return self.split[file]

    def finding(self, diagnostic: Diagnostic) -> str:
        severity = diagnostic.severity.value
        head = self.paint(f"{severity}[{diagnostic.code}] {diagnostic.name}", severity)
        out = [f"{head}{self.paint(': ' + visible(diagnostic.message), 'bold')}"]
        marks: list[tuple[Span, str, bool]] = [] if diagnostic.span is None else [(diagnostic.span, "", True)]
        marks += [(label.span, visible(label.text), False) for label in diagnostic.labels]
        gutter = max((len(str(span.end_line)) for span, _, _ in marks), default=1)
        files: list[str] = []
        for span, _, _ in marks:
            if span.file not in files:
                files.append(span.file)
        for index, file in enumerate(files):
            here = [mark for mark in marks if mark[0].file == file]
            arrow = "-->" if index == 0 and diagnostic.span is not None else ":::"
            out.append(f"{' ' * gutter}{self.paint(arrow, 'frame')} {visible(str(here[0][0]))}")
            out += self.excerpt(file, here, gutter, severity)
        if diagnostic.hint:
            out.append(f"{' ' * gutter} {self.paint('=', 'frame')} {self.paint('hint', 'hint')}: {visible(diagnostic.hint)}")
        return "\n".join(out) + "\n"

    def excerpt(self, file: str, marks: list[tuple[Span, str, bool]], gutter: int, severity: str) -> list[str]:
        """The marked lines of one file in order, each with its underlines; a gap is shown as `...`."""
        lines = self.lines(file)
        rows: dict[int, list[tuple[int, int, str, bool]]] = {}
        for span, text, primary in marks:
            for line, start, end, said in _pieces(span, text, lines):
                rows.setdefault(line, []).append((start, end, said, primary))
        bar = self.paint("|", "frame")
        out: list[str] = []
        before = 0
        for line in sorted(rows):
            if not 1 <= line <= len(lines):
                continue
            if not out:
                out.append(f"{' ' * gutter} {bar}")
            elif line > before + 1:
                out.append(self.paint("...", "frame"))
            before = line
            parts = cells(lines[line - 1])
            parts, cut = self.crop(parts, min(start for start, *_ in rows[line]), max(end for _, end, *_ in rows[line]), gutter)
            shown = "".join(text for text, _ in parts).rstrip()
            out.append(f"{self.paint(str(line).rjust(gutter), 'frame')} {bar} {shown}".rstrip())
            for start, end, said, primary in sorted(rows[line], key=lambda row: (not row[3], row[0])):
                left = total(parts[: max(0, start - 1 - cut)])
                inside = total(parts[max(0, start - 1 - cut) : max(0, end - 1 - cut)])
                sign = ("^" if primary else "-") * max(1, inside)
                said = f" {said}" if said else ""
                out.append(f"{' ' * gutter} {bar} {' ' * left}{self.paint(sign + said, severity if primary else 'frame')}")
        return out

    def crop(self, parts: list[tuple[str, int]], start: int, end: int, gutter: int) -> tuple[list[tuple[str, int]], int]:
        """A window of a line too long for the terminal, around what is marked; and how many characters it leaves out before."""
        room = self.width - gutter - 3
        if total(parts) <= room:
            return parts, 0
        first = max(0, min(start - 1, len(parts)) - room // 3)
        if total(parts[: min(end, len(parts))]) < room - 2:
            first = 0
        last, used = first, 2
        while last < len(parts) and used + parts[last][1] <= room:
            used += parts[last][1]
            last += 1
        window = parts[first:last]
        cut = first
        if first > 0:
            window = [("…", 1), *window[1:]] if window else [("…", 1)]
        if last < len(parts):
            window.append(("…", 1))
        return window, cut


def _pieces(span: Span, text: str, lines: list[str]) -> list[tuple[int, int, int, str]]:
    """(line, from column, to column, label) for each line to underline: of a longer span the first and the last."""
    if span.end_line <= span.line:
        return [(span.line, span.column, max(span.end_column, span.column + 1), text)]
    first = lines[span.line - 1] if span.line <= len(lines) else ""
    found = [(span.line, span.column, max(len(first.rstrip()) + 1, span.column + 1), "")]
    last = lines[span.end_line - 1] if span.end_line <= len(lines) else ""
    indent = len(last) - len(last.lstrip()) + 1
    if span.end_column > indent:
        found.append((span.end_line, indent, span.end_column, text))
    else:
        found[0] = (*found[0][:3], text)
    return found
