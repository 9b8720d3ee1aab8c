"""Which functions read the current player, themselves or through what they call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kilnscript.model import expressions as e
from kilnscript.model.game import Game
from kilnscript.model.statements import Function
from kilnscript.model.structure.walk import walk


def with_players(game: Game) -> Game:
    """The game with `uses_player` settled."""
    reads: dict[str, bool] = {}
    calls: dict[str, set[str]] = {}
    for name, function in game.functions.items():
        reads[name] = False
        calls[name] = set()
        for node in walk(function.block, texts=False):
            if isinstance(node, e.CurrentPlayer | e.LegalAction):
                reads[name] = True
            elif isinstance(node, e.FunctionCall):
                calls[name].add(node.function)
            elif isinstance(node, e.PaymentWays):
                reads[name] = reads[name] or _payment(game, node.payment)
    changed = True
    while changed:
        changed = False
        for name in reads:
            if not reads[name] and any(reads.get(c, False) for c in calls[name]):
                reads[name] = changed = True
    functions: Mapping[str, Function] = {n: replace(f, uses_player=True) if reads[n] else f for n, f in game.functions.items()}
    return replace(game, functions=functions)


def _payment(game: Game, name: str) -> bool:
    return name in game.payments and any(isinstance(n, e.CurrentPlayer) for n in walk(game.payments[name], texts=False))
