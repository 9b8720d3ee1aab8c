"""Timeout policies: the block behind `on timeout` or `on idle` → the legal move it chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kilnscript.compile.constants import Value
from kilnscript.engine.offers import RawMove
from kilnscript.engine.state import State
from kilnscript.model import statements as st

if TYPE_CHECKING:
    from kilnscript.engine.program import Program


def chosen(program: Program, s: State, block: st.Block, moves: Sequence[RawMove], names: dict[str, Value]) -> RawMove | None:
    """``moves``: what is legal, in order; ``names``: the locals in sight. None where no `choose` is met."""
    for n in block.statements:
        inner: st.Block | None = None
        match n:
            case st.Let():
                names = {**names, n.name: program.evaluate(n.value, s, names)}
            case st.If():
                holds = program.evaluate(n.condition, s, names)
                inner = n.then if holds else n.otherwise
                program.count("arm", n.condition.span, "yes" if holds else "no")
            case st.Case():
                subject = program.evaluate(n.subject, s, names)
                arm = next((a for a in n.arms if any(program.evaluate(v, s) == subject for v in a.values)), None)
                inner = n.otherwise if arm is None else arm.block
                if arm is not None:
                    program.count("arm", arm.values[0].span)
            case st.Choose():
                program.count("line", n.span)
                return best(program, s, n, moves, names)
        if inner is not None and (found := chosen(program, s, inner, moves, names)) is not None:
            return found
    return None


def best(program: Program, s: State, n: st.Choose, moves: Sequence[RawMove], names: dict[str, Value]) -> RawMove:
    """The first best move of the action by its ranking; the first legal move where that action has none."""
    mine = [m for m in moves if program.offers[m[0]].action == n.action]
    if not mine:
        return moves[0]

    def key(move: RawMove) -> tuple[Any, ...]:
        known = {**names, **{p.name: v for p, v in zip(program.offers[move[0]].parameters, move[1:], strict=True)}}
        found = [(i.highest, program.evaluate(i.value, s, known)) for i in n.ranking]
        return tuple(-value if highest else value for highest, value in found)

    return min(mine, key=key) if n.ranking else mine[0]
