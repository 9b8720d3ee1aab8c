"""Layouts of places (`start:` in game.yaml) → pieces of the box laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilnscript.compile.names import python_name
from kilnscript.compile.world import BOX
from kilnscript.model.declarations import Letter
from kilnscript.model.game import Game

if TYPE_CHECKING:
    from kilnscript.engine.program import Program
    from kilnscript.engine.state import State


def letters(game: Game, holds: tuple[str, ...]) -> dict[str, tuple[str, Letter]]:
    """The letters that may stand in a layout of a place: letter → component and what it stands for."""
    return {
        letter.letter: (name, letter)
        for name in holds
        if name in game.declarations.components
        for letter in game.declarations.components[name].letters
    }


def lay_out(program: Program, s: State) -> None:
    """Fills every place with a declared start from the box."""
    for info in program.world.places:
        if info.declared.start is None:
            continue
        known = letters(program.game, info.declared.holds)
        rows = [row.split() if " " in row.strip() else list(row.strip()) for row in info.declared.start.strip().splitlines()]
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                cell = info.cells.start + row * info.columns + column
                if sign == "#":
                    s.marks |= 1 << cell
                elif sign != ".":
                    component, letter = known[sign]
                    program.names["_to_cell"](s, take(program, s, component, letter), cell)


def take(program: Program, s: State, component: str, letter: Letter) -> int:
    """A piece of the box that is, or by its changeable attributes can be made, what a letter stands for; -1 when there is none left."""
    constants = program.world.constants
    wanted = {name: constants.value(value) for name, value in letter.values.items()}
    changes = program.game.declarations.components[component].changes
    for piece in program.world.pieces_of[component]:
        if s.place_of[piece] != BOX:
            continue
        fixed = program.world.pieces[piece].values
        if all(fixed[name] == value for name, value in wanted.items() if name not in changes):
            for name, value in wanted.items():
                if name in changes:
                    program.names[f"_set_{python_name(name)}"](s, piece, value)
            return piece
    return -1
