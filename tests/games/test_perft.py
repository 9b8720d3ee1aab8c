"""Counts of move sequences from fixed positions: those published for the classics, and those of two reference programs for Kiln.

KILN_DEEP=1 goes to every depth that is published; without it the deepest ones are left out, to keep the suite quick.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from tests.games import positions
from tests.games.shelf import RULES

if not hasattr(kilnscript, "load"):
    pytest.skip("kilnscript.load is not there yet", allow_module_level=True)

DATA = Path(__file__).resolve().parents[1] / "data"
PUBLISHED = {entry["game"]: entry for entry in json.loads((DATA / "published_counts.json").read_text())["games"]}
KILN = [entry for entry in json.loads((DATA / "perft.json").read_text())["positions"] if entry["game"] == "kiln"]
CHESS = PUBLISHED["chess"]["positions"]
DEEP = bool(os.environ.get("KILN_DEEP"))
QUICK = {"connect_four": 6, "othello": 7, "initial": 3, "kiwipete": 2, "position-3": 3, "position-4": 2, "position-5": 2}


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


@pytest.mark.parametrize("entry", KILN, ids=[entry["id"] for entry in KILN])
def test_kiln(entry: dict[str, Any]) -> None:
    session = kilnscript.load(RULES / "kiln").new(position=positions.kiln(entry["position"]))
    assert counts(session, len(entry["perft"])) == entry["perft"]


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
    """Every game that can be played, who wins it, and every position on the way."""
    program, start = positions.engine_of(kilnscript.load(RULES / "classics" / "tic_tac_toe").new())
    sorts = [piece.sort for piece in program.world.pieces]
    results = {"complete_games": 0, "first_wins": 0, "second_wins": 0, "draws": 0}
    boards = set()

    def visit(state: Any) -> None:
        boards.add(tuple(sorts[piece] if piece >= 0 else -1 for piece in state.at))
        if state.over:
            results["complete_games"] += 1
            winners = program.result(state).winners
            results["first_wins" if winners == (0,) else "second_wins" if winners == (1,) else "draws"] += 1
            return
        for move in program.moves(state):
            after = state.copy()
            program.play(after, move)
            visit(after)

    visit(start)
    assert {**results, "positions": len(boards)} == {key: PUBLISHED["tic_tac_toe"][key] for key in (*results, "positions")}
