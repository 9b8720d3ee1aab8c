"""The parts of the rule files by name: declarations come in, tables of parts and findings about their names come out."""

from __future__ import annotations

from collections.abc import Sequence

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model.builtins import FUNCTIONS, QUERIES
from kilnscript.model.declare.names import RESERVED
from kilnscript.model.typing.context import Context, Parts
from kilnscript.model.typing.effects import walk
from kilnscript.source import tree


def collect(items: Sequence[tree.Item]) -> tuple[Parts, list[Diagnostic]]:
    parts, problems = Parts(), []
    spans: dict[tuple[str, str], Span] = {}

    def add(sort: str, name: str, span: Span) -> bool:
        before = spans.get((sort, name))
        if before is not None:
            problems.append(
                Diagnostic(
                    "K414", f"two {_plural(sort)} are called `{name}`", span, "rename one of them", (Label(before, "the first one"),)
                )
            )
            return False
        spans[sort, name] = span
        return True

    single: dict[str, Span] = {}
    for item in items:
        match item:
            case tree.Function():
                if add("function", item.name, item.name_span):
                    parts.functions[item.name] = item
            case tree.Phase():
                if add("phase", item.name, item.name_span):
                    parts.phases[item.name] = item
            case tree.Payment():
                if add("payment", item.name, item.name_span):
                    parts.payments[item.name] = item
            case tree.Action():
                parts.top_actions[item.name] = item
            case tree.EndWatch():
                add("watch", item.name, item.name_span)
            case tree.Always():
                add("invariant", item.name, item.name_span)
            case tree.Example():
                add("example", item.name, item.name_span)
            case tree.Setup() | tree.Play() | tree.Scoring() | tree.Rank() | tree.BotHint():
                word = {"Setup": "setup", "Play": "play", "Scoring": "scoring", "Rank": "rank by", "BotHint": "bot hint"}[
                    type(item).__name__
                ]
                if word in single:
                    problems.append(
                        Diagnostic("K414", f"`{word}` stands twice", item.span, "join the two", (Label(single[word], "the first one"),))
                    )
                single.setdefault(word, item.span)
            case _:
                pass
        for node in walk(item):
            match node:
                case tree.Action():
                    if add("action", node.name, node.name_span):
                        parts.own_actions[node.name] = node
                        parts.actions[node.name] = node
                case tree.Commit():
                    if add("action", node.name, node.name_span):
                        parts.own_actions[node.name] = node
                case tree.Rule():
                    if add("rule", node.name, node.name_span):
                        parts.rules[node.name] = node
                case _:
                    pass
    if "play" not in single:
        problems.append(Diagnostic("K415", "the rules have no `play:`", None, "`play:` says how the game goes on after the setup"))
    return parts, problems


def _plural(sort: str) -> str:
    return "watches" if sort == "watch" else f"{sort}s"


def check_names(ctx: Context) -> None:
    """Functions and payments share the one namespace; no name is a reserved word."""
    named: list[tree.Function | tree.Payment] = [*ctx.parts.functions.values(), *ctx.parts.payments.values()]
    for part in named:
        what = "function" if isinstance(part, tree.Function) else "payment"
        declared = ctx.names.entries.get(part.name)
        if declared is not part:
            span = ctx.names.spans.get(part.name)
            labels = (Label(span, "declared here"),) if span is not None else ()
            ctx.report(
                "K402",
                f"the {what} `{part.name}` has the name of {ctx.names.what(part.name)}",
                part.name_span,
                "take another name",
                *labels,
            )
        elif part.name in FUNCTIONS or part.name in QUERIES:
            ctx.report("K402", f"the {what} `{part.name}` has the name of a built-in function", part.name_span, "take another name")
        elif part.name in RESERVED:
            ctx.report("K402", f"`{part.name}` is a reserved word", part.name_span, "take another name")
