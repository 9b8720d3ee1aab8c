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
        ('when "take 2"\n    then left is 6', "this does not hold: `left is 6`; found: 7"),
        ("then left > 20", "this does not hold: `left > 20`; found: 9"),
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


CHOOSY = """\
game: teams
title: Teams
players: 2
kinds: {side: {plural: sides, members: [red, white, black]}}
tokens: {coin: {title: Coin, plural: coins, supply: unlimited}}
places: {purse: {shape: purse, holds: coin, per: player, title: Purse}}
variables:
  side: {is: side or none, per: player, start: none, title: Side}
  opener: {is: player, start: 1, title: Who begins}
"""
CHOOSY_RULES = """\
setup:
    pick opener at random from players
    for each player in seats_from(opener): do choose_side

phase choose_side "Choose a side":
    player must:
        action take(side: sides) "Take {side}":
            require not any(seat in players where seat.side is side), "that side is taken"
            player.side = side
            move side.number * coin from supply to player.purse

play:
    take turns from opener: do spend

phase spend "Spend":
    player must:
        action give(number: 1..3) "Give {number}":
            require number <= player.purse[coin], "you have only {player.purse[coin]}"
            move number * coin from player.purse to supply
    otherwise: end game, "the coins are spent"
"""


@pytest.mark.parametrize(
    "steps",
    [
        "start spend for seat(1)\n    then seat(1).side is not none and seat(2).side is not none",
        "given seat(2).side = black\n    given opener = seat(2)\n    start spend for seat(2)\n    then opener is seat(2)\n"
        "    then seat(2).purse[coin] is 3\n    then seat(1).purse[coin] is 1",
        "given seat(1).side = white\n    given seat(2).side = black\n    start spend for seat(1)\n"
        '    then seat(1).purse[coin] is 2\n    when "give 2"\n    when "give 3"\n    then over',
        'given seat(1).side = white\n    given seat(1).purse = 1 * coin\n    start spend for seat(1)\n    refused "give 2", "only 1"',
        "given seat(1).purse = 0 * coin\n    start spend for seat(1)\n    then over",
        'given seat(1).purse = ""\n    start spend for seat(1)\n    then over',
        'then seat(1).side is none and seat(2).side is none\n    when "take white"\n    refused "take white", "taken"',
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_setup_with_choices(tmp_path: Path, steps: str, seed: int) -> None:
    """`start` lies behind the setup: its choices fit what is given, and what is drawn by lot gives way to what is given."""
    folder = tmp_path / "teams"
    folder.mkdir()
    (folder / "game.yaml").write_text(CHOOSY)
    (folder / "rules.kiln").write_text(CHOOSY_RULES)
    (folder / "examples.kiln").write_text(f'example it "It":\n    with players: 2, seed: {seed}\n    {steps}\n')
    game = kilnscript.load(folder)
    assert run_example(game, game.model.examples[0]) is None


def test_who_sees_what(tmp_path: Path) -> None:
    folder = tmp_path / "heap"
    folder.mkdir()
    places = """components: {stone: {title: Stone, copies: 9}}
places:
  hand:  {shape: pile, holds: stone, per: player, sees: owner, title: Hand}
  bag:   {shape: bag, holds: stone, sees: none, title: Bag}
  table: {shape: pile, holds: stone, title: Table}
"""
    (folder / "game.yaml").write_text(GAME + places)
    (folder / "rules.kiln").write_text(RULES)
    facts = (
        "sees(seat(1), seat(1).hand) and sees(seat(2), seat(2).hand)",
        "not sees(seat(1), seat(2).hand) and not sees(seat(2), seat(1).hand)",
        "not sees(seat(1), bag) and not sees(seat(2), bag)",
        "sees(seat(1), table) and sees(seat(2), table)",
    )
    steps = "".join(f"    then {fact}\n" for fact in facts)
    (folder / "examples.kiln").write_text(f'example it "It":\n    with players: 2\n{steps}')
    game = kilnscript.load(folder)
    assert run_example(game, game.model.examples[0]) is None
