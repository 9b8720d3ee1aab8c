"""Games with their plans, the numbers still to play, and the address of a Dask scheduler → facts of every game, played by its workers.

The rules travel with the work, so that workers need no file of ours; what they need is the same kilnscript. A worker that goes loses
nothing: the scheduler gives what it was playing to another one, and a game is the same whoever plays it.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
import pickle
import threading
import time
import zlib
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from kilnscript.session.errors import UsageError
from kilnscript.simulation.play import play
from kilnscript.simulation.work import AHEAD, Broken, Key, Played, Sent, Side, received
from kilnscript.version import __version__

NEEDED = "playing on a cluster needs Dask: `pip install 'kilnscript[cluster]'`, here and where the workers run"
CONNECT = 10.0  # seconds for a scheduler to answer
PATIENCE = 60.0  # seconds without a worker
LOOK = 2.0  # seconds between two looks at how many workers there are
TASK = 0.5  # seconds of games that go to a worker at a time
MOST_GAMES = 200  # of a task
MOST_DEATHS = 3  # times that Dask gives a task up (each after several workers that ended with it) before we do
KEPT = 4  # sets of rules that a worker keeps ready

Batch = tuple[float, list[Played]]
"""(seconds that a game took, on average; what happened)"""


class OtherVersion(Exception):
    """A worker runs another kilnscript."""


# ---- here ----------------------------------------------------------------------------------------------------------------


def on_cluster(sides: Sequence[Sent], left: Iterator[Key], address: str) -> Generator[Played]:
    """Raises UsageError where the cluster cannot be used, Broken where it is lost on the way."""
    try:
        import distributed
    except ImportError:
        raise UsageError(NEEDED) from None
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # it logs what we say ourselves, from a thread that outlives us
    with connected(distributed, address) as client:
        yield from Work(distributed, client, address, sides, left).games()


@contextmanager
def connected(distributed: Any, address: str) -> Iterator[Any]:
    try:
        client = distributed.Client(address, timeout=CONNECT, name="kiln")
    except (OSError, ValueError, TypeError) as error:  # TimeoutError is an OSError
        hint = "it looks like tcp://192.168.0.7:8786, as `dask scheduler` prints it"
        why = f" ({error})" if isinstance(error, ValueError) else ""
        raise UsageError(f"no Dask scheduler answers at `{address}`{why}; {hint}") from None
    try:
        yield client
    finally:
        client.close(timeout=2)


class Work:
    """What is under way on a cluster."""

    def __init__(self, distributed: Any, client: Any, address: str, sides: Sequence[Sent], left: Iterator[Key]) -> None:
        self.distributed = distributed
        self.client = client
        self.address = address
        self.left = left
        self.run = uuid4().hex
        self.count = 0
        self.size = 1  # games of a task
        self.keys: dict[Any, tuple[tuple[Key, ...], int]] = {}  # future: its games, how often they were given up
        self.packed = zlib.compress(pickle.dumps(list(sides)))
        self.threads, self.looked, self.seen = 0, 0.0, time.monotonic()

    def games(self) -> Generator[Played]:
        try:
            # A task of its own, not scattered data: it can be done again when the worker that holds the result is gone.
            rules = self.client.submit(same, self.packed, key=f"kiln-rules-{self.run}")
            while True:
                self.look()
                while len(self.keys) < max(1, self.threads) * AHEAD and (keys := tuple(itertools.islice(self.left, self.size))):
                    self.submit(rules, keys, 0)
                if not self.keys:
                    return
                yield from self.ready(rules)
        except (CancelledError, OSError, RuntimeError) as error:
            if "deserialization" in str(error):
                raise UsageError(f"the scheduler at {self.address} has no kilnscript, or another one: it has to be {about()}") from None
            raise Broken(f"the Dask scheduler at {self.address} is gone") from None
        finally:
            if self.client.status == "running":
                self.client.cancel(list(self.keys), force=True)

    def look(self) -> None:
        """Workers may come and go; without any for a minute there is no use in waiting."""
        now = time.monotonic()
        if now - self.looked < LOOK:
            return
        self.threads = sum(self.client.nthreads().values())
        self.looked = now
        if self.threads:
            self.seen = now
        elif now - self.seen > PATIENCE:
            raise Broken(f"the Dask scheduler at {self.address} has no worker: `dask worker {self.address}` starts one")

    def submit(self, rules: Any, keys: tuple[Key, ...], deaths: int) -> None:
        self.count += 1
        future = self.client.submit(play_there, rules, about(), keys, key=f"kiln-games-{self.run}-{self.count}", pure=False)
        self.keys[future] = (keys, deaths)

    def ready(self, rules: Any) -> Generator[Played]:
        try:
            done = self.distributed.wait(list(self.keys), timeout=LOOK, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            return
        # What is lost again with the worker that held it is neither: the scheduler has it played once more.
        states = [(future, future.status) for future in done]
        if any(state == "cancelled" for _, state in states):
            raise CancelledError
        for future, state in states:
            if state == "error":
                self.failed(rules, future)
        whole = [future for future, state in states if state == "finished"]
        for future, (seconds, found) in zip(whole, self.client.gather(whole), strict=True):
            del self.keys[future]
            self.size = max(1, min(MOST_GAMES, int(TASK / max(seconds, 1e-6))))
            yield from found

    def failed(self, rules: Any, future: Any) -> None:
        """A task is given up by Dask when several workers ended with it; that may be bad luck, so it is tried again some times."""
        error = future.exception()
        keys, deaths = self.keys.pop(future)
        if isinstance(error, self.distributed.KilledWorker):
            if deaths == MOST_DEATHS:
                raise Broken("workers of the cluster keep ending while they play the same games: have they enough memory?")
            self.submit(rules, keys, deaths + 1)
        elif isinstance(error, OtherVersion):
            raise UsageError(str(error))
        elif isinstance(error, (ImportError, AttributeError)):
            raise UsageError(f"a worker of the cluster has no kilnscript, or another one ({error}): it has to be {about()}")
        else:
            raise error


# ---- on a worker ---------------------------------------------------------------------------------------------------------

_known: dict[str, list[Side]] = {}
_one = threading.Lock()  # a compiled game counts its phases: one thread at a time; run several workers for several cores


def same(packed: bytes) -> bytes:
    return packed


def play_there(packed: bytes, wanted: str, keys: Sequence[Key]) -> Batch:
    if about() != wanted:
        from distributed import get_worker

        raise OtherVersion(f"the worker at {get_worker().address} runs {about()}; it has to be {wanted}")
    with _one:
        sides = ready(packed)
        begun = time.perf_counter()
        found = [(side, play(*sides[side], setting, number)) for side, setting, number in keys]
        return (time.perf_counter() - begun) / max(1, len(keys)), found


def ready(packed: bytes) -> list[Side]:
    digest = hashlib.sha256(packed).hexdigest()
    if digest not in _known:
        while len(_known) >= KEPT:
            del _known[next(iter(_known))]
        _known[digest] = received(pickle.loads(zlib.decompress(packed)))
    return _known[digest]


@cache
def about() -> str:
    """The version, and SHA-256 over the package's own code: the same games only come from the same code."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for file in sorted(package.rglob("*.py")):
        digest.update(f"{file.relative_to(package).as_posix()}\0".encode() + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return f"kilnscript {__version__} (code {digest.hexdigest()[:12]})"
