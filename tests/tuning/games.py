"""A small game whose figures follow from its numbers: what meets an aim is known beforehand."""

from pathlib import Path

YAML = """
game: steps
title: Steps
players: 2..3
options: {rounds: {title: Rounds, range: 1..4, default: 2, text: Rounds played.}}
components:
  card: {from: cards.csv, named: id, has: {worth: 0..9}}
places: {shown: {shape: pile, holds: card, title: Shown}}
tables:
  gift:  {title: Gift, number: 1}
  bonus: {title: Bonus, from: seat 1..3, to: points, rows: {1: 0, 2: 0, 3: 0}}
  grid:  {title: Grid, from: [row 1..2, column 1..3], to: points, rows: {1: [1, 0, 0], 2: [0, 0, 0]}}
scores: {per: player, sources: {gifts: Gifts, cards: Cards, luck: Luck}}
texts: {goal: Nothing.}
tune:
  options.rounds.default: 1..4
  tables.gift.number: 1..5
"""
CARDS = "id,copies,worth\nsun,1,2\nmoon,1,1\n"

# A seat gets `gift` in every round, the first its bonus, both what lies on the cards and in the grid; luck decides who wins.
RULES = """
setup:
    move cards to shown

play:
    repeat option.rounds times: do one_round
    for each seat in players: score sum(card in shown: card.worth) + grid[1, 1] + grid[2, 3] as cards for seat
    pick lucky at random from players
    score 1 + bonus[1] as luck for lucky

phase one_round "Round":
    for each player in players:
        do turn

phase turn "Turn":
    player must:
        action take:
            score gift as gifts for player
        action wait:
            score gift as gifts for player

rank by highest player.score
"""


def steps(folder: Path, yaml: str = YAML) -> Path:
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "game.yaml").write_text(
        yaml.replace("places:", "variables: {lucky: {is: player, start: 1, title: Lucky}}\nplaces:"), encoding="utf-8"
    )
    (folder / "rules.kiln").write_text(RULES, encoding="utf-8")
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    return folder
