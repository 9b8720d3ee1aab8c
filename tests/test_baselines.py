"""The hand-written Kilns of benchmarks/ play by the rules: published move counts, and both the same moves all along random games."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks.plain import kiln, kiln_bitboards

POSITIONS = [
    entry for entry in json.loads((Path(__file__).parent / "data" / "perft.json").read_text())["positions"] if entry["game"] == "kiln"
]
VARIANTS = [
    (2, {}),
    (2, {"fixing_the_mess": True, "heating_up": True, "target": 14}),
    (2, {"two_colours": False, "heating_up": True}),
    (3, {"fixing_the_mess": True, "target": 20}),
    (4, {"heating_up": True, "target": 25}),
]


def perft(game: Any, state: Any, depth: int) -> int:
    found = game.moves(state)
    if depth == 1:
        return len(found)
    total = 0
    for move in found:
        after = state.copy()
        game.play(after, move)
        total += perft(game, after, depth - 1)
    return total


@pytest.mark.parametrize("game", [kiln, kiln_bitboards], ids=["plain", "bitboards"])
@pytest.mark.parametrize("entry", POSITIONS, ids=[entry["id"] for entry in POSITIONS])
def test_perft(game: Any, entry: dict[str, Any]) -> None:
    depths = 3 if game is kiln_bitboards else 2
    state = game.from_position(entry["position"])
    assert [perft(game, state, depth) for depth in range(1, depths + 1)] == entry["perft"][:depths]


@pytest.mark.parametrize(
    ("players", "options"), VARIANTS, ids=[f"{players}-{'-'.join(options) or 'default'}" for players, options in VARIANTS]
)
def test_both_play_the_same_game(players: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        one, other = kiln.new(players, options, seed), kiln_bitboards.new(players, options, seed)
        for _ in range(2000):
            assert one.seat == other.seat
            found, twins = kiln.moves(one), kiln_bitboards.moves(other)
            assert [kiln.notation(move) for move in found] == [kiln_bitboards.notation(move) for move in twins]
            if one.over:
                break
            index = rng.randrange(len(found))
            kiln.play(one, found[index])
            kiln_bitboards.play(other, twins[index])
        assert one.winner == other.winner
        for colour, points in one.scores.items():
            assert points == other.scores[kiln_bitboards.COLOURS.index(colour)]
