"""Small games for checks: parts of a rule file in, a typed game out."""

from pathlib import Path

from kilnscript.model.game import Game
from kilnscript.model.load import load_model

YAML = """
game: small
title: Small
players: 2..4
options: {size: {title: Size, range: 2..4, default: 3, text: Size of the game.}}
kinds: {colour: {plural: colours, members: [red, green, blue]}}
components: {tile: {title: Tile, has: {colour: colour}, copies: 4}}
places:
  board: {shape: grid 3 x 2, holds: marks, title: Board, arrows: yes}
  rack: {shape: pile, holds: tile, per: player, title: Rack}
variables:
  at: {is: cell of board, start: a1, title: Marker}
  low: {is: 0..3, start: 0, title: Low}
tables:
  price: {title: Price, from: level 1..3, to: points, rows: {1: 1, 2: 2, 3: 4}}
texts: {goal: Nothing.}
"""


def small(folder: Path, rules: str) -> Game:
    (folder / "game.yaml").write_text(YAML, encoding="utf-8")
    (folder / "rules.kiln").write_text(rules, encoding="utf-8")
    loaded = load_model(folder)
    assert loaded.game is not None, [f"{d.code} {d.message} {d.span}" for d in loaded.diagnostics]
    return loaded.game
