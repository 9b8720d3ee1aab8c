"""What a compiled game says about its decisions, moves, refusals, log and end: plain data, and how a flow graph's offers are numbered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kilnscript.compile.constants import Value
from kilnscript.compile.flow import Flow, flat_offers
from kilnscript.diagnostics import Span
from kilnscript.model.expressions import TypedText
from kilnscript.model.game import Game
from kilnscript.model.types import Type

RawMove = tuple[Any, ...]
"""(offer, argument …): ``offer`` is an index into ``Program.offers``, arguments are run-time values (see compile/constants.py)."""


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """``printed``: it shows in the notation."""

    name: str
    type: Type
    printed: bool


@dataclass(frozen=True, slots=True)
class OfferInfo:
    """One thing a seat may do at a decision. ``action``: its name (``skip`` and ``reset`` for those). A ``provisional`` move belongs to a
    transaction: it counts only once that is committed."""

    number: int
    kind: Literal["action", "provisional", "commit", "reset", "skip"]
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
    """Why a move is not legal. ``text`` and ``locals`` (name → value, type) give the author's reason. ``text`` is None where there is none:
    then ``parameter`` (index) has a value that is not on offer, or (None) the action is not offered at all now. ``span``: the rule."""

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
    ``reason``: the words of the rules, with the values of their holes, or None."""

    places: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    drawn: bool
    reason: TypedText | None
    values: tuple[Value, ...]


def describe(game: Game, flow: Flow) -> tuple[tuple[DecisionInfo, ...], tuple[OfferInfo, ...]]:
    """The decisions and offers of a flow graph, numbered as the generated code numbers them."""
    decisions: list[DecisionInfo] = []
    offers: list[OfferInfo] = []
    for node in flow.decisions:
        d = node.decision
        mine = []
        for offer in flat_offers(d):
            action = game.actions.get(offer.action)
            if action is None:
                found = OfferInfo(len(offers), offer.kind, offer.action, (), None, None, offer.span)
            else:
                parameters = tuple(ParameterInfo(p.name, p.type, p.printed) for p in action.parameters)
                found = OfferInfo(len(offers), offer.kind, action.name, parameters, action.label, action.written, action.span)
            mine.append(found)
            offers.append(found)
        unit = flow.units[node.unit]
        phase = game.phases.get(node.unit)
        timer = None if d.on_timeout is None else d.on_timeout.timer or next(iter(game.declarations.timers), None)
        decisions.append(
            DecisionInfo(
                node.number,
                unit.name,
                None if phase is None else phase.title,
                d.mode,
                d.everyone,
                tuple(o.number for o in mine),
                timer,
                d.span,
            )
        )
    return tuple(decisions), tuple(offers)
