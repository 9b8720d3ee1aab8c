"""Walks a syntax tree: every node with its span, by the fields of its dataclass."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from kilnscript.diagnostics import Span


def nodes(node: Any) -> Iterator[Any]:
    if isinstance(node, Span):
        return
    if isinstance(node, tuple):
        for item in node:
            yield from nodes(item)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            yield from nodes(getattr(node, field.name))


def spans(node: Any) -> Iterator[Span]:
    for each in nodes(node):
        for field in fields(each):
            value = getattr(each, field.name)
            if isinstance(value, Span):
                yield value


def inside(span: Span, text: str) -> bool:
    """Whether both ends of a span lie in a text (as the author's editor shows it)."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return (
        1 <= span.line <= span.end_line <= len(lines)
        and 1 <= span.column <= len(lines[span.line - 1]) + 1
        and 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
        and (span.line, span.column) <= (span.end_line, span.end_column)
    )


def written(span: Span, text: str) -> str:
    """What stands at a span of one line."""
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]
