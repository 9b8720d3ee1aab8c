"""The limits of rule files: a text comes in, findings about its size come out, so that no file can stop the machine."""

from kilnscript.diagnostics import Diagnostic, Span

MOST_BYTES = 1_000_000
MOST_LINES = 20_000
MOST_FINDINGS = 100


def check_text(name: str, text: str) -> tuple[Diagnostic, ...]:
    """The limits that hold for every rule file, whoever hands in its text."""
    if len(text) > MOST_BYTES:
        return (
            finding_at("K003", f"`{name}` is larger than {MOST_BYTES:,} bytes", name, 1, 1, "split the game's data over several files"),
        )
    if (at := text.find("\0")) >= 0:
        line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
        return (finding_at("K005", f"`{name}` is not a text file (it holds a zero byte)", name, line, column, None),)
    lines = text.count("\n")
    if lines > MOST_LINES:
        return (
            finding_at(
                "K008", f"`{name}` has more than {MOST_LINES:,} lines", name, MOST_LINES + 1, 1, "split the game's data over several files"
            ),
        )
    return ()


def finding_at(code: str, message: str, name: str, line: int, column: int, hint: str | None) -> Diagnostic:
    return Diagnostic(code, message, Span(name, line, column, line, column + 1), hint)


def limited(found: list[Diagnostic]) -> list[Diagnostic]:
    """At most so many findings a file, the last one saying that there are more."""
    if len(found) <= MOST_FINDINGS:
        return found
    return [*found[:MOST_FINDINGS], Diagnostic("K011", f"only the first {MOST_FINDINGS} findings are shown", found[MOST_FINDINGS].span)]


def too_deep(span: Span) -> Diagnostic:
    return Diagnostic("K010", "this is nested too deeply", span, "give an inner part a name with `let`, a `function` or a phase of its own")
