"""Counts of move sequences from fixed positions: those published for the classics, and those of reference programs for Kiln and Glazewick.

KILN_DEEP=1 goes to every depth that is published; without it the deepest ones are left out, to keep the suite quick.
"""

import json
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from tests.games import positions
from tests.games.shelf import RULES

DATA = Path(__file__).resolve().parents[1] / "data"
PUBLISHED = {entry["game"]: entry for entry in json.loads((DATA / "published_counts.json").read_text())["games"]}
REFERENCE = json.loads((DATA / "perft.json").read_text())["positions"]
CHESS = PUBLISHED["chess"]["positions"]
DEEP = bool(os.environ.get("KILN_DEEP"))
QUICK = {"connect_four": 6, "othello": 6, "initial": 3, "kiwipete": 2, "position-3": 3, "position-4": 2, "position-5": 2}


def perft(program: Any, state: Any, depth: int) -> int:
    """Sequences of exactly ``depth`` decisions; the last move is counted without being played."""
    found = program.moves(state)
    if depth == 1:
        return len(found)
    total = 0
    for move in found:
        after = state.copy()
        program.play(after, move)
        total += perft(program, after, depth - 1)
    return total


def counts(session: Any, depths: int) -> list[int]:
    program, state = positions.engine_of(session)
    return [perft(program, state, depth) for depth in range(1, depths + 1)]


def depths_of(name: str, published: list[int]) -> int:
    return len(published) if DEEP else min(len(published), QUICK[name])


@pytest.mark.parametrize("entry", REFERENCE, ids=[entry["id"] for entry in REFERENCE])
def test_reference_programs(entry: dict[str, Any]) -> None:
    translate = {"kiln": positions.kiln, "glazewick": positions.glazewick}[entry["game"]]
    session = kilnscript.load(RULES / entry["game"]).new(position=translate(entry["position"]))
    assert counts(session, len(entry["perft"])) == entry["perft"]


@pytest.mark.parametrize("entry", REFERENCE, ids=[entry["id"] for entry in REFERENCE])
def test_notation_tells_all_moves_apart(entry: dict[str, Any]) -> None:
    """The numbers count sequences of notations, so that no two moves of a decision may print the same."""
    translate = {"kiln": positions.kiln, "glazewick": positions.glazewick}[entry["game"]]
    session = kilnscript.load(RULES / entry["game"]).new(position=translate(entry["position"]))
    rng = random.Random(7)
    for _ in range(25):
        found = session.moves()
        assert len({str(move) for move in found}) == len(found)
        if session.over:
            break
        session.play(found[rng.randrange(len(found))])


@pytest.mark.parametrize("name", ["connect_four", "othello"])
def test_from_the_start(name: str) -> None:
    session = kilnscript.load(RULES / "classics" / name).new()
    published = PUBLISHED[name]["perft"]
    depths = depths_of(name, published)
    assert counts(session, depths) == published[:depths]


@pytest.mark.parametrize("entry", CHESS, ids=[entry["id"] for entry in CHESS])
def test_chess(entry: dict[str, Any]) -> None:
    session = kilnscript.load(RULES / "classics" / "chess").new(position=positions.chess(entry["fen"]))
    depths = depths_of(entry["id"], entry["perft"])
    assert counts(session, depths) == entry["perft"][:depths]


def test_all_of_tic_tac_toe() -> None:
    """Every game that can be played, who wins it, and every position on the way. Games through the same position are counted together;
    KILN_DEEP=1 plays each of them."""
    program, start = positions.engine_of(kilnscript.load(RULES / "classics" / "tic_tac_toe").new())
    sorts = [piece.sort for piece in program.world.pieces]
    known: dict[Any, Counter[str]] = {}

    def games(state: Any) -> Counter[str]:
        board = tuple(sorts[piece] if piece >= 0 else -1 for piece in state.at)
        if board in known and not DEEP:
            return known[board]
        found: Counter[str] = Counter()
        if state.over:
            winners = program.result(state).winners
            found = Counter(complete_games=1, **{"first_wins" if winners == (0,) else "second_wins" if winners == (1,) else "draws": 1})
        for move in program.moves(state):
            after = state.copy()
            program.play(after, move)
            found += games(after)
        known[board] = found
        return found

    counted = {**games(start), "positions": len(known)}
    assert counted == {key: PUBLISHED["tic_tac_toe"][key] for key in counted}
    assert len(counted) == 5
