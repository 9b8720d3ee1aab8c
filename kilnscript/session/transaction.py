"""An open transaction ↔ plain data: what has been moved since its start, and what variables were then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kilnscript.engine.state import State
from kilnscript.session.errors import UsageError

if TYPE_CHECKING:
    from kilnscript.session.position import Rebuild
    from kilnscript.session.view import Views


def plain_transaction(views: Views, state: State) -> dict[str, Any]:
    """``moved``: [piece, where it lay, where it lies] for all that lies elsewhere now; ``variables``: those that had another value."""
    start = state.start
    assert start is not None
    moved = []
    for piece in range(len(views.world.pieces)):
        before, now = spot(views, start, piece), spot(views, state, piece)
        if before != now:
            moved.append([views.word(state, piece), before, now])
    variables = {}
    for name, variable in views.world.declarations.variables.items():
        value = views.variable(start, variable, None)
        if value != views.variable(state, variable, None):
            variables[name] = value
    return {"moved": sorted(moved), "variables": variables}


def spot(views: Views, state: State, piece: int) -> str:
    """``rack/1``, ``board:12``: a place, and the number of the cell in it."""
    info = views.world.places[state.place_of[piece]]
    cell = state.cell_of[piece]
    return views.plain.place_path(info) + (f":{cell - info.cells.start + 1}" if cell >= 0 else "")


def restore_transaction(rebuild: Rebuild, data: object) -> State:
    """The state at the start. Raises UsageError."""
    given = data if isinstance(data, Mapping) else {}
    moved, variables = given.get("moved"), given.get("variables", {})
    if set(given) - {"moved", "variables"} or not isinstance(moved, list) or not isinstance(variables, Mapping):
        raise UsageError("position: `transaction` has `moved` and `variables`, as a view shows it")
    state, program = rebuild.state, rebuild.program
    paths = {rebuild.plain.place_path(info): info for info in rebuild.world.places}
    start = state.copy()
    used: set[int] = set()
    for item in moved:
        if not isinstance(item, list) or len(item) != 3 or not all(isinstance(text, str) for text in item):
            raise UsageError("position: `transaction`: `moved` lists pieces, where they lay and where they lie")
        word, before, now = item
        place, _, cell = before.partition(":")
        info = paths.get(place)
        there = paths.get(now.partition(":")[0])
        pieces = program.contents(state, there.number) if there is not None else ()
        piece = next((p for p in pieces if p not in used and rebuild.notation.exact_piece(p, state) == word), None)
        if info is None or piece is None or (cell and not (cell.isdecimal() and 1 <= int(cell) <= len(info.cells))):
            raise UsageError(f"position: `transaction`: {word[:40]} cannot have gone from `{before[:40]}` to `{now[:40]}`")
        used.add(piece)
        if cell:
            program.names["_to_cell"](start, piece, info.cells[int(cell) - 1])
        else:
            program.names["_to_place"](start, piece, info.number)
    rebuild.state = start
    try:
        rebuild.variables(variables)
    finally:
        rebuild.state = state
    start.legal = program.at_decision(start)
    return start
