"""Measures Kiln three ways in one run: written plainly, written with bit boards, and interpreted from rules/kiln.

    python benchmarks/run.py [--seconds 5] [--players 2 3 4]

Whole games of uniformly random legal moves, counted per second of CPU time, one thread. The three take turns in short rounds, so that
a slow moment of the machine hits all of them; only the ratios of one run mean anything. Below that: the cost of single steps.
"""

import argparse
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.plain import kiln, kiln_bitboards  # noqa: E402

ROUNDS = 5
MOST_DECISIONS = 2000  # the bound that rulings and checks use


@dataclass
class Contestant:
    """One way to play: `new(players, seed)` gives a state; `moves` and `play` work on it, `over` tells its end."""

    name: str
    new: Callable[[int, int], Any]
    moves: Callable[[Any], Any]
    play: Callable[[Any, Any], Any]
    over: Callable[[Any], bool]
    copy: Callable[[Any], Any]
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def playouts(self, players: int, seconds: float) -> None:
        """Adds whole games until the time is up."""
        moves, play, over = self.moves, self.play, self.over
        start = time.process_time()
        while True:
            rng = random.Random(self.games)
            choose = rng.random
            state = self.new(players, self.games)
            decisions = 0
            while not over(state) and decisions < MOST_DECISIONS:
                found = moves(state)
                play(state, found[int(choose() * len(found))])
                decisions += 1
            self.games += 1
            self.decisions += decisions
            spent = time.process_time() - start
            if spent >= seconds:
                self.seconds += spent
                return


def by_hand(name: str, game: Any) -> Contestant:
    return Contestant(
        name,
        new=lambda players, seed: game.new(players, {}, seed),
        moves=game.moves,
        play=game.play,
        over=lambda state: state.winner is not None,
        copy=lambda state: state.copy(),
    )


def interpreted() -> Contestant | str:
    """Kiln through the engine; a sentence that says why not, if it is not there."""
    try:
        from benchmarks.interpreted import contestant_parts
    except ImportError as problem:
        return f"not measured: the engine cannot be imported ({problem})"
    parts = contestant_parts(ROOT / "rules" / "kiln")
    return Contestant("interpreted", parts["new"], parts["moves"], parts["play"], parts["over"], parts["copy"])


def microseconds(action: Callable[[], object], seconds: float = 0.3) -> float:
    """The mean CPU time of one call."""
    times = 1
    while True:
        start = time.process_time()
        for _ in range(times):
            action()
        spent = time.process_time() - start
        if spent >= seconds:
            return spent / times * 1e6
        times *= 2


def wall_milliseconds(command: list[str], repeats: int = 5) -> float:
    """The best wall-clock time of a command in a process of its own."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def middle_of_a_game(contestant: Contestant) -> Any:
    rng = random.Random(1)
    state = contestant.new(2, 1)
    for _ in range(40):
        if contestant.over(state):
            break
        found = contestant.moves(state)
        contestant.play(state, found[rng.randrange(len(found))])
    return state


def measure_playouts(players: int, seconds: float, engine: Contestant | str) -> None:
    contestants = [by_hand("plain", kiln), by_hand("bit boards", kiln_bitboards)]
    if isinstance(engine, Contestant):
        engine.games = engine.decisions = 0
        engine.seconds = 0.0
        contestants.append(engine)
    for contestant in contestants:  # caches and lazy compilation do not belong to a game
        contestant.playouts(players, 0.2)
        contestant.games = contestant.decisions = 0
        contestant.seconds = 0.0
    for _ in range(ROUNDS):
        for contestant in contestants:
            contestant.playouts(players, seconds / ROUNDS)
    plain = contestants[0].games / contestants[0].seconds
    print(f"\n{players} players, random games")
    print(f"  {'':12} {'games/s':>9} {'decisions/game':>15} {'decisions/s':>12} {'x plain':>8}")
    for contestant in contestants:
        speed = contestant.games / contestant.seconds
        length = contestant.decisions / contestant.games
        print(f"  {contestant.name:12} {speed:9.1f} {length:15.1f} {contestant.decisions / contestant.seconds:12.0f} {speed / plain:8.2f}")
    if isinstance(engine, str):
        print(f"  interpreted  {engine}")


def measure_steps(engine: Contestant | str) -> None:
    print("\nSingle steps, 2 players")
    contestants = [by_hand("plain", kiln), by_hand("bit boards", kiln_bitboards)]
    if isinstance(engine, Contestant):
        contestants.append(engine)
    for contestant in contestants:
        state = middle_of_a_game(contestant)
        print(f"  copy of a state, {contestant.name:12} {microseconds(partial(contestant.copy, state)):9.2f} µs")
    if isinstance(engine, str):
        return
    from benchmarks.interpreted import steps

    for title, value, unit in steps(ROOT / "rules" / "kiln"):
        print(f"  {title:30} {value:9.2f} {unit}")
    launch = [sys.executable, "-c", "from kilnscript.cli import main; raise SystemExit(main())"]
    print(f"  {'kiln --help, cold':30} {wall_milliseconds([*launch, '--help']):9.0f} ms")
    print(f"  {'kiln play kiln, first board':30} {wall_milliseconds([*launch, 'play', 'kiln', '--seed', '1']):9.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds for each contestant and player count (default 5)")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4], choices=[2, 3, 4])
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {arguments.seconds:g} CPU seconds each, options at their defaults")
    engine = interpreted()
    for players in arguments.players:
        measure_playouts(players, arguments.seconds, engine)
    measure_steps(engine)


if __name__ == "__main__":
    main()
