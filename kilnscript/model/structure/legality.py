"""`legal(ACTION)` is asked where the names that the action uses are known."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.diagnostics import Diagnostic, Label
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import all_blocks, steps, walk, word


def legality(game: Game) -> Iterator[Diagnostic]:
    homes = {node.action: name for name, block in all_blocks(game) for node in steps(block) if isinstance(node, s.OfferAction) and node.own}
    roots: list[tuple[str, object]] = list(all_blocks(game))
    roots += [(a.name, (a.parameters, a.when)) for a in game.actions.values()]
    roots += [("", f.block) for f in game.functions.values()] + [("", w.when) for w in game.watches]
    roots += [("", i.condition) for i in game.invariants] + [("", game.bot_hint)]
    for name, root in roots:
        for node in walk(root, texts=False):
            if isinstance(node, e.LegalAction):
                action = game.actions.get(node.action)
                if action is not None and action.scope and homes.get(node.action) != name:
                    needed = ", ".join(f"`{local}`" for local, _ in action.scope)
                    label = Label(word(action.span, "action"), f"it uses {needed} of the phase around it")
                    yield Diagnostic("K625", f"`legal({node.action})` cannot be asked here", node.span, None, (label,))
