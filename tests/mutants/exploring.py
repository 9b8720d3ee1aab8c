"""The exploring part of `kiln check`, for a mutant: a game comes in, the first thing that goes wrong in play comes out, or None."""

from __future__ import annotations

import itertools
import random
import time

from benchmarks.thousand import Wrong, check_matter, check_rules
from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.engine.playout import Bound
from kilnscript.engine.stream import FastStream
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from tests.mutants.edits import one_line

MOST_DECISIONS = 3000


def explored(game: Game, seconds: float) -> str | None:
    end = time.process_time() + seconds
    low, high = game.model.declarations.players
    for seed in itertools.count(1):
        for players in range(low, high + 1):
            try:
                playout(game, players, seed)
            except (Wrong, Fault, NotSupported, UsageError) as problem:
                return one_line(str(problem))
            if time.process_time() > end:
                return None
    return None


def playout(game: Game, players: int, seed: int) -> None:
    program = game.program(players)
    choose = random.Random(seed).random
    state, bound, decisions = program.begin(FastStream(seed)), Bound(), 0
    check_rules(program, state)
    while not state.over and decisions < MOST_DECISIONS:
        seat = state.deciders[int(choose() * len(state.deciders))]
        found = bound.choices(program, state, program.moves(state, seat))
        if not found:
            raise Wrong("no legal move")
        program.play(state, found[int(choose() * len(found))], seat)
        decisions += 1
        check_rules(program, state)
        if decisions % 16 == 0:
            check_matter(program, state)
    if not state.over and game.model.declarations.length.promised:
        raise Wrong(f"no end after {decisions} decisions")
