"""Typed expressions spelt as the language writes them, brackets only where they are needed."""

from pathlib import Path

import pytest

from kilnscript.model import statements as st
from kilnscript.model.load import load_model
from kilnscript.publish.spell import Speller
from tests.check.small import small

SPELT = [
    "(low + 1) * 2 - (low - (1 - low))",
    "-(low + 1)",
    "low mod 2 + low / 2",
    "2 if low > 1 and (low is 2 or not low is 3) else 1",
    "count(tile in player.rack where tile.colour is red)",
    "max(tile in player.rack: tile.colour.number else 0)",
    "count([cell in board.cells where cell is not empty])",
    "sum(seat in players, tile in seat.rack: tile.colour.number)",
    "count(colours) + count(tiles)",
    "price[low + 1]",
    "first(seat in players where seat is not player).number",
    "next(player).number + next(player, 2).number",
    "count([red, green] + [blue])",
    "count(1..low)",
    "cell_at(board, 1, 2).row",
    "option.size",
]


@pytest.mark.parametrize("written", SPELT)
def test_spelt_as_written(tmp_path: Path, written: str) -> None:
    game = small(
        tmp_path, f'play:\n    take turns from seat(1), at most 3 times:\n        let value = {written}\n        log "{{value}}"\n'
    )
    loop = game.play.statements[0]
    assert isinstance(loop, st.TakeTurns)
    value = loop.block.statements[0]
    assert isinstance(value, st.Let)
    assert Speller(game.declarations).expression(value.value) == written


def test_every_statement_of_the_shipped_games_can_be_spelt() -> None:
    from kilnscript.check.trees import walk

    for folder in sorted(path.parent for path in (Path(__file__).parents[2] / "rules").rglob("game.yaml")):
        game = load_model(folder).game
        assert game is not None
        speller = Speller(game.declarations)
        for node in walk((game.setup, game.play, game.scoring, game.phases, game.actions)):
            if isinstance(node, st.Statement):
                said = speller.statement(node)
                assert said is None or ("\n" not in said and said.strip() == said)
