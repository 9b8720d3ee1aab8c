"""Lets two bots play each other: every seed twice, each bot once on every seat.

    python -m benchmarks.arena rules/kiln mcts:30 greedy [--games 200] [--seed 1] [--keep FILE]

Prints how many games the first bot won, shared and lost, and its share of the wins with a 95 % interval (E. B. Wilson, JASA 22, 1927; a
shared win counts half). ``--keep FILE`` writes one line a game, and goes on where the file ends.
"""

import argparse
import math
import random
import sys
import time
from pathlib import Path

import kilnscript
from kilnscript.bots.registry import BotSeat, read_bot

MOST_MOVES = 20_000


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.959964
    centre = (won + z * z / 2) / (games + z * z)
    half = z / (games + z * z) * math.sqrt(won * (games - won) / games + z * z / 4)
    return centre - half, centre + half


def play(game: kilnscript.Game, bots: dict[int, BotSeat], seed: int) -> tuple[int, ...]:
    """The seats that won, from 1."""
    session = game.new(players=len(bots), seed=seed)
    chance = {seat: random.Random(f"{seed} {seat}") for seat in bots}
    for _ in range(MOST_MOVES):
        if session.over:
            break
        seat = session.seats[0]
        session.play(bots[seat].choose(session, seat, chance[seat]), seat)
    assert session.result is not None, f"seed {seed}: no end after {MOST_MOVES} moves"
    return tuple(session.result.winners)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="folder of the game")
    parser.add_argument("first", help="bot, like mcts:30")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="file to write each game to, and to go on from")
    given = parser.parse_args()
    game, first, second = kilnscript.load(given.game), read_bot(given.first), read_bot(given.second)
    kept = given.keep.read_text(encoding="utf-8").splitlines() if given.keep is not None and given.keep.exists() else []
    points = {int(line.split()[0]): float(line.split()[1]) for line in kept}
    begun = time.process_time()
    for number in range(given.games):
        if number in points:
            continue
        seat = 1 + number % 2
        winners = play(game, {seat: first, 3 - seat: second}, given.seed + number // 2)
        points[number] = (seat in winners) / len(winners) if winners else 0.5
        if given.keep is not None:
            with given.keep.open("a", encoding="utf-8") as file:
                file.write(f"{number} {points[number]}\n")
    found = [points[number] for number in range(given.games)]
    low, high = wilson(sum(found), len(found))
    print(
        f"{game.name}: {given.first} against {given.second}, {len(found)} games: won {found.count(1.0)}, "
        f"shared {sum(0 < p < 1 for p in found)}, lost {found.count(0.0)}; {sum(found) / len(found):.1%} "
        f"[{low:.1%}, {high:.1%}]; {time.process_time() - begun:.0f} s of CPU"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
