"""Pages of the reference from the source: the registry of built-ins, the catalogue of diagnostics and the checks in, Markdown out.

`python -m kilnscript.publish.reference DOCS` writes them into the folder DOCS.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import assert_never

from kilnscript.check.run import CHECKS
from kilnscript.diagnostics import Severity
from kilnscript.diagnostics.catalogue import CATALOGUE, explored
from kilnscript.diagnostics.catalogue.entry import Entry
from kilnscript.model import builtins as b
from kilnscript.model import types as t

STAGES = {
    "K0": ("Files", "Files, encoding and limits."),
    "K1": ("Writing", "How `.kiln` files are written."),
    "K2": ("YAML and CSV", "How `game.yaml` and tables of cards are written."),
    "K3": ("Declarations", "What `game.yaml` declares."),
    "K4": ("Names", "What names mean."),
    "K5": ("Types", "What fits where."),
    "K6": ("Structure", "Order of play, placement of statements, loops."),
    "K7": ("Readers", "Who may read what."),
    "K8": ("Faults", "Mistakes of the rules that show only in play."),
    "K9": ("Checks", "Findings of `kiln check` about rules that can be played."),
}
OWNERS: Mapping[b.Owner, str] = {
    "player": "A seat",
    "place": "A place",
    "cell": "A cell",
    "line": "A line of a grid",
    "arrow": "An arrow",
    "direction": "A direction",
    "piece": "A piece",
    "member": "A member of a kind",
    "list": "A list",
    "token": "A token",
}
BODIES = {"condition": "C", "number": "N", "comparable": "V", "any": "V", "collection": "L"}
MADE = "<!-- Made by `python -m kilnscript.publish.reference docs`; change the source instead. -->"


# ---- built-ins -----------------------------------------------------------------------------------------------------------


def builtins_page() -> str:
    """Values, functions, queries and attributes, each with what it gives and an example."""
    values = ((code(v.name), said(v.type), v.doc, code(v.example)) for v in b.VALUES.values())
    functions = ((code(signature(f)), said(f.result), f.doc, code(f.example)) for f in b.FUNCTIONS.values())
    queries = ((forms(q), q.doc, code(q.example)) for q in b.QUERIES.values())
    lines = [
        "# Built-in values, functions and attributes",
        "",
        MADE,
        "",
        "Part of [the reference](reference.md). `T` stands for any type; an argument with `= 1` may be left out and is then 1.",
        "",
        "## Values",
        "",
        *table(("value", "type", "is", "for example"), values),
        "",
        "## Functions",
        "",
        "Arguments stand in order, or after the first one by name: `line_through(cell, in: cells, axis: vertical)`.",
        "",
        *table(("function", "gives", "says", "for example"), functions),
        "",
        "## Questions about collections",
        "",
        "One form for all: `NAME(x in S, y in T where C: EXPRESSION)`. S and T are what is gone through, C is a condition,",
        "N a number, V a value, L a collection.",
        "",
        *table(("forms", "asks", "for example"), queries),
        "",
        "## Attributes",
        "",
    ]
    for owner, attributes in b.ATTRIBUTES.items():
        rows = ((code(f".{a.name}"), "" if a.type is None else said(a.type), a.doc) for a in attributes.values())
        lines += [f"### {OWNERS[owner]}", "", *table(("attribute", "type", "is"), rows), ""]
    return "\n".join(lines).rstrip() + "\n"


def signature(function: b.Function) -> str:
    if function.special:
        return f"{function.name}({'…' if not function.parameters else ', '.join(p.name for p in function.parameters)})"
    parameters = (f"{p.name}: {said(p.type)}{'' if p.default is None else f' = {p.default}'}" for p in function.parameters)
    return f"{function.name}({', '.join(parameters)})"


def forms(query: b.Query) -> str:
    body = BODIES[query.body]
    found = [f"{query.name}(x in S: {body})"]
    if query.where:
        found.append(f"{query.name}(x in S where C)")
    if query.plain:
        found.append(f"{query.name}(S)")
    if query.values:
        found.append(f"{query.name}(a, b)")
    if query.otherwise:
        found.append(f"{query.name}(… else V)")
    return " ".join(map(code, found))


def said(of: b.SignatureType) -> str:
    """A type as rule files write it."""
    match of:
        case str():
            return {"any": "T", "item": "T", "list of items": "list of T", "set of items": "set of T", "same collection": "the same"}[of]
        case t.Number():
            return "number"
        case t.YesNo():
            return "yes/no"
        case t.Kind():
            return of.name
        case t.SetOf():
            return f"set of {said(of.item)}"
        case t.ListOf():
            return f"list of {said(of.item)}"
        case t.TallyOf():
            return f"tally of {said(of.item)}"
        case t.Optional():
            return f"{said(of.item)} or none"
        case t.Nothing() | t.Unknown():
            return "none"
        case t.Text() | t.Player() | t.Cell() | t.Line() | t.Arrow() | t.Direction() | t.Axis() | t.Piece() | t.Place() | t.Token():
            return type(of).__name__.lower()
        case t.Amount() | t.Shape() | t.Snapshot() | t.Payment() | t.Pattern():
            return type(of).__name__.lower()
        case _:
            assert_never(of)


# ---- diagnostics ---------------------------------------------------------------------------------------------------------


def diagnostics_page() -> str:
    """Every code with its name, severity, explanation and examples, by stage."""
    lines = [
        "# What the checker says",
        "",
        MADE,
        "",
        "Every message has a code; `kiln explain CODE` prints what stands here.",
        "Errors keep a game from being played; warnings and notes do not.",
        "",
    ]
    for start, (title, about) in STAGES.items():
        entries = [entry for code_, entry in sorted(CATALOGUE.items()) if code_.startswith(start)]
        if entries:
            lines += [f"## {title}", "", about, ""]
            for entry in entries:
                lines += entry_lines(entry)
    return "\n".join(lines).rstrip() + "\n"


def entry_lines(entry: Entry) -> Iterator[str]:
    severity = "" if entry.severity is Severity.ERROR else f" ({entry.severity.value})"
    yield f'<a id="{entry.code.lower()}"></a>'
    yield ""
    yield f"### {entry.code} {entry.name}{severity}"
    yield ""
    if entry.explanation:
        yield entry.explanation
        yield ""
    for word, example in (("Instead of", entry.bad), ("Write" if entry.bad else "For example", entry.good)):
        if example:
            yield f"{word}:"
            yield ""
            yield from fenced(example)
            yield ""


def fenced(example: str) -> Iterator[str]:
    """A fence longer than any inside; no language, since examples may be of both files at once."""
    fence = "```"
    while fence in example:
        fence += "`"
    yield fence
    yield from example.strip("\n").split("\n")
    yield fence


# ---- checks --------------------------------------------------------------------------------------------------------------


def checks_page() -> str:
    """Every check with what holds for a game without findings, and its findings with an example of what is wrong and of what is right."""
    lines = [
        "# The checks",
        "",
        MADE,
        "",
        "`kiln check GAME` runs all of these and gives each property a verdict: *proved*, *explored* (so much was looked at, and nothing",
        "found) or *open*, with what would settle it. Those under *By reading* need no play; [check.md](check.md) tells how it plays.",
        "",
        "## By reading",
        "",
    ]
    for check in CHECKS:
        lines += [f"### {check.name}", "", f"{check.property}.", ""]
        for found in check.codes:
            lines += checked_lines(CATALOGUE[found])
    lines += ["## By playing", ""]
    for entry in explored.ENTRIES:
        lines += checked_lines(entry)
    return "\n".join(lines).rstrip() + "\n"


def checked_lines(entry: Entry) -> Iterator[str]:
    yield f"**{entry.code} {entry.name}.** {entry.explanation}"
    yield ""
    for word, example in (("Found in", entry.bad), ("Not in", entry.good)):
        if example:
            yield f"{word}:"
            yield ""
            yield from fenced(example)
            yield ""


# ---- Markdown ------------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def code(text: str) -> str:
    return f"`{text}`"


PAGES = {"builtins.md": builtins_page, "diagnostics.md": diagnostics_page, "checks.md": checks_page}


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m kilnscript.publish.reference DOCS", file=sys.stderr)
        return 2
    for name, page in PAGES.items():
        Path(arguments[0], name).write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
