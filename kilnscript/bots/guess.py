"""A state and a seat → a state that looks the same to that seat, everything it cannot see drawn anew (a determinisation).

Hidden pieces are dealt again over the places where they may lie, dice that are hidden are rolled again, choices that others made unseen
are made again, and the stream of chance is a fresh one: nothing of the true state that the seat does not know has any influence.
The idea is that of perfect information Monte Carlo (M. Ginsberg, GIB, 2001) as used by P. Cowling, E. Powley and D. Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2), 2012.
"""

from __future__ import annotations

import random
from collections import defaultdict
from functools import lru_cache
from typing import Any

from kilnscript.compile.names import python_name
from kilnscript.compile.world import attribute_values
from kilnscript.engine.program import Program
from kilnscript.engine.state import State
from kilnscript.engine.stream import FastStream
from kilnscript.model import types as t
from kilnscript.model.declarations import Variable

MOST_VALUES = 1_000  # of a hidden variable; one with more keeps its value out of sight


def guess(program: Program, state: State, seat: int, chance: random.Random) -> State:
    """An independent state; ``state`` is not changed."""
    s = state.copy()
    s.stream = FastStream(chance.getrandbits(60))
    if s.start is not None:
        s.start = s.start.copy()  # copies of a state share it
    hidden = secrets(program)
    if hidden.places:
        deal_again(program, s, seat, chance, hidden.places)
        share_again(program, s, seat, chance, hidden.places)
        if s.start is not None:  # the open transaction began with the same secrets
            s.start.stream = s.stream
    for variable in hidden.variables:
        guess_variable(program, s, variable, seat, chance)
    if s.chosen:
        choose_again(program, s, seat, chance)
    return s


class Secrets:
    """What a game hides: numbers of places whose contents not everybody sees, and variables of that sort."""

    def __init__(self, program: Program) -> None:
        self.places = tuple(info.number for info in program.world.places if info.declared.sees != "all")
        self.variables = tuple(v for v in program.game.declarations.variables.values() if v.sees != "all")


@lru_cache(maxsize=64)
def secrets(program: Program) -> Secrets:
    return Secrets(program)


# ---- pieces ------------------------------------------------------------------------------------------------------------


def deal_again(program: Program, s: State, seat: int, chance: random.Random, places: tuple[int, ...]) -> None:
    """Every place keeps its number of pieces of each component; which ones they are is drawn anew."""
    spots: dict[str, list[tuple[int, int]]] = defaultdict(list)  # component -> (place, index in its contents)
    pool: dict[str, list[int]] = defaultdict(list)
    contents = {place: list(program.contents(s, place)) for place in places}
    for place, pieces in contents.items():
        for index, piece in enumerate(pieces):
            if not program.seers(s, piece) >> seat & 1:
                component = program.world.pieces[piece].component
                spots[component].append((place, index))
                pool[component].append(piece)
    becomes: dict[int, int] = {}
    for component, found in spots.items():
        mixed = sorted(pool[component])
        chance.shuffle(mixed)
        for (place, index), piece in zip(found, mixed, strict=True):
            becomes[contents[place][index]] = piece
        roll_again(program, s, component, mixed, chance)
    if becomes:
        relabel(program, s, becomes)
        if s.start is not None:
            relabel(program, s.start, becomes)


def relabel(program: Program, s: State, becomes: dict[int, int]) -> None:
    """Where a piece lay, the one it becomes lies now: ``becomes`` is a permutation."""
    put, lift = program.names["_put"], program.names["_lift"]
    where = {piece: (s.place_of[piece], s.cell_of[piece]) for piece in becomes}
    for piece, (place, cell) in where.items():
        if cell >= 0:
            lift(s, piece, cell)
        else:
            s.bags[place] &= ~(1 << piece)
    for place in {place for place, cell in where.values() if cell < 0}:
        s.piles[place] = tuple([becomes.get(piece, piece) for piece in s.piles[place]])
    in_piles = {piece for pile in s.piles for piece in pile}
    for piece, (place, cell) in where.items():
        other = becomes[piece]
        s.place_of[other], s.cell_of[other] = place, -1
        if cell >= 0:
            put(s, other, cell)
        elif other not in in_piles:
            s.bags[place] |= 1 << other
    s.shown = {becomes.get(piece, piece): seats for piece, seats in s.shown.items()}


def roll_again(program: Program, s: State, component: str, pieces: list[int], chance: random.Random) -> None:
    """Dice that the seat cannot see may show anything."""
    declared = program.game.declarations.components[component]
    if declared.rolls is None:
        return
    values = tuple(attribute_values(program.world, declared.changes[declared.rolls]))
    for piece in pieces:
        program.names[f"_set_{python_name(declared.rolls)}"](s, piece, chance.choice(values))


# ---- tokens, variables and choices -----------------------------------------------------------------------------------------------


def share_again(program: Program, s: State, seat: int, chance: random.Random, places: tuple[int, ...]) -> None:
    """Every purse that the seat cannot look into keeps its number of tokens; of which kind they are is drawn anew within its family."""
    families: dict[str, list[int]] = defaultdict(list)
    for place in places:
        info = program.world.places[place]
        if info.declared.shape == "purse" and not (info.declared.sees == "owner" and info.owner == seat):
            families[info.declared.name].append(place)
    n = len(program.world.tokens)
    for purses in families.values():
        held = [[token for token in range(n) for _ in range(s.tokens[place * n + token])] for place in purses]
        pool = [token for tokens in held for token in tokens]
        chance.shuffle(pool)
        for place, tokens in zip(purses, held, strict=True):
            mine, pool = pool[: len(tokens)], pool[len(tokens) :]
            s.tokens[place * n : (place + 1) * n] = [mine.count(token) for token in range(n)]


def guess_variable(program: Program, s: State, variable: Variable, seat: int, chance: random.Random) -> None:
    """A value of its type in place of one that the seat may not see; what is not set stays so."""
    values = values_of(program, variable.type)
    if not values:
        return
    name = python_name(variable.name)
    if not variable.keys:
        if getattr(s, name) in values:
            setattr(s, name, chance.choice(values))
        return
    column: list[Any] = getattr(s, name)
    block = len(column) // len(program.world.key_values(variable.keys[0]))
    owned = variable.sees == "owner" and variable.keys[0].of == "player"
    for index, value in enumerate(column):
        if value in values and not (owned and index // block == seat):
            column[index] = chance.choice(values)


def values_of(program: Program, kind: t.Type) -> tuple[Any, ...]:
    """The values of a small type, none left out."""
    if isinstance(kind, t.Optional):
        kind = kind.item
    if isinstance(kind, t.Number):
        if kind.low is None or kind.high is None:
            return ()
        low, high = program.world.constants.number(kind.low), program.world.constants.number(kind.high)
        return tuple(range(low, high + 1)) if high - low < MOST_VALUES else ()
    if isinstance(kind, (t.Kind, t.Player, t.YesNo)):
        return tuple(attribute_values(program.world, kind))
    return ()


def choose_again(program: Program, s: State, seat: int, chance: random.Random) -> None:
    """Others who have chosen unseen may have chosen anything that was legal for them."""
    chosen = []
    for other, move in s.chosen:
        legal = program.moves(s, other) if other != seat else (move,)
        chosen.append((other, chance.choice(legal) if legal else move))
    s.chosen = tuple(chosen)
