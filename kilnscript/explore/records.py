"""The way to a position → a record, as `kiln replay` reads it; and whether a record leads back to the position."""

from __future__ import annotations

from kilnscript.engine.faults import Fault
from kilnscript.explore.checks.copies import HINT, differs
from kilnscript.explore.problems import Problem
from kilnscript.explore.table import Node, Root, Step, path_of
from kilnscript.session.errors import MoveError, UsageError
from kilnscript.session.moves import Move
from kilnscript.session.record import OUT_OF_TIME, guarded, replay, write_record
from kilnscript.session.session import Session


def record(root: Root, last: Step | None, faulted: bool = False) -> str:
    """The game up to a step; where the rules fail, the move that they fail at is the last line, and replaying it shows the fault."""
    table, steps = root.table, path_of(last)
    game = table.game
    if root.position is None and faulted and not steps:
        header = Session(game, table.words, root.seed, table.program.blank(game.stream(table.program, root.seed)), None)
        return write_record(header)
    state = root.state()
    session = Session(game, table.words, root.seed, state, None if root.position is None else dict(root.position))
    failing: Step | None = steps.pop() if faulted and steps else None
    for step in steps:
        session.carry_out(Move(table.words, session.state, step.move, step.seat + 1), OUT_OF_TIME if step.out_of_time else None)
    text = write_record(session)
    if failing is not None:
        several = len(session.seats) > 1
        move = guarded(table.words.notation(session.state, failing.move))
        text += f"seat-{failing.seat + 1}: {move}\n" if several else f"{move}\n"
    return text


def replayed(node: Node) -> Problem | None:
    """K978, where the record of a game leads elsewhere than the game did. The record is played by code that counts nothing."""
    table = node.root.table
    span = table.program.game.play.span
    try:
        again = replay(record(node.root, node.step), table.game)
    except (UsageError, MoveError, Fault) as error:
        return Problem("K978", f"the game cannot be replayed from its record: {error}", span, HINT, node.root, node.step)
    before, now = table.views.view(node.state, None), again.view()
    if before == now:
        return None
    return Problem("K978", f"replayed from its record, the game stands elsewhere{differs(before, now)}", span, HINT, node.root, node.step)
