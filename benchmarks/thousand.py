"""Plays random games of one game for every player count and every combination of options, and tests every invariant after each move.

    python -m benchmarks.thousand [rules/kiln] [--games 1000] [--players 2 3 4] [--defaults] [--seed 1]

Each game runs to its end on raw moves. After every committed move all `always` rules are evaluated; every few moves and at the end pieces
and tokens are counted, and the scores have to be the sums of their sources. Ends with status 1 at the first thing that is wrong, naming
the set-up and the seed.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import kilnscript
from kilnscript.compile.world import SUPPLY
from kilnscript.engine.playout import Bound
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.engine.stream import FastStream

ROOT = Path(__file__).resolve().parent.parent
MOST_DECISIONS = 5000  # of one game; a game that the rules let go on is then broken off
EVERY = 16  # decisions after which all pieces and tokens are counted


class Wrong(Exception):
    """Something that should hold does not."""


@dataclass
class Tally:
    """What the games of one set-up came to."""

    games: int = 0
    decisions: int = 0
    broken_off: int = 0
    longest: int = 0
    wins: dict[tuple[int, ...], int] = field(default_factory=dict)
    seconds: float = 0.0


def check_rules(program: Program, state: State) -> None:
    """Every invariant of the rules. An open transaction is provisional: not looked at."""
    if state.start is None:
        for rule in program.game.invariants:
            if not program.evaluate(rule.condition, state):
                raise Wrong(f"the invariant `{rule.name}` does not hold")


def check_matter(program: Program, state: State) -> None:
    """What holds for any game: no piece and no token is made or lost, scores are the sums of their sources."""
    pieces, world = 0, program.world
    for info in world.places:
        pieces += len(program.contents(state, info.number))
    if pieces != len(world.pieces):
        raise Wrong(f"there are {pieces} pieces instead of {len(world.pieces)}")
    tokens = len(world.tokens)
    for number, token in enumerate(program.game.declarations.tokens.values()):
        if token.supply is not None:
            held = sum(state.tokens[place * tokens + number] for place in range(len(world.places)))
            if held != world.constants.number(token.supply) or state.tokens[SUPPLY * tokens + number] < 0:
                raise Wrong(f"there are {held} of {token.name}")
    sources = len(state.points) // len(state.score) if state.points else 0
    for holder in range(len(state.score) - 1 if sources else 0):
        if state.score[holder] != sum(state.points[holder * sources : (holder + 1) * sources]):
            raise Wrong(f"the score of {holder + 1} is not the sum of its sources")


def play(program: Program, seed: int, tally: Tally) -> None:
    """One game to its end."""
    choose = random.Random(seed).random
    state = program.begin(FastStream(seed))
    decisions, bound = 0, Bound()
    check_rules(program, state)
    while not state.over and decisions < MOST_DECISIONS:
        seat = state.deciders[int(choose() * len(state.deciders))]
        found = bound.choices(program, state, program.moves(state, seat))
        if not found:
            raise Wrong(f"no legal move at decision {decisions + 1}")
        program.play(state, found[int(choose() * len(found))], seat)
        decisions += 1
        check_rules(program, state)
        if decisions % EVERY == 0:
            check_matter(program, state)
    check_matter(program, state)
    tally.games += 1
    tally.decisions += decisions
    tally.longest = max(tally.longest, decisions)
    if not state.over:
        tally.broken_off += 1
        return
    result = program.result(state)
    if sorted(seat for group in result.places for seat in group) != list(range(program.players)):
        raise Wrong("not every seat has its place in the ranking")
    tally.wins[result.winners] = tally.wins.get(result.winners, 0) + 1


def set_ups(folder: Path, players: list[int] | None) -> Iterator[tuple[int, dict[str, object]]]:
    """Player counts and options, as the tests choose them."""
    from tests.games.shelf import set_ups as declared

    for set_up in declared(folder):
        if players is None or set_up.players in players:
            yield set_up.players, dict(set_up.options)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="rules/kiln", help="folder of the game (default rules/kiln)")
    parser.add_argument("--games", type=int, default=1000, help="games for each set-up (default 1000)")
    parser.add_argument("--players", type=int, nargs="+", help="only these player counts")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default 1)")
    parser.add_argument("--defaults", action="store_true", help="only the default options")
    arguments = parser.parse_args()
    folder = (ROOT / arguments.game).resolve()
    game = kilnscript.load(folder)
    total = Tally()
    low, high = game.model.declarations.players
    defaults: list[tuple[int, dict[str, object]]] = [(n, {}) for n in arguments.players or range(low, high + 1)]
    for players, options in defaults if arguments.defaults else set_ups(folder, arguments.players):
        program = game.program(players, options)
        tally, start = Tally(), time.process_time()
        shown = ", ".join(f"{name} {plain(value)}" for name, value in options.items())
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            try:
                play(program, seed, tally)
            except (Wrong, kilnscript.Fault) as problem:
                print(f"{players} players, {shown}: game with seed {seed}: {problem}", file=sys.stderr)
                return 1
        tally.seconds = time.process_time() - start
        print(
            f"{players} players, {shown or 'default options'}: {tally.games} games, {tally.decisions / tally.games:.0f} decisions a game, "
            f"longest {tally.longest}, broken off {tally.broken_off}, {tally.games / tally.seconds:.0f} games/s",
            flush=True,
        )
        total.games += tally.games
        total.decisions += tally.decisions
        total.broken_off += tally.broken_off
    print(f"{total.games} games, {total.decisions} decisions, {total.broken_off} broken off; every invariant held")
    return 0


def plain(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    sys.exit(main())
