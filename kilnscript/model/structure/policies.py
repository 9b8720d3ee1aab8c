"""What happens when the clock runs out: every timed decision says so, names its timer where there are several, and ends in `choose`."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import all_blocks, offered, steps, word


def decisions(game: Game) -> Iterator[s.Decision]:
    for _, block in all_blocks(game):
        for node in steps(block):
            if isinstance(node, s.Decision):
                yield node


def policies(game: Game) -> Iterator[Diagnostic]:
    timers = game.declarations.timers
    for decision in decisions(game):
        if timers and decision.on_timeout is None:
            yield Diagnostic(
                "K615",
                "this decision does not say what happens when the clock runs out",
                word(decision.who.span, _text(decision)),
                "add `on timeout: choose …`",
                tuple(Label(t.span, "the timer") for t in timers.values()),
            )
        for policy, head in ((decision.on_timeout, "on timeout"), (decision.on_idle, "on idle")):
            if policy is None:
                continue
            if not timers:
                yield Diagnostic(
                    "K614",
                    f"`{head}` needs a timer",
                    word(policy.span, head),
                    "declare it in game.yaml: `timers: {decision: {seconds: 60}}`",
                )
            elif policy.timer is not None and policy.timer not in timers:
                yield Diagnostic(
                    "K614", f"there is no timer `{policy.timer}`", word(policy.span, head), f"the timers are {', '.join(timers)}"
                )
            elif policy.timer is None and len(timers) > 1 and head == "on timeout":
                yield Diagnostic(
                    "K614", "the game has several timers", word(policy.span, head), f"write `on timeout of {next(iter(timers))}:`"
                )
            if head == "on idle" and timers and all(t.idle is None for t in timers.values()):
                yield Diagnostic("K614", "no timer has an `idle` limit", word(policy.span, head), "add `idle: 300` to the timer")
            if not _chooses(policy.block):
                yield Diagnostic(
                    "K613",
                    f"every way through `{head}` ends in `choose …`",
                    word(policy.span, head),
                    "`choose skip` where nothing should happen",
                )
            yield from _offered(game, decision, policy)
        yield from _otherwise(decision)


def _text(decision: s.Decision) -> str:
    span = decision.who.span
    return "x" * (span.end_column - span.column) if span.line == span.end_line else "x"


def _offered(game: Game, decision: s.Decision, policy: s.TimeoutPolicy) -> Iterator[Diagnostic]:
    """A policy chooses among what the decision offers."""
    names = {o.action for o, _ in offered(decision)} | {o.commit for o in decision.offers if isinstance(o, s.Transaction)}
    for node in steps(policy.block):
        if isinstance(node, s.Choose):
            if node.action == "skip":
                if decision.mode == "must":
                    yield Diagnostic("K613", "a `must` decision cannot be skipped", node.span, "choose one of its actions")
            elif node.action not in names:
                yield Diagnostic(
                    "K613", f"this decision does not offer `{node.action}`", node.span, f"it offers {', '.join(sorted(names))}"
                )


def _otherwise(decision: s.Decision) -> Iterator[Diagnostic]:
    if decision.otherwise is not None and decision.mode != "must":
        yield Diagnostic(
            "K623", "`otherwise` belongs to `must`: who may, may stop", _line(decision.otherwise.span), "put it after the decision"
        )


def _line(span: Span) -> Span:
    return span if span.line == span.end_line else word(span, "x")


def misplaced_choices(game: Game) -> Iterator[Diagnostic]:
    """`choose` stands in timeout policies only."""
    inside = {
        id(n)
        for d in decisions(game)
        for p in (d.on_timeout, d.on_idle)
        if p is not None
        for n in steps(p.block)
        if isinstance(n, s.Choose)
    }
    for _, block in all_blocks(game):
        for node in steps(block):
            if isinstance(node, s.Choose) and id(node) not in inside:
                yield Diagnostic(
                    "K621", "`choose` belongs in `on timeout:` or `on idle:`", node.span, "a player chooses in a decision: `player must:`"
                )


def _chooses(block: s.Block) -> bool:
    match block.statements[-1] if block.statements else None:
        case s.Choose():
            return True
        case s.If(then=then, otherwise=otherwise):
            return otherwise is not None and _chooses(then) and _chooses(otherwise)
        case s.Case(arms=arms, otherwise=otherwise):
            return all(_chooses(a.block) for a in arms) and (otherwise is None or _chooses(otherwise))
        case _:
            return False
