"""Every node of a typed tree, in the order written; each check says what it looks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from kilnscript.diagnostics import Span
from kilnscript.model import statements as s
from kilnscript.model import types as t
from kilnscript.model.expressions import TypedText
from kilnscript.model.game import Game

_SKIPPED = ("span", "type", "scope")
_FIELDS: dict[type, tuple[str, ...]] = {}
_LEAVES = (str, int, Span, t.Number, t.Kind)


def children(node: object) -> tuple[object, ...]:
    """What a node is made of, in the order written."""
    if isinstance(node, tuple):
        return node
    if node is None or isinstance(node, _LEAVES):
        return ()
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = tuple(f.name for f in fields(kind) if f.name not in _SKIPPED) if is_dataclass(kind) else ()
        _FIELDS[kind] = names
    return tuple(getattr(node, name) for name in names)


def walk(node: object, *, texts: bool = True) -> Iterator[object]:
    """``texts``: also the holes of texts. What a decision offers is not entered: actions have names of their own."""
    stack = [node]
    while stack:
        item = stack.pop()
        if item is None or isinstance(item, _LEAVES):
            continue
        if isinstance(item, tuple):
            stack.extend(reversed(item))
            continue
        if not texts and isinstance(item, TypedText):
            continue
        yield item
        stack.extend(reversed(children(item)))


# What of a statement holds statements or offers; the rest of it is expressions and texts.
_INSIDE: dict[type, tuple[str, ...]] = {
    s.Block: ("statements",),
    s.If: ("then", "otherwise"),
    s.Case: ("arms", "otherwise"),
    s.Arm: ("block",),
    s.ForEach: ("block",),
    s.RepeatTimes: ("block",),
    s.RepeatUntil: ("block", "otherwise"),
    s.TakeTurns: ("block",),
    s.Rule: ("block",),
    s.Decision: ("offers", "otherwise", "on_timeout", "on_idle"),
    s.Transaction: ("offers",),
    s.TimeoutPolicy: ("block",),
}


def steps(node: object) -> Iterator[object]:
    """Every statement, block, offer and policy; expressions are not entered, and what a decision offers neither."""
    stack = [node]
    while stack:
        item = stack.pop()
        if item is None:
            continue
        if isinstance(item, tuple):
            stack.extend(reversed(item))
            continue
        yield item
        for name in reversed(_INSIDE.get(type(item), ())):
            stack.append(getattr(item, name))


def offered(decision: s.Decision | s.Transaction) -> Iterator[tuple[s.OfferAction, s.Transaction | None]]:
    """The offers of a decision, those of its transactions with the transaction."""
    for offer in decision.offers:
        if isinstance(offer, s.Transaction):
            for inner in offer.offers:
                yield inner, offer
        else:
            yield offer, None


def deep(game: Game, node: object) -> Iterator[object]:
    """Every statement, through the phases that are done and the actions that are offered; each of these once."""
    seen: set[tuple[str, str]] = set()
    stack = [node]
    while stack:
        for item in steps(stack.pop()):
            yield item
            names: list[tuple[str, str]] = []
            match item:
                case s.Do(phase=phase):
                    names.append(("phase", phase))
                case s.OfferAction(action=action):
                    names.append(("action", action))
                case s.Transaction(commit=commit):
                    names.append(("action", commit))
                case _:
                    pass
            for key in names:
                if key not in seen:
                    seen.add(key)
                    part: s.Phase | s.Action | None = game.phases.get(key[1]) if key[0] == "phase" else game.actions.get(key[1])
                    if part is not None:
                        stack.append(part.block)


def all_blocks(game: Game) -> Iterator[tuple[str, s.Block]]:
    """The blocks outside functions, each with the name of what it belongs to."""
    for name, block in (("setup", game.setup), ("play", game.play), ("scoring", game.scoring)):
        if block is not None:
            yield name, block
    for phase in game.phases.values():
        yield phase.name, phase.block
    for action in game.actions.values():
        yield action.name, action.block


def word(span: Span, text: str) -> Span:
    """The first words of a construct, which say enough of one that goes on for many lines."""
    return Span(span.file, span.line, span.column, span.line, span.column + len(text))
