"""A position under a look: what every check gets, and how a check says what is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kilnscript.diagnostics import Span
from kilnscript.engine.offers import RawMove
from kilnscript.engine.state import State
from kilnscript.explore.problems import Problem
from kilnscript.explore.table import Node, Table, decider


@dataclass(frozen=True)
class Look:
    """``chance``: the check's own; looking changes nothing."""

    node: Node
    chance: random.Random

    @property
    def table(self) -> Table:
        return self.node.root.table

    @property
    def state(self) -> State:
        return self.node.state

    @cached_property
    def seat(self) -> int:
        """From 0."""
        return decider(self.state)

    @cached_property
    def moves(self) -> tuple[RawMove, ...]:
        return self.table.program.moves(self.state, self.seat)

    @cached_property
    def view(self) -> dict[str, Any]:
        """As the referee sees it."""
        return self.table.views.view(self.state, None)

    def problem(self, code: str, message: str, span: Span | None, hint: str | None = None) -> Problem:
        return Problem(code, message, span, hint, self.node.root, self.node.step)

    @cached_property
    def span(self) -> Span | None:
        """The open decision."""
        return self.table.program.decisions[self.state.decision].span if self.state.decision >= 0 else None


@dataclass(frozen=True, slots=True)
class PlayCheck:
    """``run`` gives the problems of a position; it may raise Fault. ``every``: it is quick enough for every position."""

    name: str
    property: str
    codes: tuple[str, ...]
    run: Callable[[Look], Iterator[Problem]]
    every: bool = False
