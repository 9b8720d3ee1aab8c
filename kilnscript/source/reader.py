"""What the converters share: the place of offsets, the findings, and the `##` texts that still wait for what they describe."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source.lalr import Child, Node, Token
from kilnscript.source.text import DocLine
from kilnscript.source.tree import Template
from kilnscript.source.unify import composed

MOST_LEVELS = 60  # of an expression, and of `else if`; later stages walk trees by recursion


class TooDeep(Exception):
    """Raised by `Reader.deeper`, caught where a declaration is read."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


@dataclass(slots=True)
class Reader:
    """``span`` turns offsets into a span; ``docs`` holds `##` runs by the line of code that follows them."""

    text: str
    span: Callable[[int, int], Span]
    diagnostics: list[Diagnostic]
    docs: dict[int, list[DocLine]] = field(default_factory=dict)
    make_doc: "Callable[[list[DocLine]], Template] | None" = None
    depth: int = 0

    def of(self, node: Node | Token) -> Span:
        return self.span(node.start, node.end)

    def report(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, hint))

    def deeper(self, node: Node) -> None:
        self.depth += 1
        if self.depth > MOST_LEVELS:
            raise TooDeep(self.of(node))

    def doc(self, span: Span, *more: Span) -> Template | None:
        """The `##` lines right before what begins at these places (the outermost construct of a line takes them)."""
        if not self.docs:
            return None
        found: list[DocLine] = []
        for place in (span, *more):
            waiting = self.docs.get(place.line)
            if waiting and waiting[0].indent == place.column:
                found += self.docs.pop(place.line)
        return self.make_doc(found) if found and self.make_doc else None


def node(child: Child) -> Node:
    assert isinstance(child, Node), child
    return child


def token(child: Child) -> Token:
    assert isinstance(child, Token), child
    return child


def name_of(child: Child) -> str:
    return composed(token(child).value)
