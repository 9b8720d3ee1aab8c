"""Random games of Glazewick beside a program written by hand: the same legal moves in the same order, scores and ends; nothing gets lost.

KILN_DEEP=1 plays 1,000 games for every number of players.
"""

import os
import random
from collections import Counter
from typing import Any

import pytest

from benchmarks.plain import glazewick as plain
from kilnscript.engine.stream import FastStream
from tests.games.test_glazewick_vectors import game

GAMES = 1000 if os.environ.get("KILN_DEEP") else 6


def notation(move: plain.Move) -> str:
    source, colour, row = move
    place = "shelf" if source == plain.SHELF else f"kiln-{source + 1}"
    return f"take {place} {colour} {'breakage' if row == plain.BREAKAGE else f'row-{row + 1}'}"


def same_tiles(program: Any, words: Any, state: Any, by_hand: plain.State) -> None:
    """Chance is the engine's: the program by hand takes over what lies in kilns, bin and pail when a round begins."""

    def colours(place: str, *keys: int) -> list[str]:
        return [words.texts.notation.piece(p, state) for p in program.contents(state, program.world.by_keys[place, keys])]

    if by_hand.rounds and len([tile for kiln in by_hand.kilns for tile in kiln]) and len(by_hand.shelf) == 1:
        filled = [colours("kilns", i + 1) for i in range(len(by_hand.kilns))]
        if [len(kiln) for kiln in filled] == [len(kiln) for kiln in by_hand.kilns]:
            by_hand.kilns, by_hand.bin, by_hand.pail = filled, colours("bin"), colours("pail")
    assert Counter(colours("shelf")) == Counter(by_hand.shelf)
    assert [Counter(colours("kilns", i + 1)) for i in range(len(by_hand.kilns))] == [Counter(kiln) for kiln in by_hand.kilns]
    assert Counter(colours("pail")) == Counter(by_hand.pail)
    assert Counter(colours("bin")) == Counter(by_hand.bin)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_games(players: int) -> None:
    words = game().compiled(players)
    program = words.program
    invariants = game().model.invariants
    for seed in range(GAMES):
        chance = random.Random(seed)
        state = program.begin(FastStream(seed))
        by_hand = plain.new(players, {}, seed)
        by_hand.seat = by_hand.starter = state.player
        while not state.over:
            same_tiles(program, words, state, by_hand)
            assert state.player == by_hand.seat
            found, known = program.moves(state), plain.moves(by_hand)
            if seed % 50 == 0:
                assert [words.notation(state, move) for move in found] == [notation(move) for move in known]
            assert len(found) == len(known)
            number = chance.randrange(len(found))
            program.play(state, found[number])
            plain.play(by_hand, known[number])
            assert all(program.evaluate(rule.condition, state) for rule in invariants)
            if not state.over:
                assert [state.score[i] for i in range(players)] == [seat.score for seat in by_hand.seats]
        assert by_hand.over
        assert [state.score[i] for i in range(players)] == [seat.score for seat in by_hand.seats]
        assert list(program.result(state).winners) == plain.winners(by_hand)
        width = len(state.points) // len(state.score)
        assert all(sum(state.points[i * width : (i + 1) * width]) == state.score[i] for i in range(players))
