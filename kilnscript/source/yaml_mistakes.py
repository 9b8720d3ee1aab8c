"""YAML that cannot be read: PyYAML's error comes in, a diagnostic in plain words comes out."""

from typing import Any

import yaml

from kilnscript.diagnostics import Diagnostic, Label, Span

# (part of PyYAML's message, what it means, what to do)
PLAIN: tuple[tuple[str, str, str | None], ...] = (
    ("mapping values are not allowed", "a second `: ` in one value", 'put the text in quotes: `text: "Note: …"`'),
    ("found character '\\t'", "a tab in the indentation", "indent with spaces"),
    ("that cannot start any token", "a value cannot begin with this character", "put the value in quotes"),
    ("found unexpected end of stream", "this quoted text is never closed", "close it with the same quote"),
    ("expected ',' or ']'", "this list is not closed, or a comma is missing", "a list reads `[a, b]`"),
    ("expected ',' or '}'", "this mapping is not closed, or a comma is missing", "it reads `{a: 1, b: 2}`; texts with a comma or a bracket need quotes"),
    ("could not find expected ':'", "a `:` is missing after this key", "write `key: value`"),
    ("expected <block end>", "this line does not fit in: its indentation or its form differs from the lines around it", "entries of one mapping begin in the same column"),
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
    if isinstance(error, yaml.reader.ReaderError):
        return _character(error, file, text)
    mark: Any = getattr(error, "problem_mark", None)
    context: Any = getattr(error, "context_mark", None)
    problem = f"{getattr(error, 'problem', '') or error}".replace("did not find ", "")
    start = context if context is not None and ("end of stream" in problem or "expected ':'" in problem or "' or '" in problem) else mark
    span = _at(file, start, text) if start is not None else Span(file, 1, 1, 1, 1)
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
    return Span(file, line + 1, column + 1, line + 1, column + 2)


def _character(error: yaml.reader.ReaderError, file: str, text: str) -> Diagnostic:
    position = int(error.position)
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    number = ord(text[position]) if position < len(text) else 0
    span = Span(file, line, column, line, column + 1)
    return Diagnostic("K005", f"a control character (U+{number:04X})", span, "delete it")
