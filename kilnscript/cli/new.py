"""`kiln new NAME`: a folder with a small game that plays, to be changed into another."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from kilnscript.session.errors import UsageError
from kilnscript.source.resources import grammar_folder

GAME = """\
# yaml-language-server: $schema=game.schema.json
game: {name}
title: {title}
players: 2..4

options:
  stones: {{title: Stones at the start, values: [12, 15, 21], default: 15, unit: stones, text: How long a game takes.}}

variables:
  left: {{is: "0..{{option.stones}}", start: 0, title: Stones left}}

tables:
  most: {{title: Stones taken at most, number: 3}}

texts:
  goal: Take the last of {{option.stones}} stones.
"""

RULES = """\
setup:
    ## {option.stones} stones lie on the table.
    left = option.stones

play:
    take turns from seat(1): do whole_turn

phase whole_turn "Your turn":
    player must:
        ## Take up to {most} stones. Whoever takes the last one wins.
        action take(number: 1..most) "Take {number}":
            require number <= left, "only {left} stones are left"
            left = left - number
            log "{player} takes {number} of the stones"
            if left is 0: end game won by player, "the last stone is taken"
"""

EXAMPLES = """\
example last_stone "The last stone wins":
    with players: 2
    given left = 2
    refused "take 3", "only 2"
    when "take 2"
    then over and winners is [seat(1)]
"""


def run(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.folder)
    name = folder.name
    if not (name.isidentifier() and name == name.lower() and name.isascii()):
        raise UsageError(f"`{name}` cannot be the name of a game: use small letters, digits and _")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"`{arguments.folder}` is there already")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(grammar_folder() / "game.schema.json", folder / "game.schema.json")  # beside it, so that the folder can move
        title = name.replace("_", " ").capitalize()
        (folder / "game.yaml").write_text(GAME.format(name=name, title=title), encoding="utf-8", newline="\n")
        (folder / "rules.kiln").write_text(RULES, encoding="utf-8", newline="\n")
        (folder / "examples.kiln").write_text(EXAMPLES, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"`{arguments.folder}` cannot be written: {error.strerror}") from None
    print(f"{arguments.folder}: a game of stones, ready to play and to change\n  kiln play {arguments.folder}")
    return 0
