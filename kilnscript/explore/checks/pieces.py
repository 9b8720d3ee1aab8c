"""K973: a piece lies in two places or in none, or tokens have become more or fewer."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.compile.world import SUPPLY
from kilnscript.engine.state import State
from kilnscript.explore.checks.look import Look, PlayCheck
from kilnscript.explore.problems import Problem
from kilnscript.explore.table import Table


def run(look: Look) -> Iterator[Problem]:
    for component, message in mislaid(look.table, look.state):
        declared = look.table.program.game.declarations
        span = declared.components[component].span if component in declared.components else declared.tokens[component].span
        yield look.problem("K973", message, span, "report this: rules can only move pieces, so the engine is at fault")


def mislaid(table: Table, s: State) -> Iterator[tuple[str, str]]:
    """(component or token, what is wrong with it)."""
    program, world = table.program, table.program.world
    found = [0] * len(world.pieces)
    for info in world.places:
        for piece in program.contents(s, info.number):
            found[piece] += 1
            if s.place_of[piece] != info.number:
                yield world.pieces[piece].component, f"{table.words.texts.notation.piece(piece, s)} lies in two places"
    for piece, times in enumerate(found):
        if times != 1:
            where = "nowhere" if times == 0 else f"{times} times"
            yield world.pieces[piece].component, f"{table.words.texts.notation.piece(piece, s)} lies {where}"
    n = len(world.tokens)
    for token, (name, declared) in enumerate(program.game.declarations.tokens.items()):
        held = [s.tokens[info.number * n + token] for info in world.places if info.number != SUPPLY]
        if any(count < 0 for count in held):
            yield name, f"there are fewer than no {name} in a place"
        if declared.supply is not None:
            total, there = world.constants.number(declared.supply), sum(held) + s.tokens[SUPPLY * n + token]
            if total != there:
                yield name, f"there are {total} {name}, and {there} lie in the places and the supply"


CHECK = PlayCheck("pieces-kept", "No piece and no token is lost or made.", ("K973",), run)
