"""A small game whose figures are known beforehand."""

from pathlib import Path

YAML = """
game: lots
title: Lots
players: 2..3
options: {draws: {title: Draws, range: 1..3, default: 2, text: Lots drawn.}}
kinds: {lot: {plural: lots, members: [red, green, blue, grey]}}
variables: {drawn: {is: lot, start: red, title: Lot}}
scores: {per: player, sources: {luck: Luck, call: Calls}}
texts: {goal: Nothing.}
"""

# Seat 1 wins on one lot of four; a call is worth as many points to everybody as there are draws, which changes nothing.
RULES = """
play:
    repeat option.draws times: do drawing
    pick drawn at random from lots
    if drawn is red: score 10 as luck for seat(1)
    if drawn is not red: score 10 as luck for seat(2)

phase drawing "Draw a lot":
    for each player in players: do calling

phase calling:
    player must:
        action call(lot: lots):
            do counted
        action wait when no:
            do counted

phase counted:
    for each seat in players: score 1 as call for seat

rank by highest player.score
"""

TURNS_YAML = """
game: turns
title: Turns
players: 3
kinds: {lot: {plural: lots, members: [red, green, blue, grey]}}
variables:
  beginner: {is: player, start: 1, title: Who begins}
  drawn: {is: lot, start: red, title: Lot}
scores: {per: player, sources: {luck: Luck}}
texts: {goal: Nothing.}
"""

TURNS_RULES = """
play:
    pick beginner at random from players
    for each player in seats_from(beginner): do calling
    pick drawn at random from lots
    do noted(drawn)
    if drawn is red: score 10 as luck for seats_from(beginner).last
    if drawn is not red: score 10 as luck for beginner

phase calling:
    player must:
        action call:
            do noted(green)

phase noted(lot):
    drawn = lot

rank by highest player.score
"""


def lots(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(YAML, encoding="utf-8")
    (folder / "rules.kiln").write_text(RULES, encoding="utf-8")
    return folder


def turns(folder: Path) -> Path:
    """The lot decides who begins, and who begins wins three times in four."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(TURNS_YAML, encoding="utf-8")
    (folder / "rules.kiln").write_text(TURNS_RULES, encoding="utf-8")
    return folder
