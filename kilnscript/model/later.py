"""What the rules put off (`do … at end of …`): the typed game comes in, the moments and what may be done at each go out."""

from __future__ import annotations

from typing import Literal

from kilnscript.model import statements as s
from kilnscript.model.game import Game
from kilnscript.model.structure.walk import all_blocks, steps

Moment = tuple[Literal["start", "end"], str]  # of a phase, or of a ``turn``


def moments(game: Game) -> dict[Moment, tuple[str, ...]]:
    """The moments until which something is put off, in the order of the text, with the phases that may then be done."""
    found: dict[Moment, dict[str, None]] = {}
    blocks = [block for _, block in all_blocks(game)]
    for node in (node for block in blocks for node in steps(block)):
        if isinstance(node, s.Later):
            found.setdefault((node.edge, node.of), {})[node.phase] = None
    for payment in game.payments.values():
        for way in payment.ways:
            for node in way.effects:
                if isinstance(node, s.Later):
                    found.setdefault((node.edge, node.of), {})[node.phase] = None
    return {moment: tuple(phases) for moment, phases in found.items()}
