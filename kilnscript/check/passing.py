"""Which statements play can go past: the typed game comes in; of every block, where play stops in it, goes out."""

from __future__ import annotations

from typing import Any

from kilnscript.check.trees import children
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.game import Game


class Passing:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._phases: dict[str, bool] = {}

    def live(self, node: Any) -> tuple[Any, ...]:
        """Children, without the statements behind one that nothing passes."""
        if not isinstance(node, st.Block):
            return children(node)
        last = self.stop(node)
        return (node.doc, node.statements if last is None else node.statements[: last + 1])

    def stop(self, block: st.Block) -> int | None:
        """The position of the first statement that is never passed; None if the end of the block can be reached."""
        for position, statement in enumerate(block.statements):
            if self.stops(statement):
                return position
        return None

    def block_stops(self, block: st.Block | None) -> bool:
        return block is not None and self.stop(block) is not None

    def stops(self, statement: st.Statement) -> bool:
        """Whether play never goes on behind a statement: the game is over, or it loops until something inside ends the game."""
        match statement:
            case st.EndGame() | st.Result():
                return True
            case st.Do():
                return self.phase_stops(statement.phase)
            case st.If():
                return self.block_stops(statement.then) and self.block_stops(statement.otherwise)
            case st.Case():
                blocks = [arm.block for arm in statement.arms] + ([statement.otherwise] if statement.otherwise else [])
                return bool(blocks) and all(self.block_stops(block) for block in blocks)
            case st.Rule():
                return statement.when is None and self.block_stops(statement.block)
            case st.RepeatUntil():
                return isinstance(statement.until, x.YesNoLiteral) and not statement.until.value and statement.limit is None
            case st.TakeTurns():
                return statement.until is None and statement.among is None
            case st.Decision():
                if statement.mode != "must":
                    return False
                ways = [self.offer_stops(offer) for offer in statement.offers]
                if statement.otherwise is not None:
                    ways.append(self.block_stops(statement.otherwise))
                return all(ways)
            case _:
                return False

    def offer_stops(self, offer: st.OfferAction | st.Transaction) -> bool:
        name = offer.commit if isinstance(offer, st.Transaction) else offer.action
        action = self.game.actions.get(name)
        return action is not None and self.block_stops(action.block)

    def phase_stops(self, name: str) -> bool:
        if name not in self._phases:
            self._phases[name] = False  # no circles: checked before
            phase = self.game.phases.get(name)
            self._phases[name] = phase is not None and self.block_stops(phase.block)
        return self._phases[name]
