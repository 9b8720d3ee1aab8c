"""The flow graph as it is drawn: cut not only where a seat decides, but also at titled phases, ends and (for one phase) rules."""

from __future__ import annotations

from typing import Any

from kilnscript.check.settings import Settings, TooMany
from kilnscript.compile.analysis import Asking, walk
from kilnscript.compile.constants import NotConstant
from kilnscript.compile.flow import Flow
from kilnscript.compile.lower import Lowering
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.game import Game


class Shown(Asking):
    """What gets blocks of its own. ``rules``: rules and conditions too, all of them."""

    def __init__(self, game: Game, rules: bool) -> None:
        super().__init__(game)
        self.rules = rules

    def phase(self, name: str) -> bool:
        if name not in self.known:
            phase = self.game.phases[name]
            self.known[name] = phase.title is not None
            self.known[name] = phase.title is not None or self.node(phase.block) or self.waited(name)
        return self.known[name]

    def node(self, node: Any) -> bool:
        if isinstance(node, st.EndGame):
            return False  # a step like others, but never inside another
        shown: tuple[type, ...] = (st.Decision, st.EndGame)
        if self.rules:
            shown += (st.Rule,)
        return any(isinstance(n, shown) or (isinstance(n, st.Do) and self.phase(n.phase)) for n in walk(node))


def drawn(game: Game, rules: bool = False, whole: str | None = None) -> Flow:
    """``whole``: a phase that gets blocks of its own whatever is in it."""
    lowering = Lowering(game, lambda _: None)
    shown = lowering.asking = Shown(game, rules)
    if whole is not None:
        shown.known[whole] = True
    return lowering.run()


class Switches:
    """Which options switch a condition off."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.settings = Settings(game)

    def of(self, *conditions: x.Expression | None) -> frozenset[str]:
        """Options that have to be chosen: at some of their values, a part of the condition is no whatever happens in play."""
        found: set[str] = set()
        for condition in conditions:
            for part in parts(condition):
                if self.decides(part):
                    found |= self.settings.options_in(part)
        return frozenset(found)

    def decides(self, part: x.Expression) -> bool:
        try:
            values = [bool(setting.value(part)) for setting in self.settings.all(self.settings.options_in(part))]
        except (NotConstant, TooMany):
            return False
        return False in values

    def named(self, options: frozenset[str]) -> str:
        """`with Fixing the Mess`; options in the order of game.yaml."""
        titles = [option.title for option in self.game.declarations.options.values() if option.name in options]
        return "with " + " and ".join(titles) if titles else ""


def parts(condition: x.Expression | None) -> list[x.Expression]:
    """What all has to hold: the sides of `and`."""
    match condition:
        case None:
            return []
        case x.Logical(operator="and"):
            return parts(condition.left) + parts(condition.right)
        case _:
            return [condition]
