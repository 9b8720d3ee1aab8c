"""How deeply loops nest and how often functions call each other, so that only what can take long is counted while a game runs."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from kilnscript.compile.analysis import walk
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.game import Game

MOST_CALLS = 12  # a function that makes more calls than this, by itself and through others, counts them
MOST_DEEP = 50  # functions that call one after the other, each the next


class Costs:
    """Functions are never recursive, so both numbers are finite."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known_depth: dict[str, int] = {}
        self.known_calls: dict[str, int] = {}

    def depth(self, node: Any) -> int:
        """How many loops stand inside each other in an expression or block, through functions too."""
        if isinstance(node, tuple):
            return max((self.depth(item) for item in node), default=0)
        if not is_dataclass(node):
            return 0
        own = 0
        if isinstance(node, (x.Query, x.FilterItems, st.ForEach)):
            own = len(node.binders)
        elif isinstance(node, (st.RepeatTimes, st.RepeatUntil)):
            own = 1
        elif isinstance(node, x.FunctionCall):
            own = self.function_depth(node.function)
        inner = (getattr(node, f.name) for f in fields(node) if f.name not in ("type", "span", "doc", "scope"))
        return own + max((self.depth(part) for part in inner), default=0)

    def function_depth(self, name: str) -> int:
        if name not in self.known_depth:
            self.known_depth[name] = self.depth(self.game.functions[name].block)
        return self.known_depth[name]

    def too_deep(self) -> str | None:
        """A function that begins a chain of too many calls: Python could not follow them. Found without following them itself."""
        called = {
            name: {n.function for n in walk(function.block) if isinstance(n, x.FunctionCall)}
            for name, function in self.game.functions.items()
        }
        level = 0
        while called:
            done = {name for name, others in called.items() if not others & called.keys()}
            level += 1
            if level > MOST_DEEP:
                return min(done)
            called = {name: others for name, others in called.items() if name not in done}
        return None

    def calls(self, name: str) -> int:
        """How many calls one call of a function makes, loops counted once."""
        if name not in self.known_calls:
            block = self.game.functions[name].block
            self.known_calls[name] = 1 + sum(self.calls(n.function) for n in walk(block) if isinstance(n, x.FunctionCall))
        return self.known_calls[name]
