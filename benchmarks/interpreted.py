"""The parts of benchmarks/run.py that go through the engine: rules/kiln compiled, played with raw moves and the quick stream."""

import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import kilnscript
from kilnscript.engine.build import compile_game
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.engine.stream import FastStream
from kilnscript.model.load import load_model
from kilnscript.session.settings import read_options


@cache
def program(folder: Path, players: int) -> Program:
    """The compiled game with its options at their defaults."""
    return kilnscript.load(folder).program(players)


def contestant_parts(folder: Path) -> dict[str, Callable[..., Any]]:
    """What a Contestant needs. The program is picked by the number of players when a game begins."""
    current: list[Program] = [program(folder, 2)]

    def new(players: int, seed: int) -> State:
        current[0] = program(folder, players)
        return current[0].begin(FastStream(seed))

    def moves(state: State) -> Any:
        return current[0].moves(state)

    def play(state: State, move: Any) -> None:
        current[0].play(state, move)

    return {"new": new, "moves": moves, "play": play, "over": lambda state: state.over, "copy": lambda state: state.copy()}


def steps(folder: Path) -> Iterator[tuple[str, float, str]]:
    """(what, how much, unit) of single steps of the engine."""
    start = time.perf_counter()
    loaded = load_model(folder)
    yield "loading and checking the rules", (time.perf_counter() - start) * 1e3, "ms"
    assert loaded.game is not None
    for players in (2, 4):
        options = read_options(loaded.game.declarations, players, {})
        start = time.perf_counter()
        compile_game(loaded.game, players, options)
        yield f"compiling it for {players} players", (time.perf_counter() - start) * 1e3, "ms"
    made = program(folder, 2)
    yield "lines of generated code", float(made.source.count("\n")), "lines"
    session = kilnscript.load(folder).new(players=2, seed=1)
    move = session.moves()[0]
    rounds = 200
    start = time.perf_counter()
    for _ in range(rounds):
        session.play(move)
        session.undo()
    yield "play and undo in a session", (time.perf_counter() - start) / rounds * 1e6, "µs"
    start = time.perf_counter()
    for _ in range(rounds):
        session.view()
    yield "a view", (time.perf_counter() - start) / rounds * 1e6, "µs"
