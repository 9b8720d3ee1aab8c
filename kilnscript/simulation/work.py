"""Games with their plans, and the numbers still to play → facts of every game: played here, in several processes, or on a cluster."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kilnscript.model.game import Game as Model
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from kilnscript.simulation.facts import GameFacts
from kilnscript.simulation.plan import Plan
from kilnscript.simulation.play import play

AHEAD = 3  # games waiting for each process
MOST_JOBS = 1024

Side = tuple[Game, Plan]
Key = tuple[int, int, int]
"""(index of the side, index of the setting, number of the game)"""
Played = tuple[int, GameFacts]
"""(index of the side, what happened)"""
Sent = tuple[Model, dict[str, str], Plan]
"""A side as it travels to other processes and machines: the rules themselves, no path to them."""

_work: list[Side] = []  # of a worker process


@dataclass(frozen=True, slots=True)
class Hands:
    """Who plays: so many processes of this machine, or the workers of a Dask scheduler at an address. The games are the same."""

    jobs: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.jobs <= MOST_JOBS:
            raise UsageError(f"the number of jobs goes from 1 to {MOST_JOBS}, not {self.jobs}")
        if self.cluster is not None and self.jobs != 1:
            raise UsageError("with a cluster its workers play: leave the number of jobs out")


class Broken(UsageError):
    """Whoever played is gone; the games that ended before are not lost."""


def games(sides: Sequence[Side], left: Iterator[Key], hands: Hands) -> Generator[Played]:
    """The facts of every game in ``left``, in the order in which they end. Closing it stops what plays at once."""
    if hands.cluster is not None:
        from kilnscript.simulation.cluster import on_cluster

        return on_cluster([sent(side) for side in sides], left, hands.cluster)
    if hands.jobs == 1:
        return ((side, play(*sides[side], setting, number)) for side, setting, number in left)
    return in_processes([sent(side) for side in sides], left, hands.jobs)


def sent(side: Side) -> Sent:
    game, plan = side
    return game.model, game.sources, plan


def received(sides: Sequence[Sent]) -> list[Side]:
    return [(Game(model, sources), plan) for model, sources, plan in sides]


def in_processes(sides: Sequence[Sent], left: Iterator[Key], jobs: int) -> Generator[Played]:
    """Fresh processes (spawned, not forked): nothing of this one is shared, so that it works the same on every system."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, begin_work, (sides,))
    waiting: set[Future[Played]] = set()
    finished = False
    try:
        while True:
            with no_interrupt():
                for key in itertools.islice(left, jobs * AHEAD - len(waiting)):
                    waiting.add(pool.submit(do_work, key))
            if not waiting:
                break
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
        finished = True
    except BrokenProcessPool:
        raise Broken("one of the processes that play was ended from outside") from None
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


def begin_work(sides: Sequence[Sent]) -> None:
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides when to stop
    threading.Thread(target=end_with_parent, daemon=True).start()
    _work = received(sides)


def end_with_parent() -> None:
    """A process that is killed cannot tell its workers, which would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def do_work(key: Key) -> Any:
    side, setting, number = key
    return side, play(*_work[side], setting, number)
