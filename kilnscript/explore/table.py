"""A set-up → the game compiled for it so that it counts what play comes to, and the positions that play comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kilnscript.compile.python.points import Points
from kilnscript.engine.build import compile_game
from kilnscript.engine.offers import RawMove
from kilnscript.engine.state import State
from kilnscript.explore.setups import Setup
from kilnscript.session.game import Game
from kilnscript.session.moves import MoveWords
from kilnscript.session.notation import Notation
from kilnscript.session.position import state_from
from kilnscript.session.session import Session
from kilnscript.session.settings import read_options
from kilnscript.session.texts import Texts
from kilnscript.session.view import Views
from kilnscript.simulation.watch import Usage


class Table:
    """One set-up of a game. Raises NotSupported."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        options = read_options(game.model.declarations, setup.players, setup.options)
        self.program = compile_game(game.model, setup.players, options, counting=True)
        self.words = MoveWords(Texts(Notation(self.program)))
        self.views = Views(self.words)
        self.usage = Usage(self.words)
        assert self.program.points is not None
        self.points: Points = self.program.points
        self.keys: dict[RawMove, tuple[str, ...]] = {}

    def session(self, state: State) -> Session:
        """A session that stands in a state, for what looks at sessions."""
        return Session(self.game, self.words, 0, state, None)

    def names(self, state: State, move: RawMove) -> tuple[str, ...]:
        """What a move uses: ``hire``, ``hire card=y01``, …"""
        found = self.keys.get(move)
        if found is None:
            usage, offer = self.usage, move[0]
            keys = [usage.named[offer]]
            for n in usage.counted[offer]:
                keys += usage.keys(offer, n, move[n], state)
            found = tuple(dict.fromkeys(keys))
            if len(self.keys) < 200_000:
                self.keys[move] = found
        return found

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """What is only looked at does not count as play."""
        hits = self.points.hits
        saved = hits[:]
        try:
            yield
        finally:
            hits[: len(saved)] = saved
            hits[len(saved) :] = [0] * (len(hits) - len(saved))


@dataclass(frozen=True, slots=True)
class Root:
    """Where a game begins: from a seed, or from a position (of the example ``example``, which play may not be able to come to)."""

    table: Table
    seed: str
    position: Mapping[str, Any] | None = None
    example: str | None = None

    def state(self) -> State:
        """Raises Fault, UsageError."""
        table = self.table
        stream = table.game.stream(table.program, self.seed)
        return table.program.begin(stream, None) if self.position is None else state_from(table.words, stream, self.position)


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a seat (from 0) and those before it. ``out_of_time``: the rules chose it when a clock ran out."""

    before: Step | None
    seat: int
    move: RawMove
    out_of_time: bool
    number: int


class Node:
    """A state that play came to, and how."""

    __slots__ = ("root", "state", "step", "tries")

    def __init__(self, root: Root, state: State, step: Step | None = None) -> None:
        self.root = root
        self.state = state
        self.step = step
        self.tries = 0  # how often play went on from here

    @property
    def length(self) -> int:
        return 0 if self.step is None else self.step.number

    def path(self) -> list[Step]:
        """Every step from the root, the first first."""
        return path_of(self.step)


def path_of(step: Step | None) -> list[Step]:
    found = []
    while step is not None:
        found.append(step)
        step = step.before
    return found[::-1]


def decider(state: State) -> int:
    """The seat (from 0) to choose next."""
    return state.deciders[0] if state.deciders else state.player
