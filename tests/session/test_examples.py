"""Examples run, and fail where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import kilnscript
from kilnscript.session.examples import run_example
from tests.session.loading import Load

GAME = """\
game: heap
title: Heap
players: 2
variables: {left: {is: 0..9, start: 9, title: Stones left}}
"""
RULES = """\
play:
    take turns from seat(1):
        do whole_turn

phase whole_turn "Your turn":
    player must:
        action take(number: 1..3) "Take {number}":
            require number <= left, "only {left} are left"
            left = left - number
            if left is 0: end game won by player, "the last one is taken"
"""


@pytest.mark.parametrize("name", ["kiln"])
def test_shipped_examples(load: Load, name: str) -> None:
    game = load(name)
    assert game.model.examples
    for example in game.model.examples:
        assert run_example(game, example) is None, example.name


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ('when "take 2"\n    then left is 7', None),
        ('when "take 2"\n    then left is 6', "this does not hold: it is 7, not 6"),
        ("then left > 20", "this does not hold: it is 9"),
        ('given left = 2\n    refused "take 3", "only 2"\n    when "take 2"\n    then over and winners is [seat(1)]', None),
        ('given left = 2\n    refused "take 3", "too many"', "`take 3` is refused for another reason: only 2 are left"),
        ('refused "take 3", "only"', "`take 3` is legal"),
        ('given left = 1\n    allowed "take 3"', "`take 3` is not legal: only 1 are left"),
        ('when "take 4"', "`take 4` is not legal: `4` is not on offer for `number`"),
        ('given left = 1\n    when "take 1", "take 1"', "the game is over"),
        ('start whole_turn for seat(2)\n    when seat(2): "take 1"\n    then left is 8', None),
        ('when seat(2): "take 1"', "Seat 2 has nothing to decide now"),
    ],
)
def test_steps(tmp_path: Path, steps: str, message: str | None) -> None:
    folder = tmp_path / "heap"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    (folder / "rules.kiln").write_text(RULES)
    (folder / "examples.kiln").write_text(f'example it "It":\n    with players: 2\n    {steps}\n')
    game = kilnscript.load(folder)
    failure = run_example(game, game.model.examples[0])
    if message is None:
        assert failure is None, failure
    else:
        assert failure is not None
        assert message in failure.message
