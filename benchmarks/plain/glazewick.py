"""Glazewick, written by hand the way a Python programmer would write it first: lists of colour names. The measure for the engine.

The state is changed in place by `play`; `moves` lists the legal moves at a decision, in the order of the rules.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

COLOURS = ["cobalt", "celadon", "saffron", "oxblood", "ash"]
SIZE = 5
KILNS = {2: 5, 3: 7, 4: 9}
PER_KILN = 4
COPIES = 20
SLOTS = 7
COST = [1, 1, 2, 2, 2, 3, 3]
TONGS = "tongs"
SHELF = -1  # as a source; kilns count from 0
BREAKAGE = -1  # as a row; drying rows count from 0

Move = tuple[int, str, int]  # source, colour, row


@dataclass
class Seat:
    drying: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SIZE)])
    breakage: list[str] = field(default_factory=list)
    panel: list[list[bool]] = field(default_factory=lambda: [[False] * SIZE for _ in range(SIZE)])
    score: int = 0


@dataclass
class State:
    players: int
    rng: random.Random
    kilns: list[list[str]]
    shelf: list[str]
    bin: list[str]
    pail: list[str]
    seats: list[Seat]
    seat: int
    starter: int
    tongs_with: int | None = None
    rounds: int = 0
    over: bool = False


def new(players: int, options: dict[str, object], seed: int) -> State:
    rng = random.Random(seed)
    bin_ = [colour for colour in COLOURS for _ in range(COPIES)]
    rng.shuffle(bin_)
    first = rng.randrange(players)
    state = State(players, rng, [[] for _ in range(KILNS[players])], [], bin_, [], [Seat() for _ in range(players)], first, first)
    begin_round(state)
    return state


def begin_round(state: State) -> None:
    state.rounds += 1
    state.tongs_with = None
    state.shelf = [TONGS]
    for kiln in state.kilns:
        for _ in range(PER_KILN):
            if not state.bin:
                state.bin, state.pail = state.pail, []
                state.rng.shuffle(state.bin)
            if state.bin:
                kiln.append(state.bin.pop())
    state.seat = state.starter
    if not any(state.kilns):
        finish(state)


def column_of(colour: str, row: int) -> int:
    return (COLOURS.index(colour) + row) % SIZE


def moves(state: State) -> list[Move]:
    seat = state.seats[state.seat]
    found = []
    for source in [*range(len(state.kilns)), SHELF]:
        tiles = state.shelf if source == SHELF else state.kilns[source]
        for colour in COLOURS:
            if colour not in tiles:
                continue
            for row in range(SIZE):
                line = seat.drying[row]
                if len(line) <= row and (not line or line[0] == colour) and not seat.panel[row][column_of(colour, row)]:
                    found.append((source, colour, row))
            found.append((source, colour, BREAKAGE))
    return found


def play(state: State, move: Move) -> None:
    source, colour, row = move
    seat = state.seats[state.seat]
    tiles = state.shelf if source == SHELF else state.kilns[source]
    taken = [tile for tile in tiles if tile == colour]
    rest = [tile for tile in tiles if tile != colour]
    if source == SHELF:
        if TONGS in rest:
            rest.remove(TONGS)
            state.tongs_with = state.seat
            if len(seat.breakage) < SLOTS:
                seat.breakage.append(TONGS)
        state.shelf = rest
    else:
        state.kilns[source] = []
        state.shelf.extend(rest)
    for tile in taken:
        if row != BREAKAGE and len(seat.drying[row]) <= row:
            seat.drying[row].append(tile)
        elif len(seat.breakage) < SLOTS:
            seat.breakage.append(tile)
        else:
            state.pail.append(tile)
    if any(state.kilns) or any(tile != TONGS for tile in state.shelf):
        state.seat = (state.seat + 1) % state.players
    else:
        end_round(state)


def end_round(state: State) -> None:
    for seat in state.seats:
        fire(state, seat)
    if state.tongs_with is not None:
        state.starter = state.tongs_with
    if state.rounds == 100 or any(all(row) for seat in state.seats for row in seat.panel):
        finish(state)
    else:
        begin_round(state)


def fire(state: State, seat: Seat) -> None:
    for row, line in enumerate(seat.drying):
        if len(line) > row:
            column = column_of(line[0], row)
            seat.panel[row][column] = True
            seat.score += landing(seat.panel, row, column)
            state.pail.extend(line[1:])
            seat.drying[row] = []
    seat.score = max(0, seat.score - sum(COST[: len(seat.breakage)]))
    state.pail.extend(tile for tile in seat.breakage if tile != TONGS)
    seat.breakage = []


def landing(panel: list[list[bool]], row: int, column: int) -> int:
    across = 1 + run(panel, row, column, 0, 1) + run(panel, row, column, 0, -1)
    down = 1 + run(panel, row, column, 1, 0) + run(panel, row, column, -1, 0)
    return max(1, (across if across > 1 else 0) + (down if down > 1 else 0))


def run(panel: list[list[bool]], row: int, column: int, down: int, right: int) -> int:
    length = 0
    row, column = row + down, column + right
    while 0 <= row < SIZE and 0 <= column < SIZE and panel[row][column]:
        length += 1
        row, column = row + down, column + right
    return length


def finish(state: State) -> None:
    state.over = True
    for seat in state.seats:
        seat.score += 2 * sum(all(row) for row in seat.panel)
        seat.score += 7 * sum(all(seat.panel[r][c] for r in range(SIZE)) for c in range(SIZE))
        colours = Counter(COLOURS[(c - r) % SIZE] for r in range(SIZE) for c in range(SIZE) if seat.panel[r][c])
        seat.score += 10 * sum(count == SIZE for count in colours.values())


def winners(state: State) -> list[int]:
    keys = [(seat.score, sum(all(row) for row in seat.panel)) for seat in state.seats]
    return [i for i, key in enumerate(keys) if key == max(keys)]
