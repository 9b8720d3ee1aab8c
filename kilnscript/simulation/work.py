"""A game, a plan and what is done already → the games still to play, one after the other or in several processes."""

from __future__ import annotations

import itertools
import multiprocessing
import signal
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from kilnscript.model.game import Game as Model
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from kilnscript.simulation.facts import GameFacts
from kilnscript.simulation.plan import Plan
from kilnscript.simulation.play import play

AHEAD = 3  # games waiting for each process
MOST_JOBS = 1024

_work: tuple[Game, Plan] | None = None  # of a worker process


def games(game: Game, plan: Plan, done: Mapping[tuple[int, int], GameFacts], jobs: int = 1) -> Generator[GameFacts]:
    """The facts of every game of the plan that is not done, in the order in which they end. Closing it stops the processes at once."""
    if not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"the number of jobs goes from 1 to {MOST_JOBS}, not {jobs}")
    left = (key for key in plan.numbers() if key not in done)
    if jobs == 1:
        return (play(game, plan, *key) for key in left)
    return in_processes(game, plan, left, jobs)


def in_processes(game: Game, plan: Plan, left: Iterator[tuple[int, int]], jobs: int) -> Generator[GameFacts]:
    """Fresh processes (spawned, not forked): nothing of this one is shared, so that it works the same on every system."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, begin_work, (game.model, game.sources, plan))
    waiting: set[Future[GameFacts]] = set()
    finished = False
    try:
        while True:
            with no_interrupt():
                for key in itertools.islice(left, jobs * AHEAD - len(waiting)):
                    waiting.add(pool.submit(do_work, *key))
            if not waiting:
                break
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
        finished = True
    except BrokenProcessPool:
        raise UsageError("one of the processes that play was ended from outside; the games done so far are kept") from None
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Ctrl-C has to wait. It goes to every process of a terminal, and one that has just been started cannot turn a deaf ear yet, but it
    inherits that the signal is held back. It is a game that is half written, too, that wants no interruption."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_work(model: Model, sources: Mapping[str, str], plan: Plan) -> None:
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides when to stop
    _work = (Game(model, sources), plan)


def do_work(setting: int, number: int) -> Any:
    assert _work is not None
    return play(*_work, setting, number)
