"""Syntax errors: the place where the parser stopped comes in, a diagnostic that speaks of what the author wrote comes out."""

from collections.abc import Callable

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source.lalr import Stop


def explain(stop: Stop, text: str, first: int, last: int, span_of: Callable[[int, int], Span]) -> Diagnostic:
    """The likeliest slip behind a Stop; ``text[first:last]`` is the declaration (or hole, or type) it happened in."""
    token = stop.token
    end = max(token.end, token.start + 1)
    if stop.kind == "depth":
        return Diagnostic("K010", "this is nested too deeply", span_of(token.start, end))
    return Diagnostic("K101", f"`{token.value or 'this'}` cannot stand here", span_of(token.start, end))
