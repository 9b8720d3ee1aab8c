"""Kiln, written by hand the way a Python programmer would write it first: lists of lists and a flood fill. The measure for the engine.

The state is changed in place by `play`; `moves` lists the legal moves at a decision. Decisions without a choice are passed over.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

KILN = 6
WAREHOUSE = 5
COLOURS = ["red", "blue", "green", "yellow"]
BLACK = "black"
LETTERS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": BLACK}
ARROWS = [side + str(number) for side in "NESW" for number in range(1, KILN + 1)]
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
PRICES = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15}
BONUS_SPACES = {5, 8, 14, 17, 19, 23, 26}
SKIP = ("skip", ())

Cell = tuple[int, int]  # row and column, counted from 0
Move = tuple[str, tuple[Any, ...]]


@dataclass
class State:
    players: int
    target: int
    fixing_the_mess: bool
    heating_up: bool
    kiln: list[list[str]]
    outer: str
    outer_at: str
    colours: list[list[str]]  # by seat
    warehouses: dict[str, list[list[bool]]]
    scores: dict[str, int]
    seat: int = 0
    phase: str = "push"  # push, place, erase, sell
    index: int = 0  # which of the seat's colours is copied or sold
    extra_turn: bool = False
    earned: bool = False
    winner: int | None = None
    places: list[tuple[Cell, ...]] = field(default_factory=list)  # where the largest groups of the colour can be copied

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def colour(self) -> str:
        return self.colours[self.seat][self.index]

    def copy(self) -> "State":
        return State(
            self.players,
            self.target,
            self.fixing_the_mess,
            self.heating_up,
            [row[:] for row in self.kiln],
            self.outer,
            self.outer_at,
            self.colours,
            {colour: [row[:] for row in rows] for colour, rows in self.warehouses.items()},
            dict(self.scores),
            self.seat,
            self.phase,
            self.index,
            self.extra_turn,
            self.earned,
            self.winner,
            self.places,
        )


def new(players: int, options: dict[str, Any] | None = None, seed: int | None = None) -> State:
    """A game ready for its first push. Options: target, fixing_the_mess, heating_up, two_colours (two players only)."""
    options = options or {}
    rng = random.Random(seed)
    colours = seat_colours(players, options.get("two_colours", True))
    tiles = [colour for colour in COLOURS for _ in range(9)]
    outer = tiles.pop(rng.randrange(len(tiles)))
    tiles.append(BLACK)
    rng.shuffle(tiles)
    state = State(
        players=players,
        target=options.get("target", 17),
        fixing_the_mess=options.get("fixing_the_mess", False),
        heating_up=options.get("heating_up", False),
        kiln=[tiles[row * KILN : (row + 1) * KILN] for row in range(KILN)],
        outer=outer,
        outer_at="N1",
        colours=colours,
        warehouses={colour: [[False] * WAREHOUSE for _ in range(WAREHOUSE)] for owned in colours for colour in owned},
        scores={colour: 0 for owned in colours for colour in owned},
    )
    sizes = [group_sizes(state, seat) for seat in range(players)]
    smallest = min(sizes)
    state.seat = rng.choice([seat for seat in range(players) if sizes[seat] == smallest])
    return state


def seat_colours(players: int, two_colours: bool) -> list[list[str]]:
    if players == 2 and two_colours:
        return [["red", "green"], ["blue", "yellow"]]
    return [[colour] for colour in COLOURS[:players]]


def from_position(position: dict[str, Any]) -> State:
    """The state of a position of tests/data/perft.json."""
    options = position["options"]
    colours = [position["colours"][str(seat + 1)] for seat in range(position["players"])]
    state = State(
        players=position["players"],
        target=options["target"],
        fixing_the_mess=options["fixing_the_mess"],
        heating_up=options["heating_up"],
        kiln=[[LETTERS[letter] for letter in row] for row in position["kiln"]],
        outer=LETTERS[position["outer"]],
        outer_at=position["outer_at"],
        colours=colours,
        warehouses={colour: [[mark == "#" for mark in row] for row in rows] for colour, rows in position["warehouse"].items()},
        scores=dict(position["score"]),
        seat=position["player"] - 1,
        phase="place" if position["phase"] == "copy" else position["phase"],
        extra_turn=position["extra_turn"],
        earned=position["extra_earned"],
        winner=None if position["winner"] is None else position["winner"] - 1,
    )
    if position["colour"] is not None:
        state.index = colours[state.seat].index(position["colour"])
    if state.phase == "place":
        state.places = placements(largest_groups(state), state.warehouses[state.colour])
    return state


def moves(state: State) -> list[Move]:
    """The legal moves, in the order of the rules."""
    if state.over:
        return []
    if state.phase == "push":
        return [("push", (arrow,)) for arrow in ARROWS if arrow != state.outer_at]
    if state.phase == "place":
        return [("place", cells) for cells in state.places]
    warehouse = state.warehouses[state.colour]
    if state.phase == "erase":
        return [("erase", (cell,)) for cell in filled_cells(warehouse)] + [SKIP]
    found: list[Move] = []
    for name, lines in (("sell_rows", full_rows(warehouse)), ("sell_columns", full_columns(warehouse))):
        for number in range(1, len(lines) + 1):
            found += [(name, chosen) for chosen in combinations(lines, number)]
    return [*found, SKIP]


def play(state: State, move: Move) -> None:
    """Plays a legal move and goes on to the next decision."""
    name, chosen = move
    if name == "push":
        push(state, chosen[0])
        if state.outer == BLACK and not state.extra_turn:
            state.earned = True
        start_copying(state, 0)
        return
    warehouse = state.warehouses[state.colour]
    if name == "place":
        for row, column in chosen:
            warehouse[row][column] = True
    elif name == "erase":
        row, column = chosen[0]
        warehouse[row][column] = False
    elif name == "sell_rows":
        for row in chosen:
            warehouse[row] = [False] * WAREHOUSE
        count_sale(state, len(chosen))
    elif name == "sell_columns":
        for row in warehouse:
            for column in chosen:
                row[column] = False
        count_sale(state, len(chosen))
    if state.over:
        return
    if state.phase == "sell":
        start_selling(state, state.index + 1)
    else:
        start_copying(state, state.index + 1)


def push(state: State, arrow: str) -> None:
    kiln = state.kiln
    side, line = arrow[0], int(arrow[1:]) - 1
    if side == "W":
        kiln[line].insert(0, state.outer)
        state.outer = kiln[line].pop()
    elif side == "E":
        kiln[line].append(state.outer)
        state.outer = kiln[line].pop(0)
    else:
        column = [row[line] for row in kiln]
        if side == "N":
            column.insert(0, state.outer)
            state.outer = column.pop()
        else:
            column.append(state.outer)
            state.outer = column.pop(0)
        for row, tile in zip(kiln, column, strict=True):
            row[line] = tile
    state.outer_at = OPPOSITE[side] + arrow[1:]


def start_copying(state: State, index: int) -> None:
    """Stops at the next colour that has something to place or to erase; selling follows the last one."""
    for number in range(index, len(state.colours[state.seat])):
        state.index = number
        warehouse = state.warehouses[state.colour]
        state.places = placements(largest_groups(state), warehouse)
        if state.places:
            state.phase = "place"
            return
        if state.fixing_the_mess and filled_cells(warehouse):
            state.phase = "erase"
            return
    start_selling(state, 0)


def start_selling(state: State, index: int) -> None:
    """Stops at the next colour that has a full line; the next turn follows the last one."""
    state.phase = "sell"
    for number in range(index, len(state.colours[state.seat])):
        state.index = number
        warehouse = state.warehouses[state.colour]
        if full_rows(warehouse) or full_columns(warehouse):
            return
    state.phase = "push"
    state.index = 0
    state.extra_turn = state.earned
    state.earned = False
    if not state.extra_turn:
        state.seat = (state.seat + 1) % state.players


def count_sale(state: State, lines: int) -> None:
    colour = state.colour
    state.scores[colour] += PRICES[lines]
    if state.heating_up and state.scores[colour] in BONUS_SPACES and not state.extra_turn:
        state.earned = True
    if state.scores[colour] >= state.target:
        state.winner = state.seat


def groups(kiln: list[list[str]], colour: str) -> list[list[Cell]]:
    """The groups of edge-joined tiles of a colour; their cells row by row."""
    found = []
    seen: set[Cell] = set()
    for row in range(KILN):
        for column in range(KILN):
            if kiln[row][column] != colour or (row, column) in seen:
                continue
            seen.add((row, column))
            group = [(row, column)]
            for r, c in group:
                for neighbour in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                    inside = 0 <= neighbour[0] < KILN and 0 <= neighbour[1] < KILN
                    if inside and kiln[neighbour[0]][neighbour[1]] == colour and neighbour not in seen:
                        seen.add(neighbour)
                        group.append(neighbour)
            found.append(sorted(group))
    return found


def group_sizes(state: State, seat: int) -> list[int]:
    return sorted((len(group) for colour in state.colours[seat] for group in groups(state.kiln, colour)), reverse=True)


def largest_groups(state: State) -> list[list[Cell]]:
    found = groups(state.kiln, state.colour)
    size = max(len(group) for group in found)
    return [group for group in found if len(group) == size]


def placements(shapes: list[list[Cell]], warehouse: list[list[bool]]) -> list[tuple[Cell, ...]]:
    """Every way to copy one of the shapes into free cells; equal shapes give their places once."""
    found = []
    seen = set()
    for shape in shapes:
        top = min(row for row, _ in shape)
        left = min(column for _, column in shape)
        normal = tuple((row - top, column - left) for row, column in shape)
        if normal in seen:
            continue
        seen.add(normal)
        height = max(row for row, _ in normal) + 1
        width = max(column for _, column in normal) + 1
        for row in range(WAREHOUSE - height + 1):
            for column in range(WAREHOUSE - width + 1):
                cells = tuple((row + r, column + c) for r, c in normal)
                if not any(warehouse[r][c] for r, c in cells):
                    found.append(cells)
    return found


def filled_cells(warehouse: list[list[bool]]) -> list[Cell]:
    return [(row, column) for row in range(WAREHOUSE) for column in range(WAREHOUSE) if warehouse[row][column]]


def full_rows(warehouse: list[list[bool]]) -> list[int]:
    return [row for row in range(WAREHOUSE) if all(warehouse[row])]


def full_columns(warehouse: list[list[bool]]) -> list[int]:
    return [column for column in range(WAREHOUSE) if all(row[column] for row in warehouse)]


def notation(move: Move) -> str:
    """The move as the rule files write it: `push N3`, `place A1 B1`, `sell_rows row-1 row-2`."""
    name, chosen = move
    if name in ("place", "erase"):
        words: Sequence[str] = [cell_name(cell) for cell in chosen]
    elif name == "sell_rows":
        words = [f"row-{row + 1}" for row in chosen]
    elif name == "sell_columns":
        words = [f"column-{column + 1}" for column in chosen]
    else:
        words = chosen
    return " ".join([name, *words])


def cell_name(cell: Cell) -> str:
    row, column = cell
    return "ABCDE"[column] + str(row + 1)
