"""Variables that begin anew with a phase or a turn, score sheets by phase, and `give next turn`: each has what it refers to."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import all_blocks, deep, steps, word
from kilnscript.model.typing.names import did_you_mean


def scopes(game: Game) -> Iterator[Diagnostic]:
    turns = [n for _, block in all_blocks(game) for n in steps(block) if isinstance(n, s.TakeTurns)]
    for variable in game.declarations.variables.values():
        scope = variable.scope
        if scope == "turn":
            if "turn" in game.phases:
                yield Diagnostic(
                    "K616", f"`{variable.name}` begins anew each turn, so no phase may be called `turn`",
                    word(game.phases["turn"].span, "phase turn"), "call the phase `whole_turn`", (Label(variable.span, "declared here"),),
                )  # fmt: skip
            if not turns:
                yield Diagnostic(
                    "K616", f"`{variable.name}` begins anew each turn, and nothing takes turns", variable.span, "`take turns from …:`"
                )
        elif scope is not None and scope not in game.phases:
            yield Diagnostic(
                "K616",
                f"`{variable.name}` begins anew each `{scope}`, and no phase is called that",
                variable.span,
                did_you_mean(scope, [*game.phases, "turn"]),
            )
    for _, block in all_blocks(game):
        for node in steps(block):
            if isinstance(node, s.Later) and node.of == "turn":
                if "turn" in game.phases:
                    yield Diagnostic(
                        "K616", f"this is put off until the {node.edge} of a turn, so no phase may be called `turn`",
                        word(game.phases["turn"].span, "phase turn"), "call the phase `whole_turn`", (Label(node.span, "put off here"),),
                    )  # fmt: skip
                if not turns:
                    yield Diagnostic(
                        "K616", f"this waits for the {node.edge} of a turn, and nothing takes turns", node.span, "`take turns from …:`"
                    )
    scores = game.declarations.scores
    if scores is not None and scores.by is not None and scores.by not in game.phases:
        yield Diagnostic(
            "K616",
            f"the score sheet goes by `{scores.by}`, and no phase is called that",
            scores.span,
            did_you_mean(scores.by, list(game.phases)),
        )
    inside = {id(n) for t in turns for n in deep(game, t.block) if isinstance(n, s.NextTurn)}
    for _, block in all_blocks(game):
        for node in steps(block):
            if isinstance(node, s.NextTurn) and id(node) not in inside:
                yield Diagnostic("K617", "nothing takes turns here", node.span, "`give next turn` belongs inside `take turns from …:`")
