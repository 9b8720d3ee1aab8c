"""An example that did not go as it says → the lines that tell why: what was expected, what was found, and the board."""

from __future__ import annotations

from kilnscript.play.board import Board
from kilnscript.play.ink import Screen
from kilnscript.session.examples import Failure

MOST_LINES = 60  # of a board


def failure_lines(failure: Failure, screen: Screen) -> list[str]:
    """``FILE:LINE: …`` first, so that an editor can jump there. The board is the referee's: examples are the author's own."""
    span = failure.span
    if failure.expected is None or failure.session is None:
        return [f"{span.file}:{span.line}: {failure.message}"]
    lines = [f"{span.file}:{span.line}:", f"  expected: {failure.expected}", f"  found:    {failure.found}"]
    lines.append("  board at the start of the example:" if not failure.played else f"  board after {', '.join(failure.played)}:")
    board = board_lines(failure, screen)
    if len(board) > MOST_LINES:
        board = [*board[:MOST_LINES], f"… and {len(board) - MOST_LINES} lines more"]
    return lines + [f"    {line}".rstrip() for line in board]


def board_lines(failure: Failure, screen: Screen) -> list[str]:
    """The position in which it went wrong; nothing where the example could not begin."""
    return [] if failure.session is None else Board(failure.session, screen).lines(None)
