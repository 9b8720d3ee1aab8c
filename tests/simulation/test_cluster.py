"""Games on a Dask cluster of real processes: the same as here, also when a worker or the scheduler is killed; what goes wrong is told."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kilnscript
from kilnscript.simulation import cluster
from tests.play.games import ROOT
from tests.simulation.games import lots

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes")

SETTINGS: dict[str, Any] = {"games": 120, "players": [2, 3], "bots": ["random", "greedy"], "seed": "far"}


class Cluster:
    """A scheduler and workers, each a process, none of which has a rule file of ours in its folder."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        found = folder / "scheduler.json"
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(found))
        self.workers: list[subprocess.Popen[bytes]] = []
        until = time.monotonic() + 60
        while not (found.exists() and found.read_text().endswith("}")):
            assert self.scheduler.poll() is None and time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.05)
        self.address: str = json.loads(found.read_text())["address"]
        for _ in range(workers):
            self.add()

    def start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=self.environment)

    def add(self) -> None:
        self.workers.append(self.start("dask_worker", self.address, "--no-nanny", "--nthreads", "1"))

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.setattr(cluster, "TASK", 0.05)
    folder = tmp_path / "cluster"
    folder.mkdir()
    found = Cluster(folder, 2)
    try:
        yield found
    finally:
        found.stop()


def test_a_worker_that_is_killed_costs_nothing(running: Cluster, tmp_path: Path) -> None:
    folder = lots(tmp_path / "game")
    game = kilnscript.load(folder)
    shutil.rmtree(folder)
    killed = []

    def kill(done: int, total: int) -> None:
        if done >= 40 and not killed:
            killed.append(done)
            running.workers[0].send_signal(signal.SIGKILL)

    far = kilnscript.simulate(game, cluster=running.address, out=tmp_path / "kept", progress=kill, **SETTINGS)
    assert killed and killed[0] < 200 and running.workers[0].wait() == -signal.SIGKILL and running.workers[1].poll() is None
    here = kilnscript.simulate(game, **SETTINGS)
    assert far.done == 240 and far.facts == here.facts and far.plain() == here.plain()
    assert len((tmp_path / "kept").read_text().splitlines()) == 241


def test_a_scheduler_that_is_killed_and_going_on_without(running: Cluster, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder, file = lots(tmp_path / "game"), tmp_path / "kept"
    game = kilnscript.load(folder)

    def kill(done: int, total: int) -> None:
        if done >= 40:
            running.scheduler.send_signal(signal.SIGKILL)

    with pytest.raises(kilnscript.UsageError, match=r"scheduler at .* is gone; \d+ of 240 games were done and are kept in .*--resume"):
        kilnscript.simulate(game, cluster=running.address, out=file, progress=kill, **SETTINGS)
    assert 40 <= len(file.read_text().splitlines()) - 1 < 240
    assert [record.name for record in caplog.records if record.name.startswith("distributed")] == []
    again = kilnscript.simulate(game, out=file, resume=True, **SETTINGS)
    assert again.plain() == kilnscript.simulate(game, **SETTINGS).plain()


def test_the_commands_and_what_the_cluster_is_not(running: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = lots(tmp_path / "game")
    command = [sys.executable, "-m", "kilnscript.cli", "simulate", str(folder), "--cluster", running.address, "--games", "10", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=running.environment, cwd=tmp_path, timeout=120)
    assert done.returncode == 0 and done.stderr == "" and json.loads(done.stdout)["done"] == 10
    arguments = (folder, None, 10, 2, {"draws": 1}, {"draws": 3}, "random")
    assert kilnscript.compare(*arguments, cluster=running.address).plain() == kilnscript.compare(*arguments).plain()
    with pytest.raises(kilnscript.UsageError, match="leave the number of jobs out"):
        kilnscript.simulate(folder, 1, cluster=running.address, jobs=2)
    ours = cluster.about()
    with monkeypatch.context() as patched, pytest.raises(kilnscript.UsageError, match=r"runs kilnscript .* it has to be kilnscript 99"):
        patched.setattr(cluster, "about", lambda: "kilnscript 99")
        kilnscript.simulate(folder, 1, cluster=running.address)
    assert ours == cluster.about() and "code" in ours
    for worker in running.workers:
        worker.kill()
        worker.wait()
    with (
        monkeypatch.context() as patched,
        pytest.raises(kilnscript.UsageError, match=r"has no worker: `dask worker .*; 0 of 1 games were done$"),
    ):
        patched.setattr(cluster, "PATIENCE", 3)
        kilnscript.simulate(folder, 1, cluster=running.address)


def test_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = lots(tmp_path)
    monkeypatch.setattr(cluster, "CONNECT", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense", "warp://127.0.0.1:8786"):
        with pytest.raises(kilnscript.UsageError, match="no Dask scheduler answers at"):
            kilnscript.simulate(folder, 1, cluster=address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(kilnscript.UsageError, match=r"pip install 'kilnscript\[cluster\]'"):
        kilnscript.simulate(folder, 1, cluster="tcp://127.0.0.1:1")
