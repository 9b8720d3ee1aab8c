"""Texts: the characters between quotes, behind `##` or in YAML come in, a Template with its holes comes out."""

import re
from collections.abc import Callable

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source.lalr import Token
from kilnscript.source.reader import Reader
from kilnscript.source.text import DocLine
from kilnscript.source.tree import Hole, TableHole, Template, Text
from kilnscript.source.unify import composed

ESCAPES = {'\\"': '"', "\\\\": "\\", "\\n": "\n"}
PART = re.compile(r"\\.|\{\{|\}\}|\{|\}|[^\\{}]+|\\")
HOLE = re.compile(r'((?:[^{}"\\]|\\.|"(?:[^"\\\n]|\\.)*")*)\}')

SpanOf = Callable[[int, int], Span]


def template_of(reader: Reader, token: Token) -> Template:
    """A STRING token as a text with holes."""
    raw = token.value[1:-1]
    start = token.start + 1
    return read_parts(raw, lambda a, b: reader.span(start + a, start + b), reader.of(token), reader.diagnostics, escapes=True)


def text_of(reader: Reader, token: Token) -> Text:
    """A STRING or TEXT_BLOCK token as a plain value in notation."""
    if token.type == "TEXT_BLOCK":
        return Text(dedented(token.value[3:-3]), True, reader.of(token))
    return Text(plain_of(reader, token), False, reader.of(token))


def plain_of(reader: Reader, token: Token) -> str:
    """The characters of a STRING token."""
    raw = token.value[1:-1]
    if "\\" in raw:
        start = token.start + 1
        raw = re.sub(r"\\.", lambda m: _escape(m, lambda a, b: reader.span(start + a, start + b), reader.diagnostics), raw)
    return composed(raw)


def doc_maker(file: str, diagnostics: list[Diagnostic]) -> Callable[[list[DocLine]], Template]:
    """For a Reader: joins a run of `##` lines to one text."""

    def make(run: list[DocLine]) -> Template:
        parts: list[str | Hole | TableHole] = []
        for index, line in enumerate(run):
            found = read_parts(line.text, _line_span(file, line), Span(file, line.line, line.column, line.line, line.column), diagnostics)
            more = ["\n", *found.parts] if index else list(found.parts)
            for part in more:
                if isinstance(part, str) and parts and isinstance(parts[-1], str):
                    parts[-1] += part
                else:
                    parts.append(part)
        last = run[-1]
        return Template(tuple(parts), Span(file, run[0].line, run[0].indent, last.line, last.column + len(last.text)))

    return make


def _line_span(file: str, line: DocLine) -> SpanOf:
    return lambda a, b: Span(file, line.line, line.column + a, line.line, line.column + b)


def read_parts(raw: str, span_of: SpanOf, span: Span, diagnostics: list[Diagnostic], escapes: bool = False) -> Template:
    """The parts of a text; ``span_of`` gives the span of a stretch of ``raw``."""
    if "{" not in raw and "}" not in raw and (not escapes or "\\" not in raw):
        return Template((composed(raw),) if raw else (), span)
    parts: list[str | Hole | TableHole] = []
    words: list[str] = []
    position = 0
    while position < len(raw):
        match = PART.match(raw, position)
        assert match is not None
        piece, position = match.group(), match.end()
        if piece == "{":
            hole, position = _hole(raw, position, span_of, diagnostics, escapes)
            if hole is not None:
                if words:
                    parts.append(composed("".join(words)))
                    words = []
                parts.append(hole)
        elif piece == "}":
            at = span_of(position - 1, position)
            diagnostics.append(Diagnostic("K131", "this `}` closes nothing", at, "write `}}` for the character itself"))
        elif piece in ("{{", "}}"):
            words.append(piece[0])
        elif piece[0] == "\\" and escapes:
            words.append(_escape(match, span_of, diagnostics))
        else:
            words.append(piece)
    if words:
        parts.append(composed("".join(words)))
    return Template(tuple(parts), span)


def _escape(match: re.Match[str], span_of: SpanOf, diagnostics: list[Diagnostic]) -> str:
    found = ESCAPES.get(match.group())
    if found is None:
        diagnostics.append(
            Diagnostic(
                "K132", f"`{match.group()}` stands for no character", span_of(match.start(), match.end()), 'write `\\\\`, `\\"` or `\\n`'
            )
        )
        return match.group()
    return found


def _hole(raw: str, start: int, span_of: SpanOf, diagnostics: list[Diagnostic], escapes: bool) -> tuple[Hole | TableHole | None, int]:
    from kilnscript.source.expressions import read_hole

    match = HOLE.match(raw, start)
    if match is None:
        diagnostics.append(
            Diagnostic(
                "K130", "this `{` is never closed", span_of(start - 1, start), "close it with `}`, or write `{{` for the character itself"
            )
        )
        return None, start
    inner = match.group(1)
    span = span_of(start - 1, match.end())
    if not inner.strip():
        diagnostics.append(
            Diagnostic("K133", "there is nothing between `{` and `}`", span, "write an expression, or `{{}}` for the characters")
        )
        return None, match.end()
    if escapes:
        inner = _bare_quotes(inner)
    return read_hole(inner, lambda a, b: span_of(start + a, start + b), span, diagnostics), match.end()


def _bare_quotes(inner: str) -> str:
    """`\\"` as a quote, with a space outside the text in place of the backslash: places stay right."""
    pieces = inner.split('\\"')
    return "".join(piece if index == 0 else (' "' if index % 2 else '" ') + piece for index, piece in enumerate(pieces))


def dedented(block: str) -> str:
    """A `\"\"\"` block without its first and last line break and without the indentation its lines share."""
    lines = [line.rstrip() for line in block.split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return composed("\n".join(line[margin:] for line in lines))
