"""The shipped games are explored without a finding; with KILN_DEEP=1 the large ones for a minute each, after which everything is used."""

import os
import time
from pathlib import Path

import pytest

import kilnscript
from kilnscript.engine.stream import FastStream
from kilnscript.explore import explore
from kilnscript.explore.setups import usual_setup
from kilnscript.explore.table import Table
from tests.games.shelf import RULES, folders

DEEP = bool(os.environ.get("KILN_DEEP"))
PLAYOUTS = 8


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.relative_to(RULES).as_posix())
def test_nothing_is_found(folder: Path) -> None:
    found = explore(folder, playouts=PLAYOUTS)
    assert [f"{f.diagnostic.span} {f.diagnostic.message}" for f in found.findings] == []
    assert found.playouts == PLAYOUTS and found.decisions > 0
    assert {v.check for v in found.verdicts if v.status == "open"} <= {"all-used"}
    for verdict in found.verdicts:
        assert (verdict.settle is not None) == (verdict.status == "open")
        assert verdict.status != "explored" or verdict.extent


@pytest.mark.skipif(not DEEP, reason="a minute for each game; KILN_DEEP=1")
@pytest.mark.parametrize("name", ["kiln", "glazewick", "kilnrow", "kilia"])
def test_everything_is_used(name: str) -> None:
    found = explore(name, seconds=60, clock=time.process_time)
    assert [f"{f.diagnostic.span} {f.diagnostic.message}" for f in found.findings] == []
    assert [f"{p.span} {p.kind} {p.detail}" for p in found.left] == []


def test_guesses_leave_an_open_transaction_alone() -> None:
    """What is drawn anew behind a copy of a state is not drawn anew in the state, at the start of its transaction either."""
    import random

    from kilnscript.bots.guess import guess

    game = kilnscript.load("kilnrow")
    table = Table(game, usual_setup(game.model.declarations))
    state = table.program.begin(FastStream(1))
    table.program.play(state, table.program.moves(state)[0])
    assert state.start is not None
    before = state.start.place_of[:]
    for seed in range(5):
        guess(table.program, state, 0, random.Random(seed))
    assert state.start.place_of == before
