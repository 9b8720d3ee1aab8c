"""A flow graph as text: every block, what it does, and where it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kilnscript.compile import flow as f
from kilnscript.engine.offers import DecisionInfo


def flow_text(graph: f.Flow, decisions: Sequence[DecisionInfo]) -> str:
    """The units of the graph in order; a block's number is the ``step`` of views."""
    lines: list[str] = []
    for unit in graph.units.values():
        parameters = ", ".join(name for name, _ in unit.parameters)
        lines.append(
            f"{unit.kind} {unit.name}({parameters}): begins at {unit.entry}"
            if parameters
            else f"{unit.kind} {unit.name}: begins at {unit.entry}"
        )
        for block in graph.blocks:
            if block.unit == unit.name:
                lines += block_lines(block, decisions)
        lines.append("")
    return "\n".join(lines).rstrip()


def block_lines(block: f.Block, decisions: Sequence[DecisionInfo]) -> Iterator[str]:
    yield f"  {block.number}:"
    for step in block.steps:
        span = getattr(step, "span", None)
        yield f"      {described(step)}" + (f"  ({span})" if span is not None else "")
    yield f"      {end_text(block.end, decisions)}"


def described(step: f.Step) -> str:
    """``set variable``, ``start loop items_1``."""
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in type(step).__name__).strip()
    for name in ("slot", "scope", "name", "phase"):
        value = getattr(step, name, None)
        if isinstance(value, str):
            return f"{words} {value}"
    return words


def end_text(end: f.End, decisions: Sequence[DecisionInfo]) -> str:
    match end:
        case f.Goto():
            return f"-> {end.to}"
        case f.Branch():
            return f"{end.label}: yes -> {end.yes}, no -> {end.no}"
        case f.Select():
            arms = ", ".join(f"arm {i} -> {to}" for i, (_, to) in enumerate(end.arms, 1))
            return f"case: {arms}, else -> {end.otherwise}"
        case f.NextItem():
            names = ", ".join(binder.name for binder in end.loop.binders)
            return f"next {names}: -> {end.body}, done -> {end.done}"
        case f.NextCount():
            return f"next pass: -> {end.body}, done -> {end.done}"
        case f.NextTurn():
            return f"next turn: -> {end.body}, done -> {end.done}"
        case f.NextDue():
            return f"next of what was put off: {', '.join(f'{name} -> {to}' for name, _, to in end.arms)}, done -> {end.done}"
        case f.Call():
            return f"do {end.phase}, then -> {end.to}"
        case f.Decide():
            info = decisions[end.decision]
            nothing = "a fault" if end.nothing is None else f"-> {end.nothing}"
            skipped = "" if info.mode == "must" else f", skipped -> {end.skipped}"
            who = "all players" if info.everyone else "player"
            return f"decision {end.decision}: {who} {info.mode}, chosen -> {end.after}{skipped}, nothing legal: {nothing}  ({info.span})"
        case f.Return():
            return "return"
