"""Reads a .kiln file, an expression, a type or a text: characters come in, the syntax tree and the findings come out."""

from collections.abc import Callable

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source import expressions, tree
from kilnscript.source.declarations import item
from kilnscript.source.lalr import Stop, parse
from kilnscript.source.limits import MOST_FINDINGS, check_text, limited, too_deep
from kilnscript.source.reader import Reader, TooDeep
from kilnscript.source.recovery import findings
from kilnscript.source.tables import tables
from kilnscript.source.templates import doc_maker, read_parts
from kilnscript.source.text import clean, declarations
from kilnscript.source.unify import unify_lines
from kilnscript.source.yaml_tree import YamlScalar


def read_kiln(path_shown: str, text: str) -> tuple[tree.File, tuple[Diagnostic, ...]]:
    """The tree of every declaration that could be read, and every finding of the file."""
    limits = check_text(path_shown, text)
    if limits:
        return tree.File((), Span(path_shown, 1, 1, 1, 1)), limits
    source = clean(path_shown, text)
    found = list(source.diagnostics)
    reader = Reader(source.text, source.span, found, dict(source.docs), doc_maker(path_shown, found))
    items: list[tree.Item] = []
    broken: list[tuple[int, int]] = []
    for first, last in declarations(source):
        if len(found) > MOST_FINDINGS:
            break
        start = source.starts[first - 1]
        end = source.starts[last - 1] + len(source.lines[last - 1]) + 1
        reader.depth = 0
        before = len(found)
        try:
            whole = parse(tables(), source.text, start, end, "start")
            items += [item(reader, child) for child in whole.children]
        except Stop as stop:
            _report(found, findings(source, first, last, stop, start, end), broken, first)
            broken.append((first, last))
        except TooDeep as error:
            del found[before:]
            found.append(too_deep(error.span))
            broken.append((first, last))
    for line, run in reader.docs.items():
        if not any(first <= line <= last for first, last in broken):
            place = run[0]
            span = Span(path_shown, place.line, place.indent, place.line, place.column + len(place.text))
            hint = "put it right before a declaration, statement, clause or parameter, in the same column"
            found.append(Diagnostic("K121", "this text describes nothing", span, hint))
    found.sort(key=lambda finding: (finding.span.line, finding.span.column) if finding.span else (0, 0))
    lines = unify_lines(text).split("\n")
    return tree.File(tuple(items), Span(path_shown, 1, 1, len(lines), len(lines[-1]) + 1)), tuple(limited(found))


def _report(found: list[Diagnostic], new: list[Diagnostic], broken: list[tuple[int, int]], first: int) -> None:
    """Adds findings but for echoes: of a character reported on that line already, and of a run of lines that belong nowhere."""
    lines = {finding.span.line for finding in found if finding.span}
    for finding in new:
        if finding.span is not None and finding.span.line in lines:
            continue
        if finding.code == "K127" and broken and broken[-1][1] >= first - 2 and any(each.code == "K127" for each in found[-1:]):
            continue
        found.append(finding)


def read_expression(text: str, file: str, line: int, column: int) -> tuple[tree.Expression | None, tuple[Diagnostic, ...]]:
    """One expression written in another file at that place."""
    found: list[Diagnostic] = []
    value = expressions.read_expression(text, *_at(text, file, line, column), found)
    return value, tuple(found)


def read_type(text: str, file: str, line: int, column: int) -> tuple[tree.TypeExpression | None, tuple[Diagnostic, ...]]:
    """A type (`is:`, `has:`, `to:` in game.yaml)."""
    found: list[Diagnostic] = []
    value = expressions.read_type_node(text, _at(text, file, line, column)[0], found)
    return value, tuple(found)


def read_template(text: str, file: str, line: int, column: int) -> tuple[tree.Template, tuple[Diagnostic, ...]]:
    """A text with holes of game.yaml; what could not be read of it is left out and reported."""
    found: list[Diagnostic] = []
    span_of, whole = _at(text, file, line, column)
    return read_parts(text, span_of, whole, found), tuple(found)


def expression_in(scalar: YamlScalar) -> tuple[tree.Expression | None, tuple[Diagnostic, ...]]:
    """The expression a YAML value holds, with places in the YAML file."""
    found: list[Diagnostic] = []
    return expressions.read_expression(scalar.value, scalar.span_of, scalar.span, found), tuple(found)


def type_in(scalar: YamlScalar) -> tuple[tree.TypeExpression | None, tuple[Diagnostic, ...]]:
    """The type a YAML value names, with places in the YAML file."""
    found: list[Diagnostic] = []
    return expressions.read_type_node(scalar.value, scalar.span_of, found), tuple(found)


def template_in(scalar: YamlScalar) -> tuple[tree.Template, tuple[Diagnostic, ...]]:
    """The text a YAML value is, with places in the YAML file (folded lines included)."""
    found: list[Diagnostic] = []
    return read_parts(scalar.value, scalar.span_of, scalar.span, found), tuple(found)


def _at(text: str, file: str, line: int, column: int) -> tuple[Callable[[int, int], Span], Span]:
    """How offsets of a text turn into spans when its first character stands at that place."""

    def place(offset: int) -> tuple[int, int]:
        breaks = text.count("\n", 0, offset)
        return line + breaks, offset - text.rfind("\n", 0, offset) if breaks else column + offset

    def span_of(start: int, end: int) -> Span:
        return Span(file, *place(start), *place(end))

    return span_of, span_of(0, len(text))
