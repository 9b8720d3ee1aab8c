"""The state of a game: flat plain data, cheap to copy."""

from __future__ import annotations

from typing import Any

from kilnscript.engine.stream import Stream


class State:
    """Common part of every game's state; the generated subclass adds a slot for every variable.

    Numbers are those of the world. Lists indexed by piece or cell have one entry more, always -1, so that reading at -1 (none) gives -1.
    """

    __slots__ = (
        "at",  # cell -> piece or -1
        "occupied",  # bit set of cells that hold a piece
        "marks",  # bit set of marked cells
        "place_of",  # piece -> place
        "cell_of",  # piece -> cell or -1
        "bags",  # place -> bit set of pieces, for places without order
        "piles",  # place -> tuple of pieces, for decks (top first) and stacks (top last)
        "tokens",  # place * number of tokens + token -> count
        "shown",  # piece -> bit set of seats it was revealed to
        "score",  # holder -> points
        "points",  # holder * number of sources + source -> points booked
        "sheet",  # the points at the start of every line of the score sheet, where the game keeps one
        "player",  # the seat to act
        "stack",  # frames, the innermost last: [block, local, …]
        "decision",  # number of the decision that is open; -1 while none is
        "deciders",  # seats that have still to choose
        "chosen",  # simultaneous choices made so far: tuple of (seat, move)
        "start",  # the state at the start of the open transaction, or None
        "over",  # whether the game has ended
        "winners",  # seats named by the rules at the end, or None where the ranking decides; () = drawn
        "reason",  # (span, text) of the end, or None
        "stream",  # the source of chance
        "log",  # list of LogLine, or None in playouts: then nothing is logged
        "legal",  # legal moves of the open decision, found when it was reached
        "next_turn",  # the seat that `give next turn` named in this pass of the innermost `take turns`, or -1
        "passes",  # passes of loops without a limit since the last decision
        "steps",  # steps since the last decision, to stop what would never end
        "acting",  # how many actions are under way
        "later",  # what was put off: (moment, phase, seat whose moment it has to be or -1, seat that acts then, argument, …)
        "passing",  # what simultaneous choices hand on, while they are carried out
    )  # fmt: skip

    at: list[int]
    occupied: int
    marks: int
    place_of: list[int]
    cell_of: list[int]
    bags: list[int]
    piles: list[tuple[int, ...]]
    tokens: list[int]
    shown: dict[int, int]
    score: list[int]
    points: list[int]
    sheet: tuple[tuple[int, ...], ...]
    player: int
    stack: list[list[Any]]
    decision: int
    deciders: tuple[int, ...]
    chosen: tuple[tuple[int, tuple[Any, ...]], ...]
    start: State | None
    over: bool
    winners: tuple[int, ...] | None
    reason: Any
    stream: Stream
    log: list[Any] | None
    legal: tuple[tuple[Any, ...], ...]
    next_turn: int
    passes: int
    steps: int
    acting: int
    passing: list[Any] | None
    later: tuple[tuple[Any, ...], ...]

    def copy(self) -> State:
        """An independent copy. The log is not copied: the copy's is None."""
        raise NotImplementedError

    def become(self, other: State) -> None:
        """Takes over everything of another state, which is then of no use any more."""
        raise NotImplementedError

    def reset_variables(self) -> None:
        """Gives every variable its start value."""
        raise NotImplementedError
