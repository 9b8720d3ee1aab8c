"""More than one error in a declaration: the first stop comes in, all findings come out; what is wrong is replaced and read again."""

import re
from dataclasses import replace

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source.lalr import Stop, parse
from kilnscript.source.mistakes import explain
from kilnscript.source.tables import tables
from kilnscript.source.text import SourceText

MOST_ROUNDS = 12
FINAL = {"K010", "K107", "K110", "K111", "K112", "K127"}  # what these leave behind is guesswork
ECHOES = {"K111", "K112", "K113", "K149"}  # as a second finding they are as likely made by the repair
# How a line begins -> the harmless line that takes its place where it opens a block, and where it stands alone.
REPAIRS: tuple[tuple[str, str, str], ...] = (
    (r"(player|all)\b.*\b(must|may)\b|(player|all \w+)\s*:$|.*\b(must|may|may repeatedly)\s*:?$", "player must:", "do x"),
    (r"action\b", "action x:", "action x: do x"),
    (r"offer\b", "action x:", "offer x"),
    (r"commit\b", "commit x:", "commit x: do x"),
    (r"transaction\b", "transaction x over x:", "offer x"),
    (r"way\b", "way x:", "way x:"),
    (r"else\s*if\b|elif\b|elsif\b|elseif\b", "else if x:", "else if x: do x"),
    (r"else\b", "else:", "else: do x"),
    (r"otherwise\b", "otherwise:", "otherwise: do x"),
    (r"on\s+idle\b", "on idle:", "on idle: do x"),
    (r"on\b", "on timeout:", "on timeout: do x"),
    (r"case\b", "case x:", "do x"),
    (r"repeat\b", "repeat until x, at most x times:", "do x"),
    (r"if\b", "if x:", "if x: do x"),
)
HEADS = {"example": 'example x "":', "payment": "payment x(x):", "function": "function x:", "setup": "setup:", "play": "play:"}


def findings(source: SourceText, first: int, last: int, stop: Stop, start: int, end: int) -> list[Diagnostic]:
    """Of the lines ``first`` … ``last``, which are ``source.text[start:end]``."""
    found = [explain(stop, source.text, start, end, source.span)]
    lines = source.lines[first - 1 : last]
    while len(found) < MOST_ROUNDS and found[-1].code not in FINAL:
        span = found[-1].span
        assert span is not None
        if not _repair(lines, span.line - first, found[-1].code):
            break
        again = _parse(source, lines, first)
        if again is None or again.span is None or again.span.line <= span.line or again.code in ECHOES:
            break
        if found[-1].code == "K113" and again.code in ("K117", "K145"):  # what should have been in that block
            break
        found.append(again)
    return found


def _parse(source: SourceText, lines: list[str], first: int) -> Diagnostic | None:
    text = "\n".join(lines) + "\n"
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    widened = {line - first + 1: columns for line, columns in source.widened.items()}
    local = replace(source, text=text, lines=[*lines, ""], starts=starts, widened=widened)

    def span_of(start: int, end: int) -> Span:
        span = local.span(start, end)
        return Span(span.file, span.line + first - 1, span.column, span.end_line + first - 1, span.end_column)

    try:
        parse(tables(), text, 0, len(text), "start")
    except Stop as stop:
        return explain(stop, text, 0, len(text), span_of)
    return None


def _repair(lines: list[str], at: int, code: str) -> bool:
    """Replaces the statement around one line in place; False if there is no telling how."""
    begin = at
    while begin > 0 and _open_before(lines, begin):
        begin -= 1
    end = begin
    while end + 1 < len(lines) and _open_before(lines, end + 1, begin):
        end += 1
    line = lines[begin]
    body = line.strip()
    indent = line[: len(line) - len(line.lstrip())]
    opens = code != "K113" and _opens(lines, end, len(indent))
    instead = _instead(lines, begin, body, indent, opens)
    if code == "K117":  # a clause without its statement
        instead = "if x:" if opens else "do x"
    if instead is None:
        return False
    lines[begin] = indent + instead
    for index in range(begin + 1, end + 1):
        lines[index] = ""
    return True


def _instead(lines: list[str], begin: int, body: str, indent: str, opens: bool) -> str | None:
    if not indent:
        word = body.split(" ")[0].rstrip(":")
        return HEADS.get(word, "rule x:") if opens and word in ("phase", "action", "rule", *HEADS) else None
    if lines[0].startswith("example"):
        return "then x"
    if lines[0].startswith("payment") and re.match(r"(give|cover|at)\b", body):
        return "give x"
    for pattern, block, alone in REPAIRS:
        if re.match(pattern, body):
            return block if opens else alone
    parent = next((line for line in reversed(lines[:begin]) if line.strip() and len(line) - len(line.lstrip()) < len(indent)), "")
    if parent.strip().startswith("case"):
        return "x:" if opens else "x: do x"
    if re.search(r"\b(must|may|may repeatedly|times)\s*:$", parent):
        return "action x:" if opens else "offer x"
    return "if x:" if opens else "do x"


def _opens(lines: list[str], end: int, indent: int) -> bool:
    below = next((line for line in lines[end + 1 :] if line.strip()), "")
    return len(below) - len(below.lstrip()) > indent


def _open_before(lines: list[str], at: int, begin: int = 0) -> bool:
    """Whether a bracket is open at the start of a line."""
    depth = 0
    for line in lines[begin:at]:
        for sign in re.findall(r'"(?:[^"\\\n]|\\.)*"|#.*|[()\[\]]', line):
            if sign in "([":
                depth += 1
            elif sign in ")]":
                depth = max(0, depth - 1)
    return depth > 0
