"""Games and scripts for the tests of playing."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import kilnscript
from kilnscript import Game

ROOT = Path(__file__).resolve().parents[2]


@cache
def load(name: str) -> Game:
    return kilnscript.load(name)


def kiln(*arguments: str, script: str | bytes = b"", cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the command line in a process of its own."""
    data = script if isinstance(script, bytes) else script.encode()
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment}
    command = [sys.executable, "-m", "kilnscript.cli", *arguments]
    return subprocess.run(command, input=data, capture_output=True, cwd=cwd or ROOT, env=variables, timeout=120, check=False)


POSITION = {
    "players": 3,
    "places": {"kiln": ["BRBGGB", "YGYBYR", "GGBYYK", "GRBRBB", "BYYGGR", "RYRGRY"], "outer": "R"},
    "phase": "push",
    "to_act": [1],
}
