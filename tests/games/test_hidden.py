"""Hidden is hidden, in every game: change what a seat cannot see, and every byte that it receives stays the same."""

from __future__ import annotations

import copy
import dataclasses
import json
import random
from itertools import combinations
from typing import Any

import pytest

import kilnscript
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.session.session import Session
from tests.games.shelf import declarations, folders, set_ups

WALKS, STEPS, SWAPS = 2, 25, 2


def secretive() -> list[Any]:
    """Games with a place or variable that not everybody sees, at every player count."""
    found = []
    for folder in folders():
        declared = declarations(folder)
        parts = [*declared.get("places", {}).values(), *declared.get("variables", {}).values()]
        if any(part.get("sees", "all") != "all" for part in parts):
            found += {setup.players: setup for setup in set_ups(folder)}.values()
    return found


def swapped(program: Program, state: State, one: int, other: int) -> State:
    """The same state with two pieces in each other's place."""
    s = state.copy()
    s.legal = state.legal
    pair = {one: other, other: one}
    s.at = [pair.get(p, p) for p in s.at]
    s.bags = [
        (bag & ~(1 << one) & ~(1 << other)) | (bag >> one & 1) << other | (bag >> other & 1) << one for bag in s.bags
    ]  # fmt: skip
    s.piles = [tuple(pair.get(p, p) for p in pile) for pile in s.piles]
    s.place_of = s.place_of[:]
    s.cell_of = s.cell_of[:]
    s.place_of[one], s.place_of[other] = s.place_of[other], s.place_of[one]
    s.cell_of[one], s.cell_of[other] = s.cell_of[other], s.cell_of[one]
    return s


def received(session: Session, state: State, seat: int) -> str:
    """Everything a seat is told: its view, the log, its moves and why others are refused, all as text."""
    other = copy.copy(session)
    other.steps = [*session.steps]
    other.steps[session.now] = dataclasses.replace(session.steps[session.now], state=state)
    other._moves = {}
    told: list[Any] = [other.view(seat), other.log(seat), other.seats, other.phase, other.title]
    if seat in other.seats:
        program = session.program
        state.player = seat - 1
        found = program.moves_at[state.decision](state, state.stack[-1]) if state.decision >= 0 else ()
        told.append([str(kilnscript.Move(session.words, state, raw, seat)) for raw in found])
        for text in [*[str(move) for move in session.moves(seat)][:5], "pass", "draw", "skip"]:
            try:
                told.append(str(other.why(text, seat)))
            except kilnscript.MoveError as error:
                told.append(str(error))
    return json.dumps(told, default=str, sort_keys=True)


@pytest.mark.parametrize("setup", secretive(), ids=str)
def test_nothing_hidden_is_told(setup: Any) -> None:
    try:
        game = kilnscript.load(setup.folder)
        sessions = [game.new(players=setup.players, seed=seed) for seed in range(WALKS)]
    except kilnscript.NotSupported as error:
        pytest.skip(str(error))
    tried = 0
    for seed, session in enumerate(sessions):
        choice = random.Random(seed)
        program = session.program
        for _ in range(STEPS):
            if session.over:
                break
            for seat in range(1, setup.players + 1):
                unseen = [p.number for p in program.world.pieces if not program.seers(session.state, p.number) >> (seat - 1) & 1]
                pairs = list(combinations(unseen, 2))
                for one, other in choice.sample(pairs, min(SWAPS, len(pairs))):
                    if program.world.pieces[one].component != program.world.pieces[other].component:
                        continue
                    if session.state.start is not None:
                        continue  # a twin of the state would have to be changed too
                    before = received(session, session.state, seat)
                    assert received(session, swapped(program, session.state, one, other), seat) == before
                    tried += 1
            seat = session.seat
            assert seat is not None
            session.play(choice.choice(session.moves(seat)), seat)
    assert tried > 0


def test_no_view_carries_the_luck() -> None:
    """Neither the seed nor the key or the state of the stream is in anything a seat, or the referee, is shown."""
    session = kilnscript.load("kiln").new(players=3, seed=987654321012345)
    session.play(session.moves()[0])
    stream: Any = session.state.stream
    texts = [json.dumps(session.view(seat)) for seat in (None, 1, 2, 3)] + [str(session.log())]
    for secret in ("987654321012345", stream.key.hex(), str(stream.key)):
        assert not any(secret in text for text in texts)
