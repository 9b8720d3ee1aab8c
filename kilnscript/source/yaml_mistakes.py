"""YAML that cannot be read: PyYAML's error comes in, a diagnostic in plain words comes out."""

import re
from typing import Any

import yaml

from kilnscript.diagnostics import Diagnostic, Label, Span

# (part of PyYAML's message, what it means, what to do)
PLAIN: tuple[tuple[str, str, str | None], ...] = (
    ("found character '\\t'", "a tab in the indentation", "indent with spaces"),
    ("that cannot start any token", "a value cannot begin with this character", "put the value in quotes"),
    ("found unexpected end of stream", "this quoted text is never closed", "close it with the same quote"),
    ("expected ',' or ']'", "this list is not closed, or a comma is missing", "a list reads `[a, b]`"),
    ("expected ',' or '}'", "these braces are not closed, or a comma is missing", "write `{a: 1, b: 2}`; texts with a comma need quotes"),
    ("could not find expected ':'", "a `:` is missing after this key", "write `key: value`"),
    ("expected <block end>", "this line does not fit in with the lines around it", "entries of one mapping begin in the same column"),
    ("expected the node content", "a value is missing here", None),
    ("unknown escape character", "this escape stands for no character", 'write `\\\\` for a backslash, or use \'…\' as quotes'),
    ("expected alphabetic or numeric character", "a value cannot begin with `&` or `*`", "put the value in quotes"),
    ("sequence entries are not allowed", "a list cannot begin here", "put each `- ` on a line of its own below the key"),
    ("expected a single document", "a second document begins here", "a game is one document"),
    ("expected '<document start>'", "nothing can follow here", "check the indentation of this line"),
)  # fmt: skip
LARGE = 65536  # from here on the slow parser with the better marks is not worth the wait


def explain(error: yaml.YAMLError, file: str, text: str) -> Diagnostic:
    """PyYAML's two parsers word errors differently; the pure one is asked again so that everybody reads the same message."""
    if len(text) <= LARGE:
        error = _pure_error(text) or error
    mark: Any = getattr(error, "problem_mark", None)
    context: Any = getattr(error, "context_mark", None)
    problem = f"{getattr(error, 'problem', '') or error}".replace("did not find ", "")
    start = context if context is not None and ("end of stream" in problem or "expected ':'" in problem or "' or '" in problem) else mark
    span = _at(file, start, text) if start is not None else Span(file, 1, 1, 1, 1)
    if mark is not None and "mapping values are not allowed" in problem:
        return _value_twice(file, mark, text)
    if mark is not None and "expected <block end>" in problem and text.split("\n")[mark.line][: mark.column].strip():
        return Diagnostic("K200", "nothing can follow here", _at(file, mark, text), "put the whole value in quotes")
    for part, message, hint in PLAIN:
        if part in problem:
            labels = ()
            if start is context and mark is not None and (mark.line, mark.column) != (start.line, start.column) and "' or '" in part:
                return Diagnostic("K200", message, span, hint, (Label(_at(file, mark, text), "this does not fit"),))
            return Diagnostic("K200", message, span, hint, labels)
    return Diagnostic("K200", f"this is not YAML: {problem}", span)


def _pure_error(text: str) -> yaml.YAMLError | None:
    loader: Any = yaml.Loader(text)
    try:
        while loader.get_event() is not None:
            pass
    except yaml.YAMLError as error:
        return error
    finally:
        loader.dispose()
    return None


def _at(file: str, mark: Any, text: str) -> Span:
    lines = text.split("\n")
    line = min(mark.line, len(lines) - 1)
    column = mark.column if line == mark.line else len(lines[line])
    while line > 0 and column == 0 and not lines[line].strip():  # the end of the file: point behind the last line
        line -= 1
        column = len(lines[line])
    column = min(column, len(lines[line]))
    return Span(file, line + 1, column + 1, line + 1, min(column + 2, len(lines[line]) + 1))


def control_character(file: str, text: str) -> Diagnostic | None:
    """Characters that YAML allows nowhere."""
    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if match is None:
        return None
    position = match.start()
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    span = Span(file, line, column, line, column + 1)
    return Diagnostic("K005", f"a control character (U+{ord(match.group()):04X})", span, "delete it")


def _value_twice(file: str, mark: Any, text: str) -> Diagnostic:
    """`: ` where no key can be: in a value, or because a line above is not what its author thinks."""
    lines = text.split("\n")
    shown = lines[mark.line]
    if re.search(r":\s", shown[: mark.column]):
        return Diagnostic("K200", "a second `: ` in one value", _at(file, mark, text), 'put the text in quotes: `text: "Note: …"`')
    above = next((number for number in range(mark.line - 1, -1, -1) if lines[number].strip()), None)
    begin = len(shown) - len(shown.lstrip())
    here = Span(file, mark.line + 1, begin + 1, mark.line + 1, min(max(mark.column, begin + 1), len(shown)) + 1)
    if above is None:
        return Diagnostic("K200", "a key cannot stand here", here)
    if not re.search(r":(\s|$)", lines[above]):
        end = len(lines[above].rstrip())
        return Diagnostic(
            "K200", "a `:` is missing at the end of this line", Span(file, above + 1, end + 1, above + 1, end + 1), "write `key: value`"
        )
    message = "this line is indented below a line that has its value already"
    said = lines[above]
    label = Label(Span(file, above + 1, len(said) - len(said.lstrip()) + 1, above + 1, len(said.rstrip()) + 1), "this line")
    return Diagnostic("K200", message, here, "begin it in the column of the entries it belongs to", (label,))
