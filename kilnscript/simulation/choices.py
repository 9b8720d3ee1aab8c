"""Decisions of a game that is over → a sample of them, each with how its moves differ: what a look one move ahead can tell."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kilnscript.bots.guess import guess
from kilnscript.bots.standing import leads, measure
from kilnscript.engine.faults import Fault
from kilnscript.engine.offers import RawMove
from kilnscript.engine.program import Program
from kilnscript.engine.state import State

SAMPLED = 6  # decisions of a game
MOST_TRIED = 20  # moves of a decision; of more a sample is tried

Looked = tuple[float, float, float, float]
"""(when in the game, from 0 to 1; the seat's lead after its best move; after the second best; after the worst)"""


def sample(program: Program, found: Sequence[tuple[float, State, int]], chance: random.Random) -> tuple[Looked, ...]:
    """``found``: decisions of one seat with two or more moves: when, the state, the seat (from 0). Decisions whose moves cannot be told
    apart by a number (nobody is said to be ahead, or the move ends the game) are left out."""
    chosen = sorted(chance.sample(range(len(found)), min(SAMPLED, len(found))))
    looked = []
    for index in chosen:
        when, state, seat = found[index]
        moves = program.moves(state, seat)
        seen = guess(program, state, seat, chance)
        tried = moves if len(moves) <= MOST_TRIED else chance.sample(moves, MOST_TRIED)
        leads = [lead_after(program, seen, move, seat) for move in tried]
        known = sorted((lead for lead in leads if lead is not None), reverse=True)
        if len(known) == len(tried):
            looked.append((round(when, 4), known[0], known[1], known[-1]))
    return tuple(looked)


def lead_after(program: Program, seen: State, move: RawMove, seat: int) -> float | None:
    """How far the seat is ahead of the best other after a move, in the game's own measure."""
    s = seen.copy()
    try:
        program.play(s, move, seat)
    except Fault:
        return None
    if s.over and program.game.bot_hint is not None:
        return None  # the hint counts in other units than the end
    found = measure(program, s)
    return None if found is None else leads(found)[seat]
