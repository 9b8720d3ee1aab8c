"""Whether everything declared is used: kinds and members, components, places, tokens, tables, patterns, timers, sources of points."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.diagnostics import Diagnostic, Span


def run(subject: Subject) -> Outcome:
    return Outcome(tuple(Diagnostic("K901", message, span, hint) for message, span, hint in found(subject)))


def found(subject: Subject) -> Iterator[tuple[str, Span, str]]:
    declared, uses = subject.game.declarations, subject.uses
    plain = "use it in the rules, or take it out"
    for kind in declared.kinds.values():
        if kind.name.startswith("option "):
            continue  # the values of an option, which has a check of its own
        if kind.name not in uses.kinds:
            yield f"nothing uses the kind `{kind.name}`", kind.span, plain
        elif kind.name not in uses.spread:
            for member in kind.members:
                if (kind.name, member.name) not in uses.members:
                    yield f"nothing uses `{member.name}`, a member of the kind `{kind.name}`", member.span, plain
    for component in declared.components.values():
        if component.name not in uses.components:
            yield f"nothing uses the component `{component.name}`", component.span, "name it in `holds:` of a place, or take it out"
    for place in declared.places.values():
        if place.shape not in ("box", "supply") and place.name not in uses.places:
            yield f"nothing uses the place `{place.name}`", place.span, plain
    for token in declared.tokens.values():
        tied = token.kind_member is not None and token.kind_member[0] in uses.spread
        if token.name not in uses.tokens and token.any_of is None and not tied:
            yield f"nothing uses the token `{token.name}`", token.span, plain
    for table in declared.tables.values():
        if table.name not in uses.tables:
            yield f"nothing reads the table `{table.name}`", table.span, plain
    for pattern in declared.patterns.values():
        if pattern.name not in uses.patterns:
            yield (
                f"nothing uses the pattern `{pattern.name}`",
                pattern.span,
                "name it in `matches`, `worth` or `stands_for`, or take it out",
            )
    for timer in declared.timers.values():
        named = timer.name in uses.timers or (len(declared.timers) == 1 and None in uses.timers)
        if not named:
            yield f"no decision uses the timer `{timer.name}`", timer.span, f"name it: `on timeout of {timer.name}: …`"
    if declared.scores is not None and declared.scores.span is not None:
        for source in declared.scores.sources:
            if source not in uses.sources:
                hint = f"`score N as {source} for …` would, or take it out"
                yield f"no points are ever scored as `{source}`", declared.scores.span, hint


CHECK = Check("unused-declarations", "Everything declared in game.yaml is used", run, ("K901",))
