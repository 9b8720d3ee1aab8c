"""Functions only look and calculate, and give a result on every way through; `result` and `choose` stand where they belong."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import all_blocks, steps, word

PURE = (s.Let, s.If, s.Case, s.Result, s.Block, s.Arm)


def pure(game: Game) -> Iterator[Diagnostic]:
    for function in game.functions.values():
        for node in steps(function.block):
            if type(node).__module__ == s.__name__ and not isinstance(node, PURE) and not isinstance(node, s.Require | s.Ensure):
                span = getattr(node, "span", function.span)
                if isinstance(node, s.ForEach | s.RepeatTimes | s.RepeatUntil | s.TakeTurns):
                    yield Diagnostic(
                        "K619",
                        "a function has no loops",
                        word(span, "for"),
                        "a query goes through a collection: `sum(x in S: …)`, `[x in S where …]`",
                    )
                elif span.line == span.end_line:
                    yield Diagnostic(
                        "K619",
                        f"the function `{function.name}` may not change or say anything",
                        span,
                        "functions look and calculate; a phase does things",
                    )
                else:
                    yield Diagnostic(
                        "K619", f"the function `{function.name}` may only look and calculate", word(span, "x"), "a phase does things"
                    )
                break


def results(game: Game) -> Iterator[Diagnostic]:
    for function in game.functions.values():
        if not _gives(function.block) and any(isinstance(n, s.Result) for n in steps(function.block)):
            yield Diagnostic(
                "K602",
                f"the function `{function.name}` may end without a result",
                word(function.span, "function"),
                "every way through ends in `result …`",
            )
    for name, block in all_blocks(game):
        for node in steps(block):
            if isinstance(node, s.Result):
                yield Diagnostic("K620", f"`{name}` is no function and gives no result", word(node.span, "result"))


def _gives(block: s.Block) -> bool:
    match block.statements[-1] if block.statements else None:
        case s.Result():
            return True
        case s.If(then=then, otherwise=otherwise):
            return otherwise is not None and _gives(then) and _gives(otherwise)
        case s.Case(arms=arms, otherwise=otherwise):
            return all(_gives(a.block) for a in arms) and (otherwise is None or _gives(otherwise))
        case _:
            return False
