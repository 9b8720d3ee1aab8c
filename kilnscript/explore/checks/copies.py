"""K978: a game that was undone, saved and loaded, or replayed does not stand where it stood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.engine.faults import Fault
from kilnscript.engine.state import State
from kilnscript.explore.checks.look import Look, PlayCheck
from kilnscript.explore.problems import Problem
from kilnscript.explore.table import Table, decider
from kilnscript.session.errors import UsageError
from kilnscript.session.position import state_from

HINT = "if pieces that differ are written alike, give them a `written`; otherwise report this: the engine is at fault"


def run(look: Look) -> Iterator[Problem]:
    table, state = look.table, look.state
    before = told(table, state)
    move = look.chance.choice(look.moves)
    after = state.copy()
    try:
        table.program.play(after, move, look.seat)
    except Fault:
        return  # reported where it is played
    now = told(table, state)
    if now != before:
        notation = table.words.notation(state, move)
        yield look.problem("K978", f"`{notation}` cannot be undone exactly{differs(before, now)}", look.span, HINT)
        return
    try:
        loaded = state_from(table.words, state.stream.copy(), look.view)
    except (UsageError, Fault) as error:
        yield look.problem("K978", f"the game cannot be loaded as it was saved: {error}", look.span, HINT)
        return
    if told(table, loaded) != before:
        yield look.problem("K978", f"the game loads as another than was saved{differs(before, told(table, loaded))}", look.span, HINT)


def told(table: Table, state: State) -> dict[str, Any]:
    """All there is to see of a state, and its legal moves."""
    found = table.views.view(state, None)
    if not state.over:
        seat = decider(state)
        found["moves"] = [table.words.notation(state, move) for move in table.program.moves(state, seat)[:200]]
    return found


def differs(one: Any, other: Any, path: str = "") -> str:
    """`: places/pool is … and not …`: the first part that is different."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if one[key] != other.get(key):
                return differs(one[key], other.get(key), f"{path}/{key}" if path else str(key))
    return f": `{path}` is {str(other)[:60]} and was {str(one)[:60]}"


CHECK = PlayCheck("copies", "Undone, saved and loaded, or replayed, a game stands where it stood.", ("K978",), run)
