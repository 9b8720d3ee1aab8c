"""A game at every player count → what lies where when the first turn begins, worked out by the engine."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.compile.unsupported import NotSupported
from kilnscript.compile.world import PlaceInfo
from kilnscript.engine.faults import Fault
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.publish.pages.page import Table, Text
from kilnscript.publish.pages.words import Words
from kilnscript.session.errors import UsageError
from kilnscript.session.game import Game
from kilnscript.session.opening import finish_setup, in_setup

SEEDS = ("1", "2")  # what differs between them depends on luck, and is not told
MOST_LISTED = 6  # places of a family that are told one by one


def laid_out(words: Words, game: Game) -> Iterator[Table]:
    """Nothing for games that cannot be begun."""
    counts = list(game.players)
    try:
        numbers = [told(game, players) for players in counts]
    except (UsageError, Fault, NotSupported):
        return
    rows: list[tuple[Text, ...]] = []
    for place in words.declarations.places.values():
        found = [number.get(place.name, "") for number in numbers]
        if any(found) and "?" not in found:
            rows.append(((place.title,), *((text or "nothing",) for text in found)))
    if rows:
        headings: tuple[str, ...] = ("Place", *(f"With {n}" for n in counts))
        if all(len(set(row[1:])) == 1 for row in rows):
            headings, rows = ("Place", "What lies there"), [row[:2] for row in rows]
        yield Table("table-laid-out", "What lies where when the first turn begins", headings, tuple(rows))


def told(game: Game, players: int) -> dict[str, str]:
    """Place → how much lies there; `?` where luck decides."""
    compiled = game.compiled(players)
    program = compiled.program
    found: dict[str, str] = {}
    for seed in SEEDS:
        state = program.begin(game.stream(program, seed), None)
        if in_setup(program, state):
            state = finish_setup(program, state, [])
        for name, family in program.world.family.items():
            text = amounts([amount(program, state, info) for info in family])
            found[name] = text if found.setdefault(name, text) == text else "?"
    return found


def amount(program: Program, state: State, info: PlaceInfo) -> int:
    if info.declared.marks:
        return sum(1 for cell in info.cells if state.marks >> cell & 1)
    return len(program.contents(state, info.number)) + sum(max(0, n) for n in program.tokens(state, info.number))


def amounts(numbers: list[int]) -> str:
    """`36`, `5 × 4`, `1, 2, 3`."""
    if not any(numbers):
        return ""
    if len(set(numbers)) == 1:
        return str(numbers[0]) if len(numbers) == 1 else f"{len(numbers)} × {numbers[0]}"
    filled = [n for n in numbers if n]
    if len(set(filled)) == 1:
        return f"{len(filled)} × {filled[0]}"
    return ", ".join(map(str, numbers)) if len(numbers) <= MOST_LISTED else str(sum(numbers))
