"""A game compiled for one player count and one choice of options: begin, moves, play, refuse, result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kilnscript.compile.constants import Value
from kilnscript.compile.world import World
from kilnscript.diagnostics import Span
from kilnscript.engine.state import State
from kilnscript.engine.stream import Stream
from kilnscript.model.expressions import Expression, TypedText
from kilnscript.model.game import Game
from kilnscript.model.types import Type

RawMove = tuple[Any, ...]
"""(offer, argument …): ``offer`` is an index into ``Program.offers``, arguments are run-time values (see compile/constants.py)."""


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """``listed``: the value is a set or list chosen by a selection. ``printed``: it shows in the notation."""

    name: str
    type: Type
    printed: bool


@dataclass(frozen=True, slots=True)
class OfferInfo:
    """One thing a seat may do at a decision. ``action``: its name (``skip`` and ``reset`` for those)."""

    number: int
    kind: Literal["action", "commit", "reset", "skip"]
    action: str
    parameters: tuple[ParameterInfo, ...]
    label: TypedText | None
    written: TypedText | None
    span: Span


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """``phase``: name of the phase (or setup, play) it stands in, ``title`` of the nearest phase with one."""

    number: int
    phase: str
    title: TypedText | None
    mode: Literal["must", "may", "may repeatedly"]
    everyone: bool
    offers: tuple[int, ...]
    timer: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal. ``text`` and ``locals`` give the author's reason (render with ``Program.render``); ``text`` is None where the
    author gave none: then ``parameter`` (index) has a value that is not on offer, or (None) the action as a whole is not offered now.
    ``span``: the rule's text that refuses."""

    text: TypedText | None
    locals: Mapping[str, tuple[Value, Type]]
    parameter: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class LogLine:
    """``parts``: text, or (value, its type) for holes, evaluated when it was logged. ``readers``: bit set of seats; ``hidden``: for every
    hole the bit set of seats that may read it (all ones where nothing is hidden)."""

    parts: tuple[str | tuple[Value, Type], ...]
    hidden: tuple[int, ...]
    readers: int
    span: Span


@dataclass(frozen=True, slots=True)
class Result:
    """``places``: seats (from 0) best first, ties together. ``winners``: the first group, or those the rules named; empty if drawn.
    ``scores``: {seat: {holder label: {source: points}}}; a holder is the seat itself, or a member of the kind scores are kept per that the
    rules never tie to a seat (then under every seat alike is wrong: it stands under ``shared`` = seat -1)."""

    places: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    drawn: bool
    reason: str | None


class Program:
    """Compiled rules. ``source`` is the generated Python, ``graph`` the flow graph it came from."""

    game: Game
    world: World
    players: int
    options: Mapping[str, Value]
    decisions: Sequence[DecisionInfo]
    offers: Sequence[OfferInfo]
    source: str

    def begin(self, stream: Stream) -> State:
        """A new game, run up to its first decision (or its end). Raises Fault."""
        raise NotImplementedError

    def moves(self, state: State, seat: int | None = None) -> tuple[RawMove, ...]:
        """The legal moves of the seat to decide (``seat`` only where several decide at once), in the documented order; empty once over."""
        raise NotImplementedError

    def play(self, state: State, move: RawMove, seat: int | None = None) -> None:
        """Plays a legal move in place and runs on to the next decision. Raises Fault: ``state`` is then of no use any more (copy first)."""
        raise NotImplementedError

    def refuse(self, state: State, move: RawMove, seat: int | None = None) -> Refusal | None:
        """None for a legal move; else the first reason, in the order of the rule's text."""
        raise NotImplementedError

    def domain(self, state: State, offer: int, chosen: Sequence[Value], seat: int | None = None) -> tuple[Value, ...]:
        """Values on offer for the parameter after those chosen, requirements not looked at."""
        raise NotImplementedError

    def timeout(self, state: State, seat: int, idle: bool = False) -> RawMove | None:
        """The move that the declared policy plays; None where there is no policy."""
        raise NotImplementedError

    def evaluate(self, expression: Expression, state: State, names: Mapping[str, Value] | None = None) -> Value:
        """The value of any typed expression in a state (examples, invariants, texts); ``names``: values of its locals."""
        raise NotImplementedError

    def contents(self, state: State, place: int) -> tuple[int, ...]:
        """Pieces of a place: in order where it has one (rows, grids, slots: cell by cell, empty cells left out), else by number."""
        raise NotImplementedError

    def tokens(self, state: State, place: int) -> tuple[int, ...]:
        """How many of each token lie in a purse or the supply (-1: unlimited)."""
        raise NotImplementedError

    def piece_value(self, state: State, piece: int, attribute: str) -> Value:
        raise NotImplementedError

    def result(self, state: State) -> Result:
        """Only once over."""
        raise NotImplementedError
